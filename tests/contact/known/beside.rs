//! Contacts beside friction in joints and beside other rough contacts: brakes, slots, ropes, play, ratchets.

use super::{G, changes, floor, near, rough, run, slope, when};
use chetaev::contact::{Circles, CornerOnLine};
use chetaev::hybrid::Stop;
use chetaev::prelude::*;
use chetaev::simulate::Impact;

/// The impulse at a contact.
#[track_caller]
fn hit(impact: &Impact, name: &str) -> f64 {
    let at = impact.names().position(|other| other == name);
    impact.blows[at.unwrap_or_else(|| panic!("{name} is not struck: {impact:?}"))].normal
}

/// A slider in a rough slot behind a box on a rough floor, both thrown. If the slider is rubbed less it presses on the box with (μ' − μ) g/(1/m + 1/M) until both rest;
/// if it is rubbed more the box runs away, and each stops by itself.
#[test]
fn analytic_a_slider_behind_a_box() {
    let ([m, heavy], v) = ([0.7, 2.0], 3.0);
    for [first, second] in [[0.1, 0.4], [0.4, 0.1]] {
        let mut builder = slope(0.0);
        let slider = builder.body("slider", Particle::new(m).moving(v, 0.0));
        let rail = builder.constraint("rail", Slot::new(floor(), slider.origin()));
        let rub = builder.friction("rub", FrictionPoint::in_slot(rail), Coulomb::new(first));
        // Ahead by so little that it is behind at once.
        let ahead = if first < second { 0.0 } else { 1e-6 };
        let body = builder.body("box", Particle::new(heavy).at(ahead, 0.0).moving(v, 0.0));
        let foot = CornerOnLine::new(floor(), [0.0, 0.0]);
        let under = builder.contact("floor", Contact::between(GROUND, body, foot), rough(second));
        // What stays on the right of the slider.
        let face = CornerOnLine::new(slider.axis([0.0, 0.0], -std::f64::consts::FRAC_PI_2), [0.0, 0.0]);
        let hit = builder.contact("push", Contact::between(slider, body, face), Rigid::smooth());
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).every(0.05).run(start, 4.0).unwrap();
        let end = run.last().unwrap();
        if first < second {
            let slows = (first * m + second * heavy) / (m + heavy) * G;
            let pushes = (second - first) * G / (1.0 / m + 1.0 / heavy);
            near("rests", when(&run, under, Mode::Stick), v / slows, 1e-12);
            for at in run.samples().filter(|at| at.t() < v / slows) {
                near("pushes", at.contact(hit).normal, pushes, 1e-11);
            }
            near("place", end.body(body).origin.x, 0.5 * v * v / slows, 1e-12);
            assert_eq!(run.counters().ambiguous, 0);
        } else {
            near("slider", end.body(slider).origin.x, 0.5 * v * v / (first * G), 1e-12);
            near("box", end.body(body).origin.x - ahead, 0.5 * v * v / (second * G), 1e-12);
            // Two islands: that of the rough slot, and that of the box.
            assert!(run.counters().uncertain == 0 && end.contact(hit).mode == Mode::Open);
        }
        assert_eq!([end.friction(rub).unwrap().mode, end.contact(under).mode], [Mode::Stick; 2]);
        assert_eq!(end.v().iter().fold(0.0, |most: f64, v| most.max(v.abs())), 0.0);
    }
}

/// An arm with a brake of constant moment between two stops: J ω² falls by 2 M Δθ on each way, and ω by e at each stop, until it does not get there.
#[test]
fn analytic_a_braked_arm_between_stops() {
    let (inertia, brake, e, spin) = (0.3, 0.2, 0.8_f64, 5.0);
    let mut builder = ModelBuilder::new();
    let arm = builder.body("arm", RigidBody::new(1.0, inertia).moving(0.0, 0.0, spin));
    builder.constraint("pin", Revolute::new(GROUND.origin(), arm.origin()));
    let angle = || Angle::between(GROUND, arm);
    builder.friction("brake", FrictionPoint::along(angle(), brake), Coulomb::new(1.0));
    for (stop, name) in Stop::between(angle(), -0.4, 1.0).into_iter().zip(["back", "ahead"]) {
        builder.contact(name, stop, Rigid::smooth().bouncing(e));
    }
    let run = run(builder, 10.0);
    let slows = brake / inertia;
    let (mut at, mut t, mut omega) = (0.0, 0.0, spin);
    let mut blows = run.impacts().iter();
    loop {
        let to = if omega > 0.0 { 1.0 } else { -0.4 };
        let left = omega * omega - 2.0 * slows * f64::abs(to - at);
        if left <= 0.0 {
            at += omega.signum() * 0.5 * omega * omega / slows;
            break;
        }
        t += (omega.abs() - left.sqrt()) / slows;
        let blow = blows.next().unwrap();
        near("strikes", blow.t, t, 1e-11);
        near("P", blow.blows[0].normal, (1.0 + e) * inertia * left.sqrt(), 1e-11);
        (at, omega) = (to, -e * omega.signum() * left.sqrt());
    }
    assert!(run.impacts().len() >= 4 && blows.next().is_none(), "{}", run.impacts().len());
    let end = run.last().unwrap().body(arm);
    near("rests at", end.angle, at, 1e-11);
    assert!(end.spin == 0.0, "{:e}", end.spin);
}

/// A carriage on a rough floor with a ball that rattles in it between two walls, e = 1: at each blow they exchange what m and M say, and in between the floor slows the carriage down with μ g.
#[test]
fn analytic_a_ball_rattles_in_a_carriage() {
    let ([m, heavy], mu, v, half) = ([0.5, 1.5], 0.02, 2.0, 0.3);
    let mut builder = slope(0.0);
    let carriage = builder.body("carriage", Particle::new(heavy));
    let foot = CornerOnLine::new(floor(), [0.0, 0.0]);
    builder.contact("floor", Contact::between(GROUND, carriage, foot), rough(mu));
    let ball = builder.body("ball", Particle::new(m).moving(v, 0.0));
    builder.constraint("rail", Slot::new(floor(), ball.origin()));
    for (side, name) in [(1.0, "right"), (-1.0, "left")] {
        let face = carriage.axis([side * half, 0.0], side * std::f64::consts::FRAC_PI_2);
        let pair = CornerOnLine::new(face, [0.0, 0.0]);
        builder.contact(name, Contact::between(carriage, ball, pair), Rigid::smooth().bouncing(1.0));
    }
    let run = run(builder, 4.0);
    let (mut t, mut x, mut u, mut y, mut w) = (0.0, 0.0, v, 0.0, 0.0_f64);
    for blow in run.impacts() {
        // The carriage goes by y + w τ − ½ σ μ g τ² until it rests; the ball by x + u τ.
        let slows = mu * G * w.signum() * f64::from(u8::from(w != 0.0));
        let stops = if w == 0.0 { 0.0 } else { (w / slows).abs() };
        let gap = |tau: f64| {
            let s = tau.min(stops);
            let carriage = y + w * s - 0.5 * slows * s * s;
            let wall = if u > w || (w == 0.0 && u > 0.0) { half } else { -half };
            (x + u * tau) - (carriage + wall)
        };
        // The first zero after the last blow, by bisection of what is monotone: the ball is always faster.
        let (mut low, mut high) = (0.0, 2.0);
        let sign = gap(1e-9).signum();
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if gap(middle) * sign > 0.0 { low = middle } else { high = middle }
        }
        let s = high.min(stops);
        (y, w) = (y + w * s - 0.5 * slows * s * s, if high < stops { w - slows * high } else { 0.0 });
        x += u * high;
        t += high;
        near("hits", blow.t, t, 1e-11);
        let push = 2.0 * (u - w) / (1.0 / m + 1.0 / heavy);
        near("P", hit(blow, if u > w { "right" } else { "left" }), push.abs(), 1e-10);
        (u, w) = (u - push / m, w + push / heavy);
    }
    assert!(run.impacts().len() > 8, "{}", run.impacts().len());
}

/// A tug on ice and a sledge on a rough floor with a slack rope: taut both have m v/(m + M), and slow down by μ M g/(m + M), with which the tug pulls the rope until both rest.
#[test]
fn analytic_a_tug_and_a_sledge() {
    let ([m, heavy], mu, v) = ([2.0, 1.0], 0.1, 1.5);
    let mut builder = slope(0.0);
    let tug = builder.body("tug", Particle::new(m).at(0.5, 0.0).moving(v, 0.0));
    builder.constraint("ice", Slot::new(floor(), tug.origin()));
    let sledge = builder.body("sledge", Particle::new(heavy));
    let foot = CornerOnLine::new(floor(), [0.0, 0.0]);
    let under = builder.contact("floor", Contact::between(GROUND, sledge, foot), rough(mu));
    let length = Stop::below(Separation::between(sledge.origin(), tug.origin()), 0.8);
    let rope = builder.contact("rope", length, Rigid::smooth());
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).every(0.1).run(start, 6.0).unwrap();
    let (both, slows) = (m * v / (m + heavy), mu * heavy * G / (m + heavy));
    near("taut", run.impacts()[0].t, 0.3 / v, 1e-14);
    near("P", hit(&run.impacts()[0], "rope"), v / (1.0 / m + 1.0 / heavy), 1e-13);
    let rests = 0.3 / v + both / slows;
    for at in run.samples().filter(|at| at.t() > 0.3 / v + 1e-6 && at.t() < rests) {
        // The tug is ahead: the rope pulls the sledge with what the tug loses.
        near("pulls", at.contact(rope).normal, m * slows, 1e-11);
    }
    near("rests", when(&run, under, Mode::Stick), rests, 1e-11);
    near("place", run.last().unwrap().body(sledge).origin.x, 0.5 * both * both / slows, 1e-11);
}

/// A slider with a hole around the pin of a braked arm is pushed: after its play it strikes the pin at √(2 c/a), and both go on together against the brake.
#[test]
fn analytic_a_braked_arm_with_play_at_its_end() {
    let (inertia, length, play, brake, push) = (0.4, 1.0, 0.01, 0.3, 2.0);
    let m = 0.5;
    let mut builder = ModelBuilder::new();
    // The arm lies along x: its pin moves along y, a slider along y has the hole, and is pushed.
    let arm = builder.body("arm", RigidBody::new(1.0, inertia));
    builder.constraint("pin", Revolute::new(GROUND.origin(), arm.origin()));
    builder.friction("brake", FrictionPoint::along(Angle::between(GROUND, arm), brake), Coulomb::new(1.0));
    let slider = builder.body("slider", Particle::new(m).at(length, 0.0));
    let up = GROUND.axis([length, 0.0], std::f64::consts::FRAC_PI_2);
    builder.constraint("rail", Slot::new(up, slider.origin()));
    let pair = Circles::inside(([0.0, 0.0], 0.02 + play), ([length, 0.0], 0.02));
    let hole = builder.contact("hole", Contact::between(slider, arm, pair), Rigid::smooth());
    builder.force("push", Applied::force(slider.origin(), [0.0, push]));
    let t = (2.0 * play * m / push).sqrt();
    let after = 0.02;
    let run = run(builder, t + after);
    near("hits", run.impacts()[0].t, t, 1e-13);
    // The arm counts as J/l²; the impulse is m v/(1 + m l²/J).
    let blow = m * (push / m) * t / (1.0 + m * length * length / inertia);
    near("P", run.impacts()[0].blows[0].normal, blow, 1e-11);
    // On with F − M/l over m + J/l², as long as the arm has hardly turned: the brake's moment is constant, and so is the force at the pin to the order of the angle squared.
    let both = m + inertia / length.powi(2);
    let a = (push - brake / length) / both;
    let omega = blow * length / inertia + a * after / length;
    near("goes on", run.last().unwrap().body(arm).spin, omega, 2e-4);
    assert!(changes(&run, hole).iter().any(|change| change.to == Mode::Holding));
}

/// A ratchet: stops at every tooth that are let in by events as they are passed. Turned back by a spring of constant moment, the wheel strikes the last that it passed and stands there.
#[test]
fn analytic_a_ratchet_holds_the_last_tooth() {
    let (inertia, moment, spin, e) = (0.2, 0.5, 2.9, 0.5);
    let tooth = |k: usize| 0.3 * k as f64;
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::new(1.0, inertia).moving(0.0, 0.0, spin));
    builder.constraint("pin", Revolute::new(GROUND.origin(), wheel.origin()));
    builder.force("spring", Applied::new(wheel.origin(), move |_, _: &_| ([0.0; 2], -moment)));
    let pawls: Vec<ContactId> = (1..9)
        .map(|k| {
            let stop = Stop::above(Angle::between(GROUND, wheel), tooth(k));
            builder.contact(format!("tooth {k}"), stop, Rigid::smooth().bouncing(e))
        })
        .collect();
    let model = builder.build().unwrap();
    let mut state = model.placed();
    let mut plan = Simulation::new(&model).tolerance(1e-12);
    for (k, &pawl) in pawls.iter().enumerate() {
        // The wheel starts behind all teeth: each is lifted until it is passed.
        state.release(pawl);
        let passed = Event::new(format!("past {k}"), move |at: &Snapshot<'_>| at.body(wheel).angle - tooth(k + 1));
        plan = plan.event(passed.rising().change(move |state| state.open(pawl)));
    }
    let run = plan.run(state, 6.0).unwrap();
    // Up with ω² = ω₀² − 2 M θ/J, and down from there.
    let (slows, top) = (moment / inertia, 0.5 * spin * spin * inertia / moment);
    let last = (top / tooth(1)).floor() as usize;
    let down = (2.0 * (top - tooth(last)) * slows).sqrt();
    near("strikes", run.impacts()[0].t, (spin + down) / slows, 1e-11);
    near("P", run.impacts()[0].blows[0].normal, (1.0 + e) * inertia * down, 1e-11);
    let end = run.last().unwrap();
    near("stands", end.body(wheel).angle, tooth(last), 1e-12);
    near("holds", end.contact(pawls[last - 1]).normal, moment, 1e-12);
}
