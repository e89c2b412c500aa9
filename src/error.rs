//! All errors, by stage: building, starting, evaluating, running.
//!
//! Each error names the thing by the user's own name, gives the number, and says what to try.

use crate::math::Brief;
use std::fmt;
use thiserror::Error;

/// Any error, for `main` to return: it prints the error's message, where `Box<dyn Error>` would print its fields.
///
/// ```
/// use chetaev::prelude::*;
///
/// fn main() -> Result<(), Report> {
///     let mut builder = ModelBuilder::new();
///     builder.body("ball", Particle::new(1.0).moving(1.0, 0.0));
///     let model = builder.build()?;
///     let run = Simulation::new(&model).run(model.placed(), 1.0)?;
///     println!("{}", run.last().ok_or("no sample")?.kinetic());
///     Ok(())
/// }
/// ```
pub struct Report(Box<dyn std::error::Error>);

impl<E: Into<Box<dyn std::error::Error>>> From<E> for Report {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Why an element cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ElementError {
    /// The element is not defined in this configuration.
    #[error("singular configuration: {what}")]
    Singular {
        /// What is singular, and what to try.
        what: &'static str,
    },
    /// A point has left the open curve on which it belongs.
    #[error(
        "the point is past the end of its curve, which runs from s = {} to {}: make it longer, or stop there by an event",
        Brief(*from), Brief(*to)
    )]
    EndOfCurve {
        /// The lower end of the parameter.
        from: f64,
        /// The upper end.
        to: f64,
    },
    /// Two curves that run parallel where they are nearest: they have no definite point of contact.
    #[error(
        "ambiguous contact: the two curves run parallel there (curvatures {} and {} 1/m), so that the point of contact is not defined; \
         change the shapes, or end the run before",
        Brief(curvatures[0]), Brief(curvatures[1])
    )]
    AmbiguousContact {
        /// Both curvatures, with respect to the same tangent, 1/m.
        curvatures: [f64; 2],
    },
    /// A contact that cannot be followed.
    #[error("lost contact: {why}; end the run with an event before, or start the search elsewhere with `near`")]
    LostContact {
        /// How it was lost.
        why: &'static str,
    },
    /// Two surfaces that touch along a line, or osculate: they have no definite point of contact.
    #[error(
        "ambiguous contact: the relative principal curvatures of the two surfaces are {} and {} 1/m there, so that the point of \
         contact is not defined; change the shapes, or end the run before",
        Brief(relative[0]), Brief(relative[1])
    )]
    AmbiguousSurfaces {
        /// The principal curvatures of one surface relative to the other, 1/m.
        relative: [f64; 2],
    },
    /// A contact of surfaces that cannot be followed.
    #[error(
        "lost contact: {why} (gap {} m, {} rad from tangency); end the run with an event before, or start the search \
         elsewhere with `near`",
        Brief(*gap), Brief(*angle)
    )]
    LostSurfaces {
        /// How it was lost.
        why: &'static str,
        /// The gap where the search ended, m.
        gap: f64,
        /// The angle by which the tangent planes differ there.
        angle: f64,
    },
    /// An element of the user's own refused.
    #[error("{0}")]
    Refused(String),
}

/// A model that cannot be built.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Two elements of one kind with the same name.
    #[error("the name `{name}` is given to more than one {kind}: give each its own, results are read by it")]
    DuplicateName {
        /// Body, constraint or force.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// What is prescribed jumps.
    #[error(
        "constraint `{name}` prescribes a {what} with a signal that jumps in its velocity, which no force can follow: use a smooth step in place of a ramp, a table that is periodic or clamped with slopes of zero, and no inputs; or drive by a force"
    )]
    Jumps {
        /// Its name.
        name: String,
        /// Position or velocity.
        what: &'static str,
    },
    /// A handle of another model.
    #[error("{kind} `{name}` uses a body of another model: handles belong to the builder that made them")]
    ForeignHandle {
        /// Constraint or force.
        kind: &'static str,
        /// Its name.
        name: String,
    },
    /// A mass or an inertia that is not positive.
    #[error(
        "body `{name}`: entry {entry} of its mass matrix is {}; masses and inertias must be positive and finite (to fix a body, weld it to the ground)",
        Brief(*value)
    )]
    BadMass {
        /// The body.
        name: String,
        /// Which entry of the diagonal.
        entry: usize,
        /// Its value.
        value: f64,
    },
    /// A number that is not finite.
    #[error(
        "{kind} `{name}`: {what} is not finite; look for a NaN, a division by zero or a negative size in its parameters"
    )]
    NotFinite {
        /// Body, constraint, force or gravity.
        kind: &'static str,
        /// Its name.
        name: String,
        /// Which number.
        what: String,
    },
    /// A constraint between bodies that cannot move.
    #[error("constraint `{name}` touches no body that can move: it holds the ground only; give it at least one body")]
    NothingToHold {
        /// The constraint.
        name: String,
    },
    /// A constraint or body of a shape that makes no sense.
    #[error("{kind} `{name}`: {what}")]
    BadShape {
        /// Body, constraint or force.
        kind: &'static str,
        /// Its name.
        name: String,
        /// What is wrong.
        what: &'static str,
    },
    /// A coefficient of restitution that no blow has.
    #[error("contact `{name}`: its coefficient of restitution is {}; it must be between 0 and 1", Brief(*value))]
    BadRestitution {
        /// The contact.
        name: String,
        /// What was given.
        value: f64,
    },
    /// An element of the plane on a body in space, or the other way round.
    #[error(
        "{kind} `{name}` is of {}, its body `{body}` is of {}: take a {kind} of the body's own space, or another body",
        space(!.spatial), space(*.spatial)
    )]
    OtherSpace {
        /// Constraint, force or friction.
        kind: &'static str,
        /// Its name.
        name: String,
        /// The body's.
        body: String,
        /// Is it the body that is in space?
        spatial: bool,
    },
    /// There is no body.
    #[error("the model has no body: add one before `build`")]
    Empty,
}

fn space(spatial: bool) -> &'static str {
    if spatial { "space" } else { "the plane" }
}

/// A right-hand side that cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EvalError {
    /// A variable with a rate, where an analysis has no room for one.
    #[error(
        "{analysis} knows positions and velocities alone, and variable `{name}` changes by itself: make it an input (`ModelBuilder::input`) with the value that it has there, or run the model"
    )]
    OwnRate {
        /// The variable.
        name: String,
        /// The analysis.
        analysis: &'static str,
    },
    /// An element refused.
    #[error("at t = {t}: {kind} `{name}`: {source}", t = Brief(*t))]
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
        "at t = {t}: row {row} of constraint `{name}` depends on other rows (pivot {pivot} of {scale}); involved: {}. \
         Remove one of them, or allow redundant constraints when the model is built; if it happens at one instant only, the mechanism passes a singular position",
        involved.join(", "),
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
        "friction `{name}` is undecided: call `model.decide_friction(&mut state)` to decide whether it sticks, or in which direction it slides"
    )]
    Undecided {
        /// The friction point.
        name: String,
    },
    /// No pattern of signs of the loads is admissible: friction so strong that the motion cannot go on (Painlevé).
    #[error(
        "at t = {t}: no signs of the loads of {} fit together ({trials} trials, coupling {norm:.3}; below 1 there is always a solution): friction this strong jams or jumps; use smaller coefficients, another arrangement, or end the run before with an event",
        points.join(", "),
        t = Brief(*t)
    )]
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
    /// No combination of stick and slip of the points at rest fits.
    #[error(
        "at t = {t}: neither stick nor slip of {} fits together: friction this strong jams or jumps; use smaller coefficients, \
         or end the run before with an event",
        points.join(", "),
        t = Brief(*t)
    )]
    NoDecision {
        /// The friction points at rest, and the contacts that touch.
        points: Vec<String>,
        /// When.
        t: f64,
    },
    /// Too many friction points to list all motions.
    #[error(
        "{resting} friction points at rest and {sliding} that slide are too many to try every combination (at most 7 at rest; 16 that slide, \
         20 for `Search::Exhaustive`): take another search, and ask for one motion with `model.decide_friction` and `model.evaluate`"
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
        "the state sets `{name}` to {mode}: a constraint is Holding or Released, use `State::hold` and `State::release`; a friction point is Stick, Forward, Backward or Undecided, use `State::set_friction`"
    )]
    WrongMode {
        /// The constraint or the friction point.
        name: String,
        /// Its mode in the state.
        mode: &'static str,
    },
    /// A state whose vectors do not have the model's lengths.
    #[error("`{what}` of the state has length {got}, the model needs {needs}: is it a state of another model?")]
    WrongState {
        /// Which vector.
        what: &'static str,
        /// Its length.
        got: usize,
        /// What it should be.
        needs: usize,
    },
}

/// A start that cannot be made consistent.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The positions cannot be made to satisfy the constraints from this guess.
    #[error(
        "cannot assemble: row `{worst}` still misses by {residual} (m, or rad) and no further step helps (iterations: {iterations}); \
         place the bodies closer to where they belong, hold fewer coordinates fixed, or check its points and lengths",
        residual = Brief(*residual)
    )]
    CannotAssemble {
        /// The constraint that is satisfied worst.
        worst: String,
        /// By how much it misses.
        residual: f64,
        /// How many iterations were made.
        iterations: usize,
    },
    /// The velocities cannot be made to satisfy the constraints.
    #[error(
        "no velocities satisfy row `{worst}`: it misses by {residual} (m/s, or rad/s); it contradicts other constraints or drivers: remove one, or make their rates agree",
        residual = Brief(*residual)
    )]
    CannotMove {
        /// The constraint that is satisfied worst.
        worst: String,
        /// By how much it misses.
        residual: f64,
    },
    /// Rows that depend on others, in a model that does not allow it.
    #[error(
        "redundant constraints: {}. Remove one of each set, or call `allow_redundant` on the builder to run with minimum-norm reactions; at a dead center, which is redundant in one position only, place the bodies elsewhere",
        counted(sets)
    )]
    Redundant {
        /// Each set of rows that depend on one another, by name.
        sets: Vec<Vec<String>>,
    },
    /// A coordinate, or a velocity, that the model does not have.
    #[error("`{name}` is none of: {}", known.join(", "))]
    UnknownCoordinate {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The constraints cannot be evaluated at the guess.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// Each set of names once, with the number of rows that are too many in it.
fn counted(sets: &[Vec<String>]) -> String {
    let mut told: Vec<String> = Vec::new();
    for (k, set) in sets.iter().enumerate().filter(|(k, set)| !sets[..*k].contains(set)) {
        let rows = sets[k..].iter().filter(|other| *other == set).count();
        let too_many = if rows == 1 { "one row".to_owned() } else { format!("{rows} rows") };
        told.push(format!("{{{}}} ({too_many} too many)", set.join(", ")));
    }
    told.join(" and ")
}
