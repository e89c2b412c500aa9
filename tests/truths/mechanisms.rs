//! Mechanisms that several tests run.

use chetaev::prelude::*;

/// Two unit rods in line, hinged at the origin and to each other, horizontal and at rest (Equations with constraints 2023).
pub struct DoublePendulum {
    pub model: Model,
    pub rods: [BodyId; 2],
    pub hinges: [ConstraintId<Revolute>; 2],
}

pub fn double_pendulum() -> DoublePendulum {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.807]);
    let one = builder.body("one", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let two = builder.body("two", RigidBody::rod(1.0, 1.0).at(1.5, 0.0, 0.0));
    let a = builder.constraint("A", Revolute::new(GROUND.origin(), one.point(-0.5, 0.0)));
    let b = builder.constraint("B", Revolute::new(one.point(0.5, 0.0), two.point(-0.5, 0.0)));
    DoublePendulum { model: builder.build().unwrap(), rods: [one, two], hinges: [a, b] }
}

/// A chain of `n` unit rods, horizontal, at rest.
pub fn chain(n: usize) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.807]);
    let mut end = GROUND.origin();
    for i in 0..n {
        let link = builder.body(format!("link {i}"), RigidBody::rod(1.0, 1.0).at(i as f64 + 0.5, 0.0, 0.0));
        builder.constraint(format!("hinge {i}"), Revolute::new(end, link.point(-0.5, 0.0)));
        end = link.point(0.5, 0.0);
    }
    builder.build().unwrap()
}

/// A ball in free fall from one meter, and its handle.
pub fn ball() -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let ball = builder.body("ball", Particle::new(1.0).at(0.0, 1.0));
    (builder.build().unwrap(), ball)
}

/// At this event the body turns back: of its vertical velocity the part `restitution` is left.
pub fn bouncing<'a>(event: Event<'a>, body: BodyId, restitution: f64) -> Event<'a> {
    event.change_with(move |at, state| {
        let fall = at.body(body).velocity;
        state.set_velocity(at.model(), body, [fall.x, -restitution * fall.y]);
        Ok(())
    })
}

/// Largest difference of two vectors.
pub fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}
