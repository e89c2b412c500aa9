//! What takes part in an evaluation: everything but open contacts, as long as the modes stay.
//!
//! An open contact is written as one without columns by the first evaluation with its modes, and stays so: evaluations after it, which are those of a step's stages, pass it by
//! without a look.

use crate::model::{FrictionEntry, LoadRows, Mode, Model, Part};

/// Entries and friction points that are not those of open contacts.
// One list for each loop of an evaluation: none of them asks what it need not.
#[derive(Clone, Debug, Default)]
pub(super) struct Live {
    /// Contacts that are evaluated.
    pub(super) contacts: Vec<usize>,
    /// Those of them without friction, each with its row.
    pub(super) smooth: Vec<[usize; 2]>,
    /// Those of them that have more rows than there are places.
    pub(super) surplus: Vec<usize>,
    /// Those of all entries whose columns are switched off after they were written.
    pub(super) off: Vec<usize>,
    pub(super) points: Vec<usize>,
    /// Those with one tangent, and what it has on each body; and those with several.
    pub(super) singles: Vec<Single>,
    pub(super) tangents: Vec<OnBody>,
    pub(super) pairs: Vec<usize>,
    /// Those of them that stick in contacts.
    pub(super) held: Vec<Held>,
    /// All that stick in contacts, but on belts in the plane, each with its first row: rows like any other, whose tangents are kept, and in space the directions of their search turned, only where that is asked for.
    pub(super) asked: Vec<[usize; 2]>,
    /// Those with one tangent whose load is a contact's: the point, the row of its load and its own.
    pub(super) plain: Vec<[usize; 3]>,
    pub(super) various: Vec<usize>,
    /// Those that stick, with their first row and how many they have.
    pub(super) sticking: Vec<[usize; 3]>,
    /// Those of contacts that do not slide, with the row of their load; and all others.
    pub(super) carried: Vec<[usize; 2]>,
    pub(super) others: Vec<usize>,
    /// Those of them whose friction is known before the reactions, or depends on them.
    pub(super) rubbing: Vec<usize>,
    /// Are the rows of all open contacts as they were left out?
    pub(super) settled: bool,
    /// Are the tangents of those that are asked for kept beside their rows?
    pub(super) kept: bool,
    /// Which choice of modes this is.
    pub(super) number: u64,
    /// Is the friction of open contacts none?
    pub(super) rubs_alone: bool,
    /// Is nothing at work but bodies, constraints that all hold, and forces that read no reactions?
    pub(super) bare: bool,
}

/// A point with one tangent: its row, its work, which of the tangents' parts are its own, and whether its slip is all that its bodies move along it: no belt runs.
#[derive(Copy, Clone, Debug)]
pub(super) struct Single {
    pub(super) row: usize,
    pub(super) work: usize,
    pub(super) parts: [usize; 2],
    pub(super) plain: bool,
}

/// A point that sticks in a contact in space, its work, the row of its load, and its own rows: two, with pivoting three.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Held {
    pub(crate) point: usize,
    pub(crate) work: usize,
    pub(crate) load: usize,
    pub(crate) row: usize,
    pub(crate) count: usize,
    /// Does a belt run under it?
    pub(crate) carried: bool,
}

impl Held {
    /// What stands in its rows; zero where it has none.
    #[inline]
    pub(crate) fn of(&self, values: &[f64]) -> [f64; 3] {
        let third = if self.count == 3 { values[self.row + 2] } else { 0.0 };
        [values[self.row], values[self.row + 1], third]
    }
}

/// A tangent on one body: where D stands, where it is kept, how many numbers it has, and where that body's velocities begin.
#[derive(Copy, Clone, Debug)]
pub(super) struct OnBody {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) count: usize,
    pub(super) dof: usize,
}

/// Does a friction point stick in a contact in space?
pub(super) fn is_held(friction: &FrictionEntry, modes: &[Mode]) -> bool {
    friction.contact.is_some() && friction.slide.is_some() && modes[friction.entry] == Mode::Stick
}

impl Live {
    /// With room for everything.
    pub(super) fn with_room(model: &Model) -> Self {
        let [entries, points] = [model.inner.constraints.len(), model.inner.frictions.len()];
        let room = Vec::with_capacity;
        Self {
            contacts: room(model.inner.contacts.len()),
            smooth: Vec::with_capacity(model.inner.contacts.len()),
            surplus: room(model.inner.contacts.len()),
            off: room(entries),
            points: room(points),
            singles: Vec::with_capacity(points),
            tangents: Vec::with_capacity(model.inner.layout.tangents),
            pairs: room(points),
            held: Vec::with_capacity(points),
            asked: Vec::with_capacity(points),
            plain: Vec::with_capacity(points),
            various: room(points),
            sticking: Vec::with_capacity(points),
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
        self.contacts.clear();
        let closed = |contact: &usize| modes[inner.contacts[*contact].entry] == Mode::Holding;
        self.contacts.extend((0..inner.contacts.len()).filter(closed));
        self.smooth.clear();
        let smooth = self.contacts.iter().filter(|&&contact| inner.contacts[contact].friction.is_none());
        self.smooth.extend(smooth.map(|&contact| [contact, inner.contacts[contact].row]));
        self.surplus.clear();
        let has_surplus = |contact: &usize| inner.constraints[inner.contacts[*contact].entry].surplus;
        self.surplus.extend(self.contacts.iter().copied().filter(has_surplus));
        self.off.clear();
        let off = |index: usize, row: usize| released[row] && (sticking || index < first_tangent);
        self.off.extend(entries().filter(|(index, entry)| off(*index, entry.rows.start)).map(|(index, _)| index));
        self.points.clear();
        self.held.clear();
        self.asked.clear();
        let points = inner.frictions.iter().enumerate();
        self.points.extend(points.filter(|(_, f)| !is_open(inner.constraints[f.entry].part)).map(|(point, _)| point));
        self.rubbing.clear();
        let rubs = |point: &usize| {
            let friction = &inner.frictions[*point];
            modes[friction.entry].direction() != 0.0 || friction.load == LoadRows::Given
        };
        self.rubbing.extend(self.points.iter().copied().filter(rubs));
        self.singles.clear();
        self.tangents.clear();
        self.pairs.clear();
        self.plain.clear();
        self.various.clear();
        self.sticking.clear();
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
            if modes[friction.entry] == Mode::Stick {
                self.sticking.push([point, friction.row, friction.rows().len()]);
            }
            match (friction.contact, &friction.slide) {
                (Some(contact), None) => self.plain.push([point, inner.contacts[contact].row, friction.row]),
                _ if is_held(friction, modes) => {}
                _ => self.various.push(point),
            }
            let belt = |contact: usize| inner.constraints[inner.contacts[contact].entry].work.is_some();
            if friction.slide.is_some() {
                match friction.contact.filter(|_| is_held(friction, modes)) {
                    Some(contact) => {
                        let load = inner.contacts[contact].row;
                        let (row, count) = (friction.row, friction.rows().len());
                        self.asked.push([point, friction.row]);
                        self.held.push(Held { point, work: friction.work, load, row, count, carried: belt(contact) });
                    }
                    None => self.pairs.push(point),
                }
                continue;
            }
            let plain = friction.contact.is_some_and(|contact| !belt(contact));
            let (mut to, first) = (friction.tangent.start, self.tangents.len());
            let entry = &inner.constraints[friction.entry];
            let asked = plain && modes[friction.entry] == Mode::Stick;
            if asked {
                self.asked.push([point, friction.row]);
            }
            let parts = entry.held.iter().zip(&entry.places);
            for (&body, place) in parts.filter(|(_, place)| !asked && !place.is_empty()) {
                let dof = inner.bodies[body].dofs.start;
                self.tangents.push(OnBody { from: place.start, to, count: place.len(), dof });
                to += place.len();
            }
            let parts = [first, self.tangents.len()];
            self.singles.push(Single { row: friction.row, work: friction.work, parts, plain });
        }
        let rubs_or_opens = !inner.frictions.is_empty() || !inner.contacts.is_empty();
        self.bare = !(rubs_or_opens || inner.redundant || released.contains(&true))
            && inner.forces.iter().all(|force| force.reads.is_empty());
        self.number += 1;
        (self.settled, self.kept, self.rubs_alone) = (false, false, false);
    }
}
