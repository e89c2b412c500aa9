//! Results as plain data: everything of a trajectory but its model.

use super::snapshot::Solution;
use super::trajectory::{Sample, Step};
use super::{Counters, Drift, EventRecord, Rubbed, Trajectory, Transition};
use crate::dynamics::{Baumgarte, State};
use crate::model::Model;
use crate::store::StoreError;
use serde::{Deserialize, Serialize};

/// A trajectory without its model, to be written with any format of serde, and read again [with](Record::of) the model that ran.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    samples: Vec<(State, Solution)>,
    steps: Vec<Step>,
    gains: Baumgarte,
    start: f64,
    last: State,
    events: Vec<EventRecord>,
    transitions: Vec<Transition>,
    rubbed: Vec<Rubbed>,
    largest_coupling: f64,
    counters: Counters,
    drift: Drift,
}

impl Trajectory {
    /// Everything but the model, as plain data.
    pub fn record(&self) -> Record {
        Record {
            samples: self.samples.iter().map(|sample| (sample.state.clone(), sample.solution.clone())).collect(),
            steps: self.steps.clone(),
            gains: self.gains,
            start: self.start,
            last: self.last.clone(),
            events: self.events.clone(),
            transitions: self.transitions.clone(),
            rubbed: self.rubbed.clone(),
            largest_coupling: self.largest_coupling,
            counters: self.counters,
            drift: self.drift.clone(),
        }
    }
}

impl Record {
    /// The trajectory again. `model` must be the one that ran, or one that was read back from its plain data.
    pub fn of(self, model: &Model) -> Result<Trajectory, StoreError> {
        let events = self.events.iter().map(|event| &event.state);
        let states = self.samples.iter().map(|(state, _)| state).chain(events).chain([&self.last]);
        for state in states {
            fits(model, state)?;
        }
        let frictions = ("friction points", self.rubbed.len(), model.friction_names().len());
        let solved = |(_, s): &(State, Solution)| {
            let rows = [&s.multipliers, &s.phi, &s.rate, &s.second];
            [("accelerations", s.acceleration.len(), model.velocities())]
                .into_iter()
                .chain(rows.map(|row| ("rows", row.len(), model.rows())))
        };
        let drift = [&self.drift.phi, &self.drift.rate, &self.drift.second].map(|d| ("rows", d.len(), model.rows()));
        let sizes: Vec<_> = self.samples.iter().flat_map(solved).chain(drift).chain([frictions]).collect();
        StoreError::check(sizes)?;
        let sample = |(state, solution)| Sample { state, solution };
        Ok(Trajectory {
            samples: self.samples.into_iter().map(sample).collect(),
            steps: self.steps,
            gains: self.gains,
            start: self.start,
            last: self.last,
            events: self.events,
            transitions: self.transitions,
            rubbed: self.rubbed,
            largest_coupling: self.largest_coupling,
            counters: self.counters,
            drift: self.drift,
            ..Trajectory::new(model, State::default())
        })
    }
}

/// Has a state as many numbers as the model?
fn fits(model: &Model, state: &State) -> Result<(), StoreError> {
    let like = model.placed();
    StoreError::check([
        ("coordinates", state.q.len(), like.q.len()),
        ("velocities", state.v.len(), like.v.len()),
        ("works", state.works.len(), like.works.len()),
        ("modes", state.modes.len(), like.modes.len()),
        ("signs", state.signs.len(), like.signs.len()),
        ("warm starts", state.memory.len(), like.memory.len()),
    ])
}
