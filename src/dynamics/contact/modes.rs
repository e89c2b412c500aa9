//! The modes of a contact and of its friction, together.

use crate::dynamics::Mode;
use crate::model::Model;

impl Model {
    /// Says of each contact whether it is closed.
    pub(in crate::dynamics) fn mark_closed(&self, modes: &[Mode]) -> impl Iterator<Item = bool> {
        self.inner.contacts.iter().map(|contact| modes[contact.entry] == Mode::Holding)
    }

    /// Which contacts are closed.
    pub(crate) fn closed_contacts(&self, modes: &[Mode]) -> Vec<bool> {
        self.mark_closed(modes).collect()
    }

    /// A contact opens or closes: what its friction does then. Where it `rests` it begins by sticking.
    pub(crate) fn switch_contact(&self, modes: &mut [Mode], contact: usize, to: Mode, friction: Mode) {
        let contact = &self.inner.contacts[contact];
        modes[contact.entry] = to;
        if let Some(point) = contact.friction {
            modes[self.inner.frictions[point].entry] = if to == Mode::Open { Mode::Released } else { friction };
        }
    }
}
