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
//! and not at 1e-8, where DOP853 takes twice the steps. Nor is anything told of differences that are rounding, and of steps at whose end an input was set anew.

use super::method::Method;

/// So many steps at the border tell that it is no accident, if not as many as `FREE` in a row between them are free.
const MANY: u64 = 15;
const FREE: u64 = 6;
/// Differences below this part of the state, or of the tolerances, are rounding.
const ROUNDING: f64 = 2e-14;
const NOTHING: f64 = 1e-8;

/// Steps of an explicit method that stability limited, and not accuracy: [`Method::Radau5`] would take longer ones.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stiffness {
    /// How many.
    pub steps: u64,
    /// The rate of the fastest decay in them, in 1/s, at least: that of the slowest of a row of them.
    pub rate: f64,
}

/// What is known of it.
#[derive(Clone, Debug)]
pub(super) struct Border {
    /// ρ at the border of stability.
    limit: f64,
    /// Y_s of the last attempt, and no state at all.
    stage: Vec<f64>,
    zero: Vec<f64>,
    /// What acts at the end of the last step is not what acted in it.
    jumped: bool,
    /// Steps at the border in this row with the least |λ| of them, and those that were not after the last of them.
    row: u64,
    least: f64,
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
        let told = Stiffness { steps: 0, rate: 0.0 };
        let [stage, zero] = [vec![0.0; dim], vec![0.0; dim]];
        Some(Self { limit, stage, zero, jumped: false, row: 0, least: f64::INFINITY, free: 0, told })
    }

    pub(super) fn keep(&mut self, stage: &[f64]) {
        self.stage.copy_from_slice(stage);
    }

    /// At a start: what was before is no row.
    pub(super) fn forget(&mut self) {
        (self.jumped, self.row, self.free, self.least) = (false, 0, 0, f64::INFINITY);
    }

    /// At the end of a step: what acts from now on is another, so that (1) says nothing of it.
    pub(super) fn note_jump(&mut self) {
        self.jumped = true;
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
        let seen = states > NOTHING && states > ROUNDING * apart(y, &self.zero);
        let comparable = !std::mem::take(&mut self.jumped);
        let rho = if seen && comparable { h * slopes / states } else { 0.0 };
        if rho <= self.limit || rho.is_nan() {
            self.free += 1;
            if self.free == FREE {
                (self.row, self.least) = (0, f64::INFINITY);
            }
            return;
        }
        (self.row, self.free, self.least) = (self.row + 1, 0, self.least.min(rho / h));
        if self.row >= MANY {
            self.told.steps += if self.row == MANY { MANY } else { 1 };
            self.told.rate = self.told.rate.max(self.least);
        }
    }
}
