//! A corner of body b on a line or a curve of body a: a curve of b without length, of infinite curvature, whose place never moves ([`Touch`]).
//!
//! ```text
//! on a line    α = t·(q − p₀), φ = n·(q − p₀)                    on a curve    α = foot of q, φ = n·(q − c(α))
//! ```
//!
//! A body with several corners, a block on a floor, has one contact for each ([`CornerOnLine::each`]).

use super::Pair;
#[cfg(feature = "serde")]
use crate::contact::curve::SavedCurve;
use crate::contact::curve::{Curve, Line, outline};
use crate::contact::{Extent, Touch, extent, foot};
use crate::element::{Axis, BodyRef, Bound, PlanarFrame, Sweep, perp};
use crate::error::ElementError;
use nalgebra::Vector2;

/// A point of body b on the left of a line of body a, in closed form. The line has no ends: where a wall ends, events release or open the contact (a curve that ends is no other: beyond its end too it has an inside).
///
/// ```
/// use chetaev::contact::CornerOnLine;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let block = builder.body("block", RigidBody::rectangle(1.0, 0.4, 0.2).at(0.0, 0.1, 0.0));
/// let corners = CornerOnLine::each(GROUND.axis([0.0, 0.0], 0.0), [[-0.2, -0.1], [0.2, -0.1]]);
/// let feet: Vec<ContactId> = (0..).zip(corners).map(|(k, corner)| {
///     builder.contact(format!("foot {k}"), Contact::between(GROUND, block, corner), Rigid::rough(Coulomb::new(0.3)))
/// }).collect();
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 0.1)?;
/// let last = run.last().ok_or("no sample")?;
/// assert!(feet.iter().all(|foot| (last.contact(*foot).normal - 4.905).abs() < 1e-9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct CornerOnLine {
    through: Vector2<f64>,
    direction: Vector2<f64>,
    /// The body of the line, where it is known: a file does not say it.
    #[cfg_attr(feature = "serde", serde(skip))]
    body: Option<BodyRef>,
    corner: Vector2<f64>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(CornerOnLine, it => unit("direction", it.direction.as_slice()));

impl CornerOnLine {
    /// The point `corner` of b, in b's axes, on the left of `line`.
    pub fn new(line: Axis, corner: [f64; 2]) -> Self {
        Self { through: line.through, direction: line.direction(), body: Some(line.body), corner: corner.into() }
    }

    /// The corner on the right of the line instead of on its left.
    pub fn reversed(self) -> Self {
        Self { direction: -self.direction, ..self }
    }

    /// One for each corner of an outline.
    pub fn each(line: Axis, corners: impl IntoIterator<Item = [f64; 2]>) -> Vec<Self> {
        corners.into_iter().map(|corner| Self::new(line, corner)).collect()
    }
}

impl Pair for CornerOnLine {
    #[inline]
    fn touch(&self, a: &PlanarFrame, b: &PlanarFrame, _last: [f64; 2]) -> Result<Touch, ElementError> {
        let (tangent, arm) = (a.turn(self.direction), b.turn(self.corner));
        let base = a.turn(self.through);
        let from_line = b.origin + arm - a.origin - base;
        let alpha = from_line.dot(&tangent);
        Ok(Touch {
            arms: [base + alpha * tangent, arm],
            tangent,
            gap: perp(tangent).dot(&from_line),
            curvatures: [0.0, f64::INFINITY],
            parameters: [alpha, 0.0],
            speeds: [1.0, 0.0],
        })
    }

    fn arc_length(&self, shape: usize, from: f64, to: f64) -> f64 {
        if shape == 0 { to - from } else { 0.0 }
    }

    fn outline(&self, shape: usize, reach: f64) -> Option<(Vec<Vector2<f64>>, bool)> {
        let angle = (-self.direction.y).atan2(-self.direction.x);
        (shape == 0).then(|| outline(&Line::new(self.through.into(), angle), reach))
    }

    fn holder(&self) -> Option<BodyRef> {
        self.body
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        extent::in_plane([Extent::FLAT, Extent::round(self.corner.norm(), 0.0)], bodies)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}

/// A point of body b on a curve of body a.
///
/// A point in a round hollow is a circle of radius zero in another: [`Circles::inside`](super::Circles::inside) has no place at which it is not defined but the center.
///
/// ```
/// use chetaev::contact::{CornerOnCurve, curve::Polynomial};
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let stylus = builder.body("stylus", Particle::new(0.1).at(0.0, 0.7));
/// // Above the parabola y = x².
/// let track = CornerOnCurve::inside(Polynomial::new([0.0, 0.0, 1.0]), [0.0, 0.0]);
/// let track = builder.contact("track", Contact::between(GROUND, stylus, track), Rigid::smooth());
/// let model = builder.build()?;
/// // The nearest points of the parabola are at x² = 0.7 − ½.
/// assert!((model.read(&model.placed()).contact(track).gap - 0.45_f64.sqrt()).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct CornerOnCurve<C> {
    curve: C,
    corner: Vector2<f64>,
    outside: bool,
}

impl<C: Curve> CornerOnCurve<C> {
    /// The point `corner` of b, in b's axes, on the left of `curve`: inside an anticlockwise closed curve, above a graph.
    pub fn inside(curve: C, corner: [f64; 2]) -> Self {
        Self { curve, corner: corner.into(), outside: false }
    }

    /// On the right of the curve: outside of an anticlockwise closed one.
    pub fn outside(curve: C, corner: [f64; 2]) -> Self {
        Self { curve, corner: corner.into(), outside: true }
    }

    /// Of a convex curve on whose outside the corner is.
    fn extent(&self) -> Option<Extent> {
        self.curve.extent().filter(|curve| self.outside || curve.reach.is_infinite())
    }

    /// One for each corner of an outline.
    pub fn each(&self, corners: impl IntoIterator<Item = [f64; 2]>) -> Vec<Self>
    where
        C: Clone,
    {
        corners.into_iter().map(|corner| Self { corner: corner.into(), ..self.clone() }).collect()
    }
}

impl<C: Curve> Pair for CornerOnCurve<C> {
    fn touch(&self, a: &PlanarFrame, b: &PlanarFrame, last: [f64; 2]) -> Result<Touch, ElementError> {
        let arm = b.turn(self.corner);
        let place = a.turn_back(b.origin + arm - a.origin);
        let foot = foot(&self.curve, place, last[0])?;
        let side = if self.outside { -1.0 } else { 1.0 };
        let jet = foot.jet;
        Ok(Touch {
            arms: [a.turn(jet.position), arm],
            tangent: a.turn(side * jet.tangent()),
            gap: side * (place - jet.position).dot(&jet.normal()),
            curvatures: [side * jet.curvature(), f64::INFINITY],
            parameters: [foot.s, 0.0],
            speeds: [side * jet.speed(), 0.0],
        })
    }

    fn arc_length(&self, shape: usize, from: f64, to: f64) -> f64 {
        if shape == 0 { self.curve.arc_length(from, to) } else { 0.0 }
    }

    fn outline(&self, shape: usize, reach: f64) -> Option<(Vec<Vector2<f64>>, bool)> {
        if shape > 0 {
            return None;
        }
        let (mut points, closed) = outline(&self.curve, reach);
        if !self.outside {
            points.reverse();
        }
        Some((points, closed))
    }

    fn single(&self) -> bool {
        self.extent().is_some()
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        let far = self.corner.norm();
        match self.extent() {
            Some(curve) => extent::in_plane([curve, Extent::round(far, 0.0)], bodies),
            None => extent::near_any(far, bodies),
        }
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let curve = SavedCurve::of(self.curve.saved()?)?;
        Some(Box::new(CornerOnCurve { curve, corner: self.corner, outside: self.outside }))
    }
}
