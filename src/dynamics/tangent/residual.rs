//! What all elements leave of the equations of motion together, at a place beside the state that is held, and of another model of the same layout.

use super::Tangent;
use super::plan::{Kind, Plan};
use crate::dynamics::diagnose::element as in_element;
use crate::dynamics::{Query, StateRef};
use crate::error::EvalError;
use crate::math::max_abs_skip_nan;
use crate::model::Model;

/// The sums of (T1), and what is read beside them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Residual {
    /// R¹, and later δa.
    pub(crate) force: Vec<f64>,
    /// R², and later δλ.
    pub(crate) rows: Vec<f64>,
    pub(crate) phi: Vec<f64>,
    pub(crate) rate: Vec<f64>,
    /// The loads that are given.
    pub(crate) given: Vec<f64>,
    /// The largest of the terms of R¹ and of R²: what rounding is relative to.
    pub(super) largest: [f64; 2],
}

/// A place: t, q, v and the user's variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) t: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) variables: Vec<f64>,
}

impl Residual {
    pub(crate) fn of(model: &Model) -> Self {
        let (rows, points) = (vec![0.0; model.rows()], vec![0.0; model.inner.frictions.len()]);
        let force = vec![0.0; model.velocities()];
        Self { force, phi: rows.clone(), rate: rows.clone(), rows, given: points, largest: [0.0; 2] }
    }

    pub(crate) fn lists(&self) -> [&[f64]; 5] {
        [&self.force, &self.rows, &self.phi, &self.rate, &self.given]
    }

    pub(crate) fn lists_mut(&mut self) -> [&mut [f64]; 5] {
        [&mut self.force, &mut self.rows, &mut self.phi, &mut self.rate, &mut self.given]
    }

    pub(crate) fn clear(&mut self) {
        self.lists_mut().into_iter().for_each(|list| list.fill(0.0));
        self.largest = [0.0; 2];
    }

    /// Adds `times` another.
    pub(crate) fn add(&mut self, times: f64, other: &Self) {
        for (to, from) in self.lists_mut().into_iter().zip(other.lists()) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += times * from);
        }
        for (most, other) in self.largest.iter_mut().zip(other.largest) {
            *most = most.max(other);
        }
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
    /// What all elements leave at a place, accelerations, multipliers and loads being held; `whole` with the weights and masses that no place changes.
    pub(super) fn residual(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        place: &Place,
        whole: bool,
        out: &mut Residual,
    ) -> Result<(), EvalError> {
        let Some(plan) = self.plans[usize::from(self.sticking)].take() else { return Ok(()) };
        let outcome = self.sum(model, &plan, query, place, whole, out);
        self.plans[usize::from(self.sticking)] = Some(plan);
        outcome
    }

    fn sum(
        &mut self,
        model: &Model,
        plan: &Plan,
        query: &Query<'_>,
        place: &Place,
        whole: bool,
        out: &mut Residual,
    ) -> Result<(), EvalError> {
        let inner = &*model.inner;
        self.q.copy_from_slice(&place.q);
        self.v.copy_from_slice(&place.v);
        self.ws.place(model, &place.q, &place.v);
        if let Some((body, why)) = self.ws.refused.take() {
            return Err(in_element("body", &inner.bodies[body].name, place.t, why));
        }
        let at = StateRef { t: place.t, q: &place.q, v: &place.v, variables: &place.variables, ..query.at };
        let query = Query { at, ..*query };
        out.clear();
        let mut moved = std::mem::take(&mut self.moved);
        let outcome = self.leave_all(model, plan, &query, whole, (&mut moved, out));
        self.moved = moved;
        outcome?;
        out.phi.copy_from_slice(&self.ws.phi);
        out.rate.copy_from_slice(&self.ws.rate);
        for (point, friction) in inner.frictions.iter().enumerate() {
            if let Some(given) = self.ws.given_load(model, friction, at)? {
                out.given[point] = given;
            }
        }
        Ok(())
    }

    fn leave_all(
        &mut self,
        model: &Model,
        plan: &Plan,
        query: &Query<'_>,
        whole: bool,
        (moved, out): (&mut [f64], &mut Residual),
    ) -> Result<(), EvalError> {
        let inner = &*model.inner;
        for element in &plan.elements {
            if !self.acts(model, element) || (whole && matches!(element.kind, Kind::Body(_))) {
                continue;
            }
            let leaves = &mut moved[element.base.clone()];
            self.leaves(model, element, query, leaves)?;
            let mut from = &*leaves;
            for dofs in element.bodies.iter().map(|&body| inner.bodies[body].dofs.clone()) {
                let (here, rest) = from.split_at(dofs.len());
                out.force[dofs].iter_mut().zip(here).for_each(|(out, x)| *out += x);
                out.largest[0] = out.largest[0].max(max_abs_skip_nan(here));
                from = rest;
            }
            for part in element.parts.iter().filter(|part| part.node.is_some()) {
                let rows = inner.constraints[part.entry].rows.clone();
                let (here, rest) = from.split_at(rows.len());
                out.rows[rows].iter_mut().zip(here).for_each(|(out, x)| *out += x);
                out.largest[1] = out.largest[1].max(max_abs_skip_nan(here));
                from = rest;
            }
        }
        for (body, entry) in inner.bodies.iter().enumerate().filter(|_| whole) {
            let mut own = std::mem::take(&mut self.base);
            own.clear();
            own.resize(entry.dofs.len(), 0.0);
            self.leaves_of_body(model, body, &mut own);
            out.force[entry.dofs.clone()].iter_mut().zip(&own).for_each(|(out, x)| *out += x);
            out.largest[0] = out.largest[0].max(max_abs_skip_nan(&own));
            self.base = own;
        }
        Ok(())
    }
}
