//! Reading derivatives of a run.

use super::Trajectory;
use super::sensed::Sensed;
use super::snapshot::Snapshot;
use crate::model::{Model, State};
use crate::simulate::sensitivity::{Along, Flag, Near, SensitivityError, derivative_or_corner, kinds, orthonormal};
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
        let index = ways.iter().position(|way| way.name == name);
        if self.forgot {
            return Err(SensitivityError::Forgotten);
        }
        match (&self.sensed, index) {
            (Some(sensed), Some(index)) => Ok(Sensitivity { run: self, sensed, index }),
            _ => {
                let names: Vec<String> = ways.iter().map(|way| format!("`{}`", way.name)).collect();
                let known = if names.is_empty() { "none".into() } else { names.join(", ") };
                Err(SensitivityError::Unknown { name: name.to_owned(), known })
            }
        }
    }

    /// The names of the derivatives that the run carries, those of a family first; none of a run that was not asked for any.
    ///
    /// # Errors
    /// If it had some, and was saved without them.
    pub fn directions(&self) -> Result<Vec<&str>, SensitivityError> {
        match self.forgot {
            true => Err(SensitivityError::Forgotten),
            false => Ok(self.sensed.iter().flat_map(|sensed| &sensed.ways).map(|way| &*way.name).collect()),
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

    /// The derivatives of an instant in all directions.
    pub(crate) fn instant_slopes(&self, t: f64) -> Option<&[f64]> {
        self.sensed.as_ref().and_then(|sensed| sensed.instant(t))
    }

    /// The derivatives of a number at the end of the run in all directions, in the order in which they were asked for: of a family those by its [values](crate::simulate::Family::values), then those by the start. Nothing of a
    /// run without derivatives.
    ///
    /// By all knots of signals at the price of a few.
    pub fn gradient(&self, value: impl Fn(&Snapshot<'_>) -> f64) -> Vec<f64> {
        self.sensed.as_ref().map_or_else(Vec::new, |sensed| self.all_slopes(sensed, self.end(), &sensed.end, &value))
    }

    /// The same at every sample.
    pub fn gradients(&self, value: impl Fn(&Snapshot<'_>) -> f64) -> Vec<Vec<f64>> {
        let Some(sensed) = &self.sensed else { return Vec::new() };
        let samples = self.samples.iter().zip(&sensed.samples);
        samples.map(|(sample, tails)| self.all_slopes(sensed, &sample.state, tails, &value)).collect()
    }

    /// The derivatives in all directions at a state. Those of knots lie in a few columns (Y16), along which the number is read.
    fn all_slopes(
        &self,
        sensed: &Sensed,
        state: &State,
        tails: &[f64],
        value: &impl Fn(&Snapshot<'_>) -> f64,
    ) -> Vec<f64> {
        let read = |model: &Model, state: &State| value(&Snapshot::alone(model, state, self.gains));
        let all = sensed.each(tails);
        let knots: Vec<usize> = (0..all.len()).filter(|&k| sensed.ways[k].signal().is_some()).collect();
        let columns: Vec<Vec<f64>> = knots.iter().map(|&k| all[k].clone()).collect();
        let (basis, parts) = orthonormal(&columns, &kinds(sensed.sizes));
        let basis: Vec<f64> =
            basis.iter().map(|column| slope(&self.model, state, (column, 0.0), std::iter::empty(), &read)).collect();
        let mut slopes = vec![0.0; all.len()];
        for (&k, parts) in knots.iter().zip(&parts) {
            slopes[k] = basis.iter().zip(parts).map(|(slope, part)| slope * part).sum();
        }
        let shift = |k: usize| sensed.shift(k, state.t);
        // Where the run was ended time goes along with a knot, too.
        if let Some(one) = knots.iter().copied().find(|&k| shift(k) != 0.0) {
            let still = vec![0.0; all[one].len()];
            let in_time = slope(&self.model, state, (&still, 1.0), std::iter::empty(), &read);
            knots.iter().for_each(|&k| slopes[k] += shift(k) * in_time);
        }
        let mut sources = vec![None; sensed.near.len()];
        for (k, to) in slopes.iter_mut().enumerate() {
            let way = &sensed.ways[k];
            if way.signal().is_none() {
                *to = slope(&self.model, state, (&all[k], shift(k)), way.models(&sensed.near, state.t), &read);
                continue;
            }
            for (source, part) in way.parts(state.t).filter(|(_, part)| *part != 0.0) {
                let still = vec![0.0; all[k].len()];
                let near = std::iter::once((1.0, &sensed.near[source]));
                let by = || slope(&self.model, state, (&still, 0.0), near, &read);
                *to += part * *sources[source].get_or_insert_with(by);
            }
        }
        slopes
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

    /// The derivative of such a number at the end of the run: where an event ends it, that end moves with the parameter, and with it a sample there.
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
        self.sensed.instant(t).map(|shifts| shifts[self.index])
    }

    fn slope_of(&self, state: &State, tails: &[f64], value: &impl Fn(&Snapshot<'_>) -> f64) -> f64 {
        let read = |model: &Model, state: &State| value(&Snapshot::alone(model, state, self.run.gains));
        let members = self.sensed.ways[self.index].models(&self.sensed.near, state.t);
        slope(&self.run.model, state, (self.part(tails), self.sensed.shift(self.index, state.t)), members, &read)
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

/// The derivative of a number along one direction, with which time may go along.
fn slope<'m>(
    model: &Model,
    state: &State,
    (parts, t): (&[f64], f64),
    members: impl Iterator<Item = (f64, &'m Near)>,
    read: &impl Fn(&Model, &State) -> f64,
) -> f64 {
    let read = |model: &Model, state: &State, _: f64| Ok::<_, Infallible>([read(model, state)].to_vec());
    let Ok((slope, corners)) = derivative_or_corner(model, state, (Along { t, parts }, 0.0), members, read);
    if corners.here.is_some() { f64::NAN } else { slope[0] }
}
