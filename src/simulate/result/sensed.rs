//! What a run keeps of its derivatives.

use crate::simulate::sensitivity::{Flag, Near, Way};

/// What a run found of its derivatives.
#[derive(Clone, Debug)]
pub(in crate::simulate) struct Sensed {
    /// The directions, and the models beside the run's, of each source of them.
    pub(in crate::simulate) ways: Vec<Way>,
    pub(in crate::simulate) near: Vec<Near>,
    /// How many numbers q, v, variables and the works that were followed have.
    pub(in crate::simulate) sizes: [usize; 4],
    /// S of all directions at each sample, and at the end of the run.
    pub(in crate::simulate) samples: Vec<Vec<f64>>,
    pub(in crate::simulate) end: Vec<f64>,
    /// When an event has ended the run, and how that instant moves: S of the end, and of a sample there, goes along with it.
    pub(in crate::simulate) stop: Option<(f64, Vec<f64>)>,
    /// Instants, with their derivatives.
    pub(in crate::simulate) instants: Vec<(f64, Vec<f64>)>,
    pub(in crate::simulate) flags: Vec<Flag>,
    /// The largest error of a step, in tolerances of the run.
    pub(in crate::simulate) worst: f64,
}

impl Sensed {
    /// The derivatives of an instant in each direction.
    pub(super) fn instant(&self, t: f64) -> Option<&[f64]> {
        self.instants.iter().find(|(when, _)| *when == t).map(|(_, shifts)| &**shifts)
    }

    /// By how much time goes along with a direction at a state of the run.
    pub(super) fn shift(&self, direction: usize, t: f64) -> f64 {
        self.stop.as_ref().filter(|(when, _)| *when == t).map_or(0.0, |(_, shifts)| shifts[direction])
    }

    /// S of each direction.
    pub(super) fn each(&self, tails: &[f64]) -> Vec<Vec<f64>> {
        tails.chunks_exact(self.sizes.iter().sum()).map(<[f64]>::to_vec).collect()
    }
}
