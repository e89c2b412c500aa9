//! What an event is, rule by rule.

use crate::mechanisms::{ball, bouncing, double_pendulum};
use chetaev::prelude::*;
use chetaev::simulate::RunFailure;
use std::f64::consts::{FRAC_PI_4, PI, TAU};
use std::ops::ControlFlow;

/// The ball falls from 1 m with g = 10: its height is 1 − 5 t².
const FALL: f64 = 0.447_213_595_499_957_9;

#[test]
fn analytic_event_is_located_to_rounding() {
    let (model, ball) = ball();
    let height = move |at: &Snapshot<'_>| at.body(ball).origin.y;
    let run = Simulation::new(&model).event(Event::new("floor", height).stop()).run(model.placed(), 2.0).unwrap();
    assert_eq!(run.events().len(), 1);
    assert!((run.events()[0].t - FALL).abs() < 1e-14 && !run.events()[0].rising);
    assert_eq!(run.end().t, run.events()[0].t);
    assert_eq!(run.last().unwrap().t(), run.end().t);
}

#[test]
fn analytic_event_in_a_nonlinear_motion_is_on_the_methods_own_solution() {
    let pendulum = double_pendulum();
    let start = pendulum.model.start().project().unwrap();
    let [one, _] = pendulum.rods;
    let vertical = move |at: &Snapshot<'_>| at.body(one).angle + std::f64::consts::FRAC_PI_2;
    let plan = || Simulation::new(&pendulum.model).method(Method::Dopri5).tolerance(1e-9);
    let run = plan().event(Event::new("vertical", vertical).stop()).run(start, 5.0).unwrap();
    let residual = run.last().unwrap().body(one).angle + std::f64::consts::FRAC_PI_2;
    println!("guard at the stop: {residual:.1e}");
    assert!(residual.abs() < 1e-14);
    assert!(run.drift().largest_phi() < 1e-13);
}

#[test]
fn property_direction_filters() {
    let (model, ball) = ball();
    let height = move |at: &Snapshot<'_>| at.body(ball).origin.y;
    let run = Simulation::new(&model)
        .event(Event::new("rising", height).rising())
        .event(Event::new("falling", height).falling())
        .event(Event::new("both", height))
        .run(model.placed(), 1.0)
        .unwrap();
    let names: Vec<&str> = run.events().iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["falling", "both"]);
}

#[test]
fn property_guard_that_is_zero_at_the_start_takes_its_side_from_just_after() {
    let mut builder = ModelBuilder::new();
    let ball = builder.body("ball", Particle::new(1.0).moving(1.0, 0.0));
    builder.force("spring", SpringDamper::between(GROUND.point(0.0, -1e-9), ball.origin(), 1.0));
    let model = builder.build().unwrap();
    let x = move |at: &Snapshot<'_>| at.body(ball).origin.x;
    let run = Simulation::new(&model).event(Event::new("zero", x)).run(model.placed(), 4.0).unwrap();
    // x = sin t: zero at the start, which is no crossing, and at π, which is.
    assert_eq!(run.events().len(), 1);
    assert!((run.events()[0].t - std::f64::consts::PI).abs() < 1e-7);
}

#[test]
fn property_simultaneous_events_fire_in_their_order() {
    let (model, ball) = ball();
    let height = move |at: &Snapshot<'_>| at.body(ball).origin.y;
    let twice = move |at: &Snapshot<'_>| 2.0 * at.body(ball).origin.y;
    let run = Simulation::new(&model)
        .event(Event::new("second", twice))
        .event(Event::new("first", height).stop())
        .run(model.placed(), 1.0)
        .unwrap();
    let names: Vec<&str> = run.events().iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["second", "first"]);
    assert_eq!(run.events()[0].t, run.events()[1].t);
}

#[test]
fn analytic_bouncing_ball_arms_its_guard_again() {
    let (model, ball) = ball();
    let height = move |at: &Snapshot<'_>| at.body(ball).origin.y;
    let bounce = bouncing(Event::new("floor", height).falling(), ball, 0.5);
    let run = Simulation::new(&model).event(bounce).run(model.placed(), 1.2).unwrap();
    // Flights last 2 v/g with v = √20, halved at each bounce: FALL·(1, 1 + 1, 2 + 1/2).
    let expected = [FALL, 2.0 * FALL, 2.5 * FALL];
    assert_eq!(run.events().len(), 3);
    for (event, t) in run.events().iter().zip(expected) {
        assert!((event.t - t).abs() < 1e-13, "{} {t}", event.t);
    }
}

/// Mended by 73d9720.
#[test]
fn regress_a_change_acts_on_the_state_at_the_event_whatever_is_sampled_before() {
    let (model, ball) = ball();
    let height = move |at: &Snapshot<'_>| at.body(ball).origin.y;
    let bounced = |output: Output| {
        let bounce = bouncing(Event::new("floor", height).falling(), ball, 0.5);
        Simulation::new(&model).output(output).event(bounce).run(model.placed(), 1.2).unwrap()
    };
    let [rare, often] = [Output::Ends, Output::Every(0.01)].map(bounced);
    assert_eq!(rare.events().len(), 3);
    assert!(
        often.times().iter().any(|t| (FALL - 0.01..FALL).contains(t)),
        "moot without a sample in the step that ends there"
    );
    assert_eq!(rare.events(), often.events());
    assert_eq!(rare.end(), often.end());
}

/// A force A exp(−(t − 5)²/w²) lies between the stages of a long step, which shows none of it; the shorter one up to the event ends in it.
/// Held since 4c11906.
#[test]
fn regress_a_step_up_to_an_event_is_held_against_the_tolerance() {
    const WIDTH: f64 = 0.05;
    let mut worst = 0.0_f64;
    for method in [Method::Bs23, Method::Dopri5, Method::Tsit5, Method::Dop853] {
        let mut builder = ModelBuilder::new();
        let stone = builder.body("stone", Particle::new(1.0));
        let pulse = |t: f64| (-((t - 5.0) / WIDTH).powi(2)).exp();
        builder.force("pulse", Applied::new(stone.origin(), move |t, _| ([pulse(t), 0.0], 0.0)));
        let model = builder.build().unwrap();
        let clock = Event::new("clock", |at: &Snapshot<'_>| at.t() - 5.0).stop();
        let run =
            Simulation::new(&model).method(method).tolerance(1e-9).event(clock).run(model.placed(), 20.0).unwrap();
        let off = run.last().unwrap().body(stone).velocity.x - 0.5 * std::f64::consts::PI.sqrt() * WIDTH;
        println!("{method}: {off:.1e} m/s");
        worst = worst.max(off.abs());
    }
    assert!(worst < 1e-8, "{worst:.1e}");
}

#[test]
fn property_zeno_is_an_error_with_what_there_is() {
    let (model, ball) = ball();
    let height = move |at: &Snapshot<'_>| at.body(ball).origin.y;
    let bounce = bouncing(Event::new("floor", height).falling(), ball, 0.5);
    let failed = Simulation::new(&model).event(bounce).zeno(20, 1e-3).run(model.placed(), 2.0).unwrap_err();
    println!("{failed}");
    assert!(matches!(failed.failure, RunFailure::Zeno { ref event, .. } if event == "floor"));
    // It crowds towards 3·FALL.
    assert!((failed.partial.end().t - 3.0 * FALL).abs() < 1e-3 && failed.partial.events().len() >= 20);
}

/// Mended by 55d2bde.
#[test]
fn regress_a_ball_does_not_fall_through_the_floor_when_its_bounces_crowd() {
    let (model, ball) = ball();
    for restitution in [0.7, 0.5, 0.3, 0.1] {
        let height = move |at: &Snapshot<'_>| at.body(ball).origin.y;
        let bounce = bouncing(Event::new("floor", height).falling(), ball, restitution);
        let error = Simulation::new(&model).event(bounce).run(model.placed(), 5.0).unwrap_err();
        assert!(matches!(error.failure, RunFailure::Zeno { .. }), "{error}");
        // All bounces take FALL (1 + e)/(1 − e).
        let crowd = FALL * (1.0 + restitution) / (1.0 - restitution);
        let end = error.partial.end();
        assert!((end.t - crowd).abs() < 1e-8 && model.read(end).body(ball).origin.y.abs() < 1e-9);
    }
}

/// Mended by 8292dad.
#[test]
fn regress_a_rocker_does_not_turn_through_its_stop_when_its_bounces_crowd() {
    // The first step after a bounce is long here against the bounce, which is over before its first look.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    let model = builder.build().unwrap();
    for restitution in [0.9, 0.5, 0.1] {
        let above = move |at: &Snapshot<'_>| at.body(rod).angle + 0.5;
        let bounce = |state: &mut State| state.v.iter_mut().for_each(|v| *v *= -restitution);
        let stop = Event::new("stop", above).falling().change(bounce);
        let error = Simulation::new(&model).event(stop).run(model.placed(), 20.0).unwrap_err();
        assert!(matches!(error.failure, RunFailure::Zeno { .. }), "{error}");
        assert!((model.read(error.partial.end()).body(rod).angle + 0.5).abs() < 1e-7, "{error}");
    }
}

/// Mended by 8292dad.
#[test]
fn regress_a_run_to_an_earlier_time_is_refused() {
    let (model, _) = ball();
    for end in [-1.0, f64::NAN] {
        let error = Simulation::new(&model).run(model.placed(), end).unwrap_err();
        assert!(error.to_string().contains("time runs forward"), "{error}");
    }
    assert_eq!(Simulation::new(&model).run(model.placed(), 0.0).unwrap().len(), 1);
}

#[test]
fn property_guard_may_read_reactions() {
    let pendulum = double_pendulum();
    let hinge = pendulum.hinges[0];
    let pull = move |at: &Snapshot<'_>| at.reaction(hinge).force.y - 20.0;
    let start = pendulum.model.start().project().unwrap();
    let run = Simulation::new(&pendulum.model).event(Event::new("20 N", pull).stop()).run(start, 5.0).unwrap();
    assert!((run.last().unwrap().reaction(hinge).force.y - 20.0).abs() < 1e-9);
}

#[test]
fn property_guard_that_is_not_a_number_is_named() {
    let (model, _) = ball();
    let nan = Event::new("broken", |_: &Snapshot<'_>| f64::NAN);
    let failed = Simulation::new(&model).event(nan).run(model.placed(), 1.0).unwrap_err();
    assert!(failed.to_string().contains("broken"), "{failed}");
}

#[test]
fn property_samples_are_where_they_were_asked_for() {
    let (model, ball) = ball();
    let run = |output: Output| Simulation::new(&model).output(output).run(model.placed(), 1.0).unwrap();
    let every = run(Output::Every(0.3)).times();
    assert_eq!(every.len(), 5);
    assert!((every[3] - 0.9).abs() < 1e-15 && every[4] == 1.0);
    assert_eq!(run(Output::Times(vec![0.25, 0.5])).times(), [0.25, 0.5]);
    assert_eq!(run(Output::Ends).times(), [0.0, 1.0]);
    let tenths = run(Output::Every(0.1));
    assert_eq!(tenths.len(), 11);
    for at in tenths.samples() {
        assert!((at.body(ball).origin.y - (1.0 - 5.0 * at.t() * at.t())).abs() < 1e-12);
    }
    assert!(Simulation::new(&model).every(-1.0).run(model.placed(), 1.0).is_err());
    for times in [vec![0.5, 0.2], vec![0.5, 0.5], vec![f64::NAN]] {
        assert!(Simulation::new(&model).output(Output::Times(times)).run(model.placed(), 1.0).is_err());
    }
}

#[test]
fn property_cancel_returns_what_there_is() {
    let pendulum = double_pendulum();
    let start = pendulum.model.start().project().unwrap();
    let watch =
        |p: &chetaev::simulate::Progress| if p.t > 1.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let failed = Simulation::new(&pendulum.model).progress(watch).run(start, 5.0).unwrap_err();
    assert!(matches!(failed.failure, RunFailure::Cancelled { .. }));
    assert!(failed.partial.len() > 3 && failed.partial.end().t > 1.0);
}

#[test]
fn property_inconsistent_start_is_refused_by_name() {
    let pendulum = double_pendulum();
    let mut state = pendulum.model.placed();
    let [_, two] = pendulum.rods;
    let place = pendulum.model.read(&state).body(two).origin;
    state.set_position(&pendulum.model, two, [place.x + 0.1, place.y]);
    let failed = Simulation::new(&pendulum.model).run(state, 1.0).unwrap_err();
    println!("{failed}");
    assert!(failed.to_string().contains("B[0]"));
}

#[test]
fn invariant_restart_from_the_end_goes_on() {
    let pendulum = double_pendulum();
    let run = |start: State, t: f64| Simulation::new(&pendulum.model).tolerance(1e-12).run(start, t).unwrap();
    let start: State = pendulum.model.start().project().unwrap().into();
    let whole = run(start.clone(), 2.0);
    let half = run(start, 1.0);
    let again = run(half.end().clone(), 2.0);
    assert!(crate::mechanisms::apart(&whole.end().q, &again.end().q) < 1e-9);
}

/// An angle wrapped into [−π, π) jumps once in every turn: that is no passage of zero in the other direction, whatever is on the way to it.
///
/// Held since daf6657.
#[test]
fn regress_a_guard_that_jumps_passes_zero_only_where_it_does() {
    for (way, changes, least) in [(1.0, 0, 1), (1.0, 1, 1), (1.0, 2, 1), (1.0, 2, 16), (-1.0, 0, 1), (-1.0, 2, 1)] {
        let mut builder = ModelBuilder::new();
        let disk = RigidBody::disk(0.5, 0.04).at(0.0, 0.0, PI).moving(0.0, 0.0, way * TAU);
        let crank = builder.body("crank", disk);
        let model = builder.build().unwrap();
        let turn = move |at: &Snapshot<'_>| (at.body(crank).angle + PI).rem_euclid(TAU) - PI;
        let mut plan = Simulation::new(&model).tolerance(1e-10).guard_checks(least);
        for (k, place) in [-FRAC_PI_4, FRAC_PI_4].into_iter().enumerate() {
            let event = Event::new(format!("{place}"), move |at: &Snapshot<'_>| turn(at) - place);
            let event = if way > 0.0 { event.rising() } else { event.falling() };
            plan = plan.event(if k < changes { event.change(|_| ()) } else { event });
        }
        let run = plan.run(model.placed(), 4.0).unwrap();
        let told: Vec<f64> = run.events().iter().map(|event| event.t).collect();
        let off = |(k, t): (usize, &f64)| (t - (k / 2) as f64 - [0.375, 0.625][k % 2]).abs();
        let worst = told.iter().enumerate().map(off).fold(0.0, f64::max);
        eprintln!("{way} {changes} {least}: {} {worst:e}", told.len());
        assert!(told.len() == 8 && worst < 1e-12, "{way}, {changes} changes: {worst:e} of {told:?}");
    }
}

/// The step up to an event was counted, with its transitions and how long it stuck, but the end of what had been run was that of the step before.
/// Held since 31a34166.
#[test]
fn regress_a_run_that_fails_after_an_event_ends_at_the_event() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", Particle::new(1.0));
    let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 0.0], 0.2), block.origin()));
    let rub = builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.5));
    let model = builder.build().unwrap();
    let fails = |change: fn(&mut State)| {
        let event = Event::new("half", |at: &Snapshot<'_>| at.t() - 0.5).change(change);
        Simulation::new(&model).event(event).mend_at_most(1e-3).keep_dense().run(model.placed(), 1.0).unwrap_err()
    };
    for failed in [fails(|state| state.q[1] += 1.0), fails(|state| state.q[0] = f64::NAN)] {
        let run = &failed.partial;
        assert_eq!((run.end().t, run.events().len()), (0.5, 1), "{failed}");
        assert!((run.friction_summary(rub).stuck - 0.5).abs() < 1e-12, "{failed}");
        assert!(run.state_at(0.4).is_ok(), "{failed}");
    }
}
