//! A Stewart platform of thirteen bodies at Fichter's singular position and beside it: what its start says.

use chetaev::error::StartError;
use chetaev::nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

/// Points in pairs about the corners of a triangle, `aside` from each.
fn corner(k: usize, radius: f64, aside: f64) -> Vector3<f64> {
    let angle = FRAC_PI_3 * (k - k % 2) as f64 + if k.is_multiple_of(2) { -aside } else { aside };
    Vector3::new(radius * angle.cos(), radius * angle.sin(), 0.0)
}

/// Level, 1 m high, and turned by `yaw`: at a right angle all legs turn it the same way as they lift it, so that it can screw itself up while they stand (Fichter 1986).
fn platform(yaw: f64) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let turned = UnitQuaternion::from_euler_angles(0.0, 0.0, yaw);
    let height = Vector3::new(0.0, 0.0, 1.0);
    let plate = Solid::principal(40.0, [1.2, 1.2, 2.1]).unwrap().at(0.0, 0.0, 1.0).turned(turned);
    let plate = builder.body("plate", plate);
    let z = [0.0, 0.0, 1.0];
    for k in 0..6 {
        let (foot, end) = (corner(k, 1.1, 0.2), corner(k, 0.6, 0.85));
        let top = height + turned * end;
        let (way, length) = ((top - foot).normalize(), (top - foot).norm());
        let across = Vector3::new(-foot.y, foot.x, 0.0).normalize();
        let side = across.cross(&way).normalize();
        let axes = Rotation3::from_matrix_unchecked(Matrix3::from_columns(&[side.cross(&way), side, way]));
        let part = |at: Vector3<f64>| {
            let solid = Solid::principal(3.0, [0.1, 0.1, 0.003]).unwrap();
            solid.at(at.x, at.y, at.z).turned(UnitQuaternion::from_rotation_matrix(&axes))
        };
        let tube = builder.body(format!("tube {k}"), part(foot + 0.35 * way));
        let rod = builder.body(format!("rod {k}"), part(top - 0.3 * way));
        let feet = (WORLD.axis(foot, across), tube.axis([0.0, 0.0, -0.35], [0.0, 1.0, 0.0]));
        builder.constraint(format!("foot {k}"), Joint::universal(feet.0, feet.1));
        let guide = Joint::prismatic(tube.axis([0.0; 3], z), rod.axis([0.0; 3], z));
        builder.constraint(format!("guide {k}"), guide);
        let ball = Joint::spherical(rod.point(0.0, 0.0, 0.3), plate.point(end.x, end.y, 0.0));
        builder.constraint(format!("ball {k}"), ball);
        let travel = AxialTravel::along(tube.axis([0.0, 0.0, -0.35], z), rod.point(0.0, 0.0, 0.3));
        builder.constraint(format!("leg {k}"), Driver::new(travel, move |t| t * 0.0 + length));
    }
    builder.build().unwrap()
}

/// It ended at t = 0.046 s with 24 constraints blamed: all of them take part, but six are driven.
#[test]
fn analytic_a_stewart_platform_at_a_singular_position_says_so_at_its_start() {
    let legs = [0, 1, 2, 3, 4, 5].map(|k| format!("leg {k}"));
    let mut sines = Vec::new();
    for aside in [1e-2, 1e-3, 1e-4] {
        let start = platform(FRAC_PI_2 - aside).start().project().unwrap();
        println!("{aside:e} beside it: {start}");
        assert_eq!(start.leaning.is_empty(), start.sine >= 1e-3);
        assert!(start.leaning.is_empty() || start.leaning[..6] == legs, "{:?}", start.leaning);
        sines.push(start.sine / aside);
    }
    // The legs' common motion grows with the angle.
    println!("sines for an angle of 1: {sines:?}");
    assert!(sines.iter().all(|s| (s / sines[2] - 1.0).abs() < 2e-2) && sines[2] * 1e-4 < 1e-3, "{sines:?}");
    let refused = platform(FRAC_PI_2).start().project().unwrap_err();
    println!("{refused}");
    let StartError::Singular { drivers, free } = &refused else { panic!("{refused}") };
    assert_eq!((&drivers[..], &free[..]), (&legs[..], "plate.vz"));
    let clear = platform(0.3).start().project().unwrap();
    assert!(clear.moved < 1e-12, "it was placed where it belongs: {clear}");
    assert!(clear.sine > 0.1 && clear.leaning.is_empty(), "{clear}");
}
