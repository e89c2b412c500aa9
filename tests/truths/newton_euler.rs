//! The laws of Newton and Euler, body by body, of random mechanisms of every planar joint; and what follows from them.

use crate::common::Random;
use crate::mechanisms::apart;
use chetaev::prelude::*;

const GRAVITY: [f64; 2] = [0.7, -9.0];

struct Mechanism {
    model: Model,
    bodies: Vec<(BodyId, f64, f64)>,
    joints: Vec<ConstraintRef>,
    driven: bool,
}

/// A chain of bodies, each jointed to the one before or the ground by a joint chosen at random, at a common world place; now and then a
/// driver, and a knife edge. Springs and dampers by hand, so that their forces are known here: none are in the model.
fn random(seed: u64, n: usize) -> Mechanism {
    let dice = &mut Random::new(seed);
    let mut builder = ModelBuilder::new();
    builder.gravity([GRAVITY[0], GRAVITY[1]]);
    let (mut bodies, mut joints) = (Vec::new(), Vec::new());
    let mut places = vec![[0.0; 3]];
    let mut ids = vec![GROUND];
    let mut driven = false;
    for i in 0..n {
        let [x, y, turn, m, j] = dice.numbers();
        let place = [x, y, 3.0 * turn];
        let (mass, inertia) = (1.2 + m, 0.4 + 0.3 * j);
        let body = builder.body(format!("body {i}"), RigidBody::new(mass, inertia).at(place[0], place[1], place[2]));
        bodies.push((body, mass, inertia));
        let parent = ((dice.unit() + 1.0) / 2.0 * ids.len() as f64) as usize % ids.len();
        let [px, py, direction, along, kind] = dice.numbers();
        let direction = 3.0 * direction;
        let (a, b, from, [ta, tb]) = (ids[parent], body, places[parent], [places[parent][2], place[2]]);
        // Two places on one line of the world, as points of the two bodies.
        let away = [px + along * direction.cos(), py + along * direction.sin()];
        let (p, q, here) = (arm(from, [px, py]), arm(place, away), arm(place, [px, py]));
        let (line, other) = (a.axis(p, direction - ta), b.axis(q, direction - tb));
        let name = format!("joint {i}");
        joints.push(match ((kind + 1.0) * 3.5) as usize {
            0 => builder.constraint(name, Slot::new(line, b.point(q[0], q[1]))).into(),
            1 => builder.constraint(name, Slot::new(other, a.point(p[0], p[1]))).into(),
            2 => builder.constraint(name, Prismatic::new(line, other)).into(),
            3 => builder.constraint(name, Distance::new(a.point(p[0], p[1]), b.point(q[0], q[1]), along.abs())).into(),
            4 => builder.constraint(name, Weld::new(a.axis(p, -ta), b.axis(here, -tb))).into(),
            5 => {
                driven = true;
                builder
                    .constraint(name, Driver::new(Angle::between(a, b), move |t| t * t * 0.5 + t * 0.3 + (tb - ta)))
                    .into()
            }
            _ => builder.constraint(name, Revolute::new(a.point(p[0], p[1]), b.point(here[0], here[1]))).into(),
        });
        places.push(place);
        ids.push(body);
    }
    Mechanism { model: builder.build().unwrap(), bodies, joints, driven }
}

/// A place of the world in the axes of a body.
fn arm(place: [f64; 3], p: [f64; 2]) -> [f64; 2] {
    let (s, c) = place[2].sin_cos();
    let (dx, dy) = (p[0] - place[0], p[1] - place[1]);
    [c * dx + s * dy, c * dy - s * dx]
}

fn start(mechanism: &Mechanism, seed: u64) -> State {
    let dice = &mut Random::new(seed + 1000);
    let mut guess = mechanism.model.placed();
    guess.v.iter_mut().for_each(|v| *v = dice.unit());
    mechanism.model.start_from(guess).project().unwrap().into()
}

#[test]
fn identity_newton_and_euler_hold_for_every_body() {
    let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
    for seed in 0..60 {
        let mechanism = random(seed, 2 + seed as usize % 6);
        let run =
            Simulation::new(&mechanism.model).tolerance(1e-10).every(0.05).run(start(&mechanism, seed), 0.4).unwrap();
        for at in run.samples() {
            for &(body, mass, inertia) in &mechanism.bodies {
                let frame = at.body(body);
                let a = at.body_acceleration(body);
                let mut force = [mass * GRAVITY[0], mass * GRAVITY[1]];
                let mut moment = 0.0;
                for &joint in &mechanism.joints {
                    let on = at.reaction_on(joint, body);
                    let r = on.point - frame.origin;
                    force = [force[0] + on.force.x, force[1] + on.force.y];
                    moment += on.moment + r.x * on.force.y - r.y * on.force.x;
                    largest = largest.max(on.force.norm());
                }
                let off = [mass * a[0] - force[0], mass * a[1] - force[1], inertia * a[2] - moment];
                let size = 1.0 + force[0].abs() + force[1].abs() + moment.abs();
                worst = off.iter().fold(worst, |worst, x| worst.max(x.abs() / size));
            }
            // What acts on one body acts back on the other.
            for &joint in &mechanism.joints {
                let (mut force, mut moment, mut size) = ([0.0; 2], 0.0, 1.0);
                for body in mechanism.bodies.iter().map(|b| b.0).chain([GROUND]) {
                    let on = at.reaction_on(joint, body);
                    force = [force[0] + on.force.x, force[1] + on.force.y];
                    moment += on.moment + on.point.x * on.force.y - on.point.y * on.force.x;
                    size += on.force.norm() + on.moment.abs();
                }
                worst = [force[0], force[1], moment].iter().fold(worst, |worst, x| worst.max(x.abs() / size));
            }
        }
    }
    println!("Newton, Euler and reaction: {worst:.1e}; forces up to {largest:.1e} N");
    assert!(largest > 10.0 && worst < 1e-10);
}

#[test]
fn identity_accelerations_are_the_rates_of_the_velocities_that_were_integrated() {
    for seed in 0..30 {
        let mechanism = random(seed, 4);
        let run = Simulation::new(&mechanism.model).tolerance(1e-12).keep_dense().output(Output::Ends);
        let run = run.run(start(&mechanism, seed), 0.2).unwrap();
        let (t, h) = (0.1, 1e-4);
        let [a, b, here] = [t - h, t + h, t].map(|t| run.state_at(t).unwrap());
        let found = run.read(&here).acceleration();
        let rates: Vec<f64> = b.v.iter().zip(&a.v).map(|(b, a)| (b - a) / (2.0 * h)).collect();
        let size = 1.0 + found.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        assert!(apart(&found, &rates) < 1e-5 * size * size, "{seed}: {}", apart(&found, &rates));
    }
}

#[test]
fn invariant_energy_and_work_of_drivers_with_every_stabilization() {
    for hold in [
        Stabilization::Projection,
        Stabilization::Auto,
        Stabilization::None,
        Baumgarte { alpha: 20.0, beta: 100.0, gamma: 10.0 }.into(),
    ] {
        for seed in 0..30 {
            let mechanism = random(seed, 4);
            let plan = Simulation::new(&mechanism.model).tolerance(1e-11).stabilization(hold).output(Output::Ends);
            let run = plan.run(start(&mechanism, seed), 0.5).unwrap();
            let [first, last] = [run.first().unwrap(), run.last().unwrap()].map(|at| at.energy());
            let size = 1.0 + first.abs() + last.abs() + run.last().unwrap().kinetic();
            assert!(run.energy_error() < 1e-7 * size, "{hold:?} {seed}: {:e} of {size}", run.energy_error());
            assert!(mechanism.driven || (first - last).abs() < 1e-7 * size, "{hold:?} {seed}");
        }
    }
}

#[test]
fn invariant_conservative_motions_run_backward() {
    let mut moved = 0;
    for seed in 0..60 {
        let mechanism = random(seed, 4);
        if mechanism.driven {
            continue;
        }
        let begin = start(&mechanism, seed);
        let run = |state: State| {
            let plan = Simulation::new(&mechanism.model).tolerance(1e-12).output(Output::Ends);
            plan.run(state, 0.3).unwrap().end().clone()
        };
        let mut back = run(begin.clone());
        assert!(apart(&back.q, &begin.q) > 1e-2);
        back.v.iter_mut().for_each(|v| *v = -*v);
        back.t = 0.0;
        let again = run(back);
        let v: Vec<f64> = again.v.iter().map(|v| -v).collect();
        assert!(
            apart(&again.q, &begin.q) < 1e-8 && apart(&v, &begin.v) < 1e-7,
            "{seed}: {:e}",
            apart(&again.q, &begin.q)
        );
        moved += 1;
    }
    assert!(moved > 10);
}
