//! Bodies of high degree, split into welded pieces; this is not visible from outside.
//!
//! When a body b is eliminated, all groups that hold it become neighbors: N groups on one disk fill N²/2 blocks. Eliminating the body after its
//! groups does not help: an arm that is fixed if the disk is fixed (a crank's rod and slider at a dead center) gives a vanishing pivot
//! in a regular system. Instead the body becomes k pieces of mass M_b/k that hold a few groups each, welded into a binary tree:
//!
//! ```text
//! (M_b/k) v'_p = h_p + Σ_g J_gpᵀ λ_g + ω_p − Σ_(q below p) ω_q,    v'_p = v'_(parent of p),    Σ_p h_p = h_b    (A13)
//! ```
//!
//! The weld forces ω cancel in the sum, so every solution of (A13) is one of (A1) with v'_p = v'_b, and the other way round. Each piece is a
//! positive mass, so that S stays positive definite, whatever the arms do; it holds few rows, so that fill and cost are linear in N.
//! The first piece keeps the body's place and takes all of h; the other pieces and the welds come after everything else.
//!
//! Dependent rows. Their number does not change, but the pivot that vanishes can be a weld's. A null vector of the system with welds
//! is one of (A6) in the rows of the caller: summed over the pieces, the welds cancel. So a caller's row that takes part in it is
//! named, or dropped, in the weld's place. A pivot is measured beside S_rr of a piece, which is up to k times that of the
//! body: the angle of (A5) is up to √k times as large.

use super::dependent::Dependent;
use super::error::FactorError;
use super::kernel::axpy;
use super::layout::{Group, Layout};
use super::numbers::{Found, Numbers, Sides, UnsymmetricNumbers, side};
use super::program::MassMatrix;
use super::system::System;
use crate::math::max_abs_skip_nan;

/// A body that holds more rows than this is split. On a disk with n arms of rod and slider an evaluation took 280 ns per arm for 8
/// arms (18 rows) whole and 305 split, 386 for 16 arms (34 rows) whole and 309 split.
pub(super) const HEAVY: usize = 20;
/// Rows of groups on one piece: a group that would exceed them begins the next. Between 6 and 12 it makes no difference of 3 %.
const PIECE: usize = 8;
/// A row whose part in a null vector is below this part of the largest does not stand for it.
const SHARE: f64 = 1e-4;

/// How the caller's numbers become those of the system with welds.
#[derive(Clone, Debug)]
pub(super) struct Split {
    pub caller: Layout,
    shares: Vec<Share>,
    /// Blocks of the welds: they follow those of the caller.
    welds: Vec<f64>,
    inflated: Vec<Inflated>,
}

/// A body in pieces: the first in its place, the others from `extra` on.
#[derive(Clone, Copy, Debug)]
struct Share {
    body: usize,
    extra: usize,
    pieces: usize,
}

/// A block of J over a piece, whose mass is a part of the body's.
#[derive(Clone, Copy, Debug)]
struct Inflated {
    jac: usize,
    row: usize,
    rows: usize,
    dof: usize,
    width: usize,
    pieces: usize,
}

/// What the caller sees of a factorization, and the numbers that were handed to the system with welds.
#[derive(Clone, Debug)]
pub(super) struct Welded {
    pub found: Found,
    pub extended: Extended,
    /// Rows dropped in the place of welds, and their null vectors over the caller's rows.
    forced: Vec<usize>,
    standing: Vec<f64>,
}

/// Everything of a system with its welds.
#[derive(Clone, Debug)]
pub(super) struct Extended {
    mass: Vec<f64>,
    pub jac: Vec<f64>,
    push: Vec<f64>,
    diag: Vec<f64>,
    pub force: Vec<f64>,
    pub rows: Vec<f64>,
}

/// For each body, whether it holds more than `most` rows.
pub(super) fn heavy(layout: &Layout, groups: &[Group<'_>], most: usize) -> Vec<bool> {
    let mut load = vec![0; layout.shapes.len()];
    for group in groups {
        group.bodies.iter().for_each(|&b| load[b] += group.rows);
    }
    load.iter().enumerate().map(|(b, &rows)| rows > most && !layout.dof_range(b).is_empty()).collect()
}

impl Split {
    /// The system with welds for one with heavy bodies.
    pub fn new(
        caller: Layout,
        bodies: &[(usize, MassMatrix)],
        [groups, used]: [&[Group<'_>]; 2],
        heavy: &[bool],
    ) -> (System, Self) {
        // The piece that is being filled, and the rows that it holds.
        let mut filling: Vec<(usize, usize)> = (0..bodies.len()).map(|b| (b, 0)).collect();
        let mut pieces: Vec<Vec<usize>> = vec![Vec::new(); bodies.len()];
        let mut inner_bodies = bodies.to_vec();
        // Of each group all rows, those that are used, and its pieces.
        let mut held: Vec<([usize; 2], Vec<usize>)> = Vec::with_capacity(groups.len());
        for (whole, group) in groups.iter().zip(used) {
            for (k, &b) in group.bodies.iter().enumerate() {
                if !heavy[b] || group.bodies[..k].contains(&b) {
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
            held.push(([whole.rows, group.rows], group.bodies.iter().map(|&b| filling[b].0).collect()));
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
                held.push(([n; 2], vec![share.piece((piece - 1) / 2), share.piece(piece)]));
                for sign in [1.0, -1.0] {
                    welds.extend((0..n * n).map(|at| if at / n == at % n { sign } else { 0.0 }));
                }
            }
        }
        let mut pieces_of = vec![1; inner_bodies.len()];
        for share in &shares {
            (0..share.pieces).for_each(|piece| pieces_of[share.piece(piece)] = share.pieces);
        }
        let [whole, inner_groups] =
            [0, 1].map(|i| held.iter().map(|(rows, bodies)| Group { rows: rows[i], bodies }).collect::<Vec<_>>());
        let core = System::new(Layout::new(&inner_bodies, &whole, &inner_groups), &inner_groups);
        let mut inflated = Vec::new();
        for (g, group) in inner_groups[..used.len()].iter().enumerate() {
            for (k, &b) in group.bodies.iter().enumerate().filter(|&(_, &b)| pieces_of[b] > 1) {
                let dofs = core.layout.dof_range(b);
                inflated.push(Inflated {
                    jac: caller.jacobian_range(g, k).start,
                    row: caller.row_range(g).start,
                    rows: group.rows,
                    dof: dofs.start,
                    width: dofs.len(),
                    pieces: pieces_of[b],
                });
            }
        }
        (core, Self { caller, shares, welds, inflated })
    }

    pub fn welded(&self, core: &System) -> Welded {
        let found = Found::new(self.caller.rows());
        Welded { found, extended: Extended::new(&core.layout, false), forced: Vec::new(), standing: Vec::new() }
    }

    /// Masses and blocks of the caller, with shared masses and welds.
    fn extend(&self, core: &System, Sides { mass, jac, diag, .. }: Sides<'_>, to: &mut Extended) {
        to.mass[..mass.len()].copy_from_slice(mass);
        for share in &self.shares {
            let own = core.layout.mass_range(share.body);
            let part = 1.0 / share.pieces as f64;
            to.mass[own.clone()].iter_mut().for_each(|m| *m *= part);
            for piece in 1..share.pieces {
                to.mass.copy_within(own.clone(), core.layout.mass_range(share.piece(piece)).start);
            }
        }
        to.jac[..jac.len()].copy_from_slice(jac);
        to.jac[jac.len()..].copy_from_slice(&self.welds);
        to.diag[..diag.len()].copy_from_slice(diag);
        to.diag[diag.len()..].fill(0.0);
    }

    pub fn factor(
        &self,
        core: &System,
        sides: Sides<'_>,
        on_dependent: Dependent<'_>,
        numbers: &mut Numbers,
        welded: &mut Welded,
    ) -> Result<(), FactorError> {
        let Welded { found, extended, forced, standing } = welded;
        self.extend(core, sides, extended);
        found.clear();
        forced.clear();
        standing.clear();
        let rows = self.caller.rows();
        let factored = |e: &Extended, policy, numbers: &mut Numbers| core.factor(e.sides(), policy, numbers);
        let done = factored(extended, on_dependent, numbers);
        match done {
            Err(FactorError::Dependent { row, pivot, scale }) if row >= rows => {
                factored(extended, Dependent::Drop, numbers)?;
                stand_in(core, rows, numbers, forced, standing);
                let row = forced.first().copied().unwrap_or(0);
                return Err(FactorError::Dependent { row, pivot, scale });
            }
            other => other?,
        }
        // A row more may show itself once others are gone; that is rounding, and twice is enough.
        for _ in 0..2 {
            if numbers.found.dropped.iter().all(|&row| row < rows) {
                break;
            }
            stand_in(core, rows, numbers, forced, standing);
            for &row in &*forced {
                core.layout.parts(row).for_each(|(at, _)| extended.jac[at].fill(0.0));
                extended.diag[row] = 1.0;
            }
            factored(extended, on_dependent, numbers)?;
        }
        found.scale.copy_from_slice(&numbers.found.scale[..rows]);
        for block in &self.inflated {
            let from = side(&extended.jac, &numbers.z);
            let inverse = &numbers.inverse[block.dof..block.dof + block.width];
            let over = 1.0 - 1.0 / block.pieces as f64;
            for (r, j) in from[block.jac..][..block.rows * block.width].chunks_exact(block.width).enumerate() {
                let own: f64 = j.iter().zip(inverse).map(|(j, w)| j * j * w).sum();
                found.scale[block.row + r] -= over * own;
            }
        }
        found.dropped.extend(forced.iter().chain(&numbers.found.dropped).filter(|&&row| row < rows));
        Ok(())
    }

    pub fn factor_unsymmetric(
        &self,
        core: &System,
        sides: Sides<'_>,
        numbers: &mut UnsymmetricNumbers,
        extended: &mut Extended,
    ) -> Result<(), FactorError> {
        self.extend(core, sides, extended);
        extended.push[..sides.push.len()].copy_from_slice(sides.push);
        extended.push[sides.push.len()..].copy_from_slice(&self.welds);
        match core.factor_unsymmetric(extended.sides(), numbers) {
            // A weld is no row of the caller's.
            Err(FactorError::Singular { row, pivot, scale }) if row >= sides.diag.len() => {
                Err(FactorError::Singular { row: 0, pivot, scale })
            }
            other => other,
        }
    }
}

/// Finds rows of the caller that stand for the welds that were dropped: those whose null vectors they take part in, told from each other
/// by elimination. Their null vectors, over the caller's rows, are added to `null`.
#[cold]
fn stand_in(core: &System, rows: usize, numbers: &mut Numbers, forced: &mut Vec<usize>, null: &mut Vec<f64>) {
    let dropped = numbers.found.dropped.clone();
    let all = core.null_vectors(numbers);
    let mut vectors: Vec<Vec<f64>> = Vec::new();
    // First those that have a row of their own.
    for weld in [false, true] {
        for (z, &row) in all.chunks_exact(core.layout.rows()).zip(&dropped) {
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

impl Share {
    /// The body inside that a piece is.
    fn piece(&self, piece: usize) -> usize {
        if piece == 0 { self.body } else { self.extra + piece - 1 }
    }
}

impl Welded {
    /// The first half of a solve; its results stay inside.
    pub fn forward(&mut self, core: &System, numbers: &Numbers, force: &[f64], rows: &[f64]) {
        let Self { extended, forced, .. } = self;
        extended.bring(force, rows);
        forced.iter().for_each(|&row| extended.rows[row] = 0.0);
        core.forward(&extended.jac, numbers, &mut extended.force, &mut extended.rows);
    }

    /// The second half, from where the first ended.
    pub fn backward(&mut self, core: &System, numbers: &Numbers, force: &mut [f64], rows: &mut [f64]) {
        let Extended { jac, force: f, rows: r, .. } = &mut self.extended;
        core.backward(jac, numbers, f, r);
        self.extended.give(force, rows);
    }

    /// Null vectors over the caller's rows, in the order of the dropped rows.
    pub fn null_vectors(&mut self, core: &System, numbers: &mut Numbers) -> &[f64] {
        let rows = self.found.scale.len();
        if self.found.null.is_empty() && !self.found.dropped.is_empty() {
            self.found.null.extend_from_slice(&self.standing);
            core.null_vectors(numbers);
            let all = numbers.found.null.chunks_exact(core.layout.rows());
            for (z, _) in all.zip(&numbers.found.dropped).filter(|(_, row)| **row < rows) {
                self.found.null.extend_from_slice(&z[..rows]);
            }
        }
        &self.found.null
    }
}

impl Extended {
    /// With room for P, if forces that multipliers cause are asked for.
    pub fn new(layout: &Layout, push: bool) -> Self {
        Self {
            mass: vec![0.0; layout.mass_len()],
            jac: vec![0.0; layout.jacobian_len()],
            push: vec![0.0; if push { layout.jacobian_len() } else { 0 }],
            diag: vec![0.0; layout.rows()],
            force: vec![0.0; layout.dofs()],
            rows: vec![0.0; layout.rows()],
        }
    }

    pub fn solve_unsymmetric(
        &mut self,
        core: &System,
        numbers: &mut UnsymmetricNumbers,
        force: &mut [f64],
        rows: &mut [f64],
    ) {
        self.bring(force, rows);
        let (mut f, mut r) = (std::mem::take(&mut self.force), std::mem::take(&mut self.rows));
        core.solve_unsymmetric(self.sides(), numbers, &mut f, &mut r);
        (self.force, self.rows) = (f, r);
        self.give(force, rows);
    }

    fn sides(&self) -> Sides<'_> {
        Sides { mass: &self.mass, jac: &self.jac, push: &self.push, diag: &self.diag, switched: 0, lasting: false }
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
