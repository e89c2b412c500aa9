//! The pin: a point of body a and a point of body b coincide.
//!
//! With the arms ρ_a, ρ_b of the two points (E8):
//!
//! ```text
//! φ  = P_b − P_a
//! φ' = v_b + ω_b k×ρ_b − v_a − ω_a k×ρ_a
//! J  = [−1, −k×ρ_a | 1, k×ρ_b]        γ = ω_b² ρ_b − ω_a² ρ_a
//! ```
//!
//! λ is the force on body b at the pin, in world axes; body a receives −λ. There is no singular case.

use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::element::{Changes, Ctx, Moving, Planar, PlanarFrame, Point, Rows, RowsOf, Sketch, Spot, itself};
use crate::error::ElementError;
use crate::math::Real;
use crate::measure::{Angle, Measure};
use nalgebra::Vector2;
use std::sync::Arc;

/// A pin joint between a point of one body and a point of another.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let rod = builder.body("rod", RigidBody::rod(2.0, 1.0).at(0.5, 0.0, 0.0));
/// let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 0.1)?;
/// // Let go from the horizontal, the pin carries a quarter of the weight.
/// let first = run.first().ok_or("no sample")?;
/// assert!((first.multipliers(pin)[1] - 0.25 * 2.0 * 9.81).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("pin", "hinge"))]
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Revolute {
    a: Point,
    b: Point,
}

impl Revolute {
    /// Pins `b` to `a`. The multipliers are the force on `b`'s body.
    pub fn new(a: Point, b: Point) -> Self {
        Self { a, b }
    }

    /// The two points that coincide.
    pub fn points(&self) -> [Point; 2] {
        [self.a, self.b]
    }
}

impl Revolute {
    #[inline]
    pub(super) fn write<T: Real>(&self, [a, b]: [&PlanarFrame<T>; 2], out: &mut impl RowsOf<T>) {
        let (arm_a, arm_b) = (a.turn(self.a.local), b.turn(self.b.local));
        let phi = b.origin + arm_b - a.origin - arm_a;
        let rate = b.velocity_at(arm_b) - a.velocity_at(arm_a);
        let gamma = arm_b * (b.spin * b.spin) - arm_a * (a.spin * a.spin);
        out.positions(0, phi.into(), rate.into(), gamma.into());
        let (zero, one) = (T::zero(), T::one());
        out.columns(0, 0, [[-one, zero, arm_a.y], [zero, -one, -arm_a.x]]);
        out.columns(0, 1, [[one, zero, -arm_b.y], [zero, one, arm_b.x]]);
    }
}

#[cfg(feature = "serde")]
impl Revolute {
    /// Is it the same but for rounding?
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let numbers = |it: &Self| [it.a.local.x, it.a.local.y, it.b.local.x, it.b.local.y];
        let bodies = |it: &Self| [it.a.body, it.b.body];
        bodies(self) == bodies(other) && crate::store::checked::alike(&numbers(self), &numbers(other))
    }
}

impl Constraint for Revolute {
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

    fn turns_only(&self) -> bool {
        true
    }

    fn point(&self, at: Ctx<'_>, k: usize) -> Vector2<f64> {
        let local = if k == 0 { self.a.local } else { self.b.local };
        at.body(k).point(local)
    }

    fn angle(&self) -> Option<Arc<dyn Measure<Space = Planar>>> {
        Some(Arc::new(Angle::of(self.a.body, self.b.body)))
    }

    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        vec![Sketch::Pin([Spot::new(0, self.a.local), Spot::new(1, self.b.local)])]
    }
}
