//! Poses and twists in any number type, and the numbers of which they are made.

use crate::element::{Planar, PlanarFrame, Space, Spatial, SpatialFrame, quaternion_rate};
use crate::math::Real;
use nalgebra::{Quaternion, RealField, UnitQuaternion, Vector2, Vector3, convert};
use num_dual::Dual64;
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
    type Numbers<T: Real>: std::ops::Index<usize, Output = T>;

    #[doc(hidden)]
    fn pose<T: RealField + Copy>(x: impl Fn(usize) -> T) -> Pose<T, Self>;
    #[doc(hidden)]
    fn moving<T: RealField + Copy>(v: impl Fn(usize) -> T) -> Twist<T, Self>;
    #[doc(hidden)]
    fn numbers(frame: &Self::Frame) -> Motion<f64, Self, Self::Twist>;
    /// The same with how they change.
    #[doc(hidden)]
    fn moved_numbers(frame: &Self::Moved) -> Motion<Dual64, Self, Self::Row>;
    /// x' along a twist, which has as many numbers as this space takes.
    #[doc(hidden)]
    fn rates<T: Real>(x: &Self::Numbers<T>, twist: &[T]) -> Self::Numbers<T>;
    /// x'' while the twist stays as it is, whose spin has this square.
    #[doc(hidden)]
    fn second_rates<T: Real>(x: &Self::Numbers<T>, square: T) -> Self::Numbers<T>;
}

/// x, the twist V, and |Ω|².
#[doc(hidden)]
#[derive(Copy, Clone, Debug)]
pub struct Motion<T: Real, S: Poses, V> {
    pub x: S::Numbers<T>,
    pub twist: V,
    pub square: T,
}

impl<T: Real, S: Poses, V: AsRef<[T]>> Motion<T, S, V> {
    /// x' and x'' along its own twist.
    pub fn rates(&self) -> [S::Numbers<T>; 2] {
        [S::rates(&self.x, self.twist.as_ref()), S::second_rates(&self.x, self.square)]
    }
}

#[inline]
fn in_plane<T: Real>(frame: &PlanarFrame<T>) -> Motion<T, Planar, [T; 3]> {
    let &PlanarFrame { origin, angle, velocity, spin, .. } = frame;
    Motion { x: [origin.x, origin.y, angle], twist: [velocity.x, velocity.y, spin], square: spin * spin }
}

#[inline]
fn in_space<T: Real>(frame: &SpatialFrame<T>, [w, i, j, k]: [T; 4]) -> Motion<T, Spatial, [T; 6]> {
    let (o, spin) = (frame.origin, frame.spin);
    Motion { x: [o.x, o.y, o.z, w, i, j, k], twist: frame.twist(), square: spin.dot(&spin) }
}

impl Poses for Planar {
    type Position<T: RealField + Copy> = Vector2<T>;
    type Attitude<T: RealField + Copy> = T;
    type Spin<T: RealField + Copy> = T;
    type Numbers<T: Real> = [T; 3];

    fn pose<T: RealField + Copy>(x: impl Fn(usize) -> T) -> Pose<T> {
        Pose { position: Vector2::new(x(0), x(1)), attitude: x(2) }
    }

    fn moving<T: RealField + Copy>(v: impl Fn(usize) -> T) -> Twist<T> {
        Twist { velocity: Vector2::new(v(0), v(1)), spin: v(2) }
    }

    #[inline]
    fn numbers(frame: &PlanarFrame) -> Motion<f64, Self, [f64; 3]> {
        in_plane(frame)
    }

    #[inline]
    fn moved_numbers(frame: &PlanarFrame<Dual64>) -> Motion<Dual64, Self, [Dual64; 3]> {
        in_plane(frame)
    }

    fn rates<T: Real>(_x: &[T; 3], twist: &[T]) -> [T; 3] {
        [twist[0], twist[1], twist[2]]
    }

    fn second_rates<T: Real>(_x: &[T; 3], _square: T) -> [T; 3] {
        [T::zero(); 3]
    }
}

impl Poses for Spatial {
    type Position<T: RealField + Copy> = Vector3<T>;
    type Attitude<T: RealField + Copy> = UnitQuaternion<T>;
    type Spin<T: RealField + Copy> = Vector3<T>;
    type Numbers<T: Real> = [T; 7];

    fn pose<T: RealField + Copy>(x: impl Fn(usize) -> T) -> Pose<T, Self> {
        Pose {
            position: Vector3::new(x(0), x(1), x(2)),
            attitude: UnitQuaternion::new_unchecked(Quaternion::new(x(3), x(4), x(5), x(6))),
        }
    }

    fn moving<T: RealField + Copy>(v: impl Fn(usize) -> T) -> Twist<T, Self> {
        Twist { velocity: Vector3::new(v(0), v(1), v(2)), spin: Vector3::new(v(3), v(4), v(5)) }
    }

    #[inline]
    fn numbers(frame: &SpatialFrame) -> Motion<f64, Self, [f64; 6]> {
        let q = frame.attitude;
        in_space(frame, [q.w, q.i, q.j, q.k])
    }

    #[inline]
    fn moved_numbers(frame: &SpatialFrame<Dual64>) -> Motion<Dual64, Self, [Dual64; 6]> {
        in_space(frame, frame.quaternion())
    }

    fn rates<T: Real>(x: &[T; 7], v: &[T]) -> [T; 7] {
        let [dw, di, dj, dk] = quaternion_rate([x[3], x[4], x[5], x[6]], [v[3], v[4], v[5]]);
        [v[0], v[1], v[2], dw, di, dj, dk]
    }

    fn second_rates<T: Real>(x: &[T; 7], square: T) -> [T; 7] {
        let (o, bend) = (T::zero(), square * -0.25);
        [o, o, o, bend * x[3], bend * x[4], bend * x[5], bend * x[6]]
    }
}
