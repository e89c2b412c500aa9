//! One column of the symmetric factor, with its part of a right-hand side's way forward (`solve.rs` has that way alone).
//!
//! What a column reads of its bodies serves S and the right-hand side, and Y_ij pushes the rows below while it is at hand. The arithmetic and its order are those of
//! a factorization followed by the way forward: a right-hand side that goes along ends with the same bits.

use super::below::{push, push_below};
use super::dependent::Doubt;
use super::error::FactorError;
use super::kernel::{add, add_wide, begin, divide, forward, part, pivots, rows, subtract_wide};
use super::numbers::View;
use super::program::{Column, Known, Run, Term, Touch, Update, Width, by_width, y_offset};
use super::system::System;

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
            let of =
                |n| (part(self.left, term.a, R * n), part(self.right, term.b, C * n), part(self.inverse, term.w, n));
            by_width!(term.width, KNOWN,
                N => {
                    let (a, b, w) = of(N);
                    add::<R, C, N>(t, a, b, w);
                },
                n => {
                    let (a, b, w) = of(n);
                    *t = add_wide(*t, a, b, w);
                }
            );
        }
    }

    /// T += the block of S between a group's rows, lower triangle, and g −= Σ_b Z_b x_b: (A3).
    #[inline(always)]
    fn begin<const M: usize, const KNOWN: usize>(
        &self,
        t: &mut [[f64; M]; M],
        g: &mut [f64; M],
        touches: &[Touch],
        x: &[f64],
    ) {
        for touch in touches {
            let of = |n| (part(self.left, touch.jac, M * n), part(self.inverse, touch.dof, n), part(x, touch.dof, n));
            by_width!(touch.width, KNOWN,
                N => {
                    let (a, w, x) = of(N);
                    begin::<M, N>(t, g, a, w, x);
                },
                n => {
                    let (a, w, x) = of(n);
                    (*t, *g) = (add_wide(*t, a, a, w), subtract_wide(*g, a, x));
                }
            );
        }
    }
}

/// A right-hand side that is taken along: W_b L_b⁻¹ h_b, and the rows, which bring γ and take g.
pub(super) struct Right<'a> {
    pub force: &'a [f64],
    pub rows: &'a mut [f64],
}

/// The growing factor.
pub(super) struct Schur<'a> {
    pub diag: &'a [f64],
    pub idle: &'a [bool],
    pub idles: bool,
    /// Are the zeros of idle columns, and in their rows, as they were left?
    pub settled: bool,
    pub values: &'a mut [f64],
    pub scale: &'a mut [f64],
    pub closeness: &'a mut f64,
    /// Part of S_rr below which a pivot is looked at closely.
    pub suspect: f64,
    pub right: Right<'a>,
    pub doubt: Doubt<'a>,
}

impl Schur<'_> {
    /// One column of (A17).
    pub fn idle_column(&mut self, column: &Column) {
        let (row, start, m) = (column.row as usize, column.start as usize, column.rows as usize);
        let (head, rest) = self.values[start..][..y_offset(m) + column.below as usize * m].split_at_mut(m);
        for ((w, scale), d) in head.iter_mut().zip(&mut self.scale[row..]).zip(&self.diag[row..]) {
            (*w, *scale) = (1.0 / d, *d);
        }
        if !self.settled {
            rest.fill(0.0);
        }
    }

    /// λ = D⁻¹ γ in idle columns: (A17).
    pub fn forward_alone(&mut self, alone: &[[u32; 2]]) {
        alone.iter().for_each(|&[row, pivot]| self.right.rows[row as usize] *= self.values[pivot as usize]);
    }

    /// Columns, as long as they have M rows and this is known of them: (A4), with their parts of the way forward; how many they are.
    #[inline(never)]
    pub fn columns<const M: usize, const KNOWN: usize>(
        &mut self,
        columns: &[Column],
        bodies: &Bodies<'_>,
    ) -> Result<usize, FactorError> {
        let Self { diag, idle, idles, settled, values, scale, closeness, suspect, right, doubt } = self;
        let (system, policy, right): (&System, _, _) = (doubt.system, doubt.on_dependent, &mut *right);
        let (diag, idle, idles, settled, values) = (*diag, *idle, *idles, *settled, &mut **values);
        let (scale, force, rows) = (&mut **scale, right.force, &mut *right.rows);
        let works = |row: u32| !(idles && idle[row as usize]);
        let mut closest = **closeness;
        let alike = columns.iter().take_while(|column| column.is::<M, KNOWN>());
        let mut count = 0;
        for column in alike {
            count += 1;
            let (row, start) = (column.row as usize, column.start as usize);
            let (done, here) = values.split_at_mut(start);
            let (mut t, mut g) = ([[0.0; M]; M], [0.0; M]);
            g.copy_from_slice(&rows[row..row + M]);
            bodies.begin::<M, KNOWN>(&mut t, &mut g, column.touches.of(&system.touches), force);
            if !Known::plain(KNOWN) {
                bodies.add::<M, M, KNOWN>(&mut t, column.crossed.of(&system.terms));
            }
            let (own, scale) = (&diag[row..row + M], &mut scale[row..row + M]);
            let mut least = [0.0; M];
            for r in 0..M {
                t[r][r] += own[r];
                scale[r] = t[r][r];
                least[r] = *suspect * t[r][r] + f64::MIN_POSITIVE;
                if policy.leaves_out(row + r) {
                    least[r] = f64::INFINITY;
                }
            }
            let updates = column.updates.of(&system.updates);
            for update in updates.iter().filter(|update| works(update.row)) {
                match Known::rows::<M, KNOWN>(update.rows) {
                    1 => subtract_own::<M, 1>(&mut t, done, update),
                    2 => subtract_own::<M, 2>(&mut t, done, update),
                    _ => subtract_own::<M, 3>(&mut t, done, update),
                }
            }
            let (l, w) = match pivots(t, &least) {
                Some(done) => done,
                None => {
                    let view = View { side: bodies.left, inverse: bodies.inverse, values: done };
                    doubt.pivots(t, &view, diag, scale, column, suspect)?
                }
            };
            for r in 0..M {
                let here = w[r] * scale[r];
                closest = if here > closest { here } else { closest };
            }
            forward(&mut g, &l, &w);
            rows[row..row + M].copy_from_slice(&g);
            let (head, y) = here.split_at_mut(y_offset(M));
            write_head(head, &l, &w);
            let (y, _) = y.split_at_mut(column.below as usize * M);
            let below = Below { system, column, bodies, works, settled };
            match column.filled {
                true => below.fill::<M, KNOWN>(done, y, (l, g), rows),
                false => below.write::<M, KNOWN>(y, Some((&l, &g)), rows),
            }
        }
        **closeness = closest;
        Ok(count)
    }
}

/// The rows below a column.
struct Below<'a, W> {
    system: &'a System,
    column: &'a Column,
    bodies: &'a Bodies<'a>,
    /// Does a column with this first row work?
    works: W,
    settled: bool,
}

impl<W: Fn(u32) -> bool> Below<'_, W> {
    /// Writes Y; if nothing else comes to it, already divided by L, and the rows are pushed by g.
    #[inline(always)]
    fn write<const M: usize, const KNOWN: usize>(
        &self,
        y: &mut [f64],
        last: Option<(&[[f64; M]; M], &[f64; M])>,
        rows: &mut [f64],
    ) {
        let mut rest = y;
        for block in self.column.blocks.of(&self.system.blocks) {
            let count = Known::rows::<M, KNOWN>(block.rows);
            if !(self.works)(block.row) {
                let (here, others) = rest.split_at_mut(count * M);
                if !self.settled {
                    here.fill(0.0);
                }
                rest = others;
                continue;
            }
            let (terms, below) = (block.terms.of(&self.system.terms), &mut rows[block.row as usize..]);
            rest = match count {
                1 => write_block::<1, M, KNOWN>(rest, terms, self.bodies, last, below),
                2 => write_block::<2, M, KNOWN>(rest, terms, self.bodies, last, below),
                _ => write_block::<3, M, KNOWN>(rest, terms, self.bodies, last, below),
            };
        }
    }

    /// The same where something comes to them from earlier columns. All by value, and in a call of its own, so that columns to which nothing comes keep their numbers in registers.
    #[inline(never)]
    fn fill<const M: usize, const KNOWN: usize>(
        self,
        done: &[f64],
        y: &mut [f64],
        (l, g): ([[f64; M]; M], [f64; M]),
        rows: &mut [f64],
    ) {
        let Self { system, column, .. } = self;
        self.write::<M, KNOWN>(y, None, rows);
        for update in column.updates.of(&system.updates).iter().filter(|update| (self.works)(update.row)) {
            let runs = update.runs.of(&system.runs);
            match Known::rows::<M, KNOWN>(update.rows) {
                1 => subtract_below::<M, 1>(y, done, update, runs),
                2 => subtract_below::<M, 2>(y, done, update, runs),
                _ => subtract_below::<M, 3>(y, done, update, runs),
            }
        }
        y.as_chunks_mut::<M>().0.iter_mut().for_each(|row| divide(row, &l));
        push_below::<M, KNOWN>(rows, column.blocks.of(&system.blocks), y, &g);
    }
}

/// W, and L below its diagonal.
#[inline(always)]
fn write_head<const M: usize>(head: &mut [f64], l: &[[f64; M]; M], w: &[f64; M]) {
    head[..M].copy_from_slice(w);
    let mut at = M;
    for (r, l) in l.iter().enumerate().skip(1) {
        head[at..at + r].copy_from_slice(&l[..r]);
        at += r;
    }
}

/// Writes one block below the diagonal; if nothing else comes to it, already divided by L, and its rows are pushed by g. Gives what is left of the column.
#[inline(always)]
fn write_block<'y, const R: usize, const M: usize, const KNOWN: usize>(
    y: &'y mut [f64],
    terms: &[Term],
    bodies: &Bodies<'_>,
    last: Option<(&[[f64; M]; M], &[f64; M])>,
    below: &mut [f64],
) -> &'y mut [f64] {
    let mut t = [[0.0; M]; R];
    bodies.add::<R, M, KNOWN>(&mut t, terms);
    let (block, rest) = y.split_at_mut(R * M);
    if let Some((l, g)) = last {
        t.iter_mut().for_each(|row| divide(row, l));
        push(below, &t, g);
    }
    if let Some(block) = block.as_chunks_mut::<M>().0.first_chunk_mut::<R>() {
        *block = t;
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
