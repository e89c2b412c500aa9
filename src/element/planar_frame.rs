//! The planar frame: where a body is, how it is turned, how it moves.

use crate::math::sin_cos;
use nalgebra::Vector2;

/// Position, direction and velocity of a body's frame in the plane, in world axes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct PlanarFrame {
    /// Position of the frame's origin (of the center of mass, for a rigid body).
    pub origin: Vector2<f64>,
    /// Angle from the world's x axis to the frame's, anticlockwise, not wrapped.
    pub angle: f64,
    /// Cosine of the angle.
    pub cos: f64,
    /// Sine of the angle.
    pub sin: f64,
    /// Velocity of the origin.
    pub velocity: Vector2<f64>,
    /// Angular velocity.
    pub spin: f64,
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

    /// A vector from body axes to world axes.
    #[inline]
    pub fn turn(&self, local: Vector2<f64>) -> Vector2<f64> {
        Vector2::new(self.cos * local.x - self.sin * local.y, self.sin * local.x + self.cos * local.y)
    }

    /// A vector from world axes to body axes.
    #[inline]
    pub fn turn_back(&self, world: Vector2<f64>) -> Vector2<f64> {
        Vector2::new(self.cos * world.x + self.sin * world.y, self.cos * world.y - self.sin * world.x)
    }

    /// World position of a body-fixed point.
    #[inline]
    pub fn point(&self, local: Vector2<f64>) -> Vector2<f64> {
        self.origin + self.turn(local)
    }

    /// Velocity of the body-fixed point whose arm from the origin is `arm`, in world axes (E8).
    #[inline]
    pub fn velocity_at(&self, arm: Vector2<f64>) -> Vector2<f64> {
        self.velocity + self.spin * perp(arm)
    }

    /// Pose and twist as plain numbers: x, y, θ, v_x, v_y, ω.
    pub fn to_array(&self) -> [f64; 6] {
        [self.origin.x, self.origin.y, self.angle, self.velocity.x, self.velocity.y, self.spin]
    }
}

/// k × a: the vector turned by +90°.
#[inline]
pub fn perp(a: Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-a.y, a.x)
}
