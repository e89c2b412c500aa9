//! What members of a family leave beside its own model, kind by kind: of each kind its own size tells what is much.

use std::ops::Range;

/// What the members on both sides leave over each step, wherever that was tried: forces, rows, φ, φ', and by what points hold at rest, of which a guard is made.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) all: Vec<Vec<[Vec<f64>; 2]>>,
    /// These kinds. φ and φ' are made of places and speeds, with the rounding of these: a change of them that is none is no more.
    pub(super) parts: [Part; 5],
}

/// Numbers of one kind, in a list of several kinds.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) range: Range<usize>,
    /// What a change of them is at least measured by: theirs is not rounding alone, if it is as large.
    pub(super) size: f64,
}

impl Tables {
    pub(super) fn list(&self) -> impl Iterator<Item = &[[Vec<f64>; 2]]> {
        self.all.iter().map(|table| &table[..])
    }
}
