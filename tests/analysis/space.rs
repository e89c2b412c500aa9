//! Small motions in space, about steady motions: a sleeping top and a rolling disk.

use chetaev::analysis::{LinearError, Linearization};
use chetaev::contact::spatial::RimOnPlane;
use chetaev::contact::surface::{Plane, Rim};
use chetaev::nalgebra::{Complex, UnitQuaternion, Vector3};
use chetaev::prelude::*;

const M: f64 = 0.8;
const G: f64 = 9.81;

/// Upright on its point, spinning; A about the point, C about the axis.
fn top(spin: f64) -> (Model, BodyId<Spatial>, [f64; 3]) {
    let (a, c, l) = (0.004, 0.003, 0.05);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let central = a - M * l * l;
    let body = Solid::principal(M, [central, central, c]).unwrap().at(0.0, 0.0, l).spinning(0.0, 0.0, spin);
    let body = builder.body("top", body);
    builder.constraint("point", Joint::spherical(WORLD.origin(), body.point(0.0, 0.0, -l)));
    (builder.build().unwrap(), body, [a, c, l])
}

#[test]
fn analytic_sleeping_top() {
    for spin in [0.0, 20.0, 40.0, 90.0] {
        let (model, _, [a, c, l]) = top(spin);
        let linear = Linearization::about(&model, &model.start().project().unwrap().state).unwrap();
        assert_eq!(linear.freedoms(), (3, 3));
        let found = linear.eigenvalues().unwrap();
        // A λ² − i C ω λ − m g l = 0, and the same with −i.
        let root = (Complex::new(4.0 * a * M * G * l - (c * spin).powi(2), 0.0)).sqrt();
        for sign in [1.0, -1.0] {
            let value = (Complex::new(0.0, c * spin) + root * sign) / (2.0 * a);
            for expected in [value, value.conj()] {
                let off = found.iter().map(|value| (value - expected).norm()).fold(f64::INFINITY, f64::min);
                assert!(off < 1e-8, "{spin}: {expected} in {found:?}");
            }
        }
        // It sleeps from C ω = 2 √(A m g l) on.
        let grows = found.iter().any(|value| value.re > 1e-3);
        assert_eq!(grows, c * spin < 2.0 * (a * M * G * l).sqrt());
    }
}

#[test]
fn analytic_rolling_disk() {
    let (r, speed) = (0.35, 0.9);
    let weight = M * r * r;
    let (a, c) = (0.25 * weight, 0.5 * weight);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let attitude = UnitQuaternion::from_scaled_axis(Vector3::x() * -std::f64::consts::FRAC_PI_2);
    let disk = Solid::principal(M, [a, a, c]).unwrap().at(0.0, 0.0, r).turned(attitude);
    let disk = builder.body("disk", disk.moving(speed, 0.0, 0.0).spinning(0.0, 0.0, speed / r));
    let rim = RimOnPlane::new(Plane::horizontal(), Rim::new(r));
    builder.constraint("floor", Contact::rolling(WORLD, disk, rim));
    let model = builder.build().unwrap();
    let state = model.start().project().unwrap().state;
    let mut linear = Linearization::about(&model, &state).unwrap();
    assert_eq!(linear.freedoms(), (5, 3));
    let matrix = linear.matrix();
    let expected = -(c * (c + weight) * (speed / r).powi(2) - M * G * r * a) / (a * (a + weight));
    assert!(expected > 1.0, "it falls at this speed");
    assert!((0.5 * (matrix * matrix).trace() - expected).abs() < 1e-9, "{}", 0.5 * (matrix * matrix).trace());
    assert!(matrix.trace().abs() < 1e-9);
    let wrong = linear.response(1.0, disk, &[1.0, 0.0, 0.0]);
    assert!(matches!(wrong, Err(LinearError::WrongWrench { got: 3, needs: 6 })));
}
