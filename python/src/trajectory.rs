//! What runs leave behind.

use crate::attitudes;
use crate::bodies::three;
use crate::class::given;
use crate::errors::{EvalError, Raise, SensitivityError, caught, unknown};
use crate::events::Guard;
use crate::families::Sensitivity;
use crate::find;
use crate::handles::Name;
use crate::model::{Model, reduced};
use crate::records::{self, Array};
use crate::snapshot::{Snapshot, wrench};
use crate::state::State;
use crate::tables;
use crate::words::in_python;
use chetaev::element::{Spatial, SpatialFrame, Wrench};
use chetaev::nalgebra::Vector3;
use chetaev::prelude as c;
use chetaev::simulate::{Blow, ContactReading, FrictionReading, Impact, NoState, Record, Table};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// The result of a run: a mapping of columns by name (`run["disk.theta"]`), and what happened.
#[pyclass(frozen, mapping, module = "chetaev")]
pub struct Trajectory {
    pub run: Arc<c::Trajectory>,
    table: OnceLock<Table>,
}

impl Trajectory {
    pub fn of(run: c::Trajectory) -> Self {
        Self { run: Arc::new(run), table: OnceLock::new() }
    }

    fn table(&self) -> &Table {
        self.table.get_or_init(|| self.run.table())
    }

    fn of_model(&self) -> &c::Model {
        self.run.model()
    }

    fn found(&self, state: Result<c::State, NoState>) -> PyResult<State> {
        let state = state.map_err(|error| EvalError::new_err(in_python(&error.to_string())))?;
        Ok(State::of_model(self.of_model(), state))
    }

    /// So many numbers of the attitude of a body in space, for each sample.
    fn attitudes<'py, Row: IntoIterator<Item = f64>>(
        &self,
        py: Python<'py>,
        body: &Name,
        width: usize,
        of: impl Fn(&SpatialFrame) -> Row,
    ) -> PyResult<Array<'py>> {
        let id = find::spatial(self.of_model(), body)?;
        self.rows(py, width, |at| of(&at.body(id)))
    }

    /// A run without derivatives, or one that was read back without them, tells none.
    fn sensed(&self) -> PyResult<()> {
        match self.run.directions().raise()?.is_empty() {
            false => Ok(()),
            true => Err(SensitivityError::new_err(
                "the run carries no derivatives: ask for them by `sensitivities=…` when it is run",
            )),
        }
    }

    /// A row of as many numbers for each sample.
    fn rows<'py, Row: IntoIterator<Item = f64>>(
        &self,
        py: Python<'py>,
        width: usize,
        of: impl Fn(&c::Snapshot<'_>) -> Row,
    ) -> PyResult<Array<'py>> {
        Array::rectangle(py, self.run.samples().flat_map(|at| of(&at)).collect(), self.run.len(), width)
    }
}

/// Plain readings, a line each.
macro_rules! readings {
    ($($(#[$doc:meta])* $name:ident -> $type:ty = |$run:ident| $value:expr;)* | $($rest:tt)*) => {
        #[pymethods]
        impl Trajectory {
            $($(#[$doc])*
            #[getter]
            fn $name(&self) -> $type {
                let $run = &self.run;
                $value
            })*
            $($rest)*
        }
    };
}

readings! {
    /// The model that was run.
    model -> Model = |run| Model { model: run.model().clone() };
    /// The state at the end: a run goes on from there.
    end -> State = |run| State::of_model(run.model(), run.end().clone());
    /// The largest change of the column `balance`, the energy less the work of all that has no potential: an error of the integration (J).
    energy_error -> f64 = |run| run.energy_error();
    /// The largest bound of the coupling of friction: below 1 there was one motion at every step.
    largest_coupling -> f64 = |run| run.largest_coupling();
    /// The largest violation of a constraint of positions at any step.
    largest_phi -> f64 = |run| run.drift().largest_phi();
    /// The largest violation of a constraint of velocities.
    largest_psi -> f64 = |run| run.drift().largest_psi();
    |
    /// Times of the samples.
    #[getter]
    fn t<'py>(&self, py: Python<'py>) -> Array<'py> {
        Array::of(py, self.run.times())
    }
    /// Coordinates, a row for each sample; their names are `model.coordinate_names`.
    #[getter]
    fn q<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.rows(py, self.of_model().coordinates(), |at| at.q().to_vec())
    }
    /// Velocities, a row for each sample.
    #[getter]
    fn v<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.rows(py, self.of_model().velocities(), |at| at.v().to_vec())
    }
    /// Kinetic energy at the samples (J).
    #[getter]
    fn kinetic<'py>(&self, py: Python<'py>) -> Array<'py> {
        Array::of(py, self.run.column(|at| at.kinetic()))
    }
    /// Potential energy at the samples (J).
    #[getter]
    fn potential<'py>(&self, py: Python<'py>) -> Array<'py> {
        Array::of(py, self.run.column(|at| at.potential()))
    }
    /// How many columns the whole table has; samples are as many as `run.t`.
    fn __len__(&self) -> usize {
        self.table().names().len()
    }
    /// Names of the columns of the whole table. `reaction.joint.fx`, `friction.point.slip` and `along.force.value` can be asked for as well.
    fn keys(&self) -> Vec<String> {
        self.table().names().to_vec()
    }
    /// The columns of the whole table.
    fn values<'py>(&self, py: Python<'py>) -> Vec<Array<'py>> {
        self.table().columns().iter().map(|column| Array::of(py, column.clone())).collect()
    }
    /// The columns of the whole table with their names: `dict(run)`, `pandas.DataFrame(dict(run))`.
    fn items<'py>(&self, py: Python<'py>) -> Vec<(String, Array<'py>)> {
        self.keys().into_iter().zip(self.values(py)).collect()
    }
    /// A column by name, or `default` if there is none of this name.
    #[pyo3(signature = (name: "str", default: "Any"=None) -> "Any")]
    fn get<'py>(&self, py: Python<'py>, name: &str, default: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        match self.__getitem__(py, name) {
            Ok(column) => Ok(column.0),
            Err(_) => Ok(default.unwrap_or_else(|| py.None().into_bound(py))),
        }
    }
    /// Refused: it would be the names alone.
    #[pyo3(signature = (*_how: "Any", **_more: "Any") -> "Any")]
    fn __array__(&self, _how: &Bound<'_, PyTuple>, _more: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a run is a mapping of columns, and no array of numbers: take `run[\"rod.x\"]`, `run.to_pandas()`, or `pandas.DataFrame(dict(run))`",
        ))
    }
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.keys().into_pyobject(py)?.try_iter()?.into_any())
    }
    /// Can it be asked for?
    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<String>().is_ok_and(|name| self.of_model().column(&name).is_ok())
    }
    /// A column by name.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Array<'py>> {
        if let Some(column) = self.table().column(name) {
            return Ok(Array::of(py, column.to_vec()));
        }
        match self.run.columns(&[name]) {
            Ok(table) => Ok(Array::of(py, table.columns()[0].clone())),
            Err(error) => Err(unknown("column", name, error.known)),
        }
    }
    /// The reaction of a constraint on its last body, or `on` another one, without friction, at the samples: `force`, `moment` and `point` with three columns each.
    #[pyo3(signature = (constraint, *, on=None) -> "Wrenches")]
    fn reaction<'py>(&self, py: Python<'py>, constraint: Name, on: Option<Name>) -> PyResult<Bound<'py, PyAny>> {
        let (id, on) = (find::constraint(self.of_model(), &constraint)?, on.map(|body| find::body(self.of_model(), &body)).transpose()?);
        let wrenches: Vec<_> = caught(|| Ok(self.run.samples().map(|at| wrench(&at, id, on.as_ref())).collect()))?;
        let part = |of: fn(&Wrench<Spatial>) -> Vector3<f64>| Array::rectangle(py, wrenches.iter().flat_map(|it| three(of(it))).collect(), wrenches.len(), 3);
        records::make(py, "Wrenches", (part(|it| it.force)?, part(|it| it.moment)?, part(|it| it.point)?))
    }
    /// The rotation matrices of a body in space at the samples, from its axes to those of the world, of the shape (n, 3, 3): `r[k] @ p` is in world axes what p is in the body's.
    fn rotation<'py>(&self, py: Python<'py>, body: Name) -> PyResult<Array<'py>> {
        let all = self.attitudes(py, &body, 9, attitudes::rows)?;
        Ok(Array(all.0.call_method1("reshape", (self.run.len(), 3, 3))?))
    }
    /// Roll, pitch and yaw of a body in space at the samples (rad), three columns: turned by the roll about the world's x axis, then by the pitch about y, then by the yaw about z.
    fn roll_pitch_yaw<'py>(&self, py: Python<'py>, body: Name) -> PyResult<Array<'py>> {
        self.attitudes(py, &body, 3, attitudes::roll_pitch_yaw)
    }
    /// About which axis a body in space is turned at the samples, three columns, and by how much, between 0 and π (rad); of one that is not turned the axis is zero.
    #[pyo3(signature = (body) -> "tuple[Array, Array]")]
    fn axis_angle<'py>(&self, py: Python<'py>, body: Name) -> PyResult<(Array<'py>, Array<'py>)> {
        let angles = self.attitudes(py, &body, 1, |frame| [attitudes::axis_angle(frame)[3]])?;
        let axes = self.attitudes(py, &body, 3, |frame| attitudes::axis_angle(frame).into_iter().take(3))?;
        Ok((axes, Array(angles.0.call_method0("ravel")?)))
    }
    /// Multipliers of a constraint at the samples.
    fn multipliers<'py>(&self, py: Python<'py>, constraint: Name) -> PyResult<Array<'py>> {
        let id = find::constraint(self.of_model(), &constraint)?;
        let width = self.of_model().row_range(id).len();
        self.rows(py, width, |at| at.multipliers(id))
    }
    /// A friction point at the samples: `mode`, `slip`, `load`, `force`.
    #[pyo3(signature = (point) -> "Frictions")]
    fn friction<'py>(&self, py: Python<'py>, point: Name) -> PyResult<Bound<'py, PyAny>> {
        let id = find::friction(self.of_model(), &point)?;
        let readings = self.run.samples().map(|at| at.friction(id).raise()).collect::<PyResult<Vec<_>>>()?;
        let modes: Vec<String> = readings.iter().map(|it| records::mode(it.mode)).collect();
        let of: [fn(&FrictionReading) -> f64; 3] = [|it| it.slip, |it| it.load, |it| it.force];
        let [slip, load, force] = of.map(|of| Array::of(py, readings.iter().map(of).collect()));
        records::make(py, "Frictions", (modes, slip, load, force))
    }
    /// A contact that opens at the samples: `mode`, `gap`, `rate`, `slip`, `normal`, `tangential`.
    #[pyo3(signature = (contact) -> "Contacts")]
    fn contact<'py>(&self, py: Python<'py>, contact: Name) -> PyResult<Bound<'py, PyAny>> {
        let id = find::contact(self.of_model(), &contact)?;
        let readings: Vec<_> = self.run.samples().map(|at| at.contact(id)).collect();
        let modes: Vec<String> = readings.iter().map(|it| records::mode(it.mode)).collect();
        let of: [fn(&ContactReading) -> f64; 5] = [|it| it.gap, |it| it.rate, |it| it.slip, |it| it.normal, |it| it.tangential];
        let [gap, rate, slip, normal, tangential] = of.map(|of| Array::of(py, readings.iter().map(of).collect()));
        records::make(py, "Contacts", (modes, gap, rate, slip, normal, tangential))
    }
    /// The friction force of a contact on its second body at the samples, in world axes: three columns. Its `reaction` is the normal force alone.
    fn friction_force<'py>(&self, py: Python<'py>, contact: Name) -> PyResult<Array<'py>> {
        let id = find::contact(self.of_model(), &contact)?;
        self.rows(py, 3, |at| three(at.friction_force(id)))
    }
    /// The velocity with which the second body of a contact slips over the first at the samples, in world axes: three columns.
    fn slip_velocity<'py>(&self, py: Python<'py>, contact: Name) -> PyResult<Array<'py>> {
        let id = find::contact(self.of_model(), &contact)?;
        self.rows(py, 3, |at| three(at.slip_velocity(id)))
    }
    /// What a friction point did altogether.
    #[pyo3(signature = (point) -> "FrictionSummary")]
    fn friction_summary<'py>(&self, py: Python<'py>, point: Name) -> PyResult<Bound<'py, PyAny>> {
        let it = self.run.friction_summary(find::friction(self.of_model(), &point)?);
        records::make(py, "FrictionSummary", (it.stuck, it.stuck_fraction, it.load_reversals, it.sticks))
    }
    /// Every change of a friction point or of a contact.
    #[pyo3(signature = () -> "list[Transition]")]
    fn transitions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let make = |it: &c::Transition| {
            let cause = format!("{:?}", it.cause);
            records::make(py, "Transition", (it.t, &it.name, records::mode(it.from), records::mode(it.to), it.slip, it.load, cause))
        };
        self.run.transitions().iter().map(make).collect()
    }
    /// Every impact.
    #[pyo3(signature = () -> "list[Impact]")]
    fn impacts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let blow = |it: &Blow| records::make(py, "Blow", (&it.name, it.normal, it.tangential, (it.closing[0], it.closing[1]), (it.slip[0], it.slip[1])));
        let make = |it: &Impact| {
            let blows = it.blows.iter().map(blow).collect::<PyResult<Vec<_>>>()?;
            records::make(py, "Impact", (it.t, it.lost, blows))
        };
        self.run.impacts().iter().map(make).collect()
    }
    /// Every event that was recorded, with the state there.
    #[pyo3(signature = () -> "list[EventRecord]")]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let make = |it: &c::EventRecord| records::make(py, "EventRecord", (it.t, &it.name, it.rising, State::of_model(self.of_model(), it.state.clone())));
        self.run.events().iter().map(make).collect()
    }
    /// Where the derivatives of the run are one-sided or uncertain: when, and why.
    fn flags(&self) -> Vec<(f64, String)> {
        self.run.flags().iter().map(|flag| (flag.t(), flag.to_string())).collect()
    }
    /// The derivative of the run by a parameter of its family, or by a coordinate of its start: of `Simulation(..., sensitivities=...)`.
    fn sensitivity(&self, name: String) -> PyResult<Sensitivity> {
        Sensitivity::of(&self.run, name)
    }
    /// The derivatives of what a text or a function reads at the end of the run, in all directions: of a family in the order of its `values`, then by the start. By all knots of signals at the price of a few.
    fn gradient<'py>(&self, py: Python<'py>, reading: Guard) -> PyResult<Array<'py>> {
        self.sensed()?;
        let columns = reading.columns(self.run.model())?;
        Ok(Array::of(py, self.run.gradient(|at| reading.at(&columns, at))))
    }
    /// The same at the samples, a row for each.
    fn gradients<'py>(&self, py: Python<'py>, reading: Guard) -> PyResult<Array<'py>> {
        self.sensed()?;
        let columns = reading.columns(self.run.model())?;
        let rows = self.run.gradients(|at| reading.at(&columns, at));
        let width = rows.first().map_or(0, Vec::len);
        Array::rectangle(py, rows.concat(), rows.len(), width)
    }
    /// How much was computed.
    #[getter]
    fn counters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (it, counts) = (self.run.counters(), PyDict::new(py));
        macro_rules! counts {
            ($($name:ident)*) => { $(counts.set_item(stringify!($name), it.$name)?;)* };
        }
        counts!(steps rejected evaluations output_evaluations guard_evaluations factorizations projections retaken jacobians iterations newton_failures ambiguous uncertain unresolved impacts gap_evaluations unproved);
        Ok(counts)
    }
    /// The largest violation of a constraint.
    fn drift_of(&self, constraint: Name) -> PyResult<f64> {
        Ok(self.run.drift_of(find::constraint(self.of_model(), &constraint)?))
    }
    /// How many steps were held small by stiffness, and its rate (1/s); none if the method is implicit.
    #[getter]
    fn stiffness(&self) -> Option<(u64, f64)> {
        self.run.stiffness().map(|it| (it.steps, it.rate))
    }
    /// A sample; counted from the end if negative.
    fn sample(&self, index: isize) -> PyResult<Snapshot> {
        let place = if index < 0 { index + self.run.len() as isize } else { index };
        let sample = usize::try_from(place).ok().and_then(|k| self.run.sample(k));
        let at = sample.ok_or_else(|| PyIndexError::new_err(format!("there is no sample {index}: the run has {}", self.run.len())))?;
        Ok(Snapshot::of(self.of_model(), at.state()))
    }
    /// All samples.
    fn samples(&self) -> Vec<Snapshot> {
        self.run.samples().map(|at| Snapshot::of(self.of_model(), at.state())).collect()
    }
    /// The last sample.
    fn last(&self) -> PyResult<Snapshot> {
        self.sample(-1)
    }
    /// The state at any time, of a run with `keep_dense`.
    fn state_at(&self, t: f64) -> PyResult<State> {
        self.found(self.run.state_at(t))
    }
    /// The state at any time as it is reached, of a run with `keep_dense`: at an impact, or at an event that changes the state, the one before it.
    fn before(&self, t: f64) -> PyResult<State> {
        self.found(self.run.before(t))
    }
    /// Columns, or all, as a pandas.DataFrame over time.
    #[pyo3(signature = (*columns: "str") -> "pandas.DataFrame")]
    #[allow(clippy::wrong_self_convention)]
    fn to_pandas<'py>(&self, py: Python<'py>, columns: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
        let names = if columns.is_empty() { self.keys() } else { columns };
        tables::frame(py, &self.t(py), &names, |name| self.__getitem__(py, name))
    }
    /// Draws columns over time with matplotlib, transitions as faint lines; gives the axes.
    #[pyo3(signature = (*columns: "str", ax: "Any"=None) -> "Any")]
    fn plot<'py>(&self, py: Python<'py>, columns: Vec<String>, ax: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let times: Vec<f64> = self.run.transitions().iter().map(|transition| transition.t).collect();
        tables::plot(py, ax, [&self.t(py).0, &times.into_pyobject(py)?], &columns, |name| self.__getitem__(py, name))
    }
    /// The whole table as a text of comma-separated values.
    fn to_csv(&self) -> String {
        self.table().to_csv()
    }
    /// Writes the whole table as CSV.
    fn write_csv(&self, path: PathBuf) -> PyResult<()> {
        self.run.write_csv(path).raise()
    }
    /// Writes everything as arrays of NumPy.
    fn write_npz(&self, path: PathBuf) -> PyResult<()> {
        self.run.write_npz(path).raise()
    }
    /// Writes the page that plays the motion in a browser.
    #[pyo3(signature = (path, *, title=None, most_frames=None))]
    fn player(&self, path: PathBuf, title: Option<String>, most_frames: Option<usize>) -> PyResult<()> {
        std::fs::write(path, self.html(title, most_frames)?).raise()
    }
    /// That page as a text.
    #[pyo3(signature = (*, title=None, most_frames=None))]
    fn html(&self, title: Option<String>, most_frames: Option<usize>) -> PyResult<String> {
        let player = given!(self.run.player(); title: title, most_frames: most_frames);
        player.to_html().raise()
    }
    /// A moving picture of a motion in the plane, as SVG.
    fn animation(&self, path: PathBuf) -> PyResult<()> {
        std::fs::write(path, self.run.player().animation().svg().raise()?).raise()
    }
    /// The page in a frame, for notebooks.
    fn _repr_html_(&self) -> PyResult<String> {
        let page = self.html(None, Some(600))?.replace('&', "&amp;").replace('"', "&quot;");
        Ok(format!("<iframe srcdoc=\"{page}\" sandbox=\"allow-scripts\" style=\"width:100%;height:640px;border:0\"></iframe>"))
    }
    /// The run as JSON, without its model and its derivatives: a run that was read back refuses to tell these.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.run.record()).raise()
    }
    /// A run of what `to_json` has written, and its model.
    #[staticmethod]
    fn from_json(text: &str, model: Model) -> PyResult<Self> {
        Ok(Self::of(serde_json::from_str::<Record>(text).raise()?.of(&model.model).raise()?))
    }
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let model = Model { model: self.of_model().clone() };
        reduced::<Self>(py, (self.to_json()?, model))
    }
    fn __repr__(&self) -> String {
        format!("Trajectory({} samples, t from {} to {} s)", self.run.len(), self.run.first().map_or(f64::NAN, |at| at.t()), self.run.end().t)
    }
}
