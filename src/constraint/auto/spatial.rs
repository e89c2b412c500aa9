//! Constraints of the user's own in space, differentiated automatically (see [`Auto`] for the planar ones).
//!
//! What is seeded, with q the pose (O, Q) of each body and (v, Ω) its twist. Along Ω = constant (S2) gives Q' = ½ Q ⊗ Ω and
//! Q'' = ½ Q' ⊗ Ω = −¼ |Ω|² Q:
//!
//! ```text
//! φ(t, q):      seed (O, v, 0), (Q, Q', Q''), (t, 1, 0) to second order:   value φ, first order φ', second order −γ
//!               seed each of O and ½ Q ⊗ e_k to first order:               the columns of J
//! ψ(t, q, V):   seed (O, v), (Q, Q'), (t, 1), V = (V, 0):                  value ψ, first order −γ
//!               seed each V to first order:                                the columns of J
//! ```

use crate::constraint::{Auto, Constraint, Level, Shape};
use crate::element::{BodyId, Ctx, Rows, Spatial, SpatialFrame, quaternion_rate};
use crate::error::ElementError;
use nalgebra::{Quaternion, RealField, UnitQuaternion, Vector3, convert};
use num_dual::{Dual2_64, Dual64};
use std::fmt::Debug;

/// Position and attitude of a body's frame, in any number type.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SpatialPose<T: RealField + Copy> {
    /// World position of the frame's origin.
    pub position: Vector3<T>,
    /// Rotation from body axes to world axes.
    pub attitude: UnitQuaternion<T>,
}

impl<T: RealField + Copy> SpatialPose<T> {
    /// World position of the body-fixed point (x, y, z).
    pub fn point(&self, x: f64, y: f64, z: f64) -> Vector3<T> {
        self.position + self.turn(x, y, z)
    }

    /// The vector (x, y, z) of body axes in world axes.
    pub fn turn(&self, x: f64, y: f64, z: f64) -> Vector3<T> {
        self.attitude * Vector3::new(convert(x), convert(y), convert(z))
    }
}

/// Velocity of a body's frame, in any number type.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SpatialTwist<T: RealField + Copy> {
    /// Velocity of the frame's origin, in world axes.
    pub velocity: Vector3<T>,
    /// Angular velocity, in body axes.
    pub spin: Vector3<T>,
}

/// A holonomic constraint of the user's own in space: M rows on B bodies.
pub trait SpatialHolonomic<const B: usize, const M: usize>: Send + Sync + Debug {
    /// φ(t, poses), zero where the constraint holds.
    fn phi<T: RealField + Copy>(&self, t: T, at: [SpatialPose<T>; B]) -> [T; M];

    /// Does φ depend on time explicitly? Then its force does work.
    fn depends_on_time(&self) -> bool;
}

/// A velocity constraint of the user's own in space, linear in the velocities or not: M rows on B bodies.
pub trait SpatialNonholonomic<const B: usize, const M: usize>: Send + Sync + Debug {
    /// ψ(t, poses, twists), zero where the constraint holds.
    fn psi<T: RealField + Copy>(&self, t: T, at: [SpatialPose<T>; B], moving: [SpatialTwist<T>; B]) -> [T; M];
}

/// Marks an [`Auto`] over poses in space.
#[derive(Copy, Clone, Debug)]
pub struct OnPoses;

/// Marks an [`Auto`] over twists in space.
#[derive(Copy, Clone, Debug)]
pub struct OnTwists;

impl<F: SpatialHolonomic<B, M>, const B: usize, const M: usize> Auto<F, OnPoses, B, M> {
    /// The holonomic constraint φ = 0 on these bodies in space.
    pub fn spatial(bodies: [BodyId<Spatial>; B], phi: F) -> Self {
        Self::on(bodies.map(Into::into), phi)
    }
}

impl<F: SpatialNonholonomic<B, M>, const B: usize, const M: usize> Auto<F, OnTwists, B, M> {
    /// The velocity constraint ψ = 0 on these bodies in space.
    pub fn spatial_nonholonomic(bodies: [BodyId<Spatial>; B], psi: F) -> Self {
        Self::on(bodies.map(Into::into), psi)
    }
}

/// A pose from seven numbers: O, then w, x, y, z of Q.
fn pose<T: RealField + Copy>(c: [T; 7]) -> SpatialPose<T> {
    SpatialPose {
        position: Vector3::new(c[0], c[1], c[2]),
        attitude: UnitQuaternion::new_unchecked(Quaternion::new(c[3], c[4], c[5], c[6])),
    }
}

fn twist(c: [Dual64; 6]) -> SpatialTwist<Dual64> {
    SpatialTwist { velocity: Vector3::new(c[0], c[1], c[2]), spin: Vector3::new(c[3], c[4], c[5]) }
}

/// The seven numbers of a pose, and their rates at a twist.
fn numbers(frame: &SpatialFrame, twist: [f64; 6]) -> [[f64; 7]; 2] {
    let (o, q) = (frame.origin, frame.attitude);
    let attitude = [q.w, q.i, q.j, q.k];
    let [w, x, y, z] = quaternion_rate(attitude, [twist[3], twist[4], twist[5]]);
    [[o.x, o.y, o.z, q.w, q.i, q.j, q.k], [twist[0], twist[1], twist[2], w, x, y, z]]
}

fn still(frame: &SpatialFrame) -> SpatialPose<Dual64> {
    pose(numbers(frame, [0.0; 6])[0].map(Dual64::from_re))
}

impl<F: SpatialHolonomic<B, M>, const B: usize, const M: usize> Constraint for Auto<F, OnPoses, B, M> {
    fn shape(&self) -> Shape {
        Shape::new(Level::Position, M, *self.bodies()).working(self.function().depends_on_time())
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let frames: [&SpatialFrame; B] = std::array::from_fn(|k| at.spatial(k));
        let moving = frames.map(|frame| {
            let [value, rate] = numbers(frame, frame.twist());
            let bend = -0.25 * frame.spin.norm_squared();
            let second = |i: usize| if i < 3 { 0.0 } else { bend * value[i] };
            pose(std::array::from_fn(|i| Dual2_64::new(value[i], rate[i], second(i))))
        });
        for (i, row) in self.function().phi(Dual2_64::new(at.t, 1.0, 0.0), moving).into_iter().enumerate() {
            out.position(i, row.re, row.v1, -row.v2);
        }
        let here = frames.map(still);
        for k in 0..B {
            let column = |c: usize| {
                let [value, rate] = numbers(frames[k], std::array::from_fn(|i| f64::from(i == c)));
                let mut seeded = here;
                seeded[k] = pose(std::array::from_fn(|i| Dual64::new(value[i], rate[i])));
                self.function().phi(Dual64::from_re(at.t), seeded)
            };
            write_columns(k, column, out);
        }
        Ok(())
    }
}

impl<F: SpatialNonholonomic<B, M>, const B: usize, const M: usize> Constraint for Auto<F, OnTwists, B, M> {
    fn shape(&self) -> Shape {
        // A ψ that is not homogeneous in v can do work, and nothing tells whether this one is.
        Shape::new(Level::Velocity, M, *self.bodies()).working(true)
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let frames: [&SpatialFrame; B] = std::array::from_fn(|k| at.spatial(k));
        let twists = frames.map(|frame| twist(frame.twist().map(Dual64::from_re)));
        let moving = frames.map(|frame| {
            let [value, rate] = numbers(frame, frame.twist());
            pose(std::array::from_fn(|i| Dual64::new(value[i], rate[i])))
        });
        for (i, row) in self.function().psi(Dual64::new(at.t, 1.0), moving, twists).into_iter().enumerate() {
            out.velocity(i, row.re, -row.eps);
        }
        let here = frames.map(still);
        for k in 0..B {
            let column = |c: usize| {
                let numbers = frames[k].twist();
                let mut seeded = twists;
                seeded[k] = twist(std::array::from_fn(|i| Dual64::new(numbers[i], f64::from(i == c))));
                self.function().psi(Dual64::from_re(at.t), here, seeded)
            };
            write_columns(k, column, out);
        }
        Ok(())
    }
}

/// The six columns of J for the `k`-th body.
fn write_columns<const M: usize>(k: usize, column: impl Fn(usize) -> [Dual64; M], out: &mut Rows<'_>) {
    let columns: [[Dual64; M]; 6] = std::array::from_fn(column);
    for i in 0..M {
        out.jacobian(i, k, columns.map(|column| column[i].eps));
    }
}
