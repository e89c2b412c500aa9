//! Why parameters cannot be identified.

use crate::error::EvalError;
use crate::math::Brief;
use crate::simulate::{FamilyError, RunError, RunFailure, SensitivityError};
use thiserror::Error;

/// Why parameters cannot be identified.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum IdentifyError {
    /// Fewer readings than parameters.
    #[error("readings: {readings}, parameters to be found: {parameters}; measure more, or ask for fewer")]
    TooFew {
        /// How many there are.
        readings: usize,
        /// How many they are to determine.
        parameters: usize,
    },
    /// The runs have no end.
    #[error("it was not said how far the runs go: say so with `until`")]
    NoEnd,
    /// A standard deviation that is none.
    #[error("the standard deviation of readings must be positive and finite; it is {sigma}")]
    Readings {
        /// The standard deviation.
        sigma: f64,
    },
    /// A reading that is no number.
    #[error(
        "reading {reading} of measured series {series} (both counted from 0) is {value}: readings must be finite; leave out what was not measured, and its time with it (`Simulation::output`)"
    )]
    Reading {
        /// Which of the series that were given as measured.
        series: usize,
        /// Which of its readings.
        reading: usize,
        /// Its value.
        value: f64,
    },
    /// Bounds that leave nothing, or not the start.
    #[error("`{name}` is to be between {from} and {to}, and begins at {value}: begin within the bounds")]
    Bounds {
        /// The parameter.
        name: String,
        /// Where it begins.
        value: f64,
        /// Least value.
        from: f64,
        /// Largest value.
        to: f64,
    },
    /// The run has more or fewer samples, or instants, than were measured.
    #[error(
        "{what} of the run: {got}, measured: {needs}; samples must be taken when the readings were (`Simulation::output`), and instants be those of the same changes"
    )]
    Count {
        /// Samples or instants.
        what: &'static str,
        /// How many the run has.
        got: usize,
        /// How many were measured.
        needs: usize,
    },
    /// An instant at which the run has no change.
    #[error("at t = {} the run has nothing whose instant moves: give the times of its transitions, events or impacts, to the bit", Brief(*t))]
    NoInstant {
        /// When.
        t: f64,
    },
    /// A reading has no derivative.
    #[error("a reading has no derivative with respect to `{name}`: it reads works, or has a corner there")]
    NotFinite {
        /// The parameter.
        name: String,
    },
    /// Times at which the runs are to be cut, and cannot be.
    #[error("the runs go from {from} s to {to} s: the times at which they are cut must rise, and lie within")]
    Cuts {
        /// Where they begin.
        from: f64,
        /// Where they end.
        to: f64,
    },
    /// Runs in pieces that are read at their steps.
    #[error("runs in pieces are not read at their own steps: ask for samples by an interval or by times")]
    Steps,
    /// A reading that is not a number.
    #[error(
        "reading {reading} of measurement {measurement} ({what}) is not a number there: read what is defined wherever the parameters may come"
    )]
    NoNumber {
        /// Samples or instants.
        what: &'static str,
        /// Which measurement, the first being 1.
        measurement: usize,
        /// Which of its readings.
        reading: usize,
    },
    /// A piece that ends before its end.
    #[error(
        "the run of a piece ends at {t} s, and should at {to} s: something stops it; leave that out, or measure no longer than until then"
    )]
    Stopped {
        /// When it ended.
        t: f64,
        /// When it should.
        to: f64,
    },
    /// The pieces do not join in the end.
    #[error("the pieces do not join: of how far they go {} is missing; cut the run into more of them, or begin with better values", Brief(*gap))]
    Apart {
        /// The largest gap, in parts of how far positions or velocities go in a piece.
        gap: f64,
    },
    /// The readings leave a combination of parameters open.
    #[error("the readings do not determine {combination}: fix one of them, or measure something else")]
    Undetermined {
        /// The combination, of changes by the size of each parameter.
        combination: String,
    },
    /// No step leads on and the last trial could not be run, or there were too many steps.
    #[error("at {values} the search ends without a best fit: {why}")]
    Stuck {
        /// The parameters.
        values: String,
        /// Why it ends.
        why: String,
    },
    /// A member of the family.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// Derivatives.
    #[error(transparent)]
    Sensitivity(#[from] SensitivityError),
    /// A state at which a piece of a run was to begin.
    #[error("where a piece begins: {0}")]
    Start(#[from] EvalError),
    /// A run.
    #[error(transparent)]
    Run(Box<RunFailure>),
}

impl From<RunFailure> for IdentifyError {
    fn from(failure: RunFailure) -> Self {
        Self::Run(Box::new(failure))
    }
}

impl From<RunError> for IdentifyError {
    fn from(error: RunError) -> Self {
        match error.failure {
            RunFailure::Sensitivity(error) => error.into(),
            failure => Self::Run(Box::new(failure)),
        }
    }
}
