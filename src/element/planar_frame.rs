//! The planar frame: where a body is, how it is turned, how it moves.

use crate::math::{Real, sin_cos};
use nalgebra::Vector2;
use num_dual::Dual64;

/// Position, direction and velocity of a body's frame in the plane, in world axes: in plain numbers, or where built-in elements are differentiated in such as carry a derivative.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct PlanarFrame<T = f64> {
    /// Position of the frame's origin (of the center of mass, for a rigid body).
    pub origin: Vector2<T>,
    /// Angle from the world's x axis to the frame's, anticlockwise, not wrapped.
    pub angle: T,
    /// Cosine of the angle.
    pub cos: T,
    /// Sine of the angle.
    pub sin: T,
    /// Velocity of the origin.
    pub velocity: Vector2<T>,
    /// Angular velocity.
    pub spin: T,
}

impl PlanarFrame {
    /// The frame of the ground: at the world's origin, at rest.
    pub const GROUND: Self = Self {
        origin: Vector2::new(0.0, 0.0),
        angle: 0.0,
        cos: 1.0,
        sin: 0.0,
        velocity: Vector2::new(0.0, 0.0),
        spin: 0.0,
    };

    /// A frame from its pose and twist.
    #[inline]
    pub fn new(origin: Vector2<f64>, angle: f64, velocity: Vector2<f64>, spin: f64) -> Self {
        let (sin, cos) = sin_cos(angle);
        Self { origin, angle, cos, sin, velocity, spin }
    }

    /// Pose and twist as plain numbers: x, y, θ, v_x, v_y, ω.
    pub fn to_array(&self) -> [f64; 6] {
        [self.origin.x, self.origin.y, self.angle, self.velocity.x, self.velocity.y, self.spin]
    }
}

impl<T: Real> PlanarFrame<T> {
    /// A vector from body axes to world axes.
    #[inline]
    pub fn turn(&self, local: Vector2<f64>) -> Vector2<T> {
        Vector2::new(self.cos * local.x - self.sin * local.y, self.sin * local.x + self.cos * local.y)
    }

    /// The same of one that changes in body axes.
    #[inline]
    pub(crate) fn turn_moving(&self, local: Vector2<T>) -> Vector2<T> {
        Vector2::new(self.cos * local.x - self.sin * local.y, self.sin * local.x + self.cos * local.y)
    }

    /// A vector from world axes to body axes.
    #[inline]
    pub fn turn_back(&self, world: Vector2<T>) -> Vector2<T> {
        Vector2::new(self.cos * world.x + self.sin * world.y, self.cos * world.y - self.sin * world.x)
    }

    /// World position of a body-fixed point.
    #[inline]
    pub fn point(&self, local: Vector2<f64>) -> Vector2<T> {
        self.origin + self.turn(local)
    }

    /// Velocity of the body-fixed point whose arm from the origin is `arm`, in world axes (E8).
    #[inline]
    pub fn velocity_at(&self, arm: Vector2<T>) -> Vector2<T> {
        self.velocity + aside(arm) * self.spin
    }
}

impl PlanarFrame<Dual64> {
    /// A frame that nothing changes yet.
    pub(crate) fn still(frame: &PlanarFrame) -> Self {
        Self {
            origin: frame.origin.map(Dual64::from),
            angle: frame.angle.into(),
            cos: frame.cos.into(),
            sin: frame.sin.into(),
            velocity: frame.velocity.map(Dual64::from),
            spin: frame.spin.into(),
        }
    }

    /// How it changes where pose and twist change like this.
    pub(crate) fn change(&mut self, [pose, twist]: [[f64; 3]; 2]) {
        let Self { origin, angle, cos, sin, velocity, spin } = self;
        [origin.x.eps, origin.y.eps, angle.eps] = pose;
        [velocity.x.eps, velocity.y.eps, spin.eps] = twist;
        (cos.eps, sin.eps) = (-sin.re * angle.eps, cos.re * angle.eps);
    }
}

/// k × a: the vector turned by +90°.
#[inline]
pub fn perp(a: Vector2<f64>) -> Vector2<f64> {
    aside(a)
}

/// The same of any numbers.
#[inline]
pub(crate) fn aside<T: Real>(a: Vector2<T>) -> Vector2<T> {
    Vector2::new(-a.y, a.x)
}
