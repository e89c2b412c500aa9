//! The form of the closed contacts of an island, and the number that says that it is positive: (1), from what `standing.rs` solves.
//!
//! Scaled by the roots of G̃_(n_i n_i), S is the symmetric part of G (H4) of the contacts that slide, for which those at rest are smooth, and B_j ≥ 0 that of one at rest, by size,
//! which has either sign. G is positive definite for all directions if
//!
//! ```text
//! (1)  ‖ |1 − S| + B ‖_∞ < 1,    or    1 − λ(S) + ‖B‖_∞ < 1         (λ: the least eigenvalue)
//! ```
//!
//! and this number is told. For one contact at rest it is μ' |G̃_nt|/G̃_nn: how near it is to jamming. In space, where what rests may start to any side, B must be zero: that of a ball on a floor
//! is, and then N does not depend on friction at rest, which leaves one motion because it opposes the slip (`certify.rs`).

use super::islands::Islands;
use super::responses::ALONE;
use super::wide::Wide;
use crate::linear::symmetric::least_eigenvalue;
use crate::model::Mode;

/// What (1) must stay below 1 by.
pub(super) const ROUNDING: f64 = 1e-12;

/// Buffers of the certificate.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Standing {
    pub(super) islands: Islands,
    /// The modes that islands and rows belong to, by number, if they depend on these alone.
    pub(super) of: Option<u64>,
    /// One for each island with friction; more, where there were more.
    pub(super) forms: Vec<Form>,
    /// How many of them are in use.
    pub(super) used: usize,
    pub(super) wide: Wide,
    pub(super) column: Vec<f64>,
    pub(super) force: Vec<f64>,
    pub(super) rows: Vec<f64>,
}

/// The closed contacts of an island, and their certificate; buffers that grow to the largest number of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Form {
    pub(super) closed: Vec<Closed>,
    /// The rows of R.
    pub(super) kept: Vec<usize>,
    /// Λ over R, then its inverse G̃; both are symmetric.
    pub(super) influences: Vec<f64>,
    /// ℓ over R of each contact that slides, one after the other.
    pub(super) slides: Vec<f64>,
    /// Do contacts alone hold the island? Then G̃ stands in the place of Λ, and its columns over the closed contacts in that of ℓ (`standing.rs`).
    pub(super) free: bool,
    /// The friction of its only contact, where `alone.rs` says all of it.
    pub(super) alone: Option<usize>,
    /// 1 − S, and B.
    pub(super) form: Vec<f64>,
    pub(super) rest: Vec<f64>,
    scale: Vec<f64>,
    symmetric: Vec<f64>,
}

/// A closed contact: its friction point, how that is, and where its normal is among R.
#[derive(Copy, Clone, Debug)]
pub(super) struct Closed {
    pub(super) friction: Option<usize>,
    pub(super) mode: Mode,
    pub(super) normal: usize,
}

impl Form {
    /// The friction points that slide.
    pub(super) fn sliding(&self) -> impl Iterator<Item = usize> {
        self.closed.iter().filter(|closed| closed.mode.direction() != 0.0).filter_map(|closed| closed.friction)
    }

    /// G̃ in the place of Λ, (1) of `standing.rs`: elimination in place, of a matrix that is positive definite.
    pub(super) fn invert(&mut self) -> Option<()> {
        let (n, a) = (self.kept.len(), &mut self.influences);
        for k in 0..n {
            let pivot = std::mem::replace(&mut a[k * n + k], 1.0);
            if !(pivot > 0.0 && pivot.is_finite()) {
                return None;
            }
            a[k * n..][..n].iter_mut().for_each(|x| *x /= pivot);
            for i in (0..n).filter(|&i| i != k) {
                let factor = std::mem::replace(&mut a[i * n + k], 0.0);
                (0..n).for_each(|j| a[i * n + j] -= factor * a[k * n + j]);
            }
        }
        Some(())
    }

    /// Begins with G̃ of the normals with each other.
    pub(super) fn begin(&mut self) {
        let (n, width) = (self.closed.len(), self.kept.len());
        self.form.clear();
        for i in &self.closed {
            let row = &self.influences[i.normal * width..][..width];
            self.form.extend(self.closed.iter().map(|j| -row[j.normal]));
        }
        self.rest.clear();
        self.rest.resize(n * n, 0.0);
    }

    /// G̃ of the normals with a row that is Σ z_r J_r over R.
    pub(super) fn of_normals<'a>(&'a self, z: impl Fn(usize) -> f64 + Copy + 'a) -> impl Iterator<Item = f64> + 'a {
        let width = self.kept.len();
        self.closed.iter().map(move |i| {
            let own = &self.influences[i.normal * width..][..width];
            own.iter().enumerate().map(|(r, g)| z(r) * g).sum()
        })
    }

    /// Does an impulse along one row of R move none of the normals?
    pub(super) fn is_apart(&self, row: usize) -> bool {
        let at = |i: usize, j: usize| self.influences[i * self.kept.len() + j];
        let none = |i: usize| at(i, row).abs() <= ALONE * (at(i, i) * at(row, row)).sqrt();
        self.closed.iter().all(|closed| none(closed.normal))
    }

    /// (1), from −G of what slides and G̃ of what rests.
    pub(super) fn number(&mut self) -> Option<f64> {
        let (n, width) = (self.closed.len(), self.kept.len());
        self.scale.clear();
        for closed in &self.closed {
            let own = self.influences[closed.normal * (width + 1)];
            if !(own > 0.0 && own.is_finite()) {
                return None;
            }
            self.scale.push(own.sqrt().recip());
        }
        let mut both = 0.0_f64;
        let mut resting = 0.0_f64;
        for i in 0..n {
            let (mut all, mut rests) = (0.0, 0.0);
            for j in 0..n {
                let scale = 0.5 * self.scale[i] * self.scale[j];
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
        self.symmetric.clear();
        for i in 0..n {
            for j in 0..n {
                let scale = 0.5 * self.scale[i] * self.scale[j];
                self.symmetric.push(-scale * (self.form[i * n + j] + self.form[j * n + i]));
            }
        }
        Some(1.0 - least_eigenvalue(&mut self.symmetric, n) + resting)
    }
}
