//! Models as units of FMI, for other simulators.

use crate::errors::Raise;
use crate::model::Model;
use crate::simulation;
use crate::state::State;
use chetaev_fmu::{Place, platform};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A co-simulation unit (FMU) of a model: `Fmu(model, "crank").input("torque", "N.m").output("crank.theta").write("crank.fmu")`.
///
/// `fmi` is the version of the standard, 3 or 2. `hold` are coordinates that stay where parameters change the start; `step` and `stop` are proposed to importing programs.
#[pyclass(module = "chetaev")]
pub struct Fmu {
    unit: chetaev_fmu::Fmu,
}

/// Adds a variable, with what is said of it.
fn with<'py>(
    it: Bound<'py, Fmu>,
    add: impl FnOnce(chetaev_fmu::Fmu) -> chetaev_fmu::Fmu,
    unit: Option<String>,
    description: Option<String>,
) -> PyResult<Bound<'py, Fmu>> {
    let mut all = add(it.borrow().unit.clone());
    if let Some(unit) = unit {
        all = all.unit(unit);
    }
    if let Some(description) = description {
        all = all.described(description);
    }
    it.borrow_mut().unit = all;
    Ok(it)
}

/// Places in the model file: one, several, or each with its factor.
fn places(given: &Bound<'_, PyAny>) -> PyResult<Vec<Place>> {
    if let Ok(one) = given.extract::<String>() {
        return Ok(vec![one.as_str().into()]);
    }
    if let Ok(factors) = given.cast::<PyDict>() {
        return factors
            .iter()
            .map(|(place, factor)| Ok((place.extract::<String>()?.as_str(), factor.extract()?).into()))
            .collect();
    }
    let several: Vec<String> = given
        .extract()
        .map_err(|_| PyTypeError::new_err("places are a text, a list of texts, or a dict of texts and factors"))?;
    Ok(several.iter().map(|place| place.as_str().into()).collect())
}

#[pymethods]
impl Fmu {
    #[new]
    #[pyo3(signature = (model, name="mechanism", *, fmi=3, about=None, start=None, hold=None, method=None, tolerance=None, max_step=None, step=None, stop=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        model: Model,
        name: &str,
        fmi: u8,
        about: Option<String>,
        start: Option<PyRef<'_, State>>,
        hold: Option<Vec<String>>,
        method: Option<&str>,
        tolerance: Option<f64>,
        max_step: Option<f64>,
        step: Option<f64>,
        stop: Option<f64>,
    ) -> PyResult<Self> {
        let unit = chetaev_fmu::Fmu::new(&model.model).named(name);
        let unit = match fmi {
            3 => unit,
            2 => unit.fmi2(),
            other => return Err(PyValueError::new_err(format!("there is no FMI {other}; there are: 2, 3"))),
        };
        let method = method.map(simulation::method).transpose()?;
        let start = start.map(|start| start.state.clone());
        let unit = crate::class::given!(unit; about: about, start: start, method: method, tolerance: tolerance, max_step: max_step, step: step, stop: stop);
        Ok(Self { unit: hold.unwrap_or_default().into_iter().fold(unit, chetaev_fmu::Fmu::hold) })
    }
    /// An input of the model, by its name, with its unit ("N.m", "1"). It is held over a step.
    #[pyo3(signature = (name, unit, *, description=None))]
    fn input<'py>(
        slf: Bound<'py, Self>,
        name: &str,
        unit: &str,
        description: Option<String>,
    ) -> PyResult<Bound<'py, Fmu>> {
        with(slf, |it| it.input(name, unit), None, description)
    }
    /// Numbers of the model file that can be set before the start, by where they stand: "frictions/rub/law/Coulomb/sliding". Of several all are set, each to the parameter times its factor.
    #[pyo3(signature = (name, places: "str | Sequence[str] | Mapping[str, float]", *, unit=None, description=None))]
    fn parameter<'py>(
        slf: Bound<'py, Self>,
        name: &str,
        places: &Bound<'py, PyAny>,
        unit: Option<String>,
        description: Option<String>,
    ) -> PyResult<Bound<'py, Fmu>> {
        let places = self::places(places)?;
        with(slf, |it| it.parameter(name, places), unit, description)
    }
    /// A coordinate of the start, "disk.theta", or a velocity, "disk.omega", as a parameter. What else must move with it does.
    #[pyo3(signature = (name, of, *, unit=None, description=None))]
    fn initial<'py>(
        slf: Bound<'py, Self>,
        name: &str,
        of: &str,
        unit: Option<String>,
        description: Option<String>,
    ) -> PyResult<Bound<'py, Fmu>> {
        with(slf, |it| it.initial(name, of), unit, description)
    }
    /// A column, by its name: see `Trajectory.columns`.
    #[pyo3(signature = (column, *, unit=None, description=None))]
    fn output<'py>(
        slf: Bound<'py, Self>,
        column: &str,
        unit: Option<String>,
        description: Option<String>,
    ) -> PyResult<Bound<'py, Fmu>> {
        with(slf, |it| it.output(column), unit, description)
    }
    /// The text of its `modelDescription.xml`.
    fn description(&self) -> PyResult<String> {
        self.unit.description().raise()
    }
    /// Writes the unit. `library` is the built library that goes into it, for this platform or by platforms; if none is given, the one beside this package.
    ///
    /// It is the same for all models: `cargo build --release -p chetaev-fmu` makes it, once.
    #[pyo3(signature = (path, *, library: "str | PathLike[str] | Mapping[str, str | PathLike[str]] | None"=None))]
    fn write(&self, py: Python<'_>, path: PathBuf, library: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let libraries: BTreeMap<String, PathBuf> = match library {
            None => beside(py)?.into_iter().map(|file| (platform(), file)).collect(),
            Some(one) => match one.extract::<PathBuf>() {
                Ok(file) => [(platform(), file)].into(),
                Err(_) => one.extract()?,
            },
        };
        let unit = libraries.into_iter().fold(self.unit.clone(), |unit, (platform, file)| unit.library(platform, file));
        unit.write(path).raise()
    }
}

/// The library in the package's own folder, if it is there.
fn beside(py: Python<'_>) -> PyResult<Option<PathBuf>> {
    let package: PathBuf = py.import("chetaev")?.getattr("__file__")?.extract()?;
    let file =
        package.with_file_name(format!("{}chetaev_fmu{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX));
    Ok(file.is_file().then_some(file))
}
