//! Orbits, and why none was found.

use crate::dynamics::State;
use crate::error::EvalError;
use crate::math::Brief;
use crate::simulate::{Flag, RunError};
use nalgebra::Complex;
use thiserror::Error;

/// An orbit that closes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Orbit {
    /// A state on it.
    pub state: State,
    /// Its period.
    pub period: f64,
    /// Floquet multipliers, the largest first: the factors by which small differences grow in one period.
    pub multipliers: Vec<Complex<f64>>,
    /// Largest difference between end and beginning.
    pub residual: f64,
    /// Newton steps.
    pub iterations: usize,
    /// Where its derivatives are one-sided or uncertain.
    pub flags: Vec<Flag>,
    /// Why the multipliers come from differences of runs, if they do: what [sensitivities](crate::simulate::Sensitivities) do not know.
    pub differences: Option<String>,
}

impl Orbit {
    /// The largest multiplier as an exponent: ln|m|/T, per unit of time.
    pub fn exponent(&self) -> f64 {
        self.multipliers.first().map_or(f64::NAN, |m| m.norm().ln() / self.period)
    }
}

/// Why no periodic orbit was found.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OrbitError {
    /// A run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A state could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// A period that is none.
    #[error("the period of an orbit cannot be {period} s: give a period above zero")]
    Period {
        /// The period.
        period: f64,
    },
    /// A tolerance, or a displacement for differences, that is none.
    #[error("the {setting} of a search for an orbit cannot be {}: give one above zero", Brief(*value))]
    Setting {
        /// Which.
        setting: &'static str,
        /// What was given.
        value: f64,
    },
    /// A period that is not that of the drive.
    #[error(
        "what drives the model does not repeat itself after {} s: at t = {} the {what} of `{name}` is {}, and a period later, in the same position and motion, {}; give the period of the drive, or a multiple of it, to all its digits",
        Brief(*period), Brief(*t), Brief(*before), Brief(*after)
    )]
    Drive {
        /// The period that was given.
        period: f64,
        /// When.
        t: f64,
        /// Acceleration, or the rate of a constraint.
        what: &'static str,
        /// Of what.
        name: String,
        /// What it is.
        before: f64,
        /// What it is a period later.
        after: f64,
    },
    /// No such coordinate.
    #[error("there is no coordinate `{name}`: `model.coordinate_names()` lists the names")]
    UnknownCoordinate {
        /// The name.
        name: String,
    },
    /// Newton's method came to no end.
    #[error(
        "no orbit of period {} s near the guess: after {iterations} corrections its end still differs from its beginning by {}; \
         start from a section that has nearly settled, or use smaller differences with `step`",
        Brief(*period), Brief(*residual)
    )]
    NotFound {
        /// The period, as it stood.
        period: f64,
        /// Steps taken.
        iterations: usize,
        /// Largest difference that is left.
        residual: f64,
    },
    /// The multipliers were not found.
    #[error(
        "the eigenvalues of the orbit's matrix cannot be found: look for numbers that are not finite, or use smaller differences with `step`"
    )]
    NoEigenvalues,
}
