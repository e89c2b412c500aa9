//! (Y1) where every element knows how it changes: its own equations, in numbers that carry their derivative along the direction.
//!
//! ```text
//! (1)  δR¹ = δh + δJᵀ λ + Σ (δD_jᵀ f_j + D_jᵀ (∂f_j/∂s_j) δs_j),     δR² = δγ_B − δJ a        M being constant
//! ```
//!
//! Of what slides in several directions D_j, f_j and s_j are those along its own, which stands here: it turns by (Y3') of `variation.rs`.
//!
//! There is no step to be chosen, and nothing is lost to rounding. It is so of pins, slots, guides, welds, rods, gears, edges, drivers, points on curves and linear constraints of velocities in the plane, of all joints, screws, rods, gears and drivers in
//! space, of stops, of springs of any characteristic, to paths too, of bushings, of forces that are constant, signals or formulas, of what rubs by Coulomb's law or Stribeck's but in contacts of shapes, of the gyroscopic moments of solids, and of
//! constraints that a user's generic function makes: on bodies whose coordinates are their poses, as long as neither time nor the user's variables go along. Of the elements that are left
//! `variation.rs` takes differences: of contacts of shapes, among others, and of all elements where time goes along.

use super::residual::{Direction, Residual};
use super::{Apart, Tangent};
use crate::body::FrameMap;
use crate::dynamics::{Query, Workspace};
use crate::element::{Changes, Frames, Moving, PlanarFrame, Pushes, Rows};
use crate::error::EvalError;
use crate::math::Now;
use crate::math::small::dot;
use crate::model::{BodyEntry, ConstraintEntry, ForceEntry, Model};
use num_dual::Dual64;
use std::marker::PhantomData;
use std::ops::Range;

/// Of the state that is held: all frames, and what rubs.
#[derive(Clone, Debug)]
pub(super) struct Exact {
    frames: Frames<Dual64>,
    rubs: Vec<Rub>,
    /// Bodies with inertia forces, where these are not asked with the forces that are left; constraints, forces and friction points that know how they change.
    turning: Vec<usize>,
    constraints: Vec<usize>,
    forces: Vec<usize>,
    points: Vec<usize>,
    gathers: Vec<usize>,
    /// All that do not.
    pub(super) rest: Apart,
}

/// A friction point that slides, its direction, f_j and ∂f_j/∂s_j.
#[derive(Copy, Clone, Debug)]
struct Rub {
    point: usize,
    along: [f64; 3],
    force: f64,
    slope: f64,
}

impl Exact {
    /// None if no element knows it.
    pub(super) fn of(model: &Model) -> Option<Self> {
        let inner = &*model.inner;
        let frames = Frames::still(&Frames::new(inner.bodies.len(), inner.layout.solids));
        let in_pose = |body: &BodyEntry| body.shape.frame != FrameMap::General;
        let can_be = |slots: &[u32]| slots.iter().all(|&slot| slot == 0 || in_pose(&inner.bodies[slot as usize - 1]));
        let (mut ws, memory) = (model.workspace(), vec![0.0; inner.layout.memory]);
        let at = At { now: Now::at(0.0), frames: &frames, memory: &memory };
        let mut knows = |it: &ConstraintEntry| ws.vary_rows(it, at);
        let asked = inner.constraints.iter().map(|it| !(can_be(&it.slots) && knows(it)));
        let asked: Vec<bool> = asked.collect();
        let forces = inner.forces.iter().map(|it| !(can_be(&it.slots) && ws.vary_push(it, at)));
        let forces: Vec<bool> = forces.collect();
        let frictions = inner.frictions.iter().map(|it| it.law.slopes(0.0).is_none());
        let turns = |body: &BodyEntry| {
            let still = vec![0.0; body.dofs.len()];
            body.body.vary_bias(&still, &still, &mut still.clone())
        };
        let moves = |body: &BodyEntry| {
            let shape = &body.shape;
            !in_pose(body) || !shape.constant_mass || (shape.inertia_forces && !turns(body))
        };
        let mut rest = Apart::those(model, asked, forces.iter().copied(), frictions);
        rest.bodies = inner.bodies.iter().any(moves) || !inner.layout.off_center.is_empty();
        let without = |count: usize, rest: &[usize]| (0..count).filter(|index| !rest.contains(index)).collect();
        let constraints: Vec<usize> = without(inner.constraints.len(), &rest.entries);
        let forces: Vec<usize> = without(inner.forces.len(), &rest.forces);
        let points = without(inner.frictions.len(), &rest.points);
        let gathers = without(inner.layout.gathers.len(), &rest.gathers);
        let some = !constraints.is_empty() || !forces.is_empty();
        let turning = |&body: &usize| !rest.loads() && inner.bodies[body].shape.inertia_forces;
        let turning = (0..inner.bodies.len()).filter(turning).collect();
        some.then_some(Self { frames, rubs: Vec::new(), turning, constraints, forces, points, gathers, rest })
    }

    /// The state that was evaluated is held.
    pub(super) fn hold(&mut self, model: &Model, query: &Query<'_>, ws: &Workspace) -> Result<(), EvalError> {
        let planar = self.frames.planar.iter_mut().zip(&ws.frames.planar);
        planar.for_each(|(to, frame)| *to = PlanarFrame::still(frame));
        let spatial = self.frames.spatial.iter_mut().zip(&ws.frames.spatial);
        spatial.for_each(|(to, frame)| to.hold(frame));
        self.rubs.clear();
        for &point in &self.points {
            let friction = &model.inner.frictions[point];
            let sigma = ws.friction.sigma[point];
            if sigma == 0.0 {
                continue;
            }
            let along = ws.direction_of(friction);
            let force = dot(&along, &ws.rubbing(model, point, query)?);
            let load = ws.given_load(model, friction, query.at)?.unwrap_or(ws.friction.normal[point]);
            let speed = sigma * ws.along_slide(friction, &ws.rate);
            let [falls, viscous] = friction.law.slopes(speed).unwrap_or_default();
            self.rubs.push(Rub { point, along, force, slope: -(falls * load + viscous) });
        }
        Ok(())
    }
}

impl Tangent {
    /// (1).
    pub(super) fn vary(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        exact: &mut Exact,
        direction: Direction<'_>,
        out: &mut Residual,
    ) {
        let inner = &*model.inner;
        for (index, entry) in inner.bodies.iter().enumerate() {
            let [q, v] = [&direction.q[entry.coordinates.clone()], &direction.v[entry.dofs.clone()]];
            if entry.spatial {
                exact.frames.spatial[index + 1].change(&query.at.q[entry.coordinates.clone()], [q, v]);
                continue;
            }
            // What only shifts does not turn; what has other coordinates is not read.
            let part = |x: &[f64]| match *x {
                [x, y] => [x, y, 0.0],
                [x, y, turn] => [x, y, turn],
                _ => [f64::NAN; 3],
            };
            exact.frames.planar[index + 1].change([part(q), part(v)]);
        }
        let (ws, at) = (&mut self.ws, At { now: query.at.now(), frames: &exact.frames, memory: query.at.memory });
        // Of all others nothing changes here.
        [&mut ws.phi, &mut ws.rate, &mut ws.gamma].into_iter().for_each(|list| list.fill(0.0));
        for &constraint in &exact.constraints {
            ws.vary_rows(&inner.constraints[constraint], at);
        }
        for &gather in &exact.gathers {
            ws.gather(model, &inner.layout.gathers[gather]);
        }
        if !exact.forces.is_empty() {
            ws.wrenches.clear();
            for &force in &exact.forces {
                ws.vary_push(&inner.forces[force], at);
            }
            for (body, entry) in inner.bodies.iter().enumerate() {
                let push = ws.wrenches.of(body + 1, entry.spatial);
                out.force[entry.dofs.clone()].iter_mut().zip(push).for_each(|(h, push)| *h += push);
            }
        }
        for entry in exact.turning.iter().map(|&body| &inner.bodies[body]) {
            let dofs = entry.dofs.clone();
            let (v, dv) = (&query.at.v[dofs.clone()], &direction.v[dofs.clone()]);
            entry.body.vary_bias(v, dv, &mut out.force[dofs]);
        }
        out.phi.copy_from_slice(&ws.phi);
        out.rate.copy_from_slice(&ws.rate);
        // Where an evaluation makes it.
        std::mem::swap(&mut ws.multipliers, &mut out.rows);
        ws.stabilize(model, &Query { correction: &[], ..*query });
        std::mem::swap(&mut ws.multipliers, &mut out.rows);
        for rub in &exact.rubs {
            let friction = &inner.frictions[rub.point];
            let entry = &inner.constraints[friction.entry];
            let harder = rub.slope * ws.along_slide(friction, &ws.rate);
            let mut tangent = ws.tangent(friction).iter();
            for (&body, place) in entry.held.iter().zip(&entry.places) {
                let force = &mut out.force[inner.bodies[body].dofs.clone()];
                for (turned, part) in ws.blocks[place.clone()].chunks_exact(force.len()).zip(rub.along) {
                    let push = part * rub.force;
                    force.iter_mut().zip(turned).for_each(|(force, turned)| *force += turned * push);
                }
                force.iter_mut().zip(&mut tangent).for_each(|(force, d)| *force += d * harder);
            }
        }
        let knows = |row: usize| !exact.rest.rows[row];
        self.add_turned(knows, |at| self.ws.blocks[at].iter().copied(), 1.0, out);
    }
}

impl Workspace {
    /// How φ, φ', γ and J of a constraint change with the frames, in their places. Does it know it?
    fn vary_rows(&mut self, entry: &ConstraintEntry, at: At<'_>) -> bool {
        let [phi, rate, gamma] =
            [&mut self.phi, &mut self.rate, &mut self.gamma].map(|list| &mut list[entry.written.clone()]);
        let (jacobian, blocks) = (&mut self.blocks[..], &entry.blocks[..]);
        let rows = Rows { jacobian, blocks, phi, rate, gamma, memory: &mut [], space: PhantomData };
        entry.element.vary(at.of(&entry.slots, entry.memory.clone()), Changes(rows))
    }

    /// The same of the wrenches of a force.
    fn vary_push(&mut self, entry: &ForceEntry, at: At<'_>) -> bool {
        let (wrenches, slots) = (&mut self.wrenches, &entry.slots[..]);
        entry.element.vary(at.of(slots, entry.memory.clone()), Pushes { wrenches, slots, space: PhantomData })
    }
}

/// What elements read.
#[derive(Copy, Clone)]
struct At<'a> {
    now: Now<'a>,
    frames: &'a Frames<Dual64>,
    memory: &'a [f64],
}

impl<'a> At<'a> {
    /// What one of them does.
    fn of(self, slots: &'a [u32], memory: Range<usize>) -> Moving<'a> {
        Moving { now: self.now, frames: self.frames, slots, memory: &self.memory[memory], space: PhantomData }
    }
}

#[cfg(test)]
mod tests;
