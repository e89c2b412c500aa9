//! Forces that jump, as where a crane or a motor is switched on: what happens is decided with the force after the jump.

use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::prelude::*;
use chetaev::simulate::Cause;

const METHODS: [Method; 4] = [Method::Bs23, Method::Dopri5, Method::Tsit5, Method::Dop853];

/// m = 1 kg, g = 10 m/s²; from t = 1 s on the force (x, y) acts, before it none.
fn switched(block: bool, [x, y]: [f64; 2]) -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let body = builder.body("body", RigidBody::rectangle(1.0, 0.4, 0.2).at(0.0, 0.1, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let law = || Rigid::rough(Coulomb::new(0.5));
    if block {
        for (name, x) in [("left", -0.2), ("right", 0.2)] {
            builder.contact(name, Contact::between(GROUND, body, CornerOnLine::new(line, [x, -0.1])), law());
        }
    } else {
        builder.contact("floor", Contact::between(GROUND, body, EllipseOnLine::new(line, 0.1, 0.1)), law());
    }
    let on = move |t: f64| if t < 1.0 { 0.0 } else { 1.0 };
    // Through the feet, so that nothing tips.
    builder.force("crane", Applied::new(body.point(0.0, -0.1), move |t, _| ([x * on(t), y * on(t)], 0.0)));
    (builder.build().unwrap(), body)
}

/// Held since 56792c6.
#[test]
fn regress_a_crane_that_is_switched_on_lifts() {
    for (block, pull) in [(false, 15.0), (true, 15.0), (false, 10.5), (true, 100.0)] {
        for method in METHODS {
            let (model, body) = switched(block, [0.0, pull]);
            let run = Simulation::new(&model).method(method).run(model.placed(), 1.2).unwrap();
            let off = run.last().unwrap().body(body).origin.y - 0.1 - 0.5 * (pull - 10.0) * 0.04;
            println!("{method}, two feet {block}, {pull} N: {off:.1e} m");
            assert!(off.abs() < 1e-11, "{off:e}");
            let opened = run.transitions().iter().filter(|change| change.to == Mode::Open);
            assert!(opened.clone().count() == 1 + usize::from(block));
            assert!(opened.clone().all(|change| (change.t - 1.0).abs() < 1e-11 && change.cause == Cause::Opened));
            assert!(run.energy_error() < 1e-9);
        }
    }
}

#[test]
fn invariant_a_motor_that_is_switched_on_pulls() {
    for (block, pull) in [(true, 8.0), (true, -5.1)] {
        for method in METHODS {
            let (model, body) = switched(block, [pull, 0.0]);
            let run = Simulation::new(&model).method(method).run(model.placed(), 1.2).unwrap();
            let acceleration = pull - 5.0 * pull.signum();
            let off = run.last().unwrap().body(body).origin.x - 0.5 * acceleration * 0.04;
            println!("{method}, {pull} N: {off:.1e} m");
            assert!(off.abs() < 1e-11, "{off:e}");
            // At the start both are laid down.
            let told: Vec<_> =
                run.transitions().iter().skip(2).map(|it| (it.t, &it.name, it.from, it.to, it.cause)).collect();
            assert!(
                told.len() == 2 && told.iter().all(|it| (it.0 - 1.0).abs() < 1e-11 && it.4 == Cause::Started),
                "{told:?}"
            );
        }
    }
}

/// It stops at the jump, is looked at there, and goes on.
#[test]
fn invariant_a_run_may_end_where_a_force_is_switched_on() {
    let (model, body) = switched(false, [0.0, 15.0]);
    let half = Simulation::new(&model).run(model.placed(), 1.0).unwrap();
    let on = Simulation::new(&model).run(half.end().clone(), 1.2).unwrap();
    assert!((on.last().unwrap().body(body).origin.y - 0.2).abs() < 1e-11);
    let switch = Event::new("switch", |at| at.t() - 1.0).change(|_| ());
    let run = Simulation::new(&model).event(switch).run(model.placed(), 1.2).unwrap();
    assert!((run.last().unwrap().body(body).origin.y - 0.2).abs() < 1e-11);
}
