//! Errors of evaluating a right-hand side.

use super::{ElementError, quoted, subject};
use crate::math::Brief;
use thiserror::Error;

/// A right-hand side that cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EvalError {
    /// A variable with a rate, where an analysis has no room for one.
    #[error(
        "variable `{name}` changes by a rate of its own, but {analysis} takes only positions and velocities into account: make it an input (`ModelBuilder::input`) with the value that it has there, or run the model"
    )]
    OwnRate {
        /// The variable.
        name: String,
        /// The analysis.
        analysis: &'static str,
    },
    /// An input that events set, where an analysis has no room for it.
    #[error(
        "input `{name}` is set by events of the run, but {analysis} takes only positions and velocities into account: let a force or a formula do at every instant what the events do, or compare runs"
    )]
    SetByEvents {
        /// The input.
        name: String,
        /// The analysis.
        analysis: &'static str,
    },
    /// A motion that is prescribed by a function of the user's own which jumps.
    #[error(
        "the function of time of `{name}` jumps at t = {}, its {what} by {}, which no finite force can follow: use a smooth step, or let the run end there and go on with other velocities",
        Brief(*t), Brief(*by)
    )]
    Jumps {
        /// The constraint.
        name: String,
        /// When.
        t: f64,
        /// What jumps: position, or velocity.
        what: &'static str,
        /// By how much.
        by: f64,
    },
    /// A function of time that changes, and says that it does not.
    #[error(
        "the function of time of {name} changes, but says that its rate is zero: compute it with the number that it is given, which carries its derivatives, and not with its value alone"
    )]
    NoRate {
        /// The constraint, the friction point, or the motion that is asked for.
        name: String,
    },
    /// An element refused.
    #[error("at t = {t}: {}: {source}", subject(kind, name), t = Brief(*t))]
    Element {
        /// Body, constraint or force.
        kind: &'static str,
        /// Its name.
        name: String,
        /// When.
        t: f64,
        /// Why.
        source: ElementError,
    },
    /// A number that is not finite.
    #[error(
        "at t = {t}: {kind} `{name}`: {what} is not finite; look for a division by zero or the root of a negative number",
        t = Brief(*t)
    )]
    NotFinite {
        /// Body, constraint or force.
        kind: &'static str,
        /// Its name.
        name: String,
        /// Which number.
        what: String,
        /// When.
        t: f64,
    },
    /// An element that did not write all of its rows (found in debug builds).
    #[error("constraint `{name}` did not write {what}: `eval` must write every row and every body's Jacobian")]
    Unwritten {
        /// The constraint.
        name: String,
        /// What is missing.
        what: String,
    },
    /// Constraints that depend on each other in this configuration.
    #[error(
        "at t = {t}: row {row} of constraint `{name}` depends on other rows (pivot {pivot} of {scale}); these constraints take part: {}; \
         remove one of them, or call `allow_redundant` on the builder; if it happens at one instant only, the mechanism passes a singular position",
        quoted(involved),
        t = Brief(*t), pivot = Brief(*pivot), scale = Brief(*scale)
    )]
    Dependent {
        /// The constraint whose row was found to depend on those before it.
        name: String,
        /// Which of its rows.
        row: usize,
        /// What is left of the row beside the others.
        pivot: f64,
        /// What it was before.
        scale: f64,
        /// Every constraint that takes part.
        involved: Vec<String>,
        /// When.
        t: f64,
    },
    /// A friction point for which stick or slip is not decided.
    #[error(
        "it is not decided whether friction `{name}` sticks, or in which direction it slides: call `model.decide_friction(&mut state)` to decide it"
    )]
    Undecided {
        /// The friction point.
        name: String,
    },
    /// No pattern of signs of the loads is admissible: friction so strong that the motion cannot go on (Painlevé).
    #[error("at t = {t}: {}", inconsistent(points, *norm, *trials), t = Brief(*t))]
    NoSigns {
        /// The friction points that slide under loads.
        points: Vec<String>,
        /// ‖C‖ of the coupling of loads.
        norm: f64,
        /// Patterns tried.
        trials: u64,
        /// When.
        t: f64,
    },
    /// No combination of stick and slip of the points at rest was found that fits.
    #[error("at t = {t}: {}", undecided(points, *rubs, *all), t = Brief(*t))]
    NoDecision {
        /// The friction points at rest, and the contacts that touch.
        points: Vec<String>,
        /// Is there friction among them?
        rubs: bool,
        /// Were all combinations tried? They are where they are few, and each is solved exactly: where no load has a direction, as a pin's has, and nothing slides in space.
        all: bool,
        /// When.
        t: f64,
    },
    /// Too many friction points to list all motions.
    #[error(
        "every combination cannot be tried with {resting} friction points at rest and {sliding} sliding (at most 7 at rest; 16 sliding, \
         12 with `Search::Exhaustive`): use another search, and ask for one motion with `model.decide_friction` and `model.evaluate`"
    )]
    TooMany {
        /// Points at rest.
        resting: usize,
        /// Points that slide.
        sliding: usize,
    },
    /// A mass matrix that is not positive definite.
    #[error(
        "at t = {t}: the mass matrix of body `{name}` is not positive definite; its coordinates are singular there, or its kinetic energy is \
         wrong: check `Body::mass`, or choose other coordinates",
        t = Brief(*t)
    )]
    BadMass {
        /// The body.
        name: String,
        /// When.
        t: f64,
    },
    /// A constraint in a mode that only friction points have, or a friction point in one that only constraints have.
    #[error(
        "the state sets `{name}` to {mode}, which it cannot be: a constraint is Holding or Released (use `State::hold` and `State::release`), a friction point is Stick, Forward, Backward or Undecided (use `State::set_friction`)"
    )]
    WrongMode {
        /// The constraint or the friction point.
        name: String,
        /// Its mode in the state.
        mode: String,
    },
    /// A state of a model of other names.
    #[error(
        "the state is one of a model with other bodies, constraints, forces, friction points or variables, by their names or their order, and its numbers stand for something else here: use a state of this model, such as `model.placed()`, and set in it what you know"
    )]
    OtherModel,
    /// A state whose vectors do not have the model's lengths.
    #[error(
        "`{what}` of the state has length {got}, but the model needs {needs}: use a state of this model, such as `model.placed()`"
    )]
    WrongState {
        /// Which vector.
        what: &'static str,
        /// Its length.
        got: usize,
        /// What it should be.
        needs: usize,
    },
}

impl EvalError {
    /// Of points that rub, of whose combinations not all were tried.
    pub(crate) fn undecided(points: Vec<String>, t: f64) -> Self {
        Self::NoDecision { points, rubs: true, all: false, t }
    }
}

/// Why there are no signs, and what to do.
fn inconsistent(points: &[String], norm: f64, trials: u64) -> String {
    let points = quoted(points);
    match norm < 1.0 {
        false => format!(
            "no signs of the loads of {points} are consistent ({trials} trials, coupling {norm:.3}; below 1 a solution always exists): friction this strong jams or jumps; use smaller coefficients, \
             try another arrangement, or end the run earlier with an event"
        ),
        true => format!(
            "no signs or directions of {points} were found that are consistent ({trials} trials), although with a coupling of {norm:.3}, below 1, there are some: rounding hides them, as where what \
             begins to slide carries next to nothing; use another tolerance, leave out what carries nothing, or end the run earlier with an event"
        ),
    }
}

/// What is not consistent, and what to do. Without friction one pattern of open and closed always is.
fn undecided(points: &[String], rubs: bool, all: bool) -> String {
    let points = quoted(points);
    match (rubs, all) {
        (true, true) => format!(
            "no combination of stick and slip of {points} is consistent: friction this strong jams or jumps; use smaller coefficients, or end the run earlier with an event"
        ),
        (true, false) => format!(
            "no combination of stick and slip of {points} was found that is consistent, and not all were tried: there may be one, or friction this strong jams or jumps; \
             use smaller coefficients, fewer points that rub on one freedom, or end the run earlier with an event"
        ),
        (false, _) => format!(
            "no combination of open and closed of the smooth contacts {points} was found that is consistent: it is hidden by rounding, as where contacts hold one another twice; \
             leave out those that do, place the bodies a little apart, or end the run earlier with an event"
        ),
    }
}
