//! What dropped rows leave open: null vectors (A6) and which multipliers are taken, of least norm (A7) in general.

use super::kernel::{axpy, dot};
use super::numbers::Numeric;
use super::system::Augmented;
use std::ops::Range;

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

    /// Turns multipliers into others that give the same motion: zero for each row of `free` that the others hold by themselves (what cannot move
    /// needs no friction to stay), and of these the ones of least Euclidean norm.
    ///
    /// Such a row is one of `free` that is alone in a combination of null vectors: Gauss-Jordan elimination of the columns `free` finds them.
    pub fn choose(&self, num: &mut Numeric, free: Range<usize>, lambda: &mut [f64]) {
        let m = self.rows();
        let mut null = self.null_vectors(num).to_vec();
        let mut kept = Vec::new();
        let pivots = eliminate(&mut null, m, free.clone(), &num.scale);
        for (z, pivot) in null.chunks_exact(m).zip(pivots) {
            let alone = |row: &usize| free.clone().all(|other| other == *row || z[other].abs() <= NONE);
            match pivot.filter(alone) {
                Some(row) => axpy(lambda, -lambda[row], z),
                None => kept.extend_from_slice(z),
            }
        }
        minimum_norm(&kept, m, lambda);
    }
}

/// What elimination leaves of a part that is zero, beside the largest, which is 1.
const NONE: f64 = 1e-9;

/// Combines vectors of m numbers so that as many as can be have a column of their own: 1 there, where all others are 0. Which column, for each vector.
fn eliminate(vectors: &mut [f64], m: usize, columns: Range<usize>, scale: &[f64]) -> Vec<Option<usize>> {
    let mut pivots = vec![None; vectors.len() / m.max(1)];
    let most = vectors.iter().fold(0.0, |most: f64, z| most.max(z.abs()));
    loop {
        let open = (0..pivots.len()).filter(|&k| pivots[k].is_none());
        let entries = open.flat_map(|k| columns.clone().map(move |c| (k, c)));
        let share = |&(k, c): &(usize, usize)| vectors[k * m + c].abs() * scale[c].sqrt();
        let Some((k, c)) = entries.max_by(|a, b| share(a).total_cmp(&share(b))) else { return pivots };
        if vectors[k * m + c].abs() <= NONE * most {
            return pivots;
        }
        pivots[k] = Some(c);
        let over = 1.0 / vectors[k * m + c];
        let own: Vec<f64> = vectors[k * m..(k + 1) * m].iter().map(|z| over * z).collect();
        for (i, other) in vectors.chunks_exact_mut(m).enumerate() {
            if i == k { other.copy_from_slice(&own) } else { axpy(other, -other[c], &own) }
        }
    }
}

/// Takes from λ what lies along independent vectors z.
fn minimum_norm(z: &[f64], m: usize, lambda: &mut [f64]) {
    let k = z.len() / m.max(1);
    let column = |i: usize| &z[i * m..(i + 1) * m];
    // ZᵀZ c = Zᵀλ
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
    for (i, c) in c.iter().enumerate() {
        axpy(lambda, -c, column(i));
    }
}
