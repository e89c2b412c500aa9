//! Errors of an element.

use crate::math::Brief;
use thiserror::Error;

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
         change the shapes, or end the run earlier with an event",
        Brief(curvatures[0]), Brief(curvatures[1])
    )]
    AmbiguousContact {
        /// Both curvatures, with respect to the same tangent, 1/m.
        curvatures: [f64; 2],
    },
    /// A contact that cannot be followed.
    #[error("lost contact: {why}; end the run earlier with an event, or start the search elsewhere with `near`")]
    LostContact {
        /// How it was lost.
        why: &'static str,
    },
    /// Two surfaces that touch along a line, or osculate: they have no definite point of contact.
    #[error(
        "ambiguous contact: the relative principal curvatures of the two surfaces are {} and {} 1/m there, so that the point of \
         contact is not defined; change the shapes, or end the run earlier with an event",
        Brief(relative[0]), Brief(relative[1])
    )]
    AmbiguousSurfaces {
        /// The principal curvatures of one surface relative to the other, 1/m.
        relative: [f64; 2],
    },
    /// A contact of surfaces that cannot be followed.
    #[error(
        "lost contact: {why} (gap {} m, {} rad from tangency); end the run earlier with an event, or start the search \
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
