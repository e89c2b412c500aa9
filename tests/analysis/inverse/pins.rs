//! Ranges with rough pins, whose loads have directions: what friction allows is not convex.

use super::square::slider_crank_with;
use chetaev::analysis::{Inverse, InverseError, Inverted};
use chetaev::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;

const G: f64 = 9.81;

/// Two links with rough pins, at rest; a torque on the first one, and a force at the end of the second one, at an angle to the ground.
#[derive(Clone, Copy, Debug)]
struct Arm {
    masses: [f64; 2],
    lengths: [f64; 2],
    angles: [f64; 2],
    force: f64,
    /// Radius times μ' of each pin.
    levers: [f64; 2],
    limits: [f64; 2],
}

impl Arm {
    fn ask(&self) -> Option<Inverted> {
        let Self { masses: [m1, m2], lengths: [l1, l2], angles: [a, b], .. } = *self;
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let elbow = [l1 * a.cos(), l1 * a.sin()];
        let upper = builder.body("upper", RigidBody::rod(m1, l1).at(0.5 * elbow[0], 0.5 * elbow[1], a));
        let middle = [elbow[0] + 0.5 * l2 * b.cos(), elbow[1] + 0.5 * l2 * b.sin()];
        let fore = builder.body("fore", RigidBody::rod(m2, l2).at(middle[0], middle[1], b));
        let shoulder = builder.constraint("shoulder", Revolute::new(GROUND.origin(), upper.point(-0.5 * l1, 0.0)));
        let joint = builder.constraint("elbow", Revolute::new(upper.point(0.5 * l1, 0.0), fore.point(-0.5 * l2, 0.0)));
        for (name, pin, lever) in [("first", shoulder, self.levers[0]), ("second", joint, self.levers[1])] {
            builder.friction(name, FrictionPoint::in_pin(pin, lever / 0.5), Coulomb::new(0.3).holding(0.5));
        }
        let model = builder.build().unwrap();
        let along = Travel::along(GROUND.axis([0.0, 0.0], self.force), fore.point(0.5 * l2, 0.0));
        let question = Inverse::of(&model).actuator("torque", shoulder).actuator("push", along);
        let question = question.limit("push", self.limits[0], self.limits[1]);
        let rest = question.motion(shoulder, |t| t * 0.0).motion(joint, |t| t * 0.0);
        match rest.at(&model.placed()) {
            Ok(found) => Some(found),
            Err(InverseError::BeyondLimits { .. }) => None,
            Err(error) => panic!("{error}"),
        }
    }

    /// The forces f at the end that the second pin allows: (p f − q)² ≤ ρ² |m₂ g − f e|², between two roots or outside of them.
    fn pushes(&self) -> Vec<[f64; 2]> {
        let (b, beta, rho, weight) = (self.angles[1], self.force, self.levers[1], self.masses[1] * G);
        let (p, q) = (self.lengths[1] * (beta - b).sin(), 0.5 * weight * self.lengths[1] * b.cos());
        let [c2, c1, c0] =
            [p * p - rho * rho, -2.0 * (p * q - rho * rho * weight * beta.sin()), q * q - rho * rho * weight * weight];
        let disc = c1 * c1 - 4.0 * c2 * c0;
        let [least, most] = self.limits;
        let allowed = if disc < 0.0 {
            if c2 < 0.0 { vec![[least, most]] } else { Vec::new() }
        } else {
            let mut roots = [-1.0, 1.0].map(|side| (-c1 + side * disc.sqrt()) / (2.0 * c2));
            roots.sort_by(f64::total_cmp);
            if c2 > 0.0 { vec![roots] } else { vec![[least, roots[0]], [roots[1], most]] }
        };
        allowed.into_iter().map(|[x, y]| [x.max(least), y.min(most)]).filter(|[x, y]| x < y).collect()
    }

    /// The torques with a force at the end.
    fn torques(&self, push: f64) -> [f64; 2] {
        let Self { masses: [m1, m2], lengths: [l1, l2], angles: [a, b], .. } = *self;
        let (x, y) = (l1 * a.cos() + l2 * b.cos(), l1 * a.sin() + l2 * b.sin());
        let moment = push * (x * self.force.sin() - y * self.force.cos());
        let weights = 0.5 * m1 * G * l1 * a.cos() + m2 * G * (l1 * a.cos() + 0.5 * l2 * b.cos());
        let load = (push * self.force.cos()).hypot((m1 + m2) * G - push * self.force.sin());
        [-1.0, 1.0].map(|side| weights - moment + side * self.levers[0] * load)
    }

    /// The least √(torque² + push²), from a scan and one around the best of it: too large by less than 1e-4 N.
    fn least(&self) -> f64 {
        let of_one = |[from, to]: [f64; 2]| {
            let (mut least, mut first, mut last) = ((f64::INFINITY, from), from, to);
            for _ in 0..2 {
                for k in 0..=4000 {
                    let push = first + (last - first) * f64::from(k) / 4000.0;
                    let [lower, upper] = self.torques(push);
                    let size = push.hypot(0.0_f64.clamp(lower, upper));
                    if size < least.0 {
                        least = (size, push);
                    }
                }
                let step = (to - from) / 2000.0;
                (first, last) = ((least.1 - step).max(from), (least.1 + step).min(to));
            }
            least.0
        };
        self.pushes().into_iter().map(of_one).fold(f64::INFINITY, f64::min)
    }
}

#[test]
fn oracle_ranges_of_an_arm_that_two_rough_pins_hold() {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner =
        TestRunner::new_with_rng(Config { cases: 1000, failure_persistence: None, ..Config::default() }, rng);
    let (convex, split, none, off) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0.0_f64));
    let near = |found: f64, expected: f64| {
        let part = (found - expected).abs() / (1.0 + expected.abs());
        off.set(off.get().max(part));
        part < 1e-8
    };
    let strategy = (
        prop::array::uniform2(0.3..3.0_f64),
        prop::array::uniform2(0.2..1.0_f64),
        prop::array::uniform3(-3.1..3.1_f64),
        prop::array::uniform2(0.01..0.2_f64),
        prop::array::uniform2(-60.0..60.0_f64),
    );
    runner
        .run(&strategy, |(masses, lengths, [a, b, beta], levers, mut limits)| {
            limits.sort_by(f64::total_cmp);
            // Half of the forces go nearly through the second pin, where it jams.
            let force = if beta > 0.0 { b + 0.03 * beta } else { beta };
            let arm = Arm { masses, lengths, angles: [a, b], force, levers, limits };
            let pushes = arm.pushes();
            let Some(found) = arm.ask() else {
                none.set(none.get() + 1);
                prop_assert!(pushes.is_empty(), "{:?}", pushes);
                return Ok(());
            };
            let count = if pushes.len() > 1 { &split } else { &convex };
            count.set(count.get() + 1);
            let ends: Vec<f64> = pushes.iter().flatten().copied().collect();
            let range = found.range("push").unwrap();
            prop_assert!(
                near(range[0], ends[0]) && near(range[1], ends[ends.len() - 1]),
                "{:?} of {:?}",
                range,
                pushes
            );
            // |load| is convex in the force: torques have their ends at those of the intervals.
            let torques = ends.iter().map(|push| arm.torques(*push));
            let [lower, upper] =
                torques.fold([f64::INFINITY, f64::NEG_INFINITY], |all, it| [all[0].min(it[0]), all[1].max(it[1])]);
            let range = found.range("torque").unwrap();
            prop_assert!(near(range[0], lower) && near(range[1], upper), "{:?}, expected {} {}", range, lower, upper);
            let least = found.least("torque").unwrap().hypot(found.least("push").unwrap());
            let scanned = arm.least();
            prop_assert!(
                least <= scanned * (1.0 + 1e-9) + 1e-9 && least >= scanned - 1e-4,
                "{} against {}",
                least,
                scanned
            );
            Ok(())
        })
        .unwrap();
    println!(
        "ranges of an arm: {} in one piece, {} in two, {} empty, off by {:.1e}",
        convex.get(),
        split.get(),
        none.get(),
        off.get()
    );
    assert!(convex.get() > 300 && split.get() > 30 && none.get() > 10, "moot");
}

#[test]
fn oracle_a_crank_at_rest_with_two_actuators_has_the_ranges_of_all_pushes() {
    // For each push, given as a force of the model, the torque alone has a range: theirs together are the range of both.
    for (theta, limits) in [(0.4, [-3.0, 4.0]), (1.2, [-30.0, 10.0]), (4.0, [-1.0, 50.0]), (5.5, [-20.0, 20.0])] {
        let at_crank = |crank: BodyId| Travel::along(GROUND.axis([0.0, 0.0], 0.3), crank.point(0.1, 0.0));
        let ask = |push: Option<f64>| {
            let model = slider_crank_with(true, 0.2, |builder, crank| {
                if let Some(push) = push {
                    builder.force("push", AppliedAlong::signal(at_crank(crank), Signal::constant(push)));
                }
            });
            let crank = model.body("crank").unwrap();
            let angle = Angle::between(GROUND, crank);
            let start = model.start().set("crank.theta", theta).hold("crank.theta").project().unwrap().state;
            let mut question = Inverse::of(&model).actuator("motor", angle).motion(angle, move |t| t * 0.0 + theta);
            if push.is_none() {
                question = question.actuator("push", at_crank(crank)).limit("push", limits[0], limits[1]);
            }
            question.at(&start).unwrap().range("motor").unwrap()
        };
        let both = ask(None);
        let mut all = [f64::INFINITY, f64::NEG_INFINITY];
        for k in 0..=40 {
            let [lower, upper] = ask(Some(limits[0] + (limits[1] - limits[0]) * f64::from(k) / 40.0));
            all = [all[0].min(lower), all[1].max(upper)];
        }
        println!("{theta}: {both:?}, scanned {all:?}");
        assert!((0..2).all(|k| (both[k] - all[k]).abs() < 1e-9 * (all[1] - all[0])), "{both:?}, scanned {all:?}");
    }
}

#[test]
fn oracle_a_rod_that_turns_on_a_rough_pin_with_two_actuators() {
    // u = m g l/2 cos a − f l sin(β − a) ± ρ |R|, R = m a_c + m g − f e: convex in f on one side of the motion.
    let (m, l, a, beta, rho) = (1.7, 0.8, 0.6_f64, 1.1_f64, 0.04);
    for speed in [4.0_f64, -4.0] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let rod = builder.body("rod", RigidBody::rod(m, l).at(0.5 * l * a.cos(), 0.5 * l * a.sin(), a));
        let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5 * l, 0.0)));
        builder.friction("rub", FrictionPoint::in_pin(pin, 0.1), Coulomb::new(0.4));
        let model = builder.build().unwrap();
        let along = Travel::along(GROUND.axis([0.0, 0.0], beta), rod.point(0.5 * l, 0.0));
        let question = Inverse::of(&model).actuator("torque", pin).actuator("push", along).limit("push", -10.0, 60.0);
        let found = question.motion(pin, move |t| t * speed + a).over(&model.placed(), [0.0]).unwrap().remove(0);
        let torque = |f: f64| {
            let inward = -0.5 * m * l * speed * speed;
            let load = (inward * a.cos() - f * beta.cos()).hypot(inward * a.sin() + m * G - f * beta.sin());
            0.5 * m * G * l * a.cos() - f * l * (beta - a).sin() + speed.signum() * rho * load
        };
        let values = (0..=2_000_000).map(|k| torque(-10.0 + 70.0 * f64::from(k) / 2e6));
        let scanned = values.fold([f64::INFINITY, f64::NEG_INFINITY], |all, u| [all[0].min(u), all[1].max(u)]);
        let range = found.range("torque").unwrap();
        println!("{speed}: {range:?}, scanned {scanned:?}");
        assert!(
            (0..2).all(|k| (range[k] - scanned[k]).abs() < 1e-9 * scanned[k].abs()),
            "{range:?}, scanned {scanned:?}"
        );
        let (push, pull) = (found.least("push").unwrap(), found.least("torque").unwrap());
        assert!((pull - torque(push)).abs() < 1e-9, "{pull}");
    }
}

/// Rockers on one crank, each with a rod and three rough pins: all of them hold the one freedom together.
fn rockers(count: usize, radius: f64, mu: f64) -> (Model, Angle, Travel) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let crank = builder.body("crank", RigidBody::disk(3.0, 0.2));
    builder.constraint("shaft", Revolute::new(GROUND.origin(), crank.origin()));
    for k in 0..count {
        let angle = 0.4 + k as f64;
        let (from, way) = ([0.1 * angle.cos(), 0.1 * angle.sin()], [0.5 * angle.sin(), 0.5 * angle.cos()]);
        let to = [from[0] + way[0], from[1] + way[1]];
        let rod = RigidBody::rod(1.0, 0.5).at(from[0] + 0.5 * way[0], from[1] + 0.5 * way[1], way[1].atan2(way[0]));
        let rod = builder.body(format!("rod {k}"), rod);
        let rocker = builder.body(format!("rocker {k}"), RigidBody::rod(1.0, 0.6).at(to[0] + 0.3, to[1], 0.0));
        let pins = [
            Revolute::new(crank.point(from[0], from[1]), rod.point(-0.25, 0.0)),
            Revolute::new(rod.point(0.25, 0.0), rocker.point(-0.3, 0.0)),
            Revolute::new(rocker.point(0.3, 0.0), GROUND.point(to[0] + 0.6, to[1])),
        ];
        for (j, pin) in pins.into_iter().enumerate() {
            let pin = builder.constraint(format!("pin {k}{j}"), pin);
            builder.friction(format!("rub {k}{j}"), FrictionPoint::in_pin(pin, radius), Coulomb::new(mu));
        }
    }
    let push = Travel::along(GROUND.axis([0.0, 0.0], 0.3), crank.point(0.1, 0.0));
    (builder.build().unwrap(), Angle::between(GROUND, crank), push)
}

#[test]
fn analytic_a_second_actuator_moves_the_range_of_many_pins_by_its_lever() {
    // A push at the crank loads none of the rough pins: the motor takes its moment over, x sin 0.3 at the crank's angle zero.
    let lever = 0.1 * 0.3_f64.sin();
    for count in [1, 2, 3] {
        let (model, angle, push) = rockers(count, 0.01, 0.2);
        let alone = || Inverse::of(&model).actuator("motor", angle).motion(angle, |t| t * 0.0);
        let one = alone().at(&model.placed()).unwrap().range("motor").unwrap();
        let both = alone().actuator("push", push).limit("push", -30.0, 30.0).at(&model.placed()).unwrap();
        let two = both.range("motor").unwrap();
        println!("{count} rockers: {one:?}, with a push {two:?}");
        assert!(one[1] - one[0] > 0.05, "moot");
        for (end, (alone, both)) in [-1.0, 1.0].into_iter().zip(one.into_iter().zip(two)) {
            assert!((both - alone - end * 30.0 * lever).abs() < 1e-9, "{one:?} {two:?}");
        }
        // All pins share what they hold, and the least forces are nearest to zero on the line on which motor and push make the end of the range.
        let edge = if one[0] > 0.0 { one[0] } else { one[1].min(0.0) };
        assert!(edge != 0.0, "moot: {one:?}");
        let moment = edge / (1.0 + lever * lever);
        let [motor, push] = ["motor", "push"].map(|name| both.least(name).unwrap());
        println!("least: {motor} and {push}, for {moment} and {}", -lever * moment);
        assert!((motor - moment).abs() < 1e-9 && (push.abs() - lever * moment.abs()).abs() < 1e-9, "{motor} {push}");
        let at = both.read().unwrap();
        assert!(at.acceleration().iter().all(|a| a.abs() < 1e-8), "{:?}", at.acceleration());
    }
}

#[test]
fn analytic_forces_of_one_actuator_that_holds_on_both_sides_of_those_that_do_not() {
    // Strong friction jams two rockers under any large torque, and lets them go under small ones: zero is within the range, and does not hold.
    let (model, angle, _) = rockers(2, 0.05, 0.5);
    let found = Inverse::of(&model).actuator("motor", angle).motion(angle, |t| t * 0.0).at(&model.placed()).unwrap();
    assert_eq!(found.range("motor").unwrap(), [f64::NEG_INFINITY, f64::INFINITY]);
    let least = found.least("motor").unwrap();
    assert!(least < -0.05 && least > -0.06, "{least}");
    match Inverse::of(&model).motion(angle, |t| t * 0.0).at(&model.placed()) {
        Err(InverseError::BeyondLimits { friction: true, .. }) => {}
        other => panic!("it holds without a motor: {other:?}"),
    }
    // The forces are those that were told, and the model stays at rest under them.
    let at = found.read().unwrap();
    assert!(at.acceleration().iter().all(|a| a.abs() < 1e-9), "{:?}", at.acceleration());
}

#[test]
fn refusal_of_too_many_pins_that_share_what_they_hold() {
    // Eighteen pins: a motor alone has a range, from the edges at which all of them slip; with a second actuator it is not settled.
    let (model, angle, push) = rockers(6, 0.01, 0.2);
    let alone = || Inverse::of(&model).actuator("motor", angle).motion(angle, |t| t * 0.0);
    let [lower, upper] = alone().at(&model.placed()).unwrap().range("motor").unwrap();
    assert!(upper - lower > 1.0 && upper < 0.0, "{lower} {upper}");
    let error = alone().actuator("push", push).limit("push", -30.0, 30.0).at(&model.placed()).map(drop).unwrap_err();
    assert!(matches!(error, InverseError::Pin { cones: 4000.., .. }), "{error}");
}
