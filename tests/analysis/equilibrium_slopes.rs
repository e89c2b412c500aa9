//! How equilibria, what is read at them, and their eigenvalues move with parameters.

use chetaev::analysis::{EquilibriumError, EquilibriumSlopes, Rest, equilibrium};
use chetaev::prelude::*;
use std::f64::consts::FRAC_PI_2;

/// A bob on two springs, pulled down: r = 2 k (1 − l₀/√(1 + y²)) y + m g = 0.
fn bob() -> Family {
    Family::new([("m", 1.0), ("k", 40.0), ("rest", 0.8)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let bob = builder.body("bob", Particle::new(p["m"]).at(0.1, 0.0));
        for x in [-1.0, 1.0] {
            let spring = SpringDamper::between(GROUND.point(x, 0.0), bob.origin(), p["k"]).rest(p["rest"]);
            builder.force(format!("{x}"), spring);
        }
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap()
}

#[test]
fn analytic_loaded_springs_by_mass_stiffness_and_length() {
    let family = bob();
    let found = EquilibriumSlopes::of(&family, &Rest::Nearest).unwrap();
    let [m, k, rest] = [1.0, 40.0, 0.8];
    let y = found.equilibrium.state.q[1];
    let s = (1.0 + y * y).sqrt();
    let by_y = 2.0 * k * (1.0 - rest / s + rest * y * y / s.powi(3));
    let exact = [9.81, 2.0 * (1.0 - rest / s) * y, -2.0 * k * y / s].map(|by_p| -by_p / by_y);
    let off = (0..3).map(|i| found.displacement(i)[1] / exact[i] - 1.0).fold(0.0, |most: f64, e| most.max(e.abs()));
    println!("dy/dp is off by {off:.1e} of it");
    assert!(off < 2e-11);
    // From side to side it swings with ω² = 2 k (1 − l₀/s + l₀/s³)/m, up and down with by_y/m.
    let squares = |y: f64, m: f64| {
        let s = (1.0 + y * y).sqrt();
        [1.0 - rest / s + rest / s.powi(3), 1.0 - rest / s + rest * y * y / s.powi(3)].map(|part| 2.0 * k * part / m)
    };
    let h = 1e-5;
    let of = |by: f64| squares(y + by * exact[0], m + by).map(f64::sqrt);
    let mut slopes: Vec<f64> = of(h).iter().zip(of(-h)).map(|(a, b)| (a - b) / (2.0 * h)).collect();
    slopes.sort_by(f64::total_cmp);
    let values = found.eigenvalues().unwrap();
    let mut by_m: Vec<f64> = values.iter().filter(|e| e.value.im > 0.0).map(|e| e.slopes[0].unwrap().im).collect();
    by_m.sort_by(f64::total_cmp);
    println!("dω/dm: {by_m:?}, {slopes:?}");
    assert!(by_m.len() == 2 && by_m.iter().zip(&slopes).all(|(a, b)| (a - b).abs() < 1e-8));
}

/// A rod on a pin at a from its center hangs straight, ω² = m g a/(m l²/12 + m a²), and the pin carries m g.
#[test]
fn analytic_hanging_rod_by_where_its_pin_is() {
    let family = Family::new([("a", 0.3), ("m", 2.0)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let rod = builder.body("rod", RigidBody::rod(p["m"], 1.0).at(0.1, -p["a"], -1.3));
        builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-p["a"], 0.0)));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap();
    let found = EquilibriumSlopes::of(&family, &Rest::Nearest).unwrap();
    let turned = found.equilibrium.state.q[2];
    assert!((turned + FRAC_PI_2).abs() < 1e-12, "{turned}");
    let rod: BodyId = family.model().body("rod").unwrap();
    let pin = family.model().constraint("pin").unwrap();
    let off = |found: Vec<f64>, exact: [f64; 2]| {
        found.iter().zip(exact).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
    };
    let place = off(found.reading(|at| at.body(rod).origin[1]).unwrap(), [-1.0, 0.0]);
    let load = off(found.reading(|at| at.multipliers(pin)[1].abs()).unwrap(), [0.0, 9.81]);
    let a = 0.3_f64;
    let (over, under) = (9.81 * a, 1.0 / 12.0 + a * a);
    let omega = (over / under).sqrt();
    let by_a = 0.5 / omega * (9.81 * under - over * 2.0 * a) / (under * under);
    let values = found.eigenvalues().unwrap();
    let swing = values.iter().find(|e| e.value.im > 0.0).unwrap();
    let swings = off(swing.slopes.iter().map(|slope| slope.unwrap().im).collect(), [by_a, 0.0]);
    println!("place {place:.1e} m/m, load {load:.1e} N/m and N/kg, frequency {swings:.1e} 1/s/m, of {by_a}");
    assert!(place < 2e-15 && load < 9e-14 && swings < 6e-13);
}

/// A block on a rough slope, on a spring along it: at the edge k x = m (g sin α ± μ g cos α).
fn slope() -> Family {
    Family::new([("mu", 0.3), ("k", 100.0)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let block = builder.body("block", Particle::new(2.0));
        let line = GROUND.axis([0.0, 0.0], 0.5_f64.atan());
        let guide = builder.constraint("slope", Slot::new(line, block.origin()));
        builder.friction("rub", FrictionPoint::in_slot(guide), Coulomb::new(p["mu"]));
        builder.force("spring", SpringDamper::along(Travel::along(line, block.origin()), p["k"]));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap()
}

#[test]
fn analytic_edges_of_a_rough_slope_by_friction() {
    let family = slope();
    let rub = family.model().friction("rub").unwrap();
    let cos = 1.0 / 1.25_f64.sqrt();
    for (rest, sign) in
        [(Rest::Edge(vec![(rub, 1.0)]), 1.0), (Rest::Edge(vec![(rub, -1.0)]), -1.0), (Rest::Center, 0.0)]
    {
        let found = EquilibriumSlopes::of(&family, &rest).unwrap();
        let along = |index: usize| found.displacement(index)[0] * cos + found.displacement(index)[1] * 0.5 * cos;
        let x = -2.0 * 9.81 * cos * (0.5 + sign * 0.3) / 100.0;
        let exact = [-sign * 2.0 * 9.81 * cos / 100.0, -x / 100.0];
        let off = [0, 1].map(|index| (along(index) - exact[index]).abs());
        println!("{sign}: off by {off:?} of {exact:?}");
        assert!(off[0] < 5e-13 && off[1] < 4e-15, "{} {}", along(0), along(1));
    }
}

#[test]
fn refusal_where_friction_holds_and_where_nothing_does() {
    // Held where it was put: the spring is slack there, and μ = 0.7 holds it.
    let held = slope().at(&[0.7, 100.0]).unwrap();
    let outcome = EquilibriumSlopes::of(&held, &Rest::Nearest);
    assert!(matches!(outcome, Err(EquilibriumError::Held { .. })), "{outcome:?}");
    assert!(EquilibriumSlopes::of(&held, &Rest::Center).is_ok());
    // A ball that any push moves away for good.
    let pushed = Family::new([("push", 0.0)], |p| {
        let mut builder = ModelBuilder::new();
        let ball = builder.body("ball", Particle::new(1.0));
        let push = [Signal::constant(p["push"]), Signal::constant(0.0)];
        builder.force("push", Applied::signal(ball.origin(), push, Signal::constant(0.0)));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let outcome = EquilibriumSlopes::of(&pushed, &Rest::Nearest);
    assert!(matches!(&outcome, Err(EquilibriumError::Fold { parameter, .. }) if parameter == "push"), "{outcome:?}");
}

/// A plate in space on a ball joint and two springs, against differences of whole searches.
#[test]
fn oracle_plate_in_space_against_searches() {
    let family = Family::new([("k", 300.0), ("x", 0.4), ("m", 1.5)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -9.81]);
        let plate = builder.body("plate", Solid::principal(p["m"], [0.02, 0.03, 0.045])?.at(0.3, 0.0, 0.0));
        builder.constraint("ball", Joint::spherical(WORLD.origin(), plate.point(-0.3, 0.0, 0.0)));
        for (name, [x, y], to) in [("one", [p["x"], 0.3], 0.2), ("two", [0.35, -0.3], -0.25)] {
            let from = WORLD.point(x, y, 0.7);
            builder.force(name, SpringDamper::between(from, plate.point(0.1, to, 0.05), p["k"]).rest(0.5));
        }
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap();
    let found = EquilibriumSlopes::of(&family, &Rest::Nearest).unwrap();
    let plate: BodyId<Spatial> = family.model().body("plate").unwrap();
    let read = |at: &Snapshot<'_>| at.q()[0] + 2.0 * at.q()[1] - 3.0 * at.q()[2] + at.body(plate).origin[2];
    let slopes = found.reading(read).unwrap();
    for (index, slope) in slopes.iter().enumerate() {
        let at = |x: f64| {
            let mut values = family.values().to_vec();
            values[index] += x;
            let member = family.at(&values).unwrap();
            let state = equilibrium(member.model(), &found.equilibrium.state, &Rest::Nearest).unwrap().state;
            let plate: BodyId<Spatial> = member.model().body("plate").unwrap();
            let at = member.model().read(&state);
            at.q()[0] + 2.0 * at.q()[1] - 3.0 * at.q()[2] + at.body(plate).origin[2]
        };
        let h = 2e-3 * family.values()[index];
        let wide = (at(2.0 * h) - at(-2.0 * h)) / (4.0 * h);
        let searched = ((at(h) - at(-h)) / (2.0 * h)) * (4.0 / 3.0) - wide / 3.0;
        println!("{}: {slope}, by searches {searched}, apart {:.1e}", family.names()[index], (slope - searched).abs());
        assert!(slope.abs() > 1e-6 && (slope - searched).abs() < 9e-11);
    }
}

/// Four-bars with springs at random: lengths, places, masses and stiffnesses are parameters, and every one of them moves the loop.
#[test]
fn property_random_four_bars_move_as_searches_say() {
    let (mut worst, mut tried) = (0.0_f64, 0);
    for seed in 0..40_u32 {
        let mut state = u64::from(seed) * 7919 + 17;
        let mut dice = |from: f64, to: f64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            from + (to - from) * (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let p = [
            dice(0.4, 0.7),
            dice(0.9, 1.3),
            dice(0.6, 0.9),
            dice(0.9, 1.2),
            dice(0.5, 3.0),
            dice(20.0, 200.0),
            dice(0.2, 0.8),
        ];
        let names = ["crank", "coupler", "rocker", "ground", "mass", "k", "rest"];
        let family = Family::new(names.into_iter().zip(p), |p| {
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, -9.81]);
            let at = |x: f64, y: f64, turn: f64, l: f64| RigidBody::rod(p["mass"], l).at(x, y, turn);
            let crank = builder.body("crank", at(0.1, 0.3, 1.2, p["crank"]));
            let coupler = builder.body("coupler", at(0.6, 0.6, 0.2, p["coupler"]));
            let rocker = builder.body("rocker", at(1.1, 0.4, 1.3, p["rocker"]));
            let half = |name: &str| 0.5 * p[name];
            builder.constraint("A", Revolute::new(GROUND.origin(), crank.point(-half("crank"), 0.0)));
            builder
                .constraint("B", Revolute::new(crank.point(half("crank"), 0.0), coupler.point(-half("coupler"), 0.0)));
            builder
                .constraint("C", Revolute::new(coupler.point(half("coupler"), 0.0), rocker.point(half("rocker"), 0.0)));
            builder.constraint("D", Revolute::new(GROUND.point(p["ground"], 0.0), rocker.point(-half("rocker"), 0.0)));
            let spring = SpringDamper::between(GROUND.point(0.3, 1.5), coupler.point(0.1, 0.1), p["k"]).rest(p["rest"]);
            builder.force("spring", spring);
            let model = builder.build()?;
            let start = model.start().project()?.into();
            Ok((model, start))
        });
        // Some loops do not close.
        let Ok(family) = family else { continue };
        let Ok(found) = EquilibriumSlopes::of(&family, &Rest::Nearest) else { continue };
        let pin = family.model().constraint("C").unwrap();
        let read = |at: &Snapshot<'_>| at.q()[5] + 0.01 * at.multipliers(pin)[0];
        let slopes = found.reading(read).unwrap();
        for (index, slope) in slopes.iter().enumerate() {
            let at = |x: f64| {
                let mut values = family.values().to_vec();
                values[index] += x;
                let member = family.at(&values).unwrap();
                // The search goes from the known place, put onto the member.
                let guess = member.model().start_from(found.equilibrium.state.clone()).project().unwrap().state;
                let state = equilibrium(member.model(), &guess, &Rest::Nearest).unwrap().state;
                let pin = member.model().constraint("C").unwrap();
                let at = member.model().read(&state);
                at.q()[5] + 0.01 * at.multipliers(pin)[0]
            };
            // One of them is so near a fold that wider differences of searches do not tell it.
            let h = 2e-5 * p[index];
            let searched = (at(h) - at(-h)) / (2.0 * h) * (4.0 / 3.0) - (at(2.0 * h) - at(-2.0 * h)) / (12.0 * h);
            let off = (slope - searched).abs() / (slope.abs() + 1.0);
            assert!(off < 9e-9, "seed {seed}, {}: {slope}, by searches {searched}", names[index]);
            worst = worst.max(off);
            tried += 1;
        }
    }
    println!("{tried} derivatives, off by {worst:.1e} at most");
    assert!(tried > 100, "moot: {tried}");
}

/// A cart that stands anywhere: its place has no stiffness, and no parameter asks for one. Of rounding a fold was made.
/// Held since b8534cb4.
#[test]
fn regress_what_may_stand_anywhere_is_no_fold() {
    let family = Family::new([("m", 1.3), ("l", 0.7)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let cart = builder.body("cart", RigidBody::new(2.0, 0.1).at(0.37, 0.0, 0.0));
        let rod = builder.body("rod", RigidBody::rod(p["m"], p["l"]).at(0.37, -0.5 * p["l"], -FRAC_PI_2 + 0.3));
        let rail = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("rail", Prismatic::new(rail, cart.axis([0.0, 0.0], 0.0)));
        builder.constraint("pin", Revolute::new(cart.origin(), rod.point(-0.5 * p["l"], 0.0)));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap();
    let found = EquilibriumSlopes::of(&family, &Rest::Nearest).unwrap();
    let rod: BodyId = family.model().body("rod").unwrap();
    let slopes = found.reading(|at| at.body(rod).origin[1]).unwrap();
    assert!(slopes[0].abs() < 1e-12 && (slopes[1] + 0.5).abs() < 1e-12, "{slopes:?}");
}

/// Two carts between walls, with a damper: (m λ² + c λ + k₁ + k) u₁ = k u₂ in every mode, and so has its derivative.
#[test]
fn analytic_shapes_of_two_carts() {
    let values = [("m", 2.0), ("c", 3.0), ("k1", 50.0), ("k", 20.0), ("k2", 70.0)];
    let family = Family::new(values, |p| {
        let mut builder = ModelBuilder::new();
        let track = GROUND.axis([0.0, 0.0], 0.0);
        let [a, b] = [(p["m"], 0.5), (1.0, 1.2)].map(|(m, x)| Particle::new(m).at(x, 0.0));
        let [a, b] = [builder.body("a", a), builder.body("b", b)];
        builder.constraint("track a", Slot::new(track, a.origin()));
        builder.constraint("track b", Slot::new(track, b.origin()));
        let [left, right] = [a, b].map(|cart| Travel::along(track, cart.origin()));
        builder.force("left", SpringDamper::along(left, p["k1"]).rest(0.5).damping(p["c"]));
        builder.force("right", SpringDamper::along(right, p["k2"]).rest(1.2));
        builder.force("between", SpringDamper::between(a.origin(), b.origin(), p["k"]).rest(0.7));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let [m, c, k1, k, _] = values.map(|(_, value)| value);
    let found = EquilibriumSlopes::of(&family, &Rest::Nearest).unwrap();
    let modes = found.modes().unwrap();
    let values = found.eigenvalues().unwrap();
    assert_eq!(modes.len(), 4);
    let mut most: f64 = 0.0;
    for (mode, value) in modes.iter().zip(&values) {
        let (lambda, q) = (mode.shape.eigenvalue, &mode.shape.q);
        let ratio = q[2] / q[0];
        assert!(
            (lambda - value.value).norm() < 1e-11
                && (q[2] / q[0] * k - (lambda * lambda * m + lambda * c + k1 + k)).norm() < 1e-10
        );
        let explicit = [lambda * lambda, lambda, 1.0.into(), (1.0 - ratio), 0.0.into()];
        for (index, explicit) in explicit.into_iter().enumerate() {
            let slope = mode.slopes[index].as_ref().unwrap();
            assert!((slope.eigenvalue - value.slopes[index].unwrap()).norm() < 1e-8);
            let by = (slope.q[2] - ratio * slope.q[0]) / q[0];
            let exact = ((lambda * m * 2.0 + c) * slope.eigenvalue + explicit) / k;
            most = most.max((by - exact).norm() / exact.norm());
            // What is 1 stays 1, and velocities are those of e^{λt}.
            let one = if q[0].norm() > q[2].norm() { 0 } else { 2 };
            assert!((q[one] - 1.0).norm() < 1e-14 && slope.q[one].norm() < 1e-12);
            for i in [0, 2] {
                assert!((slope.v[i] - lambda * slope.q[i] - slope.eigenvalue * q[i]).norm() < 1e-8, "{index} {i}");
            }
        }
    }
    println!("the ratio of amplitudes by five parameters is off by {most:.1e} of it");
    assert!(most < 2.1e-11);
}
