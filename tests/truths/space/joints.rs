//! Joints written a second time, as generic functions, and the comparison of both at random states.

use crate::common::{Random, STATES, Seen};
use chetaev::constraint::Constraint;
use chetaev::dynamics::{Baumgarte, State, Workspace};
use chetaev::error::EvalError;
use chetaev::model::{Model, ModelBuilder};
use chetaev::nalgebra::{Matrix3, RealField, UnitQuaternion, Vector3};
use chetaev::prelude::{BodyId, Inertia, Mark, PointMass, Solid, Spatial, WORLD};
use chetaev::space::SpatialPose;

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
    pub fn a(pose: &SpatialPose<T>) -> Self {
        Self::new(&mark_a(WORLD), pose)
    }

    pub fn b(pose: &SpatialPose<T>) -> Self {
        Self::new(&mark_b(WORLD), pose)
    }

    fn new(mark: &Mark, pose: &SpatialPose<T>) -> Self {
        let (point, axes): (Vector3<f64>, Matrix3<f64>) = (mark.local, mark.axes);
        Self {
            point: pose.point(point.x, point.y, point.z),
            axes: [0, 1, 2].map(|k| pose.turn(axes[(0, k)], axes[(1, k)], axes[(2, k)])),
        }
    }
}

/// The same constraint twice, at random states, between rigid bodies; then with each body in turn the ground or a particle.
pub fn compare<const N: usize, A: Constraint + 'static, B: Constraint + 'static>(
    first: impl Fn([BodyId<Spatial>; N]) -> A,
    second: impl Fn([BodyId<Spatial>; N]) -> B,
) -> Seen {
    let mut seen = Seen::default();
    let mut random = Random::new(N as u64);
    let mut compared = 0;
    let changes = std::iter::once(None).chain((0..2 * N).map(|i| Some((i / 2, i % 2 == 0))));
    for change in changes {
        let model = |add: &dyn Fn(&mut ModelBuilder, [BodyId<Spatial>; N])| {
            let mut builder = ModelBuilder::new();
            builder.body("bystander", PointMass::new(1.0));
            let bodies = std::array::from_fn(|k| match change {
                Some((index, true)) if index == k => WORLD,
                Some((index, false)) if index == k => builder.body(format!("body {k}"), PointMass::new(1.0)),
                _ => builder.body(format!("body {k}"), solid(1.0 + k as f64)),
            });
            add(&mut builder, bodies);
            builder.build()
        };
        let built = model(&|builder, bodies| {
            builder.constraint("built in", first(bodies));
        });
        let Ok(built) = built else {
            // A constraint on one body alone, which is the ground now: it has nothing to hold.
            assert_eq!(N, 1);
            continue;
        };
        let own = model(&|builder, bodies| {
            builder.constraint("own", second(bodies));
        })
        .unwrap();
        let (mut a, mut b) = (built.workspace(), own.workspace());
        for _ in 0..STATES {
            let state = random.state(&built);
            if !evaluated(&built, &mut a, &state) {
                continue;
            }
            compared += 1;
            let State { t, q, v, .. } = state;
            assert!(evaluated(&own, &mut b, &State { t, q, v, ..own.placed() }));
            seen.note((&a, &built), (&b, &own));
        }
    }
    assert!(compared >= STATES / 2, "moot: only {compared} states");
    seen
}

/// Evaluates everything, if the constraint does not refuse; rows that depend on each other are no obstacle to reading them.
fn evaluated(model: &Model, ws: &mut Workspace, state: &State) -> bool {
    match model.evaluate(ws, state, Baumgarte::OFF) {
        Ok(()) | Err(EvalError::Dependent { .. }) => true,
        Err(EvalError::Element { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}

/// A body whose principal axes are not its own.
pub fn solid(mass: f64) -> Solid {
    let tilted = Inertia::cuboid(mass, [0.5, 0.9, 1.4]).unwrap().turned(turn(0.3, 0.5, -0.2));
    Solid::from_inertia(tilted).unwrap()
}
