//! What one case has to say.

use std::collections::BTreeMap;

/// Faults and counts of one case.
#[derive(Debug, Default)]
pub struct Report {
    pub faults: Vec<String>,
    /// What is no fault, and is told all the same.
    pub told: Vec<String>,
    pub counts: BTreeMap<String, u64>,
    /// What was run, for who looks at one case.
    pub notes: Vec<String>,
}

impl Report {
    pub fn fault(&mut self, what: impl Into<String>) {
        self.faults.push(what.into());
    }

    pub fn tell(&mut self, what: impl Into<String>) {
        self.told.push(what.into());
    }

    /// A fault unless it is so.
    pub fn demand(&mut self, so: bool, what: impl FnOnce() -> String) {
        if !so {
            self.faults.push(what());
        }
    }

    pub fn note(&mut self, what: impl std::fmt::Debug) {
        self.notes.push(format!("{what:?}"));
    }

    pub fn count(&mut self, what: &str) {
        self.add(what, 1);
    }

    pub fn add(&mut self, what: &str, n: u64) {
        *self.counts.entry(what.to_owned()).or_default() += n;
    }
}
