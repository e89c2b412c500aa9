//! Poses and twists in any number type, and the numbers of which they are made.

use crate::element::{Planar, PlanarFrame, Space, Spatial, SpatialFrame, quaternion_rate};
use nalgebra::{Quaternion, RealField, UnitQuaternion, Vector2, Vector3, convert};

/// Position and angle of a body's frame in the plane, in any number type.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Pose<T> {
    /// World x of the frame's origin.
    pub x: T,
    /// World y of the frame's origin.
    pub y: T,
    /// Angle of the frame.
    pub angle: T,
}

impl<T: RealField + Copy> Pose<T> {
    /// World position of the body-fixed point (x, y).
    pub fn point(&self, x: f64, y: f64) -> Vector2<T> {
        Vector2::new(self.x, self.y) + self.turn(Vector2::new(convert(x), convert(y)))
    }

    /// A vector from body axes to world axes.
    pub fn turn(&self, local: Vector2<T>) -> Vector2<T> {
        let (sin, cos) = self.angle.sin_cos();
        Vector2::new(cos * local.x - sin * local.y, sin * local.x + cos * local.y)
    }
}

/// Velocity of a body's frame in the plane, in any number type.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Twist<T> {
    /// World x component of the velocity of the frame's origin.
    pub vx: T,
    /// World y component.
    pub vy: T,
    /// Angular velocity.
    pub spin: T,
}

/// Position and attitude of a body's frame in space, in any number type.
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

/// Velocity of a body's frame in space, in any number type.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SpatialTwist<T: RealField + Copy> {
    /// Velocity of the frame's origin, in world axes.
    pub velocity: Vector3<T>,
    /// Angular velocity, in body axes.
    pub spin: Vector3<T>,
}

/// A space whose poses and twists can be written in any number type: both are.
pub trait Poses: Space {
    /// Where a body's frame is.
    type Pose<T: RealField + Copy>: Copy;
    /// How it moves.
    type Moving<T: RealField + Copy>: Copy;
    /// The numbers of a pose: three, or seven.
    #[doc(hidden)]
    type Numbers: std::ops::Index<usize, Output = f64>;

    #[doc(hidden)]
    fn pose<T: RealField + Copy>(x: impl Fn(usize) -> T) -> Self::Pose<T>;
    #[doc(hidden)]
    fn moving<T: RealField + Copy>(v: impl Fn(usize) -> T) -> Self::Moving<T>;
    #[doc(hidden)]
    fn twist(frame: &Self::Frame) -> Self::Twist;
    #[doc(hidden)]
    fn numbers(frame: &Self::Frame) -> Self::Numbers;
    /// x' along a twist.
    #[doc(hidden)]
    fn rates(frame: &Self::Frame, twist: Self::Twist) -> Self::Numbers;
    /// x'' while the frame's own twist stays as it is.
    #[doc(hidden)]
    fn second_rates(frame: &Self::Frame) -> Self::Numbers;
}

impl Poses for Planar {
    type Pose<T: RealField + Copy> = Pose<T>;
    type Moving<T: RealField + Copy> = Twist<T>;
    type Numbers = [f64; 3];

    fn pose<T: RealField + Copy>(x: impl Fn(usize) -> T) -> Pose<T> {
        Pose { x: x(0), y: x(1), angle: x(2) }
    }

    fn moving<T: RealField + Copy>(v: impl Fn(usize) -> T) -> Twist<T> {
        Twist { vx: v(0), vy: v(1), spin: v(2) }
    }

    fn twist(frame: &PlanarFrame) -> [f64; 3] {
        [frame.velocity.x, frame.velocity.y, frame.spin]
    }

    fn numbers(frame: &PlanarFrame) -> [f64; 3] {
        [frame.origin.x, frame.origin.y, frame.angle]
    }

    fn rates(_frame: &PlanarFrame, twist: [f64; 3]) -> [f64; 3] {
        twist
    }

    fn second_rates(_frame: &PlanarFrame) -> [f64; 3] {
        [0.0; 3]
    }
}

impl Poses for Spatial {
    type Pose<T: RealField + Copy> = SpatialPose<T>;
    type Moving<T: RealField + Copy> = SpatialTwist<T>;
    type Numbers = [f64; 7];

    fn pose<T: RealField + Copy>(x: impl Fn(usize) -> T) -> SpatialPose<T> {
        SpatialPose {
            position: Vector3::new(x(0), x(1), x(2)),
            attitude: UnitQuaternion::new_unchecked(Quaternion::new(x(3), x(4), x(5), x(6))),
        }
    }

    fn moving<T: RealField + Copy>(v: impl Fn(usize) -> T) -> SpatialTwist<T> {
        SpatialTwist { velocity: Vector3::new(v(0), v(1), v(2)), spin: Vector3::new(v(3), v(4), v(5)) }
    }

    fn twist(frame: &SpatialFrame) -> [f64; 6] {
        frame.twist()
    }

    fn numbers(frame: &SpatialFrame) -> [f64; 7] {
        let (o, q) = (frame.origin, frame.attitude);
        [o.x, o.y, o.z, q.w, q.i, q.j, q.k]
    }

    fn rates(frame: &SpatialFrame, [x, y, z, a, b, c]: [f64; 6]) -> [f64; 7] {
        let q = frame.attitude;
        let [dw, di, dj, dk] = quaternion_rate([q.w, q.i, q.j, q.k], [a, b, c]);
        [x, y, z, dw, di, dj, dk]
    }

    fn second_rates(frame: &SpatialFrame) -> [f64; 7] {
        let (q, bend) = (frame.attitude, -0.25 * frame.spin.norm_squared());
        [0.0, 0.0, 0.0, bend * q.w, bend * q.i, bend * q.j, bend * q.k]
    }
}
