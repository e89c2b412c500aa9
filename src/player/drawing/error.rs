//! Why there is no drawing.

use super::super::look::ForeignBody;
use std::io;

/// Why there is no drawing of a state.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawingError {
    /// The state is of another model.
    #[error(
        "the state has {found} coordinates, but the model has {expected}: use a state of this model, such as `model.start().project()?.state`"
    )]
    State {
        /// Coordinates of the model.
        expected: usize,
        /// Coordinates of the state.
        found: usize,
    },
    /// A body has no place.
    #[error("body `{body}` cannot be drawn: its position or attitude is not finite; look at what set this state")]
    Body {
        /// The body.
        body: String,
    },
    /// A mark that cannot be drawn.
    #[error("`{name}` cannot be drawn: {reason}")]
    Mark {
        /// What the user calls it.
        name: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// A shape, or a figure, is of a body of another model.
    #[error(transparent)]
    Foreign(#[from] ForeignBody),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] io::Error),
}
