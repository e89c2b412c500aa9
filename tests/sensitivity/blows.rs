//! Impacts beside a corner of what they do: where a slip just ends in one, and where bodies hardly close.
//!
//! Held since 4865fba: differences went over the corner, and the mean of both sides was taken without a word.

use super::common::{apart, difference, ends, followed, slopes};
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::hybrid::Stop;
use chetaev::prelude::*;
use chetaev::simulate::Flag;

/// A disk of 1 kg and 0.1 m that falls from 0.2 m, moves with v and turns with ω, on a line of this slope.
fn disk(mu: f64, e: f64, tilt: f64, [v, omega]: [f64; 2]) -> Family {
    let family = Family::new([("mu", mu), ("e", e), ("tilt", tilt)], move |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let disk = builder.body("disk", RigidBody::disk(1.0, 0.1).at(0.0, 0.2, 0.0).moving(v, 0.0, omega));
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], p["tilt"]), 0.1, 0.1);
        let law = Rigid::rough(Coulomb::new(p["mu"])).bouncing(p["e"]);
        builder.contact("floor", Contact::between(GROUND, disk, pair), law);
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    family.unwrap()
}

/// A slip s = v + r ω loses 3 μ P in a blow of the impulse P = (1 + e) m w, if it does not end: then r Δω = −2 μ P. If it ends, μ does nothing.
#[test]
fn analytic_a_slip_just_ends_in_a_blow() {
    let (e, [v, omega], r) = (0.5, [1.5, 3.0], 0.1);
    let push = (1.0 + e) * f64::sqrt(2.0 * 9.81 * 0.1);
    let critical = (v + r * omega) / (3.0 * push);
    println!("critical {critical}");
    for part in [-1e-2, -1e-3, -1e-4, -1e-5, 1e-5, 1e-4, 1e-3, 1e-2] {
        let family = disk(critical * (1.0 + part), e, 0.0, [v, omega]);
        let run = followed(&family, 1e-12, 0.2);
        let expected = if part < 0.0 { -2.0 * push / r } else { 0.0 };
        let found = slopes(&run, "mu")[5];
        println!("{part:e}: {found} for {expected}, {:?}", run.flags());
        assert!((found - expected).abs() < 3e-6 * push / r && run.flags().is_empty(), "{part}: {found} for {expected}");
    }
    let run = followed(&disk(critical, e, 0.0, [v, omega]), 1e-12, 0.2);
    assert!(matches!(run.flags(), [Flag::Bent { name, .. }] if name == "floor"), "{:?}", run.flags());
}

/// A smooth disk on a wall along which it moves with u, closing with c: with the normal n, v⁺ = v − (1 + e)(n·v) n, of which tilting the wall by δ turns n.
#[test]
fn analytic_a_blow_that_hardly_closes() {
    let (u, e) = (20.0, 0.5);
    for c in [1e-2, 2e-3, 1e-4, 1e-5] {
        let family = Family::new([("tilt", 0.1)], move |p| {
            let mut builder = ModelBuilder::new();
            let (sin, cos) = 0.1_f64.sin_cos();
            let disk = RigidBody::disk(1.0, 0.1).at(-0.1 * sin, 0.1 * cos + 1e-6 / cos, 0.0);
            let disk = builder.body("disk", disk.moving(u * cos + c * sin, u * sin - c * cos, 0.0));
            let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], p["tilt"]), 0.1, 0.1);
            builder.contact("wall", Contact::between(GROUND, disk, pair), Rigid::smooth().bouncing(e));
            let model = builder.build()?;
            let start = model.placed();
            Ok((model, start))
        });
        let family = family.unwrap();
        let run = followed(&family, 1e-12, 2.0 * 1e-6 / c);
        assert_eq!(run.impacts().len(), 1, "moot");
        let (sin, cos) = 0.1_f64.sin_cos();
        // n = (−sin, cos), n·v = −c, dn = −(cos, sin), d(n·v) = −u.
        let expected = -(1.0 + e) * (-u * cos + -c * -sin);
        let found = slopes(&run, "tilt")[4];
        println!("closing with {c:e}: {found} for {expected}");
        assert!((found - expected).abs() < 1e-6 * expected, "{c}: {found} for {expected}");
    }
}

/// A ball that bounces to rest on a slope: each instant until then goes like 1/cos of the slope, τ = T(e)/cos, T = √(2h/g)(1 + 2e + …) of a height that is measured along the normal.
#[test]
fn oracle_a_disk_bounces_to_rest_on_a_slope() {
    let family = disk(0.0, 0.6, 0.1, [1.0, 0.0]);
    let run = followed(&family, 1e-12, 1.0);
    let beside = |by: f64| {
        let other = family.at(&[0.0, 0.6, 0.1 + by]).unwrap();
        Simulation::new(other.model()).tolerance(1e-13).run(other.start().clone(), 1.0).unwrap()
    };
    let [up, down] = [1e-6, -1e-6].map(beside);
    let slope = run.sensitivity("tilt").unwrap();
    let mut worst = 0.0_f64;
    for (k, impact) in run.impacts().iter().enumerate() {
        let expected = (up.impacts()[k].t - down.impacts()[k].t) / 2e-6;
        let found = slope.instant(impact.t).unwrap();
        worst = worst.max((found - expected).abs());
        if k + 4 > run.impacts().len() {
            println!("impact {k}: {found} for {expected}");
        }
    }
    println!("{} impacts, at most {worst:.1e} off", run.impacts().len());
    assert!(run.impacts().len() > 10 && worst < 1e-6, "{worst}");
}

#[test]
fn property_a_contact_that_is_hardly_reached_is_flagged() {
    let mut builder = ModelBuilder::new();
    let cart = builder.body("cart", Particle::new(1.0).moving(2.0, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let travel = Travel::along(line, cart.origin());
    builder.constraint("line", Slot::new(line, cart.origin()));
    builder.force("spring", SpringDamper::guided(line, cart.origin(), 4.0));
    builder.contact("stop", Stop::below(travel, 1.0 - 1e-12), Rigid::smooth().bouncing(0.5));
    let model = builder.build().unwrap();
    let asked = Sensitivities::to_start("cart.vx");
    let run = Simulation::new(&model).tolerance(1e-9).sensitivities(asked).run(model.placed(), 1.2).unwrap();
    println!("{:?} {:?}", run.impacts(), run.flags());
    let grazes = |flag: &Flag| matches!(flag, Flag::Grazing { name, .. } if name == "stop");
    assert!(run.impacts().is_empty() || run.flags().iter().any(grazes), "{:?}", run.flags());
}

/// A box with a rod on a rough pin, and a spring, comes down corner after corner: what stays closed while another one is struck is held by state and parameter together.
#[test]
fn oracle_a_box_comes_down_on_corner_after_corner() {
    let values = [("mu", 0.66797), ("e", 0.42184), ("tilt", -0.0061524), ("mass", 0.85458), ("spin", 11.0566)];
    let family = Family::new(values, |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([1.6396, -9.81]);
        let (line, r) = (GROUND.axis([0.0, 0.0], p["tilt"]), 0.10091);
        let start = |body: RigidBody, x: f64, y: f64, angle: f64| body.at(x, 0.45637 + y, angle);
        let block = start(RigidBody::disk(p["mass"], r), 0.0, 0.0, -0.083212).moving(0.40818, -0.5, p["spin"]);
        let block = builder.body("block", block);
        for (name, x, y) in [("c0", 1.3, 0.7), ("c1", -1.3, 0.7), ("c2", -1.3, -0.7), ("c3", 1.3, -0.7)] {
            let law = Rigid::rough(Coulomb::new(p["mu"])).bouncing(p["e"]);
            let pair = CornerOnLine::new(line, [x * r, y * r]);
            builder.contact(name, Contact::between(GROUND, block, pair), law);
        }
        let (length, angle) = (0.40109, 1.0769_f64);
        let rod = start(RigidBody::rod(0.3, length), 0.5 * length * angle.cos(), 0.5 * length * angle.sin(), angle);
        let rod = builder.body("rod", rod.moving(0.40818, -0.5, 0.0));
        let pin = builder.constraint("pin", Revolute::new(block.origin(), rod.point(-0.5 * length, 0.0)));
        let law = Coulomb::new(p["mu"]).holding(1.2 * p["mu"]);
        builder.friction("rub", FrictionPoint::in_pin(pin, 0.021877), law);
        let anchor = GROUND.point(0.92494, 0.5);
        builder.force("spring", SpringDamper::between(anchor, block.origin(), 32.728).rest(0.2));
        let model = builder.build()?;
        let start = model.start().hold("block.x").hold("block.y").hold("block.theta");
        let start = start.keep("block.vx").keep("block.vy").keep("block.omega").project()?.into();
        Ok((model, start))
    });
    let family = family.unwrap();
    let run = followed(&family, 1e-12, 0.8);
    println!("{} impacts, {:?}", run.impacts().len(), run.flags());
    assert!(run.impacts().len() > 5, "moot");
    assert!(!run.flags().iter().any(|flag| matches!(flag, Flag::Bent { .. })), "{:?}", run.flags());
    for (index, (name, value)) in values.into_iter().enumerate() {
        let expected = difference(&family, index, 1e-6 * value.abs(), |family| {
            let plan = Simulation::new(family.model()).tolerance(1e-13).output(Output::Ends);
            ends(&plan.run(family.start().clone(), 0.8).unwrap())
        });
        let found = slopes(&run, name);
        let size = expected.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
        println!("{name}: {:.1e} of {size:.1e}", apart(&found, &expected));
        assert!(apart(&found, &expected) < 4e-7 * size, "{name}: {found:?} for {expected:?}");
    }
}
