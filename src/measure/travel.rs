//! The travel of a point of body b along a line fixed in body a.
//!
//! The line goes through A (arm ρ_a in body a) along the unit vector e, which turns with a; P is the point of b
//! (arm ρ_b); d = P − A. With e' = ω_a k×e:
//!
//! ```text
//! u   = d·e
//! u'  = (v_P − v_A)·e + ω_a d·(k×e)
//! u'' = (a_P − a_A)·e + ω_a' d·(k×e) + 2 ω_a (v_P − v_A)·(k×e) − ω_a² d·e
//! ```
//!
//! There is no singular case. Across the line (the distance of P from it) is the travel along the line turned
//! by +90°: see [`Axis::normal`].

use super::{Measure, Reading, ReadingOf, Varied};
use crate::element::{Axis, BodyRef, Bound, Ctx, Moving, Planar, PlanarFrame, Point, Seen, Sweep, aside, perp};
use crate::error::ElementError;
use crate::math::Real;
use nalgebra::{Vector2, Vector3};

/// Abscissa of a body's point along a line fixed in another body.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let bead = builder.body("bead", Particle::new(1.0).at(3.0, 1.0).moving(0.5, 0.0));
/// let model = builder.build()?;
/// let (line, now) = (GROUND.axis([1.0, 0.0], 0.0), model.placed());
/// let along = model.read(&now).measure(&Travel::along(line, bead.origin()))?;
/// let across = model.read(&now).measure(&Travel::across(line, bead.origin()))?;
/// assert_eq!((along.value, along.rate, across.value), (2.0, 0.5, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Travel {
    bodies: [BodyRef; 2],
    through: Vector2<f64>,
    direction: Vector2<f64>,
    point: Vector2<f64>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Travel, it => unit("direction", it.direction.as_slice()));

impl Travel {
    /// The abscissa of `point` along `line`, counted from the point through which the line was drawn.
    pub fn along(line: Axis, point: Point) -> Self {
        Self { bodies: [line.body, point.body], through: line.through, direction: line.direction(), point: point.local }
    }

    /// The distance of `point` from `line`, positive to the left of its direction.
    pub fn across(line: Axis, point: Point) -> Self {
        let along = line.direction();
        Self { direction: perp(along), ..Self::along(line, point) }
    }
}

impl Travel {
    #[inline(always)]
    pub(crate) fn reading<T: Real>(&self, [a, b]: [&PlanarFrame<T>; 2]) -> ReadingOf<T> {
        let (arm_a, arm_b) = (a.turn(self.through), b.turn(self.point));
        let e = a.turn(self.direction);
        let across = aside(e);
        let d = b.origin + arm_b - a.origin - arm_a;
        let slide = b.velocity_at(arm_b) - a.velocity_at(arm_a);
        let (along, aside) = (d.dot(&e), d.dot(&across));
        let centripetal = arm_a * (a.spin * a.spin) - arm_b * (b.spin * b.spin);
        ReadingOf {
            value: along,
            rate: slide.dot(&e) + a.spin * aside,
            bias: centripetal.dot(&e) + a.spin * (slide.dot(&across) * 2.0 - a.spin * along),
            gradient: [[-e.x, -e.y, aside - arm_a.perp(&e)], [e.x, e.y, arm_b.perp(&e)]],
        }
    }
}

#[cfg(feature = "serde")]
impl Travel {
    /// Is it the same but for rounding?
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let numbers = |it: &Self| [it.through.x, it.through.y, it.direction.x, it.direction.y, it.point.x, it.point.y];
        self.bodies == other.bodies && crate::store::checked::alike(&numbers(self), &numbers(other))
    }
}

impl Measure for Travel {
    type Space = Planar;

    fn bodies(&self) -> [BodyRef; 2] {
        self.bodies
    }

    #[inline(always)]
    fn read(&self, at: Ctx<'_>) -> Result<Reading, ElementError> {
        Ok(self.reading([at.body(0), at.body(1)]).into())
    }

    fn vary(&self, at: Moving<'_>) -> Option<Varied<Planar>> {
        Some(self.reading([at.body(0), at.body(1)]))
    }

    fn bound(&self, bodies: [&Sweep; 2], _limit: f64, _above: bool) -> Bound {
        let [rate, bend] = Seen::in_plane(bodies).point(self.point.norm());
        Bound::new(rate, bend)
    }

    fn ends(&self) -> Option<[Vector3<f64>; 2]> {
        Some([self.through.push(0.0), self.point.push(0.0)])
    }

    fn direction(&self) -> Option<Vector3<f64>> {
        Some(self.direction.push(0.0))
    }
}
