//! Patterns of contacts with two tangents and more: the directions in which they slide are found along with the impulses.
//!
//! A direction is a fixed point of
//!
//! ```text
//! (1)  d_i ← the direction of s_i + w μ_i N_i g_i d_i        g_i the mean response of its tangents
//! ```
//!
//! for any w > 0; with w = 1 at once where a contact is alone and its response round, in some rounds elsewhere. Feet of one body move each other, and where their slips are slow they turn too far
//! together: w is doubled when they turn by more than in the round before, up to the number of contacts, for no response of several is larger than the sum of their own.
//!
//! If directions do not settle soon, Newton's method goes on: with turns δ_i, d_i + e δ_i for e across d_i, and A x = c the equations of the pattern, that x has the response B to the forces
//! −μ_i N_i e δ_i, it is to first order
//!
//! ```text
//! (2)  e·(s_i + Δs_i) = (d_i·s_i) δ_i,       Δs of the impulses −A⁺ B δ of the pattern and −μ_i N_i e δ_i together
//! ```
//!
//! A⁺ keeps to the impulses of least norm where rows depend on each other, as those of four feet do. It ends where what s_i has across d_i is rounding: the slower a slip, the less is known of its
//! direction, and the less that matters.

use super::pattern::{Contact, Hold, Phase, RANK, Solution, System, plus_to};
use super::several::sum;
use crate::linear::svd::Svd;
use crate::math::small::{across, dot, norm, plus};
use nalgebra::{DMatrix, DVector};

/// Rounds of (1), then of (2), and the change of a direction, or the part of all rates across it, that ends them.
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
        let (mut weight, mut last) = (1.0, f64::INFINITY);
        for round in 0..fixed_point + NEWTON {
            let solution = self.linear(pattern)?;
            let next = if round < fixed_point {
                let next = |(i, contact, d): (_, &Contact, _)| (i, contact.fixed_point(&solution, &d, weight));
                self.sliding(pattern).map(next).collect()
            } else if self.across(pattern, &solution) <= SETTLED * self.unit() {
                return Some(solution);
            } else {
                self.turned(pattern, &solution)
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
            if turned > last {
                weight = (2.0 * weight).min(pattern.len() as f64);
            }
            last = turned;
        }
        None
    }

    /// The largest part that a slip has across its direction.
    fn across(&self, pattern: &[Hold], solution: &Solution) -> f64 {
        let of = |(_, contact, d): (usize, &Contact, [f64; 3])| {
            let slip = contact.tangent(&solution.rates);
            norm(&plus(&slip, -dot(&slip, &d), &d))
        };
        self.sliding(pattern).map(of).fold(0.0, f64::max)
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

    /// Directions after a round of (2).
    fn turned(&self, pattern: &[Hold], solution: &Solution) -> Vec<(usize, [f64; 3])> {
        let System { columns, equations, .. } = self.system(pattern);
        let moved: Vec<Vec<f64>> = columns.iter().map(|column| self.response_to(column)).collect();
        let turns = self.turns(pattern, solution);
        let (rows, n) = (columns.len(), turns.len());
        let a = Svd::of(DMatrix::from_fn(rows, rows, |i, j| moved[j][equations[i].0]));
        let b = DMatrix::from_fn(rows, n, |i, j| turns[j].moved[equations[i].0]);
        let shared = a.solve(&b, RANK * a.most());
        let slips = DMatrix::from_fn(n, n, |i, j| {
            let of = |moved: &[f64]| sum(&turns[i].across, moved);
            let by_pattern: f64 = moved.iter().zip(shared.column(j).iter()).map(|(moved, x)| x * of(moved)).sum();
            of(&turns[j].moved) - by_pattern - if i == j { turns[i].along } else { 0.0 }
        });
        let left = DVector::from_fn(n, |i, _| -sum(&turns[i].across, &solution.rates));
        let svd = Svd::of(slips);
        let by = svd.solve(&left, RANK * svd.most());
        let mut next: Vec<(usize, [f64; 3])> = self.sliding(pattern).map(|(i, _, d)| (i, d)).collect();
        for (turn, by) in turns.iter().zip(&by) {
            let own = next.iter_mut().filter(|(i, _)| *i == turn.contact);
            own.for_each(|(_, d)| *d = plus(d, by.clamp(-1.0, 1.0), &turn.e));
        }
        next.iter_mut().for_each(|(_, d)| *d = d.map(|x| x / norm(d)));
        next
    }

    /// All δ of (2).
    fn turns(&self, pattern: &[Hold], solution: &Solution) -> Vec<Turn> {
        let mut turns = Vec::new();
        for (i, contact, d) in self.sliding(pattern) {
            let load = contact.sliding * solution.impulses[contact.at];
            for e in across(&d, contact.tangents) {
                let across = from_entries(self.rates.len(), contact.at + 1, &e[..contact.tangents]);
                let push: Vec<f64> = across.iter().map(|e| -load * e).collect();
                let along = dot(&contact.tangent(&solution.rates), &d);
                turns.push(Turn { contact: i, e, moved: self.response_to(&push), across, along });
            }
        }
        turns
    }
}

/// A δ of (2): whose it is, e, e among all rates, the response to its force, and d·s.
struct Turn {
    contact: usize,
    e: [f64; 3],
    across: Vec<f64>,
    moved: Vec<f64>,
    along: f64,
}

impl Contact {
    /// (1), with w.
    fn fixed_point(&self, solution: &Solution, d: &[f64; 3], weight: f64) -> [f64; 3] {
        let load = weight * self.sliding * solution.impulses[self.at].max(0.0) * self.round;
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
