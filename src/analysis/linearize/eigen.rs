//! Eigenvalues and eigenvectors of a small real matrix without symmetry.
//!
//! Eigenvalues by the QR algorithm (`linear/eigenvalues.rs`), eigenvectors by inverse iteration from each of them, which also makes it more exact:
//!
//! ```text
//! (1)  (A − μ) y = x,   x ← y/|y|        (2)  λ = xᴴ A x
//! ```
//!
//! Coordinates on which nothing depends are taken out before (`zeros.rs`). Another eigenvalue that has fewer vectors than its multiplicity is exact to the
//! root of what the matrix is known to: `spread.rs` says how far each may be off.

use super::spread::radius;
use super::zeros::Staircase;
use nalgebra::{Complex, DMatrix, DVector};

/// An eigenvalue with a vector of length 1, and |A x − λ x|.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Eigen {
    /// λ.
    pub(super) value: Complex<f64>,
    /// x.
    pub(super) vector: DVector<Complex<f64>>,
    /// |A x − λ x|.
    pub(super) residual: f64,
}

/// All of them, for a matrix that is known to `error`: by |Im λ|, then by Re λ, then the positive imaginary part first. `None` if the QR algorithm does
/// not end.
pub(super) fn eigen(matrix: &DMatrix<f64>, error: f64) -> Option<Vec<Eigen>> {
    let complex = matrix.map(|x| Complex::new(x, 0.0));
    let whole = |value: Complex<f64>, vector: DVector<Complex<f64>>| {
        let residual = (&complex * &vector - &vector * value).norm();
        Eigen { value, vector, residual }
    };
    let stairs = Staircase::new(matrix, error);
    let other = |value, vector| whole(value, stairs.lifted(value, &vector));
    in_order(&stairs, other, |k| whole(Complex::new(0.0, 0.0), stairs.still(k)))
}

/// How far each of them may be off, in the same order, for a matrix that is known to `error` and of which there is another version.
pub(super) fn errors(matrix: &DMatrix<f64>, other: Option<&DMatrix<f64>>, error: f64) -> Option<Vec<f64>> {
    let stairs = Staircase::new(matrix, error);
    let core = stairs.core_matrix();
    let apart = other.and_then(|other| stairs.apart(&Staircase::new(other, error)));
    let rounding = matrix.nrows() as f64 * f64::EPSILON * matrix.norm();
    // Both hold: with the zeros as exact, and with all of A as it comes.
    let both = |value| {
        let without = apart.map_or(f64::INFINITY, |apart| radius(&core, value, 3.0 * apart + rounding));
        without.min(radius(&stairs.matrix, value, error))
    };
    let still = if stairs.core < matrix.nrows() { radius(&stairs.matrix, Complex::new(0.0, 0.0), error) } else { 0.0 };
    in_order(&stairs, |value, _| both(value), |_| still)
}

/// The condition of each of them, in the same order: 1/|yᴴx| of its vectors x and y on both sides in B, and 0 of a zero on which nothing depends.
pub(super) fn conditions(matrix: &DMatrix<f64>, error: f64) -> Option<Vec<f64>> {
    let stairs = Staircase::new(matrix, error);
    let core = stairs.core_matrix();
    let (mirrored, size) = (core.transpose(), core.camax());
    // yᴴ B = λ yᴴ is Bᵀ y* = λ y*.
    let skew = |value, x: DVector<Complex<f64>>| 1.0 / refined(&mirrored, value, size).1.dot(&x).norm();
    in_order(&stairs, skew, |_| 0.0)
}

/// What is said of each eigenvalue of B with its vector, and between them, in their place, of each zero.
fn in_order<T>(
    stairs: &Staircase,
    other: impl Fn(Complex<f64>, DVector<Complex<f64>>) -> T,
    zero: impl Fn(usize) -> T,
) -> Option<Vec<T>> {
    let core = stairs.core_matrix();
    let values = eigenvalues(&core)?;
    let place = values.iter().take_while(|value| value.im == 0.0 && value.re < 0.0).count();
    let size = core.camax();
    let mut vectors: Vec<(Complex<f64>, DVector<Complex<f64>>)> = Vec::with_capacity(values.len());
    for (k, &value) in values.iter().enumerate() {
        // Of a pair the second is the first's conjugate to the last bit.
        let pair = k.checked_sub(1).filter(|&k| value.im < 0.0 && values[k] == value.conj());
        vectors.push(
            pair.map_or_else(|| refined(&core, value, size), |k| (vectors[k].0.conj(), vectors[k].1.conjugate())),
        );
    }
    let mut told: Vec<T> = vectors.into_iter().map(|(value, vector)| other(value, vector)).collect();
    told.splice(place..place, (0..stairs.matrix.nrows() - stairs.core).map(zero));
    Some(told)
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

fn refined(matrix: &DMatrix<f64>, value: Complex<f64>, size: f64) -> (Complex<f64>, DVector<Complex<f64>>) {
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
    let alone = value.im == 0.0;
    let residual = |value: Complex<f64>| (&image - &vector * value).norm();
    let better = (quotient - value).norm() <= 1e-6 * size && residual(quotient) < residual(value);
    let value = if better { quotient } else { value };
    // One without a conjugate is real.
    (if alone { Complex::new(value.re, 0.0) } else { value }, vector)
}
