//! What happens within a step is found there, however long the step is.

use crate::common::Random;
use chetaev::math::Signal;
use chetaev::prelude::*;
use chetaev::simulate::RunFailure;
use std::f64::consts::{FRAC_PI_2, PI};

const METHODS: [Method; 4] = [Method::Dop853, Method::Dopri5, Method::Tsit5, Method::Bs23];

/// A particle of 1 kg in a rough slot along x, pushed by (along, across).
fn particle(mu: f64, along: f64, across: Signal) -> (Model, FrictionId) {
    let mut builder = ModelBuilder::new();
    let bead = builder.body("bead", Particle::new(1.0));
    let slot = Slot::new(GROUND.axis([0.0, 0.0], 0.0), bead.origin());
    let id = builder.constraint("slot", slot);
    let rub = builder.friction("rub", Rub::in_slot(id, &slot), Coulomb::new(mu));
    let push = [Signal::constant(along), across];
    builder.force("push", Applied::signal(bead.origin(), push, Signal::constant(0.0)));
    (builder.build().unwrap(), rub)
}

/// Where the particle is after 10 s, and how often it changed; `longest`: no step is longer.
fn course(model: &Model, method: Method, tolerance: f64, longest: f64) -> (f64, usize, u64) {
    let plan = Simulation::new(model).method(method).tolerance(tolerance).max_step(longest).output(Output::Ends);
    let run = plan.run(model.placed(), 10.0).unwrap();
    assert_eq!(run.counters().unresolved, 0);
    (run.end().q[0], run.transitions().len(), run.counters().steps)
}

#[test]
fn regress_no_change_is_missed_while_all_stands_still() {
    let cosine = |omega: f64| Signal::constant(0.0).sine(1.0, omega, FRAC_PI_2);
    let dips = |depth: f64| Signal::constant(1.1).sine(depth, 7.0, 0.0);
    let cases: [(&str, f64, f64, Signal, usize); 6] = [
        ("cos 2t", 0.5, 0.1, cosine(2.0), 18),
        ("cos 200t", 0.5, 0.1, cosine(200.0), 1910),
        ("dips below its limit by 0.1 %", 1.0, 1.0, dips(0.101), 22),
        ("dips towards its limit", 1.0, 1.0, dips(0.0999), 0),
        ("ripple", 1.0, 1.0, Signal::constant(1.1).sine(0.08, 1.0, 0.0).sine(0.021, 90.0, 0.0), 10),
        ("sleep", 0.5, 0.1, Signal::constant(1.0), 0),
    ];
    for (name, mu, along, across, known) in cases {
        let (model, _) = particle(mu, along, across);
        let (exact, count, _) = course(&model, Method::Dop853, 1e-12, 1e-3);
        assert_eq!(count, known, "{name}");
        for method in METHODS {
            for tolerance in [1e-3, 1e-6, 1e-9, 1e-12] {
                if method == Method::Bs23 && tolerance < 1e-9 {
                    continue;
                }
                let (x, count, steps) = course(&model, method, tolerance, f64::INFINITY);
                assert_eq!(count, known, "{name}: {method} {tolerance:e}");
                let off = (x - exact).abs();
                assert!(off < 1e-2 * tolerance + 1e-12, "{name}: {method} {tolerance:e}: {off:e}");
                if name == "sleep" {
                    assert!(steps < 40, "{steps}");
                }
            }
        }
    }
}

#[test]
fn regress_a_point_exactly_on_its_limit_starts_at_once() {
    // A belt that runs at 1 m/s carries the particle on a spring to where friction just holds it; from there on it slips.
    for (at, known) in [(1.0, Some(0.0)), (1.0 - 1e-12, None), (1.0 - 1e-6, None)] {
        let mut builder = ModelBuilder::new();
        let bead = builder.body("bead", Particle::new(1.0).at(at, 0.0).moving(1.0, 0.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("rail", Slot::new(line, bead.origin()));
        builder.force("spring", SpringDamper::guided(line, bead.origin(), 1.0));
        let belt = Rub::along(Travel::along(line, bead.origin()), 1.0).on_belt_signal(Signal::constant(1.0));
        builder.friction("belt", belt, Coulomb::new(1.0));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.start().project().unwrap(), 0.1).unwrap();
        let first = run.transitions().first().map(|change| change.t).unwrap();
        let known = known.unwrap_or(1.0 - at);
        // What is within 1e-12 of the forces at work is rounding, and on its limit.
        assert!((first - known).abs() < 2e-12, "{at}: {first:e} for {known:e}");
    }
}

#[test]
fn regress_a_guard_of_time_alone_fires_at_every_zero() {
    for dt in [0.5, 0.01, 1e-3] {
        let mut builder = ModelBuilder::new();
        builder.gravity(0.0, -9.81);
        let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
        builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
        let model = builder.build().unwrap();
        let mut ticks = 0;
        let clock = Event::new("clock", move |at: &Snapshot<'_>| (PI * at.t() / dt).sin());
        let clock = clock.change(|state| {
            ticks += 1;
            state.v[2] *= 0.999;
        });
        let span = 40.5 * dt;
        let run = Simulation::new(&model).event(clock).max_step(0.4 * dt).run(model.start().project().unwrap(), span);
        let run = run.unwrap();
        let times: Vec<f64> = run.events().iter().map(|event| event.t).collect();
        assert_eq!(times.len(), 40, "{dt}");
        for (k, t) in times.iter().enumerate() {
            assert!((t - dt * (k + 1) as f64).abs() < 1e-14 * (1.0 + t), "{dt}: {t}");
        }
        drop(run);
        assert_eq!(ticks, 40);
    }
}

#[test]
fn regress_what_has_landed_lands_once() {
    let mut builder = ModelBuilder::new();
    builder.gravity(0.0, -9.81);
    let body = builder.body("body", RigidBody::new(1.0, 0.1).at(0.3, 0.5, 0.2));
    let floor = builder.constraint("floor", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), body.axis([0.0, 0.0], 0.0)));
    let spring = SpringDamper::between(GROUND.point(1.0, 0.3), body.origin(), 30.0).damping(0.1);
    builder.force("spring", spring);
    let model = builder.build().unwrap();
    let mut start = model.placed();
    start.release(floor);
    for tolerance in [1e-4, 1e-9] {
        let height = move |at: &Snapshot<'_>| at.body(body).origin.y;
        let lands = Event::new("lands", height).falling().change(move |state| {
            state.q[2] = 0.0;
            state.v.fill(0.0);
            state.hold(floor);
        });
        // A change in between arms all guards anew.
        let nothing = Event::new("nothing", |at: &Snapshot<'_>| at.t() - 4.0).change(|_| {});
        let plan = Simulation::new(&model).tolerance(tolerance).event(nothing);
        let run = plan.event(Event::new("either way", height)).event(lands).run(start.clone(), 5.0).unwrap();
        let landed = run.events().iter().filter(|event| event.name == "lands").count();
        let passed = run.events().iter().filter(|event| event.name == "either way").count();
        assert_eq!(
            (landed, passed),
            (1, 1),
            "{tolerance:e}: {:?}",
            run.events().iter().map(|e| e.t).collect::<Vec<_>>()
        );
    }
}

#[test]
fn regress_events_of_one_name_are_events_of_their_own() {
    let mut builder = ModelBuilder::new();
    builder.body("body", Particle::new(1.0).moving(1.0, 0.0));
    let model = builder.build().unwrap();
    let plan = (0..5).fold(Simulation::new(&model), |plan, k| {
        let guard = move |at: &Snapshot<'_>| at.t() - 0.5 - 1e-10 * f64::from(k);
        plan.event(Event::new("mark", guard).change(|state| state.v[0] += 1.0))
    });
    let run = plan.run(model.placed(), 1.0).unwrap();
    let indices: Vec<usize> = run.events().iter().map(|event| event.index).collect();
    assert_eq!(indices, [0, 1, 2, 3, 4]);
    assert_eq!(run.end().v[0], 6.0);
}

#[test]
fn property_a_change_sees_the_motion_and_may_refuse() {
    let mut builder = ModelBuilder::new();
    builder.gravity(0.0, -10.0);
    let ball = builder.body("ball", Particle::new(1.0).at(0.0, 1.0));
    let model = builder.build().unwrap();
    let height = move |at: &Snapshot<'_>| at.body(ball).origin.y;
    let mut lost = Vec::new();
    let bounce = Event::new("floor", height).falling().change_with(|at, state| {
        if at.kinetic() < 1.0 {
            return Err(format!("{} J are not enough", at.kinetic()).into());
        }
        lost.push(0.75 * at.kinetic());
        state.v[1] *= -0.5;
        Ok(())
    });
    let failed = Simulation::new(&model).event(bounce).run(model.placed(), 5.0).unwrap_err();
    assert!(
        matches!(&failed.failure, RunFailure::Change { event, why, .. } if event == "floor" && why.contains("enough"))
    );
    // 10 J, 2.5 J, then 0.625 J.
    assert!(lost.len() == 2 && (lost[0] - 7.5).abs() < 1e-12 && (lost[1] - 1.875).abs() < 1e-12);
    assert_eq!(failed.partial.events().len(), 3);
}

/// Between two reversals the only load of all is zero at both ends of a step, which says nothing about its size within.
#[test]
fn regress_a_load_reverses_once_at_each_of_its_zeros() {
    let mut random = Random::new(5);
    for case in 0..40 {
        let (omega, phase) = (12.0 + 5.0 * random.unit(), 3.0 * random.unit());
        let (model, rub) = particle(0.2, 0.5, Signal::constant(0.0).sine(20.0, omega, phase));
        let mut start = model.placed();
        start.v[0] = 30.0;
        // sin(ωt + φ) = 0 at φ + ωt = kπ.
        let zeros = ((omega * 3.0 + phase) / PI).floor() - (phase / PI).floor();
        for (method, tolerance) in METHODS.into_iter().flat_map(|m| [1e-4, 1e-6, 1e-8, 1e-10].map(|t| (m, t))) {
            if method == Method::Bs23 && tolerance < 1e-6 {
                continue;
            }
            let plan = Simulation::new(&model).method(method).tolerance(tolerance).output(Output::Ends);
            let run = plan.run(start.clone(), 3.0).unwrap();
            let reversals = run.rubbed(rub).load_reversals;
            assert_eq!(reversals as f64, zeros, "case {case}: {method} {tolerance:e}");
        }
    }
}
