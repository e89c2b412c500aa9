//! Vectors of one to three components, and the eigenvectors of their symmetric matrices.

use crate::math::length;
use std::array::from_fn;

/// Sweeps of Jacobi's method; three components need about six.
const SWEEPS: usize = 20;

pub(super) fn dot<const K: usize>(a: &[f64; K], b: &[f64; K]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(super) fn norm<const K: usize>(a: &[f64; K]) -> f64 {
    length(a)
}

/// a + c b.
pub(super) fn plus<const K: usize>(a: &[f64; K], c: f64, b: &[f64; K]) -> [f64; K] {
    from_fn(|i| a[i] + c * b[i])
}

pub(super) fn times<const K: usize>(m: &[[f64; K]; K], a: &[f64; K]) -> [f64; K] {
    from_fn(|i| dot(&m[i], a))
}

/// Eigenvalues and, as rows, eigenvectors of a symmetric matrix: Jacobi's rotations.
pub(super) fn eigen<const K: usize>(mut m: [[f64; K]; K]) -> ([f64; K], [[f64; K]; K]) {
    let mut vectors: [[f64; K]; K] = from_fn(|i| from_fn(|j| f64::from(u8::from(i == j))));
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for p in 0..K {
            for q in p + 1..K {
                if m[p][q].abs() <= f64::MIN_POSITIVE {
                    continue;
                }
                rotated = true;
                let half = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
                let t = half.signum() / (half.abs() + half.hypot(1.0));
                let c = 1.0 / t.hypot(1.0);
                let s = t * c;
                for row in &mut m {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                for k in 0..K {
                    (m[p][k], m[q][k]) = (c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]);
                    let [a, b] = [vectors[p][k], vectors[q][k]];
                    (vectors[p][k], vectors[q][k]) = (c * a - s * b, s * a + c * b);
                }
                (m[p][q], m[q][p]) = (0.0, 0.0);
            }
        }
        if !rotated {
            break;
        }
    }
    (from_fn(|i| m[i][i]), vectors)
}
