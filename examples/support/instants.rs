//! The instants of a run's friction against those of a reference.

use super::reference::{Table, TableError};
use chetaev::prelude::*;

/// Instants at which loads changed sign, and those at which slip stopped, reversed or began.
pub struct Instants {
    pub loads: Vec<f64>,
    pub slips: Vec<f64>,
}

/// Changes closer than this are one.
const SAME: f64 = 1e-9;

impl Instants {
    fn from_pairs(pairs: impl Iterator<Item = (bool, f64)>) -> Self {
        let mut all = Self { loads: Vec::new(), slips: Vec::new() };
        for (load, t) in pairs.filter(|p| p.1 > 0.0) {
            let list = if load { &mut all.loads } else { &mut all.slips };
            if list.last().is_none_or(|last| t - last > SAME) {
                list.push(t);
            }
        }
        all
    }

    /// Those of a run, after its start.
    pub fn of_run(run: &Trajectory) -> Self {
        Self::from_pairs(run.transitions().iter().map(|change| (change.from == change.to, change.t)))
    }

    /// Those of a reference, after its start.
    pub fn of_reference(events: &Table) -> Result<Self, TableError> {
        let (kinds, times) = (events.text("kind")?, events.column("t")?);
        Ok(Self::from_pairs(kinds.iter().map(|kind| kind.starts_with('N')).zip(times)))
    }

    /// Largest difference of the instants up to a time; infinite if there are not as many.
    pub fn apart(&self, other: &Self, until: f64) -> f64 {
        let list = |a: &[f64], b: &[f64]| {
            let [a, b] = [a, b].map(|list| list.iter().filter(|t| **t <= until).copied().collect::<Vec<_>>());
            if a.len() != b.len() {
                return f64::INFINITY;
            }
            a.iter().zip(&b).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
        };
        list(&self.loads, &other.loads).max(list(&self.slips, &other.slips))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.loads.len() + self.slips.len()
    }
}
