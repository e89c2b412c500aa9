//! Wrenches: a force and a moment on a body.

use super::SpatialFrame;
use nalgebra::{Vector2, Vector3};

/// A force and a moment on a body, in world axes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Wrench {
    /// The force.
    pub force: Vector2<f64>,
    /// The moment about `point`.
    pub moment: f64,
    /// Where the force acts.
    pub point: Vector2<f64>,
}

/// A force and a moment on a body in space, in world axes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SpatialWrench {
    /// The force.
    pub force: Vector3<f64>,
    /// The moment about `point`.
    pub moment: Vector3<f64>,
    /// Where the force acts, in world axes.
    pub point: Vector3<f64>,
}

impl SpatialWrench {
    /// Force and moment in the axes of a body (the point stays where it is, in world axes).
    pub fn in_axes(&self, body: &SpatialFrame) -> [Vector3<f64>; 2] {
        [body.turn_back(self.force), body.turn_back(self.moment)]
    }

    /// The same wrench with the moment about another point (world axes).
    pub fn about(&self, point: Vector3<f64>) -> Self {
        Self { moment: self.moment + (self.point - point).cross(&self.force), point, ..*self }
    }
}

impl Wrench {
    /// The same wrench with the moment about another point.
    pub fn about(&self, point: Vector2<f64>) -> Self {
        Self { moment: self.moment + (self.point - point).perp(&self.force), point, ..*self }
    }

    /// The same wrench as one in space, in the plane z = 0.
    pub fn in_space(&self) -> SpatialWrench {
        let moment = Vector3::new(0.0, 0.0, self.moment);
        SpatialWrench { force: self.force.push(0.0), moment, point: self.point.push(0.0) }
    }
}
