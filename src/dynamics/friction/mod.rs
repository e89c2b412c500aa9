//! Friction in one evaluation: from the smooth system to the loads, and back to the motion (E5 to E7).
//!
//! The augmented matrix K is factored once, without friction. A sliding point pushes with −D_jᵀ σ_j μ_j N_j, N_j = |z_j|. By linearity
//!
//! ```text
//! λ = λ₀ + Σ_j Λ_j N_j,     K (v'_j, −Λ_j) = (−D_jᵀ σ_j μ_j, 0)                                       (E6)
//! z_i = a_i + Σ_j C_ij N_j,   a_i and C_ij being point i's load in λ₀ and in Λ_j
//! ```
//!
//! which is solved for the few loads alone. A load of two components (a pin) is carried along its own direction u = z/‖z‖: with
//! u held, u·z is a load like any other; repeating this with the new u is Newton's method for N_i = ‖a_i + Σ C_ij N_j‖. Where it begins decides,
//! if there are several solutions, which one is found: so the angle of u is kept in the state, where other loads have their sign.
//!
//! This is the *reduced* method (`reduced.rs`). In the *matrix* method (`matrix.rs`) the signs stand in K itself.
//!
//! While a run is within a step the signs are *held*: N_j = S_j z_j even where that is negative. The right-hand side is then smooth, and the
//! run looks for the instant at which a sign changes.

mod at_work;
pub(super) mod branches;
pub(super) mod buffers;
pub(super) mod cluster;
mod cones;
mod decide;
mod ending;
mod entries;
mod free;
mod matrix;
mod passing;
mod reduced;
mod rest;
mod settle;
mod share;
mod slide;
mod solutions;
pub(super) mod split;
pub(super) mod starting;
pub(super) mod together;
pub(super) mod turning;
mod varied;

pub(crate) use at_work::ROUNDING as FORCE_ROUNDING;
pub(crate) use slide::Slipping;
pub(super) use varied::Turning;

use crate::dynamics::diagnose::element as in_element;
use crate::dynamics::live::{OnBody, Single};
use crate::dynamics::{Query, StateRef, Workspace};
use crate::element::Ctx;
use crate::error::EvalError;
use crate::friction::{Coupling, Search};
use crate::linear::{Augmented, Influence};
use crate::math::small::dot;
use crate::model::{FrictionEntry, LoadRows, Model};

/// Most loads for the search that tries every pattern.
const EXHAUSTIBLE: usize = 12;

impl Workspace {
    /// Keeps D of every friction point, before those that slide are switched off.
    #[inline(always)]
    pub(crate) fn keep_tangents(&mut self, model: &Model, anew: bool) {
        if let Some(sliding) = &model.inner.sliding {
            self.keep_tangents_beside(model, sliding, anew);
        }
    }

    fn keep_tangents_beside(&mut self, model: &Model, sliding: &Augmented, anew: bool) {
        if model.inner.contacts.is_empty() && self.friction.slides.is_empty() {
            // The blocks of joints' tangents follow each other, after those of all constraints.
            let blocks = sliding.jacobian_len()..model.inner.augmented.jacobian_len();
            self.friction.tangents.copy_from_slice(&self.blocks[blocks]);
        } else {
            self.keep_each(model, anew);
        }
    }

    /// D_j x over the velocities.
    pub(crate) fn along_tangent(&self, model: &Model, friction: &FrictionEntry, x: &[f64]) -> f64 {
        self.over_bodies(model, friction.entry, self.tangent(friction), x)
    }

    /// Slip acceleration D_j v' − γ_j of a point at the last evaluation.
    pub(crate) fn slip_acceleration(&self, model: &Model, friction: &FrictionEntry) -> f64 {
        self.along_tangent(model, friction, &self.acceleration) - self.along_slide(friction, &self.gamma)
    }

    /// About what a push along a point would do to its bodies if nothing held them, Σ D_i² / M_ii.
    pub(in crate::dynamics) fn free_response(&self, model: &Model, point: usize) -> f64 {
        let inner = &*model.inner;
        let mut tangent = self.tangent(&inner.frictions[point]);
        let mut sum = 0.0;
        for entry in inner.constraints[inner.frictions[point].entry].held.iter().map(|&body| &inner.bodies[body]) {
            let (here, rest) = tangent.split_at(entry.dofs.len());
            let diagonal = entry.diagonal(&self.mass);
            sum += here.iter().zip(diagonal).map(|(d, m)| d * d / m).sum::<f64>();
            tangent = rest;
        }
        sum
    }

    /// Friction that needs no reaction to be known: viscous, and under a given load. Adds it to h and leaves it as the tangent's force.
    pub(in crate::dynamics) fn rub(&mut self, model: &Model, query: &Query<'_>) -> Result<(), EvalError> {
        let (inner, t) = (&*model.inner, query.at.t);
        let given = query.signs.given();
        self.friction.take(&inner.frictions, given);
        self.live.held.iter().for_each(|held| self.friction.found[held.point] = given[held.point]);
        self.friction.coupling = Coupling::default();
        (self.friction.reduced, self.friction.fits) = (false, false);
        self.friction.loaded.clear();
        self.friction.push.fill(0.0);
        if !std::mem::replace(&mut self.live.rubs_alone, true) {
            // What is not asked below does not rub.
            self.friction.normal.fill(0.0);
            inner.frictions.iter().for_each(|friction| self.powers[friction.work] = 0.0);
        }
        for i in 0..self.live.rubbing.len() {
            let point = self.live.rubbing[i];
            let friction = &inner.frictions[point];
            let (sigma, is_given) = (self.friction.sigma[point], friction.load == LoadRows::Given);
            if is_given && let Some(given) = self.given_load(model, friction, query.at)? {
                self.friction.normal[point] = given;
            }
            if sigma == 0.0 {
                continue;
            }
            let speed = sigma * self.along_slide(friction, &self.rate);
            let (limit_factor, law) = (query.limits.limit_factor(), &friction.law);
            let mu = match query.limits.at_rest(point) {
                true => limit_factor * law.holding(),
                // No law slides harder than it holds.
                false if limit_factor < 1.0 => law.sliding(speed).min(limit_factor * law.holding()),
                false => law.sliding(speed),
            };
            let mut force = friction.law.viscous(speed);
            if is_given {
                force += mu * self.friction.normal[point];
            } else if mu != 0.0 {
                self.friction.push[point] = -sigma * mu;
                self.friction.loaded.push(point);
            }
            if !(mu + force).is_finite() {
                return Err(not_finite(friction, t, "its coefficient or viscous force"));
            }
            self.tangent_forces[point] = -sigma * force;
            if force != 0.0 {
                self.friction.force_along(model, friction, -sigma * force, &mut self.acceleration);
            }
        }
        Ok(())
    }

    /// The size of a load that is given where the frames are; none of a load that is a reaction.
    pub(in crate::dynamics) fn given_load(
        &self,
        model: &Model,
        friction: &FrictionEntry,
        at: StateRef<'_>,
    ) -> Result<Option<f64>, EvalError> {
        let (LoadRows::Given, Some(element)) = (&friction.load, &friction.element) else { return Ok(None) };
        let entry = &model.inner.constraints[friction.entry];
        let ctx = Ctx::new(at.now(), &self.frames, &entry.slots, &at.memory[entry.memory.clone()]);
        let given = element.given(ctx).map_err(|why| in_element("friction", &friction.name, at.t, why))?;
        if given.is_finite() { Ok(Some(given.abs())) } else { Err(not_finite(friction, at.t, "its given load")) }
    }

    /// The friction of a point that slides, in its rows: at the slip that these rows have now, under the load of the last evaluation. What starts or ends in space keeps its direction.
    pub(in crate::dynamics) fn rubbing(
        &self,
        model: &Model,
        point: usize,
        query: &Query<'_>,
    ) -> Result<[f64; 3], EvalError> {
        let friction = &model.inner.frictions[point];
        let slip = friction.parts(&self.rate);
        let load = self.given_load(model, friction, query.at)?.unwrap_or(self.friction.normal[point]);
        let (sigma, d) = (self.friction.sigma[point], self.direction_at(friction, slip));
        let speed = sigma * dot(&d, &slip);
        let force = friction.law.viscous(speed) + friction.law.sliding(speed) * load;
        Ok(d.map(|d| -sigma * force * d))
    }

    /// Adds D_jᵀ f_j of a point that slides, where the rows are now.
    pub(in crate::dynamics) fn rub_beside(
        &self,
        model: &Model,
        point: usize,
        query: &Query<'_>,
        force: &mut [f64],
    ) -> Result<(), EvalError> {
        if self.friction.sigma[point] == 0.0 {
            return Ok(());
        }
        let inner = &*model.inner;
        let (rubs, friction) = (self.rubbing(model, point, query)?, &inner.frictions[point]);
        if !rubs.iter().all(|force| force.is_finite()) {
            return Err(not_finite(friction, query.at.t, "its force"));
        }
        let entry = &inner.constraints[friction.entry];
        for (&body, place) in entry.held.iter().zip(&entry.places) {
            let force = &mut force[inner.bodies[body].dofs.clone()];
            for (row, push) in self.blocks[place.clone()].chunks_exact(force.len()).zip(rubs) {
                force.iter_mut().zip(row).for_each(|(force, d)| *force += d * push);
            }
        }
        Ok(())
    }

    /// From h and γ_B to v' and λ with the friction of all loads, in place; the way forward may have begun.
    pub(in crate::dynamics) fn solve_rubbing(
        &mut self,
        model: &Model,
        t: f64,
        search: Option<Search>,
        begun: bool,
    ) -> Result<(), EvalError> {
        let inner = &*model.inner;
        let sliding = self.friction.loaded.len();
        if search == Some(Search::Exhaustive) && sliding > EXHAUSTIBLE {
            return Err(EvalError::TooMany { resting: 0, sliding });
        }
        if self.friction.loaded.is_empty() {
            self.solve(model, begun);
        } else if self.signs_in_matrix(model, search) {
            self.rub_in_matrix(model, t, search)?;
        } else {
            self.rub_reduced(model, (t, search), begun)?;
        }
        for &point in &self.friction.loaded {
            self.tangent_forces[point] += self.friction.push[point] * self.friction.normal[point];
        }
        for &[point, row] in &self.live.carried {
            // A contact only pushes: a load that pulls is told as it is.
            self.friction.normal[point] = self.multipliers[row];
        }
        for i in 0..self.live.others.len() {
            let point = self.live.others[i];
            let friction = &inner.frictions[point];
            if self.friction.sigma[point] != 0.0 {
                self.tell_force(friction, self.tangent_forces[point]);
            }
            if friction.load != LoadRows::Given && self.friction.push[point] == 0.0 {
                let load = friction.load.of(&self.multipliers);
                let a = load[0];
                if friction.contact.is_some() {
                    // As above.
                    (self.friction.normal[point], self.friction.signs[point]) = (a, 1.0);
                    continue;
                }
                if search.is_none() && self.friction.sigma[point] != 0.0 && matches!(friction.load, LoadRows::Rows(_)) {
                    // A load that does not push is one all the same: its sign is held like those of the others.
                    self.friction.normal[point] = self.friction.signs[point] * a;
                    continue;
                }
                // Nothing depends on sign and direction here: they follow, so that a search finds them right.
                if friction.load.is_length() {
                    self.friction.normal[point] = 0.0;
                    self.friction.turn_towards(point, load);
                } else {
                    self.friction.normal[point] = a.abs();
                    self.friction.signs[point] = if a < 0.0 { -1.0 } else { 1.0 };
                }
            }
        }
        self.friction.tell(&inner.frictions);
        Ok(())
    }

    /// The same by the reduced method.
    fn rub_reduced(&mut self, model: &Model, (t, search): (f64, Option<Search>), begun: bool) -> Result<(), EvalError> {
        match self.influence(model) {
            Some(plan) => self.rub_between_halves(model, plan, (t, search), begun),
            None => self.rub_by_solves(model, t, search),
        }
    }

    /// What friction does to loads between the halves of a solve; nothing where rows were dropped, whose loads are those of least norm.
    pub(in crate::dynamics) fn influence<'m>(&mut self, model: &'m Model) -> Option<&'m Influence> {
        model.influence(self.sticking).filter(|_| self.numeric().dropped().is_empty())
    }

    /// Power of every friction point on its bodies.
    pub(crate) fn rub_powers(&mut self, model: &Model, v: &[f64]) {
        for &Single { row, work, parts: [from, to], plain } in &self.live.singles {
            let force = self.multipliers[row];
            let along = |on: &OnBody| dot_of(&self.friction.tangents[on.to..][..on.count], &v[on.dof..]);
            let slip = || self.live.tangents[from..to].iter().map(along).sum::<f64>();
            self.powers[work] = match force {
                0.0 => 0.0,
                _ if plain => force * self.rate[row],
                _ => force * slip(),
            };
        }
        for i in 0..self.live.pairs.len() {
            let friction = &model.inner.frictions[self.live.pairs[i]];
            let force = self.along_slide(friction, &self.multipliers);
            self.powers[friction.work] =
                if force == 0.0 { 0.0 } else { force * self.along_tangent(model, friction, v) };
        }
        for held in &self.live.held {
            self.powers[held.work] = if held.carried {
                let entry = model.inner.frictions[held.point].entry;
                self.constraint_power(model, &model.inner.constraints[entry], &self.multipliers)
            } else {
                dot(&held.of(&self.multipliers), &held.of(&self.rate))
            };
        }
    }
}

/// Part of a row times velocities; most parts are those of a body or of a particle in the plane.
#[inline(always)]
fn dot_of(row: &[f64], v: &[f64]) -> f64 {
    match (row, v) {
        ([a, b, c], [x, y, z, ..]) => a * x + b * y + c * z,
        ([a, b], [x, y, ..]) => a * x + b * y,
        _ => row.iter().zip(v).map(|(d, v)| d * v).sum(),
    }
}

fn not_finite(friction: &FrictionEntry, t: f64, what: &str) -> EvalError {
    EvalError::NotFinite { kind: "friction", name: friction.name.clone(), what: what.into(), t }
}
