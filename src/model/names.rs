//! Whose numbers a state's are: a mark of the names under which they stand.

use super::{BodyEntry, ConstraintEntry, ForceEntry, VariableEntry};

/// A mark of all names under which the numbers of a state stand, in their order; 0 is not known, as of a state that was written by hand, and fits every model.
///
/// Models that are told alike have the same, members of a family too, and a model that was read from a file: a state of one is one of the other.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub(crate) struct Names(u32);

impl Names {
    pub(crate) fn of(
        bodies: &[BodyEntry],
        constraints: &[ConstraintEntry],
        forces: &[ForceEntry],
        variables: &[VariableEntry],
    ) -> Self {
        let mut mark = Self(2_166_136_261);
        bodies.iter().for_each(|it| mark.add(&it.name, it.coordinates.len()));
        constraints.iter().for_each(|it| mark.add(&it.name, it.shape.levels.len()));
        let kept = |it: &&ForceEntry| it.work.is_some() || !it.memory.is_empty();
        forces.iter().filter(kept).for_each(|it| mark.add(&it.name, 0));
        variables.iter().for_each(|it| mark.add(&it.name, 0));
        Self(mark.0.max(1))
    }

    /// FNV-1a, which is the same on every machine, for it is written to files.
    fn add(&mut self, name: &str, size: usize) {
        name.bytes()
            .chain([size as u8, 0])
            .for_each(|byte| self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(16_777_619));
    }

    pub(crate) fn fit(self, other: Self) -> bool {
        self.0 == 0 || other.0 == 0 || self == other
    }

    #[cfg(feature = "serde")]
    pub(crate) fn unknown(&self) -> bool {
        self.0 == 0
    }
}
