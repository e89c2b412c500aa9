//! Columns of a run as a table of pandas, and as lines of matplotlib: both are asked for only here.

use crate::records::Array;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A pandas.DataFrame over time.
pub fn frame<'py>(
    py: Python<'py>,
    t: &Array<'py>,
    names: &[String],
    column: impl Fn(&str) -> PyResult<Array<'py>>,
) -> PyResult<Bound<'py, PyAny>> {
    let pandas = py.import("pandas")?;
    let data = PyDict::new(py);
    for name in names.iter().filter(|name| *name != "t") {
        data.set_item(name, column(name)?)?;
    }
    let keywords = PyDict::new(py);
    keywords.set_item("name", "t")?;
    let index = pandas.getattr("Index")?.call((&t.0,), Some(&keywords))?;
    pandas.getattr("DataFrame")?.call1((data, index))
}

/// Lines over time, and faint ones at the times of transitions; gives the axes.
pub fn plot<'py>(
    py: Python<'py>,
    ax: Option<Bound<'py, PyAny>>,
    [t, transitions]: [&Bound<'py, PyAny>; 2],
    names: &[String],
    column: impl Fn(&str) -> PyResult<Array<'py>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ax = ax.map_or_else(|| py.import("matplotlib.pyplot")?.call_method0("gca"), Ok)?;
    for name in names {
        let keywords = PyDict::new(py);
        keywords.set_item("label", name)?;
        ax.call_method("plot", (t, column(name)?), Some(&keywords))?;
    }
    let faint = PyDict::new(py);
    faint.set_item("color", "0.85")?;
    faint.set_item("linewidth", 0.5)?;
    faint.set_item("zorder", 0)?;
    for time in transitions.try_iter()? {
        ax.call_method("axvline", (time?,), Some(&faint))?;
    }
    ax.call_method1("set_xlabel", ("t (s)",))?;
    ax.call_method0("legend")?;
    Ok(ax)
}
