//! Forces that jump, and forces that bend, under derivatives: closed forms.
//!
//! Held since 4865fba: the jump of S where a force jumps was left out, and at a bend the mean of both slopes was taken.

use super::common::{difference, ends, followed, slopes};
use chetaev::math::Formula;
use chetaev::prelude::*;
use chetaev::simulate::Parameters;

/// A particle of 1 kg on a line, at x = 0, under a force along it.
fn pushed(values: &[(&str, f64)], formula: fn(&Parameters<'_>) -> String) -> Family {
    let named: Vec<(String, f64)> = values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let family = Family::new(named, move |p| {
        let mut builder = ModelBuilder::new();
        let cart = builder.body("cart", Particle::new(1.0).moving(p["v"], 0.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("line", Slot::new(line, cart.origin()));
        let force = Formula::parse(&formula(p), ["x", "v", "t"])?;
        builder.force("push", AppliedAlong::formula(Travel::along(line, cart.origin()), force)?);
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    family.unwrap()
}

/// The derivatives of x and its rate at the end.
fn at_end(family: &Family, rtol: f64, t: f64, name: &str) -> [f64; 2] {
    let run = followed(family, rtol, t);
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    let found = slopes(&run, name);
    [found[0], found[2]]
}

/// Until x = g the force is a, then b: with v₁² = v² + 2 a g there and t₁ = (v₁ − v)/a, x = g + v₁ (t − t₁) + b (t − t₁)²/2.
#[test]
fn analytic_a_force_jumps_at_a_place() {
    let (v, g, a, b, t) = (0.2_f64, 0.3, 1.0, 3.0, 1.5);
    let family = pushed(&[("v", v), ("g", g), ("a", a), ("b", b)], |p| {
        format!("if(x < {:?}, {:?}, {:?})", p["g"], p["a"], p["b"])
    });
    let v1 = (v * v + 2.0 * a * g).sqrt();
    let t1 = (v1 - v) / a;
    let s = t - t1;
    // Of v₁ and t₁.
    let expected = [
        ("v", [v / v1, (v / v1 - 1.0) / a], 0.0, 0.0),
        ("g", [a / v1, 1.0 / v1], 1.0, 0.0),
        ("a", [g / v1, (g / v1 - t1) / a], 0.0, 0.0),
        ("b", [0.0, 0.0], 0.0, 1.0),
    ];
    for rtol in [1e-6, 1e-9, 1e-12] {
        for (name, [dv1, dt1], dg, db) in expected {
            let x = dg + dv1 * s - v1 * dt1 - b * s * dt1 + 0.5 * db * s * s;
            let rate = dv1 - b * dt1 + db * s;
            let [found_x, found_rate] = at_end(&family, rtol, t, name);
            let off = (found_x - x).abs().max((found_rate - rate).abs());
            println!("{rtol:e} {name}: {found_x:.12} {x:.12}, off by {off:.1e}");
            assert!(off < 1e-9, "{name}: {found_x} for {x}, {found_rate} for {rate}");
        }
    }
}

/// x" = −k sign x from x₀ at rest passes zero at T = √(2x₀/k) and 3T.
#[test]
fn analytic_a_force_turns_back() {
    let family = pushed(&[("v", 0.0), ("k", 1.0)], |p| format!("-{:?}*sign(x)", p["k"]));
    let model = family.model();
    let mut start = family.start().clone();
    start.q[0] = 1.0;
    let plan = || Simulation::new(model).tolerance(1e-12).output(Output::Ends);
    for t in [2.8, 5.0, 9.0_f64] {
        let asked = Sensitivities::to_start("cart.x").and_start("cart.vx");
        let run = plan().sensitivities(asked).run(start.clone(), t).unwrap();
        let quarter = 2.0_f64.sqrt();
        // It goes in parabolas about the turning points, ±x₀ at 2 n T: x = ±(x₀ − (t − 2nT)²/2).
        let n = (0.5 * (t / quarter + 1.0)).floor();
        let (side, since) = (if n % 2.0 == 0.0 { 1.0 } else { -1.0 }, t - 2.0 * n * quarter);
        let expected = side * (1.0 + since * 2.0 * n / quarter);
        let found = slopes(&run, "cart.x")[0];
        println!("t = {t}: {found:.12} for {expected:.12}");
        assert!((found - expected).abs() < 1e-9 && run.flags().is_empty(), "{found} for {expected}, {:?}", run.flags());
    }
}

/// A force that jumps at a time p: x = p²/2 + p (t − p) + 3 (t − p)²/2.
#[test]
fn analytic_a_force_jumps_at_a_time() {
    let family = pushed(&[("v", 0.0), ("p", 0.3)], |p| format!("if(t < {:?}, 1, 3)", p["p"]));
    for t in [0.5, 1.5] {
        let [x, rate] = at_end(&family, 1e-9, t, "p");
        println!("{x} for {}", -2.0 * (t - 0.3));
        assert!((x + 2.0 * (t - 0.3)).abs() < 1e-9 && (rate + 2.0).abs() < 1e-9, "{x}, {rate}");
    }
}

/// A pad that damps while it is touched: the force jumps by c v, and bends. Against differences of runs.
#[test]
fn convergence_a_pad_is_struck() {
    let family = pushed(&[("v", 1.0), ("gap", 0.2), ("c", 20.0)], |p| {
        format!("if(x < {0:?}, 0, -1000*(x - {0:?}) - {1:?}*v)", p["gap"], p["c"])
    });
    let run = followed(&family, 1e-12, 0.5);
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    for (index, name) in ["v", "gap", "c"].into_iter().enumerate() {
        let expected = difference(&family, index, 1e-4, |family| {
            ends(&Simulation::new(family.model()).tolerance(1e-13).run(family.start().clone(), 0.5).unwrap())
        });
        let found = slopes(&run, name);
        println!("{name}: {found:?} for {expected:?}");
        assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-7), "{name}: {found:?} for {expected:?}");
    }
}

/// A stiff bumper at p, struck with v: x = p − (v/ω) sin ω(t − t₁) after t₁ = (p)/v and until half a period, and thrown back with −v.
#[test]
fn analytic_a_bumper_is_struck() {
    for (k, rtol, most) in [(1e4, 1e-6, 1e-9), (1e6, 1e-9, 5e-8), (1e6, 1e-12, 1.2e-8)] {
        let (v, p, t) = (1.3_f64, 0.2, 0.5);
        let family = pushed(&[("v", v), ("p", p), ("k", k)], |p| format!("-{:?}*max(x - {:?}, 0)", p["k"], p["p"]));
        let omega = f64::sqrt(k);
        // x = p − v (t − p/v − π/ω).
        let half = std::f64::consts::PI / omega;
        let expected = [("v", -(t - half)), ("p", 2.0), ("k", -v * half / (2.0 * k))];
        for (name, expected) in expected {
            let [x, _] = at_end(&family, rtol, t, name);
            println!("k = {k:e}, {rtol:e}, {name}: {x} for {expected}, off by {:.1e}", (x - expected).abs());
            assert!((x - expected).abs() < most * expected.abs().max(1.0), "{name}: {x} for {expected}");
        }
    }
}

/// What nothing knows beside its jump is refused; where it does not jump an event that tells a corner does no harm.
#[test]
fn refusal_a_closure_that_jumps() {
    let run = |jump: f64, angle: f64| {
        let mut builder = ModelBuilder::new();
        let (sin, cos) = angle.sin_cos();
        // On a slope weights of 1e4 N leave next to nothing of a push that carries them.
        let (mass, weight) = if angle == 0.0 { (1.0, 1.0) } else { (1e3, 9810.0 * sin) };
        builder.gravity([0.0, -9.81]);
        let cart = builder.body("cart", Particle::new(mass).moving(0.2 * cos, 0.2 * sin));
        let line = GROUND.axis([0.0, 0.0], angle);
        builder.constraint("line", Slot::new(line, cart.origin()));
        let travel = Travel::along(line, cart.origin());
        let push = AppliedAlong::new(travel, move |_, x| if x.value < 0.3 { weight } else { weight + jump });
        builder.force("push", push);
        let model = builder.build().unwrap();
        let edge = Event::new("edge", move |at| at.body(cart).origin.x / cos - 0.3).corner();
        let asked = Sensitivities::to_start("cart.vx");
        let plan = Simulation::new(&model).output(Output::Ends).event(edge).sensitivities(asked);
        plan.run(model.placed(), 2.0).map(|run| slopes(&run, "cart.vx")[0])
    };
    for angle in [0.0, 0.3, 0.31, 0.32, 0.33] {
        assert!((run(0.0, angle).unwrap() - 2.0).abs() < 1e-9);
    }
    let error = run(2.0, 0.0).unwrap_err().to_string();
    assert!(error.starts_with("`edge`, where a function jumps at t = 0.6"), "{error}");
}

/// A disk that a moment turns round against one that jumps with its speed: before, its speed changes with (k − j)/I, afterwards with (k + j)/I. The run stands on either side of the jump, and may find it more than once.
#[test]
fn analytic_a_moment_that_jumps_with_the_speed() {
    let (inertia, moment, jump, spin) = (0.05, 3.0, 0.1, 2.0);
    for method in [Method::Dop853, Method::Dopri5, Method::Tsit5, Method::Radau5] {
        for at in [0.0, 0.5] {
            let family = Family::new([("k", moment), ("w", spin), ("j", jump)], move |p| {
                let mut builder = ModelBuilder::new();
                let disk = builder.body("disk", RigidBody::new(0.8, inertia).moving(0.0, 0.0, -p["w"]));
                builder.constraint("pin", Revolute::new(GROUND.origin(), disk.origin()));
                builder.force("motor", Applied::moment(disk, p["k"]));
                let law = Formula::parse(&format!("if(v < {at:?}, -{j:?}, {j:?})", j = p["j"]), ["x", "v"])?;
                builder.force("jumps", AppliedAlong::formula(Angle::between(GROUND, disk), law)?);
                let model = builder.build()?;
                let start = model.placed();
                Ok((model, start))
            })
            .unwrap();
            for tolerance in [1e-6, 1e-9, 1e-11] {
                let run = Simulation::new(family.model()).method(method).tolerance(tolerance).output(Output::Ends);
                let run = run.sensitivities(Sensitivities::to(&family)).run(family.start().clone(), 0.3).unwrap();
                assert!(run.flags().is_empty(), "{method:?}, {tolerance:e}: {:?}", run.flags());
                // v = at + (k + j)/I (t − T), T = (w + at) I/(k − j).
                let [before, after] = [moment - jump, moment + jump];
                let passes = (spin + at) * inertia / before;
                let left = (0.3 - passes) / inertia;
                let by_instant = after / before * (spin + at);
                let known =
                    [("k", left + by_instant / before), ("w", -after / before), ("j", left - by_instant / before)];
                for (name, known) in known {
                    let found = run.sensitivity(name).unwrap().at_end(|at| at.v()[2]);
                    let off = (found - known).abs() / known.abs();
                    // What errors of S in a step may be (`coarse.rs`).
                    assert!(off < 1e3 * tolerance, "{method:?}, {tolerance:e}, {at}, by {name}: {found}, {known}");
                }
            }
        }
    }
}
