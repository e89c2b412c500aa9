//! The evaluation of the accepted state, lent to those who follow the run.

use super::Drive;

impl Drive<'_> {
    /// Lends the evaluation of the accepted state, if it still stands, to those who follow the run.
    pub(in crate::simulate) fn lend_end(&mut self) {
        let (model, motion) = (self.model, &mut self.motion);
        if motion.ws.counters() == self.read {
            let qv = &self.stepper.y()[..model.coordinates() + model.velocities()];
            motion.kept.lend(&mut motion.ws, self.stepper.t(), qv);
        }
    }

    /// Takes it back: what has come in its place is no evaluation of this state.
    pub(in crate::simulate) fn take_back_end(&mut self) {
        if !self.motion.kept.take_back(&mut self.motion.ws) {
            self.read = (0, 0);
        }
    }
}
