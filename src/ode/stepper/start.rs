//! Starting, and the size of the first step.
//!
//! Hairer, Nørsett and Wanner's choice (Solving ODEs I, section II.4): compare the state, its slope and, by one trial
//! evaluation after an Euler step h_0, its curvature, in the norm of the step control:
//!
//! ```text
//! (1)  h_0 = 0.01 ‖y‖ / ‖f‖                                   (1e-6 if either norm is below 1e-5)
//! (2)  d   = max(‖f‖, ‖f(t + h_0, y + h_0 f) − f‖ / h_0)
//! (3)  h_1 = (0.01 / d)^(1/(p+1))                             (max(1e-6, 1e-3 h_0) if d ≤ 1e-15)
//! (4)  h   = min(100 h_0, h_1)
//! ```
//!
//! If the trial evaluation fails, h = h_0.

use super::creep::Creep;
use super::{Core, Stepper};
use crate::ode::evaluate::{evaluate, finite};
use crate::ode::stiffness::Border;
use crate::ode::{Rhs, StepError};

impl Stepper {
    /// Starts, or starts anew after a jump, at (t, y): evaluates the slope there, forgets the errors of former steps,
    /// and chooses the first step unless the control gives it. StepCounters go on; the limit on the number of steps
    /// begins anew.
    ///
    /// The choice evaluates the right-hand side once a little after `t`.
    pub fn start<R: Rhs>(&mut self, rhs: &mut R, t: f64, y: &[f64]) -> Result<(), StepError<R::Error>> {
        self.check_length(y)?;
        if !t.is_finite() {
            return Err(StepError::BadTime { t, target: t });
        }
        self.started = false;
        finite(t, y)?;
        evaluate(rhs, t, y, &mut self.work, &mut self.counters)?;
        self.t_prev = t;
        self.y_prev.copy_from_slice(y);
        self.k[..self.dim].copy_from_slice(&self.work);
        self.collapse();
        self.creep = Creep::default();
        if let Core::Radau(radau) = &mut self.core {
            radau.forget();
        }
        if let Some(border) = &mut self.border {
            border.forget();
        }
        self.most = f64::INFINITY;
        self.ln_old_error = 1e-4_f64.ln();
        self.attempts = 0;
        self.started = true;
        self.proposal = match (self.control.fixed_step, self.control.initial_step) {
            (Some(fixed), _) => fixed,
            (None, Some(first)) => first.min(self.control.max_step),
            (None, None) => self.starting_step(rhs).min(self.control.max_step),
        };
        Ok(())
    }

    fn starting_step<R: Rhs>(&mut self, rhs: &mut R) -> f64 {
        let norm = |x: &[f64], y: &[f64]| self.scale.norm(x, y, y);
        let state = norm(&self.y, &self.y);
        let slope = norm(&self.slope, &self.y);
        let h0 = if state < 1e-5 || slope < 1e-5 { 1e-6 } else { 0.01 * state / slope };
        let h0 = h0.min(self.control.max_step).max(self.least_step());
        for ((work, y), f) in self.work.iter_mut().zip(&self.y).zip(&self.slope) {
            *work = y + h0 * f;
        }
        // The slope of the first stage is kept; any other will do as scratch.
        let trial = &mut self.k[self.dim..2 * self.dim];
        if evaluate(rhs, self.t + h0, &self.work, trial, &mut self.counters).is_err() {
            return h0;
        }
        for (trial, f) in trial.iter_mut().zip(&self.slope) {
            *trial = (*trial - f) / h0;
        }
        let curvature = self.scale.norm(trial, &self.y, &self.y);
        let largest = slope.max(curvature);
        let h1 = if largest <= 1e-15 {
            (1e-3 * h0).max(1e-6)
        } else {
            (0.01 / largest).powf(1.0 / f64::from(self.method.order() + 1))
        };
        h1.min(100.0 * h0)
    }

    /// Puts another state at the end of the accepted step, such as its projection onto constraints, and evaluates the
    /// slope there.
    ///
    /// The step sizes go on as before, and the dense output of the step then ends at the new state. If the slope
    /// cannot be evaluated, the old state stays.
    pub fn replace_state<R: Rhs>(&mut self, rhs: &mut R, y: &[f64]) -> Result<(), StepError<R::Error>> {
        if self.is_at_jump() {
            self.evaluate_end(rhs, y)?;
        }
        self.replace_beginning(rhs, y)
    }

    /// The same for the dense output of the step alone: [`replace_beginning`](Self::replace_beginning) must follow before the next one.
    pub(crate) fn replace_end<R: Rhs>(&mut self, rhs: &mut R, y: &[f64]) -> Result<(), StepError<R::Error>> {
        self.evaluate_end(rhs, y)?;
        self.y.copy_from_slice(y);
        self.dense_ready = false;
        Ok(())
    }

    /// The slope at the end of the step, which what comes after need not begin with.
    fn evaluate_end<R: Rhs>(&mut self, rhs: &mut R, y: &[f64]) -> Result<(), StepError<R::Error>> {
        self.check_started()?;
        self.check_length(y)?;
        finite(self.t, y)?;
        let (end, latest) = (self.stages * self.dim, self.latest(self.t));
        evaluate(rhs, latest, y, &mut self.k[end..end + self.dim], &mut self.counters)?;
        self.note_jump();
        Ok(())
    }

    /// The same for the step that comes.
    pub(crate) fn replace_beginning<R: Rhs>(&mut self, rhs: &mut R, y: &[f64]) -> Result<(), StepError<R::Error>> {
        self.check_started()?;
        self.check_length(y)?;
        finite(self.t, y)?;
        evaluate(rhs, self.t, y, &mut self.work, &mut self.counters)?;
        self.y.copy_from_slice(y);
        self.slope.copy_from_slice(&self.work);
        if self.t > self.t_prev {
            if !self.is_at_jump() {
                let end = self.stages * self.dim;
                self.k[end..end + self.dim].copy_from_slice(&self.work);
            }
            self.dense_ready = false;
        } else {
            // No step behind it: beginning and end are one.
            self.y_prev.copy_from_slice(y);
            self.k[..self.dim].copy_from_slice(&self.work);
            self.collapse();
        }
        Ok(())
    }

    /// What acts on the system was changed at the end of the accepted step: its slopes within and after it do not belong together.
    pub(crate) fn note_jump(&mut self) {
        self.border.iter_mut().for_each(Border::note_jump);
    }

    /// Leaves the slope at the end of each step open, because [`replace_state`](Self::replace_state) follows every step and every
    /// [`retake`](Self::retake): a method that does not need it for its error estimate then saves one evaluation.
    pub fn leave_end_open(&mut self, open: bool) {
        self.open_end = open;
    }

    /// Says when the right-hand side may jump next: it belongs to what is after, at the jump too. A step that ends there is evaluated at its end a little before, and its end is to be followed by
    /// [`replace_state`](Self::replace_state), which finds the slope after it.
    pub fn jumps_at(&mut self, t: Option<f64>) {
        self.jump = t;
    }

    /// When that is.
    pub fn jump(&self) -> Option<f64> {
        self.jump
    }

    /// Does the step end where the right-hand side may jump?
    pub fn is_at_jump(&self) -> bool {
        self.jump == Some(self.t) && self.t > self.t_prev
    }

    /// Moves the end of the step by a time so small that the slope there takes the state along; to be followed by
    /// [`replace_state`](Self::replace_state) if the end is left open.
    pub fn shift_end(&mut self, dt: f64) {
        self.move_end(self.t + dt, dt);
    }

    /// Where the stages of the step have it end: what [`shift_end`](Self::shift_end) has moved since is not in them.
    pub(crate) fn aimed(&self) -> f64 {
        self.aimed
    }

    /// Moves the end of the step to another time that is as near.
    pub(crate) fn shift_end_to(&mut self, t: f64) {
        self.move_end(t, t - self.t);
    }

    fn move_end(&mut self, t: f64, dt: f64) {
        self.t = t;
        self.y.iter_mut().zip(&self.slope).for_each(|(y, f)| *y += dt * f);
        self.dense_ready = false;
    }
}
