//! How impulses at contacts change their rates: G̃ = J M̂⁻¹ Jᵀ.
//!
//! ```text
//! v⁺ = v⁻ + M̂⁻¹ Jᵀ P        (γ, s)⁺ = (γ, s)⁻ + G̃ P
//! ```
//!
//! J holds n and, of a rough contact, t, for each contact of the impact; M̂⁻¹ is what joints and velocity constraints leave of the inverse of the mass: one
//! solve with K for each row, its right-hand side Jᵢᵀ. Forces that are finite have no impulse: gravity, springs, friction under a given load. So has the friction
//! of a joint, which its impulses load: here it is left out, and said so in `docs/not.md`.
//!
//! Energy: with the rows J_d of a driver, whose rates J_d v = d are the same before and after, and its impulses Λ,
//!
//! ```text
//! T⁺ − T⁻ = ½ Pᵀ ((γ, s)⁻ + (γ, s)⁺) + Λᵀ d
//! ```
//!
//! The first is what the contacts do, and lose: no law lets it be positive. The second is work of the driver, of either sign: a racket gives a ball energy in a blow that loses some. A belt
//! is a driver too: s = t v − belt, and it works with the impulse that rubs on it.

use crate::dynamics::friction::buffers::Pushed;
use crate::dynamics::{Mode, StateRef, Touching, Workspace};
use crate::error::EvalError;
use crate::math::length;
use crate::model::{Model, Part};

/// Part of what two rows do to themselves by which one moves the other, if it is more than rounding.
const ALONE: f64 = 1e-12;

/// One impulse: the contact, and along its normal or which of its tangents.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Impulse {
    pub(crate) contact: usize,
    pub(crate) tangential: bool,
    /// Which of its tangents, of a contact in space.
    pub(crate) which: usize,
}

/// G̃ of some contacts at a place, and what each unit impulse does to the velocities.
#[derive(Clone, Debug, Default)]
pub(crate) struct Responses {
    pub(crate) impulses: Vec<Impulse>,
    /// Row by row.
    pub(crate) matrix: Vec<f64>,
    /// (γ, s) before.
    pub(crate) rates: Vec<f64>,
    /// Unit impulse by unit impulse.
    velocities: Vec<f64>,
    /// Constraints that do work, by their places in `works`, and what each of them does by each unit impulse, impulse by impulse: Λᵀ d.
    works: Vec<usize>,
    drives: Vec<f64>,
}

impl Responses {
    /// The energy that is lost at the contacts by these impulses.
    pub(crate) fn lost(&self, sizes: &[f64]) -> f64 {
        let rates = self.rates.iter().zip(self.after(sizes));
        -sizes.iter().zip(rates).map(|(p, (before, after))| 0.5 * p * (before + after)).sum::<f64>()
    }

    /// The works that drivers do by these impulses, with their places in `works`.
    pub(crate) fn driven<'a>(&'a self, sizes: &'a [f64]) -> impl Iterator<Item = (usize, f64)> + 'a {
        let of = move |k: usize| self.drives.iter().skip(k).step_by(self.works.len()).zip(sizes);
        self.works.iter().enumerate().map(move |(k, work)| (*work, of(k).map(|(unit, p)| unit * p).sum()))
    }

    /// v⁺ − v⁻ of these impulses.
    pub(crate) fn change(&self, sizes: &[f64]) -> Vec<f64> {
        let mut change = vec![0.0; self.velocities.len() / self.impulses.len().max(1)];
        for (column, size) in self.velocities.chunks_exact(change.len().max(1)).zip(sizes) {
            change.iter_mut().zip(column).for_each(|(v, x)| *v += size * x);
        }
        change
    }

    /// (γ, s) after these impulses.
    pub(crate) fn after(&self, sizes: &[f64]) -> Vec<f64> {
        let n = self.impulses.len();
        (0..n).map(|i| self.rates[i] + (0..n).map(|j| self.entry(i, j) * sizes[j]).sum::<f64>()).collect()
    }

    /// The speed with which a contact closes.
    pub(crate) fn closing_speed(&self, contact: usize) -> f64 {
        let normal = self.impulses.iter().position(|i| i.contact == contact && !i.tangential);
        normal.map_or(0.0, |i| (-self.rates[i]).max(0.0))
    }

    /// The largest speed with which one closes.
    pub(crate) fn fastest_closing(&self) -> f64 {
        self.impulses.iter().fold(0.0, |most: f64, i| most.max(self.closing_speed(i.contact)))
    }

    /// A contact's part of (γ, s) or of impulses, along its tangents.
    pub(crate) fn tangential<'x>(&self, contact: usize, of: &'x [f64]) -> &'x [f64] {
        let first = self.impulses.iter().position(|i| i.contact == contact).map_or(of.len(), |normal| normal + 1);
        &of[first..first + self.tangents(contact)]
    }

    /// G̃ between a normal row and the direction in which its contact slides, and the speed: in the plane the direction is given, in space, where it is zero, it is that of the slip.
    pub(crate) fn along_slip(&self, normal: usize, direction: f64) -> [f64; 2] {
        let slip = self.tangential(self.impulses[normal].contact, &self.rates);
        let speed = length(slip);
        let d = |s: &f64| if direction == 0.0 { s / speed.max(f64::MIN_POSITIVE) } else { direction };
        [slip.iter().enumerate().map(|(k, s)| d(s) * self.entry(normal, normal + 1 + k)).sum(), speed]
    }

    /// Does friction at the contact with this normal row leave all normal rates alone?
    pub(crate) fn is_apart(&self, normal: usize) -> bool {
        let mut tangents = normal + 1..=normal + self.tangents(self.impulses[normal].contact);
        let normals = || (0..self.impulses.len()).filter(|&i| !self.impulses[i].tangential);
        let none = |i: usize, j: usize| self.entry(i, j).abs() <= ALONE * (self.entry(i, i) * self.entry(j, j)).sqrt();
        tangents.all(|j| normals().all(|i| none(i, j)))
    }

    /// How many tangents a contact has.
    pub(crate) fn tangents(&self, contact: usize) -> usize {
        self.impulses.iter().filter(|i| i.contact == contact && i.tangential).count()
    }

    /// The contacts that an impulse at one of them reaches, from one to the next: by more than the part `rounding` of what they do to themselves.
    fn coupled_to(&self, contact: usize, rounding: f64) -> Vec<usize> {
        let n = self.impulses.len();
        let mut group = vec![contact];
        let mut next = 0;
        while next < group.len() {
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let [here, there] = [i, j].map(|k| self.impulses[k].contact);
                let own = (self.entry(i, i) * self.entry(j, j)).sqrt();
                if here == group[next] && !group.contains(&there) && self.entry(i, j).abs() > rounding * own {
                    group.push(there);
                }
            }
            next += 1;
        }
        group.sort_unstable();
        group
    }

    /// What is left where an impulse at one contact is all that happens: the contacts that it reaches, from one to the next.
    pub(crate) fn around(self, contact: usize, rounding: f64) -> Self {
        let group = self.coupled_to(contact, rounding);
        let kept: Vec<usize> = (0..self.rates.len()).filter(|&i| group.contains(&self.impulses[i].contact)).collect();
        let pairs = kept.iter().flat_map(|&i| kept.iter().map(move |&j| (i, j)));
        let of = |all: &[f64]| -> Vec<f64> {
            let each = all.len() / self.impulses.len().max(1);
            kept.iter().flat_map(|&i| all[i * each..(i + 1) * each].iter().copied()).collect()
        };
        Self {
            impulses: kept.iter().map(|&i| self.impulses[i]).collect(),
            matrix: pairs.map(|(i, j)| self.entry(i, j)).collect(),
            rates: kept.iter().map(|&i| self.rates[i]).collect(),
            velocities: of(&self.velocities),
            drives: of(&self.drives),
            works: self.works,
        }
    }

    /// Its contacts.
    pub(crate) fn contacts(&self) -> Vec<usize> {
        self.impulses.iter().filter(|i| !i.tangential).map(|i| i.contact).collect()
    }

    /// Entry of G̃.
    pub(crate) fn entry(&self, i: usize, j: usize) -> f64 {
        self.matrix[i * self.impulses.len() + j]
    }
}

impl Workspace {
    /// G̃ of the marked contacts, every contact being open and nothing sticking.
    pub(crate) fn impulse_responses(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &[Mode],
        struck: &[bool],
    ) -> Result<Responses, EvalError> {
        let mut responses = Responses::default();
        self.respond_to_impulses(model, (at, modes), struck, &mut responses).map(|()| responses)
    }

    /// The same in buffers of the caller's.
    pub(in crate::dynamics) fn respond_to_impulses(
        &mut self,
        model: &Model,
        (at, modes): (StateRef<'_>, &[Mode]),
        struck: &[bool],
        responses: &mut Responses,
    ) -> Result<(), EvalError> {
        let mut pushed = std::mem::take(&mut self.friction.pushed);
        let outcome = self.respond_in(model, (at, modes), struck, responses, &mut pushed);
        self.friction.pushed = pushed;
        outcome
    }

    fn respond_in(
        &mut self,
        model: &Model,
        (at, modes): (StateRef<'_>, &[Mode]),
        struck: &[bool],
        responses: &mut Responses,
        Pushed { modes: loose, force, rows, .. }: &mut Pushed,
    ) -> Result<(), EvalError> {
        let inner = &*model.inner;
        loose.clear();
        loose.extend_from_slice(modes);
        loose[model.constraint_count()..].fill(Mode::Released);
        inner.contacts.iter().for_each(|contact| loose[contact.entry] = Mode::Open);
        self.read_touching(model, at, loose, Touching::Those(struck))?;
        self.factor(model, at.t)?;
        let Responses { impulses, matrix, rates, velocities, works, drives } = responses;
        impulses.clear();
        for (contact, entry) in inner.contacts.iter().enumerate().filter(|(contact, _)| struck[*contact]) {
            let impulse = Impulse { contact, tangential: false, which: 0 };
            impulses.push(impulse);
            let tangents = entry.friction.map_or(0, |point| inner.frictions[point].rows().len());
            impulses.extend((0..tangents).map(|k| Impulse { tangential: true, which: k, ..impulse }));
        }
        let working = || inner.constraints.iter().filter(|entry| entry.work.is_some());
        works.clear();
        works.extend(working().filter_map(|entry| entry.work));
        velocities.clear();
        drives.clear();
        for &impulse in &*impulses {
            self.impulse_response(model, impulse, force, rows);
            for entry in working() {
                // A belt works with the impulse that rubs on it.
                let belt = match entry.part {
                    Part::Gap { contact } if contact == impulse.contact => {
                        self.along_impulse(model, impulse, at.v) - self.impulse_rate(model, impulse)
                    }
                    _ => 0.0,
                };
                drives.push(belt + self.constraint_power(model, entry, rows));
            }
            velocities.extend_from_slice(force);
        }
        matrix.clear();
        for &row in &*impulses {
            let columns = velocities.chunks_exact(model.velocities());
            matrix.extend(columns.map(|v| self.along_impulse(model, row, v)));
        }
        rates.clear();
        rates.extend(impulses.iter().map(|&impulse| self.impulse_rate(model, impulse)));
        Ok(())
    }

    /// γ or s.
    fn impulse_rate(&self, model: &Model, impulse: Impulse) -> f64 {
        let contact = &model.inner.contacts[impulse.contact];
        match contact.friction.filter(|_| impulse.tangential) {
            Some(point) => self.rate[model.inner.frictions[point].row + impulse.which],
            None => self.rate[contact.row],
        }
    }

    /// The row of an impulse: whose entry, and its numbers.
    fn impulse_row(&self, model: &Model, impulse: Impulse) -> (usize, &[f64]) {
        let contact = &model.inner.contacts[impulse.contact];
        match contact.friction.filter(|_| impulse.tangential) {
            Some(point) => {
                let friction = &model.inner.frictions[point];
                let own = &self.friction.tangents[friction.tangent.clone()];
                (friction.entry, self.tangents_of(friction).nth(impulse.which).unwrap_or(own))
            }
            None => (contact.entry, &self.normals[contact.normal.clone()]),
        }
    }

    fn along_impulse(&self, model: &Model, impulse: Impulse, x: &[f64]) -> f64 {
        let (entry, row) = self.impulse_row(model, impulse);
        self.over_bodies(model, entry, row, x)
    }

    /// M̂⁻¹ Jᵢᵀ, and what the other rows react with.
    fn impulse_response(&mut self, model: &Model, impulse: Impulse, force: &mut Vec<f64>, rows: &mut Vec<f64>) {
        force.clear();
        force.resize(model.velocities(), 0.0);
        let (entry, mut row) = self.impulse_row(model, impulse);
        for &body in &model.inner.constraints[entry].held {
            let force = &mut force[model.inner.bodies[body].dofs.clone()];
            let (here, rest) = row.split_at(force.len());
            force.copy_from_slice(here);
            row = rest;
        }
        rows.clear();
        rows.resize(model.rows(), 0.0);
        self.solve_in(model, force, rows);
    }
}
