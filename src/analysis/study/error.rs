//! Errors of studies.

use std::io;
use thiserror::Error;

/// Why a study did not finish.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StudyError {
    /// Reading or writing its file failed.
    ///
    /// The error holds a [`FileError`](crate::store::FileError). Rows that are on file are kept, and the study can be resumed.
    #[error("the study stops, because {0}; rows in its file are kept, and it can be resumed")]
    File(#[from] io::Error),
    /// Another study, of this process or of another one, is writing the file.
    #[error(
        "`{file}` is being written by {by}: wait until that has ended, or give each study a file of its own (shards of one study are joined by `Results::merge`)"
    )]
    Busy {
        /// Its name.
        file: String,
        /// Who holds it.
        by: String,
    },
    /// The file is that of another study.
    #[error(
        "`{file}` belongs to another study: its {what} is `{found}`, not `{expected}`; choose another file, or delete it"
    )]
    Other {
        /// Its name.
        file: String,
        /// What differs.
        what: &'static str,
        /// There.
        found: String,
        /// Here.
        expected: String,
    },
    /// A row on file is not what is computed now.
    #[error(
        "`{file}` holds the rows of another model: in row {row}, `{column}` is {found} in the file, and {computed} if it is computed now; choose another file, delete it, or keep its rows with `unchecked`"
    )]
    Changed {
        /// Its name.
        file: String,
        /// Index of the row.
        row: usize,
        /// The first column that differs.
        column: String,
        /// What stands there.
        found: String,
        /// What is computed.
        computed: String,
    },
    /// A line that cannot be read.
    #[error(
        "line {line} of the study's file is not a row: {why}; correct or delete the line, or start again with another file"
    )]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The progress callback asked to stop.
    #[error("the study was cancelled with {done} of {total} rows done: these are kept, and it can be resumed")]
    Cancelled {
        /// Rows that are there.
        done: usize,
        /// Rows that there would be.
        total: usize,
    },
    /// Parts that do not make one study.
    #[error("the parts cannot be merged: {why}; merge all parts of one study, each once")]
    Parts {
        /// Why not.
        why: String,
    },
}
