//! Taking a step: attempts, acceptance, and the size of the next one.

use super::{Core, ErrorRows, Stepper};
use crate::ode::evaluate::{Failure, evaluate, finite};
use crate::ode::norm::Scale;
use crate::ode::radau::beginning::Beginning;
use crate::ode::{Attempt, Rhs, StepError, Verdict};

/// A step may be stretched by this much to end where it must.
const STRETCH: f64 = 1.01;
/// A fixed step may be stretched by this much: only what rounding of the times explains.
const STRETCH_FIXED: f64 = 1.0 + 1e-6;
/// What a failed evaluation does to the step.
const FAILED_FACTOR: f64 = 0.25;
/// What settling the end moves counts by this part: most of it lies across the solution, where it mends an error and is none. (Counted whole, it refused a
/// fifth of the steps of a four-bar linkage at 1e-3; at 1e-6 none.)
const SETTLED: f64 = 0.1;
/// Where that comes to less than this part of the tolerance it is what rounding makes of velocities, as large in a short step as in a long one.
const ROUNDED: f64 = 0.05;

/// A step in which an implicit method lost its stages is tried again in half. Those that follow are not longer than that one was, and after each by so much longer: else every second one is lost where the error
/// would allow more (two rods on bushings of 1e9 N/m at 1e-6: 33 787 evaluations instead of 83 839).
const REGAINED: f64 = 1.1;
/// So many units in the last place before a jump are before it, also if its time has been rounded.
const BEFORE: f64 = 8.0;
/// An implicit method keeps its step where it could grow by no more than this.
const KEPT: f64 = 1.2;

impl Stepper {
    /// Takes one accepted step, trying smaller ones until the error estimate meets the tolerances.
    ///
    /// The step never passes `t_max` and ends on it exactly when it gets there. `t_max` must be after `t` and may be
    /// infinite. Before `t_max` the steps are stretched by up to 1 % or halved, so that no tiny last step is left,
    /// and a step cut short does not reduce the one after it.
    pub fn step<R: Rhs>(&mut self, rhs: &mut R, t_max: f64) -> Result<(), StepError<R::Error>> {
        self.check_started()?;
        // Also refuses a NaN.
        if t_max.partial_cmp(&self.t) != Some(std::cmp::Ordering::Greater) {
            let t = self.t;
            return Err(StepError::BadTime { t, target: t_max });
        }
        self.begin();
        let outcome = match self.control.fixed_step {
            Some(h) => self.step_fixed(rhs, h, t_max),
            None => self.step_adaptive(rhs, t_max),
        };
        if outcome.is_err() {
            self.collapse();
        }
        outcome
    }

    /// Smallest step that makes sense at `t`.
    pub(super) fn least_step(&self) -> f64 {
        self.control.min_step.max(self.resolution())
    }

    /// Smallest step that the time resolves at `t`.
    fn resolution(&self) -> f64 {
        (16.0 * f64::EPSILON * self.t.abs()).max(f64::MIN_POSITIVE)
    }

    /// The end of the last step becomes the beginning of the next.
    fn begin(&mut self) {
        let h = self.t - self.t_prev;
        // Where it starts there is no step behind.
        if let Some(border) = self.border.as_mut().filter(|_| h > 0.0 && self.control.fixed_step.is_none()) {
            let last = &self.k[(self.stages - 1) * self.dim..self.stages * self.dim];
            border.look(h, &self.y, [&self.slope, last], |a, b| {
                self.work.iter_mut().zip(a.iter().zip(b)).for_each(|(d, (a, b))| *d = a - b);
                self.scale.norm(&self.work, &self.y_prev, &self.y)
            });
        }
        self.t_prev = self.t;
        self.y_prev.copy_from_slice(&self.y);
        self.k[..self.dim].copy_from_slice(&self.slope);
        self.dense_ready = false;
        if let Core::Radau(radau) = &mut self.core {
            radau.begin();
        }
    }

    /// Takes the shortest step there is, whatever its error: over a jump of the right-hand side no step is short enough for the tolerances.
    pub(crate) fn step_over<R: Rhs>(&mut self, rhs: &mut R, t_max: f64) -> Result<(), StepError<R::Error>> {
        self.check_started()?;
        self.begin();
        self.count_attempt()?;
        let t_end = (self.t_prev + self.least_step()).min(t_max);
        let taken = self.attempt_shortest(rhs, t_end);
        let settled = taken.and_then(|()| self.settle(rhs, t_end));
        if let Err(failure) = settled.and_then(|_| self.finish(rhs, t_end)) {
            self.collapse();
            return Err(failure.into());
        }
        self.error = 0.0;
        self.accept(t_end);
        // What is beyond has another Jacobian.
        if let Core::Radau(radau) = &mut self.core {
            radau.note_cut();
        }
        Ok(())
    }

    /// As [`attempt`](Self::attempt), of one of the shortest steps: where stages are not found, along the slope at its beginning.
    pub(super) fn attempt_shortest<R: Rhs>(&mut self, rhs: &mut R, t_end: f64) -> Result<(), Failure<R::Error>> {
        let latest = self.latest(t_end);
        match (self.attempt(rhs, t_end), &mut self.core) {
            (Err(Failure::NoConvergence { .. }), Core::Radau(radau)) => {
                let (slope, rest) = self.k.split_at_mut(self.dim);
                let from = Beginning { t: self.t_prev, y: &self.y_prev, slope, scale: &self.scale, latest };
                radau.go_straight(rhs, &from, t_end, (rest, &mut self.y), &mut self.counters)
            }
            (taken, _) => taken,
        }
    }

    fn step_fixed<R: Rhs>(&mut self, rhs: &mut R, h: f64, t_max: f64) -> Result<(), StepError<R::Error>> {
        self.count_attempt()?;
        let t_end = if STRETCH_FIXED * h >= t_max - self.t_prev { t_max } else { self.t_prev + h };
        if t_end <= self.t_prev {
            return Err(self.too_small(h, None));
        }
        let outcome = self.attempt(rhs, t_end).and_then(|()| self.finish(rhs, t_end));
        if let Err(failure) = outcome {
            self.counters.rejected += 1;
            return Err(failure.into());
        }
        self.accept(t_end);
        Ok(())
    }

    fn step_adaptive<R: Rhs>(&mut self, rhs: &mut R, t_max: f64) -> Result<(), StepError<R::Error>> {
        let least = self.least_step();
        let mut wanted = self.proposal.max(least);
        let mut grow_to = self.control.max_factor;
        loop {
            self.count_attempt()?;
            let wish = rhs.wish(self.t_prev, wanted, t_max);
            let t_end = match wish {
                Some(h) => (self.t_prev + h.max(least)).min(t_max),
                None => self.landing(wanted, t_max),
            };
            let h = t_end - self.t_prev;
            // Rounding of the end may also have made h a little smaller than wanted, which is no cut.
            let cut = t_end < self.t_prev + wanted;
            let outcome = self.attempt(rhs, t_end).and_then(|()| self.measure(rhs, t_end));
            let attempt = Attempt {
                t: self.t_prev,
                h,
                t_max,
                start: &self.y_prev,
                slope: &self.k[..self.dim],
                end: &self.y,
                error: outcome.as_ref().ok().copied(),
            };
            match rhs.judge(&attempt) {
                Verdict::Usual => {}
                Verdict::Again(size) => {
                    self.counters.rejected += 1;
                    wanted = size.max(least);
                    continue;
                }
                Verdict::Stop => {
                    self.counters.rejected += 1;
                    return Err(self.too_small(h, None));
                }
            }
            let (smaller, failure) = match outcome {
                Ok(error) if error <= 1.0 => {
                    if self.creep.note([self.t_prev, t_end, t_max], [self.resolution(), self.control.max_step]) {
                        return Err(self.too_small(h, None));
                    }
                    self.propose(h, cut.then_some(wanted), error, grow_to);
                    self.error = error;
                    self.accept(t_end);
                    return Ok(());
                }
                Ok(error) => (h * self.factor(error.ln(), 0.0, 1.0), None),
                // No size of the step helps.
                Err(failure @ Failure::TooLarge { .. }) => return Err(failure.into()),
                Err(failure @ Failure::NoConvergence { .. }) => {
                    self.most = h;
                    (0.5 * h, Some(failure))
                }
                Err(failure) => (h * FAILED_FACTOR, Some(failure)),
            };
            self.counters.rejected += 1;
            // Rounding of the end can make h a little larger than wanted.
            if h.min(wanted) <= least {
                return Err(match failure {
                    Some(Failure::Rhs { cause, .. }) => self.too_small(h, Some(cause)),
                    Some(other) => other.into(),
                    None => self.too_small(h, None),
                });
            }
            wanted = smaller.max(least);
            grow_to = 1.0;
        }
    }

    /// The scaled error of the last attempt: its estimate, and what settling the end has changed.
    fn measure<R: Rhs>(&mut self, rhs: &mut R, t_end: f64) -> Result<f64, Failure<R::Error>> {
        let h = t_end - self.t_prev;
        let error = if let Some(factor) = rhs.restricts() {
            let moved = self.settle(rhs, t_end)?;
            larger(self.error(h, |y, error| rhs.restrict(t_end, y, error)), factor * moved * moved)
        } else {
            let error = self.error(h, |_, _| ());
            // What is refused anyway need not be settled. Also refuses a NaN.
            if error <= 1.0 {
                let settled = SETTLED * self.settle(rhs, t_end)?;
                if settled < ROUNDED { error } else { larger(error, settled) }
            } else {
                error
            }
        };
        let error = self.with_besides(error, h);
        if error <= 1.0 {
            self.finish(rhs, t_end)?;
        }
        Ok(error)
    }

    /// Settles the end of an attempt: by how much that moved it, in the norm of the errors.
    fn settle<R: Rhs>(&mut self, rhs: &mut R, t_end: f64) -> Result<f64, Failure<R::Error>> {
        self.work.copy_from_slice(&self.y);
        let moved = rhs.settle(t_end, &mut self.y).map_err(|cause| Failure::Rhs { t: t_end, cause })?;
        if !moved {
            return Ok(0.0);
        }
        self.work.iter_mut().zip(&self.y).for_each(|(from, to)| *from -= to);
        Ok(self.scale.norm(&self.work, &self.y_prev, &self.y))
    }

    /// Where a step of about `h` ends.
    fn landing(&self, h: f64, t_max: f64) -> f64 {
        let left = t_max - self.t_prev;
        if (STRETCH * h).min(self.control.max_step) >= left {
            t_max
        } else if 2.0 * h > left {
            self.t_prev + 0.5 * left
        } else {
            self.t_prev + h
        }
    }

    /// The stages and the end of a step from `t_prev` to `t_end`, and the slope there if the error estimate needs it.
    pub(super) fn attempt<R: Rhs>(&mut self, rhs: &mut R, t_end: f64) -> Result<(), Failure<R::Error>> {
        let (dim, h, latest) = (self.dim, t_end - self.t_prev, self.latest(t_end));
        rhs.attempt(self.t_prev, h);
        match &mut self.core {
            Core::Explicit(rows) => {
                let stages = rows.stages.iter().zip(rows.tableau.c).enumerate();
                for (i, (row, &c)) in stages.skip(1) {
                    row.add(h, &self.y_prev, &self.k, &mut self.work);
                    // No stage is later than the end, not even by rounding.
                    let t = (self.t_prev + c * h).min(latest);
                    let slope = &mut self.k[i * dim..(i + 1) * dim];
                    evaluate(rhs, t, &self.work, slope, &mut self.counters)?;
                }
                if let Some(border) = &mut self.border {
                    border.keep(&self.work);
                }
                rows.solution.add(h, &self.y_prev, &self.k, &mut self.y);
                finite(t_end, &self.y)?;
            }
            Core::Radau(radau) => {
                let (slope, rest) = self.k.split_at_mut(dim);
                let from = Beginning { t: self.t_prev, y: &self.y_prev, slope, scale: &self.scale, latest };
                let found = (&mut rest[..(self.stages - 1) * dim], &mut self.y[..]);
                radau.attempt(rhs, &from, t_end, found, &mut self.counters)?;
            }
        }
        if self.fsal {
            self.slope_at_end(rhs, t_end)?;
        }
        Ok(())
    }

    /// The slope at the end, unless the attempt has it already or it is left open.
    pub(super) fn finish<R: Rhs>(&mut self, rhs: &mut R, t_end: f64) -> Result<(), Failure<R::Error>> {
        if self.fsal || self.open_end { Ok(()) } else { self.slope_at_end(rhs, t_end) }
    }

    fn slope_at_end<R: Rhs>(&mut self, rhs: &mut R, t_end: f64) -> Result<(), Failure<R::Error>> {
        let (end, latest) = (self.stages * self.dim, self.latest(t_end));
        let slope = &mut self.k[end..end + self.dim];
        evaluate(rhs, latest, &self.y, slope, &mut self.counters)
    }

    /// When a step to this end is evaluated at its end: where the right-hand side jumps, a little before.
    pub(super) fn latest(&self, t_end: f64) -> f64 {
        if self.jump != Some(t_end) {
            return t_end;
        }
        t_end - BEFORE * f64::EPSILON * t_end.abs().max(t_end - self.t_prev)
    }

    /// The step of the last attempt counts.
    fn accept(&mut self, t_end: f64) {
        self.land(t_end);
        self.reach = t_end;
        self.counters.accepted += 1;
    }

    /// Stands at the end of the last attempt.
    pub(super) fn land(&mut self, t_end: f64) {
        let end = self.stages * self.dim;
        self.slope.copy_from_slice(&self.k[end..end + self.dim]);
        self.t = t_end;
        self.aimed = t_end;
        self.dense_ready = false;
    }

    /// The estimate of the last step's error, measured otherwise than in the norm of the control.
    pub(crate) fn last_error(&mut self, mut measure: impl FnMut(&[f64]) -> f64) -> f64 {
        self.error_in(self.t - self.t_prev, |_, _, error| measure(error))
    }

    /// The scaled error ε of the last attempt, of what is left of each estimate.
    pub(super) fn error(&mut self, h: f64, mut left: impl FnMut(&[f64], &mut [f64])) -> f64 {
        self.error_in(h, |scale, [y0, y1], error| {
            left(y1, error);
            scale.norm(error, y0, y1)
        })
    }

    /// The error of the last attempt in a norm of its own.
    pub(super) fn error_in(&mut self, h: f64, mut measure: impl FnMut(&Scale, [&[f64]; 2], &mut [f64]) -> f64) -> f64 {
        let mut left_of = |work: &mut [f64]| measure(&self.scale, [&self.y_prev, &self.y], work);
        let rows = match &self.core {
            Core::Explicit(rows) => rows,
            Core::Radau(radau) => {
                self.work.copy_from_slice(radau.error());
                return left_of(&mut self.work);
            }
        };
        let mut norm = |row: &super::Row| {
            row.sum(h, &self.k, &mut self.work);
            left_of(&mut self.work)
        };
        match &rows.error {
            ErrorRows::None => 0.0,
            ErrorRows::One(row) => norm(row),
            ErrorRows::FifthAndThird(fifth, third) => {
                let (fifth, third) = (norm(fifth), norm(third));
                if fifth == 0.0 { 0.0 } else { fifth * (fifth / fifth.hypot(0.1 * third)) }
            }
        }
    }

    /// h_new/h of the step control.
    pub(super) fn factor(&self, ln_error: f64, beta: f64, grow_to: f64) -> f64 {
        let order = self.method.error_order().unwrap_or(self.method.order());
        let kappa = 1.0 / f64::from(order + 1);
        // An error of zero has the logarithm −∞, and the factor is the largest; an error that is not finite, the
        // smallest.
        let exponent = beta * self.ln_old_error - (kappa - 0.75 * self.control.beta) * ln_error;
        let factor = self.control.safety * exponent.exp();
        if factor > self.control.min_factor { factor.min(grow_to) } else { self.control.min_factor }
    }

    fn propose(&mut self, h: f64, cut_from: Option<f64>, error: f64, grow_to: f64) {
        let ln_error = error.ln();
        let next = h * self.factor(ln_error, self.control.beta, grow_to);
        // A step cut short by its target says nothing against the size wanted.
        let next = cut_from.map_or(next, |wanted| next.max(wanted));
        // The same size again needs no new factors.
        let same = matches!(self.core, Core::Radau(_)) && (h..=KEPT * h).contains(&next);
        let next = if same { h } else { next };
        self.proposal = next.min(self.most).min(self.control.max_step);
        self.most *= REGAINED;
        self.ln_old_error = ln_error.max(1e-4_f64.ln());
    }

    fn count_attempt<E>(&mut self) -> Result<(), StepError<E>> {
        if self.attempts >= self.control.max_steps {
            let (max_steps, stiffness, method) = (self.control.max_steps, self.stiffness(), self.method);
            return Err(StepError::TooManySteps { t: self.t_prev, max_steps, stiffness, method });
        }
        self.attempts += 1;
        Ok(())
    }

    fn too_small<E>(&self, h: f64, cause: Option<E>) -> StepError<E> {
        let t = self.t_prev;
        StepError::StepTooSmall { t, h, cause }
    }
}

/// Not f64::max, which would lose a NaN.
fn larger(a: f64, b: f64) -> f64 {
    if b <= a { a } else { b }
}
