//! A run, and what is told of it.

use crate::request::{Request, RequestError};
use chetaev::prelude::*;
use chetaev::simulate::Progress;
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
    /// The largest error of the balance of energy, J.
    pub energy_error: f64,
    /// The largest violation of a constraint between positions.
    pub drift: f64,
    /// What a player's `load` takes, if a scene was asked for.
    pub scene: Option<Box<RawValue>>,
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
    Ok(Answer {
        columns: request.columns.iter().map(told).collect(),
        transitions: run.transitions().to_vec(),
        impacts: run.impacts().iter().map(|impact| impact.t).collect(),
        evaluations: run.counters().evaluations,
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
