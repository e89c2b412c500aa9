//! Rest that is exact: parts of a mechanism that friction holds.
//!
//! If the constraints and the sticking points remove every degree of freedom of an island of bodies, and none of them is driven, its
//! velocities are exactly zero as long as the modes stay. Its accelerations are then set to zero, and projections leave it unchanged,
//! so that a brake that holds does not creep.

use crate::dynamics::Workspace;
use crate::model::{ConstraintEntry, Model, Part};

impl Workspace {
    /// Finds what is held at rest, at the last evaluation, and stops it: its velocities in `v` become zero. `frozen` says for
    /// each velocity whether it is held so; it is left empty if none is (see [`Rest::of`](crate::dynamics::Rest::of)).
    pub(crate) fn freeze(&mut self, model: &Model, v: &mut [f64], frozen: &mut Vec<bool>) {
        frozen.clear();
        let inner = &*model.inner;
        let closed =
            |entry: &ConstraintEntry| matches!(entry.part, Part::Gap { .. }) && !self.released[entry.rows.start];
        if !self.sticking && !inner.contacts.iter().any(|contact| closed(&inner.constraints[contact.entry])) {
            return;
        }
        let islands = &inner.layout.islands;
        let mut freedoms = vec![0_i64; inner.bodies.len()];
        let mut held = vec![false; inner.bodies.len()];
        let mut driven = vec![false; inner.bodies.len()];
        for (body, entry) in inner.bodies.iter().enumerate() {
            freedoms[islands[body]] += entry.dofs.len() as i64;
        }
        for (index, entry) in inner.constraints.iter().enumerate() {
            if let (Some(&body), false) = (entry.held.first(), self.released[entry.rows.start]) {
                freedoms[islands[body]] -= entry.rows.len() as i64;
                held[islands[body]] |= index >= model.constraint_count() || closed(entry);
                driven[islands[body]] |= entry.shape.does_work;
            }
        }
        for &row in self.numerics[usize::from(self.sticking)].dropped() {
            if let Some(&body) = model.constraint_of_row(row).held.first() {
                freedoms[islands[body]] += 1;
            }
        }
        for (body, entry) in inner.bodies.iter().enumerate() {
            let island = islands[body];
            if held[island] && !driven[island] && freedoms[island] == 0 {
                frozen.resize(v.len(), false);
                frozen[entry.dofs.clone()].fill(true);
                self.acceleration[entry.dofs.clone()].fill(0.0);
                v[entry.dofs.clone()].fill(0.0);
            }
        }
    }
}
