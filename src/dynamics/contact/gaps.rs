//! The gap of one contact at a place, by itself.

use crate::dynamics::{StateRef, Workspace};
use crate::error::ElementError;
use crate::model::Model;

impl Workspace {
    /// φ and φ' of a contact; nothing else is evaluated. An open contact far from where it was last is found as if it had never been.
    pub(crate) fn contact_gap(
        &mut self,
        model: &Model,
        contact: usize,
        at: StateRef<'_>,
    ) -> Result<[f64; 2], ElementError> {
        let inner = &*model.inner;
        let entry = &inner.constraints[inner.contacts[contact].entry];
        for &body in &entry.held {
            self.place_body(model, body, at.q, at.v)?;
        }
        let memory = &at.memory[entry.memory.clone()];
        let outcome = self.write_contact(entry, at.now(), memory);
        if outcome.is_err() && memory.iter().any(|x| !x.is_nan()) {
            // Far from where it was last, a contact is found as if it had never been.
            let none = vec![f64::NAN; memory.len()];
            self.write_contact(entry, at.now(), &none)?;
        } else {
            outcome?;
        }
        let [[phi, ..], [rate, ..], _] = self.contact_rows.residuals;
        Ok([phi, rate])
    }

    /// Lets open contacts that count go on counting at the state that was evaluated last, which does not ask for them. One that cannot be read there goes on from where it was.
    pub(crate) fn count_open(&mut self, model: &Model, at: StateRef<'_>) {
        let inner = &*model.inner;
        for (index, contact) in inner.contacts.iter().enumerate() {
            let memory = inner.constraints[contact.entry].memory.clone();
            if !contact.counts || !self.released[contact.row] {
                continue;
            }
            self.contact_rows.memory[..memory.len()].copy_from_slice(&at.memory[memory.clone()]);
            if self.contact_gap(model, index, at).is_ok() {
                let counted = &self.contact_rows.memory[..memory.len()];
                self.memory[memory].copy_from_slice(counted);
            }
        }
    }
}
