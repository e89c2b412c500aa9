//! Which contacts touch: those that a decision is about.
//!
//! An instant is not known better than to the rounding of the time. A closing is moved until Newton's correction is 2 ε |t| at most, and the last digit of the time at which it then stands is
//! rounded; so the instant is off by less than δ = 4 ε |t|, and by then a gap that changes by φ' in a second has fallen, or is left, by up to
//!
//! ```text
//! (1)  |φ'| δ        1e-8 m at 30 m/s and t = 4e5 s, 5e-5 m in Unix time (t = 1.7e9 s)
//! ```
//!
//! That is no depth: to take it back would take less than δ. After a blow the rate is another, and what counts is the larger one, that of the blow, as long as the contact is where it has left it.

use super::OpenGap;
use crate::dynamics::{Mode, StateRef, Workspace};
use crate::error::EvalError;
use crate::math::max_abs;
use crate::model::{BodyEntry, Model};

/// Gaps of a start below this are none (m, rad), and rates below this part of their size.
const TOUCHES: f64 = 1e-9;
/// A gap above this part of its size can be told from zero.
const CLOSED: f64 = 1e-12;
/// An instant is known to this part of the time: δ of (1).
const INSTANT: f64 = 4.0 * f64::EPSILON;

/// Which gap cannot be told from zero, because its instant cannot be told: (1).
pub(crate) fn untimed(t: f64, rate: f64) -> f64 {
    INSTANT * t.abs() * rate.abs()
}

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
    /// The size by which a contact's gap is measured: 1 + the largest coordinate of its own bodies. A rotor that has turned by 1e6 rad elsewhere has nothing to do with it.
    pub(crate) fn contact_size(&self, contact: usize, q: &[f64]) -> f64 {
        self.bodies_of(contact).fold(1.0, |size, body| size.max(1.0 + max_abs(&q[body.coordinates.clone()])))
    }

    /// That of the gap's rate.
    pub(crate) fn contact_pace(&self, contact: usize, v: &[f64]) -> f64 {
        self.bodies_of(contact).fold(1.0, |pace, body| pace.max(1.0 + max_abs(&v[body.dofs.clone()])))
    }

    fn bodies_of(&self, contact: usize) -> impl Iterator<Item = &BodyEntry> {
        let inner = &*self.inner;
        inner.constraints[inner.contacts[contact].entry].held.iter().map(|&body| &inner.bodies[body])
    }
}

impl OpenGap {
    /// Does it touch, without speed?
    fn touches(&self, model: &Model, at: StateRef<'_>, near: Near) -> bool {
        let near = self.gap <= near.gap(model.contact_size(self.contact, at.q));
        near && !self.is_inside(model, at, 0.0) && self.rate.abs() <= TOUCHES * model.contact_pace(self.contact, at.v)
    }

    /// Are the bodies inside each other, by more than what touches and what the time resolves? The contact was struck with the speed `blow`, if that is known.
    pub(crate) fn is_inside(&self, model: &Model, at: StateRef<'_>, blow: f64) -> bool {
        let start = Near::Start.gap(model.contact_size(self.contact, at.q));
        self.gap < -(start + untimed(at.t, self.rate.abs().max(blow)))
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
    pub(crate) fn is_apart(&self, model: &Model, q: &[f64]) -> bool {
        let mut contacts = model.inner.contacts.iter().enumerate();
        let allowed = |contact: usize| Near::Run.gap(model.contact_size(contact, q));
        contacts.any(|(contact, c)| !self.released[c.row] && self.phi[c.row].abs() > allowed(contact))
    }
}
