//! A run, and what is told of it.

use crate::request::{Request, RequestError};
use chetaev::prelude::*;
use chetaev::simulate::{Counters, Progress};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What is told of a run.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The columns that were asked for, by name. What cannot be evaluated is `null`.
    pub columns: BTreeMap<String, Vec<Option<f64>>>,
    /// Changes of friction and of contacts.
    pub transitions: Vec<Transition>,
    /// Instants of impacts, s.
    pub impacts: Vec<f64>,
    /// Evaluations of the equations of motion.
    pub evaluations: u64,
    /// How often it was not certain that the motion is right.
    pub doubts: Doubts,
    /// The largest error of the balance of energy, J.
    pub energy_error: f64,
    /// The largest violation of a constraint between positions.
    pub drift: f64,
    /// What a player's `load` takes, if a scene was asked for.
    pub scene: Option<Box<RawValue>>,
}

/// Where a motion may not be the only one, or something may have been missed: counts of the library's `Counters`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doubts {
    /// Starts, decisions and steps with more than one motion.
    pub ambiguous: u64,
    /// The same, where it is not certain that there is only one.
    pub uncertain: u64,
    /// Steps in which a change of friction may have been missed.
    pub unresolved: u64,
    /// Searches in which the closing of a contact may have been missed.
    pub unproved: u64,
}

/// The run that is asked for.
pub(crate) fn run(request: &Request) -> Result<Trajectory, RequestError> {
    let model = request.build()?;
    let start = request.start(&model)?;
    let (mut long, most) = (None, request.steps);
    let watch = |now: &Progress| {
        if now.steps < most {
            return ControlFlow::Continue(());
        }
        long = Some(RequestError::Long { t: now.t, end: now.t_end, steps: now.steps, step: now.step });
        ControlFlow::Break(())
    };
    let plan = Simulation::new(&model).tolerance(request.tolerance).every(request.every).progress(watch);
    let run = plan.run(start, request.end);
    match long {
        Some(error) => Err(error),
        None => Ok(run.map_err(Box::new)?),
    }
}

/// Runs what is asked for, and tells it.
///
/// # Errors
/// Every [`RequestError`].
pub fn reply(request: &Request) -> Result<Answer, RequestError> {
    let run = run(request)?;
    let names: Vec<&str> = request.columns.iter().map(String::as_str).collect();
    let table = run.columns(&names)?;
    let told = |name: &String| {
        let values = table.column(name).unwrap_or_default();
        (name.clone(), values.iter().map(|x| x.is_finite().then_some(*x)).collect())
    };
    let scene = match &request.scene {
        Some(scene) => Some(RawValue::from_string(scene.player(&run)?.to_json()?)?),
        None => None,
    };
    let Counters { ambiguous, uncertain, unresolved, unproved, evaluations, .. } = run.counters();
    Ok(Answer {
        columns: request.columns.iter().map(told).collect(),
        transitions: run.transitions().to_vec(),
        impacts: run.impacts().iter().map(|impact| impact.t).collect(),
        evaluations,
        doubts: Doubts { ambiguous, uncertain, unresolved, unproved },
        energy_error: run.energy_error(),
        drift: run.drift().largest_phi(),
        scene,
    })
}

/// The answer to a request in JSON, as JSON: `{"Ok":…}`, or `{"Err":"…"}` with the library's words.
#[must_use]
pub fn ask(request: &str) -> String {
    let answer = serde_json::from_str(request).map_err(RequestError::from).and_then(|request| reply(&request));
    match serde_json::to_string(&answer.map_err(|error| error.to_string())) {
        Ok(text) => text,
        Err(error) => format!("{{\"Err\":{:?}}}", error.to_string()),
    }
}
