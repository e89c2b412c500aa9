//! What elements do at any time where the motion stands still: how they change with the time by themselves.

use super::{StateRef, Workspace};
use crate::element::Ctx;
use crate::model::{LoadRows, Model};

impl Workspace {
    /// Appends the wrenches of a force and what it does to coordinates, where this workspace was placed; nothing of one that refuses.
    pub(crate) fn push_of_force(&mut self, model: &Model, force: usize, at: StateRef<'_>, numbers: &mut Vec<f64>) {
        let entry = &model.inner.forces[force];
        let mut wrenches = std::mem::take(&mut self.wrenches);
        for slot in entry.slots.iter().map(|slot| *slot as usize) {
            wrenches.planar[slot].fill(0.0);
            wrenches.spatial.get_mut(slot).into_iter().for_each(|wrench| wrench.fill(0.0));
        }
        if self.push_force(force, entry, at, &mut wrenches).is_ok() {
            for slot in entry.slots.iter().map(|slot| *slot as usize) {
                numbers.extend(wrenches.planar[slot]);
                numbers.extend(wrenches.spatial.get(slot).into_iter().flatten());
            }
            numbers.extend(&self.reads.pushes);
        }
        self.wrenches = wrenches;
    }

    /// Appends the given load of a friction point; nothing of one that has none, or that refuses.
    pub(crate) fn load_of_point(&self, model: &Model, point: usize, at: StateRef<'_>, numbers: &mut Vec<f64>) {
        let friction = &model.inner.frictions[point];
        let tangent = &model.inner.constraints[friction.entry];
        let ctx = Ctx::new(at.now(), &self.frames, &tangent.slots, &at.memory[tangent.memory.clone()]);
        numbers.extend(friction.element.as_ref().and_then(|element| element.given(ctx).ok()));
    }

    /// Appends φ and φ' (or ψ) of a constraint, as they were read last.
    pub(crate) fn rows_of_constraint(&self, model: &Model, entry: usize, numbers: &mut Vec<f64>) {
        let rows = model.inner.constraints[entry].rows.clone();
        numbers.extend(&self.phi[rows.clone()]);
        numbers.extend(&self.rate[rows]);
    }
}

impl Model {
    /// What may change with the time by itself, and has no function of time that tells it: forces, given loads of friction points, and constraints that do work.
    pub(crate) fn read_time(&self) -> [Vec<usize>; 3] {
        let inner = &*self.inner;
        let forces = inner.forces.iter().enumerate().filter(|(_, entry)| entry.element.reads_time());
        let given = inner.frictions.iter().enumerate().filter(|(_, friction)| {
            matches!(friction.load, LoadRows::Given) && friction.element.as_ref().is_some_and(|it| it.reads_time())
        });
        let constraints = inner.constraints[..self.constraint_count()]
            .iter()
            .enumerate()
            .filter(|(_, entry)| !entry.part.is_slips() && entry.shape.does_work && entry.element.reads_time());
        [
            forces.map(|(force, _)| force).collect(),
            given.map(|(point, _)| point).collect(),
            constraints.map(|(entry, _)| entry).collect(),
        ]
    }
}
