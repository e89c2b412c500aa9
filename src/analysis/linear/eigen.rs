//! Eigenvalues and eigenvectors of a small real matrix without symmetry.
//!
//! Eigenvalues by the QR algorithm (`linear/eigenvalues.rs`), eigenvectors by inverse iteration from each of them, which also makes it more exact:
//!
//! ```text
//! (1)  (A − μ) y = x,   x ← y/|y|        (2)  λ = xᴴ A x
//! ```
//!
//! An eigenvalue that has fewer vectors than its multiplicity (a body that is free to go, λ² = 0) is exact to the root of the rounding only.

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

/// All of them: by |Im λ|, then by Re λ, then the positive imaginary part first. `None` if the QR algorithm does not end.
pub(in super::super) fn eigen(matrix: &DMatrix<f64>) -> Option<Vec<Eigen>> {
    let size = matrix.camax();
    let values = eigenvalues(matrix)?;
    Some(values.into_iter().map(|value| refined(matrix, value, size)).collect())
}

/// The values alone, by the same order.
pub(in super::super) fn eigenvalues(matrix: &DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    let mut values = crate::linear::eigenvalues::eigenvalues(matrix)?;
    values.sort_by(|x, y| x.im.abs().total_cmp(&y.im.abs()).then(x.re.total_cmp(&y.re)).then(y.im.total_cmp(&x.im)));
    // Rounding may tear pairs apart, so that each is written down from its upper half. Where halves do not match, eigenvalues meet on the real axis.
    let halves = [1.0, -1.0].map(|side| values.iter().filter(|value| side * value.im > 0.0).count());
    if halves[0] == halves[1] {
        let both = |value: Complex<f64>| if value.im > 0.0 { vec![value, value.conj()] } else { vec![value] };
        values = values.into_iter().filter(|value| value.im >= 0.0).flat_map(both).collect();
    }
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
