//! Why no equilibrium was found.

use crate::error::{EvalError, StartError};
use crate::math::Brief;
use thiserror::Error;

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
