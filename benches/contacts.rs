//! What contacts cost: right-hand sides and steps of the same mechanism with a contact that opens, with one that does not, and without one.
//!
//! `cargo bench -p chetaev-benches --bench contacts` times them; `-- --count CASE WHAT TIMES` runs one so many times, for a counter of instructions
//! (`docs/scripts/contacts.sh`).
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use chetaev::contact::spatial::{OnPlane, PointOn};
use chetaev::contact::surface::{Ellipsoid, Plane};
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;
use criterion::{BenchmarkId, Criterion};
use std::hint::black_box;

const G: f64 = 9.81;
/// Steps in which nothing happens.
const H: f64 = 1e-3;
/// Of the floor on which a plate stands.
const SLOPE: f64 = 0.2;

/// What a body has to do with the floor.
#[derive(Copy, Clone)]
enum Kind {
    IdealSmooth,
    Ideal,
    Smooth,
    Rough(f64),
}

/// A name, and how the case is made.
type Case = (&'static str, fn() -> (Model, State));

const CASES: [Case; 38] = [
    ("ellipse rolls, ideal", || ellipse(Kind::Ideal, 0.0)),
    ("ellipse rolls, rough", || ellipse(Kind::Rough(2.0), 0.0)),
    ("ellipse slides, ideal smooth", || ellipse(Kind::IdealSmooth, 0.0)),
    ("ellipse slides, smooth", || ellipse(Kind::Smooth, 0.0)),
    ("ellipse slides, rough", || ellipse(Kind::Rough(0.1), 3.0)),
    ("bead slides in a rough slot", || bead(false)),
    ("bead slides on a rough floor", || bead(true)),
    ("pendulum, no contact", || pendulum(None)),
    ("pendulum, a contact far away", || pendulum(Some(1e3))),
    ("pendulum, a contact near", || pendulum(Some(0.05))),
    ("10 wheels, ideal", || train(10, Kind::Ideal)),
    ("10 wheels, rough", || train(10, Kind::Rough(2.0))),
    ("30 wheels, ideal", || train(30, Kind::Ideal)),
    ("30 wheels, rough", || train(30, Kind::Rough(2.0))),
    ("100 wheels, ideal", || train(100, Kind::Ideal)),
    ("100 wheels, rough", || train(100, Kind::Rough(2.0))),
    ("10 balls, ideal", || balls(10, Kind::Ideal)),
    ("10 balls, rough", || balls(10, Kind::Rough(2.0))),
    ("30 balls, ideal", || balls(30, Kind::Ideal)),
    ("30 balls, rough", || balls(30, Kind::Rough(2.0))),
    ("100 balls, ideal", || balls(100, Kind::Ideal)),
    ("100 balls, rough", || balls(100, Kind::Rough(2.0))),
    ("plate slides, 2 smooth feet", || plate(2, Kind::Smooth)),
    ("plate slides, 10 smooth feet", || plate(10, Kind::Smooth)),
    ("plate slides, 30 smooth feet", || plate(30, Kind::Smooth)),
    ("plate slides, 100 smooth feet", || plate(100, Kind::Smooth)),
    ("plate slides, 2 rough feet", || plate(2, Kind::Rough(0.1))),
    ("plate slides, 10 rough feet", || plate(10, Kind::Rough(0.1))),
    ("plate slides, 30 rough feet", || plate(30, Kind::Rough(0.1))),
    ("plate stands, 2 rough feet", || plate(2, Kind::Rough(0.5))),
    ("plate stands, 10 rough feet", || plate(10, Kind::Rough(0.5))),
    ("plate stands, 30 rough feet", || plate(30, Kind::Rough(0.5))),
    ("plate stands, 100 rough feet", || plate(100, Kind::Rough(0.5))),
    ("table slides, 3 rough feet in space", || table(3, 0.0)),
    ("table slides, 4 rough feet in space", || table(4, 0.0)),
    ("table slides and turns, 4 rough feet in space", || table(4, 0.3)),
    ("100 wheels in the air, no contacts", || flight(100, false)),
    ("100 wheels in the air, open contacts", || flight(100, true)),
];

/// Puts `body` on the floor.
fn lay(builder: &mut ModelBuilder, name: &str, body: BodyId, pair: EllipseOnLine, kind: Kind) {
    let law = match kind {
        Kind::IdealSmooth => {
            builder.constraint(name, Contact::sliding(GROUND, body, pair));
            return;
        }
        Kind::Ideal => {
            builder.constraint(name, Contact::rolling(GROUND, body, pair));
            return;
        }
        Kind::Smooth => Rigid::smooth(),
        Kind::Rough(mu) => Rigid::rough(Coulomb::new(mu)),
    };
    builder.contact(name, Contact::between(GROUND, body, pair), law);
}

/// An ellipse that rocks on a floor, or slides along it.
fn ellipse(kind: Kind, speed: f64) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let angle = 0.2_f64;
    let height = (1.5 * angle.sin()).hypot(angle.cos());
    let shape = RigidBody::ellipse(1.0, 1.5, 1.0).at(0.0, height, angle);
    let body = builder.body("ellipse", shape.moving(speed, 0.0, 0.0));
    lay(&mut builder, "floor", body, EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 1.5, 1.0), kind);
    let model = builder.build().unwrap();
    let start = model.placed();
    (model, start)
}

/// A bead in a rough slot, or on a rough floor.
fn bead(floor: bool) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let bead = builder.body("bead", Particle::new(1.0).moving(3.0, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    if floor {
        let contact = Contact::between(GROUND, bead, CornerOnLine::new(line, [0.0, 0.0]));
        builder.contact("floor", contact, Rigid::rough(Coulomb::new(0.3)));
    } else {
        let slot = builder.constraint("slot", Slot::new(line, bead.origin()));
        builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.3));
    }
    let model = builder.build().unwrap();
    let start = model.placed();
    (model, start)
}

/// A double pendulum above a floor at some distance.
fn pendulum(floor: Option<f64>) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let mut end = GROUND.origin();
    let mut last = None;
    for i in 0..2 {
        let link = builder.body(format!("{i}"), RigidBody::rod(1.0, 1.0).at(i as f64 + 0.5, 0.0, 0.0));
        builder.constraint(format!("pin {i}"), Revolute::new(end, link.point(-0.5, 0.0)));
        end = link.point(0.5, 0.0);
        last = Some(link);
    }
    if let (Some(floor), Some(link)) = (floor, last) {
        let line = GROUND.axis([0.0, -2.0 - floor], 0.0);
        let contact = Contact::between(GROUND, link, CornerOnLine::new(line, [0.5, 0.0]));
        builder.contact("floor", contact, Rigid::rough(Coulomb::new(0.3)));
    }
    let model = builder.build().unwrap();
    let start = model.placed();
    (model, start)
}

/// Wheels in a row on the floor, each tied to the next by a rod.
fn train(n: usize, kind: Kind) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let mut last: Option<BodyId> = None;
    for i in 0..n {
        let wheel = RigidBody::disk(1.0, 0.4).at(i as f64, 0.4, 0.0).moving(1.0, 0.0, -2.5);
        let wheel = builder.body(format!("{i}"), wheel);
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.4, 0.4);
        lay(&mut builder, &format!("floor {i}"), wheel, pair, kind);
        if let Some(last) = last {
            builder.constraint(format!("rod {i}"), Distance::new(last.origin(), wheel.origin(), 1.0));
        }
        last = Some(wheel);
    }
    let model = builder.build().unwrap();
    let start = model.placed();
    (model, start)
}

/// Balls that roll on a floor in space, each by itself.
fn balls(n: usize, kind: Kind) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    for i in 0..n {
        let ball = Solid::principal(1.0, [0.064; 3]).unwrap().at(i as f64, 0.0, 0.4);
        let ball = builder.body(format!("{i}"), ball.moving(1.0, 0.0, 0.0).spinning(0.0, 2.5, 0.0));
        let (name, pair) = (format!("floor {i}"), OnPlane::new(Plane::horizontal(), Ellipsoid::new(0.4, 0.4, 0.4)));
        if let Kind::Rough(mu) = kind {
            builder.contact(name, Contact::between(WORLD, ball, pair), Rigid::rough(Coulomb::new(mu)));
        } else {
            builder.constraint(name, Contact::rolling(WORLD, ball, pair));
        }
    }
    let model = builder.build().unwrap();
    let start = model.placed();
    (model, start)
}

/// A long plate on a slope, on so many feet: it stands if they are rough enough, and slides otherwise.
fn plate(n: usize, kind: Kind) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([SLOPE * G, -G]);
    builder.allow_redundant();
    let speed = if matches!(kind, Kind::Rough(mu) if mu > SLOPE) { 0.0 } else { 3.0 };
    let plate = builder.body("plate", RigidBody::new(1.0, 1.0).at(0.0, 0.1, 0.0).moving(speed, 0.0, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    for i in 0..n {
        let foot = CornerOnLine::new(line, [2.0 * i as f64 / (n - 1) as f64 - 1.0, -0.1]);
        let law = if let Kind::Rough(mu) = kind { Rigid::rough(Coulomb::new(mu)) } else { Rigid::smooth() };
        builder.contact(format!("foot {i}"), Contact::between(GROUND, plate, foot), law);
    }
    let model = builder.build().unwrap();
    let start = model.placed();
    (model, start)
}

/// A table in space that slides down a slope on so many feet, and turns.
fn table(n: usize, rate: f64) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([SLOPE * G, 0.0, -G]);
    builder.allow_redundant();
    let solid = Solid::principal(2.0, [0.2, 0.3, 0.4]).unwrap().at(0.0, 0.0, 0.2);
    let body = builder.body("table", solid.moving(1.0, 0.1, 0.0).spinning(0.0, 0.0, rate));
    let back: &[[f64; 3]] = if n == 3 { &[[-0.3, 0.0, -0.2]] } else { &[[-0.3, 0.2, -0.2], [-0.3, -0.2, -0.2]] };
    let feet = [[0.3, 0.2, -0.2], [0.3, -0.2, -0.2]].iter().chain(back).copied();
    for (i, pair) in PointOn::each(&Plane::horizontal(), feet).into_iter().enumerate() {
        let law = Rigid::rough(Coulomb::new(0.1));
        builder.contact(format!("foot {i}"), Contact::between(WORLD, body, pair), law);
    }
    let model = builder.build().unwrap();
    let start = model.placed();
    (model, start)
}

/// Wheels high above the floor, each tied to the next by a rod.
fn flight(n: usize, contacts: bool) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    let mut last: Option<BodyId> = None;
    for i in 0..n {
        let wheel = RigidBody::disk(1.0, 0.4).at(i as f64, 100.0, 0.0).moving(1.0, 0.01 * i as f64, -2.5);
        let wheel = builder.body(format!("{i}"), wheel);
        if contacts {
            let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.4, 0.4);
            lay(&mut builder, &format!("floor {i}"), wheel, pair, Kind::Rough(0.5));
        }
        if let Some(last) = last {
            builder.constraint(format!("rod {i}"), Distance::new(last.origin(), wheel.origin(), 1.0));
        }
        last = Some(wheel);
    }
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    (model, start.into())
}

/// So many evaluations of the right-hand side; the number is of no use but that it is not thrown away.
fn evaluate(model: &Model, state: &State, times: usize) -> f64 {
    let mut ws = model.workspace();
    for _ in 0..times {
        model.evaluate(&mut ws, black_box(state), Baumgarte::OFF).unwrap();
    }
    ws.acceleration()[0]
}

/// So many steps of one length, in which nothing happens.
fn step(model: &Model, state: &State, method: Method, times: usize) -> Trajectory {
    let plan = Simulation::new(model).method(method).fixed_step(H).output(Output::Ends);
    let run = plan.run(state.clone(), state.t + H * times as f64).unwrap();
    assert_eq!(run.transitions().len() + run.impacts().len(), 0, "moot: something happened");
    run
}

/// The state after a first step: friction is decided, the contacts are closed.
fn begun(case: fn() -> (Model, State)) -> (Model, State) {
    let (model, state) = case();
    let end = state.t + H;
    let run = Simulation::new(&model).output(Output::Ends).run(state, end).unwrap();
    let state = run.end().clone();
    (model, state)
}

fn count(case: &str, what: &str, times: usize) {
    let (_, make) = CASES.iter().find(|(name, _)| *name == case).unwrap();
    let (model, state) = begun(*make);
    match what {
        "rhs" => println!("{}", evaluate(&model, &state, times)),
        "dop853" => println!("{:?}", step(&model, &state, Method::Dop853, times).counters()),
        "dopri5" => println!("{:?}", step(&model, &state, Method::Dopri5, times).counters()),
        _ => panic!("{what}: rhs, dop853 or dopri5"),
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args[..] {
        [flag] if flag == "--cases" => CASES.iter().for_each(|(name, _)| println!("{name}")),
        [flag, case, what, times, ..] if flag == "--count" => count(case, what, times.parse().unwrap()),
        _ => {
            let mut criterion = Criterion::default().configure_from_args();
            let mut group = criterion.benchmark_group("contacts");
            for (name, make) in CASES {
                let (model, state) = begun(make);
                let mut ws = model.workspace();
                group.bench_function(BenchmarkId::new("rhs", name), |b| {
                    b.iter(|| model.evaluate(&mut ws, black_box(&state), Baumgarte::OFF).unwrap());
                });
                group.bench_function(BenchmarkId::new("10 steps", name), |b| {
                    b.iter(|| step(&model, &state, Method::Dop853, 10));
                });
            }
            group.finish();
            criterion.final_summary();
        }
    }
}
