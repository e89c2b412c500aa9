//! A Stewart platform whose legs are given functions of time: what must the legs push?
//!
//! The question is answered at each instant by itself, without a run (`analysis::Inverse`): smooth against the equations of Newton and Euler by hand, 30 in 30 unknowns (1) to (3) of
//! support/stewart.rs; with seals and guides that rub against a run in which drivers lead the legs.

mod support;

#[path = "support/stewart.rs"]
mod platform;

use chetaev::prelude::*;
use platform::{Legs, by_hand, most, question};
use std::array::from_fn;
use std::process::ExitCode;
use support::*;

/// The forces of the legs over time, one list for each leg.
fn forces(rough: bool, times: &[f64]) -> Result<[Vec<f64>; 6], Report> {
    let (model, travels) = platform::platform(rough, &Legs::Free)?;
    let found = question(&model, &travels).over(&model.placed(), times.to_vec())?;
    let one = |k: usize| found.iter().map(|at| at.force(&format!("leg {k}")).unwrap_or(f64::NAN)).collect();
    Ok(from_fn(one))
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("stewart", "a Stewart platform: the forces of legs whose lengths are given")
        .default("rtol", "1e-12")
        .number("time", 2.0, "s, how long the platform is moved")
        .parse();
    let span = args.number("time");
    let (driven, _) = platform::platform(true, &Legs::Driven)?;
    let run = simulation(&driven, &args).every(0.025).run(driven.start().project()?, span)?;
    let times = run.times();
    let [smooth, rough] = [forces(false, &times)?, forces(true, &times)?];

    let by_hand: Vec<[f64; 6]> = times.iter().map(|&t| by_hand(t)).collect();
    let off = |k: usize| by_hand.iter().zip(&smooth[k]).map(move |(hand, force)| hand[k] - force);
    let by_hand_off = most((0..6).flat_map(off));
    let largest = most(by_hand.into_iter().flatten());
    // Where a leg turns back its friction jumps, and either force is right.
    let turns = |t: f64| run.transitions().iter().any(|change| (change.t - t).abs() < 1e-6);
    let mut run_off: f64 = 0.0;
    for (k, rough) in rough.iter().enumerate() {
        let leg = driven.constraint(&format!("leg {k}")).ok_or("no leg")?;
        let led = run.column(|at| at.multipliers(leg)[0]);
        let off = times.iter().zip(led.iter().zip(rough)).filter(|(t, _)| !turns(**t));
        run_off = run_off.max(most(off.map(|(_, (led, force))| led - force)));
    }

    let named = |rough: &str| (0..6).map(move |k| format!("leg {k}{rough}")).collect::<Vec<_>>();
    let mut table = run.times_table();
    for (name, force) in named("").into_iter().chain(named(" rough")).zip(smooth.iter().chain(&rough)) {
        table = table.with(&name, force.clone());
    }
    table.write_csv(args.file("forces.csv")?)?;
    run.write_transitions(args.file("transitions.csv")?)?;
    let page = run.player().title("A Stewart platform");
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("stewart_sketch.svg")?)?;
    Figure::new("A Stewart platform: what one of its legs pushes")
        .size(640.0, 380.0)
        .panel(Panel::history("force of leg 0 (N)").line("smooth", &times, &smooth[0]).line("rough", &times, &rough[0]))
        .save(&args.file("stewart.svg")?)?;

    let mut verdict = Verdict::new("stewart");
    verdict.fact("instants", times.len());
    verdict.fact("largest force of a leg (N)", format!("{largest:.1}"));
    verdict.check("off the forces by hand, part of that", by_hand_off / largest, "<", 1e-10);
    verdict.fact("changes of friction in the run", run.transitions().len());
    verdict.holds("legs turn back", run.transitions().len() > 10 || args.given("time"));
    verdict.check("rough: off the forces of the run, part of that", run_off / largest, "<", bound(&args, 1e-9, 1e-4));
    Ok(verdict.finish())
}
