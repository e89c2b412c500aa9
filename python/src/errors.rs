//! Errors, in the words of the library, whose calls are named as they are here.

use crate::words::in_python;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyError, PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

create_exception!(chetaev, ChetaevError, PyException, "Whatever the library refuses.");

/// The exceptions, and the errors of the library that each of them tells.
macro_rules! exceptions {
    ($($name:ident $doc:literal: $($error:ty),*;)*) => {
        $(create_exception!(chetaev, $name, ChetaevError, $doc);
        $(impl<T> Raise<T> for Result<T, $error> {
            fn raise(self) -> PyResult<T> {
                self.map_err(|error| $name::new_err(in_python(&error.to_string())))
            }
        })*)*

        pub fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
            m.add("ChetaevError", m.py().get_type::<ChetaevError>())?;
            $(m.add(stringify!($name), m.py().get_type::<$name>())?;)*
            Ok(())
        }
    };
}

/// An error of the library as the exception of its name.
pub trait Raise<T> {
    fn raise(self) -> PyResult<T>;
}

exceptions! {
    BuildError "A model that cannot be built, or a body that cannot be.": chetaev::error::BuildError, chetaev::body::InertiaError, chetaev::body::MassError;
    StartError "A start that cannot be made to satisfy the constraints.": chetaev::error::StartError;
    EvalError "What cannot be evaluated at a state.": chetaev::error::EvalError, chetaev::error::ElementError, chetaev::simulate::AlongError;
    RunError "A run that failed: `kind` of the failure, time `t`, and `partial`, the trajectory so far.": chetaev::simulate::RunError;
    FormulaError "A formula that cannot be read, or not be used where it was given.": chetaev::math::FormulaError;
    LookupError "A table whose points do not make a function.": chetaev::math::LookupError;
    CurveError "Points that do not make a curve.": chetaev::contact::curve::CurveError;
    StoreError "What cannot be written or read.": chetaev::store::StoreError, serde_json::Error, std::io::Error, chetaev::player::PageError, chetaev::player::AnimationError;
    EquilibriumError "No equilibrium.": chetaev::analysis::EquilibriumError;
    LinearError "What cannot be linearized.": chetaev::analysis::LinearError;
    SectionError "A Poincaré section that has too few points.": chetaev::analysis::SectionError;
    OrbitError "A periodic orbit that was not found.": chetaev::analysis::OrbitError;
    ContinuationError "A branch of orbits that cannot be followed.": chetaev::analysis::ContinuationError;
    FamilyError "A family, or a member of it, that cannot be made. What its function raised is the cause.": chetaev::simulate::FamilyError;
    SensitivityError "A derivative that the run does not carry.": chetaev::simulate::SensitivityError;
    IdentifyError "Parameters that cannot be fitted.": chetaev::analysis::IdentifyError;
    InverseError "Forces that cannot be told.": chetaev::analysis::InverseError;
    FmuError "A unit that cannot be written, or a variable that it cannot have.": chetaev_fmu::FmuError;
    SweepError "A mechanism that cannot be led through its positions.": chetaev::analysis::SweepError;
}

/// A failed run keeps what it had computed.
pub fn of_run(py: Python<'_>, error: chetaev::simulate::RunError) -> PyErr {
    // The variant's name, as `Debug` writes it first.
    let kind: String = format!("{:?}", error.failure).chars().take_while(char::is_ascii_alphanumeric).collect();
    let raised = RunError::new_err(in_python(&error.failure.to_string()));
    let value = raised.value(py);
    let told = value
        .setattr("t", error.partial.end().t)
        .and_then(|()| value.setattr("kind", kind))
        .and_then(|()| value.setattr("partial", crate::trajectory::Trajectory::of(*error.partial)));
    told.err().unwrap_or(raised)
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// What ends a program in Rust (a radius below zero, a handle of another model) is a `ValueError` here, with the same words.
pub fn caught<T>(make: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let before = QUIET.replace(true);
    let made = panic::catch_unwind(AssertUnwindSafe(make));
    QUIET.set(before);
    made.unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("the library gave up here");
        Err(PyValueError::new_err(in_python(words)))
    })
}

/// Such a panic is not told on the terminal as well.
pub fn hush() {
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !QUIET.get() {
            told(panic);
        }
    }));
}

/// The words of what a function raised that the library has called. Ctrl-C, which may come while it computes, is kept for the next look at the signals.
pub fn words_of(py: Python<'_>, error: &PyErr) -> String {
    let words = error.to_string();
    if error.is_instance_of::<PyKeyboardInterrupt>(py) {
        // If that cannot be, the words tell it all the same.
        _ = py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
    }
    words
}

/// A name that is not there, and those that are.
pub fn unknown(kind: &str, name: &str, known: impl IntoIterator<Item = impl AsRef<str>>) -> PyErr {
    let known: Vec<String> = known.into_iter().map(|name| name.as_ref().to_owned()).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    PyKeyError::new_err(format!("there is no {kind} `{name}`; there are: {known}"))
}
