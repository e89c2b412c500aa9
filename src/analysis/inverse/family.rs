//! Forces that the motion does not determine: ranges, and the least of them.
//!
//! Where actuators are more than freedoms, or friction at rest holds what they do not, the equations of `balance.rs` have a family of solutions. For a pattern S of signs of
//! the loads z all is affine:
//!
//! ```text
//! (1)  E x = e,   N_j − S_j z_j(x) = 0 where j slides        x = (u, τ, N) = x₀ + V w,  V spanning what (1) leaves free
//! (2)  S_j z_j ≥ 0;   ± τ_j ≤ μ'_j S_j z_j at rest;   λ ≥ 0 of contacts;   each u_i within its limits
//! ```
//!
//! (2) is a polytope in w. The range of u_i is that over the polytopes of all patterns. The least forces are
//!
//! ```text
//! (3)  Σ (ω_i u_i)² → min over (2):   w = −H⁻¹ (k + Aᵀ ν),   0 ≤ ν ⟂ b − A w ≥ 0        H = Uᵀ Ω² U, k = Uᵀ Ω² u₀, u = u₀ + U w
//! ```
//!
//! a linear complementarity problem, whose matrix A H⁻¹ Aᵀ is positive semidefinite; of all patterns the best one counts. If two points at rest share a force, some w change no u and H has no inverse: then
//! the least forces are told of a single actuator only, where they are the end of its range which is nearest to zero.

use super::InverseError;
use super::actuators::Limits;
use super::balance::{Balance, NOWHERE};
use crate::error::EvalError;
use crate::linear::complementarity::pivots;
use crate::linear::polytope::Polytope;
use crate::linear::svd::Svd;
use crate::math::max_abs;
use crate::model::LoadRows;
use nalgebra::{DMatrix, DVector};

/// All forces that make the motion.
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub(super) ranges: Vec<[f64; 2]>,
    pub(super) least: Option<Least>,
}

/// The least forces, and the signs of the loads with them, by friction points.
#[derive(Clone, Debug)]
pub(super) struct Least {
    pub(super) forces: Vec<f64>,
    pub(super) signs: Vec<(usize, f64)>,
}

impl Family {
    /// Of one actuator whose range is known.
    pub(super) fn of_one(range: [f64; 2]) -> Self {
        Self { ranges: vec![range], least: None }
    }
}

/// Most loads whose signs are all tried.
const MOST_SIGNS: usize = 10;
/// Rounding of what is of order one: of coefficients, and of equations that are to hold.
const ROUNDING: f64 = 1e-12;
const MET: f64 = 1e-9;

/// (2) of one pattern: A w ≤ b, with rows of order one, and u = u₀ + U w.
struct Set {
    rows: Vec<(DVector<f64>, f64)>,
    at: DVector<f64>,
    along: DMatrix<f64>,
}

/// A number that is affine in x.
struct Affine {
    constant: f64,
    slopes: DVector<f64>,
}

impl Balance<'_> {
    /// Ranges and least forces of the actuators.
    pub(super) fn family(&self, limits: &[Limits]) -> Result<Family, InverseError> {
        let (frictions, t) = (&self.model.inner.frictions, self.state.t);
        let signed = |point: usize| matches!(frictions[point].load, LoadRows::Rows(_));
        let points = || self.resting.iter().chain(&self.loaded).copied();
        if let Some(pin) = points().find(|&point| frictions[point].load.is_length()) {
            return Err(InverseError::Pin { point: frictions[pin].name.clone(), t });
        }
        let signs: Vec<usize> = points().filter(|&point| signed(point)).collect();
        let free: Vec<usize> = signs.iter().copied().filter(|&point| frictions[point].contact.is_none()).collect();
        if free.len() > MOST_SIGNS {
            let (resting, sliding) = (self.resting.len(), self.loaded.len());
            return Err(EvalError::TooMany { resting, sliding }.into());
        }
        let mut found: Option<Family> = None;
        let mut best = f64::INFINITY;
        for code in 0..1_usize << free.len() {
            let pattern: Vec<(usize, f64)> = signs
                .iter()
                .map(|&point| {
                    let bit = free.iter().position(|&other| other == point).is_some_and(|k| code >> k & 1 == 1);
                    (point, if bit { -1.0 } else { 1.0 })
                })
                .collect();
            let Some(set) = self.set(&pattern, limits) else { continue };
            let Some(ranges) = set.ranges(self.actuators) else { continue };
            let whole = found.get_or_insert_with(|| Family { ranges: ranges.clone(), least: None });
            for (all, range) in whole.ranges.iter_mut().zip(&ranges) {
                *all = [all[0].min(range[0]), all[1].max(range[1])];
            }
            let Some(forces) = set.least(limits) else { continue };
            let size: f64 = forces.iter().zip(limits).map(|(u, limit)| (limit.weight * u).powi(2)).sum();
            if size < best {
                (best, whole.least) = (size, Some(Least { forces, signs: pattern }));
            }
        }
        found.ok_or(InverseError::BeyondLimits { friction: !self.resting.is_empty(), t })
    }

    fn affine(&self, constant: f64, slope: impl Fn(usize) -> f64) -> Affine {
        let slopes = DVector::from_fn(self.columns.len(), |j, _| slope(j) / self.columns[j].scale);
        Affine { constant, slopes }
    }

    /// A number of the multipliers.
    fn of_multipliers(&self, read: impl Fn(&[f64]) -> f64) -> Affine {
        self.affine(read(&self.prescribed.base.multipliers), |j| read(&self.columns[j].answer.multipliers))
    }

    /// A force that is looked for.
    fn of_unknown(&self, index: usize) -> Affine {
        self.affine(0.0, |j| f64::from(u8::from(j == index)))
    }

    /// (1) and (2) for one pattern; none if (1) contradicts itself.
    fn set(&self, pattern: &[(usize, f64)], limits: &[Limits]) -> Option<Set> {
        let (count, frictions, ny) = (self.columns.len(), &self.model.inner.frictions, self.unknowns());
        let load = |point: usize| {
            let sign = pattern.iter().find(|(other, _)| *other == point).map_or(1.0, |(_, sign)| *sign);
            self.of_multipliers(|multipliers| sign * self.load_in(point, multipliers)[0])
        };
        let (goals, rows) = (self.wanted.len(), self.wanted.len() + self.loaded.len());
        let mut matrix = DMatrix::zeros(rows.max(count), count);
        let mut right = DVector::zeros(rows.max(count));
        matrix.view_mut((0, 0), (goals, count)).copy_from(&self.parts);
        right.rows_mut(0, goals).copy_from(&self.wanted);
        for (l, &point) in self.loaded.iter().enumerate() {
            let (z, scale) = (load(point), self.columns[ny + l].scale);
            let mut row = -scale * z.slopes;
            row[ny + l] += 1.0;
            matrix.row_mut(goals + l).copy_from(&row.transpose());
            right[goals + l] = scale * z.constant;
        }
        let svd = Svd::of(matrix.clone());
        // Cosines, and loads' rows with ones on the diagonal.
        let at = svd.solve(&right, NOWHERE);
        if (&matrix * &at - &right).amax() > MET * (right.amax() + matrix.amax() * at.amax()) {
            return None;
        }
        let free: Vec<_> =
            (0..count).filter(|&k| svd.values[k] <= NOWHERE).map(|k| svd.v.column(k).into_owned()).collect();
        let free = if free.is_empty() { DMatrix::zeros(count, 0) } else { DMatrix::from_columns(&free) };
        let mut set = Set {
            rows: Vec::new(),
            at: DVector::zeros(self.actuators),
            along: DMatrix::zeros(self.actuators, free.ncols()),
        };
        for i in 0..self.actuators {
            let u = self.of_unknown(i);
            set.at[i] = u.slopes.dot(&at);
            set.along.row_mut(i).copy_from(&u.slopes.tr_mul(&free));
        }
        // Not above zero.
        let mut below = |parts: &[(f64, &Affine)], constant: f64| {
            let (mut slopes, mut value, mut terms) = (DVector::zeros(count), constant, constant.abs());
            for &(factor, part) in parts {
                slopes.axpy(factor, &part.slopes, 1.0);
                value += factor * (part.constant + part.slopes.dot(&at));
                terms += factor.abs() * (part.constant.abs() + part.slopes.component_mul(&at).abs().sum());
            }
            set.below(free.tr_mul(&slopes), -value, slopes.amax(), terms)
        };
        let mut fits = true;
        for &point in &self.loaded {
            fits &= below(&[(-1.0, &load(point))], 0.0);
        }
        for (k, &point) in self.resting.iter().enumerate() {
            let (force, most) = (self.of_unknown(self.actuators + k), frictions[point].law.holding());
            for side in [1.0, -1.0] {
                fits &= match frictions[point].load {
                    LoadRows::Given => below(&[(side, &force)], -most * self.ws.normal_loads()[point]),
                    _ => below(&[(side, &force), (-most, &load(point))], 0.0),
                };
            }
        }
        let holds = |entry: usize| self.state.modes[entry] == crate::dynamics::Mode::Holding;
        for contact in self.model.inner.contacts.iter().filter(|contact| holds(contact.entry)) {
            fits &= below(&[(-1.0, &self.of_multipliers(|multipliers| multipliers[contact.row]))], 0.0);
        }
        for (i, limit) in limits.iter().enumerate() {
            let force = self.of_unknown(i);
            for (side, bound) in [(1.0, limit.most), (-1.0, -limit.least)].into_iter().filter(|(_, b)| b.is_finite()) {
                fits &= below(&[(side, &force)], -bound);
            }
        }
        fits.then_some(set)
    }
}

impl Set {
    /// Adds a·w ≤ b; false if it says nothing about w and does not hold.
    fn below(&mut self, a: DVector<f64>, b: f64, size: f64, terms: f64) -> bool {
        let most = if a.is_empty() { 0.0 } else { a.amax() };
        if most <= NOWHERE * size {
            return b >= -MET * terms;
        }
        self.rows.push((a / most, b / most));
        true
    }

    /// Least and largest force of each actuator; none if the set is empty.
    fn ranges(&self, actuators: usize) -> Option<Vec<[f64; 2]>> {
        let unit = self.rows.iter().fold(0.0, |most: f64, (_, b)| most.max(b.abs())).max(f64::MIN_POSITIVE);
        let mut polytope = Polytope::new(self.along.ncols());
        for (a, b) in &self.rows {
            // In units of the largest, so that all is of order one.
            polytope.below(a.as_slice(), b / unit);
        }
        let range = |i: usize| {
            let along: Vec<f64> = self.along.row(i).iter().copied().collect();
            let most = max_abs(&along);
            match (most <= ROUNDING * self.along.amax(), self.rows.is_empty()) {
                (true, true) => Some([self.at[i]; 2]),
                (false, true) => Some([f64::NEG_INFINITY, f64::INFINITY]),
                // Whether the set is empty has to be known all the same.
                (true, false) => polytope.range(&along, 1.0).map(|_| [self.at[i]; 2]),
                (false, false) => {
                    let scaled: Vec<f64> = along.iter().map(|x| x / most).collect();
                    polytope.range(&scaled, 1.0).map(|ends| ends.map(|end| self.at[i] + end * most * unit))
                }
            }
        };
        match self.along.ncols() {
            0 => Some(self.at.iter().map(|u| [*u; 2]).collect()),
            _ => (0..actuators).map(range).collect(),
        }
    }

    /// (3).
    fn least(&self, limits: &[Limits]) -> Option<Vec<f64>> {
        let weights = DVector::from_iterator(limits.len(), limits.iter().map(|limit| limit.weight));
        let (u0, mut u) = (self.at.component_mul(&weights), self.along.clone());
        u.row_iter_mut().zip(&weights).for_each(|(mut row, weight)| row *= *weight);
        let done = |w: &DVector<f64>| Some((&self.at + &self.along * w).iter().copied().collect());
        if u.ncols() == 0 {
            return done(&DVector::zeros(0));
        }
        let eigen = u.tr_mul(&u).symmetric_eigen();
        if eigen.eigenvalues.min() <= NOWHERE * eigen.eigenvalues.max() {
            return None;
        }
        // In coordinates in which H is the unit matrix.
        let to = &eigen.eigenvectors * DMatrix::from_diagonal(&eigen.eigenvalues.map(|x| x.sqrt().recip()));
        let k = to.tr_mul(&u.tr_mul(&u0));
        let rows: Vec<(DVector<f64>, f64)> = self
            .rows
            .iter()
            .map(|(a, b)| (to.tr_mul(a), *b))
            .map(|(a, b)| {
                let size = a.norm().max(f64::MIN_POSITIVE);
                (a / size, b / size)
            })
            .collect();
        let c: Vec<f64> = rows.iter().map(|(a, b)| b + a.dot(&k)).collect();
        let unit = max_abs(&c).max(f64::MIN_POSITIVE);
        let matrix: Vec<f64> = rows.iter().flat_map(|(a, _)| rows.iter().map(|(other, _)| a.dot(other))).collect();
        let scaled: Vec<f64> = c.iter().map(|c| c / unit).collect();
        let pushes = pivots(&matrix, &scaled)?;
        let mut w = -k;
        rows.iter().zip(&pushes).for_each(|((a, _), push)| w -= a * (push * unit));
        done(&(to * w))
    }
}
