//! Why a file makes no mechanism.

use chetaev::body::InertiaError;
use chetaev::error::EvalError;
use std::io;
use thiserror::Error;

/// Why a file cannot be read, or makes no mechanism.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum UrdfError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// Its path.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// It is no XML.
    #[error("the file is no XML: {0}")]
    Xml(#[from] roxmltree::Error),
    /// Something is missing, or cannot be understood.
    #[error("line {line}: {what}")]
    Text {
        /// Where.
        line: u32,
        /// What is wrong.
        what: String,
    },
    /// A name that no link or joint has.
    #[error("there is no {kind} `{name}`: there are {known}")]
    Unknown {
        /// `link` or `joint`.
        kind: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A link with two parents, or a name that is there twice.
    #[error("{what}")]
    NoTree {
        /// What keeps the links from being a tree, and what to do.
        what: String,
    },
    /// A body without mass, or with one that no body can have.
    #[error("the link `{link}` moves, but {source}")]
    Inertia {
        /// The link.
        link: String,
        /// What is wrong.
        source: InertiaError,
    },
    /// A joint that has no single motion.
    #[error("the joint `{joint}` has no single angle or travel: {why}")]
    NoCoordinate {
        /// The joint.
        joint: String,
        /// Its type.
        why: String,
    },
    /// A state of another size.
    #[error("{found} numbers were given for the {expected} joints that move")]
    Size {
        /// How many were given.
        found: usize,
        /// How many joints move.
        expected: usize,
    },
    /// Angles of so many whole turns that nobody counts them.
    #[error("the joint `{joint}` is to be at {value} rad: the whole turns of so large an angle are not counted")]
    Far {
        /// The joint with the largest angle.
        joint: String,
        /// That angle.
        value: f64,
    },
    /// On the way to angles of whole turns, which are counted on it, something cannot be read.
    #[error("the turns of the joints cannot be counted: {0}")]
    Turns(#[from] EvalError),
}
