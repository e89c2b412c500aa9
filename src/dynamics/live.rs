//! What takes part in an evaluation: everything but open contacts, as long as the modes stay.
//!
//! An open contact is written as one without columns by the first evaluation with its modes, and stays so: evaluations after it, which are those of a step's stages, pass it by
//! without a look.

use crate::model::{LoadRows, Mode, Model, Part};

/// Entries and friction points that are not those of open contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct Live {
    /// Entries that are evaluated: slips are written with their gap.
    pub(super) entries: Vec<usize>,
    /// Those of all entries whose columns are switched off after they were written.
    pub(super) off: Vec<usize>,
    pub(super) points: Vec<usize>,
    /// Of those in the plane where D stands, where it is kept, and how many numbers it has on one body; and those in space.
    pub(super) tangents: Vec<[usize; 3]>,
    pub(super) pairs: Vec<usize>,
    /// Those of contacts that do not slide, with the row of their load; and all others.
    pub(super) carried: Vec<[usize; 2]>,
    pub(super) others: Vec<usize>,
    /// Those of them whose friction is known before the reactions, or depends on them.
    pub(super) rubbing: Vec<usize>,
    /// Are the rows of all open contacts as they were left out?
    pub(super) settled: bool,
    /// Which choice of modes this is.
    pub(super) number: u64,
    /// Is the friction of open contacts none?
    pub(super) rubs_alone: bool,
}

impl Live {
    /// With room for everything.
    pub(super) fn with_room(model: &Model) -> Self {
        let [entries, points] = [model.inner.constraints.len(), model.inner.frictions.len()];
        let room = Vec::with_capacity;
        Self {
            entries: room(entries),
            off: room(entries),
            points: room(points),
            tangents: Vec::with_capacity(model.inner.layout.tangents),
            pairs: room(points),
            carried: Vec::with_capacity(points),
            others: room(points),
            rubbing: room(points),
            ..Self::default()
        }
    }

    /// For other modes; `sticking` says whether the system has tangents.
    pub(super) fn choose(&mut self, model: &Model, modes: &[Mode], released: &[bool], sticking: bool) {
        let inner = &*model.inner;
        let is_open = |part: Part| part.contact().is_some_and(|c| modes[inner.contacts[c].entry] != Mode::Holding);
        let entries = || inner.constraints.iter().enumerate().filter(|(_, entry)| !is_open(entry.part));
        let first_tangent = model.constraint_count();
        self.entries.clear();
        self.entries.extend(entries().filter(|(_, entry)| !entry.part.is_slips()).map(|(index, _)| index));
        self.off.clear();
        let off = |index: usize, row: usize| released[row] && (sticking || index < first_tangent);
        self.off.extend(entries().filter(|(index, entry)| off(*index, entry.rows.start)).map(|(index, _)| index));
        self.points.clear();
        let points = inner.frictions.iter().enumerate();
        self.points.extend(points.filter(|(_, f)| !is_open(inner.constraints[f.entry].part)).map(|(point, _)| point));
        self.rubbing.clear();
        let rubs = |point: &usize| {
            let friction = &inner.frictions[*point];
            modes[friction.entry].direction() != 0.0 || friction.load == LoadRows::Given
        };
        self.rubbing.extend(self.points.iter().copied().filter(rubs));
        self.tangents.clear();
        self.pairs.clear();
        self.carried.clear();
        self.others.clear();
        for &point in &self.points {
            let friction = &inner.frictions[point];
            match friction.contact {
                Some(contact) if modes[friction.entry].direction() == 0.0 => {
                    self.carried.push([point, inner.contacts[contact].row]);
                }
                _ => self.others.push(point),
            }
            if friction.slide.is_some() {
                self.pairs.push(point);
                continue;
            }
            let mut to = friction.tangent.start;
            for place in inner.constraints[friction.entry].places.iter().filter(|place| !place.is_empty()) {
                self.tangents.push([place.start, to, place.len()]);
                to += place.len();
            }
        }
        self.number += 1;
        (self.settled, self.rubs_alone) = (false, false);
    }
}
