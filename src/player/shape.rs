//! What a body looks like, in its own axes.

use super::json::Json;
use super::mesh::{self, Mesh};
use crate::contact::curve::{self, Curve};
use nalgebra::{UnitQuaternion, Vector2, Vector3};
use std::f64::consts::TAU;

/// A part of a body's picture, in the body's axes (m). For a rigid body they are counted from the center of mass.
///
/// A planar body is drawn in the plane z = 0; of a body in space any part will do.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape(pub(super) Part);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    Bar([Vector3<f64>; 2]),
    Disk(Vector2<f64>, f64),
    Outline(Vec<Vector2<f64>>, bool),
    /// A small block or dot, as large as the picture's other symbols; with a direction.
    Block(Vector2<f64>, f64),
    Dot(Vector3<f64>),
    Ball(Vector3<f64>, f64),
    Path(Vec<Vector3<f64>>, bool),
    /// Points, and faces that go around some of them, anticlockwise as seen from outside.
    Mesh(Vec<Vector3<f64>>, Vec<Vec<usize>>),
}

impl Shape {
    /// A bar between two points.
    pub fn bar(from: [f64; 2], to: [f64; 2]) -> Self {
        Self::rod([from[0], from[1], 0.0], [to[0], to[1], 0.0])
    }

    /// A bar between two points in space.
    pub fn rod(from: [f64; 3], to: [f64; 3]) -> Self {
        Self(Part::Bar([from.into(), to.into()]))
    }

    /// A thin ring around z, its middle at the origin.
    pub fn ring(radius: f64) -> Self {
        let around = (0..72).map(|i| f64::from(i) * TAU / 72.0);
        Self(Part::Path(around.map(|s| radius * Vector3::new(s.cos(), s.sin(), 0.0)).collect(), true))
    }

    /// A wire through these points.
    pub fn wire(points: impl IntoIterator<Item = [f64; 3]>) -> Self {
        Self(Part::Path(points.into_iter().map(Vector3::from).collect(), false))
    }

    /// A sphere around the origin.
    pub fn sphere(radius: f64) -> Self {
        Self(Part::Ball(Vector3::zeros(), radius))
    }

    fn of((corners, faces): Mesh) -> Self {
        Self(Part::Mesh(corners, faces))
    }

    /// A cuboid around the origin with these edges along x, y and z.
    pub fn cuboid(edges: [f64; 3]) -> Self {
        Self::of(mesh::cuboid(edges))
    }

    /// An ellipsoid around the origin with these half-axes along x, y and z.
    pub fn ellipsoid(half_axes: [f64; 3]) -> Self {
        Self::of(mesh::ellipsoid(half_axes))
    }

    /// A cylinder along z, its middle at the origin.
    pub fn cylinder(radius: f64, length: f64) -> Self {
        Self::of(mesh::frustum([radius, radius], length))
    }

    /// A cone along z: `radius` at z = 0, its tip at z = `height`.
    pub fn cone(radius: f64, height: f64) -> Self {
        Self::of(mesh::frustum([radius, 0.0], height)).shifted([0.0, 0.0, 0.5 * height])
    }

    /// Any solid: its corners, and its faces as lists of corners, anticlockwise as seen from outside.
    pub fn solid(corners: impl IntoIterator<Item = [f64; 3]>, faces: impl Into<Vec<Vec<usize>>>) -> Self {
        let corners: Vec<Vector3<f64>> = corners.into_iter().map(Vector3::from).collect();
        let mut faces = faces.into();
        faces.retain(|face| face.iter().all(|&corner| corner < corners.len()));
        Self(Part::Mesh(corners, faces))
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
        Self(Part::Dot(Vector3::zeros()))
    }

    /// This shape, moved by (`x`, `y`).
    pub fn moved(self, x: f64, y: f64) -> Self {
        self.shifted([x, y, 0.0])
    }

    /// This shape, moved in space.
    pub fn shifted(self, by: [f64; 3]) -> Self {
        let by = Vector3::from(by);
        let flat = by.xy();
        Self(match self.0 {
            Part::Bar(ends) => Part::Bar(ends.map(|p| p + by)),
            Part::Disk(center, radius) => Part::Disk(center + flat, radius),
            Part::Outline(points, closed) => Part::Outline(points.into_iter().map(|p| p + flat).collect(), closed),
            Part::Block(center, angle) => Part::Block(center + flat, angle),
            Part::Dot(center) => Part::Dot(center + by),
            Part::Ball(center, radius) => Part::Ball(center + by, radius),
            Part::Path(points, closed) => Part::Path(points.into_iter().map(|p| p + by).collect(), closed),
            Part::Mesh(points, faces) => Part::Mesh(points.into_iter().map(|p| p + by).collect(), faces),
        })
    }

    /// This shape, turned about the origin. Flat parts (disk, outline, block) stay as they are.
    pub fn turned(self, by: UnitQuaternion<f64>) -> Self {
        Self(match self.0 {
            Part::Bar(ends) => Part::Bar(ends.map(|p| by * p)),
            Part::Dot(center) => Part::Dot(by * center),
            Part::Ball(center, radius) => Part::Ball(by * center, radius),
            Part::Path(points, closed) => Part::Path(points.into_iter().map(|p| by * p).collect(), closed),
            Part::Mesh(points, faces) => Part::Mesh(points.into_iter().map(|p| by * p).collect(), faces),
            flat => flat,
        })
    }

    /// A symbol that shows by itself where the body is.
    pub(super) fn is_small(&self) -> bool {
        matches!(self.0, Part::Block(..) | Part::Dot(_))
    }

    /// Points that the picture must show.
    pub(super) fn corners(&self) -> Vec<Vector3<f64>> {
        let few = |count: usize| 1 + count / 24;
        match &self.0 {
            Part::Bar(ends) => ends.to_vec(),
            Part::Disk(center, r) => {
                let rim = (0..12).map(|i| f64::from(i) * TAU / 12.0).map(|s| *r * Vector2::new(s.cos(), s.sin()));
                rim.map(|p| (center + p).push(0.0)).collect()
            }
            Part::Outline(points, _) => points.iter().step_by(few(points.len())).map(|p| p.push(0.0)).collect(),
            Part::Block(center, _) => vec![center.push(0.0)],
            Part::Dot(center) => vec![*center],
            Part::Ball(center, r) => {
                let axes = (0..3).map(|k| *r * Vector3::ith(k, 1.0));
                axes.flat_map(|arm| [center + arm, center - arm]).collect()
            }
            Part::Mesh(points, _) | Part::Path(points, _) => {
                points.iter().step_by(few(points.len())).copied().collect()
            }
        }
    }

    pub(super) fn json(&self) -> Json {
        Json::Object(match &self.0 {
            Part::Bar(ends) => vec![("bar", flat(ends))],
            Part::Disk(center, radius) => vec![("disk", Json::drawn([center.x, center.y, *radius]))],
            Part::Outline(points, closed) => {
                let points: Vec<Vector3<f64>> = points.iter().map(|p| p.push(0.0)).collect();
                vec![("outline", flat(&points)), ("closed", (*closed).into())]
            }
            Part::Block(center, angle) => vec![("block", Json::drawn([center.x, center.y, *angle]))],
            Part::Dot(center) => vec![("dot", flat(&[*center]))],
            Part::Ball(c, radius) => vec![("ball", Json::drawn([c.x, c.y, c.z, *radius]))],
            Part::Path(points, closed) => vec![("path", flat(points)), ("closed", (*closed).into())],
            Part::Mesh(points, faces) => {
                let faces = faces.iter().map(|face| Json::list(face.iter().copied()));
                vec![("mesh", flat(points)), ("faces", Json::List(faces.collect()))]
            }
        })
    }
}

/// x, y, z, x, y, z, …
pub(super) fn flat(points: &[Vector3<f64>]) -> Json {
    Json::drawn(points.iter().flat_map(|p| [p.x, p.y, p.z]))
}
