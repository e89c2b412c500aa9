//! The steps: a trust region in parameters of the size one, with bounds.

use super::error::IdentifyError;
use super::fit::Fit;
use crate::linear::svd::Svd;
use crate::math::Brief;
use crate::simulate::Family;
use nalgebra::{DMatrix, DVector};

/// Δ at the beginning: half of the size of each parameter.
const FIRST: f64 = 0.5;
/// Steps at most; a step, and a gain of χ² relative to it, that end it.
const MOST: usize = 100;
const STEP: f64 = 1e-10;
const GAIN: f64 = 1e-12;
/// Rounds of the search for ν.
const ROUNDS: usize = 60;

/// What is to be minimized.
pub(super) trait Problem {
    /// r of a member.
    fn residuals(&self, member: &Family) -> Result<Vec<f64>, IdentifyError>;

    /// r, and the columns of J.
    fn slopes(&self, member: &Family) -> Result<(Vec<f64>, Vec<Vec<f64>>), IdentifyError>;
}

fn square(r: &[f64]) -> f64 {
    r.iter().map(|x| x * x).sum()
}

/// The minimum that is found from the family's values.
pub(super) fn minimize(problem: &dyn Problem, family: &Family, bounds: &[[f64; 2]]) -> Result<Fit, IdentifyError> {
    let mut family = family.clone();
    let sizes: Vec<f64> = (0..bounds.len()).map(|k| family.size(k)).collect();
    let (mut residuals, mut columns) = problem.slopes(&family)?;
    let (mut region, mut runs, mut failure) = (FIRST, [1, 0], None);
    let mut bound = vec![false; bounds.len()];
    for _ in 0..MOST {
        bound = at_bounds(family.values(), bounds, &columns, &residuals);
        let room: Vec<[f64; 2]> = family.values().iter().zip(bounds).map(|(p, b)| b.map(|end| end - p)).collect();
        let step = step_within((&columns, &residuals), &bound, &sizes, region, &room);
        let ends = family.values().iter().zip(&step).zip(bounds);
        let next: Vec<f64> = ends.map(|((p, d), [from, to])| (p + d).clamp(*from, *to)).collect();
        let taken: Vec<f64> = next.iter().zip(family.values()).map(|(to, from)| to - from).collect();
        let length = taken.iter().zip(&sizes).map(|(d, size)| (d / size).powi(2)).sum::<f64>().sqrt();
        if length <= STEP {
            break;
        }
        let (before, predicted) = (square(&residuals), square(&predict(&columns, &residuals, &taken)));
        let tried = family.at(&next).map_err(IdentifyError::from).and_then(|member| {
            runs[1] += 1;
            let after = square(&problem.residuals(&member)?);
            Ok((member, after))
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
        match tried {
            Ok((member, after)) if after < before => {
                failure = None;
                (family, runs[0]) = (member, runs[0] + 1);
                (residuals, columns) = problem.slopes(&family)?;
                if before - after <= GAIN * before {
                    break;
                }
            }
            // Nothing more to be gained but rounding.
            Ok(_) if before - predicted <= GAIN * before => break,
            Ok(_) => failure = None,
            Err(error) => failure = Some(error),
        }
        if region <= STEP {
            break;
        }
    }
    if let Some(error) = failure {
        let each = family.names().iter().zip(family.values()).map(|(n, x)| format!("{n} = {}", Brief(*x)));
        return Err(IdentifyError::Stuck { values: each.collect::<Vec<_>>().join(", "), why: error.to_string() });
    }
    Fit::new(family, (&columns, &residuals), &bound, runs)
}

/// r + J δ.
fn predict(columns: &[Vec<f64>], residuals: &[f64], change: &[f64]) -> Vec<f64> {
    let mut predicted = residuals.to_vec();
    for (column, change) in columns.iter().zip(change) {
        predicted.iter_mut().zip(column).for_each(|(r, j)| *r += j * change);
    }
    predicted
}

/// Which parameters are at a bound that the slope of χ² pushes them against.
fn at_bounds(values: &[f64], bounds: &[[f64; 2]], columns: &[Vec<f64>], residuals: &[f64]) -> Vec<bool> {
    let held = |k: usize| {
        let slope: f64 = columns[k].iter().zip(residuals).map(|(j, r)| j * r).sum();
        (values[k] <= bounds[k][0] && slope > 0.0) || (values[k] >= bounds[k][1] && slope < 0.0)
    };
    (0..values.len()).map(held).collect()
}

/// δ within bounds: what would leave them goes to its bound, and the others follow it.
fn step_within(
    (columns, residuals): (&[Vec<f64>], &[f64]),
    bound: &[bool],
    sizes: &[f64],
    region: f64,
    room: &[[f64; 2]],
) -> Vec<f64> {
    let mut change = vec![0.0; sizes.len()];
    let mut free: Vec<usize> = (0..sizes.len()).filter(|&k| !bound[k]).collect();
    loop {
        let left = predict(columns, residuals, &change);
        let step = step(columns, &left, &free, sizes, region);
        let leaves = |&k: &usize| !(room[k][0]..=room[k][1]).contains(&(sizes[k] * step[k]));
        if !free.iter().any(leaves) {
            free.iter().for_each(|&k| change[k] = sizes[k] * step[k]);
            return change;
        }
        let leaving: Vec<usize> = free.iter().copied().filter(leaves).collect();
        leaving.iter().for_each(|&k| change[k] = (sizes[k] * step[k]).clamp(room[k][0], room[k][1]));
        free.retain(|k| !leaving.contains(k));
    }
}

/// D δ; zero of what is not free.
fn step(columns: &[Vec<f64>], residuals: &[f64], free: &[usize], sizes: &[f64], region: f64) -> Vec<f64> {
    let mut all = vec![0.0; sizes.len()];
    let scaled = DMatrix::from_fn(residuals.len(), free.len(), |i, k| columns[free[k]][i] * sizes[free[k]]);
    let svd = Svd::of(scaled);
    let parts = svd.u.tr_mul(&DVector::from_column_slice(residuals));
    let most = svd.most();
    let along = |damping: f64| -> DVector<f64> {
        let of = |k: usize| {
            let s = svd.values[k];
            // What the readings do not determine stays where it is.
            if s <= 1e-12 * most { 0.0 } else { -parts[k] * s / (s * s + damping) }
        };
        DVector::from_fn(free.len(), |k, _| of(k))
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
    let moved = &svd.v * chosen;
    free.iter().zip(moved.iter()).for_each(|(&k, x)| all[k] = *x);
    all
}
