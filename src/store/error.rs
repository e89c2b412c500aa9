//! Why something cannot be written or read.

use crate::error::BuildError;
use thiserror::Error;

/// Why a model cannot be written, or a file not be used.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// An element is not plain data.
    #[error(
        "the {kind} `{name}` cannot be saved: it is an element of your own, or it holds a closure; a function of time \
         can be saved as a `Signal` (`Driver::signal`, `Applied::signal`, `on_belt_signal` and so on take one); of everything else, save the parameters \
         and build the model from them"
    )]
    NotPlain {
        /// Body, constraint, contact, force or friction.
        kind: &'static str,
        /// Its name.
        name: String,
    },
    /// The file was written in another form. Reading it gives the error of its format, such as `serde_json::Error`, with these words.
    #[error(
        "the model was written in version {found} of the format, but this library reads version {known}: use the release of the library that wrote it, or build the model anew"
    )]
    Version {
        /// The version of the file.
        found: u32,
        /// The version that is known.
        known: u32,
    },
    /// A result does not belong to the model.
    #[error("the result has {found} {what} where the model has {expected}: read it with the model that made it")]
    OtherModel {
        /// What is counted.
        what: &'static str,
        /// How many there are in the result.
        found: usize,
        /// How many the model has.
        expected: usize,
    },
    /// A result of a model of other names.
    #[error(
        "the result is one of a model with other bodies, constraints, forces, friction points or variables, by their names or their order, than this one, whose bodies are {bodies}: read it with the model that made it"
    )]
    OtherNames {
        /// The bodies of the model with which it was to be read.
        bodies: String,
    },
    /// A result with a number that no run writes.
    #[error("the result is damaged ({what}): take another copy of the file, or run the model again")]
    Damaged {
        /// What is wrong, and where.
        what: String,
    },
    /// The elements that were read do not make a model.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl StoreError {
    /// The first count that differs from the model's.
    pub(crate) fn check(counts: impl IntoIterator<Item = (&'static str, usize, usize)>) -> Result<(), Self> {
        match counts.into_iter().find(|(_, found, expected)| found != expected) {
            Some((what, found, expected)) => Err(Self::OtherModel { what, found, expected }),
            None => Ok(()),
        }
    }
}
