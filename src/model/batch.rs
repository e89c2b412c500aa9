//! Constraints of one type together: a loop over all of them that knows their type.
//!
//! A call through a table for each would hand over its context and its places by memory, and ask for their sizes again. Where the type is known the element's own code is compiled into the
//! loop, with [sizes](Constraint::sizes) that are constants; elements of a user's own are treated in the same way.

use super::entry::{ConstraintEntry, Part};
use crate::constraint::Constraint;
use crate::element::{Ctx, Frames, Rows};
use crate::error::ElementError;
use crate::math::Now;
use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

/// What constraints read.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Reading<'a> {
    pub(crate) now: Now<'a>,
    pub(crate) frames: &'a Frames,
    pub(crate) memory: &'a [f64],
}

/// Where all constraints write.
#[derive(Debug)]
pub(crate) struct Writing<'a> {
    pub(crate) jacobian: &'a mut [f64],
    pub(crate) phi: &'a mut [f64],
    pub(crate) rate: &'a mut [f64],
    pub(crate) gamma: &'a mut [f64],
    pub(crate) memory: &'a mut [f64],
}

/// Where one of them stands.
#[derive(Copy, Clone, Debug)]
struct Place {
    row: u32,
    rows: u32,
    /// Its slots, and where their blocks begin.
    slot: u32,
    slots: u32,
    memory: [u32; 2],
    /// Its index among the entries.
    entry: u32,
}

/// Constraints of the type C.
#[derive(Debug)]
struct Of<C> {
    elements: Vec<(Arc<C>, Place)>,
    slots: Vec<u32>,
    blocks: Vec<u32>,
}

/// Constraints of one type.
pub(crate) trait Batch: Debug + Send + Sync {
    /// Takes one more, if it is of this type.
    fn take(&mut self, index: usize, entry: &ConstraintEntry) -> bool;

    /// Writes all from the `first` on. One that refuses ends it: its place here, that of its entry, and why.
    fn write(&self, first: usize, at: Reading<'_>, out: &mut Writing<'_>) -> Result<(), (usize, usize, ElementError)>;
}

/// A batch of constraints of the type C, without any.
pub(super) fn empty<C: Constraint + 'static>() -> Box<dyn Batch> {
    Box::new(Of::<C> { elements: Vec::new(), slots: Vec::new(), blocks: Vec::new() })
}

/// All constraints but contacts that open, by their types.
pub(super) fn batches(constraints: &[ConstraintEntry]) -> Vec<Box<dyn Batch>> {
    let mut batches: Vec<Box<dyn Batch>> = Vec::new();
    for (index, entry) in constraints.iter().enumerate().filter(|(_, entry)| entry.part == Part::Whole) {
        if !batches.iter_mut().rev().any(|batch| batch.take(index, entry)) {
            let mut batch = (entry.batch)();
            batch.take(index, entry);
            batches.push(batch);
        }
    }
    batches
}

impl<C: Constraint + 'static> Batch for Of<C> {
    fn take(&mut self, index: usize, entry: &ConstraintEntry) -> bool {
        let typed: Arc<dyn Any + Send + Sync> = entry.typed.clone();
        let Ok(element) = typed.downcast::<C>() else { return false };
        debug_assert!(
            element.sizes().is_none_or(|sizes| sizes == [entry.shape.rows(), entry.slots.len()]),
            "`{}` has other sizes than its type says",
            entry.name
        );
        let place = Place {
            row: entry.rows.start as u32,
            rows: entry.rows.len() as u32,
            slot: self.slots.len() as u32,
            slots: entry.slots.len() as u32,
            memory: [entry.memory.start as u32, entry.memory.len() as u32],
            entry: index as u32,
        };
        self.slots.extend_from_slice(&entry.slots);
        self.blocks.extend_from_slice(&entry.blocks);
        self.elements.push((element, place));
        true
    }

    fn write(&self, first: usize, at: Reading<'_>, out: &mut Writing<'_>) -> Result<(), (usize, usize, ElementError)> {
        let Reading { now, frames, memory } = at;
        for (i, (element, place)) in self.elements.iter().enumerate().skip(first) {
            let [rows, slots] = element.sizes().unwrap_or([place.rows as usize, place.slots as usize]);
            let (row, slot) = (place.row as usize, place.slot as usize);
            let [from, len] = place.memory.map(|x| x as usize);
            let ctx = Ctx::new(now, frames, &self.slots[slot..slot + slots], &memory[from..from + len]);
            let mut rows = Rows {
                jacobian: out.jacobian,
                blocks: &self.blocks[slot..slot + slots],
                phi: &mut out.phi[row..row + rows],
                rate: &mut out.rate[row..row + rows],
                gamma: &mut out.gamma[row..row + rows],
                memory: &mut out.memory[from..from + len],
                space: PhantomData,
            };
            element.eval(ctx, &mut rows).map_err(|why| (i, place.entry as usize, why))?;
        }
        Ok(())
    }
}
