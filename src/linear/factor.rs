//! The numeric factorization: masses, then columns of S from left to right.
//!
//! A row that is switched off has nothing but an entry of D. A column of such rows is *idle*: it gives nothing to others and takes nothing from them,
//!
//! ```text
//! Z_j = 0,  D_j > 0   ⇒   L_jj = 1,  W_j = D_j⁻¹,  Y_ij = 0 for all i below it,  Y_jk = 0 in all columns k before it       (A17)
//! ```
//!
//! so that it is passed by, here and in a solve: what is switched off costs next to nothing. Its zeros are written once, as long as the same columns are idle.
//!
//! A column of which no row is kept gives nothing to a solve either, whatever stands below it,
//!
//! ```text
//! W_j = 0   ⇒   g_j = 0,  λ_j = g_j                                                                  (A18)
//! ```
//!
//! and solves pass it by: of many feet of one body, three of which are kept, n rows then cost 3 n and not n².

use super::dependent::{Dependent, Doubt, SUSPECT, ZERO};
use super::error::FactorError;
use super::kernel::{add, add_own, add_wide, divide, part, pivots, rows};
use super::numbers::{Found, Numbers, Sides, View, side};
use super::program::{Column, Known, MassMatrix, Run, Term, Touch, Update, Width, sized, y_offset};
use super::system::System;

impl System {
    /// Every buffer that this system needs.
    pub fn numbers(&self) -> Numbers {
        let layout = &self.layout;
        let (n, m) = (layout.dofs(), layout.rows());
        Numbers {
            mass: vec![f64::NAN; layout.mass_len()],
            lasting: false,
            inverse: vec![0.0; n],
            lower: vec![0.0; if layout.shapes.contains(&MassMatrix::Dense) { layout.mass_len() } else { 0 }],
            first: vec![0; layout.shapes.len()],
            z: vec![0.0; if self.dense.is_empty() { 0 } else { layout.jacobian_len() }],
            values: vec![0.0; self.values],
            closeness: 1.0,
            zero: ZERO,
            found: Found::new(m),
            idle: vec![false; m],
            working: Vec::with_capacity(self.columns.len()),
            alone: Vec::with_capacity(m),
            kept: Vec::with_capacity(self.columns.len()),
            left_out: Vec::with_capacity(m),
            settled: false,
            switched: 0,
            force: vec![0.0; n],
            gamma: vec![0.0; m],
        }
    }

    /// Factors K for the masses, the Jacobian and D (over rows; ≥ 0).
    pub fn factor(
        &self,
        Sides { mass, jac, diag, switched, lasting, .. }: Sides<'_>,
        on_dependent: Dependent<'_>,
        num: &mut Numbers,
    ) -> Result<(), FactorError> {
        num.found.clear();
        num.closeness = 1.0;
        if !(std::mem::replace(&mut num.lasting, false) && lasting) {
            for block in &self.masses {
                self.factor_mass(block, mass, num)?;
            }
        }
        num.lasting = lasting;
        let known = std::mem::replace(&mut num.switched, 0) == switched && switched != 0;
        let same = known || self.find_idle(jac, diag, on_dependent, num);
        debug_assert!(
            self.columns.iter().all(|c| num.idle[c.row as usize] == self.is_idle(c, jac, diag, on_dependent)),
            "other rows are switched off than those of the number {switched}"
        );
        let settled = std::mem::replace(&mut num.settled, false) && same;
        let mut z = std::mem::take(&mut num.z);
        self.transform_dense(jac, num, &mut z);
        num.z = z;
        let side = side(jac, &num.z);
        let bodies = Bodies { left: side, right: side, inverse: &num.inverse };
        let mut s = Schur {
            diag,
            idle: &num.idle,
            idles: !num.alone.is_empty(),
            settled,
            values: &mut num.values,
            scale: &mut num.found.scale,
            closeness: &mut num.closeness,
            suspect: SUSPECT.max(2.0 * num.zero),
            doubt: Doubt {
                system: self,
                on_dependent,
                zero: num.zero,
                dropped: &mut num.found.dropped,
                force: &mut num.force,
                gamma: &mut num.gamma,
            },
        };
        if s.idles && !(known && settled) {
            self.columns.iter().filter(|column| s.idle[column.row as usize]).for_each(|column| s.idle_column(column));
        }
        for column in if s.idles { &num.working } else { &self.columns } {
            sized!(column, s.column(column, &bodies))?;
        }
        self.pass_by_dropped(num);
        if let Dependent::Without(_) = on_dependent {
            self.solve_null_vectors(jac, num);
        }
        (num.settled, num.switched) = (!num.alone.is_empty(), switched);
        Ok(())
    }

    /// Finds the columns of (A18).
    #[inline]
    fn pass_by_dropped(&self, num: &mut Numbers) {
        num.kept.clear();
        num.left_out.clear();
        if num.found.dropped.is_empty() {
            return;
        }
        let Numbers { found, working, alone, kept, left_out, .. } = num;
        for column in if alone.is_empty() { &self.columns } else { &*working } {
            let rows = column.row..column.row + column.rows;
            match rows.clone().all(|row| found.dropped.contains(&(row as usize))) {
                true => left_out.extend(rows),
                false => kept.push(*column),
            }
        }
    }

    /// Finds the columns of (A17); says whether they are the same as before.
    fn find_idle(&self, jac: &[f64], diag: &[f64], on_dependent: Dependent<'_>, num: &mut Numbers) -> bool {
        if num.alone.is_empty() && diag.iter().all(|d| *d == 0.0) {
            return true;
        }
        let mut same = true;
        num.working.clear();
        num.alone.clear();
        for column in &self.columns {
            let off = self.is_idle(column, jac, diag, on_dependent);
            for mark in &mut num.idle[column.row as usize..][..column.rows as usize] {
                same &= *mark == off;
                *mark = off;
            }
            match off {
                true => num.alone.extend((0..column.rows).map(|r| [column.row + r, column.start + r])),
                false => num.working.push(*column),
            }
        }
        same
    }

    fn is_idle(&self, column: &Column, jac: &[f64], diag: &[f64], on_dependent: Dependent<'_>) -> bool {
        let (row, m) = (column.row as usize, column.rows as usize);
        let alone = |touch: &Touch| jac[touch.jac as usize..][..m * touch.width.len()].iter().all(|j| *j == 0.0);
        diag[row..row + m].iter().all(|d| *d > 0.0)
            && column.touches.of(&self.touches).iter().all(alone)
            && !(row..row + m).any(|row| on_dependent.leaves_out(row))
    }
}

/// What the terms of S read: J W Pᵀ from the left side, J, and the right side, P; each as its Z.
#[derive(Clone, Copy)]
pub(super) struct Bodies<'a> {
    pub left: &'a [f64],
    pub right: &'a [f64],
    pub inverse: &'a [f64],
}

impl Bodies<'_> {
    /// T += the block of S between rows of two groups: (A3).
    #[inline(always)]
    pub fn add<const R: usize, const C: usize, const KNOWN: usize>(&self, t: &mut [[f64; C]; R], terms: &[Term]) {
        for term in terms {
            let n = term.width.of::<KNOWN>().len();
            let (a, b) = (part(self.left, term.a, R * n), part(self.right, term.b, C * n));
            let w = part(self.inverse, term.w, n);
            match term.width.of::<KNOWN>() {
                Width::Two => add::<R, C, 2>(t, a, b, w),
                Width::Three => add::<R, C, 3>(t, a, b, w),
                _ if KNOWN == Known::LIGHT => {}
                Width::Six => add::<R, C, 6>(t, a, b, w),
                Width::Wide(_) => *t = add_wide(*t, a, b, w),
            }
        }
    }

    /// T += the block of S between a group's rows, lower triangle: (A3).
    #[inline(always)]
    fn add_own<const M: usize, const KNOWN: usize>(&self, t: &mut [[f64; M]; M], touches: &[Touch]) {
        for touch in touches {
            let n = touch.width.of::<KNOWN>().len();
            let (a, w) = (part(self.left, touch.jac, M * n), part(self.inverse, touch.dof, n));
            match touch.width.of::<KNOWN>() {
                Width::Two => add_own::<M, 2>(t, a, w),
                Width::Three => add_own::<M, 3>(t, a, w),
                _ if KNOWN == Known::LIGHT => {}
                Width::Six => add_own::<M, 6>(t, a, w),
                Width::Wide(_) => *t = add_wide(*t, a, a, w),
            }
        }
    }
}

/// The growing factor.
struct Schur<'a> {
    diag: &'a [f64],
    idle: &'a [bool],
    idles: bool,
    /// Are the zeros of idle columns, and in their rows, as they were left?
    settled: bool,
    values: &'a mut [f64],
    scale: &'a mut [f64],
    closeness: &'a mut f64,
    /// Part of S_rr below which a pivot is looked at closely.
    suspect: f64,
    doubt: Doubt<'a>,
}

impl Schur<'_> {
    /// One column of (A17).
    fn idle_column(&mut self, column: &Column) {
        let (row, start, m) = (column.row as usize, column.start as usize, column.rows as usize);
        let (head, rest) = self.values[start..][..y_offset(m) + column.below as usize * m].split_at_mut(m);
        for ((w, scale), d) in head.iter_mut().zip(&mut self.scale[row..]).zip(&self.diag[row..]) {
            (*w, *scale) = (1.0 / d, *d);
        }
        if !self.settled {
            rest.fill(0.0);
        }
    }

    /// One column: (A4).
    #[inline(never)]
    fn column<const M: usize, const KNOWN: usize>(
        &mut self,
        column: &Column,
        bodies: &Bodies<'_>,
    ) -> Result<(), FactorError> {
        let (row, start) = (column.row as usize, column.start as usize);
        let (done, here) = self.values.split_at_mut(start);
        let system = self.doubt.system;
        let mut t = [[0.0; M]; M];
        bodies.add_own::<M, KNOWN>(&mut t, column.touches.of(&system.touches));
        if !Known::plain(KNOWN) {
            bodies.add::<M, M, KNOWN>(&mut t, column.crossed.of(&system.terms));
        }
        let diag = &self.diag[row..row + M];
        let scale = &mut self.scale[row..row + M];
        let mut least = [0.0; M];
        for r in 0..M {
            t[r][r] += diag[r];
            scale[r] = t[r][r];
            least[r] = self.suspect * t[r][r] + f64::MIN_POSITIVE;
            if self.doubt.on_dependent.leaves_out(row + r) {
                least[r] = f64::INFINITY;
            }
        }
        let (idle, idles, settled) = (self.idle, self.idles, self.settled);
        let works = |update: &&Update| !(idles && idle[update.row as usize]);
        let updates = column.updates.of(&system.updates);
        for update in updates.iter().filter(works) {
            match Known::rows::<M, KNOWN>(update.rows) {
                1 => subtract_own::<M, 1>(&mut t, done, update),
                2 => subtract_own::<M, 2>(&mut t, done, update),
                _ => subtract_own::<M, 3>(&mut t, done, update),
            }
        }
        let (t, w) = match pivots(t, &least) {
            Some(done) => done,
            None => {
                let view = View { side: bodies.left, inverse: bodies.inverse, values: done };
                self.doubt.pivots(t, &view, self.diag, scale, column, &mut self.suspect)?
            }
        };
        let mut closest = *self.closeness;
        for r in 0..M {
            let here = w[r] * scale[r];
            closest = if here > closest { here } else { closest };
        }
        *self.closeness = closest;
        let (head, y) = here.split_at_mut(y_offset(M));
        head[..M].copy_from_slice(&w);
        let mut at = M;
        for (r, l) in t.iter().enumerate().skip(1) {
            head[at..at + r].copy_from_slice(&l[..r]);
            at += r;
        }
        let (y, _) = y.split_at_mut(column.below as usize * M);
        let filled = column.filled && !Known::plain(KNOWN);
        let divisor = (!filled).then_some(&t);
        let mut rest = &mut *y;
        for block in column.blocks.of(&system.blocks) {
            let rows = Known::rows::<M, KNOWN>(block.rows);
            if idles && idle[block.row as usize] {
                let (here, others) = rest.split_at_mut(rows * M);
                if !settled {
                    here.fill(0.0);
                }
                rest = others;
                continue;
            }
            let terms = block.terms.of(&system.terms);
            rest = match rows {
                1 => write_block::<1, M, KNOWN>(rest, terms, bodies, divisor),
                2 => write_block::<2, M, KNOWN>(rest, terms, bodies, divisor),
                _ => write_block::<3, M, KNOWN>(rest, terms, bodies, divisor),
            };
        }
        if filled {
            for update in updates.iter().filter(works) {
                let runs = update.runs.of(&system.runs);
                match update.rows {
                    1 => subtract_below::<M, 1>(y, done, update, runs),
                    2 => subtract_below::<M, 2>(y, done, update, runs),
                    _ => subtract_below::<M, 3>(y, done, update, runs),
                }
            }
            y.as_chunks_mut::<M>().0.iter_mut().for_each(|row| divide(row, &t));
        }
        Ok(())
    }
}

/// Writes one block below the diagonal, already divided if nothing else comes to it. Gives what is left of the column.
#[inline(always)]
fn write_block<'y, const R: usize, const M: usize, const KNOWN: usize>(
    y: &'y mut [f64],
    terms: &[Term],
    bodies: &Bodies<'_>,
    divisor: Option<&[[f64; M]; M]>,
) -> &'y mut [f64] {
    let mut t = [[0.0; M]; R];
    bodies.add::<R, M, KNOWN>(&mut t, terms);
    let (block, rest) = y.split_at_mut(R * M);
    if let Some(block) = block.as_chunks_mut::<M>().0.first_chunk_mut::<R>() {
        for r in 0..R {
            if let Some(l) = divisor {
                divide(&mut t[r], l);
            }
            block[r] = t[r];
        }
    }
    rest
}

/// Y_jk and W_k Y_jkᵀ's factors: what column j takes from column k of K rows.
#[inline(always)]
fn source<'a, const M: usize, const K: usize>(
    done: &'a [f64],
    update: &Update,
) -> Option<(&'a [[f64; K]; M], &'a [f64; K])> {
    let (y, w) = (update.y as usize, update.w as usize);
    Some((rows::<M, K>(&done[y..y + M * K])?, done[w..w + K].first_chunk::<K>()?))
}

/// The diagonal block's share of an update.
#[inline(always)]
fn subtract_own<const M: usize, const K: usize>(t: &mut [[f64; M]; M], done: &[f64], update: &Update) {
    let Some((y, w)) = source::<M, K>(done, update) else {
        return;
    };
    for r in 0..M {
        for c in 0..=r {
            let mut sum = y[r][0] * y[c][0] * w[0];
            for k in 1..K {
                sum += y[r][k] * y[c][k] * w[k];
            }
            t[r][c] -= sum;
        }
    }
}

/// The share of the rows below.
#[inline(always)]
fn subtract_below<const M: usize, const K: usize>(below: &mut [f64], done: &[f64], update: &Update, runs: &[Run]) {
    let Some((y, w)) = source::<M, K>(done, update) else {
        return;
    };
    let mut wy = *y;
    for row in &mut wy {
        for k in 0..K {
            row[k] *= w[k];
        }
    }
    for run in runs {
        let (from, to, count) = (run.from as usize, run.to as usize, run.rows as usize);
        let sources = done[from..from + count * K].as_chunks::<K>().0;
        for (row, y) in below[to..to + count * M].as_chunks_mut::<M>().0.iter_mut().zip(sources) {
            for c in 0..M {
                let mut sum = y[0] * wy[c][0];
                for k in 1..K {
                    sum += y[k] * wy[c][k];
                }
                row[c] -= sum;
            }
        }
    }
}
