//! Events and impacts at one place: what a change does to what is closed, what a guard sees of a blow, what a corner does to a step in which something closes.

use chetaev::contact::CornerOnLine;
use chetaev::prelude::*;
use chetaev::simulate::Trajectory;

const G: f64 = 10.0;

/// Particles above or on a floor.
fn over_floor(balls: &[(f64, f64)], law: impl Fn() -> Rigid) -> (ModelBuilder, Vec<BodyId>) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let mut bodies = Vec::new();
    for (i, &(y, v)) in balls.iter().enumerate() {
        let ball = builder.body(format!("ball {i}"), Particle::new(2.0).at(0.0, y).moving(0.0, v));
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
        builder.contact(format!("floor {i}"), Contact::between(GROUND, ball, pair), law());
        bodies.push(ball);
    }
    (builder, bodies)
}

fn y(run: &Trajectory, ball: BodyId) -> [f64; 2] {
    let at = run.last().unwrap().body(ball);
    [at.origin.y, at.velocity.y]
}

/// A step ends at a corner 1 cm above the floor: the ball has not come down yet. Mended by 951ad255.
#[test]
fn regress_a_corner_before_a_closing_strikes_nothing() {
    for e in [1.0, 0.0] {
        let (builder, balls) = over_floor(&[(1.0, 0.0)], || Rigid::smooth().bouncing(e));
        let model = builder.build().unwrap();
        let (ball, bend) = (balls[0], 0.01);
        for fixed in [None, Some(0.1)] {
            let mut simulation = Simulation::new(&model)
                .event(Event::new("bend", move |at: &Snapshot<'_>| at.body(ball).origin.y - bend).corner());
            if let Some(h) = fixed {
                simulation = simulation.fixed_step(h);
            }
            let run = simulation.run(model.placed(), 0.5).unwrap();
            let t = (2.0 / G).sqrt();
            println!("e = {e}, {fixed:?}: struck at {:.3e} s of the closed form", run.impacts()[0].t - t);
            assert!((run.impacts()[0].t - t).abs() < 1e-12, "{} for {t}", run.impacts()[0].t);
            assert_eq!(run.impacts().len(), 1);
        }
    }
}

/// What an event kicks goes, whatever held it from one side: it slides, lifts off or is struck, as it would from a start. Mended by 951ad255.
#[test]
fn regress_a_kick_is_taken_back_by_nothing() {
    let kick = |v: [f64; 2]| {
        let (builder, balls) = over_floor(&[(0.0, 0.0)], || Rigid::smooth().bouncing(0.5));
        let (model, ball) = (builder.build().unwrap(), balls[0]);
        let kick = Event::at("kick", [0.5]).change_with(move |at, state| {
            state.set_velocity(at.model(), ball, v);
            Ok(())
        });
        let run = Simulation::new(&model).event(kick).run(model.placed(), 0.65).unwrap();
        (y(&run, ball), run.impacts().iter().map(|impact| impact.lost).sum::<f64>())
    };
    let (up, lost) = kick([0.0, 2.0]);
    assert!((up[0] - 0.1875).abs() < 1e-12 && (up[1] - 0.5).abs() < 1e-12 && lost == 0.0, "{up:?}");
    let (down, lost) = kick([0.0, -2.0]);
    assert!(
        (down[0] - 0.0375).abs() < 1e-12 && (down[1] + 0.5).abs() < 1e-11 && (lost - 3.0).abs() < 1e-12,
        "{down:?} {lost}"
    );

    // A block that sticks in a rough slot, and on a rough floor.
    for on_floor in [false, true] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let block = builder.body("block", Particle::new(2.0));
        if on_floor {
            let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
            builder.contact("floor", Contact::between(GROUND, block, pair), Rigid::rough(Coulomb::new(0.4)));
        } else {
            let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
            builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.4));
        }
        let model = builder.build().unwrap();
        let kick = Event::at("kick", [0.5]).change_with(move |at, state| {
            state.set_velocity(at.model(), block, [1.0, 0.0]);
            Ok(())
        });
        let run = Simulation::new(&model).event(kick).run(model.placed(), 2.0).unwrap();
        let x = run.last().unwrap().body(block).origin.x;
        assert!((x - 1.0 / (2.0 * 0.4 * G)).abs() < 1e-12, "{on_floor}: {x}");
    }
}

/// What flies up from 0.5 m with 2 m/s is caught, so much before a rod of 0.6 m is straight, at the time that is told; 10 ms later.
fn caught(early: f64) -> (Trajectory, Vec<BodyId>, f64) {
    let (mut builder, balls) = over_floor(&[(0.0, 0.0), (0.5, 2.0)], Rigid::smooth);
    let rope = builder.constraint("rope", Distance::new(balls[0].origin(), balls[1].origin(), 0.6));
    let model = builder.build().unwrap();
    let mut start = model.placed();
    start.release(rope);
    let high = balls[1];
    let catch = Event::new("catch", move |at: &Snapshot<'_>| at.body(high).origin.y - 0.6 + early)
        .rising()
        .change(move |state| state.hold(rope));
    let t = (2.0 - (2.0_f64.powi(2) - 20.0 * (0.1 - early)).sqrt()) / 10.0;
    (Simulation::new(&model).event(catch).run(start, t + 0.01).unwrap(), balls, t)
}

/// A rod catches what flies up beside what lies on the floor: both go on with half the speed, and the floor does not pull. Mended by 951ad255.
#[test]
fn regress_what_catches_lifts_off() {
    let (run, balls, _) = caught(0.0);
    for &ball in &balls {
        let v = y(&run, ball)[1];
        assert!((v - (0.5_f64.sqrt() - 0.1)).abs() < 1e-11, "{v}");
    }
}

/// A velocity passes zero in a blow, and a height turns back there: both events fire, once for each blow. Mended by 951ad255.
#[test]
fn regress_guards_that_pass_zero_in_a_blow_fire() {
    let t = (2.0 / G).sqrt();
    let (builder, balls) = over_floor(&[(1.0, 0.0)], || Rigid::smooth().bouncing(0.5));
    let (model, ball) = (builder.build().unwrap(), balls[0]);
    let turns = Event::new("turns", move |at: &Snapshot<'_>| at.body(ball).velocity.y).rising().stop();
    let run = Simulation::new(&model).event(turns).run(model.placed(), 1.0).unwrap();
    assert!((run.end().t - t).abs() < 1e-12, "{}", run.end().t);
    assert!((run.end().v[1] - 0.5 * G * t).abs() < 1e-11, "after the blow: {}", run.end().v[1]);

    let (mut blows, mut downs, mut ups) = (0, 0, 0);
    for k in 0..200 {
        let height = 0.3 + 0.7 * f64::from(k) * 0.618_034 % 0.7;
        let (builder, balls) = over_floor(&[(height, 0.0)], || Rigid::smooth().bouncing(0.5));
        let (model, ball) = (builder.build().unwrap(), balls[0]);
        let run = Simulation::new(&model)
            .event(Event::new("down", move |at: &Snapshot<'_>| at.body(ball).origin.y).falling())
            .event(Event::new("up", move |at: &Snapshot<'_>| at.body(ball).velocity.y).rising())
            .run(model.placed(), 1.9 * (2.0 * height / G).sqrt())
            .unwrap();
        blows += run.impacts().len();
        downs += run.events().iter().filter(|event| event.name == "down").count();
        ups += run.events().iter().filter(|event| event.name == "up").count();
    }
    assert_eq!((blows, downs, ups), (200, 200, 200));
}

/// A force that jumps where a block comes to rest: the event that watches it has seen it pass. Mended by 951ad255.
#[test]
fn regress_guards_that_jump_with_friction_fire() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let block = builder.body("block", Particle::new(1.0).moving(1.0, 0.0));
    let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
    let rub = builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.5));
    let model = builder.build().unwrap();
    // −5 N while it slides, 0 at rest.
    let lets_go = Event::new("lets go", move |at: &Snapshot<'_>| at.friction(rub).map_or(0.0, |rub| rub.force + 2.0));
    let run = Simulation::new(&model).event(lets_go.rising()).run(model.placed(), 1.0).unwrap();
    let told: Vec<f64> = run.events().iter().map(|event| event.t).collect();
    assert!(told.len() == 1 && (told[0] - 0.2).abs() < 1e-12, "{told:?}");
}

/// A rotor far away that has turned by a million radians has nothing to do with a ball: neither with how near it is to the floor, nor with how low it hops. Mended by 951ad255.
#[test]
fn regress_a_gap_has_the_size_of_its_own_bodies() {
    let scene = |height: f64, v: f64, e: f64| {
        let (mut builder, balls) = over_floor(&[(height, v)], || Rigid::smooth().bouncing(e));
        let rotor = builder.body("rotor", RigidBody::disk(1.0, 0.1).at(5.0, 0.0, 1e6));
        builder.constraint("shaft", Revolute::new(GROUND.point(5.0, 0.0), rotor.origin()));
        (builder.build().unwrap(), balls[0])
    };
    let (model, ball) = scene(5e-4, 0.0, 0.0);
    let run = Simulation::new(&model).run(model.placed(), 0.005).unwrap();
    assert!((y(&run, ball)[0] - 3.75e-4).abs() < 1e-15, "{:?}", y(&run, ball));
    let (model, _) = scene(0.0, 0.01, 1.0);
    let run = Simulation::new(&model).run(model.placed(), 0.099).unwrap();
    assert_eq!(run.impacts().len(), 49, "hops of 2 ms");
    assert!(run.energy_error() < 1e-12 && run.impacts().iter().all(|impact| impact.lost.abs() < 1e-16));
    // Inside by 0.1 mm is no start.
    let (model, _) = scene(-1e-4, 0.0, 0.0);
    assert!(Simulation::new(&model).run(model.placed(), 0.005).is_err());
}

/// Two corners of a block that is dropped flat lose half of its energy each. Mended by 951ad255.
#[test]
fn regress_each_contact_loses_its_own_part() {
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", RigidBody::new(2.0, 0.1).at(0.0, 1.0, 0.0).moving(0.0, -3.0, 0.0));
    for (name, x) in [("left", -0.1), ("right", 0.1)] {
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [x, 0.0]);
        builder.contact(name, Contact::between(GROUND, block, pair), Rigid::smooth());
    }
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.placed(), 0.5).unwrap();
    let works = model.work_names().into_iter().zip(&run.end().works);
    let lost: Vec<f64> = works.filter(|(name, _)| name.ends_with("(impacts)")).map(|(_, work)| *work).collect();
    assert!(lost.len() == 2 && lost.iter().all(|lost| (lost + 4.5).abs() < 1e-12), "{lost:?}");
}

/// A gear train: an arbor that turns 1e7 times slower than its rotor slides nevertheless, and an input that nothing reads moves nothing. Mended by 951ad255.
#[test]
fn regress_slow_is_not_at_rest_beside_what_is_fast() {
    for n in [1e5, 1e6, 1e7] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let inertia = 1e-6;
        let rotor = builder.body("rotor", RigidBody::new(0.1, inertia).moving(0.0, 0.0, 300.0));
        let arbor = builder.body("arbor", RigidBody::new(2.0, 1e-6).at(1.0, 0.0, 0.0).moving(0.0, 0.0, 300.0 / n));
        builder.constraint("shaft", Revolute::new(GROUND.origin(), rotor.origin()));
        let bearing = builder.constraint("bearing", Revolute::new(GROUND.point(1.0, 0.0), arbor.origin()));
        let (fast, slow) = (Angle::between(GROUND, rotor), Angle::between(GROUND, arbor));
        builder.constraint("train", Coupler::new(slow, 1.0 / n, fast));
        builder.friction("rub", FrictionPoint::in_pin(bearing, 1e-3), Coulomb::new(0.2));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.start().project().unwrap(), 0.01).unwrap();
        let spin = run.last().unwrap().body(rotor).spin;
        let expected = 300.0 - 0.2 * 1e-3 * 2.0 * G / n / (inertia * (1.0 + 1.0 / (n * n))) * 0.01;
        assert!((spin - expected).abs() < 1e-8, "{n}: {spin} for {expected}");
    }
}

/// A needle beside a crank that has turned by 1e5 rad, 0.1 mm from its stop: an event that sets an input which nothing reads does not close it. Mended by 951ad255.
#[test]
fn regress_an_event_closes_nothing_that_is_apart() {
    let (mut builder, balls) = over_floor(&[(1e-4, 0.0)], Rigid::smooth);
    let spring = Travel::along(GROUND.axis([0.0, 0.0], std::f64::consts::FRAC_PI_2), balls[0].origin());
    builder.force("spring", SpringDamper::along(spring, 1e4).rest(1e-4 + 2.0 * G / 1e4));
    builder.input("idle", 0.0);
    let crank = builder.body("crank", RigidBody::disk(1.0, 0.1).at(5.0, 0.0, 1.02e5).moving(0.0, 0.0, 600.0));
    builder.constraint("shaft", Revolute::new(GROUND.point(5.0, 0.0), crank.origin()));
    let model = builder.build().unwrap();
    let idle = model.variable("idle").unwrap();
    let sets = Event::at("sets", [0.01]).change(move |state| state.set_variable(idle, 1.0));
    let run = Simulation::new(&model).event(sets).run(model.placed(), 0.02).unwrap();
    assert!(run.impacts().is_empty() && run.transitions().is_empty(), "{:?}", run.transitions());
    assert!((y(&run, balls[0])[0] - 1e-4).abs() < 1e-12, "{:?}", y(&run, balls[0]));
}

/// A guard that jumps in a blow and changes something counts each blow once, and one that catches a little early mends no floor. Mended by 951ad255.
#[test]
fn regress_a_guard_that_jumps_waits_for_nothing() {
    let (mut builder, balls) = over_floor(&[(1.0, 0.0)], || Rigid::smooth().bouncing(0.8));
    let (count, ball) = (builder.input("count", 0.0), balls[0]);
    let model = builder.build().unwrap();
    let turns = Event::new("turns", move |at: &Snapshot<'_>| at.body(ball).velocity.y)
        .rising()
        .change(move |state| state.set_variable(count, state.variable(count) + 1.0));
    let over = Event::new("over", move |at: &Snapshot<'_>| at.body(ball).velocity.y).falling();
    let run = Simulation::new(&model).event(turns).event(over).run(model.placed(), 2.0).unwrap();
    let [told, tops] = ["turns", "over"].map(|name| run.events().iter().filter(|event| event.name == name).count());
    assert_eq!((told, run.end().variable(count)), (run.impacts().len(), run.impacts().len() as f64));
    assert!(run.impacts().len() >= 2 && (tops == told || tops + 1 == told), "{tops} {told}");

    for early in [1e-6, -1e-6] {
        let (run, balls, t) = caught(early);
        assert!(run.impacts().is_empty(), "{early}: {:?}", run.impacts());
        let low = y(&run, balls[0]);
        let up = 0.5 * (2.0 - 10.0 * t);
        assert!((low[1] - (up - 0.1)).abs() < 1e-10 && (low[0] - (0.01 * up - 5e-4)).abs() < 1e-10, "{early}: {low:?}");
    }
}
