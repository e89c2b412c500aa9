//! The options as the example reads them: every value was checked when the line was parsed.

use std::{fs, io, path::PathBuf};

use super::cli::{FIXED_STEP, Opt};

/// What was asked for, checked.
pub struct Args {
    options: Vec<Opt>,
}

impl Args {
    /// Of options whose values fit their kinds.
    pub(super) fn new(options: Vec<Opt>) -> Self {
        Self { options }
    }

    /// The integrator's name, one of [`super::cli::METHODS`].
    pub fn method(&self) -> &str {
        self.choice("method")
    }

    /// Relative tolerance.
    pub fn rtol(&self) -> f64 {
        self.number("rtol")
    }

    /// The step, if the method has no error control of its own.
    pub fn fixed_step(&self) -> Option<f64> {
        FIXED_STEP.contains(&self.method()).then(|| self.number("step"))
    }

    /// The case's name, one of those declared.
    pub fn case(&self) -> &str {
        self.choice("case")
    }

    /// The value of a choice or a text; empty if it was never declared.
    pub fn choice(&self, name: &str) -> &str {
        self.option(name).map_or("", |o| &o.value)
    }

    /// The value of a number; NaN if it was never declared.
    pub fn number(&self, name: &str) -> f64 {
        self.option(name).and_then(|o| o.value.parse().ok()).unwrap_or(f64::NAN)
    }

    /// The value of a number if it was given, else another default, as a case may have its own.
    pub fn number_or(&self, name: &str, default: f64) -> f64 {
        if self.given(name) { self.number(name) } else { default }
    }

    /// The value of a count; 0 if it was never declared.
    pub fn count(&self, name: &str) -> usize {
        self.option(name).and_then(|o| o.value.parse().ok()).unwrap_or(0)
    }

    /// Whether the option stood on the command line.
    pub fn given(&self, name: &str) -> bool {
        self.option(name).is_some_and(|o| o.given)
    }

    /// A path in the folder for results, which is made if need be.
    ///
    /// # Errors
    /// What the file system reports.
    pub fn file(&self, name: &str) -> io::Result<PathBuf> {
        let folder = PathBuf::from(self.choice("out"));
        fs::create_dir_all(&folder)?;
        Ok(folder.join(name))
    }

    fn option(&self, name: &str) -> Option<&Opt> {
        let found = self.options.iter().find(|o| o.name == name);
        debug_assert!(found.is_some(), "--{name} was never declared");
        found
    }
}
