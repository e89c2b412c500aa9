//! The prismatic joint: a line of body b lies on a line of body a; b slides along it and does not turn in a.
//!
//! ```text
//! φ₁ = travel of b's point across a's line          φ₂ = (θ_b + δ_b) − (θ_a + δ_a), reduced by whole turns
//! ```
//!
//! δ is the direction of each line in its body. λ₁ is the force on b along the normal of the line, λ₂ the moment
//! on b. The reduction by whole turns jumps at half a turn, far from where the joint is assembled.

use super::keep_direction;
use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::element::{Axis, Changes, Ctx, Moving, Planar, PlanarFrame, Rows, RowsOf, Sketch, Spot, itself};
use crate::error::ElementError;
use crate::math::Real;
use crate::measure::{Measure, Travel};
use nalgebra::Vector2;
use std::sync::Arc;

/// A joint that lets one body slide along a line of another.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let block = builder.body("block", RigidBody::rectangle(2.0, 0.2, 0.1).moving(3.0, 0.0, 0.0));
/// let guide = builder.constraint("guide", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), block.axis([0.1, 0.0], 0.0)));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let end = run.last().ok_or("no sample")?;
/// assert!((end.body(block).origin.x - 3.0).abs() < 1e-9);
/// // The force at the point of the block, 0.1 m in front of its center, and the moment about that point.
/// let [force, moment] = end.multipliers(guide)[..] else { return Err("not two rows".into()) };
/// assert!((force - 2.0 * 9.81).abs() < 1e-12 && (moment + 0.1 * force).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("slider", "guide", "translational"))]
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Prismatic {
    a: Axis,
    b: Axis,
    across: Travel,
}

#[cfg(feature = "serde")]
crate::store::checked::made!(Prismatic { a, b } => Ok(Self::new(a, b)); across, Travel::is_like);

impl Prismatic {
    /// Lays the line `b` on the line `a`. The reaction is reported at the point through which `b` was drawn.
    pub fn new(a: Axis, b: Axis) -> Self {
        Self { a, b, across: Travel::across(a, b.at(0.0)) }
    }

    /// The line along which b slides.
    pub fn line(&self) -> Axis {
        self.a
    }

    /// The line of b that lies on it.
    pub fn slider(&self) -> Axis {
        self.b
    }
}

impl Prismatic {
    #[inline]
    fn write<T: Real>(&self, [a, b]: [&PlanarFrame<T>; 2], out: &mut impl RowsOf<T>) {
        self.across.reading([a, b]).write(0, out);
        keep_direction(1, [&self.a, &self.b], [a, b], out);
    }
}

impl Constraint for Prismatic {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, 2, [self.a.body, self.b.body])
    }

    fn flaw(&self) -> Option<&'static str> {
        itself([self.a.body, self.b.body])
    }

    #[inline]
    fn sizes(&self) -> Option<[usize; 2]> {
        Some([2, 2])
    }

    #[inline]
    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        self.write([at.body(0), at.body(1)], out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_>, out: &mut Changes<'_>) -> bool {
        self.write([at.body(0), at.body(1)], out);
        true
    }

    fn point(&self, at: Ctx<'_>, _k: usize) -> Vector2<f64> {
        at.body(1).point(self.b.through)
    }

    fn travel(&self) -> Option<Arc<dyn Measure<Space = Planar>>> {
        Some(Arc::new(Travel::along(self.a, self.b.at(0.0))))
    }

    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        let (through, rider) = (Spot::new(0, self.a.through), Spot::new(1, self.b.through));
        vec![Sketch::Guide { through, direction: self.a.direction().push(0.0), rider }]
    }
}
