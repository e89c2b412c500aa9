//! Small sets of cones: is there a c with ‖T_i(c)‖ ≤ N_i(c) for all i, N_i and T_i affine in c?
//!
//! As for polytopes (P1) the answer is the room t, in units of u > 0, and a c that has it:
//!
//! ```text
//! (1)  largest t ≤ 1 with  (N_i(c) − t u, T_i(c)) ∈ L,     L the cone ‖T‖ ≤ N
//! ```
//!
//! `conic.rs` finds it, with z ∈ L on its way to Gᵀz + f = 0. What is told is proved both ways, whatever rounding has left of the iteration: c has the room that it has, and from any
//! z ∈ L follows
//!
//! ```text
//! (2)  t ≤ h·z + |r|·|x|,     r = Gᵀz + f
//! ```
//!
//! with |x| limited: forces that hold each other without end, in a wedge, are looked for up to [`FAR`] units.

use super::columns::Columns;
use super::conic::{Program, Way, inside};
use super::kernel::dot;
use super::svd::turn_to_right_angles;
use std::ops::Range;

/// Affine functions of c in blocks, the first of each the bound of the others; with buffers for the search.
#[derive(Clone, Debug, Default)]
pub struct Cones {
    unknowns: usize,
    /// Constants, then coefficients, row by row.
    rows: Vec<f64>,
    blocks: Vec<Range<usize>>,
    values: Vec<f64>,
    scaled: Scaled,
    program: Program,
    way: Way,
}

/// How far cones are from having nothing in common.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Room {
    /// t at `point`, and what t can be at most.
    pub size: f64,
    pub at_most: f64,
    pub point: Vec<f64>,
}

/// How far from the given values a point is looked for, in units.
const FAR: f64 = 1e4;
/// Part of the largest singular value below which a combination moves nothing.
const NONE: f64 = 1e-12;
/// Of the most room, what is left for those from which the least is taken.
const PART: f64 = 0.01;

impl Cones {
    /// No inequality any more, in so many unknowns.
    pub fn reset(&mut self, unknowns: usize) {
        self.unknowns = unknowns;
        self.rows.clear();
        self.blocks.clear();
    }

    /// Adds ‖others‖ ≤ first; each function is its constant and its coefficients.
    pub fn within<F: IntoIterator<Item = f64>>(&mut self, functions: impl IntoIterator<Item = F>) {
        let width = self.unknowns + 1;
        let first = self.rows.len() / width;
        functions.into_iter().for_each(|function| self.rows.extend(function.into_iter().take(width)));
        self.blocks.push(first..self.rows.len() / width);
    }

    /// The most room, counted in `unit` > 0. None if rounding ruins the search.
    pub fn room(&mut self, unit: f64, found: &mut Room) -> Option<()> {
        self.scaled.set(&self.rows, self.unknowns + 1, unit);
        let Self { blocks, values, scaled, program, way, .. } = self;
        let (free, rows) = (scaled.basis.count(), scaled.given.len());
        // x = (y, t): the blocks, then t ≤ 1, then ‖y‖ ≤ FAR.
        program.reset(rows + 2 + free, free + 1);
        scaled.begin(program);
        for block in &*blocks {
            program.g.column_mut(free)[block.start] = 1.0;
            program.blocks.push(block.clone());
        }
        (program.g.column_mut(free)[rows], program.h[rows]) = (1.0, 1.0);
        program.blocks.push(rows..rows + 1);
        scaled.limit(program, rows + 1);
        program.h[rows + 1] = FAR;
        program.f[free] = -1.0;
        values.clone_from(&scaled.given);
        way.x.clear();
        way.x.resize(free, 0.0);
        way.x.push(least(blocks, values, 1.0) - 1.0);
        way.go(program);
        scaled.coefficients(&way.x[..free], &mut found.point);
        let rest: f64 = program.off(&way.best).map(|r| r.abs() * FAR).sum();
        let at_most = dot(&program.h, &way.best) + rest;
        found.size = self.room_at(&found.point, unit);
        if !found.size.is_finite() {
            return None;
        }
        found.at_most = at_most.clamp(found.size, 1.0_f64.max(found.size));
        Some(())
    }

    /// Of the c with at least [`PART`] of the most room, which is given, the one with the least values; that with the most room if there is none.
    pub fn least(&mut self, unit: f64, room: &Room) -> Vec<f64> {
        if room.size <= NONE {
            return room.point.clone();
        }
        self.scaled.set(&self.rows, self.unknowns + 1, unit);
        let Self { blocks, scaled, program, way, .. } = self;
        let (free, rows) = (scaled.basis.count(), scaled.given.len());
        // x = (y, r): the blocks with less room, then ‖y + Uᵀ given‖ ≤ r.
        program.reset(rows + 1 + free, free + 1);
        scaled.begin(program);
        for block in &*blocks {
            program.h[block.start] -= PART * room.size;
            program.blocks.push(block.clone());
        }
        scaled.limit(program, rows);
        program.g.column_mut(free)[rows] = -1.0;
        program.f[free] = 1.0;
        scaled.place(&room.point, &mut way.x);
        let now = &mut program.h[rows + 1..];
        now.iter_mut().zip(scaled.basis.across(&scaled.given)).for_each(|(h, now)| *h = now);
        let far = way.x.iter().zip(now).map(|(y, now)| (y + *now).powi(2)).sum::<f64>().sqrt();
        way.x.push(2.0 * far + 1.0);
        way.go(program);
        let mut point = Vec::new();
        scaled.coefficients(&way.x[..free], &mut point);
        if self.room_at(&point, unit) > 0.0 { point } else { room.point.clone() }
    }

    /// The functions at a point, block by block.
    pub fn values(&mut self, point: &[f64]) -> impl Iterator<Item = &[f64]> {
        self.values.clear();
        let value = |row: &[f64]| row[0] + dot(&row[1..], point);
        self.values.extend(self.rows.chunks_exact(self.unknowns + 1).map(value));
        self.blocks.iter().map(|block| &self.values[block.clone()])
    }

    /// t of (1) at a point.
    fn room_at(&mut self, point: &[f64], unit: f64) -> f64 {
        self.values(point).fold(1.0, |least: f64, block| least.min(inside(block) / unit))
    }
}

/// t of (1) from the functions' values, at most 1.
fn least(blocks: &[Range<usize>], values: &[f64], unit: f64) -> f64 {
    blocks.iter().fold(1.0, |least: f64, block| least.min(inside(&values[block.clone()]) / unit))
}

/// The functions in units, on coordinates y of which each combination of unit size changes them by one.
#[derive(Clone, Debug, Default)]
struct Scaled {
    given: Vec<f64>,
    basis: Columns,
    /// c from y.
    back: Columns,
    /// The slopes, and what turned them to right angles; which of them are large, the largest first.
    slopes: Columns,
    turned: Columns,
    sizes: Vec<f64>,
    order: Vec<usize>,
}

impl Scaled {
    /// Of functions with so many numbers each.
    fn set(&mut self, functions: &[f64], width: usize, unit: f64) {
        let Self { given, basis, back, slopes, turned, sizes, order } = self;
        let (rows, unknowns) = (functions.len() / width, width - 1);
        given.clear();
        given.extend(functions.chunks_exact(width).map(|f| f[0] / unit));
        slopes.reset(rows, unknowns);
        turned.reset(unknowns, unknowns);
        for (k, column) in slopes.iter_mut().enumerate() {
            column.iter_mut().zip(functions.chunks_exact(width)).for_each(|(x, f)| *x = f[k + 1] / unit);
            turned.column_mut(k)[k] = 1.0;
        }
        turn_to_right_angles(unknowns, &mut slopes.numbers, &mut turned.numbers);
        sizes.clear();
        sizes.extend(slopes.iter().map(|column| dot(column, column).sqrt()));
        let most = sizes.iter().copied().fold(0.0, f64::max);
        order.clear();
        order.extend((0..unknowns).filter(|&k| sizes[k] > NONE * most));
        order.sort_unstable_by(|&i, &j| sizes[j].total_cmp(&sizes[i]).then(i.cmp(&j)));
        basis.reset(rows, order.len());
        back.reset(unknowns, order.len());
        for (k, &from) in order.iter().enumerate() {
            for (to, of) in [(&mut *basis, &*slopes), (&mut *back, &*turned)] {
                to.column_mut(k).iter_mut().zip(of.column(from)).for_each(|(to, of)| *to = of / sizes[from]);
            }
        }
    }

    /// The first rows of a program: given + basis · y.
    fn begin(&self, program: &mut Program) {
        program.h[..self.given.len()].copy_from_slice(&self.given);
        for (to, of) in program.g.iter_mut().zip(self.basis.iter()) {
            to.iter_mut().zip(of).for_each(|(to, of)| *to = -of);
        }
    }

    /// A block from this row on that bounds y.
    fn limit(&self, program: &mut Program, row: usize) {
        let free = self.basis.count();
        (0..free).for_each(|k| program.g.column_mut(k)[row + 1 + k] = -1.0);
        program.blocks.push(row..row + 1 + free);
    }

    fn coefficients(&self, y: &[f64], to: &mut Vec<f64>) {
        to.clear();
        to.resize(self.turned.count(), 0.0);
        self.back.add_to(to, y);
    }

    /// The y of coefficients that come from one.
    fn place(&self, point: &[f64], to: &mut Vec<f64>) {
        to.clear();
        to.extend(self.back.iter().map(|b| dot(b, point) / dot(b, b)));
    }
}
