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

mod npy;
mod run;
mod zip;

pub use npy::Arrays;

use std::io;
use std::path::Path;

/// Writes a file, with its folder if it is not there.
pub(crate) fn write(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.as_ref().parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, bytes)
}

#[cfg(test)]
mod tests;
