//! As many actuators as freedoms that are prescribed.

use chetaev::analysis::{Inverse, InverseError};
use chetaev::prelude::*;
use std::f64::consts::TAU;

/// A slider-crank whose slot rubs, and whose pins rub if that is asked for; with a motor that is a driver, or without one.
pub fn slider_crank(driven: bool, pins: bool, mu: f64) -> Model {
    slider_crank_with(pins, mu, |builder, crank| {
        if driven {
            builder.constraint("motor", Driver::new(Angle::between(GROUND, crank), turn));
        }
    })
}

/// The same with something more on its crank.
pub fn slider_crank_with(pins: bool, mu: f64, add: impl FnOnce(&mut ModelBuilder, BodyId)) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let crank = builder.body("crank", RigidBody::rod(1.0, 0.2).at(0.1, 0.0, 0.0));
    let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.45, 0.0, 0.0));
    let slider = builder.body("slider", Particle::new(1.0).at(0.7, 0.0));
    let shaft = builder.constraint("shaft", Revolute::new(GROUND.origin(), crank.point(-0.1, 0.0)));
    let elbow = builder.constraint("elbow", Revolute::new(crank.point(0.1, 0.0), rod.point(-0.25, 0.0)));
    builder.constraint("wrist", Revolute::new(rod.point(0.25, 0.0), slider.origin()));
    let guide = builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
    builder.friction("rub", FrictionPoint::in_slot(guide), Coulomb::new(mu).holding(1.3 * mu).viscous(0.3));
    if pins {
        builder.friction("shaft rubs", FrictionPoint::in_pin(shaft, 0.03), Coulomb::new(0.15).holding(0.2));
        builder.friction("elbow rubs", FrictionPoint::in_pin(elbow, 0.02), Coulomb::new(0.15).holding(0.2));
    }
    add(&mut builder, crank);
    builder.build().unwrap()
}

/// Turns, and turns back.
fn turn(t: Jet) -> Jet {
    (t * 3.0).sin() * 2.0 + t * 1.5 + 0.3
}

fn crank_angle(model: &Model) -> Angle {
    Angle::between(GROUND, model.body("crank").unwrap())
}

#[test]
fn oracle_torque_of_a_crank_is_that_of_the_run_with_a_driver() {
    for (pins, mu) in [(false, 0.2), (true, 0.2), (true, 0.5)] {
        let driven = slider_crank(true, pins, mu);
        let start = driven.start().set("crank.theta", 0.3).project().unwrap();
        let run = Simulation::new(&driven).every(0.01).tolerance(1e-12).run(start, 4.0).unwrap();
        assert!(run.transitions().len() > 5, "moot: {}", run.transitions().len());
        let motor = driven.constraint("motor").unwrap();
        let model = slider_crank(false, pins, mu);
        let angle = crank_angle(&model);
        let question = Inverse::of(&model).actuator("motor", angle).motion(angle, turn);
        let times: Vec<f64> = run.samples().map(|at| at.t()).collect();
        let found = question.over(&model.start().set("crank.theta", 0.3).project().unwrap().state, times).unwrap();
        let (mut most, mut off): (f64, f64) = (0.0, 0.0);
        let near = |t: f64| run.transitions().iter().any(|it| (it.t - t).abs() < 1e-9);
        for (at, inverted) in run.samples().zip(&found).filter(|(at, _)| !near(at.t())) {
            let torque = at.multipliers(motor)[0];
            most = most.max(torque.abs());
            off = off.max((torque - inverted.force("motor").unwrap()).abs());
            assert!(inverted.reach() > 1.0 - 1e-9);
        }
        println!("pins {pins}, μ = {mu}: {} instants, torque up to {most:.3} N m, off by {off:.1e}", found.len());
        assert!(most > 4.0 && off < 1e-12 * most, "{off:e} of {most}");
    }
}

#[test]
fn analytic_arm_of_two_links_by_newton_and_euler() {
    // Equation by equation: both links, from the hand to the shoulder, as in any book on robots.
    let [(m1, l1), (m2, l2), g] = [(2.0, 0.8), (1.5, 0.6), (9.81, 0.0)];
    let g = g.0;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let upper = builder.body("upper", RigidBody::rod(m1, l1).at(0.5 * l1, 0.0, 0.0));
    let fore = builder.body("fore", RigidBody::rod(m2, l2).at(l1 + 0.5 * l2, 0.0, 0.0));
    let shoulder = builder.constraint("shoulder", Revolute::new(GROUND.origin(), upper.point(-0.5 * l1, 0.0)));
    let elbow = builder.constraint("elbow", Revolute::new(upper.point(0.5 * l1, 0.0), fore.point(-0.5 * l2, 0.0)));
    let model = builder.build().unwrap();
    let question = Inverse::of(&model)
        .actuator("shoulder", shoulder)
        .actuator("elbow", elbow)
        .motion(shoulder, |t| (t * 2.0).sin())
        .motion(elbow, |t| (t * 3.0).cos() * 0.7);
    let found = question.over(&model.placed(), (0..60).map(|i| 0.05 * f64::from(i))).unwrap();
    let mut most: f64 = 0.0;
    for inverted in &found {
        let t = inverted.state().t;
        let (a, b) = ((2.0 * t).sin(), 0.7 * (3.0 * t).cos());
        let (da, db) = (2.0 * (2.0 * t).cos(), -2.1 * (3.0 * t).sin());
        let (dda, ddb) = (-4.0 * a, -9.0 * b);
        let (c, s) = (b.cos(), b.sin());
        let (p, q) = (0.5 * m2 * l1 * l2, m2 * l2 * l2 / 3.0);
        let weight = 0.5 * m2 * g * l2 * (a + b).cos();
        let at_elbow = (q + p * c) * dda + q * ddb + p * s * da * da + weight;
        let first = m1 * l1 * l1 / 3.0 + m2 * l1 * l1 + q + 2.0 * p * c;
        let at_shoulder = first * dda + (q + p * c) * ddb - p * s * (2.0 * da * db + db * db)
            + (0.5 * m1 + m2) * g * l1 * a.cos()
            + weight;
        for (name, expected) in [("shoulder", at_shoulder), ("elbow", at_elbow)] {
            most = most.max((inverted.force(name).unwrap() - expected).abs());
        }
        assert!(at_shoulder.abs() + at_elbow.abs() > 1.0);
    }
    println!("two links against Newton and Euler by hand: {most:.1e} N m");
    assert!(most < 1e-11, "{most:e}");
}

#[test]
fn analytic_a_cart_that_swings_its_pendulum() {
    // The force on the cart is to give the pendulum its acceleration: B is not the row of the motion, and the cart's own freedom is left to the forces.
    // (M + m) x'' + m l (θ'' cos θ − θ'² sin θ) = u,  (m l² + I) θ'' + m l (x'' cos θ + g sin θ) = 0.
    let (cart_mass, m, l, g, inertia) = (3.0, 0.5, 0.7, 9.81, 0.02);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let theta: f64 = 0.4;
    let cart = builder.body("cart", Particle::new(cart_mass).moving(0.3, 0.0));
    let (x, y) = (l * theta.sin(), -l * theta.cos());
    let spin = 1.3;
    let rod = RigidBody::new(m, inertia).at(x, y, theta).moving(0.3 - y * spin, x * spin, spin);
    let bob = builder.body("bob", rod);
    let guide = builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), cart.origin()));
    builder.constraint("pin", Revolute::new(cart.origin(), bob.point(0.0, l)));
    let model = builder.build().unwrap();
    let swing = Angle::between(GROUND, bob);
    let push = Travel::along(GROUND.axis([0.0, 0.0], 0.0), cart.origin());
    let _ = guide;
    for wanted in [0.0, 5.0, -20.0] {
        let question = Inverse::of(&model).actuator("push", push).motion(swing, move |t| t * t * (0.5 * wanted));
        let found = question.at(&model.placed()).unwrap();
        let along = -((l + inertia / (m * l)) * wanted + g * theta.sin()) / theta.cos();
        let force = (cart_mass + m) * along + m * l * (wanted * theta.cos() - spin * spin * theta.sin());
        let off = found.force("push").unwrap() - force;
        assert!(
            off.abs() < 1e-9 * force.abs() && (found.read().unwrap().acceleration()[0] - along).abs() < 1e-9,
            "{off}"
        );
        assert!(found.reach() < 0.9);
    }
    // Where the pendulum is horizontal no force on the cart turns it.
    let mut flat = model.placed();
    flat.set_position(&model, bob, [l, 0.0]);
    flat.set_angle(&model, bob, 0.25 * TAU);
    flat.set_velocity(&model, bob, [0.3, l * spin]);
    let question = Inverse::of(&model).actuator("push", push).motion(swing, |t| t * t);
    match question.at(&flat) {
        Err(InverseError::Unmade { motion, reached: 0, prescribed: 1, .. }) => assert!(motion.contains("bob")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn property_all_accelerations_of_a_run_give_its_forces_back() {
    let model = slider_crank(false, true, 0.3);
    let angle = crank_angle(&model);
    let mut state = model
        .start()
        .set("crank.theta", 1.1)
        .set_velocity("crank.omega", 2.0)
        .keep("crank.omega")
        .project()
        .unwrap()
        .state;
    model.decide_friction(&mut state).unwrap();
    let free = model.read(&state).acceleration();
    let question = Inverse::of(&model).actuator("motor", angle);
    let none = question.accelerated(&state, &free).unwrap();
    assert!(none.force("motor").unwrap().abs() < 1e-10, "{:?}", none.force("motor"));
    // Accelerations that no force gives, as the slot forbids them.
    let mut other = free.clone();
    other[7] += 1.0;
    match question.accelerated(&state, &other) {
        Err(InverseError::Contradicting { .. }) => {}
        other => panic!("{other:?}"),
    }
}

/// A rod that two pins of it hold entirely, one of them in a slot: its accelerations are rounding, and were refused as contradicting, or as what no force makes.
/// Held since db496da74.
#[test]
fn regress_what_cannot_move_is_asked_for_its_forces() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.3, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.3, 1.0).at(0.2, 0.1, 0.7));
    let bead = builder.body("bead", Particle::new(0.9).at(0.3, 0.2));
    let [sin, cos] = [0.7_f64.sin(), 0.7_f64.cos()];
    let pin = GROUND.point(0.2 - 0.5 * cos, 0.1 - 0.5 * sin);
    builder.constraint("pin", Revolute::new(pin, rod.point(-0.5, 0.0)));
    builder.constraint("slot", Slot::new(GROUND.axis([0.2, 0.1], 0.4), rod.point(0.0, 0.0)));
    builder.constraint("nail", Revolute::new(GROUND.point(0.3, 0.2), bead.origin()));
    let model = builder.build().unwrap();
    let state = model.placed();
    let along = |body: BodyId| Travel::along(GROUND.axis([0.1, 0.2], 0.3), body.point(0.0, 0.0));
    // Numbers that are rounding of what acts there, as those of a run are.
    let question = Inverse::of(&model).actuator("push", along(rod)).actuator("pull", along(bead));
    for size in [0.0, 1e-15, 3e-14, -2e-13] {
        let accelerations = [1.0, -0.3, 2.0, 0.7, -1.1].map(|part| size * part);
        let found = question.accelerated(&state, &accelerations).unwrap();
        for name in ["push", "pull"] {
            assert_eq!(found.range(name).unwrap(), [f64::NEG_INFINITY, f64::INFINITY], "{size:e}");
            assert!(found.least(name).unwrap().abs() < 1e-9);
        }
    }
    // What is no rounding is refused as before.
    let none = question.accelerated(&state, &[0.0, 1e-6, 0.0, 0.0, 0.0]);
    assert!(matches!(none, Err(InverseError::Contradicting { .. })), "{none:?}");
}
