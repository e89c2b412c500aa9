//! Both ways of `columns.rs` against each other, and what each takes.

use super::{Linearization, Way};
use crate::contact::spatial::OnPlane;
use crate::contact::surface::{Plane, Sphere};
use crate::force::Bushing;
use crate::prelude::*;
use std::time::Instant;

/// By how much the matrices differ, and what both are known to together, as parts of the largest number.
fn compare(what: &str, model: &Model, state: &State) -> [f64; 2] {
    let timed = |way: Way| {
        let start = Instant::now();
        let found = Linearization::by(way, model, state).unwrap();
        (found, start.elapsed().as_secs_f64())
    };
    let ((elements, fast), (whole, slow)) = (timed(Way::of(model)), timed(Way::Whole));
    let errors = [&elements, &whole].map(|found| found.error() / whole.matrix().amax());
    let scaled = [&elements, &whole].map(|found| found.scaled());
    let size = scaled[1].matrix.amax();
    let apart = (&scaled[0].matrix - &scaled[1].matrix).amax() / size;
    let known = scaled.map(|found| found.known / size);
    println!(
        "{what}: {apart:.1e} apart, known to {:.1e} and {:.1e}, errors {:.1e} and {:.1e}; {fast:.4} and {slow:.4} s",
        known[0], known[1], errors[0], errors[1]
    );
    assert!(matches!(Way::of(model), Way::Elements(_)), "{what}");
    [apart, known[0] + known[1]]
}

fn agree(what: &str, model: &Model, state: &State) {
    let [apart, known] = compare(what, model, state);
    assert!(apart <= known && known < 1e-9, "{what}: {apart:e} {known:e}");
}

fn beam(rods: usize) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let length = 1.0 / rods as f64;
    let mut behind: Option<BodyId<Planar>> = None;
    for k in 0..rods {
        let rod =
            builder.body(format!("rod {k}"), RigidBody::rod(length, length).at((k as f64 + 0.5) * length, 0.0, 0.0));
        let end = behind.map_or(GROUND.origin(), |behind| behind.point(0.5 * length, 0.0));
        builder.constraint(format!("pin {k}"), Revolute::new(end, rod.point(-0.5 * length, 0.0)));
        let frame = behind.map_or(GROUND, |behind| behind);
        builder.force(format!("spring {k}"), SpringDamper::torsional(frame, rod, 1e4).damping(1.0));
        behind = Some(rod);
    }
    builder.build().unwrap()
}

#[test]
fn identity_elements_and_whole_evaluations_agree() {
    for rods in [1, 10, 40] {
        let model = beam(rods);
        agree(&format!("beam of {rods} rods"), &model, &model.placed());
    }
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let shape = Inertia::cuboid(1.0, [1.0, 0.2, 0.1]).unwrap();
    let solid = |x: f64| Solid::from_inertia(shape).unwrap().at(x, 0.0, 0.0).spinning(1.0, 2.0, 3.0);
    let (a, b) = (builder.body("a", solid(0.5)), builder.body("b", solid(1.5)));
    builder.constraint("hinge", Joint::revolute(WORLD.mark(0.0, 0.0, 0.0), a.mark(-0.5, 0.0, 0.0)));
    builder.force("bushing", Bushing::new(a.mark(0.5, 0.0, 0.0), b.mark(-0.5, 0.0, 0.0), [1e7; 3], [1e3, 2e3, 3e3]));
    builder.force("spring", SpringDamper::between(WORLD.point(0.0, 1.0, 1.0), b.origin(), 500.0).damping(3.0));
    let model = builder.build().unwrap();
    agree("bushing in space, turning", &model, &model.start().project().unwrap().state);
}

/// Friction that slides and sticks, velocity constraints, a contact in space: along runs.
#[test]
fn identity_they_agree_along_runs() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let line = GROUND.axis([0.0, 0.0], 0.1);
    let cart = builder.body("cart", RigidBody::new(2.0, 0.3).at(0.0, 0.0, 0.1).moving(1.5, 0.15, 0.0));
    let guide = builder.constraint("guide", Prismatic::new(line, cart.axis([0.0, 0.0], 0.0)));
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.3, 0.4).moving(0.0, 0.0, 6.0));
    let pin = builder.constraint("pin", Revolute::new(cart.origin(), rod.point(-0.5, 0.0)));
    builder.force("back", SpringDamper::along(Travel::along(line, cart.origin()), 60.0));
    for (name, point) in ["left", "right"].into_iter().zip(FrictionPoint::in_guide(guide, [-0.2, 0.3])) {
        builder.friction(name, point, Stribeck::new(0.15, 0.3, 0.2).viscous(0.4));
    }
    builder.friction("in the pin", FrictionPoint::in_pin(pin, 0.05), Coulomb::new(0.3));
    let rubbing = builder.build().unwrap();
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let ball = Solid::from_inertia(Inertia::sphere(1.0, 0.1).unwrap()).unwrap().at(0.0, 0.0, 0.1);
    let ball = builder.body("ball", ball.moving(3.0, 0.0, 0.0).spinning(20.0, -10.0, 4.0));
    let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], 0.1));
    builder.contact("ground", Contact::between(WORLD, ball, pair), Rigid::rough(Coulomb::new(0.5)));
    builder.force("spring", SpringDamper::between(WORLD.point(0.0, 0.0, 1.0), ball.origin(), 5.0));
    let rolling = builder.build().unwrap();
    for (what, model, end) in [("friction", &rubbing, 6.0), ("ball", &rolling, 1.2)] {
        let start = model.start().project().unwrap();
        let run = Simulation::new(model).tolerance(1e-9).keep_dense().run(start, end).unwrap();
        for k in 0..5 {
            let mut state = run.state_at(end * (f64::from(k) + 0.37) / 5.0).unwrap();
            // Onto the constraints: dense output lies beside them.
            let mut ws = model.workspace();
            crate::analysis::manifold::project(model, &mut ws, &mut state).unwrap();
            agree(what, model, &state);
        }
    }
}
