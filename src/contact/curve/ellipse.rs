//! The circle and the ellipse, anticlockwise, by the angle s of the parametrization:
//!
//! ```text
//! c = (a cos s, b sin s)      c' = (−a sin s, b cos s)      c'' = −c      c''' = −c'
//! ```
//!
//! s is the polar angle on the circle only. Singular if a semi-axis is zero.

use super::{Curve, CurveJet, Domain};
use crate::contact::{Extent, non_negative};
use crate::math::sin_cos;
use nalgebra::Vector2;
use std::f64::consts::TAU;

/// A circle, by its angle.
///
/// ```
/// # use chetaev::contact::curve::{Circle, Curve};
/// let hole = Circle::new([1.0, 0.0], 0.5);
/// assert!((hole.jet(0.3).curvature() - 1.0 / 0.5).abs() < 1e-12);
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Circle {
    center: Vector2<f64>,
    radius: f64,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Circle, it => length("radius", it.radius));

impl Circle {
    /// The circle with the given center (body axes) and radius.
    pub fn new(center: [f64; 2], radius: f64) -> Self {
        Self { center: center.into(), radius: non_negative(radius) }
    }
}

impl Curve for Circle {
    #[inline]
    fn jet(&self, s: f64) -> CurveJet {
        let jet = oval(self.radius, self.radius, s);
        CurveJet { position: self.center + jet.position, ..jet }
    }

    fn domain(&self) -> Domain {
        Domain::Closed { period: TAU }
    }

    fn extent(&self) -> Option<Extent> {
        Some(Extent::round(self.center.norm(), self.radius))
    }

    fn arc_length(&self, from: f64, to: f64) -> f64 {
        self.radius * (to - from)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}

/// An ellipse around the origin of its body, its axes along the body's.
///
/// Elsewhere: [`Placed`](super::Placed).
///
/// ```
/// # use chetaev::contact::curve::{Curve, Ellipse};
/// let cam = Ellipse::new(3.0, 2.0);
/// let end = cam.jet(0.0);
/// assert_eq!((end.position.x, end.curvature()), (3.0, 3.0 / 4.0)); // a/b²
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Ellipse {
    a: f64,
    b: f64,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Ellipse, it => length("semi-axis", it.a).and(length("semi-axis", it.b)));

impl Ellipse {
    /// The ellipse with semi-axis `a` along x and `b` along y.
    pub fn new(a: f64, b: f64) -> Self {
        Self { a: non_negative(a), b: non_negative(b) }
    }

    /// The semi-axes.
    pub fn semi_axes(&self) -> [f64; 2] {
        [self.a, self.b]
    }
}

impl Curve for Ellipse {
    #[inline]
    fn jet(&self, s: f64) -> CurveJet {
        oval(self.a, self.b, s)
    }

    fn domain(&self) -> Domain {
        Domain::Closed { period: TAU }
    }

    fn extent(&self) -> Option<Extent> {
        Some(Extent::oval(self.a.max(self.b), self.a.min(self.b)))
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}

#[inline]
fn oval(a: f64, b: f64, s: f64) -> CurveJet {
    let (sin, cos) = sin_cos(s);
    let (position, first) = (Vector2::new(a * cos, b * sin), Vector2::new(-a * sin, b * cos));
    CurveJet { position, first, second: -position, third: -first }
}
