//! Rank of a part of E, a basis among its points, and the forces that move nothing: Cholesky with pivots, E = L Lᵀ.
//!
//! Row k of L is the direction W_k in which point k moves, in coordinates of the freedoms. A point q outside of the basis moves with it, W_q = Σ c_k W_k,
//! and the force n = e_q − Σ c_k e_k moves nothing.

use super::scaled::{NOTHING, Scaled};

/// A pivot below this is zero: the row depends on those before it.
const DEPENDENT: f64 = 1e-11;
/// A pivot up to so many times larger is neither zero nor clearly independent.
const DOUBT: f64 = 1e3;

#[derive(Clone, Debug, Default)]
pub(super) struct Rank {
    /// Points, the basis first.
    order: Vec<usize>,
    rank: usize,
    /// Row by row in the present order, `order.len()` numbers each.
    l: Vec<f64>,
    left: Vec<f64>,
    doubtful: bool,
    /// Σ c_k e_k.
    combination: Vec<f64>,
}

impl Rank {
    pub(super) fn find(&mut self, scaled: &Scaled, points: impl Iterator<Item = usize>) {
        self.order.clear();
        self.order.extend(points);
        let (n, m) = (scaled.n, self.order.len());
        self.l.clear();
        self.l.resize(m * m, 0.0);
        self.left.clear();
        self.left.extend(self.order.iter().map(|&i| scaled.e[i * n + i]));
        let noise = self.order.iter().fold(0.0, |most: f64, &i| most.max(scaled.noise[i]));
        let zero = DEPENDENT.max(10.0 * noise);
        self.doubtful = false;
        self.rank = m;
        for k in 0..m {
            let best = (k..m).max_by(|&p, &q| self.left[p].total_cmp(&self.left[q])).unwrap_or(k);
            if self.left[best] <= DOUBT * zero {
                self.doubtful = self.left[best] > zero;
                self.rank = k;
                break;
            }
            self.order.swap(k, best);
            self.left.swap(k, best);
            for c in 0..k {
                self.l.swap(k * m + c, best * m + c);
            }
            let pivot = self.left[k].sqrt();
            self.l[k * m + k] = pivot;
            for r in k + 1..m {
                let known: f64 = (0..k).map(|c| self.l[r * m + c] * self.l[k * m + c]).sum();
                let value = (scaled.e[self.order[r] * n + self.order[k]] - known) / pivot;
                self.l[r * m + k] = value;
                self.left[r] -= value * value;
            }
        }
    }

    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    pub(super) fn is_full(&self) -> bool {
        self.rank == self.order.len()
    }

    /// Is a row neither clearly dependent nor clearly independent?
    pub(super) fn is_doubtful(&self) -> bool {
        self.doubtful
    }

    /// det E of these points: 0 if it is singular.
    pub(super) fn determinant(&self) -> f64 {
        let m = self.order.len();
        if self.is_full() { (0..m).map(|k| self.l[k * m + k] * self.l[k * m + k]).product() } else { 0.0 }
    }

    /// Is the load of point i independent of all forces on these points that move nothing?
    pub(super) fn leaves_alone(&mut self, scaled: &Scaled, i: usize) -> bool {
        (self.rank..self.order.len()).all(|q| {
            self.combine(q);
            let a = &scaled.a[i * scaled.n..(i + 1) * scaled.n];
            (0..2).all(|part| {
                let own = a[self.order[q]][part];
                let terms = self.order.iter().zip(&self.combination).map(|(&k, c)| c * a[k][part]);
                let (sum, size) = terms.fold((own, own.abs()), |(sum, size), term| (sum - term, size + term.abs()));
                sum.abs() <= NOTHING * size
            })
        })
    }

    /// The combination of the basis that gives the motion of a point outside of it: L_Bᵀ c = L_q.
    fn combine(&mut self, q: usize) {
        let m = self.order.len();
        let Self { combination, l, rank, .. } = self;
        combination.clear();
        combination.extend_from_slice(&l[q * m..q * m + *rank]);
        for k in (0..*rank).rev() {
            let known: f64 = (k + 1..*rank).map(|r| l[r * m + k] * combination[r]).sum();
            combination[k] = (combination[k] - known) / l[k * m + k];
        }
    }
}
