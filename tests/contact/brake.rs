//! A brake pad that chatters: it goes with the disk, slips, lifts, lands.

#[path = "../../examples/support/brake.rs"]
mod pad;

use chetaev::prelude::*;
use chetaev::simulate::Cause;
use pad::{Brake, First};

#[test]
fn analytic_a_brake_chatters() {
    let brake = Brake::CHATTERS;
    let (model, _, _) = brake.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-13).run(model.placed(), 6.0).unwrap();
    let First { slips, lifts, lands, speeds } = brake.first().unwrap();
    let changes = run.transitions();
    let modes: Vec<Mode> = changes.iter().take(4).map(|change| change.to).collect();
    assert_eq!(modes, [Mode::Stick, Mode::Backward, Mode::Open, Mode::Forward]);
    assert!(changes.iter().filter(|change| change.to == Mode::Open).count() > 5);
    let known = [slips, lifts, lands];
    let off = known.iter().zip(&changes[1..]).map(|(known, change)| change.t - known);
    let off: Vec<f64> = off.collect();
    // The landing: plastic, and what the impulse rubs off the slip is μ of it.
    let blow = &run.impacts()[0].blows[0];
    let before = speeds[0] - brake.speed;
    let after = before.signum() * (before.abs() + brake.mu[0] * speeds[1]).max(0.0);
    let speeds = [blow.closing[0] - speeds[1], blow.slip[0] - before, blow.slip[1] - after];
    println!(
        "slips, lifts, lands {off:?} s off; closing speed and slips {speeds:?} m/s; energy {:.1e} J",
        run.energy_error()
    );
    // It lifts along t³, so that the instant of lifting is known to fewer digits than that of slipping.
    assert!(off[0].abs() < 1e-14 && off[1].abs() < 1e-13 && off[2].abs() < 1e-11, "{off:?}");
    assert!(speeds.iter().all(|v| v.abs() < 1e-11), "{speeds:?}");
    assert!(run.energy_error() < 1e-13);
}

/// With restitution every landing is a sequence of impacts that comes to an end, and the pad slips on.
#[test]
fn property_a_brake_that_bounces_comes_down() {
    let (model, _, disk) = Brake { e: 0.4, ..Brake::CHATTERS }.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).every(0.01).run(model.placed(), 6.0).unwrap();
    let count = |wanted: fn(&Cause) -> bool| run.transitions().iter().filter(|change| wanted(&change.cause)).count();
    let [rested, opened] = [count(|c| matches!(c, Cause::Rested { .. })), count(|c| *c == Cause::Opened)];
    let deepest = run.smallest(|at| at.contact(disk).gap);
    println!(
        "{} impacts, {rested} times at rest, lifts {opened} times, gap {deepest:.1e} m, energy {:.1e} J",
        run.impacts().len(),
        run.energy_error()
    );
    assert!(rested > 5 && opened - rested <= 1 && run.impacts().len() > 8 * rested);
    assert!(deepest > -1e-12 && run.energy_error() < 1e-11);
}
