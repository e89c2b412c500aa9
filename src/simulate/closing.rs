//! Contacts that close within a step: the first of them, and moving the end of the step onto it.
//!
//! The gap of every open contact is followed along the dense solution by its bound (H15), so that none is missed; `hybrid/closing.rs` has the search. What
//! has just opened, or bounced, leaves first. What is far away costs one look, and no dense solution.

use super::contacts::{ContactWatch, resolution};
use super::failure::RunFailure;
use super::first_change::Target;
use super::running::Run;
use crate::dynamics::Mode;
use crate::hybrid::closing::{Search, first_closing};
use crate::hybrid::rough::rough_sweep;
use crate::hybrid::sweep::sweep;
use crate::model::ContactEntry;

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
        if until <= from || !self.may_close()? {
            return Ok(None);
        }
        self.drive.prepare_dense()?;
        let (drive, watch, model) = (&self.drive, &mut self.contacts, self.plan.model);
        let dense = drive.stepper.dense();
        for (sweep_of, body) in watch.sweeps[1..].iter_mut().zip(&model.inner.bodies) {
            *sweep_of = sweep(&dense, [from, until], body.coordinates.start, body.shape.frame, body.spatial);
        }
        let mut first: Option<Closing> = None;
        for contact in 0..model.inner.contacts.len() {
            if !watch.near[contact] {
                continue;
            }
            let end = first.as_ref().map_or(until, |first| first.t);
            let search = Search {
                window: [from, end],
                resolution: watch.resolution,
                leaving: watch.leaving[contact],
                looks: LOOKS,
            };
            let bound = watch.bound(model, contact);
            let mut y = std::mem::take(&mut watch.y);
            let value = |t: f64| {
                drive.interpolate(t, &mut y);
                watch.gap(model, &drive.motion.memory, contact, t, &y)
            };
            let found = first_closing(value, bound, search);
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

    /// Takes note of the open contacts that are too near to be dismissed by one look at the beginning of the step, φ > V h (H15); says whether there are any.
    fn may_close(&mut self) -> Result<bool, RunFailure> {
        let (drive, watch, model) = (&self.drive, &mut self.contacts, self.plan.model);
        let is_open = |contact: &ContactEntry| drive.motion.modes[contact.entry] == Mode::Open;
        if !model.inner.contacts.iter().any(is_open) {
            return Ok(false);
        }
        let [from, to] = drive.span();
        let start = drive.stepper.y_prev();
        watch.resolution = resolution(model, start);
        for (sweep_of, body) in watch.sweeps[1..].iter_mut().zip(&model.inner.bodies) {
            let slopes = drive.stepper.stage_slopes();
            *sweep_of = rough_sweep(slopes, start, to - from, body.coordinates.start, body.shape.frame, body.spatial);
        }
        let mut any = false;
        for (contact, entry) in model.inner.contacts.iter().enumerate() {
            watch.near[contact] = is_open(entry);
            if !watch.near[contact] {
                continue;
            }
            let farthest = watch.bound(model, contact).rate * (to - from);
            if farthest.is_finite() {
                let [gap, _] = watch.gap(model, &drive.motion.memory, contact, from, start)?;
                watch.near[contact] = gap.is_nan() || gap <= farthest + 2.0 * watch.resolution;
            }
            watch.left[contact] &= watch.near[contact];
            any |= watch.near[contact];
        }
        Ok(any)
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
