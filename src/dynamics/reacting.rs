//! Forces that read reactions: solved with the motion, at the same instant.
//!
//! A wheel that creeps is pushed by a force W(q, v, λ) that depends on the load λ under which it creeps, and this load depends on the force. With G the multipliers that follow from
//! (E4), friction and all, if the forces are those of given numbers r in the place of those that are read,
//!
//! ```text
//! (1)  r = G(r),   G(r) = λ_read(h + W(q, v, r))
//! ```
//!
//! G is as smooth as W is, and nearly constant where a load depends little on the force: Newton's method starts with r = G(0), what is carried without these forces, and is done in two or
//! three steps. ∂G/∂r by central differences costs two solves a number that is read, with the matrix as it was factored; a quotient that is off by 1e-8 costs digits of speed, not of r.
//! It is taken anew only where the error falls by less than a tenth.
//!
//! The alternative, to take λ of the last accepted step as data, was not chosen: what is read is then late by a step, and every method of the order of one
//! (`tests/truths/space/creep.rs` measures both).
//!
//! (1) may have no solution, or several, as friction has where it is strong: found is the one that Newton's method leads to. If it leads to none, the error names a force. No certificate
//! covers these forces, and a step with them counts as uncertain.

use super::reads::carry;
use super::room::Reacting;
use super::{Query, Workspace};
use crate::error::{ElementError, EvalError};
use crate::math::max_abs_skip_nan;
use crate::model::Model;

/// Steps of Newton's method until it is given up.
const STEPS: usize = 40;
/// Where r stands still, relative to the reactions at work.
const STILL: f64 = 4e-15;
/// Where it may stand if rounding keeps it from more.
const ENOUGH: f64 = 1e-11;
/// A displacement of r for a difference, relative to its size.
const BESIDE: f64 = 1e-5;
/// The part by which an error has to fall for ∂G/∂r to be kept.
const FALLS: f64 = 0.1;

impl Model {
    /// Does any force read reactions?
    pub(crate) fn reacts(&self) -> bool {
        self.inner.forces.iter().any(|force| !force.reads.is_empty())
    }
}

impl Workspace {
    /// From h and γ_B to v' and λ, with all friction, and with the forces that read λ.
    #[inline(always)]
    pub(super) fn solve_all(&mut self, model: &Model, query: &Query<'_>, begun: bool) -> Result<(), EvalError> {
        if self.reacting.is_none() {
            return self.solve_once(model, query, begun);
        }
        self.solve_reacting(model, query)
    }

    #[inline(never)]
    fn solve_reacting(&mut self, model: &Model, query: &Query<'_>) -> Result<(), EvalError> {
        let Some(mut room) = self.reacting.take() else { return Ok(()) };
        let before = [&self.acceleration, &self.multipliers, &self.tangent_forces];
        for (kept, now) in room.before.iter_mut().zip(before) {
            kept.clear();
            kept.extend_from_slice(now);
        }
        let solved = self.settle(model, query, &mut room);
        self.reacting = Some(room);
        solved
    }

    #[inline(always)]
    fn solve_once(&mut self, model: &Model, query: &Query<'_>, begun: bool) -> Result<(), EvalError> {
        if self.rubs_nowhere(model, query) {
            self.solve(model, begun);
            return Ok(());
        }
        self.solve_rubbing(model, query.at.t, query.signs.search(), begun)
    }

    /// Newton's method for (1). What is evaluated last is r.
    fn settle(&mut self, model: &Model, query: &Query<'_>, room: &mut Reacting) -> Result<(), EvalError> {
        let n = room.rows.len();
        room.r.fill(0.0);
        self.respond(model, query, room)?;
        room.r.copy_from_slice(&room.off);
        let (mut last, mut known) = (f64::INFINITY, false);
        for _ in 0..STEPS {
            self.respond(model, query, room)?;
            let size = max_abs_skip_nan(&room.r).max(max_abs_skip_nan(&self.multipliers));
            let error =
                room.off.iter().fold(0.0, |most: f64, off| if off.is_nan() { f64::NAN } else { most.max(off.abs()) });
            if error <= STILL * size || (error >= last && error <= ENOUGH * size) {
                return Ok(());
            }
            if error.is_nan() {
                break;
            }
            if !known || error > FALLS * last {
                self.slope(model, query, room, size)?;
                known = true;
            }
            last = error;
            room.beside.copy_from_slice(&room.off);
            room.matrix.solve(&mut room.beside);
            (0..n).for_each(|i| room.r[i] += room.beside[i]);
        }
        let names = room.forces.iter().map(|&i| &*model.inner.forces[i].name);
        let source = ElementError::Refused(
            "its force and the reaction that it reads do not agree on any values that Newton's method finds: let it depend less on the reaction".to_owned(),
        );
        Err(EvalError::Element { kind: "force", name: names.collect::<Vec<_>>().join("`, `"), t: query.at.t, source })
    }

    /// 1 − ∂G/∂r, and its factors.
    fn slope(&mut self, model: &Model, query: &Query<'_>, room: &mut Reacting, size: f64) -> Result<(), EvalError> {
        let n = room.rows.len();
        room.beside.copy_from_slice(&room.off);
        for k in 0..n {
            let (at, by) = (room.r[k], BESIDE * room.r[k].abs().max(1e-3 * size).max(f64::MIN_POSITIVE));
            for (side, sign) in [(at + by, 1.0), (at - by, -1.0)] {
                room.r[k] = side;
                self.respond(model, query, room)?;
                for i in 0..n {
                    let slope = &mut room.slopes[i * n + k];
                    *slope = if sign > 0.0 { -room.off[i] } else { (*slope + room.off[i]) / (2.0 * by) };
                }
            }
            room.r[k] = at;
        }
        room.off.copy_from_slice(&room.beside);
        let factored = room.matrix.factor(&room.slopes);
        factored.map_err(|_| EvalError::Element {
            kind: "force",
            name: model.inner.forces[room.forces[0]].name.clone(),
            t: query.at.t,
            source: ElementError::Refused(
                "its force and the reaction that it reads do not determine each other: let it depend less on the reaction".to_owned(),
            ),
        })
    }

    /// G(r) − r, solved from what was there before.
    fn respond(&mut self, model: &Model, query: &Query<'_>, room: &mut Reacting) -> Result<(), EvalError> {
        for (to, kept) in
            [&mut self.acceleration, &mut self.multipliers, &mut self.tangent_forces].into_iter().zip(&room.before)
        {
            to.copy_from_slice(kept);
        }
        for (&row, r) in room.rows.iter().zip(&room.r) {
            self.reads.reactions[row] = *r;
        }
        room.wrenches.clear();
        self.reads.on_coordinates.fill(0.0);
        for &force in &room.forces {
            self.push_force(force, &model.inner.forces[force], query.at, &mut room.wrenches)?;
        }
        for (body, entry) in model.inner.bodies.iter().enumerate() {
            let wrench = room.wrenches.of(body + 1, entry.spatial);
            carry(entry, &self.maps, wrench, &mut self.acceleration[entry.dofs.clone()]);
        }
        self.acceleration.iter_mut().zip(&self.reads.on_coordinates).for_each(|(h, push)| *h += push);
        self.solve_once(model, query, false)?;
        for ((off, &row), r) in room.off.iter_mut().zip(&room.rows).zip(&room.r) {
            *off = self.multipliers[row] - r;
        }
        Ok(())
    }
}
