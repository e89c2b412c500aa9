//! The input of the theorems: the matrices of (F1), as they are and in scaled units.

/// A certified number must be below 1 by this margin for rounding.
pub(super) const MARGIN: f64 = 1e-9;
/// The effect of a null force on a load counts as zero below this part of its terms.
pub(super) const NOTHING: f64 = 1e-9;

/// (F1) without its right-hand sides, in any units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Points {
    /// μ of those that slide, μ' of those at rest.
    pub(crate) mu: Vec<f64>,
    pub(crate) rests: Vec<bool>,
    /// A, row by row; the second component is zero but for pins.
    pub(crate) a: Vec<[f64; 2]>,
    /// E, row by row.
    pub(crate) e: Vec<f64>,
    /// E_ii without any constraint: the scale of its rounding.
    pub(crate) free: Vec<f64>,
}

impl Points {
    pub(crate) fn clear(&mut self) {
        self.mu.clear();
        self.rests.clear();
        self.a.clear();
        self.e.clear();
        self.free.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.mu.len()
    }

    /// Can a force along its tangent move point i at all?
    pub(crate) fn moves(&self, i: usize) -> bool {
        self.e[i * self.len() + i] > FIXED * self.free[i]
    }
}

/// (F1) in units in which E_ii = 1, with the coefficients multiplied in: μ_i A_ij, E_ij.
#[derive(Clone, Debug, Default)]
pub(super) struct Scaled {
    pub(super) n: usize,
    pub(super) a: Vec<[f64; 2]>,
    pub(super) e: Vec<f64>,
    pub(super) rests: Vec<bool>,
    /// Rounding of E_ii relative to itself; 0 where E_ii is zero, infinite where it cannot be distinguished from zero.
    pub(super) noise: Vec<f64>,
}

/// Part of the free E_ii below which the point cannot move.
const FIXED: f64 = 1e-12;
/// Below this part it is not known whether the point can move.
const HARDLY: f64 = 1e-9;
/// Rounding of E_ii, as a part of the free one.
const ROUNDING: f64 = 1e-14;
/// Rounding of A in these units: a load that no force reaches, a guide's by a push along it, is what the solution leaves of zero.
const NONE: f64 = 1e-12;

impl Scaled {
    pub(super) fn fill(&mut self, points: &Points) {
        let n = points.len();
        self.n = n;
        self.rests.clone_from(&points.rests);
        self.noise.clear();
        self.noise.extend((0..n).map(|i| match points.e[i * n + i] / points.free[i] {
            part if part > HARDLY => ROUNDING / part,
            part if part > FIXED => f64::INFINITY,
            _ => 0.0,
        }));
        let moves = |i: usize| self.noise[i] > 0.0;
        let unit = |i: usize| match if moves(i) { points.e[i * n + i] } else { points.free[i] } {
            square if square > 0.0 => square.sqrt(),
            _ => 1.0,
        };
        self.a.clear();
        self.e.clear();
        for i in 0..n {
            for j in 0..n {
                let k = i * n + j;
                self.a.push(points.a[k].map(|a| points.mu[i] * a * unit(i) / unit(j)));
                let e = points.e[k] / (unit(i) * unit(j));
                self.e.push(if i == j {
                    f64::from(moves(i))
                } else if moves(i) && moves(j) {
                    e
                } else {
                    0.0
                });
            }
        }
        let largest = self.a.as_flattened().iter().fold(1.0, |most: f64, a| most.max(a.abs()));
        let parts = self.a.as_flattened_mut().iter_mut();
        parts.filter(|a| a.abs() * largest <= NONE).for_each(|a| *a = 0.0);
    }

    pub(super) fn is_finite(&self) -> bool {
        self.a.as_flattened().iter().chain(&self.e).all(|x| x.is_finite())
    }

    /// |μ_i A_ij|.
    pub(super) fn size(&self, i: usize, j: usize) -> f64 {
        let [a, b] = self.a[i * self.n + j];
        if b == 0.0 { a.abs() } else { a.hypot(b) }
    }
}
