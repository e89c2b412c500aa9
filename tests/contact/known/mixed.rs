//! What else there is: shaking runners, belts and walls, bowls, hills, play.

use super::{G, floor, near, rough, run, slope, wall, wheel, when};
use chetaev::contact::curve::Ellipse;
use chetaev::contact::spatial::PointOn;
use chetaev::contact::surface::{Hollow, Sphere};
use chetaev::contact::{CornerOnCurve, EllipseOnLine};
use chetaev::hybrid::{Play, Runner};
use chetaev::nalgebra::Vector3;
use chetaev::prelude::*;

/// A block on a guide that swings with A sin ωt, on both its corners: it leaves where A ω² sin ωt = g, as a whole, flies, and is back where the parabola meets the guide.
#[test]
fn analytic_a_block_leaves_its_shaking_runner() {
    let (size, omega) = (0.05, 20.0_f64);
    let mut builder = slope(0.0);
    let guide = builder.body("guide", RigidBody::new(1.0, 1.0));
    let up = GROUND.axis([0.0, 0.0], std::f64::consts::FRAC_PI_2);
    builder.constraint("rail", Prismatic::new(up, guide.axis([0.0, 0.0], std::f64::consts::FRAC_PI_2)));
    builder.constraint("drive", Driver::new(Travel::along(up, guide.origin()), move |t: Jet| (t * omega).sin() * size));
    let block = RigidBody::new(2.0, 0.02).at(0.0, 0.05, 0.0).moving(0.3, size * omega, 0.0);
    let block = builder.body("block", block);
    let corners =
        builder.contacts("on", Runner::along(guide.axis([0.0, 0.0], 0.0)).block(block, [0.4, 0.1]), Rigid::smooth);
    let run = run(builder, 0.4);
    let phase = (G / (size * omega * omega)).asin();
    let leaves = phase / omega;
    for corner in corners {
        near("leaves", when(&run, corner, Mode::Open), leaves, 1e-11);
    }
    let above = |t: f64| {
        let tau = t - leaves;
        let flies = size * phase.sin() + size * omega * phase.cos() * tau - 0.5 * G * tau * tau;
        flies - size * (omega * t).sin()
    };
    let blow = &run.impacts()[0];
    near("is back", above(blow.t), 0.0, 1e-12);
    assert!((1..100).all(|k| above(leaves + (blow.t - leaves) * f64::from(k) / 100.0) > 0.0), "the first time");
    let speed = |t: f64| size * omega * (phase.cos() - (omega * t).cos()) - G * (t - leaves);
    assert!(blow.blows.len() == 2, "both corners at once");
    blow.blows.iter().for_each(|blow_| near("with", blow_.closing[0], speed(blow.t), 1e-11));
    near("goes on", run.last().unwrap().body(block).velocity.x, 0.3, 1e-12);
}

/// A bead leaves a smooth ellipse on which it slides from the top where (a² − b²) c³ + 3 b² c = 2 b², c the cosine of the eccentric angle; on a circle 2/3.
#[test]
fn analytic_a_bead_leaves_an_ellipse() {
    for [a, b] in [[1.0, 1.0], [1.5, 0.8], [0.6, 1.2]] {
        let mut builder = slope(0.0);
        // From the top with hardly any speed it would take long: from some way down, with the speed that it has there.
        let angle = 0.3_f64;
        let (sin, cos) = angle.sin_cos();
        let speed = (2.0 * G * b * (1.0 - cos)).sqrt();
        let tangent = [a * cos, -b * sin];
        let size = f64::hypot(tangent[0], tangent[1]);
        let bead = Particle::new(0.2).at(a * sin, b * cos);
        let bead = builder.body("bead", bead.moving(speed * tangent[0] / size, speed * tangent[1] / size));
        let pair = CornerOnCurve::outside(Ellipse::new(a, b), [0.0, 0.0]);
        let under = builder.contact("hill", Contact::between(GROUND, bead, pair), Rigid::smooth());
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).keep_dense().run(start, 0.6).unwrap();
        let state = run.state_at(when(&run, under, Mode::Open)).unwrap();
        let c = run.read(&state).body(bead).origin.y / b;
        near("leaves", (a * a - b * b) * c * c * c + 3.0 * b * b * c - 2.0 * b * b, 0.0, 1e-10);
        assert!(a != b || (c - 2.0 / 3.0).abs() < 1e-11, "{c}");
    }
}

/// A wheel in the corner of a belt and a wall, both rough: the belt carries N = m g/(1 − μ ν), presses it against the wall with μ N and spins it up with R μ N (1 − ν)/J until its rim has the belt's speed. Then nothing rubs.
#[test]
fn analytic_a_wheel_between_a_belt_and_a_wall() {
    let (m, r, speed) = (2.0, 0.3, 1.2);
    for [mu, nu] in [[0.3, 0.2], [0.6, 0.0], [0.2, 0.9]] {
        let mut builder = slope(0.0);
        let disk = builder.body("wheel", RigidBody::disk(m, r).at(-r, r, 0.0));
        let pair = EllipseOnLine::new(floor(), r, r);
        let belt = Contact::between(GROUND, disk, pair).on_belt(move |_| f64::into(speed));
        let under = builder.contact("belt", belt, rough(mu));
        let side = wheel(&mut builder, "wall", (disk, r), wall(0.0), rough(nu));
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        // Up: N = m g + ν μ N, for the rim goes up at the wall.
        let carries = m * G / (1.0 - mu * nu);
        let spins = r * mu * carries * (1.0 - nu) / (0.5 * m * r * r);
        let up = speed / r / spins;
        let run = Simulation::new(&model).tolerance(1e-12).every(0.01).run(start, 1.5 * up).unwrap();
        near("has the belt's speed", when(&run, under, Mode::Stick), up, 1e-11);
        for at in run.samples().filter(|at| at.t() > 0.0 && at.t() < up) {
            near("carries", at.contact(under).normal, carries, 1e-11);
            near("presses", at.contact(side).normal, mu * carries, 1e-11);
        }
        let end = run.last().unwrap();
        near("spins", end.body(disk).spin, speed / r, 1e-12);
        near("carries", end.contact(under).normal, m * G, 1e-11);
        near("stays", end.body(disk).origin.x, -r, 1e-12);
    }
}

/// In a rough bowl a grain stays up to the angle whose tangent is μ; a little above it starts down.
#[test]
fn analytic_a_grain_in_a_rough_bowl() {
    let (radius, mu) = (0.8, 0.5_f64);
    for (part, azimuth) in [(0.999, 0.3), (1.001, -2.0), (0.999, 1.9)] {
        let angle = part * mu.atan();
        let out = Vector3::new(angle.sin() * f64::cos(azimuth), angle.sin() * f64::sin(azimuth), -angle.cos());
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let at = radius * out;
        let grain = builder.body("grain", Solid::principal(0.1, [1e-3; 3]).unwrap().at(at.x, at.y, at.z));
        // A body that cannot turn: what holds it is at its center.
        let pair = PointOn::new(Hollow(Sphere::new([0.0; 3], radius)), [0.0; 3]);
        let bowl = builder.contact("bowl", Contact::between(WORLD, grain, pair), rough(mu));
        let run = super::space::run(builder, 0.5);
        let end = run.last().unwrap();
        if part < 1.0 {
            // It may turn about its place: that it rests is not to the bit.
            near("stays", (end.body(grain).origin - at).norm(), 0.0, 1e-15);
            assert_eq!(end.contact(bowl).mode, Mode::Stick);
            near("N", end.contact(bowl).normal, 0.1 * G * angle.cos(), 1e-12);
            near("T", end.contact(bowl).tangential, 0.1 * G * angle.sin(), 1e-12);
        } else {
            // Down along its meridian: g sin ϑ − μ (g cos ϑ + R ϑ'²).
            let along = out.x * f64::sin(azimuth) - out.y * f64::cos(azimuth);
            near("on its meridian", along, 0.0, 1e-15);
            assert!(end.body(grain).origin.z < radius * out.z, "it went down");
        }
    }
}

/// A block with play in a slot that leans falls to its lower side with g cos, is struck there on both corners and rubbed by μ of the blow, and slides down with g (sin − μ cos).
#[test]
fn analytic_a_block_falls_through_its_play() {
    let (angle, mu, width, m) = (0.5_f64, 0.2, 0.3, 1.5);
    let mut builder = slope(0.0);
    let lean = GROUND.axis([0.0, 0.0], angle);
    let block = builder.body("block", RigidBody::new(m, 0.02).at(0.0, 0.0, angle));
    let play = 0.01;
    let corners = builder.contacts("slot", Play::between(lean, width + play).block(block, [0.5, width]), || rough(mu));
    let run = run(builder, 1.0);
    let (sin, cos) = angle.sin_cos();
    let falls = (play / (G * cos)).sqrt();
    near("lands", run.impacts()[0].t, falls, 1e-13);
    // It slides down with g sin t, and the blow rubs with μ m g cos t.
    let after = -G * sin * falls + mu * G * cos * falls;
    let end = run.last().unwrap().body(block);
    let along = end.velocity.x * cos + end.velocity.y * sin;
    near("along", along, after - (sin - mu * cos) * G * (1.0 - falls), 1e-11);
    near("level", end.angle, angle, 1e-12);
    let touching = corners.into_iter().filter(|corner| run.last().unwrap().contact(*corner).mode != Mode::Open);
    assert_eq!(touching.count(), 2);
}
