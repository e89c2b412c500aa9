//! Equilibria: with and without friction, on the edge of slipping, and where there is none.

use super::disk_slider::{DiskSliderCase, disk_slider};
use chetaev::analysis::{EquilibriumError, Rest, equilibrium};
use chetaev::prelude::*;
use std::f64::consts::FRAC_PI_2;

#[test]
fn analytic_pendulum_finds_its_rest() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    let model = builder.build().unwrap();
    for guess in [-0.4, -2.0, -3.0] {
        let start = model.start().set("rod.theta", guess).hold("rod.theta").project().unwrap();
        let found = equilibrium(&model, &start.state, &Rest::Nearest).unwrap();
        let turned = model.read(&found.state).body(rod).angle / std::f64::consts::FRAC_PI_2;
        assert!((turned - turned.round()).abs() < 1e-13 && turned.round() as i64 % 2 != 0, "{turned}");
        assert!(found.residual < 1e-12 && found.margin.is_none());
    }
}

#[test]
fn analytic_loaded_spring_mechanism() {
    // A bob on two springs, pulled down: 2 k (1 − l₀/√(1 + y²)) y = m g.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bob = builder.body("bob", Particle::new(1.0).at(0.1, 0.0));
    for x in [-1.0, 1.0] {
        builder.force(format!("{x}"), SpringDamper::between(GROUND.point(x, 0.0), bob.origin(), 40.0).rest(0.8));
    }
    let model = builder.build().unwrap();
    let found = equilibrium(&model, &model.placed(), &Rest::Nearest).unwrap();
    let [x, y]: [f64; 2] = model.read(&found.state).body(bob).origin.into();
    let balance = 80.0 * (1.0 - 0.8 / (1.0 + y * y).sqrt()) * y + 9.81;
    assert!(x.abs() < 1e-12 && balance.abs() < 1e-11 && y < -0.2, "{x} {y} {balance}");
}

#[test]
fn refusal_nothing_balances_a_falling_body() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    builder.body("ball", Particle::new(1.0));
    let model = builder.build().unwrap();
    let outcome = equilibrium(&model, &model.placed(), &Rest::Nearest);
    let named = |velocity: &str| velocity.starts_with("ball") && velocity.ends_with('y');
    assert!(matches!(&outcome, Err(EquilibriumError::Stalled { velocity, .. }) if named(velocity)), "{outcome:?}");
}

const M: f64 = 2.0;
const K: f64 = 100.0;
const SLOPE: f64 = 0.5;
const MU: f64 = 0.3;

/// A block on a rough slope, on a spring along it.
fn slope() -> (Model, BodyId, FrictionId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", Particle::new(M));
    let guide = GROUND.axis([0.0, 0.0], SLOPE);
    let slot = builder.constraint("slope", Slot::new(guide, block.origin()));
    builder.force("spring", SpringDamper::guided(guide, block.origin(), K));
    let rub = builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.8 * MU).holding(MU));
    (builder.build().unwrap(), block, rub)
}

fn at(model: &Model, block: BodyId, s: f64) -> State {
    let mut state = model.placed();
    state.set_position(model, block, [s * SLOPE.cos(), s * SLOPE.sin()]);
    state
}

fn along(model: &Model, block: BodyId, state: &State) -> f64 {
    let place = model.read(state).body(block).origin;
    place.x * SLOPE.cos() + place.y * SLOPE.sin()
}

#[test]
fn analytic_the_set_that_friction_holds() {
    let (model, block, rub) = slope();
    let (at, along) = (|s: f64| at(&model, block, s), |state: &State| along(&model, block, state));
    let (weight, limit) = (M * 9.81 * SLOPE.sin(), MU * M * 9.81 * SLOPE.cos());
    let center = -weight / K;
    for part in [-0.9, 0.0, 0.3, 0.999] {
        let s = center + part * limit / K;
        let found = equilibrium(&model, &at(s), &Rest::Nearest).unwrap();
        assert!((along(&found.state) - s).abs() < 1e-14, "it stays where it is");
        assert!((found.margin.unwrap() - (1.0 - f64::abs(part))).abs() < 1e-9, "{part}: {:?}", found.margin);
    }
    // Outside the set it goes to the middle, where no friction is needed.
    for rest in [Rest::Nearest, Rest::Center] {
        let found = equilibrium(&model, &at(center + 1.5 * limit / K), &rest).unwrap();
        assert!((along(&found.state) - center).abs() < 1e-13);
        assert!((found.margin.unwrap() - 1.0).abs() < 1e-9);
    }
    for direction in [1.0, -1.0] {
        let edge = Rest::Edge(vec![(rub, direction)]);
        let found = equilibrium(&model, &at(0.0), &edge).unwrap();
        // About to slide up: friction pulls down, and the spring is pressed so much more.
        assert!((along(&found.state) - (center - direction * limit / K)).abs() < 1e-12);
    }
}

#[test]
fn external_static_torque_of_two_sliders_together() {
    // Where case 2 of the disk with two sliders sticks first. The reference has the torques that static friction can give, and the instant of
    // release: there the drive is at one end of what is held.
    let most = (std::f64::consts::TAU * 3.993_152_983_745_994).sin();
    let interval = [most - 5.019_119_130_22e-1 - 3.903_952_612_86e-1, most];
    let margin = |torque: f64| {
        let case = DiskSliderCase { torque, omega: std::f64::consts::FRAC_PI_2, ..DiskSliderCase::CASE_2 };
        let mechanism = disk_slider(&case).unwrap();
        let angle = 3.614_877_724_863_638;
        // sin(ωt) is 1 at t = 1.
        let state = mechanism.start_at(angle, 0.0).unwrap().at(1.0);
        let found = equilibrium(&mechanism.model, &state, &Rest::Nearest).unwrap();
        ((mechanism.model.read(&found.state).body(mechanism.disk).angle - angle).abs() < 1e-12)
            .then_some(found.margin.unwrap())
    };
    for (edge, outward) in interval.into_iter().zip([-1.0, 1.0]) {
        let inside = margin(edge - outward * 1e-9);
        assert!(inside.is_some_and(|margin| margin < 1e-7), "{inside:?}");
        assert!(margin(edge + outward * 1e-9).is_none());
    }
    assert!(margin(0.5 * (interval[0] + interval[1])).unwrap() > 0.5);
}

/// Held since a117643.
#[test]
fn regress_rods_hang_from_hard_bushings() {
    // Two rods, one lying across the other's end: until the bushings carry them nothing tells how they swing.
    for k in [1e4, 1e6, 1e8, 1e10, 1e12] {
        for guess in [0.3_f64, 1.0, 2.5] {
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, -9.81]);
            let end = [guess.sin(), -guess.cos()];
            let upper = RigidBody::rod(1.0, 1.0).at(0.5 * end[0], 0.5 * end[1], guess - FRAC_PI_2);
            let upper = builder.body("upper", upper);
            let lower = builder.body("lower", RigidBody::rod(1.0, 1.0).at(end[0] + 0.5, end[1], 0.0));
            for (axis, angle) in [("x", 0.0), ("y", FRAC_PI_2)] {
                let held = SpringDamper::guided(GROUND.axis([0.0, 0.0], angle), upper.point(-0.5, 0.0), k);
                builder.force(format!("upper {axis}"), held);
                let held = SpringDamper::guided(upper.axis([0.5, 0.0], angle), lower.point(-0.5, 0.0), k);
                builder.force(format!("lower {axis}"), held);
            }
            let model = builder.build().unwrap();
            let found = equilibrium(&model, &model.placed(), &Rest::Nearest).unwrap();
            let off = [upper, lower].map(|rod| model.read(&found.state).body(rod).angle + FRAC_PI_2);
            println!("k = {k:e} from {guess}: {} steps, {:.1e} left, off {off:?}", found.iterations, found.residual);
            assert!(off.iter().all(|off| off.abs() < 1e-13) && found.residual < 2e-15 * k + 3e-11);
        }
    }
}

/// What counts as no acceleration is a part of those at work: on a slope of tan α the margin is 1 − tan α/μ under any gravity, and less friction than tan α holds nothing. Mended by 0c8088de.
#[test]
fn regress_a_margin_under_any_gravity() {
    for g in [1e3, 9.81, 1e-4, 1e-6, 1e-8, 5e-9, 1e-12] {
        let rests = |mu: f64| {
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, -g]);
            let block = builder.body("block", Particle::new(2.0));
            let slope = Slot::new(GROUND.axis([0.0, 0.0], 0.2_f64.atan()), block.origin());
            let slope = builder.constraint("slope", slope);
            builder.friction("rub", FrictionPoint::in_slot(slope), Coulomb::new(mu));
            let model = builder.build().unwrap();
            equilibrium(&model, &model.placed(), &Rest::Nearest)
        };
        let margin = rests(0.5).unwrap().margin.unwrap();
        println!("g = {g:e}: margin off by {:.1e}", margin - 0.6);
        assert!((margin - 0.6).abs() < 1e-9);
        assert!(matches!(rests(0.1), Err(EquilibriumError::Stalled { .. })), "g = {g:e}: {:?}", rests(0.1));
    }
}

/// A particle in a rough slot, pressed with 1 N and pushed with 0.2 N: of μ = 0.5 three fifths are not needed, however light it is. Mended by 0c8088de.
#[test]
fn regress_a_margin_of_any_mass() {
    for mass in [1e9, 1.0, 1e-6, 1e-7, 1e-12] {
        let mut builder = ModelBuilder::new();
        let grain = builder.body("grain", Particle::new(mass));
        let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 0.0], 0.0), grain.origin()));
        builder.force("press", Applied::new(grain.origin(), |_: f64, _| ([0.2, -1.0], 0.0)));
        builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.5));
        let model = builder.build().unwrap();
        let margin = equilibrium(&model, &model.placed(), &Rest::Nearest).unwrap().margin.unwrap();
        println!("{mass:e} kg: margin off by {:.1e}", margin - 0.6);
        assert!((margin - 0.6).abs() < 1e-9);
    }
}

/// Where springs balance each other nothing is left but their rounding, which is small beside what they do and not beside what is left: friction that nothing pushes is not needed. Held since 0c8088de.
#[test]
fn regress_springs_that_balance_each_other() {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::disk(1.0, 0.1));
    builder.constraint("pin", Revolute::new(GROUND.origin(), wheel.origin()));
    let bob = builder.body("bob", Particle::new(0.3).at(0.1, 0.0));
    for (x, k) in [(-1.0, 3e5), (1.1, 3.3e5)] {
        builder.force(format!("{x}"), SpringDamper::between(GROUND.point(x, 0.0), bob.origin(), k).rest(0.77));
    }
    let block = builder.body("block", Particle::new(2.0).at(0.0, 1.0));
    let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 1.0], 0.0), block.origin()));
    builder.force("press", Applied::new(block.origin(), |_: f64, _| ([2e-4, -1e-3], 0.0)));
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.5));
    let model = builder.build().unwrap();
    // Put where the springs balance, to the last digit but one.
    let at = |x: f64| 3.3e5 * (1.1 - x - 0.77) - 3e5 * (1.0 + x - 0.77);
    let [mut low, mut high] = [-1.0, 1.0];
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if at(middle) > 0.0 { low = middle } else { high = middle }
    }
    let start = model.start().set("bob.x", low).project().unwrap().state;
    let found = equilibrium(&model, &start, &Rest::Nearest).unwrap();
    println!("{:?} after {} steps, {:e} left", found.margin, found.iterations, found.residual);
    assert!((found.margin.unwrap() - 0.6).abs() < 1e-4 && found.iterations == 0);
}
