//! What a body looks like, in its own axes.

use super::json::Json;
use crate::contact::curve::{self, Curve};
use nalgebra::Vector2;
use std::f64::consts::TAU;

/// A part of a body's picture, in the body's axes (m). For a rigid body they are counted from the center of mass.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape(pub(super) Part);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    Bar([Vector2<f64>; 2]),
    Disk(Vector2<f64>, f64),
    Outline(Vec<Vector2<f64>>, bool),
    /// A small block or dot, as large as the picture's other symbols; with a direction.
    Block(Vector2<f64>, f64),
    Dot(Vector2<f64>),
}

impl Shape {
    /// A bar between two points.
    pub fn bar(from: [f64; 2], to: [f64; 2]) -> Self {
        Self(Part::Bar([from.into(), to.into()]))
    }

    /// A disk around the origin.
    pub fn disk(radius: f64) -> Self {
        Self(Part::Disk(Vector2::zeros(), radius))
    }

    /// An ellipse around the origin, semi-axis `a` along x and `b` along y.
    pub fn ellipse(a: f64, b: f64) -> Self {
        Self::curve(&curve::Ellipse::new(a, b))
    }

    /// A rectangle around the origin, `width` along x and `height` along y.
    pub fn rectangle(width: f64, height: f64) -> Self {
        let (x, y) = (0.5 * width, 0.5 * height);
        Self::polygon([[-x, -y], [x, -y], [x, y], [-x, y]])
    }

    /// A filled polygon with these corners.
    pub fn polygon(corners: impl IntoIterator<Item = [f64; 2]>) -> Self {
        Self(Part::Outline(corners.into_iter().map(Vector2::from).collect(), true))
    }

    /// A line through these points.
    pub fn line(points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        Self(Part::Outline(points.into_iter().map(Vector2::from).collect(), false))
    }

    /// A curve; filled if it is closed.
    pub fn curve(curve: &impl Curve) -> Self {
        let (points, closed) = curve::outline(curve, 10.0);
        Self(Part::Outline(points, closed))
    }

    /// A small block (a slider) at the origin, turned by `angle`.
    pub fn block(angle: f64) -> Self {
        Self(Part::Block(Vector2::zeros(), angle))
    }

    /// A dot at the origin.
    pub fn dot() -> Self {
        Self(Part::Dot(Vector2::zeros()))
    }

    /// The same, moved by (`x`, `y`).
    pub fn moved(self, x: f64, y: f64) -> Self {
        let by = Vector2::new(x, y);
        Self(match self.0 {
            Part::Bar(ends) => Part::Bar(ends.map(|p| p + by)),
            Part::Disk(center, radius) => Part::Disk(center + by, radius),
            Part::Outline(points, closed) => Part::Outline(points.into_iter().map(|p| p + by).collect(), closed),
            Part::Block(center, angle) => Part::Block(center + by, angle),
            Part::Dot(center) => Part::Dot(center + by),
        })
    }

    /// Points that the picture must show.
    pub(super) fn corners(&self) -> Vec<Vector2<f64>> {
        match &self.0 {
            Part::Bar(ends) => ends.to_vec(),
            Part::Disk(center, r) => (0..12)
                .map(|i| f64::from(i) * TAU / 12.0)
                .map(|s| center + *r * Vector2::new(s.cos(), s.sin()))
                .collect(),
            Part::Outline(points, _) => points.iter().step_by(1 + points.len() / 24).copied().collect(),
            Part::Block(center, _) | Part::Dot(center) => vec![*center],
        }
    }

    pub(super) fn json(&self) -> Json {
        Json::Object(match &self.0 {
            Part::Bar([a, b]) => vec![("bar", Json::drawn([a.x, a.y, b.x, b.y]))],
            Part::Disk(center, radius) => vec![("disk", Json::drawn([center.x, center.y, *radius]))],
            Part::Outline(points, closed) => vec![("outline", flat(points)), ("closed", (*closed).into())],
            Part::Block(center, angle) => vec![("block", Json::drawn([center.x, center.y, *angle]))],
            Part::Dot(center) => vec![("dot", Json::drawn([center.x, center.y]))],
        })
    }
}

/// x, y, x, y, …
pub(super) fn flat(points: &[Vector2<f64>]) -> Json {
    Json::drawn(points.iter().flat_map(|p| [p.x, p.y]))
}
