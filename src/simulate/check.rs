//! What a run makes sure of: that its constraints are met where they must be, and that no step jumps.

use super::failure::RunFailure;
use super::guard::Crossing;
use super::run::Runner;
use crate::error::{ElementError, EvalError};

impl Runner<'_, '_> {
    /// The start must satisfy the constraints: nothing later makes up for it.
    pub(super) fn check_start(&self) -> Result<(), RunFailure> {
        let violated = |(row, residual)| Err(RunFailure::Inconsistent { row, residual });
        self.violated().map_or(Ok(()), violated)
    }

    /// So must what a change has made of the state, once it is projected.
    pub(super) fn check_change(&self, crossing: &Crossing) -> Result<(), RunFailure> {
        let event = crossing.fired.first().map(|&(index, _)| self.plan.events[index].name.clone()).unwrap_or_default();
        let violated = |(row, residual)| Err(RunFailure::Unmet { event, row, residual, t: crossing.t });
        self.violated().map_or(Ok(()), violated)
    }

    /// And so must the end of every step that was projected. Constraints that contradict each other, or a motion past where the mechanism
    /// can go, leave a residual that no projection mends.
    pub(super) fn check_held(&self) -> Result<(), RunFailure> {
        let t = self.stepper.t();
        let violated = |(row, residual)| Err(RunFailure::Broken { row, residual, t });
        self.violated().map_or(Ok(()), violated)
    }

    /// The constraint's row that the state evaluated last violates most, if by more than a start may.
    fn violated(&self) -> Option<(String, f64)> {
        let ws = &self.motion.ws;
        let model = self.plan.model;
        let size = |row: usize| ws.phi[row].abs().max(ws.rate[row].abs());
        let holding = (0..model.rows()).filter(|&row| !ws.released[row]);
        let worst = holding.max_by(|&a, &b| size(a).total_cmp(&size(b)))?;
        (size(worst) > self.plan.start_tolerance).then(|| (model.row_name(worst), size(worst)))
    }

    /// A step may not jump over a place where the coordinates of a body are singular.
    pub(super) fn check_sides(&self) -> Result<(), RunFailure> {
        let model = self.plan.model;
        for entry in model.inner.layout.varying.iter().map(|&body| &model.inner.bodies[body]) {
            let [before, now] =
                [&self.trajectory.last.q, &self.y].map(|q| entry.body.side(&q[entry.coordinates.clone()]));
            if before * now < 0.0 {
                let what = "the last step jumped over a place where the coordinates of the body are singular: take other coordinates";
                let (name, source) = (entry.name.clone(), ElementError::Singular { what });
                return Err(EvalError::Element { kind: "body", name, t: self.stepper.t(), source }.into());
            }
        }
        Ok(())
    }
}
