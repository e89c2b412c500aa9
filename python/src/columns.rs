//! Numbers of a motion by their names, as the columns of a table have them: what guards of events, states and snapshots are asked for.

use crate::errors::unknown;
use chetaev::prelude as c;
use pyo3::prelude::*;
use std::sync::Arc;

/// Any number, found once and read in many runs.
pub type Column = Arc<chetaev::simulate::Column>;

/// Any number: what `Trajectory.columns` of the library knows.
pub fn of(model: &c::Model, name: &str) -> PyResult<Column> {
    model.column(name).map(Arc::new).map_err(|error| unknown("column", name, error.known))
}

/// Where a number of the state itself stands.
pub enum Place {
    Coordinate(usize),
    Velocity(usize),
    Variable(c::VariableId),
}

impl Place {
    pub fn of(model: &c::Model, name: &str) -> Option<Self> {
        let place = |names: Vec<String>| names.iter().position(|it| it == name);
        (place(model.coordinate_names()).map(Self::Coordinate))
            .or_else(|| place(model.velocity_names()).map(Self::Velocity))
            .or_else(|| model.variable(name).map(Self::Variable))
    }
}
