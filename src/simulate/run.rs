//! The loop of a run: step, look for changes of friction and for events, take samples.

use super::corners::corners;
use super::drive::{Begin, Violated};
use super::event::Event;
use super::failure::{RunError, RunFailure};
use super::fire::Fired;
use super::result::{Counters, Trajectory};
use super::running::Run;
use super::settings::Progress;
use super::simulation::Simulation;
use super::watch::SAME;
use crate::dynamics::{Mode, State};
use crate::ode::StepError;
use std::ops::ControlFlow;

impl<'a> Simulation<'a> {
    /// Runs from `start` to the time `t_end`, which is absolute and not a duration: a run continued from `run.end()` keeps counting from there.
    /// It may be `f64::INFINITY` where an event with [`stop`](Event::stop) ends the run. If the run fails, the error contains what was computed until then.
    pub fn run(mut self, start: impl Into<State>, t_end: f64) -> Result<Trajectory, RunError> {
        let mut start = start.into();
        let mut progress = self.progress.take();
        self.events.extend(corners(self.model, self.events.len()));
        let changes = self.events.iter_mut().map(Event::take_change).collect();
        let mut run = match Run::make(&self, changes, &mut start, t_end) {
            Ok(run) => run,
            Err(failure) => {
                let partial = Box::new(Trajectory::new(self.model, start));
                return Err(RunError { failure: failure.named(self.model), partial });
            }
        };
        let outcome = run.advance(&start, &mut |p| progress.as_mut().map_or(ControlFlow::Continue(()), |f| f(p)));
        run.close();
        match outcome {
            Ok(()) => Ok(run.trajectory),
            Err(failure) => Err(RunError { failure: failure.named(self.model), partial: Box::new(run.trajectory) }),
        }
    }
}

/// A step of this part of the time is not made shorter.
const SHORTEST: f64 = 1e-13;

impl Run<'_, '_> {
    fn advance(
        &mut self,
        start: &State,
        progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<(), RunFailure> {
        let (open, jammed) = self.begin(start, Begin::default())?;
        self.check_start()?;
        self.judge_start(&open)?;
        // A run that stopped at the very instant of a change; what was not decided, or does not rub, does not change here.
        let decided = |mode: Mode| mode == Mode::Stick || mode.direction() != 0.0;
        let numbers = self.drive.end.clone();
        self.note_changes(&start.modes, &numbers, &[], jammed, |change| change.into_iter().all(decided));
        self.arm_friction(true)?;
        self.user.arm(&self.drive.motion, start.t, self.drive.stepper.y(), &[])?;
        self.follow(start)?;
        self.sample_start()?;
        while self.drive.t() < self.t_end {
            if self.strike_clocks()? {
                return Ok(());
            }
            let stopped = match self.step().or_else(|failure| self.go_over_a_kink(failure)) {
                Ok(()) => {
                    let span = self.drive.span();
                    match self.look_into() {
                        Err(failure) => self.go_in_shorter_step(failure, span)?,
                        stopped => stopped?,
                    }
                }
                Err(failure) if self.is_at_pole(&failure) => {
                    self.drive.undo()?;
                    self.jam(&self.drive.motion.modes.clone())?.ok_or(failure)?
                }
                Err(failure) => return Err(failure),
            };
            self.finish_step()?;
            self.watch_kinks()?;
            let t = self.drive.t();
            let told = Progress {
                t,
                t_end: self.t_end,
                steps: self.drive.stepper.counters().accepted,
                step: t - self.drive.stepper.t_prev(),
            };
            if stopped {
                break;
            }
            if progress(&told).is_break() {
                return Err(RunFailure::Cancelled { t });
            }
        }
        self.sample_end()
    }

    /// An implicit method may not find its way to an instant within a step that it has taken as a whole, as where a slip turns fast. Then it goes from the beginning in a step half as long.
    fn go_in_shorter_step(&mut self, failure: RunFailure, [from, to]: [f64; 2]) -> Result<bool, RunFailure> {
        let lost = matches!(failure, RunFailure::Step(StepError::NoConvergence { .. }));
        if !lost || self.plan.fixed_step.is_some() || to - from <= SHORTEST * to.abs() {
            return Err(failure);
        }
        self.drive.undo()?;
        self.drive.stepper.set_next_step(0.5 * (to - from));
        Ok(false)
    }

    /// Handles what happens in the step that was just taken; true to stop.
    fn look_into(&mut self) -> Result<bool, RunFailure> {
        self.look.forget();
        self.shorten_start()?;
        let mut change = self.first_change()?;
        let mut closing = self.first_closing(change.as_ref().map_or(self.drive.t(), |change| change.t))?;
        if let Some(closing) = &mut closing {
            change = None;
            self.move_to_closing(closing)?;
        }
        if let Some(found) = &mut change {
            self.move_to(found)?;
            if self.only_turns(found)? {
                self.check_crowded_changes(&found.fired)?;
                change = None;
            }
            // The shorter step goes its own way between its ends.
            closing = self.first_closing(self.drive.t())?;
            if let Some(closing) = &mut closing {
                change = None;
                self.move_to_closing(closing)?;
            }
        }
        if self.drive.shorten()? {
            return self.look_into();
        }
        if closing.is_none() && change.is_none() {
            change = self.ends_at_once()?;
        }
        let fired = self.fire_events(closing.is_some() || self.drive.t() >= self.t_end)?;
        // A corner at which the step ends now may be before them: then they are found again.
        let stands = |t: &f64| *t - self.drive.t() <= SAME * (1.0 + t.abs());
        let closing = closing.filter(|closing| stands(&closing.t));
        let change = change.filter(|change| stands(&change.t));
        match (fired, closing, change) {
            (Fired::Stopped, ..) => Ok(true),
            // An event before the change of friction or the closing: the run goes on from there.
            (Fired::Changed, ..) => Ok(false),
            (Fired::Recorded, Some(closing), _) => self.strike(&closing),
            (Fired::Recorded, None, Some(change)) => self.apply_change(change),
            (fired, ..) => {
                if fired == Fired::Recorded {
                    self.arm_contacts();
                }
                self.watch_ambiguity()?;
                self.arm_friction(false)?;
                Ok(false)
            }
        }
    }

    /// Everything that is owed at the end of a step.
    pub(super) fn finish_step(&mut self) -> Result<(), RunFailure> {
        self.follow_step()?;
        self.sample_until(self.drive.t())?;
        self.keep_dense()?;
        self.trajectory.watch_drift(&self.drive.residuals);
        self.drive.commit();
        self.end_starts();
        self.drive.keep(&mut self.trajectory.last);
        Ok(())
    }

    /// The start must satisfy the constraints: nothing later makes up for it.
    fn check_start(&mut self) -> Result<(), RunFailure> {
        self.trajectory.watch_drift(&self.drive.residuals);
        let state = self.drive.state(self.drive.t(), self.drive.y());
        self.trajectory.read(&state).check_finite()?;
        let violated = |Violated { row, residual, unit }| Err(RunFailure::Inconsistent { row, residual, unit });
        self.drive.violated().map_or(Ok(()), violated)
    }

    fn close(&mut self) {
        self.keep_sensitivities();
        let steps = self.drive.stepper.counters();
        self.trajectory.stiffness = self.drive.stepper.stiffness();
        self.trajectory.counters = Counters {
            steps: steps.accepted,
            rejected: steps.rejected,
            evaluations: steps.evaluations,
            guard_evaluations: self.look.guards,
            factorizations: self.drive.motion.ws.factorizations + self.look.factorizations(),
            projections: self.drive.projections + self.drive.motion.projections,
            retaken: steps.retaken,
            jacobians: steps.jacobians,
            iterations: steps.iterations,
            newton_failures: steps.newton_failures,
            trials: self.drive.motion.ws.trials(),
            impacts: self.trajectory.impacts.len() as u64,
            gap_evaluations: self.contacts.evaluations,
            unproved: self.contacts.unproved,
            // What was counted along the way.
            ..self.trajectory.counters
        };
    }
}
