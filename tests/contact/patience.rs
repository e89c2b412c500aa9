//! Long times in which nothing happens: steps grow.

use crate::common::G;
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::prelude::*;

/// A block on two feet, a ball that bounces out, a wheel that rolls: 10⁶ s each.
fn patient(name: &str, mu: f64, e: f64) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let law = || if mu > 0.0 { Rigid::rough(Coulomb::new(mu)) } else { Rigid::smooth() }.bouncing(e);
    let round = EllipseOnLine::new(line, 0.1, 0.1);
    match name {
        "block" => {
            let block = builder.body("block", RigidBody::new(2.0, 0.1).at(0.0, 0.1, 0.0));
            for (name, x) in [("left", -0.3), ("right", 0.3)] {
                let corner = CornerOnLine::new(line, [x, -0.1]);
                builder.contact(name, Contact::between(GROUND, block, corner), law());
            }
        }
        "ball" => {
            let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 0.3, 0.0));
            builder.contact("floor", Contact::between(GROUND, ball, round), law());
        }
        _ => {
            let wheel = builder.body("wheel", RigidBody::disk(1.0, 0.1).at(0.0, 0.1, 0.0).moving(1e-3, 0.0, -1e-2));
            builder.contact("floor", Contact::between(GROUND, wheel, round), law());
        }
    }
    let model = builder.build().unwrap();
    let start = model.placed();
    (model, start)
}

#[test]
fn property_rest_costs_no_steps() {
    for (name, mu, e) in [("block", 0.5, 0.0), ("ball", 0.5, 0.6), ("ball", 0.0, 0.6), ("wheel", 0.5, 0.0)] {
        for method in [Method::Dop853, Method::Dopri5, Method::Tsit5] {
            let (model, start) = patient(name, mu, e);
            let run = Simulation::new(&model).method(method).output(Output::Ends).run(start, 1e6).unwrap();
            let steps = run.counters().steps;
            println!("{name}, mu = {mu}, {method}: {steps} steps, {} impacts", run.impacts().len());
            let at = run.last().unwrap();
            assert_eq!(at.t(), 1e6);
            for contact in model.contact_names() {
                let gap = at.contact(model.contact(contact).unwrap()).gap;
                assert!(gap.abs() < 1e-9, "{name}: {gap:e}");
            }
            // What rolls has a position of its own to keep; what rests has none.
            let most = if name == "wheel" { 1000 } else { 100 };
            assert!(steps < most, "{name}, mu = {mu}, {method}: {steps} steps");
        }
    }
}
