//! What of a unit changes, and its form in bytes.

use crate::contents::Contents;
use crate::doubts::Doubts;
use crate::error::FmuError;
use chetaev::model::State;
use serde::{Deserialize, Serialize};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Phase {
    Instantiated,
    Initialization,
    Running,
    Terminated,
}

/// All that changes: what an importing program keeps and gives back.
#[derive(Clone, Debug)]
pub(crate) struct Now {
    pub(crate) phase: Phase,
    pub(crate) t0: f64,
    pub(crate) tolerance: f64,
    /// Of all variables, by their references from 1 on.
    pub(crate) values: Vec<f64>,
    /// None before the start.
    pub(crate) state: Option<State>,
    /// Are the outputs those of this state and these inputs?
    pub(crate) read: bool,
    /// Of all steps so far.
    pub(crate) doubts: Doubts,
}

/// [`Now`] in bytes: a value need not be a number, and JSON has no other than finite ones.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    token: String,
    phase: Phase,
    t0: f64,
    tolerance: f64,
    bits: Vec<u64>,
    state: Option<State>,
    read: bool,
    doubts: Doubts,
}

impl Now {
    pub(crate) fn first(contents: &Contents) -> Self {
        let values = contents.variables.iter().map(|variable| variable.role.start()).collect();
        let (t0, tolerance) = (contents.start.t, contents.tolerance);
        Self { phase: Phase::Instantiated, t0, tolerance, values, state: None, read: false, doubts: Doubts::default() }
    }

    /// As bytes, for a unit with this token.
    pub(crate) fn to_bytes(&self, token: &str) -> Result<Vec<u8>, FmuError> {
        let Now { phase, t0, tolerance, values, state, read, doubts } = self.clone();
        let (token, bits) = (token.to_owned(), values.into_iter().map(f64::to_bits).collect());
        let written = Written { token, phase, t0, tolerance, bits, state, read, doubts };
        serde_json::to_vec(&written).map_err(|error| FmuError::Asked(format!("the state cannot be written: {error}")))
    }

    pub(crate) fn of_bytes(bytes: &[u8], expected: &str) -> Result<Self, FmuError> {
        let written: Written = serde_json::from_slice(bytes)
            .map_err(|error| FmuError::Asked(format!("the state cannot be read: {error}")))?;
        let Written { token, phase, t0, tolerance, bits, state, read, doubts } = written;
        if token != expected {
            return Err(FmuError::Asked(format!("the state is that of the unit {token}, and this one is {expected}")));
        }
        Ok(Self { phase, t0, tolerance, values: bits.into_iter().map(f64::from_bits).collect(), state, read, doubts })
    }
}
