//! Analysis: equilibria, linearization, Poincaré sections, periodic orbits, Lyapunov exponents.

use crate::columns::Column;
use crate::errors::{Raise, RunError};
use crate::events::{Guard, Raised, taken};
use crate::model::Model;
use crate::records::{self, Array};
use crate::simulation::Simulation;
use crate::state::State;
use chetaev::analysis;
use chetaev::nalgebra::Complex;
use chetaev::prelude as c;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// An equilibrium near a state: the state, the largest acceleration that is left, and the margin to slip, where friction holds it: 0 with friction at its limit, 1 without any.
///
/// Of the many that friction admits `rest` says which: "nearest" to the guess, or "center", where friction is not needed.
#[pyfunction]
#[pyo3(signature = (model, guess, *, rest="nearest") -> "Equilibrium")]
pub fn equilibrium<'py>(
    py: Python<'py>,
    model: Model,
    guess: PyRef<'_, State>,
    rest: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let rest = match rest {
        "nearest" => analysis::Rest::Nearest,
        "center" => analysis::Rest::Center,
        other => return Err(PyValueError::new_err(format!("there is no rest {other:?}; there are: nearest, center"))),
    };
    let it = analysis::equilibrium(&model.model, &guess.state, &rest).raise()?;
    records::make(py, "Equilibrium", (State::of_model(&model.model, it.state), it.margin, it.residual, it.iterations))
}

/// A model linearized about a state, in coordinates of its freedoms.
#[pyclass(frozen, module = "chetaev")]
pub struct Linearization {
    matrix: Vec<Vec<f64>>,
    eigenvalues: Vec<Complex<f64>>,
    modes: Vec<analysis::ModeShape>,
    freedoms: (usize, usize),
}

#[pymethods]
impl Linearization {
    /// About a state, which should be an equilibrium.
    #[staticmethod]
    fn about(model: Model, state: PyRef<'_, State>) -> PyResult<Self> {
        let it = analysis::Linearization::about(&model.model, &state.state).raise()?;
        let matrix = it.matrix().row_iter().map(|row| row.iter().copied().collect()).collect();
        Ok(Self { matrix, eigenvalues: it.eigenvalues().raise()?, modes: it.modes().raise()?, freedoms: it.freedoms() })
    }
    /// The matrix A of x' = A x.
    #[getter]
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        Array::rectangle(py, self.matrix.concat(), self.matrix.len(), self.matrix.len())
    }
    /// Its eigenvalues.
    #[getter]
    fn eigenvalues(&self) -> Vec<Complex<f64>> {
        self.eigenvalues.clone()
    }
    /// Its modes: eigenvalue, frequency, damping, and the motion of all coordinates and velocities.
    #[pyo3(signature = () -> "list[ModeShape]")]
    fn modes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let make = |it: &analysis::ModeShape| {
            records::make(
                py,
                "ModeShape",
                (
                    it.eigenvalue,
                    it.angular_frequency(),
                    it.damping_ratio(),
                    records::complex(py, &it.q),
                    records::complex(py, &it.v),
                ),
            )
        };
        self.modes.iter().map(make).collect()
    }
    /// Freedoms of position and of velocity.
    #[getter]
    fn freedoms(&self) -> (usize, usize) {
        self.freedoms
    }
}

/// Where a motion passes a surface, or at every whole period: states one after the other.
#[pyclass(frozen, module = "chetaev")]
pub struct Section {
    through: Through,
    skip: usize,
    take: usize,
    within: Option<f64>,
}

enum Through {
    Surface(Guard, bool),
    Period(f64),
}

macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident($arg:ident: $type:ty as $annotation:literal) => $through:expr;)*) => {
        #[pymethods]
        impl Section {
            $($(#[$doc])*
            #[staticmethod]
            #[pyo3(signature = ($arg: $annotation, *, skip=0, take=100, within=None))]
            fn $name($arg: $type, skip: usize, take: usize, within: Option<f64>) -> PyResult<Self> {
                Ok(Self { through: $through, skip, take, within })
            })*
            /// The states of a run from a start, after `skip` of them as many as it shall `take`; an error if `within` so many seconds there are fewer.
            fn run(&self, py: Python<'_>, simulation: PyRef<'_, Simulation>, start: PyRef<'_, State>) -> PyResult<Vec<State>> {
                let plan = Plan::of(&simulation)?;
                let (model, state) = (&simulation.model, start.state.clone());
                let columns = match &self.through {
                    Through::Surface(guard, _) => guard.columns(model)?,
                    Through::Period(_) => Vec::new(),
                };
                let found = py.detach(|| {
                    let section = match &self.through {
                        Through::Surface(guard, true) => analysis::Section::rising(|at| guard.at(&columns, at)),
                        Through::Surface(guard, false) => analysis::Section::falling(|at| guard.at(&columns, at)),
                        Through::Period(period) => analysis::Section::strobed(*period),
                    };
                    let section = section.skip(self.skip).take(self.take);
                    let section = if let Some(seconds) = self.within { section.within(seconds) } else { section };
                    section.run(&|| plan.simulation(model), state).map_err(Box::new)
                });
                let found = plan.outcome(found.map_err(|error| *error).raise())?;
                Ok(found.into_iter().map(|state| State::of_model(model, state)).collect())
            }
        }
    };
}
sections! {
    /// Where the surface, a guard as of an `Event`, is passed from below.
    rising(surface: Guard as "str | Callable[[Any], Any]") => Through::Surface(surface, true);
    /// Where it is passed from above.
    falling(surface: Guard as "str | Callable[[Any], Any]") => Through::Surface(surface, false);
    /// At every whole period.
    strobed(period: f64 as "float") => Through::Period(period);
}

/// A periodic orbit by shooting: of a period that drives the model, or of a free one near the given.
///
/// `turning` coordinates come back by whole turns, `advancing` ones do not come back.
#[pyclass(frozen, module = "chetaev")]
pub struct Shooting {
    shooting: analysis::Shooting,
}

macro_rules! shootings {
    ($($(#[$doc:meta])* $name:ident)*) => {
        #[pymethods]
        impl Shooting {
            $($(#[$doc])*
            #[staticmethod]
            #[pyo3(signature = (period, *, turning=vec![], advancing=vec![], tolerance=None, step=None))]
            fn $name(period: f64, turning: Vec<String>, advancing: Vec<String>, tolerance: Option<f64>, step: Option<f64>) -> Self {
                let mut shooting = analysis::Shooting::$name(period).turning(turning).advancing(advancing);
                if let Some(tolerance) = tolerance {
                    shooting = shooting.tolerance(tolerance);
                }
                if let Some(step) = step {
                    shooting = shooting.step(step);
                }
                Self { shooting }
            })*
            /// The orbit near a state: its state, period, multipliers.
            #[pyo3(signature = (simulation, guess) -> "Orbit")]
            fn run<'py>(&self, py: Python<'py>, simulation: PyRef<'_, Simulation>, guess: PyRef<'_, State>) -> PyResult<Bound<'py, PyAny>> {
                let plan = Plan::of(&simulation)?;
                let (model, state) = (&simulation.model, guess.state.clone());
                let found = py.detach(|| self.shooting.run(model, &|| plan.simulation(model), &state).map_err(Box::new));
                let it = plan.outcome(found.map_err(|error| *error).raise())?;
                records::make(py, "Orbit", (State::of_model(model, it.state.clone()), it.period, records::complex(py, &it.multipliers), it.exponent(), it.residual, it.iterations))
            }
        }
    };
}
shootings! {
    /// Of a model that is driven with this period.
    driven
    /// Of a model without a clock, whose period is near this.
    free
}

/// Lyapunov exponents, the largest first, and their errors, of `stretches` of so many seconds.
#[pyfunction]
#[pyo3(signature = (simulation, start, stretch, stretches, *, exponents=1, transient=None) -> "Exponents")]
pub fn lyapunov<'py>(
    py: Python<'py>,
    simulation: PyRef<'_, Simulation>,
    start: PyRef<'_, State>,
    stretch: f64,
    stretches: usize,
    exponents: usize,
    transient: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let plan = Plan::of(&simulation)?;
    let (model, state) = (&simulation.model, start.state.clone());
    let found = py.detach(|| {
        let mut flow = analysis::Mechanism::new(model, || plan.simulation(model));
        let lyapunov = analysis::Lyapunov::new(stretch, stretches).exponents(exponents);
        let lyapunov = if let Some(transient) = transient { lyapunov.transient(transient) } else { lyapunov };
        lyapunov.run(&mut flow, &state).map_err(|error| error.to_string())
    });
    let it = plan.outcome(found.map_err(RunError::new_err))?;
    records::make(py, "Exponents", (Array::of(py, it.values.clone()), Array::of(py, it.errors.clone()), it.dimension))
}

/// How an analysis runs a model, as often as it needs to.
struct Plan<'s> {
    simulation: &'s Simulation,
    columns: Vec<Vec<Column>>,
    raised: Raised,
}

impl<'s> Plan<'s> {
    fn of(simulation: &'s Simulation) -> PyResult<Self> {
        Ok(Self { simulation, columns: simulation.settings.columns(&simulation.model)?, raised: Raised::default() })
    }

    fn simulation(&self, model: &'s c::Model) -> c::Simulation<'s> {
        self.simulation.settings.simulation(model, &self.columns, &self.raised)
    }

    /// What a Python function raised, or Ctrl-C, is told before what came of it.
    fn outcome<T>(&self, found: PyResult<T>) -> PyResult<T> {
        taken(&self.raised).map_or(found, Err)
    }
}
