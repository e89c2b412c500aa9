//! Which contacts touch: those that a decision is about.

use super::OpenGap;
use crate::dynamics::{Mode, StateRef, Workspace};
use crate::error::EvalError;
use crate::math::max_abs;
use crate::model::Model;

/// Gaps of a start below this are none (m, rad), and rates below this part of their size.
const TOUCHES: f64 = 1e-9;
/// A gap above this part of its size can be told from zero.
const CLOSED: f64 = 1e-12;

/// Which open contacts touch.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Near {
    /// Those of a start: nobody sets a mechanism together to the last digit.
    Start,
    /// Those of a run: what it has left further away closes by itself, and to close it where it is not would move what it holds, and push other contacts as deep.
    Run,
}

impl Near {
    /// The largest gap of this size that is none.
    fn gap(self, size: f64) -> f64 {
        CLOSED * size + if self == Self::Start { TOUCHES } else { 0.0 }
    }
}

impl Model {
    /// The sizes by which a contact's gap and its rate are measured: 1 + the largest coordinate, and velocity, of its own bodies. A rotor that has turned by 1e6 rad elsewhere has nothing to do with them.
    pub(crate) fn contact_sizes(&self, contact: usize, [q, v]: [&[f64]; 2]) -> [f64; 2] {
        let inner = &*self.inner;
        let bodies = inner.constraints[inner.contacts[contact].entry].held.iter().map(|&body| &inner.bodies[body]);
        bodies.fold([1.0; 2], |[length, speed], body| {
            let [q, v] = [max_abs(&q[body.coordinates.clone()]), max_abs(&v[body.dofs.clone()])];
            [length.max(1.0 + q), speed.max(1.0 + v)]
        })
    }
}

impl OpenGap {
    /// Does it touch, without speed?
    fn touches(&self, model: &Model, at: StateRef<'_>, near: Near) -> bool {
        let [length, speed] = model.contact_sizes(self.contact, [at.q, at.v]);
        !self.is_inside(model, at) && self.gap <= near.gap(length) && self.rate.abs() <= TOUCHES * speed
    }

    /// Are the bodies inside each other, by more than what touches?
    pub(crate) fn is_inside(&self, model: &Model, at: StateRef<'_>) -> bool {
        self.gap < -Near::Start.gap(model.contact_sizes(self.contact, [at.q, at.v])[0])
    }
}

impl Workspace {
    /// Which contacts are closed, or open and touch.
    pub(crate) fn touching(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &[Mode],
        near: Near,
    ) -> Result<Vec<bool>, EvalError> {
        let mut touching: Vec<bool> = model.inner.contacts.iter().map(|c| modes[c.entry] == Mode::Holding).collect();
        if touching.iter().all(|closed| *closed) {
            return Ok(touching);
        }
        for open in self.open_gaps(model, at, modes)? {
            touching[open.contact] = open.touches(model, at, near);
        }
        Ok(touching)
    }

    /// The same; and closes them all, until it is decided which of them stay so.
    pub(crate) fn close_touching(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &mut [Mode],
        near: Near,
    ) -> Result<Vec<bool>, EvalError> {
        let touching = self.touching(model, at, modes, near)?;
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
    pub(crate) fn is_apart(&self, model: &Model, of: [&[f64]; 2]) -> bool {
        let mut contacts = model.inner.contacts.iter().enumerate();
        let allowed = |contact: usize| Near::Run.gap(model.contact_sizes(contact, of)[0]);
        contacts.any(|(contact, c)| !self.released[c.row] && self.phi[c.row].abs() > allowed(contact))
    }
}
