//! Models in the making, and models.

use crate::bodies::{self, three};
use crate::columns::Column;
use crate::constraints::{As, Constraint};
use crate::errors::{Raise, StartError, caught};
use crate::events::Guard;
use crate::find;
use crate::forces::Force;
use crate::frictions::{FrictionLaw, FrictionPoint, Rigid};
use crate::handles::{BodyId, ConstraintId, ContactId, ForceId, FrictionId, SpatialBodyId, VariableId};
use crate::measures::{Measure, along};
use crate::records::{self, Array};
use crate::snapshot::Snapshot;
use crate::state::{Started, State};
use chetaev::model::SavedModel;
use chetaev::prelude as c;
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::RwLock;

/// A model in the making: bodies, and what acts on them, each with a name. `gravity` has two components in the plane, three in space.
#[pyclass(module = "chetaev")]
pub struct ModelBuilder {
    builder: Option<c::ModelBuilder>,
    /// What the rates of variables read, to be looked for when the model is there.
    rates: Vec<Guard>,
}

impl ModelBuilder {
    fn get(&mut self) -> PyResult<&mut c::ModelBuilder> {
        self.builder
            .as_mut()
            .ok_or_else(|| PyRuntimeError::new_err("this builder has built its model: begin a new one"))
    }

    fn opens(&mut self, name: &str, gap: &Constraint, law: &Rigid) -> PyResult<ContactId> {
        let open = gap.open.as_ref().ok_or_else(|| {
            PyTypeError::new_err(format!("`{name}` has no gap and cannot open: use a Contact or a Stop"))
        })?;
        if gap.as_what == As::Rolling && law.is_smooth() {
            return Err(PyValueError::new_err(format!(
                "`{name}` is to roll, and its law is smooth: give it friction, `Rigid.rough(…)`, or take `Contact.between` if it is to slide"
            )));
        }
        let builder = self.get()?;
        caught(|| Ok(ContactId { id: open(builder, name, law.law()), name: name.into() }))
    }
}

#[pymethods]
impl ModelBuilder {
    #[new]
    #[pyo3(signature = (*, gravity=None, allow_redundant=false))]
    fn new(gravity: Option<Vec<f64>>, allow_redundant: bool) -> PyResult<Self> {
        let mut builder = c::ModelBuilder::new();
        match gravity.as_deref() {
            None => {}
            Some(&[x, y]) => _ = builder.gravity([x, y]),
            Some(&[x, y, z]) => _ = builder.gravity([x, y, z]),
            Some(other) => {
                return Err(PyValueError::new_err(format!(
                    "gravity has two components in the plane, three in space, not {}",
                    other.len()
                )));
            }
        }
        if allow_redundant {
            builder.allow_redundant();
        }
        Ok(Self { builder: Some(builder), rates: Vec::new() })
    }
    /// Adds a RigidBody, a Solid or a Particle; gives its handle.
    #[pyo3(signature = (name, body: "RigidBody | Particle | Solid"))]
    fn body<'py>(&mut self, name: &str, body: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        bodies::add(self.get()?, name, body)
    }
    /// Adds a constraint.
    fn constraint(&mut self, name: &str, constraint: PyRef<'_, Constraint>) -> PyResult<ConstraintId> {
        if constraint.as_what == As::Contact {
            return Err(PyTypeError::new_err(format!(
                "`{name}` is a contact that opens: add it by `builder.contact`, with a law; what is held as a constraint is `Contact.sliding` or `Contact.rolling`"
            )));
        }
        let builder = self.get()?;
        caught(|| Ok(ConstraintId { id: (constraint.add)(builder, name), name: name.into() }))
    }
    /// Adds a force.
    fn force(&mut self, name: &str, force: PyRef<'_, Force>) -> PyResult<ForceId> {
        let builder = self.get()?;
        caught(|| Ok(ForceId { id: (force.add)(builder, name), name: name.into() }))
    }
    /// Adds a friction point with its law.
    fn friction(
        &mut self,
        name: &str,
        point: PyRef<'_, FrictionPoint>,
        law: PyRef<'_, FrictionLaw>,
    ) -> PyResult<FrictionId> {
        let builder = self.get()?;
        caught(|| Ok(FrictionId { id: (point.add)(builder, name, &law.law)?, name: name.into() }))
    }
    /// Adds a contact that opens and closes by itself: a `Contact.between` or a `Stop`, with its law.
    fn contact(&mut self, name: &str, gap: PyRef<'_, Constraint>, law: Rigid) -> PyResult<ContactId> {
        self.opens(name, &gap, &law)
    }
    /// Adds contacts that belong together, of `Play` or `Runner`, each with its own part of the name.
    fn contacts(
        &mut self,
        name: &str,
        parts: Vec<(String, PyRef<'_, Constraint>)>,
        law: Rigid,
    ) -> PyResult<Vec<ContactId>> {
        parts.into_iter().map(|(part, gap)| self.opens(&format!("{name}.{part}"), &gap, &law)).collect()
    }
    /// Adds an input: a number of the state that stays as it is until an event or the user changes it.
    fn input(&mut self, name: &str, value: f64) -> PyResult<VariableId> {
        Ok(VariableId { id: self.get()?.input(name, value), name: name.into() })
    }
    /// Adds a number of the state that changes with a rate: a text or a function of the motion, of the number itself as well: `lambda at: -at["heat"] + at["disk.omega"]**2`.
    fn variable(&mut self, name: &str, value: f64, rate: Guard) -> PyResult<VariableId> {
        let (law, own, found) = (rate.clone(), name.to_owned(), RwLock::new(None));
        let id = self.get()?.variable(name, value, move |at, _| rate_at(&law, &own, &found, at));
        self.rates.push(rate);
        Ok(VariableId { id, name: name.into() })
    }
    /// The model. The builder is used up.
    fn build(&mut self) -> PyResult<Model> {
        self.get()?;
        let model = caught(|| self.builder.take().unwrap_or_default().build().raise())?;
        self.rates.drain(..).try_for_each(|rate| rate.columns(&model).map(drop))?;
        Ok(Model { model })
    }
}

/// Columns, and the place of the variable among those of the model: a law may be that of several variables.
type Found = RwLock<Option<(Option<c::VariableId>, Vec<Column>)>>;

/// The rate of a variable, which asks the model for its columns when it meets it.
fn rate_at(law: &Guard, own: &str, found: &Found, at: &c::Snapshot<'_>) -> f64 {
    let variable = at.model().variable(own);
    if let Some((of, columns)) = found.read().ok().as_deref().and_then(Option::as_ref)
        && *of == variable
    {
        return law.at(columns, at);
    }
    // Of a model that was built all names are known.
    let Ok(columns) = law.columns(at.model()) else { return f64::NAN };
    let rate = law.at(&columns, at);
    if let Ok(mut slot) = found.write() {
        *slot = Some((variable, columns));
    }
    rate
}

/// Points that are certified together: their names, the bound, and the theorem.
type Component = (Vec<String>, f64, Option<String>);

/// A mechanism: built once, never changed, shared by all runs.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Model {
    pub model: c::Model,
}

fn owned<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.map(String::from).collect()
}

/// Handles by name, as those that the builder gave.
macro_rules! lookups {
    ($($(#[$doc:meta])* $find:ident -> $handle:ident;)* | $($rest:tt)*) => {
        #[pymethods]
        impl Model {
            $($(#[$doc])*
            fn $find(&self, name: &str) -> PyResult<$handle> {
                Ok($handle { id: find::$find(&self.model, &name.into())?, name: name.into() })
            })*
            $($rest)*
        }
    };
}

lookups! {
    /// The constraint of this name, as its handle.
    constraint -> ConstraintId;
    /// The force of this name.
    force -> ForceId;
    /// The friction point of this name.
    friction -> FrictionId;
    /// The contact of this name.
    contact -> ContactId;
    /// The input, or other variable, of this name.
    variable -> VariableId;
    |
    /// The body of this name, as its handle: of a model that was read from a file too.
    #[pyo3(signature = (name) -> "Any")]
    fn body<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let named = name.to_owned();
        Ok(match find::body(&self.model, &name.into())? {
            find::Body::Planar(id) => Bound::new(py, BodyId { id, name: named })?.into_any(),
            find::Body::Spatial(id) => Bound::new(py, SpatialBodyId { id, name: named })?.into_any(),
        })
    }
    /// Names of the bodies.
    #[getter]
    fn body_names(&self) -> Vec<String> {
        owned(self.model.body_names())
    }
    /// Names of the constraints.
    #[getter]
    fn constraint_names(&self) -> Vec<String> {
        owned(self.model.constraint_names())
    }
    /// Names of the forces.
    #[getter]
    fn force_names(&self) -> Vec<String> {
        owned(self.model.force_names())
    }
    /// Names of the friction points.
    #[getter]
    fn friction_names(&self) -> Vec<String> {
        owned(self.model.friction_names())
    }
    /// Names of the contacts that open.
    #[getter]
    fn contact_names(&self) -> Vec<String> {
        owned(self.model.contact_names())
    }
    /// Names of the inputs.
    #[getter]
    fn variable_names(&self) -> Vec<String> {
        owned(self.model.variable_names())
    }
    /// Names of the coordinates q.
    #[getter]
    fn coordinate_names(&self) -> Vec<String> {
        self.model.coordinate_names()
    }
    /// Names of the velocities v.
    #[getter]
    fn velocity_names(&self) -> Vec<String> {
        self.model.velocity_names()
    }
    /// Names of the rows of the constraints.
    #[getter]
    fn row_names(&self) -> Vec<String> {
        self.model.row_names()
    }
    /// Gravity (m/s²).
    #[getter]
    fn gravity(&self) -> [f64; 3] {
        three(self.model.gravity())
    }
    /// Where the bodies were placed; no constraint is looked at.
    fn placed(&self) -> State {
        State::of_model(&self.model, self.model.placed())
    }
    /// A start that satisfies every constraint: `values` of coordinates and velocities by name, coordinates to `hold` and velocities to `keep` as they are, and
    /// values and rates of measures, and `hold_measures` to hold as they are. From the bodies' places, or from the state `guess`.
    #[pyo3(signature = (values: "Mapping[str, float] | None"=None, *, hold=None, keep=None, t=None, guess=None, measures=None, rates=None, hold_measures=None))]
    #[allow(clippy::too_many_arguments)]
    fn start(
        &self,
        py: Python<'_>,
        values: Option<&Bound<'_, PyDict>>,
        hold: Option<Vec<String>>,
        keep: Option<Vec<String>>,
        t: Option<f64>,
        guess: Option<PyRef<'_, State>>,
        measures: Option<Vec<(PyRef<'_, Measure>, f64)>>,
        rates: Option<Vec<(PyRef<'_, Measure>, f64)>>,
        hold_measures: Option<Vec<PyRef<'_, Measure>>>,
    ) -> PyResult<Py<Started>> {
        let mut start = guess.map_or_else(|| self.model.start(), |guess| self.model.start_from(guess.state.clone()));
        if let Some(t) = t {
            start = start.time(t);
        }
        let (coordinates, velocities) = (self.model.coordinate_names(), self.model.velocity_names());
        for (name, value) in values.iter().flat_map(|values| values.iter()) {
            let (name, value): (String, f64) = (name.extract()?, value.extract()?);
            if !coordinates.contains(&name) && !velocities.contains(&name) {
                let inputs: Vec<String> = self.model.variable_names().map(String::from).collect();
                let input = match inputs.contains(&name) {
                    true => "; an input is set in the state: `start[\"name\"] = …`",
                    false => "",
                };
                let known: Vec<String> = coordinates.iter().chain(&velocities).map(|name| format!("`{name}`")).collect();
                return Err(StartError::new_err(format!(
                    "`{name}` cannot be given here; those that can be are {}{input}",
                    known.join(", ")
                )));
            }
            start = if velocities.contains(&name) { start.set_velocity(&name, value) } else { start.set(&name, value) };
        }
        start = hold.iter().flatten().fold(start, |start, name| start.hold(name));
        start = keep.iter().flatten().fold(start, |start, name| start.keep(name));
        // A measure may be of bodies of another model.
        let started = caught(|| {
            for (measure, value) in measures.into_iter().flatten() {
                start = along!(measure.kind.clone(), m => start.measure(m, value));
            }
            for (measure, rate) in rates.into_iter().flatten() {
                start = along!(measure.kind.clone(), m => start.rate(m, rate));
            }
            for measure in hold_measures.into_iter().flatten() {
                start = along!(measure.kind.clone(), m => start.hold_measure(m));
            }
            start.project().raise()
        })?;
        Started::new(py, &self.model, started)
    }
    /// What can be read at a state.
    fn read(&self, state: PyRef<'_, State>) -> Snapshot {
        Snapshot::of(&self.model, state.state.clone())
    }
    /// Decides for every friction point of a state, which it changes, whether it sticks or slides, and where to. A run does so by itself when it starts.
    fn decide_friction(&self, mut state: PyRefMut<'_, State>) -> PyResult<()> {
        self.model.decide_friction(&mut state.state).raise()
    }
    /// Freedoms at a state, and rows that depend on each other.
    #[pyo3(signature = (state) -> "Freedoms")]
    fn freedoms<'py>(&self, py: Python<'py>, state: PyRef<'_, State>) -> PyResult<Bound<'py, PyAny>> {
        let it = self.model.freedoms(&state.state).raise()?;
        let dependent: Vec<_> = it.dependent.into_iter().map(|set| set.rows).collect();
        records::make(py, "Freedoms", (it.freedoms, it.position_freedoms, it.rank, it.rows, it.velocities, dependent))
    }
    /// Every motion that friction admits at a state.
    #[pyo3(signature = (state) -> "list[Branch]")]
    fn branches<'py>(&self, py: Python<'py>, state: PyRef<'_, State>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let one = |branch: &c::Branch| {
            let modes = PyDict::new(py);
            for name in self.model.friction_names() {
                if let Some(point) = self.model.friction(name) {
                    modes.set_item(name, records::mode(branch.mode(point)))?;
                }
            }
            records::make(py, "Branch", (modes, Array::of(py, branch.acceleration.clone())))
        };
        self.model.branches(&state.state).raise()?.iter().map(one).collect()
    }
    /// The bound of the certificate at a state (below 1 friction admits one motion only), and which theorem says it of which points.
    #[pyo3(signature = (state) -> "tuple[float, list[tuple[list[str], float, str | None]]]")]
    fn certificate(&self, state: PyRef<'_, State>) -> PyResult<(f64, Vec<Component>)> {
        let it = self.model.certificate(&state.state).raise()?;
        let part =
            |it: chetaev::dynamics::Component| (it.points, it.bound, it.theorem.map(|theorem| format!("{theorem:?}")));
        Ok((it.bound, it.components.into_iter().map(part).collect()))
    }
    /// The model as JSON.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.model.saved().raise()?).raise()
    }
    /// A model of what `to_json` has written.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        Ok(Self { model: serde_json::from_str::<SavedModel>(text).raise()?.build().raise()? })
    }
    /// Writes the model into a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        std::fs::write(path, self.to_json()?).raise()
    }
    /// Reads a model from a file.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        Self::from_json(&std::fs::read_to_string(path).raise()?)
    }
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduced::<Self>(py, (self.to_json()?,))
    }
    fn __repr__(&self) -> String {
        let m = &self.model;
        let counts = [
            (m.body_names().count(), "bodies"),
            (m.rows(), "rows"),
            (m.force_names().len(), "forces"),
            (m.friction_names().len(), "friction points"),
            (m.contact_names().len(), "contacts"),
        ];
        let told: Vec<String> = counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
        format!("Model({})", told.join(", "))
    }
}

/// How a value is pickled: by its class's `from_json`.
pub fn reduced<'py, T: PyTypeInfo>(
    py: Python<'py>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyTuple>> {
    (py.get_type::<T>().getattr("from_json")?, arguments).into_pyobject(py)
}
