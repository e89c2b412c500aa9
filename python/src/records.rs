//! What is read, as Python's tuples with names (`chetaev/_records.py`).

use chetaev::element::{Spatial, Wrench};
use chetaev::nalgebra::{Complex, DMatrix};
use chetaev::prelude as c;
use chetaev::simulate::{ContactReading, FrictionReading};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use std::convert::Infallible;

/// An array of NumPy, under a name that the stubs know.
pub struct Array<'py>(pub Bound<'py, PyAny>);

impl<'py> Array<'py> {
    pub fn of(py: Python<'py>, values: Vec<f64>) -> Self {
        Self(PyArray1::from_vec(py, values).into_any())
    }

    pub fn rectangle(py: Python<'py>, values: Vec<f64>, rows: usize, columns: usize) -> PyResult<Self> {
        Ok(Self(PyArray1::from_vec(py, values).reshape([rows, columns])?.into_any()))
    }

    pub fn matrix(py: Python<'py>, it: &DMatrix<f64>) -> PyResult<Self> {
        Self::rectangle(py, it.transpose().as_slice().to_vec(), it.nrows(), it.ncols())
    }
}

impl<'py> IntoPyObject<'py> for Array<'py> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = Infallible;
    #[cfg(feature = "stubs")]
    const OUTPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "Array");

    fn into_pyobject(self, _: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(self.0)
    }
}

/// Complex numbers as an array of NumPy.
pub fn complex<'py>(py: Python<'py>, values: &[Complex<f64>]) -> Bound<'py, PyArray1<Complex<f64>>> {
    PyArray1::from_slice(py, values)
}

/// A tuple of this kind.
pub fn make<'py>(py: Python<'py>, kind: &str, values: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
    py.import("chetaev._records")?.getattr(kind)?.call1(values)
}

/// A mode by its name in Rust, in small letters.
pub fn mode(mode: c::Mode) -> String {
    format!("{mode:?}").to_lowercase()
}

pub fn wrench<'py>(py: Python<'py>, it: &Wrench<Spatial>) -> PyResult<Bound<'py, PyAny>> {
    let [force, moment, point] = [it.force, it.moment, it.point].map(|v| (v.x, v.y, v.z));
    make(py, "Wrench", (force, moment, point))
}

pub fn friction<'py>(py: Python<'py>, it: &FrictionReading) -> PyResult<Bound<'py, PyAny>> {
    make(py, "FrictionReading", (mode(it.mode), it.slip, it.load, it.force, it.determined))
}

pub fn contact<'py>(py: Python<'py>, it: &ContactReading) -> PyResult<Bound<'py, PyAny>> {
    make(py, "ContactReading", (mode(it.mode), it.gap, it.rate, it.slip, it.normal, it.tangential))
}
