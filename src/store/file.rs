//! Files are written whole or not at all.
//!
//! A file is written under another name in the same folder and then renamed, so that a reader sees the old file or the new one, and a full
//! disk or a killed process leaves the old one. Links are followed. A device or a pipe is written directly, because a rename would replace it
//! by a file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

/// A file that could not be written or read: what the [`io::Error`]s of this crate hold.
#[derive(Debug, Error)]
#[error("`{}` cannot be {done}: {source}{}", path.display(), remedy(source.kind()))]
#[non_exhaustive]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What was tried: `written`, `read`.
    pub done: &'static str,
    /// What the system says.
    pub source: io::Error,
}

fn remedy(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "; make room on the disk, or choose another one (a file that was there before is unchanged)"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "; choose a file and a folder that are yours",
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "; choose another path: a part of this one is a file, not a folder"
        }
        ErrorKind::IsADirectory => "; it is a folder: give the name of a file in it",
        ErrorKind::NotFound => "; check its path",
        _ => "",
    }
}

/// This error, with the name of its file.
pub(crate) fn named(path: &Path, done: &'static str, source: io::Error) -> io::Error {
    // What has a name already keeps it.
    if source.get_ref().is_some_and(|inner| inner.is::<FileError>()) {
        return source;
    }
    io::Error::new(source.kind(), FileError { path: path.to_owned(), done, source })
}

/// Writes a file, with its folder if it is not there.
pub(crate) fn write(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    let path = path.as_ref();
    replace(path, bytes).map_err(|error| named(path, "written", error))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = match fs::metadata(&target) {
        Ok(old) if !old.is_file() => return fs::write(&target, bytes),
        Ok(old) if old.permissions().readonly() => return Err(ErrorKind::PermissionDenied.into()),
        Ok(old) => Some(old),
        // A link to where nothing is yet.
        Err(_) if target.is_symlink() => return fs::write(&target, bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let (mut file, beside) = beside(&target)?;
    let done = file.write_all(bytes).and_then(|()| match old {
        // The new one must be on the disk before the old one goes.
        Some(old) => fs::set_permissions(&beside, old.permissions()).and_then(|()| file.sync_all()),
        None => Ok(()),
    });
    drop(file);
    let done = done.and_then(|()| fs::rename(&beside, &target));
    if done.is_err() {
        let _ = fs::remove_file(&beside);
    }
    done
}

/// A new file in the folder of another.
fn beside(target: &Path) -> io::Result<(File, PathBuf)> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    // Processes of several machines may share a folder, and their numbers.
    const TRIALS: usize = 1000;
    let mut outcome = Err(ErrorKind::AlreadyExists.into());
    for _ in 0..TRIALS {
        let name = format!(".{}-{}.part", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = target.with_file_name(name);
        outcome = OpenOptions::new().write(true).create_new(true).open(&path).map(|file| (file, path));
        if !matches!(&outcome, Err(error) if error.kind() == ErrorKind::AlreadyExists) {
            break;
        }
    }
    outcome
}
