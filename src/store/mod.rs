//! Files that other programs read: NumPy's `.npy` and `.npz`, beside the CSV of [`Table`](crate::simulate::Table).
//!
//! ```no_run
//! # use chetaev::prelude::*;
//! # fn save(run: &Trajectory) -> std::io::Result<()> {
//! run.write_npz("run.npz")?; // everything, as matrices:    numpy.load("run.npz")["q"]
//! run.table().write_npy("run.npy")?; // named columns:      numpy.load("run.npy")["disk.x"]
//! run.write_csv("run.csv")?; // the same columns as text
//! # Ok(())
//! # }
//! ```
//!
//! A file is written whole or not at all: what is there stays until all of the new is on the disk. An error of writing names the file and says what
//! to try ([`FileError`]).
//!
//! With the feature `serde`, models of built-in elements ([`SavedModel`](crate::model::SavedModel)), states, and results
//! ([`Record`](crate::simulate::Record)) are written and read in any of its formats. A model that was read back runs bit for bit like the
//! one that was written, and so does a run that goes on from a state that was read back. The format must keep every bit of a number:
//! of `serde_json`, turn on the feature `float_roundtrip`.

#[cfg(any(feature = "player", feature = "plot"))]
mod base64;
#[cfg(feature = "serde")]
pub(crate) mod checked;
#[cfg(feature = "files")]
mod csv;
#[cfg(feature = "serde")]
mod error;
#[cfg(feature = "files")]
mod file;
#[cfg(feature = "serde")]
mod float;
#[cfg(feature = "files")]
mod npy;
#[cfg(feature = "serde")]
pub(crate) mod plain;
#[cfg(any(feature = "player", feature = "plot"))]
pub(crate) mod svg;
mod terminal;
#[cfg(feature = "files")]
mod zip;

#[cfg(any(feature = "player", feature = "plot"))]
pub(crate) use base64::base64;
#[cfg(feature = "files")]
pub(crate) use csv::cell;
#[cfg(feature = "serde")]
pub use error::StoreError;
#[cfg(feature = "files")]
pub use file::FileError;
#[cfg(feature = "files")]
pub(crate) use file::{named, write};
#[cfg(feature = "serde")]
pub(crate) use float::{bound, number, numbers, pair};
#[cfg(feature = "files")]
pub use npy::Arrays;
#[cfg(feature = "files")]
pub(crate) use npy::records;

pub(crate) use terminal::Terminal;
#[cfg(feature = "files")]
pub use zip::Zip;
#[cfg(feature = "plot")]
pub(crate) use zip::checksum;

/// A copy of an element that is known as anything at all, if it is of this kind.
#[cfg(feature = "serde")]
pub(crate) fn take<T: Clone + 'static>(saved: &dyn std::any::Any) -> Option<T> {
    saved.downcast_ref().cloned()
}

#[cfg(all(test, feature = "files"))]
mod tests;
