//! What dropped rows leave open: null vectors (A6) and multipliers of least norm (A7).

use super::factor::Numeric;
use super::kernel::{axpy, dot};
use super::pattern::Augmented;

/// A row whose share in every null vector is below this part of the largest share takes no part in it. A pivot that was kept may
/// be as small as 1e-12 of its scale, so null vectors are good to about 1e-16/1e-12 at the worst.
const SHARE: f64 = 1e-4;

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

    /// Turns multipliers into those of least Euclidean norm that give the same motion.
    pub fn minimum_norm(&self, num: &mut Numeric, lambda: &mut [f64]) {
        self.null_vectors(num);
        let m = self.rows();
        let k = num.dropped.len();
        if k == 0 {
            return;
        }
        // ZᵀZ c = Zᵀλ. The rows that were dropped make a unit matrix within Z, so ZᵀZ ≥ 1 and no pivot can vanish.
        let z = &num.null;
        let column = |i: usize| &z[i * m..(i + 1) * m];
        let mut gram = vec![0.0; k * k];
        let mut c: Vec<f64> = (0..k).map(|i| dot(column(i), lambda)).collect();
        for i in 0..k {
            for j in 0..=i {
                let (before, row) = gram.split_at_mut(i * k);
                let known = if i == j { dot(&row[..j], &row[..j]) } else { dot(&row[..j], &before[j * k..j * k + j]) };
                let rest = dot(column(i), column(j)) - known;
                row[j] = if i == j { rest.sqrt() } else { rest / before[j * k + j] };
            }
        }
        for i in 0..k {
            c[i] = (c[i] - dot(&gram[i * k..i * k + i], &c[..i])) / gram[i * k + i];
        }
        for i in (0..k).rev() {
            c[i] /= gram[i * k + i];
            for j in 0..i {
                c[j] -= gram[i * k + j] * c[i];
            }
        }
        for (z, c) in z.chunks_exact(m).zip(&c) {
            axpy(lambda, -c, z);
        }
    }
}
