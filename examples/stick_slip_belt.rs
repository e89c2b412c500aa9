//! A mass on a belt, held by a spring: it sticks, breaks loose, slips back, and sticks again.
//!
//! With mass m, spring k, belt speed w, friction R at rest and F sliding (ω² = k/m):
//!
//! ```text
//! sticks for 2 (R − F)/(k w),   slips for 2/ω (π − atan((R − F) ω/(k w)))
//! ```

mod support;

use chetaev::prelude::*;
use std::f64::consts::PI;
use std::process::ExitCode;
use support::*;

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("stick_slip_belt", "a mass on a belt")
        .default("rtol", "1e-12")
        .number("belt", 0.2, "m/s")
        .number("static", 1.0, "coefficient at rest")
        .number("kinetic", 0.5, "coefficient while sliding")
        .parse();
    let (belt, rest, sliding) = (args.number("belt"), args.number("static"), args.number("kinetic"));

    let mut builder = ModelBuilder::new();
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let mass = builder.body("mass", Particle::new(1.0).moving(belt, 0.0));
    builder.constraint("line", Slot::new(line, mass.origin()));
    let travel = Travel::along(line, mass.origin());
    builder.force("spring", SpringDamper::along(travel, 1.0));
    // Pressed on with 1 N, whatever the mechanism does.
    let pressed = FrictionPoint::along(travel, 1.0).on_belt_signal(Signal::constant(belt));
    let rub = builder.friction("belt", pressed, Coulomb::new(sliding).holding(rest));
    let model = builder.build()?;
    save(&model, &args)?;

    let run = simulation(&model, &args).every(0.01).run(model.start().project()?, 60.0)?;
    let instants = |wanted: fn(&Transition) -> bool| -> Vec<f64> {
        run.transitions().iter().filter(|change| wanted(change)).map(|change| change.t).collect()
    };
    let starts = instants(|change| change.from == Mode::Stick);
    let stops = instants(|change| change.to == Mode::Stick && change.t > 0.0);
    let slip = 2.0 * (PI - ((rest - sliding) / belt).atan());
    let stick = 2.0 * (rest - sliding) / belt;
    let off = |spans: Vec<f64>, known: f64| spans.iter().map(|span| (span - known).abs()).fold(0.0, f64::max);
    let slips: Vec<f64> = starts.iter().zip(&stops).map(|(from, to)| to - from).collect();
    let sticks: Vec<f64> = stops.iter().zip(starts.iter().skip(1)).map(|(from, to)| to - from).collect();

    let mut verdict = Verdict::new("stick_slip_belt");
    verdict.check("times that it broke loose", starts.len() as f64, ">=", 5.0);
    verdict.check("time of slip, from its closed form (s)", off(slips, slip), "<", bound(&args, 1e-9, 1e-3));
    verdict.check("time of stick, from its closed form (s)", off(sticks, stick), "<", bound(&args, 1e-9, 1e-3));
    let creep = run.samples().filter(Snapshot::sticks).filter_map(|at| at.friction(rub).ok());
    verdict.check("slip while it sticks (m/s)", creep.map(|rub| rub.slip.abs()).fold(0.0, f64::max), "<", 1e-15);
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-9, 1e-3));
    verdict.fact("part of the time stuck", format!("{:.4}", run.friction_summary(rub).stuck_fraction));

    let (x, v) = (run.column(|at| at.body(mass).origin.x), run.column(|at| at.body(mass).velocity.x));
    let force = run.column(|at| at.friction(rub).map_or(f64::NAN, |rub| rub.force));
    run.times_table()
        .with("x", x.clone())
        .with("v", v.clone())
        .with("F", force.clone())
        .write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    let page = run.player().title("A mass on a belt");
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("stick_slip_belt_sketch.svg")?)?;
    Figure::new("A mass on a belt")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::new("place (m)", "speed (m/s)").mark_y(belt, "belt").line("", &x, &v))
        .panel(Panel::new("time (s)", "friction (N)").line("", &run.times(), &force))
        .save(&args.file("stick_slip_belt.svg")?)?;
    Ok(verdict.finish())
}
