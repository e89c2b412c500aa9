//! Actuators by name: along what, within which limits, and how much each counts.

use super::InverseError;
use crate::dynamics::Named;

/// All of a question, in the order of declaration.
#[derive(Debug, Default)]
pub(super) struct Actuators {
    pub(super) names: Vec<String>,
    pub(super) along: Vec<Named>,
    pub(super) limits: Vec<Limits>,
}

/// What an actuator can do, and how much its force counts.
#[derive(Copy, Clone, Debug)]
pub(super) struct Limits {
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) weight: f64,
}

impl Actuators {
    pub(super) fn push(&mut self, name: &str, along: Named) {
        self.names.push(name.to_owned());
        self.along.push(along);
        self.limits.push(Limits { least: f64::NEG_INFINITY, most: f64::INFINITY, weight: 1.0 });
    }

    /// Are these forces within all limits?
    pub(super) fn can(&self, forces: &[f64]) -> bool {
        forces.iter().zip(&self.limits).all(|(u, limits)| limits.least <= *u && *u <= limits.most)
    }
}

/// Which of these names it is.
pub(super) fn index_of(names: &[String], name: &str) -> Result<usize, InverseError> {
    let index = names.iter().position(|other| other == name);
    index.ok_or_else(|| InverseError::UnknownActuator { name: name.to_owned(), known: names.to_vec() })
}
