//! A slip in space that starts: its direction d follows from the forces (H14), and so does how d changes with the parameters.
//!
//! While a slip begins, an evaluation solves for d (`dynamics/friction/turning.rs`): d is where the forces push, less the mean rate at which it has turned since it began at t₀ towards d₀. That is no part of the
//! residuals of (Y1), and a short while, so whole evaluations are differenced, d with them:
//!
//! ```text
//! (Y14)  δ(a, λ) = the difference of (a, λ)(t, z, p; t₀, d₀) along (δz, δt₀, δd₀), + Σ over the members of a parameter
//!        at the start, where s = 0:   δt₀ = δτ,   δd₀ = the difference of d(t, z, p) along (S*, δτ)        S* of (Y10): on the moved state s = 0 as well
//! ```
//!
//! At t₀ itself a motion beside it has not begun, or has: there (Y14) is taken a part of the first step later, at z + ε z'.

use super::derivative::{Along, derivative_or_corner};
use super::near::Near;
use crate::dynamics::{Beginning, Query, Residual, State, StateRef, Way as Slides, Ways, Workspace};
use crate::error::EvalError;
use crate::math::small::{norm, plus};
use crate::model::Model;

/// Part of the time since a start by which it may be moved in a difference, in parts of the longest step of one.
const NEARLY: f64 = 0.1;

/// δt₀ and δd₀ of what slides in space.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Begun {
    pub(super) t: f64,
    pub(super) d: [f64; 3],
}

/// Where contacts in space slide to, with beginnings that are moved by so much of their change.
pub(super) fn moved_ways(query: &Query<'_>, begun: &[Begun], by: f64) -> Vec<Slides> {
    let Ways::Near(ways) = query.ways else { return Vec::new() };
    let mut ways = ways.to_vec();
    for (way, begun) in ways.iter_mut().zip(begun) {
        if let Some(start) = &mut way.start {
            *start = Beginning { t: start.t + by * begun.t, d: plus(&start.d, by, &begun.d) };
        }
    }
    ways
}

/// The state that a question is about.
pub(super) fn state_of(query: &Query<'_>, works: Vec<f64>) -> State {
    let StateRef { t, q, v, memory, variables } = query.at;
    State {
        t,
        q: q.to_vec(),
        v: v.to_vec(),
        works,
        variables: variables.to_vec(),
        modes: query.modes.to_vec(),
        signs: query.signs.given().to_vec(),
        memory: memory.to_vec(),
        impacts: Default::default(),
        names: Default::default(),
    }
}

/// A workspace with the evaluation that a question asks for.
pub(super) fn evaluated(model: &Model, query: &Query<'_>, spare: &[usize]) -> Result<Workspace, EvalError> {
    let mut ws = model.workspace();
    ws.spare.extend_from_slice(spare);
    ws.evaluate(model, query)?;
    Ok(ws)
}

/// (Y14) along one direction, in the place of δR, at a state that a question is about; `slips` is the largest ‖δs‖/‖s‖ of what starts.
pub(super) fn answer_start<'m>(
    model: &Model,
    (query, state, spare): (&Query<'_>, &State, &[usize]),
    along: Along<'_>,
    (members, begun, slips): (impl Iterator<Item = (f64, &'m Near)>, &[Begun], f64),
    told: &mut Residual,
) -> Result<(), EvalError> {
    let least = shortest(query, state.t, begun).max(NEARLY * slips);
    let (found, _) = derivative_or_corner(model, state, (along, least), members, |model, state, by| {
        let ways = moved_ways(query, begun, by);
        let query = Query { at: StateRef::of(state), ..*query }.with_ways(Ways::Near(&ways));
        let ws = evaluated(model, &query, spare)?;
        Ok([&ws.acceleration[..], &ws.multipliers].concat())
    })?;
    let (force, rows) = found.split_at(told.force.len());
    told.force.copy_from_slice(force);
    told.rows.iter_mut().zip(rows).for_each(|(told, row)| *told = *row);
    Ok(())
}

/// How large a direction is at least, so that nothing is moved to before its start, or through it.
pub(super) fn shortest(query: &Query<'_>, t: f64, begun: &[Begun]) -> f64 {
    let Ways::Near(ways) = query.ways else { return 0.0 };
    let started = ways.iter().zip(begun).filter_map(|(way, begun)| Some((way.start?, begun)));
    let sizes = started.map(|(start, begun)| {
        let sooner = if t > start.t { NEARLY * begun.t.abs() / (t - start.t) } else { 0.0 };
        sooner.max(norm(&begun.d))
    });
    sizes.fold(0.0, f64::max)
}

/// Does something start at this very instant?
pub(super) fn starts_now(query: &Query<'_>) -> bool {
    matches!(query.ways, Ways::Near(ways) if ways.iter().any(|way| way.start.is_some_and(|start| start.t == query.at.t)))
}
