//! One element at a time: what it writes goes to its places, and what cannot be written is left out.

use super::Workspace;
use super::diagnose::UNWRITTEN;
use crate::element::{Ctx, Rows};
use crate::error::ElementError;
use crate::math::Now;
use crate::model::{ConstraintEntry, Model};
use std::marker::PhantomData;

impl Workspace {
    /// One element, into its places.
    #[inline(always)]
    pub(super) fn write(
        &mut self,
        model: &Model,
        entry: &ConstraintEntry,
        now: Now<'_>,
        memory: &[f64],
    ) -> Result<(), ElementError> {
        if cfg!(debug_assertions) {
            self.blank(model, entry);
        }
        if entry.surplus {
            return self.write_with_surplus(entry, now, memory);
        }
        let at = Ctx::new(now, &self.frames, &entry.slots, &memory[entry.memory.clone()]);
        let memory = &mut self.memory[entry.memory.clone()];
        let rows = entry.written.clone();
        let [phi, rate, gamma] = [&mut self.phi, &mut self.rate, &mut self.gamma].map(|x| &mut x[rows.clone()]);
        let out =
            Rows { jacobian: &mut self.blocks, blocks: &entry.blocks, phi, rate, gamma, memory, space: PhantomData };
        entry.element.eval(at, out)
    }

    /// The same by way of the room of contacts, of an element that has more rows than there are places.
    fn write_with_surplus(
        &mut self,
        entry: &ConstraintEntry,
        now: Now<'_>,
        memory: &[f64],
    ) -> Result<(), ElementError> {
        let at = Ctx::new(now, &self.frames, &entry.slots, &memory[entry.memory.clone()]);
        let memory = &mut self.memory[entry.memory.clone()];
        let rows = entry.written.clone();
        let room = &mut self.contact_rows;
        let [phi, rate, gamma] = &mut room.residuals;
        let out =
            Rows { jacobian: &mut self.blocks, blocks: &entry.blocks, phi, rate, gamma, memory, space: PhantomData };
        entry.element.eval(at, out)?;
        for (to, from) in [&mut self.phi, &mut self.rate, &mut self.gamma].into_iter().zip(&room.residuals) {
            to[rows.clone()].copy_from_slice(&from[..rows.len()]);
        }
        Ok(())
    }

    /// In debug builds: what was not written is found by [`check_written`](Self::check_written).
    fn blank(&mut self, model: &Model, entry: &ConstraintEntry) {
        let blank = f64::from_bits(UNWRITTEN);
        for values in [&mut self.phi, &mut self.rate, &mut self.gamma] {
            values[entry.written.clone()].fill(blank);
        }
        // What is written of the ground, nobody reads.
        for (&slot, &block) in entry.slots.iter().zip(&entry.blocks).filter(|(slot, _)| **slot != 0) {
            self.blocks[block as usize..][..model.twist_width(slot) * entry.written.len()].fill(blank);
        }
    }

    /// A released constraint that cannot be evaluated: its φ and φ' are not numbers, its memory stays.
    pub(super) fn leave_out(&mut self, model: &Model, entry: &ConstraintEntry, memory: &[f64]) {
        for (values, value) in [(&mut self.phi, f64::NAN), (&mut self.rate, f64::NAN), (&mut self.gamma, 0.0)] {
            values[entry.rows.clone()].fill(value);
        }
        for (&slot, &block) in entry.slots.iter().zip(&entry.blocks) {
            self.blocks[block as usize..][..model.twist_width(slot) * entry.shape.rows()].fill(0.0);
        }
        self.memory[entry.memory.clone()].copy_from_slice(&memory[entry.memory.clone()]);
    }
}
