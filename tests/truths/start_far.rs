//! Starts from bad places: far guesses, held numbers, later times, singular positions.

use crate::common::Random;
use chetaev::element::PlanarFrame;
use chetaev::error::StartError;
use chetaev::nalgebra::RealField;
use chetaev::prelude::*;
use chetaev::simulate::RunFailure;

/// Crank 0.3, rod `rod`, slider on the x axis, placed with the crank at `angle`.
fn slider_crank(angle: f64, rod: f64) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let (r, x) = (0.3, 0.3 * angle.cos() + (rod * rod - (0.3 * angle.sin()).powi(2)).max(0.0).sqrt());
    let tilt = (-(0.3 * angle.sin()) / rod).asin();
    let crank = builder.body("crank", RigidBody::rod(1.0, r).at(0.15 * angle.cos(), 0.15 * angle.sin(), angle));
    let middle = [x - 0.5 * rod * tilt.cos(), -0.5 * rod * tilt.sin()];
    let con = builder.body("rod", RigidBody::rod(1.0, rod).at(middle[0], middle[1], tilt));
    let slider = builder.body("slider", RigidBody::rod(1.0, 0.1).at(x, 0.0, 0.0));
    builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.15, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.15, 0.0), con.point(-0.5 * rod, 0.0)));
    builder.constraint("B", Revolute::new(con.point(0.5 * rod, 0.0), slider.origin()));
    builder.constraint("guide", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), slider.axis([0.0, 0.0], 0.0)));
    builder.build().unwrap()
}

fn frame(model: &Model, state: &State, name: &str) -> PlanarFrame {
    model.read(state).body(model.body::<Planar>(name).unwrap())
}

#[test]
fn property_at_a_dead_center_the_slider_cannot_move_and_the_crank_can() {
    for angle in [0.0, std::f64::consts::PI] {
        let model = slider_crank(angle, 0.8);
        let held = model.start().hold("slider.x").set_velocity("slider.vx", 1.0).project();
        assert!(matches!(held, Err(StartError::CannotMove { .. })), "{held:?}");
        let turned = model.start().hold("crank.theta").set_velocity("crank.omega", 2.0).project().unwrap();
        let [crank, rod, slider] = ["crank", "rod", "slider"].map(|name| frame(&model, &turned.state, name));
        assert_eq!(crank.spin, 2.0);
        assert!(slider.velocity.x.abs() < 1e-12 && (rod.spin + 2.0 * 0.3 / 0.8 * angle.cos()).abs() < 1e-12);
        // It swings through, again and again.
        let run = Simulation::new(&model).tolerance(1e-10).run(turned, 5.0).unwrap();
        assert!(run.energy_error() < 1e-7 && run.drift().largest_phi() < 1e-12);
    }
}

#[test]
fn property_what_is_held_stays_to_the_last_bit_and_the_rest_is_met() {
    let mut random = Random::new(5);
    let mut done = 0;
    for _ in 0..60 {
        let model = slider_crank(random.unit(), 0.8);
        let [angle, omega, noise, time] = random.numbers();
        let mut guess = model.placed();
        guess.t = 100.0 * time;
        guess.q.iter_mut().for_each(|q| *q += 0.05 * noise);
        guess.v.iter_mut().for_each(|v| *v = noise);
        let start = model.start_from(guess).set("crank.theta", angle).set_velocity("crank.omega", omega);
        let Ok(start) = start.hold("crank.theta").project() else { continue };
        done += 1;
        let [crank, slider] = ["crank", "slider"].map(|name| frame(&model, &start.state, name));
        assert_eq!((crank.angle, crank.spin, start.state.t), (angle, omega, 100.0 * time));
        assert!(start.phi < 1e-12 && start.rate < 1e-12);
        let reach = 0.3 * angle.cos() + (0.64 - (0.3 * angle.sin()).powi(2)).sqrt();
        assert!((slider.origin.x - reach).abs() < 1e-11);
    }
    assert!(done > 50, "{done}");
}

#[test]
fn property_long_chains_close_from_rough_guesses() {
    let n = 200;
    let mut random = Random::new(7);
    let mut builder = ModelBuilder::new();
    let mut end = GROUND.origin();
    for i in 0..n {
        let [dx, dy, turn] = random.numbers();
        let at = [i as f64 + 0.5 + 0.2 * dx, 0.2 * dy, 0.2 * turn];
        let link = builder.body(format!("link {i}"), RigidBody::rod(1.0, 1.0).at(at[0], at[1], at[2]));
        builder.constraint(format!("hinge {i}"), Revolute::new(end, link.point(-0.5, 0.0)));
        end = link.point(0.5, 0.0);
    }
    // Hangs between two places that are 190 m apart.
    builder.constraint("far", Revolute::new(end, GROUND.point(190.0, 0.0)));
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    println!("{} Newton steps, moved {:.2} m", start.iterations, start.moved);
    assert!(start.phi < 1e-10 && start.rate < 1e-10);
    assert_eq!(model.freedoms(&start.state).unwrap().freedoms, n - 2);
}

#[test]
fn property_drivers_that_contradict_each_other_later_are_told_then() {
    let model = || {
        let mut builder = ModelBuilder::new();
        builder.allow_redundant();
        let wheel = builder.body("wheel", RigidBody::disk(1.0, 0.1));
        builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
        builder.constraint("one", Driver::new(Angle::between(GROUND, wheel), |t| t * t));
        // The same until t = 1.
        builder.constraint("two", Driver::new(Angle::between(GROUND, wheel), |t| t * t + late(t)));
        builder.build().unwrap()
    };
    fn late(t: Jet) -> Jet {
        if t.value > 1.0 { (t - 1.0).powi(3) } else { 0.0.into() }
    }
    let model = model();
    assert!(model.start().time(0.5).project().is_ok());
    let refused = model.start().time(2.0).project();
    assert!(matches!(refused, Err(StartError::CannotAssemble { .. })), "{refused:?}");
    let run = Simulation::new(&model).max_step(0.02).run(model.start().time(0.5).project().unwrap(), 2.0);
    let failed = run.unwrap_err();
    println!("{failed}");
    assert!(matches!(failed.failure, RunFailure::Broken { t, .. } if t > 1.0 && t < 1.1), "{failed}");
}

/// Mended by c7cf8a0.
#[test]
fn regress_a_quaternion_of_any_size_is_the_attitude_that_it_points_to() {
    let mut builder = ModelBuilder::new();
    builder.body("top", Solid::principal(1.0, [0.2, 0.3, 0.4]).unwrap());
    let model = builder.build().unwrap();
    for size in [1e-320, 1e-200, 1e-154, 1e-3, 1.0, 1e3, 1e153, 1e154, 1e155, 1e300] {
        let mut guess = model.placed();
        guess.q[3..].copy_from_slice(&[0.0, 3.0 * size, 0.0, -4.0 * size]);
        let start = model.start_from(guess).project().unwrap().state;
        // A number of 1e-320 has three digits.
        let digits = if size < 1e-300 { 1e-2 } else { 1e-14 };
        for (got, want) in start.q[3..].iter().zip([0.0, 0.6, 0.0, -0.8]) {
            assert!((got - want).abs() < digits, "{size}: {:?}", start.q);
        }
    }
    let mut zeros = model.placed();
    zeros.q[3..].fill(0.0);
    assert!(model.start_from(zeros).project().is_err());
}

/// φ = arctan x: from beyond 1.39 a whole step of Newton's method leads farther away each time.
#[derive(Debug)]
struct Flat;

impl Holonomic<1, 1> for Flat {
    fn phi<T: RealField + Copy>(&self, _t: T, [bead]: [Pose<T>; 1]) -> [T; 1] {
        [bead.position.x.atan()]
    }

    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn analytic_steps_are_shortened_until_the_residual_shrinks() {
    for x in [1.0, 1.5, 3.0, 30.0] {
        let mut builder = ModelBuilder::new();
        let bead = builder.body("bead", Particle::new(1.0).at(x, 0.0));
        builder.constraint("flat", Auto::holonomic([bead], Flat));
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        assert!(model.read(&start.state).body(bead).origin.x.abs() < 1e-14 && start.iterations < 20, "{x}: {start:?}");
    }
}
