//! When samples are taken, and taking them.
//!
//! A sample between two steps comes from the dense output, projected if the run projects; its accelerations and multipliers are evaluated
//! anew there, in buffers of their own, so that looking at a run does not change it.

use super::clock::multiple;
use super::failure::RunFailure;
use super::result::Step;
use super::running::Run;
use super::settings::{Output, check_output};
use crate::dynamics::Mode;

impl Run<'_, '_> {
    pub(super) fn sample_start(&mut self) -> Result<(), RunFailure> {
        let t = self.drive.t();
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
            Output::Steps => Some(self.drive.t()),
            output => output.due(start, self.outputs),
        }
    }

    pub(super) fn sample_until(&mut self, t: f64) -> Result<(), RunFailure> {
        while let Some(due) = self.due() {
            // A multiple of the interval that differs from the end of the run by rounding alone is the end of the run.
            let due = if (due - self.t_end).abs() <= self.plan.output.rounding(due) { self.t_end } else { due };
            if due > t || self.trajectory.last().is_some_and(|last| last.t() >= due) {
                break;
            }
            if due < t {
                self.drive.prepare_dense()?;
            }
            self.sample(due)?;
            self.outputs += 1;
        }
        Ok(())
    }

    pub(super) fn sample_end(&mut self) -> Result<(), RunFailure> {
        let t = self.drive.t();
        let wanted = !matches!(self.plan.output, Output::Times(_));
        if wanted && self.trajectory.last().is_none_or(|last| last.t() < t) { self.sample(t) } else { Ok(()) }
    }

    fn sample(&mut self, t: f64) -> Result<(), RunFailure> {
        let solution = self.look.sample(&self.drive, t)?;
        if let Some(follower) = &mut self.follower {
            follower.sample(&self.drive, t, &self.look.y)?;
        }
        let state = self.drive.state(t, &self.look.y);
        self.trajectory.counters.output_evaluations += 1;
        self.trajectory.push_sample(state, solution, self.drive.motion.pace.gains);
        let finite = self.trajectory.last().map_or(Ok(()), |at| at.check_finite());
        if finite.is_err() {
            self.trajectory.samples.pop();
        }
        Ok(finite?)
    }

    /// Keeps what belongs to a step that is complete: once, before anything is changed.
    pub(super) fn keep_dense(&mut self) -> Result<(), RunFailure> {
        let [t0, t1] = self.drive.span();
        if t1 <= t0 {
            return Ok(());
        }
        for (summary, friction) in self.trajectory.friction.iter_mut().zip(&self.plan.model.inner.frictions) {
            if self.drive.motion.modes[friction.entry] == Mode::Stick {
                summary.stuck += t1 - t0;
            }
        }
        if self.plan.dense {
            self.drive.prepare_dense()?;
            let (dense, motion) = (self.drive.stepper.dense(), &self.drive.motion);
            self.trajectory.steps.push(Step {
                t0: dense.t0(),
                t1,
                h: dense.h(),
                coefficients: dense.coefficients().to_vec(),
                memory: motion.memory.clone(),
                modes: motion.modes.clone(),
                signs: motion.signs.clone(),
            });
        }
        Ok(())
    }
}

impl Output {
    /// By how much the time of an output may differ from the time that was meant.
    fn rounding(&self, due: f64) -> f64 {
        match self {
            // An end that was summed up step by step is off by more than its last bit, but never by a good part of an interval.
            Self::Every(interval) => (1e-12 * (1.0 + due.abs())).min(1e-3 * interval),
            _ => 0.0,
        }
    }

    /// When a sample is due that does not hang on the steps, in a run from a time on.
    fn due(&self, from: f64, k: usize) -> Option<f64> {
        match self {
            Self::Every(interval) => Some(from + multiple(*interval, k as f64)),
            Self::Times(times) => times.get(k).copied(),
            Self::Steps | Self::Ends => None,
        }
    }

    /// The times of all samples of a run, if they are known before it; of too many the first ones.
    pub(crate) fn times(&self, [from, to]: [f64; 2], most: usize) -> Result<Option<Vec<f64>>, RunFailure> {
        check_output(self, from, to)?;
        Ok(match self {
            Self::Every(_) => {
                let all = (0..).map_while(|k| self.due(from, k));
                Some(all.take_while(|due| *due < to - self.rounding(*due)).take(most).chain([to]).collect())
            }
            Self::Times(times) => Some(times.clone()),
            Self::Ends => Some(vec![from, to]),
            Self::Steps => None,
        })
    }
}
