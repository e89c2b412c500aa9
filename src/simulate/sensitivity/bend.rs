//! Has a function a corner, and how near is it?
//!
//! At a corner both sides have slopes of their own, and a central difference is their mean, however short. With f₊ and f₋ at ±h,
//!
//! ```text
//! (1)  c(h) = |f₊ + f₋ − 2f|/h      falls with h where f is smooth, by half from 2h to h; at a corner it is the difference of both slopes
//! ```

use crate::math::max_abs_skip_nan;
use crate::model::{Model, State};

/// How many units of rounding what is differenced may be off by.
pub(super) const ROUNDING: f64 = 256.0 * f64::EPSILON;
/// What (1) is beside the slope where it counts, and where the corner is nearer than h.
pub(super) const CORNER: f64 = 0.01;
pub(super) const ACROSS: f64 = 0.25;
/// What (1) may be beside the slope where the step is shortened no more: of a corner that is nearer than that the mean of both sides is taken.
pub(super) const BENT: f64 = 1e-5;
/// What it is of no corner, times h: a number that is zero, as a gap where it closes, is so by cancellation of what is not.
pub(super) const NOTHING: f64 = 1e-10;

/// What is differenced, of a model, a state and by how much of the direction that was moved: one compiled difference for all functions, which cost far more than a call.
pub(super) type Function<'a, E> = &'a mut dyn FnMut(&Model, &State, f64) -> Result<Vec<f64>, E>;

/// Where (1) does not fall with h, of which the slope and its rounding are no more than `least`.
pub(super) fn is_bent(bend: &[f64], far: &[f64], least: f64) -> Option<usize> {
    bend.iter().zip(far).position(|(bend, far)| *bend > least && *bend > 0.75 * far && *bend < 1.5 * far)
}

/// Where values at ±h and ±2h show a corner, beside a slope.
pub(super) fn bends(here: &[f64], [near, far]: &[[Vec<f64>; 2]; 2], h: f64, slope: f64) -> Option<usize> {
    let bend = |[up, down]: &[Vec<f64>; 2], h: f64| -> Vec<f64> {
        up.iter().zip(down).zip(here).map(|((up, down), here)| (up + down - 2.0 * here).abs() / h).collect()
    };
    let least = CORNER * slope + (ROUNDING * max_abs_skip_nan(here) + NOTHING) / h;
    is_bent(&bend(near, h), &bend(far, 2.0 * h), least)
}
