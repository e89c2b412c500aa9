//! The loop of a run: step, project, look for changes of friction and for events, take samples.

use super::failure::{RunError, RunFailure};
use super::guard::Guards;
use super::motion::Motion;
use super::rubbing::Rubbing;
use super::sampling::check_output;
use super::settings::Progress;
use super::simulation::Simulation;
use super::trajectory::Trajectory;
use crate::dynamics::{Bonds, Rest, Stabilization, State};
use crate::friction::Coupling;
use crate::ode::{Control, StepError, Stepper};
use std::ops::ControlFlow;

pub(super) struct Runner<'r, 'a> {
    pub(super) plan: &'r Simulation<'a>,
    pub(super) motion: Motion<'a>,
    /// Buffers of a second evaluation, for samples between steps: the step's own stay as they are.
    pub(super) sampler: Motion<'a>,
    pub(super) stepper: Stepper,
    pub(super) rubbing: Rubbing,
    pub(super) trajectory: Trajectory,
    pub(super) t_end: f64,
    /// How many outputs have been made.
    pub(super) outputs: usize,
    pub(super) y: Vec<f64>,
    /// Coupling of loads at the end of the step.
    pub(super) coupling: Coupling,
    projections: u64,
    pub(super) output_evaluations: u64,
}

impl<'a> Runner<'_, 'a> {
    pub(super) fn run(mut plan: Simulation<'a>, start: State, t_end: f64) -> Result<Trajectory, RunError> {
        let mut progress = plan.progress.take();
        let mut runner = match Runner::make(&plan, &start, t_end) {
            Ok(runner) => runner,
            Err(failure) => {
                let partial = Box::new(Trajectory::new(plan.model, start));
                return Err(RunError { failure, partial });
            }
        };
        let outcome = runner.advance(&start, &mut |p| progress.as_mut().map_or(ControlFlow::Continue(()), |f| f(p)));
        runner.close();
        match outcome {
            Ok(()) => Ok(runner.trajectory),
            Err(failure) => Err(RunError { failure, partial: Box::new(runner.trajectory) }),
        }
    }
}

impl<'r, 'a> Runner<'r, 'a> {
    fn make(plan: &'r Simulation<'a>, start: &State, t_end: f64) -> Result<Self, RunFailure> {
        let model = plan.model;
        model.check_state(start)?;
        check_output(&plan.output, start.t, t_end)?;
        // A run may have no length, and no end if an event stops it.
        if t_end < start.t || t_end.is_nan() {
            return Err(StepError::BadTime { t: start.t, target: t_end }.into());
        }
        let (absolute, weights) = plan.tolerance.components(model);
        let mut control = Control::adaptive(plan.tolerance.relative, 0.0);
        (control.atol, control.weights, control.fixed_step) = (absolute, weights, plan.fixed_step);
        control.max_step = plan.max_step;
        if let Some(adjust) = &plan.adjust {
            adjust(&mut control);
        }
        let motion = Motion::new(plan, start);
        let sampler = Motion::new(plan, start);
        let y = motion.join(&start.q, &start.v, &start.works);
        let mut stepper = Stepper::new(plan.method, y.len(), control)?;
        stepper.leave_end_open(projects(plan));
        let trajectory = Trajectory::new(model, start.clone());
        let rubbing = Rubbing::new(model.inner.frictions.len());
        Ok(Self {
            plan,
            motion,
            sampler,
            stepper,
            rubbing,
            trajectory,
            t_end,
            outputs: 0,
            y,
            coupling: Coupling::default(),
            projections: 0,
            output_evaluations: 0,
        })
    }

    fn advance(
        &mut self,
        start: &State,
        progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<(), RunFailure> {
        let dim = self.y.len();
        let mut guards = Guards::new(&self.plan.events, self.plan.looks, &self.motion, dim);
        self.settle(start.t)?;
        self.restart(start.t)?;
        self.check_start()?;
        self.motion.commit();
        let y = self.y.clone();
        guards.arm(&self.motion, start.t, &y, &[])?;
        self.arm_friction(true)?;
        self.sample_start(start.t, &y)?;
        while self.stepper.t() < self.t_end {
            self.stepper.step(&mut self.motion, self.t_end)?;
            self.land()?;
            let stopped = match self.first_change()? {
                Some(change) => self.change_friction(&mut guards, change)?,
                None => {
                    let stopped = self.look_for_events(&mut guards)?;
                    self.watch_ambiguity()?;
                    self.arm_friction(false)?;
                    stopped
                }
            };
            self.finish_step()?;
            let t = self.stepper.t();
            let told = Progress {
                t,
                t_end: self.t_end,
                steps: self.stepper.counters().accepted,
                step: t - self.stepper.t_prev(),
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

    /// Projects the end of the step, if the run holds its constraints that way, and takes note of what was evaluated there.
    pub(super) fn land(&mut self) -> Result<(), RunFailure> {
        self.land_on(projects(self.plan))
    }

    /// The same, where it is said whether to project.
    pub(super) fn land_on(&mut self, projects: bool) -> Result<(), RunFailure> {
        let model = self.plan.model;
        self.y.copy_from_slice(self.stepper.y());
        if projects {
            self.project(self.stepper.t())?;
        }
        if model.inner.layout.kinematics.normalize(&mut self.y[..model.coordinates()]) || projects {
            self.clear_impulses();
            self.stepper.replace_state(&mut self.motion, &self.y)?;
        }
        self.arrive();
        if projects {
            self.check_held()?;
        }
        self.check_sides()
    }

    /// Impulses are counted from the beginning of each step.
    pub(super) fn clear_impulses(&mut self) {
        let impulses = self.y.len() - self.motion.signs.len();
        self.y[impulses..].fill(0.0);
    }

    /// The last evaluation was at the state that stands now: its residuals and its memory count.
    pub(super) fn arrive(&mut self) {
        self.trajectory.watch_drift(&self.motion);
        self.motion.arrive();
        self.note_slips();
        self.coupling = self.motion.ws.coupling();
    }

    pub(super) fn project(&mut self, t: f64) -> Result<(), RunFailure> {
        let model = self.plan.model;
        let (q, rest) = self.y.split_at_mut(model.coordinates());
        let Motion { ws, modes, frozen, memory, .. } = &mut self.motion;
        let bonds = Bonds { modes, rest: Rest::of(frozen) };
        let done = ws.project(model, bonds, t, [q, &mut rest[..model.velocities()]], memory)?;
        self.projections += done.iterations as u64;
        Ok(())
    }

    /// Everything that is owed at the end of a step.
    fn finish_step(&mut self) -> Result<(), RunFailure> {
        let t = self.stepper.t();
        self.sample_until(t)?;
        self.keep_dense()?;
        self.motion.commit();
        self.keep_last(t);
        Ok(())
    }

    /// Keeps what belongs to a step that is complete: once, before anything is changed.
    pub(super) fn keep_dense(&mut self) -> Result<(), RunFailure> {
        if self.stepper.t() <= self.stepper.t_prev() {
            return Ok(());
        }
        self.note_step();
        if self.plan.dense {
            self.stepper.prepare_dense(&mut self.motion)?;
            self.trajectory.push_step(&self.stepper.dense(), self.stepper.t(), &self.motion);
        }
        Ok(())
    }

    /// The state whose numbers stand in `y`, as the run's last one: in place, so that steps do not allocate.
    fn keep_last(&mut self, t: f64) {
        let (q, v, works) = self.motion.split(&self.y);
        let last = &mut self.trajectory.last;
        last.t = t;
        last.q.copy_from_slice(q);
        last.v.copy_from_slice(v);
        last.works.copy_from_slice(works);
        last.memory.copy_from_slice(&self.motion.memory);
        last.modes.copy_from_slice(&self.motion.modes);
        last.signs.copy_from_slice(&self.motion.signs);
    }

    /// The state whose numbers stand in `y`.
    pub(super) fn state(&self, t: f64) -> State {
        let (q, v, works) = self.motion.split(&self.y);
        State {
            t,
            q: q.to_vec(),
            v: v.to_vec(),
            works: works.to_vec(),
            modes: self.motion.modes.clone(),
            signs: self.motion.signs.clone(),
            memory: self.motion.memory.clone(),
        }
    }

    pub(super) fn interpolate(&mut self, t: f64) {
        if t == self.stepper.t() {
            self.y.copy_from_slice(self.stepper.y());
        } else {
            self.stepper.interpolate(t, &mut self.y);
        }
    }

    fn close(&mut self) {
        let steps = self.stepper.counters();
        self.trajectory.counters = super::trajectory::Counters {
            steps: steps.accepted,
            rejected: steps.rejected,
            evaluations: steps.evaluations,
            output_evaluations: self.output_evaluations,
            factorizations: self.motion.ws.factorizations + self.sampler.ws.factorizations,
            projections: self.projections,
            retaken: steps.retaken,
            trials: self.motion.ws.rubs.trials,
            ambiguous: self.trajectory.counters.ambiguous,
            uncertain: self.trajectory.counters.uncertain,
        };
    }
}

/// Is the end of every step projected onto the constraints?
pub(super) fn projects(plan: &Simulation<'_>) -> bool {
    plan.stabilization == Stabilization::Projection && plan.model.rows() > 0
}
