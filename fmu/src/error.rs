//! Why a unit cannot be written, or does not do what it is asked.

use chetaev::error::StartError;
use chetaev::simulate::{RunFailure, UnknownColumn};
use chetaev::store::StoreError;
use chetaev_place::PlaceError;
use thiserror::Error;

/// Why a unit cannot be written, or not do what it is asked. An importing program gets these words through its logger.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FmuError {
    /// The model cannot be saved, or what was read is none.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A step ended with an error; the unit stays where it was.
    #[error("the step from {from} s to {to} s failed, and the unit stays where it was: {source}")]
    Run {
        /// Where the step began.
        from: f64,
        /// Where it should have ended.
        to: f64,
        /// Why.
        source: Box<RunFailure>,
    },
    /// An output that is no column.
    #[error(transparent)]
    Column(#[from] UnknownColumn),
    /// An input that the model does not have.
    #[error("the model has no input `{name}`: {}", if known.is_empty() { "it has none; add one with `ModelBuilder::input`".to_owned() } else { format!("there are {known}") })]
    Input {
        /// What was asked for.
        name: String,
        /// The inputs that there are.
        known: String,
    },
    /// A place that the model file does not have, at which no number stands, or that does not fit the others.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// A place that a start makes ineffective.
    #[error(
        "`{name}`: the number at `{place}` says only where a run starts, and a unit starts from a state: give the state to `Fmu::start`, or make the coordinate a parameter by `Fmu::initial`"
    )]
    Ineffective {
        /// The parameter.
        name: String,
        /// The place.
        place: String,
    },
    /// A parameter without a place.
    #[error("`{name}` has no place in the model: name one")]
    NoPlace {
        /// The parameter.
        name: String,
    },
    /// A coordinate that the model does not have.
    #[error("`{name}`: the model has no coordinate or velocity `{of}`: there are {known}")]
    Coordinate {
        /// The parameter.
        name: String,
        /// What was asked for.
        of: String,
        /// What there is.
        known: String,
    },
    /// A start of another model.
    #[error(
        "the start has {found:?} coordinates, velocities and inputs, and the model {expected:?}: give a state of this model"
    )]
    State {
        /// Coordinates, velocities and inputs of the start.
        found: [usize; 3],
        /// Those of the model.
        expected: [usize; 3],
    },
    /// Two variables of one name.
    #[error("two variables of the unit are called `{name}`: give one of them another name")]
    Twice {
        /// The name.
        name: String,
    },
    /// A method that is not there.
    #[error("there is no method `{name}` for a unit: there are {known}")]
    Method {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The built library is not found.
    #[error(
        "the library `{file}` is not in {looked}: build it with `cargo build --release -p chetaev-fmu`, or name it with `Fmu::library`"
    )]
    Library {
        /// Its name.
        file: String,
        /// Where it was looked for.
        looked: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file of the unit is not what it should be.
    #[error("{file}: {what}: write the unit again")]
    Contents {
        /// The file.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// A variable that is not there, or may not be set now.
    #[error("{0}")]
    Asked(String),
}
