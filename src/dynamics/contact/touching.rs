//! Which contacts touch: those that a decision is about.

use super::OpenGap;
use crate::dynamics::{Mode, StateRef, Workspace};
use crate::error::EvalError;
use crate::math::max_abs;
use crate::model::Model;

/// Gaps, and their rates, below this part of all coordinates and velocities are none where something is decided.
pub(crate) const TOUCHES: f64 = 1e-9;
/// A gap above this part of all coordinates can be told from zero.
pub(crate) const CLOSED: f64 = 1e-12;

impl OpenGap {
    /// The gap and its rate, as parts of the coordinates and velocities.
    pub(crate) fn relative(&self, at: StateRef<'_>) -> [f64; 2] {
        [self.gap / (1.0 + max_abs(at.q)), self.rate / (1.0 + max_abs(at.v))]
    }
}

impl Workspace {
    /// Which contacts are closed, or open and touch: those whose gap is at most this part of the coordinates.
    ///
    /// A start is asked with [`TOUCHES`]: nobody sets a mechanism together to the last digit. A run is asked with [`CLOSED`]: what it has left further away closes by itself, and to close
    /// it where it is not would move what it holds, and push other contacts as deep.
    pub(crate) fn touching(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &[Mode],
        gap: f64,
    ) -> Result<Vec<bool>, EvalError> {
        let mut touching: Vec<bool> = model.inner.contacts.iter().map(|c| modes[c.entry] == Mode::Holding).collect();
        if touching.iter().all(|closed| *closed) {
            return Ok(touching);
        }
        for open in self.open_gaps(model, at, modes)? {
            let [apart, rate] = open.relative(at);
            touching[open.contact] = (-TOUCHES..=gap).contains(&apart) && rate.abs() <= TOUCHES;
        }
        Ok(touching)
    }

    /// The same; and closes them all, until it is decided which of them stay so.
    pub(crate) fn close_touching(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &mut [Mode],
        gap: f64,
    ) -> Result<Vec<bool>, EvalError> {
        let touching = self.touching(model, at, modes, gap)?;
        for (contact, _) in touching.iter().enumerate().filter(|(_, touches)| **touches) {
            let friction = match model.contact_mode(contact, modes) {
                Mode::Open | Mode::Released => Mode::Undecided,
                mode => mode,
            };
            model.switch_contact(modes, contact, Mode::Holding, friction);
        }
        Ok(touching)
    }

    /// Is a contact closed, at the last evaluation, whose gap can be told from zero? One that touches closes where it is.
    pub(crate) fn is_apart(&self, model: &Model, q: &[f64]) -> bool {
        let allowed = CLOSED * (1.0 + max_abs(q));
        model.inner.contacts.iter().any(|c| !self.released[c.row] && self.phi[c.row].abs() > allowed)
    }
}
