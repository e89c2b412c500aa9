//! Slots with play, and guides with one side.

use crate::common::G;
use chetaev::hybrid::{Play, Runner};
use chetaev::prelude::*;
use chetaev::simulate::Cause;

/// A pin that is struck across its slot bounces from side to side at Σ w/(v eᵏ), and goes on along it.
#[test]
fn analytic_a_pin_rattles_in_its_slot() {
    let (width, v, u, e) = (0.02, 0.5, 0.3, 0.8_f64);
    for angle in [0.0, 0.7, -2.5_f64] {
        let mut builder = ModelBuilder::new();
        let (sin, cos) = angle.sin_cos();
        let bead = Particle::new(0.3).at(1.0, 2.0).moving(u * cos - v * sin, u * sin + v * cos);
        let bead = builder.body("bead", bead);
        let slot = Play::between(GROUND.axis([1.0, 2.0], angle), width);
        builder.contacts("slot", slot.point(bead, [0.0, 0.0]), || Rigid::smooth().bouncing(e));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 0.4).unwrap();
        let (mut t, mut speed, mut worst) = (0.5 * width / v, v, 0.0_f64);
        for (k, blow) in run.impacts().iter().enumerate() {
            worst = worst.max((blow.t - t).abs());
            assert_eq!(blow.names().collect::<Vec<_>>(), [["slot.left", "slot.right"][k % 2]]);
            speed *= e;
            t += width / speed;
        }
        let at = run.last().unwrap().body(bead);
        let along = (at.origin.x - 1.0) * cos + (at.origin.y - 2.0) * sin;
        println!("{angle}: {} impacts, {worst:.1e} s", run.impacts().len());
        assert!(run.impacts().len() == 5 && t > 0.4, "{}", run.impacts().len());
        assert!(worst < 1e-12 && (along - 0.4 * u).abs() < 1e-13, "{worst:e} {along}");
    }
}

/// A lid that is pulled at its edge by k t lifts there when its moment exceeds that of its weight, and turns about its other edge; pulled in the middle it lifts as a whole.
#[test]
fn analytic_a_lid_lifts() {
    let (m, l, k) = (2.0, 0.6, 10.0);
    for (x, part, lifts) in [(0.5 * l, 0.5, &["rim.front"][..]), (0.0, 1.0, &["rim.back", "rim.front"])] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let lid = builder.body("lid", RigidBody::new(m, 0.06).at(0.0, 0.02, 0.0));
        let rim = Runner::along(GROUND.axis([0.0, 0.0], 0.0));
        builder.contacts("rim", rim.block(lid, [l, 0.04]), || Rigid::rough(Coulomb::new(0.5)));
        builder.force("hand", Applied::new(lid.point(x, 0.0), move |t, _: &_| ([0.0, k * t], 0.0)));
        let model = builder.build().unwrap();
        let exact = part * m * G / k;
        let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), exact + 0.05).unwrap();
        let opened: Vec<_> = run.transitions().iter().filter(|change| change.to == Mode::Open).collect();
        let names: Vec<&str> = opened.iter().map(|change| &change.name[..]).collect();
        let worst = opened.iter().fold(0.0, |most: f64, change| most.max((change.t - exact).abs()));
        println!("{names:?} lift {worst:.1e} s off");
        assert_eq!(names, lifts);
        assert!(opened.iter().any(|change| change.cause == Cause::Opened) && worst < 1e-8, "{worst:e}");
        let tilt = run.last().unwrap().body(lid).angle;
        assert!(if part < 1.0 { tilt > 1e-5 } else { tilt.abs() < 1e-13 }, "{tilt:e}");
    }
}

/// A drawer that is pushed at the distance d beside its middle jams for d > l/(2 μ), however hard; short of that it slides with (1 − 2 μ d/l) F/m, both as the play vanishes.
#[test]
fn analytic_a_drawer_jams() {
    let (m, l, h, mu, force) = (2.0, 0.4, 0.3, 0.5, 20.0);
    for (part, jams) in [(0.8, false), (1.2, true)] {
        let d = part * l / (2.0 * mu);
        let mut builder = ModelBuilder::new();
        let drawer = builder.body("drawer", RigidBody::new(m, 0.05));
        let guide = Play::between(GROUND.axis([0.0, 0.0], 0.0), h + 1e-6);
        let corners = builder.contacts("guide", guide.block(drawer, [l, h]), || Rigid::rough(Coulomb::new(mu)));
        builder.force("push", Applied::force(drawer.point(-0.5 * l, -d), [force, 0.0]));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 0.2).unwrap();
        let at = run.last().unwrap();
        let v = at.body(drawer).velocity.x;
        let modes = corners.map(|corner| at.contact(corner).mode);
        println!("d = {part} l/2μ: {v} m/s, {modes:?}");
        // It turns so that its left side touches in front and its right side behind.
        assert!(modes[0] == Mode::Open && modes[3] == Mode::Open, "{modes:?}");
        if jams {
            assert!(v == 0.0 && modes[1] == Mode::Stick && modes[2] == Mode::Stick, "{v:e} {modes:?}");
        } else {
            let exact = (1.0 - part) * force / m * 0.2;
            assert!((v - exact).abs() < 0.01 * exact, "{v} {exact}");
        }
    }
}

/// A pin that flies through the middle of its hole, or starts there: it is as far from all of the hole.
/// Held since 56792c6.
#[test]
fn regress_a_pin_in_the_middle_of_its_hole() {
    for (x, v) in [(-0.001, 1.0), (-0.001, 0.37), (0.0, 0.5)] {
        let mut builder = ModelBuilder::new();
        let pin = builder.body("pin", RigidBody::disk(0.1, 0.018).at(x, 0.0, 0.0).moving(v, 0.0, 0.0));
        let pair = chetaev::contact::Circles::inside(([0.0, 0.0], 0.02), ([0.0, 0.0], 0.018));
        builder.contact("play", Contact::between(GROUND, pin, pair), Rigid::rough(Coulomb::new(0.2)).bouncing(0.5));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).every(0.0005).run(model.placed(), 0.05).unwrap();
        // To and fro across the middle: each way is 4 mm, at half the speed of the last.
        let mut t = (0.002 - x) / v;
        for (k, blow) in run.impacts().iter().enumerate() {
            assert!((blow.t - t).abs() < 1e-13, "{x} {v}: {} and {t}", blow.t);
            t += 0.004 / (v * 0.5_f64.powi(k as i32 + 1));
        }
        assert!(!run.impacts().is_empty() && t > 0.05, "{x} {v}: {} impacts, {t}", run.impacts().len());
    }
}
