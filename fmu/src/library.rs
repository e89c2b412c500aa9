//! Where the built library is.

use crate::error::FmuError;
use crate::xml::Standard;
use std::path::{Path, PathBuf};

/// The platform of this build as FMI 3.0 calls it: `x86_64-linux`.
pub fn platform() -> String {
    let system = if std::env::consts::OS == "macos" { "darwin" } else { std::env::consts::OS };
    format!("{}-{system}", std::env::consts::ARCH)
}

/// The folder of a platform's library; version 2.0 has names of its own for those that it knows.
pub(crate) fn folder(standard: Standard, platform: &str) -> &str {
    match (standard, platform) {
        (Standard::Two, "x86_64-linux") => "linux64",
        (Standard::Two, "x86_64-windows") => "win64",
        (Standard::Two, "x86_64-darwin") => "darwin64",
        (Standard::Two, "x86-linux") => "linux32",
        (Standard::Two, "x86-windows") => "win32",
        _ => platform,
    }
}

/// The library of this build: beside the running program, or in the folders around it, where cargo puts it (the newest one in `deps`).
pub(crate) fn own() -> Result<PathBuf, FmuError> {
    let file = format!("{}chetaev_fmu.{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_EXTENSION);
    let program = std::env::current_exe().unwrap_or_default();
    let folders: Vec<&Path> = program.ancestors().skip(1).take(2).collect();
    let places = folders.iter().flat_map(|folder| [folder.join("deps").join(&file), folder.join(&file)]);
    let looked = folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" and ");
    places.into_iter().find(|path| path.is_file()).ok_or(FmuError::Library { file, looked })
}
