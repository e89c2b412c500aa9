//! The angle of body b from body a: u = θ_b − θ_a, not wrapped. u' = ω_b − ω_a, no bias.

use super::{Measure, Reading, ReadingOf, Varied};
use crate::element::{BodyId, BodyRef, Bound, Ctx, Moving, Planar, PlanarFrame, Seen, Sweep};
use crate::error::ElementError;
use crate::math::Real;

/// The angle from body `a` to body `b`, anticlockwise, counted over whole turns.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let hand = builder.body("hand", RigidBody::rod(0.1, 0.2).at(0.0, 0.0, 7.0).moving(0.0, 0.0, -1.0));
/// let model = builder.build()?;
/// let state = model.placed();
/// let reading = model.read(&state).measure(&Angle::between(GROUND, hand))?;
/// assert_eq!((reading.value, reading.rate), (7.0, -1.0)); // more than a turn
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Angle {
    bodies: [BodyRef; 2],
}

impl Angle {
    /// θ_b − θ_a.
    pub fn between(a: BodyId<Planar>, b: BodyId<Planar>) -> Self {
        Self::of(a.into(), b.into())
    }

    pub(crate) fn of(a: BodyRef, b: BodyRef) -> Self {
        Self { bodies: [a, b] }
    }
}

impl Measure for Angle {
    type Space = Planar;

    fn bodies(&self) -> [BodyRef; 2] {
        self.bodies
    }

    fn bound(&self, bodies: [&Sweep; 2], _limit: f64, _above: bool) -> Bound {
        let seen = Seen::in_plane(bodies);
        Bound::new(seen.spin, seen.turning)
    }

    fn is_angle(&self) -> bool {
        true
    }

    fn turns_only(&self) -> bool {
        true
    }

    fn read(&self, at: Ctx<'_>) -> Result<Reading, ElementError> {
        Ok(reading([at.body(0), at.body(1)]).into())
    }

    fn vary(&self, at: Moving<'_>) -> Option<Varied<Planar>> {
        Some(reading([at.body(0), at.body(1)]))
    }
}

fn reading<T: Real>([a, b]: [&PlanarFrame<T>; 2]) -> ReadingOf<T> {
    let (zero, one) = (T::zero(), T::one());
    let gradient = [[zero, zero, -one], [zero, zero, one]];
    ReadingOf { value: b.angle - a.angle, rate: b.spin - a.spin, bias: zero, gradient }
}
