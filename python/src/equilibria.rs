//! Equilibria, and how they move with the parameters of a family.

use crate::errors::{Raise, caught, unknown};
use crate::events::Guard;
use crate::families::Family;
use crate::find;
use crate::linear::shapes;
use crate::model::Model;
use crate::records::{self, Array, complex};
use crate::state::State;
use chetaev::analysis;
use chetaev::nalgebra::Complex;
use chetaev::prelude as c;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A word, or the points on whose edge of slipping it rests.
fn rest_of(model: &c::Model, rest: Option<&Bound<'_, PyAny>>) -> PyResult<analysis::Rest> {
    let Some(rest) = rest else { return Ok(analysis::Rest::Nearest) };
    if let Ok(points) = rest.cast::<PyDict>() {
        let edge = |(point, direction): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((find::friction(model, &point.extract()?)?, direction.extract()?))
        };
        return Ok(analysis::Rest::Edge(points.iter().map(edge).collect::<PyResult<_>>()?));
    }
    match rest.extract::<String>()?.as_str() {
        "nearest" => Ok(analysis::Rest::Nearest),
        "center" => Ok(analysis::Rest::Center),
        other => {
            let known = "there are: nearest, center, or a dict of friction points and directions";
            Err(PyValueError::new_err(format!("there is no rest {other:?}; {known}")))
        }
    }
}

fn record<'py>(py: Python<'py>, model: &c::Model, it: analysis::Equilibrium) -> PyResult<Bound<'py, PyAny>> {
    records::make(py, "Equilibrium", (State::of_model(model, it.state), it.margin, it.residual, it.iterations))
}

/// An equilibrium near a state: the state, the largest acceleration that is left, and the margin to slip, where friction holds it: 0 with friction at its limit, 1 without any.
///
/// Of the many that friction admits `rest` says which: "nearest", if nothing is said, is the guess itself where friction holds it, and else, as "center", where friction is not needed, in the middle of all, and not on
/// their edge, which may be nearer to the guess; or `{"rub": 1.0}`, where these points are about to slide, each in the
/// given direction.
#[pyfunction]
#[pyo3(signature = (model, guess, *, rest: "str | Mapping[Named, float] | None"=None) -> "Equilibrium")]
pub fn equilibrium<'py>(
    py: Python<'py>,
    model: Model,
    guess: PyRef<'_, State>,
    rest: Option<&Bound<'_, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let it = analysis::equilibrium(&model.model, &guess.state, &rest_of(&model.model, rest)?).raise()?;
    record(py, &model.model, it)
}

/// An equilibrium of a family, near its start, and how it moves with each parameter. No other equilibrium is searched for.
///
/// Friction must not hold it where it was put: `rest="center"` is where friction is not needed, `rest={"rub": 1.0}` where it is about to slide.
#[pyclass(frozen, module = "chetaev")]
pub struct EquilibriumSlopes {
    family: Family,
    found: analysis::EquilibriumSlopes,
}

impl EquilibriumSlopes {
    fn index(&self, parameter: &str) -> PyResult<usize> {
        let names = self.found.names();
        names.iter().position(|name| name == parameter).ok_or_else(|| unknown("parameter", parameter, names))
    }
}

#[pymethods]
impl EquilibriumSlopes {
    #[new]
    #[pyo3(signature = (family, *, rest: "str | Mapping[Named, float] | None"=None))]
    fn new(py: Python<'_>, family: Family, rest: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rest = rest_of(family.family.model(), rest)?;
        let found = analysis::EquilibriumSlopes::of(&family.family, &rest).raise();
        let found = family.outcome(py, found)?;
        Ok(Self { family, found })
    }
    /// The equilibrium.
    #[pyo3(signature = () -> "Equilibrium")]
    fn equilibrium<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        record(py, self.family.family.model(), self.found.equilibrium.clone())
    }
    /// The names of the parameters.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.found.names().to_vec()
    }
    /// How everything is displaced by a unit of a parameter, in the manner of velocities.
    fn displacement<'py>(&self, py: Python<'py>, parameter: &str) -> PyResult<Array<'py>> {
        Ok(Array::of(py, self.found.displacement(self.index(parameter)?).to_vec()))
    }
    /// The derivatives of a column, or of what a text or a function reads, by all parameters.
    fn reading<'py>(&self, py: Python<'py>, reading: Guard) -> PyResult<Array<'py>> {
        let columns = reading.columns(self.family.family.model())?;
        let found = self.found.reading(|at| reading.at(&columns, at)).raise();
        Ok(Array::of(py, self.family.outcome(py, found)?))
    }
    /// The eigenvalues about it, and a row of derivatives by all parameters for each: not numbers where another one is so near that they cannot be told apart.
    #[pyo3(signature = () -> "tuple[NDArray[np.complex128], NDArray[np.complex128]]")]
    fn eigenvalues<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let found = caught(|| self.found.eigenvalues().raise());
        let found = self.family.outcome(py, found)?;
        let none = Complex::new(f64::NAN, f64::NAN);
        let values: Vec<_> = found.iter().map(|it| it.value).collect();
        let slopes: Vec<_> = found.iter().flat_map(|it| it.slopes.iter().map(|slope| slope.unwrap_or(none))).collect();
        let slopes = complex(py, &slopes).call_method1("reshape", (values.len(), self.found.names().len()))?;
        Ok((complex(py, &values).into_any(), slopes))
    }
    /// The modes about it, and how the amplitudes of their displacements change with all parameters, that which is 1 staying 1: by mode, parameter and displacement.
    #[pyo3(signature = () -> "tuple[list[ModeShape], NDArray[np.complex128]]")]
    fn modes<'py>(&self, py: Python<'py>) -> PyResult<(Vec<Bound<'py, PyAny>>, Bound<'py, PyAny>)> {
        let found = caught(|| self.found.modes().raise());
        let found = self.family.outcome(py, found)?;
        let none = vec![Complex::new(f64::NAN, f64::NAN); self.family.family.model().velocities()];
        let slopes: Vec<_> = found
            .iter()
            .flat_map(|it| it.slopes.iter().flat_map(|slope| slope.as_ref().map_or(&none, |slope| &slope.q)))
            .copied()
            .collect();
        let shape = (found.len(), self.found.names().len(), none.len());
        let slopes = complex(py, &slopes).call_method1("reshape", shape)?;
        Ok((shapes(py, found.into_iter().map(|it| it.shape).collect())?, slopes))
    }
}
