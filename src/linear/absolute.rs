//! The absolute value equation z = a + C |z| and the search for the signs of its solution.
//!
//! With a pattern S = diag(±1) of signs the equation is linear; the pattern is *admissible* if its solution has these signs:
//!
//! ```text
//! (I − C S) z = a,   S z ≥ 0                                                                          (V1)
//! ```
//!
//! If ‖C‖_∞ < 1, the map z ↦ a + C|z| is a contraction: there is exactly one solution, whatever a is (V2). Otherwise there may be none or
//! several. With one unknown, z = a/(1 − C s): for |C| < 1 there is one solution, with s = sgn a; for s = sgn a and C s > 1 there is none, for C s < −1 there are two (V3).
//!
//! (V2) holds in any weighted norm, ‖X⁻¹ C X‖_∞ with X = diag(x) > 0. So every positive x gives a bound. Power iteration brings
//! x close to the best one, whose bound is the spectral radius of |C|:
//!
//! ```text
//! max_i (|C| x)_i / x_i < 1   ⇒   exactly one solution                                               (V4)
//! ```
//!
//! The search has three stages, and reports the one at which it found the pattern:
//!
//! 1. the given pattern;
//! 2. all violated signs are flipped, repeatedly (Newton's method on V1);
//! 3. only the first violated sign is flipped, so that the search cannot alternate between two patterns.
//!
//! What is left then is every pattern (`patterns.rs`).
//!
//! A trial is a function, so that the same search serves the small system (V1) and a system with the signs in the big matrix.

use super::dense::Lu;
use crate::math::max_abs_skip_nan;

/// Most loads that depend on each other for which all patterns are tried.
pub const ENUMERABLE: usize = 16;
/// Up to so many unknowns all patterns are tried as soon as flipping all has failed.
const FEW: usize = 3;
/// Rounds of the power iteration.
const ROUNDS: usize = 12;
/// Part of the largest |z| by which a sign may be violated: rounding.
pub const ROUNDING: f64 = 1e-13;

/// Where a search found its pattern.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The pattern that it began with.
    Held,
    /// By flipping all violated signs.
    Flipped,
    /// By flipping the first violated sign.
    LeastIndex,
    /// Among all patterns.
    Enumerated,
}

/// Outcome of a search: the stage, or none if no pattern was found; and how many patterns were tried.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it was found.
    pub stage: Option<Stage>,
    /// Patterns tried.
    pub trials: u64,
}

/// Does z have the signs of the pattern, within rounding?
fn admissible(signs: &[f64], z: &[f64]) -> bool {
    violated(signs, z).next().is_none() && z.iter().all(|z| z.is_finite())
}

fn violated<'a>(signs: &'a [f64], z: &'a [f64]) -> impl Iterator<Item = usize> + 'a {
    let most = max_abs_skip_nan(z);
    (0..z.len()).filter(move |&i| signs[i] * z[i] < -ROUNDING * most)
}

/// Runs through the stages from the pattern in `signs`; the pattern found and its solution are left in `signs` and `z`.
///
/// `trial` solves for a pattern; `false` if that pattern has no solution.
pub fn search(signs: &mut [f64], z: &mut [f64], mut trial: impl FnMut(&[f64], &mut [f64]) -> bool) -> Found {
    let n = signs.len();
    let mut trials = 0;
    let mut attempt = |signs: &[f64], z: &mut [f64]| {
        trials += 1;
        trial(signs, z)
    };
    let mut solved = attempt(signs, z);
    if solved && admissible(signs, z) {
        return Found { stage: Some(Stage::Held), trials };
    }
    // Few patterns are tried one by one sooner than searched.
    let (flips, steps) = if n <= FEW { (n, 0) } else { (n + 4, 4 * n + 8) };
    for _ in 0..flips {
        flip(signs, z, solved, n);
        solved = attempt(signs, z);
        if solved && admissible(signs, z) {
            return Found { stage: Some(Stage::Flipped), trials };
        }
    }
    for _ in 0..steps {
        flip(signs, z, solved, 1);
        solved = attempt(signs, z);
        if solved && admissible(signs, z) {
            return Found { stage: Some(Stage::LeastIndex), trials };
        }
    }
    Found { stage: None, trials }
}

/// Flips the first `most` violated signs; the first sign of all if the pattern had no solution.
fn flip(signs: &mut [f64], z: &[f64], solved: bool, most: usize) {
    let largest = max_abs_skip_nan(z);
    if !solved || !largest.is_finite() {
        if let Some(first) = signs.first_mut() {
            *first = -*first;
        }
        return;
    }
    let wrong = signs.iter_mut().zip(z).filter(|(s, z)| **s * **z < -ROUNDING * largest);
    wrong.take(most).for_each(|(s, _)| *s = -*s);
}

/// All 2ⁿ patterns in a fixed order, all signs positive first, until one is admissible.
pub fn exhaust(signs: &mut [f64], z: &mut [f64], mut trial: impl FnMut(&[f64], &mut [f64]) -> bool) -> Found {
    let mut trials = 0;
    let found = (0..1_u64 << signs.len()).any(|pattern| {
        write_pattern(signs, pattern);
        trials += 1;
        trial(signs, z) && admissible(signs, z)
    });
    Found { stage: found.then_some(Stage::Enumerated), trials }
}

/// Bit i of the pattern is set where sign i is negative.
pub fn write_pattern(signs: &mut [f64], pattern: u64) {
    for (i, sign) in signs.iter_mut().enumerate() {
        *sign = if pattern >> i & 1 == 1 { -1.0 } else { 1.0 };
    }
}

/// Trials of the small system (V1).
#[derive(Clone, Debug)]
pub struct Absolute {
    matrix: Vec<f64>,
    lu: Lu,
}

impl Absolute {
    /// Room for n loads; for more of them it is made when they come.
    pub fn new(n: usize) -> Self {
        Self { matrix: vec![0.0; n * n], lu: Lu::new(n) }
    }

    /// z of (V1) for one pattern; `false` if its matrix is singular.
    pub fn trial(&mut self, a: &[f64], c: &[f64], signs: &[f64], z: &mut [f64]) -> bool {
        match (a, c, signs, &mut *z) {
            ([a], [c], [s], [z]) => *z = a / (1.0 - c * s),
            ([a1, a2], [c11, c12, c21, c22], [s1, s2], [z1, z2]) => {
                let (m11, m12, m21, m22) = (1.0 - c11 * s1, -c12 * s2, -c21 * s1, 1.0 - c22 * s2);
                let det = m11 * m22 - m12 * m21;
                *z1 = (a1 * m22 - a2 * m12) / det;
                *z2 = (a2 * m11 - a1 * m21) / det;
            }
            _ => {
                let n = a.len();
                self.matrix.resize(n * n, 0.0);
                self.lu.resize(n);
                for (i, row) in self.matrix.chunks_exact_mut(n.max(1)).enumerate() {
                    for (j, m) in row.iter_mut().enumerate() {
                        *m = f64::from(i == j) - c[i * n + j] * signs[j];
                    }
                }
                if self.lu.factor(&self.matrix).is_err() {
                    return false;
                }
                z.copy_from_slice(a);
                self.lu.solve(z);
            }
        }
        z.iter().all(|z| z.is_finite())
    }
}

/// An upper bound of the spectral radius of the matrix of the sizes |C_ij|, from (V4).
///
/// `x` and `y` are scratch.
pub fn bound(c: impl Fn(usize, usize) -> f64, n: usize, x: &mut Vec<f64>, y: &mut Vec<f64>) -> f64 {
    x.clear();
    x.resize(n, 1.0);
    y.clear();
    y.resize(n, 0.0);
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let mut largest: f64 = 0.0;
        for (i, y) in y.iter_mut().enumerate() {
            *y = x.iter().enumerate().map(|(j, x)| c(i, j) * x).sum();
            largest = largest.max(*y / x[i]);
        }
        best = best.min(largest);
        let most = y.iter().fold(0.0, |most: f64, y| most.max(*y));
        if best < 1.0 || most == 0.0 || !most.is_finite() {
            break;
        }
        // Half of the old vector keeps every component positive.
        x.iter_mut().zip(&*y).for_each(|(x, y)| *x = 0.5 * (*x + y / most));
    }
    best
}
