//! Events: something that is watched, and what happens when it passes zero.

use super::Snapshot;
use super::clock::Clock;
use crate::dynamics::State;
use std::error::Error;
use std::fmt::{self, Debug};

/// Which way the guard must pass zero.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From below.
    Rising,
    /// From above.
    Falling,
    /// Either way.
    Both,
}

impl Direction {
    /// Does a change from the sign `before` to the sign `after` count?
    pub(super) fn admits(self, before: f64, after: f64) -> bool {
        match self {
            Self::Rising => before < 0.0 && after >= 0.0,
            Self::Falling => before > 0.0 && after <= 0.0,
            Self::Both => before * after < 0.0 || (before != 0.0 && after == 0.0),
        }
    }
}

type Guard<'a> = Box<dyn Fn(&Snapshot<'_>) -> f64 + 'a>;
type Outcome = Result<(), Box<dyn Error + Send + Sync>>;
pub(super) type Change<'a> = Box<dyn FnMut(&Snapshot<'_>, &mut State) -> Outcome + 'a>;

/// What happens at an event.
pub(super) enum Action<'a> {
    Record,
    /// The step ends there.
    Corner,
    Stop,
    /// What it does; taken out by the run.
    Change(Option<Change<'a>>),
}

/// A guard function of the motion, and what happens when it passes zero.
///
/// The guard is evaluated at least five times within each step, more often near zero, and its zero is located on the dense output.
/// Rules: a zero in (t₀, t₁] counts, and so does one that is nearer to t₁, or to an impact, than rounding (1e-13); a guard that is zero at t₀ takes its sign from just after; two that are zero at the same time, within
/// rounding, fire in the order in which they were added, given times before them; after a restart a guard that fired is armed again once it has left zero by more than
/// rounding. Events are identified by that order, so that names may be equal.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let ball = builder.body("ball", Particle::new(1.0).at(0.0, 1.0));
/// let model = builder.build()?;
/// let height = move |at: &Snapshot<'_>| at.body(ball).origin.y;
/// let run = Simulation::new(&model)
///     .event(Event::new("half way", move |at| height(at) - 0.5)) // is recorded
///     .event(Event::new("floor", height).falling().stop()) // ends the run
///     .run(model.placed(), 5.0)?;
/// let times: Vec<f64> = run.events().iter().map(|event| event.t).collect();
/// assert!((times[0] - (1.0_f64 / 9.81).sqrt()).abs() < 1e-12 && (times[1] - (2.0_f64 / 9.81).sqrt()).abs() < 1e-12);
/// assert_eq!(run.end().t, times[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "an event does nothing until it is given to `Simulation::event`"]
pub struct Event<'a> {
    pub(super) name: String,
    pub(super) trigger: Trigger<'a>,
    pub(super) direction: Direction,
    pub(super) action: Action<'a>,
    /// Is it left out of the records?
    pub(super) quiet: bool,
    /// Its place among the events of the run.
    pub(super) order: usize,
}

/// What makes it happen.
pub(super) enum Trigger<'a> {
    Guard(Guard<'a>),
    Clock(Clock),
}

impl<'a> Event<'a> {
    /// Watches `guard`; its zeros are recorded.
    pub fn new(name: impl Into<String>, guard: impl Fn(&Snapshot<'_>) -> f64 + 'a) -> Self {
        Self::on(name.into(), Trigger::Guard(Box::new(guard)))
    }

    /// Happens at every whole multiple of `interval` seconds, from the start of the run on, to the bit, and without a guard: the clock of a controller.
    ///
    /// At the end of a run it does not: that instant belongs to the run that goes on from there. A sample at the instant is of the state before.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// builder.body("stone", Particle::new(1.0).moving(1.0, 0.0));
    /// let count = builder.input("count", 0.0);
    /// let model = builder.build()?;
    /// let mut clock = Vec::new();
    /// let tick = Event::every("tick", 0.1).quiet().change_with(|at, state| {
    ///     clock.push(at.t());
    ///     state.set_variable(count, at.variable(count) + 1.0);
    ///     Ok(())
    /// });
    /// let run = Simulation::new(&model).event(tick).run(model.placed(), 1.0)?;
    /// assert_eq!((clock.len(), clock[3], run.end().variable(count)), (10, 0.3, 10.0));
    /// assert!(run.events().is_empty()); // it is quiet
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn every(name: impl Into<String>, interval: f64) -> Self {
        Self::on(name.into(), Trigger::Clock(Clock::Every(interval)))
    }

    /// Happens at these times, to the bit, as far as they are within the run.
    pub fn at(name: impl Into<String>, times: impl IntoIterator<Item = f64>) -> Self {
        Self::on(name.into(), Trigger::Clock(Clock::at(times)))
    }

    fn on(name: String, trigger: Trigger<'a>) -> Self {
        Self { name, trigger, direction: Direction::Both, action: Action::Record, quiet: false, order: 0 }
    }

    /// Leaves it out of [`Trajectory::events`](super::Trajectory::events), and of timelines: for what happens a thousand times a second.
    pub fn quiet(self) -> Self {
        Self { quiet: true, ..self }
    }

    /// Only zeros from below.
    pub fn rising(self) -> Self {
        Self { direction: Direction::Rising, ..self }
    }

    /// Only zeros from above.
    pub fn falling(self) -> Self {
        Self { direction: Direction::Falling, ..self }
    }

    /// Ends the step there and goes on: for a function of yours that has a kink or jumps where the guard vanishes, so that no step extends across it. Formulas and tables in
    /// forces see to their own.
    pub fn corner(self) -> Self {
        Self { action: Action::Corner, ..self }
    }

    /// Ends the run there. The step is redone to the event, so that the last state is the method's own.
    pub fn stop(self) -> Self {
        Self { action: Action::Stop, ..self }
    }

    /// Changes the state there and starts anew. The changed state is projected onto the constraints, as far as [`Simulation::mend_at_most`](super::Simulation::mend_at_most) allows. A sample at that instant is of the
    /// state before, the end of the run of the state after.
    ///
    /// Velocities that it gives are taken as after a blow: a closed contact that they open lets go, one that they close is struck, what stuck slides if it is moved, and joints share what contradicts them.
    ///
    /// A change acts once: what is to stay where its guard vanishes must be [held](State::hold) there. A ball whose velocity is set to zero
    /// at the floor has nothing that carries it, and falls on.
    pub fn change(self, mut change: impl FnMut(&mut State) + 'a) -> Self {
        self.change_with(move |_, state| {
            change(state);
            Ok(())
        })
    }

    /// Changes the state there, where the change needs to see the motion, or may fail: it reads the instant before (reactions, measures, the
    /// [model](Snapshot::model)), changes the state, and says if it cannot. A failure ends the run with
    /// [`RunFailure::Change`](super::RunFailure::Change).
    ///
    /// ```
    /// # use chetaev::prelude::*;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, -10.0]);
    /// let ball = builder.body("ball", Particle::new(1.0).at(0.0, 1.0));
    /// let model = builder.build()?;
    ///
    /// let mut bounces = 0;
    /// let floor = Event::new("floor", |at| at.body(ball).origin.y).falling().change_with(|at, state| {
    ///     bounces += 1;
    ///     if at.kinetic() < 0.1 {
    ///         return Err("too slow to bounce".into());
    ///     }
    ///     let fall = at.body(ball).velocity;
    ///     state.set_velocity(at.model(), ball, [fall.x, -0.5 * fall.y]);
    ///     Ok(())
    /// });
    /// let error = Simulation::new(&model).event(floor).run(model.placed(), 5.0).unwrap_err();
    /// assert!(error.to_string().contains("too slow to bounce"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn change_with(self, change: impl FnMut(&Snapshot<'_>, &mut State) -> Outcome + 'a) -> Self {
        Self { action: Action::Change(Some(Box::new(change))), ..self }
    }
}

impl<'a> Event<'a> {
    /// Its clock, if it has one.
    pub(super) fn clock(&self) -> Option<&Clock> {
        match &self.trigger {
            Trigger::Clock(clock) => Some(clock),
            Trigger::Guard(_) => None,
        }
    }

    /// The value of its guard; of a clock, none that would ever be zero.
    pub(super) fn value(&self, at: &Snapshot<'_>) -> f64 {
        match &self.trigger {
            Trigger::Guard(guard) => guard(at),
            Trigger::Clock(_) => 1.0,
        }
    }

    /// Takes out what it does to the state, for the run to call.
    pub(super) fn take_change(&mut self) -> Option<Change<'a>> {
        match &mut self.action {
            Action::Change(change) => change.take(),
            _ => None,
        }
    }
}

impl Debug for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Event").field("name", &self.name).field("direction", &self.direction).finish_non_exhaustive()
    }
}
