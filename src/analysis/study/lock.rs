//! Only one process at a time writes the file of a study: two that append to it would mix their lines, and each would compute the other's rows.
//!
//! The lock is one of the operating system on a file beside (`study.csv.lock`), in which stands who holds it. It ends with its process,
//! however that ends: a study that was killed can be resumed at once, and the file that it leaves behind locks nothing.

use super::error::StudyError;
use crate::store::named;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Held as long as a study runs.
#[derive(Debug)]
pub(super) struct Lock {
    file: Option<File>,
    path: PathBuf,
}

impl Lock {
    pub(super) fn of(study: &Path) -> Result<Self, StudyError> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        // As often as others may end, and take their files with them, between opening and locking.
        const TRIALS: usize = 100;
        let mut name = study.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        let mine = format!("process {} (study {} of it)", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        for _ in 0..TRIALS {
            let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = open.map_err(|error| named(&path, "written", error))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut by = String::new();
                    let _ = file.read_to_string(&mut by);
                    let by = if by.is_empty() { "another process".to_owned() } else { by };
                    return Err(StudyError::Busy { file: study.display().to_string(), by });
                }
                // File systems without locks: there the user must see to it.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(named(&path, "locked", error).into()),
            }
            let lock = Self { file: Some(file), path: path.clone() };
            lock.sign(&mine).map_err(|error| named(&path, "written", error))?;
            // Whoever held it before may have removed it after it was opened here: then it locks nothing.
            match fs::read_to_string(&path) {
                Ok(found) if found != mine => lock.leave(),
                Err(error) if error.kind() == ErrorKind::NotFound => lock.leave(),
                _ => return Ok(lock),
            }
        }
        Err(StudyError::Busy { file: study.display().to_string(), by: "processes that come and go".to_owned() })
    }

    fn sign(&self, mine: &str) -> std::io::Result<()> {
        let Some(mut file) = self.file.as_ref() else { return Ok(()) };
        file.set_len(0)?;
        file.write_all(mine.as_bytes())?;
        file.flush()
    }

    /// Lets go of a file that is not there any more, or is another's by now.
    fn leave(mut self) {
        self.file = None;
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.file.is_some() {
            // While it is still held, so that it is not another's.
            let _ = fs::remove_file(&self.path);
        }
    }
}
