//! The travel of a point of body b along an axis of body a, in space.
//!
//! ```text
//! (M2)  travel      u = z_a·(P_b − P_a):  the row (J1) of a joint with e = z_a
//! ```
//!
//! There is no singular case.

use super::{Measure, Reading, ReadingOf, Varied};
use crate::element::{BodyRef, Bound, Ctx, Mark, Moving, Point, Seen, Spatial, SpatialFrame, Sweep};
use crate::error::ElementError;
use crate::math::Real;
use nalgebra::Vector3;

/// How far a point of b has traveled along the z axis of a mark of a.
///
/// A telescopic leg is driven by this measure between its cylinder and its rod: the force is then one along the leg, between the two. A [`Separation`](super::Separation) of its ends would also be followed,
/// but its force acts at the ends, past the two bodies, and what the leg's own guide carries would not be found. Here the cylinder stands on a Cardan joint, and a load on the rod's end goes straight up;
/// [`Solid::between`](crate::body::Solid::between) puts each part where it belongs, with its z axis from the first point to the second.
///
/// ```
/// use chetaev::prelude::*;
/// let (foot, middle, top) = ([1.0, 0.0, 0.0], [0.7, 0.0, 0.4], [0.4, 0.0, 0.8]);
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, 0.0, -9.81]);
/// let part = |mass: f64| Ok::<_, Box<dyn std::error::Error>>(Solid::from_inertia(Inertia::cylinder(mass, 0.02, 0.5)?)?);
/// let cylinder = builder.body("cylinder", part(2.0)?.between(foot, middle));
/// let rod = builder.body("rod", part(1.0)?.between(middle, top));
/// let load = builder.body("load", Solid::principal(50.0, [1.0; 3])?.at(0.4, 0.0, 0.8));
/// // The pins of the cross: along y in the ground, along x of the cylinder.
/// let (ground, foot) = (WORLD.axis(foot, [0.0, 1.0, 0.0]), cylinder.axis([0.0, 0.0, -0.25], [1.0, 0.0, 0.0]));
/// builder.constraint("foot", Joint::universal(ground, foot));
/// let inside = cylinder.mark(0.0, 0.0, 0.0);
/// builder.constraint("sleeve", Joint::prismatic(inside, rod.mark(0.0, 0.0, 0.0)));
/// builder.constraint("head", Joint::spherical(rod.point(0.0, 0.0, 0.25), load.origin()));
/// builder.constraint("guide", Joint::prismatic(WORLD.mark(0.4, 0.0, 0.8), load.mark(0.0, 0.0, 0.0)));
/// let push = builder.constraint("push", Driver::new(AxialTravel::along(inside, rod.origin()), |_| Jet::from(0.5)));
/// let model = builder.build()?;
/// // Up by dz it gets longer by 0.8 dz; its parts rise by 0.09 dz and 0.91 dz.
/// let force = model.read(&model.placed()).multipliers(push)[0];
/// assert!((force - 9.81 * (50.0 + 2.0 * 0.09 + 0.91) / 0.8).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A lift on a rail:
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

impl AxialTravel {
    /// (M2).
    #[inline(always)]
    fn reading<T: Real>(&self, [a, b]: [&SpatialFrame<T>; 2]) -> ReadingOf<T, [T; 6]> {
        let e = a.turn(self.axis.columns()[2]);
        let arm_b = b.turn(self.point.local);
        let arm = b.origin + arm_b - a.origin;
        let seen = b.velocity_at(arm_b) - a.velocity_at(arm);
        let bias = b.centripetal(arm_b) - a.centripetal(arm) - a.spin.cross(&seen) * T::from(2.0);
        ReadingOf {
            value: e.dot(&(arm - a.turn(self.axis.local))),
            rate: e.dot(&seen),
            bias: e.dot(&bias),
            gradient: [a.along(arm, -e), b.along(arm_b, e)],
        }
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

    fn direction(&self) -> Option<Vector3<f64>> {
        Some(self.axis.columns()[2])
    }

    fn read(&self, at: Ctx<'_, Spatial>) -> Result<Reading<Spatial>, ElementError> {
        Ok(self.reading([at.body(0), at.body(1)]).into())
    }

    fn vary(&self, at: Moving<'_, Spatial>) -> Option<Varied<Spatial>> {
        Some(self.reading([at.body(0), at.body(1)]))
    }
}
