//! Contacts that close within a step: the first of them, and moving the end of the step onto it.
//!
//! The gap of every open contact is followed along the dense solution by its bound (H15), so that none is missed; `hybrid/closing.rs` has the search. What
//! has just opened, or bounced, leaves first.

use super::contacts::ContactWatch;
use super::failure::RunFailure;
use super::first_change::Target;
use super::running::Run;
use crate::dynamics::Mode;
use crate::element::Sweep;
use crate::hybrid::closing::{Search, first_closing};
use crate::hybrid::sweep::sweep;

/// Places at which a gap without a bound is looked at within a step.
const LOOKS: usize = 8;

/// Contacts that close at one instant.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    pub(super) t: f64,
    pub(super) contact: usize,
}

impl Run<'_, '_> {
    /// The first contact that closes in the step before `until`.
    pub(super) fn first_closing(&mut self, until: f64) -> Result<Option<Closing>, RunFailure> {
        let (model, modes) = (self.plan.model, &self.drive.motion.modes);
        let is_open = |contact: usize| modes[model.inner.contacts[contact].entry] == Mode::Open;
        let open: Vec<usize> = (0..model.inner.contacts.len()).filter(|&contact| is_open(contact)).collect();
        self.contacts.left.copy_from_slice(&self.contacts.leaving);
        let [from, _] = self.drive.span();
        if open.is_empty() || until <= from {
            return Ok(None);
        }
        self.drive.prepare_dense()?;
        let (drive, watch) = (&self.drive, &mut self.contacts);
        let dense = drive.stepper.dense();
        for (sweep_of, body) in watch.sweeps[1..].iter_mut().zip(&model.inner.bodies) {
            *sweep_of = sweep(&dense, [from, until], body.coordinates.start, body.shape.frame, body.spatial);
        }
        let mut first: Option<Closing> = None;
        for contact in open {
            let end = first.as_ref().map_or(until, |first| first.t);
            let entry = &model.inner.contacts[contact];
            let slots = &model.inner.constraints[entry.entry].slots;
            let sweeps: Vec<Sweep> = slots.iter().map(|&slot| watch.sweeps[slot as usize]).collect();
            let search = Search {
                window: [from, end],
                resolution: watch.resolution,
                leaving: watch.leaving[contact],
                looks: LOOKS,
            };
            let mut y = std::mem::take(&mut watch.y);
            let value = |t: f64| {
                drive.interpolate(t, &mut y);
                watch.gap(model, &drive.motion.memory, contact, t, &y)
            };
            let found = first_closing(value, entry.gap.bound(&sweeps), search);
            watch.y = y;
            let found = found?;
            watch.left[contact] = found.leaving;
            watch.unproved += u64::from(!found.proved);
            if let Some(closing) = found.closing {
                first = Some(Closing { t: closing.t, contact });
            }
        }
        Ok(first)
    }

    /// The step is complete: what has left is armed.
    pub(super) fn arm_contacts(&mut self) {
        let ContactWatch { leaving, left, .. } = &mut self.contacts;
        leaving.copy_from_slice(left);
    }

    /// Redoes the step up to a closing.
    pub(super) fn move_to_closing(&mut self, closing: &mut Closing) -> Result<(), RunFailure> {
        if closing.t <= self.drive.stepper.t_prev() {
            self.drive.undo()?;
        } else {
            self.move_onto(closing.t, Target::Closing(closing.contact))?;
        }
        closing.t = self.drive.t();
        Ok(())
    }
}
