//! Linearization: modes, responses, and what a controller is designed with.

use crate::errors::{Raise, caught};
use crate::events::Guard;
use crate::find;
use crate::handles::Name;
use crate::model::Model;
use crate::records::{self, Array, complex};
use crate::state::State;
use chetaev::analysis;
use chetaev::nalgebra::Complex;
use chetaev::prelude as c;
use pyo3::prelude::*;

/// A model linearized about a state, in coordinates of its freedoms: x' = A x.
#[pyclass(frozen, module = "chetaev")]
pub struct Linearization {
    model: c::Model,
    state: c::State,
    found: Found,
}

struct Found {
    matrix: chetaev::nalgebra::DMatrix<f64>,
    freedoms: (usize, usize),
    residual: f64,
    error: f64,
}

impl Linearization {
    /// It borrows the model, so that it is made anew for each question.
    fn again(&self) -> PyResult<analysis::Linearization<'_>> {
        analysis::Linearization::about(&self.model, &self.state).raise()
    }
}

pub fn shapes<'py>(py: Python<'py>, modes: Vec<analysis::ModeShape>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let make = |it: analysis::ModeShape| {
        let numbers = (it.eigenvalue, it.angular_frequency(), it.damping_ratio());
        let (q, v) = (complex(py, &it.q), complex(py, &it.v));
        records::make(py, "ModeShape", (numbers.0, numbers.1, numbers.2, q, v, it.residual))
    };
    modes.into_iter().map(make).collect()
}

#[pymethods]
impl Linearization {
    /// About a state, which should be an equilibrium.
    #[staticmethod]
    fn about(model: Model, state: PyRef<'_, State>) -> PyResult<Self> {
        let it = analysis::Linearization::about(&model.model, &state.state).raise()?;
        let found =
            Found { matrix: it.matrix().clone(), freedoms: it.freedoms(), residual: it.residual(), error: it.error() };
        Ok(Self { model: model.model.clone(), state: state.state.clone(), found })
    }
    /// The matrix A of x' = A x.
    #[getter]
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        Array::matrix(py, &self.found.matrix)
    }
    /// Freedoms of position and of velocity.
    #[getter]
    fn freedoms(&self) -> (usize, usize) {
        self.found.freedoms
    }
    /// The largest acceleration at the state itself: zero at an equilibrium and in a steady motion.
    #[getter]
    fn residual(&self) -> f64 {
        self.found.residual
    }
    /// What the matrix is accurate to, or better.
    #[getter]
    fn error(&self) -> f64 {
        self.found.error
    }
    /// Its eigenvalues.
    #[getter]
    fn eigenvalues(&self) -> PyResult<Vec<Complex<f64>>> {
        self.again()?.eigenvalues().raise()
    }
    /// How far each eigenvalue may be off: infinitely far where the state neither rests nor moves steadily.
    fn errors(&self) -> PyResult<Vec<f64>> {
        self.again()?.errors().raise()
    }
    /// By how much each eigenvalue moves at most with a change of the matrix.
    fn conditions(&self) -> PyResult<Vec<f64>> {
        self.again()?.conditions().raise()
    }
    /// Its modes: eigenvalue, frequency, damping, and the motion of all coordinates and velocities.
    #[pyo3(signature = () -> "list[ModeShape]")]
    fn modes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        shapes(py, self.again()?.modes().raise()?)
    }
    /// Those that oscillate, one of each pair, the slowest first.
    #[pyo3(signature = () -> "list[ModeShape]")]
    fn oscillations<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        shapes(py, self.again()?.oscillations().raise()?)
    }
    /// How far all parts move under a force and moment cos ωt on a body (three numbers in the plane, six in space), in the order of the velocities, a row for each ω.
    #[pyo3(signature = (omegas: "Sequence[float] | Array", body, wrench: "Sequence[float]") -> "NDArray[np.complex128]")]
    fn response<'py>(
        &self,
        py: Python<'py>,
        omegas: Vec<f64>,
        body: Name,
        wrench: Vec<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut it, on) = (self.again()?, find::body(&self.model, &body)?);
        let mut rows = Vec::new();
        for omega in &omegas {
            rows.extend(caught(|| {
                match on {
                    find::Body::Planar(body) => it.response(*omega, body, &wrench),
                    find::Body::Spatial(body) => it.response(*omega, body, &wrench),
                }
                .raise()
            })?);
        }
        complex(py, &rows).call_method1("reshape", (omegas.len(), self.state.v.len()))
    }
    /// x' = A x + B u, y = C x + D u: with these inputs of the model, and what these outputs read, columns or functions of them.
    fn system(&self, inputs: Vec<Name>, outputs: Vec<Guard>) -> PyResult<LinearSystem> {
        let inputs = inputs.iter().map(|name| find::variable(&self.model, name)).collect::<PyResult<Vec<_>>>()?;
        let columns = outputs.iter().map(|it| it.columns(&self.model)).collect::<PyResult<Vec<_>>>()?;
        let readings: Vec<_> =
            outputs.iter().zip(&columns).map(|(it, columns)| move |at: &c::Snapshot<'_>| it.at(columns, at)).collect();
        let readings: Vec<&dyn Fn(&c::Snapshot<'_>) -> f64> = readings.iter().map(|it| it as _).collect();
        Ok(LinearSystem { it: self.again()?.system(&inputs, &readings).raise()? })
    }
}

/// A linear system with inputs and outputs: x' = A x + B u, y = C x + D u, about the `outputs` at rest.
#[pyclass(frozen, module = "chetaev")]
pub struct LinearSystem {
    it: analysis::LinearSystem,
}

macro_rules! matrices {
    ($($name:ident)*) => {
        #[pymethods]
        impl LinearSystem {
            $(#[doc = concat!("The matrix ", stringify!($name), ".")]
            #[getter]
            fn $name<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
                Array::matrix(py, &self.it.$name)
            })*
            /// The outputs at the state itself.
            #[getter]
            fn outputs<'py>(&self, py: Python<'py>) -> Array<'py> {
                Array::of(py, self.it.outputs.clone())
            }
            /// A and B of steps of this length, the inputs held meanwhile: x₊ = A x + B u.
            fn held<'py>(&self, py: Python<'py>, interval: f64) -> PyResult<(Array<'py>, Array<'py>)> {
                let [a, b] = self.it.held(interval);
                Ok((Array::matrix(py, &a)?, Array::matrix(py, &b)?))
            }
            /// The same system with its outputs for the state, where these determine it.
            fn in_outputs(&self) -> PyResult<Self> {
                Ok(Self { it: self.it.in_outputs().raise()? })
            }
        }
    };
}
matrices!(a b c d);
