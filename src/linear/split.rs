//! Bodies of high degree, split into welded pieces: nothing of this is seen from outside.
//!
//! When a body b is gone, all groups that held it are neighbors: N groups on one disk fill N²/2 blocks. To eliminate the body after its
//! groups is no way out: an arm that is fixed once the disk is (a crank's rod and slider at a dead center) makes a vanishing pivot
//! in a regular system. Instead the body becomes k pieces of mass M_b/k that hold a few groups each, welded into a binary tree:
//!
//! ```text
//! (M_b/k) v'_p = h_p + Σ_g J_gpᵀ λ_g + ω_p − Σ_(q below p) ω_q,    v'_p = v'_(parent of p),    Σ_p h_p = h_b    (A13)
//! ```
//!
//! The weld forces ω cancel in the sum, so every solution of (A13) is one of (A1) with v'_p = v'_b, and the other way round. Each piece is a
//! true mass, so S stays positive definite, whatever the arms do; it holds few rows, so fill and cost are linear in N.
//! The first piece keeps the body's place and takes all of h; the other pieces and the welds stand behind everything else.
//!
//! Dependent rows. Their number does not change, but the pivot that vanishes can be a weld's. A null vector of the system with welds
//! is one of (A6) in the rows of the caller: summed over the pieces, the welds cancel. So a caller's row that takes part in it is
//! named, or dropped, in the weld's place. A pivot is measured beside S_rr of a piece, which is up to k times that of the
//! body: the angle of (A5) is up to √k times as large.

use super::dependent::Dependent;
use super::error::FactorError;
use super::kernel::axpy;
use super::numbers::{Extended, Inside, InsideUnsymmetric, Numeric, Sides};
use super::program::MassMatrix;
use super::system::{Augmented, Group, Inflated, Share, Split};
use crate::math::max_abs_skip_nan;

/// Rows of groups on one piece: a group that would exceed them begins the next. Between 6 and 12 it makes no difference of 3 %.
const PIECE: usize = 8;
/// A row whose part in a null vector is below this part of the largest does not stand for it.
const SHARE: f64 = 1e-4;

impl Split {
    /// The system with welds, if a body holds more than `heavy` rows.
    pub fn new(system: &Augmented, bodies: &[(usize, MassMatrix)], groups: &[Group<'_>], heavy: usize) -> Option<Self> {
        let mut load = vec![0; bodies.len()];
        for group in groups {
            group.bodies.iter().for_each(|&b| load[b] += group.rows);
        }
        if !(0..bodies.len()).any(|b| load[b] > heavy && bodies[b].0 > 0) {
            return None;
        }
        // The piece that is being filled, and the rows that it holds.
        let mut filling: Vec<(usize, usize)> = (0..bodies.len()).map(|b| (b, 0)).collect();
        let mut pieces: Vec<Vec<usize>> = vec![Vec::new(); bodies.len()];
        let mut inner_bodies = bodies.to_vec();
        let mut held: Vec<(usize, Vec<usize>)> = Vec::with_capacity(groups.len());
        for group in groups {
            for (k, &b) in group.bodies.iter().enumerate() {
                if load[b] <= heavy || bodies[b].0 == 0 || group.bodies[..k].contains(&b) {
                    continue;
                }
                let (piece, rows) = &mut filling[b];
                if *rows > 0 && *rows + group.rows > PIECE {
                    *piece = inner_bodies.len();
                    *rows = 0;
                    inner_bodies.push(bodies[b]);
                    pieces[b].push(*piece);
                }
                *rows += group.rows;
            }
            held.push((group.rows, group.bodies.iter().map(|&b| filling[b].0).collect()));
        }
        // Pieces of one body follow each other.
        let mut order: Vec<usize> = (0..bodies.len()).collect();
        let mut shares = Vec::new();
        for (body, extra) in pieces.iter().enumerate().filter(|(_, extra)| !extra.is_empty()) {
            shares.push(Share { body, extra: order.len(), pieces: extra.len() + 1 });
            order.extend(extra);
        }
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(to, &from)| place[from] = to);
        let inner_bodies: Vec<_> = order.iter().map(|&from| inner_bodies[from]).collect();
        held.iter_mut().flat_map(|(_, bodies)| bodies).for_each(|b| *b = place[*b]);
        let mut welds = Vec::new();
        for share in &shares {
            let n = bodies[share.body].0;
            for piece in 1..share.pieces {
                held.push((n, vec![share.piece((piece - 1) / 2), share.piece(piece)]));
                for sign in [1.0, -1.0] {
                    welds.extend((0..n * n).map(|at| if at / n == at % n { sign } else { 0.0 }));
                }
            }
        }
        let mut pieces_of = vec![1; inner_bodies.len()];
        for share in &shares {
            (0..share.pieces).for_each(|piece| pieces_of[share.piece(piece)] = share.pieces);
        }
        let inner_groups: Vec<Group<'_>> = held.iter().map(|(rows, bodies)| Group { rows: *rows, bodies }).collect();
        let inner = Augmented::whole(&inner_bodies, &inner_groups);
        let mut inflated = Vec::new();
        for (g, group) in inner_groups[..groups.len()].iter().enumerate() {
            for (k, &b) in group.bodies.iter().enumerate().filter(|&(_, &b)| pieces_of[b] > 1) {
                let dofs = inner.dof_range(b);
                inflated.push(Inflated {
                    jac: system.jacobian_range(g, k).start,
                    row: system.row_range(g).start,
                    rows: group.rows,
                    dof: dofs.start,
                    width: dofs.len(),
                    dense: inner_bodies[b].1 == MassMatrix::Dense,
                    pieces: pieces_of[b],
                });
            }
        }
        Some(Self { inner, shares, welds, inflated })
    }

    fn extended(&self, push: bool) -> Extended {
        let inner = &self.inner;
        Extended {
            mass: vec![0.0; inner.mass_len()],
            jac: vec![0.0; inner.jacobian_len()],
            push: vec![0.0; if push { inner.jacobian_len() } else { 0 }],
            diag: vec![0.0; inner.rows()],
            force: vec![0.0; inner.dofs()],
            rows: vec![0.0; inner.rows()],
        }
    }

    pub fn inside(&self) -> Inside {
        Inside { numeric: self.inner.numeric(), extended: self.extended(false), forced: Vec::new(), null: Vec::new() }
    }

    pub fn inside_unsymmetric(&self) -> InsideUnsymmetric {
        InsideUnsymmetric { numbers: self.inner.unsymmetric(), extended: self.extended(true) }
    }

    /// Masses and blocks of the caller, with shared masses and welds.
    fn extend(&self, mass: &[f64], jac: &[f64], diag: &[f64], to: &mut Extended) {
        to.mass[..mass.len()].copy_from_slice(mass);
        for share in &self.shares {
            let own = self.inner.mass_range(share.body);
            let part = 1.0 / share.pieces as f64;
            to.mass[own.clone()].iter_mut().for_each(|m| *m *= part);
            for piece in 1..share.pieces {
                to.mass.copy_within(own.clone(), self.inner.mass_range(share.piece(piece)).start);
            }
        }
        to.jac[..jac.len()].copy_from_slice(jac);
        to.jac[jac.len()..].copy_from_slice(&self.welds);
        to.diag[..diag.len()].copy_from_slice(diag);
        to.diag[diag.len()..].fill(0.0);
    }

    pub fn factor(
        &self,
        [mass, jac, diag]: [&[f64]; 3],
        on_dependent: Dependent<'_>,
        inside: &mut Inside,
        num: &mut Numeric,
    ) -> Result<(), FactorError> {
        let Inside { numeric, extended, forced, null } = inside;
        self.extend(mass, jac, diag, extended);
        numeric.zero = num.zero;
        forced.clear();
        null.clear();
        let rows = diag.len();
        let factored =
            |e: &Extended, policy, numeric: &mut Numeric| self.inner.factor(&e.mass, &e.jac, &e.diag, policy, numeric);
        let done = factored(extended, on_dependent, numeric);
        match done {
            Err(FactorError::Dependent { row, pivot, scale }) if row >= rows => {
                factored(extended, Dependent::Drop, numeric)?;
                self.stand_in(rows, numeric, forced, null);
                let row = forced.first().copied().unwrap_or(0);
                return Err(FactorError::Dependent { row, pivot, scale });
            }
            other => other?,
        }
        // A row more may show itself once others are gone; that is rounding, and twice is enough.
        for _ in 0..2 {
            if numeric.dropped.iter().all(|&row| row < rows) {
                break;
            }
            self.stand_in(rows, numeric, forced, null);
            for &row in &*forced {
                self.inner.clear_row(row, &mut extended.jac);
                extended.diag[row] = 1.0;
            }
            factored(extended, on_dependent, numeric)?;
        }
        num.closeness = numeric.closeness;
        num.scale.copy_from_slice(&numeric.scale[..rows]);
        for block in &self.inflated {
            let from = if block.dense { &numeric.z } else { &extended.jac };
            let inverse = &numeric.inverse[block.dof..block.dof + block.width];
            let over = 1.0 - 1.0 / block.pieces as f64;
            for (r, j) in from[block.jac..][..block.rows * block.width].chunks_exact(block.width).enumerate() {
                let own: f64 = j.iter().zip(inverse).map(|(j, w)| j * j * w).sum();
                num.scale[block.row + r] -= over * own;
            }
        }
        num.dropped.extend(forced.iter().chain(&numeric.dropped).filter(|&&row| row < rows));
        Ok(())
    }

    /// Finds rows of the caller that stand for the welds that were dropped: those whose null vectors they take part in, told from each other
    /// by elimination. Their null vectors, over the caller's rows, are added to `null`.
    #[cold]
    fn stand_in(&self, rows: usize, numeric: &mut Numeric, forced: &mut Vec<usize>, null: &mut Vec<f64>) {
        let dropped = numeric.dropped.clone();
        let all = self.inner.null_vectors(numeric);
        let mut vectors: Vec<Vec<f64>> = Vec::new();
        // First those that have a row of their own.
        for weld in [false, true] {
            for (z, &row) in all.chunks_exact(self.inner.rows()).zip(&dropped) {
                if (row >= rows) == weld {
                    vectors.push(z[..rows].to_vec());
                }
            }
        }
        let own = dropped.iter().filter(|&&row| row < rows);
        let mut chosen: Vec<usize> = own.copied().collect();
        let first = chosen.len();
        for i in first..vectors.len() {
            let (before, rest) = vectors.split_at_mut(i);
            let z = &mut rest[0];
            for (y, &row) in before.iter().zip(&chosen) {
                let part = z[row] / y[row];
                axpy(z, -part, y);
            }
            let most = max_abs_skip_nan(z);
            // The last of the rows that take part: as where no body is split.
            let Some(row) = z.iter().rposition(|x| x.abs() > SHARE.sqrt() * most) else { continue };
            let scale = 1.0 / z[row];
            z.iter_mut().for_each(|x| *x *= scale);
            chosen.push(row);
            forced.push(row);
            null.extend_from_slice(z);
        }
    }

    /// The first half of a solve; its results stay inside.
    pub fn forward(&self, inside: &mut Inside, force: &[f64], rows: &[f64]) {
        let Inside { numeric, extended, forced, .. } = inside;
        extended.bring(force, &rows[..rows.len().min(extended.rows.len())]);
        forced.iter().for_each(|&row| extended.rows[row] = 0.0);
        self.inner.forward(&extended.jac, numeric, &mut extended.force, &mut extended.rows);
    }

    /// The second half, from where the first ended.
    pub fn backward(&self, inside: &mut Inside, force: &mut [f64], rows: &mut [f64]) {
        let Inside { numeric, extended, .. } = inside;
        self.inner.backward(&extended.jac, numeric, &mut extended.force, &mut extended.rows);
        extended.give(force, rows);
    }

    /// Null vectors over the caller's rows, in the order of the dropped rows.
    pub fn null_vectors(&self, rows: usize, inside: &mut Inside, null: &mut Vec<f64>) {
        null.extend_from_slice(&inside.null);
        let dropped = inside.numeric.dropped.clone();
        let all = self.inner.null_vectors(&mut inside.numeric);
        for (z, _) in all.chunks_exact(self.inner.rows()).zip(dropped).filter(|(_, row)| *row < rows) {
            null.extend_from_slice(&z[..rows]);
        }
    }

    pub fn factor_unsymmetric(&self, sides: Sides<'_>, inside: &mut InsideUnsymmetric) -> Result<f64, FactorError> {
        let InsideUnsymmetric { numbers, extended } = inside;
        self.extend(sides.mass, sides.jac, sides.diag, extended);
        extended.push[..sides.push.len()].copy_from_slice(sides.push);
        extended.push[sides.push.len()..].copy_from_slice(&self.welds);
        let outcome = self.inner.factor_unsymmetric(extended.sides(), numbers);
        match outcome {
            // A weld is no row of the caller's.
            Err(FactorError::Singular { row, pivot, scale }) if row >= sides.diag.len() => {
                Err(FactorError::Singular { row: 0, pivot, scale })
            }
            other => other.map(|()| numbers.least_pivot()),
        }
    }

    pub fn solve_unsymmetric(&self, inside: &mut InsideUnsymmetric, force: &mut [f64], rows: &mut [f64]) {
        let InsideUnsymmetric { numbers, extended } = inside;
        extended.bring(force, rows);
        let (mut f, mut r) = (std::mem::take(&mut extended.force), std::mem::take(&mut extended.rows));
        self.inner.solve_unsymmetric(extended.sides(), numbers, &mut f, &mut r);
        (extended.force, extended.rows) = (f, r);
        extended.give(force, rows);
    }
}

impl Share {
    /// The body inside that a piece is.
    fn piece(&self, piece: usize) -> usize {
        if piece == 0 { self.body } else { self.extra + piece - 1 }
    }
}

impl Extended {
    fn sides(&self) -> Sides<'_> {
        Sides { mass: &self.mass, jac: &self.jac, push: &self.push, diag: &self.diag }
    }

    /// Right-hand sides of the caller; nothing pushes the other pieces, and welds hold.
    fn bring(&mut self, force: &[f64], rows: &[f64]) {
        let (own, others) = self.force.split_at_mut(force.len());
        own.copy_from_slice(force);
        others.fill(0.0);
        let (own, others) = self.rows.split_at_mut(rows.len());
        own.copy_from_slice(rows);
        others.fill(0.0);
    }

    fn give(&self, force: &mut [f64], rows: &mut [f64]) {
        force.copy_from_slice(&self.force[..force.len()]);
        rows.copy_from_slice(&self.rows[..rows.len()]);
    }
}

impl Inside {
    /// What the influence of forces reads where bodies are split.
    pub fn halfway<'a>(&'a self, split: &'a Split) -> super::Halfway<'a> {
        let Extended { jac, rows, .. } = &self.extended;
        super::Halfway { system: &split.inner, jac, numeric: &self.numeric, rows }
    }

    /// What a probe pushes there.
    pub fn halves(&mut self) -> (&mut [f64], &mut [f64]) {
        (&mut self.extended.force, &mut self.extended.rows)
    }
}

impl Augmented {
    /// Zeros a row of J.
    #[cold]
    fn clear_row(&self, row: usize, jac: &mut [f64]) {
        for block in self.held.iter().filter(|block| block.rows().contains(&row)) {
            let at = block.jac as usize + (row - block.row as usize) * block.width as usize;
            jac[at..at + block.width as usize].fill(0.0);
        }
    }
}
