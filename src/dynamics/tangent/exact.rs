//! (Y1) where every element knows how it changes: its own equations, in numbers that carry their derivative along the direction.
//!
//! ```text
//! (1)  δR¹ = δh + δJᵀ λ + Σ (δD_jᵀ f_j + D_jᵀ (∂f_j/∂s_j) δs_j),     δR² = δγ_B − δJ a        M being constant
//! ```
//!
//! There is no step to be chosen, and nothing is lost to rounding. It is so of pins, slots, guides, welds, rods, gears, edges and drivers, of springs, constant forces and such as are signals, and of what rubs by Coulomb's law or Stribeck's: in
//! the plane, on bodies whose coordinates are their poses, as long as neither time nor the user's variables go along. Of the elements that are left `variation.rs` takes differences, and of all where time goes along, or where there are contacts that open.

use super::residual::{Direction, Residual};
use super::{Apart, Tangent};
use crate::body::FrameMap;
use crate::dynamics::{Query, Workspace};
use crate::element::{Changes, Moving, PlanarFrame, Pushes, Rows};
use crate::error::EvalError;
use crate::math::Now;
use crate::model::{BodyEntry, ConstraintEntry, ForceEntry, Model};
use num_dual::Dual64;
use std::marker::PhantomData;

/// Of the state that is held: all frames, and what rubs.
#[derive(Clone, Debug)]
pub(super) struct Exact {
    frames: Vec<PlanarFrame<Dual64>>,
    rubs: Vec<Rub>,
    /// Constraints, forces and friction points that know how they change.
    constraints: Vec<usize>,
    forces: Vec<usize>,
    points: Vec<usize>,
    gathers: Vec<usize>,
    /// All that do not.
    pub(super) rest: Apart,
}

/// A friction point that slides, f_j and ∂f_j/∂s_j.
#[derive(Copy, Clone, Debug)]
struct Rub {
    point: usize,
    force: f64,
    slope: f64,
}

impl Exact {
    /// None if no element knows it.
    pub(super) fn of(model: &Model) -> Option<Self> {
        let inner = &*model.inner;
        if !inner.contacts.is_empty() {
            return None;
        }
        let frames = vec![PlanarFrame::still(&PlanarFrame::GROUND); inner.bodies.len() + 1];
        let in_pose = |body: &BodyEntry| !body.spatial && body.shape.frame != FrameMap::General;
        let can_be = |slots: &[u32]| slots.iter().all(|&slot| slot == 0 || in_pose(&inner.bodies[slot as usize - 1]));
        let (mut ws, now) = (model.workspace(), Now::at(0.0));
        let asked = inner.constraints.iter().map(|it| !(can_be(&it.slots) && ws.vary_rows(it, now, &frames)));
        let asked: Vec<bool> = asked.collect();
        let forces = inner.forces.iter().map(|it| !(can_be(&it.slots) && ws.vary_push(it, now, &frames)));
        let forces: Vec<bool> = forces.collect();
        let frictions = inner.frictions.iter().map(|it| it.slide.is_some() || it.law.slopes(0.0).is_none());
        let moves = |body: &BodyEntry| {
            let shape = &body.shape;
            !in_pose(body) || !shape.constant_mass || shape.inertia_forces
        };
        let mut rest = Apart::those(model, asked, forces.iter().copied(), frictions);
        rest.bodies = inner.bodies.iter().any(moves) || !inner.layout.off_center.is_empty();
        let without = |count: usize, rest: &[usize]| (0..count).filter(|index| !rest.contains(index)).collect();
        let constraints: Vec<usize> = without(inner.constraints.len(), &rest.entries);
        let forces: Vec<usize> = without(inner.forces.len(), &rest.forces);
        let points = without(inner.frictions.len(), &rest.points);
        let gathers = without(inner.layout.gathers.len(), &rest.gathers);
        let some = !constraints.is_empty() || !forces.is_empty();
        some.then_some(Self { frames, rubs: Vec::new(), constraints, forces, points, gathers, rest })
    }

    /// The state that was evaluated is held.
    pub(super) fn hold(&mut self, model: &Model, query: &Query<'_>, ws: &Workspace) -> Result<(), EvalError> {
        self.frames.iter_mut().zip(&ws.frames.planar).for_each(|(to, frame)| *to = PlanarFrame::still(frame));
        self.rubs.clear();
        for &point in &self.points {
            let friction = &model.inner.frictions[point];
            let sigma = ws.friction.sigma[point];
            if sigma == 0.0 {
                continue;
            }
            let [force, ..] = ws.rubbing(model, point, query)?;
            let load = ws.given_load(model, friction, query.at)?.unwrap_or(ws.friction.normal[point]);
            let [falls, viscous] = friction.law.slopes(sigma * ws.rate[friction.row]).unwrap_or_default();
            self.rubs.push(Rub { point, force, slope: -(falls * load + viscous) });
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
        for (entry, frame) in inner.bodies.iter().zip(&mut exact.frames[1..]).filter(|(entry, _)| !entry.spatial) {
            let [q, v] = [&direction.q[entry.coordinates.clone()], &direction.v[entry.dofs.clone()]];
            // What only shifts does not turn; what has other coordinates is not read.
            let part = |x: &[f64]| match *x {
                [x, y] => [x, y, 0.0],
                [x, y, turn] => [x, y, turn],
                _ => [f64::NAN; 3],
            };
            frame.change([part(q), part(v)]);
        }
        let (ws, now) = (&mut self.ws, query.at.now());
        // Of all others nothing changes here.
        [&mut ws.phi, &mut ws.rate, &mut ws.gamma].into_iter().for_each(|list| list.fill(0.0));
        for &constraint in &exact.constraints {
            ws.vary_rows(&inner.constraints[constraint], now, &exact.frames);
        }
        ws.wrenches.clear();
        for &force in &exact.forces {
            ws.vary_push(&inner.forces[force], now, &exact.frames);
        }
        for &gather in &exact.gathers {
            ws.gather(model, &inner.layout.gathers[gather]);
        }
        for (body, entry) in inner.bodies.iter().enumerate().filter(|(_, entry)| !entry.spatial) {
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
        let knows = |row: usize| !exact.rest.rows[row];
        self.add_turned(knows, |at| self.ws.blocks[at].iter().copied(), 1.0, out);
    }
}

impl Workspace {
    /// How φ, φ', γ and J of a constraint change with the frames, in their places. Does it know it?
    fn vary_rows(&mut self, entry: &ConstraintEntry, now: Now<'_>, frames: &[PlanarFrame<Dual64>]) -> bool {
        let [phi, rate, gamma] =
            [&mut self.phi, &mut self.rate, &mut self.gamma].map(|list| &mut list[entry.written.clone()]);
        let (jacobian, blocks) = (&mut self.blocks[..], &entry.blocks[..]);
        let rows = Rows { jacobian, blocks, phi, rate, gamma, memory: &mut [], space: PhantomData };
        entry.element.vary(Moving { now, frames, slots: &entry.slots }, Changes(rows))
    }

    /// The same of the wrenches of a force.
    fn vary_push(&mut self, entry: &ForceEntry, now: Now<'_>, frames: &[PlanarFrame<Dual64>]) -> bool {
        let (wrenches, slots) = (&mut self.wrenches.planar[..], &entry.slots[..]);
        entry.element.vary(Moving { now, frames, slots }, Pushes { wrenches, slots })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Direction, Residual, Variation};
    use crate::constraint::Driver;
    use crate::dynamics::{Baumgarte, Mode, Query, Signs, State, StateRef};
    use crate::element::PlanarFrame;
    use crate::friction::FrictionLaw;
    use crate::math::Signal;
    use crate::measure::Reading;
    use crate::prelude::*;

    /// A law that is not known.
    #[derive(Debug)]
    struct Fading;

    impl FrictionLaw for Fading {
        fn sliding(&self, speed: f64) -> f64 {
            0.2 + 0.1 / (1.0 + speed * speed)
        }

        fn holding(&self) -> f64 {
            0.35
        }

        fn viscous(&self, speed: f64) -> f64 {
            0.1 * speed * speed
        }
    }

    /// Every element that knows how it changes, twice where both of its bodies can move; and some that do not.
    fn elements(others: bool) -> Model {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let place = |k: f64| RigidBody::new(1.0 + k, 0.3 + 0.1 * k).at(k, 0.3 * k, 0.2 + 0.4 * k);
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| {
            let k = f64::from(name.as_bytes()[0] - b'a');
            builder.body(name, place(k).moving(0.3 - k, 0.2 * k, 1.0 + 0.5 * k))
        });
        let e = builder.body("e", Particle::new(0.7).at(0.4, -1.1).moving(0.3, 0.9));
        let law = || Coulomb::new(0.2).viscous(0.7);
        let pin = builder.constraint("pin", Revolute::new(a.point(0.3, 0.1), b.point(-0.2, 0.2)));
        let slot = builder.constraint("slot", Slot::new(b.axis([0.1, 0.2], 0.7), e.origin()));
        let guide = builder.constraint("guide", Prismatic::new(a.axis([0.2, 0.1], 0.3), c.axis([0.1, 0.0], 0.1)));
        builder.constraint("weld", Weld::new(c.axis([0.2, 0.1], 0.3), d.axis([0.1, 0.0], 0.1)));
        builder.constraint("rod", Distance::new(GROUND.point(0.2, 1.0), e.origin(), 2.0));
        builder.constraint("drive", Driver::new(Angle::between(GROUND, a), |t| 0.4 + (3.0 * t).sin()));
        let along = |line, point| SpringDamper::guided(line, point, 70.0).rest(0.1).damping(3.0);
        builder.constraint("gear", Coupler::new(Angle::between(a, b), 2.0, Angle::between(b, d)));
        builder.constraint("edge", KnifeEdge::new(a, d.axis([0.1, 0.2], 0.4)));
        builder.force("guided", along(a.axis([0.1, 0.0], 0.4), d.point(0.1, 0.3)));
        builder.force("between", SpringDamper::between(a.point(0.1, 0.3), d.point(0.2, 0.1), 50.0).damping(2.0));
        builder.force("torsional", SpringDamper::torsional(b, d, 20.0).damping(1.0));
        builder.force("pull", Applied::force(b.point(0.3, -0.2), [3.0, 1.0]));
        builder.force("turn", Applied::moment(b, 0.4));
        let inside = Separation::between(b.point(0.2, 0.0), c.point(0.0, 0.3));
        builder.force("inside", AppliedAlong::signal(inside, Signal::constant(30.0)));
        let shut = builder.constraint("shut", Revolute::new(GROUND.point(0.3, 0.1), d.point(0.2, 0.2)));
        builder.friction("in what is shut", FrictionPoint::in_pin(shut, 0.1), law());
        let [x, y, turn] = [1.0, 2.0, 3.0].map(|w| Signal::constant(w).sine(w, 2.0, 0.1));
        builder.force("push", Applied::signal(c.point(0.2, 0.4), [x, y], turn));
        let motor = Signal::constant(2.0);
        builder.force("motor", AppliedAlong::signal(Travel::along(a.axis([0.0, 0.0], 0.2), b.origin()), motor));
        builder.friction("in the slot", FrictionPoint::in_slot(slot), law());
        let [left, _] = FrictionPoint::in_guide(guide, [-0.2, 0.3]);
        builder.friction("in the guide", left, Stribeck::new(0.1, 0.25, 0.6).viscous(0.3));
        builder.friction("in the pin", FrictionPoint::in_pin(pin, 0.05), law());
        if others {
            let cubic = |_: f64, at: &Reading| -5.0 * at.value.powi(3) - at.rate;
            builder.force("cubic", AppliedAlong::new(Travel::along(b.axis([0.1, 0.0], 0.3), c.origin()), cubic));
            let drag = |_: f64, frame: &PlanarFrame| (-0.3 * frame.velocity * frame.velocity.norm(), frame.angle.sin());
            builder.force("drag", Applied::new(e.origin(), drag));
            let rim = FrictionPoint::along(Travel::along(a.axis([0.0, 0.1], 0.2), d.origin()), 6.0);
            builder.friction("rim", rim, Fading);
        }
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
        let mut worst = 0.0_f64;
        for (k, others) in (0..80).map(|k| (k / 2, k % 2 == 1)) {
            let model = elements(others);
            let some = |i: usize, scale: f64| scale * (1.7 * i as f64 + 2.9 * f64::from(k)).sin();
            let mut state: State = model.placed();
            state.t = some(3, 1.0);
            state.q.iter_mut().enumerate().for_each(|(i, q)| *q += some(i, 0.1));
            state.v.iter_mut().enumerate().for_each(|(i, v)| *v += some(i + 7, 1.0));
            let sides = if k % 2 == 0 { Mode::Forward } else { Mode::Backward };
            state.modes[model.constraint_count()..].fill(sides);
            let shut = model.constraint("shut").unwrap();
            state.modes[shut.index as usize] = Mode::Released;
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
                // All elements are asked before: nothing of that may stay.
                let first = Direction { t: 1.0, ..direction };
                variation.along(&model, &query, first, &mut 0.0, &mut residual).unwrap();
                variation.along(&model, &query, direction, &mut step, &mut residual).unwrap();
                assert_eq!(exact && !others, step == 0.0);
                residual
            });
            let [own, other] = told.each_ref().map(|it| [&it.force, &it.rows, &it.phi, &it.rate]);
            worst = own.into_iter().zip(other).fold(worst, |worst, (own, other)| worst.max(gap(own, other)));
        }
        println!("elements' own derivatives: {worst:.1e}");
        // 5.1e-11 without Stribeck's law, whose bend is what differences of order 4 miss.
        assert!(worst < 2e-8, "{worst:e}");
    }
}
