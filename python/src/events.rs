//! Events of a run: what is watched, and what happens there.

use crate::columns::{self, Column};
use crate::errors::Raise;
use crate::snapshot::Snapshot;
use crate::state::State;
use chetaev::prelude as c;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// One of several words.
macro_rules! words {
    ($what:literal, $word:expr; $($name:literal => $value:expr),*) => {
        match $word {
            $($name => $value,)*
            other => return Err(PyValueError::new_err(format!(concat!("there is no ", $what, " {:?}; there are: {}"), other, [$($name),*].join(", ")))),
        }
    };
}

pub(crate) use words;

/// A function of the motion: a formula, and the columns that it reads.
#[derive(Clone)]
pub struct Guard {
    formula: c::Formula,
    names: Vec<String>,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Guard {
    type Error = PyErr;
    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr = pyo3::type_hint_identifier!("chetaev._types", "Reading");

    fn extract(from: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let traced = from.py().import("chetaev._trace")?.getattr("guard")?;
        let (text, arguments, names): (String, Vec<String>, Vec<String>) = traced.call1((from,))?.extract()?;
        Ok(Self { formula: c::Formula::parse(&text, arguments).raise()?, names })
    }
}

impl Guard {
    /// The columns, so that a name that is not there is told before the run.
    pub fn columns(&self, model: &c::Model) -> PyResult<Vec<Column>> {
        self.names.iter().map(|name| columns::of(model, name)).collect()
    }

    pub fn at(&self, columns: &[Column], at: &c::Snapshot<'_>) -> f64 {
        self.formula.at(&columns.iter().map(|column| column.at(at)).collect::<Vec<f64>>())
    }
}

/// Something that is watched in a run, and what happens where it passes zero.
///
/// The guard is a text, a function or a formula of names of the motion: `"ball.y - 0.1"`, `lambda at: at["ball.y"] - 0.1`; reactions and friction may be asked for,
/// `at["reaction.pin.fy"]`. `direction` is `"rising"` or `"falling"`. The event is recorded, and `stop`s the run, ends a step there (`corner`), or `change`s the state:
/// `change(at, state)` reads the instant before and changes the state.
///
/// A guard that passes zero at the very end of a run is an event of this run, and none of a run that goes on from there. What happens by the clock (`every`, `at`) is none at the end: it is one of the run that
/// goes on.
#[pyclass(frozen, from_py_object, module = "chetaev")]
#[derive(Clone)]
pub struct Event {
    name: String,
    trigger: Trigger,
    rising: Option<bool>,
    stop: bool,
    corner: bool,
    quiet: bool,
    change: Option<Arc<Py<PyAny>>>,
}

#[derive(Clone)]
enum Trigger {
    Guard(Guard),
    Every(f64),
    At(Vec<f64>),
}

#[pymethods]
impl Event {
    #[new]
    #[pyo3(signature = (name, guard, *, direction=None, stop=false, corner=false, quiet=false, change: "Callable[[Snapshot, State], None] | None"=None))]
    fn new(
        name: String,
        guard: Guard,
        direction: Option<&str>,
        stop: bool,
        corner: bool,
        quiet: bool,
        change: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let rising = match direction {
            None => None,
            Some(word) => Some(words!("direction", word; "rising" => true, "falling" => false)),
        };
        Self::of(name, Trigger::Guard(guard), rising, [stop, corner, quiet], change)
    }
    /// At every whole multiple of an interval, 0 included if the run starts there: the clock of a controller. (Samples, of `every` of a run, are counted from its start instead.) Not at the end of the run.
    #[staticmethod]
    #[pyo3(signature = (name, interval, *, stop=false, corner=false, quiet=false, change: "Callable[[Snapshot, State], None] | None"=None))]
    fn every(
        name: String,
        interval: f64,
        stop: bool,
        corner: bool,
        quiet: bool,
        change: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        Self::of(name, Trigger::Every(interval), None, [stop, corner, quiet], change)
    }
    /// At these times, as far as they are within the run, of which the end is not.
    #[staticmethod]
    #[pyo3(signature = (name, times, *, stop=false, corner=false, quiet=false, change: "Callable[[Snapshot, State], None] | None"=None))]
    fn at(
        name: String,
        times: Vec<f64>,
        stop: bool,
        corner: bool,
        quiet: bool,
        change: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        Self::of(name, Trigger::At(times), None, [stop, corner, quiet], change)
    }
}

/// What a Python function raised within a run, or within the many of an analysis; and when they asked for Ctrl-C last.
#[derive(Clone)]
pub struct Raised {
    error: Arc<Mutex<Option<PyErr>>>,
    looked: Arc<Mutex<Instant>>,
}

impl Raised {
    pub fn none_yet() -> Self {
        Self { error: Arc::default(), looked: Arc::new(Mutex::new(Instant::now())) }
    }

    pub fn keep(&self, error: PyErr) {
        // The first one: what comes after it is its consequence.
        if let Ok(mut slot) = self.error.lock() {
            slot.get_or_insert(error);
        }
    }

    pub fn is_something(&self) -> bool {
        self.error.lock().is_ok_and(|slot| slot.is_some())
    }

    pub fn take(&self) -> Option<PyErr> {
        self.error.lock().ok().and_then(|mut slot| slot.take())
    }

    pub fn looked(&self) -> Instant {
        self.looked.lock().map_or_else(|_| Instant::now(), |slot| *slot)
    }

    pub fn looks(&self, now: Instant) {
        if let Ok(mut slot) = self.looked.lock() {
            *slot = now;
        }
    }
}

impl Event {
    fn of(
        name: String,
        trigger: Trigger,
        rising: Option<bool>,
        [stop, corner, quiet]: [bool; 3],
        change: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        match [stop, corner, change.is_some()].iter().filter(|it| **it).count() {
            0 | 1 => Ok(Self { name, trigger, rising, stop, corner, quiet, change: change.map(Arc::new) }),
            _ => Err(PyValueError::new_err(format!(
                "the event `{name}` can do one thing where it happens, `stop`, `corner` or `change`: give each an event of its own"
            ))),
        }
    }

    pub fn columns(&self, model: &c::Model) -> PyResult<Vec<Column>> {
        match &self.trigger {
            Trigger::Guard(guard) => guard.columns(model),
            _ => Ok(Vec::new()),
        }
    }

    pub fn event<'a>(&self, model: &'a c::Model, columns: Vec<Column>, raised: &Raised) -> c::Event<'a> {
        let mut event = match &self.trigger {
            Trigger::Guard(guard) => {
                let guard = guard.clone();
                c::Event::new(&self.name, move |at| guard.at(&columns, at))
            }
            Trigger::Every(interval) => c::Event::every(&self.name, *interval),
            Trigger::At(times) => c::Event::at(&self.name, times.iter().copied()),
        };
        event = match self.rising {
            None => event,
            Some(true) => event.rising(),
            Some(false) => event.falling(),
        };
        if self.quiet {
            event = event.quiet();
        }
        if self.corner {
            event = event.corner();
        }
        if self.stop {
            event = event.stop();
        }
        if let Some(change) = self.change.clone() {
            let raised = raised.clone();
            event = event.change_with(move |_, state| {
                let changed = Python::attach(|py| -> PyResult<c::State> {
                    let before = Snapshot::of(model, state.clone());
                    let after = Bound::new(py, State::of_model(model, state.clone()))?;
                    change.bind(py).call1((before, &after))?;
                    let after = after.borrow();
                    Ok(after.state.clone())
                });
                match changed {
                    Ok(after) => *state = after,
                    Err(error) => {
                        let told = error.to_string();
                        raised.keep(error);
                        return Err(told.into());
                    }
                }
                Ok(())
            });
        }
        event
    }
}
