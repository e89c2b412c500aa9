//! A ball on a floor: it bounces, comes to rest, slides, rolls.

use crate::page::{ACCURACY, claim};
use chetaev::contact::EllipseOnLine;
use chetaev::prelude::*;
use chetaev::simulate::{Cause, Impacts};

const G: f64 = 9.81;

/// A ball (a disk: inertia m r²/2) over a floor.
fn ball(height: f64, v: f64, spin: f64, law: Rigid) -> (Model, BodyId, ContactId) {
    let (r, mut builder) = (0.1, ModelBuilder::new());
    builder.gravity([0.0, -G]);
    let ball = builder.body("ball", RigidBody::disk(1.0, r).at(0.0, r + height, 0.0).moving(v, 0.0, spin));
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), r, r);
    let floor = builder.contact("floor", Contact::between(GROUND, ball, pair), law);
    (builder.build().unwrap(), ball, floor)
}

#[test]
fn analytic_a_ball_bounces_and_comes_to_rest() {
    for e in [0.5_f64, 0.8] {
        let (model, ball, floor) = ball(1.0, 0.0, 0.0, Rigid::smooth().bouncing(e));
        let run = Simulation::new(&model).run(model.placed(), 6.0).unwrap();
        let t1 = (2.0 / G).sqrt();
        let (mut time, mut speed) = (t1, G * t1);
        let mut worst = [0.0_f64; 2];
        for blow in run.impacts() {
            worst[0] = worst[0].max((blow.t - time).abs() * blow.blows[0].closing[0].abs());
            worst[1] = worst[1].max((blow.blows[0].closing[0] + speed).abs());
            assert!((blow.blows[0].closing[1] - e * speed).abs() < 1e-12);
            speed *= e;
            time += 2.0 * speed / G;
        }
        let count = run.impacts().len();
        let end = t1 * (1.0 + e) / (1.0 - e);
        let Some(rest) = run.transitions().iter().find(|change| matches!(change.cause, Cause::Rested { .. })) else {
            panic!()
        };
        let Cause::Rested { impacts, at, error } = rest.cause else { unreachable!() };
        println!(
            "e = {e}: {count} impacts, instants by speed {:.1e}, speeds {:.1e}; rest told {:.1e} s off, its error {error:.1e}",
            worst[0],
            worst[1],
            at - end
        );
        assert_eq!(impacts, count);
        assert!(count > 10 && worst[0] < 1e-14 && worst[1] < 1.5e-12, "{worst:?}");
        assert!((at - end).abs() < 1e-11);
        if e == 0.8 {
            claim(ACCURACY, "| ball that bounces, e = 0.8", "3.0e-15", worst[0]);
            claim(ACCURACY, "| its time of rest", "1.3e-12", (at - end).abs());
        }
        // At rest: exactly.
        let last = run.last().unwrap();
        assert_eq!(last.contact(floor).mode, Mode::Holding);
        assert_eq!(last.body(ball).velocity.y, 0.0);
        assert!((last.body(ball).origin.y - 0.1).abs() < 1e-16 * 2.0);
        assert!((last.contact(floor).normal - G).abs() < 1e-12);
        let first = run.first().unwrap().balance();
        let drift = run.samples().map(|at| (at.balance() - first).abs()).fold(0.0, f64::max);
        assert!(drift < 1e-13 * 100.0, "{drift:e}");
    }
}

/// Slip that outlasts the bounces ends when it would had the ball been laid down: vertical momentum is zero at both ends.
#[test]
fn analytic_a_dropped_ball_rolls_when_a_laid_one_does() {
    let (mu, spin, kappa) = (0.03, 20.0, 0.5);
    for (height, e) in [(1.0, 0.5), (0.4, 0.3), (0.0, 0.0)] {
        let (model, ball, _) = ball(height, 0.0, spin, Rigid::rough(Coulomb::new(mu)).bouncing(e));
        let run = Simulation::new(&model).run(model.placed(), 4.0).unwrap();
        let slip = 0.1 * spin;
        let expected = slip * kappa / ((1.0 + kappa) * mu * G);
        let stop = run.transitions().iter().find(|change| change.to == Mode::Stick).unwrap();
        let rest =
            run.transitions().iter().find(|change| matches!(change.cause, Cause::Rested { .. })).map(|change| change.t);
        println!("from {height} m, e = {e}: at rest {rest:?}, rolls at {} ({:.1e} s off)", stop.t, stop.t - expected);
        claim(ACCURACY, "| ball with spin, dropped or laid", "1.8e-15", (stop.t - expected).abs());
        let v = run.last().unwrap().body(ball);
        // v₀ − u₀ κ/(1 + κ), with v₀ = 0.
        assert!((v.velocity.x + slip * kappa / (1.0 + kappa)).abs() < 1e-9, "{}", v.velocity.x);
        assert!((v.velocity.x + 0.1 * v.spin).abs() < 1e-12);
    }
}

/// In impact k the slip falls by μ (1 + 1/κ)(1 + e) γ_k; it ends in the first whose sum is enough.
#[test]
fn analytic_spin_is_spent_in_impacts() {
    let (kappa, e, spin) = (0.5, 0.8_f64, 30.0);
    for mu in [0.2, 0.047, 0.02] {
        let (model, ball, _) = ball(1.0, 1.0, spin, Rigid::rough(Coulomb::new(mu)).bouncing(e));
        let run = Simulation::new(&model).run(model.placed(), 3.0).unwrap();
        let (mut slip, mut speed) = (1.0 + 0.1 * spin, (2.0 * G).sqrt());
        for blow in run.impacts() {
            let [before, after] = blow.blows[0].slip;
            assert!((before - slip).abs() < 1e-11, "{before} {slip}");
            slip = (slip - mu * (1.0 + 1.0 / kappa) * (1.0 + e) * speed).max(0.0);
            assert!((after - slip).abs() < 1e-11);
            speed *= e;
        }
        let v = run.last().unwrap().body(ball).velocity.x;
        println!("mu = {mu}: {} impacts, slip left {slip:.3}, v {v}", run.impacts().len());
        if slip == 0.0 {
            let all = 1.0 - (1.0 + 0.1 * spin) * kappa / (1.0 + kappa);
            assert!((v - all).abs() < 1e-12, "{v} {all}");
        }
    }
}

#[test]
fn property_laws_agree_without_friction() {
    use chetaev::impact::Restitution;
    let end = |law| {
        let (model, ball, _) = ball(1.0, 0.3, 2.0, Rigid::smooth().bouncing(0.7));
        let run = Simulation::new(&model).impacts(Impacts::at_once().law(law)).run(model.placed(), 1.9).unwrap();
        assert!(run.impacts().len() > 1);
        run.last().unwrap().body(ball).origin.y
    };
    let [a, b, c] = [Restitution::Energetic, Restitution::Poisson, Restitution::Newton].map(end);
    assert!((a - b).abs() < 1e-13 && (a - c).abs() < 1e-13);
}

/// Regression: the depth was told as a part of the model's size.
/// Held since 14c4451.
#[test]
fn regress_a_start_inside_tells_the_depth_in_metres() {
    let (model, ..) = ball(-0.01, 0.0, 0.0, Rigid::smooth());
    let told = Simulation::new(&model).run(model.placed(), 1.0).unwrap_err().to_string();
    assert!(told.contains("`floor` starts with its bodies 0.01 m inside"), "{told}");
}
