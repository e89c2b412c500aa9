//! Runs: their settings, their events, and how one is carried out while the interpreter is free.

use crate::class::given;
use crate::columns::Column;
use crate::errors::of_run;
use crate::events::{Event, Raised, words};
use crate::families::Sensitivities;
use crate::model::Model;
use crate::state::State;
use crate::trajectory::Trajectory;
use chetaev::friction::{Search, Several};
use chetaev::impact::Restitution;
use chetaev::prelude as c;
use chetaev::simulate::Impacts;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a run may go on before it asks for Ctrl-C.
const LOOKS: Duration = Duration::from_millis(50);

/// What can be said about a run.
#[derive(Clone)]
pub struct Settings {
    method: c::Method,
    tolerance: c::Tolerance,
    output: c::Output,
    fixed_step: Option<f64>,
    max_step: f64,
    stabilization: c::Stabilization,
    keep_dense: bool,
    guard_checks: usize,
    start_tolerance: f64,
    zeno: (usize, f64),
    rest: f64,
    search: Search,
    several: Several,
    impacts: Impacts,
    mend_at_most: Option<f64>,
    events: Vec<Event>,
    pub sensitivities: Option<Sensitivities>,
    progress: Option<Arc<Py<PyAny>>>,
}

impl Settings {
    /// A run of a model with these settings. What a Python function raises meanwhile is kept in `raised`.
    pub fn simulation<'m>(&self, model: &'m c::Model, columns: &[Vec<Column>], raised: &Raised) -> c::Simulation<'m> {
        let mut simulation = c::Simulation::new(model)
            .method(self.method)
            .tolerance(self.tolerance)
            .output(self.output.clone())
            .max_step(self.max_step)
            .stabilization(self.stabilization)
            .guard_checks(self.guard_checks)
            .start_tolerance(self.start_tolerance)
            .zeno(self.zeno.0, self.zeno.1)
            .rest(self.rest)
            .search(self.search)
            .several(self.several)
            .impacts(self.impacts);
        let derivatives = self.sensitivities.as_ref().map(Sensitivities::of);
        simulation = given!(simulation; fixed_step: self.fixed_step, mend_at_most: self.mend_at_most, sensitivities: derivatives);
        if self.keep_dense {
            simulation = simulation.keep_dense();
        }
        for (event, columns) in self.events.iter().zip(columns) {
            simulation = simulation.event(event.event(model, columns.clone(), raised));
        }
        // Of the many runs of an analysis each looks when the last look is long ago; and when one was ended, all are.
        let (raised, progress, mut looked, over) =
            (raised.clone(), self.progress.clone(), raised.looked(), raised.is_something());
        simulation.progress(move |told| {
            if over {
                return ControlFlow::Break(());
            }
            if looked.elapsed() < LOOKS {
                return ControlFlow::Continue(());
            }
            looked = Instant::now();
            raised.looks(looked);
            let goes_on = Python::attach(|py| -> PyResult<bool> {
                py.check_signals()?;
                let Some(watch) = &progress else { return Ok(true) };
                Ok(watch.bind(py).call1((told.t, told.t_end, told.steps))?.extract::<Option<bool>>()? != Some(false))
            });
            match goes_on {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => ControlFlow::Break(()),
                Err(error) => {
                    raised.keep(error);
                    ControlFlow::Break(())
                }
            }
        })
    }

    pub fn columns(&self, model: &c::Model) -> PyResult<Vec<Vec<Column>>> {
        self.events.iter().map(|event| event.columns(model)).collect()
    }
}

/// How a model is run. Its keywords are the methods of Rust's `Simulation`:
///
/// - `method`: "dop853", "dopri5", "tsit5", "radau5", "rk4", "bs23", "euler"; the last and "rk4" with a `fixed_step` (s), without control of the error. `tolerance`: relative, or a dict of `relative`,
///   `length`, `angle`, `velocity`, `spin`, `variable`, `work`. Without `max_step` (s) steps are as long as the tolerances allow.
/// - Samples are taken `every` so many seconds, counted from the start of the run, at `times`, or by `output` at "steps" or at both "ends"; the end is one, unless `times` leaves it out. `keep_dense` keeps
///   the motion between them too, for `run.state_at(t)`.
/// - `events`, and at how many places of a step at least their guards are looked at (`guard_checks`); `mend_at_most`: how far (m, rad) a coordinate may be moved where an event's change leaves constraints violated, 1e-3 if
///   nothing is said. `zeno`: more than so many events within so many seconds end the run, (100, 1e-6) if nothing is said.
/// - `stabilization` of the constraints: "projection", "auto", "none", or Baumgarte's gains (alpha, beta, gamma). `start_tolerance`: by how much the start may violate them.
/// - `impacts`: "at_once", "in_turn", "whole"; `restitution`: "energetic", "poisson", "newton". `rest`: with which tolerance infinitely many impacts are brought to their end, `inf` for never.
/// - `search` for the signs of the loads of friction: "reduced", "direct", "warm_started", "exhaustive"; where friction admits `several` motions: "stop", "keep".
/// - `sensitivities`: derivatives that the run carries, of a `Family` or of `Sensitivities`. `progress(t, t_end, steps)` is called now and then, and ends the run with `False`.
#[pyclass(frozen, module = "chetaev")]
pub struct Simulation {
    pub model: c::Model,
    pub settings: Settings,
}

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (
        model, *, method="dop853", tolerance: "float | Mapping[str, float] | None"=None, every=None, times=None, output="steps", fixed_step=None, max_step=None,
        stabilization: "str | tuple[float, float, float] | None"=None, events=None, keep_dense=false, guard_checks=4, start_tolerance=1e-6, zeno=None, rest=1e-9, search="reduced",
        several="stop", impacts="at_once", restitution="energetic", mend_at_most=None, sensitivities: "Family | Sensitivities | None"=None, progress: "Callable[[float, float, int], bool | None] | None"=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        model: Model,
        method: &str,
        tolerance: Option<&Bound<'_, PyAny>>,
        every: Option<f64>,
        times: Option<Vec<f64>>,
        output: &str,
        fixed_step: Option<f64>,
        max_step: Option<f64>,
        stabilization: Option<&Bound<'_, PyAny>>,
        events: Option<Vec<Event>>,
        keep_dense: bool,
        guard_checks: usize,
        start_tolerance: f64,
        zeno: Option<(usize, f64)>,
        rest: f64,
        search: &str,
        several: &str,
        impacts: &str,
        restitution: &str,
        mend_at_most: Option<f64>,
        sensitivities: Option<Sensitivities>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let output = match (every, times) {
            (None, None) => words!("output", output; "steps" => c::Output::Steps, "ends" => c::Output::Ends),
            (Some(interval), None) => c::Output::Every(interval),
            (None, Some(times)) => c::Output::Times(times),
            (Some(_), Some(_)) => {
                return Err(PyValueError::new_err("samples are taken `every` so many seconds or at `times`, not both"));
            }
        };
        let law = words!("law of restitution", restitution; "energetic" => Restitution::Energetic, "poisson" => Restitution::Poisson, "newton" => Restitution::Newton);
        let impacts = words!("way of impacts", impacts; "at_once" => Impacts::at_once(), "in_turn" => Impacts::in_turn(), "whole" => Impacts::at_once().whole());
        let settings = Settings {
            method: self::method(method)?,
            tolerance: tolerance.map_or_else(|| Ok(c::Tolerance::relative(1e-9)), self::tolerance)?,
            output,
            fixed_step,
            max_step: max_step.unwrap_or(f64::INFINITY),
            stabilization: stabilization.map_or_else(|| Ok(c::Stabilization::default()), self::stabilization)?,
            keep_dense,
            guard_checks,
            start_tolerance,
            zeno: zeno.unwrap_or((100, 1e-6)),
            rest,
            search: words!("search", search; "reduced" => Search::Reduced, "direct" => Search::Direct, "warm_started" => Search::WarmStarted, "exhaustive" => Search::Exhaustive),
            several: words!("way with several motions", several; "stop" => Several::Stop, "keep" => Several::Keep),
            impacts: impacts.law(law),
            mend_at_most,
            events: events.unwrap_or_default(),
            sensitivities,
            progress: progress.map(Arc::new),
        };
        Ok(Self { model: model.model, settings })
    }
    /// Runs from a state until the time `t_end`, which is no duration: a run from `run.end` counts on. With `t_end=inf` it runs until an event with `stop=True`. The interpreter is free meanwhile, and Ctrl-C ends the run: the KeyboardInterrupt has what was computed as `partial`.
    fn run(&self, py: Python<'_>, start: PyRef<'_, State>, t_end: f64) -> PyResult<Trajectory> {
        let (raised, state) = (Raised::none_yet(), start.state.clone());
        let columns = self.settings.columns(&self.model)?;
        drop(start);
        let result =
            py.detach(|| self.settings.simulation(&self.model, &columns, &raised).run(state, t_end).map_err(Box::new));
        let error = match result {
            Ok(run) => return Ok(Trajectory::of(run)),
            Err(error) => *error,
        };
        // Of the user's function, or Ctrl-C, which a function of the user's may have met as well.
        match raised.take().or_else(|| py.check_signals().err()) {
            Some(cause) => {
                cause.value(py).setattr("partial", Trajectory::of(*error.partial))?;
                Err(cause)
            }
            None => {
                let told = of_run(py, error);
                if let Some(sensitivities) = &self.settings.sensitivities {
                    sensitivities.tell_cause(py, &told);
                }
                Err(told)
            }
        }
    }
}

pub fn method(name: &str) -> PyResult<c::Method> {
    let called = |method: &c::Method| format!("{method:?}").to_lowercase();
    c::Method::ALL.into_iter().find(|method| called(method) == name.to_lowercase()).ok_or_else(|| {
        let known: Vec<String> = c::Method::ALL.iter().map(called).collect();
        PyValueError::new_err(format!("there is no method {name:?}; there are: {}", known.join(", ")))
    })
}

fn tolerance(given: &Bound<'_, PyAny>) -> PyResult<c::Tolerance> {
    let Ok(parts) = given.cast::<PyDict>() else { return Ok(c::Tolerance::relative(given.extract()?)) };
    let relative = parts.get_item("relative")?.map_or(Ok(1e-9), |it| it.extract())?;
    let mut tolerance = c::Tolerance::relative(relative);
    for (name, value) in parts {
        let (name, value): (String, f64) = (name.extract()?, value.extract()?);
        words!("tolerance", name.as_str();
            "relative" => {}, "length" => tolerance.length = value, "angle" => tolerance.angle = value, "velocity" => tolerance.velocity = value,
            "spin" => tolerance.spin = value, "variable" => tolerance.variable = value, "work" => tolerance.work = Some(value));
    }
    Ok(tolerance)
}

fn stabilization(given: &Bound<'_, PyAny>) -> PyResult<c::Stabilization> {
    if let Ok([alpha, beta, gamma]) = given.extract::<[f64; 3]>() {
        return Ok(c::Baumgarte::new(alpha, beta, gamma).into());
    }
    let word: String =
        given.extract().map_err(|_| PyTypeError::new_err("a stabilization is a word, or Baumgarte's three gains"))?;
    Ok(
        words!("stabilization", word.as_str(); "projection" => c::Stabilization::Projection, "auto" => c::Stabilization::Auto, "none" => c::Stabilization::None),
    )
}

/// `Simulation(model, **keywords).run(start, t_end)`.
#[pyfunction]
#[pyo3(signature = (model, start, t_end, **keywords))]
pub fn simulate(
    py: Python<'_>,
    model: Model,
    start: PyRef<'_, State>,
    t_end: f64,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Trajectory> {
    let simulation = py.get_type::<Simulation>().call((model,), keywords)?;
    simulation.cast::<Simulation>()?.get().run(py, start, t_end)
}
