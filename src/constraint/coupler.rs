//! Two measures in a fixed ratio: gears, rack and pinion, a pulley.
//!
//! ```text
//! φ = u₁ − r u₂ − c      φ' = u₁' − r u₂'      J = [∇u₁ | −r ∇u₂]      γ = r bias₂ − bias₁
//! ```
//!
//! λ is the generalized force along u₁; along u₂ acts −r λ. A body may take part in both measures (the carrier of
//! a planetary gear): its two slots are added up.

use super::{Constraint, Level, Shape};
use crate::element::{Ctx, Rows};
use crate::error::ElementError;
use crate::measure::Measure;
use nalgebra::Vector2;

/// Ties two measures together: u₁ = r u₂ + c.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Coupler<M1, M2> {
    first: M1,
    second: M2,
    ratio: f64,
    offset: f64,
}

impl<M1: Measure, M2: Measure> Coupler<M1, M2> {
    /// `first` = `ratio` · `second`.
    ///
    /// Two outer gears of radii r₁, r₂ turn with ratio −r₂/r₁; a pinion of radius r on a rack above it has
    /// travel = r · angle.
    pub fn new(first: M1, ratio: f64, second: M2) -> Self {
        Self { first, second, ratio, offset: 0.0 }
    }

    /// `first` = `ratio` · `second` + `offset`.
    pub fn offset(self, offset: f64) -> Self {
        Self { offset, ..self }
    }
}

impl<M1: Measure, M2: Measure> Constraint for Coupler<M1, M2> {
    fn shape(&self) -> Shape {
        let bodies = self.first.bodies().into_iter().chain(self.second.bodies());
        Shape::new(Level::Position, 1, bodies)
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let u = self.first.read(at)?;
        let w = self.second.read(at.from_slot(2))?;
        let r = self.ratio;
        out.position(0, u.value - r * w.value - self.offset, u.rate - r * w.rate, r * w.bias - u.bias);
        for k in 0..2 {
            out.jacobian(0, k, u.gradient[k]);
            out.jacobian(0, 2 + k, w.gradient[k].map(|g| -r * g));
        }
        Ok(())
    }

    fn point(&self, at: Ctx<'_>, k: usize) -> Vector2<f64> {
        at.body(k).origin
    }
}
