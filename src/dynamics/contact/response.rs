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
