//! What must hold of every result, whatever was run.

mod certificate;
mod friction;
mod transitions;

pub use certificate::{certificate, different, undecide};
pub use friction::{Law, by_law, friction, same_friction};
pub use transitions::transitions;

use crate::random::Settings;
use crate::report::Report;
use chetaev::prelude::*;
use chetaev::simulate::{RunError, RunFailure};

/// A word for the kind of a failure.
pub fn word(failure: &RunFailure) -> String {
    let text = format!("{failure:?}");
    let text = match failure {
        RunFailure::Several { .. } => "several motions",
        RunFailure::Broken { .. } => "broken constraints",
        RunFailure::Zeno { .. } => "crowded events",
        RunFailure::Cancelled { .. } => "too slow",
        RunFailure::Unmet { .. } => "unmet after an event",
        RunFailure::Mended { .. } => "far off after an event",
        RunFailure::Inconsistent { .. } => "inconsistent start",
        RunFailure::Control(_) => "control refused",
        RunFailure::Output { .. } => "output refused",
        _ => &text,
    };
    // Names and numbers would make every failure one of its own.
    let plain = |word: &&str| !word.contains(|c: char| c.is_ascii_digit() || "`=,:()".contains(c));
    text.split_whitespace().filter(plain).take(9).collect::<Vec<_>>().join(" ")
}

/// An error in words says what it is about: a thing of the user's in backquotes, or a number.
pub fn words(text: &str, report: &mut Report) {
    let named = text.contains('`') || text.chars().any(|c| c.is_ascii_digit());
    let whole = ["has no body", "NaN", "inf", "every weight", "cancelled", "do not rise", "redundant", "not a number"];
    let known = whole.iter().any(|known| text.contains(known));
    report.demand(text.len() > 15 && (named || known), || format!("an error that names nothing: {text}"));
}

/// Counts a failure. One that comes of taking too long is a fault, unless its own events make it: each begins a step, and what an event resets can cross again at once, as often as the model says.
pub fn failure(error: &RunError, report: &mut Report) {
    words(&error.to_string(), report);
    report.count(&format!("stopped: {}", word(&error.failure)));
    let (end, steps) = (error.partial.end(), error.partial.counters().steps);
    let by_events = 2 * error.partial.events().len() as u64 > steps;
    let long =
        matches!(error.failure, RunFailure::Cancelled { .. }) || error.to_string().contains("steps were not enough");
    if long && !by_events {
        let changes = error.partial.transitions();
        let last = changes.iter().rev().take(4).map(|change| format!("{change:?}")).collect::<Vec<_>>().join("; ");
        report.fault(format!(
            "crawls: t = {} after {steps} steps and {} changes, the last: {last}",
            end.t,
            changes.len()
        ));
    }
    numbers(&error.partial, report);
}

/// All numbers are finite, and the samples are in the order of time.
pub fn numbers(run: &Trajectory, report: &mut Report) {
    let end = run.end();
    let all = end.q.iter().chain(&end.v).chain(&end.works).chain([&end.t]);
    report.demand(all.clone().all(|x| x.is_finite()), || format!("the last state is not finite: {end:?}"));
    let table = run.table();
    for (name, column) in table.names().iter().zip(table.columns()) {
        if let Some(k) = column.iter().position(|x| !x.is_finite()) {
            report.fault(format!("`{name}` is {} at t = {}", column[k], run.times()[k]));
            break;
        }
    }
    report.demand(run.times().windows(2).all(|t| t[0] <= t[1]), || "the times of samples fall".into());
    report.demand(run.energy_error().is_finite(), || format!("energy error {}", run.energy_error()));
}

/// The motion is finite. Of numbers near the largest there are, the energy may overflow, and is then told as it is.
pub fn motion(run: &Trajectory, report: &mut Report) {
    let finite = |at: Snapshot<'_>| [at.q(), at.v(), &at.acceleration()].concat().iter().all(|x| x.is_finite());
    if let Some(at) = run.samples().find(|at| !finite(at.clone())) {
        report.fault(format!("the motion is not finite at t = {}: {:?} {:?}", at.t(), at.q(), at.v()));
    }
}

/// Energies, works and lengths as large as they were.
fn sizes(run: &Trajectory) -> (f64, f64, f64) {
    let works = run.end().works.iter().map(|work| work.abs()).sum::<f64>();
    let energy = run.largest(|at| at.kinetic().abs() + at.potential().abs());
    let largest = |list: &[f64]| list.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
    let length = run.largest(|at| largest(at.q()));
    (1.0 + works + energy, length, run.largest(|at| largest(at.v())))
}

/// The energy balance closes to the accuracy of the motion, and projection leaves no drift. A balance that is off is made again more accurately:
/// what falls with the tolerance is the method's error, what stays is a fault.
pub fn balance(
    run: &Trajectory,
    settings: &Settings,
    again: impl Fn(&Settings) -> Option<Trajectory>,
    report: &mut Report,
) {
    let (energy, length, speed) = sizes(run);
    let part = run.energy_error() / energy;
    if settings.stabilization == Stabilization::Projection {
        let phi = run.drift().largest_phi();
        report.demand(phi <= 1e-8 * length, || format!("drift {phi:.1e} m with projection (size {length:.1})"));
        let rate = run.drift().largest_phi_dot();
        report.demand(rate <= 1e-7 * speed, || format!("drift {rate:.1e} m/s with projection (speed {speed:.1})"));
        if part > 1e3 * settings.tolerance.max(1e-12) {
            let tighter = Settings { tolerance: 1e-2 * settings.tolerance.max(1e-10), ..settings.clone() };
            let Some(better) = again(&tighter) else { return };
            let left = better.energy_error() / sizes(&better).0;
            report.demand(left <= 0.2 * part || left < 1e-9, || {
                format!(
                    "energy is off by {part:.1e} of itself, and by {left:.1e} at a tolerance of {:.0e}",
                    tighter.tolerance
                )
            });
        }
    }
}
