//! Ten thousand seconds of the rocking ellipse (Yang 2019, case 3): energy error, drift and period over the decades of time.

mod support;

use chetaev::contact::EllipseOnLine;
use chetaev::prelude::*;
use chetaev::simulate::Output;
use std::process::ExitCode;
use support::*;

/// Period of the rocking, from 200-bit arithmetic.
const PERIOD: f64 = 7.300_532_052_058_994;

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("rocking_long", "the rocking ellipse, for a long time")
        .default("rtol", "1e-12")
        .number("end", 10_000.0, "s")
        .parse();
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let disk = builder.body("disk", RigidBody::ellipse(1.0, 1.5, 1.0).at(0.0, 1.0, 0.0).moving(-2.3, 0.0, 2.3));
    let floor = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 1.5, 1.0);
    let contact = builder.constraint("contact", Contact::rolling(GROUND, disk, floor));
    let model = builder.build()?;
    let end = args.number("end");
    let times = (0..=2000).map(|i| end * f64::from(i) / 2000.0).collect();
    let lowest = Event::new("lowest", |at: &Snapshot<'_>| at.body(disk).angle).rising();
    let plan = simulation(&model, &args).output(Output::Times(times)).event(lowest).guard_checks(1);
    let run = plan.run(model.start().project()?, end)?;
    run.write_csv(args.file("trajectory.csv")?)?;
    let first = run.first().map_or(0.0, |at| at.balance());
    let error = run.column(|at| (at.balance() - first).abs());
    let phi = run.column(|at| at.phi(contact)[0].abs());
    let until = |t: f64, values: &[f64]| {
        run.times().iter().zip(values).filter(|(s, _)| **s <= t).fold(0.0, |m: f64, v| m.max(*v.1))
    };
    for t in [0.001, 0.01, 0.1, 1.0].map(|part| part * end) {
        println!("until {t:8.0} s: energy error {:.1e} J, φ {:.1e} m", until(t, &error), until(t, &phi));
    }
    Figure::new("The rocking ellipse, for a long time")
        .columns(2)
        .size(1000.0, 360.0)
        .panel(Panel::new("time (s)", "energy error (J)").line(
            "",
            &run.times(),
            &run.column(|at| at.balance() - first),
        ))
        .panel(Panel::new("time (s)", "φ (m)").line("", &run.times(), &run.column(|at| at.phi(contact)[0])))
        .save(&args.file("rocking_long.svg")?)?;
    let beats = run.events();
    let (one, last) = (beats.first().ok_or("no beat")?, beats.last().ok_or("no beat")?);
    let period = (last.t - one.t) / (beats.len() - 1) as f64;
    let mut verdict = Verdict::new("rocking_long");
    // Close to tumbling the period depends on the energy with some 6 s/J: the energy's error times that is what is seen.
    verdict.check("period (s), from 200-bit arithmetic", (period - PERIOD).abs(), "<", bound(&args, 1e-8, 1e-3));
    verdict.check("energy error (J)", until(end, &error), "<", bound(&args, 1e-8, 1.0));
    // No faster than the time itself: a trend of the method's own error, nothing beyond.
    verdict.check("energy error: whole over first tenth", until(end, &error) / until(0.1 * end, &error), "<", 15.0);
    verdict.check("drift of φ (m)", run.drift().largest_phi(), "<", 1e-13);
    verdict.check("slip ψ (m/s)", run.drift().largest_psi(), "<", 1e-13);
    verdict.fact("steps", run.counters().steps);
    Ok(verdict.finish())
}
