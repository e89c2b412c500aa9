//! The slot: a point of body b stays on a line fixed in body a, and slides along it freely.
//!
//! φ is the travel of the point *across* the line ([`Travel::across`], where it is derived). λ is the force on
//! body b along the line's normal (its direction turned by +90°).

use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::element::{Axis, Changes, Ctx, Moving, Planar, Point, Rows, Sketch, Spot, itself};
use crate::error::ElementError;
use crate::measure::{Measure, Travel};
use nalgebra::Vector2;
use std::sync::Arc;

/// A point that slides along a line of another body.
///
/// ```text
///            y_a           t  line of a
///             |         o´      o  the point of b
///         n   |      .´|  |     n  normal of the line: λ pushes b along it
///          \  |   .´   s |     s  travel along the line: free
///           \ |.´     _|
///    O_a ----- ´-------------- x_a
/// ```
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let bead = builder.body("bead", Particle::new(2.0));
/// let slope = builder.constraint("slope", Slot::new(GROUND.axis([0.0, 0.0], 0.3), bead.origin()));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let end = run.last().ok_or("no sample")?;
/// // It carries the weight's part across it, and leaves the part along it to the motion.
/// assert!((end.multipliers(slope)[0] - 2.0 * 9.81 * 0.3_f64.cos()).abs() < 1e-12);
/// assert!((end.velocity(bead.origin()).norm() - 9.81 * 0.3_f64.sin()).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Slot {
    line: Axis,
    pin: Point,
    across: Travel,
}

#[cfg(feature = "serde")]
crate::store::checked::made!(Slot { line, pin } => Ok(Self::new(line, pin)); across, Travel::is_like);

impl Slot {
    /// Keeps `pin` on `line`. The multiplier is the force on the pin's body along the line's normal.
    pub fn new(line: Axis, pin: Point) -> Self {
        Self { line, pin, across: Travel::across(line, pin) }
    }

    /// The line.
    pub fn line(&self) -> Axis {
        self.line
    }

    /// The point that slides along it.
    pub fn pin(&self) -> Point {
        self.pin
    }
}

impl Constraint for Slot {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, 1, self.across.bodies())
    }

    fn flaw(&self) -> Option<&'static str> {
        itself(self.across.bodies())
    }

    #[inline]
    fn sizes(&self) -> Option<[usize; 2]> {
        Some([1, 2])
    }

    #[inline]
    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        self.across.reading([at.body(0), at.body(1)]).write(0, out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_>, out: &mut Changes<'_>) -> bool {
        self.across.reading([at.body(0), at.body(1)]).write(0, out);
        true
    }

    fn point(&self, at: Ctx<'_>, _k: usize) -> Vector2<f64> {
        at.body(1).point(self.pin.local)
    }

    fn travel(&self) -> Option<Arc<dyn Measure<Space = Planar>>> {
        Some(Arc::new(Travel::along(self.line, self.pin)))
    }

    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        let (through, rider) = (Spot::new(0, self.line.through), Spot::new(1, self.pin.local));
        vec![Sketch::Guide { through, direction: self.line.direction().push(0.0), rider }]
    }
}
