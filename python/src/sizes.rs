//! What numbers of a shape must be. The library refuses a model with others where it is built or run; here the line that gives one is told.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

fn number(what: &str, x: f64, good: bool, needs: &str) -> PyResult<f64> {
    if good && x.is_finite() {
        return Ok(x);
    }
    Err(PyValueError::new_err(format!("{what} is {x}: give one that is {needs}")))
}

/// A radius or another length; a point has none.
pub fn length(what: &str, x: f64) -> PyResult<f64> {
    number(what, x, x >= 0.0, "finite and not negative")
}

pub fn positive(what: &str, x: f64) -> PyResult<f64> {
    number(what, x, x > 0.0, "positive and finite")
}

/// Of the axis of a cone.
pub fn half_angle(x: f64) -> PyResult<f64> {
    number("the half angle of a cone", x, x > 0.0 && x < std::f64::consts::FRAC_PI_2, "between 0 and pi/2")
}

/// Something that points somewhere.
pub fn direction(what: &str, x: [f64; 3]) -> PyResult<[f64; 3]> {
    let size = x.iter().map(|x| x * x).sum::<f64>().sqrt();
    number(&format!("the length of {what}"), size, size > 0.0, "positive and finite").map(|_| x)
}

/// A text that says what is wrong, if something is.
pub fn flawless(flaw: Option<&str>) -> PyResult<()> {
    flaw.map_or(Ok(()), |what| Err(PyValueError::new_err(what.to_owned())))
}
