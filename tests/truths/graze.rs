//! Dips: a guard that comes below zero and back within a small part of a step, and one that does not.

use chetaev::math::Jet;
use chetaev::prelude::*;
use std::f64::consts::{PI, TAU};

const G: f64 = 9.81;
const DIPS: [f64; 5] = [1e-3, 1e-4, 1e-5, 1e-6, -1e-6];

/// A particle of 1 kg at some speed on a rough belt, pushed by a force. The first change of its friction.
fn first_change(
    speed: f64,
    push: f64,
    belt: impl Fn(Jet) -> Jet + Send + Sync + 'static,
    holds: f64,
    end: f64,
    tolerance: f64,
    method: Method,
) -> Option<f64> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let block = builder.body("block", Particle::new(1.0).moving(speed, 0.0));
    let rail = builder.constraint("rail", Slot::new(line, block.origin()));
    builder.force("push", Applied::force(block.origin(), [push, 0.0]));
    builder.friction("rub", FrictionPoint::in_slot(rail).on_belt(belt), Coulomb::new(0.1).holding(holds));
    let model = builder.build().unwrap();
    let plan = Simulation::new(&model).tolerance(tolerance).method(method).output(Output::Ends);
    let run = plan.run(model.start().project().unwrap(), end).unwrap();
    run.transitions().first().map(|change| change.t)
}

fn compare(what: &str, found: Option<f64>, known: Option<f64>) {
    match (found, known) {
        (Some(found), Some(known)) => assert!((found - known).abs() < 1e-8, "{what}: {found} for {known}"),
        _ => assert_eq!(found, known, "{what}"),
    }
}

/// A block that slides at constant speed is touched by the speed of its belt, which exceeds it by a part e: there it sticks, and is carried away.
/// Held since 191f074.
#[test]
fn regress_a_stop_where_the_slip_speed_dips() {
    for (method, tolerance) in
        [(Method::Dop853, 1e-9), (Method::Dop853, 1e-12), (Method::Dopri5, 1e-9), (Method::Tsit5, 1e-6)]
    {
        for e in DIPS {
            for k in 0..40 {
                let phase = 0.01 * f64::from(k);
                let belt = move |t: Jet| (t + phase).sin() * (1.0 + e);
                let found = first_change(1.0, 0.1 * G, belt, 0.5, 4.0, tolerance, method);
                let known = (e > 0.0).then(|| (1.0 / (1.0 + e)).asin() - phase);
                compare(&format!("{method} at {tolerance:e}, dip {e:e}, phase {phase}"), found, known);
            }
        }
    }
}

/// A block that rests on a belt whose acceleration exceeds what friction can hold by a part e: there it breaks loose.
/// Held since 191f074.
#[test]
fn regress_a_start_where_the_limit_dips() {
    for (method, tolerance) in [(Method::Dop853, 1e-9), (Method::Dop853, 1e-12), (Method::Dopri5, 1e-9)] {
        for e in DIPS {
            for k in 0..60 {
                let phase = 0.5 + 0.023 * f64::from(k);
                let speed = (1.0 + e) * 0.3 * G / TAU;
                let belt = move |t: Jet| (t * TAU + phase).sin() * speed;
                let found = first_change(speed * phase.sin(), 0.0, belt, 0.3, 2.0, tolerance, method);
                let known = (e > 0.0).then(|| (PI - (1.0 / (1.0 + e)).acos() - phase) / TAU);
                compare(&format!("{method} at {tolerance:e}, dip {e:e}, phase {phase}"), found, known);
            }
        }
    }
}

/// A block rests in a rough slot, and a brake holds it too. The slot's load passes zero, where the two together hold the least: for a moment less than pushes it.
#[test]
fn invariant_a_start_where_a_load_of_several_points_passes_zero() {
    let (load, brake) = (80.0, 3.0);
    for (method, tolerance) in [(Method::Tsit5, 1e-3), (Method::Dop853, 1e-6), (Method::Dop853, 1e-10)] {
        for e in [0.1, 1e-2, 1e-3, 1e-4, -1e-3] {
            for k in 0..20 {
                let phase = 0.1 + 0.13 * f64::from(k);
                let mut builder = ModelBuilder::new();
                let line = GROUND.axis([0.0, 0.0], 0.0);
                let block = builder.body("block", Particle::new(1.0));
                let slot = builder.constraint("slot", Slot::new(line, block.origin()));
                // −cos(t + phase) = sin(t + phase − π/2)
                let across = Signal::constant(0.0).sine(load, 1.0, phase - 0.5 * PI);
                let push =
                    Applied::signal(block.origin(), [Signal::constant(brake + e), across], Signal::constant(0.0));
                builder.force("push", push);
                builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.5));
                let held = FrictionPoint::along(Travel::along(line, block.origin()), brake);
                builder.friction("brake", held, Coulomb::new(1.0));
                let model = builder.build().unwrap();
                let plan = Simulation::new(&model).tolerance(tolerance).method(method).output(Output::Ends);
                let run = plan.run(model.start().project().unwrap(), 4.0).unwrap();
                let found = run.transitions().first().map(|change| change.t);
                // μ |N| = e
                let starts = (e / (0.5 * load)).acos() - phase;
                let known = (e > 0.0).then_some(if starts > 0.0 { starts } else { starts + PI });
                compare(&format!("{method} at {tolerance:e}, short of {e:e}, phase {phase}"), found, known);
            }
        }
    }
}
