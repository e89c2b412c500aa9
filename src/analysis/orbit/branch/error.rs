//! Why orbits cannot be followed.

use crate::analysis::orbit::found::OrbitError;
use crate::simulate::FamilyError;
use thiserror::Error;

/// Why orbits cannot be followed at all.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ContinuationError {
    /// The family.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// The first orbit.
    #[error(transparent)]
    Orbit(#[from] OrbitError),
    /// No range was given.
    #[error(
        "orbits are followed from {name} = {value}, but not said how far: give the other end with `to`, or a range with `within`"
    )]
    NoEnd {
        /// The parameter.
        name: String,
        /// Its value.
        value: f64,
    },
    /// A step that is none.
    #[error("orbits cannot be followed in steps of {step}: give a number above zero")]
    Step {
        /// The step.
        step: f64,
    },
    /// The orbit does not depend on the parameter and the state in one direction.
    #[error(
        "the orbit at {name} = {value} does not say in which direction others are: it is one of many, or where branches cross; start at another value"
    )]
    NoDirection {
        /// The parameter.
        name: String,
        /// Its value.
        value: f64,
    },
    /// Not a place where the period doubles.
    #[error("at {value} no period doubles: take a turn of the kind `Doubling`")]
    NotDoubling {
        /// The parameter there.
        value: f64,
    },
}
