//! What dropped rows leave open: null vectors (A6) and which multipliers are taken (A7, A16).

use super::kernel::{axpy, dot};
use super::numbers::Numeric;
use super::system::Augmented;
use std::ops::Range;

/// A row whose share in every null vector is below this part of the largest share takes no part in it. A pivot that was kept may
/// be as small as 1e-12 of its scale, so null vectors are good to about 1e-16/1e-12 at the worst.
const SHARE: f64 = 1e-4;
/// What orthogonalization leaves of a part that is zero, beside the whole.
const NONE: f64 = 1e-9;

impl Augmented {
    /// For each dropped row r the vector z over all rows with z_r = 1 and Jᵀz = 0, one after the other.
    ///
    /// They are worked out when first asked for after a factorization; that takes memory for them only if rows were dropped.
    pub fn null_vectors<'n>(&self, num: &'n mut Numeric) -> &'n [f64] {
        let m = self.rows();
        if num.null.is_empty() && !num.dropped.is_empty() {
            let mut null = std::mem::take(&mut num.null);
            if let (Some(split), Some(inside)) = (&self.split, &mut num.inside) {
                split.null_vectors(m, inside, &mut null);
                num.null = null;
                return &num.null;
            }
            null.resize(num.dropped.len() * m, 0.0);
            for (z, &r) in null.chunks_exact_mut(m).zip(&num.dropped) {
                z[r] = 1.0;
                self.backward_rows(num, z);
            }
            num.null = null;
        }
        &num.null
    }

    /// Whether a row's multiplier is not determined: some null vector changes it. Only after a call of
    /// [`null_vectors`](Self::null_vectors).
    ///
    /// The share of row i in z is |z_i| √S_ii, so that the units of rows do not matter.
    pub fn undetermined(&self, num: &Numeric, row: usize) -> bool {
        let share = |z: &[f64], i: usize| z[i].abs() * num.scale[i].sqrt();
        num.null.chunks_exact(self.rows().max(1)).any(|z| {
            let most = (0..z.len()).map(|i| share(z, i)).fold(0.0, f64::max);
            if most > 0.0 { share(z, row) > SHARE * most } else { z[row] != 0.0 }
        })
    }

    /// Turns multipliers into others that give the same motion:
    ///
    /// ```text
    /// of all λ + Z c those with the least Σ λ_i² over the rows i of `first`, and of these the ones of least norm          (A16)
    /// ```
    ///
    /// Vectors z with a part in those rows are taken first, each from λ and from the vectors after it (Gram and Schmidt).
    pub(crate) fn choose(&self, num: &mut Numeric, first: Range<usize>, lambda: &mut [f64]) {
        let m = self.rows();
        let mut null: Vec<Vec<f64>> = self.null_vectors(num).chunks_exact(m).map(<[f64]>::to_vec).collect();
        let part = |z: &[f64]| dot(&z[first.clone()], &z[first.clone()]) / dot(z, z);
        while let Some(k) = (0..null.len()).max_by(|&i, &k| part(&null[i]).total_cmp(&part(&null[k]))) {
            let z = null.swap_remove(k);
            let rows = if part(&z) > NONE * NONE { first.clone() } else { 0..m };
            let take = |x: &mut [f64]| {
                let c = dot(&z[rows.clone()], &x[rows.clone()]) / dot(&z[rows.clone()], &z[rows.clone()]);
                axpy(x, -c, &z);
            };
            take(lambda);
            null.iter_mut().for_each(|other| take(other));
        }
    }
}
