//! What equations and lines leave of the forces: a polytope, and where on it something is least.
//!
//! ```text
//! (1)  M x = r:  x = x₀ + V w,  u = u₀ + U w        the forces u of the actuators are the first of x
//! (2)  A w ≤ b
//! (3)  Σ (ω_i u_i)² → min over (2):   w = −H⁻¹ (k + Aᵀ ν),   0 ≤ ν ⟂ b − A w ≥ 0        H = Uᵀ Ω² U, k = Uᵀ Ω² u₀
//! ```
//!
//! (3) is a linear complementarity problem, whose matrix A H⁻¹ Aᵀ is positive semidefinite. If two points at rest share a force, some directions n of w change no u and H has no inverse. Of a single actuator
//! the least force is the end of its positive ones, or of its negative ones. Of several,
//!
//! ```text
//! (4)  Σ (ω_i u_i)² + ρ Σ (n·(w − w_k))² → min at w_(k+1):   Σ (ω_i u_i)² at w_(k+1) is ≤ that at w_k, and the smallest after finitely many
//! ```
//!
//! for any ρ > 0 (Rockafellar's proximal points: the function is quadratic, the set a polytope), and H has an inverse again.

use super::actuators::Limits;
use super::balance::NOWHERE;
use crate::linear::complementarity::pivots;
use crate::linear::polytope::Polytope;
use crate::linear::svd::Svd;
use crate::math::max_abs;
use nalgebra::{DMatrix, DVector};

/// ρ of (4), in parts of the largest of H, and most rounds.
const HELD: f64 = 1e-4;
const ROUNDS: usize = 2000;
/// What a round of it may gain, in parts, where there is no more to gain.
const GAINED: f64 = 1e-13;
/// Rounding of what is of order one: of coefficients, and of equations that are to hold.
const ROUNDING: f64 = 1e-12;
const MET: f64 = 1e-9;
/// The least unit of rows, as a part of the forces: smaller ones are not known.
const KNOWN: f64 = 1e-2;
/// Rows that are so many times farther away than the forces at work are asked last: beside them nothing is told.
const FAR: f64 = 1e6;

/// A number that is affine in x.
#[derive(Debug)]
pub(super) struct Affine {
    pub(super) constant: f64,
    pub(super) slopes: DVector<f64>,
}

impl Affine {
    /// Its value, and the sum of its terms' sizes.
    pub(super) fn at(&self, x: &DVector<f64>) -> (f64, f64) {
        let terms = self.constant.abs() + self.slopes.component_mul(x).abs().sum();
        (self.constant + self.slopes.dot(x), terms)
    }
}

/// (1).
#[derive(Debug)]
pub(super) struct Space {
    x: DVector<f64>,
    free: DMatrix<f64>,
    at: DVector<f64>,
    along: DMatrix<f64>,
}

impl Space {
    /// What M x = r leaves free; none if it contradicts itself. The actuators' forces are the first of x in units of `scales`. Of r the first numbers are known to `rounding` only: where nothing of x
    /// reaches them, that is all there is of them. What is nearest to all equations shares it with the others, the friction of loads, which may be less than that.
    pub(super) fn of(matrix: &DMatrix<f64>, right: &DVector<f64>, scales: &[f64], rounding: &[f64]) -> Option<Self> {
        let count = matrix.ncols();
        let svd = Svd::of(matrix.clone());
        // Cosines, and loads' rows with ones on the diagonal.
        let x = svd.solve(right, NOWHERE);
        let met = MET * (right.amax() + matrix.amax() * x.amax());
        let known = rounding.iter().copied().chain(std::iter::repeat(max_abs(rounding)));
        if (matrix * &x - right).iter().zip(known).any(|(off, known)| off.abs() > met + known) {
            return None;
        }
        let free: Vec<_> =
            (0..count).filter(|&k| svd.values[k] <= NOWHERE).map(|k| svd.v.column(k).into_owned()).collect();
        let free = if free.is_empty() { DMatrix::zeros(count, 0) } else { DMatrix::from_columns(&free) };
        let at = DVector::from_fn(scales.len(), |i, _| x[i] / scales[i]);
        let along = DMatrix::from_fn(scales.len(), free.ncols(), |i, k| free[(i, k)] / scales[i]);
        Some(Self { x, free, at, along })
    }

    /// x of w.
    pub(super) fn all(&self, w: &DVector<f64>) -> DVector<f64> {
        &self.x + &self.free * w
    }

    /// The actuators' forces of w.
    pub(super) fn forces(&self, w: &DVector<f64>) -> Vec<f64> {
        (&self.at + &self.along * w).iter().copied().collect()
    }
}

/// (2), with rows of order one.
#[derive(Debug)]
pub(super) struct Set<'s> {
    space: &'s Space,
    rows: Vec<(DVector<f64>, f64)>,
    /// Is there a row that nothing satisfies?
    empty: bool,
}

impl<'s> Set<'s> {
    pub(super) fn of(space: &'s Space) -> Self {
        Self { space, rows: Vec::new(), empty: false }
    }

    /// Adds Σ factor · part + constant ≤ 0.
    pub(super) fn below(&mut self, parts: &[(f64, &Affine)], constant: f64) {
        let x = &self.space.x;
        let (mut slopes, mut value, mut terms) = (DVector::zeros(x.len()), constant, constant.abs());
        for &(factor, part) in parts {
            let (of, size) = part.at(x);
            slopes.axpy(factor, &part.slopes, 1.0);
            value += factor * of;
            terms += factor.abs() * size;
        }
        let a = self.space.free.tr_mul(&slopes);
        let most = if a.is_empty() { 0.0 } else { a.amax() };
        if most <= NOWHERE * slopes.amax() {
            // It says nothing about w. What is zero in x is so but for the rounding of the others.
            self.empty |= value > MET * terms + ROUNDING * x.amax() * slopes.lp_norm(1);
            return;
        }
        let b = -value / most;
        if b < f64::INFINITY {
            // An unknown of which a row has rounding only is none of its unknowns: it would be one without bounds.
            self.rows.push((a.map(|a| if a.abs() <= NOWHERE * most { 0.0 } else { a / most }), b));
        }
    }

    /// What is looked for among the rows that are near, and of farther ones what that violates: a limit of 1e12 N would hide those of 5 N.
    fn nearest_first(&self, find: impl Fn(&Self) -> Option<(f64, DVector<f64>)>) -> Option<(f64, DVector<f64>)> {
        let mut within = FAR * self.space.x.amax();
        loop {
            if self.rows.iter().all(|(_, b)| b.abs() <= within) {
                return find(self);
            }
            let (near, far): (Vec<_>, Vec<_>) = self.rows.iter().cloned().partition(|(_, b)| b.abs() <= within);
            let (value, w) = find(&Self { rows: near, ..*self })?;
            if value.is_finite() && far.iter().all(|(a, b)| a.dot(&w) <= *b) {
                return Some((value, w));
            }
            within = FAR * far.iter().fold(f64::INFINITY, |least, (_, b)| least.min(b.abs()));
        }
    }

    /// Where side · u_i is least, and how much; infinite if nothing limits it. None if the set is empty.
    pub(super) fn end(&self, i: usize, side: f64) -> Option<(f64, DVector<f64>)> {
        let (at, along) = (side * self.space.at[i], -side * self.space.along.row(i).transpose());
        let most = if along.is_empty() { 0.0 } else { along.amax() };
        if most <= ROUNDING * self.space.along.amax() {
            // Whether the set is empty has to be known all the same.
            return self.most(&(0.0 * along)).map(|(_, w)| (at, w));
        }
        self.most(&(along / most)).map(|(value, w)| (at - value * most, w))
    }

    /// Any w.
    pub(super) fn any(&self) -> Option<DVector<f64>> {
        self.most(&DVector::zeros(self.space.free.ncols())).map(|(_, w)| w)
    }

    /// The largest value along a direction of order one, and where.
    fn most(&self, along: &DVector<f64>) -> Option<(f64, DVector<f64>)> {
        self.nearest_first(|near| near.most_of_all(along))
    }

    fn most_of_all(&self, along: &DVector<f64>) -> Option<(f64, DVector<f64>)> {
        if self.empty {
            return None;
        }
        if self.rows.is_empty() {
            let still = along.iter().all(|a| *a == 0.0);
            return Some((if still { 0.0 } else { f64::INFINITY }, DVector::zeros(along.len())));
        }
        let least = (KNOWN * self.space.x.amax()).max(f64::MIN_POSITIVE);
        let unit = self.rows.iter().fold(least, |most: f64, (_, b)| most.max(b.abs()));
        let mut polytope = Polytope::new(along.len());
        for (a, b) in &self.rows {
            // In units of the largest, so that all is of order one.
            polytope.below(a.as_slice(), b / unit);
        }
        let (value, point) = polytope.most(along.as_slice(), 1.0)?;
        Some((value * unit, DVector::from_vec(point) * unit))
    }

    /// Where the force of a single actuator, if there is one, is nearest to zero: at the end of its positive or of its negative ones.
    fn least_of_one(&self) -> Option<DVector<f64>> {
        let at = match self.space.at.as_slice() {
            [] => return self.any(),
            [at] => at,
            _ => return None,
        };
        let along = self.space.along.row(0).transpose();
        let most = along.amax();
        if most == 0.0 {
            return self.end(0, 1.0).map(|(_, w)| w);
        }
        let on = |side: f64| {
            let mut half = Self { rows: self.rows.clone(), ..*self };
            half.rows.push((-side * &along / most, side * at / most));
            half.end(0, side)
        };
        let ends = [1.0, -1.0].into_iter().filter_map(on);
        ends.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, w)| w)
    }

    /// (3): its size, and where.
    pub(super) fn least(&self, limits: &[Limits]) -> Option<(f64, DVector<f64>)> {
        self.nearest_first(|near| near.least_of_all(limits))
    }

    fn least_of_all(&self, limits: &[Limits]) -> Option<(f64, DVector<f64>)> {
        let weights = DVector::from_iterator(limits.len(), limits.iter().map(|limit| limit.weight));
        let (u0, mut u) = (self.space.at.component_mul(&weights), self.space.along.clone());
        u.row_iter_mut().zip(&weights).for_each(|(mut row, weight)| row *= *weight);
        let size = |w: &DVector<f64>| (&u0 + &u * w).norm_squared();
        if self.empty {
            return None;
        }
        if u.ncols() == 0 {
            return Some((size(&DVector::zeros(0)), DVector::zeros(0)));
        }
        let eigen = u.tr_mul(&u).symmetric_eigen();
        let largest = eigen.eigenvalues.max();
        let idle = eigen.eigenvalues.map(|x| x <= NOWHERE * largest);
        let shared = idle.iter().any(|idle| *idle);
        if shared && limits.len() <= 1 {
            return self.least_of_one().map(|w| (size(&w), w));
        }
        if largest == 0.0 {
            return self.any().map(|w| (size(&w), w));
        }
        // In coordinates in which H, with ρ where it is none, is the unit matrix.
        let stiffness = eigen.eigenvalues.zip_map(&idle, |x, idle| if idle { HELD * largest } else { x });
        let to = &eigen.eigenvectors * DMatrix::from_diagonal(&stiffness.map(|x| x.sqrt().recip()));
        let rows: Vec<(DVector<f64>, f64)> = self
            .rows
            .iter()
            .map(|(a, b)| (to.tr_mul(a), *b))
            .map(|(a, b)| {
                let size = a.norm().max(f64::MIN_POSITIVE);
                (a / size, b / size)
            })
            .collect();
        let mut k = to.tr_mul(&u.tr_mul(&u0)).zip_map(&idle, |k, idle| if idle { 0.0 } else { k });
        let mut found: Option<(f64, DVector<f64>)> = None;
        for _ in 0..ROUNDS {
            let v = nearest(&rows, &k)?;
            let w = &to * &v;
            let now = size(&w);
            if found.as_ref().is_some_and(|(before, _)| now >= (1.0 - GAINED) * before) {
                return found;
            }
            found = Some((now, w));
            if !shared {
                return found;
            }
            k = k.zip_zip_map(&v, &idle, |k, v, idle| if idle { -v } else { k });
        }
        // It may not be the least yet.
        None
    }
}

/// Where ½ v² + k·v is least on rows of unit length.
fn nearest(rows: &[(DVector<f64>, f64)], k: &DVector<f64>) -> Option<DVector<f64>> {
    let c: Vec<f64> = rows.iter().map(|(a, b)| b + a.dot(k)).collect();
    let unit = max_abs(&c).max(f64::MIN_POSITIVE);
    let matrix: Vec<f64> = rows.iter().flat_map(|(a, _)| rows.iter().map(|(other, _)| a.dot(other))).collect();
    let scaled: Vec<f64> = c.iter().map(|c| c / unit).collect();
    let pushes = pivots(&matrix, &scaled)?;
    let mut v = -k;
    rows.iter().zip(&pushes).for_each(|((a, _), push)| v -= a * (push * unit));
    Some(v)
}
