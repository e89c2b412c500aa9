//! Some of all elements: those in which two models of one layout differ, for what else there is leaves the same in both; and those that do not know themselves how they change (`exact.rs`).

use crate::model::{BodyEntry, LoadRows, Model, same};

/// Elements that are asked by themselves, by their indices.
#[derive(Clone, Debug)]
pub(crate) struct Apart {
    /// Do frames depend on more than coordinates?
    pub(super) places: bool,
    /// Masses, weights and inertia forces?
    pub(super) bodies: bool,
    pub(super) entries: Vec<usize>,
    pub(super) gathers: Vec<usize>,
    pub(super) forces: Vec<usize>,
    pub(super) points: Vec<usize>,
    /// The rows of these entries.
    pub(super) rows: Vec<bool>,
}

impl Apart {
    /// What is not known to be the same in both.
    pub(crate) fn of([one, other]: [&Model; 2]) -> Self {
        let [a, b] = [&*one.inner, &*other.inner];
        // An element on a body whose frame may be another is another.
        let placed = |body: usize| [a, b].iter().all(|it| same::places_alone(&*it.bodies[body].body));
        let elsewhere = |slots: &[u32]| slots.iter().any(|&slot| slot > 0 && !placed(slot as usize - 1));
        let numbers = |entry: &BodyEntry| (entry.shape.mass, entry.shape.center, masses(entry));
        let heavier = a.bodies.iter().zip(&b.bodies).any(|(a, b)| numbers(a) != numbers(b));
        let constraints = a.constraints.iter().zip(&b.constraints);
        let constraints = constraints.map(|(a, b)| elsewhere(&a.slots) || !same::constraints(&*a.typed, &*b.typed));
        let forces = a.forces.iter().zip(&b.forces);
        let forces = forces.map(|(a, b)| elsewhere(&a.slots) || !same::forces(&*a.typed, &*b.typed));
        let frictions = a.frictions.iter().zip(&b.frictions);
        let frictions = frictions
            .map(|(a, b)| matches!(a.load, LoadRows::Given) || a.load != b.load || !same::laws(&*a.law, &*b.law));
        let mut apart = Self::those(one, constraints.collect(), forces, frictions);
        apart.places = !(0..a.bodies.len()).all(placed);
        apart.bodies = apart.places || a.gravity != b.gravity || heavier;
        apart
    }

    /// The constraints, forces and friction points of which this is said, and no bodies. A point goes with its tangent, and the gap of a contact with its slips.
    pub(super) fn those(
        model: &Model,
        mut constraints: Vec<bool>,
        forces: impl Iterator<Item = bool>,
        frictions: impl Iterator<Item = bool>,
    ) -> Self {
        let inner = &*model.inner;
        let indices = |list: &mut dyn Iterator<Item = bool>| -> Vec<usize> {
            list.enumerate().filter_map(|(index, asked)| asked.then_some(index)).collect()
        };
        let with_tangents =
            inner.frictions.iter().zip(frictions).map(|(point, asked)| asked || constraints[point.entry]);
        let mut points: Vec<bool> = with_tangents.collect();
        for contact in &inner.contacts {
            let asked = constraints[contact.entry] || contact.friction.is_some_and(|point| points[point]);
            constraints[contact.entry] = asked;
            contact.friction.into_iter().for_each(|point| points[point] = asked);
        }
        let points = indices(&mut points.into_iter());
        points.iter().for_each(|&point| constraints[inner.frictions[point].entry] = true);
        let mut rows = vec![false; inner.layout.rows];
        for (entry, _) in inner.constraints.iter().zip(&constraints).filter(|(_, asked)| **asked) {
            rows[entry.written.clone()].fill(true);
        }
        let gathers = indices(&mut inner.layout.gathers.iter().map(|gather| rows[gather.row]));
        let entries = indices(&mut constraints.into_iter());
        Self { places: true, bodies: false, entries, gathers, forces: indices(&mut { forces }), points, rows }
    }

    /// Are weights, inertia forces and forces asked, which go together?
    pub(super) fn loads(&self) -> bool {
        self.bodies || !self.forces.is_empty()
    }

    /// Is there nothing to be asked?
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.points.is_empty() && !self.loads()
    }
}

/// The mass matrix where the body is placed.
fn masses(entry: &BodyEntry) -> Vec<f64> {
    let (mut q, mut v) = (vec![0.0; entry.coordinates.len()], vec![0.0; entry.dofs.len()]);
    entry.body.placement(&mut q, &mut v);
    let mut mass = vec![0.0; entry.mass.len()];
    entry.body.mass(&q, &mut mass);
    mass
}

#[cfg(test)]
mod tests {
    use super::super::known::block_with_pendulum;
    use super::super::{Residual, Variation};
    use super::{Apart, masses};
    use crate::dynamics::{Baumgarte, Mode, Query, Signs, State, StateRef};
    use crate::math::Signal;
    use crate::model::Model;
    use crate::prelude::*;

    /// A mechanism with one number of many kinds, by its place.
    const NUMBERS: usize = 12;

    fn mechanism(p: [f64; NUMBERS]) -> Model {
        let [mass, gravity, length, stiffness, lever, belt, holding, end, load, viscous, torque, gear] = p;
        let mut builder = ModelBuilder::new();
        builder.gravity([0.3, -gravity]);
        let a = builder.body("a", RigidBody::new(mass, 0.3).at(0.1, 0.2, 0.3).moving(0.4, 0.3, 0.2));
        let b = builder.body("b", RigidBody::new(1.1, 0.2).at(0.7, 0.1, -0.3).moving(-0.4, 0.5, 0.7));
        let c = builder.body("c", Particle::new(0.7).at(1.4, -0.1).moving(0.3, 0.9));
        let pin = builder.constraint("pin", Revolute::new(a.point(length, 0.1), b.point(-0.2, 0.2)));
        let guide = builder.constraint("guide", Prismatic::new(GROUND.axis([0.0, 0.1], 0.3), a.axis([0.1, 0.0], 0.1)));
        builder.constraint("rod", Distance::new(b.point(0.2, 0.1), c.origin(), 0.8));
        builder.force("spring", SpringDamper::between(GROUND.origin(), c.origin(), stiffness).damping(2.0));
        builder.force("motor", Applied::signal(a.point(0.1, 0.2), Default::default(), Signal::constant(torque)));
        let own = move |_: f64, at: &crate::measure::Reading| -gear * at.value.powi(3);
        builder.force("own", AppliedAlong::new(Angle::between(a, b), own));
        builder.friction("in the pin", FrictionPoint::in_pin(pin, lever), Coulomb::new(0.3).holding(holding));
        let [left, right] = FrictionPoint::in_guide(guide, [-0.2, end]);
        builder.friction("left", left, Coulomb::new(0.2));
        builder.friction("right", right, Stribeck::new(0.1, 0.2, 0.5).viscous(viscous));
        let rim = FrictionPoint::along(Travel::along(GROUND.axis([0.0, 0.1], 0.2), c.origin()), load);
        builder.friction("rim", rim.on_belt_signal(Signal::constant(belt)), Coulomb::new(0.2));
        builder.build().unwrap()
    }

    /// By how much some elements differ from all, in parts of what lies between two models, and how many constraints and forces were asked.
    fn off([model, up, down]: [&Model; 3], query: &Query<'_>) -> (f64, f64, usize) {
        let apart = Apart::of([up, down]);
        let mut held = Variation::of(model).unwrap();
        held.hold(model, query, &[]).unwrap();
        let told = [Some(&apart), None].map(|apart| {
            let mut sides = [up, down].map(|model| Variation::of(model).unwrap());
            for (side, model) in sides.iter_mut().zip([up, down]) {
                side.leave(model, query, &held, apart, None).unwrap();
            }
            let mut between = Residual::of(model);
            held.add_between(sides.each_ref(), 50.0, apart, &mut between);
            between
        });
        let [some, all] = told.each_ref().map(|it| [&it.force[..], &it.rows, &it.phi, &it.rate, &it.given].concat());
        let largest = all.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let off = some.iter().zip(&all).fold(0.0, |off: f64, (some, all)| off.max((some - all).abs()));
        (off / (1.0 + largest), largest, apart.entries.len() + apart.forces.len())
    }

    /// The same where contacts are open, slide and stick.
    #[test]
    fn agreement_of_some_contacts_with_all() {
        let middle = [0.1, 0.02, 0.2, 10.0, 1.1];
        let model = block_with_pendulum(middle);
        let run = Simulation::new(&model).tolerance(1e-9).keep_dense();
        let run = run.run(model.start().project().unwrap(), 2.0).unwrap();
        let (mut worst, mut moved) = (0.0_f64, [0.0_f64; 5]);
        for k in 0..100 {
            let state = run.state_at(0.02 * (f64::from(k) + 0.37)).unwrap();
            let query = Query::new(StateRef::of(&state), &state.modes, Signs::Held(&state.signs));
            // Of shapes that touch it is not known whether they are the same.
            for (number, most) in [4, 4, 4, 5, 4].into_iter().enumerate() {
                let [up, down] = [1.01, 0.99].map(|part| {
                    let mut p = middle;
                    p[number] *= part;
                    block_with_pendulum(p)
                });
                let (off, largest, asked) = off([&model, &up, &down], &query);
                worst = worst.max(off);
                moved[number] = moved[number].max(largest);
                assert_eq!(asked, most, "number {number}");
            }
        }
        println!("some contacts beside all: {worst:.1e}; what numbers move {moved:?}");
        // A bounce is nothing between blows.
        assert!(worst < 1e-11 && [0, 1, 3, 4].into_iter().all(|k| moved[k] > 1e-3), "{worst:e} {moved:?}");
    }

    /// What lies between two models is the same, whether all elements are asked or those that differ; and few are.
    #[test]
    fn agreement_of_some_elements_with_all() {
        let middle = [1.3, 9.81, 0.3, 50.0, 0.05, 0.4, 0.35, 0.3, 6.0, 0.2, 2.0, 5.0];
        let most = [0, 0, 2, 1, 2, 2, 1, 4, 2, 1, 1, 0];
        for k in 0..NUMBERS {
            let models = [1.01, 0.99].map(|part| {
                let mut p = middle;
                p[k] *= part;
                mechanism(p)
            });
            let apart = Apart::of(models.each_ref());
            // The closure is never known to be the same, nor is what it does under a load that is given.
            let asked = apart.entries.len() + apart.forces.len() - 1;
            assert!(asked <= most[k] + 1, "number {k}: {asked}");
            assert_eq!(apart.bodies, k < 2, "number {k}");
            let model = mechanism(middle);
            let mut state: State = model.placed();
            for (i, mode) in state.modes[model.constraint_count()..].iter_mut().enumerate() {
                *mode = [Mode::Forward, Mode::Backward, Mode::Stick, Mode::Forward][(i + k) % 4];
            }
            let query = Query::new(StateRef::of(&state), &state.modes, Signs::Held(&state.signs));
            let query = query.with_gains(Baumgarte::new(2.0, 10.0, 1.0));
            let [up, down] = models.each_ref();
            let (off, largest, _) = off([&model, up, down], &query);
            assert!(largest > 0.0 || k == 6, "number {k} does nothing");
            assert!(off <= 1e-11, "number {k}: {off:e} of {largest}");
        }
        assert_eq!(masses(&mechanism(middle).inner.bodies[0]), [1.3, 1.3, 0.3]);
    }
}
