//! Why no equilibrium was found.

use crate::analysis::linearize::LinearError;
use crate::error::{EvalError, StartError};
use crate::math::Brief;
use crate::simulate::FamilyError;
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
    /// A closed contact that would have to pull.
    #[error(
        "`{contact}` would have to pull with {}: a run opens it, and nothing rests there; open it (`State::open`), and start where something else can balance what acts",
        Brief(*force)
    )]
    Pulls {
        /// The contact.
        contact: String,
        /// The force, as a positive number.
        force: f64,
    },
    /// An open contact whose other side the equilibrium lies on.
    #[error(
        "the equilibrium lies beyond the open contact `{contact}`, {} {unit} {}: close it in the guess (`State::close`), so that it carries",
        Brief(*depth),
        if *unit == "m" { "inside" } else { "past its limit" }
    )]
    Penetrates {
        /// The contact.
        contact: String,
        /// How deep.
        depth: f64,
        /// m, or rad where it is the limit of an angle.
        unit: &'static str,
    },
    /// A member of the family could not be made.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// What acts has a corner or jumps there, or it has no eigenvalues.
    #[error(transparent)]
    Linear(#[from] LinearError),
    /// Friction holds the mechanism where it was put.
    #[error(
        "friction holds the mechanism where it was put, with {} of its limits to spare: no parameter moves it; ask for `Rest::Center` or `Rest::Edge`",
        Brief(*margin)
    )]
    Held {
        /// The part of static friction that is not needed.
        margin: f64,
    },
    /// The equilibrium turns back, or ends, as a parameter changes.
    #[error(
        "the equilibrium has no derivative by `{parameter}`: in some direction nothing brings the mechanism back (stiffness {} of {}), as at a fold; \
         change a parameter, or let something hold that direction",
        Brief(*stiffness),
        Brief(*most)
    )]
    Fold {
        /// The parameter.
        parameter: String,
        /// The stiffness by mass in the direction that has least, 1/s².
        stiffness: f64,
        /// The largest.
        most: f64,
    },
    /// Something has a corner, or jumps, at the value of a parameter.
    #[error(
        "there is no derivative by `{parameter}`: slopes to both sides of it, or over longer and shorter steps, differ by {}, as at a corner of what depends on it; take \
         another value, or say with `sized` over what changes it is smooth",
        Brief(*off)
    )]
    Corner {
        /// The parameter.
        parameter: String,
        /// By how much they differ at best.
        off: f64,
    },
}
