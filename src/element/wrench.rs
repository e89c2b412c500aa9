//! Wrenches: a force and a moment on a body.

use super::{Planar, Space, Spatial, SpatialFrame};
use nalgebra::Vector3;

/// A force and a moment on a body, in world axes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Wrench<S: Space = Planar> {
    /// The force.
    pub force: S::Vector,
    /// The moment about `point`.
    pub moment: S::Moment,
    /// Where the force acts.
    pub point: S::Vector,
}

impl<S: Space> Wrench<S> {
    /// This wrench with its moment about another point (world axes).
    pub fn about(&self, point: S::Vector) -> Self {
        Self { moment: self.moment + S::moment(self.point - point, self.force), point, ..*self }
    }

    /// The same wrench as one in space; the plane is the plane z = 0.
    pub fn in_space(&self) -> Wrench<Spatial> {
        let [force, point] = [self.force, self.point].map(S::in_space);
        Wrench { force, moment: S::moment_in_space(self.moment), point }
    }

    /// The wrench at a frame's origin whose components along a twist are these.
    pub(crate) fn from_components(frame: &S::Frame, components: &[f64]) -> Self {
        let (force, moment) = S::from_components(frame, components);
        Self { force, moment, point: S::origin(frame) }
    }
}

impl Wrench<Spatial> {
    /// The part that a space has room for.
    pub(crate) fn part<S: Space>(&self) -> Wrench<S> {
        Wrench { force: S::part(self.force), moment: S::part_of_moment(self.moment), point: S::part(self.point) }
    }

    /// Force and moment in the axes of a body (the point stays where it is, in world axes).
    pub fn in_axes(&self, body: &SpatialFrame) -> [Vector3<f64>; 2] {
        [body.turn_back(self.force), body.turn_back(self.moment)]
    }
}
