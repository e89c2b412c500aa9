//! Laws that hold for any mechanism: random trees and loops of planar bodies.

use crate::mechanisms::{apart, chain};
use chetaev::dynamics::Baumgarte as Gains;
use chetaev::nalgebra::Rotation2;
use chetaev::prelude::*;

/// A small generator of numbers: the same ones on every machine.
struct Dice(u64);

impl Dice {
    /// Between −1 and 1.
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
    fn pick(&mut self, n: usize) -> usize {
        ((self.roll() + 1.0) / 2.0 * n as f64) as usize % n
    }
}

/// How a random mechanism is built: turned and moved, with joints swapped, in another order.
#[derive(Copy, Clone, Default)]
struct Way {
    turn: f64,
    shift: [f64; 2],
    swap: bool,
    backward: bool,
    damping: f64,
}

struct Random {
    model: Model,
    bodies: Vec<BodyId>,
    joints: Vec<ConstraintId<Revolute>>,
}

/// A tree of `n` bodies, each jointed to an earlier one or the ground at a common world point, with springs; now and then a rod that closes
/// a loop. All placements satisfy the joints.
fn random(seed: u64, n: usize, way: Way) -> Random {
    let dice = &mut Dice(seed);
    let turn = Rotation2::new(way.turn);
    let mut builder = ModelBuilder::new();
    let g = turn * chetaev::nalgebra::Vector2::new(1.0, -9.0);
    builder.gravity([g.x, g.y]);
    let placed: Vec<[f64; 3]> = (0..n).map(|_| [dice.roll(), dice.roll(), 3.0 * dice.roll()]).collect();
    let masses: Vec<[f64; 2]> = (0..n).map(|_| [1.2 + dice.roll(), 0.3 + 0.2 * dice.roll()]).collect();
    let mut bodies = vec![GROUND; n];
    let order: Vec<usize> = if way.backward { (0..n).rev().collect() } else { (0..n).collect() };
    for &i in &order {
        let at = turn * chetaev::nalgebra::Vector2::new(placed[i][0], placed[i][1]);
        let body = RigidBody::new(masses[i][0], masses[i][1]);
        let body = body.at(at.x + way.shift[0], at.y + way.shift[1], placed[i][2] + way.turn);
        bodies[i] = builder.body(format!("body {i}"), body);
    }
    // A world point of the unturned scene as a point of a body.
    let on = |body: Option<usize>, x: f64, y: f64| match body {
        None => {
            let p = turn * chetaev::nalgebra::Vector2::new(x, y);
            GROUND.point(p.x + way.shift[0], p.y + way.shift[1])
        }
        Some(i) => {
            let [bx, by, angle] = placed[i];
            let r = Rotation2::new(-angle) * chetaev::nalgebra::Vector2::new(x - bx, y - by);
            bodies[i].point(r.x, r.y)
        }
    };
    let mut joints = Vec::new();
    for i in 0..n {
        let parent = if i == 0 { None } else { Some(dice.pick(i)) };
        let (x, y) = (dice.roll(), dice.roll());
        let (p, q) = (on(parent, x, y), on(Some(i), x, y));
        let (p, q) = if way.swap { (q, p) } else { (p, q) };
        joints.push((format!("joint {i}"), Revolute::new(p, q)));
        let (p, q) = (on(parent, dice.roll(), dice.roll()), on(Some(i), dice.roll(), dice.roll()));
        builder.force(format!("spring {i}"), SpringDamper::between(p, q, 20.0).rest(0.5).damping(way.damping));
    }
    let order: Vec<usize> = if way.backward { (0..n).rev().collect() } else { (0..n).collect() };
    let mut handles: Vec<Option<ConstraintId<Revolute>>> = vec![None; n];
    for i in order {
        handles[i] = Some(builder.constraint(joints[i].0.clone(), joints[i].1));
    }
    if n > 3 {
        let [a, b] = [placed[n - 1], placed[0]];
        let length = ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt();
        builder.constraint("rod", Distance::new(bodies[0].origin(), bodies[n - 1].origin(), length));
    }
    Random { model: builder.build().unwrap(), bodies, joints: handles.into_iter().map(Option::unwrap).collect() }
}

fn run(mechanism: &Random, t: f64) -> Trajectory {
    let start = mechanism.model.start().project().unwrap();
    Simulation::new(&mechanism.model).tolerance(1e-12).every(0.1).run(start, t).unwrap()
}

const SEEDS: std::ops::Range<u64> = 1..21;

#[test]
fn property_energy_of_conservative_mechanisms() {
    let mut worst = 0.0_f64;
    for seed in SEEDS {
        let done = run(&random(seed, 2 + seed as usize % 5, Way::default()), 1.0);
        let kinetic = done.last().unwrap().kinetic();
        assert!(kinetic > 1e-3, "nothing moves");
        let change = done.samples().fold(0.0_f64, |m, at| m.max((at.energy() - done.first().unwrap().energy()).abs()));
        worst = worst.max(change.max(done.drift().largest_phi()));
    }
    println!("energy and drift of 20 random mechanisms: {worst:.1e}");
    assert!(worst < 1e-8);
}

#[test]
fn property_balance_of_damped_mechanisms() {
    for seed in SEEDS {
        let done = run(&random(seed, 4, Way { damping: 2.0, ..Way::default() }), 1.0);
        let lost = done.first().unwrap().energy() - done.last().unwrap().energy();
        assert!(lost > 1e-3, "not moot: the dampers take energy");
        assert!(done.energy_error() < 1e-8, "{seed}: {}", done.energy_error());
    }
}

#[test]
fn property_moving_and_turning_the_scene_turns_the_reactions_along() {
    let way = Way { turn: 0.7, shift: [3.0, -2.0], ..Way::default() };
    for seed in SEEDS {
        let (here, there) = (random(seed, 5, Way::default()), random(seed, 5, way));
        let (a, b) = (run(&here, 0.5), run(&there, 0.5));
        let (a, b) = (a.last().unwrap(), b.last().unwrap());
        for (i, j) in here.joints.iter().zip(&there.joints) {
            let (f, g) = (Rotation2::new(way.turn) * a.reaction(*i).force, b.reaction(*j).force);
            assert!((f - g).norm() < 1e-7 * (1.0 + g.norm()), "{seed}: {f} {g}");
        }
        for (i, j) in here.bodies.iter().zip(&there.bodies) {
            assert!((a.body(*i).angle + way.turn - b.body(*j).angle).abs() < 1e-8);
        }
    }
}

#[test]
fn property_swapping_the_bodies_of_a_joint_negates_its_reaction() {
    for seed in SEEDS {
        let (one, two) = (random(seed, 4, Way::default()), random(seed, 4, Way { swap: true, ..Way::default() }));
        let (a, b) = (run(&one, 0.3), run(&two, 0.3));
        let (a, b) = (a.last().unwrap(), b.last().unwrap());
        for (i, j) in one.joints.iter().zip(&two.joints) {
            let (f, g) = (a.multipliers(*i), b.multipliers(*j));
            assert!((f[0] + g[0]).abs().max((f[1] + g[1]).abs()) < 1e-8 * (1.0 + f[0].abs() + f[1].abs()));
        }
    }
}

#[test]
fn property_order_of_declaration_does_not_matter() {
    for seed in SEEDS {
        let (one, two) = (random(seed, 6, Way::default()), random(seed, 6, Way { backward: true, ..Way::default() }));
        let (a, b) = (run(&one, 0.5), run(&two, 0.5));
        for (i, j) in one.bodies.iter().zip(&two.bodies) {
            let (f, g) = (a.last().unwrap().body(*i).to_array(), b.last().unwrap().body(*j).to_array());
            assert!(apart(&f, &g) < 1e-8, "{seed}");
        }
    }
}

#[test]
fn identity_rates_of_constraints_are_derivatives_of_phi() {
    for seed in SEEDS {
        let mechanism = random(seed, 5, Way::default());
        let model = &mechanism.model;
        let mut state: State = run(&mechanism, 0.5).end().clone();
        let mut ws = model.workspace();
        model.evaluate(&mut ws, &state, Gains::OFF).unwrap();
        let (rate, a) = (ws.rate().to_vec(), ws.acceleration().to_vec());
        let jacobian = ws.jacobian(model);
        let v = chetaev::nalgebra::DVector::from_row_slice(&state.v);
        assert!(apart((&jacobian * v).as_slice(), &rate) < 1e-12, "J v = φ' for scleronomic rows");
        let second = &jacobian * chetaev::nalgebra::DVector::from_row_slice(&a);
        assert!(apart(second.as_slice(), ws.gamma()) < 1e-9, "J v' = γ");
        // Off the constraints, so that φ and φ' are not zero; along q + v s + a s²/2 by differences.
        let h = 1e-4;
        for (i, q) in state.q.iter_mut().enumerate() {
            *q += 0.01 * ((i * 7) as f64).sin();
        }
        for (i, v) in state.v.iter_mut().enumerate() {
            *v += 0.3 * ((i * 5) as f64).cos();
        }
        model.evaluate(&mut ws, &state, Gains::OFF).unwrap();
        let (phi0, rate0, a0) = (ws.phi().to_vec(), ws.rate().to_vec(), ws.acceleration().to_vec());
        let moot = phi0.iter().chain(&rate0).all(|x| x.abs() < 1e-6);
        assert!(!moot, "the state is off the constraints");
        let at = |s: f64| {
            let mut moved = state.clone();
            for ((q, v), a) in moved.q.iter_mut().zip(&state.v).zip(&a0) {
                *q += s * v + 0.5 * s * s * a;
            }
            let mut ws = model.workspace();
            model.evaluate(&mut ws, &moved, Gains::OFF).unwrap();
            ws.phi().to_vec()
        };
        let (ahead, behind) = (at(h), at(-h));
        for row in 0..phi0.len() {
            let first = (ahead[row] - behind[row]) / (2.0 * h);
            assert!((first - rate0[row]).abs() < 1e-5 * (1.0 + rate0[row].abs()), "{seed} {row}");
            // J v' − γ = φ'' = 0 with the solved accelerations.
            let second = (ahead[row] - 2.0 * phi0[row] + behind[row]) / (h * h);
            assert!(second.abs() < 1e-4, "{seed} {row}: {second}");
        }
    }
}

#[test]
fn invariant_momentum_of_a_free_system() {
    let mut builder = ModelBuilder::new();
    let a = builder.body("a", RigidBody::rod(1.0, 1.0).at(0.0, 0.0, 0.3).moving(0.4, -0.2, 3.0));
    let b = builder.body("b", RigidBody::rod(2.0, 0.8).at(0.9, 0.3, -0.4).moving(0.0, 0.5, -1.0));
    builder.constraint("pin", Revolute::new(a.point(0.5, 0.0), b.point(-0.4, 0.0)));
    builder.force("spring", SpringDamper::torsional(a, b, 5.0).damping(0.1));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-13).every(0.1).run(model.start().project().unwrap(), 5.0).unwrap();
    let momentum = |at: &Snapshot<'_>| {
        [(a, 1.0, 1.0 / 12.0), (b, 2.0, 2.0 * 0.64 / 12.0)].iter().fold([0.0; 3], |sum, (body, m, j)| {
            let f = at.body(*body);
            let spin = m * f.origin.perp(&f.velocity) + j * f.spin;
            [sum[0] + m * f.velocity.x, sum[1] + m * f.velocity.y, sum[2] + spin]
        })
    };
    let first = momentum(&run.first().unwrap());
    assert!(first.iter().all(|p| p.abs() > 1e-3));
    for at in run.samples() {
        assert!(apart(&momentum(&at), &first) < 1e-10);
    }
    assert!(run.energy_error() < 1e-9);
}

#[test]
fn identity_runs_are_the_same_bit_for_bit_across_threads() {
    let model = chain(5);
    let work = || {
        let run = Simulation::new(&model).run(model.start().project().unwrap(), 1.0).unwrap();
        run.end().clone()
    };
    let here = work();
    let there = std::thread::scope(|scope| [scope.spawn(work), scope.spawn(work)].map(|thread| thread.join().unwrap()));
    assert_eq!(here, there[0]);
    assert_eq!(here, there[1]);
}

#[test]
fn invariant_energy_of_long_chains() {
    for n in [4, 64, 512] {
        let model = chain(n);
        let plan = Simulation::new(&model).method(Method::Dopri5).tolerance(1e-8).output(Output::Ends);
        let run = plan.run(model.start().project().unwrap(), 0.5).unwrap();
        println!("chain of {n}: energy error {:.1e}, drift {:.1e}", run.energy_error(), run.drift().largest_phi());
        assert!(run.last().unwrap().kinetic() > 1.0);
        assert!(run.energy_error() < 1e-4 && run.drift().largest_phi() < 1e-12);
    }
}
