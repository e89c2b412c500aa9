//! What rolls: wheels on floors and slopes, against walls and steps, in bowls, on hills. κ is the inertia over m r².

use super::{G, changes, floor, near, rough, run, slope, wall, wheel, when};
use chetaev::contact::Circles;
use chetaev::prelude::*;

const M: f64 = 1.4;
const R: f64 = 0.2;

/// A wheel with this κ on the floor, at x.
fn rolls(builder: &mut ModelBuilder, kappa: f64, x: f64, v: f64, spin: f64, law: Rigid) -> (BodyId, ContactId) {
    let body = builder.body("wheel", RigidBody::new(M, kappa * M * R * R).at(x, R, 0.0).moving(v, 0.0, spin));
    let contact = wheel(builder, "floor", (body, R), floor(), law);
    (body, contact)
}

/// Thrown with slip u₀ = v + r ω it rolls after |u₀|/(μ g (1 + 1/κ)), with v₀ − u₀ κ/(1 + κ): also backwards.
#[test]
fn analytic_a_wheel_thrown_with_slip() {
    for (kappa, v, spin) in [(0.5, 3.0, 0.0), (1.0, 1.0, 20.0), (0.4, 2.0, 35.0), (0.5, -1.0, -4.0), (0.5, 2.0, -30.0)]
    {
        let mu = 0.25;
        let mut builder = slope(0.0);
        let (body, under) = rolls(&mut builder, kappa, 0.0, v, spin, rough(mu));
        let slip: f64 = v + R * spin;
        let t = slip.abs() / (mu * G * (1.0 + 1.0 / kappa));
        let run = run(builder, 2.0 * t);
        near("rolls", when(&run, under, Mode::Stick), t, 1e-14);
        let end = run.last().unwrap().body(body);
        let after = v - slip * kappa / (1.0 + kappa);
        near("with", end.velocity.x, after, 1e-13);
        near("spins", end.spin, -after / R, 1e-12);
        near("at", end.origin.x, (v + after) * 0.5 * t + after * t, 1e-13);
    }
}

/// Rolling up a slope it turns round without noticing: a = −g sin α/(1 + κ) all the way, T = κ m g sin α/(1 + κ).
#[test]
fn analytic_a_wheel_rolls_up_and_down() {
    let (alpha, kappa) = (0.4_f64, 0.5);
    let mut builder = slope(alpha);
    let (body, under) = rolls(&mut builder, kappa, 0.0, -2.0, 2.0 / R, rough(0.2));
    let run = run(builder, 3.0);
    let a = G * alpha.sin() / (1.0 + kappa);
    let end = run.last().unwrap();
    near("goes", end.body(body).velocity.x, -2.0 + 3.0 * a, 1e-13);
    near("at", end.body(body).origin.x, -6.0 + 4.5 * a, 1e-13);
    near("held by", end.contact(under).tangential, -kappa * M * a, 1e-12);
    assert!(changes(&run, under).is_empty(), "{:?}", run.transitions());
}

/// Thrown up a slope without spin: it slides, then rolls up if μ ≥ tan α κ/(1 + κ); and comes down the same way.
#[test]
fn analytic_a_wheel_is_thrown_up() {
    let (kappa, mu, v) = (0.5, 0.3, 4.0);
    for alpha in [0.3_f64, 0.6] {
        let mut builder = slope(alpha);
        let (body, under) = rolls(&mut builder, kappa, 0.0, -v, 0.0, rough(mu));
        let run = run(builder, 2.0);
        let (sin, cos) = alpha.sin_cos();
        assert!(mu > alpha.tan() * kappa / (1.0 + kappa));
        let t = v / (G * (sin + mu * cos * (1.0 + 1.0 / kappa)));
        near("rolls", when(&run, under, Mode::Stick), t, 1e-13);
        let then = -v + G * (sin + mu * cos) * t;
        near("goes", run.last().unwrap().body(body).velocity.x, then + G * sin / (1.0 + kappa) * (2.0 - t), 1e-12);
    }
}

/// Steeper than rolling lasts, it turns its slip round in passing: a = g (sin α − μ cos α) from there on.
#[test]
fn analytic_a_slip_that_turns_round() {
    let (kappa, mu, v, alpha) = (0.5, 0.2, 4.0, 0.8_f64);
    let mut builder = slope(alpha);
    let (body, under) = rolls(&mut builder, kappa, 0.0, -v, 0.0, rough(mu));
    let run = run(builder, 2.0);
    let (sin, cos) = alpha.sin_cos();
    assert!(mu < alpha.tan() * kappa / (1.0 + kappa));
    let t = v / (G * (sin + mu * cos * (1.0 + 1.0 / kappa)));
    near("turns", when(&run, under, Mode::Forward), t, 1e-13);
    let then = -v + G * (sin + mu * cos) * t;
    near("goes", run.last().unwrap().body(body).velocity.x, then + G * (sin - mu * cos) * (2.0 - t), 1e-12);
    near("spins", run.last().unwrap().body(body).spin, mu * cos * G / (kappa * R) * (t - (2.0 - t)), 1e-11);
}

/// A rolling wheel hits a smooth wall: it keeps its spin, and what is left in the end is v₀ (κ − e)/(1 + κ): nothing, for e = κ.
#[test]
fn analytic_a_rolling_wheel_hits_a_wall() {
    for (kappa, e) in [(0.5, 0.5), (0.5, 0.0), (0.5, 1.0), (0.4, 0.9), (1.0, 0.3), (1.0, 1.0)] {
        let (v, mu) = (2.0, 0.3);
        let mut builder = slope(0.0);
        let (body, under) = rolls(&mut builder, kappa, -1.0, v, -v / R, rough(mu));
        wheel(&mut builder, "wall", (body, R), wall(R), Rigid::smooth().bouncing(e));
        let run = run(builder, 0.5 + 0.9);
        let blow = &run.impacts()[0];
        near("hits", blow.t, 0.5, 1e-14);
        let left = v * (kappa - e) / (1.0 + kappa);
        let t = 0.5 + (1.0 + e) * v / (mu * G * (1.0 + 1.0 / kappa));
        let at = run.last().unwrap();
        if kappa <= e {
            // It comes away from the wall.
            near("rolls", run.transitions().iter().rfind(|it| it.to == Mode::Stick).unwrap().t, t, 1e-12);
            near("goes", at.body(body).velocity.x, left, 1e-12);
            near("spins", at.body(body).spin, -left / R, 1e-11);
            assert!(at.contact(under).mode == Mode::Stick && run.impacts().len() == 1);
        } else {
            // It turns again before, and comes back to the wall.
            assert!(run.impacts().len() > 1 || e == 0.0, "{}", run.impacts().len());
        }
    }
}

/// A wheel runs against a step of height h and sticks to its edge: about the edge stays v r (1 + κ − h/r) of m v r (1 + κ).
#[test]
fn analytic_a_wheel_runs_against_a_step() {
    for (h, mu) in [(0.05, 50.0), (0.1, 50.0), (0.15, 50.0), (0.05, 0.0), (0.15, 0.0)] {
        let (kappa, v) = (0.5, 1.0);
        let mut builder = slope(0.0);
        let x = -f64::sqrt(R * R - (R - h) * (R - h));
        let (body, under) = rolls(&mut builder, kappa, x - 0.3, v, -v / R, rough(0.0));
        let edge = builder.contact(
            "edge",
            Contact::between(GROUND, body, Circles::outside(([0.0, h], 0.0), ([0.0, 0.0], R))),
            rough(mu),
        );
        let run = run(builder, 0.3 + 1e-9);
        near("hits", run.impacts()[0].t, 0.3, 1e-13);
        let at = run.last().unwrap();
        let out = [x / R, (R - h) / R];
        assert_eq!(at.contact(under).mode, Mode::Open, "it lifts");
        if mu > 0.0 {
            near("turns", at.body(body).spin, -v / R * (1.0 + kappa - h / R) / (1.0 + kappa), 1e-7);
            assert_eq!(at.contact(edge).mode, Mode::Stick);
        } else {
            // Smooth: what goes into the edge is taken, the spin stays.
            let into = v * out[0];
            near("vx", at.body(body).velocity.x, v - into * out[0], 1e-7);
            near("vy", at.body(body).velocity.y, -into * out[1], 1e-7);
            near("turns", at.body(body).spin, -v / R, 1e-12);
        }
    }
}

/// Rolling forward into a rough wall the wheel climbs: P = (1 + e) m v, and μ P upwards while the slip r ω lasts.
#[test]
fn analytic_a_rough_wall_lifts_a_wheel() {
    for (mu, e) in [(0.2, 0.0), (0.2, 0.6), (0.05, 0.3), (3.0, 0.5)] {
        let (kappa, v) = (0.5, 2.0);
        let mut builder = slope(0.0);
        let (body, _) = rolls(&mut builder, kappa, -1.0, v, -v / R, rough(0.3));
        wheel(&mut builder, "wall", (body, R), wall(R), rough(mu).bouncing(e));
        let run = run(builder, 0.5 + 1e-9);
        let blow = run.impacts()[0].blows.iter().find(|blow| blow.name == "wall").unwrap();
        let slides = mu * (1.0 + e) * v;
        // It sticks as soon as v_y = −r ω: up = v κ/(1 + κ).
        let up = slides.min(v * kappa / (1.0 + kappa));
        near("P", blow.normal, (1.0 + e) * M * v, 1e-12);
        near("T", blow.tangential.abs(), M * up, 1e-12);
        let at = run.last().unwrap().body(body);
        near("up", at.velocity.y, up, 1e-7);
        near("back", at.velocity.x, -e * v, 1e-7);
        near("spins", at.spin, -v / R + up / (kappa * R), 1e-6);
    }
}

/// With spin the other way the wall presses it onto the floor, which does not give: P_floor = μ P, as long as the slip lasts.
#[test]
fn analytic_a_rough_wall_presses_a_wheel() {
    for (mu, e, spin) in [(0.2, 0.0, 30.0), (0.2, 0.5, 30.0), (0.9, 0.0, 3.0)] {
        let (kappa, v) = (0.5, 2.0);
        let mut builder = slope(0.0);
        let (body, under) = rolls(&mut builder, kappa, -1.0, v, spin, Rigid::smooth());
        wheel(&mut builder, "wall", (body, R), wall(R), rough(mu).bouncing(e));
        let run = run(builder, 0.5 + 1e-9);
        let push = (1.0 + e) * M * v;
        let rubs = (mu * push).min(kappa * M * R * spin);
        let find = |name: &str| run.impacts()[0].blows.iter().find(|blow| blow.name == name).unwrap();
        near("P", find("wall").normal, push, 1e-12);
        near("T", find("wall").tangential.abs(), rubs, 1e-12);
        near("floor", find("floor").normal, rubs, 1e-12);
        let at = run.last().unwrap();
        near("spins", at.body(body).spin, spin - rubs / (kappa * M * R), 1e-6);
        assert_eq!(at.contact(under).mode, Mode::Holding);
    }
}

/// The complete elliptic integral K(k) by the arithmetic-geometric mean.
fn elliptic(k: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - k * k).sqrt());
    for _ in 0..8 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    0.5 * std::f64::consts::PI / a
}

/// Rolling in a round bowl it is a pendulum of length (1 + κ)(R₀ − r): a quarter of its period is √(L/g) K(sin ϑ₀/2).
#[test]
fn analytic_a_wheel_rolls_in_a_bowl() {
    let (kappa, bowl) = (0.5, 1.5);
    for angle in [0.2_f64, 0.9, 1.4] {
        let reach = bowl - R;
        let mut builder = slope(0.0);
        let body = RigidBody::new(M, kappa * M * R * R).at(reach * angle.sin(), -reach * angle.cos(), 0.0);
        let body = builder.body("wheel", body);
        let pair = Circles::inside(([0.0, 0.0], bowl), ([0.0, 0.0], R));
        let hold = kappa / (1.0 + kappa) * angle.tan();
        let contact = builder.contact("bowl", Contact::between(GROUND, body, pair), rough(1.01 * hold));
        let quarter = ((1.0 + kappa) * reach / G).sqrt() * elliptic((0.5 * angle).sin());
        let run = run(builder, quarter);
        let at = run.last().unwrap();
        near("at the bottom", at.body(body).origin.x, 0.0, 1e-11);
        let v = (2.0 * G * reach * (1.0 - angle.cos()) / (1.0 + kappa)).sqrt();
        near("with", at.body(body).velocity.x, -v, 1e-11);
        near("turns", at.body(body).spin, v / R, 1e-10);
        near("pressed", at.contact(contact).normal, M * (G + v * v / reach), 1e-10);
        assert!(changes(&run, contact).is_empty(), "it rolls all the way");
    }
}

/// On a round hill it slips where κ/(1 + κ) sin ϑ = μ (cos ϑ − 2 (cos ϑ₀ − cos ϑ)/(1 + κ)).
#[test]
fn analytic_a_wheel_rolls_down_a_hill() {
    for mu in [0.1, 0.5, 3.0] {
        let (kappa, hill, first) = (0.5, 1.0, 0.05_f64);
        let reach = hill + R;
        let mut builder = slope(0.0);
        let body = RigidBody::new(M, kappa * M * R * R).at(reach * first.sin(), reach * first.cos(), 0.0);
        let body = builder.body("wheel", body);
        let pair = Circles::outside(([0.0, 0.0], hill), ([0.0, 0.0], R));
        let contact = builder.contact("hill", Contact::between(GROUND, body, pair), rough(mu));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).keep_dense().run(model.placed(), 5.0).unwrap();
        let slips = when(&run, contact, Mode::Forward);
        let state = run.state_at(slips).unwrap();
        let at = run.read(&state).body(body).origin;
        let beyond = |angle: f64| {
            let press = angle.cos() - 2.0 * (first.cos() - angle.cos()) / (1.0 + kappa);
            kappa / (1.0 + kappa) * angle.sin() - mu * press
        };
        let (mut low, mut high) = (first, 1.5);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if beyond(middle) > 0.0 { high = middle } else { low = middle }
        }
        near("slips at", at.x.atan2(at.y), low, 1e-11);
        // Only then does it leave, and does not come back.
        let leaves = when(&run, contact, Mode::Open);
        assert!(leaves > slips && run.last().unwrap().contact(contact).mode == Mode::Open);
    }
}
