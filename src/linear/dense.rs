//! Small dense systems: LU.
//!
//! Matrices are row-major slices. A factorization owns its buffers, is made once for a size and used again and again.
//!
//! ```text
//! P A = L U          rows exchanged so that each pivot is the largest left in its column               (D1)
//! ```

use super::kernel::{axpy, dot};

/// The determinant of an n × n matrix, which is used up: (D1).
pub fn determinant(a: &mut [f64], n: usize) -> f64 {
    let mut product = 1.0;
    for k in 0..n {
        let column = |r: &usize| a[r * n + k].abs();
        let Some(p) = (k..n).max_by(|r, s| column(r).total_cmp(&column(s))) else { return product };
        if p != k {
            (k..n).for_each(|j| a.swap(k * n + j, p * n + j));
            product = -product;
        }
        let (upper, lower) = a.split_at_mut((k + 1) * n);
        let pivot = &upper[k * n + k..];
        product *= pivot[0];
        if product == 0.0 {
            return product;
        }
        lower.chunks_exact_mut(n).for_each(|row| {
            let l = row[k] / pivot[0];
            axpy(&mut row[k + 1..], -l, &pivot[1..]);
        });
    }
    product
}

/// LU factorization with partial pivoting: (D1).
#[derive(Clone, Debug, Default)]
pub struct Lu {
    n: usize,
    a: Vec<f64>,
    /// Row exchanged with row k at step k.
    swaps: Vec<usize>,
}

impl Lu {
    /// Room for n unknowns.
    pub fn new(n: usize) -> Self {
        Self { n, a: vec![0.0; n * n], swaps: vec![0; n] }
    }

    /// For another number of unknowns.
    pub fn resize(&mut self, n: usize) {
        self.n = n;
        self.a.resize(n * n, 0.0);
        self.swaps.resize(n, 0);
    }

    /// Factors the n × n matrix `a`. `Err(k)` if the k-th pivot is zero or not a number: column k depends on those before it.
    pub fn factor(&mut self, a: &[f64]) -> Result<(), usize> {
        let n = self.n;
        self.a.copy_from_slice(a);
        for k in 0..n {
            let mut p = k;
            for r in k + 1..n {
                if self.a[r * n + k].abs() > self.a[p * n + k].abs() {
                    p = r;
                }
            }
            self.swaps[k] = p;
            if p != k {
                let (upper, lower) = self.a.split_at_mut(p * n);
                upper[k * n..(k + 1) * n].swap_with_slice(&mut lower[..n]);
            }
            let (upper, lower) = self.a.split_at_mut((k + 1) * n);
            let pivot = &upper[k * n + k..];
            if pivot[0] == 0.0 || !pivot[0].is_finite() {
                return Err(k);
            }
            for row in lower.chunks_exact_mut(n) {
                let l = row[k] / pivot[0];
                row[k] = l;
                axpy(&mut row[k + 1..], -l, &pivot[1..]);
            }
        }
        Ok(())
    }

    /// Solves A x = b in place.
    pub fn solve(&self, b: &mut [f64]) {
        let n = self.n;
        for (k, &p) in self.swaps.iter().enumerate() {
            b.swap(k, p);
        }
        for r in 1..n {
            b[r] -= dot(&self.a[r * n..r * n + r], &b[..r]);
        }
        for r in (0..n).rev() {
            b[r] = (b[r] - dot(&self.a[r * n + r + 1..(r + 1) * n], &b[r + 1..])) / self.a[r * n + r];
        }
    }
}
