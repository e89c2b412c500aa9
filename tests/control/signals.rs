//! Signals that are not polynomials: kinks are met, jumps are refused, tables are read back.

use chetaev::math::{LookupTable, Signal};
use chetaev::prelude::*;

fn particle(force: Signal) -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    let body = builder.body("stone", Particle::new(1.0));
    builder.force("push", Applied::signal(body.origin(), [force, Signal::constant(0.0)], Signal::constant(0.0)));
    (builder.build().unwrap(), body)
}

/// Steps end at the kinks of a trapezoid, between which the force is linear and the motion a cubic: exact for methods of order 4 and more, whatever the tolerance.
#[test]
fn analytic_steps_end_at_kinks() {
    let (model, body) = particle(Signal::trapezoid([0.3, 0.7, 1.9, 2.35], 5.0));
    let run = Simulation::new(&model).tolerance(1e-3).run(model.placed(), 4.0).unwrap();
    // The impulse is the area, 5 (1.65 + 0.85)... : half of both flanks and the top.
    let speed = 5.0 * (0.2 + 1.2 + 0.225);
    // Each part pushes from its centroid on.
    let way = 5.0 * (0.2 * (4.0 - (0.3 + 0.4 * 2.0 / 3.0)) + 1.2 * (4.0 - 1.3) + 0.225 * (4.0 - (1.9 + 0.15)));
    let end = run.last().unwrap().body(body);
    println!("{:.1e} m/s, {:.1e} m, {} steps", end.velocity.x - speed, end.origin.x - way, run.counters().steps);
    assert!((end.velocity.x - speed).abs() < 3e-15 * speed && (end.origin.x - way).abs() < 3e-15 * way);
    for kink in [0.3, 0.7, 1.9, 2.35] {
        assert!(run.times().contains(&kink));
    }
}

/// A position needs a rate without jumps, a velocity a value without; a belt under friction may jump.
#[test]
fn refusal_what_would_jump_is_refused() {
    let build = |law: Signal| {
        let mut builder = ModelBuilder::new();
        let body = builder.body("arm", RigidBody::new(1.0, 0.1));
        builder.constraint("pin", Revolute::new(GROUND.origin(), body.origin()));
        builder.constraint("motor", Driver::signal(Angle::between(GROUND, body), law));
        builder.build()
    };
    let points = [[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]];
    let refused = [
        Signal::ramp([0.0, 1.0], [0.0, 1.0]),
        Signal::smooth_step([1.0, 1.0], [0.0, 1.0]),
        Signal::table(LookupTable::linear(&points).unwrap()),
        Signal::table(LookupTable::cubic(&points).unwrap()),
        Signal::constant(1.0) * Signal::ramp([0.0, 1.0], [0.0, 1.0]),
    ];
    for law in refused {
        let error = build(law).unwrap_err().to_string();
        assert!(error.contains("`motor` prescribes a position"), "{error}");
    }
    let taken = [
        Signal::smooth_step([0.0, 1.0], [0.0, 1.0]),
        Signal::table(LookupTable::clamped(&points, [0.0, 0.0]).unwrap()),
        Signal::table(LookupTable::periodic(&[[0.0, 0.0], [1.0, 2.0], [3.0, 0.0]]).unwrap()).sine(1.0, 2.0, 0.3),
    ];
    for law in taken {
        let model = build(law.clone()).unwrap();
        let run = Simulation::new(&model).tolerance(1e-10).run(model.start().project().unwrap(), 4.0).unwrap();
        let arm = model.body("arm").unwrap();
        let off = run.samples().map(|at| (at.body::<Planar>(arm).angle - law.value(at.t())).abs()).fold(0.0, f64::max);
        assert!(off < 1e-14 && run.drift().largest_phi() < 1e-14, "{off:e}");
    }
}

/// A table in a model that is saved, read back and run: the same bits.
#[cfg(feature = "serde")]
#[test]
fn identity_saved_with_the_model() {
    use chetaev::model::SavedModel;
    let table = LookupTable::cubic(&[[0.0, 0.0], [0.4, 3.0], [1.1, -2.0], [2.0, 0.5]]).unwrap();
    let mut builder = ModelBuilder::new();
    let body = builder.body("stone", Particle::new(1.0));
    let gain = builder.input("gain", 1.5);
    let force = Signal::table(table) * Signal::input(gain) + Signal::smooth_step([0.2, 0.9], [0.0, 1.0]) * 0.3;
    builder.force("push", Applied::signal(body.origin(), [force, Signal::constant(0.0)], Signal::constant(0.0)));
    let model = builder.build().unwrap();
    let text = serde_json::to_string(&model.saved().unwrap()).unwrap();
    let again = serde_json::from_str::<SavedModel>(&text).unwrap().build().unwrap();
    assert!(again.variable_names().eq(["gain"]));
    let end = |model: &Model| Simulation::new(model).run(model.placed(), 3.0).unwrap().end().clone();
    assert_eq!(end(&model), end(&again));
    let broken = text.replace("[0.4,3.0]", "[-0.4,3.0]");
    assert_ne!(text, broken);
    assert!(serde_json::from_str::<SavedModel>(&broken).unwrap_err().to_string().contains("must rise"));
}

/// A variable of another model, or of one that has fewer, is refused by the name of what reads it.
#[test]
fn refusal_a_foreign_variable_is_refused() {
    let mut other = ModelBuilder::new();
    let foreign = other.input("u", 0.0);
    let mut builder = ModelBuilder::new();
    let body = builder.body("stone", Particle::new(1.0));
    builder.input("own", 0.0);
    let still = || Signal::constant(0.0);
    builder.force("push", Applied::signal(body.origin(), [Signal::input(foreign), still()], still()));
    let error = builder.build().unwrap_err().to_string();
    assert!(error.contains("force `push`"), "{error}");
}
