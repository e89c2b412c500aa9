//! What dropped rows leave undetermined: null vectors (A6), and the multipliers that are chosen (A7, A16).

use super::kernel::{axpy, dot};
use super::numbers::Numbers;
use super::system::System;

/// What orthogonalization leaves of a part that is zero, beside the whole.
const NONE: f64 = 1e-9;

impl System {
    /// For each dropped row r the vector z over all rows with z_r = 1 and Jᵀz = 0, one after the other.
    pub fn null_vectors<'n>(&self, num: &'n mut Numbers) -> &'n [f64] {
        let m = self.layout.rows();
        if num.found.null.is_empty() && !num.found.dropped.is_empty() {
            let mut null = std::mem::take(&mut num.found.null);
            null.resize(num.found.dropped.len() * m, 0.0);
            for (z, &r) in null.chunks_exact_mut(m).zip(&num.found.dropped) {
                z[r] = 1.0;
                self.backward_rows(num, z);
            }
            num.found.null = null;
        }
        &num.found.null
    }
}

/// Of all λ + Z c those of (A16), for Z the null vectors, each of m numbers.
///
/// ```text
/// of all λ + Z c those with the least Σ λ_i² over the rows i of `first`, and of these the ones of least norm          (A16)
/// ```
///
/// Vectors z with a part in those rows are taken first, each from λ and from the vectors after it (Gram and Schmidt). `null` is used up.
pub(super) fn choose(null: &mut Vec<f64>, m: usize, first: &[usize], lambda: &mut [f64]) {
    let among = |a: &[f64], b: &[f64]| first.iter().fold(0.0, |sum, &row| sum + a[row] * b[row]);
    let part = |z: &[f64]| among(z, z) / dot(z, z);
    while null.len() >= m.max(1) {
        let last = null.len() - m;
        // The one with the largest part goes first; where none has any, each may.
        if !first.is_empty() {
            let parts = null.chunks_exact(m).map(part).enumerate();
            let largest = parts.max_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(k, _)| k);
            (0..m).for_each(|i| null.swap(largest * m + i, last + i));
        }
        let (others, z) = null.split_at_mut(last);
        let has_part = part(z) > NONE * NONE;
        let own = if has_part { among(z, z) } else { dot(z, z) };
        let along = |x: &[f64]| if has_part { among(z, x) } else { dot(z, x) } / own;
        let take = |x: &mut [f64]| {
            let c = along(x);
            axpy(x, -c, z);
        };
        take(lambda);
        others.chunks_exact_mut(m).for_each(take);
        null.truncate(last);
    }
}
