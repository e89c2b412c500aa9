//! The numbers that vanish where a force or a law of friction is not smooth. They are asked for many times a step, so that the buffers are the asker's.

use super::Snapshot;
use crate::dynamics::Workspace;
use crate::model::{Model, State};

/// What has the kink.
#[derive(Copy, Clone, Debug)]
pub(in crate::simulate) enum Bent {
    /// A force, by its place among the forces of the model.
    Force(usize),
    /// A friction point.
    Friction(usize),
}

/// All kinks of a model, each with the name of what has it.
pub(in crate::simulate) fn bent(model: &Model) -> impl Iterator<Item = (&String, Bent, usize)> {
    let inner = &model.inner;
    let forces = inner.forces.iter().enumerate();
    let forces = forces.map(|(i, entry)| (&entry.name, Bent::Force(i), entry.element.kinks()));
    let rubs = inner.frictions.iter().enumerate();
    let rubs = rubs.map(|(i, entry)| (&entry.name, Bent::Friction(i), entry.law.kinks()));
    forces.chain(rubs).flat_map(|(name, of, kinks)| (0..kinks).map(move |index| (name, of, index)))
}

/// The numbers that tell kinks, at a state.
pub(in crate::simulate) fn kinks_at(model: &Model, state: &State) -> Vec<f64> {
    let (at, mut ws) = (Snapshot::as_it_stands(model, state), model.workspace());
    bent(model).map(|(_, of, index)| at.kink(of, index, &mut ws)).collect()
}

/// The same, each with the name of what has it.
pub(crate) fn kinks_by_name<'m>(model: &'m Model, state: &State) -> Vec<(&'m String, f64)> {
    bent(model).map(|(name, ..)| name).zip(kinks_at(model, state)).collect()
}

impl Snapshot<'_> {
    /// The number with this index; NaN where it cannot be evaluated. What is open does not rub: of it it is that at rest, which is not zero.
    pub(in crate::simulate) fn kink(&self, of: Bent, index: usize, ws: &mut Workspace) -> f64 {
        let model = self.model;
        match of {
            Bent::Force(force) => {
                let entry = &model.inner.forces[force];
                ws.place(model, self.q, self.v);
                // Where a body has refused its place nothing stands.
                let ask = || self.of_force(entry, &ws.frames, |at| entry.element.kink(index, at));
                let known = ws.refused.is_none().then(ask);
                known.and_then(Result::ok).unwrap_or(f64::NAN)
            }
            Bent::Friction(point) => {
                let entry = &model.inner.frictions[point];
                if entry.contact.is_some_and(|contact| !self.modes[model.inner.contacts[contact].entry].holds()) {
                    return entry.law.kink(index, 0.0);
                }
                match ws.read(model, self.place(), self.modes) {
                    Ok(()) => entry.law.kink(index, entry.read(&ws.rate).abs()),
                    Err(_) => f64::NAN,
                }
            }
        }
    }
}
