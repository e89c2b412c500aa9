//! (Y1) where every element knows how it changes: its own equations, in numbers that carry their derivative along the direction.
//!
//! ```text
//! (1)  δR¹ = δh + δJᵀ λ + Σ (δD_jᵀ f_j + D_jᵀ (∂f_j/∂s_j) δs_j),     δR² = δγ_B − δJ a        M being constant
//! ```
//!
//! There is no step to be chosen, and nothing is lost to rounding. It is so for built-in elements of the plane under Coulomb's law, as long as neither time nor the user's variables go along; else `variation.rs` takes
//! differences of all that there is.

use super::residual::Residual;
use super::{Direction, Tangent};
use crate::body::FrameMap;
use crate::dynamics::{Query, Workspace};
use crate::element::{Changes, Moving, PlanarFrame, Pushes, Rows};
use crate::error::EvalError;
use crate::math::Now;
use crate::model::{FrictionEntry, Model};
use num_dual::Dual64;
use std::marker::PhantomData;

/// Of the state that is held: all frames, and what rubs.
#[derive(Clone, Debug)]
pub(super) struct Exact {
    frames: Vec<PlanarFrame<Dual64>>,
    rubs: Vec<Rub>,
}

/// A friction point that slides, f_j and ∂f_j/∂s_j.
#[derive(Copy, Clone, Debug)]
struct Rub {
    point: usize,
    force: f64,
    slope: f64,
}

impl Exact {
    /// None of a model with an element that does not know it.
    pub(super) fn of(model: &Model, ws: &mut Workspace) -> Option<Self> {
        let inner = &*model.inner;
        let plain = inner.bodies.iter().all(|body| {
            let shape = &body.shape;
            !body.spatial && shape.frame != FrameMap::General && shape.constant_mass && !shape.inertia_forces
        });
        let rubs = |friction: &FrictionEntry| friction.slide.is_none() && friction.law.slope().is_some();
        let known = plain
            && inner.contacts.is_empty()
            && inner.layout.off_center.is_empty()
            && inner.frictions.iter().all(rubs);
        let frames = vec![PlanarFrame::still(&PlanarFrame::GROUND); inner.bodies.len() + 1];
        (known && ws.vary_elements(model, Now::at(0.0), &frames)).then_some(Self { frames, rubs: Vec::new() })
    }

    /// The state that was evaluated is held.
    pub(super) fn hold(&mut self, model: &Model, query: &Query<'_>, ws: &Workspace) -> Result<(), EvalError> {
        self.frames.iter_mut().zip(&ws.frames.planar).for_each(|(to, frame)| *to = PlanarFrame::still(frame));
        self.rubs.clear();
        for (point, friction) in model.inner.frictions.iter().enumerate() {
            if ws.friction.sigma[point] != 0.0 {
                let [force, ..] = ws.rubbing(model, point, query)?;
                self.rubs.push(Rub { point, force, slope: -friction.law.slope().unwrap_or(0.0) });
            }
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
        for (entry, frame) in inner.bodies.iter().zip(&mut exact.frames[1..]) {
            let part = |of: &[f64], range: std::ops::Range<usize>| {
                let mut all = [0.0; 3];
                all.iter_mut().zip(&of[range]).for_each(|(to, x)| *to = *x);
                all
            };
            let moved = [part(direction.q, entry.coordinates.clone()), part(direction.v, entry.dofs.clone())];
            frame.change(moved);
        }
        let ws = &mut self.ws;
        ws.vary_elements(model, query.at.now(), &exact.frames);
        for (body, entry) in inner.bodies.iter().enumerate() {
            let push = ws.wrenches.of(body + 1, false);
            out.force[entry.dofs.clone()].iter_mut().zip(push).for_each(|(h, push)| *h += push);
        }
        out.phi.copy_from_slice(&ws.phi);
        out.rate.copy_from_slice(&ws.rate);
        // Where an evaluation makes it.
        std::mem::swap(&mut ws.multipliers, &mut out.rows);
        ws.stabilize(model, &Query { correction: &[], ..*query });
        std::mem::swap(&mut ws.multipliers, &mut out.rows);
        for rub in &exact.rubs {
            let friction = &inner.frictions[rub.point];
            let (entry, harder) = (&inner.constraints[friction.entry], rub.slope * ws.rate[friction.row]);
            let mut tangent = ws.tangent(friction).iter();
            for (&body, place) in entry.held.iter().zip(&entry.places) {
                let turned = ws.blocks[place.clone()].iter().zip(&mut tangent);
                let force = out.force[inner.bodies[body].dofs.clone()].iter_mut();
                force.zip(turned).for_each(|(force, (turned, d))| *force += turned * rub.force + d * harder);
            }
        }
        self.add_turned(|i| self.ws.blocks[i], 1.0, out);
    }
}

impl Workspace {
    /// How wrenches, φ, φ', γ and J change with the frames, in their places. Do all elements know it?
    fn vary_elements(&mut self, model: &Model, now: Now<'_>, frames: &[PlanarFrame<Dual64>]) -> bool {
        let inner = &*model.inner;
        let mut known = true;
        for entry in &inner.constraints {
            let rows = entry.written.clone();
            let [phi, rate, gamma] =
                [&mut self.phi, &mut self.rate, &mut self.gamma].map(|list| &mut list[rows.clone()]);
            let (jacobian, blocks) = (&mut self.blocks[..], &entry.blocks[..]);
            let rows = Rows { jacobian, blocks, phi, rate, gamma, memory: &mut [], space: PhantomData };
            known &= entry.element.vary(Moving { now, frames, slots: &entry.slots }, Changes(rows));
        }
        self.wrenches.clear();
        let wrenches = &mut self.wrenches.planar[..];
        for entry in &inner.forces {
            let slots = &entry.slots[..];
            known &= entry.element.vary(Moving { now, frames, slots }, Pushes { wrenches, slots });
        }
        for gather in inner.layout.gathers.iter().filter(|_| known) {
            self.gather(model, gather);
        }
        known
    }
}
