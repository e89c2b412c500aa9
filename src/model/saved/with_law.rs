//! A builder to which a contact is added as any element is, by name and element alone.

use crate::element::ContactId;
use crate::hybrid::{Gap, Rigid};
use crate::model::ModelBuilder;

/// A builder, and the law of the contact that is added to it.
pub(super) struct WithLaw<'b> {
    builder: &'b mut ModelBuilder,
    law: Option<Rigid>,
    added: Option<ContactId>,
}

impl<'b> WithLaw<'b> {
    pub(super) fn new(builder: &'b mut ModelBuilder, law: Rigid) -> Self {
        Self { builder, law: Some(law), added: None }
    }

    pub(super) fn contact(&mut self, name: String, gap: impl Gap + 'static) {
        if let Some(law) = self.law.take() {
            self.added = Some(self.builder.contact(name, gap, law));
        }
    }

    pub(super) fn added(self) -> Option<ContactId> {
        self.added
    }
}
