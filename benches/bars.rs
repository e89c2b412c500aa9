//! A chain in space, for the benches that count and those that time.

use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;

/// Bars in space, tied by spherical joints; their axes of inertia are turned by `tilt` against them.
pub fn bars(n: usize, tied: bool, tilt: f64) -> Model {
    let shape = Inertia::cuboid(1.0, [1.0, 0.2, 0.1]).unwrap();
    let shape = shape.turned(UnitQuaternion::from_scaled_axis(Vector3::new(0.0, tilt, tilt)));
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let mut end = WORLD.origin();
    for i in 0..n {
        let link = Solid::from_inertia(shape).unwrap().at(i as f64 + 0.5, 0.0, 0.0).spinning(0.1, 0.2, 0.3);
        let link = builder.body(format!("{i}"), link);
        if tied {
            builder.constraint(format!("{i}"), Joint::spherical(end, link.point(-0.5, 0.0, 0.0)));
        }
        end = link.point(0.5, 0.0, 0.0);
    }
    builder.build().unwrap()
}
