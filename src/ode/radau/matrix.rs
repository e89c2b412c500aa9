//! F = ∂f/∂y, and the two systems of (K2) with it: a dense matrix, made by the right-hand side or of differences, unless the right-hand side [solves them itself](super::super::Linearized).
//!
//! Components that f does not read, such as works and impulses, are no unknowns. With x those that it does and w the others, F = [F_xx 0; F_wx 0], and
//! (s − F)(x, w) = (r_x, r_w) is (s − F_xx) x = r_x, then w = (r_w + F_wx x)/s.

use super::beginning::Beginning;
use crate::linear::dense::Lu;
use crate::ode::Rhs;
use crate::ode::evaluate::{Failure, StepCounters, evaluate, finite};

/// F is taken over this part of a component, √ε: half of the digits are truncation, half rounding.
const STEP: f64 = 1.490_116_119_384_765_6e-8;
/// Factors serve for sizes of steps that differ by no more than rounding of times.
const SAME: f64 = 1e-9;

/// Components for which there is a dense matrix at most: its factors take 5 n² numbers and n³ operations.
pub(super) const MOST: usize = 2000;

#[derive(Clone, Debug)]
pub(super) struct Matrix {
    /// The components that f reads, and the others.
    read: Vec<usize>,
    others: Vec<usize>,
    /// Where F was made.
    made: Vec<f64>,
    /// Columns of F, one after the other.
    columns: Vec<f64>,
    moved: Vec<f64>,
    real: Lu,
    pair: Lu,
    /// Of the matrices, and of a right-hand side.
    entries: Vec<f64>,
    side: Vec<f64>,
    /// γ̂/h, α̂/h and β̂/h of the factors; none if there are none.
    shifts: Option<[f64; 3]>,
}

impl Matrix {
    pub(super) fn new(dim: usize) -> Self {
        Self {
            read: (0..dim).collect(),
            others: Vec::with_capacity(dim),
            made: vec![0.0; dim],
            // For what solves them itself there is none of it.
            columns: Vec::new(),
            moved: vec![0.0; dim],
            real: Lu::new(0),
            pair: Lu::new(0),
            entries: Vec::new(),
            side: Vec::new(),
            shifts: None,
        }
    }

    /// F at the beginning of a step.
    pub(super) fn renew<R: Rhs>(
        &mut self,
        rhs: &mut R,
        from: &Beginning<'_>,
        at: &mut [f64],
        counters: &mut StepCounters,
    ) -> Result<(), Failure<R::Error>> {
        counters.jacobians += 1;
        self.shifts = None;
        self.made.copy_from_slice(from.y);
        let failed = |cause| Failure::Rhs { t: from.t, cause };
        if let Some(rhs) = rhs.linearized() {
            return rhs.linearize(from.t, from.y, from.slope).map_err(failed);
        }
        let dim = from.y.len();
        if dim > MOST {
            return Err(Failure::TooLarge { dim, most: MOST });
        }
        self.columns.resize(dim * dim, 0.0);
        self.entries.resize(4 * dim * dim, 0.0);
        self.side.resize(2 * dim, 0.0);
        self.read.clear();
        self.others.clear();
        (0..dim).for_each(|i| if rhs.reads(i) { &mut self.read } else { &mut self.others }.push(i));
        self.real.resize(self.read.len());
        self.pair.resize(2 * self.read.len());
        self.columns.fill(0.0);
        if rhs.jacobian(from.t, from.y, &mut self.columns).map_err(failed)? {
            let columns = self.columns.chunks_exact(dim).map(|column| finite(from.t, column));
            columns.collect::<Result<(), _>>()?;
            // Those that are not read have no unknown.
            for (k, &j) in self.read.iter().enumerate() {
                self.columns.copy_within(j * dim..(j + 1) * dim, k * dim);
            }
            return Ok(());
        }
        self.differences(rhs, from, at, counters)
    }

    /// (K2a) at the beginning of a step, with the factors that there are; none if a right-hand side solves them itself, there are none, or nothing has moved since F was made by more than the tolerance: what
    /// rests beside a corner is now on the one side of it and now on the other.
    pub(super) fn ask<R: Rhs>(
        &mut self,
        rhs: &mut R,
        from: &Beginning<'_>,
        (at, left): (&mut [f64], &mut [f64]),
        counters: &mut StepCounters,
    ) -> Result<Option<f64>, Failure<R::Error>> {
        if rhs.linearized().is_some() || self.shifts.is_none() {
            return Ok(None);
        }
        let fastest = self.read.iter().map(|&j| from.slope[j].abs() / from.size(j)).fold(0.0, f64::max);
        at.iter_mut().zip(from.y.iter().zip(&self.made)).for_each(|(at, (y, made))| *at = y - made);
        let moved = from.scale.norm(at, from.y, from.y);
        if fastest == 0.0 || moved <= 1.0 {
            return Ok(None);
        }
        let step = STEP / fastest;
        at.iter_mut().zip(from.y.iter().zip(from.slope)).for_each(|(at, (y, slope))| *at = y + step * slope);
        // Where it cannot be asked ahead nothing is known.
        if evaluate(rhs, from.t, at, &mut self.moved, counters).is_err() {
            return Ok(Some(f64::INFINITY));
        }
        for (left, (moved, slope)) in left.iter_mut().zip(self.moved.iter().zip(from.slope)) {
            *left = (moved - slope) / step;
        }
        for (&j, column) in self.read.iter().zip(self.columns.chunks_exact(from.y.len())) {
            left.iter_mut().zip(column).for_each(|(left, f)| *left -= f * from.slope[j]);
        }
        self.solve(rhs, left);
        Ok(Some(from.scale.norm(left, from.y, from.y) / from.scale.norm(from.slope, from.y, from.y)))
    }

    /// Differences ahead; behind where the right-hand side cannot be asked on that side.
    fn differences<R: Rhs>(
        &mut self,
        rhs: &mut R,
        from: &Beginning<'_>,
        at: &mut [f64],
        counters: &mut StepCounters,
    ) -> Result<(), Failure<R::Error>> {
        let dim = from.y.len();
        at.copy_from_slice(from.y);
        for (&j, column) in self.read.iter().zip(self.columns.chunks_exact_mut(dim)) {
            // Where it goes: at a corner what is ahead counts.
            let step = (STEP * from.size(j)).copysign(from.slope[j]);
            at[j] = from.y[j] + step;
            if evaluate(rhs, from.t, at, &mut self.moved, counters).is_err() {
                at[j] = from.y[j] - step;
                evaluate(rhs, from.t, at, &mut self.moved, counters)?;
            }
            let step = at[j] - from.y[j];
            for ((f, moved), slope) in column.iter_mut().zip(&self.moved).zip(from.slope) {
                *f = (moved - slope) / step;
            }
            at[j] = from.y[j];
        }
        Ok(())
    }

    /// Factors both systems, unless it is done already; false if one of them has no solution.
    pub(super) fn factor<R: Rhs>(&mut self, rhs: &mut R, shifts: [f64; 3], counters: &mut StepCounters) -> bool {
        if self.shifts.is_some_and(|old| (old[0] - shifts[0]).abs() <= SAME * shifts[0]) {
            return true;
        }
        counters.factorizations += 1;
        self.shifts = None;
        let (n, dim) = (self.read.len(), self.moved.len());
        let [gamma, alpha, beta] = shifts;
        if let Some(rhs) = rhs.linearized() {
            let found = rhs.shift(gamma, [alpha, beta]);
            self.shifts = found.then_some(shifts);
            return found;
        }
        let f = |i: usize, j: usize| self.columns[j * dim + self.read[i]];
        for (i, row) in self.entries[..n * n].chunks_exact_mut(n.max(1)).enumerate() {
            row.iter_mut().enumerate().for_each(|(j, entry)| *entry = -f(i, j));
            row[i] += gamma;
        }
        if self.real.factor(&self.entries[..n * n]).is_err() {
            return false;
        }
        for (k, row) in self.entries[..4 * n * n].chunks_exact_mut((2 * n).max(1)).enumerate() {
            row.fill(0.0);
            let (i, upper) = (k % n, k < n);
            let first = if upper { 0 } else { n };
            row[first..first + n].iter_mut().enumerate().for_each(|(j, entry)| *entry = -f(i, j));
            row[k] += alpha;
            row[if upper { n + i } else { i }] = if upper { -beta } else { beta };
        }
        if self.pair.factor(&self.entries[..4 * n * n]).is_err() {
            return false;
        }
        self.shifts = Some(shifts);
        true
    }

    /// (γ̂/h − F)⁻¹ r in the place of r.
    pub(super) fn solve<R: Rhs>(&mut self, rhs: &mut R, r: &mut [f64]) {
        if let Some(rhs) = rhs.linearized() {
            return rhs.solve(r);
        }
        let n = self.read.len();
        self.side[..n].iter_mut().zip(&self.read).for_each(|(x, &i)| *x = r[i]);
        self.real.solve(&mut self.side[..n]);
        self.read.iter().zip(&self.side).for_each(|(&i, x)| r[i] = *x);
        let shift = self.shifts.map_or(f64::NAN, |shifts| shifts[0]);
        for &i in &self.others {
            r[i] = (r[i] + self.row(i, 0)) / shift;
        }
    }

    /// The system of twice the size.
    pub(super) fn solve_pair<R: Rhs>(&mut self, rhs: &mut R, r: &mut [f64], s: &mut [f64]) {
        if let Some(rhs) = rhs.linearized() {
            return rhs.solve_pair(r, s);
        }
        let n = self.read.len();
        for (k, &i) in self.read.iter().enumerate() {
            (self.side[k], self.side[n + k]) = (r[i], s[i]);
        }
        self.pair.solve(&mut self.side[..2 * n]);
        for (k, &i) in self.read.iter().enumerate() {
            (r[i], s[i]) = (self.side[k], self.side[n + k]);
        }
        let [_, alpha, beta] = self.shifts.unwrap_or([f64::NAN; 3]);
        let size = alpha * alpha + beta * beta;
        for &i in &self.others {
            let (a, b) = (r[i] + self.row(i, 0), s[i] + self.row(i, n));
            (r[i], s[i]) = ((alpha * a + beta * b) / size, (alpha * b - beta * a) / size);
        }
    }

    /// Row i of F_wx times the solution that begins at `first`.
    fn row(&self, i: usize, first: usize) -> f64 {
        let columns = self.columns.chunks_exact(self.moved.len());
        columns.zip(&self.side[first..first + self.read.len()]).map(|(column, x)| column[i] * x).sum()
    }
}
