//! A stage of the step that is taken once more, under what the run holds.

use super::core::Core;
use crate::error::EvalError;
use crate::ode::{Control, Norm, Rhs};
use crate::simulate::motion::Motion;

/// No step of a run is as long.
const LONGER: f64 = 1e300;

pub(super) struct Stage<'f, 'm> {
    pub(super) core: &'f mut Core,
    pub(super) motion: &'f Motion<'m>,
}

/// One step each time, whatever its error: it is that of the run.
pub(super) fn control() -> Control {
    let mut control = Control::fixed(LONGER);
    control.max_steps = u64::MAX;
    (control.rtol, control.atol, control.norm) = (0.0, vec![1.0], Norm::Max);
    control
}

impl Rhs for Stage<'_, '_> {
    type Error = EvalError;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), EvalError> {
        let query = self.motion.query(t, &y[..self.core.base]);
        self.core.rates(self.motion.model, &query, &self.motion.ws.spare, y, dy)
    }
}
