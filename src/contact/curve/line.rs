//! The straight line: c = p + s e with a unit vector e. κ = 0; there is no singular case.

use super::{Curve, CurveJet, Domain};
use crate::contact::Extent;
use nalgebra::Vector2;

/// A straight line, with the arc length as its parameter.
///
/// ```
/// # use chetaev::contact::curve::{Curve, Line};
/// let ramp = Line::new([1.0, 0.0], std::f64::consts::FRAC_PI_2);
/// let [x, y] = ramp.jet(2.0).position.into();
/// assert!((x - 1.0).abs() < 1e-15 && y == 2.0);
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Line {
    through: Vector2<f64>,
    direction: Vector2<f64>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Line, it => unit("direction", it.direction.as_slice()));

impl Line {
    /// The line through a point, at `angle` from the body's x axis.
    pub fn new(through: [f64; 2], angle: f64) -> Self {
        let (sin, cos) = angle.sin_cos();
        Self { through: through.into(), direction: Vector2::new(cos, sin) }
    }
}

impl Curve for Line {
    #[inline]
    fn jet(&self, s: f64) -> CurveJet {
        let zero = Vector2::zeros();
        CurveJet { position: self.through + s * self.direction, first: self.direction, second: zero, third: zero }
    }

    fn domain(&self) -> Domain {
        Domain::Unbounded
    }

    fn extent(&self) -> Option<Extent> {
        Some(Extent::FLAT)
    }

    fn arc_length(&self, from: f64, to: f64) -> f64 {
        to - from
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}
