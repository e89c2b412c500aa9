//! The weld: a frame fixed in body b coincides with a frame fixed in body a.
//!
//! ```text
//! φ₁,₂ = P_b − P_a (the rows of a pin)          φ₃ = (θ_b + δ_b) − (θ_a + δ_a), reduced by whole turns
//! ```
//!
//! λ₁,₂ is the force on body b at the point, in world axes, λ₃ the moment on b.

use super::keep_direction;
use crate::constraint::{Constraint, ConstraintShape, Level, Revolute};
use crate::element::{Axis, Changes, Ctx, Moving, Planar, PlanarFrame, Rows, RowsOf, Sketch, Spot, itself};
use crate::error::ElementError;
use crate::math::Real;
use nalgebra::Vector2;

/// A rigid connection of two bodies.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let shelf = builder.body("shelf", RigidBody::rod(2.0, 1.0).at(0.5, 0.0, 0.0));
/// let wall = builder.constraint("wall", Weld::new(GROUND.axis([0.0, 0.0], 0.0), shelf.axis([-0.5, 0.0], 0.0)));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let reaction = run.last().ok_or("no sample")?.multipliers(wall);
/// assert!((reaction[1] - 2.0 * 9.81).abs() < 1e-12 && (reaction[2] - 2.0 * 9.81 * 0.5).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("fixed", "rigid"))]
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Weld {
    a: Axis,
    b: Axis,
    pin: Revolute,
}

#[cfg(feature = "serde")]
crate::store::checked::made!(Weld { a, b } => Ok(Self::new(a, b)); pin, Revolute::is_like);

impl Weld {
    /// Lays the line `b` on the line `a`, with the points through which they were drawn together.
    pub fn new(a: Axis, b: Axis) -> Self {
        Self { a, b, pin: Revolute::new(a.at(0.0), b.at(0.0)) }
    }
}

impl Weld {
    #[inline]
    fn write<T: Real>(&self, [a, b]: [&PlanarFrame<T>; 2], out: &mut impl RowsOf<T>) {
        self.pin.write([a, b], out);
        keep_direction(2, [&self.a, &self.b], [a, b], out);
    }
}

impl Constraint for Weld {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, 3, [self.a.body, self.b.body])
    }

    fn flaw(&self) -> Option<&'static str> {
        itself([self.a.body, self.b.body])
    }

    #[inline]
    fn sizes(&self) -> Option<[usize; 2]> {
        Some([3, 2])
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

    fn turns_only(&self) -> bool {
        true
    }

    fn point(&self, at: Ctx<'_>, k: usize) -> Vector2<f64> {
        self.pin.point(at, k)
    }

    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        vec![Sketch::Weld([Spot::new(0, self.a.through), Spot::new(1, self.b.through)])]
    }
}
