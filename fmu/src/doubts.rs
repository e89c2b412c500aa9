//! How often steps were not certain to be right.

use chetaev::simulate::Counters;
use serde::{Deserialize, Serialize};

/// What is counted: names of outputs, after `doubts.`.
pub(crate) const KINDS: [&str; 4] = ["ambiguous", "uncertain", "unresolved", "unproved"];

/// So many of each kind: see [`Counters`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Doubts(pub(crate) [u64; 4]);

impl Doubts {
    pub(crate) fn of(counters: Counters) -> Self {
        let Counters { ambiguous, uncertain, unresolved, unproved, .. } = counters;
        Self([ambiguous, uncertain, unresolved, unproved])
    }

    /// Both together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self([0, 1, 2, 3].map(|k| self.0[k] + other.0[k]))
    }

    /// What is in doubt of a step, if anything is.
    pub(crate) fn words(&self, from: f64, to: f64) -> Option<String> {
        let counted = self.0.iter().zip(KINDS).filter(|(count, _)| **count > 0);
        let all: Vec<String> = counted.map(|(count, kind)| format!("{count} {kind}")).collect();
        (!all.is_empty()).then(|| format!("in doubt from t = {from} s to {to} s: {}", all.join(", ")))
    }
}
