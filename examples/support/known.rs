//! Bodies in space of which a reference knows the motion, shared by the examples that hold themselves against it.

use super::Table;
use chetaev::nalgebra::{Quaternion, UnitQuaternion, Vector3};
use chetaev::prelude::*;
use std::error::Error;

/// A model of a top, the top, and its tip.
pub type Top = (Model, BodyId<Spatial>, ConstraintId<Joint>);

/// The heavy top of the papers on Lie-group integrators: it stands on its tip and spins at 150 rad/s.
pub fn heavy_top() -> Result<Top, Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let spin = Vector3::new(0.0, 150.0, -4.61538);
    let velocity = spin.cross(&Vector3::y());
    let top = Solid::principal(15.0, [0.234375, 0.46875, 0.234375])?
        .at(0.0, 1.0, 0.0)
        .moving(velocity.x, velocity.y, velocity.z)
        .spinning(spin.x, spin.y, spin.z);
    let top = builder.body("top", top);
    let tip = builder.constraint("tip", Joint::spherical(WORLD.origin(), top.point(0.0, -1.0, 0.0)));
    Ok((builder.build()?, top, tip))
}

/// Semi-axes of the prolate spheroid of `tests/data/space_spheroid.csv`.
pub const SPHEROID: [f64; 3] = [0.2, 0.2, 0.35];

/// That spheroid, homogeneous, as its reference starts it.
pub fn spheroid(reference: &Table) -> Result<Solid, Box<dyn Error>> {
    let first = |column: &str| reference.column(column).map(|c| c[0]);
    let attitude = Quaternion::new(first("qw")?, first("qx")?, first("qy")?, first("qz")?);
    Ok(Solid::from_inertia(Inertia::ellipsoid(reference.parameter("m")?, SPHEROID)?)?
        .at(first("X")?, first("Y")?, first("Z")?)
        .turned(UnitQuaternion::new_normalize(attitude))
        .moving(first("vx")?, first("vy")?, first("vz")?)
        .spinning(first("w1")?, first("w2")?, first("w3")?))
}
