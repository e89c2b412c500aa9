//! Writing a unit.

use crate::built::{Shown, input};
use crate::contents::{Contents, Role, VERSION, Variable, method};
use crate::error::FmuError;
use crate::identifier::{identifier, token};
use crate::library::{folder, own, platform};
use crate::unit::Unit;
use crate::xml::{About, Standard, description};
use chetaev::model::State;
use chetaev::ode::Method;
use chetaev::prelude::Model;
use chetaev::store::Zip;
use chetaev_place::Place;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A model on its way to being a unit: its inputs, parameters and outputs.
///
/// What is given in the wrong way (a name that is not there, a place at which no number stands) is told by [`write`](Self::write).
#[derive(Clone, Debug)]
#[must_use = "a unit is nothing until it is written"]
pub struct Fmu {
    model: Model,
    name: String,
    about: Option<String>,
    start: Option<State>,
    hold: Vec<String>,
    method: Method,
    tolerance: f64,
    max_step: Option<f64>,
    step: Option<f64>,
    stop: Option<f64>,
    wanted: Vec<(Wanted, Option<String>, Option<String>)>,
    libraries: Vec<(String, PathBuf)>,
    standard: Standard,
}

#[derive(Clone, Debug)]
enum Wanted {
    Input(String),
    Parameter(String, Vec<Place>),
    Initial(String, String),
    Output(String),
}

impl Fmu {
    /// A unit of this model, without variables yet. It starts where the bodies were placed, made consistent.
    pub fn new(model: &Model) -> Self {
        Self {
            model: model.clone(),
            name: "mechanism".into(),
            about: None,
            start: None,
            hold: Vec::new(),
            method: Method::Dop853,
            tolerance: 1e-9,
            max_step: None,
            step: None,
            stop: None,
            wanted: Vec::new(),
            libraries: Vec::new(),
            standard: Standard::Three,
        }
    }

    /// Its name.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// A unit of FMI 2.0 instead of 3.0, for programs that do not read the newer one. It has no early return.
    pub fn fmi2(self) -> Self {
        Self { standard: Standard::Two, ..self }
    }

    /// What it is, in a sentence or two.
    pub fn about(self, about: impl Into<String>) -> Self {
        Self { about: Some(about.into()), ..self }
    }

    /// An [input](chetaev::model::ModelBuilder::input) of the model, by its name, with its unit (`"N.m"`, `"1"`). It is held over a step.
    pub fn input(self, name: impl Into<String>, unit: &str) -> Self {
        self.with(Wanted::Input(name.into()), Some(unit))
    }

    /// A number of the model file that can be set before the start, by where it stands (docs/model-file.md): list, name, fields. Of several places, all are set, each to the
    /// parameter times its factor.
    pub fn parameter<P: Into<Place>>(self, name: impl Into<String>, places: impl IntoIterator<Item = P>) -> Self {
        self.with(Wanted::Parameter(name.into(), places.into_iter().map(Into::into).collect()), None)
    }

    /// A coordinate of the start, `disk.theta`, or a velocity, `disk.omega`, as a parameter. What else must move with it does.
    pub fn initial(self, name: impl Into<String>, of: impl Into<String>) -> Self {
        self.with(Wanted::Initial(name.into(), of.into()), None)
    }

    /// A column, by its name: see [`Trajectory::columns`](chetaev::simulate::Trajectory::columns). Besides, `doubts.ambiguous`, `.uncertain`, `.unresolved` and `.unproved` count over all steps what
    /// [`Counters`](chetaev::simulate::Counters) does.
    pub fn output(self, column: impl Into<String>) -> Self {
        self.with(Wanted::Output(column.into()), None)
    }

    fn with(mut self, wanted: Wanted, unit: Option<&str>) -> Self {
        self.wanted.push((wanted, unit.map(str::to_owned), None));
        self
    }

    /// The unit of the variable that was given last: of coordinates, forces and energies it follows from the model.
    pub fn unit(mut self, unit: impl Into<String>) -> Self {
        if let Some((_, last, _)) = self.wanted.last_mut() {
            *last = Some(unit.into());
        }
        self
    }

    /// What the variable is that was given last.
    pub fn described(mut self, text: impl Into<String>) -> Self {
        if let Some((_, _, last)) = self.wanted.last_mut() {
            *last = Some(text.into());
        }
        self
    }

    /// Starts from this state: of a run, or of [`Start::project`](chetaev::dynamics::Start::project).
    pub fn start(self, state: impl Into<State>) -> Self {
        Self { start: Some(state.into()), ..self }
    }

    /// A coordinate that stays where it is when a parameter changes the start.
    pub fn hold(mut self, coordinate: impl Into<String>) -> Self {
        self.hold.push(coordinate.into());
        self
    }

    /// The method: of those with error control, the library's own.
    pub fn method(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// The relative tolerance (1e-9), where the importing program gives none.
    pub fn tolerance(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// Upper limit of the steps within a communication step.
    pub fn max_step(self, max_step: f64) -> Self {
        Self { max_step: Some(max_step), ..self }
    }

    /// The communication step that is proposed to importing programs.
    pub fn step(self, step: f64) -> Self {
        Self { step: Some(step), ..self }
    }

    /// The end of the run that is proposed to importing programs.
    pub fn stop(self, stop: f64) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The built library of a platform, as FMI calls it (`x86_64-linux`, `aarch64-darwin`, `x86_64-windows`). If none is named, that of this build is looked for beside the
    /// running program.
    pub fn library(mut self, platform: impl Into<String>, file: impl Into<PathBuf>) -> Self {
        self.libraries.push((platform.into(), file.into()));
        self
    }

    /// Writes the unit: whole, or not at all.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), FmuError> {
        let path = path.as_ref();
        let named = |path: &Path| {
            let path = path.display().to_string();
            move |source| FmuError::File { path, source }
        };
        let mut archive = Zip::new();
        for (name, text) in self.texts()? {
            archive.add(name, text.as_bytes()).map_err(named(path))?;
        }
        let mut libraries = self.libraries.clone();
        if libraries.is_empty() {
            libraries.push((platform(), own()?));
        }
        for (platform, file) in &libraries {
            let ending = file.extension().and_then(|it| it.to_str()).unwrap_or("so");
            let bytes = fs::read(file).map_err(named(file))?;
            let name = format!("binaries/{}/{}.{ending}", folder(self.standard, platform), identifier(&self.name));
            archive.add(&name, &bytes).map_err(named(path))?;
        }
        archive.write(path).map_err(named(path))
    }

    /// The text of its `modelDescription.xml`.
    pub fn description(&self) -> Result<String, FmuError> {
        let [(_, description), ..] = self.texts()?;
        Ok(description)
    }

    /// Everything but the libraries. The unit is instantiated and started once, so that what does not work is told here and not to somebody else.
    fn texts(&self) -> Result<[(&'static str, String); 3], FmuError> {
        let wrong = |error: serde_json::Error| FmuError::Contents { file: "unit.json".into(), what: error.to_string() };
        let text = serde_json::to_string(&self.model.saved()?).map_err(wrong)?;
        let mut file = serde_json::from_str(&text).map_err(wrong)?;
        let start = match &self.start {
            Some(state) => state.clone(),
            None => self.model.start().project()?.into(),
        };
        let found = [start.q.len(), start.v.len(), start.variables.len()];
        let expected = [self.model.coordinates(), self.model.velocities(), self.model.variable_names().len()];
        if found != expected {
            return Err(FmuError::State { found, expected });
        }
        method(&format!("{:?}", self.method))?;
        let variables = self.wanted.iter().map(|wanted| self.variable(wanted, &start, &mut file));
        let mut contents = Contents {
            version: VERSION,
            token: String::new(),
            start: start.clone(),
            hold: self.hold.clone(),
            method: format!("{:?}", self.method),
            tolerance: self.tolerance,
            max_step: self.max_step,
            variables: variables.collect::<Result<_, _>>()?,
        };
        let mut names = vec!["time"];
        for variable in &contents.variables {
            if names.contains(&variable.name.as_str()) {
                return Err(FmuError::Twice { name: variable.name.clone() });
            }
            names.push(&variable.name);
        }
        contents.token = token(&[&self.name, &text, &serde_json::to_string(&contents).map_err(wrong)?]);
        let mut unit = Unit::new(contents.clone(), file)?;
        unit.enter_initialization(None, start.t)?;
        unit.exit_initialization()?;
        let about = About {
            standard: self.standard,
            name: &self.name,
            identifier: &identifier(&self.name),
            description: self.about.as_deref(),
            step: self.step,
            stop: self.stop,
        };
        Ok([
            ("modelDescription.xml", description(&about, &contents)),
            ("resources/model.json", text),
            ("resources/unit.json", serde_json::to_string(&contents).map_err(wrong)?),
        ])
    }

    /// A variable, with the value that it has in the model.
    fn variable(
        &self,
        (wanted, unit, description): &(Wanted, Option<String>, Option<String>),
        state: &State,
        file: &mut Value,
    ) -> Result<Variable, FmuError> {
        let unit_of = |shown: Shown| unit.clone().or_else(|| shown.unit().map(str::to_owned));
        let (name, role, unit) = match wanted {
            Wanted::Input(name) => {
                (name, Role::Input { start: state.variable(input(&self.model, name)?) }, unit.clone())
            }
            Wanted::Parameter(name, places) => {
                let first = places.first().ok_or_else(|| FmuError::NoPlace { name: name.clone() })?;
                if let Some(place) = places.iter().find(|place| place.is_of_start()) {
                    let (name, place) = (name.clone(), place.path().to_owned());
                    return Err(FmuError::Ineffective { name, place });
                }
                let start = first.get(name, file)?;
                places.iter().try_for_each(|place| place.agrees(name, file, start))?;
                (name, Role::Parameter { start, places: places.clone() }, unit.clone())
            }
            Wanted::Initial(name, of) => {
                let (coordinates, velocities) = (self.model.coordinate_names(), self.model.velocity_names());
                let values = coordinates.iter().zip(&state.q).chain(velocities.iter().zip(&state.v));
                let found = values.clone().find(|(name, _)| *name == of).map(|(_, value)| *value);
                let start = found.ok_or_else(|| FmuError::Coordinate {
                    name: name.clone(),
                    of: of.clone(),
                    known: values.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", "),
                })?;
                (name, Role::Initial { start, of: of.clone() }, unit_of(Shown::named(&self.model, of)?))
            }
            Wanted::Output(name) => (name, Role::Output, unit_of(Shown::named(&self.model, name)?)),
        };
        Ok(Variable { name: name.clone(), role, unit, description: description.clone() })
    }
}
