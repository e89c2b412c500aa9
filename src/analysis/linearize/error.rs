//! Why there is no linearization.

use crate::analysis::corner::Corner;
use crate::error::{EvalError, quoted};
use crate::math::Brief;
use thiserror::Error;

/// Why there is no linearization, or no answer to a force.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LinearError {
    /// The state could not be evaluated, or not displaced.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// The iteration for the eigenvalues did not end.
    #[error(
        "the eigenvalues of a matrix of {size} rows cannot be found: change the units so that its numbers are of similar size"
    )]
    NoEigenvalues {
        /// Its size.
        size: usize,
    },
    /// A wrench with too few numbers, or too many.
    #[error(
        "the wrench has length {got}, but its body takes {needs}: give two forces and a moment in the plane, three forces and three moments in space"
    )]
    WrongWrench {
        /// Numbers given.
        got: usize,
        /// Numbers of the body's twist.
        needs: usize,
    },
    /// Outputs that are no coordinates of the state.
    #[error(
        "the outputs cannot serve as coordinates of the state: {}; give {needs} that are independent of one another (a position and its rate for each freedom, and each \
         variable), and none that an input changes directly",
        no_coordinates(*got, *needs, *direct)
    )]
    NotCoordinates {
        /// Outputs given.
        got: usize,
        /// Numbers of the state.
        needs: usize,
        /// The largest entry of D.
        direct: f64,
    },
    /// What acts has a corner, or jumps, at the state.
    #[error(
        "there is no linearization at a corner, or a jump, of {}: slopes to both sides of the state, or over longer and shorter steps, differ by {}; move the state off it, or make \
         what acts smooth there",
        quoted(elements),
        Brief(*off)
    )]
    Corner {
        /// The forces and friction points whose numbers tell the corner.
        elements: Vec<String>,
        /// By how much slopes of accelerations differ.
        off: f64,
    },
    /// A force in resonance without damping.
    #[error(
        "at ω = {} rad/s the mechanism resonates without damping, and its response is infinite: add damping, or choose another frequency",
        Brief(*omega)
    )]
    Resonance {
        /// The frequency.
        omega: f64,
    },
}

/// What keeps outputs from being coordinates.
fn no_coordinates(outputs: usize, numbers: usize, direct: f64) -> String {
    if outputs != numbers {
        format!("{numbers} are needed, and {outputs} given")
    } else if direct != 0.0 {
        format!("an input changes one of them directly, by {}", Brief(direct))
    } else {
        "they depend on one another".to_owned()
    }
}

impl LinearError {
    /// At a corner.
    pub(in crate::analysis) fn at(Corner { elements, off }: Corner) -> Self {
        Self::Corner { elements, off }
    }
}
