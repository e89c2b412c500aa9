//! What is read of a state that no run has seen: friction that is undecided and contacts that touch are decided as a start is.

use super::common::G;
use chetaev::contact::spatial::{OnPlane, PointOn};
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::contact::{Circles, CornerOnLine, EllipseOnLine};
use chetaev::error::EvalError;
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
            assert_eq!(found, mode, "{friction:?} {contact:?}");
        }
        assert!(friction.determined && at.sticks() == (mode == Mode::Stick));
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

/// What was let go and holds again rubs again, and so does a contact that is closed by hand. Held since 60213d6c; before, they did nothing until a run began.
#[test]
fn regress_what_is_switched_on_rubs_when_it_is_read() {
    let mut builder = slope();
    let bodies = ["let go", "put down"].map(|name| builder.body(name, Particle::new(1.0).moving(1.0, 0.0)));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let slot = builder.constraint("slot", Slot::new(line, bodies[0].origin()));
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.5));
    let touch = Contact::between(GROUND, bodies[1], CornerOnLine::new(line, [0.0, 0.0]));
    let floor = builder.contact("floor", touch, Rigid::rough(Coulomb::new(0.5)));
    let model = builder.build().unwrap();
    let mut state = model.placed();
    state.release(slot);
    state.release(floor);
    // A run releases what rubs with what loads it.
    let mut state = Simulation::new(&model).run(state, 1e-3).unwrap().end().clone();
    let braked = |state: &State| bodies.map(|body| model.read(state).body_acceleration(body)[0] - G * SLOPE.sin());
    assert!(braked(&state).iter().all(|a| a.abs() < 1e-13 * G));
    state.hold(slot);
    state.close(floor);
    assert!(braked(&state).iter().all(|a| (a + 0.5 * G * SLOPE.cos()).abs() < 1e-13 * G), "{:?}", braked(&state));
}

/// A block on two feet that is let go on a slope too steep for them: both start to slide, in the plane and in space.
#[test]
fn analytic_two_feet_start_to_slide_where_they_are_read() {
    let mu = 0.1;
    let mut builder = slope();
    let block = builder.body("block", RigidBody::new(1.0, 0.1).at(0.0, 0.2, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let feet = [-0.3, 0.3].map(|x| {
        let touch = Contact::between(GROUND, block, CornerOnLine::new(line, [x, -0.2]));
        builder.contact(format!("foot {x}"), touch, Rigid::rough(Coulomb::new(mu)))
    });
    let model = builder.build().unwrap();
    let state = model.placed();
    let at = model.read(&state);
    assert!((at.body_acceleration(block)[0] - G * (SLOPE.sin() - mu * SLOPE.cos())).abs() < 1e-12 * G);
    for (foot, side) in feet.into_iter().zip([-1.0, 1.0]) {
        // Friction, 0.2 m below the center, loads the foot that is ahead.
        let load = G * SLOPE.cos() * (0.5 + side * mu * 0.2 / 0.6);
        let found = at.contact(foot);
        assert!((found.normal - load).abs() < 1e-12 * G && found.mode == Mode::Forward, "{found:?} {load}");
    }

    let mut builder = ModelBuilder::new();
    builder.gravity([G * SLOPE.sin(), 0.0, -G * SLOPE.cos()]);
    let solid = Solid::from_inertia(Inertia::sphere(2.0, 0.1).unwrap()).unwrap();
    let ball = builder.body("ball", solid.at(0.0, 0.0, 0.1));
    let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], 0.1));
    let floor = builder.contact("floor", Contact::between(WORLD, ball, pair), Rigid::rough(Coulomb::new(0.05)));
    let model = builder.build().unwrap();
    let state = model.placed();
    // 2/7 tan of the slope would be needed for it to roll.
    let force = model.read(&state).friction_force(floor);
    assert!((force.x + 0.05 * 2.0 * G * SLOPE.cos()).abs() < 1e-12 * G && force.y.abs() < 1e-12 * G, "{force:?}");
}

/// A table that stands on four rough feet: what each carries is not determined, and its range was told as one number.
#[test]
fn refusal_of_a_range_between_feet_in_space() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.6, 0.0, -G]);
    builder.allow_redundant();
    let table = builder.body("table", Solid::principal(1.0, [0.02, 0.03, 0.04]).unwrap().at(0.0, 0.0, 0.1));
    let feet = [[0.2, 0.2, -0.1], [-0.2, 0.2, -0.1], [-0.2, -0.2, -0.1], [0.2, -0.2, -0.1]];
    for (k, pair) in PointOn::each(&Plane::horizontal(), feet).into_iter().enumerate() {
        builder.contact(format!("foot {k}"), Contact::between(WORLD, table, pair), Rigid::rough(Coulomb::new(0.5)));
    }
    let model = builder.build().unwrap();
    let state = model.start().project().unwrap().state;
    let at = model.read(&state);
    let foot = model.friction("foot 2").unwrap();
    assert_eq!(at.friction(foot).unwrap().mode, Mode::Stick);
    match at.friction_range(foot) {
        Err(EvalError::Element { name, .. }) => assert_eq!(name, "foot 2"),
        other => panic!("{other:?}"),
    }
}

/// What has no size has no distance: such bodies fell through the floor.
#[test]
fn refusal_of_shapes_that_have_no_distance() {
    let floor = GROUND.axis([0.0, 0.0], 0.0);
    let fall = |name: &str, add: &dyn Fn(&mut ModelBuilder, BodyId)| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 1.0, 0.0));
        add(&mut builder, ball);
        let told = match builder.build() {
            Err(error) => error.to_string(),
            Ok(model) => match model.start().project() {
                Err(error) => error.to_string(),
                Ok(start) => match Simulation::new(&model).run(start, 1.0) {
                    Err(error) => error.to_string(),
                    Ok(run) => panic!("{name}: it ends at {:?}", run.end().q),
                },
            },
        };
        assert!(told.contains("`floor`") && !told.contains("at t = 0."), "{name}: {told}");
    };
    for radius in [f64::NAN, -0.1, 0.0] {
        fall("ellipse", &|builder, ball| {
            let pair = EllipseOnLine::new(floor, radius, radius);
            builder.contact("floor", Contact::between(GROUND, ball, pair), Rigid::rough(Coulomb::new(0.3)));
        });
        fall("circles", &|builder, ball| {
            let pair =
                Circles::outside(([0.0, -1.0], if radius == 0.0 { f64::NAN } else { radius }), ([0.0, 0.0], 0.1));
            builder.contact("floor", Contact::between(GROUND, ball, pair), Rigid::smooth());
        });
    }
    fall("corner", &|builder, ball| {
        let pair = CornerOnLine::new(floor, [f64::NAN, 0.0]);
        builder.contact("floor", Contact::between(GROUND, ball, pair), Rigid::smooth());
    });
    fall("slope", &|builder, ball| {
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], f64::NAN), [0.0, 0.0]);
        builder.contact("floor", Contact::between(GROUND, ball, pair), Rigid::smooth());
    });
    let in_space: [(&str, OnPlane<Sphere>); 2] = [
        ("sphere", OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], -0.1))),
        ("plane", OnPlane::new(Plane::new([0.0; 3], [0.0; 3]), Sphere::new([0.0; 3], 0.1))),
    ];
    for (name, pair) in in_space {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let ball = builder.body("ball", Solid::principal(1.0, [0.01; 3]).unwrap().at(0.0, 0.0, 1.0));
        builder.contact("floor", Contact::between(WORLD, ball, pair), Rigid::smooth());
        let Ok(model) = builder.build() else { continue };
        let run = Simulation::new(&model).run(model.placed(), 1.0);
        assert!(run.as_ref().is_err_and(|error| error.to_string().contains("`floor`")), "{name}: {run:?}");
    }
}
