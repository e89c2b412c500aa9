//! The inverse question: forces that make a motion; and positions of a mechanism through the range of a driver.

use crate::errors::{Raise, caught};
use crate::math::SignalLike;
use crate::measures::{Measure, MeasureOf, along};
use crate::model::Model;
use crate::records;
use crate::snapshot::Snapshot;
use crate::state::State;
use chetaev::analysis;
use chetaev::prelude as c;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which forces make a motion: `actuators` are forces of unknown size along measures, by name; `motions` are pairs of a measure and the function of time that it follows.
///
/// `limits` are the least and the largest force of an actuator by name, `weights` how much a force counts where the least ones are looked for.
#[pyclass(frozen, module = "chetaev")]
pub struct Inverse {
    model: c::Model,
    actuators: BTreeMap<String, MeasureOf>,
    motions: Vec<(MeasureOf, c::Signal)>,
    limits: BTreeMap<String, (f64, f64)>,
    weights: BTreeMap<String, f64>,
}

impl Inverse {
    fn question(&self) -> analysis::Inverse<'_> {
        let mut inverse = analysis::Inverse::of(&self.model);
        for (name, measure) in &self.actuators {
            inverse = along!(measure.clone(), m => inverse.actuator(name, m));
        }
        for (measure, law) in &self.motions {
            inverse = along!(measure.clone(), m => inverse.motion_signal(m, law.clone()));
        }
        for (name, (least, most)) in &self.limits {
            inverse = inverse.limit(name, *least, *most);
        }
        self.weights.iter().fold(inverse, |inverse, (name, weight)| inverse.weigh(name, *weight))
    }

    fn answer(
        &self,
        of: impl FnOnce(analysis::Inverse<'_>) -> Result<analysis::Inverted, analysis::InverseError>,
    ) -> PyResult<Inverted> {
        caught(|| of(self.question()).raise()).map(|it| Inverted { it: Arc::new(it), model: self.model.clone() })
    }
}

#[pymethods]
impl Inverse {
    #[new]
    #[pyo3(signature = (
        model, actuators: "Mapping[str, Measure]", motions: "Sequence[tuple[Measure, SignalLike]] | None"=None, *, limits: "Mapping[str, tuple[float, float]] | None"=None,
        weights: "Mapping[str, float] | None"=None
    ))]
    fn new(
        model: Model,
        actuators: BTreeMap<String, PyRef<'_, Measure>>,
        motions: Option<Vec<(PyRef<'_, Measure>, SignalLike)>>,
        limits: Option<BTreeMap<String, (f64, f64)>>,
        weights: Option<BTreeMap<String, f64>>,
    ) -> Self {
        let (limits, weights) = (limits.unwrap_or_default(), weights.unwrap_or_default());
        let actuators = actuators.into_iter().map(|(name, measure)| (name, measure.kind.clone())).collect();
        let motions = motions.into_iter().flatten().map(|(measure, law)| (measure.kind.clone(), law.0)).collect();
        Self { model: model.model, actuators, motions, limits, weights }
    }
    /// The forces at a state, whose positions and velocities are taken as they are.
    fn at(&self, state: PyRef<'_, State>) -> PyResult<Inverted> {
        self.answer(|inverse| inverse.at(&state.state))
    }
    /// The forces at a state under which all velocities change as given.
    #[pyo3(signature = (state, accelerations: "Sequence[float] | Array"))]
    fn accelerated(&self, state: PyRef<'_, State>, accelerations: Vec<f64>) -> PyResult<Inverted> {
        self.answer(|inverse| inverse.accelerated(&state.state, &accelerations))
    }
    /// The forces at these times, each position found from the one before: all freedoms must be prescribed.
    #[pyo3(signature = (guess, times: "Sequence[float] | Array"))]
    fn over(&self, py: Python<'_>, guess: PyRef<'_, State>, times: Vec<f64>) -> PyResult<Vec<Inverted>> {
        let (mut asked, guess) = (Asked::default(), guess.state.clone());
        let found = caught(|| py.detach(|| self.question().over(&guess, asked.of(times))).raise());
        let all = asked.outcome(found)?;
        Ok(all.into_iter().map(|it| Inverted { it: Arc::new(it), model: self.model.clone() }).collect())
    }
}

/// Numbers one after the other, until Ctrl-C.
#[derive(Default)]
struct Asked(Option<PyErr>);

impl Asked {
    fn of(&mut self, values: Vec<f64>) -> impl Iterator<Item = f64> {
        values.into_iter().take_while(|_| match Python::attach(|py| py.check_signals()) {
            Ok(()) => true,
            Err(error) => {
                self.0 = Some(error);
                false
            }
        })
    }

    fn outcome<T>(self, found: PyResult<T>) -> PyResult<T> {
        self.0.map_or(found, Err)
    }
}

/// Forces of actuators at an instant. They are in the order of the question where several make the motion: `range` says between what, `least` which are the smallest.
#[pyclass(frozen, module = "chetaev")]
pub struct Inverted {
    pub it: Arc<analysis::Inverted>,
    model: c::Model,
}

#[pymethods]
impl Inverted {
    /// Time (s).
    #[getter]
    fn t(&self) -> f64 {
        self.it.state().t
    }
    /// The state, its friction points decided.
    #[getter]
    fn state(&self) -> State {
        State::of_model(&self.model, self.it.state().clone())
    }
    /// The force (or moment) of an actuator, if there is one and no other.
    fn force(&self, actuator: &str) -> PyResult<f64> {
        self.it.force(actuator).raise()
    }
    /// The least and the largest force of an actuator, the others giving what is missing: infinite where nothing limits it.
    fn range(&self, actuator: &str) -> PyResult<[f64; 2]> {
        self.it.range(actuator).raise()
    }
    /// Its force among the least ones that make the motion.
    fn least(&self, actuator: &str) -> PyResult<f64> {
        self.it.least(actuator).raise()
    }
    /// Is there one force for each actuator?
    #[getter]
    fn is_determined(&self) -> bool {
        self.it.is_determined()
    }
    /// How well the actuators reach what they are to move: 1 where each pushes along its own motion, 0 where they cannot move it.
    #[getter]
    fn reach(&self) -> f64 {
        self.it.reach()
    }
    /// Everything else at this instant under the least forces: reactions, friction, accelerations.
    fn read(&self) -> PyResult<Snapshot> {
        self.it.read().raise()?;
        Ok(Snapshot::driven(&self.model, self.it.clone()))
    }
}

/// A mechanism led through the range of a driver, which is any measure: positions, ratios of velocities, dead centers.
#[pyclass(frozen, module = "chetaev")]
pub struct Sweep {
    model: c::Model,
    driver: MeasureOf,
}

#[pymethods]
impl Sweep {
    #[new]
    fn new(model: Model, driver: PyRef<'_, Measure>) -> Self {
        Self { model: model.model, driver: driver.kind.clone() }
    }
    /// The positions at these values of the driver, each found from the one before.
    #[pyo3(signature = (guess, values: "Sequence[float] | Array"))]
    fn through(&self, py: Python<'_>, guess: PyRef<'_, State>, values: Vec<f64>) -> PyResult<Vec<Position>> {
        let (mut asked, guess) = (Asked::default(), guess.state.clone());
        let found = caught(|| {
            let sweep = along!(self.driver.clone(), m => analysis::Sweep::of(&self.model, m));
            py.detach(|| sweep.through(&guess, asked.of(values))).raise()
        });
        let all = asked.outcome(found)?;
        Ok(all.into_iter().map(|it| Position { it, model: self.model.clone() }).collect())
    }
    /// Where `of` turns back on the way once around, found with steps of about this length.
    #[pyo3(signature = (guess, of, step) -> "list[DeadCenter]")]
    fn dead_centers<'py>(
        &self,
        py: Python<'py>,
        guess: PyRef<'_, State>,
        of: PyRef<'_, Measure>,
        step: f64,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found = caught(|| {
            let sweep = along!(self.driver.clone(), m => analysis::Sweep::of(&self.model, m));
            along!(of.kind.clone(), m => sweep.dead_centers(&guess.state, m, step)).raise()
        });
        let make = |it: analysis::DeadCenter| {
            records::make(py, "DeadCenter", (State::of_model(&self.model, it.state), it.value, it.driver))
        };
        found?.into_iter().map(make).collect()
    }
}

/// A position of a mechanism, at a value of its driver.
#[pyclass(frozen, module = "chetaev")]
pub struct Position {
    it: analysis::Position,
    model: c::Model,
}

#[pymethods]
impl Position {
    /// The driver's value.
    #[getter]
    fn value(&self) -> f64 {
        self.it.value
    }
    /// The state; its velocities are those of a driver that moves with the speed 1.
    #[getter]
    fn state(&self) -> State {
        State::of_model(&self.model, self.it.state.clone())
    }
    /// A measure, and its first and second derivative by the driver.
    fn ratio(&self, of: PyRef<'_, Measure>) -> PyResult<[f64; 3]> {
        caught(|| along!(of.kind.clone(), m => self.it.ratio(m)).raise())
    }
}
