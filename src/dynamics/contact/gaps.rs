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
}
