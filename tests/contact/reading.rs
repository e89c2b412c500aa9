//! What is read of a state that no run has seen: friction that is undecided and contacts that touch are decided as a start is.

use super::common::G;
use chetaev::contact::CornerOnLine;
use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::prelude::*;

const SLOPE: f64 = 0.2;

/// On a slope that falls to the right.
fn slope() -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.gravity([G * SLOPE.sin(), -G * SLOPE.cos()]);
    builder
}

/// A block that slides or stands, in a rough slot and on a rough floor. Held since 5162d3cb; before, what was undecided did nothing, and what touched was open.
#[test]
fn regress_a_start_is_read_as_it_begins() {
    let (drive, normal) = (G * SLOPE.sin(), G * SLOPE.cos());
    for (mu, speed, mode) in
        [(0.5, 1.0, Mode::Forward), (0.5, -1.0, Mode::Backward), (0.5, 0.0, Mode::Stick), (0.1, 0.0, Mode::Forward)]
    {
        let rub = match mode {
            Mode::Stick => -drive,
            mode => -mu * normal * mode.direction(),
        };
        let mut builder = slope();
        let bodies =
            ["in its slot", "on its floor"].map(|name| builder.body(name, Particle::new(1.0).moving(speed, 0.0)));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let slot = builder.constraint("slot", Slot::new(line, bodies[0].origin()));
        let in_slot = builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(mu));
        let touch = Contact::between(GROUND, bodies[1], CornerOnLine::new(line, [0.0, 0.0]));
        let floor = builder.contact("floor", touch, Rigid::rough(Coulomb::new(mu)));
        let model = builder.build().unwrap();
        let state = model.start().project().unwrap().state;
        let at = model.read(&state);
        let (friction, contact) = (at.friction(in_slot).unwrap(), at.contact(floor));
        for body in bodies {
            let off = at.body_acceleration(body)[0] - drive - rub;
            println!("{mu} {speed} {mode:?}: off by {off:.1e}");
            assert!(off.abs() < 1e-13 * G);
        }
        for (force, load, found) in
            [(friction.force, friction.load, friction.mode), (contact.tangential, contact.normal, contact.mode)]
        {
            assert!((force - rub).abs() < 1e-13 * G && (load - normal).abs() < 1e-13 * G, "{friction:?} {contact:?}");
            assert!(found == mode || (found == Mode::Holding && mode != Mode::Stick), "{friction:?} {contact:?}");
        }
        assert!(friction.determined && at.sticks() == (mode == Mode::Stick));
        // What was read is left as it was.
        assert_eq!(at.state(), state);
        let mut decided = state.clone();
        model.decide_friction(&mut decided).unwrap();
        assert_eq!(model.read(&decided).friction(in_slot).unwrap(), friction);
    }
}

/// A smooth floor carries a block that lies on it, and nothing that leaves it or is away from it. Held since 5162d3cb; before, it carried nothing.
#[test]
fn regress_what_touches_is_read_as_closed() {
    for (height, speed, load) in [(0.0, 0.0, G * SLOPE.cos()), (0.0, 1.0, 0.0), (1e-3, 0.0, 0.0)] {
        let mut builder = slope();
        let block = builder.body("block", Particle::new(1.0).at(0.0, height).moving(0.0, speed));
        let touch = Contact::between(GROUND, block, CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [0.0, 0.0]));
        let floor = builder.contact("floor", touch, Rigid::smooth());
        let model = builder.build().unwrap();
        let state = model.placed();
        let found = model.read(&state).contact(floor);
        assert!((found.normal - load).abs() < 1e-13 * G && (found.mode == Mode::Open) == (load == 0.0), "{found:?}");
    }
}

/// In space: a ball that slides down is braked by μ N against its slip, and one that rolls gets 2/7 of its weight's part along the slope.
#[test]
fn analytic_a_ball_in_space_is_read_at_its_start() {
    for (speed, mu) in [(1.0, 0.3), (0.0, 0.3)] {
        let mut builder = ModelBuilder::new();
        builder.gravity([G * SLOPE.sin(), 0.0, -G * SLOPE.cos()]);
        let solid = Solid::from_inertia(Inertia::sphere(2.0, 0.1).unwrap()).unwrap();
        let ball = builder.body("ball", solid.at(0.0, 0.0, 0.1).moving(speed, 0.0, 0.0));
        let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], 0.1));
        let floor = builder.contact("floor", Contact::between(WORLD, ball, pair), Rigid::rough(Coulomb::new(mu)));
        let model = builder.build().unwrap();
        let state = model.placed();
        let force = model.read(&state).friction_force(floor);
        let known = if speed > 0.0 { mu * 2.0 * G * SLOPE.cos() } else { 2.0 / 7.0 * 2.0 * G * SLOPE.sin() };
        println!("{force:?} {known}");
        assert!((force.x + known).abs() < 1e-12 * G && force.y == 0.0 && force.z.abs() < 1e-12);
    }
}
