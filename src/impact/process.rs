//! What a process at one contact is about: response, rates, where it stands.

use super::law::Friction;
use super::progress::Progress;
use crate::math::small::{dot, plus, times};
use std::array::from_fn;

/// G̃ of a contact with K tangents.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Response<const K: usize> {
    pub nn: f64,
    pub nt: [f64; K],
    pub tt: [[f64; K]; K],
}

/// Rates of the gap and of the slip.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Rates<const K: usize> {
    pub gap: f64,
    pub slip: [f64; K],
}

impl<const K: usize> Response<K> {
    /// From the rows of a symmetric matrix, the normal first.
    pub fn from_rows(rows: &[f64]) -> Self {
        let row = |i: usize| from_fn(|j| rows[i * (K + 1) + j + 1]);
        Self { nn: rows[0], nt: row(0), tt: from_fn(|i| row(i + 1)) }
    }

    /// ds/dp while it slides along d under μ, and dγ/dp.
    pub(super) fn slopes(&self, mu: f64, d: &[f64; K]) -> (f64, [f64; K]) {
        (self.nn - mu * dot(&self.nt, d), plus(&self.nt, -mu, &times(&self.tt, d)))
    }

    pub(super) fn scaled(&self, c: f64) -> Self {
        Self { nn: c * self.nn, nt: self.nt.map(|x| c * x), tt: self.tt.map(|row| row.map(|x| c * x)) }
    }

    pub(super) fn largest(&self) -> f64 {
        (0..K).fold(self.nn, |most, i| most.max(self.tt[i][i]))
    }
}

/// Where the process stands, in units in which rates and responses are of order one.
pub(super) struct Process<'a, const K: usize> {
    pub response: Response<K>,
    pub friction: Friction<'a>,
    /// Unit of the rates.
    pub unit: f64,
    pub rates: Rates<K>,
    pub normal: f64,
    pub tangential: [f64; K],
    pub progress: Progress,
}

impl<const K: usize> Process<'_, K> {
    /// Takes down an impulse p, the work ∫γ dp and the mean of τ.
    pub fn advance(&mut self, p: f64, work: f64, tau: &[f64; K]) {
        self.normal += p;
        self.tangential = plus(&self.tangential, p, tau);
        self.progress.add(p, work);
    }

    /// At the end of a piece: has the phase ended, or does compression begin anew? Is the impact over?
    pub fn turn(&mut self, ended: bool, again: bool) -> bool {
        if ended {
            self.rates.gap = self.progress.last_rate().unwrap_or(self.rates.gap);
            let over = !self.progress.compressing;
            self.progress.compressing = false;
            return over || self.progress.past(self.rates.gap, 0.0, 0.0) >= 0.0;
        }
        if again {
            self.rates.gap = 0.0;
            self.progress.compressing = true;
        }
        false
    }
}
