//! Blocks on their corners: they rock, slide, rest.

use chetaev::contact::CornerOnLine;
use chetaev::prelude::*;
use chetaev::simulate::Cause;

/// A block of half width 0.1 m and half height 0.4 m, leaning by `angle` about its lower right corner (a negative angle: clockwise).
fn block(angle: f64, law: impl Fn() -> Rigid) -> (Model, BodyId, [ContactId; 2]) {
    let (b, h, mut builder) = (0.1, 0.4, ModelBuilder::new());
    builder.gravity([0.0, -9.81]);
    let corner = if angle < 0.0 { b } else { -b };
    // The corner stays at (corner, 0).
    let (sin, cos) = angle.sin_cos();
    let center = [corner - (cos * corner + sin * h), -(sin * corner - cos * h)];
    let block = RigidBody::new(1.0, (4.0 * b * b + 4.0 * h * h) / 12.0).at(center[0], center[1], angle);
    let block = builder.body("block", block);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let feet = [-b, b].map(|x| {
        let name = if x < 0.0 { "left" } else { "right" };
        builder.contact(name, Contact::between(GROUND, block, CornerOnLine::new(line, [x, -h])), law())
    });
    (builder.build().unwrap(), block, feet)
}

/// Housner's block, against times by quadrature.
#[test]
fn external_a_block_rocks() {
    let (model, block, feet) = block(-0.1, || Rigid::rough(Coulomb::new(2.0)));
    let start = model.placed();
    let run = Simulation::new(&model).tolerance(1e-12).run(start, 8.0).unwrap();
    let times = [0.2647134157345421, 0.7109010093910816, 1.096327329865855, 1.4341860208251473, 1.7332175172021869];
    let after = [0.7580120699316162, 0.6911286519964736, 0.6301467121144317, 0.5745455316337466, 0.523850337666063];
    let mut worst = [0.0_f64; 2];
    for ((blow, time), after) in run.impacts().iter().zip(times).zip(after) {
        worst[0] = worst[0].max((blow.t - time).abs());
        // The corner that was closed parts with 2 b ω⁺.
        let parts = blow.blows.iter().map(|blow| blow.closing[1]).fold(0.0, f64::max);
        worst[1] = worst[1].max((parts / 0.2 - after).abs());
    }
    println!("five impacts: {:.1e} s, {:.1e} rad/s", worst[0], worst[1]);
    assert!(worst[0] < 2e-12 && worst[1] < 1e-12, "{worst:?}");
    let rest = run.transitions().iter().find(|change| matches!(change.cause, Cause::Rested { .. })).unwrap();
    println!("{} impacts, rest {:?} at {}", run.impacts().len(), rest.cause, rest.t);
    let last = run.last().unwrap();
    assert_eq!(last.body(block).spin, 0.0);
    assert_eq!(last.body(block).velocity.norm(), 0.0);
    assert!(feet.iter().all(|&foot| last.contact(foot).mode == Mode::Stick));
}

/// A block on a slope below its limit stays to the bit; above it, it slides as a particle does.
#[test]
fn analytic_a_block_on_a_slope() {
    for (mu, slides) in [(0.31, false), (0.29, true)] {
        let (angle, mut builder) = (0.3_f64.atan(), ModelBuilder::new());
        builder.gravity([9.81 * angle.sin(), -9.81 * angle.cos()]);
        let block = builder.body("block", RigidBody::new(2.0, 0.3).at(0.0, 0.1, 0.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        for (name, x) in [("left", -0.3), ("right", 0.3)] {
            let pair = CornerOnLine::new(line, [x, -0.1]);
            builder.contact(name, Contact::between(GROUND, block, pair), Rigid::rough(Coulomb::new(mu)));
        }
        let model = builder.build().unwrap();
        let start = model.placed();
        let end = if slides { 1.0 } else { 1e6 };
        let run = Simulation::new(&model).run(start.clone(), end).unwrap();
        let last = run.last().unwrap();
        if slides {
            let a = 9.81 * (angle.sin() - mu * angle.cos());
            assert!((last.body(block).origin.x - 0.5 * a).abs() < 1e-12);
        } else {
            assert_eq!(last.q(), &start.q[..]);
            assert!(run.counters().steps < 100, "{:?}", run.counters());
        }
    }
}
