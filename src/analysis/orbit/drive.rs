//! Does a model repeat itself in time?
//!
//! At one position and velocity, φ' (or ψ) and the accelerations depend on time alone. (An orbit that closes up to whole turns is not asked: its drive may go with them.) What drives with a period T is a period later what it was, at whichever times it is asked; how far f itself has gone on, as
//! the angle of a crank has by a whole turn, is none of the drive's, and is seen where the orbit closes or does not.

use super::found::OrbitError;
use crate::dynamics::{Baumgarte, Mode, State};
use crate::model::Model;

/// Parts of a period at which it is asked, none of them where drives are wont to have kinks.
const ASKED: [f64; 7] = [0.0173, 0.1571, 0.2934, 0.4432, 0.5761, 0.7178, 0.8729];
/// By which part of how much it varies it may differ a period later: periods are given with so many digits.
const SAME: f64 = 1e-6;
/// Rounding, by the largest number.
const ROUNDING: f64 = 1e-10;

/// Refuses a period after which what depends on time is not what it was.
pub(super) fn check_drive(model: &Model, guess: &State, period: f64) -> Result<(), OrbitError> {
    model.check_state(guess)?;
    let mut at = guess.clone();
    // What counts whole turns would go on counting until each of the times: it is asked as if it knew of none.
    at.memory.copy_from_slice(&model.placed().memory);
    // Whichever way they slide: undecided they could not be evaluated.
    at.modes[model.constraint_count()..].fill(Mode::Forward);
    let mut ws = model.workspace();
    let mut read = |t: f64| {
        at.t = t;
        // Where it cannot be evaluated a run tells why.
        let told = model.evaluate(&mut ws, &at, Baumgarte::OFF).is_ok();
        told.then(|| [ws.acceleration().to_vec(), ws.rate.to_vec()])
    };
    let times = ASKED.map(|part| guess.t + part * period);
    let Some(pairs) = times.iter().map(|t| Some([read(*t)?, read(*t + period)?])).collect::<Option<Vec<_>>>() else {
        return Ok(());
    };
    for (kind, names) in [model.velocity_names(), model.row_names()].into_iter().enumerate() {
        for (k, name) in names.into_iter().enumerate() {
            let numbers = || pairs.iter().map(|[now, later]| [now[kind][k], later[kind][k]]);
            let most = numbers().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
            let least = numbers().flatten().fold(f64::INFINITY, f64::min);
            let varies = numbers().flatten().fold(f64::NEG_INFINITY, f64::max) - least;
            let differs = |pair: &[f64; 2]| (pair[1] - pair[0]).abs() > SAME * varies + ROUNDING * (1.0 + most);
            if let Some(place) = numbers().position(|pair| differs(&pair)) {
                let [before, after] = numbers().nth(place).unwrap_or_default();
                let what = if kind == 0 { "acceleration" } else { "rate" };
                return Err(OrbitError::Drive { period, t: times[place], what, name, before, after });
            }
        }
    }
    Ok(())
}
