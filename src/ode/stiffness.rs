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

use super::method::Method;

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

    /// At a start: what was before is no row.
    pub(super) fn forget(&mut self) {
        (self.row, self.free) = (0, 0);
    }

    /// What is told, if there is anything.
    pub(super) fn told(&self) -> Option<Stiffness> {
        Some(self.told).filter(|told| told.steps > 0)
    }

    /// Looks at a step of size h to the state y, where the slope is `slope`; `last` is that of the last stage, and `apart` the scaled size of a difference.
    pub(super) fn look(
        &mut self,
        h: f64,
        y: &[f64],
        [slope, last]: [&[f64]; 2],
        mut apart: impl FnMut(&[f64], &[f64]) -> f64,
    ) {
        let (states, slopes) = (apart(y, &self.stage), apart(slope, last));
        let rho = if states > ROUNDING { h * slopes / states } else { 0.0 };
        if rho <= self.limit || rho.is_nan() {
            self.free += 1;
            if self.free == FREE {
                self.row = 0;
            }
            return;
        }
        (self.row, self.free) = (self.row + 1, 0);
        if self.row >= MANY {
            self.told.steps += if self.row == MANY { MANY } else { 1 };
            self.told.rate = self.told.rate.max(rho / h);
        }
    }
}
