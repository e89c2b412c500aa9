//! Contacts in one evaluation: gap and slips are written together, and kept while the contact is open.
//!
//! An open contact has no rows in the equations. What it would need to close, its normal n and its slips t, is kept beside them where it is asked for.

mod alone;
mod certify;
mod certifying;
mod decide;
mod form;
mod gaps;
mod islands;
mod modes;
mod response;
mod responses;
mod rows;
mod standing;
mod touching;
mod wide;

pub(super) use certifying::Certifying;
pub(super) use decide::OpenGap;
pub(super) use form::Standing;
pub(crate) use responses::{Impulse, Responses};
pub(super) use rows::ContactRows;
pub(crate) use touching::{Near, untimed};

use super::Workspace;
use crate::element::{Ctx, Rows};
use crate::math::Now;
use crate::model::{ConstraintEntry, ContactEntry, Model};
use std::marker::PhantomData;

impl Workspace {
    /// Leaves an open contact as it is: without columns, its gap no number.
    pub(super) fn leave_open(&mut self, model: &Model, contact: usize, memory: &[f64]) {
        let inner = &*model.inner;
        let ContactEntry { entry, friction, .. } = inner.contacts[contact];
        let entry = &inner.constraints[entry];
        if std::mem::replace(&mut self.contact_rows.out[contact], true) {
            self.memory[entry.memory.clone()].copy_from_slice(&memory[entry.memory.clone()]);
            return;
        }
        let slips = friction.map(|point| &inner.constraints[inner.frictions[point].entry]);
        [Some(entry), slips].into_iter().flatten().for_each(|entry| self.leave_out(model, entry, memory));
    }

    /// Takes note of a contact that has been written.
    pub(super) fn note_contact(&mut self, model: &Model, contact: usize) {
        self.contact_rows.out[contact] = false;
        if let Some(point) = model.inner.contacts[contact].friction {
            self.note_axes(model, &model.inner.frictions[point]);
        }
    }

    /// Evaluates a contact's element by itself, into the room for it, from the frames.
    fn write_contact(
        &mut self,
        entry: &ConstraintEntry,
        now: Now<'_>,
        memory: &[f64],
    ) -> Result<(), crate::error::ElementError> {
        let at = Ctx::new(now, &self.frames, &entry.slots, memory);
        let room = &mut self.contact_rows;
        let [phi, rate, gamma] = &mut room.residuals;
        let out = Rows {
            jacobian: &mut room.blocks,
            blocks: &room.starts,
            phi,
            rate,
            gamma,
            memory: &mut room.memory[..memory.len()],
            space: PhantomData,
        };
        entry.element.eval(at, out)
    }

    /// Keeps n of the open contacts that were looked at, before they are switched off.
    pub(super) fn keep_normals(&mut self, model: &Model) {
        let inner = &*model.inner;
        for (contact, &out) in inner.contacts.iter().zip(&self.contact_rows.out) {
            if out || !self.released[contact.row] {
                continue;
            }
            let mut to = contact.normal.start;
            for from in &inner.constraints[contact.entry].places {
                self.normals[to..to + from.len()].copy_from_slice(&self.blocks[from.clone()]);
                to += from.len();
            }
        }
    }

    /// n x over the velocities.
    pub(super) fn along_normal(&self, model: &Model, contact: &ContactEntry, x: &[f64]) -> f64 {
        self.over_bodies(model, contact.entry, &self.normals[contact.normal.clone()], x)
    }

    /// φ'' of an open contact that the last evaluation looked at.
    pub(super) fn gap_acceleration(&self, model: &Model, contact: &ContactEntry) -> f64 {
        self.along_normal(model, contact, &self.acceleration) - self.gamma[contact.row]
    }

    /// A row that stands in coordinates of the bodies of an entry, times velocities.
    pub(super) fn over_bodies(&self, model: &Model, entry: usize, row: &[f64], x: &[f64]) -> f64 {
        let (mut row, mut sum) = (row, 0.0);
        for &body in &model.inner.constraints[entry].held {
            let x = &x[model.inner.bodies[body].dofs.clone()];
            let (here, rest) = row.split_at(x.len());
            sum += here.iter().zip(x).map(|(d, x)| d * x).sum::<f64>();
            row = rest;
        }
        sum
    }
}
