//! Where nothing accelerates: Newton's method, and the way through a thick medium.
//!
//! At rest everything balances when no acceleration is left. With the chart c(a) = c(a, 0) of `manifold.rs` around the present guess
//!
//! ```text
//! (1)  r(a) = Vᵀ f(c(a), v = 0) = 0         (2)  a = −R⁺ r,   R = ∂r/∂a
//! ```
//!
//! R⁺ is the pseudo-inverse: where equilibria are not isolated (velocity constraints that are not integrable, a body that is free to go) the step
//! is the shortest one. Each step is halved until |r| shrinks; where that fails, steps a = −(RᵀR + νI)⁻¹Rᵀr with growing ν turn it
//! towards steepest descent. Where that fails too, the mechanism is let go from the guess in a medium so thick that its velocity follows its acceleration, by steps of the implicit Euler method:
//!
//! ```text
//! (3)  dq/ds = V r:   w/σ = r(q₀ + V w),   solved by w ← w + (I/σ − R Pᵀ V)⁻¹ (r − w/σ),   σ growing to infinity, where it is (2)
//! ```
//!
//! Bushings need that: until they carry their loads R knows nothing of how a rod swings on them, and where it swings they are put out by the square of the turn times their stiffness, so that |r| lets
//! tiny turns pass only. What does not lead to |r| = 0 in the end is an error that names the velocity which still wants to change.
//!
//! **Stiff and soft in one mechanism.** Between a bushing of 1e12 N/m and the weight of a pendulum lie eleven digits, all of them R's: its entries have errors of 1e-14 or so of the largest. A direction
//! whose singular value is below [`NOWHERE`] of the largest is followed all the same where r has a part in it that is no rounding; no such part is left where nothing acts. What r is known to is
//! [`ROUNDED`] of the slope's largest value times the places, and of what was put out of balance at first.

use super::balanced::{ROUNDED, balanced};
use super::error::EquilibriumError;
use crate::analysis::difference::{better, derivative};
use crate::analysis::manifold::{Chart, Sticks};
use crate::dynamics::{Limits, Query, State, Stencil, Tangent, Workspace};
use crate::error::EvalError;
use crate::friction::Search;
use crate::linear::svd::Svd;
use crate::math::max_abs_skip_nan;
use crate::model::Model;
use nalgebra::{DMatrix, DVector};

const MOST_STEPS: usize = 60;
/// Halvings of a Newton step, and turns towards steepest descent.
const HALVINGS: usize = 6;
const TURNS: usize = 12;
/// (3): iterations at most, in all and of a step, which ends at this part of it; and σ (s²) at first, at least, and where it says no more.
const MOST_SETTLING: usize = 300;
const MOST_DRIFTING: usize = 6;
const DRIFTED: f64 = 0.05;
const FIRST_SETTLING: f64 = 1e-2;
const LEAST_SETTLING: f64 = 1e-20;
const MOST_SETTLED: f64 = 1e8;
/// Displacements in which differences are taken (m, rad), and how much shorter ones are tried if the mechanism is too small for them.
const STEP: f64 = 1e-3;
const SHORTER: f64 = 1.0 / 16.0;
const SHORTEST: f64 = 1e-12;
/// Differences are good enough for Newton's method if their error is below this part of the largest.
const ROUGH: f64 = 1e-4;
/// A singular value below this part of the largest leads nowhere.
const NOWHERE: f64 = 1e-9;

/// By Newton's method from `state`, and by (3) where that does not find it; the number of steps.
pub(super) fn search(model: &Model, state: &mut State) -> Result<usize, EquilibriumError> {
    let guess = state.clone();
    match newton(model, state) {
        Err(stalled @ EquilibriumError::Stalled { .. }) => {
            let mut settled = guess;
            let steps = settle(model, &mut settled)?;
            // What nothing balances goes on for ever.
            let found = newton(model, &mut settled).map_err(|_| stalled)?;
            *state = settled;
            Ok(steps + found)
        }
        found => found,
    }
}

/// Newton's method from `state`; the number of steps.
fn newton(model: &Model, state: &mut State) -> Result<usize, EquilibriumError> {
    let (mut first, mut tangent) = (None, Tangent::of(model));
    for iterations in 0..MOST_STEPS {
        let mut chart = Chart::new(model, state, Sticks::Hold)?;
        if chart.velocities.ncols() == 0 {
            return Ok(iterations);
        }
        let (residual, slope) = residual_and_slope(&mut chart, &mut tangent)?;
        let now = residual.norm();
        let first = *first.get_or_insert(now);
        let places = 1.0 + max_abs_skip_nan(&state.q);
        let svd = Svd::of(slope.clone());
        let left = balanced(model, &mut chart.ws, state) + ROUNDED * (first + svd.most() * places);
        let step = shortest(&svd, &residual, places);
        if step.amax() <= 1e-14 * places && now <= left {
            return Ok(iterations);
        }
        let halved = (0..HALVINGS).map(|k| &step * 0.5_f64.powi(k as i32));
        let turned = (0..TURNS).map(|k| damped(&slope, &residual, 1e-3 * 10.0_f64.powi(k as i32)));
        let mut better = None;
        for a in halved.chain(turned) {
            if let Ok((next, r)) = try_step(&mut chart, &a)
                && r.norm() < now
            {
                better = Some(next);
                break;
            }
        }
        match better {
            Some(next) => *state = next,
            // Rounding is all that is left.
            None if now <= left => return Ok(iterations),
            None => return Err(stalled(model, state, iterations)?),
        }
    }
    Err(stalled(model, state, MOST_STEPS)?)
}

/// (3), until σ says no more; the number of iterations.
fn settle(model: &Model, state: &mut State) -> Result<usize, EquilibriumError> {
    let (mut tangent, mut sigma, mut iterations) = (Tangent::of(model), FIRST_SETTLING, 0);
    while iterations < MOST_SETTLING && (LEAST_SETTLING..MOST_SETTLED).contains(&sigma) {
        let (next, took) = drift(model, &mut tangent, state, sigma)?;
        iterations += took;
        sigma *= if next.is_none() { 0.1 } else { 10.0_f64.powi(3 - took as i32).max(1.0) };
        if let Some(next) = next {
            *state = next;
        }
    }
    Ok(iterations)
}

/// One step of (3), if its iteration comes to an end; and the number of iterations.
fn drift(
    model: &Model,
    tangent: &mut Option<Tangent>,
    from: &State,
    sigma: f64,
) -> Result<(Option<State>, usize), EquilibriumError> {
    let (mut at, mut last) = (from.clone(), f64::INFINITY);
    for iteration in 1..=MOST_DRIFTING {
        let mut chart = Chart::new(model, &at, Sticks::Hold)?;
        let (r, slope) = residual_and_slope(&mut chart, tangent)?;
        let across = chart.positions.tr_mul(&chart.velocities);
        let gone = -across.tr_mul(&chart.coordinates(from).rows(0, across.nrows()));
        let mut left = -slope * &across;
        (0..left.nrows()).for_each(|i| left[(i, i)] += 1.0 / sigma);
        let Some(step) = left.lu().solve(&(r - &gone / sigma)).filter(|step| step.norm() < last) else {
            return Ok((None, iteration));
        };
        let Ok((next, _)) = try_step(&mut chart, &(across * &step)) else { return Ok((None, iteration)) };
        (at, last) = (next, step.norm());
        if last <= DRIFTED * (gone + step).norm() {
            return Ok((Some(at), iteration));
        }
    }
    Ok((None, MOST_DRIFTING))
}

/// −R⁺ r, of the directions that lead somewhere.
fn shortest(svd: &Svd, r: &DVector<f64>, places: f64) -> DVector<f64> {
    let most = svd.most();
    let rounding = 10.0 * ROUNDED * (r.norm() + most * places);
    let mut parts = -svd.u.tr_mul(r);
    for (part, &value) in parts.iter_mut().zip(&svd.values) {
        let leads = value > NOWHERE * most || (value > ROUNDED * most && part.abs() > rounding);
        *part = if leads { *part / value } else { 0.0 };
    }
    &svd.v * parts
}

fn stalled(model: &Model, state: &State, iterations: usize) -> Result<EquilibriumError, EvalError> {
    let left = acceleration(model, &mut model.workspace(), state)?;
    let most = model.largest_of_velocities(&left);
    let (acceleration, velocity) = most.map_or((0.0, String::new()), |(a, name)| (a, name.to_string()));
    Ok(EquilibriumError::Stalled { velocity, acceleration, iterations })
}

/// −(RᵀR + νI)⁻¹Rᵀr, ν relative to the size of RᵀR.
fn damped(slope: &DMatrix<f64>, residual: &DVector<f64>, nu: f64) -> DVector<f64> {
    let mut normal = slope.tr_mul(slope);
    let size = normal.camax().max(f64::MIN_POSITIVE);
    (0..normal.nrows()).for_each(|i| normal[(i, i)] += nu * size);
    let right = -slope.tr_mul(residual);
    normal.cholesky().map_or_else(|| DVector::zeros(slope.ncols()), |c| c.solve(&right))
}

/// The state beyond a step, and r there, along the directions that are free at the base.
fn try_step(chart: &mut Chart<'_>, a: &DVector<f64>) -> Result<(State, DVector<f64>), EvalError> {
    let state = displaced(chart, a.as_slice())?;
    let here = DVector::from_vec(acceleration(chart.model, &mut chart.ws, &state)?);
    // What is free there has turned away from what is free at the base: r there, in the nearest directions of the base.
    let free = Chart::new(chart.model, &state, Sticks::Hold)?.velocities;
    let r = chart.velocities.tr_mul(&(&free * free.tr_mul(&here)));
    Ok((state, r))
}

/// c(a) at rest.
pub(super) fn displaced(chart: &mut Chart<'_>, a: &[f64]) -> Result<State, EvalError> {
    let z = [a, &vec![0.0; chart.velocities.ncols()]].concat();
    let mut state = chart.state(&z)?;
    state.v.fill(0.0);
    Ok(state)
}

/// r and R of (2): by elements where they are known (T2 of the dynamics), else by differences of whole evaluations.
pub(super) fn residual_and_slope(
    chart: &mut Chart<'_>,
    tangent: &mut Option<Tangent>,
) -> Result<(DVector<f64>, DMatrix<f64>), EvalError> {
    let free = chart.velocities.transpose();
    let base = chart.base.clone();
    let residual = &free * DVector::from_vec(acceleration(chart.model, &mut chart.ws, &base)?);
    let mut slope = DMatrix::zeros(free.nrows(), chart.positions.ncols());
    if let Some(tangent) = tangent {
        let points = vec![true; base.signs.len()];
        tangent.linearize(chart.model, &at_rest(&base, &points), Stencil::CENTRAL, &[])?;
        if tangent.straighten() {
            let still = vec![0.0; free.ncols()];
            for (moved, mut column) in chart.positions.column_iter().zip(slope.column_iter_mut()) {
                let (follows, _) = tangent.follow(moved.as_slice(), &still);
                column.copy_from(&(&free * DVector::from_column_slice(follows)));
            }
            return Ok((residual, slope));
        }
    }
    for direction in 0..slope.ncols() {
        let mut a = vec![0.0; slope.ncols()];
        let mut along = |x: f64| -> Result<Vec<f64>, EvalError> {
            a[direction] = x;
            let state = displaced(chart, &a)?;
            Ok((&free * DVector::from_vec(acceleration(chart.model, &mut chart.ws, &state)?)).as_slice().to_vec())
        };
        let mut step = STEP;
        let mut best = derivative(&mut along, step);
        // What is smaller than the step wants a shorter one.
        while step > SHORTEST && best.as_ref().map_or(true, |(column, off)| *off > ROUGH * max_abs_skip_nan(column)) {
            step *= SHORTER;
            let next = derivative(&mut along, step);
            best = better(best, next);
        }
        slope.set_column(direction, &DVector::from_vec(best?.0));
    }
    Ok((residual, slope))
}

/// f with the modes of a state: what slides is at its static limit, and points that are undecided do nothing.
pub(super) fn acceleration(model: &Model, ws: &mut Workspace, at: &State) -> Result<Vec<f64>, EvalError> {
    ws.evaluate(model, &at_rest(at, &vec![true; at.signs.len()]))?;
    Ok(ws.acceleration.clone())
}

pub(super) fn at_rest<'a>(at: &'a State, points: &'a [bool]) -> Query<'a> {
    Query::of(at, Search::default()).with_limits(Limits::AtRest { points, limit_factor: 1.0 })
}
