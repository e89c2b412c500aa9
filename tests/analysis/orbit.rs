//! Sections, periods, periodic orbits and exponents against each other and against closed forms.

use super::disk_slider::{DiskSliderCase, disk_slider};
use chetaev::analysis::{Lyapunov, Mechanism, OrbitError, Section, SectionError, Shooting, period};
use chetaev::prelude::*;
use std::f64::consts::TAU;

const M: f64 = 2.0;
const K: f64 = 50.0;
const C: f64 = 1.2;

fn oscillator() -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(M).at(0.3, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, mass.origin()));
    builder.force("spring", SpringDamper::guided(guide, mass.origin(), K).damping(C));
    builder.force("drive", Applied::new(mass.origin(), |t: f64, _| ([3.0 * (4.0 * t).sin(), 0.0], 0.0)));
    (builder.build().unwrap(), mass)
}

#[test]
fn analytic_forced_oscillator_and_its_multipliers() {
    let (model, mass) = oscillator();
    let plan = || Simulation::new(&model).tolerance(1e-12);
    let orbit = Shooting::driven(TAU / 4.0).run(&model, &plan, &model.placed()).unwrap();
    // x = Im(3 e^{4it}/(k − 16 m + 4 i c))
    let amplitude = chetaev::nalgebra::Complex::new(3.0, 0.0) / chetaev::nalgebra::Complex::new(K - 16.0 * M, 4.0 * C);
    let found = model.read(&orbit.state).body(mass);
    assert!((found.origin.x - amplitude.im).abs() < 1e-10 && (found.velocity.x - 4.0 * amplitude.re).abs() < 1e-10);
    // |m| = exp(−c T/2m) for both.
    let expected = (-C / (2.0 * M) * TAU / 4.0).exp();
    assert_eq!(orbit.multipliers.len(), 2);
    for m in &orbit.multipliers {
        println!("multiplier {m} of {expected}, off by {:e}", m.norm() - expected);
        assert!((m.norm() - expected).abs() < 2.5e-12, "{m} {expected}");
    }
    assert!(orbit.differences.is_none() && orbit.flags.is_empty(), "{:?} {:?}", orbit.differences, orbit.flags);
    // By an implicit method as well.
    let implicit = || plan().method(Method::Radau5);
    let again = Shooting::driven(TAU / 4.0).run(&model, &implicit, &model.placed()).unwrap();
    assert!(again.differences.is_none() && again.flags.is_empty(), "{:?} {:?}", again.differences, again.flags);
    for m in &again.multipliers {
        println!("by Radau IIA {m}, off by {:e}", m.norm() - expected);
        assert!((m.norm() - expected).abs() < 1.2e-14, "{m} {expected}");
    }
    // The exponents are the same number by another way.
    let mut flow = Mechanism::new(&model, plan);
    let found = Lyapunov::new(TAU / 4.0, 200).transient(5).exponents(5).run(&mut flow, &orbit.state).unwrap();
    assert_eq!((found.dimension, found.values.len()), (2, 2));
    let sum: f64 = found.values.iter().sum();
    assert!((sum + C / M).abs() < 1e-5, "{:?}", found.values);
    assert!((found.values[0] - orbit.exponent()).abs() < 5e-3, "{:?} {}", found.values, orbit.exponent());
}

#[test]
fn analytic_period_of_a_pendulum() {
    // From rest at angle a: T = 4 K(sin a/2) √(l/g), here by the arithmetic-geometric mean.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let angle: f64 = 1.3;
    let bob = builder.body("bob", Particle::new(1.0).at(angle.sin(), -angle.cos()));
    builder.constraint("rod", Distance::new(GROUND.origin(), bob.origin(), 1.0));
    let model = builder.build().unwrap();
    let plan = || Simulation::new(&model).tolerance(1e-12);
    let orbit = Shooting::free(2.2).run(&model, &plan, &model.placed()).unwrap();
    let at = model.read(&orbit.state).body(bob);
    let height = -at.origin.y - 0.5 * at.velocity.norm_squared() / 9.81;
    let (mut a, mut b) = (1.0, (0.5 * height.acos()).cos());
    for _ in 0..8 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    let expected = TAU / a / 9.81_f64.sqrt();
    assert!((orbit.period - expected).abs() < 1e-8, "{} {expected}", orbit.period);
    // Conservative: both multipliers are one, as far as a double one can be computed.
    assert!(orbit.multipliers.iter().all(|m| (m - 1.0).norm() < 1e-2), "{:?}", orbit.multipliers);
}

#[test]
fn external_section_of_case_2_is_one_point() {
    let mechanism = disk_slider(&DiskSliderCase::CASE_2).unwrap();
    let plan = || Simulation::new(&mechanism.model).tolerance(1e-11);
    let start = mechanism.start().unwrap();
    let points = Section::strobed(1.0).skip(60).take(6).run(&plan, start).unwrap();
    let disk = |state: &State| mechanism.model.read(state).body(mechanism.disk);
    let readings: Vec<Vec<f64>> = points.iter().map(disk).map(|at| vec![at.angle, at.spin]).collect();
    assert_eq!(period(&readings, 1e-9), Some(1));
    assert!((readings[5][0] - 1.794_573_2).abs() < 1e-6 && (readings[5][1] - 5.183_436_0).abs() < 1e-5);
    // The orbit by shooting from a rough guess is the same, and its exponent the published one.
    let mut guess = points[5].clone();
    guess.t = 0.0;
    let guess = mechanism.model.start_from(guess).set("disk.theta", 1.78).hold("disk.theta").project().unwrap().state;
    let orbit = Shooting::driven(1.0).run(&mechanism.model, &plan, &guess).unwrap();
    let angle = disk(&orbit.state).angle;
    assert!((angle - readings[5][0]).abs() < 1e-8, "{angle}");
    println!("{:?} {}", orbit.multipliers, orbit.exponent());
    assert!((orbit.exponent() + 0.615).abs() < 0.001, "{}", orbit.exponent());
}

#[test]
fn oracle_multipliers_by_differences_of_runs() {
    // μ = 0.02 with dampers of 5 N s/m: the same by derivatives as by differences of runs, whose own error is some 1e-9.
    let mechanism =
        disk_slider(&DiskSliderCase { mu: 0.02, mu_static: 0.02, damping: 5.0, ..DiskSliderCase::CASE_2 }).unwrap();
    let plan = || Simulation::new(&mechanism.model).tolerance(1e-12);
    let guess = plan().output(Output::Ends).run(mechanism.start().unwrap(), 100.0).unwrap().end().clone();
    let orbit = Shooting::driven(1.0).turning(["disk.theta"]).run(&mechanism.model, &plan, &guess).unwrap();
    println!("{:?} {:?}", orbit.multipliers, orbit.differences);
    let off = (orbit.multipliers[0].re + 0.615_868_027_4).hypot(orbit.multipliers[0].im.abs() - 0.128_510_064_3);
    println!("off by {off:e}");
    assert!(orbit.differences.is_none() && off < 1e-9);
}

#[test]
fn analytic_sticking_swallows_a_direction() {
    // A block on a belt, dragged along and thrown back by its spring: each round it sticks, so that all neighbors come together.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", Particle::new(1.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    let slot = builder.constraint("track", Slot::new(guide, block.origin()));
    builder.force("spring", SpringDamper::guided(guide, block.origin(), 40.0));
    let rub = FrictionPoint::in_slot(slot).on_belt(|_| Jet::from(0.3));
    builder.friction("belt", rub, Coulomb::new(0.2).holding(0.4));
    let model = builder.build().unwrap();
    let plan = || Simulation::new(&model).tolerance(1e-12);
    // At its return through the middle, sliding.
    let settled =
        Section::falling(move |at| at.body(block).origin.x).skip(2).take(3).run(&plan, model.placed()).unwrap();
    let round = settled[2].t - settled[1].t;
    let speed = |state: &State| model.read(state).body(block).velocity.x;
    assert!((speed(&settled[2]) - speed(&settled[1])).abs() < 1e-9);
    let orbit = Shooting::free(round).run(&model, &plan, &settled[2]).unwrap();
    assert!((orbit.period - round).abs() < 1e-8);
    let [first, second] = [orbit.multipliers[0], orbit.multipliers[1]];
    println!("multipliers {first}, {second}");
    assert!((first - 1.0).norm() < 1e-12, "{first}");
    assert!(second.norm() < 1e-14, "{second}");
    // The exponents of the same motion: one along it, one that sticking makes −∞.
    let mut flow = Mechanism::new(&model, plan);
    let found = Lyapunov::new(round, 30).exponents(2).run(&mut flow, &orbit.state).unwrap();
    assert!(found.values[0].abs() < 1e-4, "{:?}", found.values);
    assert_eq!(found.values[1], f64::NEG_INFINITY);
}

#[test]
fn analytic_crossings_of_a_pendulum() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bob = builder.body("bob", Particle::new(1.0).at(0.6, -0.8));
    builder.constraint("rod", Distance::new(GROUND.origin(), bob.origin(), 1.0));
    let model = builder.build().unwrap();
    let plan = || Simulation::new(&model).tolerance(1e-12);
    let points = Section::rising(move |at| at.body(bob).origin.x).skip(1).take(4).run(&plan, model.placed()).unwrap();
    assert_eq!(points.len(), 4);
    for point in &points {
        // ½ v² = g (1 − 0.8) at the lowest point.
        let at = model.read(point).body(bob);
        assert!(at.origin.x.abs() < 1e-13 && (at.velocity.x - (2.0 * 9.81 * 0.2_f64).sqrt()).abs() < 1e-10);
    }
    let times: Vec<f64> = points.windows(2).map(|p| p[1].t - p[0].t).collect();
    assert!(times.iter().all(|t| (t - times[0]).abs() < 1e-10) && times[0] > 2.0);
    let few = Section::rising(move |at| at.body(bob).origin.x).take(50).within(10.0).run(&plan, model.placed());
    assert!(matches!(few, Err(SectionError::TooFew { found, wanted: 50, .. }) if found == 5), "{few:?}");
}

#[test]
fn property_periods_of_sequences() {
    let of = |x: &[f64]| period(&x.iter().map(|x| vec![*x]).collect::<Vec<_>>(), 1e-9);
    assert_eq!(of(&[1.0, 2.0, 1.0, 2.0]), Some(2));
    assert_eq!(of(&[1.0, 1.0]), Some(1));
    assert_eq!(of(&[1.0, 2.0, 3.0, 1.0, 2.0]), None);
    assert_eq!(of(&[1.0, 2.0, 3.0, 1.0, 2.0, 3.0]), Some(3));
    assert_eq!(of(&[]), None);
}

#[test]
fn refusal_an_orbit_that_is_not_there() {
    // Undamped and in resonance: nothing closes.
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(1.0).at(0.3, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, mass.origin()));
    builder.force("spring", SpringDamper::guided(guide, mass.origin(), 16.0));
    builder.force("drive", Applied::new(mass.origin(), |t: f64, _| ([3.0 * (4.0 * t).sin(), 0.0], 0.0)));
    let model = builder.build().unwrap();
    let plan = || Simulation::new(&model).tolerance(1e-10);
    let outcome = Shooting::driven(TAU / 4.0).run(&model, &plan, &model.placed());
    assert!(matches!(outcome, Err(OrbitError::NotFound { .. })), "{outcome:?}");
    let unknown = Shooting::driven(1.0).turning(["mass.theta"]).run(&model, &plan, &model.placed());
    assert!(matches!(unknown, Err(OrbitError::UnknownCoordinate { .. })));
}

#[test]
fn analytic_orbits_that_close_but_for_turns() {
    // A pendulum that a torque drives over the top: J θ'' = M − c θ' − m g l cos θ, J about the pin.
    let (mass, length, inertia, damping, torque) = (1.0, 0.5, 0.2, 0.1, 1.0);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -1.0]);
    let rod = builder.body("rod", RigidBody::new(mass, inertia).at(length, 0.0, 0.0).moving(0.0, 5.0, 10.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-length, 0.0)));
    let turn = Angle::between(GROUND, rod);
    builder.force("motor", AppliedAlong::new(turn, move |_, u| torque - damping * u.rate));
    let model = builder.build().unwrap();
    let plan = || Simulation::new(&model).tolerance(1e-12);
    let settled =
        Section::rising(move |at| at.body(rod).angle.sin()).skip(30).take(2).run(&plan, model.placed()).unwrap();
    let round = settled[1].t - settled[0].t;
    let orbit = Shooting::free(round).turning(["rod.theta"]).run(&model, &plan, &settled[1]).unwrap();
    assert!((orbit.period - round).abs() < 1e-4 && orbit.iterations < 10, "{} {round}", orbit.period);
    assert!((orbit.multipliers[0] - 1.0).norm() < 1e-6, "{:?}", orbit.multipliers);
    // The trace is −c/J throughout.
    let expected = (-damping * orbit.period / (inertia + mass * length * length)).exp();
    assert!((orbit.multipliers[1] - expected).norm() < 1e-6, "{:?} {expected}", orbit.multipliers);
}

#[test]
fn analytic_an_orbit_that_moves_on() {
    // v' = 1 + cos ωt − c v: it goes 1/c meters a second, and forgets its speed.
    let (c, omega) = (0.7, 3.0);
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(1.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, mass.origin()));
    let travel = Travel::along(guide, mass.origin());
    builder.force("push", AppliedAlong::new(travel, move |t: f64, u| 1.0 + (omega * t).cos() - c * u.rate));
    let model = builder.build().unwrap();
    let plan = || Simulation::new(&model).tolerance(1e-12);
    let period = TAU / omega;
    let orbit = Shooting::driven(period).advancing(["mass.x"]).run(&model, &plan, &model.placed()).unwrap();
    let first = model.read(&orbit.state).body(mass);
    assert!((first.velocity.x - (1.0 / c + c / (c * c + omega * omega))).abs() < 1e-9, "{first:?}");
    assert!((orbit.multipliers[0] - 1.0).norm() < 1e-8, "{:?}", orbit.multipliers);
    assert!((orbit.multipliers[1] - (-c * period).exp()).norm() < 1e-8, "{:?}", orbit.multipliers);
    let end = plan().run(orbit.state.clone(), orbit.state.t + period).unwrap();
    assert!((model.read(end.end()).body(mass).origin.x - first.origin.x - period / c).abs() < 1e-9);
}
