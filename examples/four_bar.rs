//! A closed loop: a crank drives a coupler and a rocker. The motor's torque, every pin's force, the power balance.
//!
//! Only the crank's angle is given in time; the bodies are placed roughly, and the start closes the loop.

mod support;

use chetaev::prelude::*;
use std::process::ExitCode;
use support::*;

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("four_bar", "a driven four-bar linkage")
        .default("rtol", "1e-12")
        .number("crank", 0.3, "m")
        .number("coupler", 0.9, "m")
        .number("rocker", 0.7, "m")
        .number("ground", 1.0, "m, between the fixed pins")
        .number("speed", 6.0, "rad/s, of the crank at its final speed")
        .parse();
    let (crank, coupler, rocker) = (args.number("crank"), args.number("coupler"), args.number("rocker"));
    let (ground, speed) = (args.number("ground"), args.number("speed"));

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bar = |length: f64| RigidBody::rod(2.0 * length, length);
    let a = builder.body("crank", bar(crank).at(0.5 * crank, 0.0, 0.0));
    let b = builder.body("coupler", bar(coupler).at(0.6, 0.3, 0.6));
    let c = builder.body("rocker", bar(rocker).at(0.9, 0.3, 1.8));
    let pins = [
        ("O", GROUND.origin(), a.point(-0.5 * crank, 0.0)),
        ("A", a.point(0.5 * crank, 0.0), b.point(-0.5 * coupler, 0.0)),
        ("B", b.point(0.5 * coupler, 0.0), c.point(0.5 * rocker, 0.0)),
        ("C", GROUND.point(ground, 0.0), c.point(-0.5 * rocker, 0.0)),
    ]
    .map(|(name, p, q)| builder.constraint(name, Revolute::new(p, q)));
    // The crank runs up smoothly: angle = speed (t − (1 − e^(−2t))/2).
    let law = Formula::parse("w*(0.5*exp(-2*t) + t - 0.5)", ["t", "w"])?.given("w", Signal::constant(speed));
    let motor = Driver::signal(Angle::between(GROUND, a), Signal::formula(law)?);
    let motor = builder.constraint("motor", motor);
    let model = builder.build()?;
    save(&model, &args)?;

    let start = model.start().hold("crank.theta").project()?;
    let moved = format!("{} by {:.3}", start.moved_most, start.moved);
    let run = simulation(&model, &args).every(0.005).run(start, 4.0)?;
    let freedoms = model.freedoms(run.end())?;

    let t = run.times();
    let torque = run.column(|at| at.multipliers(motor)[0]);
    let forces = pins.map(|pin| run.column(|at| at.reaction(pin).force.norm()));
    let path = [run.column(|at| at.body(b).origin.x), run.column(|at| at.body(b).origin.y)];
    run.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    let page = run.player().title("A driven four-bar linkage").trail(b.origin());
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("four_bar_sketch.svg")?)?;
    let poses: Vec<Vec<[f64; 2]>> = run
        .samples()
        .skip(600)
        .step_by(14)
        .take(15)
        .map(|at| {
            [
                a.point(-0.5 * crank, 0.0),
                a.point(0.5 * crank, 0.0),
                c.point(0.5 * rocker, 0.0),
                c.point(-0.5 * rocker, 0.0),
            ]
            .map(|p| at.position(p).into())
            .to_vec()
        })
        .collect();
    let mut pin_forces = Panel::new("time (s)", "force in the pin (N)");
    for (name, force) in ["O", "A", "B", "C"].iter().zip(&forces) {
        pin_forces = pin_forces.line(name, &t, force);
    }
    Figure::new("A driven four-bar linkage")
        .columns(2)
        .size(1000.0, 720.0)
        .panel(Panel::new("x (m)", "y (m)").title("one turn").equal_aspect().overlay("", &poses))
        .panel(
            Panel::new("x (m)", "y (m)")
                .title("path of the coupler's center")
                .equal_aspect()
                .line("", &path[0], &path[1]),
        )
        .panel(Panel::new("time (s)", "torque of the motor (N m)").line("", &t, &torque))
        .panel(pin_forces)
        .save(&args.file("four_bar.svg")?)?;

    // The motor is all that does work: its work is the change of the energy. And the multiplier is the torque on the crank.
    let (first, last) = (run.first().ok_or("no sample")?, run.last().ok_or("no sample")?);
    let work = last.work_of_constraint(motor).unwrap_or(f64::NAN);
    let pin_residual = pins.iter().map(|&pin| run.drift_of(pin)).fold(0.0, f64::max);
    // Euler's equation of the crank about the fixed pin O: J_O θ'' = torque − weight's moment + moment of the force at A.
    let alpha = last.body_acceleration(a)[2];
    let tip = last.position(a.point(0.5 * crank, 0.0));
    let at_tip = last.reaction_on(pins[1], a).force;
    let moment = torque[torque.len() - 1] - 2.0 * crank * 9.81 * last.body(a).origin.x + tip.perp(&at_tip);
    let mut verdict = Verdict::new("four_bar");
    verdict.fact("start moved most", moved);
    verdict.check("freedoms with the motor", freedoms.freedoms as f64, "==", 0.0);
    verdict.check(
        "work of the motor less change of energy (J)",
        (work - last.energy() + first.energy()).abs(),
        "<",
        bound(&args, 1e-9, 1e-2),
    );
    verdict.check("Euler's equation of the crank (N m)", (2.0 * crank.powi(3) / 3.0 * alpha - moment).abs(), "<", 1e-9);
    verdict.check("drift of the pins (m)", pin_residual, "<", 1e-13);
    verdict.check(
        "crank's angle at the end (rad)",
        (last.body(a).angle - speed * (4.0 - 0.5 + 0.5 * (-8.0_f64).exp())).abs(),
        "<",
        1e-12,
    );
    verdict.fact("work of the motor (J)", work);
    Ok(verdict.finish())
}
