//! The form of the closed contacts, and the number that says that it is positive: (1), from what `standing.rs` solves.
//!
//! Scaled by the roots of G̃_(n_i n_i), S is the symmetric part of G (H4) of the contacts that slide, for which those at rest are smooth, and B_j ≥ 0 that of one at rest, by size,
//! which has either sign. G is positive definite for all directions if
//!
//! ```text
//! (1)  ‖ |1 − S| + B ‖_∞ < 1,    or    1 − λ(S) + ‖B‖_∞ < 1         (λ: the least eigenvalue)
//! ```
//!
//! and this number is told. For one contact at rest it is μ' |G̃_nt|/G̃_nn: how near it is to jamming.

use crate::linear::dense::Lu;
use crate::linear::symmetric::least_eigenvalue;
use crate::model::Mode;

/// What (1) must stay below 1 by.
pub(super) const ROUNDING: f64 = 1e-12;

/// Buffers of the certificate; they grow to the largest number of closed contacts.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Standing {
    pub(super) closed: Vec<Closed>,
    /// The rows of R.
    pub(super) kept: Vec<usize>,
    /// Λ, then G̃ of each normal with R, row by row.
    pub(super) inverse: Vec<f64>,
    pub(super) lu: Lu,
    pub(super) g: Vec<f64>,
    pub(super) column: Vec<f64>,
    /// 1 − S, and B.
    pub(super) form: Vec<f64>,
    pub(super) rest: Vec<f64>,
    pub(super) force: Vec<f64>,
    pub(super) rows: Vec<f64>,
}

/// A closed contact: where its normal and, if it sticks, its tangent are among R.
#[derive(Copy, Clone, Debug)]
pub(super) struct Closed {
    pub(super) normal: usize,
    pub(super) friction: Option<usize>,
    pub(super) mode: Mode,
}

impl Standing {
    /// (1), from −G of what slides and G̃ of what rests.
    pub(super) fn number(&mut self) -> Option<f64> {
        let n = self.closed.len();
        let width = self.kept.len();
        self.column.clear();
        for (i, closed) in self.closed.iter().enumerate() {
            let at = self.kept.iter().position(|kept| *kept == closed.normal)?;
            let own = self.g[i * width + at];
            if !(own > 0.0 && own.is_finite()) {
                return None;
            }
            self.column.push(own.sqrt().recip());
        }
        let mut both = 0.0_f64;
        let mut resting = 0.0_f64;
        for i in 0..n {
            let (mut all, mut rests) = (0.0, 0.0);
            for j in 0..n {
                let scale = 0.5 * self.column[i] * self.column[j];
                let rest = scale * (self.rest[i * n + j] + self.rest[j * n + i]);
                let unit = f64::from(u8::from(i == j));
                all += (unit + scale * (self.form[i * n + j] + self.form[j * n + i])).abs() + rest;
                rests += rest;
            }
            (both, resting) = (both.max(all), resting.max(rests));
        }
        if both < 1.0 - ROUNDING {
            return Some(both);
        }
        self.inverse.clear();
        for i in 0..n {
            for j in 0..n {
                let scale = 0.5 * self.column[i] * self.column[j];
                self.inverse.push(-scale * (self.form[i * n + j] + self.form[j * n + i]));
            }
        }
        Some(1.0 - least_eigenvalue(&mut self.inverse, n) + resting)
    }
}
