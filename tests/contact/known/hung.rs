//! What hangs and is held back: ropes, stops, loads that come and go.

use super::{G, changes, floor, near, rough, run, slope, when};
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::hybrid::Stop;
use chetaev::prelude::*;

fn rope(a: BodyId, b: BodyId, length: f64) -> Stop<Separation> {
    Stop::below(Separation::between(a.origin(), b.origin()), length)
}

/// A mass falls beside its hook: when the rope is taut it keeps what it has across, and −e of what it has along.
#[test]
fn analytic_a_rope_grows_taut() {
    let (length, x) = (1.0, 0.6);
    for e in [0.0, 0.5] {
        let mut builder = slope(0.0);
        let mass = builder.body("mass", Particle::new(0.4).at(x, 0.0));
        let taut = builder.contact("rope", rope(GROUND, mass, length), Rigid::smooth().bouncing(e));
        let y = -f64::sqrt(length * length - x * x);
        let t = (-2.0 * y / G).sqrt();
        let run = run(builder, t + 1e-9);
        near("taut", run.impacts()[0].t, t, 1e-14);
        let blow = &run.impacts()[0].blows[0];
        near("along", blow.closing[0], -G * t * -y, 1e-13);
        near("along", blow.closing[1], e * G * t * -y, 1e-13);
        let at = run.last().unwrap();
        // Across: v·(−y, x) with v = (0, −g t).
        let v = at.body(mass).velocity;
        near("across", v.x * -y + v.y * x, -G * t * x, 1e-7);
        if e == 0.0 {
            // It swings on: the rope carries the weight along it and the turn.
            let n = 0.4 * (G * -y + (G * t * x).powi(2));
            near("carries", at.contact(taut).normal, n, 1e-7);
        }
    }
}

/// One of two masses on a slack rope is thrown: taut without bounce, both go on with m v/(m + M) along it.
#[test]
fn analytic_a_tow_rope() {
    let ([m, heavy], v) = ([0.5, 2.0], 3.0);
    let mut builder = ModelBuilder::new();
    let a = builder.body("a", Particle::new(m).at(0.2, 0.0).moving(v, 0.0));
    let b = builder.body("b", Particle::new(heavy));
    let taut = builder.contact("rope", rope(b, a, 1.0), Rigid::smooth());
    let run = run(builder, 1.0);
    near("taut", run.impacts()[0].t, 0.8 / v, 1e-14);
    let both = m * v / (m + heavy);
    near("a", run.last().unwrap().body(a).velocity.x, both, 1e-14);
    near("b", run.last().unwrap().body(b).velocity.x, both, 1e-14);
    assert_eq!(run.last().unwrap().contact(taut).mode, Mode::Holding);
    near("lost", run.impacts()[0].lost, 0.5 * v * v / (1.0 / m + 1.0 / heavy), 1e-14);
}

/// A weight on a chain of ropes over masses: each carries what is below; cut loose, all fall freely and the ropes stay as they are.
#[test]
fn analytic_a_chain_of_ropes() {
    let masses = [0.5, 1.0, 2.0];
    let mut builder = slope(0.0);
    let mut above = GROUND;
    let (mut bodies, mut ropes) = (Vec::new(), Vec::new());
    for (k, &m) in masses.iter().enumerate() {
        let body = builder.body(format!("m{k}"), Particle::new(m).at(0.0, -(k as f64) - 1.0));
        ropes.push(builder.contact(format!("rope{k}"), rope(above, body, 1.0), Rigid::smooth()));
        (above, _) = (body, bodies.push(body));
    }
    let run = run(builder, 2.0);
    let at = run.last().unwrap();
    for (k, &taut) in ropes.iter().enumerate() {
        near("carries", at.contact(taut).normal, masses[k..].iter().sum::<f64>() * G, 1e-12);
    }
    assert_eq!(at.q(), run.first().unwrap().q());
    assert!(at.v().iter().all(|v| v.abs() < 1e-25), "{:?}", at.v());
}

/// A spring presses a mass onto a stop by k (d − …); pulled by c t it leaves at t = k d/c, then swings about what is pulled.
#[test]
fn analytic_a_preloaded_stop() {
    let (m, k, d, c) = (0.5, 50.0_f64, 0.1, 2.0);
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(m));
    let line = Travel::along(floor(), mass.origin());
    builder.constraint("slot", Slot::new(floor(), mass.origin()));
    let stop = builder.contact("stop", Stop::above(line, 0.0), Rigid::smooth().bouncing(0.8));
    builder.force("spring", SpringDamper::along(line, k).rest(-d));
    builder.force("pull", Applied::new(mass.origin(), move |t, _| ([c * t, 0.0], 0.0)));
    let run = run(builder, 5.0);
    let t = k * d / c;
    near("leaves", when(&run, stop, Mode::Open), t, 1e-12);
    // m x'' = c (t − t₀) − k x.
    let (omega, dt) = ((k / m).sqrt(), 5.0 - t);
    near("at", run.last().unwrap().body(mass).origin.x, c / k * (dt - (omega * dt).sin() / omega), 1e-12);
    assert!(run.impacts().is_empty(), "it has left for good");
}

/// Pressed by sin ωt it leaves at π/ω; pulled away and back it lands after another half period and more, and is then held: worked out by the path.
#[test]
fn analytic_a_load_that_comes_and_goes() {
    let (m, force, omega) = (1.5, 2.0, 3.0);
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(m));
    let pair = CornerOnLine::new(floor(), [0.0, 0.0]);
    let under = builder.contact("floor", Contact::between(GROUND, mass, pair), Rigid::smooth());
    let press = move |t: f64, _: &_| ([0.0, -force * (omega * t).sin()], 0.0);
    builder.force("press", Applied::new(mass.origin(), press));
    let run = run(builder, 20.0);
    let leaves = std::f64::consts::PI / omega;
    near("leaves", when(&run, under, Mode::Open), leaves, 1e-12);
    // y'' = −(F/m) sin ωt from rest at π/ω: y' = (F/mω)(cos ωt + 1) ≥ 0, so that it never comes back.
    assert!(run.impacts().is_empty());
    let dt = 20.0 - leaves;
    let y = force / (m * omega) * (dt - (omega * dt).sin() / omega);
    near("at", run.last().unwrap().body(mass).origin.y, y, 1e-11);
}

/// With its weight as well it lands again, and leaves again: each landing where the path of the last lift meets the floor.
#[test]
fn property_a_load_that_comes_and_goes_with_weight() {
    let (m, force, omega) = (1.5, 25.0, 9.0);
    let mut builder = slope(0.0);
    let mass = builder.body("mass", Particle::new(m));
    let pair = CornerOnLine::new(floor(), [0.0, 0.0]);
    let under = builder.contact("floor", Contact::between(GROUND, mass, pair), Rigid::smooth());
    let press = move |t: f64, _: &_| ([0.0, force * (omega * t).sin()], 0.0);
    builder.force("press", Applied::new(mass.origin(), press));
    let run = run(builder, 5.0);
    let path = |from: f64, t: f64| {
        let (dt, size) = (t - from, force / (m * omega));
        let turn = ((omega * from).sin() - (omega * t).sin()) / omega + dt * (omega * from).cos();
        size * turn - 0.5 * G * dt * dt
    };
    let (mut lifts, mut lands) = (Vec::new(), Vec::new());
    for change in changes(&run, under) {
        if change.to == Mode::Open { lifts.push(change.t) } else { lands.push(change.t) }
    }
    assert!(lands.len() > 5 && run.impacts().len() == lands.len(), "{lifts:?} {lands:?}");
    for (from, to) in lifts.iter().zip(&lands) {
        // It lifts where m g = F sin ωt, rising.
        near("lifts", (omega * from).sin(), m * G / force, 1e-12);
        near("lands", path(*from, *to), 0.0, 1e-12);
        assert!((1..200).all(|k| path(*from, from + (to - from) * f64::from(k) / 200.0) > 0.0), "not before");
    }
}

/// A ladder against a rough wall on a rough floor, at rest, stands while tan ϑ > (1 − μ_w μ_f)/(2 μ_f).
#[test]
fn analytic_a_ladder_stands_or_slips() {
    let (length, m, on_floor, on_wall) = (2.0, 5.0, 0.4, 0.3);
    let least = f64::atan((1.0 - on_wall * on_floor) / (2.0 * on_floor));
    for (off, stands) in [(1e-6, true), (-1e-6, false), (0.2, true), (-0.2, false)] {
        let angle: f64 = least + off;
        let (sin, cos) = angle.sin_cos();
        let mut builder = slope(0.0);
        let ladder = RigidBody::rod(m, length).at(-0.5 * length * cos, 0.5 * length * sin, angle);
        let ladder = builder.body("ladder", ladder);
        let foot = CornerOnLine::new(floor(), [-0.5 * length, 0.0]);
        let foot = builder.contact("foot", Contact::between(GROUND, ladder, foot), rough(on_floor));
        let top = CornerOnLine::new(super::wall(0.0), [0.5 * length, 0.0]);
        builder.contact("top", Contact::between(GROUND, ladder, top), rough(on_wall));
        let run = run(builder, 0.05);
        let moved = run.last().unwrap().body(ladder).origin.x - run.first().unwrap().body(ladder).origin.x;
        println!("{off}: moved by {moved:e}");
        assert_eq!(moved == 0.0, stands, "{off}: {moved:e}");
        if !stands {
            // The loads of both while it begins to slip: about the center, and with ω' = A: three equations for N, W, A.
            let (h, inertia) = (0.5 * length, m * length * length / 12.0);
            let matrix = nalgebra::Matrix3::new(
                on_floor,
                -1.0,
                -m * h * sin,
                1.0,
                on_wall,
                -m * h * cos,
                h * cos - on_floor * h * sin,
                -(h * sin + on_wall * h * cos),
                inertia,
            );
            let [n, _, _]: [f64; 3] = matrix.lu().solve(&nalgebra::Vector3::new(0.0, m * G, 0.0)).unwrap().into();
            near("N", run.first().unwrap().contact(foot).normal, n, 1e-10);
        }
    }
}

/// A cylinder hangs on a rough wall by a rope from its center: pressed on by T sin, held by T cos; the rope alone is enough, and friction is none.
#[test]
fn analytic_a_ball_on_a_rope_at_a_wall() {
    let (m, r, length) = (3.0, 0.2, 0.5);
    for mu in [0.0, 0.4] {
        let drop = f64::sqrt(length * length - r * r);
        let mut builder = slope(0.0);
        let ball = builder.body("ball", RigidBody::disk(m, r).at(-r, -drop, 0.0));
        let taut = builder.contact("rope", rope(GROUND, ball, length), Rigid::smooth());
        let pair = EllipseOnLine::new(super::wall(0.0), r, r);
        let side = builder.contact("wall", Contact::between(GROUND, ball, pair), rough(mu));
        let run = run(builder, 1.0);
        let at = run.last().unwrap();
        near("rope", at.contact(taut).normal, m * G * length / drop, 1e-12);
        near("wall", at.contact(side).normal, m * G * r / drop, 1e-12);
        near("rubs", at.contact(side).tangential, 0.0, 1e-12);
        assert_eq!(at.v().iter().fold(0.0, |most: f64, v| most.max(v.abs())), 0.0);
    }
}
