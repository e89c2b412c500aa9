//! Friction against closed forms.

use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

const G: f64 = 9.81;

/// A unit mass on a level line, on a spring of stiffness 1, rubbing under a given load 1.
fn mass_on_spring(law: Coulomb, belt: f64, start: [f64; 2]) -> (Model, BodyId, FrictionId) {
    let mut builder = ModelBuilder::new();
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let mass = builder.body("mass", Particle::new(1.0).at(start[0], 0.0).moving(start[1], 0.0));
    builder.constraint("line", Slot::new(line, mass.origin()));
    let travel = Travel::along(line, mass.origin());
    builder.force("spring", SpringDamper::along(travel, 1.0));
    let rub = builder.friction("rub", FrictionPoint::along(travel, 1.0).on_belt(move |_| belt.into()), law);
    (builder.build().unwrap(), mass, rub)
}

#[test]
fn analytic_mass_on_a_belt() {
    // Den Hartog: static 1, kinetic 1/2, belt 0.2; slips for 2 (π − atan(½/0.2)), sticks for 2·½/0.2.
    let (model, mass, rub) = mass_on_spring(Coulomb::new(0.5).holding(1.0), 0.2, [0.9, 0.2]);
    let run = Simulation::new(&model).tolerance(1e-12).every(0.01).run(model.start().project().unwrap(), 40.0).unwrap();
    let starts: Vec<f64> = run.transitions().iter().filter(|c| c.from == Mode::Stick).map(|c| c.t).collect();
    let sticks: Vec<f64> = run.transitions().iter().filter(|c| c.to == Mode::Stick).map(|c| c.t).collect();
    let (slip, stick) = (2.0 * (PI - 2.5_f64.atan()), 5.0);
    assert!(starts.len() >= 4 && (starts[0] - 0.5).abs() < 1e-10, "{starts:?}");
    for (k, (start, end)) in starts.iter().zip(&sticks).enumerate() {
        assert!((end - start - slip).abs() < 1e-10, "slip {k}");
    }
    for (k, (end, start)) in sticks.iter().zip(&starts[1..]).enumerate() {
        assert!((start - end - stick).abs() < 1e-10, "stick {k}");
    }
    let x = run.column(|at| at.body(mass).origin.x);
    assert!(x.iter().all(|x| (-0.038516480713450485 - 1e-10..1.0385164807134504 + 1e-10).contains(x)));
    // While it sticks it moves with the belt, exactly.
    let slips = run.samples().filter(|at| at.sticks()).map(|at| at.friction(rub).unwrap().slip);
    assert!(slips.fold(0.0, |most: f64, s| most.max(s.abs())) < 1e-15);
    // The belt feeds what friction burns: the balance closes.
    assert!(run.energy_error() < 1e-10);
}

#[test]
fn analytic_oscillator_that_comes_to_rest() {
    let (model, mass, rub) = mass_on_spring(Coulomb::new(1.0), 0.0, [12.0, 6.0]);
    let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 100.0).unwrap();
    let last = run.last().unwrap();
    assert!((last.body(mass).origin.x - (15.0 - 205_f64.sqrt())).abs() < 1e-11);
    let [turns @ .., stop] = run.transitions() else { panic!() };
    assert!((stop.t - (6_f64.atan2(13.0) + 7.0 * PI)).abs() < 1e-10 && stop.to == Mode::Stick);
    assert_eq!(turns.len(), 7);
    // The work of friction is force times way, over every half swing.
    assert_eq!(last.body(mass).velocity.x, 0.0);
    assert!((last.work_of_friction(rub) + run.first().unwrap().energy() - last.energy()).abs() < 1e-9);
    assert!((run.friction_summary(rub).stuck - (100.0 - stop.t)).abs() < 1e-9);
}

/// A block on a slope; its load is the reaction of the slope.
fn block(alpha: f64, mu: f64, speed: f64) -> (Model, BodyId, FrictionId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let down = [-alpha.cos(), -alpha.sin()];
    let block = builder.body("block", Particle::new(2.0).moving(speed * down[0], speed * down[1]));
    let slope = builder.constraint("slope", Slot::new(GROUND.axis([0.0, 0.0], alpha), block.origin()));
    let rub = builder.friction("rub", FrictionPoint::in_slot(slope), Coulomb::new(mu));
    (builder.build().unwrap(), block, rub)
}

#[test]
fn analytic_block_on_a_slope() {
    let (alpha, mu) = (0.5_f64, 0.2);
    let (model, body, rub) = block(alpha, mu, 0.0);
    let run = Simulation::new(&model).run(model.start().project().unwrap(), 2.0).unwrap();
    let fall = 0.5 * G * (alpha.sin() - mu * alpha.cos()) * 4.0;
    let last = run.last().unwrap();
    assert!((last.body(body).origin.norm() - fall).abs() < 1e-12);
    assert!((last.friction(rub).unwrap().load - 2.0 * G * alpha.cos()).abs() < 1e-13);
    // Steeper than friction can hold or not: that is the question at rest.
    for (mu, holds) in [(alpha.tan() * (1.0 + 1e-9), true), (alpha.tan() * (1.0 - 1e-9), false)] {
        let (model, _, _) = block(alpha, mu, 0.0);
        let mut state: State = model.start().project().unwrap().into();
        model.decide_friction(&mut state).unwrap();
        assert_eq!(state.modes[1] == Mode::Stick, holds);
    }
}

#[test]
fn invariant_rest_is_exact_for_a_million_seconds() {
    let (model, body, _) = block(0.5, 0.6, 1.0);
    let run = Simulation::new(&model).every(1e5).run(model.start().project().unwrap(), 1e6).unwrap();
    assert_eq!(run.transitions().len(), 1);
    let stopped = run.sample(1).unwrap().body(body).origin;
    assert!(stopped.norm() > 0.1);
    for at in run.samples().skip(1) {
        assert_eq!(at.body(body).origin, stopped);
        assert_eq!(at.body(body).velocity.norm(), 0.0);
    }
}

#[test]
fn analytic_disk_that_runs_down_on_its_pin() {
    // The pin carries the weight alone: N = m g, moment μ r m g; it stops after J ω/(μ r m g).
    let (mass, radius, pin_radius, mu, spin) = (2.0, 0.3, 0.01, 0.15, 5.0);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let disk = builder.body("disk", RigidBody::disk(mass, radius).moving(0.0, 0.0, spin));
    let id = builder.constraint("pin", Revolute::new(GROUND.origin(), disk.origin()));
    let rub = builder.friction("rub", FrictionPoint::in_pin(id, pin_radius), Coulomb::new(mu));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 60.0).unwrap();
    let inertia = 0.5 * mass * radius * radius;
    let stop = inertia * spin / (mu * pin_radius * mass * G);
    assert!((run.transitions()[0].t - stop).abs() < 1e-10 * stop && run.transitions().len() == 1);
    assert!((run.last().unwrap().work_of_friction(rub) + 0.5 * inertia * spin * spin).abs() < 1e-11);
    assert!((run.last().unwrap().body(disk).angle - 0.5 * spin * stop).abs() < 1e-10 * stop);
}

#[test]
fn identity_pendulum_in_a_rough_pin() {
    // The equations of one body, solved by hand for N: with the force f at the pin, m a = m g + f, J θ'' = −r σ μ |f| − (arm) × f.
    let (m, half, r, mu) = (1.0, 0.4, 0.05, 0.3);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let rod = builder.body("rod", RigidBody::rod(m, 2.0 * half).at(half, 0.0, 0.0));
    let pin = Revolute::new(GROUND.origin(), rod.point(-half, 0.0));
    let id = builder.constraint("pin", pin);
    let rub = builder.friction("rub", FrictionPoint::in_pin(id, r), Coulomb::new(mu));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).every(0.01).run(model.start().project().unwrap(), 20.0).unwrap();
    let (mut slid, mut worst): (usize, f64) = (0, 0.0);
    for at in run.samples() {
        let (frame, reading) = (at.body(rod), at.friction(rub).unwrap());
        if reading.mode == Mode::Stick {
            continue;
        }
        slid += 1;
        let inertia = m * half * half * 4.0 / 3.0;
        // θ'' from the moment balance about the pin, N from the two force balances with that θ''.
        let (w, sigma) = (frame.spin, reading.mode.direction());
        let n = {
            // |f| solves a scalar equation: bisect it.
            let f_of = |n: f64| {
                let accel = (-m * G * half * frame.cos - r * sigma * mu * n) / inertia;
                let fx = m * (-half * frame.cos * w * w - half * frame.sin * accel);
                let fy = m * (-half * frame.sin * w * w + half * frame.cos * accel + G);
                fx.hypot(fy)
            };
            let (mut lo, mut hi) = (0.0, 1e3);
            for _ in 0..200 {
                let mid = 0.5 * (lo + hi);
                if f_of(mid) > mid { lo = mid } else { hi = mid }
            }
            0.5 * (lo + hi)
        };
        worst = worst.max((reading.load - n).abs()).max((reading.force + sigma * mu * n).abs());
    }
    println!("pin friction: {worst:.1e} over {slid} instants");
    assert!(slid > 100 && worst < 1e-12);
    assert!(run.energy_error() < 1e-10);
    // It ends at rest, within the cone of friction: |sin| of the angle off the vertical at most μ r/half roughly.
    let end = run.last().unwrap();
    assert!(end.sticks() && end.body(rod).velocity.norm() == 0.0);
    let off = (end.body(rod).angle + FRAC_PI_2).rem_euclid(TAU);
    assert!(off.min(TAU - off).sin().abs() <= mu * r / half * (1.0 + 1e-9));
}

/// A drawer pulled off its middle line: a guide of length `length`, the pull at the distance `arm` from it.
fn drawer(length: f64, arm: f64, mu: f64) -> (Model, BodyId, [FrictionId; 2]) {
    let mut builder = ModelBuilder::new();
    let drawer = builder.body("drawer", RigidBody::new(3.0, 0.2));
    let id = builder.constraint("guide", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), drawer.axis([0.0, 0.0], 0.0)));
    let [back, front] = FrictionPoint::in_guide(id, [-0.5 * length, 0.5 * length]);
    let rubs = [builder.friction("back", back, Coulomb::new(mu)), builder.friction("front", front, Coulomb::new(mu))];
    builder.force("pull", Applied::force(drawer.point(0.0, arm), [6.0, 0.0]));
    (builder.build().unwrap(), drawer, rubs)
}

#[test]
fn analytic_drawer_that_jams() {
    // N₁ = −N₂ = P e/l, so that friction takes 2 μ e/l of the pull: beyond 1 it jams.
    let (length, mu) = (0.4, 0.3);
    let jam = length / (2.0 * mu);
    let (model, body, rubs) = drawer(length, 0.9 * jam, mu);
    let run = Simulation::new(&model).run(model.start().project().unwrap(), 1.0).unwrap();
    let at = run.last().unwrap();
    assert!((at.body(body).velocity.x - 2.0 * (1.0 - 0.9)).abs() < 1e-12);
    let loads = rubs.map(|rub| at.friction(rub).unwrap().load);
    assert!((loads[0] + loads[1]).abs() < 1e-12 && (loads[0].abs() - 6.0 * 0.9 * jam / length).abs() < 1e-12);

    let (model, body, rubs) = drawer(length, 1.1 * jam, mu);
    let run = Simulation::new(&model).run(model.start().project().unwrap(), 1.0).unwrap();
    let at = run.last().unwrap();
    assert!(at.sticks() && at.body(body).origin.x == 0.0);
    // The two forces share the pull: each may take what the other can leave to it.
    let n = 6.0 * 1.1 * jam / length;
    let [lo, hi] = at.friction_range(rubs[0]).unwrap();
    assert!((lo + mu * n).abs() < 1e-10 && (hi + 6.0 - mu * n).abs() < 1e-10, "{lo} {hi}");
}

#[test]
fn analytic_points_that_rest_on_each_other() {
    // A box on a plank on the floor, the plank being pulled harder and harder: the limits differ, and what starts first is known.
    let start_of = |mu_floor: f64, mu_top: f64| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let plank = builder.body("plank", RigidBody::new(2.0, 1.0));
        let floor_id = builder.constraint("floor", Prismatic::new(line, plank.axis([0.0, 0.0], 0.0)));
        let mass = builder.body("box", Particle::new(1.0));
        let top_id = builder.constraint("top", Slot::new(plank.axis([0.0, 0.0], 0.0), mass.origin()));
        let below = FrictionPoint::loaded(Travel::along(line, plank.origin()), Load::row(floor_id, 0));
        let below = builder.friction("below", below, Coulomb::new(mu_floor));
        let above = builder.friction("above", FrictionPoint::in_slot(top_id), Coulomb::new(mu_top));
        builder.force("pull", Applied::new(plank.origin(), |t, _: &_| ([t, 0.0], 0.0)));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 30.0).unwrap();
        let first = |name: &str| run.transitions().iter().find(|c| c.name == name && c.t > 0.0).map(|c| c.t);
        let _ = (below, above);
        [first("below"), first("above")].map(|t| t.unwrap_or(f64::INFINITY))
    };
    // The plank starts at μ₁ 3 m g; the box is left behind when (P − μ₁ 3 g)/3 = μ₂ g.
    let [below, above] = start_of(0.2, 0.3);
    assert!((below - 0.2 * 3.0 * G).abs() < 1e-9, "{below}");
    assert!((above - (0.2 * 3.0 * G + 3.0 * 0.3 * G)).abs() < 1e-9, "{above}");
}

#[test]
fn analytic_three_points_that_hold_two_freedoms() {
    // A and B rub on the ground, with limits of 2 N and 1 N, and on each other, with 1/2 N: pulled with t, A starts at 2.5 N, and B stays.
    let mut builder = ModelBuilder::new();
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let [a, b] = ["A", "B"].map(|name| {
        let body = builder.body(name, Particle::new(1.0));
        builder.constraint(format!("line of {name}"), Slot::new(line, body.origin()));
        body
    });
    builder.friction("under A", FrictionPoint::along(Travel::along(line, a.origin()), 2.0), Coulomb::new(1.0));
    builder.friction("under B", FrictionPoint::along(Travel::along(line, b.origin()), 1.0), Coulomb::new(1.0));
    let between = Travel::along(a.axis([0.0, 0.0], 0.0), b.origin());
    builder.friction("between", FrictionPoint::along(between, 0.5), Coulomb::new(1.0));
    builder.force("pull", Applied::new(a.origin(), |t, _: &_| ([t, 0.0], 0.0)));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 4.0).unwrap();
    let changes: Vec<_> = run.transitions().iter().filter(|c| c.t > 0.0).map(|c| (c.name.as_str(), c.to)).collect();
    assert_eq!(changes, [("under A", Mode::Forward), ("between", Mode::Backward)]);
    assert!(run.transitions().iter().filter(|c| c.t > 0.0).all(|c| (c.t - 2.5).abs() < 1e-9));
    let last = run.last().unwrap();
    assert!((last.body(a).velocity.x - 0.5 * 1.5 * 1.5).abs() < 1e-9 && last.body(b).origin.x == 0.0);
}
