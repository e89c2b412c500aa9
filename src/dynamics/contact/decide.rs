//! Which contacts that touch are closed: the part of the decision that friction alone does not know.
//!
//! ```text
//! H5   for all contacts with φ = γ = 0:  0 ≤ N ⟂ γ' ≥ 0, and at s = 0: stick, or a direction in which the contact starts
//! ```
//!
//! A closed contact that would pull opens; an open one that touches, and whose gap would close, closes. Whether it then sticks or slides is decided with
//! all other friction points. Directions of those that move are known; a contact that closes at rest begins by sticking.

use crate::dynamics::{Mode, Query, StateRef, Touching, Workspace};
use crate::error::EvalError;
use crate::math::max_abs_skip_nan;
use crate::model::Model;

/// Rounding of forces and accelerations, relative to their size.
const ROUNDING: f64 = 1e-11;

/// Where an open contact stands.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct OpenGap {
    pub(crate) contact: usize,
    pub(crate) gap: f64,
    pub(crate) rate: f64,
}

impl Workspace {
    /// Contacts that have to open or close under these modes, where they were evaluated; nothing if all fit.
    ///
    /// Of contacts in space that stick together the normal forces are shared with all others: whether they can push is asked there (`friction/cones.rs`).
    pub(in crate::dynamics) fn contact_changes(&mut self, model: &Model, query: &Query<'_>) -> Vec<(usize, Mode)> {
        let contacts = &model.inner.contacts;
        let (forces, accelerations) = (max_abs_skip_nan(&self.multipliers), max_abs_skip_nan(&self.acceleration));
        let shared: Vec<usize> = match self.friction.slides.is_empty() {
            true => Vec::new(),
            false => self.clusters(model, query.modes).into_iter().flat_map(|cluster| cluster.contacts).collect(),
        };
        let mut changes = Vec::new();
        for (index, contact) in contacts.iter().enumerate() {
            let wrong = match query.modes[contact.entry] {
                Mode::Holding if shared.contains(&index) => continue,
                Mode::Holding if self.multipliers[contact.row] < -ROUNDING * forces => Mode::Open,
                Mode::Open
                    if query.touching.has(index)
                        && self.gap_acceleration(model, contact) < -ROUNDING * (1.0 + accelerations) =>
                {
                    Mode::Holding
                }
                _ => continue,
            };
            changes.push((index, wrong));
        }
        changes
    }

    /// Is a contact that touches open, and goes on touching, where these modes were evaluated, and others are closed that may carry what it could?
    pub(in crate::dynamics) fn grazes(&self, model: &Model, query: &Query<'_>) -> bool {
        if !model.inner.contacts.iter().any(|contact| query.modes[contact.entry] == Mode::Holding) {
            return false;
        }
        let none = ROUNDING * (1.0 + max_abs_skip_nan(&self.acceleration));
        model.inner.contacts.iter().enumerate().any(|(index, contact)| {
            let touches = query.modes[contact.entry] == Mode::Open && query.touching.has(index);
            touches && self.gap_acceleration(model, contact) <= none
        })
    }

    /// May the contact whose friction this is close here?
    pub(in crate::dynamics) fn may_close(&self, model: &Model, query: &Query<'_>, point: usize) -> bool {
        model.inner.frictions[point].contact.is_some_and(|contact| query.touching.has(contact))
    }

    /// What the friction of a contact that closes does, as far as its slip tells.
    pub(in crate::dynamics) fn closing_mode(
        &self,
        model: &Model,
        modes: &[Mode],
        contact: usize,
        resting: &[bool],
    ) -> Mode {
        let Some(point) = model.inner.contacts[contact].friction.filter(|&point| !resting[point]) else {
            return Mode::Stick;
        };
        let friction = &model.inner.frictions[point];
        match modes[friction.entry] {
            // The direction of sliding is never read from a slip that may be zero.
            sliding if sliding.direction() != 0.0 => sliding,
            _ => self.sliding_mode(friction),
        }
    }

    /// Contacts that are closed or touch.
    pub(in crate::dynamics) fn undecided_contacts(&self, model: &Model, query: &Query<'_>) -> Vec<usize> {
        let undecided = |&index: &usize| {
            let mode = query.modes[model.inner.contacts[index].entry];
            mode == Mode::Holding || (mode == Mode::Open && query.touching.has(index))
        };
        (0..model.inner.contacts.len()).filter(undecided).collect()
    }

    /// Closes those contacts whose bit is not set, and opens the others: all closed comes first.
    pub(in crate::dynamics) fn close_pattern(
        &self,
        model: &Model,
        before: &[Mode],
        modes: &mut [Mode],
        contacts: &[usize],
        pattern: usize,
        resting: &[bool],
    ) {
        for (bit, &contact) in contacts.iter().enumerate() {
            let to = if pattern >> bit & 1 == 1 { Mode::Open } else { Mode::Holding };
            model.switch_contact(modes, contact, to, self.closing_mode(model, before, contact, resting));
        }
    }

    /// Gaps and their rates of all open contacts; NaN of one that is nowhere.
    pub(crate) fn open_gaps(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &[Mode],
    ) -> Result<Vec<OpenGap>, EvalError> {
        self.read_touching(model, at, modes, Touching::All)?;
        let open = model.inner.contacts.iter().enumerate().filter(|(_, c)| modes[c.entry] == Mode::Open);
        Ok(open.map(|(contact, c)| OpenGap { contact, gap: self.phi[c.row], rate: self.rate[c.row] }).collect())
    }
}
