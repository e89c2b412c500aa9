//! A run with derivatives is the run without them.

use super::disk_slider;
use chetaev::contact::EllipseOnLine;
use chetaev::prelude::*;

fn both(model: &Model, start: &State, asked: Sensitivities, plan: impl Fn(&Model) -> Simulation<'_>, t_end: f64) {
    let plain = plan(model).run(start.clone(), t_end).unwrap();
    let followed = plan(model).sensitivities(asked).run(start.clone(), t_end).unwrap();
    assert_eq!(plain.counters(), followed.counters());
    assert_eq!(plain.end(), followed.end());
    assert_eq!(plain.transitions(), followed.transitions());
    assert_eq!(plain.impacts(), followed.impacts());
    assert_eq!(plain.len(), followed.len());
    for (a, b) in plain.samples().zip(followed.samples()) {
        assert!(a.q() == b.q() && a.v() == b.v() && a.acceleration() == b.acceleration());
    }
    assert!(plain.sensitivity("mu").is_err() && plain.flags().is_empty());
}

#[test]
fn identity_of_runs_with_and_without_derivatives() {
    let family = disk_slider::family(1.0);
    let asked = Sensitivities::to(&family);
    both(family.model(), family.start(), asked, |model| Simulation::new(model).every(0.02), 2.0);
}

#[test]
fn identity_of_bounces_with_and_without_derivatives() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 1.1, 0.0).moving(1.0, 0.0, 20.0));
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
    let law = Rigid::rough(Coulomb::new(0.03)).bouncing(0.6);
    builder.contact("floor", Contact::between(GROUND, ball, pair), law);
    let model = builder.build().unwrap();
    let asked = Sensitivities::to_start("ball.y").and_start("ball.vx");
    both(&model, &model.placed(), asked, |model| Simulation::new(model).every(0.05), 4.0);
}
