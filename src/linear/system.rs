//! What an augmented system is: its layout and program, and, where a body is split, the system with welds that is solved instead.

use super::program::{Block, Column, DenseBlock, Held, MassBlock, MassMatrix, Run, Term, Touch, Update};

/// A group of rows of J that are written together, and the bodies that they hold.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// Number of rows.
    pub rows: usize,
    /// The bodies, in the order of the group's blocks.
    pub bodies: &'a [usize],
}

/// The augmented system's pattern and all symbolic work; see the [module](super) for the equations.
///
/// Immutable: the numbers live in the caller's slices and in [`Numeric`](super::Numeric).
#[derive(Clone, Debug)]
pub struct Augmented {
    pub(super) mass_at: Vec<usize>,
    pub(super) dof_at: Vec<usize>,
    pub(super) row_at: Vec<usize>,
    /// For each group the starts of its blocks and the end of the last.
    pub(super) jac_at: Vec<Vec<usize>>,
    pub(super) shapes: Vec<MassMatrix>,
    pub(super) masses: Vec<MassBlock>,
    pub(super) dense: Vec<DenseBlock>,
    pub(super) columns: Vec<Column>,
    pub(super) terms: Vec<Term>,
    pub(super) touches: Vec<Touch>,
    pub(super) updates: Vec<Update>,
    pub(super) runs: Vec<Run>,
    pub(super) blocks: Vec<Block>,
    pub(super) values: usize,
    /// Every block of J.
    pub(super) held: Vec<Held>,
    /// What is solved instead where a body is split; the program is that system's then.
    pub(super) split: Option<Box<Split>>,
}

/// A system whose heavy bodies are split.
#[derive(Clone, Debug)]
pub(super) struct Split {
    pub inner: Augmented,
    pub(super) shares: Vec<Share>,
    /// Blocks of the welds: they follow those of the caller.
    pub(super) welds: Vec<f64>,
    /// Blocks of J over pieces: (first value, first row, rows, first coordinate, coordinates, part of the mass).
    pub(super) inflated: Vec<Inflated>,
}

/// A body in pieces: the first in its place, the others from `extra` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) body: usize,
    pub(super) extra: usize,
    pub(super) pieces: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Inflated {
    pub(super) jac: usize,
    pub(super) row: usize,
    pub(super) rows: usize,
    pub(super) dof: usize,
    pub(super) width: usize,
    pub(super) dense: bool,
    pub(super) pieces: usize,
}
