//! Room for what one contact writes: its gap and its slips together.

use crate::model::{ConstraintEntry, Model};

/// Most rows of a contact: its gap, two slips, pivoting.
const MOST_ROWS: usize = 4;
/// Room enough for a twist in either space.
const WIDTH: usize = 6;

/// Room for what one contact writes.
#[derive(Clone, Debug)]
pub(crate) struct ContactRows {
    pub(super) blocks: Vec<f64>,
    pub(super) phi: [f64; MOST_ROWS],
    pub(super) rate: [f64; MOST_ROWS],
    pub(super) gamma: [f64; MOST_ROWS],
    pub(super) memory: Vec<f64>,
    pub(super) starts: Vec<u32>,
}

impl ContactRows {
    pub(in crate::dynamics) fn of(model: &Model) -> Self {
        let entries = || model.inner.contacts.iter().map(|contact| &model.inner.constraints[contact.entry]);
        let most = |size: fn(&ConstraintEntry) -> usize| entries().map(size).max().unwrap_or(0);
        let (slots, memory) = (most(|entry| entry.slots.len()), most(|entry| entry.memory.len()));
        Self {
            blocks: vec![0.0; WIDTH * MOST_ROWS * slots],
            phi: [0.0; MOST_ROWS],
            rate: [0.0; MOST_ROWS],
            gamma: [0.0; MOST_ROWS],
            memory: vec![0.0; memory],
            starts: (0..slots).map(|k| (WIDTH * MOST_ROWS * k) as u32).collect(),
        }
    }

    /// Row `i` of the Jacobian for the k-th body.
    pub(super) fn columns(&self, i: usize, k: usize, width: usize) -> &[f64] {
        &self.blocks[self.starts[k] as usize + width * i..][..width]
    }
}
