//! Variables with rates of their own, and works, under derivatives: w' = g(t, q, v, λ, w) is any function of what an evaluation solves, and so is a power.
//!
//! ```text
//! (1)  δw' = the difference of g along δ, of whole evaluations under the modes and signs that are held, + Σ over the members of a parameter
//! ```
//!
//! so that δa, δλ and friction's forces are in it by themselves. Works are followed where that is asked for; else a rate that reads one is refused where it is asked.

use super::derivative::{Along, derivative_or_corner};
use super::near::Near;
use super::start::{Begun, evaluated, moved_ways, shortest, state_of};
use crate::dynamics::{Query, StateRef, Ways};
use crate::error::EvalError;
use crate::model::Model;
use crate::simulate::variables::Rates;

/// Does a variable have one?
pub(super) fn has_rates(model: &Model) -> bool {
    model.inner.variables.iter().any(|variable| variable.rate.is_some())
}

/// The rates of all variables and the powers of all works that are followed, `tracked`, where and how a question asks, `works` being done so far.
pub(super) fn rates(
    model: &Model,
    query: &Query<'_>,
    spare: &[usize],
    works: &[f64],
    tracked: usize,
) -> Result<Vec<f64>, EvalError> {
    let mut rates = vec![0.0; model.inner.variables.len()];
    if has_rates(model) || tracked > 0 {
        let mut ws = evaluated(model, query, spare)?;
        let held = (query.modes, query.signs.given());
        Rates::default().write(model, &mut ws, (query.at, works), held, &mut rates)?;
        rates.extend_from_slice(&ws.powers[..tracked]);
    }
    Ok(rates)
}

/// (1) along one direction, the S of positions, velocities, variables and the works that are followed. And a variable whose rate has a corner near by.
pub(super) fn vary<'m>(
    model: &Model,
    query: &Query<'_>,
    spare: &[usize],
    (members, begun): (impl Iterator<Item = (f64, &'m Near)>, &[Begun]),
    (along, works): (Along<'_>, &[f64]),
    tracked: usize,
) -> Result<(Vec<f64>, Option<usize>), EvalError> {
    let works = if tracked > 0 { works.to_vec() } else { vec![f64::NAN; works.len()] };
    let state = state_of(query, works);
    let along = (along, shortest(query, query.at.t, begun));
    let (slopes, corners) = derivative_or_corner(model, &state, along, members, |model, state, by| {
        let ways = moved_ways(query, begun, by);
        let query = Query { at: StateRef::of(state), ..*query }.with_ways(Ways::Near(&ways));
        rates(model, &query, spare, &state.works, tracked)
    })?;
    Ok((slopes, corners.near_by))
}
