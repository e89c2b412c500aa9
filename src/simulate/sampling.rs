//! When samples are taken, and taking them.
//!
//! A sample between two steps comes from the dense output, projected if the run projects; its accelerations and multipliers are evaluated
//! anew there, in buffers of their own, so that looking at a run does not change it.

use super::failure::RunFailure;
use super::run::Runner;
use super::settings::Output;
use crate::dynamics::{Ask, Bonds, Place, Rest, Stabilization};

impl Runner<'_, '_> {
    pub(super) fn sample_start(&mut self, t: f64, y: &[f64]) -> Result<(), RunFailure> {
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

    pub(super) fn sample_until(&mut self, t: f64) -> Result<(), RunFailure> {
        while let Some(due) = self.due() {
            // A multiple of the interval that differs from the end of the run by rounding alone is the end of the run.
            let due = if (due - self.t_end).abs() <= self.rounding(due) { self.t_end } else { due };
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
        // What acts at the end of the step acts on the step's own numbers, not on those of a sample before it.
        self.y.copy_from_slice(self.stepper.y());
        Ok(())
    }

    /// By how much the k-th output may differ from the time that was meant.
    fn rounding(&self, due: f64) -> f64 {
        match &self.plan.output {
            // An end that was summed up step by step is off by more than its last bit, but never by a good part of an interval.
            Output::Every(interval) => (1e-12 * (1.0 + due.abs())).min(1e-3 * interval),
            _ => 0.0,
        }
    }

    pub(super) fn sample_end(&mut self) -> Result<(), RunFailure> {
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
            let (q, rest) = self.y.split_at_mut(model.coordinates());
            let bonds = Bonds { modes: &self.motion.modes, rest: Rest::of(&self.motion.frozen) };
            let v = &mut rest[..model.velocities()];
            self.sampler.ws.project(model, bonds, t, [q, v], &self.sampler.memory)?;
        }
        model.inner.layout.kinematics.normalize(&mut self.y[..model.coordinates()]);
        let (q, v, _) = self.sampler.split(&self.y);
        let at = Place { t, q, v, memory: &self.sampler.memory };
        let ask = Ask::plain(at, &self.motion.modes, self.motion.searched());
        let ask = ask.with_gains(self.sampler.gains).with_rest(Rest::of(&self.motion.frozen));
        self.sampler.ws.evaluate(model, &ask)?;
        self.output_evaluations += 1;
        let state = self.state(t);
        self.trajectory.push_sample(state, &mut self.sampler);
        Ok(())
    }
}

pub(super) fn check_output(output: &Output, t0: f64, t_end: f64) -> Result<(), RunFailure> {
    let refuse = |what| Err(RunFailure::Output { what });
    match output {
        Output::Every(interval) if !(*interval > 0.0 && interval.is_finite()) => {
            refuse(format!("the interval {interval} s must be positive and finite"))
        }
        // Otherwise two samples would have one time, and the second and all after it would be left out.
        Output::Every(interval) if [t0, t_end].iter().any(|t| t.is_finite() && t.abs() + interval <= t.abs()) => {
            refuse(format!("the interval {interval} s is below the resolution of time between {t0} s and {t_end} s"))
        }
        Output::Times(times) if times.iter().any(|t| t.is_nan()) => refuse("one of the times is not a number".into()),
        Output::Times(times) if times.first().is_some_and(|&first| first < t0) => {
            refuse(format!("the first time, {} s, is before the start at {t0} s: leave it out", times[0]))
        }
        Output::Times(times) if !times.windows(2).all(|w| w[0] < w[1]) => {
            refuse("the times do not rise: sort them, and name each once".into())
        }
        _ => Ok(()),
    }
}
