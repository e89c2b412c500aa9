//! What common works cost in instructions: one work a run, for a counter of instructions (`docs/scripts/counts.sh`).
//!
//! `--count WORK SIZE TIMES` does one work so many times; the cost of one is the difference of two runs, so that neither building nor starting counts.
//! `--runs` prints what needs no counter: evaluations an accepted step, and the seconds (the least of five) that building takes.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

mod bars;

use bars::bars;
use chetaev::analysis::{Lyapunov, Mechanism};
use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;
use chetaev::simulate::Parameter;
use std::hint::black_box;
use std::time::Instant;

#[path = "../examples/support/disk_slider.rs"]
#[allow(dead_code)]
mod disk_slider;
use disk_slider::{DiskSliderCase, disk_slider, driven};

#[path = "../tests/analysis/neighbors.rs"]
mod neighbors;
use neighbors::Neighbors;

/// Bodies, and whether they are tied to each other: rods by pins.
fn rods(n: usize, tied: bool) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.807]);
    let mut end = GROUND.origin();
    for i in 0..n {
        let link = builder.body(format!("{i}"), RigidBody::rod(1.0, 1.0).at(i as f64 + 0.5, 0.0, 0.0));
        if tied {
            builder.constraint(format!("{i}"), Revolute::new(end, link.point(-0.5, 0.0)));
        }
        end = link.point(0.5, 0.0);
    }
    builder.build().unwrap()
}

/// All velocities other than zero, as far as the constraints admit them.
fn moving(model: &Model) -> State {
    let mut guess = model.placed();
    guess.v.iter_mut().enumerate().for_each(|(i, v)| *v += 0.1 * (i as f64).sin());
    model.start_from(guess).project().unwrap().into()
}

/// The disk-slider at a moment of a run at which both sliders slide, if there is friction.
fn sliding(mu: f64) -> (Model, State) {
    let mechanism = disk_slider(&DiskSliderCase { mu, mu_static: mu, ..DiskSliderCase::CASE_2 }).unwrap();
    let run = Simulation::new(&mechanism.model).output(Output::Ends).run(mechanism.start().unwrap(), 0.3).unwrap();
    let state = run.end().clone();
    let slides = state.modes.iter().filter(|mode| matches!(mode, Mode::Forward | Mode::Backward)).count();
    assert_eq!(slides, if mu > 0.0 { 2 } else { 0 }, "moot: other modes");
    (mechanism.model, state)
}

fn evaluate((model, state): (Model, State), times: usize) {
    let mut ws = model.workspace();
    for _ in 0..times {
        model.evaluate(&mut ws, black_box(&state), Baumgarte::OFF).unwrap();
    }
    println!("{}", ws.acceleration()[0]);
}

fn read(model: &Model, times: usize) {
    let (mut ws, state) = (model.workspace(), model.placed());
    for _ in 0..times {
        model.residuals(&mut ws, black_box(&state)).unwrap();
    }
}

/// Steps of the classical method, with projection at their ends or without.
fn step(hold: Stabilization, times: usize) {
    let model = rods(2, true);
    let plan = Simulation::new(&model).method(Method::Rk4).fixed_step(1e-3).stabilization(hold).output(Output::Ends);
    let run = plan.run(moving(&model), 1e-3 * times as f64).unwrap();
    assert_eq!(run.counters().steps, times as u64, "moot: other steps");
}

/// A beam: rods with torsional springs, stiff beside its first mode, clamped at one end.
fn beam(n: usize) -> Model {
    let (mut builder, l) = (ModelBuilder::new(), 1.0 / n as f64);
    builder.gravity([0.0, -1.0]);
    let (mut body, mut end) = (GROUND, GROUND.origin());
    for i in 0..n {
        let rod = builder.body(format!("{i}"), RigidBody::rod(l, l).at((i as f64 + 0.5) * l, 0.0, 0.0));
        builder.constraint(format!("pin {i}"), Revolute::new(end, rod.point(-0.5 * l, 0.0)));
        let k = if i == 0 { 2.0 / l } else { 1.0 / l };
        builder.force(format!("spring {i}"), SpringDamper::torsional(body, rod, k).damping(1e-3 * k));
        (body, end) = (rod, rod.point(0.5 * l, 0.0));
    }
    builder.build().unwrap()
}

/// The beam falls for so many hundredths of its unit of time, by the implicit method; tells the steps.
fn fall(n: usize, times: usize) {
    let model = beam(n);
    let plan = Simulation::new(&model).method(Method::Radau5).tolerance(1e-5).output(Output::Ends);
    println!("{}", plan.run(model.placed(), 0.01 * times as f64).unwrap().counters().steps);
}

/// The disk-slider by its coefficient of friction.
fn by_friction() -> Family {
    let family = Family::new([("mu", 0.2)], |p| {
        let mechanism = disk_slider(&DiskSliderCase { mu: p["mu"], mu_static: 0.3, ..DiskSliderCase::CASE_2 })?;
        let start = mechanism.start()?;
        Ok((mechanism.model, start))
    });
    family.unwrap()
}

/// By a thousand knots of its torque over 5 s.
fn by_knots() -> Family {
    let times: Vec<f64> = (0..1000).map(|k| 5.0 * f64::from(k) / 999.0).collect();
    let torque: Vec<f64> = times.iter().map(|t| (std::f64::consts::TAU * t).sin()).collect();
    let family = Family::new([Parameter::knots("torque", &times, &torque)], |p| {
        let mechanism = driven(&DiskSliderCase::CASE_2, Some(p.signal("torque")))?;
        let start = mechanism.start()?;
        Ok((mechanism.model, start))
    });
    family.unwrap()
}

/// So many seconds of a family, with or without its derivatives, or with those along its start.
fn derive(family: &Family, along: Option<Sensitivities>, times: usize) {
    run((family.model(), family.start().clone()), along, times as f64);
}

fn run((model, start): (&Model, State), along: Option<Sensitivities>, seconds: f64) {
    let plan = Simulation::new(model).tolerance(1e-9).output(Output::Ends);
    let plan = match along {
        Some(along) => plan.sensitivities(along),
        None => plan,
    };
    println!("{}", plan.run(start, seconds).unwrap().counters().steps);
}

/// So many tenths of a second of bars in space, with tilted inertias.
fn swing(n: usize, along: Option<Sensitivities>, times: usize) {
    let model = bars(n, true, 0.3);
    run((&model, moving(&model)), along, 0.1 * times as f64);
}

/// So many stretches of the largest exponent of the chaotic disk-slider, as the example has it by neighbors, or as coarse as its motion allows by derivatives.
fn exponent(neighbors: bool, stretches: usize) {
    let mechanism = disk_slider(&DiskSliderCase::CASE_3A).unwrap();
    let plan = Simulation::new(&mechanism.model).tolerance(1e-9).output(Output::Ends);
    let start = plan.run(mechanism.start().unwrap(), 50.0).unwrap().end().clone();
    let lyapunov = Lyapunov::new(1.0, stretches).transient(0);
    let found = if neighbors {
        let plan = || Simulation::new(&mechanism.model).tolerance(1e-9);
        lyapunov.run(&mut Neighbors(Mechanism::new(&mechanism.model, plan)), &start)
    } else {
        let plan = || Simulation::new(&mechanism.model).method(Method::Tsit5).tolerance(1e-5);
        lyapunov.run(&mut Mechanism::new(&mechanism.model, plan), &start)
    };
    println!("{:?}", found.unwrap().values);
}

fn count(work: &str, size: usize, times: usize) {
    let started = |model: Model| {
        let state = moving(&model);
        (model, state)
    };
    match work {
        "rods" => evaluate(started(rods(size, true)), times),
        "bars" => evaluate(started(bars(size, true, 0.0)), times),
        "tilted bars" => evaluate(started(bars(size, true, 0.3)), times),
        "smooth" => evaluate(sliding(0.0), times),
        "friction" => evaluate(sliding(0.2), times),
        "rows of rods" => read(&rods(size, true), times),
        "free rods" => read(&rods(size, false), times),
        "rows of bars" => read(&bars(size, true, 0.0), times),
        "free bars" => read(&bars(size, false, 0.0), times),
        "beam" => evaluate(started(beam(size)), times),
        "fall" => fall(size, times),
        "run" => derive(&by_friction(), None, times),
        "run along its start" => derive(&by_friction(), Some(Sensitivities::to_start("disk.theta")), times),
        "run along a number" => {
            let family = by_friction();
            derive(&family, Some(Sensitivities::to(&family)), times);
        }
        "run under a table" => derive(&by_knots(), None, times),
        "run along its knots" => {
            let family = by_knots();
            derive(&family, Some(Sensitivities::to(&family)), times);
        }
        "swing" => swing(size, None, times),
        "swing along its start" => swing(size, Some(Sensitivities::to_start("0.wx")), times),
        "exponent by neighbors" => exponent(true, times),
        "exponent" => exponent(false, times),
        "steps" => step(Stabilization::None, times),
        "projected steps" => step(Stabilization::Projection, times),
        "build" => (0..times).for_each(|_| drop(black_box(rods(size, true)))),
        _ => panic!("{work}: no such work"),
    }
}

fn runs() {
    let mechanism = disk_slider(&DiskSliderCase { mu: 0.2, mu_static: 0.2, ..DiskSliderCase::CASE_2 }).unwrap();
    let plan = Simulation::new(&mechanism.model).tolerance(1e-9).output(Output::Ends);
    let c = plan.run(mechanism.start().unwrap(), 100.0).unwrap().counters();
    println!("evaluations {:.1}", c.evaluations as f64 / c.steps as f64);
    let build = |_| {
        let start = Instant::now();
        drop(black_box(rods(65_536, true)));
        start.elapsed().as_secs_f64()
    };
    println!("building {:.2}", (0..5).map(build).fold(f64::INFINITY, f64::min));
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args[..] {
        [flag, work, size, times, ..] if flag == "--count" => {
            count(work, size.parse().unwrap(), times.parse().unwrap())
        }
        [flag, ..] if flag == "--runs" => runs(),
        _ => println!("--count WORK SIZE TIMES, or --runs: see docs/scripts/counts.sh"),
    }
}
