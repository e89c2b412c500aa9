//! The loop of a run: step, project, look for events, take samples.

use super::event::{Action, EventRecord};
use super::failure::{RunError, RunFailure};
use super::guard::{Crossing, Guards};
use super::motion::Motion;
use super::rubbing::Rubbing;
use super::sampling::check_output;
use super::settings::Progress;
use super::simulation::Simulation;
use super::trajectory::Trajectory;
use crate::dynamics::{Stabilization, State};
use crate::friction::Coupling;
use crate::ode::{Control, StepError, Stepper};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Rounds at most that move an event on the method's own solution rather than on its dense output.
const POLISH: usize = 4;
/// A change that comes back this often within so many seconds crowds towards one instant: soon its guard would leave zero and return
/// within one rounding of t, unseen, and the run would go on without it.
const CROWDED: (usize, f64) = (3, 1e-9);

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
        // Also refuses a NaN. A run may have no length, and no end if an event stops it.
        if t_end.partial_cmp(&start.t).is_none_or(Ordering::is_lt) {
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
        let mut sampler = Motion::new(plan, start);
        sampler.ws.rubs.hold = false;
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
            // Impulses are counted from the beginning of each step.
            let impulses = self.y.len() - self.motion.signs.len();
            self.y[impulses..].fill(0.0);
            self.stepper.replace_state(&mut self.motion, &self.y)?;
        }
        self.arrive();
        if projects {
            self.check_held()?;
        }
        self.check_sides()
    }

    /// The last evaluation was at the state that stands now: its residuals and its memory count.
    pub(super) fn arrive(&mut self) {
        self.trajectory.watch_drift(&self.motion);
        self.motion.arrive();
        self.note_slips();
        self.coupling = self.motion.ws.rubs.coupling;
    }

    pub(super) fn project(&mut self, t: f64) -> Result<(), RunFailure> {
        let model = self.plan.model;
        let (q, rest) = self.y.split_at_mut(model.coordinates());
        let done = self.motion.ws.project(model, t, q, &mut rest[..model.velocities()], &self.motion.memory)?;
        self.projections += done.iterations as u64;
        Ok(())
    }

    /// Finds and handles every event of the step; true if one of them stops the run.
    pub(super) fn look_for_events(&mut self, guards: &mut Guards<'_, '_>) -> Result<bool, RunFailure> {
        let mut from = self.stepper.t_prev();
        while !guards.is_empty() {
            self.stepper.prepare_dense(&mut self.motion)?;
            let to = self.stepper.t();
            let end = self.stepper.y().to_vec();
            let Some(crossing) = guards.first(&self.motion, &self.stepper.dense(), from, to, &end)? else {
                break;
            };
            self.check_crowd(&crossing)?;
            let actions = crossing.fired.iter().map(|&(index, _)| &self.plan.events[index].action);
            if actions.clone().all(|action| matches!(action, Action::Record)) {
                self.interpolate(crossing.t);
                self.record(&crossing);
                guards.pass(&crossing.fired);
                if crossing.t >= to {
                    break;
                }
                from = crossing.t;
                continue;
            }
            let mut crossing = self.retake(guards, crossing)?;
            guards.join(&self.motion, self.stepper.y(), &mut crossing)?;
            self.y.copy_from_slice(self.stepper.y());
            self.record(&crossing);
            return self.act(guards, &crossing);
        }
        Ok(false)
    }

    /// Redoes the step to the event, and moves the event to where the method's own solution has it.
    fn retake(&mut self, guards: &mut Guards<'_, '_>, mut crossing: Crossing) -> Result<Crossing, RunFailure> {
        let Some(&(index, _)) = crossing.fired.first() else {
            return Ok(crossing);
        };
        let (start, reach) = (self.stepper.t_prev(), self.stepper.t());
        let mut last = (f64::NAN, f64::INFINITY);
        for _ in 0..POLISH {
            if crossing.t > start && crossing.t < self.stepper.t().max(reach) {
                self.stepper.retake(&mut self.motion, crossing.t)?;
                self.land()?;
            }
            let y = self.stepper.y().to_vec();
            let value = guards.value_at(&self.motion, index, crossing.t, &y)?;
            if value == 0.0 {
                break;
            }
            if value.abs() >= last.1.abs() {
                // The correction was none, as where the guard jumps.
                self.stepper.retake(&mut self.motion, last.0)?;
                self.land()?;
                break;
            }
            let slope = if last.0.is_nan() {
                self.guard_slope(guards, index, crossing.t, value)?
            } else {
                (value - last.1) / (crossing.t - last.0)
            };
            last = (crossing.t, value);
            let next = crossing.t - value / slope;
            // Only a correction of rounding or interpolation, never another crossing.
            if !(next > start && next <= reach) || (next - crossing.t).abs() > 1e-3 * (reach - start) {
                break;
            }
            if (next - crossing.t).abs() <= 2.0 * f64::EPSILON * crossing.t.abs() {
                break;
            }
            crossing.t = next;
        }
        crossing.t = self.stepper.t();
        Ok(crossing)
    }

    /// dg/dt at the end of the present step, by a difference along the state's own slope.
    fn guard_slope(
        &mut self,
        guards: &mut Guards<'_, '_>,
        index: usize,
        t: f64,
        value: f64,
    ) -> Result<f64, RunFailure> {
        let dt = 1e-7 * (self.stepper.t() - self.stepper.t_prev());
        let ahead: Vec<f64> = self.stepper.y().iter().zip(self.stepper.slope()).map(|(y, f)| y + dt * f).collect();
        Ok((guards.value_at(&self.motion, index, t + dt, &ahead)? - value) / dt)
    }

    /// Carries out what the fired events ask for; true to stop.
    pub(super) fn act(&mut self, guards: &mut Guards<'_, '_>, crossing: &Crossing) -> Result<bool, RunFailure> {
        let t = self.stepper.t();
        self.sample_until(t)?;
        let stop = crossing.fired.iter().any(|&(index, _)| matches!(self.plan.events[index].action, Action::Stop));
        if stop || t >= self.t_end {
            self.sample_end()?;
            self.y.copy_from_slice(self.stepper.y());
        }
        let mut state = self.state(t);
        let mut changed = false;
        for &(index, _) in &crossing.fired {
            match &self.plan.events[index].action {
                Action::Record | Action::Stop => {}
                Action::Change(change) => {
                    change(&mut state);
                    changed = true;
                }
            }
        }
        if changed {
            self.plan.model.check_state(&state)?;
            self.keep_dense()?;
            let before = self.stepper.y().to_vec();
            self.project(t)?;
            let close = guards.look_before(&self.motion, t, [&before, &self.y], &crossing.fired)?;
            self.y = self.motion.join(&state.q, &state.v, &state.works);
            self.motion.take_over(&state);
            self.sampler.take_over(&state);
            self.project(t)?;
            self.settle(t)?;
            self.restart(t)?;
            self.check_change(crossing)?;
            self.arm_friction(true)?;
            let y = self.y.clone();
            let fired: Vec<usize> = crossing.fired.iter().map(|f| f.0).collect();
            guards.arm(&self.motion, t, &y, &fired)?;
            guards.keep_sides(&close);
        } else {
            guards.pass(&crossing.fired);
        }
        Ok(stop)
    }

    pub(super) fn record(&mut self, crossing: &Crossing) {
        let state = self.state(crossing.t);
        for &(index, side) in &crossing.fired {
            let name = self.plan.events[index].name.clone();
            self.trajectory.events.push(EventRecord { t: crossing.t, name, rising: side > 0.0, state: state.clone() });
        }
    }

    pub(super) fn check_crowd(&self, crossing: &Crossing) -> Result<(), RunFailure> {
        let Some(event) = crossing.fired.first().map(|&(index, _)| &self.plan.events[index]) else {
            return Ok(());
        };
        let recent = |window: f64| {
            let records = self.trajectory.events.iter().rev();
            records.take_while(move |record| crossing.t - record.t <= window)
        };
        let again = || recent(CROWDED.1).filter(|record| record.name == event.name).count();
        let (count, window) = match (&event.action, crossing.grazed, self.plan.zeno) {
            (Action::Change(_), Some(away), _) => (1, away),
            (_, _, (count, window)) if recent(window).count() >= count => (recent(window).count(), window),
            (Action::Change(_), ..) if again() >= CROWDED.0 => (again(), CROWDED.1),
            _ => return Ok(()),
        };
        Err(RunFailure::Zeno { event: event.name.clone(), count: count + 1, window, t: crossing.t })
    }

    /// Everything that is owed at the end of a step.
    fn finish_step(&mut self) -> Result<(), RunFailure> {
        let t = self.stepper.t();
        self.sample_until(t)?;
        self.keep_dense()?;
        self.motion.commit();
        self.y.copy_from_slice(self.stepper.y());
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
