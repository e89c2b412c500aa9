//! Starts: loops that close, what cannot be closed, what is redundant, and how many freedoms are left.

use crate::mechanisms::{apart, double_pendulum};
use chetaev::error::StartError;
use chetaev::prelude::*;

/// Crank, coupler and rocker on pins 1 m apart, placed by a rough guess.
fn four_bar(coupler: f64, guess: [f64; 3]) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let (crank, rocker) = (0.3, 0.7);
    let a = builder.body("crank", RigidBody::rod(1.0, crank).at(0.1, 0.0, guess[0]));
    let b = builder.body("coupler", RigidBody::rod(1.0, coupler).at(0.6, 0.3, guess[1]));
    let c = builder.body("rocker", RigidBody::rod(1.0, rocker).at(0.9, 0.3, guess[2]));
    builder.constraint("O", Revolute::new(GROUND.origin(), a.point(-0.5 * crank, 0.0)));
    builder.constraint("A", Revolute::new(a.point(0.5 * crank, 0.0), b.point(-0.5 * coupler, 0.0)));
    builder.constraint("B", Revolute::new(b.point(0.5 * coupler, 0.0), c.point(0.5 * rocker, 0.0)));
    builder.constraint("C", Revolute::new(GROUND.point(1.0, 0.0), c.point(-0.5 * rocker, 0.0)));
    builder.build().unwrap()
}

#[test]
fn property_loops_close_from_rough_guesses() {
    let mut closed = 0;
    for i in 0..100 {
        let s = f64::from(i);
        let model = four_bar(0.9, [3.0 * s.sin(), 1.5 * (2.3 * s).sin(), 1.8 + (1.7 * s).cos()]);
        match model.start().hold("crank.theta").project() {
            Ok(start) => {
                closed += 1;
                assert!(start.phi < 1e-12 && start.moved > 0.0);
                let crank = model.body::<Planar>("crank").unwrap();
                assert_eq!(model.read(&start.state).body(crank).angle, 3.0 * s.sin(), "what is held stays exactly");
            }
            Err(refused) => assert!(matches!(refused, StartError::CannotAssemble { .. }), "{refused}"),
        }
    }
    println!("four-bar linkages closed from rough guesses: {closed} of 100");
    assert!(closed >= 90);
}

/// Crank and rocker are held where they belong, so that two of the four closing rows say of the coupler what the other two say: a correction of a guess leaves out two, and meets them all the same.
#[test]
fn property_a_coupler_is_found_between_two_bodies_that_are_held() {
    let closed = four_bar(0.8, [0.5, 0.3, 1.2]).start().hold("crank.theta").project().unwrap().state;
    for k in 0..60 {
        let off = |prime: usize| 0.9 * (((k * prime) % 61) as f64 / 30.0 - 1.0);
        let model = four_bar(0.8, [0.0; 3]);
        let mut start = model.start();
        for (name, value, off) in
            model.coordinate_names().iter().zip(&closed.q).enumerate().map(|(i, (name, value))| {
                let coupler = (3..6).contains(&i);
                (name, value, if coupler { off([7, 11, 13][i - 3]) } else { 0.0 })
            })
        {
            start = start.set(name, value + off);
        }
        let found = start.hold("crank.theta").hold("rocker.theta").project();
        let found = found.unwrap_or_else(|error| panic!("{k}: {error}"));
        let far = found.state.q.iter().zip(&closed.q).map(|(a, b)| (a - b).abs());
        assert!(far.clone().fold(0.0, f64::max) % std::f64::consts::TAU < 1e-9, "{k}: {:?}", far.collect::<Vec<_>>());
    }
}

#[test]
fn property_what_cannot_be_closed_names_the_worst_row() {
    let refused = four_bar(3.0, [0.0, 0.6, 1.8]).start().project().unwrap_err();
    println!("{refused}");
    assert!(matches!(refused, StartError::CannotAssemble { residual, .. } if residual.abs() > 0.01));
}

/// A plate on parallel bars.
fn parallelogram(bars: usize, redundant: bool) -> (Model, Vec<ConstraintId<Revolute>>) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    if redundant {
        builder.allow_redundant();
    }
    let rise = 3.0_f64.sqrt() / 2.0;
    let plate = builder.body("plate", RigidBody::rod(2.0, 2.0).at(1.5, rise, 0.0));
    let mut pins = Vec::new();
    for i in 0..bars {
        let x = 2.0 * i as f64 / (bars - 1) as f64;
        let bar = RigidBody::rod(1.0, 1.0).at(x + 0.25, 0.5 * rise, std::f64::consts::FRAC_PI_3);
        let bar = builder.body(format!("bar {i}"), bar);
        pins.push(builder.constraint(format!("foot[{i}]"), Revolute::new(GROUND.point(x, 0.0), bar.point(-0.5, 0.0))));
        pins.push(
            builder.constraint(format!("head[{i}]"), Revolute::new(bar.point(0.5, 0.0), plate.point(x - 1.0, 0.0))),
        );
    }
    (builder.build().unwrap(), pins)
}

#[test]
fn identity_a_third_parallel_bar_is_named_or_shares_the_load() {
    let (two, _) = parallelogram(2, false);
    let (three, _) = parallelogram(3, false);
    let refused = three.start().project().unwrap_err();
    println!("{refused}");
    assert!(
        matches!(&refused, StartError::Redundant { sets } if sets.len() == 1 && sets[0].contains(&"head[1]".into()))
    );

    let (allowed, pins) = parallelogram(3, true);
    let start = allowed.start().project().unwrap();
    let freedoms = allowed.freedoms(&start.state).unwrap();
    assert_eq!((freedoms.freedoms, freedoms.rows - freedoms.rank), (1, 1));
    // Until the bars lie flat, which is a singular position.
    let run = |model: &Model| {
        let start = model.start().project().unwrap();
        Simulation::new(model).tolerance(1e-12).every(0.1).run(start, 0.4).unwrap()
    };
    // One freedom: (m_plate + n m_bar/3) l θ'' = −(m_plate + n m_bar/2) g cos θ, whatever holds the plate beside it.
    for (done, n) in [(run(&allowed), 3.0), (run(&two), 2.0)] {
        let bar = done.model().body::<Planar>("bar 0").unwrap();
        let expected = |at: &Snapshot<'_>| -(2.0 + 0.5 * n) * 9.81 * at.body(bar).angle.cos() / (2.0 + n / 3.0);
        let found = done.column(|at| at.body_acceleration(bar)[2]);
        assert!(apart(&found, &done.column(expected)) < 1e-8);
        assert!(done.energy_error() < 1e-8 && done.drift().largest_phi() < 1e-12);
    }
    let (shared, own) = (run(&allowed), run(&two));
    assert!(!shared.last().unwrap().is_determined(pins[3]).unwrap());
    assert!(own.last().unwrap().is_determined(two.constraint("head[1]").unwrap()).unwrap());
}

#[test]
fn property_contradicting_rates_cannot_move() {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::disk(1.0, 0.1));
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    builder.constraint("slow", LinearVelocity::equal_to(|t| t * 0.0 + 1.0).term(wheel, [0.0, 0.0, 1.0]));
    builder.constraint("fast", LinearVelocity::equal_to(|t| t * 0.0 + 2.0).term(wheel, [0.0, 0.0, 1.0]));
    let refused = builder.build().unwrap().start().project().unwrap_err();
    println!("{refused}");
    assert!(matches!(&refused, StartError::CannotMove { residual, .. } if (residual.abs() - 1.0).abs() < 1e-9));
}

#[test]
fn analytic_driver_at_a_later_time() {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::disk(1.0, 0.1));
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    builder.constraint("motor", Driver::new(Angle::between(GROUND, wheel), |t| t * t));
    let model = builder.build().unwrap();
    let start = model.start().time(3.0).project().unwrap();
    let at = model.read(&start.state).body(wheel);
    assert!((at.angle - 9.0).abs() < 1e-12 && (at.spin - 6.0).abs() < 1e-12);
}

#[test]
fn analytic_freedoms_of_known_mechanisms() {
    let model = four_bar(0.9, [0.3, 0.6, 1.8]);
    assert_eq!(model.freedoms(&model.start().project().unwrap().state).unwrap().freedoms, 1);
    let pendulum = double_pendulum();
    assert_eq!(pendulum.model.freedoms(&pendulum.model.placed()).unwrap().freedoms, 2);
    let mut builder = ModelBuilder::new();
    let skate = builder.body("skate", RigidBody::rod(1.0, 1.0));
    builder.constraint("edge", KnifeEdge::new(GROUND, skate.axis([0.0, 0.0], 0.0)));
    let model = builder.build().unwrap();
    let freedoms = model.freedoms(&model.placed()).unwrap();
    assert_eq!((freedoms.freedoms, freedoms.position_freedoms), (2, 3));
}

#[test]
fn property_unknown_coordinates_are_listed() {
    let refused = double_pendulum().model.start().hold("one.angle").project().unwrap_err().to_string();
    assert!(refused.contains("one.angle") && refused.contains("one.theta"), "{refused}");
}

/// A measure that is held takes a rate that is given; two numbers for the same one contradict each other.
#[test]
fn analytic_what_is_held_takes_a_rate() {
    let (model, pins) = (four_bar(0.9, [0.3, 0.2, 1.5]), "O");
    let crank = model.typed::<Revolute>(model.constraint(pins).unwrap()).unwrap();
    let closed = model.start().angle(crank, 0.4).project().unwrap().state;
    for turns in [
        model.start_from(closed.clone()).rate(crank, 2.0).hold_measure(crank),
        model.start_from(closed).hold_measure(crank).rate(crank, 2.0),
    ] {
        let state = turns.project().unwrap().state;
        let read = model.read(&state);
        let now = read.along(crank).unwrap();
        assert!((now.value - 0.4).abs() < 1e-12 && (now.rate - 2.0).abs() < 1e-12 && now.force == 0.0, "{now:?}");
    }
    let twice = model.start().angle(crank, 0.4).angle(crank, 0.5).project();
    assert!(matches!(twice, Err(StartError::CannotAssemble { .. })), "{twice:?}");
}

/// A coordinate that is held takes what is given beside it if that agrees with it; else both are named. Held since 7b367503.
#[test]
fn regress_what_is_given_beside_what_is_held() {
    let mut builder = ModelBuilder::new();
    let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.25, 0.0, 0.0));
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.25, 0.0)));
    let model = builder.build().unwrap();
    let start = || model.start().hold("rod.theta");
    assert_eq!(start().angle(pin, 0.0).rate(pin, 0.0).project().unwrap().state, model.placed());
    let turning = start().set_velocity("rod.omega", 2.0).rate(pin, 2.0).project().unwrap().state;
    assert!((turning.v[1] - 0.5).abs() < 1e-15 && turning.v[2] == 2.0, "{:?}", turning.v);
    let Err(StartError::CannotMove { worst, residual, held, alone, .. }) = start().rate(pin, 2.0).project() else {
        panic!("a rod that is held turns");
    };
    assert_eq!((worst.as_str(), residual, held, alone.len()), ("the angle of `pin`", -2.0, alone.clone(), 2));
    let bent = start().angle(pin, 1.0).project();
    assert!(
        matches!(&bent, Err(StartError::CannotAssemble { residual, alone, .. }) if *residual == -1.0 && alone.len() == 2),
        "{bent:?}"
    );
}

/// The rounding of large velocities is no contradiction of constraints: 1 g under 10⁹ N on a slope.
#[test]
fn analytic_a_large_force_contradicts_nothing() {
    let mut builder = ModelBuilder::new();
    let bead = builder.body("bead", Particle::new(1e-3));
    let wire = builder.constraint("wire", Slot::new(GROUND.axis([0.0, 0.0], 0.3), bead.origin()));
    builder.force("gun", Applied::force(bead.origin(), [1e9, 0.0]));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).every(0.1).run(model.placed(), 1.0).unwrap();
    let (at, along) = (run.last().unwrap(), 0.3_f64.cos());
    let way = at.along(wire).unwrap();
    assert!(
        (way.value / (0.5e12 * along) - 1.0).abs() < 1e-12 && (way.rate / (1e12 * along) - 1.0).abs() < 1e-12,
        "{way:?}"
    );
}

/// All that a start has moved is told, positions as well as velocities, and nothing that it has left.
#[test]
fn identity_displaced_is_what_differs_from_the_guess() {
    let model = double_pendulum().model;
    let guess = model.placed();
    let start = model.start().set("one.theta", 0.7).set_velocity("one.omega", 2.0).hold("one.theta").project().unwrap();
    let (mut q, mut v) = (guess.q.clone(), guess.v.clone());
    let place = |names: Vec<String>, wanted: &str| names.iter().position(|name| name == wanted).unwrap();
    q[place(model.coordinate_names(), "one.theta")] = 0.7;
    v[place(model.velocity_names(), "one.omega")] = 2.0;
    assert!(start.displaced.len() > start.changed.len() && start.displaced.iter().any(|it| it.name == "two.x"));
    for it in &start.displaced {
        let names = [model.coordinate_names(), model.velocity_names()];
        let [k, l] = names.map(|names| names.iter().position(|name| *name == it.name));
        let (part, to) = match (k, l) {
            (Some(k), _) => (&mut q[k], start.state.q[k]),
            (_, Some(l)) => (&mut v[l], start.state.v[l]),
            _ => panic!("{}", it.name),
        };
        assert!((*part, to) == (it.from, it.to));
        *part = it.to;
    }
    let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-11);
    assert!(close(&q, &start.state.q) && close(&v, &start.state.v));
    // What is consistent stays where it is.
    assert_eq!(model.start_from(start.state).project().unwrap().displaced, []);
}
