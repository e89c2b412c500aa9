//! Components without a weight, looked after where those that have one would let steps grow without end.
//!
//! Where a motion is a polynomial in time that the method has exactly, its error says that any step will do, and works, which are integrals of polynomials of a higher degree, would be
//! wrong by some per cent between the ends of such steps. So a step that is far easier than its tolerances ([`EASY`]) is measured by works besides:
//!
//! ```text
//! (1)  ε = max |e_i| / (L r max(E, |w_i| at both ends))      L = LOOSE, r the relative tolerance, E an energy
//! ```
//!
//! A work is not smooth where forces are not, and may be nothing but rounding, at which no step would be short enough. What (1) refuses is therefore at least a part [`LEAST`] of the time since the
//! run began. From a first step h₀ on a run over T so takes ln(T/h₀)/LEAST steps at most for their sake, some hundreds or a thousand, and no run crawls.

use super::Stepper;
use crate::ode::control::{Besides, Control};
use crate::ode::norm::Scale;

/// A step with an error below this, in tolerances, could be five times as long: what it follows is a polynomial but for rounding.
const EASY: f64 = 1e-6;
/// In tolerances: works are looked after, not controlled.
const LOOSE: f64 = 1e3;
/// Steps as short as this part of the run so far are never refused.
const LEAST: f64 = 1.0 / 64.0;

impl Stepper {
    /// The error of the last attempt with what is besides, if `error` is that of the components that have a weight.
    pub(super) fn with_besides(&mut self, error: f64, h: f64) -> f64 {
        let Control { besides: Some(besides), rtol, .. } = &self.control else { return error };
        // What is not a number stays what it is.
        if error >= EASY || error.is_nan() || h <= LEAST * (self.t_prev - besides.since) || self.t_prev <= besides.since
        {
            return error;
        }
        let (Besides { places, size, .. }, rtol) = (besides.clone(), *rtol);
        let besides = self.error_in(h, |_: &Scale, [y0, y1], error| {
            let largest = |y: &[f64], least: f64| y[places.clone()].iter().fold(least, |most, w| most.max(w.abs()));
            largest(error, 0.0) / (LOOSE * rtol * largest(y0, largest(y1, size))).max(f64::MIN_POSITIVE)
        });
        // Where it is not a number the components with a weight decide.
        error.max(besides)
    }
}
