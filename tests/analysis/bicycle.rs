//! Errors of single eigenvalues: a bicycle against its closed form.
//!
//! The benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007): two wheels that roll, a rear frame with its rider, a fork. For the lean φ and the
//! steer δ at the speed u
//!
//! ```text
//! M q'' + u C q' + (g K₀ + u² K₂) q = 0
//! ```
//!
//! Beside its four eigenvalues stand six zeros: where it is, where it heads, how far each wheel has turned, how fast it rolls.

use crate::page::{ANALYSIS, claim};
use chetaev::analysis::Linearization;
use chetaev::contact::spatial::RimOnPlane;
use chetaev::contact::surface::{Plane, Rim};
use chetaev::nalgebra::{Complex, Matrix3, UnitQuaternion, Vector3};
use chetaev::prelude::*;

const G: f64 = 9.81;

fn bicycle(speed: f64) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let across = UnitQuaternion::from_scaled_axis(Vector3::x() * -std::f64::consts::FRAC_PI_2);
    // x ahead, z up.
    let frame = |mass: f64, [x, z]: [f64; 2], [xx, yy, zz, xz]: [f64; 4]| {
        let tensor = Matrix3::new(xx, 0.0, xz, 0.0, yy, 0.0, xz, 0.0, zz);
        Solid::new(mass, tensor).unwrap().at(x, 0.0, z).moving(speed, 0.0, 0.0)
    };
    let rear = builder.body("rear frame", frame(85.0, [0.3, 0.9], [9.2, 11.0, 2.8, -2.4]));
    let fork = builder.body("fork", frame(4.0, [0.9, 0.7], [0.05892, 0.06, 0.00708, 0.00756]));
    let tilt = std::f64::consts::PI / 10.0;
    let steering = [-tilt.sin(), 0.0, tilt.cos()];
    let head = [rear.axis([0.8, 0.0, -0.9], steering), fork.axis([0.2, 0.0, -0.7], steering)];
    builder.constraint("head", Joint::revolute(head[0], head[1]));
    let wheels = [
        ("rear", rear, [-0.3, 0.0, -0.6], 0.0, 0.3, 2.0, [0.0603, 0.12]),
        ("front", fork, [0.12, 0.0, -0.35], 1.02, 0.35, 3.0, [0.1405, 0.28]),
    ];
    for (name, holder, axle, x, radius, mass, [a, c]) in wheels {
        let wheel = Solid::principal(mass, [a, a, c]).unwrap().at(x, 0.0, radius).turned(across);
        let wheel = wheel.moving(speed, 0.0, 0.0).spinning(0.0, 0.0, speed / radius);
        let wheel = builder.body(format!("{name} wheel"), wheel);
        let pin = [holder.axis(axle, [0.0, 1.0, 0.0]), wheel.axis([0.0; 3], [0.0, 0.0, 1.0])];
        builder.constraint(format!("{name} axle"), Joint::revolute(pin[0], pin[1]));
        let rim = RimOnPlane::new(Plane::horizontal(), Rim::new(radius));
        builder.constraint(format!("{name} tyre"), Contact::rolling(WORLD, wheel, rim));
    }
    builder.build().unwrap()
}

/// det (λ² M + λ u C + g K₀ + u² K₂), its coefficients from λ⁴ down.
fn characteristic(u: f64) -> [f64; 5] {
    let mass = [[80.81722, 2.319_413_322_087_09], [2.319_413_322_087_09, 0.297_841_881_996_86]];
    let damping = [[0.0, 33.866_413_914_924_94], [-0.850_356_414_569_78, 1.685_403_973_975_60]];
    let weight = [[-80.95, -2.599_516_852_498_72], [-2.599_516_852_498_72, -0.803_294_884_586_18]];
    let speed = [[0.0, 76.597_345_895_732_22], [0.0, 2.654_315_237_946_04]];
    let entry = |r: usize, c: usize| [mass[r][c], u * damping[r][c], G * weight[r][c] + u * u * speed[r][c]];
    let mut sum = [0.0; 5];
    for (sign, [a, b]) in [(1.0, [entry(0, 0), entry(1, 1)]), (-1.0, [entry(0, 1), entry(1, 0)])] {
        (0..9).for_each(|k| sum[k / 3 + k % 3] += sign * a[k / 3] * b[k % 3]);
    }
    sum
}

/// The zero next to a place, by Newton's method.
fn zero_next_to(polynomial: [f64; 5], mut z: Complex<f64>) -> Complex<f64> {
    for _ in 0..50 {
        let [mut value, mut slope] = [Complex::new(0.0, 0.0); 2];
        for c in polynomial {
            slope = slope * z + value;
            value = value * z + c;
        }
        z -= value / slope;
    }
    z
}

#[test]
fn analytic_errors_of_a_bicycles_eigenvalues() {
    let (mut least, mut farthest, mut widest) = (f64::INFINITY, 0.0_f64, 0.0_f64);
    for speed in [4.0, 5.0, 6.0, 6.02, 6.024, 6.0242] {
        let model = bicycle(speed);
        let linear = Linearization::about(&model, &model.start().project().unwrap().state).unwrap();
        assert_eq!(linear.freedoms(), (7, 3));
        let (values, errors) = (linear.eigenvalues().unwrap(), linear.errors().unwrap());
        let zeros = values.iter().filter(|value| **value == Complex::new(0.0, 0.0)).count();
        assert_eq!(zeros, 6, "{speed}: {values:?}");
        println!("{speed}: A to {:e}", linear.error());
        let mut part = 0.0_f64;
        for (value, error) in values.iter().zip(&errors).filter(|(value, _)| value.norm() > 0.0) {
            let off = (value - zero_next_to(characteristic(speed), *value)).norm();
            println!("    {value:.12}: off {off:.1e}, at most {error:.1e}");
            assert!(off <= *error, "{speed}: {value} is off by {off:e}, not {error:e}");
            part = part.max(off / error);
            (farthest, widest) = (farthest.max(off), widest.max(*error));
        }
        least = least.min(part);
    }
    // At every speed the bound is within a thousand of what one of the four takes.
    assert!(least > 1e-3, "{least:e}");
    claim(ANALYSIS, "the bicycle's four eigenvalues", "4e-12", farthest);
    claim(ANALYSIS, "the bicycle's four eigenvalues", "1e-9", widest);
}
