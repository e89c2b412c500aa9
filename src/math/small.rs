//! Vectors of one to three components, and the eigenvectors of their symmetric matrices.

use super::length;
use std::array::from_fn;

/// Sweeps of Jacobi's method; three components need about six.
const SWEEPS: usize = 20;

pub(crate) fn dot<const K: usize>(a: &[f64; K], b: &[f64; K]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(crate) fn norm<const K: usize>(a: &[f64; K]) -> f64 {
    length(a)
}

/// a + c b.
pub(crate) fn plus<const K: usize>(a: &[f64; K], c: f64, b: &[f64; K]) -> [f64; K] {
    from_fn(|i| a[i] + c * b[i])
}

pub(crate) fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

/// A vector of length one.
pub(crate) fn unit<const K: usize>(a: &[f64; K]) -> [f64; K] {
    let long = norm(a);
    a.map(|x| x / long)
}

pub(crate) fn times<const K: usize>(m: &[[f64; K]; K], a: &[f64; K]) -> [f64; K] {
    from_fn(|i| dot(&m[i], a))
}

/// Unit vectors across d and each other, d having so many components that are not zero.
pub(crate) fn across(d: &[f64; 3], components: usize) -> Vec<[f64; 3]> {
    let mut found: Vec<[f64; 3]> = vec![*d];
    while found.len() < components {
        let axes = (0..components).map(|i| {
            let axis: [f64; 3] = from_fn(|j| f64::from(u8::from(i == j)));
            found.iter().fold(axis, |left, e| plus(&left, -dot(&axis, e), e))
        });
        let Some(longest) = axes.max_by(|a, b| norm(a).total_cmp(&norm(b))) else { break };
        found.push(longest.map(|x| x / norm(&longest)));
    }
    found.split_off(1)
}

/// Eigenvalues and, as rows, eigenvectors of a symmetric matrix: Jacobi's rotations.
pub(crate) fn eigen<const K: usize>(mut m: [[f64; K]; K]) -> ([f64; K], [[f64; K]; K]) {
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
