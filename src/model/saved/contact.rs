//! Contacts that can be written: a gap of built-in shapes or a stop, with built-in friction and one coefficient of restitution.

use super::friction::SavedLaw;
use super::tables::SavedGap;
use super::with_law::WithLaw;
use crate::hybrid::{Bounce, Rigid};
use crate::model::{ContactEntry, Model, ModelBuilder};
use serde::{Deserialize, Serialize};

/// A contact, its law, and its place among constraints and friction points: states count by them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedContact {
    gap: SavedGap,
    friction: Option<SavedLaw>,
    restitution: f64,
    /// How many constraints, contacts among them, stand before it.
    pub(super) constraints_before: usize,
    /// How many friction points, those of contacts among them, stand before its own; of a smooth one none counts.
    pub(super) frictions_before: usize,
}

impl SavedContact {
    pub(super) fn of(model: &Model, contact: &ContactEntry) -> Option<Self> {
        let inner = &model.inner;
        let entry = &inner.constraints[contact.entry];
        let gap = SavedGap::of(&*entry.typed).or_else(|| SavedGap::of(&*entry.element.saved()?))?;
        let Bounce::Constant(restitution) = contact.bounce else { return None };
        let friction = match contact.friction {
            Some(point) => Some(SavedLaw::of(&*inner.frictions[point].law)?),
            None => None,
        };
        let (constraints_before, frictions_before) = (contact.entry, contact.friction.unwrap_or(0));
        Some(Self { gap, friction, restitution, constraints_before, frictions_before })
    }

    pub(super) fn add(self, name: String, builder: &mut ModelBuilder) {
        let law = self.friction.map_or_else(Rigid::smooth, SavedLaw::rough).bouncing(self.restitution);
        self.gap.add(name, &mut WithLaw::new(builder, law));
    }
}
