//! Families of models over parameters, and derivatives of runs.

use crate::columns;
use crate::errors::{Raise, words_of};
use crate::events::Guard;
use crate::math::Signal;
use crate::model::Model;
use crate::records::Array;
use crate::state::State;
use chetaev::prelude as c;
use chetaev::simulate::{Parameter, Parameters, StateSlope};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// A signal that is straight between knots, constant before the first and after the last, as a parameter of a family: each knot is one.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Knots {
    times: Vec<f64>,
    values: Vec<f64>,
}

#[pymethods]
impl Knots {
    #[new]
    #[pyo3(signature = (times: "Sequence[float] | Array", values: "Sequence[float] | Array"))]
    fn new(times: Vec<f64>, values: Vec<f64>) -> PyResult<Self> {
        // As many values as times the family asks for, by name.
        let rising = times.windows(2).all(|pair| pair[0] < pair[1]);
        if !rising || times.iter().chain(&values).any(|x| !x.is_finite()) {
            return Err(PyValueError::new_err("the times of knots rise, and their values are finite"));
        }
        Ok(Self { times, values })
    }
}

/// What a family is given for a name.
#[derive(FromPyObject)]
enum Given {
    Number(f64),
    Knots(Knots),
}

/// Other values of a parameter: of a signal those of all knots.
#[derive(FromPyObject)]
enum Other {
    Number(f64),
    Knots(Vec<f64>),
}

/// A mechanism as a function of numbers with names: `build(p)` makes model and start of `p["mu"]`, `p["length"]`, anew at each call. `p["push"]` of a parameter `Knots(times, values)` is a signal, and its knots are
/// called `push[0]`, `push[1]`, …
///
/// It is called for the values given, and for some beside them: what it returns may differ in numbers alone, not in bodies, rows or names. `sizes` says how large changes of
/// a parameter are that matter, where its value does not.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Family {
    pub family: c::Family,
    /// What the function raised last.
    pub raised: Arc<Mutex<Option<PyErr>>>,
}

type Values = BTreeMap<String, f64>;

impl Family {
    /// Tells what the function raised as the cause of an error.
    fn tell_cause(&self, py: Python<'_>, error: &PyErr) {
        if let Some(cause) = self.raised.lock().ok().and_then(|mut slot| slot.take()) {
            error.set_cause(py, Some(cause));
        }
    }

    pub fn outcome<T>(&self, py: Python<'_>, found: PyResult<T>) -> PyResult<T> {
        found.inspect_err(|error| self.tell_cause(py, error))
    }

    fn made(py: Python<'_>, build: &Py<PyAny>, values: &Bound<'_, PyDict>) -> PyResult<(c::Model, c::State)> {
        let made = build.bind(py).call1((values,))?;
        let (model, start): (Model, PyRef<'_, State>) =
            made.extract().map_err(|_| PyTypeError::new_err("the function of a family returns (model, start)"))?;
        Ok((model.model, start.state.clone()))
    }
}

#[pymethods]
impl Family {
    #[new]
    #[pyo3(signature = (parameters: "Mapping[str, float | Knots]", build: "Callable[[dict[str, Any]], tuple[Model, State]]", *, sizes: "Mapping[str, float] | None"=None))]
    fn new(py: Python<'_>, parameters: &Bound<'_, PyDict>, build: Py<PyAny>, sizes: Option<Values>) -> PyResult<Self> {
        let given: Vec<(String, Given)> =
            parameters.iter().map(|(k, v)| Ok((k.extract()?, v.extract()?))).collect::<PyResult<_>>()?;
        let parameters: Vec<Parameter> = given.iter().map(|(name, given)| given.named(name)).collect();
        let raised = Arc::new(Mutex::new(None));
        let kept = raised.clone();
        let family = c::Family::new(parameters, move |p: &Parameters<'_>| {
            Python::attach(|py| {
                let made = (|| {
                    let values = PyDict::new(py);
                    for (name, given) in &given {
                        match given {
                            Given::Number(_) => values.set_item(name, p[&**name])?,
                            Given::Knots(_) => values.set_item(name, Signal { signal: p.signal(name) })?,
                        }
                    }
                    Self::made(py, &build, &values)
                })();
                made.map_err(|error| {
                    let words = words_of(py, &error);
                    if let Ok(mut slot) = kept.lock() {
                        *slot = Some(error);
                    }
                    words.into()
                })
            })
        });
        let mut family = match family.raise() {
            Ok(family) => Self { family, raised },
            Err(error) => {
                py.check_signals()?;
                if let Some(cause) = raised.lock().ok().and_then(|mut slot| slot.take()) {
                    error.set_cause(py, Some(cause));
                }
                return Err(error);
            }
        };
        for (name, size) in sizes.into_iter().flatten() {
            family.family = family.family.sized(&name, size).raise()?;
        }
        Ok(family)
    }
    /// The same family at other values; parameters that are not told stay as they are. A signal is told by the values of all its knots, or knot by knot: `{"push[3]": 1.0}`.
    #[pyo3(signature = (values: "Mapping[str, float | Sequence[float] | Array]"))]
    fn at(&self, py: Python<'_>, values: BTreeMap<String, Other>) -> PyResult<Self> {
        let (names, mut all) = (self.family.names(), self.family.values().to_vec());
        for (name, other) in values {
            let first = match other {
                Other::Number(_) => names.iter().position(|own| *own == name),
                Other::Knots(_) => names.iter().position(|own| *own == format!("{name}[0]")),
            };
            let first = first.ok_or_else(|| crate::errors::unknown("parameter", &name, names))?;
            let values = match other {
                Other::Number(value) => vec![value],
                Other::Knots(values) => values,
            };
            let knots = names[first..].iter().filter(|own| own.starts_with(&format!("{name}["))).count().max(1);
            if values.len() != knots {
                let what = format!("`{name}` has {knots} knots, and {} values are given", values.len());
                return Err(PyValueError::new_err(what));
            }
            all[first..first + knots].copy_from_slice(&values);
        }
        let family = self.outcome(py, self.family.at(&all).raise())?;
        Ok(Self { family, raised: self.raised.clone() })
    }
    /// The names of the parameters.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.family.names().to_vec()
    }
    /// Their values.
    #[getter]
    fn values(&self) -> Vec<f64> {
        self.family.values().to_vec()
    }
    /// The model at these values.
    #[getter]
    fn model(&self) -> Model {
        Model { model: self.family.model().clone() }
    }
    /// Its start.
    #[getter]
    fn start(&self) -> State {
        State::of_model(self.family.model(), self.family.start().clone())
    }
    fn __repr__(&self) -> String {
        format!("{:?}", self.family)
    }
}

/// Which derivatives a run carries: by every parameter of a family, and by coordinates or velocities of the start (`starts`); with `works` also of works, of forces, friction and drivers, which takes longer. `strict` ends a run where one is uncertain.
#[pyclass(frozen, module = "chetaev")]
#[derive(Clone)]
pub struct Sensitivities {
    family: Option<Family>,
    starts: Vec<String>,
    works: bool,
    strict: bool,
}

impl Sensitivities {
    pub fn of(&self) -> c::Sensitivities {
        let first = self.family.as_ref().map_or_else(c::Sensitivities::default, |it| c::Sensitivities::to(&it.family));
        let all = self.starts.iter().fold(first, |all, name| all.and_start(name));
        let all = if self.works { all.and_works() } else { all };
        if self.strict { all.strict() } else { all }
    }

    pub fn tell_cause(&self, py: Python<'_>, error: &PyErr) {
        if let Some(family) = &self.family {
            family.tell_cause(py, error);
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Sensitivities {
    type Error = PyErr;

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(family) = from.extract::<Family>() {
            return Ok(Self { family: Some(family), starts: Vec::new(), works: false, strict: false });
        }
        Ok(from.cast::<Self>()?.get().clone())
    }
}

#[pymethods]
impl Sensitivities {
    #[new]
    #[pyo3(signature = (family=None, *, starts=None, works=false, strict=false))]
    fn new(family: Option<Family>, starts: Option<Vec<String>>, works: bool, strict: bool) -> Self {
        Self { family, starts: starts.unwrap_or_default(), works, strict }
    }
}

/// The derivative of a run in one direction. `run.sensitivity("mu")["disk.theta"]` is that of a column.
#[pyclass(frozen, module = "chetaev")]
pub struct Sensitivity {
    run: Arc<c::Trajectory>,
    name: String,
}

impl Sensitivity {
    pub fn of(run: &Arc<c::Trajectory>, name: String) -> PyResult<Self> {
        run.sensitivity(&name).raise()?;
        Ok(Self { run: run.clone(), name })
    }

    fn get(&self) -> PyResult<chetaev::simulate::Sensitivity<'_>> {
        self.run.sensitivity(&self.name).raise()
    }

    fn rows<'py>(&self, py: Python<'py>, part: for<'r> fn(StateSlope<'r>) -> &'r [f64]) -> PyResult<Array<'py>> {
        let it = self.get()?;
        let (rows, width) = (self.run.len(), part(it.end()).len());
        let all = (0..rows).filter_map(|k| it.sample(k)).flat_map(|slope| part(slope).iter().copied());
        Array::rectangle(py, all.collect(), rows, width)
    }
}

#[pymethods]
impl Sensitivity {
    /// The derivative of a column at the samples. What has a corner there is not a number, and neither are works, unless the run was to follow them.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Array<'py>> {
        let column = columns::of(self.run.model(), name)?;
        Ok(Array::of(py, self.get()?.column(|at| column.at(at))))
    }
    /// The derivative of what a text or a function reads, `lambda at: at["disk.x"]**2`, at the samples.
    fn column<'py>(&self, py: Python<'py>, reading: Guard) -> PyResult<Array<'py>> {
        let columns = reading.columns(self.run.model())?;
        Ok(Array::of(py, self.get()?.column(|at| reading.at(&columns, at))))
    }
    /// The same at the end of the run.
    fn at_end(&self, reading: Guard) -> PyResult<f64> {
        let columns = reading.columns(self.run.model())?;
        Ok(self.get()?.at_end(|at| reading.at(&columns, at)))
    }
    /// Derivatives of the coordinates, a row for each sample.
    #[getter]
    fn q<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.rows(py, |slope| slope.q)
    }
    /// Derivatives of the velocities.
    #[getter]
    fn v<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.rows(py, |slope| slope.v)
    }
    /// The derivative of the instant at which something happened, found by its time: of a transition, an event, an impact. None of what happens by the clock.
    fn instant(&self, t: f64) -> PyResult<Option<f64>> {
        Ok(self.get()?.instant(t))
    }
}

impl Given {
    fn named(&self, name: &str) -> Parameter {
        match self {
            Self::Number(value) => Parameter::number(name, *value),
            Self::Knots(Knots { times, values }) => Parameter::knots(name, times, values),
        }
    }
}
