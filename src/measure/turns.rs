//! Whole turns, counted: the value of a measure that is known up to whole multiples of a period.
//!
//! An angle in space is read between −π and π. Who needs more (gears, torsional springs) keeps t, u and u' of the last accepted step,
//! extrapolates u from there, and takes the value that is nearest to it:
//!
//! ```text
//! u = value + period · round((expected − value)/period)        expected = u₀ + u₀' (t − t₀)
//! ```
//!
//! (t − t₀ is no less than zero.) That is unique as long as the extrapolation is off by less than half a turn. Where nothing is kept yet the value is taken as it is read.

use super::{Measure, Reading, Varied};
use crate::element::{Ctx, Moving};
use crate::error::ElementError;

/// How many numbers are kept of a measure.
const KEPT: usize = 3;

/// What is kept at first: nothing is known; no room for it if the measure has no period.
pub(crate) fn blank(measure: &impl Measure) -> Vec<f64> {
    vec![f64::NAN; if measure.period().is_some() { KEPT } else { 0 }]
}

/// The value with the whole turns that bring it next to where it is expected from the last step's [t, u, u'].
pub(crate) fn count(value: f64, period: Option<f64>, t: f64, last: &[f64]) -> f64 {
    let (Some(period), [t0, u, rate]) = (period, last) else { return value };
    // A state that was put back to an earlier time is where it was.
    let expected = u + rate * (t - t0).max(0.0);
    if expected.is_finite() { value + period * ((expected - value) / period).round() } else { value }
}

/// Reads a measure with its turns counted, for an element that keeps nothing but this measure.
#[inline(always)]
pub(crate) fn read<M: Measure>(measure: &M, at: Ctx<'_, M::Space>) -> Result<Reading<M::Space>, ElementError> {
    let mut u = measure.read(at)?;
    u.value = count(u.value, measure.period(), at.t, at.memory());
    Ok(u)
}

/// The same with how it changes.
pub(crate) fn vary<M: Measure>(measure: &M, at: Moving<'_, M::Space>) -> Option<Varied<M::Space>> {
    let mut u = measure.vary(at)?;
    u.value.re = count(u.value.re, measure.period(), at.now.t, at.memory);
    Some(u)
}

/// Keeps what the next step counts from.
pub(crate) fn keep<S: crate::element::Space>(u: &Reading<S>, t: f64, memory: &mut [f64]) {
    if let Some(now) = memory.first_chunk_mut::<KEPT>() {
        *now = [t, u.value, u.rate];
    }
}

#[cfg(test)]
mod tests {
    use super::count;
    use std::f64::consts::{PI, TAU};

    #[test]
    fn analytic_turns_are_counted_from_where_the_last_step_leads() {
        let last = [1.0, 3.0, 5.0];
        for dt in [0.1, 0.5, 2.0] {
            let u = 3.0 + 5.0 * dt + 0.2;
            let read = f64::sin(u).atan2(f64::cos(u));
            assert!((-PI..=PI).contains(&read) && (count(read, Some(TAU), 1.0 + dt, &last) - u).abs() < 1e-14);
        }
        assert!((count(1.0 - TAU, Some(TAU), -5.0, &[1.0, 1.0 + TAU, 5.0]) - (1.0 + TAU)).abs() < 1e-14);
        assert_eq!(count(0.5, Some(TAU), 1.0, &[f64::NAN; 3]), 0.5);
        assert_eq!(count(0.5, None, 1.0, &last), 0.5);
    }
}
