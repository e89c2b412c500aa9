//! Room for what one contact writes, its gap and its slips together, and where that goes.
//!
//! The rows of a contact that is open, and not looked at, stay as they were left out: nothing is written anew at each evaluation.

use crate::model::{ConstraintEntry, Model};

/// Most rows of a contact: its gap, two slips, pivoting.
const MOST_ROWS: usize = 4;
/// Room enough for a twist in either space.
const WIDTH: usize = 6;

/// Numbers that go from the room to the rows of the whole.
#[derive(Copy, Clone, Debug)]
struct Move {
    from: u32,
    to: u32,
    count: u32,
}

/// Where a contact's numbers go: those of its blocks, and of φ, φ' and γ.
#[derive(Clone, Debug)]
struct Route {
    blocks: Vec<Move>,
    rows: Vec<Move>,
}

/// Room for what one contact writes.
#[derive(Clone, Debug)]
pub(crate) struct ContactRows {
    /// Of each contact.
    routes: Vec<Route>,
    /// Are a contact's rows as they were left out?
    pub(in crate::dynamics) out: Vec<bool>,
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
        let contacts = 0..model.inner.contacts.len();
        Self {
            routes: contacts.clone().map(|contact| Route::of(model, contact)).collect(),
            out: contacts.map(|_| false).collect(),
            blocks: vec![0.0; WIDTH * MOST_ROWS * slots],
            phi: [0.0; MOST_ROWS],
            rate: [0.0; MOST_ROWS],
            gamma: [0.0; MOST_ROWS],
            memory: vec![0.0; memory],
            starts: (0..slots).map(start).collect(),
        }
    }

    /// Row `i` of a slot's block.
    pub(super) fn columns(&self, i: usize, slot: usize, width: usize) -> &[f64] {
        &self.blocks[start(slot) as usize + width * i..][..width]
    }

    /// Brings what a contact wrote to the blocks and the rows of the whole.
    pub(super) fn bring(&self, contact: usize, blocks: &mut [f64], [phi, rate, gamma]: [&mut [f64]; 3]) {
        let route = &self.routes[contact];
        for step in &route.blocks {
            step.copy(&self.blocks, blocks);
        }
        for &Move { from, to, .. } in &route.rows {
            let (from, to) = (from as usize, to as usize);
            (phi[to], rate[to], gamma[to]) = (self.phi[from], self.rate[from], self.gamma[from]);
        }
    }
}

/// Where the block of a slot begins in the room.
fn start(slot: usize) -> u32 {
    (WIDTH * MOST_ROWS * slot) as u32
}

impl Route {
    fn of(model: &Model, contact: usize) -> Self {
        let inner = &*model.inner;
        let contact = &inner.contacts[contact];
        let slips = contact.friction.map(|point| inner.frictions[point].entry);
        let (mut blocks, mut rows) = (Vec::new(), Vec::new());
        for entry in [Some(contact.entry), slips].into_iter().flatten().map(|entry| &inner.constraints[entry]) {
            let first = u32::from(entry.part.is_slips());
            rows.extend((first..).zip(entry.rows.clone()).map(|(from, to)| Move { from, to: to as u32, count: 1 }));
            for (k, (&slot, &to)) in entry.slots.iter().zip(&entry.blocks).enumerate() {
                let width = model.twist_width(slot) as u32;
                blocks.push(Move { from: start(k) + width * first, to, count: width * entry.rows.len() as u32 });
            }
        }
        Self { blocks, rows }
    }
}

impl Move {
    #[inline]
    fn copy(self, from: &[f64], to: &mut [f64]) {
        let (from, to, count) = (&from[self.from as usize..], &mut to[self.to as usize..], self.count as usize);
        // Most are one row of a planar body.
        match (from.first_chunk::<3>(), to.first_chunk_mut::<3>()) {
            (Some(from), Some(to)) if count == 3 => *to = *from,
            _ => to[..count].copy_from_slice(&from[..count]),
        }
    }
}
