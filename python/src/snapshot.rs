//! What can be read at an instant.

use crate::attitudes;
use crate::bodies::three;
use crate::columns;
use crate::errors::{Raise, caught};
use crate::find;
use crate::handles::{AnyPoint, Name};
use crate::measures::{Measure, along};
use crate::records::{self, Array};
use crate::state::State;
use chetaev::analysis::Inverted;
use chetaev::element::{Spatial, Wrench};
use chetaev::prelude as c;
use pyo3::prelude::*;
use std::sync::Arc;

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
    /// Accelerations, in the order of the velocities: of bodies in space as they are, the last three are the rates of the spin in the body's own axes.
    #[getter]
    fn acceleration<'py>(&self, py: Python<'py>) -> Array<'py> {
        Array::of(py, self.at().acceleration())
    }
    /// Multipliers of a constraint.
    fn multipliers<'py>(&self, py: Python<'py>, constraint: Name) -> PyResult<Array<'py>> {
        Ok(Array::of(py, self.at().multipliers(find::constraint(&self.model, &constraint)?)))
    }
    /// The reaction of a constraint on its last body, or `on` another one, without friction.
    #[pyo3(signature = (constraint, *, on=None) -> "Wrench")]
    fn reaction<'py>(&self, py: Python<'py>, constraint: Name, on: Option<Name>) -> PyResult<Bound<'py, PyAny>> {
        let id = find::constraint(&self.model, &constraint)?;
        let on = on.map(|body| find::body(&self.model, &body)).transpose()?;
        records::wrench(py, &caught(|| Ok(wrench(&self.at(), id, on.as_ref())))?)
    }
    /// What a spring, a damper, an actuator, a driver or a rod does along its measure: its length or angle, the rate of that, and its force.
    #[pyo3(signature = (element) -> "Action")]
    fn along<'py>(&self, py: Python<'py>, element: Name) -> PyResult<Bound<'py, PyAny>> {
        let it = self.at().along(find::acting(&self.model, &element)?).raise()?;
        records::make(py, "Action", (it.value, it.rate, it.force, it.elastic, it.dissipated))
    }
    /// The work that a force has done since the start of the run (J); none of one that has a potential and nothing else.
    fn work(&self, force: Name) -> PyResult<Option<f64>> {
        Ok(self.at().work(find::force(&self.model, &force)?))
    }
    /// Where a body is, how it is turned, and how it moves, all in world axes.
    #[pyo3(signature = (body) -> "PlanarFrame | SpatialFrame")]
    fn body<'py>(&self, py: Python<'py>, body: Name) -> PyResult<Bound<'py, PyAny>> {
        attitudes::frame(py, &self.at(), &find::body(&self.model, &body)?)
    }
    /// The rotation matrix of a body in space, from its axes to those of the world: its columns are the body's axes.
    fn rotation<'py>(&self, py: Python<'py>, body: Name) -> PyResult<Array<'py>> {
        attitudes::matrix(py, &self.at().body(find::spatial(&self.model, &body)?))
    }
    /// Roll, pitch and yaw of a body in space (rad): turned by the roll about the world's x axis, then by the pitch about y, then by the yaw about z.
    fn roll_pitch_yaw(&self, body: Name) -> PyResult<[f64; 3]> {
        Ok(attitudes::roll_pitch_yaw(&self.at().body(find::spatial(&self.model, &body)?)))
    }
    /// The axis about which a body in space is turned, and by how much, between 0 and π (rad); of one that is not turned the axis is zero.
    #[pyo3(signature = (body) -> "tuple[Array, float]")]
    fn axis_angle<'py>(&self, py: Python<'py>, body: Name) -> PyResult<(Array<'py>, f64)> {
        let [x, y, z, angle] = attitudes::axis_angle(&self.at().body(find::spatial(&self.model, &body)?));
        Ok((Array::of(py, vec![x, y, z]), angle))
    }
    /// A friction point.
    #[pyo3(signature = (point) -> "FrictionReading")]
    fn friction<'py>(&self, py: Python<'py>, point: Name) -> PyResult<Bound<'py, PyAny>> {
        records::friction(py, &self.at().friction(find::friction(&self.model, &point)?).raise()?)
    }
    /// The least and the largest force that a friction point can have, the others sharing the rest: the same number twice unless it sticks together with others.
    fn friction_range(&self, point: Name) -> PyResult<[f64; 2]> {
        self.at().friction_range(find::friction(&self.model, &point)?).raise()
    }
    /// The friction force of a point on one of the bodies that rub.
    #[pyo3(signature = (point, body) -> "Wrench")]
    fn friction_on<'py>(&self, py: Python<'py>, point: Name, body: Name) -> PyResult<Bound<'py, PyAny>> {
        let (id, body) = (find::friction(&self.model, &point)?, find::body(&self.model, &body)?);
        let on = caught(|| {
            Ok(match body {
                find::Body::Planar(body) => self.at().friction_on(id, body).in_space(),
                find::Body::Spatial(body) => self.at().friction_on(id, body),
            })
        });
        records::wrench(py, &on?)
    }
    /// A contact that opens.
    #[pyo3(signature = (contact) -> "ContactReading")]
    fn contact<'py>(&self, py: Python<'py>, contact: Name) -> PyResult<Bound<'py, PyAny>> {
        records::contact(py, &self.at().contact(find::contact(&self.model, &contact)?))
    }
    /// The friction force of a contact on its second body, in world axes. Its `reaction` is the normal force alone.
    fn friction_force<'py>(&self, py: Python<'py>, contact: Name) -> PyResult<Array<'py>> {
        let id = find::contact(&self.model, &contact)?;
        Ok(Array::of(py, three(self.at().friction_force(id)).to_vec()))
    }
    /// The velocity with which the second body of a contact slips over the first, in world axes.
    fn slip_velocity<'py>(&self, py: Python<'py>, contact: Name) -> PyResult<Array<'py>> {
        let id = find::contact(&self.model, &contact)?;
        Ok(Array::of(py, three(self.at().slip_velocity(id)).to_vec()))
    }
    /// What a constraint, a friction point or a contact does.
    fn mode(&self, constraint: Name) -> PyResult<String> {
        find::mode(&self.model, &self.at(), &constraint).map(records::mode)
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
    /// The second rate of a measure: the rate of its rate.
    fn second_rate(&self, measure: PyRef<'_, Measure>) -> PyResult<f64> {
        caught(|| along!(measure.kind.clone(), m => self.at().second_rate(&m).raise()))
    }
    /// Kinetic and potential energy together (J).
    #[getter]
    fn energy(&self) -> f64 {
        self.at().energy()
    }
}

/// On the last body of a constraint, or on another one.
pub fn wrench(at: &c::Snapshot<'_>, id: c::ConstraintRef, on: Option<&find::Body>) -> Wrench<Spatial> {
    match on {
        None => at.reaction_in::<Spatial>(id),
        Some(find::Body::Planar(body)) => at.reaction_on(id, *body).in_space(),
        Some(find::Body::Spatial(body)) => at.reaction_on(id, *body),
    }
}
