//! Joints written a second time, as generic functions, and the comparison of both at random states.

use crate::common::{Between, Seen, compare_in};
use chetaev::constraint::Constraint;
use chetaev::constraint::Pose;
use chetaev::model::ModelBuilder;
use chetaev::nalgebra::{Matrix3, RealField, UnitQuaternion, Vector3};
use chetaev::prelude::{BodyId, Inertia, Mark, Particle, Solid, Spatial, WORLD};

pub const P: [f64; 3] = [0.3, -0.7, 0.2];
pub const Q: [f64; 3] = [-0.4, 0.9, 0.5];

fn turn(x: f64, y: f64, z: f64) -> UnitQuaternion<f64> {
    UnitQuaternion::from_scaled_axis(Vector3::new(x, y, z))
}

/// A mark of the first body that is in no way special.
pub fn mark_a(body: BodyId<Spatial>) -> Mark {
    body.mark(P[0], P[1], P[2]).turned(turn(0.4, -0.3, 0.8))
}

/// One of the second body.
pub fn mark_b(body: BodyId<Spatial>) -> Mark {
    body.mark(Q[0], Q[1], Q[2]).turned(turn(-0.7, 0.2, 0.5))
}

/// A mark in any number type: its point, and its axes, in the world.
pub struct Placed<T> {
    pub point: Vector3<T>,
    pub axes: [Vector3<T>; 3],
}

impl<T: RealField + Copy> Placed<T> {
    pub fn a(pose: &Pose<T, Spatial>) -> Self {
        Self::new(&mark_a(WORLD), pose)
    }

    pub fn b(pose: &Pose<T, Spatial>) -> Self {
        Self::new(&mark_b(WORLD), pose)
    }

    fn new(mark: &Mark, pose: &Pose<T, Spatial>) -> Self {
        let (point, axes): (Vector3<f64>, Matrix3<f64>) = (mark.local, mark.axes);
        Self {
            point: pose.point(point.x, point.y, point.z),
            axes: [0, 1, 2].map(|k| pose.turn(axes[(0, k)], axes[(1, k)], axes[(2, k)])),
        }
    }
}

impl Between for Spatial {
    const MAY_REFUSE: bool = true;

    fn ground() -> BodyId<Self> {
        WORLD
    }

    fn bystander(builder: &mut ModelBuilder) {
        builder.body("bystander", Particle::in_space(1.0));
    }

    fn rigid(builder: &mut ModelBuilder, name: String, mass: f64) -> BodyId<Self> {
        builder.body(name, solid(mass))
    }

    fn particle(builder: &mut ModelBuilder, name: String) -> BodyId<Self> {
        builder.body(name, Particle::in_space(1.0))
    }
}

/// The same constraint twice, in space.
pub fn compare<const N: usize, A: Constraint + 'static, B: Constraint + 'static>(
    first: impl Fn([BodyId<Spatial>; N]) -> A,
    second: impl Fn([BodyId<Spatial>; N]) -> B,
) -> Seen {
    compare_in::<Spatial, N, A, B>(first, second)
}

/// A body whose principal axes are not its own.
pub fn solid(mass: f64) -> Solid {
    let tilted = Inertia::cuboid(mass, [0.5, 0.9, 1.4]).unwrap().turned(turn(0.3, 0.5, -0.2));
    Solid::from_inertia(tilted).unwrap()
}
