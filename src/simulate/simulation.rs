//! How a run is described.

use super::event::Event;
use super::sensitivity::Sensitivities;
use super::settings::{Impacts, Output, Progress, Tolerance};
use crate::dynamics::Stabilization;
use crate::element::EventId;
use crate::friction::{Search, Several};
use crate::model::Model;
use crate::ode::{Control, Method};
use crate::store::Terminal;
use std::fmt::{self, Debug};
use std::ops::ControlFlow;

type Watch<'a> = Box<dyn FnMut(&Progress) -> ControlFlow<()> + 'a>;
type Adjust<'a> = Box<dyn Fn(&mut Control) + 'a>;

/// A run to be made: method, accuracy, output, events.
///
/// The defaults are DOP853 at a relative tolerance of 1e-9, with projection, and a sample at every accepted step.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
/// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
/// let model = builder.build()?;
/// let plan = || Simulation::new(&model).every(0.1);
/// let run = plan().run(model.placed(), 1.0)?;
/// assert_eq!(run.len(), 11);
/// // A tighter run by another method says how far the first one may be trusted.
/// let other = plan().method(Method::Tsit5).tolerance(1e-12).run(model.placed(), 1.0)?;
/// let angle = |run: &Trajectory| run.last().map_or(f64::NAN, |at| at.body(rod).angle);
/// let apart = (angle(&run) - angle(&other)).abs();
/// assert!(apart < 1e-7 && run.counters().steps < other.counters().steps);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// One field for each setting that has a method: a group of them would be a name that nobody looks for.
#[must_use = "a simulation does nothing until it is run"]
pub struct Simulation<'a> {
    pub(super) model: &'a Model,
    pub(super) method: Method,
    pub(super) tolerance: Tolerance,
    pub(super) fixed_step: Option<f64>,
    pub(super) stabilization: Stabilization,
    pub(super) output: Output,
    pub(super) events: Vec<Event<'a>>,
    pub(super) guard_checks: usize,
    pub(super) dense: bool,
    pub(super) progress: Option<Watch<'a>>,
    pub(super) adjust: Option<Adjust<'a>>,
    pub(super) max_step: f64,
    pub(super) foresight: Option<usize>,
    pub(super) start_tolerance: f64,
    pub(super) mends: f64,
    pub(super) zeno: (usize, f64),
    pub(super) search: Search,
    pub(super) several: Several,
    pub(super) impacts: Impacts,
    pub(super) rest: f64,
    pub(super) sensitivities: Option<Sensitivities>,
}

impl Debug for Simulation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation")
            .field("method", &self.method)
            .field("tolerance", &self.tolerance)
            .field("stabilization", &self.stabilization)
            .field("output", &self.output)
            .field("events", &self.events)
            .finish_non_exhaustive()
    }
}

impl<'a> Simulation<'a> {
    /// A run of `model` with the defaults.
    pub fn new(model: &'a Model) -> Self {
        Self {
            model,
            method: Method::Dop853,
            tolerance: Tolerance::relative(1e-9),
            fixed_step: None,
            stabilization: Stabilization::default(),
            output: Output::Steps,
            events: Vec::new(),
            guard_checks: 4,
            dense: false,
            progress: None,
            adjust: None,
            max_step: f64::INFINITY,
            foresight: None,
            start_tolerance: 1e-6,
            mends: 1e-3,
            zeno: (100, 1e-6),
            search: Search::default(),
            several: Several::default(),
            impacts: Impacts::default(),
            rest: 1e-9,
            sensitivities: None,
        }
    }

    /// The Runge-Kutta method.
    pub fn method(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// Error tolerances: a number for the relative one, or a [`Tolerance`].
    pub fn tolerance(self, tolerance: impl Into<Tolerance>) -> Self {
        Self { tolerance: tolerance.into(), ..self }
    }

    /// Fixed steps of this size, without error control. Euler's and the classical Runge-Kutta method need it.
    pub fn fixed_step(self, step: f64) -> Self {
        Self { fixed_step: Some(step), ..self }
    }

    /// How the constraints are held: [`Baumgarte`](crate::dynamics::Baumgarte) gains or a [`Stabilization`].
    pub fn stabilization(self, stabilization: impl Into<Stabilization>) -> Self {
        Self { stabilization: stabilization.into(), ..self }
    }

    /// When samples are taken.
    pub fn output(self, output: Output) -> Self {
        Self { output, ..self }
    }

    /// What [`output`](Self::output) was asked for.
    pub(crate) fn asked_output(&self) -> &Output {
        &self.output
    }

    /// A sample every so many seconds.
    pub fn every(self, interval: f64) -> Self {
        self.output(Output::Every(interval))
    }

    /// Watches for an event.
    pub fn event(mut self, event: Event<'a>) -> Self {
        let _ = self.watch(event);
        self
    }

    /// Watches for an event, and gives its handle, with which [`Trajectory::events_of`](super::Trajectory::events_of) finds its records.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let cart = builder.body("cart", Particle::new(1.0).moving(2.0, 0.0));
    /// let model = builder.build()?;
    /// let mut simulation = Simulation::new(&model);
    /// let gates = [1.0, 3.0].map(|x| simulation.watch(Event::new("gate", move |at| at.body(cart).origin.x - x)));
    /// let run = simulation.run(model.placed(), 2.0)?;
    /// for (gate, when) in gates.into_iter().zip([0.5, 1.5]) {
    ///     let times: Vec<f64> = run.events_of(gate).map(|record| record.t).collect();
    ///     assert!(matches!(times[..], [t] if (t - when).abs() < 1e-12));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn watch(&mut self, event: Event<'a>) -> EventId {
        self.events.push(Event { order: self.events.len(), ..event });
        self.model.event_at(self.events.len() - 1)
    }

    /// Least number of evaluations of each event's guard within a step (default 4). If these indicate a zero in between, the guard is evaluated
    /// up to 33 times; a guard that passes zero and returns between two evaluations, with no indication, is missed.
    pub fn guard_checks(self, checks: usize) -> Self {
        Self { guard_checks: checks, ..self }
    }

    /// Keeps the dense solution, so that the trajectory can be read at any time.
    pub fn keep_dense(self) -> Self {
        Self { dense: true, ..self }
    }

    /// Calls `watch` after every accepted step; `Break` ends the run, and the error contains what was computed.
    pub fn progress(self, watch: impl FnMut(&Progress) -> ControlFlow<()> + 'a) -> Self {
        Self { progress: Some(Box::new(watch)), ..self }
    }

    /// Tells on the terminal how far the run is, and how long the rest will take; beside a [`progress`](Self::progress) that was given before. Quiet where the standard error
    /// is no terminal.
    pub fn on_terminal(mut self) -> Self {
        let (mut others, mut line, mut begin) = (self.progress.take(), Terminal::new(), None);
        self.progress(move |told| {
            let begin = *begin.get_or_insert(told.t - told.step);
            line.tell((told.t - begin) / (told.t_end - begin), &format!("t = {:.4} of {} s", told.t, told.t_end));
            others.as_mut().map_or(ControlFlow::Continue(()), |watch| watch(told))
        })
    }

    /// Upper limit of the step size.
    pub fn max_step(self, max_step: f64) -> Self {
        Self { max_step, ..self }
    }

    /// Into how many parts a run is divided, at whose ends it looks beforehand at what is given as a closure or a formula of time; 1000 unless said otherwise.
    ///
    /// A push on what rests, or a brake that opens for a moment, is seen if it takes longer than such a part, however long the steps are while nothing happens; and a run ends where a closure that drives
    /// a motion jumps. Looked for is what begins with the positions, velocities and inputs of the start. A run of fixed steps, or without an end, looks at jumps of its first second alone; with 0 nothing is
    /// looked at.
    pub fn foresee(self, parts: usize) -> Self {
        Self { foresight: Some(parts), ..self }
    }

    /// The same for one of many pieces of a motion, each of which has parts of its own.
    pub(crate) fn in_pieces(self) -> Self {
        let foresight = self.foresight.or(Some(20));
        Self { foresight, ..self }
    }

    pub(super) fn parts(&self) -> usize {
        self.foresight.unwrap_or(1000)
    }

    /// Adjusts the other settings of the step control: limits on steps, norm, controller.
    pub fn control(self, adjust: impl Fn(&mut Control) + 'a) -> Self {
        Self { adjust: Some(Box::new(adjust)), ..self }
    }

    /// Accepts a start that violates the constraints by up to this much (default 1e-6).
    pub fn start_tolerance(self, tolerance: f64) -> Self {
        Self { start_tolerance: tolerance, ..self }
    }

    /// By how much (m, rad) a coordinate may be moved to satisfy the constraints where an event has changed the state (default 1e-3): what is held at a guard that was located fits to rounding, and what does not
    /// fit is as a rule a mistake that would move bodies in an instant, and their energy with them. More is [`RunFailure::Mended`](super::RunFailure::Mended). Velocities may change by any amount; both are
    /// told by [`EventRecord::mended`](super::EventRecord::mended).
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let block = builder.body("block", Particle::new(2.0).at(0.0, 0.01).moving(1.0, 0.0));
    /// let rail = builder.constraint("rail", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
    /// let model = builder.build()?;
    /// let mut start = model.placed();
    /// start.release(rail);
    /// // A centimeter above the rail it is to be held on it.
    /// let caught = || Simulation::new(&model).event(Event::at("catch", [0.5]).change(|state| state.hold(rail)));
    /// assert!(caught().run(start.clone(), 1.0).is_err());
    /// let run = caught().mend_at_most(0.02).run(start, 1.0)?;
    /// let mended = run.events()[0].mended.as_ref().ok_or("nothing was moved")?;
    /// assert!((mended.moved - 0.01).abs() < 1e-15 && mended.moved_most == "block.y");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mend_at_most(self, moved: f64) -> Self {
        Self { mends: moved, ..self }
    }

    /// More than `count` events within `window` seconds end the run with an error (default 100 in 1e-6 s).
    /// Independently of this setting, a run also fails if one event changes the state four times within 1e-9 s, or at ever shorter intervals
    /// within a tenth of a step, because further occurrences could not be resolved.
    pub fn zeno(self, count: usize, window: f64) -> Self {
        Self { zeno: (count, window), ..self }
    }

    /// How the signs of the loads of friction are found.
    pub fn search(self, search: Search) -> Self {
        Self { search, ..self }
    }

    /// What to do where friction leaves several solutions: stop (the default), or keep the present branch.
    pub fn several(self, several: Several) -> Self {
        Self { several, ..self }
    }

    /// How contacts that close together are struck, and by which law of restitution.
    pub fn impacts(self, impacts: Impacts) -> Self {
        Self { impacts, ..self }
    }

    /// Tolerance with which infinitely many impacts are brought to their end (default 1e-9): of the time at which they accumulate, relative to 1 + t, and of the height
    /// of the hops that are left out, relative to 1 + the largest coordinate of the contact's bodies. With `f64::INFINITY` they never are, and the run ends where they crowd.
    pub fn rest(self, tolerance: f64) -> Self {
        Self { rest: tolerance, ..self }
    }

    /// Carries derivatives of the run with respect to its start and to parameters: exact through stick, slip, load reversals, events and impacts, to the accuracy of the run, which stays as it is to the
    /// bit. They are read by [`Trajectory::sensitivity`](super::Trajectory::sensitivity).
    ///
    /// An event that changes the state is asked what it does to states beside the run's: its function is called again and again, on copies, and must not count on how often it is called. A number that it reads,
    /// and that is to be a parameter, is an [input](crate::model::ModelBuilder::input) of the model.
    ///
    /// ```
    /// use chetaev::prelude::*;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// // A block of 2 kg slides to a stop after m v²/(2 μ N), which takes it m v/(μ N).
    /// let family = Family::new([("mu", 0.4)], |p| {
    ///     let mut builder = ModelBuilder::new();
    ///     let block = builder.body("block", Particle::new(2.0).moving(1.0, 0.0));
    ///     let guide = GROUND.axis([0.0, 0.0], 0.0);
    ///     builder.constraint("guide", Slot::new(guide, block.origin()));
    ///     builder.friction("rub", FrictionPoint::along(Travel::along(guide, block.origin()), 20.0), Coulomb::new(p["mu"]));
    ///     let model = builder.build()?;
    ///     let start = model.placed();
    ///     Ok((model, start))
    /// })?;
    /// let asked = Sensitivities::to(&family).and_start("block.vx");
    /// let run = Simulation::new(family.model()).sensitivities(asked).run(family.start().clone(), 1.0)?;
    /// let (mu, speed) = (run.sensitivity("mu")?, run.sensitivity("block.vx")?);
    /// let stop = run.transitions()[0].t;
    /// assert!((mu.end().q[0] + 0.125 / 0.4).abs() < 1e-12 && (speed.end().q[0] - 0.25).abs() < 1e-12);
    /// assert!((mu.instant(stop).ok_or("no instant")? + 0.25 / 0.4).abs() < 1e-12);
    /// // It stands, whatever μ is.
    /// assert_eq!(mu.end().v[0], 0.0);
    /// # Ok(())
    /// # }
    /// ```
    pub fn sensitivities(self, sensitivities: Sensitivities) -> Self {
        Self { sensitivities: Some(sensitivities), ..self }
    }

    /// How the steps of the run are controlled.
    pub(super) fn step_control(&self, since: f64) -> Control {
        let (absolute, weights) = self.tolerance.components(self.model);
        let mut control = Control::adaptive(self.tolerance.relative, 0.0);
        (control.atol, control.weights, control.fixed_step) = (absolute, weights, self.fixed_step);
        control.max_step = self.max_step;
        control.besides = self.tolerance.besides(self.model, since).filter(|_| !self.method.is_implicit());
        if let Some(adjust) = &self.adjust {
            adjust(&mut control);
        }
        control
    }
}
