//! What friction adds to the right-hand side, and how it grows with the number of friction points.
//!
//! Each figure is the smallest mean of many short batches: on a shared machine a mean over seconds measures the others.
#![allow(missing_docs, clippy::unwrap_used)]

use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;
use std::hint::black_box;
use std::time::Instant;

#[path = "../examples/support/disk_slider.rs"]
#[allow(dead_code)]
mod disk_slider;
use disk_slider::DiskSliderCase;

/// The disk-slider mechanism of Peng et al. 2009: 13 coordinates, 12 rows; with friction in both slots or in none.
fn disk_slider(mu: Option<f64>) -> Model {
    let case = mu.map_or(DiskSliderCase::SMOOTH, |mu| DiskSliderCase { mu, ..DiskSliderCase::CASE_1 });
    disk_slider::disk_slider(&case).unwrap().model
}

fn moving(model: &Model) -> State {
    let mut state: State = model.start().set_velocity("disk.omega", 1.0).project().unwrap().into();
    model.decide_friction(&mut state).unwrap();
    assert!(!state.modes.contains(&Mode::Undecided));
    state
}

/// Smallest mean time of one call, in nanoseconds, over batches of about 100 µs.
fn least(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    call();
    let calls = (100e-6 / start.elapsed().as_secs_f64().max(1e-9)).ceil().min(1000.0) as u32;
    let mut least = f64::INFINITY;
    for _ in 0..400 {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        least = least.min(start.elapsed().as_secs_f64() / f64::from(calls));
    }
    1e9 * least
}

/// One disk, and on its rim n arms of rod and slider in a slot, with friction in each slot.
fn star(n: usize, mu: f64) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let (r, l) = (0.1_f64, 0.2_f64);
    let disk = builder.body("disk", RigidBody::disk(3.0 + n as f64, r).at(0.0, 0.0, 0.0));
    builder.constraint("O", Revolute::new(GROUND.origin(), disk.origin()));
    for k in 0..n {
        let at = std::f64::consts::TAU * (k as f64 + 0.3) / n as f64;
        let direction = at + 0.9;
        let (rim, axis) = ([r * at.cos(), r * at.sin()], [direction.cos(), direction.sin()]);
        let along = rim[0] * axis[0] + rim[1] * axis[1];
        let across = rim[0] * axis[1] - rim[1] * axis[0];
        let s = along + (l * l - across * across).sqrt();
        let end = [s * axis[0], s * axis[1]];
        let angle = (end[1] - rim[1]).atan2(end[0] - rim[0]);
        let rod = RigidBody::rod(1.0, l).at(0.5 * (rim[0] + end[0]), 0.5 * (rim[1] + end[1]), angle);
        let rod = builder.body(format!("rod {k}"), rod);
        let slider = builder.body(format!("slider {k}"), Particle::new(3.0).at(end[0], end[1]));
        builder.constraint(format!("rim {k}"), Revolute::new(disk.point(rim[0], rim[1]), rod.point(-0.5 * l, 0.0)));
        builder.constraint(format!("end {k}"), Revolute::new(rod.point(0.5 * l, 0.0), slider.origin()));
        let id =
            builder.constraint(format!("slot {k}"), Slot::new(GROUND.axis([0.0, 0.0], direction), slider.origin()));
        if mu > 0.0 {
            builder.friction(format!("rub {k}"), FrictionPoint::in_slot(id), Coulomb::new(mu));
        }
    }
    builder.build().unwrap()
}

fn stars() {
    for n in [2, 8, 16, 24, 32, 128, 256, 1024, 10_000] {
        let smooth = star(n, 0.0);
        let state = moving(&smooth);
        let mut ws = smooth.workspace();
        let without = least(|| smooth.evaluate(&mut ws, black_box(&state), Baumgarte::OFF).unwrap());
        let start = Instant::now();
        let model = star(n, 0.3);
        let built = 1e6 * start.elapsed().as_secs_f64() / n as f64;
        let state = moving(&model);
        let mut unknown = state.clone();
        unknown.signs.fill(1.0);
        print!("star {n:6}: smooth {:6.1} ns per arm; built in {built:.2} µs per arm;", without / n as f64);
        for search in [Search::Reduced, Search::WarmStarted] {
            let mut ws = model.workspace().searching(search);
            model.evaluate(&mut ws, &unknown, Baumgarte::OFF).unwrap();
            let first = ws.trials().trials;
            let cost = least(|| model.evaluate(&mut ws, black_box(&state), Baumgarte::OFF).unwrap());
            print!(" {search:?} {:6.1} ns per arm, {first} trials without signs;", cost / n as f64);
        }
        println!();
    }
}

fn main() {
    // One name picks one case: for profilers.
    let only: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wanted = |name: &str| only.is_empty() || only.iter().any(|only| only == name);
    if wanted("stars") {
        stars();
    }
    let mut smooth = 0.0;
    for (name, mu) in [("smooth", None), ("rubbing", Some(0.1)), ("unloaded", Some(0.0))] {
        if !wanted(name) {
            continue;
        }
        let model = disk_slider(mu);
        let state = moving(&model);
        let mut ws = model.workspace();
        let cost = least(|| model.evaluate(&mut ws, black_box(&state), Baumgarte::OFF).unwrap());
        if mu.is_none() {
            smooth = cost;
        }
        println!("disk-slider {name:9} {cost:7.1} ns  {:.3}", cost / smooth);
    }
}
