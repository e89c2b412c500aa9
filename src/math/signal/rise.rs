//! From one value to another between two times.
//!
//! With x = (t − t₀)/(t₁ − t₀), held between 0 and 1,
//!
//! ```text
//! f = y₀ + (y₁ − y₀) x                          whose rate jumps at both times
//! f = y₀ + (y₁ − y₀) x³ (10 − 15 x + 6 x²)      whose third derivative does
//! ```

use crate::math::Jet;

#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(super) struct Rise {
    pub(super) times: [f64; 2],
    pub(super) values: [f64; 2],
    pub(super) smooth: bool,
}

const BACK: &str = "a ramp, smooth step or trapezoid goes back in time, or has a number that is not finite: give its times as they rise";

impl Rise {
    pub(super) fn at(&self, t: Jet) -> Jet {
        let ([from, to], [low, high]) = (self.times, self.values);
        // Exactly the value that was given, on either side; of a rise without length the step.
        if t.value >= to {
            return Jet::from(high);
        }
        if t.value <= from {
            return Jet::from(low);
        }
        let x = (t - from) / (to - from);
        let part = if self.smooth { x.powi(3) * (10.0 + x * (6.0 * x - 15.0)) } else { x };
        low + (high - low) * part
    }

    /// Between numbers, at times that do not fall but for rounding.
    pub(super) fn flaw(&self) -> Option<&'static str> {
        let finite = self.times.iter().chain(&self.values).all(|x| x.is_finite());
        (!finite || falls(self.times[0], self.times[1])).then_some(BACK)
    }

    pub(super) fn next_kink(&self, t: f64) -> Option<f64> {
        self.times.into_iter().find(|time| *time > t)
    }

    pub(super) fn continuity(&self) -> u8 {
        match (self.times[0] < self.times[1], self.smooth) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 3,
        }
    }
}

/// Is the second of two times before the first, and not by rounding?
pub(super) fn falls(from: f64, to: f64) -> bool {
    to < from - ROUNDING * from.abs()
}

/// As 0.1 + 0.2 is more than 0.3.
const ROUNDING: f64 = 1e-12;
