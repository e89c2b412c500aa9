//! Results as plain data: everything of a trajectory but its model.

use super::solved::Solution;
use super::trajectory::{Sample, Step};
use super::{Counters, Drift, EventRecord, FrictionSummary, Impact, Trajectory, Transition};
use crate::dynamics::{Baumgarte, State};
use crate::element::listed;
use crate::model::Model;
use crate::ode::Stiffness;
use crate::store::StoreError;
use serde::{Deserialize, Serialize};

/// A trajectory without its model and its derivatives, to be written with any format of serde, and read again [with](Record::of) the model that ran.
///
/// What is read of derivatives that a run had before it was written is [`SensitivityError::Forgotten`](crate::simulate::SensitivityError::Forgotten).
// One list or number for each that a trajectory has.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    samples: Vec<(State, Solution)>,
    steps: Vec<Step>,
    gains: Baumgarte,
    start: f64,
    last: State,
    events: Vec<EventRecord>,
    transitions: Vec<Transition>,
    impacts: Vec<Impact>,
    friction: Vec<FrictionSummary>,
    #[serde(with = "crate::store::bound")]
    largest_coupling: f64,
    stiffness: Option<Stiffness>,
    counters: Counters,
    drift: Drift,
    /// Had it derivatives? They are not written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    sensed: bool,
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
            impacts: self.impacts.clone(),
            friction: self.friction.clone(),
            largest_coupling: self.largest_coupling,
            stiffness: self.stiffness,
            counters: self.counters,
            drift: self.drift.clone(),
            sensed: self.sensed.is_some() || self.forgot,
        }
    }
}

impl Record {
    /// The trajectory again. `model` must be the one that ran, or one that was read back from its plain data.
    pub fn of(self, model: &Model) -> Result<Trajectory, StoreError> {
        self.check_sizes(model)?;
        self.check_numbers(model)?;
        let sample = |(state, solution)| Sample { state, solution };
        // A file knows handles by their index alone.
        let change = |it: Transition| Transition {
            point: it.point.map(|point| model.friction_at(point.index as usize)),
            contact: it.contact.map(|contact| model.contact_at(contact.index as usize)),
            ..it
        };
        let event = |it: EventRecord| EventRecord { event: model.event_at(it.event.index as usize), ..it };
        Ok(Trajectory {
            samples: self.samples.into_iter().map(sample).collect(),
            steps: self.steps,
            gains: self.gains,
            start: self.start,
            last: self.last,
            events: self.events.into_iter().map(event).collect(),
            impacts: self.impacts,
            transitions: self.transitions.into_iter().map(change).collect(),
            friction: self.friction,
            largest_coupling: self.largest_coupling,
            stiffness: self.stiffness,
            counters: self.counters,
            drift: self.drift,
            forgot: self.sensed,
            ..Trajectory::new(model, State::default())
        })
    }

    /// Every list that is read by the index of something in the model must have as many numbers.
    fn check_sizes(&self, model: &Model) -> Result<(), StoreError> {
        for state in self.states() {
            fits(model, state)?;
        }
        let (rows, points) = (model.rows(), model.friction_names().len());
        let solved = |(_, s): &(State, Solution)| {
            let rows = [&s.multipliers, &s.phi, &s.rate, &s.second].map(|row| ("rows", row.len(), model.rows()));
            let others = [
                ("accelerations", s.acceleration.len(), model.velocities()),
                ("friction points", s.shared.len(), points),
            ];
            rows.into_iter().chain(others)
        };
        let drift = [&self.drift.phi, &self.drift.rate, &self.drift.second].map(|d| ("rows", d.len(), rows));
        let levels = ("rows", self.drift.position.len(), rows);
        let frictions = ("friction points", self.friction.len(), points);
        let sizes: Vec<_> = self.samples.iter().flat_map(solved).chain(drift).chain([levels, frictions]).collect();
        StoreError::check(sizes)?;
        self.steps.iter().try_for_each(|step| step.fits(model))
    }

    /// Numbers that a run cannot have written: a state that is not finite, a time before the one before, a name that the model does not have.
    fn check_numbers(&self, model: &Model) -> Result<(), StoreError> {
        let damaged = |good: bool, what: &dyn Fn() -> String| match good {
            true => Ok(()),
            false => Err(StoreError::Damaged { what: what() }),
        };
        let finite = |numbers: &[f64]| numbers.iter().all(|x| x.is_finite());
        for State { t, q, v, works, signs, .. } in self.states() {
            let numbers = [&[*t][..], q, v, works, signs];
            damaged(numbers.into_iter().all(finite), &|| format!("a number of the state at {t} s is not finite"))?;
        }
        let Baumgarte { alpha, beta, gamma } = self.gains;
        let gains = [alpha, beta, gamma, self.start];
        damaged(finite(&gains), &|| format!("of its gains and the time of its start, {gains:?}, one is not finite"))?;
        let rising = |whose: &str, times: Vec<f64>| {
            let fall = times.windows(2).find(|pair| !pair.is_sorted()).unwrap_or_default();
            damaged(fall.is_empty(), &|| format!("the times of its {whose} do not rise: {fall:?} s"))
        };
        rising("samples", self.samples.iter().map(|sample| sample.0.t).collect())?;
        rising("steps", self.steps.iter().flat_map(Step::ends).collect())?;
        let levels = self.drift.position.iter().zip(&model.inner.layout.position_rows);
        for (row, (found, known)) in levels.enumerate() {
            damaged(found == known, &|| {
                format!("its drift takes `{}` for a row of the other level", model.row_name(row))
            })?;
        }
        for change in &self.transitions {
            let Transition { t, name, .. } = change;
            let (point, contact) = (model.friction(name), model.contact(name));
            let same = match change.contact {
                Some(known) => contact.is_some_and(|id| id.index == known.index),
                None => point.map(|id| id.index) == change.point.map(|id| id.index) && point.is_some(),
            };
            damaged(same && t.is_finite(), &|| {
                format!("its transition of `{name}` at {t} s is of nothing in the model")
            })?;
        }
        Ok(())
    }

    fn states(&self) -> impl Iterator<Item = &State> {
        let events = self.events.iter().map(|event| &event.state);
        self.samples.iter().map(|(state, _)| state).chain(events).chain([&self.last])
    }
}

/// Has a state as many numbers as the model, under the same names?
fn fits(model: &Model, state: &State) -> Result<(), StoreError> {
    let like = model.placed();
    StoreError::check([
        ("coordinates", state.q.len(), like.q.len()),
        ("velocities", state.v.len(), like.v.len()),
        ("works", state.works.len(), like.works.len()),
        ("variables", state.variables.len(), like.variables.len()),
        ("modes", state.modes.len(), like.modes.len()),
        ("signs", state.signs.len(), like.signs.len()),
        ("warm starts", state.memory.len(), like.memory.len()),
    ])?;
    if state.names.fit(like.names) {
        return Ok(());
    }
    Err(StoreError::OtherNames { bodies: listed(model.body_names()) })
}
