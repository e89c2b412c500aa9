//! Contacts by *islands*: bodies that nothing joins, so that what happens to some does nothing to the others.
//!
//! Bodies are joined by a constraint that holds, by a closed contact, and by friction, whose load may be a reaction elsewhere. The ground joins nothing. Masses
//! belong to one body each, and no row that is switched on has parts in two islands: in the order of the islands K is a row of blocks on the diagonal, and so are M̂⁻¹ and
//!
//! ```text
//! (1)  G̃ = J M̂⁻¹ Jᵀ = diag(G̃_1, …, G̃_m),     G = diag(G_1, …, G_m)          (H4), for any directions of sliding
//! ```
//!
//! **One motion.** (H5) then asks of each island by itself: its solutions are all combinations of those of the islands, and there is one if and only if each island has one. So the certificate of the
//! whole is that of all islands. Term by term: a principal minor of G is the product of those of its blocks, and the minors of a block are some of G, so that all of G are positive if and only if
//! all of every block are; the least eigenvalue of the form of (H7) is the least of the blocks, and what (H7b) asks of a null vector it asks of its parts. The number of the whole is the largest of
//! the islands'. It is less to ask than of the whole at once: islands may be certified by different halves of (H7), and where contacts at rest may start in 2ᵏ ways each
//! island has its own k, Σ 2ᵏ patterns in the place of their product. Motions are listed in the same way, the other islands left out (`mask`).
//!
//! **The same solves.** One right-hand side may hold one row of each island: with r_k a row of the island k,
//!
//! ```text
//! (2)  M̂⁻¹ (r_1 + … + r_m)ᵀ  =  M̂⁻¹ r_kᵀ  over the bodies of the island k
//! ```
//!
//! because the others have no part there. The columns of all G̃_k take as many solves as the island with the most rows has; each of them costs what is proportional to the
//! mechanism, and so does the whole.

use crate::dynamics::Mode;
use crate::model::{FrictionEntry, Model};

const NONE: usize = usize::MAX;

/// The islands that have closed contacts; buffers that are made once.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Islands {
    /// For each body another one of its island, in the end itself. Last is that of contacts without a body.
    parent: Vec<usize>,
    /// For each body that stands for its island: its number, if it has closed contacts.
    number: Vec<usize>,
    /// Closed contacts, island by island, and where each island begins.
    contacts: Vec<usize>,
    starts: Vec<usize>,
    /// Does friction of joints act in it? And does anything but contacts hold its bodies?
    rubs: Vec<bool>,
    tied: Vec<bool>,
    /// Does friction of joints act where there is no closed contact?
    elsewhere: bool,
    /// The modes, and which contacts were closed, when they were found.
    of: (Vec<Mode>, Vec<bool>),
}

/// Has friction of a joint a part in the decision?
fn rubs(friction: &FrictionEntry, modes: &[Mode]) -> bool {
    let mode = modes[friction.entry];
    friction.contact.is_none() && (mode == Mode::Stick || mode == Mode::Undecided || mode.direction() != 0.0)
}

impl Islands {
    /// The islands with these modes and these closed contacts, as they were found before if these are the same.
    pub(super) fn find(&mut self, model: &Model, modes: &[Mode], closed: impl Fn(usize) -> bool) {
        let inner = &*model.inner;
        let bodies = inner.bodies.len();
        let marks = || (0..inner.contacts.len()).map(&closed);
        if self.parent.len() == bodies + 1 && self.of.0 == modes && marks().eq(self.of.1.iter().copied()) {
            return;
        }
        self.of.0.clear();
        self.of.0.extend_from_slice(modes);
        self.of.1.clear();
        self.of.1.extend(marks());
        self.parent.clear();
        self.parent.extend(0..=bodies);
        for (i, entry) in inner.constraints[..model.constraint_count()].iter().enumerate() {
            if entry.part.contact().map_or(modes[i].holds(), &closed) {
                self.join(entry.held.iter().copied());
            }
        }
        for friction in inner.frictions.iter().filter(|friction| rubs(friction, modes)) {
            self.join(bodies_of(model, friction));
        }
        self.number.clear();
        self.number.resize(bodies + 1, NONE);
        self.starts.clear();
        let of = |contact: usize| inner.constraints[inner.contacts[contact].entry].held.first().copied();
        let closed = &closed;
        let closed = || (0..inner.contacts.len()).filter(move |&contact| closed(contact));
        // How many contacts each has, then where it begins.
        for contact in closed() {
            let root = self.root(of(contact).unwrap_or(bodies));
            if self.number[root] == NONE {
                self.number[root] = self.starts.len();
                self.starts.push(0);
            }
            self.starts[self.number[root]] += 1;
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += std::mem::replace(start, total);
        }
        self.contacts.clear();
        self.contacts.resize(total, 0);
        for contact in closed() {
            let root = self.root(of(contact).unwrap_or(bodies));
            let next = &mut self.starts[self.number[root]];
            self.contacts[*next] = contact;
            *next += 1;
        }
        // Each start has come to the next one's.
        self.starts.insert(0, 0);
        self.rubs.clear();
        self.rubs.resize(self.count(), false);
        self.elsewhere = false;
        self.tied.clear();
        self.tied.resize(self.count(), false);
        for (i, entry) in inner.constraints[..model.constraint_count()].iter().enumerate() {
            if entry.part.contact().is_none() && modes[i].holds() {
                for &body in &entry.held {
                    let root = self.root(body);
                    let island = self.number[root];
                    self.tied.get_mut(island).into_iter().for_each(|tied| *tied = true);
                }
            }
        }
        for friction in inner.frictions.iter().filter(|friction| rubs(friction, modes)) {
            match self.island_of(model, friction) {
                Some(island) => self.rubs[island] = true,
                None => self.elsewhere = true,
            }
        }
    }

    fn join(&mut self, mut bodies: impl Iterator<Item = usize>) {
        let Some(first) = bodies.next().map(|body| self.root(body)) else { return };
        for body in bodies {
            let root = self.root(body);
            self.parent[root] = first;
        }
    }

    fn root(&mut self, mut body: usize) -> usize {
        while self.parent[body] != body {
            self.parent[body] = self.parent[self.parent[body]];
            body = self.parent[body];
        }
        body
    }

    fn island_of(&mut self, model: &Model, friction: &FrictionEntry) -> Option<usize> {
        let body = bodies_of(model, friction).next()?;
        let root = self.root(body);
        Some(self.number[root]).filter(|&number| number != NONE)
    }

    /// How many have closed contacts.
    fn count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Their closed contacts.
    pub(in crate::dynamics) fn each(&self) -> impl Iterator<Item = &[usize]> {
        self.starts.windows(2).map(|ends| &self.contacts[ends[0]..ends[1]])
    }

    /// Does friction of joints act in an island?
    pub(super) fn rubs(&self, island: usize) -> bool {
        self.rubs[island]
    }

    /// Does anything but its closed contacts hold the bodies of an island?
    pub(super) fn tied(&self, island: usize) -> bool {
        self.tied[island]
    }

    /// Does friction of joints act where no contact is closed?
    pub(in crate::dynamics) fn rubs_elsewhere(&self) -> bool {
        self.elsewhere
    }

    /// Takes the closed contacts and the friction of all islands but one out of modes; without a number, of all that have closed contacts. What is left moves as it does with them.
    pub(in crate::dynamics) fn mask(&mut self, model: &Model, masked: &mut [Mode], island: Option<usize>) {
        for (_, contacts) in self.each().enumerate().filter(|(k, _)| Some(*k) != island) {
            contacts.iter().for_each(|&c| model.switch_contact(masked, c, Mode::Open, Mode::Released));
        }
        for friction in model.inner.frictions.iter().filter(|friction| friction.contact.is_none()) {
            if self.island_of(model, friction) != island {
                masked[friction.entry] = Mode::Released;
            }
        }
    }

    /// Marks the closed contacts of an island.
    pub(in crate::dynamics) fn mark(&self, marks: &mut [bool], island: Option<usize>) {
        marks.fill(false);
        island.and_then(|k| self.each().nth(k)).into_iter().flatten().for_each(|&contact| marks[contact] = true);
    }
}

/// The bodies that friction at a point holds or pushes, and those of its load.
fn bodies_of<'m>(model: &'m Model, friction: &'m FrictionEntry) -> impl Iterator<Item = usize> + 'm {
    let loads = friction.load.rows().flat_map(|row| &model.constraint_of_row(row).held);
    model.inner.constraints[friction.entry].held.iter().chain(loads).copied()
}
