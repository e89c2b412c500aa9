//! How far an eigenvalue may be off, if its matrix is known to ε.
//!
//! With left and right vectors y and x of length 1, yᴴA = λ yᴴ, A x = λ x, a change E of A moves a simple eigenvalue by
//!
//! ```text
//! (1)  δλ = yᴴ E x/(yᴴ x) + …,   |δλ| ≤ ε/|yᴴx|   for |E| ≤ ε
//! ```
//!
//! to first order, which holds only while that is less than the distance to others, and says nothing where yᴴx = 0. Instead: if z is an eigenvalue of A + E, then
//! (A − z) x = −E x, so that σ(A − z) ≤ ε for the smallest singular value σ. Eigenvalues move continuously with E, hence
//!
//! ```text
//! (2)  σ(A − z) > ε all along the circle |z − λ| = r:   as many eigenvalues of A + E stand within it as of A
//! ```
//!
//! Near a simple eigenvalue σ(A − z) = |yᴴx| |z − λ|, and r is the bound of (1); near a chain of k it is a root ε^(1/k). The circle is looked at in
//! [`PLACES`] places, and grows by at most [`GROWTH`] at a time: r is larger than need be by no more than that.

use nalgebra::{Complex, DMatrix};
use std::f64::consts::TAU;

const PLACES: usize = 12;
const GROWTH: f64 = 3.0;

/// r of (2).
pub(super) fn radius(matrix: &DMatrix<f64>, value: Complex<f64>, epsilon: f64) -> f64 {
    let complex = matrix.map(|x| Complex::new(x, 0.0));
    let least = |r: f64| {
        let beside = |k: usize| {
            let z = value + Complex::from_polar(r, TAU * (k as f64 + 0.5) / PLACES as f64);
            let mut shifted = complex.clone();
            (0..matrix.nrows()).for_each(|i| shifted[(i, i)] -= z);
            shifted.singular_values().min()
        };
        (0..PLACES).map(beside).fold(f64::INFINITY, f64::min)
    };
    // Beyond this no matrix within ε has an eigenvalue.
    let limit = 2.0 * (matrix.norm() + epsilon);
    let mut r = epsilon;
    while r < limit {
        let sigma = least(r);
        if sigma > epsilon {
            return r;
        }
        r *= (1.1 * epsilon / sigma).clamp(1.2, GROWTH);
    }
    limit
}
