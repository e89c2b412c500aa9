//! Reading derivatives of a run.

use super::Trajectory;
use super::sensed::Sensed;
use super::snapshot::Snapshot;
use crate::model::{Model, State};
use crate::simulate::sensitivity::{Along, Flag, SensitivityError, derivative};
use std::convert::Infallible;

/// The derivative of a run in one direction: with respect to a parameter, or to a coordinate of its start.
#[derive(Copy, Clone, Debug)]
pub struct Sensitivity<'r> {
    run: &'r Trajectory,
    sensed: &'r Sensed,
    index: usize,
}

/// The derivatives of coordinates and velocities, in their order.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StateSlope<'r> {
    /// Of the coordinates; of an attitude those of its quaternion.
    pub q: &'r [f64],
    /// Of the velocities.
    pub v: &'r [f64],
    /// Of the variables.
    pub variables: &'r [f64],
}

impl Trajectory {
    /// The derivative of the run with respect to a parameter of its family, or to a coordinate of its start, by name: see
    /// [`Simulation::sensitivities`](crate::simulate::Simulation::sensitivities).
    ///
    /// # Errors
    /// If the run has none of that name.
    pub fn sensitivity(&self, name: &str) -> Result<Sensitivity<'_>, SensitivityError> {
        let ways = self.sensed.as_ref().map_or(&[][..], |sensed| &sensed.ways);
        let index = ways.iter().position(|(own, _)| own == name);
        match (&self.sensed, index) {
            (Some(sensed), Some(index)) => Ok(Sensitivity { run: self, sensed, index }),
            _ => {
                let names: Vec<String> = ways.iter().map(|(name, _)| format!("`{name}`")).collect();
                let known = if names.is_empty() { "none".into() } else { names.join(", ") };
                Err(SensitivityError::Unknown { name: name.to_owned(), known })
            }
        }
    }

    /// The derivatives of q, v and variables in all directions, in the order in which they were asked for, those of a family first.
    pub(crate) fn slopes_at_end(&self) -> Vec<Vec<f64>> {
        self.sensed.as_ref().map_or_else(Vec::new, |sensed| sensed.each(&sensed.end))
    }

    /// The largest error that they have in a step, in tolerances of the run.
    pub(crate) fn slope_error(&self) -> f64 {
        self.sensed.as_ref().map_or(0.0, |sensed| sensed.worst)
    }

    /// The same at the first sample.
    pub(crate) fn slopes_at_start(&self) -> Vec<Vec<f64>> {
        self.sensed
            .as_ref()
            .map_or_else(Vec::new, |sensed| sensed.samples.first().map_or_else(Vec::new, |all| sensed.each(all)))
    }

    /// Where the derivatives of the run are one-sided or uncertain, in the order in which that was found.
    pub fn flags(&self) -> &[Flag] {
        self.sensed.as_ref().map_or(&[], |sensed| &sensed.flags)
    }
}

impl<'r> Sensitivity<'r> {
    /// The derivative of a number that can be read of an instant, at every sample: of a place, a speed, a reaction, an energy, whatever the function reads, masses and lengths that depend on the parameter
    /// included. Where it has a corner it is not a number. Works have one if the run [was to follow them](crate::simulate::Sensitivities::and_works): else what reads them is not a number either.
    pub fn column(&self, value: impl Fn(&Snapshot<'_>) -> f64) -> Vec<f64> {
        let samples = self.run.samples.iter().zip(&self.sensed.samples);
        samples.map(|(sample, tails)| self.slope_of(&sample.state, tails, &value)).collect()
    }

    /// The derivative of such a number at the end of the run.
    pub fn at_end(&self, value: impl Fn(&Snapshot<'_>) -> f64) -> f64 {
        self.slope_of(self.run.end(), &self.sensed.end, &value)
    }

    /// The derivatives of all coordinates and velocities at a sample.
    pub fn sample(&self, index: usize) -> Option<StateSlope<'r>> {
        self.sensed.samples.get(index).map(|tails| self.split(tails))
    }

    /// The same at the end of the run.
    pub fn end(&self) -> StateSlope<'r> {
        self.split(&self.sensed.end)
    }

    /// The derivative of the instant at which something happened, found by its time: that of a transition, an event, an impact. None of what happens by the clock.
    pub fn instant(&self, t: f64) -> Option<f64> {
        let found = self.sensed.instants.iter().find(|(when, _)| *when == t);
        found.map(|(_, shifts)| shifts[self.index])
    }

    fn slope_of(&self, state: &State, tails: &[f64], value: &impl Fn(&Snapshot<'_>) -> f64) -> f64 {
        let gains = self.run.gains;
        let read =
            |model: &Model, state: &State| Ok::<_, Infallible>(vec![value(&Snapshot::alone(model, state, gains))]);
        let along = Along { t: 0.0, parts: self.part(tails) };
        let members = self.sensed.ways[self.index].1.iter().map(|(weight, model)| (*weight, model));
        let Ok(slope) = derivative(&self.run.model, state, along, members, read);
        slope[0]
    }

    fn part<'t>(&self, tails: &'t [f64]) -> &'t [f64] {
        let part: usize = self.sensed.sizes.iter().sum();
        &tails[self.index * part..(self.index + 1) * part]
    }

    fn split(&self, tails: &'r [f64]) -> StateSlope<'r> {
        let [n, m, own, _] = self.sensed.sizes;
        let (q, rest) = self.part(tails).split_at(n);
        let (v, rest) = rest.split_at(m);
        StateSlope { q, v, variables: &rest[..own] }
    }
}
