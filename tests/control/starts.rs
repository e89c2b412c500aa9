//! Starts in the user's coordinates: angles, travels, distances and rates that are given or held, and what stands in their way.

use chetaev::constraint::Constraint;
use chetaev::dynamics::Started;
use chetaev::error::StartError;
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};

/// An arm of 0.8 m and a hand of 0.5 m on a hinge at the ground, stretched along x.
fn arm() -> (Model, [BodyId; 2], [ConstraintId<Revolute>; 2]) {
    let mut builder = ModelBuilder::new();
    let arm = builder.body("arm", RigidBody::rod(2.0, 0.8).at(0.4, 0.0, 0.0));
    let hand = builder.body("hand", RigidBody::rod(1.0, 0.5).at(1.05, 0.0, 0.0));
    let shoulder = builder.constraint("shoulder", Revolute::new(GROUND.origin(), arm.point(-0.4, 0.0)));
    let elbow = builder.constraint("elbow", Revolute::new(arm.point(0.4, 0.0), hand.point(-0.25, 0.0)));
    (builder.build().unwrap(), [arm, hand], [shoulder, elbow])
}

/// Crank, coupler and rocker on pins 1 m apart.
fn four_bar() -> (Model, [ConstraintId<Revolute>; 2]) {
    let mut builder = ModelBuilder::new();
    let crank = builder.body("crank", RigidBody::rod(1.0, 0.3).at(0.15, 0.0, 0.0));
    let coupler = builder.body("coupler", RigidBody::rod(1.0, 0.9).at(0.6, 0.3, 0.6));
    let rocker = builder.body("rocker", RigidBody::rod(1.0, 0.7).at(0.9, 0.3, 1.8));
    let o = builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.15, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.15, 0.0), coupler.point(-0.45, 0.0)));
    builder.constraint("B", Revolute::new(coupler.point(0.45, 0.0), rocker.point(0.35, 0.0)));
    let c = builder.constraint("C", Revolute::new(GROUND.point(1.0, 0.0), rocker.point(-0.35, 0.0)));
    (builder.build().unwrap(), [o, c])
}

#[test]
fn analytic_given_angles_and_rates_of_a_chain() {
    let (model, bodies, [shoulder, elbow]) = arm();
    for (a, b) in [(0.3, -1.2), (2.0, 0.9), (-3.0, 3.0)] {
        let start = model.start().angle(shoulder, a).angle(elbow, b).rate(shoulder, 1.5).rate(elbow, -4.0);
        let started = start.project().unwrap();
        let at = model.read(&started.state);
        let hand = at.body(bodies[1]);
        let tip = at.velocity(bodies[1].point(0.25, 0.0));
        let [x, y] = [0.8 * f64::cos(a) + 0.25 * f64::cos(a + b), 0.8 * f64::sin(a) + 0.25 * f64::sin(a + b)];
        let speed = [
            -0.8 * 1.5 * f64::sin(a) + 0.5 * 2.5 * f64::sin(a + b),
            0.8 * 1.5 * f64::cos(a) - 0.5 * 2.5 * f64::cos(a + b),
        ];
        let off = [hand.origin.x - x, hand.origin.y - y, tip.x - speed[0], tip.y - speed[1], hand.angle - a - b];
        let worst = off.into_iter().fold(0.0, |most: f64, e| most.max(e.abs()));
        println!("shoulder {a}, elbow {b}: off by {worst:.1e}, {} steps", started.iterations);
        assert!(worst < 1e-13);
    }
}

#[test]
fn analytic_a_given_distance_bends_an_elbow_as_the_law_of_cosines_has_it() {
    let (model, [_, hand], [shoulder, elbow]) = arm();
    let tip = || Separation::between(GROUND.origin(), hand.point(0.25, 0.0));
    for reach in [0.5, 0.9, 1.2] {
        // A little bent already: stretched out, an elbow bends either way.
        let guess = model.start().angle(elbow, 0.4).project().unwrap().state;
        let start = model.start_from(guess).angle(shoulder, 0.1).measure(tip(), reach).rate(tip(), -0.2);
        let at = start.rate(shoulder, 0.0).project().unwrap().state;
        let at = model.read(&at);
        let bend = at.measure(&model.element(elbow).angle().unwrap()).unwrap();
        let cosine = (reach * reach - 0.8 * 0.8 - 0.5 * 0.5) / (2.0 * 0.8 * 0.5);
        // r r' = −l₁ l₂ sin(bend) bend'.
        let rate = reach * 0.2 / (0.8 * 0.5 * cosine.acos().sin());
        println!("at {reach} m: bend {} against {}", bend.value, cosine.acos());
        assert!((bend.value - cosine.acos()).abs() < 1e-12 && (bend.rate - rate).abs() < 1e-12);
    }
    let far = model.start().measure(tip(), 1.4).project().unwrap_err();
    println!("{far}");
    let StartError::CannotAssemble { residual, held, alone, .. } = &far else { panic!("{far}") };
    assert!(residual.abs() > 0.005 && residual.abs() <= 0.1 + 1e-9);
    assert_eq!((held, held), (alone, &vec!["the travel or distance between the ground and `hand`".to_owned()]));
}

/// The same four-bar by a held coordinate, and by its joint.
#[test]
fn oracle_a_given_angle_in_a_loop_is_a_held_coordinate() {
    let (model, [o, c]) = four_bar();
    // Beyond 0.62 rad, where the rocker turns back.
    let beyond = model.start().angle(o, 0.9).project().unwrap().state;
    for k in 0..8 {
        let angle = 1.0 + 0.2 * f64::from(k);
        let held = model
            .start_from(beyond.clone())
            .set("crank.theta", angle)
            .hold("crank.theta")
            .set_velocity("crank.omega", 3.0);
        let held = held.project().unwrap().state;
        let given = model.start_from(held.clone()).angle(o, angle).rate(o, 3.0).project().unwrap().state;
        let rocker = model.read(&held).measure(&model.element(c).angle().unwrap()).unwrap();
        let other =
            model.start_from(beyond.clone()).angle(c, rocker.value).rate(c, rocker.rate).project().unwrap().state;
        for (name, state) in [("crank", given), ("rocker", other)] {
            let apart = [&held.q[..], &held.v].concat().into_iter().zip([&state.q[..], &state.v].concat());
            let apart = apart.fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
            println!("crank at {angle:.1}, by the {name}: {apart:.1e} apart");
            assert!(apart < 1e-11);
        }
    }
}

#[test]
fn analytic_a_cylinder_in_space_has_an_angle_and_a_travel() {
    let mut builder = ModelBuilder::new();
    let rod = builder.body("rod", Solid::principal(2.0, [0.1, 0.2, 0.3]).unwrap().at(0.1, 0.0, 0.0));
    let axis = [0.0, 0.6, 0.8];
    let (bearing, journal) = (WORLD.axis([0.0; 3], axis), rod.axis([0.0; 3], axis));
    let sleeve = builder.constraint("sleeve", Joint::cylindrical(bearing, journal));
    let model = builder.build().unwrap();
    let angle = AxialAngle::about(bearing, journal);
    let turn = std::f64::consts::TAU;
    for (value, travel) in [(0.4, 0.7), (2.8, -0.3), (0.4 + 3.0 * turn, 0.0)] {
        let start = model.start().angle(sleeve, value).travel(sleeve, travel).rate(angle, 5.0);
        let state = start.rate(AxialTravel::along(bearing, rod.origin()), -0.6).project().unwrap().state;
        let at = model.read(&state);
        let (frame, read) = (at.body(rod), at.measure(&angle).unwrap());
        let axis = chetaev::nalgebra::Vector3::from(axis);
        let off = ((read.value - value) / turn).round() * turn + value - read.value;
        assert!(off.abs() < 1e-12 && (frame.origin - travel * axis).norm() < 1e-12);
        assert!((frame.spin - 5.0 * axis).norm() < 1e-12 && (frame.velocity + 0.6 * axis).norm() < 1e-12);
    }
    let both = model.start().rate(sleeve, 1.0).project().unwrap_err();
    assert_eq!(both, model.start().rate(sleeve, 2.0).project().unwrap_err());
    assert!(matches!(&both, StartError::NoCoordinate { joint, .. } if joint == "sleeve"), "{both}");
}

#[test]
fn property_what_is_held_in_the_way_is_named() {
    let (model, [o, c]) = four_bar();
    // The rocker of this linkage cannot stand where the crank's side of the loop does not reach.
    let refused = model.start().angle(o, 0.3).angle(c, -FRAC_PI_2).hold("coupler.x").project().unwrap_err();
    println!("{refused}");
    let StartError::CannotAssemble { involved, held, alone, .. } = &refused else { panic!("{refused}") };
    assert!(["A", "B"].into_iter().all(|name| involved.contains(&name.into())), "{involved:?}");
    assert_eq!(held.len(), 3);
    assert!(alone.is_empty(), "two of three contradict each other in more than one way: {alone:?}");
    let refused = model.start().angle(o, 0.3).angle(c, -FRAC_PI_2).project().unwrap_err();
    println!("{refused}");
    let StartError::CannotAssemble { alone, .. } = &refused else { panic!("{refused}") };
    assert!(alone.contains(&"the angle of `C`".into()), "{alone:?}");
    // Rates that contradict each other, in a loop that moves.
    let refused = model.start().angle(o, 0.3).rate(o, 1.0).rate(c, 5.0).project().unwrap_err();
    println!("{refused}");
    let StartError::CannotMove { alone, .. } = &refused else { panic!("{refused}") };
    assert_eq!(alone, &["the angle of `O`".to_owned(), "the angle of `C`".into()]);
}

#[test]
fn property_a_loop_that_cannot_close_is_named_whole_and_nothing_else() {
    let mut builder = ModelBuilder::new();
    let crank = builder.body("crank", RigidBody::rod(1.0, 0.3).at(0.15, 0.0, 0.0));
    let coupler = builder.body("coupler", RigidBody::rod(1.0, 3.0).at(0.6, 0.3, 0.6));
    let rocker = builder.body("rocker", RigidBody::rod(1.0, 0.7).at(0.9, 0.3, 1.8));
    let bob = builder.body("bob", RigidBody::rod(1.0, 1.0).at(0.2, -0.4, -1.0));
    builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.15, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.15, 0.0), coupler.point(-1.5, 0.0)));
    builder.constraint("B", Revolute::new(coupler.point(1.5, 0.0), rocker.point(0.35, 0.0)));
    builder.constraint("C", Revolute::new(GROUND.point(1.0, 0.0), rocker.point(-0.35, 0.0)));
    builder.constraint("hook", Revolute::new(crank.origin(), bob.point(-0.5, 0.0)));
    let refused = builder.build().unwrap().start().project().unwrap_err();
    println!("{refused}");
    let StartError::CannotAssemble { mut involved, .. } = refused else { panic!("{refused}") };
    involved.sort();
    assert_eq!(involved, ["A", "B", "C", "O"]);
}

#[test]
fn property_at_a_dead_center_a_slider_that_is_to_move_is_named_with_its_loop() {
    let mut builder = ModelBuilder::new();
    let crank = builder.body("crank", RigidBody::rod(1.0, 0.3).at(0.15, 0.0, 0.0));
    let rod = builder.body("rod", RigidBody::rod(1.0, 0.8).at(0.7, 0.0, 0.0));
    let slider = builder.body("slider", RigidBody::rod(1.0, 0.1).at(1.1, 0.0, 0.0));
    let o = builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.15, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.15, 0.0), rod.point(-0.4, 0.0)));
    builder.constraint("B", Revolute::new(rod.point(0.4, 0.0), slider.origin()));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let guide = builder.constraint("guide", Prismatic::new(line, slider.axis([0.0, 0.0], 0.0)));
    let model = builder.build().unwrap();
    let refused = model.start().rate(guide, 1.0).project().unwrap_err();
    println!("{refused}");
    let StartError::CannotMove { involved, alone, .. } = &refused else { panic!("{refused}") };
    assert_eq!(alone, &["the travel of `guide`"]);
    assert!(involved.contains(&"the travel of `guide`".into()), "{involved:?}");
    // Its crank can be moved there, and a slider anywhere else.
    assert!(model.start().rate(o, 2.0).project().is_ok());
    let crank = model.start().set("crank.theta", 1.0).set("rod.theta", -0.3).project().unwrap().state;
    let moved = model.start_from(crank).rate(guide, 1.0).project().unwrap().state;
    assert!((model.read(&moved).body(slider).velocity.x - 1.0).abs() < 1e-13);
}

/// 30 rad/s became 10 without a word.
/// Held since 5e05fa2.
#[test]
fn regress_a_velocity_that_changes_is_said_and_can_be_kept() {
    let mut builder = ModelBuilder::new();
    let disk = builder.body("disk", RigidBody::disk(1.0, 0.1).at(0.0, 0.1, 0.0).moving(0.0, 0.0, -30.0));
    let pair = chetaev::contact::EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
    builder.constraint("road", Contact::rolling(GROUND, disk, pair));
    let model = builder.build().unwrap();
    let share: Started = model.start().project().unwrap();
    println!("{share}");
    assert!(share.to_string().contains("`disk.omega`: -30 became -10"), "{share}");
    assert_eq!(share.changed.len(), 1);
    let kept = model.start().keep("disk.omega").project().unwrap();
    assert!(kept.changed.is_empty());
    assert!(kept.state.v[2] == -30.0 && (kept.state.v[0] - 3.0).abs() < 1e-13);
    // A coordinate whose velocity is kept may move all the same.
    let lifted = model.start().set("disk.y", 0.3).keep("disk.vy").project().unwrap();
    assert!((lifted.state.q[1] - 0.1).abs() < 1e-12);
}

/// A plate on three legs whose lengths are given: where their lines meet in a point it can turn about that, however long they are.
fn platform(turned: f64) -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    let plate = builder.body("plate", RigidBody::disk(1.0, 0.3).at(0.0, 0.0, turned));
    for (k, name) in ["left", "right", "top"].into_iter().enumerate() {
        let (sin, cos) = (2.0 * PI / 3.0 * k as f64).sin_cos();
        let (foot, head) = (GROUND.point(cos, sin), plate.point(0.3 * cos, 0.3 * sin));
        let length = (1.0 + 0.09 - 0.6 * turned.cos()).sqrt();
        builder.constraint(name, Driver::new(Separation::between(foot, head), move |t| t * 0.0 + length));
    }
    let bob = builder.body("bob", RigidBody::rod(1.0, 1.0).at(0.0, -0.5, -FRAC_PI_2));
    builder.constraint("hook", Revolute::new(plate.origin(), bob.point(-0.5, 0.0)));
    (builder.build().unwrap(), plate)
}

#[test]
fn analytic_how_near_a_start_is_to_a_singular_position_is_said_with_its_constraints() {
    let mut sines = Vec::new();
    for turned in [1e-2, 1e-4, 1e-6] {
        let (model, _) = platform(turned);
        let start = model.start().project().unwrap();
        println!("turned by {turned:e}: {start}");
        assert_eq!(start.leaning.is_empty(), start.sine >= 1e-3);
        if !start.leaning.is_empty() {
            assert_eq!(start.leaning, ["left", "right", "top"]);
            assert!(start.to_string().contains("singular"), "{start}");
        }
        sines.push(start.sine / turned);
    }
    // The arm of the legs about their common point grows with the turn.
    assert!(sines.iter().all(|s| (s / sines[2] - 1.0).abs() < 3e-3), "{sines:?}");
    let (model, _) = platform(1.0);
    let clear = model.start().project().unwrap();
    assert!(clear.sine > 0.1 && clear.leaning.is_empty());
    let refused = platform(0.0).0.start().project().unwrap_err();
    println!("{refused}");
    let StartError::Singular { drivers, free } = &refused else { panic!("{refused}") };
    assert_eq!((&drivers[..], &free[..]), (&["left", "right", "top"].map(String::from)[..], "plate.omega"));
}

#[test]
fn invariant_a_measure_that_is_held_stays_and_the_rest_is_met() {
    let (model, [_, c]) = four_bar();
    let angle = |state: &State| model.read(state).measure(&model.element(c).angle().unwrap()).unwrap();
    let mut guess = model.start().project().unwrap().state;
    guess.q[0] += 0.02;
    guess.q[5] -= 0.05;
    guess.v[8] = 2.0;
    let started = model.start_from(guess.clone()).hold_measure(c).project().unwrap();
    let (before, after) = (angle(&guess), angle(&started.state));
    assert!(started.moved > 0.01, "moot");
    assert!((before.value - after.value).abs() < 1e-14 && (before.rate - after.rate).abs() < 1e-13);
    let free = model.start_from(guess).project().unwrap();
    assert!((before.value - angle(&free.state).value).abs() > 1e-3, "moot: it stays by itself");
    assert!(PI > after.value);
}

/// Rows of friction are not among those of a start: what cannot be assembled, or move, is said of a rough mechanism as well (it panicked).
/// Held since b82f6ea.
#[test]
fn regress_a_rough_mechanism_that_cannot_be_assembled() {
    for far in [false, true] {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", RigidBody::new(1.0, 0.1));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let slot = builder.constraint("slot", Slot::new(line, block.origin()));
        builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.3));
        let travel = Travel::along(line, block.origin());
        if far {
            builder.constraint("rod", Distance::new(GROUND.point(0.0, 2.0), block.origin(), 1.0));
        } else {
            builder.constraint("motor", Driver::new(travel, |t| 3.0 * t));
        }
        let model = builder.build().unwrap();
        let start = if far { model.start() } else { model.start().rate(travel, 1.0) };
        let refused = start.project().unwrap_err();
        println!("{refused}");
        let (names, blamed) = match &refused {
            StartError::CannotAssemble { involved, .. } if far => (involved, "rod"),
            StartError::CannotMove { involved, .. } if !far => (involved, "motor"),
            other => panic!("{far}: {other}"),
        };
        assert!(names.iter().any(|name| name == blamed), "{names:?}");
    }
}
