//! What slides: blocks and particles on slopes, stacks, rows, wedges.

use super::{G, feet, floor, near, rough, run, slope, wall, when};
use chetaev::contact::CornerOnLine;
use chetaev::prelude::*;

/// A particle on the floor line.
fn grain(builder: &mut ModelBuilder, m: f64, x: f64, v: f64, law: Rigid) -> (BodyId, ContactId) {
    let body = builder.body(format!("grain{x}"), Particle::new(m).at(x, 0.0).moving(v, 0.0));
    let pair = CornerOnLine::new(floor(), [0.0, 0.0]);
    let contact = builder.contact(format!("under{x}"), Contact::between(GROUND, body, pair), law);
    (body, contact)
}

/// Up a slope for v/(g (sin α + μ cos α)); down again with g (sin α − μ cos α) if tan α > μ, at rest for ever otherwise.
#[test]
fn analytic_up_a_slope_and_down() {
    for (alpha, mu) in [(0.5_f64, 0.2), (0.5, 0.54), (0.5, 0.6), (1.2, 2.0), (0.05, 0.049)] {
        let mut builder = slope(alpha);
        let (body, under) = grain(&mut builder, 0.7, 0.0, -3.0, rough(mu));
        let run = run(builder, 4.0);
        let (up, down) = (G * (alpha.sin() + mu * alpha.cos()), G * (alpha.sin() - mu * alpha.cos()));
        let (t, x) = (3.0 / up, -4.5 / up);
        let slides = down > 0.0;
        let turns = when(&run, under, if slides { Mode::Forward } else { Mode::Stick });
        near("turns", turns, t, 1e-14);
        let end = run.last().unwrap().body(body);
        let back = if slides { 0.5 * down * (4.0 - t).powi(2) } else { 0.0 };
        near("ends", end.origin.x, x + back, 1e-13);
        near("with", end.velocity.x, if slides { down * (4.0 - t) } else { 0.0 }, 1e-13);
    }
}

/// At tan α = μ exactly what slides up stops, and stays where it is; what slides down goes on as fast as it is.
#[test]
fn analytic_at_the_angle_of_friction() {
    for v in [-2.0, 2.0] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.75, -1.0]);
        let (body, _) = grain(&mut builder, 1.0, 0.0, v, rough(0.75));
        let run = run(builder, 5.0);
        let end = run.last().unwrap().body(body);
        let (x, left) = if v > 0.0 { (10.0, 2.0) } else { (-4.0 / 3.0, 0.0) };
        near("ends", end.origin.x, x, 1e-13);
        near("with", end.velocity.x, left, 1e-13);
    }
}

/// With v' = −μ g − c v/m a block stops after (m/c) ln(1 + c v₀/(μ m g)), having gone (m/c)(v₀ − μ g t).
#[test]
fn analytic_a_viscous_stop() {
    for (mu, c) in [(0.3, 2.0), (0.05, 5.0), (0.8, 0.01)] {
        let (m, v) = (1.3, 4.0);
        let mut builder = slope(0.0);
        let block = builder.body("block", RigidBody::new(m, 1.0).at(0.0, 0.1, 0.0).moving(v, 0.0, 0.0));
        // Both feet share the weight, so that each has half of the viscous part.
        let law = || Rigid::rough(Coulomb::new(mu).viscous(0.5 * c));
        let under = feet(&mut builder, (GROUND, floor()), (block, 1.0, 0.1), law);
        let t = m / c * f64::ln_1p(c * v / (mu * m * G));
        let run = run(builder, t + 0.5);
        near("stops", when(&run, under[0], Mode::Stick), t, 1e-11);
        near("at", run.last().unwrap().body(block).origin.x, m / c * (v - mu * G * t), 1e-11);
    }
}

/// A mass on a spring that rubs loses 2 μ m g/k of its amplitude in each half swing, and stays where the spring is too weak.
#[test]
fn analytic_a_spring_that_rubs() {
    let (m, k, mu) = (0.5, 80.0_f64, 0.3);
    for x0 in [0.5, 0.2, 0.06] {
        let mut builder = slope(0.0);
        let (body, under) = grain(&mut builder, m, x0, 0.0, rough(mu));
        let across = Travel::along(floor(), body.origin());
        builder.force("spring", SpringDamper::along(across, k));
        let lost = mu * m * G / k;
        let (mut x, mut swings) = (x0, 0);
        while x.abs() > lost {
            x = -x + 2.0 * lost * x.signum();
            swings += 1;
        }
        let half = std::f64::consts::PI * (m / k).sqrt();
        let run = run(builder, 8.0);
        let stops = run.transitions().iter().rfind(|it| it.contact == Some(under)).unwrap();
        assert_eq!(stops.to, Mode::Stick);
        near("stops", stops.t, f64::from(swings) * half, 1e-11);
        near("at", run.last().unwrap().body(body).origin.x, x, 1e-11);
        assert_eq!(run.last().unwrap().body(body).velocity.x, 0.0);
    }
}

/// Under the force k t a block that holds by μ' and rubs by μ starts at μ' m g/k, with a jump of its acceleration.
#[test]
fn analytic_a_growing_push() {
    for (mu, hold) in [(0.3, 0.3), (0.3, 0.5), (0.0, 0.4)] {
        let (m, k, to) = (2.0, 4.0, 4.0);
        let mut builder = slope(0.0);
        let law = Rigid::rough(Coulomb::new(mu).holding(hold));
        let (body, under) = grain(&mut builder, m, 0.0, 0.0, law);
        builder.force("push", Applied::new(body.origin(), move |t, _| ([k * t, 0.0], 0.0)));
        let run = run(builder, to);
        let t = hold * m * G / k;
        near("starts", when(&run, under, Mode::Forward), t, 1e-12);
        let v = (0.5 * k * (to * to - t * t)) / m - mu * G * (to - t);
        near("goes", run.last().unwrap().body(body).velocity.x, v, 1e-11);
    }
}

/// Two blocks, the lower one pulled: together while F < (M + m) g (μ₁ + μ₂), each on its own beyond.
#[test]
fn analytic_a_stack_is_pulled() {
    let ([below, above], [mu1, mu2]) = ([2.0, 0.8], [0.3, 0.2]);
    for (force, together) in [(8.0, true), (13.7, true), (13.8, false), (30.0, false)] {
        let mut builder = slope(0.0);
        let lower = builder.body("lower", RigidBody::new(below, 0.5).at(0.0, 0.1, 0.0));
        let upper = builder.body("upper", RigidBody::new(above, 0.2).at(0.0, 0.3, 0.0));
        feet(&mut builder, (GROUND, floor()), (lower, 2.0, 0.1), || rough(mu1));
        feet(&mut builder, (lower, lower.axis([0.0, 0.1], 0.0)), (upper, 0.5, 0.1), || rough(mu2));
        builder.force("pull", Applied::force(lower.origin(), [force, 0.0]));
        let run = run(builder, 0.5);
        let all = below + above;
        let [a, b] = if together {
            [force / all - mu1 * G; 2]
        } else {
            [(force - mu1 * all * G - mu2 * above * G) / below, mu2 * G]
        };
        let [a, b] = [a.max(0.0), b.max(0.0)];
        let end = run.last().unwrap();
        near("lower", end.body(lower).velocity.x, 0.5 * a, 1e-12);
        near("upper", end.body(upper).velocity.x, 0.5 * b, 1e-12);
        near("upper at", end.body(upper).origin.x, 0.125 * b, 1e-12);
    }
}

/// A row of blocks is pushed from one end: between k and k + 1 acts the push for those ahead.
#[test]
fn analytic_a_row_is_pushed() {
    let (mu, push, masses) = (0.2, 30.0, [1.0, 2.0, 0.5, 1.5]);
    let mut builder = slope(0.0);
    let (mut row, mut faces) = (Vec::<BodyId>::new(), Vec::new());
    for (k, &m) in masses.iter().enumerate() {
        let body = builder.body(format!("b{k}"), RigidBody::new(m, 1.0).at(k as f64, 0.0, 0.0));
        feet(&mut builder, (GROUND, floor()), (body, 0.5, 0.0), || rough(mu));
        if let Some(&before) = row.last() {
            let face = before.axis([1.0, 0.0], -0.5 * std::f64::consts::PI);
            let touch = Contact::between(before, body, CornerOnLine::new(face, [0.0, 0.0]));
            faces.push(builder.contact(format!("face{k}"), touch, Rigid::smooth()));
        }
        row.push(body);
    }
    builder.force("push", Applied::force(row[0].origin(), [push, 0.0]));
    let run = run(builder, 0.3);
    let all: f64 = masses.iter().sum();
    let a = push / all - mu * G;
    let end = run.last().unwrap();
    for k in 1..masses.len() {
        let ahead: f64 = masses[k..].iter().sum();
        near("between", end.contact(faces[k - 1]).normal, ahead * push / all, 1e-11);
        near("goes", end.body(row[k]).velocity.x, 0.3 * a, 1e-12);
    }
}

/// On a smooth wedge that is free to go: it goes back with m g sin α cos α/(M + m sin²α), pressed by m M g cos α/(M + m sin²α).
#[test]
fn analytic_a_free_wedge() {
    let ([heavy, m], alpha) = ([3.0, 1.2], 0.6_f64);
    let mut builder = slope(0.0);
    let wedge = builder.body("wedge", RigidBody::new(heavy, 1.0));
    let grain = builder.body("grain", Particle::new(m));
    feet(&mut builder, (GROUND, floor()), (wedge, 1.0, 0.0), Rigid::smooth);
    let pair = CornerOnLine::new(wedge.axis([0.0, 0.0], -alpha), [0.0, 0.0]);
    let face = builder.contact("face", Contact::between(wedge, grain, pair), Rigid::smooth());
    let run = run(builder, 0.4);
    let (sin, cos) = alpha.sin_cos();
    let under = heavy + m * sin * sin;
    let end = run.last().unwrap();
    near("wedge", end.body(wedge).velocity.x, -0.4 * m * G * sin * cos / under, 1e-12);
    near("pressed", end.contact(face).normal, m * heavy * G * cos / under, 1e-12);
    near("sinks", end.body(grain).velocity.y, -0.4 * (heavy + m) * G * sin * sin / under, 1e-12);
}

/// A rough wedge on a smooth floor: with μ > tan α nothing moves; else N = M g cos α/(…) by the two equations of the pair, solved here.
#[test]
fn analytic_a_rough_free_wedge() {
    let ([heavy, m], alpha) = ([3.0, 1.2], 0.6_f64);
    for mu in [0.7, 0.3] {
        let mut builder = slope(0.0);
        let wedge = builder.body("wedge", RigidBody::new(heavy, 1.0));
        let grain = builder.body("grain", Particle::new(m));
        feet(&mut builder, (GROUND, floor()), (wedge, 1.0, 0.0), Rigid::smooth);
        let pair = CornerOnLine::new(wedge.axis([0.0, 0.0], -alpha), [0.0, 0.0]);
        builder.contact("face", Contact::between(wedge, grain, pair), rough(mu));
        let run = run(builder, 0.4);
        let (sin, cos) = alpha.sin_cos();
        // Wedge: M A = −N (sin α − μ cos α). Across the face: m (A sin α + g cos α) = N − …, with A counted to the right: N = m (g cos α + A sin α).
        let back = sin - mu * cos;
        let n = m * G * cos / (1.0 + m * sin * back / heavy);
        let a = if mu > alpha.tan() { 0.0 } else { -n * back / heavy };
        near("wedge", run.last().unwrap().body(wedge).velocity.x, 0.4 * a, 1e-12);
    }
}

/// Against a wall and the floor: pushed into the corner nothing moves, the wall takes what friction does not have to.
#[test]
fn analytic_into_a_corner() {
    let mut builder = slope(0.3);
    let (body, _) = grain(&mut builder, 1.0, 0.0, 2.0, rough(0.1));
    let pair = CornerOnLine::new(wall(1.0), [0.0, 0.0]);
    let stop = builder.contact("wall", Contact::between(GROUND, body, pair), Rigid::smooth().bouncing(0.5));
    let run = run(builder, 6.0);
    let (along, mu_n) = (G * 0.3_f64.sin(), 0.1 * G * 0.3_f64.cos());
    // It comes to the wall, and is thrown back again and again: down with a − μ, up with a + μ.
    let (mut v, mut t) = (f64::sqrt(4.0 + 2.0 * (along - mu_n)), 0.0);
    t += (v - 2.0) / (along - mu_n);
    for blow in run.impacts().iter().take(10) {
        near("hits", blow.t, t, 1e-12);
        near("with", -blow.blows.iter().find(|blow| blow.name == "wall").unwrap().closing[0], v, 1e-11);
        v *= 0.5;
        let up = v / (along + mu_n);
        let back = (v * v / (along + mu_n) * (along - mu_n)).sqrt();
        t += up + back / (along - mu_n);
        v = back;
    }
    let end = run.last().unwrap();
    assert!(run.impacts().len() > 10);
    near("rests", end.body(body).origin.x, 1.0, 1e-12);
    assert_eq!(end.contact(stop).mode, Mode::Holding);
    assert_eq!(end.body(body).velocity.norm(), 0.0);
}

/// The certificate of closed contacts is ‖1 − S‖ of the scaled G: nothing without friction (Gauss). For two feet G = [1/m + b²/I, 1/m − b²/I; …]; and what holds counts with its static limit.
#[test]
fn analytic_the_certificate_of_feet() {
    let (m, inertia, b, h) = (2.0, 0.5, 0.4, 0.3);
    let told = |law: fn() -> Rigid, v: f64| {
        let mut builder = slope(0.0);
        let block = builder.body("block", RigidBody::new(m, inertia).at(0.0, h, 0.0).moving(v, 0.0, 0.0));
        feet(&mut builder, (GROUND, floor()), (block, b, h), law);
        run(builder, 0.01).largest_coupling()
    };
    let [own, other] = [1.0 / m + b * b / inertia, 1.0 / m - b * b / inertia];
    assert_eq!(told(Rigid::smooth, 0.0), 0.0);
    // Sliding to the right a foot at (x, −h) adds −μ x h/I to its row: opposite for both, so that it is on the diagonal alone.
    let lever = 0.3 * b * h / inertia;
    near("slides", told(|| rough(0.3), 1.0), (other.abs() + lever) / own, 1e-12);
    let [weak, strong] = [told(|| Rigid::rough(Coulomb::new(0.1).holding(0.5)), 0.0), told(|| rough(0.5), 0.0)];
    assert!(weak == strong && weak > 0.0, "{weak} {strong}");
    let mut builder = slope(0.3);
    grain(&mut builder, 1.0, 0.0, 1.0, rough(0.2));
    assert_eq!(run(builder, 0.1).largest_coupling(), 0.0);
}
