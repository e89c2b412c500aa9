//! Constraints of one type together: a loop over all of them that knows their type.
//!
//! A call through a table for each would hand over its context and its places by memory, and ask for their sizes again. Where the type is known the element's own code is compiled into the
//! loop, with [sizes](Constraint::sizes) that are constants; elements of a user's own are treated in the same way.

use crate::constraint::Constraint;
use crate::element::{Ctx, Frames, Rows};
use crate::error::ElementError;
use crate::math::Now;
use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::Range;
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

/// A constraint that is to be taken: where it stands, as its entry has it.
#[derive(Debug)]
pub(crate) struct Taken<'a> {
    /// Its index among the entries, and its element.
    pub(super) entry: usize,
    pub(super) element: &'a Arc<dyn Any + Send + Sync>,
    pub(super) rows: Range<usize>,
    pub(super) slots: &'a [u32],
    pub(super) blocks: &'a [u32],
    pub(super) memory: Range<usize>,
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
    entry: u32,
}

/// Constraints of the type C.
#[derive(Debug)]
struct Of<C> {
    elements: Vec<(Arc<C>, Place)>,
    slots: Vec<u32>,
    blocks: Vec<u32>,
}

/// Contacts of the type C, of which those that are open are passed by.
#[derive(Debug)]
struct Closed<C>(Of<C>);

/// Constraints of one type.
pub(crate) trait Batch: Debug + Send + Sync {
    /// Takes one more, if it is of this type.
    fn take(&mut self, one: &Taken<'_>) -> bool;

    /// Writes all from the `first` on, of contacts those whose first row is not `off`. One that refuses ends it.
    fn write(&self, first: usize, off: &[bool], at: Reading<'_>, out: &mut Writing<'_>) -> Result<(), Refused>;
}

/// One that refuses: its place in its batch, that of its entry, and why.
pub(crate) type Refused = (usize, usize, ElementError);

/// A batch of constraints of the type C, without any.
pub(super) fn empty<C: Constraint + 'static>() -> Box<dyn Batch> {
    Box::new(Of::<C> { elements: Vec::new(), slots: Vec::new(), blocks: Vec::new() })
}

/// A batch of contacts of the type C that open, without any.
pub(super) fn closed<C: Constraint + 'static>() -> Box<dyn Batch> {
    Box::new(Closed(Of::<C> { elements: Vec::new(), slots: Vec::new(), blocks: Vec::new() }))
}

/// Where a constraint stands, whose slots and blocks are added to those of its batch.
fn place(one: &Taken<'_>, [slots, blocks]: [&mut Vec<u32>; 2]) -> Place {
    let place = Place {
        row: one.rows.start as u32,
        rows: one.rows.len() as u32,
        slot: slots.len() as u32,
        slots: one.slots.len() as u32,
        memory: [one.memory.start as u32, one.memory.len() as u32],
        entry: one.entry as u32,
    };
    slots.extend_from_slice(one.slots);
    blocks.extend_from_slice(one.blocks);
    place
}

impl<C: Constraint + 'static> Batch for Of<C> {
    fn take(&mut self, one: &Taken<'_>) -> bool {
        let Ok(element) = one.element.clone().downcast::<C>() else { return false };
        let sizes = [one.rows.len(), one.slots.len()];
        debug_assert!(
            element.sizes().is_none_or(|known| known == sizes),
            "{element:?} has other sizes than its type says"
        );
        self.elements.push((element, place(one, [&mut self.slots, &mut self.blocks])));
        true
    }

    fn write(&self, first: usize, _off: &[bool], at: Reading<'_>, out: &mut Writing<'_>) -> Result<(), Refused> {
        self.write_where(first, |_| true, at, out)
    }
}

impl<C: Constraint + 'static> Batch for Closed<C> {
    fn take(&mut self, one: &Taken<'_>) -> bool {
        self.0.take(one)
    }

    fn write(&self, first: usize, off: &[bool], at: Reading<'_>, out: &mut Writing<'_>) -> Result<(), Refused> {
        self.0.write_where(first, |row| !off[row], at, out)
    }
}

impl<C: Constraint + 'static> Of<C> {
    /// Writes those from the `first` on whose first row is wanted.
    // Each type of batch has one call of it, so that the element's code is compiled into its loop.
    #[inline(always)]
    fn write_where(
        &self,
        first: usize,
        wanted: impl Fn(usize) -> bool,
        at: Reading<'_>,
        out: &mut Writing<'_>,
    ) -> Result<(), Refused> {
        let Reading { now, frames, memory } = at;
        let Writing { jacobian, phi, rate, gamma, memory: own } = out;
        // Lists of one length, and told so: what fits into the first need not be compared with the others.
        let (rate, gamma) = (&mut rate[..phi.len()], &mut gamma[..phi.len()]);
        let (blocks, own) = (&self.blocks[..self.slots.len()], &mut own[..memory.len()]);
        for (i, (element, place)) in self.elements.iter().enumerate().skip(first) {
            if !wanted(place.row as usize) {
                continue;
            }
            let [rows, slots] = element.sizes().unwrap_or([place.rows as usize, place.slots as usize]);
            let (row, slot) = (place.row as usize, place.slot as usize);
            let [from, len] = place.memory.map(|x| x as usize);
            let ctx = Ctx::new(now, frames, &self.slots[slot..slot + slots], &memory[from..from + len]);
            let mut rows = Rows {
                jacobian,
                blocks: &blocks[slot..slot + slots],
                phi: &mut phi[row..row + rows],
                rate: &mut rate[row..row + rows],
                gamma: &mut gamma[row..row + rows],
                memory: &mut own[from..from + len],
                space: PhantomData,
            };
            element.eval(ctx, &mut rows).map_err(|why| (i, place.entry as usize, why))?;
        }
        Ok(())
    }
}
