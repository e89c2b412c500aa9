//! Poses and twists in any number type, and the numbers of which they are made.

use crate::element::{Planar, PlanarFrame, Space, Spatial, SpatialFrame, quaternion_rate};
use nalgebra::{Quaternion, RealField, UnitQuaternion, Vector2, Vector3, convert};
use std::fmt::Debug;

/// Where a body's frame is, in any number type.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Pose<T: RealField + Copy, S: Poses = Planar> {
    /// World position of the frame's origin.
    pub position: S::Position<T>,
    /// How the body's axes are turned: the angle in the plane; in space the rotation from body axes to world axes, as a unit quaternion.
    pub attitude: S::Attitude<T>,
}

impl<T: RealField + Copy> Pose<T> {
    /// World position of the body-fixed point (x, y).
    pub fn point(&self, x: f64, y: f64) -> Vector2<T> {
        self.position + self.turn(x, y)
    }

    /// The vector (x, y) of body axes in world axes.
    pub fn turn(&self, x: f64, y: f64) -> Vector2<T> {
        let ((sin, cos), [x, y]) = (self.attitude.sin_cos(), [convert(x), convert(y)]);
        Vector2::new(cos * x - sin * y, sin * x + cos * y)
    }
}

impl<T: RealField + Copy> Pose<T, Spatial> {
    /// World position of the body-fixed point (x, y, z).
    pub fn point(&self, x: f64, y: f64, z: f64) -> Vector3<T> {
        self.position + self.turn(x, y, z)
    }

    /// The vector (x, y, z) of body axes in world axes.
    pub fn turn(&self, x: f64, y: f64, z: f64) -> Vector3<T> {
        self.attitude * Vector3::new(convert(x), convert(y), convert(z))
    }
}

/// How a body's frame moves, in any number type.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Twist<T: RealField + Copy, S: Poses = Planar> {
    /// Velocity of the frame's origin, in world axes.
    pub velocity: S::Position<T>,
    /// Angular velocity: a number in the plane, in space a vector in body axes.
    pub spin: S::Spin<T>,
}

/// A space whose poses and twists can be written in any number type: both are.
pub trait Poses: Space {
    /// A position, or a velocity.
    type Position<T: RealField + Copy>: Copy + Debug + PartialEq;
    /// How axes are turned.
    type Attitude<T: RealField + Copy>: Copy + Debug + PartialEq;
    /// An angular velocity.
    type Spin<T: RealField + Copy>: Copy + Debug + PartialEq;
    /// The numbers of a pose: three, or seven.
    #[doc(hidden)]
    type Numbers: std::ops::Index<usize, Output = f64>;

    #[doc(hidden)]
    fn pose<T: RealField + Copy>(x: impl Fn(usize) -> T) -> Pose<T, Self>;
    #[doc(hidden)]
    fn moving<T: RealField + Copy>(v: impl Fn(usize) -> T) -> Twist<T, Self>;
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
    type Position<T: RealField + Copy> = Vector2<T>;
    type Attitude<T: RealField + Copy> = T;
    type Spin<T: RealField + Copy> = T;
    type Numbers = [f64; 3];

    fn pose<T: RealField + Copy>(x: impl Fn(usize) -> T) -> Pose<T> {
        Pose { position: Vector2::new(x(0), x(1)), attitude: x(2) }
    }

    fn moving<T: RealField + Copy>(v: impl Fn(usize) -> T) -> Twist<T> {
        Twist { velocity: Vector2::new(v(0), v(1)), spin: v(2) }
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
    type Position<T: RealField + Copy> = Vector3<T>;
    type Attitude<T: RealField + Copy> = UnitQuaternion<T>;
    type Spin<T: RealField + Copy> = Vector3<T>;
    type Numbers = [f64; 7];

    fn pose<T: RealField + Copy>(x: impl Fn(usize) -> T) -> Pose<T, Self> {
        Pose {
            position: Vector3::new(x(0), x(1), x(2)),
            attitude: UnitQuaternion::new_unchecked(Quaternion::new(x(3), x(4), x(5), x(6))),
        }
    }

    fn moving<T: RealField + Copy>(v: impl Fn(usize) -> T) -> Twist<T, Self> {
        Twist { velocity: Vector3::new(v(0), v(1), v(2)), spin: Vector3::new(v(3), v(4), v(5)) }
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
