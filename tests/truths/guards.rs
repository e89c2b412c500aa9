//! What happens within a step is found there, however long the step is.

use crate::common::Random;
use crate::page::{ACCURACY, claim_count};
use crate::support::disk_slider::{DiskSliderCase, disk_slider};
use chetaev::math::Signal;
use chetaev::prelude::*;
use chetaev::simulate::RunFailure;
use std::cell::Cell;
use std::f64::consts::{FRAC_PI_2, PI};

/// A pendulum of 1 m, and its bob.
fn swinging() -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bob = builder.body("bob", Particle::new(1.0).at(0.6, -0.8));
    builder.constraint("string", Distance::new(GROUND.origin(), bob.origin(), 1.0));
    (builder.build().unwrap(), bob)
}

const METHODS: [Method; 4] = [Method::Dop853, Method::Dopri5, Method::Tsit5, Method::Bs23];

/// A particle of 1 kg in a rough slot along x, pushed by (along, across).
fn particle(mu: f64, along: f64, across: Signal) -> (Model, BodyId, FrictionId) {
    let mut builder = ModelBuilder::new();
    let bead = builder.body("bead", Particle::new(1.0));
    let id = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 0.0], 0.0), bead.origin()));
    let rub = builder.friction("rub", FrictionPoint::in_slot(id), Coulomb::new(mu));
    let push = [Signal::constant(along), across];
    builder.force("push", Applied::signal(bead.origin(), push, Signal::constant(0.0)));
    (builder.build().unwrap(), bead, rub)
}

/// Where the particle is after 10 s, and how often it changed; `longest`: no step is longer.
fn course(model: &Model, method: Method, tolerance: f64, longest: f64) -> (f64, usize, u64) {
    let plan = Simulation::new(model).method(method).tolerance(tolerance).max_step(longest).output(Output::Ends);
    let run = plan.run(model.placed(), 10.0).unwrap();
    assert_eq!(run.counters().unresolved, 0);
    let bead = model.body::<Planar>("bead").unwrap();
    (run.last().unwrap().body(bead).origin.x, run.transitions().len(), run.counters().steps)
}

/// Held since c2a2414.
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
        let (model, ..) = particle(mu, along, across);
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

/// Held since c2a2414.
#[test]
fn regress_a_point_exactly_on_its_limit_starts_at_once() {
    // A belt that runs at 1 m/s carries the particle on a spring to where friction just holds it; from there on it slips.
    for (at, known) in [(1.0, Some(0.0)), (1.0 - 1e-12, None), (1.0 - 1e-6, None)] {
        let mut builder = ModelBuilder::new();
        let bead = builder.body("bead", Particle::new(1.0).at(at, 0.0).moving(1.0, 0.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("rail", Slot::new(line, bead.origin()));
        builder.force("spring", SpringDamper::guided(line, bead.origin(), 1.0));
        let belt = FrictionPoint::along(Travel::along(line, bead.origin()), 1.0).on_belt_signal(Signal::constant(1.0));
        builder.friction("belt", belt, Coulomb::new(1.0));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.start().project().unwrap(), 0.1).unwrap();
        let first = run.transitions().first().map(|change| change.t).unwrap();
        let known = known.unwrap_or(1.0 - at);
        // What is within 1e-12 of the forces at work is rounding, and on its limit.
        assert!((first - known).abs() < 2e-12, "{at}: {first:e} for {known:e}");
    }
    // A light one, whose acceleration is what rounding leaves of 1e9 m/s²; another is shot off at as much.
    for k in 0..200 {
        let (stiffness, late) = (1e6 + 1e3 * f64::from(k), if k < 100 { 0.0 } else { 1e-4 });
        let mut builder = ModelBuilder::new();
        let bead = builder.body("bead", Particle::new(1e-3).at(1.0 - late, 0.0).moving(1.0, 0.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("rail", Slot::new(line, bead.origin()));
        let travel = Travel::along(line, bead.origin());
        builder.force("spring", SpringDamper::guided(line, bead.origin(), stiffness));
        let belt = FrictionPoint::along(travel, stiffness / 0.3).on_belt_signal(Signal::constant(1.0));
        builder.friction("belt", belt, Coulomb::new(0.3));
        let other = builder.body("other", Particle::new(1e-3).moving(1.0, 0.0));
        builder.force("shot", Applied::force(other.origin(), [stiffness, 0.0]));
        builder.friction("wake", FrictionPoint::along(Travel::along(line, other.origin()), 1.0), Coulomb::new(0.3));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.start().project().unwrap(), 1.01e-4).unwrap();
        assert!((run.transitions()[0].t - late).abs() < 1e-11, "{k}: {:?}", run.transitions());
    }
}

/// A block on two feet, which hold its one freedom together, is pulled by μ m g + 1 N/s · t: rounding leaves the two of them on either side of their
/// limit, and from the first instant on x = t³/6m.
#[test]
fn analytic_two_points_exactly_on_their_limit_start_at_once() {
    for (k, side) in (0..60).flat_map(|k| [(k, 1.0), (k, -1.0)]) {
        let (mass, mu, gravity) = (0.5 + 0.07 * f64::from(k), 0.3 + 0.013 * f64::from(k % 7), 9.81);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -gravity]);
        let block = builder.body("block", RigidBody::new(mass, 0.1).at(0.0, 0.3, 0.0));
        for (name, x) in [("left", -0.4), ("right", 0.7)] {
            let slot = Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.point(x, -0.3));
            let slot = builder.constraint(name, slot);
            builder.friction(name, FrictionPoint::in_slot(slot), Coulomb::new(mu));
        }
        let pull = move |t: f64, _: &_| ([side * (mu * mass * gravity + t), 0.0], 0.0);
        builder.force("pull", Applied::new(block.point(0.0, -0.3), pull));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.start().project().unwrap(), 0.5).unwrap();
        let starts = run.transitions().iter().map(|change| change.t).collect::<Vec<_>>();
        assert!(starts.len() == 2 && starts.iter().all(|t| *t < 1e-12), "{k} {side}: {starts:?}");
        let off = run.end().q[0] - side * 0.5_f64.powi(3) / 6.0 / mass;
        assert!(off.abs() < 1e-9, "{k} {side}: {off:e}");
    }
}

/// A block starts when the spring pulls it with exactly what friction can hold: on the method's own solution, not where its dense output had it.
#[test]
fn analytic_a_block_starts_at_its_limit_on_the_solution_itself() {
    let mut builder = ModelBuilder::new();
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let block = builder.body("block", Particle::new(1.0));
    let rub =
        builder.friction("rub", FrictionPoint::along(Travel::along(line, block.origin()), 1.0), Coulomb::new(0.5));
    let swing = builder.body("swing", Particle::new(1.0).at(1.0, 0.0).moving(1.0, 0.0));
    builder.force("spring", SpringDamper::between(block.origin(), swing.origin(), 4.0).rest(1.0));
    let model = builder.build().unwrap();
    for (method, tolerance) in [(Method::Bs23, 1e-4), (Method::Dopri5, 1e-4), (Method::Dop853, 1e-3)] {
        let run = Simulation::new(&model).method(method).tolerance(tolerance).output(Output::Steps);
        let run = run.run(model.placed(), 0.3).unwrap();
        let start = run.transitions()[0].t;
        // 2 sin 2t = 0.5
        assert!((start - 0.5 * 0.25_f64.asin()).abs() < 10.0 * tolerance, "{method}: {start}");
        let force = run.samples().find(|at| at.t() == start).unwrap().friction(rub).unwrap().force;
        assert!((force.abs() - 0.5).abs() < 1e-8, "{method}: {force}");
    }
}

/// Held since c2a2414.
#[test]
fn regress_a_guard_of_time_alone_fires_at_every_zero() {
    for dt in [0.5, 0.01, 1e-3, 1e-6] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
        builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
        let model = builder.build().unwrap();
        let mut ticks = 0;
        let clock = Event::new("clock", move |at: &Snapshot<'_>| (PI * at.t() / dt).sin());
        let clock = clock.change_with(|at, state| {
            ticks += 1;
            state.set_spin(&model, rod, 0.999 * at.body(rod).spin);
            Ok(())
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

/// A ball that nothing accelerates takes one step for the whole second: the first of thirteen zeros in it is the first that is found.
#[test]
fn analytic_many_zeros_in_one_step_come_in_their_order() {
    let mut builder = ModelBuilder::new();
    let ball = builder.body("ball", Particle::new(1.0).moving(1.0, 0.0));
    let model = builder.build().unwrap();
    for omega in [5.0, 20.0, 40.0] {
        let wave = Event::new("wave", move |at: &Snapshot<'_>| (omega * at.body(ball).origin.x).cos());
        let run = Simulation::new(&model).control(|control| control.initial_step = Some(1.0)).event(wave);
        let run = run.run(model.placed(), 1.0).unwrap();
        assert!(run.counters().steps < 3, "moot with {} steps", run.counters().steps);
        let known: Vec<f64> = (0..).map(|k| (f64::from(k) + 0.5) * PI / omega).take_while(|t| *t < 1.0).collect();
        let found: Vec<f64> = run.events().iter().map(|event| event.t).collect();
        assert_eq!(found.len(), known.len(), "{omega}: {found:?}");
        assert!(found.iter().zip(&known).all(|(a, b)| (a - b).abs() < 1e-13), "{omega}: {found:?}");
    }
}

/// What it costs to watch a guard that stays away from zero, whether it is smooth or not.
#[test]
fn property_a_guard_far_from_zero_is_asked_six_times_a_step() {
    let (model, bob) = swinging();
    for kink in [0.0, 0.3] {
        let asked = Cell::new(0_u64);
        let far = Event::new("far", |at: &Snapshot<'_>| {
            asked.set(asked.get() + 1);
            3.0 + at.body(bob).origin.x + kink * at.body(bob).origin.x.abs()
        });
        let run = Simulation::new(&model).event(far).run(model.start().project().unwrap(), 10.0).unwrap();
        let steps = run.counters().steps;
        assert!(steps > 50 && run.events().is_empty() && asked.get() <= 6 * steps + 6, "{kink}: {asked:?} in {steps}");
    }
}

/// A sample at the end of a step costs nothing.
#[test]
fn property_samples_at_the_steps_cost_no_evaluation() {
    let (model, _) = swinging();
    let evaluations = |output| {
        let plan = Simulation::new(&model).output(output);
        plan.run(model.start().project().unwrap(), 3.0).unwrap().counters().evaluations
    };
    assert_eq!(evaluations(Output::Steps), evaluations(Output::Ends));
}

/// Where friction only slides, and far from where it would stop, the stages tell so: nothing is evaluated for it.
#[test]
fn property_sliding_on_costs_no_looks() {
    let (model, bead, _) = particle(0.5, 0.1, Signal::constant(1.0).sine(0.2, 1.0, 0.0));
    let mut start = model.start().project().unwrap().state;
    start.set_velocity(&model, bead, [100.0, 0.0]);
    for method in [Method::Dop853, Method::Dopri5, Method::Tsit5] {
        let run = Simulation::new(&model).method(method).run(start.clone(), 10.0).unwrap();
        assert!(run.counters().steps > 3 && run.transitions().is_empty(), "moot: {:?}", run.counters());
        assert_eq!(run.counters().guard_evaluations, 0, "{method}");
    }
}

/// Held since c2a2414.
#[test]
fn regress_what_has_landed_lands_once() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let body = builder.body("body", RigidBody::new(1.0, 0.1).at(0.3, 0.5, 0.2));
    let floor = builder.constraint("floor", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), body.axis([0.0, 0.0], 0.0)));
    let spring = SpringDamper::between(GROUND.point(1.0, 0.3), body.origin(), 30.0).damping(0.1);
    builder.force("spring", spring);
    let model = builder.build().unwrap();
    let mut start = model.placed();
    start.release(floor);
    for tolerance in [1e-4, 1e-9] {
        let height = move |at: &Snapshot<'_>| at.body(body).origin.y;
        let lands = Event::new("lands", height).falling().change(|state| {
            state.set_angle(&model, body, 0.0);
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

/// Held since c2a2414.
#[test]
fn regress_events_of_one_name_are_events_of_their_own() {
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", Particle::new(1.0).moving(1.0, 0.0));
    let model = builder.build().unwrap();
    let speed = |state: &State| model.read(state).body(body).velocity.x;
    let mut plan = Simulation::new(&model);
    let instant = |k: usize| 0.5 + 1e-10 * k as f64;
    let marks = [0, 1, 2, 3, 4].map(|k| {
        let guard = move |at: &Snapshot<'_>| at.t() - instant(k);
        plan.watch(
            Event::new("mark", guard).change(|state| state.set_velocity(&model, body, [speed(state) + 1.0, 0.0])),
        )
    });
    let run = plan.run(model.placed(), 1.0).unwrap();
    assert!(run.events().iter().map(|record| record.event).eq(marks));
    for (k, mark) in marks.into_iter().enumerate() {
        let times: Vec<f64> = run.events_of(mark).map(|record| record.t).collect();
        assert!(matches!(times[..], [t] if (t - instant(k)).abs() < 2e-16), "{times:?}");
    }
    assert_eq!(speed(run.end()), 6.0);
}

#[test]
fn property_a_change_sees_the_motion_and_may_refuse() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let ball = builder.body("ball", Particle::new(1.0).at(0.0, 1.0));
    let model = builder.build().unwrap();
    let height = move |at: &Snapshot<'_>| at.body(ball).origin.y;
    let mut lost = Vec::new();
    let bounce = Event::new("floor", height).falling().change_with(|at, state| {
        if at.kinetic() < 1.0 {
            return Err(format!("{} J are not enough", at.kinetic()).into());
        }
        lost.push(0.75 * at.kinetic());
        state.set_velocity(at.model(), ball, -0.5 * at.body(ball).velocity);
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

/// What it costs to look into steps: evaluations a step, the looks counted. The engine that looked at slips alone, and missed changes of loads and limits
/// within a step, took 15.16, 12.85 and 14.79.
#[test]
fn cost_of_looking_into_steps() {
    for (name, case, t_end, tolerance, known) in [
        ("1", DiskSliderCase::CASE_1, 10.0, 1e-12, "15.2"),
        ("2", DiskSliderCase::CASE_2, 20.0, 1e-12, "13.4"),
        ("2", DiskSliderCase::CASE_2, 100.0, 1e-6, "16.3"),
    ] {
        let m = disk_slider(&case).unwrap();
        let plan = Simulation::new(&m.model).tolerance(tolerance).output(Output::Ends);
        let counters = plan.run(m.start().unwrap(), t_end).unwrap().counters();
        let cost = (counters.evaluations + counters.guard_evaluations) as f64 / counters.steps as f64;
        println!("case {name} at {tolerance:e}: {cost:.2} evaluations a step in {} steps", counters.steps);
        claim_count(ACCURACY, "Finding changes within the steps", known, cost);
    }
}

/// Between two reversals the only load of all is zero at both ends of a step, which says nothing about its size within.
/// Mended by fb2d36f.
#[test]
fn regress_a_load_reverses_once_at_each_of_its_zeros() {
    let mut random = Random::new(5);
    for case in 0..40 {
        let (omega, phase) = (12.0 + 5.0 * random.unit(), 3.0 * random.unit());
        let (model, bead, rub) = particle(0.2, 0.5, Signal::constant(0.0).sine(20.0, omega, phase));
        let mut start = model.placed();
        start.set_velocity(&model, bead, [30.0, 0.0]);
        // sin(ωt + φ) = 0 at φ + ωt = kπ.
        let zeros = ((omega * 3.0 + phase) / PI).floor() - (phase / PI).floor();
        for (method, tolerance) in METHODS.into_iter().flat_map(|m| [1e-4, 1e-6, 1e-8, 1e-10].map(|t| (m, t))) {
            if method == Method::Bs23 && tolerance < 1e-6 {
                continue;
            }
            let plan = Simulation::new(&model).method(method).tolerance(tolerance).output(Output::Ends);
            let run = plan.run(start.clone(), 3.0).unwrap();
            let reversals = run.friction_summary(rub).load_reversals;
            assert_eq!(reversals as f64, zeros, "case {case}: {method} {tolerance:e}");
        }
    }
}
