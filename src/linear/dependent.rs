//! Is a small pivot zero? A slower computation of the pivots of one column, used when one of them is suspiciously small.
//!
//! A pivot is S_rr less squares that were computed with the pivots before it: its
//! rounding error is about 1e-16 S_rr divided by the smallest relative pivot so far. Where that could reach the threshold of
//! (A5), the pivot is computed again without subtraction:
//!
//! ```text
//! 1/w_r = ‖Jᵀz‖² + zᵀ D z,   Lᵀ z = e_r,   ‖f‖² = fᵀ M⁻¹ f                                            (A8)
//! ```
//!
//! Since z minimizes this expression, an error of z enters by its square only: (A8) is accurate to 1e-32 divided by the smallest relative
//! pivot.

use super::error::FactorError;
use super::numbers::View;
use super::program::{Column, Known};
use super::solve::spread;
use super::system::System;

/// What to do with a row that depends on those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependent<'a> {
    /// Stop with an error that names the row.
    Refuse,
    /// Leave the row out: its multiplier is 0 and it is not enforced.
    Drop,
    /// Leave these rows out, whatever their pivots, and others as `Drop` does.
    Without(&'a [usize]),
}

impl<'a> Dependent<'a> {
    /// Leave these rows out, if there are any, and others that depend.
    pub fn of(rows: &'a [usize]) -> Self {
        if rows.is_empty() { Self::Drop } else { Self::Without(rows) }
    }

    /// Is the row to be left out, whatever its pivot?
    #[inline]
    pub(super) fn leaves_out(self, row: usize) -> bool {
        matches!(self, Self::Without(rows) if rows.contains(&row))
    }
}

/// A pivot of at most this part of S_rr counts as zero: (A5).
pub(super) const ZERO: f64 = 1e-12;
/// A pivot of at most this part of S_rr is looked at closely, as long as no smaller one has been kept.
pub(super) const SUSPECT: f64 = 1e-7;
/// Rounding of a pivot, times the smallest relative pivot before it, with a margin.
const ROUNDING: f64 = 1e-13;

/// What a close look needs.
pub(super) struct Doubt<'a> {
    pub system: &'a System,
    pub on_dependent: Dependent<'a>,
    /// Part of S_rr at which a pivot counts as zero.
    pub zero: f64,
    pub dropped: &'a mut Vec<usize>,
    pub force: &'a mut [f64],
    pub gamma: &'a mut [f64],
}

impl Doubt<'_> {
    /// L W⁻¹ Lᵀ of a small block from its lower triangle, refusing or dropping rows: L below the diagonal, and W.
    #[cold]
    #[inline(never)]
    pub fn pivots<const M: usize>(
        &mut self,
        mut t: [[f64; M]; M],
        view: &View<'_>,
        diag: &[f64],
        scale: &[f64],
        column: &Column,
        suspect: &mut f64,
    ) -> Result<([[f64; M]; M], [f64; M]), FactorError> {
        let row = column.row as usize;
        let mut w = [0.0; M];
        for r in 0..M {
            for c in 0..r {
                for k in 0..c {
                    t[r][c] -= t[r][k] * t[c][k];
                }
            }
            for c in 0..r {
                let y = t[r][c];
                t[r][c] = y * w[c];
                t[r][r] -= t[r][c] * y;
            }
            let mut pivot = t[r][r];
            if !(pivot.is_finite() && scale[r].is_finite()) {
                return Err(FactorError::NotFinite { row: row + r });
            }
            if self.on_dependent.leaves_out(row + r) {
                self.dropped.push(row + r);
                continue;
            }
            let zero = self.zero * scale[r] + f64::MIN_POSITIVE;
            let unsure = pivot > zero || *suspect > SUSPECT;
            if unsure && pivot <= *suspect * scale[r] {
                pivot = self.distance(&t, r, view, diag, column);
                *suspect = suspect.max(ROUNDING * scale[r] / pivot.max(zero));
            }
            if pivot > zero {
                w[r] = 1.0 / pivot;
            } else if self.on_dependent != Dependent::Refuse {
                self.dropped.push(row + r);
            } else {
                return Err(FactorError::Dependent { row: row + r, pivot, scale: scale[r] });
            }
        }
        Ok((t, w))
    }

    /// The pivot of row r of a column by (A8).
    fn distance<const M: usize>(
        &mut self,
        l: &[[f64; M]; M],
        r: usize,
        view: &View<'_>,
        diag: &[f64],
        column: &Column,
    ) -> f64 {
        self.force.fill(0.0);
        self.gamma.fill(0.0);
        let mut z = [0.0; M];
        z[r] = 1.0;
        for c in (0..r).rev() {
            for i in c + 1..=r {
                z[c] -= l[i][c] * z[i];
            }
        }
        let before = self.system.columns.partition_point(|other| other.start < column.start);
        let (columns, row) = (&self.system.columns[..before], column.row as usize);
        self.gamma[row..row + M].copy_from_slice(&z);
        spread::<M, { Known::ANY }>(view.side, column.touches.of(&self.system.touches), view.inverse, &z, self.force);
        self.system.backward_columns(columns, view, self.force, self.gamma, true);
        let rows = self.gamma.iter().zip(diag).map(|(z, d)| d * z * z);
        let forces = self.force.iter().zip(view.inverse).map(|(g, w)| g * g / w);
        rows.sum::<f64>() + forces.sum::<f64>()
    }
}
