//! What elements write goes to its places, and what cannot be written is left out.

use super::diagnose::{UNWRITTEN, element};
use super::{Touching, Workspace};
use crate::element::{Ctx, Frames, Rows};
use crate::error::{ElementError, EvalError};
use crate::math::Now;
use crate::model::{ConstraintEntry, Model, Part, Reading, Writing};
use std::marker::PhantomData;

impl Workspace {
    /// φ, φ', γ and J of every constraint, from the frames (E2).
    #[inline(always)]
    pub(super) fn constrain(
        &mut self,
        model: &Model,
        now: Now<'_>,
        memory: &[f64],
        touching: Touching<'_>,
    ) -> Result<(), EvalError> {
        let anew = self.write_rows(model, now, memory, touching)?;
        self.keep_tangents(model, anew);
        if anew {
            self.keep_normals(model);
        }
        if self.any_released {
            self.switch_off(model, anew);
        }
        self.live.settled = matches!(touching, Touching::None);
        Ok(())
    }

    /// The same, what is switched off included, without keeping tangents and normals: what was found of open contacts counts as not known until the caller says so. Were they looked at anew?
    #[inline(always)]
    pub(super) fn write_rows(
        &mut self,
        model: &Model,
        now: Now<'_>,
        memory: &[f64],
        touching: Touching<'_>,
    ) -> Result<bool, EvalError> {
        let inner = &*model.inner;
        self.check_placed(model, now.t)?;
        // Of what is not evaluated it stays.
        if !memory.is_empty() {
            self.memory.copy_from_slice(memory);
        }
        let anew = !self.live.settled || !matches!(touching, Touching::None);
        self.live.settled = false;
        self.write_batches(model, now, memory)?;
        match anew {
            true => self.write_contacts(model, now, memory, touching)?,
            false if self.live.contacts.is_empty() => {}
            false => self.write_closed(model, now, memory)?,
        }
        if cfg!(debug_assertions) {
            self.check_written(model)?;
        }
        for gather in &inner.layout.gathers {
            self.gather(model, gather);
        }
        Ok(anew)
    }

    /// These entries alone, of contacts those that are closed.
    pub(super) fn write_some(
        &mut self,
        model: &Model,
        [entries, gathers]: [&[usize]; 2],
        now: Now<'_>,
        memory: &[f64],
    ) -> Result<(), EvalError> {
        let inner = &*model.inner;
        self.check_placed(model, now.t)?;
        for entry in entries.iter().map(|&index| &inner.constraints[index]) {
            let (off, contact) = (self.released[entry.rows.start], entry.part.contact());
            match contact {
                // They are written with its gap.
                Some(_) if entry.part.is_slips() => continue,
                Some(contact) if off => {
                    self.leave_open(model, contact, memory);
                    continue;
                }
                _ => {}
            }
            let kind = if contact.is_some() { "contact" } else { "constraint" };
            match self.write(model, entry, now, memory) {
                // What is switched off holds nothing, and need not be anywhere.
                Err(_) if off => self.leave_out(model, entry, memory),
                written => written.map_err(|why| element(kind, &entry.name, now.t, why))?,
            }
            if let Some(contact) = contact {
                self.note_contact(model, contact);
            }
        }
        gathers.iter().for_each(|&gather| self.gather(model, &inner.layout.gathers[gather]));
        Ok(())
    }

    /// Has a body refused its place?
    #[inline(always)]
    fn check_placed(&mut self, model: &Model, t: f64) -> Result<(), EvalError> {
        let Some((body, why)) = self.refused.take() else { return Ok(()) };
        Err(element("body", &model.inner.bodies[body].name, t, why))
    }

    /// Contacts that are closed, and those open ones that are to be looked at.
    fn write_contacts(
        &mut self,
        model: &Model,
        now: Now<'_>,
        memory: &[f64],
        touching: Touching<'_>,
    ) -> Result<(), EvalError> {
        for (contact, entry) in model.inner.contacts.iter().map(|it| &model.inner.constraints[it.entry]).enumerate() {
            let open = self.released[entry.rows.start];
            if open && !touching.has(contact) {
                self.leave_open(model, contact, memory);
                continue;
            }
            match self.write(model, entry, now, memory) {
                Ok(()) => self.note_contact(model, contact),
                // What is switched off holds nothing, and need not be anywhere.
                Err(_) if open => self.leave_open(model, contact, memory),
                Err(error) => return Err(element("contact", &entry.name, now.t, error)),
            }
        }
        Ok(())
    }

    /// A released constraint keeps its φ and φ' as numbers to be read, but has no columns: with D = 1 its λ is its right-hand side, zero.
    fn switch_off(&mut self, model: &Model, anew: bool) {
        let constraints = &model.inner.constraints;
        let mut off = |entry: &ConstraintEntry| {
            entry.places.iter().for_each(|place| self.blocks[place.clone()].fill(0.0));
        };
        if !anew {
            self.live.off.iter().for_each(|&index| off(&constraints[index]));
            return;
        }
        // Tangents are in the system only while something sticks.
        let used = if self.sticking { constraints.len() } else { model.constraint_count() };
        for entry in &constraints[..used] {
            // What was left out has no columns.
            let out = entry.part.contact().is_some_and(|contact| self.contact_rows.out[contact]);
            if self.released[entry.rows.start] && !out {
                off(entry);
            }
        }
    }

    /// All but contacts that open, type by type, into their places.
    #[inline(always)]
    pub(super) fn write_batches(&mut self, model: &Model, now: Now<'_>, memory: &[f64]) -> Result<(), EvalError> {
        let inner = &*model.inner;
        if cfg!(debug_assertions) {
            let whole = inner.constraints.iter().filter(|entry| entry.part == Part::Whole);
            whole.for_each(|entry| self.blank(model, entry));
        }
        let (frames, mut out, released) = self.ends();
        let at = Reading { now, frames, memory };
        for batch in &inner.batches {
            let mut first = 0;
            while let Err((refuses, entry, why)) = batch.write(first, &[], at, &mut out) {
                let entry = &inner.constraints[entry];
                if !released[entry.rows.start] {
                    return Err(element("constraint", &entry.name, now.t, why));
                }
                // What is switched off holds nothing, and need not be anywhere.
                leave_out(model, entry, memory, &mut out);
                first = refuses + 1;
            }
        }
        Ok(())
    }

    /// Where constraints stand and where they write, and which rows are switched off.
    #[inline(always)]
    fn ends(&mut self) -> (&Frames, Writing<'_>, &[bool]) {
        let Self { frames, blocks: jacobian, phi, rate, gamma, memory, released, .. } = self;
        (frames, Writing { jacobian, phi, rate, gamma, memory }, released)
    }

    /// A released constraint that cannot be evaluated.
    pub(super) fn leave_out(&mut self, model: &Model, entry: &ConstraintEntry, memory: &[f64]) {
        leave_out(model, entry, memory, &mut self.ends().1);
    }

    /// Contacts that are closed, type by type, where nothing else was written since they were.
    pub(super) fn write_closed(&mut self, model: &Model, now: Now<'_>, memory: &[f64]) -> Result<(), EvalError> {
        if self.live.contacts.is_empty() {
            return Ok(());
        }
        let inner = &*model.inner;
        let refuses = |entry: &ConstraintEntry, why| element("contact", &entry.name, now.t, why);
        let entry = |contact: usize| &inner.constraints[inner.contacts[contact].entry];
        if cfg!(debug_assertions) {
            (0..self.live.contacts.len()).for_each(|i| self.blank(model, entry(self.live.contacts[i])));
        }
        for i in 0..self.live.surplus.len() {
            let entry = entry(self.live.surplus[i]);
            self.write_with_surplus(entry, now, memory).map_err(|why| refuses(entry, why))?;
        }
        let (frames, mut out, released) = self.ends();
        let at = Reading { now, frames, memory };
        for batch in &inner.gaps {
            let written = batch.write(0, released, at, &mut out);
            written.map_err(|(_, entry, why)| refuses(&inner.constraints[entry], why))?;
        }
        for i in 0..self.live.pairs.len() {
            self.note_axes(model, &inner.frictions[self.live.pairs[i]]);
        }
        Ok(())
    }

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
}

/// Its φ and φ' are not numbers, its memory stays.
fn leave_out(model: &Model, entry: &ConstraintEntry, memory: &[f64], out: &mut Writing<'_>) {
    for (values, value) in [(&mut *out.phi, f64::NAN), (&mut *out.rate, f64::NAN), (&mut *out.gamma, 0.0)] {
        values[entry.rows.clone()].fill(value);
    }
    for (&slot, &block) in entry.slots.iter().zip(&entry.blocks) {
        out.jacobian[block as usize..][..model.twist_width(slot) * entry.shape.rows()].fill(0.0);
    }
    out.memory[entry.memory.clone()].copy_from_slice(&memory[entry.memory.clone()]);
}
