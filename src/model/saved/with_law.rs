//! A builder to which a contact is added as any element is, by name and element alone.

use crate::hybrid::{Gap, Rigid};
use crate::model::ModelBuilder;

/// A builder, and the law of the contact that is added to it.
pub(super) struct WithLaw<'b> {
    builder: &'b mut ModelBuilder,
    law: Option<Rigid>,
}

impl<'b> WithLaw<'b> {
    pub(super) fn new(builder: &'b mut ModelBuilder, law: Rigid) -> Self {
        Self { builder, law: Some(law) }
    }

    pub(super) fn contact(&mut self, name: String, gap: impl Gap + 'static) {
        if let Some(law) = self.law.take() {
            self.builder.contact(name, gap, law);
        }
    }
}
