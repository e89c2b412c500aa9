//! Linear combinations of slopes, the inner loop of every step.
//!
//! out_i = base_i + h Σ_j a_j k_ji in one pass over the components. The number of terms is a constant of the compiled
//! loop, so that it is unrolled over j and vectorized over i; zero coefficients are dropped when the row is made.

use std::array::from_fn;

/// A row of a tableau without its zeros.
#[derive(Clone, Debug)]
pub(super) struct Row {
    terms: Vec<(usize, f64)>,
}

impl Row {
    pub(super) fn new(coefficients: &[f64]) -> Self {
        let terms = coefficients.iter().copied().enumerate();
        Self { terms: terms.filter(|&(_, a)| a != 0.0).collect() }
    }

    pub(super) fn all(rows: &[&[f64]]) -> Vec<Self> {
        rows.iter().map(|row| Self::new(row)).collect()
    }

    /// out = base + h Σ a_j k_j; the slopes k_j lie one after the other in `k`.
    pub(super) fn add(&self, h: f64, base: &[f64], k: &[f64], out: &mut [f64]) {
        dispatch(&self.terms, h, Some(base), k, out);
    }

    /// out = h Σ a_j k_j.
    pub(super) fn sum(&self, h: f64, k: &[f64], out: &mut [f64]) {
        dispatch(&self.terms, h, None, k, out);
    }
}

/// Calls the loop compiled for the number of terms.
fn dispatch(terms: &[(usize, f64)], h: f64, base: Option<&[f64]>, k: &[f64], out: &mut [f64]) {
    macro_rules! compiled {
        ($($n:literal)*) => {
            match terms.len() {
                $($n => combine::<$n>(terms, h, base, k, out),)*
                // Longer rows are those of a user's own method.
                _ => combine_any(terms, h, base, k, out),
            }
        };
    }
    compiled!(0 1 2 3 4 5 6 7 8 9 10 11 12);
}

fn combine_any(terms: &[(usize, f64)], h: f64, base: Option<&[f64]>, k: &[f64], out: &mut [f64]) {
    let dim = out.len();
    for (i, out) in out.iter_mut().enumerate() {
        let sum: f64 = terms.iter().map(|(j, a)| h * a * k[j * dim + i]).sum();
        *out = base.map_or(0.0, |base| base[i]) + sum;
    }
}

fn combine<const N: usize>(terms: &[(usize, f64)], h: f64, base: Option<&[f64]>, k: &[f64], out: &mut [f64]) {
    let dim = out.len();
    let weight: [f64; N] = from_fn(|j| h * terms[j].1);
    let slope: [&[f64]; N] = from_fn(|j| &k[terms[j].0 * dim..][..dim]);
    let sum = |i: usize| {
        let mut sum = 0.0;
        for j in 0..N {
            sum += weight[j] * slope[j][i];
        }
        sum
    };
    match base {
        Some(base) => {
            let base = &base[..dim];
            for (i, out) in out.iter_mut().enumerate() {
                *out = base[i] + sum(i);
            }
        }
        None => {
            for (i, out) in out.iter_mut().enumerate() {
                *out = sum(i);
            }
        }
    }
}
