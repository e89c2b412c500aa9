//! Room for what one contact writes by itself, and which contacts are left out.
//!
//! The rows of a contact that is open, and not looked at, stay as they were left out: nothing is written anew at each evaluation.

use crate::model::{ConstraintEntry, Model};

/// Most rows of a contact: its gap, two slips, pivoting.
const MOST_ROWS: usize = 4;
/// Room enough for a twist in either space.
const WIDTH: usize = 6;

/// Room for what one contact writes.
#[derive(Clone, Debug)]
pub(crate) struct ContactRows {
    /// Are a contact's rows as they were left out?
    pub(in crate::dynamics) out: Vec<bool>,
    /// φ, φ' and γ of the contact that was written last.
    pub(in crate::dynamics) residuals: [[f64; MOST_ROWS]; 3],
    /// Of one that is looked at by itself: J, where the block of each slot begins, and what it remembers.
    pub(super) blocks: Vec<f64>,
    pub(super) starts: Vec<u32>,
    pub(super) memory: Vec<f64>,
}

impl ContactRows {
    pub(in crate::dynamics) fn of(model: &Model) -> Self {
        let entries = || model.inner.contacts.iter().map(|contact| &model.inner.constraints[contact.entry]);
        let most = |size: fn(&ConstraintEntry) -> usize| entries().map(size).max().unwrap_or(0);
        let (slots, memory) = (most(|entry| entry.slots.len()), most(|entry| entry.memory.len()));
        Self {
            out: vec![false; model.inner.contacts.len()],
            residuals: [[0.0; MOST_ROWS]; 3],
            blocks: vec![0.0; WIDTH * MOST_ROWS * slots],
            starts: (0..slots).map(|slot| (WIDTH * MOST_ROWS * slot) as u32).collect(),
            memory: vec![0.0; memory],
        }
    }
}
