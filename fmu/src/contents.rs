//! What stands in `resources/unit.json`, beside the model in `resources/model.json`.

use crate::error::FmuError;
use chetaev::model::State;
use chetaev::ode::Method;
use chetaev_place::Place;
use serde::{Deserialize, Serialize};

/// The version of this file.
pub(crate) const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contents {
    pub(crate) version: u32,
    /// What the importing program must show: it belongs to these contents and no others.
    pub(crate) token: String,
    pub(crate) start: State,
    /// Coordinates that are held where parameters change the start.
    pub(crate) hold: Vec<String>,
    pub(crate) method: String,
    pub(crate) tolerance: f64,
    pub(crate) max_step: Option<f64>,
    /// In the order of their references, from 1 on; 0 is the time.
    pub(crate) variables: Vec<Variable>,
}

impl Contents {
    /// Is the value of a variable another one than the file has?
    pub(crate) fn is_set(&self, index: usize, values: &[f64]) -> bool {
        values[index] != self.variables[index].role.start()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) unit: Option<String>,
    pub(crate) description: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Role {
    /// An input of the model, by its name; held over a step.
    Input { start: f64 },
    /// Numbers of the model file.
    Parameter { start: f64, places: Vec<Place> },
    /// A coordinate or a velocity of the start.
    Initial { start: f64, of: String },
    /// A column, or a count of doubts.
    Output,
}

impl Role {
    /// The value before anybody sets it.
    pub(crate) fn start(&self) -> f64 {
        match self {
            Self::Input { start } | Self::Parameter { start, .. } | Self::Initial { start, .. } => *start,
            Self::Output => f64::NAN,
        }
    }
}

/// The methods that a unit may be run with, by their names.
const METHODS: [Method; 5] = [Method::Dop853, Method::Tsit5, Method::Dopri5, Method::Bs23, Method::Radau5];

pub(crate) fn method(name: &str) -> Result<Method, FmuError> {
    let found = METHODS.into_iter().find(|method| format!("{method:?}") == name);
    found.ok_or_else(|| FmuError::Method {
        name: name.to_owned(),
        known: METHODS.map(|it| format!("{it:?}")).join(", "),
    })
}
