//! Parameters from measurements.

use crate::analysis::Plan;
use crate::columns::Column;
use crate::errors::Raise;
use crate::events::{Guard, Raised};
use crate::families::Family;
use crate::records::{self, Array};
use crate::simulation::Simulation;
use crate::state::State;
use crate::trajectory::Trajectory;
use crate::words::in_python;
use chetaev::analysis;
use chetaev::prelude as c;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

type Measured = (Guard, Vec<f64>, f64);
type Instants = (Py<PyAny>, Vec<f64>, f64);

/// The parameters of a family that fit measurements best, and how well these determine them.
///
/// `plan` is a `Simulation` of `family.model`, whose settings the runs have, until `until`. `measured` are (reading, data, standard deviation): a column or a function of columns,
/// a number at every sample, and one deviation for all of them: an array of deviations is not
/// taken, but reading and data can be divided alike by what it is at each time, `(lambda at: at["rod.theta"] / (1 + at["t"]), angles / (1 + times), 1e-3)`. `instants` are (function of the run that lists times as they stand there, data, standard deviation). `within` has bounds by name.
/// `cut_at` are times at which the runs are cut, for data over a long time or of a chaotic motion: each piece begins at a state that is found as well, and at the end they join.
#[pyclass(frozen, module = "chetaev")]
pub struct Identification {
    family: Family,
    plan: Py<Simulation>,
    until: f64,
    measured: Vec<Measured>,
    instants: Vec<Instants>,
    within: BTreeMap<String, (f64, f64)>,
    cut_at: Vec<f64>,
}

#[pymethods]
impl Identification {
    #[new]
    #[pyo3(signature = (
        family, plan, until, *, measured: "Sequence[tuple[Reading, Sequence[float] | Array, float]] | None"=None,
        instants: "Sequence[tuple[Callable[[Trajectory], Sequence[float]], Sequence[float], float]] | None"=None, within: "Mapping[str, tuple[float, float]] | None"=None,
        cut_at: "Sequence[float] | Array | None"=None
    ))]
    fn new(
        family: Family,
        plan: Py<Simulation>,
        until: f64,
        measured: Option<Vec<Measured>>,
        instants: Option<Vec<Instants>>,
        within: Option<BTreeMap<String, (f64, f64)>>,
        cut_at: Option<Vec<f64>>,
    ) -> Self {
        let (measured, instants) = (measured.unwrap_or_default(), instants.unwrap_or_default());
        Self {
            family,
            plan,
            until,
            measured,
            instants,
            within: within.unwrap_or_default(),
            cut_at: cut_at.unwrap_or_default(),
        }
    }
    /// Looks for the best parameters.
    fn run(&self, py: Python<'_>) -> PyResult<Fit> {
        let plan = Plan::of(self.plan.get())?;
        let base = self.family.family.model();
        let columns = self.measured.iter().map(|it| it.0.columns(base)).collect::<PyResult<Vec<Vec<Column>>>>()?;
        let found = py.detach(|| {
            let fit = analysis::Identification::new(&self.family.family, |model| plan.simulation(model));
            let mut fit = fit.until(self.until).cut_at(self.cut_at.iter().copied());
            for ((reading, data, sigma), columns) in self.measured.iter().zip(&columns) {
                fit = fit.measured(|at| reading.at(columns, at), data, *sigma);
            }
            for (read, data, sigma) in &self.instants {
                fit = fit.instants(|run| instants(read, run, plan.raised()), data, *sigma);
            }
            for (name, (from, to)) in &self.within {
                fit = fit.within(name.clone(), *from..*to);
            }
            fit.run()
        });
        let fit = self.family.outcome(py, plan.outcome(py, found.raise()))?;
        Ok(Fit { fit, raised: self.family.raised.clone() })
    }
}

fn instants(read: &Py<PyAny>, run: &c::Trajectory, raised: &Raised) -> Vec<f64> {
    let found = Python::attach(|py| read.bind(py).call1((Trajectory::of(run.clone()),))?.extract::<Vec<f64>>());
    found.unwrap_or_else(|error| {
        raised.keep(error);
        Vec::new()
    })
}

/// What was fitted: `fit["mu"]` is a value, `fit.deviation("mu")` its standard deviation. Printed it tells all.
#[pyclass(frozen, module = "chetaev")]
pub struct Fit {
    fit: analysis::Fit,
    raised: Arc<Mutex<Option<PyErr>>>,
}

#[pymethods]
impl Fit {
    fn __getitem__(&self, name: &str) -> PyResult<f64> {
        self.fit.value(name).map_err(|error| PyKeyError::new_err(in_python(&error.to_string())))
    }
    /// The standard deviation of a parameter; zero of one at its bound. It is that of the scatter that was found: what follows from the deviations of the readings as they were said,
    /// times `scale` (as long as there are more readings than parameters). `fit.covariance_as_said` goes by what was said alone.
    fn deviation(&self, name: &str) -> PyResult<f64> {
        self.fit.deviation(name).raise()
    }
    /// How two parameters are correlated, between −1 and 1.
    fn correlation(&self, first: &str, second: &str) -> PyResult<f64> {
        self.fit.correlation(first, second).raise()
    }
    /// The family at the values found.
    #[getter]
    fn family(&self) -> Family {
        Family { family: self.fit.family.clone(), raised: self.raised.clone() }
    }
    /// The states at which the pieces begin, all but the first, of an identification that was cut.
    #[getter]
    fn starts(&self) -> Vec<State> {
        let model = self.fit.family.model();
        self.fit.starts.iter().map(|start| State::of_model(model, start.clone())).collect()
    }
    /// Name, value, deviation of each parameter, and whether a bound holds it.
    #[pyo3(signature = () -> "list[Fitted]")]
    fn fitted<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.fit
            .fitted
            .iter()
            .map(|it| records::make(py, "Fitted", (&it.name, it.value, it.deviation, it.bound)))
            .collect()
    }
    /// The covariance of the parameters, in their order, with the scatter that was found: that of the deviations as they were said, times `scale`².
    #[getter]
    fn covariance<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        Array::matrix(py, &self.fit.covariance)
    }
    /// The covariance if the readings have the standard deviations that were said, whatever the misfit is: `covariance` / `scale`².
    #[getter]
    fn covariance_as_said<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        // With as many readings as parameters there is no misfit, and nothing was multiplied.
        let scale = if self.fit.scale.is_nan() { 1.0 } else { self.fit.scale };
        Array::matrix(py, &(&self.fit.covariance / (scale * scale)))
    }
    /// χ²: the sum of the squared misfits, in standard deviations.
    #[getter]
    fn chi_squared(&self) -> f64 {
        self.fit.chi_squared
    }
    /// What the standard deviations of the readings have to be multiplied by to explain the misfit: 1 if the model is right and so are they. Deviations and covariance of the parameters
    /// contain it. Not a number of as many readings as parameters.
    #[getter]
    fn scale(&self) -> f64 {
        self.fit.scale
    }
    /// Runs with derivatives, and without.
    #[getter]
    fn runs(&self) -> [usize; 2] {
        self.fit.runs
    }
    /// Where the derivatives that deviations and correlations are made of are one-sided or uncertain, at the values found: when, and why.
    fn flags(&self) -> Vec<(f64, String)> {
        self.fit.flags.iter().map(|flag| (flag.t(), flag.to_string())).collect()
    }
    fn __str__(&self) -> String {
        self.fit.to_string()
    }
}
