//! Eigenvalues and eigenvectors of a small real matrix without symmetry.
//!
//! Eigenvalues by the QR algorithm (real Schur form), eigenvectors by inverse iteration from each of them, which also makes it more exact:
//!
//! ```text
//! (1)  (A − μ) y = x,   x ← y/|y|        (2)  λ = xᴴ A x
//! ```
//!
//! An eigenvalue that has fewer vectors than its multiplicity (a body that is free to go, λ² = 0) is exact to the root of the rounding only.

use nalgebra::linalg::Schur;
use nalgebra::{Complex, DMatrix, DVector};

/// An eigenvalue with a vector of length 1, and |A x − λ x|.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Eigen {
    /// λ.
    pub(in super::super) value: Complex<f64>,
    /// x.
    pub(in super::super) vector: DVector<Complex<f64>>,
    /// |A x − λ x|.
    pub(in super::super) residual: f64,
}

/// Sweeps of the QR algorithm for each row.
const SWEEPS: usize = 1000;

/// All of them: by |Im λ|, then by Re λ, then the positive imaginary part first. `None` if the QR algorithm does not end.
pub(in super::super) fn eigen(matrix: &DMatrix<f64>) -> Option<Vec<Eigen>> {
    let size = matrix.camax();
    let values = eigenvalues(matrix)?;
    Some(values.into_iter().map(|value| refined(matrix, value, size)).collect())
}

/// The values alone, by the same order.
pub(in super::super) fn eigenvalues(matrix: &DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    if matrix.is_empty() {
        return Some(Vec::new());
    }
    let size = matrix.camax().max(f64::MIN_POSITIVE);
    let schur = Schur::try_new(matrix / size, f64::EPSILON, SWEEPS * matrix.nrows())?;
    let mut values: Vec<Complex<f64>> = schur.complex_eigenvalues().iter().map(|value| value * size).collect();
    // Counted in steps of 1e-9, so that rounding does not tear pairs apart.
    let steps = |x: f64| (x / (1e-9 * size)).round();
    values.sort_by(|x, y| {
        let by_frequency = steps(x.im.abs()).total_cmp(&steps(y.im.abs()));
        by_frequency.then(steps(x.re).total_cmp(&steps(y.re))).then(y.im.total_cmp(&x.im))
    });
    Some(values)
}

fn refined(matrix: &DMatrix<f64>, value: Complex<f64>, size: f64) -> Eigen {
    let n = matrix.nrows();
    let complex = matrix.map(|x| Complex::new(x, 0.0));
    // Off the eigenvalue by little more than rounding, so that the system can be solved.
    let shift = value + Complex::new(1e-13 * size, 0.7e-13 * size);
    let mut shifted = complex.clone();
    (0..n).for_each(|i| shifted[(i, i)] -= shift);
    let lu = shifted.lu();
    let mut vector = DVector::from_fn(n, |i, _| Complex::new(1.0, 0.1 * i as f64)).normalize();
    for _ in 0..3 {
        if let Some(next) = lu.solve(&vector).filter(|next| next.norm() > 0.0 && next.iter().all(|x| x.is_finite())) {
            vector = next.normalize();
        }
    }
    let image = &complex * &vector;
    let quotient = vector.dotc(&image);
    // Of two values the one with the smaller residual; the quotient only if it is the same eigenvalue.
    let residual = |value: Complex<f64>| (&image - &vector * value).norm();
    let better = (quotient - value).norm() <= 1e-6 * size && residual(quotient) < residual(value);
    let value = if better { quotient } else { value };
    Eigen { value, residual: residual(value), vector }
}
