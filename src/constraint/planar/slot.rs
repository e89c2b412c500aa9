//! The slot: a point of body b stays on a line fixed in body a, and slides along it freely.
//!
//! φ is the travel of the point *across* the line ([`Travel::across`], where it is derived). λ is the force on
//! body b along the line's normal (its direction turned by +90°).

use crate::constraint::{Constraint, Level, Shape};
use crate::element::{Axis, Ctx, Planar, Point, Rows, Sketch, Spot};
use crate::error::ElementError;
use crate::measure::{Measure, Travel};
use nalgebra::Vector2;

/// A point that slides along a line of another body.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Slot {
    line: Axis,
    pin: Point,
    across: Travel,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Slot, it => follows("distance", it.across.is_like(&Self::new(it.line, it.pin).across)));

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

    fn shape(&self) -> Shape {
        Shape::new(Level::Position, 1, self.across.bodies())
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let offset = self.across.read(at)?;
        out.position(0, offset.value, offset.rate, -offset.bias);
        out.jacobian(0, 0, offset.gradient[0]);
        out.jacobian(0, 1, offset.gradient[1]);
        Ok(())
    }

    fn point(&self, at: Ctx<'_>, _k: usize) -> Vector2<f64> {
        at.body(1).point(self.pin.local)
    }

    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        let (through, rider) = (Spot::new(0, self.line.through), Spot::new(1, self.pin.local));
        vec![Sketch::Guide { through, direction: self.line.direction().push(0.0), rider }]
    }
}
