//! States.

use crate::columns::Place;
use crate::errors::{Raise, caught, unknown};
use crate::events::words;
use crate::find;
use crate::handles::{Name, attitude};
use crate::model::{Model, reduced};
use crate::records::{self, Array};
use chetaev::dynamics;
use chetaev::prelude as c;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// All that a run needs to go on: time, coordinates, velocities, modes, inputs. `state["disk.theta"]` is read and set by name.
#[pyclass(subclass, module = "chetaev")]
pub struct State {
    pub state: c::State,
    model: Option<c::Model>,
}

impl State {
    pub fn of_model(model: &c::Model, state: c::State) -> Self {
        Self { state, model: Some(model.clone()) }
    }

    fn known(&self) -> PyResult<&c::Model> {
        self.model.as_ref().ok_or_else(|| {
            PyTypeError::new_err("a state that was read or unpickled knows no names: use `state.of(model)`")
        })
    }

    fn place(&self, name: &str) -> PyResult<Place> {
        let model = self.known()?;
        let known = || {
            model
                .coordinate_names()
                .into_iter()
                .chain(model.velocity_names())
                .chain(model.variable_names().map(String::from))
        };
        Place::of(model, name).ok_or_else(|| unknown("number of the state", name, known()))
    }

    /// What a method of the library does to the state, by names.
    fn change(&mut self, change: impl FnOnce(&c::Model, &mut c::State) -> PyResult<()>) -> PyResult<()> {
        let model = self.known()?.clone();
        caught(|| change(&model, &mut self.state))
    }
}

/// A vector with as many components as its body's space asks for.
fn components<const N: usize>(numbers: &[f64]) -> PyResult<[f64; N]> {
    numbers.try_into().map_err(|_| PyValueError::new_err(format!("{N} numbers are needed here, not {}", numbers.len())))
}

#[pymethods]
impl State {
    /// Time (s).
    #[getter]
    fn t(&self) -> f64 {
        self.state.t
    }
    #[setter]
    fn set_t(&mut self, t: f64) {
        self.state.t = t;
    }
    /// Coordinates, as a copy.
    #[getter]
    fn q<'py>(&self, py: Python<'py>) -> Array<'py> {
        Array::of(py, self.state.q.clone())
    }
    #[setter]
    fn set_q(&mut self, q: Vec<f64>) -> PyResult<()> {
        same(&self.state.q, q).map(|q| self.state.q = q)
    }
    /// Velocities, as a copy.
    #[getter]
    fn v<'py>(&self, py: Python<'py>) -> Array<'py> {
        Array::of(py, self.state.v.clone())
    }
    #[setter]
    fn set_v(&mut self, v: Vec<f64>) -> PyResult<()> {
        same(&self.state.v, v).map(|v| self.state.v = v)
    }
    fn __getitem__(&self, name: &str) -> PyResult<f64> {
        Ok(match self.place(name)? {
            Place::Coordinate(k) => self.state.q[k],
            Place::Velocity(k) => self.state.v[k],
            Place::Variable(id) => self.state.variable(id),
        })
    }
    fn __setitem__(&mut self, name: &str, value: f64) -> PyResult<()> {
        match self.place(name)? {
            Place::Coordinate(k) => self.state.q[k] = value,
            Place::Velocity(k) => self.state.v[k] = value,
            Place::Variable(id) => self.state.set_variable(id, value),
        }
        self.state.impacts.clear();
        Ok(())
    }
    /// Sets an input.
    fn set_variable(&mut self, variable: Name, value: f64) -> PyResult<()> {
        self.change(|model, state| find::variable(model, &variable).map(|id| state.set_variable(id, value)))
    }
    /// Lets a constraint act again that `release` has switched off. The state must satisfy it: in an event's `change` a run brings it there, if it is near: examples/geneva.py is a Geneva drive. (What keeps a coordinate
    /// where it is while a start is looked for is `model.start(…, hold=["crank.theta"])`.)
    fn hold(&mut self, constraint: Name) -> PyResult<()> {
        self.change(|model, state| find::constraint(model, &constraint).map(|id| state.hold(id)))
    }
    /// Switches a constraint off: it has no force until `hold` lets it act again. Of what is switched off at first this is told of the start: `start.release("catch")`.
    fn release(&mut self, constraint: Name) -> PyResult<()> {
        self.change(|model, state| find::constraint(model, &constraint).map(|id| state.release(id)))
    }
    /// Opens a contact.
    fn open(&mut self, contact: Name) -> PyResult<()> {
        self.change(|model, state| find::contact(model, &contact).map(|id| state.open(id)))
    }
    /// Closes a contact.
    fn close(&mut self, contact: Name) -> PyResult<()> {
        self.change(|model, state| find::contact(model, &contact).map(|id| state.close(id)))
    }
    /// Says of a friction point whether it is to "stick", to slide "forward" or "backward", or is "undecided". A run decides anew when it starts; an analysis takes it as it is.
    fn set_friction(&mut self, point: Name, mode: &str) -> PyResult<()> {
        let mode = words!("mode of friction", mode;
            "stick" => c::Mode::Stick, "forward" => c::Mode::Forward, "backward" => c::Mode::Backward, "undecided" => c::Mode::Undecided);
        self.change(|model, state| find::friction(model, &point).map(|id| state.set_friction(id, mode)))
    }
    /// Turns a body of the plane to an angle.
    fn set_angle(&mut self, body: Name, angle: f64) -> PyResult<()> {
        self.change(|model, state| find::planar(model, &body).map(|id| state.set_angle(model, id, angle)))
    }
    /// Turns a body in space to an attitude, a quaternion (w, x, y, z).
    fn set_attitude(&mut self, body: Name, quaternion: [f64; 4]) -> PyResult<()> {
        self.change(|model, state| {
            find::spatial(model, &body).map(|id| state.set_attitude(model, id, attitude(quaternion)))
        })
    }
    /// Places a body's center of mass.
    fn set_position(&mut self, body: Name, place: Vec<f64>) -> PyResult<()> {
        self.change(|model, state| match find::body(model, &body)? {
            find::Body::Planar(id) => components(&place).map(|place| state.set_position(model, id, place)),
            find::Body::Spatial(id) => components(&place).map(|place| state.set_position(model, id, place)),
        })
    }
    /// Gives a body's center of mass a velocity.
    fn set_velocity(&mut self, body: Name, velocity: Vec<f64>) -> PyResult<()> {
        self.change(|model, state| match find::body(model, &body)? {
            find::Body::Planar(id) => components(&velocity).map(|v| state.set_velocity(model, id, v)),
            find::Body::Spatial(id) => components(&velocity).map(|v| state.set_velocity(model, id, v)),
        })
    }
    /// Modes of constraints and friction points, in the order of the model.
    #[getter]
    fn modes(&self) -> Vec<String> {
        self.state.modes.iter().map(|mode| records::mode(*mode)).collect()
    }
    /// A copy.
    fn copy(&self) -> Self {
        Self { state: self.state.clone(), model: self.model.clone() }
    }
    /// A copy that knows the names of a model.
    fn of(&self, model: Model) -> PyResult<Self> {
        let like = model.model.placed();
        same(&like.q, self.state.q.clone())?;
        same(&like.v, self.state.v.clone())?;
        Ok(Self { state: self.state.clone(), model: Some(model.model) })
    }
    /// The state as JSON.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.state).raise()
    }
    /// A state of what `to_json` has written; `of(model)` tells it the names.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        Ok(Self { state: serde_json::from_str(text).raise()?, model: None })
    }
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduced::<Self>(py, (self.to_json()?,))
    }
    fn __eq__(&self, other: PyRef<'_, State>) -> bool {
        self.state == other.state
    }
    fn __repr__(&self) -> String {
        format!("State(t={}, {} coordinates)", self.state.t, self.state.q.len())
    }
}

fn same(old: &[f64], new: Vec<f64>) -> PyResult<Vec<f64>> {
    match old.len() == new.len() {
        true => Ok(new),
        false => Err(PyValueError::new_err(format!("the state has {} of these numbers, not {}", old.len(), new.len()))),
    }
}

/// A state that satisfies every constraint, and how far it is from what was asked for.
#[pyclass(extends = State, module = "chetaev")]
pub struct Started {
    started: dynamics::Started,
}

impl Started {
    pub fn new(py: Python<'_>, model: &c::Model, started: dynamics::Started) -> PyResult<Py<Self>> {
        let state = State::of_model(model, started.state.clone());
        Py::new(py, PyClassInitializer::from(state).add_subclass(Self { started }))
    }
}

#[pymethods]
impl Started {
    /// The largest violation of a constraint of positions.
    #[getter]
    fn phi(&self) -> f64 {
        self.started.phi
    }
    /// The largest violation on the level of velocities.
    #[getter]
    fn rate(&self) -> f64 {
        self.started.rate
    }
    /// The largest change of a coordinate, and which.
    #[getter]
    fn moved(&self) -> (f64, String) {
        (self.started.moved, self.started.moved_most.clone())
    }
    /// The largest change of a velocity, and which.
    #[getter]
    fn sped(&self) -> (f64, String) {
        (self.started.sped, self.started.sped_most.clone())
    }
    /// Every coordinate and velocity that is not what was asked for, but for rounding: name, from, to.
    #[getter]
    fn changed(&self) -> Vec<(String, f64, f64)> {
        self.started.displaced.iter().map(|it| (it.name.clone(), it.from, it.to)).collect()
    }
}
