//! Errors of building a model.

use crate::math::Brief;
use thiserror::Error;

/// A model that cannot be built.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// Two elements of one kind with the same name.
    #[error("more than one {kind} is named `{name}`: give each a name of its own, because results are read by name")]
    DuplicateName {
        /// Body, constraint or force.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// Two numbers of a run with the same name.
    #[error(
        "two columns of a run would be named `{name}`, and only one of them could be read by it: give one of the two elements, such as an input with the name of a coordinate, another name"
    )]
    SharedColumn {
        /// The name.
        name: String,
    },
    /// What is prescribed jumps.
    #[error(
        "constraint `{name}` prescribes a {what} by a signal whose velocity jumps, which no finite force can follow: use a smooth step instead of a ramp, a table that is periodic or clamped with zero slopes, and no inputs; or drive it by a force"
    )]
    Jumps {
        /// Its name.
        name: String,
        /// Position or velocity.
        what: &'static str,
    },
    /// A handle of another model.
    #[error(
        "{kind} `{name}` uses a handle of another model: handles belong to the builder that made them, so add what it names to this builder"
    )]
    ForeignHandle {
        /// Constraint or force.
        kind: &'static str,
        /// Its name.
        name: String,
    },
    /// A body that the model does not have, as in a file that was edited.
    #[error(
        "{kind} `{name}` names body {body}, but the model has {bodies}, counted from 1 (0 is the ground): name one of them, or add it"
    )]
    UnknownBody {
        /// Constraint, force or friction.
        kind: &'static str,
        /// Its name.
        name: String,
        /// The body that is named.
        body: u32,
        /// How many there are.
        bodies: usize,
    },
    /// A mass or an inertia that is not positive.
    #[error(
        "body `{name}`: entry {entry} of its mass matrix is {}; masses, inertias, and the lengths and radii from which they follow must be positive and finite (to hold a body fixed, weld it to the ground)",
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
    /// A gravity that pulls none of the bodies.
    #[error(
        "gravity is {} along z, but all bodies move in the plane of x and y, across which it pulls: give two numbers, such as [0.0, -9.81], or no gravity if the plane is level",
        Brief(*z)
    )]
    GravityAcross {
        /// Its third component.
        z: f64,
    },
    /// A constraint between bodies that cannot move.
    #[error("constraint `{name}` connects the ground with itself alone: give it at least one body that can move")]
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
        "{kind} `{name}` is {}, but its body `{body}` is {}: use a {} {kind}, or a {} body",
        space(!.spatial), space(*.spatial), space(*.spatial), space(!.spatial)
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
    if spatial { "spatial" } else { "planar" }
}
