//! Coordinates on which nothing depends, taken out before eigenvalues are sought.
//!
//! Nothing depends on where a bicycle stands, where it heads and how far its wheels have turned: A has null vectors, A u = 0. With Q = (R, U),
//! U an orthonormal basis of them and R one of what is left,
//!
//! ```text
//! (1)  Qᵀ A Q = [B 0; C 0]:   the eigenvalues of A are those of B, and a zero for each column of U
//! ```
//!
//! B may have null vectors again: where the bicycle stands follows from where it heads, and nothing else depends on that. So (1) is repeated until
//! none is left (the staircase form of Kublanovskaya; its steps are the chains of the eigenvalue zero). Then
//!
//! ```text
//! (2)  Qᵀ A Q = [B 0; C N],   N nilpotent:   B x = λ x,   (λ − N) y = C x,   z = Q (x, y)
//! ```
//!
//! Left in the matrix, the zeros spoil what stands beside them: a chain of length k is torn apart by ε^(1/k), and the eigenvalue λ of (2) has the condition
//! |z|/|left vector · z|, which grows like (|C|/|λ|)^k, while B knows nothing of y.
//!
//! A itself is known to ε, in the norm of matrices: so any u with |A u| ≤ ε is taken for a null vector, for A − (A u) uᵀ is no farther from A than the truth
//! may be. What B is known to is not ε: with other numbers for A come other R. Another A', with R' and B', tells it:
//!
//! ```text
//! (3)  B' seen from R is T B' T⁻¹ with T = Rᵀ R':   |B − T B' T⁻¹|
//! ```

use crate::linear::svd::Svd;
use nalgebra::{Complex, DMatrix, DVector};

/// A in the form (2).
pub(super) struct Staircase {
    basis: DMatrix<f64>,
    /// Qᵀ A Q.
    pub(super) matrix: DMatrix<f64>,
    /// Rows of B.
    pub(super) core: usize,
    /// Null vectors of A itself: the last columns of Q.
    first: usize,
}

impl Staircase {
    /// For a matrix that is known to `error`.
    pub(super) fn new(a: &DMatrix<f64>, error: f64) -> Self {
        let n = a.nrows();
        let mut stairs = Self { basis: DMatrix::identity(n, n), matrix: a.clone(), core: n, first: 0 };
        while stairs.step(error) {}
        stairs
    }

    /// (1) on what is left; false if it has no null vector.
    fn step(&mut self, error: f64) -> bool {
        let m = self.core;
        if m == 0 {
            return false;
        }
        let Svd { values, v: turn, .. } = Svd::of(self.core_matrix());
        let kept = values.iter().filter(|s| **s > error).count();
        if kept == m {
            return false;
        }
        for matrix in [&mut self.basis, &mut self.matrix] {
            let turned = matrix.columns(0, m) * &turn;
            matrix.columns_mut(0, m).copy_from(&turned);
        }
        let turned = turn.tr_mul(&self.matrix.rows(0, m));
        self.matrix.rows_mut(0, m).copy_from(&turned);
        self.matrix.view_mut((0, kept), (m, m - kept)).fill(0.0);
        if self.first == 0 {
            self.first = m - kept;
        }
        self.core = kept;
        true
    }

    /// B.
    pub(super) fn core_matrix(&self) -> DMatrix<f64> {
        self.matrix.view((0, 0), (self.core, self.core)).into_owned()
    }

    /// (3); `None` if the other has more zeros, or fewer.
    pub(super) fn apart(&self, other: &Self) -> Option<f64> {
        if self.core != other.core {
            return None;
        }
        let turn = self.basis.columns(0, self.core).tr_mul(&other.basis.columns(0, self.core));
        let back = turn.clone().try_inverse()?;
        Some((self.core_matrix() - turn * other.core_matrix() * back).norm())
    }

    /// z of (2), of length 1.
    pub(super) fn lifted(&self, value: Complex<f64>, x: &DVector<Complex<f64>>) -> DVector<Complex<f64>> {
        let (m, rest) = (self.core, self.matrix.nrows() - self.core);
        if rest == 0 {
            return x.clone();
        }
        let complex = |rows, columns| self.matrix.view((m, rows), (rest, columns)).map(|x| Complex::new(x, 0.0));
        let mut left = -complex(m, rest);
        (0..rest).for_each(|i| left[(i, i)] += value);
        let y = left.lu().solve(&(complex(0, m) * x)).unwrap_or_else(|| DVector::zeros(rest));
        let z = DVector::from_iterator(m + rest, x.iter().chain(y.iter()).copied());
        (self.basis.map(|x| Complex::new(x, 0.0)) * z).normalize()
    }

    /// A null vector of A for the k-th zero: where a chain has several zeros, its only one.
    pub(super) fn still(&self, k: usize) -> DVector<Complex<f64>> {
        let last = self.basis.ncols() - 1;
        self.basis.column(last - k % self.first.max(1)).map(|x| Complex::new(x, 0.0))
    }
}
