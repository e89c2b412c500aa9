//! Actuators by name: along what, within which limits, and how much each counts.

use super::InverseError;
use crate::dynamics::Named;

/// Ends of a range that differ by less than this part are one number.
pub(super) const ONE: f64 = 1e-9;
/// And those that differ by less than this part of what acts.
pub(super) const ROUNDING: f64 = 1e-12;

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

    /// Are these forces within all limits? Those that miss one by rounding, beside the forces at work, are put there.
    pub(super) fn can(&self, forces: &mut [f64], at_work: &[f64]) -> bool {
        let put = |((u, limits), work): ((&mut f64, &Limits), &f64)| {
            let within = u.clamp(limits.least, limits.most);
            let met = (*u - within).abs() <= ONE * u.abs().max(*work);
            *u = if met { within } else { *u };
            met
        };
        forces.iter_mut().zip(&self.limits).zip(at_work).all(put)
    }
}

/// Which of these names it is.
pub(super) fn index_of(names: &[String], name: &str) -> Result<usize, InverseError> {
    let index = names.iter().position(|other| other == name);
    index.ok_or_else(|| InverseError::UnknownActuator { name: name.to_owned(), known: names.to_vec() })
}
