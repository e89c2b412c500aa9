//! Factoring the unsymmetric system: (A12), column by column.
//!
//! A pivot of 1e-12 of its scale counts as zero: the pattern of signs is refused.

use super::error::FactorError;
use super::kernel::{invert, rows};
use super::numbers::{Sides, UnsymmetricNumbers, side};
use super::program::{Column, Known, Run, Term, Touch, Update, sized, y_offset};
use super::schur::Bodies;
use super::system::System;

/// A pivot of at most this part of its scale counts as zero.
const ZERO: f64 = 1e-12;

impl System {
    /// Factors K of (A10). No row is dropped: a row that depends on others is refused like a pattern without solution.
    pub fn factor_unsymmetric(&self, sides: Sides<'_>, num: &mut UnsymmetricNumbers) -> Result<(), FactorError> {
        let base = &mut num.base;
        for block in &self.masses {
            self.factor_mass(block, sides.mass, base)?;
        }
        if !base.z.is_empty() {
            let mut z = std::mem::take(&mut base.z);
            self.transform_dense(sides.jac, base, &mut z);
            base.z = z;
            self.transform_dense(sides.push, base, &mut num.q);
        }
        let (left, right) = (side(sides.jac, &base.z), side(sides.push, &num.q));
        let mut s = Growing {
            system: self,
            down: Bodies { left, right, inverse: &base.inverse },
            across: Bodies { left: right, right: left, inverse: &base.inverse },
            diag: sides.diag,
            left: &mut base.values,
            right: &mut num.right,
            inverses: &mut num.inverses,
            least: 1.0,
        };
        for (index, column) in self.columns.iter().enumerate() {
            sized!(column, s.column(index, column))?;
        }
        num.least = s.least;
        Ok(())
    }
}

/// The growing factors.
struct Growing<'a> {
    system: &'a System,
    /// Terms J W Pᵀ, for what is below the diagonal.
    down: Bodies<'a>,
    /// Terms P W Jᵀ, for what is right of it, transposed.
    across: Bodies<'a>,
    diag: &'a [f64],
    left: &'a mut [f64],
    right: &'a mut [f64],
    inverses: &'a mut [f64],
    least: f64,
}

impl Growing<'_> {
    /// One column and the row across from it: (A12).
    #[inline(never)]
    fn column<const M: usize, const KNOWN: usize>(&mut self, index: usize, column: &Column) -> Result<(), FactorError> {
        let (row, start, system) = (column.row as usize, column.start as usize, self.system);
        let mut t = [[0.0; M]; M];
        add_full::<M, KNOWN>(&self.down, &mut t, column.touches.of(&system.touches));
        self.down.add::<M, M, KNOWN>(&mut t, column.crossed.of(&system.terms));
        let mut scale = self.down.lengths::<M>(column.touches.of(&system.touches));
        for r in 0..M {
            t[r][r] += self.diag[row + r];
            scale[r] = t[r].iter().fold(scale[r], |most: f64, x| most.max(x.abs()));
        }
        let (done_left, left) = self.left.split_at_mut(start);
        let (done_right, right) = self.right.split_at_mut(start);
        let below = y_offset(M)..y_offset(M) + column.below as usize * M;
        let (left, right) = (&mut left[below.clone()], &mut right[below]);
        let (mut rest_left, mut rest_right) = (&mut *left, &mut *right);
        for block in column.blocks.of(&system.blocks) {
            let terms = block.terms.of(&system.terms);
            let size = block.rows as usize * M;
            let (here_left, others_left) = rest_left.split_at_mut(size);
            let (here_right, others_right) = rest_right.split_at_mut(size);
            (rest_left, rest_right) = (others_left, others_right);
            for (here, bodies) in [(here_left, &self.down), (here_right, &self.across)] {
                match block.rows {
                    1 => write::<1, M, KNOWN>(here, bodies, terms),
                    2 => write::<2, M, KNOWN>(here, bodies, terms),
                    _ => write::<3, M, KNOWN>(here, bodies, terms),
                }
            }
        }
        let mut taking = Taking { done_left, done_right, left, right, inverses: self.inverses, runs: &system.runs };
        for update in column.updates.of(&system.updates) {
            match update.rows {
                1 => taking.subtract::<M, 1>(&mut t, update),
                2 => taking.subtract::<M, 2>(&mut t, update),
                _ => taking.subtract::<M, 3>(&mut t, update),
            }
        }
        let (inverse, pivots) = invert(t);
        for r in 0..M {
            if !(pivots[r].is_finite() && scale[r].is_finite()) {
                return Err(FactorError::NotFinite { row: row + r });
            }
            // What was taken away may have been larger than what was there.
            let own = t[r].iter().fold(scale[r], |most: f64, x| most.max(x.abs()));
            let part = pivots[r] / own;
            if part <= ZERO || part.is_nan() {
                return Err(FactorError::Singular { row: row + r, pivot: pivots[r], scale: own });
            }
            self.least = self.least.min(part);
        }
        for (r, values) in inverse.iter().enumerate() {
            self.inverses[9 * index + r * M..9 * index + (r + 1) * M].copy_from_slice(values);
        }
        Ok(())
    }
}

impl Bodies<'_> {
    /// j M⁻¹ jᵀ of each row of a column: what the row's pivot is measured by, since j M⁻¹ pᵀ may cancel.
    #[inline(always)]
    fn lengths<const M: usize>(&self, touches: &[Touch]) -> [f64; M] {
        let mut lengths = [0.0; M];
        for touch in touches {
            let (from, n) = (touch.jac as usize, touch.width.len());
            let inverse = &self.inverse[touch.dof as usize..][..n];
            for (length, row) in lengths.iter_mut().zip(self.left[from..from + M * n].chunks_exact(n.max(1))) {
                *length += row.iter().zip(inverse).map(|(j, w)| j * j * w).sum::<f64>();
            }
        }
        lengths
    }
}

/// T += the whole block of S between a column's rows.
#[inline(always)]
fn add_full<const M: usize, const KNOWN: usize>(bodies: &Bodies<'_>, t: &mut [[f64; M]; M], touches: &[Touch]) {
    let as_term = |touch: &Touch| Term { a: touch.jac, b: touch.jac, w: touch.dof, width: touch.width };
    touches.iter().for_each(|touch| bodies.add::<M, M, KNOWN>(t, &[as_term(touch)]));
}

/// Writes one block's terms from bodies.
#[inline(always)]
fn write<const R: usize, const M: usize, const KNOWN: usize>(here: &mut [f64], bodies: &Bodies<'_>, terms: &[Term]) {
    let mut t = [[0.0; M]; R];
    bodies.add::<R, M, KNOWN>(&mut t, terms);
    here.as_chunks_mut::<M>().0.iter_mut().zip(t).for_each(|(row, t)| *row = t);
}

/// What a column takes from earlier ones.
struct Taking<'a> {
    done_left: &'a [f64],
    done_right: &'a [f64],
    left: &'a mut [f64],
    right: &'a mut [f64],
    inverses: &'a [f64],
    runs: &'a [Run],
}

impl Taking<'_> {
    #[inline(always)]
    fn subtract<const M: usize, const K: usize>(&mut self, t: &mut [[f64; M]; M], update: &Update) {
        let (from, index) = (update.y as usize, update.column as usize);
        let (Some(y), Some(x), Some(v)) = (
            rows::<M, K>(&self.done_left[from..]),
            rows::<M, K>(&self.done_right[from..]),
            rows::<K, K>(&self.inverses[9 * index..]),
        ) else {
            return;
        };
        // V X for the column, (Y V) for the row across.
        let (mut vx, mut yv) = ([[0.0; K]; M], [[0.0; K]; M]);
        for c in 0..M {
            for k in 0..K {
                for l in 0..K {
                    vx[c][k] += v[k][l] * x[c][l];
                    yv[c][k] += y[c][l] * v[l][k];
                }
            }
        }
        for r in 0..M {
            for c in 0..M {
                for k in 0..K {
                    t[r][c] -= y[r][k] * vx[c][k];
                }
            }
        }
        for run in update.runs.of(self.runs) {
            let count = run.rows as usize;
            let (from, to) =
                (run.from as usize..run.from as usize + count * K, run.to as usize..run.to as usize + count * M);
            take::<M, K>(&mut self.left[to.clone()], &self.done_left[from.clone()], &vx);
            take::<M, K>(&mut self.right[to], &self.done_right[from], &yv);
        }
    }
}

/// T −= Y Gᵀ, row by row.
#[inline(always)]
fn take<const M: usize, const K: usize>(to: &mut [f64], from: &[f64], g: &[[f64; K]; M]) {
    for (row, y) in to.as_chunks_mut::<M>().0.iter_mut().zip(from.as_chunks::<K>().0) {
        for c in 0..M {
            let mut sum = y[0] * g[c][0];
            for k in 1..K {
                sum += y[k] * g[c][k];
            }
            row[c] -= sum;
        }
    }
}
