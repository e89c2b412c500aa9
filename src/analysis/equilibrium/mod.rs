//! Equilibria under constraints and friction.
//!
//! How they are found stands in `search.rs`, which accelerations count as none in `balanced.rs`, how they move with parameters in `slopes.rs`.
//!
//! Static friction makes sets of equilibria. Asked for is one of
//!
//! - [`Rest::Nearest`]: the guess itself if friction holds it; else the equilibrium without friction, which lies inside the set;
//! - [`Rest::Center`]: the equilibrium without friction in any case;
//! - [`Rest::Edge`]: where the given points are at their static limit, about to slide in the given direction.
//!
//! What contacts have to say stands in `contacts.rs`.
//!
//! The margin to slip is 1 − g, with g the least part of all static limits at which everything still sticks: found by bisection on the decision that
//! runs make, so that it holds for points that share their forces too.

mod balanced;
mod contacts;
mod error;
mod search;
mod slopes;

use super::manifold::{Chart, Sticks, check_variables};
use crate::dynamics::{Limits, Mode, Query, State};
use crate::element::FrictionId;
use crate::error::EvalError;
use crate::friction::Search;
use crate::math::max_abs_skip_nan;
use crate::model::Model;
use balanced::BALANCED;
pub(super) use balanced::balanced;
use contacts::{check_outside, check_pulls};
pub use error::EquilibriumError;
use nalgebra::DVector;
use search::{acceleration, search};
pub use slopes::{EigenvalueSlopes, EquilibriumSlopes, ModeSlopes, ShapeSlope};

/// Which of the equilibria that static friction allows.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum Rest {
    /// The guess, if friction holds it there; otherwise as [`Center`](Self::Center).
    #[default]
    Nearest,
    /// Where the mechanism rests without any friction.
    Center,
    /// Where these points are about to slide, each in the given direction (its sign counts); the others do without friction.
    Edge(Vec<(FrictionId, f64)>),
}

/// What remains of velocities and accelerations that drivers bring to zero.
const STILL: f64 = 1e-12;

/// A state of rest.
///
/// ```
/// # use chetaev::analysis::{Rest, equilibrium};
/// # use chetaev::prelude::*;
/// # let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let block = builder.body("block", Particle::new(2.0));
/// let slope = builder.constraint("slope", Slot::new(GROUND.axis([0.0, 0.0], 0.2_f64.atan()), block.origin()));
/// builder.friction("rub", FrictionPoint::in_slot(slope), Coulomb::new(0.5));
/// let model = builder.build()?;
/// // On a slope of 0.2 two fifths of a friction of 0.5 are needed.
/// let found = equilibrium(&model, &model.placed(), &Rest::Nearest)?;
/// assert!((found.margin.ok_or("no friction")? - 0.6).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Equilibrium {
    /// The state; its friction points are decided.
    pub state: State,
    /// Part of static friction that is not needed: 1 where it is not needed at all, 0 on the edge of slipping. `None` without friction.
    pub margin: Option<f64>,
    /// Largest acceleration that is left.
    pub residual: f64,
    /// Newton steps.
    pub iterations: usize,
}

/// An equilibrium near a guess, whose velocities do not count.
///
/// A contact is taken as the guess has it: one that is closed carries, and one that is open does nothing, unless the guess itself rests on it ([`Rest::Nearest`]).
///
/// # Errors
/// A guess that cannot be put onto the constraints, a driver that moves, a freedom that nothing balances; a closed contact that would have to pull, and an open one on whose other side the equilibrium
/// lies: no run stays there.
pub fn equilibrium(model: &Model, guess: &State, rest: &Rest) -> Result<Equilibrium, EquilibriumError> {
    let found = find(model, guess, rest)?;
    check_outside(model, &found.state)?;
    Ok(found)
}

fn find(model: &Model, guess: &State, rest: &Rest) -> Result<Equilibrium, EquilibriumError> {
    check_variables(model, "an equilibrium")?;
    let mut state = guess.clone();
    state.v.fill(0.0);
    let mut state = model.start_from(state).project()?.state;
    check_rest(model, &state)?;
    let constraint_count = model.constraint_count();
    if *rest == Rest::Nearest
        && let Some(found) = held(model, &state)?
    {
        return Ok(found);
    }
    check_stay(model, &state)?;
    state.modes[constraint_count..].fill(Mode::Undecided);
    if let Rest::Edge(points) = rest {
        points.iter().for_each(|&(point, direction)| state.set_friction(point, Mode::sliding(direction)));
    }
    let iterations = search(model, &mut state)?;
    if let Rest::Edge(_) = rest {
        check_pulls(model, &state)?;
        let residual = max_abs_skip_nan(&acceleration(model, &mut model.workspace(), &state)?);
        return Ok(Equilibrium { state, margin: Some(0.0), residual, iterations });
    }
    state.modes[constraint_count..].fill(Mode::Undecided);
    let (closed, mut ws) = (state.clone(), model.workspace());
    model.decide_friction(&mut state)?;
    let residual = max_abs_skip_nan(&acceleration(model, &mut ws, &state)?);
    if residual > balanced(model, &mut ws, &state) {
        check_pulls(model, &closed)?;
    }
    let margin = margin(model, &state)?;
    Ok(Equilibrium { state, margin, residual, iterations })
}

fn check_rest(model: &Model, state: &State) -> Result<(), EquilibriumError> {
    match model.largest_of_velocities(&state.v) {
        Some((speed, velocity)) if speed.abs() > STILL => {
            Err(EquilibriumError::Driven { velocity: velocity.to_string(), speed })
        }
        _ => Ok(()),
    }
}

/// What the constraints alone do to velocities that are zero: v' across all directions that are free.
fn check_stay(model: &Model, state: &State) -> Result<(), EquilibriumError> {
    let mut free = state.clone();
    free.modes[model.constraint_count()..].fill(Mode::Undecided);
    let mut chart = Chart::new(model, &free, Sticks::Hold)?;
    let all = DVector::from_vec(acceleration(model, &mut chart.ws, &free)?);
    let none = balanced(model, &mut chart.ws, &free).max(BALANCED * all.amax()).max(STILL);
    let across = &all - &chart.velocities * chart.velocities.tr_mul(&all);
    match model.largest_of_velocities(across.as_slice()) {
        Some((acceleration, velocity)) if acceleration.abs() > none => {
            Err(EquilibriumError::Moved { velocity: velocity.to_string(), acceleration })
        }
        _ => Ok(()),
    }
}

/// The state as it is, if friction holds it.
fn held(model: &Model, at: &State) -> Result<Option<Equilibrium>, EvalError> {
    let mut state = at.clone();
    state.modes[model.constraint_count()..].fill(Mode::Undecided);
    model.decide_friction(&mut state)?;
    let mut ws = model.workspace();
    let residual = max_abs_skip_nan(&acceleration(model, &mut ws, &state)?);
    if residual > balanced(model, &mut ws, &state) {
        return Ok(None);
    }
    let margin = margin(model, &state)?;
    Ok(Some(Equilibrium { state, margin, residual, iterations: 0 }))
}

/// 1 − g. Bisection ends when both sides are neighbors to twelve digits.
fn margin(model: &Model, at: &State) -> Result<Option<f64>, EvalError> {
    if model.inner.frictions.is_empty() {
        return Ok(None);
    }
    let (mut ws, mut open) = (model.workspace(), at.clone());
    open.modes[model.constraint_count()..].fill(Mode::Undecided);
    let none = balanced(model, &mut ws, &open);
    let mut holds = |limit_factor: f64| {
        let limits = Limits::AtRest { points: &[], limit_factor };
        let decided = ws.decide_all(model, &Query::of(&open, Search::default()).with_limits(limits));
        decided.map(|_| max_abs_skip_nan(ws.acceleration()) <= none)
    };
    if holds(0.0)? {
        return Ok(Some(1.0));
    }
    let (mut slips, mut sticks) = (0.0, 1.0);
    while sticks - slips > 1e-12 {
        let limit_factor = 0.5 * (slips + sticks);
        if holds(limit_factor)? { sticks = limit_factor } else { slips = limit_factor }
    }
    Ok(Some(1.0 - sticks))
}
