//! Small motions against closed forms: chains, nonholonomic rolling on, friction that couples, sticking points, a forced oscillator.

use crate::page::{ACCURACY, ANALYSIS, claim};
use chetaev::analysis::{LinearError, Linearization};
use chetaev::math::Formula;
use chetaev::nalgebra::Complex;
use chetaev::prelude::*;

/// Zeros of the Laguerre polynomial of order n, by its recurrence and bisection.
fn laguerre_zeros(n: usize) -> Vec<f64> {
    let value = |x: f64| {
        let (mut before, mut now) = (1.0, 1.0 - x);
        for k in 1..n {
            let k = k as f64;
            (before, now) = (now, ((2.0 * k + 1.0 - x) * now - k * before) / (k + 1.0));
        }
        now
    };
    // Zeros lie between 0 and 4 n, closer together towards 0 like squares.
    let grid: Vec<f64> = (0..=20_000).map(|k| 4.0 * n as f64 * (f64::from(k) / 20_000.0).powi(2)).collect();
    let brackets = grid.windows(2).filter(|w| value(w[0]) * value(w[1]) < 0.0);
    let bisect = |w: &[f64]| {
        let (mut a, mut b) = (w[0], w[1]);
        for _ in 0..200 {
            let c = 0.5 * (a + b);
            if value(a) * value(c) <= 0.0 { b = c } else { a = c }
        }
        0.5 * (a + b)
    };
    brackets.map(bisect).collect()
}

/// n bobs of equal mass hang below each other on rods of equal length without mass.
fn chain(n: usize, length: f64, gravity: f64) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -gravity]);
    let mut above = GROUND.origin();
    for k in 1..=n {
        let bob = builder.body(format!("bob {k}"), Particle::new(0.7).at(0.0, -length * k as f64));
        builder.constraint(format!("rod {k}"), Distance::new(above, bob.origin(), length));
        above = bob.origin();
    }
    builder.build().unwrap()
}

#[test]
fn analytic_chain_of_pendulums() {
    let (n, length, gravity) = (10, 0.4, 9.81);
    let model = chain(n, length, gravity);
    let linear = Linearization::about(&model, &model.start().project().unwrap().state).unwrap();
    assert_eq!(linear.freedoms(), (n, n));
    assert!(linear.residual() < 1e-12);
    let zeros = laguerre_zeros(n);
    assert_eq!(zeros.len(), n);
    assert!(zeros[9] / zeros[0] > 200.0);
    let found = linear.eigenvalues().unwrap();
    let mut worst = 0.0_f64;
    for (pair, zero) in found.chunks_exact(2).zip(&zeros) {
        let frequency = (gravity / length * zero).sqrt();
        println!("{frequency:.15} {:e} {:e}", pair[0].im - frequency, pair[0].re);
        for (value, sign) in pair.iter().zip([1.0, -1.0]) {
            worst = worst.max((value - Complex::new(0.0, sign * frequency)).norm() / frequency);
        }
    }
    println!("error of A {:e}", linear.error());
    claim(ACCURACY, "| eigenvalues of a chain of ten pendulums", "2e-15", worst);
    claim(ANALYSIS, "Laguerre polynomial to", "2e-15", worst);
}

#[test]
fn analytic_mode_shapes_of_a_double_pendulum() {
    // Two bobs: ω² = (2 ± √2) g/l, and the lower bob swings √2 as far from the vertical as the upper one... of the rods' angles.
    let model = chain(2, 1.0, 9.81);
    let linear = Linearization::about(&model, &model.start().project().unwrap().state).unwrap();
    let modes = linear.modes().unwrap();
    let x = |mode: usize, bob: usize| modes[mode].q[2 * bob].re;
    for (mode, sign) in [(0, 1.0), (2, -1.0)] {
        assert!((modes[mode].angular_frequency().powi(2) - (2.0 - sign * 2.0_f64.sqrt()) * 9.81).abs() < 1e-9);
        assert!(modes[mode].residual < 1e-9 && modes[mode].damping_ratio().abs() < 1e-12);
        // Angles of the rods: φ₂ = ± √2 φ₁, so x₂ = (1 ± √2) x₁.
        let (x1, x2) = (x(mode, 0), x(mode, 1));
        assert!((x2 / x1 - (1.0 + sign * 2.0_f64.sqrt())).abs() < 1e-9, "{x1} {x2}");
        // Straight down nothing moves up or down to first order.
        assert!(modes[mode].q[1].norm() < 1e-9 && modes[mode].q[3].norm() < 1e-9);
    }
}

#[test]
fn analytic_sleigh_with_fewer_velocities_than_positions() {
    let (m, j, ahead, speed) = (2.0, 0.3, 0.25, 1.7);
    let mut builder = ModelBuilder::new();
    let body = RigidBody::new(m, j).at(0.0, 0.0, 0.0).moving(speed, 0.0, 0.0);
    let sleigh = builder.body("sleigh", body);
    builder.constraint("runner", KnifeEdge::new(GROUND, sleigh.axis([-ahead, 0.0], 0.0)));
    let model = builder.build().unwrap();
    let linear = Linearization::about(&model, &model.start().project().unwrap().state).unwrap();
    assert_eq!(linear.freedoms(), (3, 2));
    assert!(linear.residual() < 1e-12);
    // (J + m a²) ω' = − m a u ω: with its center ahead of the runner it runs straight on.
    let expected = -m * ahead * speed / (j + m * ahead * ahead);
    let found = linear.eigenvalues().unwrap();
    let nearest = found.iter().map(|value| (value - Complex::new(expected, 0.0)).norm()).fold(f64::INFINITY, f64::min);
    println!("{} {:e}", linear.matrix(), linear.error());
    assert!(nearest < 1e-10, "{found:?} {expected}");
    // The other four are zero: where it is, where it goes, and how fast.
    assert_eq!(found.iter().filter(|value| value.norm() < 1e-4).count(), 4);
}

/// A block on a belt, on a spring that is set at an angle: the load, and with it friction, follows the block.
fn block(mu: f64, angle: f64) -> (Model, State, [f64; 3]) {
    let (m, k, gravity) = (1.5, 80.0, 9.81);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -gravity]);
    let block = builder.body("block", Particle::new(m));
    let slot = builder.constraint("track", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
    builder.force("spring", SpringDamper::guided(GROUND.axis([0.0, 0.0], angle), block.origin(), k));
    builder.friction("belt", FrictionPoint::in_slot(slot).on_belt(|_| Jet::from(2.0)), Coulomb::new(mu));
    let model = builder.build().unwrap();
    let mut state: State = model.start().project().unwrap().into();
    model.decide_friction(&mut state).unwrap();
    (model, state, [m, k, gravity])
}

#[test]
fn analytic_friction_couples_without_symmetry() {
    let angle: f64 = 0.6;
    let stiffness = |mu: f64| {
        let (model, state, [m, ..]) = block(mu, angle);
        let linear = Linearization::about(&model, &state).unwrap();
        m * linear.modes().unwrap()[0].angular_frequency().powi(2)
    };
    let [c, s] = [angle.cos(), angle.sin()];
    let smooth = stiffness(1e-12);
    assert!((smooth - 80.0 * c * c).abs() < 1e-8);
    // F = μ N with N = m g + k x cos α sin α: the stiffness changes by − μ k cos α sin α.
    let rough = stiffness(0.3);
    assert!((rough - 80.0 * (c * c - 0.3 * c * s)).abs() < 1e-8, "{rough} {smooth}");
}

#[test]
fn analytic_a_sticking_point_is_a_constraint() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bodies = [0.0, 1.0].map(|x| builder.body(format!("{x}"), Particle::new(2.0).at(x, 0.0)));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    let tracks = bodies.map(|body| Slot::new(guide, body.origin()));
    let first = builder.constraint("first", tracks[0]);
    builder.constraint("second", tracks[1]);
    let link = Travel::along(guide, bodies[1].origin());
    builder.force("link", SpringDamper::along(link, 18.0).rest(1.0));
    builder.friction("brake", FrictionPoint::in_slot(first), Coulomb::new(0.5));
    let model = builder.build().unwrap();
    let mut state: State = model.start().project().unwrap().into();
    model.decide_friction(&mut state).unwrap();
    let linear = Linearization::about(&model, &state).unwrap();
    // Two displacements, one velocity: where the brake holds is free, that it holds is not.
    assert_eq!(linear.freedoms(), (2, 1));
    let found = linear.eigenvalues().unwrap();
    assert!(found[0].norm() < 1e-12 && (found[1].im - 3.0).abs() < 1e-10, "{found:?}");
}

#[test]
fn analytic_frequency_response() {
    let (m, k, damping) = (2.0, 50.0, 1.2);
    let build = |damping: f64| {
        let mut builder = ModelBuilder::new();
        let mass = builder.body("mass", Particle::new(m));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("guide", Slot::new(guide, mass.origin()));
        builder.force("spring", SpringDamper::guided(guide, mass.origin(), k).damping(damping));
        (builder.build().unwrap(), mass)
    };
    let (model, mass) = build(damping);
    let mut linear = Linearization::about(&model, &model.placed()).unwrap();
    for omega in [0.0, 1.0, 5.0, 20.0] {
        let answer = linear.response(omega, mass, &[3.0, 0.0, 0.0]).unwrap()[0];
        let expected = Complex::new(3.0, 0.0) / Complex::new(k - m * omega * omega, damping * omega);
        assert!((answer - expected).norm() < 1e-12, "{omega}: {answer} {expected}");
    }
    // Across the guide a force does nothing.
    assert!(linear.response(1.0, mass, &[0.0, 3.0, 0.0]).unwrap()[0].norm() < 1e-14);
    let (model, mass) = build(0.0);
    let mut linear = Linearization::about(&model, &model.placed()).unwrap();
    assert!(matches!(linear.response(5.0, mass, &[1.0, 0.0, 0.0]), Err(LinearError::Resonance { .. })));
    assert!(linear.response(4.9, mass, &[1.0, 0.0, 0.0]).is_ok());
}

/// Held since a117643. A rod of 1 kg and 1 m hangs from a bushing; with u the end's way, p = k + c λ:
/// (λ² + 4 p) u + 3 g θ = 0, (λ² + 6 g) θ + 6 p u = 0, and λ² + c λ + k = 0 upright.
#[test]
fn regress_a_pendulum_on_a_hard_bushing() {
    let g = 9.81;
    for k in [1e4_f64, 1e8, 1e10, 1e12, 1e13] {
        let c = k.sqrt();
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -g]);
        let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.0, -0.5, -0.5 * std::f64::consts::PI));
        for (axis, angle) in [("x", 0.0), ("y", 0.5 * std::f64::consts::PI)] {
            let spring = SpringDamper::guided(GROUND.axis([0.0, g / k], angle), rod.point(-0.5, 0.0), k);
            builder.force(axis, spring.damping(c));
        }
        let model = builder.build().unwrap();
        let linear = Linearization::about(&model, &model.placed()).unwrap();
        let (values, errors) = (linear.eigenvalues().unwrap(), linear.errors().unwrap());
        let mut soft = Complex::new(0.0, (1.5 * g).sqrt());
        for _ in 0..50 {
            let p = k + c * soft;
            // Of both roots the upper one.
            let square: Complex<f64> = p * 18.0 * g / (soft * soft + p * 4.0) - 6.0 * g;
            soft = Complex::new(0.0, 1.0) * (-square).sqrt();
        }
        let hard = Complex::new(-0.5 * c, (k - 0.25 * c * c).sqrt());
        let off = [(values[0] - soft).norm(), (values[4] - hard).norm()];
        println!("k = {k:e}: off {off:?}, told {:.1e} and {:.1e}", errors[0], errors[4]);
        assert!(off[0] <= errors[0] && off[1] <= errors[4] + 1e-15 * k.sqrt());
        assert!(off[0] < 1e-16 * k + 1e-9 && errors[0] < 3e-14 * k);
        assert!((0..3).all(|pair| values[2 * pair] == values[2 * pair + 1].conj()));
    }
}

/// Where a state accelerates its eigenvalues are those of one instant: a pendulum held aside, and a bead that stays in its place in a slot of a turntable, where m Ω² r = k (r − l). Beside that place it
/// swings with ω² = k/m − Ω², which is not what A says at an instant.
#[test]
fn refusal_of_errors_where_the_state_is_not_steady() {
    let pendulum = |angle: f64| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let bob = builder.body("bob", Particle::new(0.7).at(0.4 * angle.sin(), -0.4 * angle.cos()));
        builder.constraint("rod", Distance::new(GROUND.origin(), bob.origin(), 0.4));
        let model = builder.build().unwrap();
        Linearization::about(&model, &model.placed()).unwrap().errors().unwrap()
    };
    assert!(pendulum(0.8).iter().all(|error| *error == f64::INFINITY));
    for angle in [0.0, 1e-9] {
        assert!(pendulum(angle).iter().all(|error| *error < 1e-9), "at {angle}");
    }
    let turntable = |speed: f64| {
        let (mass, k, r) = (0.5, 200.0, 0.3);
        let mut builder = ModelBuilder::new();
        let table = builder.body("table", RigidBody::disk(2.0, 0.5).moving(0.0, 0.0, speed));
        let bead = builder.body("bead", Particle::new(mass).at(r, 0.0).moving(0.0, speed * r));
        builder.constraint("axle", Revolute::new(GROUND.origin(), table.origin()));
        builder.constraint("motor", Driver::new(Angle::between(GROUND, table), move |t| t * speed));
        let slot = table.axis([0.0, 0.0], 0.0);
        builder.constraint("slot", Slot::new(slot, bead.origin()));
        let spring = SpringDamper::along(Travel::along(slot, bead.origin()), k).rest(r - mass * speed * speed * r / k);
        builder.force("spring", spring);
        let model = builder.build().unwrap();
        let linear = Linearization::about(&model, &model.placed()).unwrap();
        assert!((linear.residual() - speed * speed * r).abs() < 1e-9);
        let off = (linear.eigenvalues().unwrap()[0].im - (k / mass - speed * speed).sqrt()).abs();
        (off, linear.errors().unwrap())
    };
    let (off, errors) = turntable(0.0);
    assert!(off < 1e-9 && errors.iter().all(|error| *error < 1e-9), "{off:e}: {errors:?}");
    let (off, errors) = turntable(8.0);
    assert!(off > 0.1, "moot: the eigenvalues are right, {off:e}");
    assert!(errors.iter().all(|error| *error == f64::INFINITY), "{errors:?}");
}

/// Two blocks between dampers: what decays without swinging has no imaginary part at all, not 1e-13 of one.
#[test]
fn analytic_what_does_not_swing_is_real() {
    let mut builder = ModelBuilder::new();
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    let blocks = [0.0, 1.0].map(|x| builder.body(format!("block {x}"), Particle::new(1.3).at(x, 0.0)));
    for (block, [stiffness, damping]) in blocks.into_iter().zip([[1e7, 2.1e5], [30.0, 70.0]]) {
        builder.constraint(format!("guide of {block:?}"), Slot::new(guide, block.origin()));
        let spring = SpringDamper::along(Travel::along(guide, block.origin()), stiffness).damping(damping);
        builder.force(format!("mount of {block:?}"), spring);
    }
    let model = builder.build().unwrap();
    let still = model.start().project().unwrap();
    let values = Linearization::about(&model, &still.state).unwrap().eigenvalues().unwrap();
    for [stiffness, damping] in [[1e7, 2.1e5], [30.0, 70.0]] {
        let [half, root] = [0.5 * damping / 1.3, (0.25 * (damping / 1.3_f64).powi(2) - stiffness / 1.3).sqrt()];
        for exact in [-half - root, -half + root] {
            let near = values.iter().map(|value| (value.re - exact).abs()).fold(f64::INFINITY, f64::min);
            assert!(near < 1e-9 * exact.abs(), "{exact}: {values:?}");
        }
    }
    assert!(values.len() == 4 && values.iter().all(|value| value.im == 0.0), "{values:?}");
}

/// An input may act over any range, and the system tells what B, C and D are accurate to: under tanh(k u) a cart of 1 kg has B = k, what reads its force D = k, and tanh(k x) C = k. Mended by b0a1a09a.
#[test]
fn regress_inputs_that_act_over_short_ranges() {
    for k in [1e-6_f64, 1.0, 10.0, 100.0, 1000.0, 1e4, 1e6, 1e8] {
        let mut builder = ModelBuilder::new();
        let cart = builder.body("cart", Particle::new(1.0));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("guide", Slot::new(guide, cart.origin()));
        let push = builder.input("push", 0.0);
        let law = Formula::parse(&format!("tanh({k:?}*u)"), ["u"]).unwrap().given("u", Signal::input(push));
        let way = Travel::along(guide, cart.origin());
        builder.force("motor", AppliedAlong::signal(way, Signal::formula(law).unwrap()));
        let model = builder.build().unwrap();
        let mut linear = Linearization::about(&model, &model.placed()).unwrap();
        let system = linear
            .system(&[push], &[&|at| (k * at.body(cart).origin.x).tanh(), &|at| (k * at.variable(push)).tanh()])
            .unwrap();
        let off = [system.b[1] - k, system.c[(0, 0)] - k, system.d[1] - k].map(f64::abs);
        println!("k = {k:e}: off {:.1e} {:.1e} {:.1e}, told {:.1e}", off[0], off[1], off[2], system.error());
        assert!(off.iter().all(|off| *off < 1e-7 * k) && off.iter().all(|off| *off <= system.error() + 1e-12 * k));
        assert!(system.error() < 1e-6 * k.max(1e-6));
    }
}
