//! The steps: a trust region in unknowns of the size one, bounds, and equations that hold at the end.
//!
//! With D the sizes of the unknowns, H the derivatives of what has to vanish, h, those of unknowns that a bound holds among them, Z orthonormal columns with H D Z = 0 and ( )⁺ the pseudo-inverse, a step is
//!
//! ```text
//! (6)  δ = D (n + Z y),   n = −(H D)⁺ h,    ‖r + J D n + J D Z y‖ → min  with  ‖y‖ ≤ Δ by (2)
//! (7)  φ = ‖r‖² + ρ ‖h‖ falls                            ρ so large that three tenths of what h promises remain of what (6) promises
//! ```
//!
//! Where nothing has to vanish n = 0, Z = 1 and φ = χ². Else n alone would spoil the fit, and y has to mend that: only their sum is shortened to Δ, and y is as long as it has to be.

use super::error::IdentifyError;
use crate::linear::svd::Svd;
use nalgebra::{DMatrix, DVector};

/// Δ at the beginning: half of the size of each unknown.
const FIRST: f64 = 0.5;
/// A step, and a gain of φ relative to it, that end it.
const STEP: f64 = 1e-10;
const GAIN: f64 = 1e-12;
/// What is left of h when it has vanished.
const CLOSED: f64 = 1e-8;
/// The least part that open equations have in φ.
const KNOWN: f64 = 1e-3;
/// A step that is promised where none is found: nothing but rounding.
const SHORT: f64 = 1e-5;
/// Rounds of the search for ν.
const ROUNDS: usize = 60;
/// No y goes farther.
const FAR: f64 = 10.0;
/// Of (7).
const REMAINS: f64 = 0.3;
/// Of the largest singular value, what determines nothing.
const NOTHING: f64 = 1e-12;

/// What is to be minimized.
pub(super) trait Problem {
    /// Where the search stands.
    type Point: Clone;

    /// The first unknowns: those that may have bounds.
    fn values<'p>(&self, point: &'p Self::Point) -> &'p [f64];

    /// r and h, with their derivatives.
    fn linear(&self, point: &mut Self::Point) -> Result<Linear, IdentifyError>;

    /// Another point, at which the first unknowns have these values.
    fn moved(&self, point: &Self::Point, values: &[f64], change: &[f64]) -> Result<Self::Point, IdentifyError>;

    /// r and h alone.
    fn level(&self, point: &mut Self::Point) -> Result<[DVector<f64>; 2], IdentifyError>;
}

/// r, h, J, H and D at a point.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub(super) residuals: DVector<f64>,
    pub(super) gaps: DVector<f64>,
    pub(super) slopes: DMatrix<f64>,
    pub(super) gap_slopes: DMatrix<f64>,
    pub(super) sizes: DVector<f64>,
}

/// What a search has come to.
pub(super) struct Minimum<P> {
    pub(super) point: P,
    pub(super) linear: Linear,
    /// Which of the first unknowns a bound holds.
    pub(super) bound: Vec<bool>,
    /// Evaluations with derivatives, and without.
    pub(super) runs: [usize; 2],
    /// Why no step went on, if the last one could not be tried, or there were too many.
    pub(super) failure: Option<String>,
}

/// The minimum that is found from a point, in so many steps at most.
pub(super) fn minimize<P: Problem>(
    problem: &P,
    mut point: P::Point,
    bounds: &[[f64; 2]],
    most: usize,
) -> Result<Minimum<P::Point>, IdentifyError> {
    let mut linear = problem.linear(&mut point)?;
    let (mut region, mut weight, mut runs) = (FIRST, 0.0_f64, [1, 0]);
    let too_many = || Some(format!("it still gets better after {most} steps"));
    let mut failure = too_many();
    for _ in 0..most {
        let values = problem.values(&point).to_vec();
        let bound = linear.at_bounds(&values, bounds);
        let mut change = linear.step_within(&bound, region, &room(&values, bounds));
        let mut next = values.clone();
        for (((change, value), next), [from, to]) in change.iter_mut().zip(&values).zip(&mut next).zip(bounds) {
            // To the bit: what is at its bound is held there.
            *next = (*value + *change).clamp(*from, *to);
            *change = *next - value;
        }
        let length = change.component_div(&linear.sizes).norm();
        if length <= STEP {
            failure = None;
            break;
        }
        let (chi, gap) = (linear.residuals.norm_squared(), linear.gaps.norm());
        let (after, left) = linear.predicted(&change);
        if gap > CLOSED {
            // As long as something is open φ knows of it.
            weight = weight.max(KNOWN * chi / gap);
        }
        if gap > left {
            weight = weight.max((after.norm_squared() - chi) / ((1.0 - REMAINS) * (gap - left)));
        }
        let merit = |r: &DVector<f64>, gap: f64| r.norm_squared() + weight * gap;
        let (before, predicted) = (merit(&linear.residuals, gap), merit(&after, left));
        let tried = problem.moved(&point, &next, change.as_slice()).and_then(|mut next| {
            runs[1] += 1;
            let [residuals, gaps] = problem.level(&mut next)?;
            Ok((next, merit(&residuals, gaps.norm())))
        });
        let ratio = match &tried {
            Ok((_, after)) => (before - after) / (before - predicted),
            Err(_) => -1.0,
        };
        region = match ratio {
            r if r > 0.75 => region.max(2.0 * length),
            r if r < 0.25 || r.is_nan() => 0.25 * length,
            _ => region,
        };
        let failed = tried.is_err();
        match tried {
            Ok((next, after)) if after < before => {
                failure = too_many();
                (point, runs[0]) = (next, runs[0] + 1);
                linear = problem.linear(&mut point)?;
                if before - after <= GAIN * before && linear.gaps.norm() <= CLOSED {
                    failure = None;
                    break;
                }
            }
            // Nothing more to be gained but rounding.
            Ok(_) if before - predicted <= GAIN * before && gap <= CLOSED => {
                failure = None;
                break;
            }
            Ok(_) => failure = too_many(),
            Err(error) => failure = Some(format!("the last trial failed: {error}")),
        }
        if region <= STEP {
            if !failed {
                // Derivatives that promise a long step which does not come are wrong, or there is a corner.
                let promised = linear.step_within(&bound, FAR, &room(problem.values(&point), bounds));
                let short = promised.component_div(&linear.sizes).norm() <= SHORT;
                failure = (!short).then(|| "no step leads to a better fit, though derivatives promise one".to_owned());
            }
            break;
        }
    }
    let bound = linear.at_bounds(problem.values(&point), bounds);
    Ok(Minimum { point, linear, bound, runs, failure })
}

/// n and Z of (6): what has to be done, and what is free.
struct Freedom {
    needed: DVector<f64>,
    free: DMatrix<f64>,
}

impl Linear {
    /// With some unknowns at given changes of their size.
    fn freedom(&self, fixed: &[(usize, f64)]) -> Freedom {
        let (gaps, count) = (self.gaps.len(), self.sizes.len());
        let rows = DMatrix::from_fn(gaps + fixed.len(), count, |i, k| match i.checked_sub(gaps) {
            None => self.gap_slopes[(i, k)] * self.sizes[k],
            Some(own) => f64::from(u8::from(fixed[own].0 == k)),
        });
        let right = fixed.iter().map(|(_, change)| *change);
        let right = DVector::from_iterator(rows.nrows(), self.gaps.iter().map(|gap| -gap).chain(right));
        let svd = Svd::of(rows);
        let none = NOTHING * svd.most();
        let rank = svd.values.iter().filter(|value| **value > none).count();
        Freedom { needed: svd.solve(&right, none), free: svd.v.columns(rank, count - rank).into_owned() }
    }

    /// J D.
    fn scaled(&self) -> DMatrix<f64> {
        let mut scaled = self.slopes.clone();
        scaled.column_iter_mut().zip(&self.sizes).for_each(|(mut column, size)| column *= *size);
        scaled
    }

    /// J D Z, and D Z, where bounds hold some unknowns.
    pub(super) fn reduced(&self, bound: &[bool]) -> [DMatrix<f64>; 2] {
        let Freedom { free, .. } = self.freedom(&held(bound));
        [self.scaled() * &free, DMatrix::from_diagonal(&self.sizes) * free]
    }

    /// r + J δ, and ‖h + H δ‖.
    fn predicted(&self, change: &DVector<f64>) -> (DVector<f64>, f64) {
        (&self.residuals + &self.slopes * change, (&self.gaps + &self.gap_slopes * change).norm())
    }

    /// Which unknowns are at a bound that χ² pushes them against.
    fn at_bounds(&self, values: &[f64], bounds: &[[f64; 2]]) -> Vec<bool> {
        let touches = |(value, [from, to]): (&f64, &[f64; 2])| value <= from || value >= to;
        if !values.iter().zip(bounds).any(touches) {
            return vec![false; bounds.len()];
        }
        let Freedom { free, .. } = self.freedom(&[]);
        let slope = &free * free.tr_mul(&self.scaled().tr_mul(&self.residuals));
        let holds =
            |k: usize| (values[k] <= bounds[k][0] && slope[k] > 0.0) || (values[k] >= bounds[k][1] && slope[k] < 0.0);
        (0..bounds.len()).map(holds).collect()
    }

    /// δ within bounds: what would leave them goes to its bound, and the others follow it.
    fn step_within(&self, bound: &[bool], region: f64, room: &[[f64; 2]]) -> DVector<f64> {
        let mut fixed = held(bound);
        loop {
            let change = self.step(&self.freedom(&fixed), region).component_mul(&self.sizes);
            let leaves = |k: &usize| {
                !fixed.iter().any(|(own, _)| own == k) && !(room[*k][0]..=room[*k][1]).contains(&change[*k])
            };
            let leaving: Vec<usize> = (0..room.len()).filter(leaves).collect();
            if leaving.is_empty() {
                return change;
            }
            fixed.extend(leaving.iter().map(|&k| (k, change[k].clamp(room[k][0], room[k][1]) / self.sizes[k])));
        }
    }

    /// n + Z y of (6).
    fn step(&self, Freedom { needed, free }: &Freedom, region: f64) -> DVector<f64> {
        let whole = region;
        let region = if self.gaps.is_empty() { region } else { FAR };
        let scaled = self.scaled();
        let left = &self.residuals + &scaled * needed;
        let svd = Svd::of(scaled * free);
        let (parts, most) = (svd.u.tr_mul(&left), svd.most());
        let along = |damping: f64| -> DVector<f64> {
            let of = |k: usize| {
                let s = svd.values[k];
                // What the readings do not determine stays where it is.
                if s <= NOTHING * most { 0.0 } else { -parts[k] * s / (s * s + damping) }
            };
            DVector::from_fn(free.ncols(), |k, _| of(k))
        };
        let mut chosen = along(0.0);
        if chosen.norm() > region {
            let (mut low, mut high) = (0.0, most * (parts.norm() / region).max(most));
            for _ in 0..ROUNDS {
                let middle = if low == 0.0 { 1e-6 * high } else { f64::sqrt(low * high) };
                if along(middle).norm() > region {
                    low = middle
                } else {
                    high = middle
                }
                if high <= 1.1 * low {
                    break;
                }
            }
            chosen = along(high);
        }
        let step = needed + free * (&svd.v * chosen);
        &step * (whole / step.norm()).min(1.0)
    }
}

/// What a bound holds does not change.
fn held(bound: &[bool]) -> Vec<(usize, f64)> {
    (0..bound.len()).filter(|&k| bound[k]).map(|k| (k, 0.0)).collect()
}

/// How far the first unknowns may go.
fn room(values: &[f64], bounds: &[[f64; 2]]) -> Vec<[f64; 2]> {
    values.iter().zip(bounds).map(|(p, b)| b.map(|end| end - p)).collect()
}
