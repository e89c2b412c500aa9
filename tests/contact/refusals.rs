//! What is refused, and that every refusal names the contact.

use super::common::G;
use chetaev::contact::{Circles, CornerOnLine, EllipseOnLine};
use chetaev::error::BuildError;
use chetaev::hybrid::Stop;
use chetaev::prelude::*;

fn over_floor(height: f64, v: f64, law: Rigid) -> Result<Model, chetaev::error::BuildError> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 0.1 + height, 0.0).moving(0.0, v, 0.0));
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
    builder.contact("hearth", Contact::between(GROUND, ball, pair), law);
    builder.build()
}

#[test]
fn property_a_start_inside_names_the_contact() {
    for height in [-0.01, -1e-6] {
        let model = over_floor(height, 0.0, Rigid::smooth()).unwrap();
        let failed = Simulation::new(&model).run(model.placed(), 1.0).map(|run| run.end().clone());
        let failed = failed.expect_err("it starts inside");
        assert!(failed.to_string().contains("hearth"), "{failed}");
    }
}

/// A start in the instant of an impact is one.
#[test]
fn analytic_a_start_that_closes_is_struck() {
    for v in [1.0, 1e-3] {
        let model = over_floor(0.0, -v, Rigid::smooth().bouncing(0.5)).unwrap();
        let run = Simulation::new(&model).run(model.placed(), 0.25 * v / G).unwrap();
        assert!(run.impacts().len() == 1 && run.impacts()[0].t < 2e-12 / v, "{v}: {:?}", run.impacts());
        assert!((run.end().v[1] - 0.25 * v).abs() < 1e-10, "{v}: {}", run.end().v[1]);
    }
}

#[test]
fn property_bad_laws_name_the_contact() {
    for e in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        let failed = over_floor(1.0, 0.0, Rigid::smooth().bouncing(e)).expect_err("e is between 0 and 1");
        assert!(failed.to_string().contains("hearth"), "{failed}");
    }
    // A function of the speed can only be asked when it is used.
    for e in [-0.1, 1.1, f64::NAN] {
        let model = over_floor(1.0, 0.0, Rigid::smooth().bouncing_by(move |_| e)).unwrap();
        let failed = Simulation::new(&model).run(model.placed(), 1.0).map(|run| run.end().clone());
        let failed = failed.expect_err("e is between 0 and 1");
        assert!(failed.to_string().contains("hearth"), "{failed}");
    }
    for mu in [-0.1, f64::NAN, f64::INFINITY] {
        let failed = over_floor(1.0, 0.0, Rigid::rough(Coulomb::new(mu))).expect_err("mu");
        assert!(failed.to_string().contains("hearth"), "{failed}");
    }
}

/// A point on a point has no normal.
#[test]
fn property_a_corner_on_a_corner_is_named() {
    let mut builder = ModelBuilder::new();
    let a = builder.body("a", Particle::new(1.0));
    let b = builder.body("b", Particle::new(1.0).at(1.0, 0.0).moving(-1.0, 0.0));
    let pair = Circles::outside(([0.0, 0.0], 0.0), ([0.0, 0.0], 0.0));
    builder.contact("points", Contact::between(a, b, pair), Rigid::smooth());
    let model = builder.build().unwrap();
    match Simulation::new(&model).run(model.placed(), 2.0) {
        // Their distance is never negative; if a run is made, they must not have passed through each other.
        Ok(run) => assert!(run.last().unwrap().body(a).origin.x < run.last().unwrap().body(b).origin.x + 1e-12),
        Err(failed) => assert!(failed.to_string().contains("points"), "{failed}"),
    }
}

#[test]
fn property_stops_in_the_wrong_order_are_named() {
    for [least, most] in [[1.0, -1.0], [0.5, 0.5], [f64::NAN, 1.0], [0.0, f64::NAN]] {
        let mut builder = ModelBuilder::new();
        let mass = builder.body("mass", Particle::new(1.0).moving(1.0, 0.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        for (stop, name) in
            Stop::between(Travel::along(line, mass.origin()), least, most).into_iter().zip(["near", "far"])
        {
            builder.contact(name, stop, Rigid::smooth());
        }
        let failed = builder.build().unwrap_err();
        assert!(matches!(&failed, BuildError::BadShape { kind: "contact", name, .. } if name == "near"), "{failed}");
        assert!(failed.to_string().contains("the lower one below the upper one"), "{failed}");
    }
}

/// Painlevé's rod, its tip sliding down into the floor with much friction: whatever is said, it names the tip, and it ends.
#[test]
fn property_painleve_is_named() {
    for (angle, mu, spin, slip) in
        [(1.1, 1.9, 0.5, -2.0), (1.0, 3.0, -1.0, -2.0), (1.0, 3.0, -6.0, -2.0), (0.9, 10.0, 0.3, -1.0)]
    {
        for side in [1.0, -1.0] {
            let half = 1.0;
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, -G]);
            let (sin, cos) = f64::sin_cos(angle);
            let rod = RigidBody::rod(1.0, 2.0 * half).at(
                side * half * cos,
                half * sin,
                if side > 0.0 { angle } else { std::f64::consts::PI - angle },
            );
            let spin = side * spin;
            // The tip moves along the floor only.
            let rod = rod.moving(side * slip - spin * half * sin, spin * side * half * cos, spin);
            let rod = builder.body("rod", rod);
            let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [-half, 0.0]);
            let tip = builder.contact("chalk", Contact::between(GROUND, rod, pair), Rigid::rough(Coulomb::new(mu)));
            let model = builder.build().unwrap();
            match Simulation::new(&model).run(model.placed(), 0.3) {
                Ok(run) => {
                    println!(
                        "{angle} {mu} {spin}: {} changes, {:?}",
                        run.transitions().len(),
                        run.first().unwrap().contact(tip)
                    );
                    assert!(run.samples().all(|at| at.contact(tip).gap > -1e-9));
                }
                Err(failed) => {
                    println!("{failed}");
                    assert!(failed.to_string().contains("chalk"), "{failed}");
                }
            }
        }
    }
}
