//! Small sets of cones: is there a c with ‖T_i(c)‖ ≤ N_i(c) for all i, N_i and T_i affine in c?
//!
//! As for polytopes (P1) the answer is the room t, in units of u > 0, and a c that has it:
//!
//! ```text
//! (1)  largest t ≤ 1 with  (N_i(c) − t u, T_i(c)) ∈ L,     L the cone ‖T‖ ≤ N
//! ```
//!
//! The method goes through the interior of the cones, with the scaling of Nesterov and Todd and the predictor of Mehrotra. For least f·x with s = h − G x ∈ L it keeps s inside and
//! exact, and z ∈ L on its way to Gᵀz + f = 0; each step solves
//!
//! ```text
//! (2)  λ = W⁻¹ s = W z,    λ∘(W Δz + W⁻¹ Δs) = right,    GΔx + Δs = 0,    Gᵀ(z + Δz) + f = 0
//! ```
//!
//! by an orthogonal factorization of W⁻¹G. What is told is proved both ways, whatever rounding has left of the iteration: c has the room that it has, and from any z ∈ L follows
//!
//! ```text
//! (3)  t ≤ h·z + |r|·|x|,     r = Gᵀz + f
//! ```
//!
//! with |x| limited: forces that hold each other without end, in a wedge, are looked for up to [`FAR`] units.

use super::svd::Svd;
use crate::math::length;
use nalgebra::{DMatrix, DVector};
use std::ops::Range;

/// Affine functions of c in blocks, the first of each the bound of the others.
#[derive(Clone, Debug, Default)]
pub struct Cones {
    unknowns: usize,
    /// Constants, then coefficients, row by row.
    rows: Vec<f64>,
    blocks: Vec<Range<usize>>,
}

/// How far cones are from having nothing in common.
#[derive(Clone, Debug, PartialEq)]
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
/// Steps at most; a dozen is usual.
const STEPS: usize = 60;
/// By how much an iterate may be worse than the best.
const WORSE: f64 = 1e3;
/// Part of the way to the border of the cones.
const NEARLY: f64 = 0.995;
/// Of the most room, what is left for those from which the least is taken.
const PART: f64 = 0.01;

impl Cones {
    /// No inequality yet.
    pub fn new(unknowns: usize) -> Self {
        Self { unknowns, ..Self::default() }
    }

    /// Adds ‖parts‖ ≤ bound; each function is its constant and its coefficients.
    pub fn within<'a>(&mut self, bound: &[f64], parts: impl IntoIterator<Item = &'a [f64]>) {
        let width = self.unknowns + 1;
        let first = self.rows.len() / width;
        self.rows.extend_from_slice(&bound[..width]);
        parts.into_iter().for_each(|part| self.rows.extend_from_slice(&part[..width]));
        self.blocks.push(first..self.rows.len() / width);
    }

    /// The most room, counted in `unit` > 0. None if rounding ruins the search.
    pub fn room(&self, unit: f64) -> Option<Room> {
        let scaled = Scaled::new(self, unit)?;
        let (free, rows) = (scaled.basis.ncols(), scaled.given.len());
        // x = (y, t): the blocks, then t ≤ 1, then ‖y‖ ≤ FAR.
        let mut program = Program::new(rows + 2 + free, free + 1);
        program.set(0, 0, &scaled.basis, &scaled.given);
        for block in &self.blocks {
            program.g[(block.start, free)] = 1.0;
            program.blocks.push(block.clone());
        }
        (program.g[(rows, free)], program.h[rows]) = (1.0, 1.0);
        program.blocks.push(rows..rows + 1);
        program.limit(rows + 1, free);
        program.f[free] = -1.0;
        let mut x = DVector::zeros(free + 1);
        x[free] = scaled.room(&self.blocks, &x) - 1.0;
        let (x, z) = program.minimize(x);
        let point = scaled.coefficients(&x.rows(0, free).into_owned());
        let left = program.g.tr_mul(&z) + &program.f;
        let rest: f64 = (0..free).map(|k| left[k].abs() * FAR).sum::<f64>() + left[free].abs() * FAR;
        let (size, at_most) = (self.room_at(&point, unit), program.h.dot(&z) + rest);
        size.is_finite().then(|| Room { size, at_most: at_most.clamp(size, 1.0_f64.max(size)), point })
    }

    /// Of the c with at least [`PART`] of the most room, which is given, the one with the least values; that with the most room if there is none.
    pub fn least(&self, unit: f64, room: &Room) -> Option<Vec<f64>> {
        if room.size <= NONE {
            return Some(room.point.clone());
        }
        let scaled = Scaled::new(self, unit)?;
        let (free, rows) = (scaled.basis.ncols(), scaled.given.len());
        // x = (y, r): the blocks with less room, then ‖y + Uᵀ given‖ ≤ r.
        let mut program = Program::new(rows + 1 + free, free + 1);
        program.set(0, 0, &scaled.basis, &scaled.given);
        for block in &self.blocks {
            program.h[block.start] -= PART * room.size;
            program.blocks.push(block.clone());
        }
        let now = scaled.basis.tr_mul(&scaled.given);
        program.limit(rows, free);
        (program.g[(rows, free)], program.h[rows]) = (-1.0, 0.0);
        program.h.rows_mut(rows + 1, free).copy_from(&now);
        program.f[free] = 1.0;
        let y = scaled.place(&room.point);
        let mut x = DVector::zeros(free + 1);
        x.rows_mut(0, free).copy_from(&y);
        x[free] = 2.0 * (y + now).norm() + 1.0;
        let (x, _) = program.minimize(x);
        let point = scaled.coefficients(&x.rows(0, free).into_owned());
        Some(if self.room_at(&point, unit) > 0.0 { point } else { room.point.clone() })
    }

    /// The functions at a point, block by block.
    pub fn values(&self, point: &[f64]) -> Vec<Vec<f64>> {
        let value = |row: &[f64]| row[0] + row[1..].iter().zip(point).map(|(a, c)| a * c).sum::<f64>();
        let values: Vec<f64> = self.rows.chunks_exact(self.unknowns + 1).map(value).collect();
        self.blocks.iter().map(|block| values[block.clone()].to_vec()).collect()
    }

    /// t of (1) at a point.
    fn room_at(&self, point: &[f64], unit: f64) -> f64 {
        self.values(point).iter().fold(1.0, |least: f64, block| least.min(inside(block) / unit))
    }
}

/// N − ‖T‖.
fn inside(block: &[f64]) -> f64 {
    block[0] - length(&block[1..])
}

/// The functions in units, on coordinates y of which each combination of unit size changes them by one.
struct Scaled {
    given: DVector<f64>,
    basis: DMatrix<f64>,
    /// c from y.
    back: DMatrix<f64>,
}

impl Scaled {
    fn new(cones: &Cones, unit: f64) -> Option<Self> {
        let width = cones.unknowns + 1;
        let rows = cones.rows.len() / width;
        let given = DVector::from_fn(rows, |i, _| cones.rows[i * width] / unit);
        let slopes = DMatrix::from_fn(rows, cones.unknowns, |i, k| cones.rows[i * width + 1 + k] / unit);
        let svd = Svd::of(slopes);
        let most = svd.most();
        let Svd { u, values, v } = svd;
        let kept: Vec<usize> = (0..values.len()).filter(|&k| values[k] > NONE * most).collect();
        let basis = DMatrix::from_fn(rows, kept.len(), |i, k| u[(i, kept[k])]);
        let back = DMatrix::from_fn(cones.unknowns, kept.len(), |i, k| v[(i, kept[k])] / values[kept[k]]);
        Some(Self { given, basis, back })
    }

    fn coefficients(&self, y: &DVector<f64>) -> Vec<f64> {
        (&self.back * y).as_slice().to_vec()
    }

    /// The y of coefficients that come from one.
    fn place(&self, point: &[f64]) -> DVector<f64> {
        let c = DVector::from_column_slice(point);
        let norms = DVector::from_iterator(self.back.ncols(), self.back.column_iter().map(|b| b.norm_squared()));
        self.back.tr_mul(&c).component_div(&norms)
    }

    fn room(&self, blocks: &[Range<usize>], x: &DVector<f64>) -> f64 {
        let values = &self.given + &self.basis * x.rows(0, self.basis.ncols());
        blocks.iter().fold(1.0, |least: f64, block| least.min(inside(&values.as_slice()[block.clone()])))
    }
}

/// Least f·x with h − G x in a product of cones.
struct Program {
    g: DMatrix<f64>,
    h: DVector<f64>,
    f: DVector<f64>,
    blocks: Vec<Range<usize>>,
}

impl Program {
    fn new(rows: usize, unknowns: usize) -> Self {
        let (g, h, f) = (DMatrix::zeros(rows, unknowns), DVector::zeros(rows), DVector::zeros(unknowns));
        Self { g, h, f, blocks: Vec::new() }
    }

    /// Rows that are given + basis · y.
    fn set(&mut self, row: usize, column: usize, basis: &DMatrix<f64>, given: &DVector<f64>) {
        self.g.view_mut((row, column), basis.shape()).copy_from(&-basis);
        self.h.rows_mut(row, given.len()).copy_from(given);
    }

    /// ‖y‖ ≤ FAR.
    fn limit(&mut self, row: usize, free: usize) {
        self.h[row] = FAR;
        (0..free).for_each(|k| self.g[(row + 1 + k, k)] = -1.0);
        self.blocks.push(row..row + 1 + free);
    }

    /// From an x inside of all cones; x and z.
    fn minimize(&self, mut x: DVector<f64>) -> (DVector<f64>, DVector<f64>) {
        let mut s = &self.h - &self.g * &x;
        let mut z = DVector::zeros(self.h.len());
        // Central with s: s∘z is the same multiple of one in each block.
        for block in &self.blocks {
            let own = s.as_slice()[block.clone()].to_vec();
            let inverse = 1.0 / determinant(&own);
            z[block.start] = own[0] * inverse;
            (1..own.len()).for_each(|i| z[block.start + i] = -own[i] * inverse);
        }
        let mut best = (f64::INFINITY, z.clone());
        for _ in 0..STEPS {
            let Some(here) = Central::new(self, &s, &z) else { break };
            let bound = self.exact(&here, &z);
            let merit = s.dot(&z) / self.blocks.len() as f64 + self.off(&bound).norm();
            if merit < best.0 {
                best = (merit, bound);
            }
            // In the end rounding makes it worse.
            let Some((dx, dz, step)) = here.step(self, &s, &z).filter(|_| merit < WORSE * best.0) else { break };
            let (next, dual) = (&x + &dx * step, &z + &dz * step);
            let slack = &self.h - &self.g * &next;
            if !(self.holds(&slack) && self.holds(&dual)) {
                break;
            }
            (x, s, z) = (next, slack, dual);
        }
        (x, best.1)
    }

    /// Gᵀz + f.
    fn off(&self, z: &DVector<f64>) -> DVector<f64> {
        self.g.tr_mul(z) + &self.f
    }

    /// z with what is left of Gᵀz + f taken away, if it stays within the cones.
    fn exact(&self, here: &Central, z: &DVector<f64>) -> DVector<f64> {
        let mut next = z.clone();
        for _ in 0..2 {
            let Some(w) = here.r.tr_solve_upper_triangular(&self.off(&next)) else { return z.clone() };
            next -= here.apply(self, &(&here.q * w), true);
        }
        if self.holds(&next) { next } else { z.clone() }
    }

    /// Is it inside of all cones?
    fn holds(&self, v: &DVector<f64>) -> bool {
        self.blocks.iter().all(|block| inside(&v.as_slice()[block.clone()]) > 0.0)
    }

    /// Something of two vectors, block by block.
    fn each(&self, f: impl Fn(&[f64], &[f64]) -> Vec<f64>, a: &DVector<f64>, b: &DVector<f64>) -> DVector<f64> {
        let parts = self.blocks.iter().flat_map(|k| f(&a.as_slice()[k.clone()], &b.as_slice()[k.clone()]));
        DVector::from_vec(parts.collect())
    }
}

/// (2) at one s and z: W of each block, and W⁻¹G = QR.
struct Central {
    scalings: Vec<Scaling>,
    q: DMatrix<f64>,
    r: DMatrix<f64>,
}

impl Central {
    fn new(program: &Program, s: &DVector<f64>, z: &DVector<f64>) -> Option<Self> {
        let of = |block: &Range<usize>| Scaling::new(&s.as_slice()[block.clone()], &z.as_slice()[block.clone()]);
        let scalings: Vec<Scaling> = program.blocks.iter().map(of).collect();
        let mut here = Self { scalings, q: DMatrix::zeros(0, 0), r: DMatrix::zeros(0, 0) };
        if here.scalings.iter().any(|w| !w.is_finite()) {
            return None;
        }
        let mut a = program.g.clone();
        for mut column in a.column_iter_mut() {
            let scaled = here.apply(program, &column.clone_owned(), true);
            column.copy_from(&scaled);
        }
        (here.q, here.r) = a.qr().unpack();
        Some(here)
    }

    /// W v or W⁻¹ v.
    fn apply(&self, program: &Program, v: &DVector<f64>, inverse: bool) -> DVector<f64> {
        let mut out = v.clone();
        for (block, w) in program.blocks.iter().zip(&self.scalings) {
            w.apply(&mut out.as_mut_slice()[block.clone()], inverse);
        }
        out
    }

    /// Δx, Δz and how much of them is taken.
    fn step(&self, program: &Program, s: &DVector<f64>, z: &DVector<f64>) -> Option<(DVector<f64>, DVector<f64>, f64)> {
        let (lambda, off) = (self.apply(program, z, false), program.off(z));
        // Δx, W⁻¹Δs and WΔz for λ∘(their sum) = λ∘p.
        let solve = |p: &DVector<f64>| {
            let right = self.r.tr_solve_upper_triangular(&off)? + self.q.tr_mul(p);
            let dx = -self.r.solve_upper_triangular(&right)?;
            let ds = -self.apply(program, &(&program.g * &dx), true);
            let dz = p - &ds;
            Some((dx, ds, dz))
        };
        let length = |d: &DVector<f64>| {
            let ends = program.blocks.iter().map(|b| reach(&lambda.as_slice()[b.clone()], &d.as_slice()[b.clone()]));
            ends.fold(f64::INFINITY, f64::min)
        };
        let (_, ds, dz) = solve(&-&lambda)?;
        let centering = (1.0 - length(&ds).min(length(&dz)).min(1.0)).powi(3);
        let mut target = -program.each(product, &ds, &dz);
        let gap = s.dot(z) / program.blocks.len() as f64;
        program.blocks.iter().for_each(|block| target[block.start] += centering * gap);
        let (dx, ds, dz) = solve(&(program.each(quotient, &lambda, &target) - &lambda))?;
        let step = (NEARLY * length(&ds).min(length(&dz))).min(1.0);
        Some((dx, self.apply(program, &dz, true), step))
    }
}

/// W of one block: symmetric, with W z = W⁻¹ s.
struct Scaling {
    w: Vec<f64>,
    size: f64,
}

impl Scaling {
    fn new(s: &[f64], z: &[f64]) -> Self {
        let [a, b] = [determinant(s).sqrt(), determinant(z).sqrt()];
        let dot: f64 = s.iter().zip(z).map(|(s, z)| s * z).sum();
        let root = (0.5 * (1.0 + dot / (a * b))).sqrt();
        let sign = |i: usize| if i == 0 { 1.0 } else { -1.0 };
        let w = (0..s.len()).map(|i| 0.5 * (s[i] / a + sign(i) * z[i] / b) / root).collect();
        Self { w, size: (a / b).sqrt() }
    }

    fn is_finite(&self) -> bool {
        self.size > 0.0 && self.size.is_finite() && self.w.iter().all(|w| w.is_finite())
    }

    fn apply(&self, v: &mut [f64], inverse: bool) {
        let (size, sign) = if inverse { (1.0 / self.size, -1.0) } else { (self.size, 1.0) };
        let across: f64 = self.w[1..].iter().zip(&v[1..]).map(|(w, v)| sign * w * v).sum();
        let along = (v[0] + across / (1.0 + self.w[0])) * sign;
        v[0] = size * (self.w[0] * v[0] + across);
        v[1..].iter_mut().zip(&self.w[1..]).for_each(|(v, w)| *v = size * (*v + along * w));
    }
}

/// v₀² − ‖v₁‖², without cancellation.
fn determinant(v: &[f64]) -> f64 {
    let n = length(&v[1..]);
    (v[0] - n) * (v[0] + n)
}

/// a∘b.
fn product(a: &[f64], b: &[f64]) -> Vec<f64> {
    let dot = a.iter().zip(b).map(|(a, b)| a * b).sum();
    std::iter::once(dot).chain((1..a.len()).map(|i| a[0] * b[i] + b[0] * a[i])).collect()
}

/// x with a∘x = b.
fn quotient(a: &[f64], b: &[f64]) -> Vec<f64> {
    let dot: f64 = a[1..].iter().zip(&b[1..]).map(|(a, b)| a * b).sum();
    let first = (a[0] * b[0] - dot) / determinant(a);
    std::iter::once(first).chain((1..a.len()).map(|i| (b[i] - first * a[i]) / a[0])).collect()
}

/// How far v + α d stays in the cone.
fn reach(v: &[f64], d: &[f64]) -> f64 {
    let cross: f64 = v[0] * d[0] - v[1..].iter().zip(&d[1..]).map(|(v, d)| v * d).sum::<f64>();
    let (a, c) = (determinant(d), determinant(v));
    let root = cross * cross - a * c;
    let ends = if root < 0.0 {
        f64::INFINITY
    } else {
        // The least positive root of a α² + 2 cross α + c.
        let q = -(cross + root.sqrt().copysign(cross));
        [q / a, c / q].into_iter().filter(|end| *end > 0.0).fold(f64::INFINITY, f64::min)
    };
    if d[0] < 0.0 { ends.min(-v[0] / d[0]) } else { ends }
}
