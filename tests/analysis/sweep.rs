//! Positions, ratios and dead centers of linkages, against closed forms.

use chetaev::analysis::{InverseError, Sweep};
use chetaev::prelude::*;
use std::f64::consts::{PI, TAU};

/// A four-bar: crank a, coupler b, follower c, and the ground d.
fn four_bar([a, b, c, d]: [f64; 4], theta: f64) -> (Model, [BodyId; 3]) {
    let mut builder = ModelBuilder::new();
    let (x, y) = (a * theta.cos(), a * theta.sin());
    // The elbow above the line between the pin and the follower's bearing.
    let (dx, dy) = (d - x, -y);
    let across = dx.hypot(dy);
    let rise = ((across * across + b * b - c * c) / (2.0 * across * b)).acos();
    let coupler = dy.atan2(dx) + rise;
    let (px, py) = (x + b * coupler.cos(), y + b * coupler.sin());
    let follower = py.atan2(px - d);
    let rod = |length: f64, angle: f64, [x, y]: [f64; 2]| {
        RigidBody::rod(1.0, length).at(x + 0.5 * length * angle.cos(), y + 0.5 * length * angle.sin(), angle)
    };
    let one = builder.body("crank", rod(a, theta, [0.0, 0.0]));
    let two = builder.body("coupler", rod(b, coupler, [x, y]));
    let three = builder.body("follower", rod(c, follower, [d, 0.0]));
    builder.constraint("O", Revolute::new(GROUND.origin(), one.point(-0.5 * a, 0.0)));
    builder.constraint("A", Revolute::new(one.point(0.5 * a, 0.0), two.point(-0.5 * b, 0.0)));
    builder.constraint("B", Revolute::new(two.point(0.5 * b, 0.0), three.point(0.5 * c, 0.0)));
    builder.constraint("C", Revolute::new(GROUND.point(d, 0.0), three.point(-0.5 * c, 0.0)));
    (builder.build().unwrap(), [one, two, three])
}

#[test]
fn analytic_slider_crank_with_its_derivatives() {
    let (r, l) = (0.1, 0.25);
    let mut builder = ModelBuilder::new();
    let crank = builder.body("crank", RigidBody::rod(1.0, r).at(0.5 * r, 0.0, 0.0));
    let rod = builder.body("rod", RigidBody::rod(1.0, l).at(r + 0.5 * l, 0.0, 0.0));
    let slider = builder.body("slider", Particle::new(1.0).at(r + l, 0.0));
    let shaft = builder.constraint("shaft", Revolute::new(GROUND.origin(), crank.point(-0.5 * r, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.5 * r, 0.0), rod.point(-0.5 * l, 0.0)));
    builder.constraint("B", Revolute::new(rod.point(0.5 * l, 0.0), slider.origin()));
    builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
    let model = builder.build().unwrap();
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), slider.origin());
    let aside = Separation::between(GROUND.point(0.0, 0.3), slider.origin());
    let sweep = Sweep::of(&model, shaft);
    let angles: Vec<f64> = (0..=60).map(|i| 0.1 + 0.2 * f64::from(i)).collect();
    let mut off: [f64; 3] = [0.0; 3];
    for at in sweep.through(&model.placed(), angles).unwrap() {
        let (s, c) = at.value.sin_cos();
        let w = (l * l - r * r * s * s).sqrt();
        let first = -r * s - r * r * s * c / w;
        let second = -r * c - r * r * ((c * c - s * s) / w + r * r * s * s * c * c / (w * w * w));
        let found = at.ratio(travel).unwrap();
        for (off, (found, expected)) in off.iter_mut().zip(found.iter().zip([r * c + w, first, second])) {
            *off = off.max((found - expected).abs());
        }
        // A measure that bends even where nothing accelerates: the distance to a point beside the guide.
        let (x, far) = (r * c + w, (r * c + w).hypot(0.3));
        let bent = (first * first + x * second) / far - (x * first).powi(2) / far.powi(3);
        let found = at.ratio(aside).unwrap();
        let errors = [found[0] - far, found[1] - x * first / far, found[2] - bent];
        off.iter_mut().zip(errors).for_each(|(off, error)| *off = off.max(error.abs()));
    }
    println!("slider-crank over two turns: x, dx/dθ, d²x/dθ² off by {off:?}");
    assert!(off[0] < 1e-14 && off[1] < 1e-14 && off[2] < 1e-13, "{off:?}");
    // The slider turns back where crank and rod are in line.
    let dead =
        sweep.dead_centers(&model.start().set("crank.theta", 1.0).project().unwrap().state, travel, 0.05).unwrap();
    assert_eq!(dead.len(), 2);
    for at in &dead {
        let end = if at.value > 0.2 { (l + r, 0.0) } else { (l - r, PI) };
        let turned = (at.driver - end.1).rem_euclid(TAU);
        assert!((at.value - end.0).abs() < 1e-14 && turned.min(TAU - turned) < 1e-12, "{at:?}");
    }
    // The other way round: the slider cannot drive the crank past them.
    let pushed = Sweep::of(&model, travel);
    assert_eq!(pushed.dead_centers(&dead[0].state, travel, 0.05).unwrap().len(), 2);
    let start = model.start().set("crank.theta", 1.0).project().unwrap().state;
    match pushed.through(&start, [0.3, 0.36]) {
        Err(InverseError::Start(error)) => assert!(error.to_string().contains("`slider`"), "{error}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn analytic_four_bar_by_freudenstein() {
    let lengths @ [a, b, c, d] = [0.3, 0.8, 0.7, 0.9];
    let (model, [crank, coupler, follower]) = four_bar(lengths, 0.5);
    let [drive, out] = [crank, follower].map(|body| Angle::between(GROUND, body));
    let transmission = Angle::between(coupler, follower);
    let values: Vec<f64> = (0..80).map(|i| 0.5 + 0.1 * f64::from(i)).collect();
    let mut off: [f64; 4] = [0.0; 4];
    for at in Sweep::of(&model, drive).through(&model.placed(), values).unwrap() {
        let [psi, first, second] = at.ratio(out).unwrap();
        let theta = at.value;
        // f = |B − A|² − b² over 2, with A at the crank's pin and B at the follower's.
        let f = 0.5 * (a * a + c * c + d * d - b * b) + c * d * psi.cos()
            - a * d * theta.cos()
            - a * c * (theta - psi).cos();
        let (along, across) =
            (a * d * theta.sin() + a * c * (theta - psi).sin(), -c * d * psi.sin() - a * c * (theta - psi).sin());
        let cosine = a * c * (theta - psi).cos();
        let (tt, tp, pp) = (a * d * theta.cos() + cosine, -cosine, -c * d * psi.cos() + cosine);
        let ratio = -along / across;
        let bent = -(tt + 2.0 * tp * ratio + pp * ratio * ratio) / across;
        let angle = (b * b + c * c - a * a - d * d + 2.0 * a * d * theta.cos()) / (2.0 * b * c);
        let [mu, ..] = at.ratio(transmission).unwrap();
        let errors = [f / across, first - ratio, second - bent, mu.cos() - angle];
        off.iter_mut().zip(errors).for_each(|(off, error)| *off = off.max(error.abs()));
    }
    println!("four-bar: ψ, dψ/dθ, d²ψ/dθ², cosine of the transmission angle off by {off:?}");
    assert!(off.iter().all(|off| *off < 1e-13), "{off:?}");
    // Long steps come to the same places: what would jump to the other branch is taken in shorter ones.
    for steps in [[0.5, 3.0, 6.0], [0.5, 4.5, 2.0]] {
        for at in Sweep::of(&model, drive).through(&model.placed(), steps).unwrap() {
            let [mu, ..] = at.ratio(transmission).unwrap();
            let angle = (b * b + c * c - a * a - d * d + 2.0 * a * d * at.value.cos()) / (2.0 * b * c);
            assert!((mu.cos() - angle).abs() < 1e-13 && mu.sin() > 0.0, "{mu} at {}", at.value);
        }
    }
    // The follower turns back where crank and coupler are in line, by the law of cosines.
    let dead = Sweep::of(&model, drive).dead_centers(&model.placed(), out, 0.05).unwrap();
    assert_eq!(dead.len(), 2);
    for (reach, folded) in [(b + a, 0.0), (b - a, PI)] {
        let cosine = (d * d + reach * reach - c * c) / (2.0 * d * reach);
        let expected = cosine.acos() + folded;
        let near = |driver: f64| (driver - expected).rem_euclid(TAU).min((expected - driver).rem_euclid(TAU));
        let nearest = dead.iter().map(|at| near(at.driver)).fold(f64::INFINITY, f64::min);
        println!("dead center at θ = {expected:.6}: off by {nearest:.1e}");
        assert!(nearest < 1e-12, "{nearest:e}");
    }
    // A crank has no dead center, nor has the coupler's transmission angle more than its two limits.
    assert!(Sweep::of(&model, drive).dead_centers(&model.placed(), drive, 0.05).unwrap().is_empty());
    assert_eq!(Sweep::of(&model, drive).dead_centers(&model.placed(), transmission, 0.05).unwrap().len(), 2);
}

#[test]
fn analytic_whitworth_returns_quickly() {
    // A crank of radius r turns about a bearing at a distance e from the lever's: e > r, the lever swings by asin(r/e) to each side.
    let (r, e) = (0.1, 0.25);
    let mut builder = ModelBuilder::new();
    let crank = builder.body("crank", RigidBody::disk(1.0, r));
    let lever = builder.body("lever", RigidBody::rod(1.0, 0.5).at(0.0, -e, 0.25 * TAU));
    let shaft = builder.constraint("shaft", Revolute::new(GROUND.origin(), crank.origin()));
    let bearing = builder.constraint("bearing", Revolute::new(GROUND.point(0.0, -e), lever.origin()));
    builder.constraint("slot", Slot::new(lever.axis([0.0, 0.0], 0.0), crank.point(r, 0.0)));
    let model = builder.build().unwrap();
    let start = model.start().set("crank.theta", 0.3).hold("crank.theta").project().unwrap().state;
    let dead = Sweep::of(&model, shaft).dead_centers(&start, bearing, 0.02).unwrap();
    assert_eq!(dead.len(), 2);
    let forth = (dead[1].driver - dead[0].driver).abs();
    let ratio = forth.max(TAU - forth) / forth.min(TAU - forth);
    let half = (r / e).asin();
    let expected = (PI + 2.0 * half) / (PI - 2.0 * half);
    println!("quick return {ratio:.12}, {expected:.12} by hand");
    assert!((ratio - expected).abs() < 1e-11);
    let swing = (dead[1].value - dead[0].value).abs();
    assert!((swing - 2.0 * half).abs() < 1e-13);
    let mut off: f64 = 0.0;
    for at in Sweep::of(&model, shaft).through(&start, (0..70).map(|i| 0.3 + 0.1 * f64::from(i))).unwrap() {
        let [angle, first, _] = at.ratio(bearing).unwrap();
        let (s, c) = at.value.sin_cos();
        let rate = (r * r + r * e * s) / (r * r + e * e + 2.0 * r * e * s);
        off = off.max((first - rate).abs()).max((angle.tan() - (e + r * s) / (r * c)).abs() * (r * c).powi(2));
    }
    assert!(off < 1e-13, "{off:e}");
}

#[test]
fn property_a_parallelogram_stays_one_through_its_flat_positions() {
    let (model, [crank, coupler, follower]) = four_bar([0.3, 0.9, 0.3, 0.9], 0.5);
    let drive = Angle::between(GROUND, crank);
    let mut least: f64 = 1.0;
    for at in Sweep::of(&model, drive).through(&model.placed(), (0..300).map(|i| 0.5 + 0.1 * f64::from(i))).unwrap() {
        let now = model.read(&at.state);
        assert!(now.body(coupler).angle.abs() < 1e-9, "{} at {}", now.body(coupler).angle, at.value);
        let [_, first, _] = at.ratio(Angle::between(GROUND, follower)).unwrap();
        assert!((first - 1.0).abs() < 1e-9);
        least = least.min(at.value.sin().abs());
    }
    assert!(least < 0.01, "moot: never nearly flat, {least}");
}
