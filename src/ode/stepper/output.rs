//! Between the ends of a step: redoing it to an earlier end, and its dense output.

use super::{Core, Stepper};
use crate::ode::evaluate::evaluate;
use crate::ode::{DenseStep, Rhs, StepError};

impl Stepper {
    /// Redoes the last accepted step from its beginning to `t_star` in (`t_prev`, end], where an event was found.
    ///
    /// The size of the next step stays what the full one earned. May be repeated with another `t_star` within the step as it was
    /// accepted. A state put at the end by [`replace_state`](Self::replace_state) is lost. Whether the shorter step meets the tolerances as well, says
    /// [`too_long`](Self::too_long).
    pub fn retake<R: Rhs>(&mut self, rhs: &mut R, t_star: f64) -> Result<(), StepError<R::Error>> {
        self.check_started()?;
        if !(t_star > self.t_prev && t_star <= self.reach) {
            let t = self.t_prev;
            return Err(StepError::BadTime { t, target: t_star });
        }
        if t_star == self.t {
            return Ok(());
        }
        let shortest = t_star - self.t_prev <= self.least_step();
        let taken = if shortest { self.attempt_shortest(rhs, t_star) } else { self.attempt(rhs, t_star) };
        let outcome = taken.and_then(|()| self.finish(rhs, t_star));
        if let Err(failure) = outcome {
            self.collapse();
            return Err(failure.into());
        }
        let measured = self.control.fixed_step.is_none() && rhs.restricts().is_none();
        self.error = if measured { self.error(t_star - self.t_prev, |_, _| ()) } else { 0.0 };
        self.land(t_star);
        if let Core::Radau(radau) = &mut self.core {
            radau.note_cut();
        }
        self.counters.retaken += 1;
        Ok(())
    }

    /// Where the step must end for its error estimate to meet the tolerances, if it does not as it stands.
    ///
    /// That a shorter step is the more accurate one holds while steps are small beside all that happens: e = C hᵖ⁺¹. What is narrower than a step, as is
    /// Stribeck's law near rest, can lie between the stages of the longer step, and at the end of the shorter one.
    pub fn too_long(&self) -> Option<f64> {
        let h = self.t - self.t_prev;
        // Also where the estimate is not a number.
        let good = self.error <= 1.0 || h <= self.least_step();
        (!good).then(|| self.t_prev + h * self.factor(self.error.ln(), 0.0, 1.0))
    }

    /// Stands at the beginning of the last step again, as a step without length.
    pub fn undo(&mut self) {
        if self.started && self.t > self.t_prev {
            self.collapse();
            self.counters.retaken += 1;
        }
    }

    /// Makes the dense output of the last step, with the extra evaluations that it needs: three for DOP853, none for
    /// the others. Does nothing if it is there already.
    pub fn prepare_dense<R: Rhs>(&mut self, rhs: &mut R) -> Result<(), StepError<R::Error>> {
        self.check_started()?;
        if self.dense_ready {
            return Ok(());
        }
        let (dim, h) = (self.dim, self.t - self.t_prev);
        if let Core::Explicit(rows) = &self.core {
            for (i, (row, &c)) in (self.stages + 1..).zip(rows.extra.iter().zip(rows.tableau.extra_c)) {
                row.add(h, &self.y_prev, &self.k, &mut self.work);
                let slope = &mut self.k[i * dim..(i + 1) * dim];
                let t = self.t_prev + c * h;
                evaluate(rhs, t, &self.work, slope, &mut self.counters)?;
            }
        }
        let (r0, rest) = self.dense.split_at_mut(dim);
        let (r1, rest) = rest.split_at_mut(dim);
        r0.copy_from_slice(&self.y_prev);
        for ((r1, y1), y0) in r1.iter_mut().zip(&self.y).zip(&self.y_prev) {
            *r1 = y1 - y0;
        }
        let rows = match &self.core {
            Core::Explicit(rows) => rows,
            Core::Radau(radau) => {
                rest.chunks_exact_mut(dim).zip(radau.bend()).for_each(|(r, bend)| r.copy_from_slice(bend));
                self.dense_ready = true;
                return Ok(());
            }
        };
        // Euler's dense output is linear and ends here.
        if !rest.is_empty() {
            let (r2, rest) = rest.split_at_mut(dim);
            let (r3, rest) = rest.split_at_mut(dim);
            for ((r2, r1), f0) in r2.iter_mut().zip(&*r1).zip(&self.k) {
                *r2 = h * f0 - r1;
            }
            for (((r3, r2), r1), f1) in r3.iter_mut().zip(r2).zip(r1).zip(&self.k[self.stages * dim..]) {
                *r3 = *r1 - h * f1 - *r2;
            }
            for (row, r) in rows.dense.iter().zip(rest.chunks_exact_mut(dim)) {
                row.sum(h, &self.k, r);
            }
        }
        self.dense_ready = true;
        Ok(())
    }

    /// The dense output of the last step, as numbers that may be kept.
    ///
    /// # Panics
    /// If [`prepare_dense`](Self::prepare_dense) was not called for this step.
    #[track_caller]
    pub fn dense(&self) -> DenseStep<'_> {
        assert!(self.dense_ready, "prepare_dense must be called for each step whose inside is asked for");
        DenseStep::new(self.t_prev, self.t - self.t_prev, self.dim, &self.dense)
    }

    /// The slopes at the stages of the last step, and at its end as it stands.
    pub(crate) fn slopes(&self) -> impl Iterator<Item = &[f64]> {
        self.k.chunks_exact(self.dim).take(self.stages).chain([&self.slope[..]])
    }

    /// The state at `t` in [`t_prev`, `t`]. Panics as [`dense`](Self::dense) does.
    pub fn interpolate(&self, t: f64, y: &mut [f64]) {
        self.dense().value(t, y);
    }

    /// Component `i` of the state at `t`; NaN if there is none. Panics as [`dense`](Self::dense) does.
    pub fn interpolate_component(&self, i: usize, t: f64) -> f64 {
        self.dense().component(i, t)
    }

    /// Slope of the dense output at `t`. Panics as [`dense`](Self::dense) does.
    pub fn interpolate_slope(&self, t: f64, dy: &mut [f64]) {
        self.dense().derivative(t, dy);
    }

    /// Component `i` of the slope of the dense output at `t`. Panics as [`dense`](Self::dense) does.
    pub fn interpolate_slope_component(&self, i: usize, t: f64) -> f64 {
        self.dense().component_derivative(i, t)
    }
}
