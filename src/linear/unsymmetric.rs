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
//! below the diagonal and one, transposed, for what is right of it. With V_j the inverse of a diagonal block
//!
//! ```text
//! T_ij = S_ij − Σ_k Y_ik V_k X_kj,    V_j = T_jj⁻¹,    Y_ij = T_ij,   X_ji = T_ji   (i below j)        (A12)
//! forward    g_j = V_j (γ_j − Σ_b Z_b g_b − what came from above),    rows below −= Y_ij g_j
//! backward   λ_j = g_j − V_j Σ_i X_ji λ_i;    g_b += W_b Q_bᵀ λ_j
//! ```
//!
//! Within a block rows are exchanged; between blocks they are not, so that the pattern stays. Where friction is so strong that a
//! block comes near to singular though K does not, digits are lost; the factorization knows how many (its least pivot), and
//! a solve wins them back by iterative refinement. A pivot of 1e-12 of its scale counts as zero: the pattern of signs is refused.

use super::factor::{Bodies, FactorError, Numeric, Side};
use super::kernel::{add, invert, rows};
use super::pattern::Augmented;
use super::program::{Block, Column, Run, Touch, Update, Width, sized, y_offset};
use super::solve::{pull, push};
use super::split::InsideUnsymmetric;

/// A pivot of at most this part of its scale counts as zero.
const ZERO: f64 = 1e-12;
/// Below this least pivot a solution is refined: several such pivots in a row lose digits.
const ROUGH: f64 = 0.05;
/// Steps of refinement at most, and the relative change that needs no other.
const REFINEMENTS: usize = 3;
const REFINED: f64 = 1e-14;

/// The numbers of an unsymmetric factorization, made once.
#[derive(Clone, Debug)]
pub struct Unsymmetric {
    /// Masses, Z, and the blocks below the diagonal.
    base: Numeric,
    /// Q.
    q: Vec<f64>,
    /// The blocks right of the diagonal, transposed.
    right: Vec<f64>,
    /// V of each column, row-major from 9 times its index on.
    inverses: Vec<f64>,
    least: f64,
    /// For refinement: the right-hand side.
    force: Vec<f64>,
    gamma: Vec<f64>,
    /// The numbers themselves where a body is split.
    inside: Option<Box<InsideUnsymmetric>>,
}

impl Unsymmetric {
    /// The smallest pivot, as a part of its scale, of the last factorization.
    pub fn least_pivot(&self) -> f64 {
        self.least
    }
}

/// Everything that an unsymmetric system is made of.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a> {
    /// M, as for [`Augmented::factor`].
    pub mass: &'a [f64],
    /// J, which says what multipliers enforce.
    pub jac: &'a [f64],
    /// P, which says where multipliers push; laid out like J.
    pub push: &'a [f64],
    /// D over rows.
    pub diag: &'a [f64],
}

impl Augmented {
    /// Every buffer that an unsymmetric factorization needs.
    pub fn unsymmetric(&self) -> Unsymmetric {
        let base = self.numeric();
        Unsymmetric {
            q: vec![0.0; base.z.len()],
            right: vec![0.0; base.values.len()],
            inverses: vec![0.0; 9 * self.columns.len()],
            least: 1.0,
            force: vec![0.0; self.dofs()],
            gamma: vec![0.0; self.rows()],
            inside: self.split.as_ref().map(|split| Box::new(split.inside_unsymmetric())),
            base,
        }
    }

    /// Factors K of (A10). No row is dropped: a row that depends on others is refused like a pattern without solution.
    pub fn factor_unsymmetric(&self, sides: Sides<'_>, num: &mut Unsymmetric) -> Result<(), FactorError> {
        if let (Some(split), Some(inside)) = (&self.split, &mut num.inside) {
            num.least = split.factor_unsymmetric(sides, inside)?;
            return Ok(());
        }
        let base = &mut num.base;
        for block in &self.masses {
            self.factor_mass(block, sides.mass, base)?;
        }
        self.transform_dense(sides.jac, &base.lower, &mut base.z);
        self.transform_dense(sides.push, &base.lower, &mut num.q);
        let (left, right) = (Side { jac: sides.jac, z: &base.z }, Side { jac: sides.push, z: &num.q });
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

    /// Solves (A10) in place: `force` brings h and takes v', `rows` brings γ and takes λ.
    pub fn solve_unsymmetric(&self, sides: Sides<'_>, num: &mut Unsymmetric, force: &mut [f64], rows: &mut [f64]) {
        if let (Some(split), Some(inside)) = (&self.split, &mut num.inside) {
            return split.solve_unsymmetric(inside, force, rows);
        }
        if num.least >= ROUGH {
            self.solve_once(sides, num, force, rows);
            return;
        }
        let (mut h, mut gamma) = (std::mem::take(&mut num.force), std::mem::take(&mut num.gamma));
        let (mut df, mut dr) = (std::mem::take(&mut num.base.force), std::mem::take(&mut num.base.gamma));
        h.copy_from_slice(force);
        gamma.copy_from_slice(&rows[..self.rows()]);
        self.solve_once(sides, num, force, rows);
        for _ in 0..REFINEMENTS {
            df.copy_from_slice(&h);
            dr.copy_from_slice(&gamma);
            self.residual_of(sides, force, rows, &mut df, &mut dr);
            self.solve_once(sides, num, &mut df, &mut dr);
            let change = correct(force, &df).max(correct(rows, &dr));
            if change.is_nan() || change <= REFINED {
                break;
            }
        }
        (num.force, num.gamma, num.base.force, num.base.gamma) = (h, gamma, df, dr);
    }

    fn solve_once(&self, sides: Sides<'_>, num: &Unsymmetric, force: &mut [f64], rows: &mut [f64]) {
        let base = &num.base;
        self.masses_forward(base, force);
        let down = Half { system: self, side: Side { jac: sides.jac, z: &base.z }, values: &base.values, num };
        for (index, column) in self.columns.iter().enumerate() {
            sized!(column, down.forward(index, column, force, rows));
        }
        let up = Half { system: self, side: Side { jac: sides.push, z: &num.q }, values: &num.right, num };
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

/// The growing factors.
struct Growing<'a> {
    system: &'a Augmented,
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
    fn column<const M: usize, const LIGHT: bool>(&mut self, index: usize, column: &Column) -> Result<(), FactorError> {
        let (row, start, system) = (column.row as usize, column.start as usize, self.system);
        let mut t = [[0.0; M]; M];
        add_full::<M, LIGHT>(&self.down, &mut t, column.touches.of(&system.touches));
        self.down.add::<M, M, LIGHT>(&mut t, column.crossed.of(&system.terms));
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
                    1 => write::<1, M, LIGHT>(here, bodies, terms),
                    2 => write::<2, M, LIGHT>(here, bodies, terms),
                    _ => write::<3, M, LIGHT>(here, bodies, terms),
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
            let jac = if touch.width.is_dense() { self.left.z } else { self.left.jac };
            let inverse = &self.inverse[touch.dof as usize..][..n];
            for (length, row) in lengths.iter_mut().zip(jac[from..from + M * n].chunks_exact(n.max(1))) {
                *length += row.iter().zip(inverse).map(|(j, w)| j * j * w).sum::<f64>();
            }
        }
        lengths
    }
}

/// T += the whole block of S between a column's rows.
#[inline(always)]
fn add_full<const M: usize, const LIGHT: bool>(bodies: &Bodies<'_>, t: &mut [[f64; M]; M], touches: &[Touch]) {
    let (j, p) = (bodies.left, bodies.right);
    for touch in touches {
        let (a, w, n) = (touch.jac as usize, touch.dof as usize, touch.width.len());
        let inverse = &bodies.inverse[w..w + n];
        match touch.width {
            Width::Two => add::<M, M, 2>(t, &j.jac[a..a + 2 * M], &p.jac[a..a + 2 * M], inverse),
            Width::Three => add::<M, M, 3>(t, &j.jac[a..a + 3 * M], &p.jac[a..a + 3 * M], inverse),
            _ if LIGHT => {}
            Width::Six => add::<M, M, 6>(t, &j.jac[a..a + 6 * M], &p.jac[a..a + 6 * M], inverse),
            Width::DenseSix => add::<M, M, 6>(t, &j.z[a..a + 6 * M], &p.z[a..a + 6 * M], inverse),
            Width::Diagonal(0) | Width::Dense(0) => {}
            Width::Diagonal(_) => *t = bodies.add_wide(*t, j.jac, p.jac, [a, a, w, n]),
            Width::Dense(_) => *t = bodies.add_wide(*t, j.z, p.z, [a, a, w, n]),
        }
    }
}

/// Writes one block's terms from bodies.
#[inline(always)]
fn write<const R: usize, const M: usize, const LIGHT: bool>(
    here: &mut [f64],
    bodies: &Bodies<'_>,
    terms: &[super::program::Term],
) {
    let mut t = [[0.0; M]; R];
    bodies.add::<R, M, LIGHT>(&mut t, terms);
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

/// One half of a solve: down with J and Y, up with P and X.
struct Half<'a> {
    system: &'a Augmented,
    side: Side<'a>,
    values: &'a [f64],
    num: &'a Unsymmetric,
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
    fn forward<const M: usize, const LIGHT: bool>(
        &self,
        index: usize,
        column: &Column,
        force: &[f64],
        rows: &mut [f64],
    ) {
        let row = column.row as usize;
        let mut g = [0.0; M];
        g.copy_from_slice(&rows[row..row + M]);
        self.side.subtract::<M, LIGHT>(&mut g, column.touches.of(&self.system.touches), force);
        let g = self.turn(index, &g);
        rows[row..row + M].copy_from_slice(&g);
        let (blocks, mut y) = self.blocks(column, M);
        for block in blocks {
            let (here, rest) = y.split_at(block.rows as usize * M);
            y = rest;
            let to = &mut rows[block.row as usize..];
            match block.rows {
                1 => push::<1, M>(to, here, &g),
                2 => push::<2, M>(to, here, &g),
                _ => push::<3, M>(to, here, &g),
            }
        }
    }

    #[inline(always)]
    fn backward<const M: usize, const LIGHT: bool>(
        &self,
        index: usize,
        column: &Column,
        force: &mut [f64],
        rows: &mut [f64],
    ) {
        let row = column.row as usize;
        let mut sum = [0.0; M];
        let (blocks, mut x) = self.blocks(column, M);
        for block in blocks {
            let (here, rest) = x.split_at(block.rows as usize * M);
            x = rest;
            let from = &rows[block.row as usize..];
            match block.rows {
                1 => pull::<1, M>(&mut sum, here, from),
                2 => pull::<2, M>(&mut sum, here, from),
                _ => pull::<3, M>(&mut sum, here, from),
            }
        }
        let turned = self.turn(index, &sum);
        let lambda = std::array::from_fn(|r| rows[row + r] - turned[r]);
        rows[row..row + M].copy_from_slice(&lambda);
        let touches = column.touches.of(&self.system.touches);
        self.side.spread::<M, LIGHT>(touches, &self.num.base.inverse, &lambda, force);
    }
}
