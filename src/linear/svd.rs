//! Singular values and vectors of small dense matrices, A = U S Vᵀ.
//!
//! Two columns p and q of A are turned in their plane until they are at right angles, pair after pair, again and again (Hestenes 1958); V is what turned them:
//!
//! ```text
//! (1)  A V = W with columns at right angles:     s_k = ‖w_k‖,  u_k = w_k/s_k
//! (2)  tan θ = t:   t² + 2 ζ t − 1 = 0,  ζ = (q·q − p·p)/(2 p·q),  of which the smaller root is taken
//! ```
//!
//! Small singular values come out to their own size, dependent columns as zeros, and V has all right vectors, those that A turns into nothing as well.
//!
//! The decomposition of nalgebra 0.35 is not used where vectors are wanted: it can return wrong values, by a sixth for a matrix of ones, and says nothing (its issue 1172).

use nalgebra::allocator::Allocator;
use nalgebra::{DMatrix, DVector, DVectorView, DefaultAllocator, Dim, Dyn, OMatrix};

/// Cosine of two columns that are at right angles, and part of the largest column that is none.
const RIGHT: f64 = 1e-15;
const NOTHING: f64 = 1e-30;
/// Rounds at most; ten are many.
const ROUNDS: usize = 60;

/// A = U S Vᵀ.
pub(crate) struct Svd {
    /// As many columns as A; zero where the value is.
    pub(crate) u: DMatrix<f64>,
    /// As many as A has columns, the largest first.
    pub(crate) values: DVector<f64>,
    /// Square.
    pub(crate) v: DMatrix<f64>,
}

impl Svd {
    pub(crate) fn of(matrix: DMatrix<f64>) -> Self {
        let n = matrix.ncols();
        let (mut w, mut v) = (matrix, DMatrix::identity(n, n));
        turn_to_right_angles(n, w.as_mut_slice(), v.as_mut_slice());
        let sizes: Vec<f64> = w.column_iter().map(|column| column.norm()).collect();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&i, &j| sizes[j].total_cmp(&sizes[i]));
        let unit = |size: f64| if size > 0.0 { 1.0 / size } else { 0.0 };
        Self {
            u: DMatrix::from_fn(w.nrows(), n, |i, k| w[(i, order[k])] * unit(sizes[order[k]])),
            values: DVector::from_fn(n, |k, _| sizes[order[k]]),
            v: DMatrix::from_fn(n, n, |i, k| v[(i, order[k])]),
        }
    }

    /// The largest value.
    pub(crate) fn most(&self) -> f64 {
        self.values.iter().copied().fold(0.0, f64::max)
    }

    /// The x of least norm for which Ax is nearest to `right`; values up to `none` are zero.
    pub(crate) fn solve<C: Dim>(&self, right: &OMatrix<f64, Dyn, C>, none: f64) -> OMatrix<f64, Dyn, C>
    where
        DefaultAllocator: Allocator<Dyn, C>,
    {
        let mut parts = self.u.tr_mul(right);
        for (mut part, value) in parts.row_iter_mut().zip(&self.values) {
            part.scale_mut(if *value > none { 1.0 / value } else { 0.0 });
        }
        &self.v * parts
    }
}

/// (2): turns the n columns of `w`, one after the other, to right angles, and those of `v` with them.
pub(super) fn turn_to_right_angles(n: usize, w: &mut [f64], v: &mut [f64]) {
    let dot = |a: &[f64], b: &[f64]| DVectorView::from_slice(a, a.len()).dot(&DVectorView::from_slice(b, b.len()));
    let nothing = NOTHING * dot(w, w);
    for _ in 0..ROUNDS {
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                let [a, b] = two(w, n, [p, q]);
                let [pp, qq, pq] = [dot(a, a), dot(b, b), dot(a, b)];
                if pq.abs() > RIGHT * (pp * qq).sqrt() && pp.min(qq) > nothing {
                    let zeta = (qq - pp) / (2.0 * pq);
                    let t = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
                    turn([a, b], t);
                    turn(two(v, n, [p, q]), t);
                    turned = true;
                }
            }
        }
        if !turned {
            break;
        }
    }
}

/// Columns p < q of n.
fn two(matrix: &mut [f64], n: usize, [p, q]: [usize; 2]) -> [&mut [f64]; 2] {
    let rows = matrix.len() / n;
    let (head, tail) = matrix.split_at_mut(q * rows);
    [&mut head[p * rows..(p + 1) * rows], &mut tail[..rows]]
}

/// Turns two columns in their plane by the angle with this tangent.
fn turn([a, b]: [&mut [f64]; 2], t: f64) {
    let cos = 1.0 / t.hypot(1.0);
    let sin = cos * t;
    for (p, q) in a.iter_mut().zip(b) {
        (*p, *q) = (cos * *p - sin * *q, sin * *p + cos * *q);
    }
}
