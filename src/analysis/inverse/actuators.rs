//! Actuators by name: along what, within which limits, and how much each counts.

use super::InverseError;
use crate::dynamics::Named;

/// Ends of a range that differ by less than this part are one number.
pub(super) const ONE: f64 = 1e-9;
/// And those that differ by less than this part of what acts.
pub(super) const ROUNDING: f64 = 1e-12;
/// By how much the end of a range may miss a limit in whose presence it was found.
const RUINED: f64 = 1e-6;

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

    /// Puts the ends of ranges that miss a limit by rounding, beside the forces at work, there; of one actuator all. Several have theirs from one search with all limits.
    pub(super) fn clamp(&self, ranges: &mut [[f64; 2]], at_work: &[f64], t: f64) -> Result<(), InverseError> {
        let single = ranges.len() == 1;
        for (i, (range, Limits { least, most, .. })) in ranges.iter_mut().zip(&self.limits).enumerate() {
            let within = [range[0].max(*least), range[1].min(*most)];
            let met = |k: usize| {
                let off = (range[k] - within[k]).abs();
                range[k] == within[k] || off <= RUINED * within[k].abs().max(at_work[i])
            };
            let known = single || (met(0) && met(1));
            if !known {
                let (actuator, [lower, upper]) = (self.names[i].clone(), *range);
                return Err(InverseError::Ruined { actuator, lower, upper, least: *least, most: *most, t });
            }
            *range = within;
        }
        Ok(())
    }
}

/// Which of these names it is.
pub(super) fn index_of(names: &[String], name: &str) -> Result<usize, InverseError> {
    let index = names.iter().position(|other| other == name);
    index.ok_or_else(|| InverseError::UnknownActuator { name: name.to_owned(), known: names.to_vec() })
}
