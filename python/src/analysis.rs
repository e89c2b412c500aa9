//! Analysis: Poincaré sections, Lyapunov exponents; and how an analysis runs a model.

use crate::class::given;
use crate::columns::Column;
use crate::errors::{Raise, RunError};
use crate::events::{Guard, Raised};
use crate::records::{self, Array};
use crate::simulation::Simulation;
use crate::state::State;
use chetaev::analysis;
use chetaev::prelude as c;
use pyo3::prelude::*;

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
                    let section = given!(section.skip(self.skip).take(self.take); within: self.within);
                    section.run(&|| plan.simulation(model), state).map_err(Box::new)
                });
                let found = plan.outcome(py, found.map_err(|error| *error).raise())?;
                Ok(found.into_iter().map(|state| State::of_model(model, state)).collect())
            }
        }
    };
}
sections! {
    /// Where the surface, a guard as of an `Event`, is passed from below.
    rising(surface: Guard as "Reading") => Through::Surface(surface, true);
    /// Where it is passed from above.
    falling(surface: Guard as "Reading") => Through::Surface(surface, false);
    /// At every whole period.
    strobed(period: f64 as "float") => Through::Period(period);
}

/// Lyapunov exponents, the largest first, and their errors, of `stretches` of so many seconds. The error is that of means over `blocks`; neighbors, which take the place of derivatives where a run has none, are `distance` apart.
#[pyfunction]
#[pyo3(signature = (simulation, start, stretch, stretches, *, exponents=1, transient=None, blocks=None, distance=None) -> "Exponents")]
#[allow(clippy::too_many_arguments)]
pub fn lyapunov<'py>(
    py: Python<'py>,
    simulation: PyRef<'_, Simulation>,
    start: PyRef<'_, State>,
    stretch: f64,
    stretches: usize,
    exponents: usize,
    transient: Option<usize>,
    blocks: Option<usize>,
    distance: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let plan = Plan::of(&simulation)?;
    let (model, state) = (&simulation.model, start.state.clone());
    let found = py.detach(|| {
        let mut flow = analysis::Mechanism::new(model, || plan.simulation(model));
        let lyapunov = analysis::Lyapunov::new(stretch, stretches).exponents(exponents);
        let lyapunov = given!(lyapunov; transient: transient, blocks: blocks, distance: distance);
        lyapunov.run(&mut flow, &state).map_err(|error| error.to_string())
    });
    let it = plan.outcome(py, found.map_err(RunError::new_err))?;
    let growths = Array::rectangle(py, it.growths.concat(), it.growths.len(), stretches)?;
    let (values, errors) = (Array::of(py, it.values.clone()), Array::of(py, it.errors.clone()));
    let record = (values, errors, it.dimension, it.kaplan_yorke(), growths, it.stretch, it.by_neighbors);
    records::make(py, "Exponents", record)
}

/// How an analysis runs a model, as often as it needs to.
pub struct Plan<'s> {
    simulation: &'s Simulation,
    columns: Vec<Vec<Column>>,
    raised: Raised,
}

impl<'s> Plan<'s> {
    pub fn of(simulation: &'s Simulation) -> PyResult<Self> {
        let columns = simulation.settings.columns(&simulation.model)?;
        Ok(Self { simulation, columns, raised: Raised::none_yet() })
    }

    pub fn simulation<'m>(&self, model: &'m c::Model) -> c::Simulation<'m> {
        self.simulation.settings.simulation(model, &self.columns, &self.raised)
    }

    pub fn raised(&self) -> &Raised {
        &self.raised
    }

    /// What a Python function raised, or Ctrl-C, is told before what came of it.
    pub fn outcome<T>(&self, py: Python<'_>, found: PyResult<T>) -> PyResult<T> {
        match self.raised.take() {
            Some(error) => Err(error),
            None => py.check_signals().and(found),
        }
    }
}
