//! Known answers and odd questions, by someone who did not write the room.

use chetaev::analysis::*;
use chetaev::nalgebra::{Complex, DMatrix};
use chetaev::prelude::*;
use std::f64::consts::{PI, TAU};

/// A mass on a straight rail, pushed by f(t, x, v).
fn rail(mass: f64, x: f64, v: f64, f: impl Fn(f64, f64, f64) -> f64 + Send + Sync + 'static) -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    let body = builder.body("mass", Particle::new(mass).at(x, 0.0).moving(v, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("rail", Slot::new(guide, body.origin()));
    builder.force("push", AppliedAlong::new(Travel::along(guide, body.origin()), move |t, u| f(t, u.value, u.rate)));
    (builder.build().unwrap(), body)
}

/// A pendulum of this length, at an angle from the lowest place.
fn pendulum(length: f64, angle: f64) -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bob = builder.body("bob", Particle::new(1.0).at(length * angle.sin(), -length * angle.cos()));
    builder.constraint("rod", Distance::new(GROUND.origin(), bob.origin(), length));
    (builder.build().unwrap(), bob)
}

#[test]
fn refusal_a_model_without_freedom() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", RigidBody::rod(1.0, 1.0));
    builder.constraint("weld", Weld::new(GROUND.axis([0.0, 0.0], 0.0), block.axis([0.0, 0.0], 0.0)));
    let model = builder.build().unwrap();
    let at = model.placed();
    for rest in [Rest::Nearest, Rest::Center, Rest::Edge(Vec::new())] {
        let found = equilibrium(&model, &at, &rest).unwrap();
        assert_eq!(
            (found.margin, found.residual < 1e-12),
            (if rest == Rest::Edge(Vec::new()) { Some(0.0) } else { None }, true)
        );
    }
    let mut linear = Linearization::about(&model, &at).unwrap();
    assert_eq!(linear.freedoms(), (0, 0));
    assert!(linear.eigenvalues().unwrap().is_empty() && linear.modes().unwrap().is_empty());
    let answer = linear.response(3.0, block, &[1.0, 2.0, 3.0]).unwrap();
    assert!(answer.iter().all(|x| x.norm() == 0.0), "{answer:?}");
    let plan = || Simulation::new(&model);
    for orbit in [Shooting::driven(1.0), Shooting::free(1.0)] {
        let found = orbit.run(&model, &plan, &at).unwrap();
        assert!(found.multipliers.is_empty());
    }
    let found = Lyapunov::new(1.0, 10).exponents(3).run(&mut Mechanism::new(&model, plan), &at).unwrap();
    assert!(found.values.is_empty() && found.largest().0.is_nan() && found.kaplan_yorke().is_none());
}

#[test]
fn analytic_tiny_and_huge_mechanisms() {
    // A pendulum of a watch and one as long as an orbit is high: ω² = g/l, wherever the guess begins.
    for length in [1e-6, 1e-4, 1e-2, 1.0, 1e3, 1e8] {
        let (model, bob) = pendulum(length, 0.4);
        let found = equilibrium(&model, &model.placed(), &Rest::Center).unwrap_or_else(|e| panic!("{length:e}: {e}"));
        assert!(model.read(&found.state).body(bob).origin.x.abs() < 1e-9 * length, "{length:e}: {:?}", found.state.q);
        let linear = Linearization::about(&model, &found.state).unwrap();
        let omega = linear.modes().unwrap()[0].angular_frequency();
        let expected = (9.81 / length).sqrt();
        println!("{length:e}: {omega} {expected} error {:e}", linear.error());
        assert!((omega / expected - 1.0).abs() < 1e-6, "{length:e}: {omega} {expected} error {:e}", linear.error());
    }
}

#[test]
fn analytic_far_from_the_origin() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bob = builder.body("bob", Particle::new(1.0).at(1e6 + 0.3, -1.0));
    builder.constraint("rod", Distance::new(GROUND.point(1e6, 0.0), bob.origin(), 1.0));
    let model = builder.build().unwrap();
    let found = equilibrium(&model, &model.placed(), &Rest::Center).unwrap();
    assert!((model.read(&found.state).body(bob).origin.x - 1e6).abs() < 1e-8, "{:?}", found.state.q);
    let linear = Linearization::about(&model, &found.state).unwrap();
    let omega = linear.modes().unwrap()[0].angular_frequency();
    println!("{omega} {} error {:e}", 9.81_f64.sqrt(), linear.error());
    assert!((omega - 9.81_f64.sqrt()).abs() < 1e-6);
}

/// Held since efd2ab9.
#[test]
fn regress_a_drive_that_stands_for_an_instant_is_no_rest() {
    // cos t has no speed at t = 0, but an acceleration.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let cart = builder.body("cart", Particle::new(1.0).at(1.0, 0.0));
    let bob = builder.body("bob", Particle::new(1.0).at(1.0, -1.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("rail", Slot::new(guide, cart.origin()));
    builder.constraint("drive", Driver::new(Travel::along(guide, cart.origin()), |t: Jet| (t * 3.0).cos()));
    builder.constraint("rod", Distance::new(cart.origin(), bob.origin(), 1.0));
    let model = builder.build().unwrap();
    for rest in [Rest::Nearest, Rest::Center] {
        let found = equilibrium(&model, &model.placed(), &rest);
        assert!(found.is_err(), "{found:?}");
    }
}

#[test]
fn refusal_not_a_number_is_not_at_rest() {
    let (model, mass) = rail(1.0, 1.5, 0.0, |_, x, _| (x - 1.0).sqrt());
    let mut outside = model.placed();
    outside.set_position(&model, mass, [0.5, 0.0]);
    let found = equilibrium(&model, &outside, &Rest::Nearest);
    assert!(found.is_err(), "{found:?}");
    let linear = Linearization::about(&model, &outside);
    assert!(linear.is_err(), "{linear:?}");
    // At the border of what is defined: no differences on one side.
    let (model, _) = rail(1.0, 1.0, 0.0, |_, x, _| (x - 1.0).sqrt());
    let linear = Linearization::about(&model, &model.placed());
    assert!(linear.is_err(), "{linear:?}");
}

#[test]
fn analytic_saddle_and_no_equilibrium() {
    let (model, bob) = pendulum(1.0, PI - 1e-3);
    let found = equilibrium(&model, &model.placed(), &Rest::Nearest).unwrap();
    assert!((model.read(&found.state).body(bob).origin.y - 1.0).abs() < 1e-12, "{:?}", found.state.q);
    let values = Linearization::about(&model, &found.state).unwrap().eigenvalues().unwrap();
    let w = 9.81_f64.sqrt();
    assert!((values[0] + w).norm() < 1e-9 && (values[1] - w).norm() < 1e-9, "{values:?}");
    // x'' = 1 + x²: nothing balances it, the least is at x = 0.
    let (model, _) = rail(1.0, 0.7, 0.0, |_, x, _| 1.0 + x * x);
    let found = equilibrium(&model, &model.placed(), &Rest::Nearest);
    assert!(
        matches!(found, Err(EquilibriumError::Stalled { acceleration, .. }) if (acceleration - 1.0).abs() < 1e-3),
        "{found:?}"
    );
    // A double zero: found, to the root of the rounding.
    let (model, mass) = rail(1.0, 0.7, 0.0, |_, x, _| (x - 0.2) * (x - 0.2));
    let found = equilibrium(&model, &model.placed(), &Rest::Nearest).unwrap();
    assert!((model.read(&found.state).body(mass).origin.x - 0.2).abs() < 1e-4, "{found:?}");
}

#[test]
fn analytic_two_damped_oscillators() {
    // m x'' + K x + C x' = 0 with C = β K: modes stay, λ² + β ω² λ + ω² = 0 with ω² = k/m and 3 k/m.
    let (m, k, beta) = (2.0, 8.0, 0.05);
    let mut builder = ModelBuilder::new();
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    let masses = [1.0, 2.0].map(|x| builder.body(format!("{x}"), Particle::new(m).at(x, 0.0)));
    for (n, mass) in masses.iter().enumerate() {
        builder.constraint(format!("rail {n}"), Slot::new(guide, mass.origin()));
    }
    let wall = Travel::along(guide, masses[0].origin());
    builder.force("left", SpringDamper::along(wall, k).rest(1.0).damping(beta * k));
    builder.force("link", SpringDamper::between(masses[0].origin(), masses[1].origin(), k).rest(1.0).damping(beta * k));
    builder
        .force("right", SpringDamper::along(Travel::along(guide, masses[1].origin()), k).rest(2.0).damping(beta * k));
    let model = builder.build().unwrap();
    let mut linear = Linearization::about(&model, &model.placed()).unwrap();
    let modes = linear.modes().unwrap();
    for (mode, square, sign) in [(0, k / m, 1.0), (2, 3.0 * k / m, -1.0)] {
        let omega = square.sqrt();
        let zeta = 0.5 * beta * omega;
        let expected = Complex::new(-zeta * omega, omega * (1.0 - zeta * zeta).sqrt());
        assert!((modes[mode].eigenvalue - expected).norm() < 1e-10, "{:?} {expected}", modes[mode]);
        assert!((modes[mode].damping_ratio() - zeta).abs() < 1e-10);
        assert!((modes[mode].q[2] / modes[mode].q[0] - sign).norm() < 1e-9);
        assert!((modes[mode].v[0] - expected * modes[mode].q[0]).norm() < 1e-9);
    }
    // Receptances: x₁ and x₂ over a force on the first, in meters per newton.
    for w in [0.5, 2.0, 3.3, 9.0] {
        let stiff = Complex::new(k, beta * k * w);
        let d = stiff * 2.0 - m * w * w;
        let expected = [d / (d * d - stiff * stiff), stiff / (d * d - stiff * stiff)];
        let answer = linear.response(w, masses[0], &[1.0, 0.0, 0.0]).unwrap();
        assert!(
            (answer[0] - expected[0]).norm() < 1e-11 && (answer[2] - expected[1]).norm() < 1e-11,
            "{w}: {answer:?}"
        );
    }
}

#[test]
fn refusal_undecided_friction_is_not_left_out_silently() {
    // A block that friction holds on a slope beside a spring: it does not swing.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", Particle::new(2.0));
    let slope = builder.constraint("slope", Slot::new(GROUND.axis([0.0, 0.0], 0.1), block.origin()));
    builder.force("spring", SpringDamper::guided(GROUND.axis([0.0, 0.0], 0.1), block.origin(), 100.0));
    builder.friction("rub", FrictionPoint::in_slot(slope), Coulomb::new(0.2).holding(0.3));
    let model = builder.build().unwrap();
    let open = Linearization::about(&model, &model.placed());
    assert!(matches!(&open, Err(LinearError::Eval(e)) if e.to_string().contains("`rub`")), "{open:?}");
    let mut state = model.placed();
    model.decide_friction(&mut state).unwrap();
    assert_eq!(Linearization::about(&model, &state).unwrap().freedoms(), (1, 0), "it sticks");
}

#[test]
fn analytic_redundant_constraints_change_nothing() {
    let swing = |redundant: bool| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]).allow_redundant();
        let bob = builder.body("bob", RigidBody::new(2.0, 0.3).at(0.0, -0.7, 0.0));
        builder.constraint("pin", Revolute::new(GROUND.origin(), bob.point(0.0, 0.7)));
        if redundant {
            builder.constraint("rod", Distance::new(GROUND.origin(), bob.origin(), 0.7));
            builder.constraint("pin again", Revolute::new(GROUND.origin(), bob.point(0.0, 0.7)));
        }
        let model = builder.build().unwrap();
        let linear = Linearization::about(&model, &model.placed()).unwrap();
        assert_eq!(linear.freedoms(), (1, 1));
        linear.eigenvalues().unwrap()
    };
    let (one, other) = (swing(false), swing(true));
    let expected = (2.0 * 9.81 * 0.7 / (0.3 + 2.0 * 0.49_f64)).sqrt();
    assert!((one[0].im - expected).abs() < 1e-10 && (other[0].im - expected).abs() < 1e-10, "{one:?} {other:?}");
}

/// The monodromy matrix of x'' = f(t, x, x') linearized by hand, by the classical method with many steps.
fn monodromy(period: f64, rows: impl Fn(f64, [f64; 2]) -> [f64; 2]) -> DMatrix<f64> {
    let steps = 20_000;
    let h = period / steps as f64;
    let add = |x: [f64; 2], k: [f64; 2], f: f64| [x[0] + f * k[0], x[1] + f * k[1]];
    let column = |start: [f64; 2]| {
        let mut x = start;
        for n in 0..steps {
            let t = n as f64 * h;
            let k1 = rows(t, x);
            let k2 = rows(t + 0.5 * h, add(x, k1, 0.5 * h));
            let k3 = rows(t + 0.5 * h, add(x, k2, 0.5 * h));
            let k4 = rows(t + h, add(x, k3, h));
            for i in 0..2 {
                x[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
        }
        x
    };
    let (a, b) = (column([1.0, 0.0]), column([0.0, 1.0]));
    DMatrix::from_row_slice(2, 2, &[a[0], b[0], a[1], b[1]])
}

#[test]
fn oracle_multipliers_of_mathieu() {
    // x'' + (a − 2 q cos 2t) x = 0 about x = 0, in a stable place and in an unstable one.
    for (a, q) in [(1.5, 0.4), (1.0, 0.5)] {
        let (model, _) = rail(1.0, 0.0, 0.0, move |t, x, _| -(a - 2.0 * q * (2.0 * t).cos()) * x);
        let plan = || Simulation::new(&model).tolerance(1e-12);
        let orbit = Shooting::driven(PI).run(&model, &plan, &model.placed()).unwrap();
        assert!(orbit.differences.is_none() && orbit.flags.is_empty(), "{:?}", orbit.flags);
        let m = monodromy(PI, |t, x| [x[1], -(a - 2.0 * q * (2.0 * t).cos()) * x[0]]);
        let (half, product) = (0.5 * m.trace(), orbit.multipliers[0] * orbit.multipliers[1]);
        let sum = orbit.multipliers[0] + orbit.multipliers[1];
        println!("{a} {q}: {:?} half trace {half}", orbit.multipliers);
        assert!((product - 1.0).norm() < 1e-8 && (sum - 2.0 * half).norm() < 1e-8, "{sum} {half} {product}");
        assert_eq!(half.abs() > 1.0, q == 0.5, "moot");
    }
}

#[test]
fn identity_multipliers_and_the_trace() {
    // Their product is exp ∫ tr: van der Pol and a driven Duffing oscillator.
    let mu = 1.0;
    let (model, mass) = rail(1.0, 2.0, 0.0, move |_, x, v| mu * (1.0 - x * x) * v - x);
    let plan = || Simulation::new(&model).tolerance(1e-12).every(1e-3);
    let orbit = Shooting::free(6.6).run(&model, &plan, &model.placed()).unwrap();
    // The period is known to many digits (6.663 286 859 323 130).
    assert!((orbit.period - 6.663_286_859_323_13).abs() < 1e-8, "{}", orbit.period);
    let run = plan().run(orbit.state.clone(), orbit.state.t + orbit.period).unwrap();
    let (t, trace) = (run.times(), run.column(|at| mu * (1.0 - at.body(mass).origin.x.powi(2))));
    let integral: f64 = (1..t.len()).map(|k| 0.5 * (t[k] - t[k - 1]) * (trace[k] + trace[k - 1])).sum();
    println!("{:?} {}", orbit.multipliers, integral.exp());
    assert!((orbit.multipliers[0] - 1.0).norm() < 1e-7, "{:?}", orbit.multipliers);
    let product = orbit.multipliers[0] * orbit.multipliers[1];
    assert!((product / integral.exp() - 1.0).norm() < 1e-3, "{product} {}", integral.exp());

    let (damping, drive, omega) = (0.2, 0.3, 1.2);
    let (model, _) = rail(1.0, 0.0, 0.0, move |t, x, v| -x - x.powi(3) - damping * v + drive * (omega * t).cos());
    let plan = || Simulation::new(&model).tolerance(1e-12);
    let settled = Section::strobed(TAU / omega).skip(30).take(1).run(&plan, model.placed()).unwrap();
    let orbit = Shooting::driven(TAU / omega).run(&model, &plan, &settled[0]).unwrap();
    let product = orbit.multipliers[0] * orbit.multipliers[1];
    assert!((product - (-damping * TAU / omega).exp()).norm() < 1e-8, "{:?}", orbit.multipliers);
}

#[test]
fn identity_exponents_of_a_hamiltonian_come_in_pairs() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let one = builder.body("one", Particle::new(1.0).at(0.8, 0.6));
    let two = builder.body("two", Particle::new(1.0).at(1.4, 1.4));
    builder.constraint("first", Distance::new(GROUND.origin(), one.origin(), 1.0));
    builder.constraint("second", Distance::new(one.origin(), two.origin(), 1.0));
    let model = builder.build().unwrap();
    let start: State = model.start().project().unwrap().into();
    let mut flow = Mechanism::new(&model, || Simulation::new(&model).tolerance(1e-11));
    let time = 400.0;
    let found = Lyapunov::new(0.1, (time / 0.1) as usize).exponents(4).run(&mut flow, &start).unwrap();
    let l = &found.values;
    println!("{l:?} ± {:?}", found.errors);
    assert_eq!(found.dimension, 4);
    assert!(l[0] > 0.5, "moot: not chaotic, {l:?}");
    // Volume is measured in a chart's coordinates, which differ from the canonical ones by a bounded factor: the sum falls as 1/time
    // (measured from 25 s to 800 s: sum times time stays within 2.4).
    assert!(l.iter().sum::<f64>().abs() * time < 4.0, "{l:?}");
    assert!((l[0] + l[3]).abs() < 0.05 && (l[1] + l[2]).abs() < 0.05, "{l:?}");
}

#[test]
fn refusal_odd_sections() {
    let (model, bob) = pendulum(1.0, 0.4);
    let plan = || Simulation::new(&model);
    let start = || model.placed();
    // Never, and touching alone: an end that says so.
    let place = move |at: &Snapshot<'_>| at.body(bob).origin;
    for k in [0, 1] {
        let found = Section::rising(move |at| [place(at).y - 3.0, -place(at).x.powi(2)][k])
            .take(3)
            .within(20.0)
            .run(&plan, start());
        assert!(matches!(found, Err(SectionError::TooFew { found: 0, wanted: 3, .. })), "{found:?}");
    }
    let found = Section::rising(|_| f64::NAN).take(3).within(5.0).run(&plan, start());
    println!("NaN: {found:?}");
    assert!(found.is_err());
    assert!(Section::rising(move |at| place(at).x).take(0).within(5.0).run(&plan, start()).unwrap().is_empty());
    assert!(Section::strobed(1.0).take(0).run(&plan, start()).unwrap().is_empty());
    let all = Section::rising(move |at| place(at).x).take(usize::MAX).skip(3).within(5.0).run(&plan, start());
    assert!(matches!(all, Err(SectionError::TooFew { found: 2, .. })), "{all:?}");
    for period in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let found = Section::strobed(period).take(3).run(&plan, start());
        println!("period {period}: {found:?}");
        assert!(found.is_err(), "{period}: {found:?}");
        let orbit = Shooting::driven(period).run(&model, &plan, &start());
        println!("period {period}: {:?}", orbit.as_ref().err().map(ToString::to_string));
        assert!(orbit.is_err(), "{period}: {orbit:?}");
    }
}

#[test]
fn refusal_odd_exponents() {
    let (model, _) = pendulum(1.0, 0.4);
    let mut flow = Mechanism::new(&model, || Simulation::new(&model));
    let start = model.placed();
    for (stretch, distance) in [(-1.0, 1e-6), (0.0, 1e-6), (f64::NAN, 1e-6), (1.0, 0.0), (1.0, f64::NAN), (1.0, -1e-6)]
    {
        let found = Lyapunov::new(stretch, 20).distance(distance).run(&mut flow, &start);
        println!("{stretch} {distance}: {:?}", found.as_ref().map(Exponents::largest));
        if distance >= 0.0 || distance.is_nan() {
            assert!(found.is_err() || found.unwrap().largest().0.is_nan(), "{stretch} {distance}");
        }
    }
    let none = Lyapunov::new(1.0, 0).run(&mut flow, &start).unwrap();
    assert!(none.largest().0.is_nan());
    struct Growing;
    impl chetaev::ode::Rhs for Growing {
        type Error = std::convert::Infallible;
        fn rhs(&mut self, _: f64, y: &[f64], out: &mut [f64]) -> Result<(), Self::Error> {
            out[0] = y[0];
            Ok(())
        }
    }
    let control = chetaev::ode::Control::default();
    let mut flow = Equations::new(Growing, 1, chetaev::ode::Method::Dopri5, control).unwrap();
    for stretch in [-1.0, 0.0, f64::NAN] {
        let found = Lyapunov::new(stretch, 20).run(&mut flow, &(0.0, vec![1.0])).map(|e| e.largest().0);
        assert!(found.as_ref().map_or(true, |x| x.is_nan()), "{stretch}: {found:?}");
    }
    let found = Lyapunov::new(0.5, 20).run(&mut flow, &(0.0, vec![1.0])).unwrap();
    assert!((found.largest().0 - 1.0).abs() < 1e-5, "{found:?}");
}

#[test]
fn refusal_convergence_sees_what_is_not_a_number() {
    let steps = [0.1, 0.05, 0.025];
    let wrong =
        Convergence::against(&[1.0], &steps, |h| Ok::<_, ()>(vec![if h < 0.06 { f64::NAN } else { 1.0 + h }])).unwrap();
    assert!(wrong.errors[1].is_nan() && wrong.order().is_nan(), "{wrong:?}");
    let wrong =
        Convergence::of_itself(&steps, |h| Ok::<_, ()>(vec![if h < 0.06 { f64::NAN } else { 1.0 + h }])).unwrap();
    assert!(wrong.errors.iter().all(|e| e.is_nan()), "{wrong:?}");
}

#[test]
fn analytic_rolling_leaves_zeros_that_are_zeros() {
    // A disk in the plane that rolls on a line, with a spring to its center: one frequency, k/(3 m/2), and no other number.
    let (m, r, k) = (2.0, 0.3, 50.0);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let disk = builder.body("disk", RigidBody::disk(m, r).at(0.0, r, 0.0));
    let free = builder.body("free", RigidBody::disk(m, r).at(5.0, r, 0.0));
    let floor = GROUND.axis([0.0, 0.0], 0.0);
    for (name, body) in [("one", disk), ("other", free)] {
        builder.constraint(name, Contact::rolling(GROUND, body, chetaev::contact::EllipseOnLine::new(floor, r, r)));
    }
    builder.force("spring", SpringDamper::guided(floor, disk.origin(), k));
    let model = builder.build().unwrap();
    let found = equilibrium(&model, &model.placed(), &Rest::Nearest).unwrap();
    let linear = Linearization::about(&model, &found.state).unwrap();
    let values = linear.eigenvalues().unwrap();
    println!("{:?} {values:?}", linear.freedoms());
    let omega = (k / (1.5 * m)).sqrt();
    let swings: Vec<_> = values.iter().filter(|x| (x.im.abs() - omega).abs() < 1e-9 && x.re.abs() < 1e-9).collect();
    assert_eq!(swings.len(), 2);
    // Free to roll: λ² = 0 is exact to the root of the rounding, rolling itself to the rounding.
    assert!(values.iter().filter(|x| x.norm() < 1e-6).count() == values.len() - 2, "{values:?}");
}
