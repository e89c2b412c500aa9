//! Works, also where the motion alone would let steps be of any length.

use chetaev::prelude::*;

/// A rotor of 2 kg m² that a smooth step drives: all of its motion is a polynomial of degree five, which DOP853 has exactly; its work is one of degree ten at the ends of each step and between them.
#[test]
fn analytic_works_are_known_between_the_ends_of_easy_steps() {
    for (scale, tolerance, bound) in [(1.0, 1e-9, 5e-8), (1.0, 1e-6, 3e-5), (100.0, 1e-9, 5e-8), (0.01, 1e-9, 5e-8)] {
        let mut builder = ModelBuilder::new();
        let rotor = builder.body("rotor", RigidBody::new(1.0, 2.0 * scale));
        builder.constraint("axle", Revolute::new(GROUND.origin(), rotor.origin()));
        let rise = Signal::smooth_step([0.0, 3.0], [0.0, 7.5]);
        let motor = builder.constraint("motor", Driver::signal(Angle::between(GROUND, rotor), rise));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(tolerance).keep_dense().run(model.placed(), 4.0).unwrap();
        let most = 0.5 * 2.0 * scale * (1.875 * 7.5 / 3.0_f64).powi(2);
        let error = (0..=400).map(|k| {
            let state = run.state_at(0.01 * f64::from(k)).unwrap();
            let now = model.read(&state);
            (now.work_of_constraint(motor).unwrap() - now.kinetic()).abs()
        });
        let error = error.fold(0.0, f64::max) / most;
        println!(
            "J {:5}, tolerance {tolerance:e}: work off by {error:.1e} of {most:.3} J, {} steps",
            2.0 * scale,
            run.counters().steps
        );
        assert!(error < bound && run.counters().steps < 100, "{error:e}");
    }
}

/// Works of nothing but rounding are no reason for short steps: a block rests on a belt that stands, under a force that sways it within the cone.
#[test]
fn property_works_of_rounding_cost_no_steps() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", RigidBody::rectangle(1.0, 0.4, 0.2).at(0.0, 0.1, 0.0));
    let corners = chetaev::contact::CornerOnLine::each(GROUND.axis([0.0, 0.0], 0.0), [[-0.2, -0.1], [0.2, -0.1]]);
    for (k, corner) in (0..).zip(corners) {
        builder.contact(format!("foot {k}"), Contact::between(GROUND, block, corner), Rigid::rough(Coulomb::new(0.3)));
    }
    let motor = builder.body("motor", RigidBody::disk(1.0, 0.1).at(1.0, 1.0, 0.0));
    builder.constraint("axle", Revolute::new(GROUND.point(1.0, 1.0), motor.origin()));
    builder.constraint("drive", Driver::new(Angle::between(GROUND, motor), |t| t * 1e-9));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.placed(), 1e6).unwrap();
    println!("1e6 s at rest: {} steps, {} refused", run.counters().steps, run.counters().rejected);
    assert!(run.counters().steps + run.counters().rejected < 100);
}
