//! Small dense systems, up to a few hundred unknowns: LU for solving, QR for rank.
//!
//! Matrices are row-major slices. Each factorization owns its buffers, is made once for a size and used again and again.
//!
//! ```text
//! P A = L U          rows exchanged so that each pivot is the largest left in its column               (D1)
//! A P = Q R          columns exchanged so that each |R_kk| is the largest column norm that is left     (D2)
//! ```
//!
//! In (D2) |R_kk| is the distance of the k-th chosen column to the span of those before it. The numerical rank is the number
//! of k with |R_kk| > tol |R_00|; there are matrices (Kahan's) whose smallest R_kk is far above their smallest singular value,
//! but none of them is met by accident.

use super::kernel::{axpy, dot};
use crate::math::size;

/// LU factorization with partial pivoting: (D1).
#[derive(Clone, Debug)]
pub struct Lu {
    n: usize,
    a: Vec<f64>,
    /// Row exchanged with row k at step k.
    swaps: Vec<usize>,
    negative: bool,
}

impl Lu {
    /// Room for n unknowns.
    pub fn new(n: usize) -> Self {
        Self { n, a: vec![0.0; n * n], swaps: vec![0; n], negative: false }
    }

    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.n
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
        self.negative = false;
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
                self.negative = !self.negative;
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

    /// The determinant.
    pub fn determinant(&self) -> f64 {
        let product: f64 = (0..self.n).map(|k| self.a[k * self.n + k]).product();
        if self.negative { -product } else { product }
    }
}

/// QR factorization with column pivoting, by Householder reflections: (D2).
#[derive(Clone, Debug)]
pub struct Qr {
    rows: usize,
    cols: usize,
    /// Column-major: R on and above the diagonal, the reflections' vectors (first entry 1, not stored) below.
    a: Vec<f64>,
    tau: Vec<f64>,
    order: Vec<usize>,
}

impl Qr {
    /// Room for a matrix of this shape.
    pub fn new(rows: usize, cols: usize) -> Self {
        Self { rows, cols, a: vec![0.0; rows * cols], tau: vec![0.0; rows.min(cols)], order: (0..cols).collect() }
    }

    /// Factors the row-major rows × cols matrix `a`.
    pub fn factor(&mut self, a: &[f64]) {
        let (m, n) = (self.rows, self.cols);
        for r in 0..m {
            for c in 0..n {
                self.a[c * m + r] = a[r * n + c];
            }
        }
        self.order.iter_mut().enumerate().for_each(|(c, o)| *o = c);
        for k in 0..m.min(n) {
            let norm = |c: usize| norm(&self.a[c * m + k..(c + 1) * m]);
            let (mut best, mut most) = (k, norm(k));
            for c in k + 1..n {
                let here = norm(c);
                if here > most {
                    (best, most) = (c, here);
                }
            }
            if best != k {
                let (left, right) = self.a.split_at_mut(best * m);
                left[k * m..(k + 1) * m].swap_with_slice(&mut right[..m]);
                self.order.swap(k, best);
            }
            self.tau[k] = 0.0;
            let (left, right) = self.a.split_at_mut((k + 1) * m);
            let column = &mut left[k * m + k..];
            if most == 0.0 {
                continue;
            }
            let head = if column[0] > 0.0 { -most } else { most };
            let tau = (head - column[0]) / head;
            let scale = 1.0 / (column[0] - head);
            column[0] = head;
            column[1..].iter_mut().for_each(|x| *x *= scale);
            self.tau[k] = tau;
            for other in right.chunks_exact_mut(m) {
                reflect(tau, &column[1..], &mut other[k..]);
            }
        }
    }

    /// Number of columns that are independent to the relative tolerance `tol`.
    pub fn rank(&self, tol: f64) -> usize {
        let pivot = |k: usize| self.a[k * self.rows + k].abs();
        (0..self.tau.len()).take_while(|&k| pivot(k) > tol * pivot(0)).count()
    }

    /// The columns in the order in which they were chosen: the first `rank` of them are independent.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// |R_kk|: how far the k-th chosen column is from those before it.
    pub fn pivot(&self, k: usize) -> f64 {
        self.a[k * self.rows + k].abs()
    }

    /// Basic least-squares solution of A x = b with `rank` columns: `b` is overwritten, the columns left out get 0.
    pub fn solve(&self, rank: usize, b: &mut [f64], x: &mut [f64]) {
        let m = self.rows;
        for (k, &tau) in self.tau.iter().enumerate() {
            reflect(tau, &self.a[k * m + k + 1..(k + 1) * m], &mut b[k..]);
        }
        x.fill(0.0);
        for k in (0..rank.min(self.tau.len())).rev() {
            let value = b[k] / self.a[k * m + k];
            x[self.order[k]] = value;
            axpy(&mut b[..k], -value, &self.a[k * m..k * m + k]);
        }
    }
}

/// y −= τ v (vᵀy) with v = (1, tail).
fn reflect(tau: f64, tail: &[f64], y: &mut [f64]) {
    let Some((first, rest)) = y.split_first_mut() else {
        return;
    };
    let s = tau * (*first + dot(tail, rest));
    *first -= s;
    axpy(rest, -s, tail);
}

/// Norm that neither overflows nor vanishes.
fn norm(x: &[f64]) -> f64 {
    let most = size(x);
    if most == 0.0 {
        return 0.0;
    }
    most * x.iter().fold(0.0, |sum, x| sum + (x / most) * (x / most)).sqrt()
}
