//! States, and what can be read at one.

use crate::columns::{self, Place};
use crate::errors::{Raise, caught, unknown};
use crate::handles::{AnyBody, AnyPoint, Name, attitude};
use crate::measures::{Measure, along};
use crate::model::{Model, find, reduced};
use crate::records::{self, Array};
use chetaev::analysis::Inverted;
use chetaev::dynamics;
use chetaev::element::Spatial;
use chetaev::prelude as c;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

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
        change(&model, &mut self.state)
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
    /// Lets a constraint act.
    fn hold(&mut self, constraint: Name) -> PyResult<()> {
        self.change(|model, state| find::constraint(model, &constraint).map(|id| state.hold(id)))
    }
    /// Switches a constraint off.
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
        self.change(|model, state| match model.body(&body.0) {
            Some(id) => components::<2>(&place).map(|place| state.set_position::<c::Planar>(model, id, place)),
            None => find::spatial(model, &body)
                .and_then(|id| components::<3>(&place).map(|place| state.set_position(model, id, place))),
        })
    }
    /// Gives a body's center of mass a velocity.
    fn set_velocity(&mut self, body: Name, velocity: Vec<f64>) -> PyResult<()> {
        self.change(|model, state| match model.body(&body.0) {
            Some(id) => components::<2>(&velocity).map(|v| state.set_velocity::<c::Planar>(model, id, v)),
            None => find::spatial(model, &body)
                .and_then(|id| components::<3>(&velocity).map(|v| state.set_velocity(model, id, v))),
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
    /// What was changed: name, from, to.
    #[getter]
    fn changed(&self) -> Vec<(String, f64, f64)> {
        self.started.changed.iter().map(|it| (it.name.clone(), it.from, it.to)).collect()
    }
}

/// An instant of a motion: `at["disk.theta"]`, reactions, friction.
#[pyclass(frozen, module = "chetaev")]
pub struct Snapshot {
    model: c::Model,
    state: c::State,
    /// The forces of actuators that act there as well.
    driven: Option<Arc<Inverted>>,
}

impl Snapshot {
    pub fn of(model: &c::Model, state: c::State) -> Self {
        Self { model: model.clone(), state, driven: None }
    }

    /// Under the least forces of an inverse question, which are known.
    pub fn driven(model: &c::Model, by: Arc<Inverted>) -> Self {
        Self { model: model.clone(), state: by.state().clone(), driven: Some(by) }
    }

    fn at(&self) -> c::Snapshot<'_> {
        let driven = self.driven.as_ref().and_then(|by| by.read().ok());
        driven.unwrap_or_else(|| self.model.read(&self.state))
    }
}

#[pymethods]
impl Snapshot {
    /// Time (s).
    #[getter]
    fn t(&self) -> f64 {
        self.state.t
    }
    /// The state, as a copy.
    #[getter]
    fn state(&self) -> State {
        State::of_model(&self.model, self.state.clone())
    }
    fn __getitem__(&self, name: &str) -> PyResult<f64> {
        Ok(columns::of(&self.model, name)?.at(&self.at()))
    }
    /// Accelerations, in the order of the velocities.
    #[getter]
    fn acceleration<'py>(&self, py: Python<'py>) -> Array<'py> {
        Array::of(py, self.at().acceleration())
    }
    /// Multipliers of a constraint.
    fn multipliers<'py>(&self, py: Python<'py>, constraint: Name) -> PyResult<Array<'py>> {
        Ok(Array::of(py, self.at().multipliers(find::constraint(&self.model, &constraint)?)))
    }
    /// The reaction of a constraint on its last body, or `on` another one.
    #[pyo3(signature = (constraint, *, on=None) -> "Wrench")]
    fn reaction<'py>(&self, py: Python<'py>, constraint: Name, on: Option<AnyBody>) -> PyResult<Bound<'py, PyAny>> {
        let id = find::constraint(&self.model, &constraint)?;
        records::wrench(py, &wrench(&self.at(), id, &on_body(&self.model, on)?))
    }
    /// A friction point.
    #[pyo3(signature = (point) -> "FrictionReading")]
    fn friction<'py>(&self, py: Python<'py>, point: Name) -> PyResult<Bound<'py, PyAny>> {
        records::friction(py, &self.at().friction(find::friction(&self.model, &point)?).raise()?)
    }
    /// A contact that opens.
    #[pyo3(signature = (contact) -> "ContactReading")]
    fn contact<'py>(&self, py: Python<'py>, contact: Name) -> PyResult<Bound<'py, PyAny>> {
        records::contact(py, &self.at().contact(find::contact(&self.model, &contact)?))
    }
    /// What a constraint, a friction point or a contact does.
    fn mode(&self, constraint: Name) -> PyResult<String> {
        Ok(records::mode(self.at().mode(find::constraint(&self.model, &constraint)?)))
    }
    /// Where a point of a body is.
    fn position(&self, point: AnyPoint) -> PyResult<Vec<f64>> {
        caught(|| {
            Ok(match point {
                AnyPoint::Planar(point) => self.at().position(point.at).as_slice().to_vec(),
                AnyPoint::Spatial(point) => self.at().position(point.at).as_slice().to_vec(),
            })
        })
    }
    /// The velocity of a point of a body.
    fn velocity(&self, point: AnyPoint) -> PyResult<Vec<f64>> {
        caught(|| {
            Ok(match point {
                AnyPoint::Planar(point) => self.at().velocity(point.at).as_slice().to_vec(),
                AnyPoint::Spatial(point) => self.at().velocity(point.at).as_slice().to_vec(),
            })
        })
    }
    /// A measure: its value and its rate.
    fn measure(&self, measure: PyRef<'_, Measure>) -> PyResult<(f64, f64)> {
        caught(|| along!(measure.kind.clone(), m => self.at().measure(&m).map(|it| (it.value, it.rate)).raise()))
    }
    /// Kinetic and potential energy together (J).
    #[getter]
    fn energy(&self) -> f64 {
        self.at().energy()
    }
}

/// The body on which a reaction acts, by its name: a handle of the builder is none of a model that was read.
pub enum On {
    Last,
    Planar(c::BodyId),
    Spatial(c::BodyId<Spatial>),
}

pub fn on_body(model: &c::Model, on: Option<AnyBody>) -> PyResult<On> {
    Ok(match on {
        None => On::Last,
        Some(AnyBody::Planar(body)) if body.name == "ground" => On::Planar(c::GROUND),
        Some(AnyBody::Spatial(body)) if body.name == "world" => On::Spatial(c::WORLD),
        Some(AnyBody::Planar(body)) => On::Planar(find::planar(model, &Name(body.name))?),
        Some(AnyBody::Spatial(body)) => On::Spatial(find::spatial(model, &Name(body.name))?),
    })
}

pub fn wrench(at: &c::Snapshot<'_>, id: c::ConstraintRef, on: &On) -> chetaev::element::Wrench<Spatial> {
    match on {
        On::Last => at.reaction_in::<Spatial>(id),
        On::Planar(body) => at.reaction_on(id, *body).in_space(),
        On::Spatial(body) => at.reaction_on(id, *body),
    }
}
