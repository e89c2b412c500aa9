//! The distance between a point of body a and a point of body b.
//!
//! With d = P_b − P_a, u = |d|, n = d/u:
//!
//! ```text
//! (M1)  u' = n·d'        u'' = n·d'' + (|d'|² − u'²)/u
//! ```
//!
//! Singular where the points coincide: a distance has no direction there, and the reading is refused. (The
//! variant ½(|d|² − L²) has no such point, but its multiplier is not a force; a pin holds two points together.)

use super::{Measure, Reading, ReadingOf, Varied};
use crate::element::{
    BodyRef, Bound, Ctx, Moving, Planar, PlanarFrame, Point, Space, Spatial, SpatialFrame, Sweep, between_points,
};
use crate::error::ElementError;
use crate::math::Real;
use nalgebra::{SVector, Vector3};

/// Distance between two body-fixed points, in the plane or in space.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let bob = builder.body("bob", Particle::new(1.0).at(3.0, 4.0).moving(5.0, 0.0));
/// let model = builder.build()?;
/// let state = model.placed();
/// let reading = model.read(&state).measure(&Separation::between(GROUND.origin(), bob.origin()))?;
/// assert_eq!((reading.value, reading.rate), (5.0, 3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "S::Vector: serde::Serialize", deserialize = "S::Vector: serde::Deserialize<'de>"))
)]
pub struct Separation<S: Space = Planar> {
    pub(crate) bodies: [BodyRef; 2],
    pub(crate) points: [S::Vector; 2],
}

impl<S: Space> Separation<S> {
    /// The distance between `a` and `b`.
    pub fn between(a: Point<S>, b: Point<S>) -> Self {
        Self { bodies: [a.body, b.body], points: [a.local, b.local] }
    }
}

/// (M1) of d, d' and what of d'' no acceleration enters: u, u', the bias and n.
#[inline(always)]
fn of_distance<T: Real, const N: usize>([d, slide, bent]: [SVector<T, N>; 3]) -> ([T; 3], SVector<T, N>) {
    let length = d.dot(&d).sqrt();
    let n = d / length;
    let rate = slide.dot(&n);
    ([length, rate, bent.dot(&n) + (slide.dot(&slide) - rate * rate) / length], n)
}

impl Separation<Planar> {
    #[inline(always)]
    fn reading<T: Real>(&self, [a, b]: [&PlanarFrame<T>; 2]) -> ReadingOf<T> {
        let (arm_a, arm_b) = (a.turn(self.points[0]), b.turn(self.points[1]));
        let d = b.origin + arm_b - a.origin - arm_a;
        let slide = b.velocity_at(arm_b) - a.velocity_at(arm_a);
        let bent = arm_a * (a.spin * a.spin) - arm_b * (b.spin * b.spin);
        let ([value, rate, bias], n) = of_distance([d, slide, bent]);
        ReadingOf { value, rate, bias, gradient: [[-n.x, -n.y, -arm_a.perp(&n)], [n.x, n.y, arm_b.perp(&n)]] }
    }
}

impl Separation<Spatial> {
    #[inline(always)]
    fn reading<T: Real>(&self, [a, b]: [&SpatialFrame<T>; 2]) -> ReadingOf<T, [T; 6]> {
        let (arm_a, arm_b) = (a.turn(self.points[0]), b.turn(self.points[1]));
        let d = b.origin + arm_b - a.origin - arm_a;
        let slide = b.velocity_at(arm_b) - a.velocity_at(arm_a);
        let bent = b.centripetal(arm_b) - a.centripetal(arm_a);
        let ([value, rate, bias], n) = of_distance([d, slide, bent]);
        ReadingOf { value, rate, bias, gradient: [a.along(arm_a, -n), b.along(arm_b, n)] }
    }
}

impl Measure for Separation<Planar> {
    type Space = Planar;

    fn bodies(&self) -> [BodyRef; 2] {
        self.bodies
    }

    fn bound(&self, bodies: [&Sweep; 2], limit: f64, above: bool) -> Bound {
        let points = between_points(bodies, self.points.map(|p| p.norm()));
        if above { Bound::inside(limit, points) } else { Bound::outside(points) }
    }

    #[inline(always)] // within `prescribe`: a call costs a seventh of it
    fn read(&self, at: Ctx<'_>) -> Result<Reading, ElementError> {
        let reading = self.reading([at.body(0), at.body(1)]);
        if reading.value == 0.0 {
            return Err(ElementError::Singular {
                what: "the two points of a distance coincide, so that it has no direction: use a pin, or place them apart",
            });
        }
        Ok(reading.into())
    }

    fn vary(&self, at: Moving<'_>) -> Option<Varied<Planar>> {
        Some(self.reading([at.body(0), at.body(1)]))
    }

    fn ends(&self) -> Option<[Vector3<f64>; 2]> {
        Some(self.points.map(|p| p.push(0.0)))
    }
}

impl Measure for Separation<Spatial> {
    type Space = Spatial;

    fn bodies(&self) -> [BodyRef; 2] {
        self.bodies
    }

    fn bound(&self, bodies: [&Sweep; 2], limit: f64, above: bool) -> Bound {
        let points = between_points(bodies, self.points.map(|p| p.norm()));
        if above { Bound::inside(limit, points) } else { Bound::outside(points) }
    }

    fn ends(&self) -> Option<[Vector3<f64>; 2]> {
        Some(self.points)
    }

    fn read(&self, at: Ctx<'_, Spatial>) -> Result<Reading<Spatial>, ElementError> {
        let reading = self.reading([at.body(0), at.body(1)]);
        if reading.value == 0.0 {
            return Err(ElementError::Singular {
                what: "the two points of a distance coincide, so that it has no direction: use a spherical joint, or place them apart",
            });
        }
        Ok(reading.into())
    }

    fn vary(&self, at: Moving<'_, Spatial>) -> Option<Varied<Spatial>> {
        Some(self.reading([at.body(0), at.body(1)]))
    }
}
