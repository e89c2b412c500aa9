//! Several contacts that are struck at one instant.

use chetaev::contact::{Circles, CornerOnLine};
use chetaev::prelude::*;
use chetaev::simulate::Impacts;

/// Equal balls in a row; the first comes with 1 m/s.
fn cradle(n: usize, impacts: Impacts, law: impl Fn() -> Rigid) -> Vec<f64> {
    let mut builder = ModelBuilder::new();
    let balls: Vec<BodyId> = (0..n)
        .map(|i| {
            let (x, v) = if i == 0 { (-1.0, 1.0) } else { (0.2 * (i - 1) as f64, 0.0) };
            builder.body(format!("{i}"), RigidBody::disk(1.0, 0.1).at(x, 0.0, 0.0).moving(v, 0.0, 0.0))
        })
        .collect();
    for i in 1..n {
        let pair = Circles::outside(([0.0, 0.0], 0.1), ([0.0, 0.0], 0.1));
        builder.contact(format!("gap{i}"), Contact::between(balls[i - 1], balls[i], pair), law());
    }
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).impacts(impacts).run(model.placed(), 1.0).unwrap();
    assert_eq!(run.impacts().len(), 1);
    balls.iter().map(|&ball| run.last().unwrap().body(ball).velocity.x).collect()
}

#[test]
fn analytic_balls_in_a_row() {
    let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-13);
    let elastic = || Rigid::smooth().bouncing(1.0);
    let three = cradle(3, Impacts::at_once(), elastic);
    assert!(close(&three, &[-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]), "{three:?}");
    let five = cradle(5, Impacts::at_once(), elastic);
    assert!(close(&five, &[-0.6, 0.4, 0.4, 0.4, 0.4]), "{five:?}");
    let turns = cradle(5, Impacts::in_turn(), elastic);
    assert!(close(&turns, &[0.0, 0.0, 0.0, 0.0, 1.0]), "{turns:?}");
}

/// The harder a blow, the less comes back: each has the coefficient of its own speed. They close with 1, 0.625 and 0.158654 m/s. Mended by 951ad255.
#[test]
fn regress_blows_in_turn_have_their_own_restitution() {
    let e = |v: f64| 0.5 / (1.0 + v);
    let mut v = [1.0, 0.0, 0.0];
    for i in [0, 1, 0] {
        let closing = v[i] - v[i + 1];
        assert!(closing > 0.1);
        let p = 0.5 * (1.0 + e(closing)) * closing;
        (v[i], v[i + 1]) = (v[i] - p, v[i + 1] + p);
    }
    let told = cradle(3, Impacts::in_turn(), || Rigid::smooth().bouncing_by(e));
    assert!(told.iter().zip(v).all(|(told, v)| (told - v).abs() < 1e-13), "{told:?} for {v:?}");
    assert!((told[0] - 0.26144).abs() < 1e-5 && (told[2] - 0.40865).abs() < 1e-5);
}

/// A block that is dropped flat rises without spin.
#[test]
fn analytic_a_block_dropped_flat() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", RigidBody::new(1.0, 0.68 / 12.0).at(0.0, 0.9, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    for (name, x) in [("left", -0.1), ("right", 0.1)] {
        let law = Rigid::rough(Coulomb::new(0.3)).bouncing(0.5);
        builder.contact(name, Contact::between(GROUND, block, CornerOnLine::new(line, [x, -0.4])), law);
    }
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.placed(), 0.5).unwrap();
    let blow = &run.impacts()[0];
    assert_eq!(blow.blows.len(), 2);
    let at = run.last().unwrap().body(block);
    let fall = (2.0_f64 * 0.5 / 9.81).sqrt();
    assert!((at.velocity.y - (0.5 * 9.81 * fall - 9.81 * (0.5 - fall))).abs() < 1e-12, "{}", at.velocity.y);
    assert!(at.spin.abs() < 1e-13);
}

/// Two balls land one after the other, the second 1e-10 m behind.
/// Regression: after the impact of the first, the second was taken for a start in the instant of an impact.
/// Held since 14c4451.
#[test]
fn regress_an_impact_comes_close_upon_another() {
    use chetaev::contact::EllipseOnLine;
    let (mut builder, later) = (ModelBuilder::new(), 1e-10);
    builder.gravity([0.0, -9.81]);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    for (name, x, height) in [("first", -1.0, 0.5), ("second", 1.0, 0.5 + later)] {
        let ball = builder.body(name, RigidBody::disk(1.0, 0.1).at(x, 0.1 + height, 0.0));
        let pair = EllipseOnLine::new(line, 0.1, 0.1);
        builder.contact(name, Contact::between(GROUND, ball, pair), Rigid::smooth().bouncing(0.5));
    }
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.placed(), 0.5).unwrap();
    let [first, second] = run.impacts() else { panic!("{} impacts", run.impacts().len()) };
    assert!(first.names().eq(["first"]) && second.names().eq(["second"]));
    let speed = (2.0_f64 * 9.81 * 0.5).sqrt();
    assert!((second.t - first.t - later / speed).abs() < 1e-14, "{:e}", second.t - first.t);
}
