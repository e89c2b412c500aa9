//! The unsymmetric system on the same pattern: forces that multipliers cause beyond Jᵀ.
//!
//! A friction force that is proportional to multipliers acts through columns of its own; with the signs of the loads held, it stands in the
//! matrix. A has the pattern of Jᵀ, P = J + Aᵀ:
//!
//! ```text
//! M v' = h + Pᵀ λ,    J v' + D λ = γ,    K = [M Jᵀ+A; J −D]                                           (A10)
//! S = Σ_b Z_b W_b Q_bᵀ + D,    Z_b = J_b L_b⁻ᵀ,   Q_b = P_b L_b⁻ᵀ                                     (A11)
//! ```
//!
//! S is no longer symmetric but has the same blocks, so the same program serves: it is run with two buffers, one for what is
//! below the diagonal and one, transposed, for what is to the right of it. With V_j the inverse of a diagonal block
//!
//! ```text
//! T_ij = S_ij − Σ_k Y_ik V_k X_kj,    V_j = T_jj⁻¹,    Y_ij = T_ij,   X_ji = T_ji   (i below j)        (A12)
//! forward    g_j = V_j (γ_j − Σ_b Z_b g_b − what came from above),    rows below −= Y_ij g_j
//! backward   λ_j = g_j − V_j Σ_i X_ji λ_i;    g_b += W_b Q_bᵀ λ_j
//! ```
//!
//! Rows are exchanged within a block but not between blocks, so that the pattern does not change. If friction is so strong that a
//! block is nearly singular although K is not, digits are lost. The least pivot of the factorization shows how many, and
//! a solve recovers them by iterative refinement. The factorization is in `factor_unsymmetric.rs`.

use super::below::{pull_below, push_below};
use super::kernel::rows;
use super::numbers::{Sides, UnsymmetricNumbers, side};
use super::program::{Block, Column, Known, sized, y_offset};
use super::solve::{spread, subtract};
use super::system::System;

/// Below this least pivot a solution is refined: several such pivots in a row lose digits.
const ROUGH: f64 = 0.05;
/// Steps of refinement at most, and the relative change that needs no other.
const REFINEMENTS: usize = 3;
const REFINED: f64 = 1e-14;

impl System {
    /// Every buffer that an unsymmetric factorization needs.
    pub fn unsymmetric_numbers(&self) -> UnsymmetricNumbers {
        let base = self.numbers();
        UnsymmetricNumbers {
            q: vec![0.0; base.z.len()],
            right: vec![0.0; base.values.len()],
            inverses: vec![0.0; 9 * self.columns.len()],
            least: 1.0,
            force: vec![0.0; base.force.len()],
            gamma: vec![0.0; base.gamma.len()],
            base,
        }
    }

    /// Solves (A10) in place: `force` brings h and takes v', `rows` brings γ and takes λ.
    pub fn solve_unsymmetric(
        &self,
        sides: Sides<'_>,
        num: &mut UnsymmetricNumbers,
        force: &mut [f64],
        rows: &mut [f64],
    ) {
        if num.least >= ROUGH {
            self.solve_once(sides, num, force, rows);
            return;
        }
        let (mut h, mut gamma) = (std::mem::take(&mut num.force), std::mem::take(&mut num.gamma));
        let (mut df, mut dr) = (std::mem::take(&mut num.base.force), std::mem::take(&mut num.base.gamma));
        h.copy_from_slice(force);
        gamma.copy_from_slice(rows);
        self.solve_once(sides, num, force, rows);
        for _ in 0..REFINEMENTS {
            df.copy_from_slice(&h);
            dr.copy_from_slice(&gamma);
            self.layout.residual(sides, force, rows, &mut df, &mut dr);
            self.solve_once(sides, num, &mut df, &mut dr);
            let change = correct(force, &df).max(correct(rows, &dr));
            if change.is_nan() || change <= REFINED {
                break;
            }
        }
        (num.force, num.gamma, num.base.force, num.base.gamma) = (h, gamma, df, dr);
    }

    fn solve_once(&self, sides: Sides<'_>, num: &UnsymmetricNumbers, force: &mut [f64], rows: &mut [f64]) {
        let base = &num.base;
        self.masses_forward(base, force);
        let down = Half { system: self, side: side(sides.jac, &base.z), values: &base.values, num };
        for (index, column) in self.columns.iter().enumerate() {
            sized!(column, down.forward(index, column, force, rows));
        }
        let up = Half { system: self, side: side(sides.push, &num.q), values: &num.right, num };
        for (index, column) in self.columns.iter().enumerate().rev() {
            sized!(column, up.backward(index, column, force, rows));
        }
        self.masses_backward(base, force);
    }
}

/// x += dx; the largest dx as a part of the largest x.
fn correct(x: &mut [f64], dx: &[f64]) -> f64 {
    let (mut most, mut size) = (0.0_f64, 0.0_f64);
    for (x, dx) in x.iter_mut().zip(dx) {
        *x += dx;
        (most, size) = (most.max(dx.abs()), size.max(x.abs()));
    }
    if size > 0.0 { most / size } else { 0.0 }
}

/// One half of a solve: down with J and Y, up with P and X.
struct Half<'a> {
    system: &'a System,
    side: &'a [f64],
    values: &'a [f64],
    num: &'a UnsymmetricNumbers,
}

impl Half<'_> {
    fn blocks(&self, column: &Column, rows: usize) -> (&[Block], &[f64]) {
        (column.blocks.of(&self.system.blocks), &self.values[column.start as usize + y_offset(rows)..])
    }

    /// V x.
    #[inline(always)]
    fn turn<const M: usize>(&self, index: usize, x: &[f64; M]) -> [f64; M] {
        let v = rows::<M, M>(&self.num.inverses[9 * index..]);
        std::array::from_fn(|r| v.map_or(0.0, |v| (0..M).map(|c| v[r][c] * x[c]).sum()))
    }

    #[inline(always)]
    fn forward<const M: usize, const KNOWN: usize>(
        &self,
        index: usize,
        column: &Column,
        force: &[f64],
        rows: &mut [f64],
    ) {
        let row = column.row as usize;
        let mut g = [0.0; M];
        g.copy_from_slice(&rows[row..row + M]);
        subtract::<M, KNOWN>(&mut g, self.side, column.touches.of(&self.system.touches), force);
        let g = self.turn(index, &g);
        rows[row..row + M].copy_from_slice(&g);
        let (blocks, y) = self.blocks(column, M);
        push_below::<M, KNOWN>(rows, blocks, y, &g);
    }

    #[inline(always)]
    fn backward<const M: usize, const KNOWN: usize>(
        &self,
        index: usize,
        column: &Column,
        force: &mut [f64],
        rows: &mut [f64],
    ) {
        let row = column.row as usize;
        let (blocks, x) = self.blocks(column, M);
        let sum: [f64; M] = pull_below::<M, KNOWN>(blocks, x, rows);
        let turned = self.turn(index, &sum);
        let lambda = std::array::from_fn(|r| rows[row + r] - turned[r]);
        rows[row..row + M].copy_from_slice(&lambda);
        let touches = column.touches.of(&self.system.touches);
        spread::<M, KNOWN>(self.side, touches, &self.num.base.inverse, &lambda, force);
    }
}
