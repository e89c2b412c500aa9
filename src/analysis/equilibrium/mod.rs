//! Equilibria under constraints and friction.
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
//! whose singular value is below 1e-9 of the largest is followed all the same where r has a part in it that is no rounding; no such part is left where nothing acts. What r is known to is
//! 1e-14 of the slope's largest value times the places, and of what was put out of balance at first.
//!
//! Static friction makes sets of equilibria. Asked for is one of
//!
//! - [`Rest::Nearest`]: the guess itself if friction holds it; else the equilibrium without friction, which lies inside the set;
//! - [`Rest::Center`]: the equilibrium without friction in any case;
//! - [`Rest::Edge`]: where the given points are at their static limit, about to slide in the given direction.
//!
//! The margin to slip is 1 − g, with g the least part of all static limits at which everything still sticks: found by bisection on the decision that
//! runs make, so that it holds for points that share their forces too.

mod search;

use super::manifold::{Chart, Sticks, check_variables};
use crate::dynamics::{Limits, Mode, Query, State};
use crate::element::FrictionId;
use crate::error::{EvalError, StartError};
use crate::friction::Search;
use crate::math::Brief;
use crate::math::max_abs_skip_nan;
use crate::model::Model;
use nalgebra::DVector;
use search::search;
use thiserror::Error;

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

/// Why no equilibrium was found.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EquilibriumError {
    /// The guess cannot be put onto the constraints.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A state could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// A constraint drives the mechanism.
    #[error("`{velocity}` cannot be zero: a constraint drives it (to {}), and an equilibrium is a state of rest; remove the driver, or look for a periodic orbit", Brief(*speed))]
    Driven {
        /// The velocity.
        velocity: String,
        /// What it must be.
        speed: f64,
    },
    /// A constraint drives the mechanism on from where it stands for an instant.
    #[error(
        "`{velocity}` cannot stay zero: a constraint accelerates it (by {}), and an equilibrium is a state of rest; remove the driver, or \
         look for a periodic orbit",
        Brief(*acceleration)
    )]
    Moved {
        /// The velocity.
        velocity: String,
        /// The acceleration that a constraint gives it.
        acceleration: f64,
    },
    /// Nothing balances what acts on a freedom.
    #[error(
        "no equilibrium near the guess: `{velocity}` still accelerates by {} after {iterations} steps, and no further step reduces it; \
         start elsewhere, or check that something can balance it",
        Brief(*acceleration)
    )]
    Stalled {
        /// The velocity that changes most.
        velocity: String,
        /// Its acceleration.
        acceleration: f64,
        /// Steps taken.
        iterations: usize,
    },
}

/// Accelerations that are left, m/s² and rad/s².
const BALANCED: f64 = 1e-9;
/// An equilibrium near a guess, whose velocities do not count.
pub fn equilibrium(model: &Model, guess: &State, rest: &Rest) -> Result<Equilibrium, EquilibriumError> {
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
        let residual = max_abs_skip_nan(&full_acceleration(model, &state)?);
        return Ok(Equilibrium { state, margin: Some(0.0), residual, iterations });
    }
    state.modes[constraint_count..].fill(Mode::Undecided);
    model.decide_friction(&mut state)?;
    let residual = max_abs_skip_nan(&full_acceleration(model, &state)?);
    let margin = margin(model, &state)?;
    Ok(Equilibrium { state, margin, residual, iterations })
}

fn check_rest(model: &Model, state: &State) -> Result<(), EquilibriumError> {
    let fastest = state.v.iter().zip(model.velocity_names()).max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    match fastest {
        Some((&speed, velocity)) if speed.abs() > 1e-12 => Err(EquilibriumError::Driven { velocity, speed }),
        _ => Ok(()),
    }
}

/// What the constraints alone do to velocities that are zero: v' across all directions that are free.
fn check_stay(model: &Model, state: &State) -> Result<(), EquilibriumError> {
    let mut free = state.clone();
    free.modes[model.constraint_count()..].fill(Mode::Undecided);
    let mut chart = Chart::new(model, &free, Sticks::Hold)?;
    let all = DVector::from_vec(acceleration(&mut chart, &free)?);
    let across = &all - &chart.velocities * chart.velocities.tr_mul(&all);
    let most = across.iter().zip(model.velocity_names()).max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    match most {
        Some((&acceleration, velocity)) if acceleration.abs() > BALANCED * (1.0 + all.amax()) => {
            Err(EquilibriumError::Moved { velocity, acceleration })
        }
        _ => Ok(()),
    }
}

/// The state as it is, if friction holds it.
fn held(model: &Model, at: &State) -> Result<Option<Equilibrium>, EvalError> {
    let mut state = at.clone();
    state.modes[model.constraint_count()..].fill(Mode::Undecided);
    model.decide_friction(&mut state)?;
    let residual = max_abs_skip_nan(&full_acceleration(model, &state)?);
    if residual > BALANCED {
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
    let mut holds = |limit_factor: f64| {
        let limits = Limits::AtRest { points: &[], limit_factor };
        let decided = ws.decide_all(model, &Query::of(&open, Search::default()).with_limits(limits));
        decided.map(|_| max_abs_skip_nan(ws.acceleration()) <= BALANCED)
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

/// f with the modes of a state: what slides is at its static limit, and points that are undecided do nothing.
fn acceleration(chart: &mut Chart<'_>, at: &State) -> Result<Vec<f64>, EvalError> {
    chart.ws.evaluate(chart.model, &at_rest(at, &vec![true; at.signs.len()]))?;
    Ok(chart.ws.acceleration.clone())
}

fn at_rest<'a>(at: &'a State, points: &'a [bool]) -> Query<'a> {
    Query::of(at, Search::default()).with_limits(Limits::AtRest { points, limit_factor: 1.0 })
}

/// The acceleration at a state, in a chart of its own.
fn full_acceleration(model: &Model, state: &State) -> Result<Vec<f64>, EvalError> {
    acceleration(&mut Chart::new(model, state, Sticks::Hold)?, state)
}
