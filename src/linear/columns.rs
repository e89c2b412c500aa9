//! Small dense matrices, column by column, in buffers that are kept.
//!
//! ```text
//! (1)  A = Q R       columns of Q at right angles and of length one, R triangular: each column less its parts along those before it, twice (Gram and Schmidt)
//! ```
//!
//! Twice is enough for right angles to rounding, as long as no column is a combination of those before it.

use super::kernel::{axpy, dot};

/// As many rows as it was made for, and so many columns one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    rows: usize,
    pub(super) numbers: Vec<f64>,
}

impl Columns {
    /// Zeros of another size.
    pub(super) fn reset(&mut self, rows: usize, columns: usize) {
        self.rows = rows;
        self.numbers.clear();
        self.numbers.resize(rows * columns, 0.0);
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.rows = other.rows;
        self.numbers.clone_from(&other.numbers);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[f64]> {
        self.numbers.chunks_exact(self.rows.max(1))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut [f64]> {
        self.numbers.chunks_exact_mut(self.rows.max(1))
    }

    pub(super) fn count(&self) -> usize {
        self.iter().count()
    }

    pub(super) fn column(&self, k: usize) -> &[f64] {
        &self.numbers[k * self.rows..(k + 1) * self.rows]
    }

    pub(super) fn column_mut(&mut self, k: usize) -> &mut [f64] {
        &mut self.numbers[k * self.rows..(k + 1) * self.rows]
    }

    /// Adds A x to a vector.
    pub(super) fn add_to(&self, to: &mut [f64], x: &[f64]) {
        self.iter().zip(x).for_each(|(column, x)| axpy(to, *x, column));
    }

    /// Aᵀ y.
    pub(super) fn across<'a>(&'a self, y: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        self.iter().map(move |column| dot(column, y))
    }

    /// (1): becomes Q. None if a column has no length of its own.
    pub(super) fn orthogonalize(&mut self, r: &mut Self) -> Option<()> {
        let n = self.count();
        r.reset(n, n);
        for k in 0..n {
            let (before, rest) = self.numbers.split_at_mut(k * self.rows);
            let (column, parts) = (&mut rest[..self.rows], r.column_mut(k));
            for _ in 0..2 {
                for (q, part) in before.chunks_exact(self.rows).zip(&mut *parts) {
                    let along = dot(q, column);
                    axpy(column, -along, q);
                    *part += along;
                }
            }
            let length = dot(column, column).sqrt();
            if !(length > 0.0 && length.is_finite()) {
                return None;
            }
            column.iter_mut().for_each(|x| *x /= length);
            parts[k] = length;
        }
        Some(())
    }

    /// The x with A x = b, in its place; A is triangular, its zeros below the diagonal.
    pub(super) fn solve(&self, x: &mut [f64]) {
        for (k, column) in self.numbers.chunks_exact(self.rows.max(1)).enumerate().rev() {
            x[k] /= column[k];
            let last = x[k];
            axpy(&mut x[..k], -last, &column[..k]);
        }
    }

    /// The x with Aᵀ x = b.
    pub(super) fn solve_across(&self, x: &mut [f64]) {
        for (k, column) in self.iter().enumerate() {
            x[k] = (x[k] - dot(&column[..k], &x[..k])) / column[k];
        }
    }
}
