//! What is factored: a layout and the program that was written for it. Systems with split bodies are systems like all others here; what
//! lies between them and the caller's numbers is in `split.rs`.

use super::layout::Layout;
use super::program::{Block, Column, DenseBlock, MassBlock, Run, Term, Touch, Update};

#[derive(Clone, Debug)]
pub(super) struct System {
    pub layout: Layout,
    pub masses: Vec<MassBlock>,
    pub dense: Vec<DenseBlock>,
    pub columns: Vec<Column>,
    pub terms: Vec<Term>,
    pub touches: Vec<Touch>,
    pub updates: Vec<Update>,
    pub runs: Vec<Run>,
    pub blocks: Vec<Block>,
    /// Numbers of the factor, pivots included: a measure of fill.
    pub values: usize,
}
