//! How accurate a run is to be, and how the step size follows from the error.
//!
//! With the error estimate e of a step, tolerances a_i (absolute) and r (relative) and weights w_i:
//!
//! ```text
//! (1)  x_i = w_i e_i / (a_i + r max(|y0_i|, |y1_i|))
//! (2)  ε   = sqrt(Σ x_i² / n)   or   max |x_i|              over the n components with w_i > 0; accepted iff ε ≤ 1
//! (3)  h_new = h · min(f_max, max(f_min, s ε^−(κ − 3β/4) ε_old^β)),     κ = 1/(q + 1), q the order of the estimate
//! ```
//!
//! ε_old belongs to the accepted step before. β = 0 is the elementary controller; 0 < β ≤ 0.1 damps steps that would
//! swing between too long and too short (Hairer, Nørsett, Wanner, Solving ODEs I, section II.4, and II, section
//! IV.2). A rejected step uses β = 0 in the last factor, and the step after a rejection does not grow.

use super::error::ControlError;
use super::method::Method;
use std::ops::Range;

/// The norm of a scaled error.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Norm {
    /// Root mean square over the components that count.
    #[default]
    Rms,
    /// Largest component.
    Max,
}

/// Components without a weight that are looked after all the same: `stepper/besides.rs`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Besides {
    /// Their places.
    pub(crate) places: Range<usize>,
    /// When the run began.
    pub(crate) since: f64,
    /// What they are at least measured by.
    pub(crate) size: f64,
}

/// Step control.
///
/// ```
/// use chetaev::ode::{Control, Method, Norm};
/// let mut control = Control::adaptive(1e-8, 1e-10);
/// (control.norm, control.max_step) = (Norm::Max, 0.1);
/// assert!(chetaev::ode::Stepper::new(Method::Dopri5, 2, control).is_ok());
/// // The classical method estimates no error: it needs a step.
/// assert!(chetaev::ode::Stepper::new(Method::Rk4, 2, Control::default()).is_err());
/// assert!(chetaev::ode::Stepper::new(Method::Rk4, 2, Control::fixed(0.01)).is_ok());
/// ```
// One number for each symbol of the step control; most keep their defaults.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Control {
    /// Relative tolerance.
    pub rtol: f64,
    /// Absolute tolerance: one per component, or a single one for all.
    pub atol: Vec<f64>,
    /// Weight of each component in the error norm; 0 leaves it out. Empty: 1 for all.
    pub weights: Vec<f64>,
    /// The norm.
    pub norm: Norm,
    /// Runs with this step and without error control. Required by methods that do not estimate their error.
    pub fixed_step: Option<f64>,
    /// First step after a start; chosen from the right-hand side if not given.
    pub initial_step: Option<f64>,
    /// Smallest step; where 16 units in the last place of t are larger, those are used.
    pub min_step: f64,
    /// Largest step.
    pub max_step: f64,
    /// Most attempts, rejected ones included, between a start and the next.
    pub max_steps: u64,
    /// Safety factor s of (3).
    pub safety: f64,
    /// Strongest reduction of the step f_min.
    pub min_factor: f64,
    /// Strongest growth of the step f_max.
    pub max_factor: f64,
    /// Exponent β of the error of the step before.
    pub beta: f64,
    /// Components without a weight that are looked after all the same.
    pub(crate) besides: Option<Besides>,
}

impl Default for Control {
    /// Tolerances of 1e-6, relative and absolute.
    fn default() -> Self {
        Self::adaptive(1e-6, 1e-6)
    }
}

impl Control {
    /// Steps chosen such that the error estimate meets the tolerances.
    pub fn adaptive(rtol: f64, atol: f64) -> Self {
        Self {
            rtol,
            atol: vec![atol],
            weights: Vec::new(),
            norm: Norm::Rms,
            fixed_step: None,
            initial_step: None,
            min_step: 0.0,
            max_step: f64::INFINITY,
            max_steps: 10_000_000,
            safety: 0.9,
            min_factor: 0.2,
            max_factor: 10.0,
            beta: 0.04,
            besides: None,
        }
    }

    /// Steps of the given size, whatever the error.
    pub fn fixed(step: f64) -> Self {
        Self { fixed_step: Some(step), ..Self::default() }
    }

    /// Refuses what cannot work for a state of `dim` components.
    pub(super) fn validate(&self, method: Method, dim: usize) -> Result<(), ControlError> {
        if dim == 0 {
            return Err(ControlError::EmptyState);
        }
        for (name, value) in [("fixed_step", self.fixed_step), ("initial_step", self.initial_step)] {
            if let Some(value) = value {
                require(name, value, value > 0.0 && value.is_finite(), "positive")?;
            }
        }
        if self.fixed_step.is_none() && !method.is_adaptive() {
            return Err(ControlError::NeedsFixedStep { method });
        }
        length("atol", self.atol.len(), self.atol.len() == 1, dim)?;
        length("weights", self.weights.len(), self.weights.is_empty(), dim)?;
        let sane = |x: f64| x >= 0.0 && x.is_finite();
        require("rtol", self.rtol, sane(self.rtol), "zero or positive")?;
        // Its iteration stops at rounding before.
        let met = !method.is_implicit() || self.rtol == 0.0 || self.rtol >= 1e-12;
        require("rtol", self.rtol, met, "at least 1e-12 for radau5, or zero")?;
        for &atol in &self.atol {
            let some = atol > 0.0 || self.rtol > 0.0;
            require("atol", atol, sane(atol) && some, "positive, or zero where rtol is not")?;
        }
        for &weight in &self.weights {
            require("weights", weight, sane(weight), "zero or positive")?;
        }
        if !self.weights.is_empty() && self.weights.iter().all(|&weight| weight == 0.0) {
            return Err(ControlError::NothingWeighs);
        }
        require("min_step", self.min_step, sane(self.min_step), "zero or positive")?;
        let ordered = self.max_step > 0.0 && self.max_step >= self.min_step;
        require("max_step", self.max_step, ordered, "positive and not below min_step")?;
        let safety = self.safety > 0.0 && self.safety < 1.0;
        require("safety", self.safety, safety, "between 0 and 1")?;
        let shrinks = self.min_factor > 0.0 && self.min_factor < 1.0;
        require("min_factor", self.min_factor, shrinks, "between 0 and 1")?;
        let grows = self.max_factor > 1.0 && self.max_factor.is_finite();
        require("max_factor", self.max_factor, grows, "finite and above 1")?;
        let damps = (0.0..=0.1).contains(&self.beta);
        require("beta", self.beta, damps, "between 0 and 0.1")
    }
}

fn require(name: &'static str, value: f64, holds: bool, wanted: &'static str) -> Result<(), ControlError> {
    if holds { Ok(()) } else { Err(ControlError::BadValue { name, value, wanted }) }
}

fn length(name: &'static str, found: usize, short: bool, dim: usize) -> Result<(), ControlError> {
    if short || found == dim { Ok(()) } else { Err(ControlError::BadLength { name, found, dim }) }
}
