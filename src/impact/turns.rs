//! Patterns of contacts with two tangents and more: the directions in which they slide are found along with the impulses.
//!
//! A direction is a fixed point of
//!
//! ```text
//! (1)  d_i ← the direction of s_i + μ_i N_i g_i d_i        g_i the mean response of its tangents
//! ```
//!
//! at once where a contact is alone and its response round, in some rounds elsewhere. If it does not settle soon, Newton's method goes on: the unknowns of the
//! pattern and turns δ_i of the directions, d_i + e δ_i with e across d_i, satisfy to first order the equations of the pattern and
//!
//! ```text
//! (2)  e·s_i = (d_i·s_i) δ_i,       the impulses of the pattern and −μ_i N_i e δ_i together
//! ```

use super::pattern::{Contact, Hold, Phase, Solution, plus_to};
use super::several::sum;
use crate::linear::svd::Svd;
use crate::math::small::{across, dot, norm, plus};
use nalgebra::{DMatrix, DVector};

/// Rounds of (1), then of (2), and the change of a direction that ends them.
const FIXED_POINT: usize = 25;
const NEWTON: usize = 25;
const SETTLED: f64 = 1e-14;
/// A response below this part of the largest is none.
const HELD: f64 = 1e-9;

impl Phase {
    /// Solves a pattern; its directions are found. None if it has no solution.
    pub fn trial(&self, pattern: &mut [Hold]) -> Option<Solution> {
        self.settle(pattern, FIXED_POINT)
    }

    /// The same from directions that are near: Newton's method alone, for (1) may leave them.
    pub fn trial_near(&self, pattern: &mut [Hold]) -> Option<Solution> {
        self.settle(pattern, 0)
    }

    fn settle(&self, pattern: &mut [Hold], fixed_point: usize) -> Option<Solution> {
        for round in 0..fixed_point + NEWTON {
            let solution = self.linear(pattern)?;
            if self.sliding(pattern).next().is_none() {
                return Some(solution);
            }
            let next = if round < fixed_point {
                self.sliding(pattern).map(|(i, contact, d)| (i, contact.fixed_point(&solution, &d))).collect()
            } else {
                self.turned(pattern, &solution)?
            };
            let mut turned: f64 = 0.0;
            for (i, d) in next {
                if let Some(old) = pattern[i].slides.replace(d) {
                    turned = turned.max(norm(&plus(&d, -1.0, &old)));
                }
            }
            if turned <= SETTLED {
                return Some(solution);
            }
        }
        None
    }

    /// The direction, of either sign, in which alone a contact of two tangents can slip while all others stick, as one of two feet of a body can; none if it can slip in more or in none. However it
    /// rubs across, the other takes that up, so that (1) and (2) hardly turn it: where slips are slow they come to a slip of zero beyond the cone.
    ///
    /// ```text
    /// (3)  S = G̃_tt − G̃_to G̃_oo⁻¹ G̃_ot        t its tangents, o its normal and all rows of the others
    /// ```
    pub fn confined(&self, i: usize) -> Option<[f64; 3]> {
        let (contact, rows) = (&self.contacts[i], self.rates.len());
        if contact.tangents != 2 {
            return None;
        }
        let own = [contact.at + 1, contact.at + 2];
        let others: Vec<usize> = (0..rows).filter(|row| !own.contains(row)).collect();
        let moved = own.map(|row| self.response_to(&from_entries(rows, row, &[1.0])));
        let svd = Svd::of(DMatrix::from_fn(others.len(), others.len(), |j, k| self.response_of(others[j], others[k])));
        let held = [0, 1].map(|k| {
            let wanted = DVector::from_fn(others.len(), |j, _| moved[k][others[j]]);
            (svd.solve(&wanted, HELD * svd.most()), wanted)
        });
        let left = |j: usize, k: usize| moved[j][own[k]] - held[j].0.dot(&held[k].1);
        let [a, b, c] = [left(0, 0), 0.5 * (left(0, 1) + left(1, 0)), left(1, 1)];
        let half = (0.5 * (a - c)).hypot(b);
        let [most, least] = [0.5 * (a + c) + half, 0.5 * (a + c) - half];
        let [x, y] = if a > c { [most - c, b] } else { [b, most - a] };
        let long = x.hypot(y);
        (most > HELD && least <= HELD * most && long > 0.0).then(|| [x / long, y / long, 0.0])
    }

    /// Contacts with two tangents and more that slide, and where.
    fn sliding(&self, pattern: &[Hold]) -> impl Iterator<Item = (usize, &Contact, [f64; 3])> {
        let of = |(i, (hold, contact)): (usize, (&Hold, _))| hold.slides.map(|d| (i, contact, d));
        let all: Vec<_> = pattern.iter().zip(&self.contacts).enumerate().filter_map(of).collect();
        all.into_iter().filter(|(_, contact, _): &(usize, &Contact, _)| contact.tangents > 1)
    }

    /// (2).
    fn turned(&self, pattern: &[Hold], solution: &Solution) -> Option<Vec<(usize, [f64; 3])>> {
        let system = self.system(pattern);
        let mut columns = system.columns;
        // Equations: what is measured of the rates, what it becomes, and how it depends on the last unknowns.
        let mut equations: Vec<(Vec<f64>, f64, f64)> = system
            .equations
            .iter()
            .map(|&(row, wanted)| (from_entries(self.rates.len(), row, &[1.0]), wanted, 0.0))
            .collect();
        let mut turns = Vec::new();
        for (i, contact, d) in self.sliding(pattern) {
            let load = contact.sliding * solution.impulses[contact.at];
            for e in across(&d, contact.tangents) {
                let measured = from_entries(self.rates.len(), contact.at + 1, &e[..contact.tangents]);
                columns.push(measured.iter().map(|e| -load * e).collect());
                equations.push((measured, 0.0, dot(&contact.tangent(&solution.rates), &d)));
                turns.push((i, e));
            }
        }
        let moved: Vec<Vec<f64>> = columns.iter().map(|column| self.response_to(column)).collect();
        let base = self.after(&system.given);
        let n = columns.len();
        let own = |i: usize, j: usize| if i == j { equations[i].2 } else { 0.0 };
        let matrix = DMatrix::from_fn(n, n, |i, j| sum(&equations[i].0, &moved[j]) - own(i, j));
        let wanted = DVector::from_fn(n, |i, _| equations[i].1 - sum(&equations[i].0, &base));
        let x = matrix.lu().solve(&wanted)?;
        let mut next: Vec<(usize, [f64; 3])> = self.sliding(pattern).map(|(i, _, d)| (i, d)).collect();
        for ((i, e), delta) in turns.iter().zip(x.iter().skip(n - turns.len())) {
            next.iter_mut().filter(|(j, _)| i == j).for_each(|(_, d)| *d = plus(d, delta.clamp(-1.0, 1.0), e));
        }
        next.iter_mut().for_each(|(_, d)| *d = d.map(|x| x / norm(d)));
        Some(next)
    }
}

impl Contact {
    /// (1).
    fn fixed_point(&self, solution: &Solution, d: &[f64; 3]) -> [f64; 3] {
        let load = self.sliding * solution.impulses[self.at].max(0.0) * self.round;
        let next = plus(&self.tangent(&solution.rates), load, d);
        let long = norm(&next);
        if load > 0.0 && long > 0.0 { next.map(|x| x / long) } else { *d }
    }
}

/// A vector of rows that is zero but for some from `at` on.
fn from_entries(rows: usize, at: usize, entries: &[f64]) -> Vec<f64> {
    let mut all = vec![0.0; rows];
    plus_to(&mut all[at..at + entries.len()], 1.0, entries);
    all
}
