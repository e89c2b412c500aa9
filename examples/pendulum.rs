//! The hello world: a rod on a pin swings. Its period against the closed form, the force in the pin, the energy.

mod support;

use chetaev::prelude::*;
use std::process::ExitCode;
use support::*;

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("pendulum", "a rod on a pin")
        .default("rtol", "1e-12")
        .number("length", 1.0, "m")
        .number("mass", 1.0, "kg")
        .number("start", 2.0, "rad from the downward vertical")
        .parse();
    let (length, mass, start, g) = (args.number("length"), args.number("mass"), args.number("start"), 9.81);

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let angle = start - std::f64::consts::FRAC_PI_2;
    let center = [0.5 * length * angle.cos(), 0.5 * length * angle.sin()];
    let rod = builder.body("rod", RigidBody::rod(mass, length).at(center[0], center[1], angle));
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5 * length, 0.0)));
    let model = builder.build()?;

    let swing = |at: &Snapshot<'_>| at.body(rod).angle + std::f64::consts::FRAC_PI_2;
    let run = simulation(&model, &args)
        .every(0.01)
        .event(Event::new("lowest", swing).falling())
        .run(model.start().project()?, 10.0)?;

    run.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    run.table().write_npy(args.file("trajectory.npy")?)?;
    let page = run.player().title("A rod on a pin");
    page.write(args.file("trajectory.html")?)?;
    // Raised by half a radian, so that its angle is seen.
    let raised = model.start().set("rod.theta", 0.5).hold("rod.theta").project()?.state;
    let [hinge, end] = [-0.5, 0.5].map(|part| rod.point(part * length, 0.0));
    let sketch = page.drawing(&raised).length(format!("{length} m"), hinge, end);
    sketch.angle("angle", hinge, GROUND.point(length, 0.0), end).write(args.file("pendulum_sketch.svg")?)?;
    let (t, angle) = (run.times(), run.column(swing));
    let force = run.column(|at| at.reaction(pin).force.norm());
    Figure::new("A rod on a pin")
        .columns(3)
        .size(1080.0, 340.0)
        .panel(Panel::new("time (s)", "angle (rad)").line("", &t, &angle))
        .panel(Panel::new("angle (rad)", "angular velocity (rad/s)").line(
            "",
            &angle,
            &run.column(|at| at.body(rod).spin),
        ))
        .panel(Panel::new("time (s)", "force in the pin (N)").line("", &t, &force))
        .save(&args.file("pendulum.svg")?)?;

    // T = 2π/(ω₀ agm(1, cos(start/2))) with ω₀² = 3g/2l, by the arithmetic-geometric mean.
    let (mut a, mut b) = (1.0, (0.5 * start).cos());
    while f64::abs(a - b) > 1e-15 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    let period = std::f64::consts::TAU / ((1.5 * g / length).sqrt() * a);
    let lowest: Vec<f64> = run.events().iter().map(|event| event.t).collect();
    let measured = (lowest[lowest.len() - 1] - lowest[0]) / (lowest.len() - 1) as f64;
    let mut verdict = Verdict::new("pendulum");
    verdict.close("period (s)", measured, period, bound(&args, 1e-10, 1e-2));
    verdict.check("energy error (J)", run.energy_error(), "<", bound(&args, 1e-10, 1e-2));
    verdict.check("drift of the pin (m)", run.drift().largest_phi(), "<", 1e-13);
    verdict.fact("largest force in the pin (N)", force.iter().fold(0.0, |most: f64, f| most.max(*f)));
    Ok(verdict.finish())
}
