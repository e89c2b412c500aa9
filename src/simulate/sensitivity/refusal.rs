//! Why a run cannot carry derivatives.

use super::family::FamilyError;
use super::flag::Flag;
use crate::error::StartError;
use crate::math::Brief;
use thiserror::Error;

/// Why a run cannot carry derivatives, or not read one.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SensitivityError {
    /// Nothing was asked for.
    #[error("no derivatives were asked for: name a family or a coordinate of the start")]
    None,
    /// The run is of another model than the family.
    #[error("the family has another model than the simulation: take `family.model()` for both")]
    OtherModel,
    /// The run starts elsewhere than the family.
    #[error("the run does not start where the family does: start it at `family.start()`")]
    OtherStart,
    /// Two directions have one name.
    #[error("`{name}` is asked for twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// A member of the family.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// The start cannot be moved that way.
    #[error("the start cannot be moved along `{name}`: {why}")]
    Start {
        /// The coordinate.
        name: String,
        /// Why.
        why: Box<StartError>,
    },
    /// Something whose derivative is not worked out.
    #[error("{what}: its derivative is not worked out")]
    Unsupported {
        /// What.
        what: String,
    },
    /// A place without a derivative, in a run that is to be strict.
    #[error("{0}")]
    Flagged(Flag),
    /// The run went on from another state than the one that was followed.
    #[error("at t = {}, the run went on from elsewhere ({what}): what it does to derivatives is not worked out", Brief(*t))]
    Lost {
        /// When.
        t: f64,
        /// What differs.
        what: &'static str,
    },
    /// The run was written and read back, which its derivatives were not.
    #[error(
        "the run was saved and read back, and its derivatives were not saved: read them before, or run it again with `Simulation::sensitivities`"
    )]
    Forgotten,
    /// The run has no derivative of that name.
    #[error("the run has no derivative with respect to `{name}`; it has {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// Those that there are.
        known: String,
    },
}

impl SensitivityError {
    pub(super) fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported { what: what.into() }
    }
}
