//! Errors of building a model.

use crate::math::Brief;
use thiserror::Error;

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
