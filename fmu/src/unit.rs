//! A unit at work: what an importing program makes of the files in `resources/`, in Rust that is safe.

use crate::built::Built;
use crate::contents::{Contents, Role, VERSION, method};
use crate::doubts::Doubts;
use crate::error::FmuError;
use crate::now::{Now, Phase};
use chetaev::model::State;
use chetaev::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A change this close to the beginning of a step, relative to 1 + |t|, does not end it: the step would not advance.
const SHORTEST: f64 = 1e-9;
/// Into so many parts a step of the importing program is divided where functions of time are looked at beforehand.
const FORESEEN: usize = 20;

/// A unit that has been instantiated.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) contents: Contents,
    file: Value,
    now: Now,
    /// The model with the parameters as they are now; none where one was changed since.
    built: Option<Built>,
}

/// How a step ended.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Reached {
    pub(crate) t: f64,
    /// Before the end that was asked for, because something changed.
    pub(crate) early: bool,
}

fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T, FmuError> {
    let path = folder.join(name);
    let file = path.display().to_string();
    let text = fs::read_to_string(&path).map_err(|source| FmuError::File { path: file.clone(), source })?;
    serde_json::from_str(&text).map_err(|error| FmuError::Contents { file, what: error.to_string() })
}

impl Unit {
    /// The unit whose files are in this folder, if the token is theirs.
    pub(crate) fn open(resources: &Path, token: &str) -> Result<Self, FmuError> {
        let contents: Contents = read(resources, "unit.json")?;
        if contents.token != token {
            let file = resources.join("unit.json").display().to_string();
            let what = format!("its token is {}, but the importing program shows {token}", contents.token);
            return Err(FmuError::Contents { file, what });
        }
        Self::new(contents, read(resources, "model.json")?)
    }

    pub(crate) fn new(contents: Contents, file: Value) -> Result<Self, FmuError> {
        if contents.version != VERSION {
            let what = format!("it has version {}, but this library reads version {VERSION}", contents.version);
            return Err(FmuError::Contents { file: "unit.json".into(), what });
        }
        let now = Now::first(&contents);
        Ok(Self { contents, file, now, built: None })
    }

    /// Back to where it was instantiated.
    pub(crate) fn reset(&mut self) {
        (self.now, self.built) = (Now::first(&self.contents), None);
    }

    pub(crate) fn enter_initialization(&mut self, tolerance: Option<f64>, t0: f64) -> Result<(), FmuError> {
        self.expect(&[Phase::Instantiated], "initialized")?;
        let now = &mut self.now;
        (now.phase, now.t0, now.tolerance) = (Phase::Initialization, t0, tolerance.unwrap_or(now.tolerance));
        Ok(())
    }

    pub(crate) fn exit_initialization(&mut self) -> Result<(), FmuError> {
        self.expect(&[Phase::Initialization], "started")?;
        self.refresh()?;
        self.now.phase = Phase::Running;
        Ok(())
    }

    pub(crate) fn terminate(&mut self) {
        self.now.phase = Phase::Terminated;
    }

    pub(crate) fn expect(&self, phases: &[Phase], what: &str) -> Result<(), FmuError> {
        if phases.contains(&self.now.phase) {
            return Ok(());
        }
        let is = match self.now.phase {
            Phase::Instantiated => "instantiated, but not initialized",
            Phase::Initialization => "being initialized",
            Phase::Running => "running",
            Phase::Terminated => "terminated",
        };
        Err(FmuError::Asked(format!("the unit cannot be {what} now: it is {is}")))
    }

    pub(crate) fn index(&self, reference: u32) -> Result<usize, FmuError> {
        let count = self.contents.variables.len();
        let index = (reference as usize).checked_sub(1).filter(|index| *index < count);
        index.ok_or_else(|| {
            FmuError::Asked(format!("there is no variable {reference}: there are 1 to {count}, and the time as 0"))
        })
    }

    /// The value of a variable now.
    pub(crate) fn get(&mut self, reference: u32) -> Result<f64, FmuError> {
        if reference == 0 {
            return Ok(self.now.state.as_ref().map_or(self.now.t0, |state| state.t));
        }
        let index = self.index(reference)?;
        if self.contents.variables[index].role == Role::Output {
            self.expect(&[Phase::Initialization, Phase::Running, Phase::Terminated], "read")?;
            self.refresh()?;
        }
        Ok(self.now.values[index])
    }

    /// Sets an input, or before the start a parameter.
    pub(crate) fn set(&mut self, reference: u32, value: f64) -> Result<(), FmuError> {
        let index = self.index(reference)?;
        let variable = &self.contents.variables[index];
        let refuse = |why: &str| Err(FmuError::Asked(format!("`{}` cannot be set to {value}: {why}", variable.name)));
        if !value.is_finite() {
            return refuse("it is not finite");
        }
        match variable.role {
            Role::Output => return refuse("it is an output"),
            Role::Input { .. } => self.now.read &= self.now.values[index].to_bits() == value.to_bits(),
            Role::Parameter { .. } | Role::Initial { .. } => {
                if !matches!(self.now.phase, Phase::Instantiated | Phase::Initialization) {
                    return refuse("it is a fixed parameter, to be set before the start");
                }
                (self.built, self.now.state, self.now.read) = (None, None, false);
            }
        }
        self.now.values[index] = value;
        Ok(())
    }

    /// Goes on to t + h; with leave to stop before, only to where friction or a contact changes.
    pub(crate) fn step(
        &mut self,
        t: f64,
        h: f64,
        may_stop: bool,
        told: &mut dyn FnMut(String),
    ) -> Result<Reached, FmuError> {
        self.expect(&[Phase::Running], "stepped")?;
        let from = self.start()?;
        let near = SHORTEST * (1.0 + t.abs());
        if (from.t - t).abs() > near {
            return Err(FmuError::Asked(format!(
                "a step from {t} s was asked for, but the unit stands at {} s",
                from.t
            )));
        }
        if !(h >= 0.0 && h.is_finite()) {
            return Err(FmuError::Asked(format!("a step of {h} s was asked for: it must be finite and not negative")));
        }
        let (asked, began) = ((t + h).max(from.t), from.t);
        let built = self.built()?;
        let mut run = self.run(built, from.clone(), asked)?;
        let mut reached = Reached { t: asked, early: false };
        if may_stop {
            let changes = run.transitions().iter().map(|it| it.t).chain(run.impacts().iter().map(|it| it.t));
            let first = changes.filter(|at| *at > began + near && *at < asked - near).reduce(f64::min);
            if let Some(t) = first {
                // The state at the change itself, and not one that is interpolated: the run is made once more, up to there.
                (run, reached) = (self.run(built, from, t)?, Reached { t, early: true });
            }
        }
        for change in run.transitions() {
            told(format!("`{}` changes from {:?} to {:?} at t = {} s", change.name, change.from, change.to, change.t));
        }
        for impact in run.impacts() {
            told(format!("an impact at t = {} s", impact.t));
        }
        let found = Doubts::of(run.counters());
        if let Some(words) = found.words(began, reached.t) {
            told(words);
        }
        let (doubts, state) = (self.now.doubts.and(found), run.end().clone());
        let outputs = built.read(&run, &doubts);
        self.take(outputs);
        (self.now.state, self.now.doubts) = (Some(state), doubts);
        Ok(reached)
    }

    /// All that changes.
    pub(crate) fn keep(&self) -> Now {
        self.now.clone()
    }

    pub(crate) fn to_bytes(&self, kept: &Now) -> Result<Vec<u8>, FmuError> {
        kept.to_bytes(&self.contents.token)
    }

    pub(crate) fn of_bytes(&self, bytes: &[u8]) -> Result<Now, FmuError> {
        let now = Now::of_bytes(bytes, &self.contents.token)?;
        let (found, expected) = (now.values.len(), self.contents.variables.len());
        if found != expected {
            return Err(FmuError::Asked(format!("the state has {found} values, and the unit {expected} variables")));
        }
        Ok(now)
    }

    /// Goes back to what was kept.
    pub(crate) fn restore(&mut self, kept: &Now) {
        let fixed = |now: &Now| {
            let set = now.values.iter().zip(&self.contents.variables);
            let set = set.filter(|(_, it)| matches!(it.role, Role::Parameter { .. } | Role::Initial { .. }));
            set.map(|(value, _)| value.to_bits()).collect::<Vec<u64>>()
        };
        if fixed(kept) != fixed(&self.now) {
            self.built = None;
        }
        self.now = kept.clone();
    }

    /// The outputs, where they are not those of the present state and inputs: those with which a run would begin, made by one of no length.
    pub(crate) fn refresh(&mut self) -> Result<(), FmuError> {
        if self.now.read && self.now.state.is_some() {
            return Ok(());
        }
        let from = self.start()?;
        let built = self.built()?;
        let run = self.run(built, from.clone(), from.t)?;
        let outputs = built.read(&run, &self.now.doubts);
        self.take(outputs);
        Ok(())
    }

    fn take(&mut self, outputs: Vec<(usize, f64)>) {
        outputs.into_iter().for_each(|(index, value)| self.now.values[index] = value);
        self.now.read = true;
    }

    /// The state to go on from, with the inputs as they are now. Whatever was not built yet is.
    pub(crate) fn start(&mut self) -> Result<State, FmuError> {
        if self.built.is_none() {
            self.built = Some(Built::new(&self.contents, &self.file, &self.now.values)?);
        }
        if self.now.state.is_none() {
            self.now.state = Some(self.place()?);
        }
        let (built, state) = (self.built()?, self.now.state.as_ref());
        let mut state = state.ok_or_else(|| FmuError::Asked("the unit has no state".into()))?.clone();
        for (index, id) in &built.inputs {
            state.set_variable(*id, self.now.values[*index]);
        }
        Ok(state)
    }

    pub(crate) fn built(&self) -> Result<&Built, FmuError> {
        self.built.as_ref().ok_or_else(|| FmuError::Asked("the unit has no model yet".into()))
    }

    /// Where it starts. A start that is that of the file is taken over to the last bit; another one is made consistent.
    fn place(&self) -> Result<State, FmuError> {
        let (start, model) = (&self.contents.start, &self.built()?.model);
        let is_input = |index: &usize| matches!(self.contents.variables[*index].role, Role::Input { .. });
        let changed = (0..self.now.values.len())
            .filter(|index| !is_input(index) && self.contents.variables[*index].role != Role::Output)
            .any(|index| self.contents.is_set(index, &self.now.values));
        if !changed && start.t == self.now.t0 {
            return Ok(start.clone());
        }
        let mut start = model.start_from(start.clone().at(self.now.t0));
        for coordinate in &self.contents.hold {
            start = start.hold(coordinate);
        }
        for (variable, value) in self.contents.variables.iter().zip(&self.now.values) {
            if let Role::Initial { of, .. } = &variable.role {
                let is_coordinate = model.coordinate_names().iter().any(|name| name == of);
                start = if is_coordinate {
                    start.set(of, *value).hold(of)
                } else {
                    start.set_velocity(of, *value).keep(of)
                };
            }
        }
        Ok(start.project()?.into())
    }

    pub(crate) fn run(&self, built: &Built, from: State, to: f64) -> Result<Trajectory, FmuError> {
        let mut plan = Simulation::new(&built.model).method(method(&self.contents.method)?);
        plan = plan.tolerance(self.now.tolerance).output(Output::Ends);
        if let Some(longest) = self.contents.max_step {
            plan = plan.max_step(longest);
        }
        let began = from.t;
        plan = plan.foresee(FORESEEN);
        plan.run(from, to).map_err(|error| FmuError::Run { from: began, to, source: Box::new(error.failure) })
    }
}
