//! The loop of a run: step, look for changes of friction and for events, take samples.

use super::drive::Drive;
use super::event::{Change, Event};
use super::failure::{RunError, RunFailure};
use super::fire::Fired;
use super::look::Look;
use super::result::{Counters, Trajectory};
use super::sample::check_output;
use super::settings::Progress;
use super::simulation::Simulation;
use super::watch::{FrictionGuards, Locator, Numbers, Smooth, UserGuards};
use crate::dynamics::{Mode, State};
use crate::error::EvalError;
use crate::ode::StepError;
use std::ops::ControlFlow;

pub(super) struct Run<'r, 'a> {
    pub(super) plan: &'r Simulation<'a>,
    pub(super) drive: Drive<'a>,
    pub(super) look: Look,
    pub(super) friction: FrictionGuards,
    pub(super) locator: Locator<Smooth>,
    /// What friction solved at places beyond the stages.
    pub(super) further: Vec<Numbers>,
    /// The fastest sine of all signals, rad/s.
    pub(super) fastest: f64,
    pub(super) user: UserGuards<'r, 'a>,
    /// What the events that change the state do.
    pub(super) changes: Vec<Option<Change<'a>>>,
    pub(super) trajectory: Trajectory,
    pub(super) t_end: f64,
    /// When a change was last found to be too early.
    pub(super) waited: Option<f64>,
    /// How many outputs have been made.
    pub(super) outputs: usize,
}

impl<'a> Run<'_, 'a> {
    pub(super) fn run(mut plan: Simulation<'a>, start: State, t_end: f64) -> Result<Trajectory, RunError> {
        let mut progress = plan.progress.take();
        let changes = plan.events.iter_mut().map(Event::take_change).collect();
        let mut run = match Run::make(&plan, changes, &start, t_end) {
            Ok(run) => run,
            Err(failure) => {
                let partial = Box::new(Trajectory::new(plan.model, start));
                return Err(RunError { failure, partial });
            }
        };
        let outcome = run.advance(&start, &mut |p| progress.as_mut().map_or(ControlFlow::Continue(()), |f| f(p)));
        run.close();
        match outcome {
            Ok(()) => Ok(run.trajectory),
            Err(failure) => Err(RunError { failure, partial: Box::new(run.trajectory) }),
        }
    }
}

impl<'r, 'a> Run<'r, 'a> {
    fn make(
        plan: &'r Simulation<'a>,
        changes: Vec<Option<Change<'a>>>,
        start: &State,
        t_end: f64,
    ) -> Result<Self, RunFailure> {
        let model = plan.model;
        model.check_state(start)?;
        check_output(&plan.output, start.t, t_end)?;
        if plan.fixed_step.is_none() {
            plan.tolerance.check()?;
        }
        // A run may have no length, and no end if an event stops it.
        if t_end < start.t || t_end.is_nan() {
            return Err(StepError::BadTime { t: start.t, target: t_end }.into());
        }
        let drive = Drive::new(plan, start)?;
        let friction = FrictionGuards::new(model, plan.method);
        let events: &'r [Event<'a>] = &plan.events;
        Ok(Self {
            plan,
            look: Look::new(&drive),
            further: vec![Numbers::of(model.inner.frictions.len()); friction.more().len()],
            friction,
            fastest: model.fastest(),
            locator: Locator::default(),
            user: UserGuards::new(events, plan.looks, &drive.motion, drive.y().len()),
            changes,
            trajectory: Trajectory::new(model, start.clone()),
            t_end,
            waited: None,
            outputs: 0,
            drive,
        })
    }

    fn advance(
        &mut self,
        start: &State,
        progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<(), RunFailure> {
        let open = self.drive.begin(start, false)?;
        self.check_start()?;
        self.judge_start(&open)?;
        // A run that stopped at the very instant of a change; what was not decided, or does not rub, does not change here.
        let rubs = |mode: Mode| mode == Mode::Holding || mode.direction() != 0.0;
        let numbers = self.drive.end.clone();
        self.note_changes(&start.modes, &numbers, &[], |change| change.into_iter().all(rubs));
        self.arm_friction(true)?;
        self.user.arm(&self.drive.motion, start.t, self.drive.stepper.y(), &[])?;
        self.sample_start()?;
        while self.drive.t() < self.t_end {
            self.drive.step(self.t_end)?;
            let stopped = self.look_into()?;
            self.finish_step()?;
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

    /// Handles what happens in the step that was just taken; true to stop.
    fn look_into(&mut self) -> Result<bool, RunFailure> {
        self.look.forget();
        let mut change = self.first_change()?;
        if let Some(change) = &mut change {
            self.move_to(change)?;
        }
        if self.drive.shorten()? {
            return self.look_into();
        }
        match (self.fire_events()?, change) {
            (Fired::Stopped, _) => Ok(true),
            // An event before the change of friction: the run goes on from there.
            (Fired::Changed, _) => Ok(false),
            (Fired::Recorded, Some(change)) => self.turn(change),
            (Fired::Recorded, None) => {
                self.watch_ambiguity()?;
                self.arm_friction(false)?;
                Ok(false)
            }
        }
    }

    /// Everything that is owed at the end of a step.
    pub(super) fn finish_step(&mut self) -> Result<(), RunFailure> {
        self.sample_until(self.drive.t())?;
        self.keep_dense()?;
        self.trajectory.watch_drift(&self.drive.residuals);
        self.drive.commit();
        self.drive.keep(&mut self.trajectory.last);
        Ok(())
    }

    /// The start must satisfy the constraints: nothing later makes up for it.
    fn check_start(&mut self) -> Result<(), RunFailure> {
        self.trajectory.watch_drift(&self.drive.residuals);
        let state = self.drive.state(self.drive.t(), self.drive.y());
        let energy = self.trajectory.read_state(&state, |at| [at.kinetic(), at.potential()]);
        for (what, energy) in ["its kinetic energy", "its potential energy"].into_iter().zip(energy) {
            if !energy.is_finite() {
                let what = format!("{what} at the start (numbers too large?)");
                let (kind, name) = ("model", "as a whole".to_owned());
                return Err(EvalError::NotFinite { kind, name, what, t: state.t }.into());
            }
        }
        if let Some(row) = self.drive.residuals.iter().position(|r| !r.iter().all(|x| x.is_finite())) {
            let (kind, name) = ("constraint", self.plan.model.row_name(row));
            return Err(EvalError::NotFinite { kind, name, what: "its second derivative".into(), t: state.t }.into());
        }
        let violated = |(row, residual)| Err(RunFailure::Inconsistent { row, residual });
        self.drive.violated().map_or(Ok(()), violated)
    }

    fn close(&mut self) {
        let steps = self.drive.stepper.counters();
        self.trajectory.counters = Counters {
            steps: steps.accepted,
            rejected: steps.rejected,
            evaluations: steps.evaluations,
            looks: self.look.guards,
            factorizations: self.drive.motion.ws.factorizations + self.look.factorizations(),
            projections: self.drive.projections + self.drive.motion.projections,
            retaken: steps.retaken,
            trials: self.drive.motion.ws.trials(),
            // What was counted along the way.
            ..self.trajectory.counters
        };
    }
}
