//! Contacts that close within a step: the first of them, and moving the end of the step onto it.
//!
//! The gap of every open contact is followed along the dense solution by its bound (H15), so that none is missed; `hybrid/closing.rs` has the search. What
//! has just opened, or bounced, leaves first. What is so far away that it could not close if all were accelerated ten times as much as the step knows
//! (`hybrid/glance.rs`) costs one look, and no dense solution.

use super::contacts::{ContactWatch, resolution};
use super::failure::RunFailure;
use super::first_change::Target;
use super::running::Run;
use crate::dynamics::Mode;
use crate::hybrid::closing::{Search, first_closing};

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
        self.contacts.left.copy_from_slice(&self.contacts.leaving);
        let [from, _] = self.drive.span();
        if until <= from || !self.note_near()? {
            return Ok(None);
        }
        self.drive.prepare_dense()?;
        let (drive, watch, model) = (&self.drive, &mut self.contacts, self.plan.model);
        watch.sweep(drive, [from, until]);
        let mut first: Option<Closing> = None;
        for contact in 0..model.inner.contacts.len() {
            if !watch.near[contact] {
                continue;
            }
            let end = first.as_ref().map_or(until, |first| first.t);
            let search = Search {
                window: [from, end],
                resolution: resolution(model, contact, drive.stepper.y_prev()),
                leaving: watch.leaving[contact],
                looks: LOOKS,
            };
            let bound = watch.bound(model, contact);
            let search = Search { leaving: search.leaving && watch.opens(drive, contact)?, ..search };
            let found = first_closing(|t| watch.gap_within(drive, contact, t), bound, search)?;
            watch.left[contact] = found.leaving;
            // Which of several places is the nearest is known from samples.
            let sampled = model.inner.contacts[contact].counts && bound.bend.is_nan();
            watch.unproved += u64::from(!found.proved || sampled);
            if let Some(closing) = found.closing {
                first = Some(Closing { t: closing.t, contact });
            }
        }
        Ok(first)
    }

    /// Takes note of the open contacts that one look does not pass by; says whether there are any.
    fn note_near(&mut self) -> Result<bool, RunFailure> {
        let (drive, watch) = (&self.drive, &mut self.contacts);
        for (near, contact) in watch.near.iter_mut().zip(&drive.model.inner.contacts) {
            *near = drive.motion.modes[contact.entry] == Mode::Open;
        }
        Ok(watch.near.contains(&true) && watch.glance(drive)?)
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
