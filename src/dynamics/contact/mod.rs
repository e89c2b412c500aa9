//! Contacts in one evaluation: gap and slips are written together, and kept while the contact is open.
//!
//! An open contact has no rows in the equations. What it would need to close, its normal n and its slips t, is kept beside them where it is asked for.

mod certify;
mod decide;
mod form;
mod gaps;
mod response;
mod rows;
mod standing;
mod touching;

pub(super) use decide::OpenGap;
pub(super) use form::Standing;
pub(crate) use response::{Impulse, Responses};
pub(super) use rows::ContactRows;
pub(crate) use touching::TOUCHES;

use super::Workspace;
use crate::element::{Ctx, Rows};
use crate::error::EvalError;
use crate::model::{ConstraintEntry, ContactEntry, Model};
use std::marker::PhantomData;

impl Workspace {
    /// Writes gap and slips of a contact; of one that is open only if it `counts`.
    pub(super) fn constrain_contact(
        &mut self,
        model: &Model,
        contact: usize,
        t: f64,
        memory: &[f64],
        counts: bool,
    ) -> Result<(), EvalError> {
        let inner = &*model.inner;
        let ContactEntry { entry, friction, .. } = inner.contacts[contact];
        let entry = &inner.constraints[entry];
        let slips = friction.map(|point| &inner.constraints[inner.frictions[point].entry]);
        let open = self.released[entry.rows.start];
        let written = if open && !counts {
            false
        } else {
            match self.write_contact(entry, t, &memory[entry.memory.clone()]) {
                Ok(()) => true,
                Err(_) if open => false,
                Err(source) => return Err(EvalError::Element { kind: "contact", name: entry.name.clone(), t, source }),
            }
        };
        let out = std::mem::replace(&mut self.contact_rows.out[contact], !written);
        if written {
            self.memory[entry.memory.clone()].copy_from_slice(&self.contact_rows.memory[..entry.memory.len()]);
            let rows = [&mut self.phi[..], &mut self.rate, &mut self.gamma];
            self.contact_rows.bring(contact, &mut self.blocks, rows);
        } else if out && !cfg!(debug_assertions) {
            self.memory[entry.memory.clone()].copy_from_slice(&memory[entry.memory.clone()]);
        } else {
            self.leave_out(model, entry, memory);
            slips.into_iter().for_each(|slips| self.leave_out(model, slips, memory));
        }
        if let Some(slide) = friction.and_then(|point| inner.frictions[point].slide.as_ref())
            && written
        {
            let last = entry.slots.len() - 1;
            let axis = |i: usize| std::array::from_fn(|k| self.contact_rows.columns(1 + i, last, 6)[k]);
            let axes = [axis(0), axis(1)];
            self.note_axes(slide.index, axes);
        }
        Ok(())
    }

    /// Evaluates a contact's element into the room for it, from the frames.
    fn write_contact(
        &mut self,
        entry: &ConstraintEntry,
        t: f64,
        memory: &[f64],
    ) -> Result<(), crate::error::ElementError> {
        let at = Ctx::new(t, &self.frames, &entry.slots, memory);
        let room = &mut self.contact_rows;
        let out = Rows {
            jacobian: &mut room.blocks,
            blocks: &room.starts,
            phi: &mut room.phi,
            rate: &mut room.rate,
            gamma: &mut room.gamma,
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
            for k in 0..inner.constraints[contact.entry].held.len() {
                let from = inner.augmented.jacobian_range(contact.entry, k);
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
