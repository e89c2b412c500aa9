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

use super::responses::{Impulse, Responses};
use crate::dynamics::friction::buffers::Pushed;
use crate::dynamics::{Mode, StateRef, Touching, Workspace};
use crate::error::EvalError;
use crate::model::{Model, Part};

impl Workspace {
    /// G̃ of the marked contacts, every contact being open and nothing sticking.
    pub(crate) fn impulse_responses(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &[Mode],
        struck: &[bool],
    ) -> Result<Responses, EvalError> {
        let mut pushed = std::mem::take(&mut self.friction.pushed);
        let mut responses = Responses::default();
        let outcome = self.respond_in(model, (at, modes), struck, &mut responses, &mut pushed);
        self.friction.pushed = pushed;
        outcome.map(|()| responses)
    }

    fn respond_in(
        &mut self,
        model: &Model,
        question: (StateRef<'_>, &[Mode]),
        struck: &[bool],
        responses: &mut Responses,
        pushed: &mut Pushed,
    ) -> Result<(), EvalError> {
        self.loosen(model, question, struck, pushed)?;
        let (inner, v) = (&*model.inner, question.0.v);
        let (Responses { impulses, matrix, rates, velocities, works, drives }, Pushed { force, rows, .. }) =
            (responses, pushed);
        (0..struck.len()).filter(|&contact| struck[contact]).for_each(|contact| list(model, contact, impulses));
        let working = || inner.constraints.iter().filter(|entry| entry.work.is_some());
        works.extend(working().filter_map(|entry| entry.work));
        for &impulse in &*impulses {
            force.fill(0.0);
            rows.fill(0.0);
            self.strike_at(model, impulse, force);
            self.solve_in(model, force, rows);
            for entry in working() {
                // A belt works with the impulse that rubs on it.
                let belt = match entry.part {
                    Part::Gap { contact } if contact == impulse.contact => {
                        self.along_impulse(model, impulse, v) - self.impulse_rate(model, impulse)
                    }
                    _ => 0.0,
                };
                drives.push(belt + self.constraint_power(model, entry, rows));
            }
            velocities.extend_from_slice(force);
        }
        for &row in &*impulses {
            let columns = velocities.chunks_exact(model.velocities());
            matrix.extend(columns.map(|v| self.along_impulse(model, row, v)));
        }
        rates.extend(impulses.iter().map(|&impulse| self.impulse_rate(model, impulse)));
        Ok(())
    }

    /// The matrices alone, of islands whose impulses are listed, by solves that they share: `islands.rs`.
    pub(super) fn respond_by_islands(
        &mut self,
        model: &Model,
        question: (StateRef<'_>, &[Mode]),
        closed: &[bool],
        islands: &mut [Responses],
    ) -> Result<(), EvalError> {
        let mut pushed = std::mem::take(&mut self.friction.pushed);
        let outcome = self.loosen(model, question, closed, &mut pushed);
        let Pushed { force, rows, .. } = &mut pushed;
        islands.iter_mut().for_each(|island| island.matrix.resize(island.impulses.len().pow(2), 0.0));
        let most = islands.iter().map(|island| island.impulses.len()).max().unwrap_or(0);
        for k in 0..outcome.as_ref().map_or(0, |()| most) {
            force.fill(0.0);
            rows.fill(0.0);
            let struck = islands.iter().filter_map(|island| island.impulses.get(k));
            struck.for_each(|&impulse| self.strike_at(model, impulse, force));
            self.solve_in(model, force, rows);
            for Responses { impulses, matrix, .. } in islands.iter_mut().filter(|island| k < island.impulses.len()) {
                for (i, &row) in impulses.iter().enumerate() {
                    matrix[i * impulses.len() + k] = self.along_impulse(model, row, force);
                }
            }
        }
        self.friction.pushed = pushed;
        outcome
    }

    /// Factors what M̂ is of: every contact open, nothing that sticks; the marked contacts are looked at. Room for a solve is made.
    fn loosen(
        &mut self,
        model: &Model,
        (at, modes): (StateRef<'_>, &[Mode]),
        struck: &[bool],
        Pushed { modes: loose, force, rows, .. }: &mut Pushed,
    ) -> Result<(), EvalError> {
        force.resize(model.velocities(), 0.0);
        rows.resize(model.rows(), 0.0);
        loose.clear();
        loose.extend_from_slice(modes);
        loose[model.constraint_count()..].fill(Mode::Released);
        model.inner.contacts.iter().for_each(|contact| loose[contact.entry] = Mode::Open);
        self.read_touching(model, at, loose, Touching::Those(struck))?;
        self.factor(model, at.t)
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
                (
                    friction.entry,
                    self.tangents_of(friction).nth(impulse.which).unwrap_or_else(|| self.tangent(friction)),
                )
            }
            None => (contact.entry, &self.normals[contact.normal.clone()]),
        }
    }

    fn along_impulse(&self, model: &Model, impulse: Impulse, x: &[f64]) -> f64 {
        let (entry, row) = self.impulse_row(model, impulse);
        self.over_bodies(model, entry, row, x)
    }

    /// Adds Jᵢᵀ.
    fn strike_at(&self, model: &Model, impulse: Impulse, force: &mut [f64]) {
        let (entry, mut row) = self.impulse_row(model, impulse);
        for &body in &model.inner.constraints[entry].held {
            let force = &mut force[model.inner.bodies[body].dofs.clone()];
            let (here, rest) = row.split_at(force.len());
            force.iter_mut().zip(here).for_each(|(f, d)| *f += d);
            row = rest;
        }
    }
}

/// Lists the impulses of a contact: its normal, then its tangents.
pub(super) fn list(model: &Model, contact: usize, impulses: &mut Vec<Impulse>) {
    let impulse = Impulse { contact, tangential: false, which: 0 };
    impulses.push(impulse);
    let friction = model.inner.contacts[contact].friction.map(|point| &model.inner.frictions[point]);
    let tangents = friction.map_or(0, |friction| friction.rows().len());
    impulses.extend((0..tangents).map(|k| Impulse { tangential: true, which: k, ..impulse }));
}
