//! What one constraint writes, by itself and whatever its bodies are.

use super::UNWRITTEN;
use crate::element::{Ctx, Rows};
use crate::error::ElementError;
use crate::model::ConstraintEntry;
use std::marker::PhantomData;
use std::ops::Range;

/// J of one constraint in twists: of each slot its rows, three numbers wide in the plane and six in space.
#[derive(Debug)]
pub(crate) struct Written {
    rows: usize,
    /// Those of this entry.
    part: Range<usize>,
    blocks: Vec<f64>,
}

/// Room enough for a twist in either space.
const WIDTH: usize = 6;

fn is_written(x: &f64) -> bool {
    x.to_bits() != UNWRITTEN
}

impl ConstraintEntry {
    /// Evaluates this constraint alone; also what it wrote before it refused.
    pub(crate) fn write(&self, at: Ctx<'_>) -> (Written, Result<(), ElementError>) {
        // A contact that opens writes all its rows, whichever of them are this entry's.
        let rows = self.rows_of_element();
        let starts: Vec<u32> = (0..self.slots.len()).map(|k| (WIDTH * rows * k) as u32).collect();
        let mut blocks = vec![f64::from_bits(UNWRITTEN); WIDTH * rows * starts.len()];
        let mut scratch = [vec![0.0; rows], vec![0.0; rows], vec![0.0; rows], at.memory().to_vec()];
        let [phi, rate, gamma, memory] = &mut scratch;
        let out = Rows { jacobian: &mut blocks, blocks: &starts, phi, rate, gamma, memory, space: PhantomData };
        let outcome = self.element.eval(at, out);
        (Written { rows, part: self.part.rows(rows), blocks }, outcome)
    }
}

impl Written {
    /// Jᵀ λ on a slot, in the components of a twist of its space.
    pub(crate) fn transposed(&self, slot: usize, spatial: bool, lambda: &[f64]) -> [f64; 6] {
        let width = if spatial { WIDTH } else { WIDTH / 2 };
        let mut sum = [0.0; WIDTH];
        let block = &self.blocks[WIDTH * self.rows * slot..][..WIDTH * self.rows];
        for (row, lambda) in block.chunks_exact(width).skip(self.part.start).zip(lambda) {
            sum.iter_mut().zip(row).filter(|(_, j)| is_written(j)).for_each(|(s, j)| *s += j * lambda);
        }
        sum
    }
}
