//! Stages, ends and errors on the branch: (Q3) to (Q5).

use crate::dynamics::{Around, Bonds, Rest, StateRef};
use crate::error::EvalError;
use crate::math::Now;
use crate::simulate::motion::Motion;

impl Motion<'_> {
    /// y' at the nearest state on the branch: (Q3).
    pub(in crate::simulate) fn rhs_near(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), EvalError> {
        let mut stage = std::mem::take(&mut self.passage.stage);
        stage.clear();
        stage.extend_from_slice(y);
        let outcome = match self.project_on_branch(t, &mut stage) {
            Ok(true) => self.rhs_at(t, &stage, dy),
            Ok(false) => Err(self.off_branch(t, &stage)),
            Err(error) => Err(error),
        };
        self.passage.stage = stage;
        outcome
    }

    /// Projects the end of an attempt: near a singular position onto the branch, otherwise as always.
    pub(in crate::simulate) fn project_end(&mut self, t: f64, y: &mut [f64]) -> Result<(), EvalError> {
        if self.passage.care {
            if !self.project_on_branch(t, y)? {
                return Err(self.off_branch(t, y));
            }
        } else {
            let bonds = Bonds { modes: &self.modes, rest: Rest::of(&self.frozen) };
            let done = self.ws.project_within(self.model, bonds, t, y, &self.memory)?;
            self.projections += done.iterations as u64;
        }
        let closeness = self.ws.numeric().closeness();
        self.passage.note_projected(t, closeness);
        self.check_spare(t)?;
        Ok(())
    }

    /// Reduces an estimated error to its part along the branch: (Q4).
    pub(in crate::simulate) fn restrict_error(&mut self, t: f64, y: &[f64], error: &mut [f64]) {
        let at = StateRef::within(self.model, t, y, &self.memory);
        let (errors, rest) = error.split_at_mut(at.q.len());
        if self.ws.along_branch(self.model, at, &self.modes, [errors, &mut rest[..at.v.len()]]).is_err() {
            error.fill(f64::INFINITY);
        }
    }

    /// Moves a state to the nearest one on its branch; `false` if that is not certain.
    fn project_on_branch(&mut self, t: f64, y: &mut [f64]) -> Result<bool, EvalError> {
        let (positions_and_velocities, variables) = self.model.inner.layout.split_mut(y);
        let around = Around { now: Now::new(t, variables), memory: &self.memory };
        self.ws.project_to_nearest(self.model, &self.modes, around, positions_and_velocities, self.passage.seen.dropped)
    }

    /// The error for a stage that has no branch near it; it names the rows.
    fn off_branch(&mut self, t: f64, y: &[f64]) -> EvalError {
        let at = StateRef::within(self.model, t, y, &self.memory);
        let lean = self.ws.lean(self.model, at, &self.modes, None);
        let (involved, [pivot, scale]) = match lean {
            Ok(Some(lean)) => (self.ws.leaning_names(self.model, lean.row), lean.pivot),
            Ok(None) => (Vec::new(), [0.0; 2]),
            Err(error) => return error,
        };
        let name = involved.last().cloned().unwrap_or_default();
        EvalError::Dependent { name, row: 0, pivot, scale, involved, t }
    }
}
