//! The loop of a run: step, project, look for events, take samples.

use super::event::{Action, EventRecord};
use super::guard::{Crossing, Guards};
use super::motion::Motion;
use super::settings::{Output, Progress};
use super::simulation::Simulation;
use super::trajectory::Trajectory;
use crate::dynamics::{Stabilization, State};
use crate::error::EvalError;
use crate::ode::{Control, ControlError, Rhs, StepError, Stepper};
use std::fmt;
use std::ops::ControlFlow;
use thiserror::Error;

/// A run that failed, and what it had computed until then.
#[derive(Error)]
#[error("{failure}")]
pub struct RunError {
    /// Why.
    #[source]
    pub failure: RunFailure,
    /// The trajectory so far, its last state where the run stood.
    pub partial: Box<Trajectory>,
}

/// What `main` prints when it returns the error: in words, and without the trajectory.
impl fmt::Debug for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (the run until t = {} is in `partial`)", self.failure, self.partial.end().t)
    }
}

/// Why a run failed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RunFailure {
    /// The method or its control was refused.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// No step was possible.
    #[error(transparent)]
    Step(#[from] StepError<EvalError>),
    /// Something could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// The start does not satisfy the constraints.
    #[error("the start violates constraint `{row}` by {residual:e}: make it consistent with `model.start().project()`")]
    Inconsistent {
        /// The worst row.
        row: String,
        /// φ or its rate there.
        residual: f64,
    },
    /// An output setting makes no sense.
    #[error("output refused: {what}")]
    Output {
        /// What is wrong.
        what: &'static str,
    },
    /// Too many events in too short a time.
    #[error(
        "event `{event}` and others fired {count} times within {window:e} s before t = {t}: they crowd towards one instant; end the run there with `stop`, or allow more with `zeno`"
    )]
    Zeno {
        /// The last one.
        event: String,
        /// How many.
        count: usize,
        /// In how many seconds.
        window: f64,
        /// When.
        t: f64,
    },
    /// The progress callback asked to stop.
    #[error("cancelled at t = {t}")]
    Cancelled {
        /// When.
        t: f64,
    },
}

/// Rounds at most that move an event on the method's own solution rather than on its dense output.
const POLISH: usize = 4;

pub(super) struct Runner<'r, 'a> {
    plan: &'r Simulation<'a>,
    motion: Motion<'a>,
    /// Buffers of a second evaluation, for samples between steps: the step's own stay as they are.
    sampler: Motion<'a>,
    stepper: Stepper,
    trajectory: Trajectory,
    t_end: f64,
    /// How many outputs have been made.
    outputs: usize,
    y: Vec<f64>,
    projections: u64,
    output_evaluations: u64,
}

impl<'a> Runner<'_, 'a> {
    pub(super) fn run(mut plan: Simulation<'a>, start: State, t_end: f64) -> Result<Trajectory, RunError> {
        let mut progress = plan.progress.take();
        let mut empty = Some(Trajectory::new(plan.model, start.clone()));
        let made = Runner::make(&plan, &start, t_end);
        let mut runner = match made {
            Ok(runner) => runner,
            Err(failure) => {
                let partial = Box::new(empty.take().unwrap_or_else(|| Trajectory::new(plan.model, start)));
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
        check_output(&plan.output, start.t)?;
        let (absolute, weights) = plan.tolerance.components(model);
        let mut control = Control::adaptive(plan.tolerance.relative, 0.0);
        (control.atol, control.weights, control.fixed_step) = (absolute, weights, plan.fixed_step);
        control.max_step = plan.max_step;
        if let Some(adjust) = &plan.adjust {
            adjust(&mut control);
        }
        let y = [&start.q[..], &start.v, &start.works].concat();
        let stepper = Stepper::new(plan.method, y.len(), control)?;
        let motion = Motion::new(model, plan.stabilization, plan.method, start);
        let sampler = Motion::new(model, plan.stabilization, plan.method, start);
        let trajectory = Trajectory::new(model, start.clone());
        Ok(Self {
            plan,
            motion,
            sampler,
            stepper,
            trajectory,
            t_end,
            outputs: 0,
            y,
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
        let y = self.y.clone();
        self.stepper.start(&mut self.motion, start.t, &y)?;
        self.motion.rhs(start.t, &y, &mut self.y)?;
        self.check_start()?;
        self.arrive();
        self.motion.commit();
        guards.arm(&self.motion, start.t, &y, &[])?;
        self.sample_start(start.t, &y)?;
        while self.stepper.t() < self.t_end {
            self.stepper.step(&mut self.motion, self.t_end)?;
            self.land()?;
            let stopped = self.look_for_events(&mut guards)?;
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

    /// The start must satisfy the constraints: nothing later makes up for it.
    fn check_start(&self) -> Result<(), RunFailure> {
        let ws = &self.motion.ws;
        let model = self.plan.model;
        let size = |row: usize| ws.phi[row].abs().max(ws.rate[row].abs());
        let worst = (0..model.rows()).filter(|&row| !ws.released[row]).max_by(|&a, &b| size(a).total_cmp(&size(b)));
        match worst {
            Some(row) if size(row) > self.plan.start_tolerance => {
                Err(RunFailure::Inconsistent { row: model.row_name(row), residual: size(row) })
            }
            _ => Ok(()),
        }
    }

    /// Projects the end of the step, if the run holds its constraints that way, and takes note of what was evaluated there.
    fn land(&mut self) -> Result<(), RunFailure> {
        if self.plan.stabilization == Stabilization::Projection && self.plan.model.rows() > 0 {
            self.y.copy_from_slice(self.stepper.y());
            self.project(self.stepper.t())?;
            self.stepper.replace_state(&mut self.motion, &self.y)?;
        }
        self.arrive();
        Ok(())
    }

    /// The last evaluation was at the state that stands now: its residuals and its memory count.
    fn arrive(&mut self) {
        self.trajectory.watch_drift(&self.motion);
        self.motion.arrive();
    }

    fn project(&mut self, t: f64) -> Result<(), RunFailure> {
        let model = self.plan.model;
        let n = model.velocities();
        let (q, rest) = self.y.split_at_mut(n);
        let done = self.motion.ws.project(model, t, q, &mut rest[..n], &self.motion.memory)?;
        self.projections += done.iterations as u64;
        Ok(())
    }

    /// Finds and handles every event of the step; true if one of them stops the run.
    fn look_for_events(&mut self, guards: &mut Guards<'_, '_>) -> Result<bool, RunFailure> {
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
            let crossing = self.retake(guards, crossing)?;
            self.y.copy_from_slice(self.stepper.y());
            self.record(&crossing);
            return self.act(guards, &crossing);
        }
        Ok(false)
    }

    /// Redoes the step to the event, and moves the event to where the method's own solution has it.
    fn retake(&mut self, guards: &mut Guards<'_, '_>, mut crossing: Crossing) -> Result<Crossing, RunFailure> {
        let Some(&(index, side)) = crossing.fired.first() else {
            return Ok(crossing);
        };
        let (start, reach) = (self.stepper.t_prev(), self.stepper.t());
        let mut slope = f64::NAN;
        let mut last = (f64::NAN, f64::INFINITY);
        for _ in 0..POLISH {
            if crossing.t > start && crossing.t < self.stepper.t().max(reach) {
                self.stepper.retake(&mut self.motion, crossing.t)?;
                self.land()?;
            }
            let y = self.stepper.y().to_vec();
            let value = guards.value_at(&self.motion, index, crossing.t, &y)?;
            if value.abs() >= last.1.abs() || value == 0.0 {
                break;
            }
            slope = if last.0.is_nan() {
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
        let _ = (slope, side);
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
    fn act(&mut self, guards: &mut Guards<'_, '_>, crossing: &Crossing) -> Result<bool, RunFailure> {
        let t = self.stepper.t();
        self.sample_until(t)?;
        let mut state = self.state(t);
        let mut stop = false;
        let mut changed = false;
        for &(index, _) in &crossing.fired {
            match &self.plan.events[index].action {
                Action::Record => {}
                Action::Stop => stop = true,
                Action::Change(change) => {
                    change(&mut state);
                    changed = true;
                }
            }
        }
        if changed {
            self.plan.model.check_state(&state)?;
            self.y = [&state.q[..], &state.v, &state.works].concat();
            self.motion.take_over(&state);
            self.sampler.take_over(&state);
            self.keep_dense()?;
            self.project(t)?;
            let y = self.y.clone();
            self.stepper.start(&mut self.motion, t, &y)?;
            self.motion.rhs(t, &y, &mut self.y)?;
            self.arrive();
            let fired: Vec<usize> = crossing.fired.iter().map(|f| f.0).collect();
            guards.arm(&self.motion, t, &y, &fired)?;
        } else {
            guards.pass(&crossing.fired);
        }
        Ok(stop)
    }

    fn record(&mut self, crossing: &Crossing) {
        let state = self.state(crossing.t);
        for &(index, side) in &crossing.fired {
            let name = self.plan.events[index].name.clone();
            self.trajectory.events.push(EventRecord { t: crossing.t, name, rising: side > 0.0, state: state.clone() });
        }
    }

    fn check_crowd(&self, crossing: &Crossing) -> Result<(), RunFailure> {
        let (count, window) = self.plan.zeno;
        let recent = self.trajectory.events.iter().rev().take_while(|e| crossing.t - e.t <= window).count();
        match crossing.fired.first() {
            Some(&(index, _)) if recent >= count => {
                let event = self.plan.events[index].name.clone();
                Err(RunFailure::Zeno { event, count: recent + 1, window, t: crossing.t })
            }
            _ => Ok(()),
        }
    }

    /// Everything that is owed at the end of a step.
    fn finish_step(&mut self) -> Result<(), RunFailure> {
        let t = self.stepper.t();
        self.sample_until(t)?;
        self.keep_dense()?;
        self.motion.commit();
        self.y.copy_from_slice(self.stepper.y());
        self.trajectory.last = self.state(t);
        Ok(())
    }

    fn keep_dense(&mut self) -> Result<(), RunFailure> {
        if self.plan.dense && self.stepper.t() > self.stepper.t_prev() {
            self.stepper.prepare_dense(&mut self.motion)?;
            self.trajectory.push_step(&self.stepper.dense(), self.stepper.t(), &self.motion);
        }
        Ok(())
    }

    /// The state whose numbers stand in `y`.
    fn state(&self, t: f64) -> State {
        let (q, v, works) = self.motion.split(&self.y);
        State {
            t,
            q: q.to_vec(),
            v: v.to_vec(),
            works: works.to_vec(),
            modes: self.motion.modes.clone(),
            memory: self.motion.memory.clone(),
        }
    }

    fn interpolate(&mut self, t: f64) {
        if t == self.stepper.t() {
            self.y.copy_from_slice(self.stepper.y());
        } else {
            self.stepper.interpolate(t, &mut self.y);
        }
    }

    fn sample_start(&mut self, t: f64, y: &[f64]) -> Result<(), RunFailure> {
        self.y.copy_from_slice(y);
        match &self.plan.output {
            Output::Times(times) if times.first().is_none_or(|&first| first > t) => Ok(()),
            _ => {
                self.outputs = 1;
                self.sample(t)
            }
        }
    }

    /// The next time at which a sample is due.
    fn due(&self) -> Option<f64> {
        let start = self.trajectory.first().map_or(0.0, |s| s.t());
        match &self.plan.output {
            Output::Every(interval) => Some(start + interval * self.outputs as f64),
            Output::Times(times) => times.get(self.outputs).copied(),
            Output::Steps => Some(self.stepper.t()),
            Output::Ends => None,
        }
    }

    fn sample_until(&mut self, t: f64) -> Result<(), RunFailure> {
        while let Some(due) = self.due() {
            // A time that differs from the end of the run by rounding alone is the end of the run.
            let due = if (due - self.t_end).abs() <= 1e-12 * (1.0 + due.abs()) { self.t_end } else { due };
            if due > t || self.trajectory.last().is_some_and(|last| last.t() >= due) {
                break;
            }
            if due < t {
                self.stepper.prepare_dense(&mut self.motion)?;
            }
            self.interpolate(due);
            self.sample(due)?;
            self.outputs += 1;
        }
        Ok(())
    }

    fn sample_end(&mut self) -> Result<(), RunFailure> {
        let t = self.stepper.t();
        let wanted = !matches!(self.plan.output, Output::Times(_));
        if wanted && self.trajectory.last().is_none_or(|last| last.t() < t) {
            self.y.copy_from_slice(self.stepper.y());
            self.sample(t)?;
        }
        Ok(())
    }

    /// Projects if the run does, evaluates and keeps the state in `y`.
    fn sample(&mut self, t: f64) -> Result<(), RunFailure> {
        let model = self.plan.model;
        self.sampler.gains = self.motion.gains;
        self.sampler.memory.copy_from_slice(&self.motion.memory);
        if self.plan.stabilization == Stabilization::Projection && model.rows() > 0 && t < self.stepper.t() {
            let n = model.velocities();
            let (q, rest) = self.y.split_at_mut(n);
            self.sampler.ws.project(model, t, q, &mut rest[..n], &self.sampler.memory)?;
        }
        let (q, v, _) = self.sampler.split(&self.y);
        self.sampler.ws.evaluate(model, t, q, v, &self.sampler.memory, self.sampler.gains)?;
        self.output_evaluations += 1;
        let state = self.state(t);
        self.trajectory.push_sample(state, &self.sampler);
        Ok(())
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
        };
    }
}

fn check_output(output: &Output, t0: f64) -> Result<(), RunFailure> {
    let refuse = |what| Err(RunFailure::Output { what });
    match output {
        Output::Every(interval) if !(*interval > 0.0 && interval.is_finite()) => {
            refuse("the interval must be positive and finite")
        }
        Output::Times(times) if times.first().is_some_and(|&first| first < t0) => {
            refuse("the first time is before the start")
        }
        Output::Times(times) if !times.windows(2).all(|w| w[0] < w[1]) => refuse("the times must rise"),
        _ => Ok(()),
    }
}
