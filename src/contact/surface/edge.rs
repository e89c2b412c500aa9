//! Edges: closed space curves by which a thin body touches, such as the rim of a disk.
//!
//! At an edge a body has no normal of its own, so tangency is one condition and not two: its tangent t lies in the tangent plane of
//! the surface. With l the arc length:
//!
//! ```text
//! dp = t dl        dt = c dl        c is the curvature vector, toward the center of curvature
//! rim of radius R around the axis k:  p = m + R e(s)    t = e'    c = −e/R    ds = dl/R
//! ```

use crate::contact::non_negative;
#[cfg(feature = "serde")]
use nalgebra::Matrix3;
use nalgebra::Vector3;
use std::f64::consts::TAU;
use std::fmt::Debug;

/// A point of an edge, in body axes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct EdgePoint {
    /// Its parameter.
    pub parameter: f64,
    /// p.
    pub position: Vector3<f64>,
    /// t.
    pub tangent: Vector3<f64>,
    /// c.
    pub curvature: Vector3<f64>,
    /// Parameter per arc length.
    pub chart: f64,
}

/// A space curve, in the axes of the body in which it is fixed.
pub trait Edge: Send + Sync + Debug {
    /// The point with the parameter `s`.
    fn at(&self, s: f64) -> EdgePoint;

    /// The period of the parameter.
    fn period(&self) -> f64;

    /// The rim, if it is one: the edge that a model can be written with.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    fn saved(&self) -> Option<Rim> {
        None
    }
}

/// The rim of a thin disk: a circle.
///
/// ```
/// # use chetaev::contact::surface::{Edge, Rim};
/// let disk = Rim::new(0.3);
/// let at = disk.at(1.0);
/// assert!((at.position.norm() - 0.3).abs() < 1e-15 && (at.curvature.norm() - 1.0 / 0.3).abs() < 1e-12);
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Rim {
    center: Vector3<f64>,
    /// Two unit vectors across the axis, and the axis.
    axes: [Vector3<f64>; 3],
    radius: f64,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Rim, it => axes("axes", &Matrix3::from_columns(&it.axes)).and(length("radius", it.radius)));

impl Rim {
    /// The circle of the given radius around the z axis of its body, in the plane z = 0, by its angle.
    pub fn new(radius: f64) -> Self {
        Self {
            center: Vector3::zeros(),
            axes: [Vector3::x(), Vector3::y(), Vector3::z()],
            radius: non_negative(radius),
        }
    }

    /// The circle around `axis` through a center elsewhere in the body.
    pub fn around(center: [f64; 3], axis: [f64; 3], radius: f64) -> Self {
        let k = Vector3::from(axis).normalize();
        let other = if k.x.abs() < 0.6 { Vector3::x() } else { Vector3::y() };
        let e = (other - k * k.dot(&other)).normalize();
        Self { center: center.into(), axes: [e, k.cross(&e), k], radius: non_negative(radius) }
    }

    /// Its axis, in body axes.
    pub fn axis(&self) -> Vector3<f64> {
        self.axes[2]
    }

    /// The largest distance of its points from the origin.
    pub(crate) fn reach(&self) -> f64 {
        self.center.norm() + self.radius
    }

    /// The point toward `direction`, which must not be along the axis.
    pub(crate) fn toward(&self, direction: Vector3<f64>) -> EdgePoint {
        self.at(direction.dot(&self.axes[1]).atan2(direction.dot(&self.axes[0])))
    }
}

impl Edge for Rim {
    #[inline]
    fn at(&self, s: f64) -> EdgePoint {
        let (sin, cos) = crate::math::sin_cos(s);
        let e = self.axes[0] * cos + self.axes[1] * sin;
        EdgePoint {
            parameter: s,
            position: self.center + e * self.radius,
            tangent: self.axes[1] * cos - self.axes[0] * sin,
            curvature: -e / self.radius,
            chart: 1.0 / self.radius,
        }
    }

    fn period(&self) -> f64 {
        TAU
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Rim> {
        Some(*self)
    }
}
