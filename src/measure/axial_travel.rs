//! The travel of a point of body b along an axis of body a, in space.
//!
//! ```text
//! (M2)  travel      u = z_a·(P_b − P_a):  the row (J1) of a joint with e = z_a
//! ```
//!
//! There is no singular case.

use super::{Measure, Reading};
use crate::element::{BodyRef, Bound, Ctx, Mark, Point, Seen, Spatial, Sweep};
use crate::error::ElementError;
use nalgebra::Vector3;

/// How far a point of b has traveled along the z axis of a mark of a.
///
/// A telescopic leg is driven by this measure between its cylinder and its rod: the force is then one along the leg, between the two. A [`Separation`](super::Separation) of its ends would also be followed,
/// but its force acts at the ends, past the two bodies, and what the leg's own guide carries would not be found. [`Joint::universal`](crate::constraint::Joint::universal) has a whole leg.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let mast = builder.body("mast", Solid::principal(10.0, [1.0; 3])?);
/// let up = [0.0, 0.0, 1.0];
/// let (rail, mark) = (WORLD.axis([0.0; 3], up), mast.axis([0.0; 3], up));
/// builder.constraint("rail", Joint::prismatic(rail, mark));
/// let lift = builder.constraint("lift", Driver::new(AxialTravel::along(rail, mast.origin()), |t| t * t));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// assert!((run.last().ok_or("no sample")?.multipliers(lift)[0] - 10.0 * 2.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct AxialTravel {
    axis: Mark,
    point: Point<Spatial>,
}

impl AxialTravel {
    /// The abscissa of `point` along the z axis of `axis`, counted from its point.
    pub fn along(axis: Mark, point: Point<Spatial>) -> Self {
        Self { axis, point }
    }
}

impl Measure for AxialTravel {
    type Space = Spatial;

    fn bodies(&self) -> [BodyRef; 2] {
        [self.axis.body, self.point.body]
    }

    fn bound(&self, bodies: [&Sweep; 2], _limit: f64, _above: bool) -> Bound {
        let [rate, bend] = Seen::in_space(bodies).point(self.point.local.norm());
        Bound::new(rate, bend)
    }

    fn ends(&self) -> Option<[Vector3<f64>; 2]> {
        Some([self.axis.local, self.point.local])
    }

    /// (M2).
    fn read(&self, at: Ctx<'_, Spatial>) -> Result<Reading<Spatial>, ElementError> {
        let (a, b) = (at.body(0), at.body(1));
        let e = a.turn(self.axis.columns()[2]);
        let arm_b = b.turn(self.point.local);
        let arm = b.origin + arm_b - a.origin;
        let seen = b.velocity_at(arm_b) - a.velocity_at(arm);
        let bias = b.centripetal(arm_b) - a.centripetal(arm) - 2.0 * a.spin.cross(&seen);
        Ok(Reading {
            value: e.dot(&(arm - a.turn(self.axis.local))),
            rate: e.dot(&seen),
            bias: e.dot(&bias),
            gradient: [a.along(arm, -e), b.along(arm_b, e)],
        })
    }
}
