//! A ball between two rough walls, and what is not worked out: contacts in space that stick together.

use super::common::G;
use chetaev::contact::spatial::{OnPlane, PointOn};
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::prelude::*;

/// A ball that rolls down a groove turns about the line through its two contacts, at the distance r sin φ from its center: g sin α/(1 + 2/5/sin² φ).
#[test]
fn analytic_a_ball_rolls_down_a_groove() {
    let (slope, r, m) = (0.2_f64, 0.1, 1.5);
    for (phi, mu) in [(0.8_f64, 0.5), (0.8, 2.0), (0.5, 0.6)] {
        let mut builder = ModelBuilder::new();
        builder.gravity([G * slope.sin(), 0.0, -G * slope.cos()]);
        let solid = Solid::from_inertia(Inertia::sphere(m, r).unwrap()).unwrap();
        // The walls are φ from the vertical; it touches both at r/sin φ above their line.
        let ball = builder.body("ball", solid.at(0.0, 0.0, r / phi.sin()));
        let walls = [("left", 1.0), ("right", -1.0)].map(|(name, side)| {
            let plane = Plane::new([0.0; 3], [0.0, side * phi.cos(), phi.sin()]);
            let pair = OnPlane::new(plane, Sphere::new([0.0; 3], r));
            builder.contact(name, Contact::between(WORLD, ball, pair), Rigid::rough(Coulomb::new(mu)))
        });
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 1.0).unwrap();
        let rolls = G * slope.sin() / (1.0 + 0.4 / phi.sin().powi(2));
        let at = run.last().unwrap();
        let off = at.body(ball).origin.x - 0.5 * rolls;
        println!("φ {phi} μ {mu}: {off:.1e} m, {:?}, {:?}", at.contact(walls[0]), run.counters());
        assert!(off.abs() < 1e-12 && at.body(ball).origin.y.abs() < 1e-13);
        for wall in walls.map(|wall| at.contact(wall)) {
            assert!(wall.mode == Mode::Stick && wall.normal > 0.0 && wall.tangential <= mu * wall.normal, "{wall:?}");
        }
    }
}

/// A ball that lies in the corner between ground and wall: both stick, within their cones, and it rests.
#[test]
fn invariant_a_ball_in_a_corner_rests() {
    let mut builder = ModelBuilder::new();
    builder.gravity([-1.0, 0.0, -G]);
    let solid = Solid::from_inertia(Inertia::sphere(1.0, 0.1).unwrap()).unwrap();
    let ball = builder.body("ball", solid.at(0.1, 0.0, 0.1));
    let both = [("ground", [0.0, 0.0, 1.0]), ("wall", [1.0, 0.0, 0.0])].map(|(name, normal)| {
        let pair = OnPlane::new(Plane::new([0.0; 3], normal), Sphere::new([0.0; 3], 0.1));
        builder.contact(name, Contact::between(WORLD, ball, pair), Rigid::rough(Coulomb::new(0.5)))
    });
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.placed(), 1.0).unwrap();
    let at = run.last().unwrap();
    for contact in both.map(|contact| at.contact(contact)) {
        println!("{contact:?}");
        assert!(contact.mode == Mode::Stick && contact.normal > 0.0 && contact.tangential <= 0.5 * contact.normal);
    }
    let forces = both.map(|contact| at.friction_force(contact));
    assert!((at.contact(both[0]).normal + forces[1].z - G).abs() < 1e-11);
    assert!((at.contact(both[1]).normal + forces[0].x - 1.0).abs() < 1e-11 && at.body(ball).velocity.norm() == 0.0);
}

/// A brake in a joint and a foot that hold one freedom together: how they share is not worked out, and said so with the name of the foot.
#[test]
fn property_a_foot_and_a_brake_that_share_a_freedom_are_named() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let arm = builder.body("arm", Solid::principal(1.0, [0.1; 3]).unwrap().at(0.5, 0.0, 0.0));
    let (fixed, turning) = (WORLD.mark(0.0, 0.0, 0.0), arm.mark(-0.5, 0.0, 0.0));
    builder.constraint("hinge", Joint::spherical(WORLD.origin(), arm.point(-0.5, 0.0, 0.0)));
    builder.friction("brake", FrictionPoint::along(AxialAngle::about(fixed, turning), 1.0), Coulomb::new(0.5));
    let pair = PointOn::new(Plane::horizontal(), [0.5, 0.0, 0.0]);
    builder.contact("foot", Contact::between(WORLD, arm, pair), Rigid::rough(Coulomb::new(0.5)));
    let model = builder.build().unwrap();
    let failed = Simulation::new(&model).run(model.placed(), 0.1).map(|run| run.end().clone());
    let told = failed.expect_err("a foot and a brake").to_string();
    assert!(told.contains("foot") && told.contains("joint"), "{told}");
}
