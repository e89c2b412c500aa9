//! What the model keeps of each element: the element itself, its name, and where its numbers stand.

use crate::body::{Body, BodyShape};
use crate::constraint::{Constraint, Shape};
use crate::element::Planar;
use crate::force::Force;
use std::ops::Range;

#[derive(Debug)]
pub(crate) struct BodyEntry {
    pub(crate) name: String,
    pub(crate) body: Box<dyn Body<Space = Planar>>,
    pub(crate) shape: BodyShape,
    /// Its part of q and of v (planar bodies have as many coordinates as velocities).
    pub(crate) dofs: Range<usize>,
    /// Its part of the mass buffer.
    pub(crate) mass: Range<usize>,
    /// Its part of the buffer of maps T; empty unless the map is general.
    pub(crate) map: Range<usize>,
}

#[derive(Debug)]
pub(crate) struct ConstraintEntry {
    pub(crate) name: String,
    pub(crate) element: Box<dyn Constraint>,
    pub(crate) shape: Shape,
    pub(crate) rows: Range<usize>,
    /// Index of the frame of each slot.
    pub(crate) slots: Vec<u32>,
    /// The bodies that it can move, each once: the blocks of the augmented system.
    pub(crate) held: Vec<usize>,
    /// Where each slot's block of twist columns is written.
    pub(crate) blocks: Vec<u32>,
    pub(crate) memory: Range<usize>,
    /// Its place among the integrated works.
    pub(crate) work: Option<usize>,
}

#[derive(Debug)]
pub(crate) struct ForceEntry {
    pub(crate) name: String,
    pub(crate) element: Box<dyn Force>,
    pub(crate) slots: Vec<u32>,
    /// Its place among the integrated works; none if its potential tells all.
    pub(crate) work: Option<usize>,
}
