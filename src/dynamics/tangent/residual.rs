//! What all elements leave of the equations of motion together, at a place beside the state that is held, and of another model of the same layout.
//!
//! The passes are those of an evaluation, whose rows are multiplied with what is held instead of being solved. Of (T1) only the difference of two places, or of two models, is made, and it is made term by term:
//!
//! ```text
//! (1)  R¹₊ − R¹₋ = (h₊ − h₋) + (J₊ − J₋)ᵀ λ − (M₊ a − M₋ a),     R²₊ − R²₋ = (γ₊ − γ₋) − (J₊ − J₋) a         h with what rubs
//! ```
//!
//! Each bracket is of near numbers, whose difference is exact: what is alike in both falls out, and sums that are zero in all are not made. M a is made where M is, which may be a diagonal in the one and not in the other.

use super::{Apart, Tangent};
use crate::dynamics::evaluate::finite;
use crate::dynamics::{Query, StateRef, Touching};
use crate::element::Frames;
use crate::error::EvalError;
use crate::model::Model;
use std::ops::Range;

/// The sums of (T1), and what is read beside them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Residual {
    /// R¹, and later δa.
    pub(crate) force: Vec<f64>,
    /// R², and later δλ.
    pub(crate) rows: Vec<f64>,
    pub(crate) phi: Vec<f64>,
    pub(crate) rate: Vec<f64>,
    /// The loads that are given, or what stands before the multipliers of which they are made: at multipliers that are held.
    pub(crate) given: Vec<f64>,
}

/// h and γ in a residual's place, with J and M a.
#[derive(Clone, Debug)]
pub(crate) struct Left {
    pub(super) sides: Residual,
    pub(super) blocks: Vec<f64>,
    pub(super) inertia: Vec<f64>,
}

/// A place: t, q, v and the user's variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) t: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) variables: Vec<f64>,
}

/// A direction: changes of q (quaternions as they are), v, the user's variables and t.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Direction<'a> {
    pub(crate) t: f64,
    pub(crate) q: &'a [f64],
    pub(crate) v: &'a [f64],
    pub(crate) variables: &'a [f64],
}

impl Residual {
    pub(crate) fn of(model: &Model) -> Self {
        let (rows, points) = (vec![0.0; model.rows()], vec![0.0; model.inner.frictions.len()]);
        let force = vec![0.0; model.velocities()];
        Self { force, phi: rows.clone(), rate: rows.clone(), rows, given: points }
    }

    fn lists(&self) -> [&[f64]; 5] {
        [&self.force, &self.rows, &self.phi, &self.rate, &self.given]
    }

    fn lists_mut(&mut self) -> [&mut [f64]; 5] {
        [&mut self.force, &mut self.rows, &mut self.phi, &mut self.rate, &mut self.given]
    }

    pub(crate) fn clear(&mut self) {
        self.lists_mut().into_iter().for_each(|list| list.fill(0.0));
    }

    /// Adds `times` another.
    pub(crate) fn add(&mut self, times: f64, other: &Self) {
        for (to, from) in self.lists_mut().into_iter().zip(other.lists()) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += times * from);
        }
    }
}

impl Left {
    /// `blocks`: those of a workspace of the model.
    pub(super) fn of(model: &Model, blocks: &[f64]) -> Self {
        let sides = Residual::of(model);
        Self { inertia: sides.force.clone(), sides, blocks: blocks.to_vec() }
    }
}

impl Place {
    /// Where a question is asked.
    pub(crate) fn set(&mut self, at: StateRef<'_>) {
        self.t = at.t;
        for (to, from) in [(&mut self.q, at.q), (&mut self.v, at.v), (&mut self.variables, at.variables)] {
            to.clear();
            to.extend_from_slice(from);
        }
    }
}

impl Tangent {
    /// What an evaluation makes at a place before it solves, loads being held.
    pub(super) fn leave(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        place: &Place,
        left: &mut Left,
    ) -> Result<(), EvalError> {
        let at = StateRef { t: place.t, q: &place.q, v: &place.v, variables: &place.variables, ..query.at };
        let query = Query { at, ..*query };
        let (ws, sides) = (&mut self.ws, &mut left.sides);
        ws.set_modes(model, query.modes);
        ws.place(model, at.q, at.v);
        ws.live.settled = !ws.write_rows(model, at.now(), at.memory, Touching::None)?;
        // They are made where an evaluation makes them.
        std::mem::swap(&mut ws.acceleration, &mut sides.force);
        std::mem::swap(&mut ws.multipliers, &mut sides.rows);
        let loaded = ws.load(model, at, None);
        ws.stabilize(model, &query);
        std::mem::swap(&mut ws.acceleration, &mut sides.force);
        std::mem::swap(&mut ws.multipliers, &mut sides.rows);
        loaded?;
        (0..model.inner.frictions.len()).try_for_each(|point| self.rub(model, point, &query, sides))?;
        let ws = &self.ws;
        sides.phi.copy_from_slice(&ws.phi);
        sides.rate.copy_from_slice(&ws.rate);
        left.blocks.copy_from_slice(&ws.blocks);
        self.push_masses(model, &mut left.inertia);
        if finite(&sides.force) && finite(&sides.rows) { Ok(()) } else { Err(self.ws.diagnose(model, at.now())) }
    }

    /// What these elements leave at a place, and nothing of all others; `frames` are those of all bodies there, if they are known.
    pub(super) fn leave_apart(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        (place, frames): (&Place, Option<&Frames>),
        apart: &Apart,
        left: &mut Left,
    ) -> Result<(), EvalError> {
        let Place { t, q, v, variables } = place;
        let at = StateRef { t: *t, q, v, variables, ..query.at };
        let query = Query { at, ..*query };
        let (ws, sides, inner) = (&mut self.ws, &mut left.sides, &*model.inner);
        ws.set_modes(model, query.modes);
        match frames.filter(|_| !apart.places) {
            Some(frames) => ws.frames.copy_from(frames),
            None => ws.place(model, q, v),
        }
        ws.write_some(model, [&apart.entries, &apart.gathers], at.now(), at.memory)?;
        // All elements may have left something there before.
        sides.clear();
        if apart.loads() {
            // It is made where an evaluation makes it.
            std::mem::swap(&mut ws.acceleration, &mut sides.force);
            let loaded = ws.load_by(model, at, &apart.forces);
            std::mem::swap(&mut ws.acceleration, &mut sides.force);
            loaded?;
        }
        std::mem::swap(&mut ws.multipliers, &mut sides.rows);
        ws.stabilize(model, &query);
        std::mem::swap(&mut ws.multipliers, &mut sides.rows);
        for entry in apart.entries.iter().map(|&entry| &inner.constraints[entry]) {
            let rows = entry.rows.clone();
            sides.phi[rows.clone()].copy_from_slice(&ws.phi[rows.clone()]);
            sides.rate[rows.clone()].copy_from_slice(&ws.rate[rows]);
            for place in &entry.places {
                left.blocks[place.clone()].copy_from_slice(&ws.blocks[place.clone()]);
            }
        }
        apart.points.iter().try_for_each(|&point| self.rub(model, point, &query, sides))?;
        if apart.bodies {
            self.push_masses(model, &mut left.inertia);
        }
        if finite(&sides.force) && finite(&sides.rows) { Ok(()) } else { Err(self.ws.diagnose(model, at.now())) }
    }

    /// The friction of a point that slides, and what is known of its load, at multipliers that are held.
    pub(super) fn rub(
        &self,
        model: &Model,
        point: usize,
        query: &Query<'_>,
        sides: &mut Residual,
    ) -> Result<(), EvalError> {
        let friction = &model.inner.frictions[point];
        self.ws.rub_beside(model, point, query, &mut sides.force)?;
        let given = self.ws.given_load(model, friction, query.at)?;
        sides.given[point] = given.unwrap_or_else(|| friction.load.of(&self.multipliers)[0]);
        Ok(())
    }

    /// M a.
    pub(super) fn push_masses(&self, model: &Model, inertia: &mut [f64]) {
        for entry in &model.inner.bodies {
            let (mass, a) = (&self.ws.mass[entry.mass.clone()], &self.acceleration[entry.dofs.clone()]);
            let inertia = &mut inertia[entry.dofs.clone()];
            if entry.is_diagonal() {
                inertia.iter_mut().zip(mass.iter().zip(a)).for_each(|(out, (m, a))| *out = m * a);
            } else {
                let rows = mass.chunks_exact(a.len()).map(|row| row.iter().zip(a).map(|(m, a)| m * a).sum());
                inertia.iter_mut().zip(rows).for_each(|(out, row)| *out = row);
            }
        }
    }

    /// Adds (1), so many times; of models that differ, of what they differ in.
    pub(super) fn add_between(&self, [plus, minus]: [&Left; 2], times: f64, apart: Option<&Apart>, out: &mut Residual) {
        for ((to, plus), minus) in out.lists_mut().into_iter().zip(plus.sides.lists()).zip(minus.sides.lists()) {
            to.iter_mut().zip(plus.iter().zip(minus)).for_each(|(to, (plus, minus))| *to += times * (plus - minus));
        }
        let turns = |row: usize| apart.is_none_or(|apart| apart.rows[row]);
        let turned =
            |at: Range<usize>| plus.blocks[at.clone()].iter().zip(&minus.blocks[at]).map(|(plus, minus)| plus - minus);
        self.add_turned(turns, turned, times, out);
        if apart.is_some_and(|apart| !apart.bodies) {
            return;
        }
        for (force, (plus, minus)) in out.force.iter_mut().zip(plus.inertia.iter().zip(&minus.inertia)) {
            *force -= times * (plus - minus);
        }
    }

    /// Adds δJᵀ λ and −δJ a, so many times, of constraints that turn, by their first rows, and of their rows that hold.
    #[inline]
    pub(super) fn add_turned<T: Iterator<Item = f64>>(
        &self,
        turns: impl Fn(usize) -> bool,
        turned: impl Fn(Range<usize>) -> T,
        times: f64,
        out: &mut Residual,
    ) {
        let Some(plan) = &self.plans[usize::from(self.sticking)] else { return };
        for held in plan.held.iter().filter(|held| turns(held.row)) {
            let dofs = held.dof..held.dof + held.width;
            let (force, a) = (&mut out.force[dofs.clone()], &self.acceleration[dofs]);
            let rows = held.row..held.row + held.rows;
            let (released, multipliers) = (&self.ws.released[rows.clone()], &self.multipliers[rows.clone()]);
            let mut block = turned(held.block.clone());
            for ((row, released), multiplier) in out.rows[rows].iter_mut().zip(released).zip(multipliers) {
                if *released {
                    block.by_ref().take(held.width).for_each(drop);
                    continue;
                }
                let (push, mut along) = (times * multiplier, 0.0);
                for ((force, a), turned) in force.iter_mut().zip(a).zip(block.by_ref()) {
                    *force += turned * push;
                    along += turned * a;
                }
                *row -= times * along;
            }
        }
    }
}
