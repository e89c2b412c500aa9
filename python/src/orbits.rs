//! Periodic orbits: by shooting, and along a branch over a parameter.

use crate::analysis::Plan;
use crate::class::given;
use crate::errors::Raise;
use crate::families::Family;
use crate::records;
use crate::simulation::Simulation;
use crate::state::State;
use chetaev::analysis;
use chetaev::prelude as c;
use pyo3::prelude::*;

fn orbit<'py>(py: Python<'py>, model: &c::Model, it: &analysis::Orbit) -> PyResult<Bound<'py, PyAny>> {
    let (state, multipliers) = (State::of_model(model, it.state.clone()), records::complex(py, &it.multipliers));
    let flags: Vec<_> = it.flags.iter().map(|flag| (flag.t(), flag.to_string())).collect();
    records::make(
        py,
        "Orbit",
        (state, it.period, multipliers, it.exponent(), it.residual, it.iterations, flags, it.differences.clone()),
    )
}

/// A periodic orbit by shooting: of a period that drives the model, or of a free one near the given.
///
/// `turning` coordinates come back by whole turns, `advancing` ones do not come back.
#[pyclass(frozen, module = "chetaev")]
pub struct Shooting {
    pub shooting: analysis::Shooting,
}

macro_rules! shootings {
    ($($(#[$doc:meta])* $name:ident)*) => {
        #[pymethods]
        impl Shooting {
            $($(#[$doc])*
            #[staticmethod]
            #[pyo3(signature = (period, *, turning=None, advancing=None, tolerance=None, step=None))]
            fn $name(period: f64, turning: Option<Vec<String>>, advancing: Option<Vec<String>>, tolerance: Option<f64>, step: Option<f64>) -> Self {
                let shooting = analysis::Shooting::$name(period).turning(turning.unwrap_or_default()).advancing(advancing.unwrap_or_default());
                Self { shooting: given!(shooting; tolerance: tolerance, step: step) }
            })*
            /// The orbit near a state: its state, period, multipliers.
            #[pyo3(signature = (simulation, guess) -> "Orbit")]
            fn run<'py>(&self, py: Python<'py>, simulation: PyRef<'_, Simulation>, guess: PyRef<'_, State>) -> PyResult<Bound<'py, PyAny>> {
                let plan = Plan::of(&simulation)?;
                let (model, state) = (&simulation.model, guess.state.clone());
                let found = py.detach(|| self.shooting.run(model, &|| plan.simulation(model), &state).map_err(Box::new));
                let it = plan.outcome(py, found.map_err(|error| *error).raise())?;
                orbit(py, model, &it)
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

/// Periodic orbits along a parameter of a family, from its present value: what they become, where they lose their stability, and what begins there.
///
/// `plan` is a `Simulation` of `family.model`; `shooting` says what an orbit is. It goes `to` a value of the parameter, or all the way `within` a range; by steps of about `step`,
/// `most` of them.
#[pyclass(frozen, module = "chetaev")]
pub struct Continuation {
    family: Family,
    parameter: String,
    plan: Py<Simulation>,
    shooting: analysis::Shooting,
    to: Option<f64>,
    within: Option<(f64, f64)>,
    step: Option<f64>,
    most: Option<usize>,
}

impl Continuation {
    fn follow<'py>(
        &self,
        py: Python<'py>,
        of: impl FnOnce(&analysis::Continuation<'_>) -> Result<analysis::Branch, analysis::ContinuationError> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let plan = Plan::of(self.plan.get())?;
        let model = self.family.family.model();
        let found = py.detach(|| {
            let it = analysis::Continuation::new(&self.family.family, &self.parameter, |model| plan.simulation(model));
            let within = self.within.map(|(from, to)| from..=to);
            let it = given!(it.shooting(self.shooting.clone()); to: self.to, within: within, step: self.step, most: self.most);
            of(&it)
        });
        let branch = self.family.outcome(py, plan.outcome(py, found.raise()))?;
        let point = |it: &analysis::BranchPoint| {
            records::make(py, "OrbitPoint", (it.value, orbit(py, model, &it.orbit)?, it.unstable, it.changes.clone()))
        };
        let points = branch.points.iter().map(point).collect::<PyResult<Vec<_>>>()?;
        let turns: Vec<Turn> = branch.turns.into_iter().map(|it| Turn { it, model: model.clone() }).collect();
        let end = match branch.end {
            analysis::BranchEnd::Lost { value, why } => format!("lost at {value}: {why}"),
            other => format!("{other:?}").to_lowercase(),
        };
        records::make(py, "OrbitBranch", (points, turns, end))
    }
}

#[pymethods]
impl Continuation {
    #[new]
    #[pyo3(signature = (family, parameter, plan, shooting, *, to=None, within=None, step=None, most=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        family: Family,
        parameter: String,
        plan: Py<Simulation>,
        shooting: PyRef<'_, Shooting>,
        to: Option<f64>,
        within: Option<(f64, f64)>,
        step: Option<f64>,
        most: Option<usize>,
    ) -> Self {
        Self { family, parameter, plan, shooting: shooting.shooting.clone(), to, within, step, most }
    }
    /// The branch through the orbit near a state.
    #[pyo3(signature = (guess) -> "OrbitBranch")]
    fn run<'py>(&self, py: Python<'py>, guess: PyRef<'_, State>) -> PyResult<Bound<'py, PyAny>> {
        let guess = guess.state.clone();
        self.follow(py, |it| it.run(&guess))
    }
    /// The branch of orbits of twice the period that begins at a turn of the kind "doubling".
    #[pyo3(signature = (turn) -> "OrbitBranch")]
    fn doubled<'py>(&self, py: Python<'py>, turn: PyRef<'_, Turn>) -> PyResult<Bound<'py, PyAny>> {
        let turn = turn.it.clone();
        self.follow(py, |it| it.doubled(&turn))
    }
}

/// Something that happens on a branch of orbits.
#[pyclass(frozen, module = "chetaev")]
pub struct Turn {
    it: analysis::Turn,
    model: c::Model,
}

#[pymethods]
impl Turn {
    /// What: "fold", "doubling", "torus", "crossing", "path".
    #[getter]
    fn kind(&self) -> String {
        // The variant's name, as `Debug` writes it first.
        let kind = format!("{:?}", self.it.kind);
        kind.chars().take_while(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
    }
    /// The parameter there.
    #[getter]
    fn value(&self) -> f64 {
        self.it.value
    }
    /// The orbit there.
    #[pyo3(signature = () -> "Orbit")]
    fn orbit<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        orbit(py, &self.model, &self.it.orbit)
    }
    /// It is between this point of the branch and the next one.
    #[getter]
    fn after(&self) -> usize {
        self.it.after
    }
    /// How many multipliers are larger than one before it, and after.
    #[getter]
    fn unstable(&self) -> [usize; 2] {
        self.it.unstable
    }
    fn __str__(&self) -> String {
        self.it.kind.to_string()
    }
    fn __repr__(&self) -> String {
        format!("Turn({:?}, value={})", self.kind(), self.it.value)
    }
}
