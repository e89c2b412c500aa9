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
    pub(super) fn of(model: &Model) -> Option<Self> {
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
        (known && model.workspace().vary_elements(model, Now::at(0.0), &frames))
            .then_some(Self { frames, rubs: Vec::new() })
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
            let [q, v] = [&direction.q[entry.coordinates.start..], &direction.v[entry.dofs.start..]];
            // What only shifts does not turn.
            let turns = entry.dofs.len() == 3;
            let moved = [q, v].map(|x| [x[0], x[1], if turns { x[2] } else { 0.0 }]);
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
        self.add_turned(|_| true, |at| self.ws.blocks[at].iter().copied(), 1.0, out);
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

#[cfg(test)]
mod tests {
    use super::super::{Direction, Residual, Variation};
    use crate::constraint::Driver;
    use crate::dynamics::{Baumgarte, Mode, Query, Signs, State, StateRef};
    use crate::math::Signal;
    use crate::prelude::*;

    /// Every element that knows how it changes, twice where both of its bodies can move.
    fn all_that_know() -> Model {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let place = |k: f64| RigidBody::new(1.0 + k, 0.3 + 0.1 * k).at(k, 0.3 * k, 0.2 + 0.4 * k);
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| {
            let k = f64::from(name.as_bytes()[0] - b'a');
            builder.body(name, place(k).moving(0.3 - k, 0.2 * k, 1.0 + 0.5 * k))
        });
        let e = builder.body("e", Particle::new(0.7).at(0.4, -1.1).moving(0.3, 0.9));
        let pin = builder.constraint("pin", Revolute::new(a.point(0.3, 0.1), b.point(-0.2, 0.2)));
        let slot = builder.constraint("slot", Slot::new(b.axis([0.1, 0.2], 0.7), e.origin()));
        let guide = builder.constraint("guide", Prismatic::new(a.axis([0.2, 0.1], 0.3), c.axis([0.1, 0.0], 0.1)));
        builder.constraint("weld", Weld::new(c.axis([0.2, 0.1], 0.3), d.axis([0.1, 0.0], 0.1)));
        builder.constraint("rod", Distance::new(GROUND.point(0.2, 1.0), e.origin(), 2.0));
        builder.constraint("drive", Driver::new(Angle::between(GROUND, a), |t| 0.4 + (3.0 * t).sin()));
        let along = |line, point| SpringDamper::guided(line, point, 70.0).rest(0.1).damping(3.0);
        builder.force("guided", along(a.axis([0.1, 0.0], 0.4), d.point(0.1, 0.3)));
        builder.force("between", SpringDamper::between(a.point(0.1, 0.3), d.point(0.2, 0.1), 50.0).damping(2.0));
        builder.force("torsional", SpringDamper::torsional(b, d, 20.0).damping(1.0));
        builder.force("pull", Applied::force(b.point(0.3, -0.2), [3.0, 1.0]));
        let [x, y, turn] = [1.0, 2.0, 3.0].map(|w| Signal::constant(w).sine(w, 2.0, 0.1));
        builder.force("push", Applied::signal(c.point(0.2, 0.4), [x, y], turn));
        let motor = Signal::constant(2.0);
        builder.force("motor", AppliedAlong::signal(Travel::along(a.axis([0.0, 0.0], 0.2), b.origin()), motor));
        let law = || Coulomb::new(0.2).viscous(0.7);
        builder.friction("in the slot", FrictionPoint::in_slot(slot), law());
        let [left, _] = FrictionPoint::in_guide(guide, [-0.2, 0.3]);
        builder.friction("in the guide", left, law());
        builder.friction("in the pin", FrictionPoint::in_pin(pin, 0.05), law());
        let belt = FrictionPoint::along(Travel::along(d.axis([0.0, 0.1], 0.2), e.origin()), 4.0);
        builder.friction("belt", belt.on_belt(|t| 0.3 * t), law());
        builder.build().unwrap()
    }

    fn gap(a: &[f64], b: &[f64]) -> f64 {
        let most = b.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        a.iter().zip(b).fold(0.0, |gap: f64, (a, b)| gap.max((a - b).abs())) / most
    }

    /// The elements' own equations against differences of what they write, anywhere: on the constraints or not.
    #[test]
    fn oracle_differences_of_all_elements() {
        let model = all_that_know();
        let mut worst = 0.0_f64;
        for k in 0..40 {
            let some = |i: usize, scale: f64| scale * (1.7 * i as f64 + 2.9 * f64::from(k)).sin();
            let mut state: State = model.placed();
            state.t = some(3, 1.0);
            state.q.iter_mut().enumerate().for_each(|(i, q)| *q += some(i, 0.1));
            state.v.iter_mut().enumerate().for_each(|(i, v)| *v += some(i + 7, 1.0));
            let sides = if k % 2 == 0 { Mode::Forward } else { Mode::Backward };
            state.modes[model.constraint_count()..].fill(sides);
            if k % 4 > 1 {
                let last = state.modes.len() - 1 - (k % 3) as usize;
                state.modes[last] = Mode::Stick;
            }
            let gains = if k % 3 == 0 { Baumgarte::OFF } else { Baumgarte::new(3.0, 20.0, 2.0) };
            let query = Query::new(StateRef::of(&state), &state.modes, Signs::Held(&state.signs)).with_gains(gains);
            let along = |n: usize, by: usize| (0..n).map(|i| some(i + by, 1.0)).collect::<Vec<f64>>();
            let (q, v) = (along(state.q.len(), 11), along(state.v.len(), 23));
            let direction = Direction { t: 0.0, q: &q, v: &v, variables: &[] };
            let told = [true, false].map(|exact| {
                let mut variation = Variation::of(&model).unwrap();
                variation.hold(&model, &query, &[]).unwrap();
                assert!(matches!(variation.exact, Some(Some(_))));
                variation.exact = variation.exact.filter(|_| exact);
                let (mut residual, mut step) = (Residual::of(&model), 0.0);
                variation.along(&model, &query, direction, &mut step, &mut residual).unwrap();
                assert_eq!(exact, step == 0.0);
                residual
            });
            let [own, other] = told.each_ref().map(|it| [&it.force, &it.rows, &it.phi, &it.rate]);
            worst = own.into_iter().zip(other).fold(worst, |worst, (own, other)| worst.max(gap(own, other)));
        }
        println!("elements' own derivatives: {worst:.1e}");
        assert!(worst < 1e-9, "{worst:e}");
    }
}
