//! A model with parameters as they are set, and its variables.

use crate::contents::{Contents, Role};
use crate::doubts::{Doubts, KINDS};
use crate::error::FmuError;
use chetaev::element::VariableId;
use chetaev::model::SavedModel;
use chetaev::prelude::*;
use chetaev::simulate::{Column, UnknownColumn};
use chetaev_place::Place;
use serde_json::Value;

#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) model: Model,
    /// By index among the variables.
    pub(crate) inputs: Vec<(usize, VariableId)>,
    pub(crate) outputs: Vec<(usize, Shown)>,
}

/// What an output shows.
#[derive(Debug)]
pub(crate) enum Shown {
    Column(Column),
    /// A count of doubts, by its kind.
    Doubts(usize),
}

impl Shown {
    /// By its name: a column, or else a count.
    pub(crate) fn named(model: &Model, name: &str) -> Result<Self, UnknownColumn> {
        let kind = KINDS.iter().position(|kind| name.strip_prefix("doubts.") == Some(kind));
        model.column(name).map(Self::Column).or_else(|error| kind.map(Self::Doubts).ok_or(error))
    }

    pub(crate) fn unit(&self) -> Option<&'static str> {
        match self {
            Self::Column(column) => column.unit(),
            Self::Doubts(_) => Some("1"),
        }
    }
}

impl Built {
    pub(crate) fn new(contents: &Contents, file: &Value, values: &[f64]) -> Result<Self, FmuError> {
        let mut file = file.clone();
        for (index, variable) in contents.variables.iter().enumerate() {
            if let Role::Parameter { places, .. } = &variable.role
                && contents.is_set(index, values)
            {
                places.iter().try_for_each(|place: &Place| place.set(&variable.name, &mut file, values[index]))?;
            }
        }
        let wrong = |what: serde_json::Error| FmuError::Contents { file: "model.json".into(), what: what.to_string() };
        let model = serde_json::from_value::<SavedModel>(file).map_err(wrong)?.build()?;
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for (index, variable) in contents.variables.iter().enumerate() {
            match variable.role {
                Role::Input { .. } => inputs.push((index, input(&model, &variable.name)?)),
                Role::Output => outputs.push((index, Shown::named(&model, &variable.name)?)),
                _ => {}
            }
        }
        Ok(Self { model, inputs, outputs })
    }

    /// The outputs at the end of a run, by index among the variables.
    pub(crate) fn read(&self, run: &Trajectory, doubts: &Doubts) -> Vec<(usize, f64)> {
        let Some(at) = run.last() else { return Vec::new() };
        let shown = |shown: &Shown| match shown {
            Shown::Column(column) => column.at(&at),
            Shown::Doubts(kind) => doubts.0[*kind] as f64,
        };
        self.outputs.iter().map(|(index, it)| (*index, shown(it))).collect()
    }
}

/// An input of the model.
pub(crate) fn input(model: &Model, name: &str) -> Result<VariableId, FmuError> {
    model.variable(name).ok_or_else(|| {
        let known = model.variable_names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        FmuError::Input { name: name.to_owned(), known }
    })
}
