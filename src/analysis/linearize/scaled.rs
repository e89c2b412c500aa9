//! Velocities counted in units of their own, so that stiff and soft stand in one matrix.
//!
//! A bushing of 1e13 N/m puts 1e13 into the rows of A that make velocities change, beside the 1 that makes positions follow them, and 3 s⁻¹ of a pendulum is sought in that. With the velocities in units of
//! ω = √|A_ba|, a power of two, if |A_ba| is above [`STIFF`],
//!
//! ```text
//! (1)  z = D s,   D = diag(1, ω, 1):   s' = D⁻¹ A D s,      A_ba/ω and ω A_ab of the same size
//! ```
//!
//! the eigenvalues are the same, the largest number is the root of what it was, and so is what the matrix is known to: an error of A_ba is divided by ω as well.

use super::eigen::Eigen;
use super::small::Small;
use nalgebra::{Complex, DMatrix, DVector};

/// 1/s².
const STIFF: f64 = 1e4;

/// D⁻¹ A D.
pub(super) struct Scaled {
    pub(super) matrix: DMatrix<f64>,
    /// The same of A with another step.
    pub(super) other: Option<DMatrix<f64>>,
    /// D.
    units: DVector<f64>,
    /// What `matrix` is known to, in the norm of matrices.
    pub(super) known: f64,
}

impl Scaled {
    /// With p positions and f velocities.
    pub(super) fn of(small: &Small, [p, f]: [usize; 2]) -> Self {
        let a = &small.matrix;
        let stiff = a.view((p, 0), (f, p)).camax();
        let omega = if stiff > STIFF { (0.5 * stiff.log2()).round().exp2() } else { 1.0 };
        let units = DVector::from_fn(a.nrows(), |i, _| if (p..p + f).contains(&i) { omega } else { 1.0 });
        let scale = |a: &DMatrix<f64>| DMatrix::from_fn(a.nrows(), a.ncols(), |i, j| a[(i, j)] * units[j] / units[i]);
        let (matrix, other) = (scale(a), small.other.as_ref().map(scale));
        let known = known(&matrix, other.as_ref(), [small.errors[0] / omega, small.errors[1]]);
        Self { matrix, other, units, known }
    }

    /// z of a vector of D⁻¹ A D, with what A leaves of it.
    pub(super) fn unscaled(&self, small: &Small, found: Eigen) -> Eigen {
        let vector = found.vector.zip_map(&self.units, |s, unit| s * unit).normalize();
        let image = small.matrix.map(|x| Complex::new(x, 0.0)) * &vector;
        let residual = (image - &vector * found.value).norm();
        Eigen { vector, residual, ..found }
    }

    /// (iω − A)⁻¹ of accelerations that are not zero; `None` in resonance.
    pub(super) fn response(&self, omega: f64, right: &DVector<f64>) -> Option<DVector<Complex<f64>>> {
        let right = right.zip_map(&self.units, |right, unit| Complex::new(right / unit, 0.0));
        let mut left = self.matrix.map(|x| Complex::new(-x, 0.0));
        (0..left.nrows()).for_each(|i| left[(i, i)] += Complex::new(0.0, omega));
        let scale = left.camax();
        let answer = left.lu().solve(&right).filter(|s| {
            s.iter().all(|x| x.is_finite()) && s.camax() * scale < 1e14 * right.camax().max(f64::MIN_POSITIVE)
        })?;
        Some(answer.zip_map(&self.units, |s, unit| s * unit))
    }
}

/// Thrice what the matrix changes by with another step, which has more rounding or a larger remainder; or, if less, the rounding of the formula of order 8, twice 11 times what two formulas differ by (the
/// norms of their weights, and the luck of the draw) in each of d² entries, δf along positions and all else.
fn known(matrix: &DMatrix<f64>, other: Option<&DMatrix<f64>>, errors: [f64; 2]) -> f64 {
    let d = matrix.nrows() as f64;
    let apart = other.map_or(f64::INFINITY, |other| (matrix - other).norm());
    (3.0 * apart).min(23.0 * d.sqrt() * errors[0].max(errors[1])) + d * f64::EPSILON * matrix.norm()
}
