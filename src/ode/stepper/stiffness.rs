//! Is it stability that limits the steps, and not accuracy?
//!
//! The last stage of a step and its end are two states at one time that differ by an error of the method, mostly in what decays fastest. With Y_s that stage,
//!
//! ```text
//! (1)  ρ = h ‖f(y1) − f(Y_s)‖ / ‖y1 − Y_s‖
//! ```
//!
//! is about h |λ| of the fastest part of the solution (Hairer & Wanner, Solving ODEs II, section IV.2). A step control that feels nothing but errors lets h grow until that part begins to swell, and then ρ
//! is at the border of the region of stability, step after step: that is told. It costs nothing but the sums of (1).
//!
//! At tight tolerances the errors that such a part makes where it follows the others limit the steps before stability does. That is not told: on a slider-crank with bushings it is told at 1e-4 and 1e-6,
//! and not at 1e-8, where DOP853 takes twice the steps.

use super::Stepper;
use crate::ode::Method;

/// So many steps at the border tell that it is no accident, if not as many as `FREE` in a row between them are free.
const MANY: u64 = 15;
const FREE: u64 = 6;
/// Differences below this part of the tolerances are rounding.
const ROUNDING: f64 = 1e-8;

/// Steps of an explicit method that stability limited, and not accuracy: [`Method::Radau5`] would take longer ones.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stiffness {
    /// How many.
    pub steps: u64,
    /// The rate of the fastest decay that was seen in them, in 1/s.
    pub rate: f64,
}

/// What is known of it.
#[derive(Clone, Debug)]
pub(super) struct Border {
    /// ρ at the border of stability.
    limit: f64,
    /// Y_s of the last attempt.
    stage: Vec<f64>,
    /// Steps at the border in this row, and those that were not after the last of them.
    row: u64,
    free: u64,
    /// What is told.
    told: Stiffness,
}

impl Border {
    /// None of a method whose border is not known, or whose last stage is not at the end.
    pub(super) fn of(method: Method, dim: usize) -> Option<Self> {
        let limit = match method {
            Method::Dop853 => 6.1,
            Method::Dopri5 => 3.25,
            _ => return None,
        };
        Some(Self { limit, stage: vec![0.0; dim], row: 0, free: 0, told: Stiffness { steps: 0, rate: 0.0 } })
    }

    pub(super) fn keep(&mut self, stage: &[f64]) {
        self.stage.copy_from_slice(stage);
    }
}

impl Stepper {
    /// Steps that stability limited; `None` if there were none, or if the method is neither [`Method::Dop853`] nor [`Method::Dopri5`]. It takes many of them in a row before one counts.
    pub fn stiffness(&self) -> Option<Stiffness> {
        self.border.as_ref().map(|border| border.told).filter(|told| told.steps > 0)
    }

    /// Looks at the step that has just been left behind.
    pub(super) fn look_at_border(&mut self) {
        let (dim, h) = (self.dim, self.t - self.t_prev);
        let Some(border) = &mut self.border else { return };
        // Where it starts there is no step behind.
        if h.is_nan() || h <= 0.0 || self.control.fixed_step.is_some() {
            return;
        }
        let last = &self.k[(self.stages - 1) * dim..self.stages * dim];
        let mut norm = |a: &[f64], b: &[f64]| {
            self.work.iter_mut().zip(a.iter().zip(b)).for_each(|(d, (a, b))| *d = a - b);
            self.scale.norm(&self.work, &self.y_prev, &self.y)
        };
        let (states, slopes) = (norm(&self.y, &border.stage), norm(&self.slope, last));
        let rho = if states > ROUNDING { h * slopes / states } else { 0.0 };
        if rho <= border.limit || rho.is_nan() {
            border.free += 1;
            if border.free == FREE {
                border.row = 0;
            }
            return;
        }
        (border.row, border.free) = (border.row + 1, 0);
        if border.row >= MANY {
            border.told.steps += if border.row == MANY { MANY } else { 1 };
            border.told.rate = border.told.rate.max(rho / h);
        }
    }
}
