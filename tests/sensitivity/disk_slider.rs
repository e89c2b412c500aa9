//! The mechanism of Peng et al. 2009 with everything of it a parameter, against the derivatives of a Taylor series of 28 digits.

use super::common::Member;
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_4, TAU};

/// Names and values: friction sliding and at rest, the mass of the disk, the springs and their dampers, the angle at the start.
pub const PARAMETERS: [(&str, f64); 6] =
    [("mu", 0.2), ("mu at rest", 0.3), ("mass", 3.0), ("spring", 750.0), ("damping", 0.01), ("angle", 0.4)];

/// Those of the mechanism under a torque (case 2), or without one (case 1).
pub fn family(torque: f64) -> Family {
    let motor = Signal::default().sine(torque, TAU, 0.0);
    Family::new(PARAMETERS, move |p| mechanism(|name| p[name], (torque != 0.0).then(|| motor.clone()))).unwrap()
}

/// The mechanism with these parameters and a motor on its disk, if it has one.
pub fn mechanism(p: impl Fn(&str) -> f64, motor: Option<Signal>) -> Member {
    let (radius, length, angle) = (0.1, 0.2, p("angle"));
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let disk = builder.body("disk", RigidBody::disk(p("mass"), radius).at(0.0, 0.0, angle));
    builder.constraint("O", Revolute::new(GROUND.origin(), disk.origin()));
    for (rod, end, side, direction) in [("AB", "B", 1.0, FRAC_PI_4), ("CD", "D", -1.0, 3.0 * FRAC_PI_4)] {
        let line = GROUND.axis([0.0, 0.0], direction);
        let rim = [side * radius * angle.cos(), side * radius * angle.sin()];
        let along = rim[0] * direction.cos() + rim[1] * direction.sin();
        let across = rim[0] * direction.sin() - rim[1] * direction.cos();
        let s = along + (length * length - across * across).sqrt();
        let tip = [s * direction.cos(), s * direction.sin()];
        let lean = (tip[1] - rim[1]).atan2(tip[0] - rim[0]);
        let middle = [0.5 * (rim[0] + tip[0]), 0.5 * (rim[1] + tip[1])];
        let body = builder.body(rod, RigidBody::rod(1.0, length).at(middle[0], middle[1], lean));
        let slider = builder.body(end, Particle::new(3.0).at(tip[0], tip[1]));
        let joint = Revolute::new(disk.point(side * radius, 0.0), body.point(-0.5 * length, 0.0));
        builder.constraint(&rod[..1], joint);
        builder.constraint(end, Revolute::new(body.point(0.5 * length, 0.0), slider.origin()));
        let slot = builder.constraint(format!("slot {end}"), Slot::new(line, slider.origin()));
        let spring = SpringDamper::guided(line, slider.origin(), p("spring")).rest(0.2).damping(p("damping"));
        builder.force(format!("spring {end}"), spring);
        let law = Coulomb::new(p("mu")).holding(p("mu at rest"));
        builder.friction(format!("rub {end}"), FrictionPoint::in_slot(slot), law);
    }
    if let Some(motor) = motor {
        builder.force("motor", Applied::signal(disk.origin(), Default::default(), motor));
    }
    let model = builder.build()?;
    let start = model.start().hold("disk.theta").project()?.into();
    Ok((model, start))
}

/// dθ/dp at 5 s of case 2, which has 27 changes: reversals, load reversals, dead centers, two sticks and releases.
const KNOWN: [f64; 6] = [-329.381013183, -0.696992476, -12.526639308, 1.332026067, -4.798313385, -59.532084164];
/// By how much they may be off, of the largest of each, in the middle of five runs: three times what twelve were. That of the springs is the series' own difference, and the last is that of the start by its name.
const GOOD: [f64; 7] = [2.0e-11, 8.4e-11, 8.0e-11, 1.8e-9, 5.4e-10, 1.2e-10, 1.0e-10];

#[test]
fn external_derivatives_of_the_disk_slider_through_27_changes() {
    let family = family(1.0);
    let disk = family.model().body::<Planar>("disk").unwrap();
    let names = || PARAMETERS.iter().map(|(name, _)| *name).chain(["disk.theta"]);
    let mut off = vec![Vec::new(); GOOD.len()];
    // What is left is rounding, which grows a hundredfold on the way: each run has its own.
    for k in 0..5 {
        let run = Simulation::new(family.model())
            .tolerance(1e-12 * (1.0 + 0.07 * f64::from(k)))
            .every(0.5)
            .sensitivities(Sensitivities::to(&family).and_start("disk.theta"))
            .run(family.start().clone(), 5.0)
            .unwrap();
        assert!(run.flags().is_empty(), "{:?}", run.flags());
        for ((name, known), off) in names().zip(KNOWN.into_iter().chain([KNOWN[5]])).zip(&mut off) {
            let slopes = run.sensitivity(name).unwrap().column(|at| at.body(disk).angle);
            let largest = slopes.iter().fold(0.0, |most: f64, slope| most.max(slope.abs()));
            off.push((slopes[10] - known).abs() / largest);
        }
    }
    for ((name, off), good) in names().zip(&mut off).zip(GOOD) {
        off.sort_by(f64::total_cmp);
        println!("disk-slider, {name}: off by {:.1e} to {:.1e} of its largest", off[0], off[4]);
        assert!(off[2] < good, "{name}: {off:?}");
    }
}
