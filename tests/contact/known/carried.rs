//! What is carried in space: a ball and a block on a belt that runs across a slope.

use super::space::{ball, run};
use super::{G, near, rough};
use chetaev::contact::spatial::{OnPlane, PointOn};
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::nalgebra::Vector3;
use chetaev::prelude::*;

/// The speed of the belt, and how it changes.
fn speed(t: f64) -> [f64; 2] {
    [0.3 * t + 0.25 * (2.0 * t).sin(), 0.3 + 0.5 * (2.0 * t).cos()]
}

fn law(t: Jet) -> Jet {
    t * 0.3 + (t * 2.0).sin() * 0.25
}

/// Where the belt runs, and what is uphill: across it.
const ALONG: [f64; 3] = [0.6, 0.8, 0.0];
const UP: [f64; 3] = [-0.8, 0.6, 0.0];

fn sloping(angle: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    let [x, y, _] = UP.map(|e| -G * angle.sin() * e);
    builder.gravity([x, y, -G * angle.cos()]);
    builder
}

/// The parts of a vector along the belt and uphill.
fn parts(v: Vector3<f64>) -> [f64; 2] {
    [ALONG, UP].map(|e| v.dot(&Vector3::from(e)))
}

/// A ball that rolls on it: where they touch, force F moves it by (1/m + r²/I) F = 7 F/(2 m), so that it gains 2 c'/7 along the belt and 5 g sin α/7 down the slope; what the belt did is
/// in the balance.
#[test]
fn analytic_a_ball_rolls_on_a_belt_across_a_slope() {
    let (m, r, angle, to) = (0.6, 0.15, 0.2_f64, 3.0);
    let mut builder = sloping(angle);
    let body = builder.body("ball", ball(m, r).at(0.0, 0.0, r));
    let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], r));
    let contact = Contact::between(WORLD, body, pair).on_belt_along(ALONG, law);
    let belt = builder.contact("belt", contact, rough(0.5));
    let run = run(builder, to);
    let fall = 5.0 / 7.0 * G * angle.sin();
    for at in run.samples() {
        let ([c, rate], v, rubs) = (speed(at.t()), parts(at.body(body).velocity), parts(at.friction_force(belt)));
        near("is carried", v[0], 2.0 / 7.0 * c, 1e-12);
        near("rolls down", v[1], -fall * at.t(), 1e-12);
        near("pulls", rubs[0], 2.0 / 7.0 * m * rate, 1e-12);
        near("holds", rubs[1], 2.0 / 7.0 * m * G * angle.sin(), 1e-12);
    }
    near("balance", run.last().unwrap().balance(), run.first().unwrap().balance(), 1e-12);
}

/// A block that rides on it: the belt's power is all that it gains, and its friction m (c', g sin α).
#[test]
fn analytic_a_block_rides_on_a_belt_across_a_slope() {
    let (m, angle, to) = (0.6, 0.2_f64, 3.0);
    let mut builder = sloping(angle);
    let body = builder.body("block", Particle::in_space(m));
    let pair = PointOn::new(Plane::horizontal(), [0.0; 3]);
    let contact = Contact::between(WORLD, body, pair).on_belt_along(ALONG, law);
    let belt = builder.contact("belt", contact, rough(0.5));
    let run = run(builder, to);
    for at in run.samples() {
        let ([c, rate], v, rubs) = (speed(at.t()), parts(at.body(body).velocity), parts(at.friction_force(belt)));
        near("rides", v[0], c, 1e-13);
        near("stays", v[1], 0.0, 1e-13);
        near("pulls", rubs[0], m * rate, 1e-12);
        near("holds", rubs[1], m * G * angle.sin(), 1e-12);
    }
    near("balance", run.last().unwrap().balance(), run.first().unwrap().balance(), 1e-12);
}
