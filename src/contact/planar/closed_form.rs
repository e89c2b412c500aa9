//! Pairs whose contact is a closed form: without a parameter to search for, and without a singular position.
//!
//! ```text
//! ellipse (a, b) on a line   with ν = −n in the ellipse's axes:  h = √(a² ν_x² + b² ν_y²),  r = (a² ν_x, b² ν_y)/h,
//!                            κ = h³/(a b)²;  β = atan2(b ν_y, a ν_x) on the branch of the last step
//! circle in or on a circle   t ⊥ line of centers
//! ```
//!
//! h is the support function of the ellipse. Writing it with tan θ, as is often done, has a pole at every half turn; h has none.

use super::{Pair, Touch};
use crate::contact::curve::{Circle, Curve, Ellipse, Line, outline};
use crate::contact::{Extent, extent, non_negative};
use crate::element::{Axis, BodyRef, Bound, PlanarFrame, Sweep, between_points, perp};
use crate::error::ElementError;
use crate::math::wrap;
use nalgebra::Vector2;

/// An ellipse of body b on a line of body a, in closed form.
///
/// ```
/// use chetaev::contact::EllipseOnLine;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let egg = builder.body("egg", RigidBody::ellipse(1.0, 0.3, 0.2).at(0.0, 0.25, 0.0));
/// let floor = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.3, 0.2);
/// let floor = builder.contact("floor", Contact::between(GROUND, egg, floor), Rigid::smooth());
/// let model = builder.build()?;
/// assert!((model.read(&model.placed()).contact(floor).gap - 0.05).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct EllipseOnLine {
    through: Vector2<f64>,
    direction: Vector2<f64>,
    /// The body of the line, where it is known: a file does not say it.
    #[cfg_attr(feature = "serde", serde(skip))]
    body: Option<BodyRef>,
    semi_axes: [f64; 2],
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(EllipseOnLine, it => {
    let [a, b] = it.semi_axes.map(|half| length("semi-axis", half));
    unit("direction", it.direction.as_slice()).and(a).and(b)
});

impl EllipseOnLine {
    /// The ellipse around b's origin, semi-axis `a` along its x and `b` along its y, on the left of `line`.
    pub fn new(line: Axis, a: f64, b: f64) -> Self {
        let (through, direction) = (line.through, line.direction());
        Self { through, direction, body: Some(line.body), semi_axes: [a, b].map(non_negative) }
    }
}

impl Pair for EllipseOnLine {
    #[inline]
    fn touch(&self, a: &PlanarFrame, b: &PlanarFrame, last: [f64; 2]) -> Result<Touch, ElementError> {
        let tangent = a.turn(self.direction);
        let out = b.turn_back(-perp(tangent));
        let [ea, eb] = self.semi_axes;
        let (x, y) = (ea * out.x, eb * out.y);
        let h = (x * x + y * y).sqrt();
        let arm = b.turn(Vector2::new(ea * x, eb * y) / h);
        let from_line = b.origin + arm - a.origin - a.turn(self.through);
        let alpha = from_line.dot(&tangent);
        let beta = y.atan2(x);
        let beta = if last[1].is_nan() { beta } else { last[1] + wrap(beta - last[1]) };
        // σ_b: from (x, y)/h = (cos β, sin β).
        let speed = (ea * ea * y * y + eb * eb * x * x).sqrt() / h;
        Ok(Touch {
            arms: [a.turn(self.through) + alpha * tangent, arm],
            tangent,
            gap: perp(tangent).dot(&from_line),
            curvatures: [0.0, ea * eb / (speed * speed * speed)],
            parameters: [alpha, beta],
            speeds: [1.0, speed],
        })
    }

    fn arc_length(&self, shape: usize, from: f64, to: f64) -> f64 {
        if shape == 0 { to - from } else { Ellipse::new(self.semi_axes[0], self.semi_axes[1]).arc_length(from, to) }
    }

    fn outline(&self, shape: usize, reach: f64) -> Option<(Vec<Vector2<f64>>, bool)> {
        let [a, b] = self.semi_axes;
        Some(match shape {
            0 => outline(&Line::new(self.through.into(), (-self.direction.y).atan2(-self.direction.x)), reach),
            _ => outline(&Ellipse::new(a, b), reach),
        })
    }

    fn holder(&self) -> Option<BodyRef> {
        self.body
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        let [a, b] = self.semi_axes;
        extent::in_plane([Extent::FLAT, Extent::oval(a.max(b), a.min(b))], bodies)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}

/// A circle of body b inside or outside a circle of body a, in closed form. The parameters are the angles on the circles.
///
/// ```
/// use chetaev::contact::Circles;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let shaft = builder.body("shaft", RigidBody::disk(1.0, 0.009).at(0.0, -0.0004, 0.0));
/// let hole = Circles::inside(([0.0, 0.0], 0.01), ([0.0, 0.0], 0.009));
/// let hole = builder.contact("hole", Contact::between(GROUND, shaft, hole), Rigid::rough(Coulomb::new(0.1)));
/// let model = builder.build()?;
/// assert!((model.read(&model.placed()).contact(hole).gap - 0.0006).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Circles {
    centers: [Vector2<f64>; 2],
    radii: [f64; 2],
    /// −1 inside, +1 outside: on which side of A's circle B's center is.
    side: f64,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Circles, it => side(it.side).and(length("radius", it.radii[0])).and(length("radius", it.radii[1])));

impl Circles {
    /// Circle B inside circle A. Centers in the axes of their bodies.
    pub fn inside(a: ([f64; 2], f64), b: ([f64; 2], f64)) -> Self {
        Self { centers: [a.0.into(), b.0.into()], radii: [a.1, b.1].map(non_negative), side: -1.0 }
    }

    /// Circle B on the outside of circle A.
    pub fn outside(a: ([f64; 2], f64), b: ([f64; 2], f64)) -> Self {
        Self { side: 1.0, ..Self::inside(a, b) }
    }
}

impl Pair for Circles {
    fn touch(&self, a: &PlanarFrame, b: &PlanarFrame, last: [f64; 2]) -> Result<Touch, ElementError> {
        let [ra, rb] = self.radii;
        let (ca, cb) = (a.turn(self.centers[0]), b.turn(self.centers[1]));
        let between = b.origin + cb - a.origin - ca;
        let distance = between.norm();
        // From A's center to the contact; B's outer normal there is −side times it.
        let out = match distance > 0.0 {
            true => between / distance,
            // In the middle of its hole a smaller circle is as far from all of it: any direction serves, the last one or that of the x axis.
            false if self.side < 0.0 && rb < ra => {
                let (sin, cos) = if last[0].is_nan() { (0.0, 1.0) } else { last[0].sin_cos() };
                a.turn(Vector2::new(cos, sin))
            }
            false => return Err(ElementError::AmbiguousContact { curvatures: [1.0 / ra, 1.0 / rb] }),
        };
        let angle = |axis: Vector2<f64>, k: usize| {
            let angle = axis.y.atan2(axis.x);
            if last[k].is_nan() { angle } else { last[k] + wrap(angle - last[k]) }
        };
        let tangent = -self.side * perp(out);
        Ok(Touch {
            arms: [ca + ra * out, cb - self.side * rb * out],
            tangent,
            gap: self.side * (distance - ra) - rb,
            curvatures: [-self.side / ra, 1.0 / rb],
            parameters: [angle(a.turn_back(out), 0), angle(b.turn_back(-self.side * out), 1)],
            speeds: [-self.side * ra, rb],
        })
    }

    fn arc_length(&self, shape: usize, from: f64, to: f64) -> f64 {
        self.radii[shape] * (to - from)
    }

    fn outline(&self, shape: usize, reach: f64) -> Option<(Vec<Vector2<f64>>, bool)> {
        let center = *self.centers.get(shape)?;
        let (mut points, closed) = outline(&Circle::new(center.into(), self.radii[shape]), reach);
        if shape == 0 && self.side < 0.0 {
            points.reverse();
        }
        Some((points, closed))
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        let centers = between_points(bodies, self.centers.map(|c| c.norm()));
        let [a, b] = self.radii;
        if self.side > 0.0 { Bound::outside(centers) } else { Bound::inside(a - b, centers) }
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}
