//! R_q and R_v of (T2), element by element: one body moved in one direction at a time.
//!
//! A coordinate is moved by a part of what it is about: a length by that part of itself or of the model's size, whichever is more, an angle by that part of itself or of a radian, their rates likewise.
//! What depends on turns alone, as pins and torsional springs do, is not asked where a body is moved along: 2 evaluations of each of its bodies in the plane, not 6. Gains read how far it is off, which does depend on that.
//! With one place ahead, √ε away, half of the digits are truncation and half are rounding.

use super::Tangent;
use super::plan::{ConstraintPart, Element, Kind, Move, Plan};
use super::stencil::Stencil;
use crate::body::FrameMap;
use crate::dynamics::diagnose::element as in_element;
use crate::dynamics::reads::carry;
use crate::dynamics::{Baumgarte, Query, StateRef};
use crate::element::turn_quaternion;
use crate::error::EvalError;
use crate::model::Model;

/// A direction in which a body is moved: its velocity `dof`, the `column`-th of its block, as a displacement (A²) or as a velocity (A¹).
#[derive(Copy, Clone, Debug)]
struct Direction {
    body: usize,
    dof: usize,
    column: usize,
    plane: usize,
}

impl Tangent {
    /// A¹ and A² of (U1).
    pub(super) fn differences(
        &mut self,
        model: &Model,
        plan: &Plan,
        query: &Query<'_>,
        stencil: Stencil,
    ) -> Result<(), EvalError> {
        let mut base = std::mem::take(&mut self.base);
        let left = plan.elements.iter().try_for_each(|element| match self.acts(model, element) {
            true => self.leaves(model, element, query, &mut base[element.base.clone()]),
            false => Ok(()),
        });
        self.base = base;
        left?;
        for (body, entry) in model.inner.bodies.iter().enumerate().filter(|(body, _)| !plan.touches[*body].is_empty()) {
            for (column, dof) in entry.dofs.clone().enumerate() {
                for plane in [2, 1] {
                    let step = stencil.step * self.size(plan, dof, plane);
                    // Where it goes: at a corner of a law what is ahead counts.
                    let step = if plane == 2 && self.v[dof] < 0.0 { -step } else { step };
                    let direction = Direction { body, dof, column, plane };
                    for &(place, weight) in stencil.points {
                        let point = (place * step, weight * place);
                        let outcome = self.difference(model, plan, query, direction, point);
                        // It may be defined on one side only: enough for a rough slope.
                        match outcome {
                            Err(_) if stencil.is_rough() => {
                                self.difference(model, plan, query, direction, (-point.0, point.1))?;
                            }
                            outcome => outcome?,
                        }
                    }
                }
            }
            // Where it was before.
            self.ws
                .place_body(model, body, query.at.q, query.at.v)
                .map_err(|why| in_element("body", &entry.name, query.at.t, why))?;
        }
        Ok(())
    }

    /// By how much a velocity is changed, or what it moves, as multiples of the stencil's step: lengths by what they are, or the size of the model if that is more, angles by a radian or more.
    fn size(&self, plan: &Plan, dof: usize, plane: usize) -> f64 {
        let (value, least) = match (plan.moves[dof], plane) {
            (Move::Length(_), 1) => (self.v[dof], self.length),
            (Move::Angle(_) | Move::About(..), 1) => (self.v[dof], 1.0),
            (Move::Length(at), _) => (self.at_q[at], self.length),
            (Move::Angle(at), _) => (self.at_q[at], 1.0),
            (Move::About(..), _) => (0.0, 1.0),
        };
        least.max(value.abs())
    }

    /// Moves one body and takes the differences of all that touches it.
    fn difference(
        &mut self,
        model: &Model,
        plan: &Plan,
        query: &Query<'_>,
        direction: Direction,
        (step, weight): (f64, f64),
    ) -> Result<(), EvalError> {
        let Direction { body, dof, column, plane } = direction;
        let entry = &model.inner.bodies[body];
        let along = matches!(plan.moves[dof], Move::Length(_)) && entry.shape.frame != FrameMap::General;
        let sees = |element: &Element| !(along && element.turns_only && query.gains == Baumgarte::OFF);
        if !plan.touches[body].iter().any(|touch| sees(&plan.elements[touch.element])) {
            return Ok(());
        }
        let step = self.move_by(plan, direction, step);
        let mut moved = std::mem::take(&mut self.moved);
        let placed = self.ws.place_body(model, body, &self.q, &self.v);
        let mut outcome = placed.map_err(|why| in_element("body", &entry.name, query.at.t, why));
        for touch in &plan.touches[body] {
            let element = &plan.elements[touch.element];
            if outcome.is_ok() && sees(element) && self.acts(model, element) {
                outcome = self.leaves(model, element, query, &mut moved[element.base.clone()]);
            }
        }
        // Nothing is added before all of them are known: the same may be asked again on the other side.
        for touch in plan.touches[body].iter().filter(|_| outcome.is_ok()) {
            let element = &plan.elements[touch.element];
            if !(sees(element) && self.acts(model, element)) {
                continue;
            }
            let mut leaves = moved[element.base.clone()].iter().zip(&self.base[element.base.clone()]);
            for &[block, rows] in &touch.blocks {
                let column = self.planes[plane][block + column..].iter_mut().step_by(entry.dofs.len());
                for (value, (moved, base)) in column.take(rows).zip(&mut leaves) {
                    *value += weight * (moved - base) / step;
                }
            }
        }
        self.moved = moved;
        self.q[entry.coordinates.clone()].copy_from_slice(&query.at.q[entry.coordinates.clone()]);
        self.v[dof] = query.at.v[dof];
        outcome
    }

    /// By how much it is moved, rounding of the place counted.
    fn move_by(&mut self, plan: &Plan, Direction { dof, plane, .. }: Direction, step: f64) -> f64 {
        if plane == 1 {
            let before = self.v[dof];
            self.v[dof] += step;
            return self.v[dof] - before;
        }
        match plan.moves[dof] {
            Move::Length(coordinate) | Move::Angle(coordinate) => {
                let before = self.q[coordinate];
                self.q[coordinate] += step;
                self.q[coordinate] - before
            }
            Move::About(at, axis) => {
                let mut turn = [0.0; 3];
                turn[axis] = step;
                if let Some(attitude) = self.q[at..].first_chunk_mut::<4>() {
                    *attitude = turn_quaternion(*attitude, turn);
                }
                step
            }
        }
    }

    /// Does it leave anything?
    fn acts(&self, model: &Model, element: &Element) -> bool {
        let Kind::Constraint(_) = element.kind else { return true };
        element.parts.iter().any(|part| {
            let rubs = part.point.is_some_and(|point| self.ws.friction.sigma[point] != 0.0);
            rubs || model.inner.constraints[part.entry].rows.clone().any(|row| !self.ws.released[row])
        })
    }

    /// What an element leaves of (T1), body by body and then row by row.
    fn leaves(
        &mut self,
        model: &Model,
        element: &Element,
        query: &Query<'_>,
        out: &mut [f64],
    ) -> Result<(), EvalError> {
        out.fill(0.0);
        let (kind, name) = match element.kind {
            Kind::Body(body) => {
                self.leaves_of_body(model, body, out);
                ("body", &model.inner.bodies[body].name)
            }
            Kind::Constraint(entry) => {
                self.leaves_of_constraint(model, element, query, out)?;
                ("constraint", &model.inner.constraints[entry].name)
            }
            Kind::Force(force) => {
                self.leaves_of_force(model, element, force, query, out)?;
                ("force", &model.inner.forces[force].name)
            }
        };
        if out.iter().all(|x| x.is_finite()) {
            return Ok(());
        }
        let what = "what it leaves of the equations of motion beside this state".into();
        Err(EvalError::NotFinite { kind, name: name.clone(), what, t: query.at.t })
    }

    /// Its weight and its inertia forces, less M a.
    fn leaves_of_body(&mut self, model: &Model, body: usize, out: &mut [f64]) {
        let entry = &model.inner.bodies[body];
        let (q, v) = (&self.q[entry.coordinates.clone()], &self.v[entry.dofs.clone()]);
        if entry.shape.inertia_forces {
            entry.body.bias(q, v, out);
        }
        let weight = self.ws.weights.of(body + 1, entry.spatial);
        self.ws.wrenches.of_mut(body + 1, entry.spatial).copy_from_slice(weight);
        self.ws.add_weight_moment(body, entry.spatial, entry.shape.center);
        carry(entry, &self.ws.maps, self.ws.wrenches.of(body + 1, entry.spatial), out);
        let mass = &mut self.mass[..entry.mass.len()];
        mass.copy_from_slice(&self.ws.mass[entry.mass.clone()]);
        if !entry.shape.constant_mass {
            entry.body.mass(q, mass);
        }
        let acceleration = &self.acceleration[entry.dofs.clone()];
        if mass.len() == out.len() {
            out.iter_mut().zip(mass.iter().zip(acceleration)).for_each(|(out, (m, a))| *out -= m * a);
            return;
        }
        for (out, row) in out.iter_mut().zip(mass.chunks_exact(acceleration.len())) {
            *out -= row.iter().zip(acceleration).map(|(m, a)| m * a).sum::<f64>();
        }
    }

    fn leaves_of_force(
        &mut self,
        model: &Model,
        element: &Element,
        force: usize,
        query: &Query<'_>,
        out: &mut [f64],
    ) -> Result<(), EvalError> {
        let inner = &*model.inner;
        let entry = &inner.forces[force];
        // Those of bodies on whose coordinates it acts too: what another force left there is not its own.
        for &body in &element.bodies {
            self.wrenches.of_mut(body + 1, inner.bodies[body].spatial).fill(0.0);
        }
        for &[_, rate] in &entry.coordinates {
            self.ws.reads.on_coordinates[rate] = 0.0;
        }
        let at = StateRef { q: &self.q, v: &self.v, ..query.at };
        self.ws.push_force(force, entry, at, &mut self.wrenches)?;
        let mut out = out;
        for &index in &element.bodies {
            let body = &inner.bodies[index];
            let (here, rest) = out.split_at_mut(body.dofs.len());
            carry(body, &self.ws.maps, self.wrenches.of(index + 1, body.spatial), here);
            for (out, dof) in here.iter_mut().zip(body.dofs.clone()) {
                if entry.coordinates.iter().any(|[_, rate]| *rate == dof) {
                    *out += self.ws.reads.on_coordinates[dof];
                }
            }
            out = rest;
        }
        Ok(())
    }

    /// Jᵀ λ, with the friction of what slides, and γ_B − J a of what holds.
    fn leaves_of_constraint(
        &mut self,
        model: &Model,
        element: &Element,
        query: &Query<'_>,
        out: &mut [f64],
    ) -> Result<(), EvalError> {
        let (inner, t) = (&*model.inner, query.at.t);
        let Some(entry) = element.parts.first().map(|part| &inner.constraints[part.entry]) else { return Ok(()) };
        let kind = if entry.part.contact().is_some() { "contact" } else { "constraint" };
        self.ws
            .write(model, entry, query.at.now(), query.at.memory)
            .map_err(|why| in_element(kind, &entry.name, t, why))?;
        for gather in &inner.layout.gathers[element.gathers.clone()] {
            self.ws.gather(model, gather);
        }
        let bodies: usize = element.bodies.iter().map(|&body| inner.bodies[body].dofs.len()).sum();
        let (forces, mut rows) = out.split_at_mut(bodies);
        for &ConstraintPart { entry: index, point, node } in &element.parts {
            let part = &inner.constraints[index];
            let rubs = match point {
                Some(point) if self.ws.friction.sigma[point] != 0.0 => Some(self.ws.rubbing(model, point, query)?),
                _ => None,
            };
            let mut forces = &mut *forces;
            for (&body, place) in part.held.iter().zip(&part.places) {
                let dofs = inner.bodies[body].dofs.clone();
                let (here, rest) = forces.split_at_mut(dofs.len());
                for (r, (row, j)) in
                    part.rows.clone().zip(self.ws.blocks[place.clone()].chunks_exact(dofs.len())).enumerate()
                {
                    let push = rubs.map_or(self.multipliers[row], |rubs| rubs[r]);
                    if rubs.is_none() && self.ws.released[row] {
                        continue;
                    }
                    here.iter_mut().zip(j).for_each(|(out, j)| *out += j * push);
                    if node.is_some() && rubs.is_none() {
                        rows[r] -= j.iter().zip(&self.acceleration[dofs.clone()]).map(|(j, a)| j * a).sum::<f64>();
                    }
                }
                forces = rest;
            }
            if node.is_some() {
                let (here, rest) = rows.split_at_mut(part.rows.len());
                for (out, row) in here.iter_mut().zip(part.rows.clone()).filter(|(_, row)| !self.ws.released[*row]) {
                    let [phi, rate, gamma] = [&self.ws.phi, &self.ws.rate, &self.ws.gamma].map(|values| values[row]);
                    *out += query.gains.aim(inner.layout.position_rows[row], [phi, rate, gamma]);
                }
                rows = rest;
            }
        }
        Ok(())
    }
}
