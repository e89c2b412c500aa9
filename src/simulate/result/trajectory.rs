//! The result of a run: samples, events, counters, drift, and the dense solution if it was kept.

use super::changes::{EventRecord, FrictionSummary, Transition};
use super::contacts::Impact;
use super::sensed::Sensed;
use super::snapshot::Snapshot;
use super::solved::{Solution, Solved};
use crate::constraint::Level;
use crate::dynamics::{Baumgarte, Mode, State, Trials};
use crate::element::{ConstraintRef, EventId, FrictionId};
use crate::model::Model;
use crate::ode::Stiffness;
#[cfg(feature = "serde")]
use crate::store::StoreError;
use std::sync::Arc;

/// What a run did.
// One number for each thing that is counted, flat, as tables print them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Counters {
    /// Accepted steps.
    pub steps: u64,
    /// Rejected attempts.
    pub rejected: u64,
    /// Evaluations of the right-hand side by the method.
    pub evaluations: u64,
    /// Evaluations for output samples.
    pub output_evaluations: u64,
    /// Evaluations for the guards of friction within the steps.
    pub guard_evaluations: u64,
    /// Factorizations of the augmented system, projections included.
    pub factorizations: u64,
    /// Newton steps of projections.
    pub projections: u64,
    /// Steps that were redone up to an event or a transition.
    pub retaken: u64,
    /// Linearizations by an implicit method.
    pub jacobians: u64,
    /// Its iterations for the stages of its steps, each an evaluation of all of them.
    pub iterations: u64,
    /// Iterations that were given up.
    pub newton_failures: u64,
    /// Searches for the signs of loads, and patterns of signs that were tried.
    pub trials: Trials,
    /// Starts, decisions and accepted steps at which friction left more than one motion.
    pub ambiguous: u64,
    /// Starts, decisions and accepted steps at which it was not certain beforehand that there is only one.
    pub uncertain: u64,
    /// Steps of least size in which 33 evaluations of a guard of friction did not settle whether it changed sign: a change may have been missed.
    pub unresolved: u64,
    /// Impacts.
    pub impacts: u64,
    /// Evaluations of gaps of open contacts, one at a time: within steps, and where contacts are struck.
    pub gap_evaluations: u64,
    /// Searches for the closing of a contact, one for each contact and step, that had no bound to prove that nothing closed between the places that they
    /// looked at: a contact may have closed and opened again there.
    pub unproved: u64,
}

/// The largest violations of the constraints, over all accepted steps.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Drift {
    /// Largest |φ| of each row, in the order of [`Model::row_names`]; zero for velocity rows.
    pub phi: Vec<f64>,
    /// Largest |φ'| or |ψ| of each row.
    pub rate: Vec<f64>,
    /// Largest |φ''| or |ψ'| of each row.
    pub second: Vec<f64>,
    pub(super) position: Vec<bool>,
}

impl Drift {
    fn new(model: &Model) -> Self {
        let zeros = vec![0.0; model.rows()];
        let position = model.inner.layout.position_rows.clone();
        Self { phi: zeros.clone(), rate: zeros.clone(), second: zeros, position }
    }

    fn over(&self, values: &[f64], level: Level) -> f64 {
        let rows = values.iter().zip(&self.position).filter(|(_, p)| **p == (level == Level::Position));
        rows.fold(0.0, |most, (x, _)| most.max(*x))
    }

    /// Largest |φ| of all holonomic rows.
    pub fn largest_phi(&self) -> f64 {
        self.over(&self.phi, Level::Position)
    }

    /// Largest |φ'| of all holonomic rows.
    pub fn largest_phi_dot(&self) -> f64 {
        self.over(&self.rate, Level::Position)
    }

    /// Largest |φ''| of all holonomic rows.
    pub fn largest_phi_ddot(&self) -> f64 {
        self.over(&self.second, Level::Position)
    }

    /// Largest |ψ| of all velocity rows.
    pub fn largest_psi(&self) -> f64 {
        self.over(&self.rate, Level::Velocity)
    }

    /// Largest |ψ'| of all velocity rows.
    pub fn largest_psi_dot(&self) -> f64 {
        self.over(&self.second, Level::Velocity)
    }
}

#[derive(Clone, Debug)]
pub(in crate::simulate) struct Sample {
    pub(in crate::simulate) state: State,
    pub(in crate::simulate) solution: Solution,
}

/// One step of the dense solution.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(in crate::simulate) struct Step {
    pub(in crate::simulate) t0: f64,
    pub(in crate::simulate) t1: f64,
    pub(in crate::simulate) h: f64,
    pub(in crate::simulate) coefficients: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(in crate::simulate) memory: Vec<f64>,
    pub(in crate::simulate) modes: Vec<Mode>,
    pub(in crate::simulate) signs: Vec<f64>,
}

#[cfg(feature = "serde")]
impl Step {
    /// Has it as many numbers as the model?
    pub(super) fn fits(&self, model: &Model) -> Result<(), StoreError> {
        let layout = &model.inner.layout;
        let dimension =
            layout.coordinates + layout.velocities + layout.works + layout.variables + model.inner.frictions.len();
        // As many rows of them as the method has, at least one.
        let rows = (self.coefficients.len() / dimension.max(1)).max(1);
        let finite = [self.t0, self.t1, self.h].iter().chain(&self.coefficients).all(|x| x.is_finite());
        if !finite {
            return Err(StoreError::Damaged { what: format!("a number of the step at {} s is not finite", self.t0) });
        }
        StoreError::check([
            ("coefficients in a step", self.coefficients.len(), rows * dimension),
            ("warm starts", self.memory.len(), layout.memory),
            ("modes", self.modes.len(), model.inner.constraints.len()),
            ("signs", self.signs.len(), model.inner.frictions.len()),
        ])
    }

    /// Its beginning and its end.
    pub(super) fn ends(&self) -> [f64; 2] {
        [self.t0, self.t1]
    }
}

/// The result of a run, `Send + Sync`.
///
/// ```
/// # use chetaev::prelude::*;
/// # let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let stone = builder.body("stone", Particle::new(1.0).moving(3.0, 9.81));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).every(0.5).run(model.placed(), 2.0)?;
/// assert_eq!(run.times(), [0.0, 0.5, 1.0, 1.5, 2.0]);
/// let highest = run.largest(|at| at.body(stone).origin.y); // after 1 s
/// assert!((highest - 0.5 * 9.81).abs() < 1e-12);
/// let landed = run.read(run.end()).body(stone).origin;
/// assert!((landed.x - 6.0).abs() < 1e-12 && landed.y.abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// One field for each thing that a reader can ask for.
#[derive(Clone, Debug)]
pub struct Trajectory {
    pub(in crate::simulate) model: Model,
    pub(in crate::simulate) samples: Vec<Sample>,
    pub(in crate::simulate) steps: Vec<Step>,
    pub(in crate::simulate) gains: Baumgarte,
    pub(in crate::simulate) last: State,
    pub(in crate::simulate) events: Vec<EventRecord>,
    pub(in crate::simulate) counters: Counters,
    pub(in crate::simulate) drift: Drift,
    pub(in crate::simulate) transitions: Vec<Transition>,
    pub(in crate::simulate) impacts: Vec<Impact>,
    pub(in crate::simulate) friction: Vec<FrictionSummary>,
    pub(in crate::simulate) largest_coupling: f64,
    pub(in crate::simulate) stiffness: Option<Stiffness>,
    pub(in crate::simulate) start: f64,
    /// Its derivatives, if it carried some.
    pub(in crate::simulate) sensed: Option<Arc<Sensed>>,
    /// Did it carry some before it was written and read back?
    pub(in crate::simulate) forgot: bool,
}

impl Trajectory {
    pub(in crate::simulate) fn new(model: &Model, start: State) -> Self {
        Self {
            model: model.clone(),
            samples: Vec::new(),
            steps: Vec::new(),
            gains: Baumgarte::OFF,
            start: start.t,
            transitions: Vec::new(),
            impacts: Vec::new(),
            friction: vec![FrictionSummary::default(); model.inner.frictions.len()],
            largest_coupling: 0.0,
            stiffness: None,
            last: start,
            events: Vec::new(),
            counters: Counters::default(),
            drift: Drift::new(model),
            sensed: None,
            forgot: false,
        }
    }

    /// The model that ran.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Is there no sample?
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The samples in the order of time.
    pub fn samples(&self) -> impl ExactSizeIterator<Item = Snapshot<'_>> {
        self.samples.iter().map(|sample| Snapshot::of(&self.model, &sample.state, Solved::Kept(&sample.solution)))
    }

    /// The sample with the given index.
    pub fn sample(&self, index: usize) -> Option<Snapshot<'_>> {
        self.samples.get(index).map(|sample| Snapshot::of(&self.model, &sample.state, Solved::Kept(&sample.solution)))
    }

    /// The first sample.
    pub fn first(&self) -> Option<Snapshot<'_>> {
        self.sample(0)
    }

    /// The last sample.
    pub fn last(&self) -> Option<Snapshot<'_>> {
        self.sample(self.samples.len().checked_sub(1)?)
    }

    /// The last state: a run can go on from it.
    pub fn end(&self) -> &State {
        &self.last
    }

    /// Times of the samples.
    pub fn times(&self) -> Vec<f64> {
        self.samples.iter().map(|sample| sample.state.t).collect()
    }

    /// One number of every sample.
    pub fn column(&self, value: impl Fn(&Snapshot<'_>) -> f64) -> Vec<f64> {
        self.samples().map(|at| value(&at)).collect()
    }

    /// The largest number over the samples; NaN if one of them is.
    pub fn largest(&self, value: impl Fn(&Snapshot<'_>) -> f64) -> f64 {
        let larger = |most: f64, x: f64| if x > most || x.is_nan() { x } else { most };
        self.samples().map(|at| value(&at)).fold(f64::NEG_INFINITY, larger)
    }

    /// The smallest number over the samples; NaN if one of them is.
    pub fn smallest(&self, value: impl Fn(&Snapshot<'_>) -> f64) -> f64 {
        -self.largest(|at| -value(at))
    }

    /// What the run did.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Steps that were limited by stability and not by accuracy: then [`Method::Radau5`] is the better method. `None` if there were none, which is known of the explicit methods that choose their
    /// steps.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let cart = builder.body("cart", Particle::new(1.0).at(0.1, 0.0));
    /// let way = Travel::along(GROUND.axis([0.0, 0.0], 0.0), cart.origin());
    /// builder.force("damper", SpringDamper::along(way, 1.0).damping(1e5));
    /// let model = builder.build()?;
    /// let run = |method| Simulation::new(&model).method(method).run(model.placed(), 0.1);
    /// let (explicit, implicit) = (run(Method::Dop853)?, run(Method::Radau5)?);
    /// let told = explicit.stiffness().ok_or("not stiff")?;
    /// assert!(told.rate > 0.5e5 && told.rate < 2e5 && implicit.stiffness().is_none());
    /// assert!(explicit.counters().steps > 50 * implicit.counters().steps);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`Method::Radau5`]: crate::ode::Method::Radau5
    pub fn stiffness(&self) -> Option<Stiffness> {
        self.stiffness
    }

    /// The largest violations of the constraints over all accepted steps.
    pub fn drift(&self) -> &Drift {
        &self.drift
    }

    /// Largest |φ| of a constraint over all accepted steps.
    #[track_caller]
    pub fn drift_of(&self, constraint: impl Into<ConstraintRef>) -> f64 {
        self.drift.phi[self.model.row_range(constraint)].iter().fold(0.0, |most, x| most.max(*x))
    }

    /// Largest change of the energy balance over the samples: the error of the energy.
    ///
    /// An event that changes the state may change the energy too, as a bounce does: that is counted here, and is no error.
    pub fn energy_error(&self) -> f64 {
        let Some(first) = self.first().map(|at| at.balance()) else {
            return 0.0;
        };
        self.samples().fold(0.0, |most, at| most.max((at.balance() - first).abs()))
    }

    /// Reads a state, such as one of [`state_at`](Self::state_at), with the gains of this run and as it stands: what a state of another origin leaves undecided [`Model::read`] decides.
    pub fn read<'a>(&'a self, state: &'a State) -> Snapshot<'a> {
        Snapshot::alone(&self.model, state, self.gains)
    }

    pub(in crate::simulate) fn push_sample(&mut self, state: State, solution: Solution, gains: Baumgarte) {
        self.gains = gains;
        self.samples.push(Sample { state, solution });
    }

    /// Takes the residuals of an accepted state into account.
    pub(in crate::simulate) fn watch_drift(&mut self, residuals: &[[f64; 3]]) {
        for (row, [phi, rate, second]) in residuals.iter().enumerate() {
            self.drift.phi[row] = self.drift.phi[row].max(phi.abs());
            self.drift.rate[row] = self.drift.rate[row].max(rate.abs());
            self.drift.second[row] = self.drift.second[row].max(second.abs());
        }
    }

    /// The events that happened, in the order of time. Names may be equal: which of them it was says [`EventRecord::event`], the handle that [`watch`](crate::simulate::Simulation::watch) returned.
    pub fn events(&self) -> &[EventRecord] {
        &self.events
    }

    /// Those of one event.
    ///
    /// # Panics
    /// If the handle belongs to a simulation of another model.
    #[track_caller]
    pub fn events_of(&self, event: EventId) -> impl Iterator<Item = &EventRecord> {
        assert!(
            self.model.inner.admits(event.tag),
            "the event handle belongs to a simulation of another model: take that which `watch` of this one returned"
        );
        self.events.iter().filter(move |record| record.event == event)
    }

    /// Every change of every friction point, in the order of time.
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// Every impact, in the order of time.
    pub fn impacts(&self) -> &[Impact] {
        &self.impacts
    }

    /// Time stuck, load reversals and stops of a friction point, over the run.
    #[track_caller]
    pub fn friction_summary(&self, friction: FrictionId) -> FrictionSummary {
        let _ = self.model().friction_entry(friction);
        let mut summary = self.friction[friction.index as usize];
        let length = self.end().t - self.start;
        summary.stuck_fraction = if length > 0.0 { summary.stuck / length } else { 0.0 };
        summary
    }

    /// The largest bound of the coupling of friction forces at the start, at every decision and at the accepted steps: that of the loads
    /// ([`Coupling::bound`](crate::friction::Coupling::bound)) while every point slides, otherwise that of the whole decision
    /// ([`Certificate::bound`](crate::dynamics::Certificate::bound)). Below 1, friction left exactly one motion at each of them.
    pub fn largest_coupling(&self) -> f64 {
        self.largest_coupling
    }
}
