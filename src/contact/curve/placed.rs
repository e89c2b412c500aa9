//! A curve that is shifted and turned in its body: c ↦ p + R(δ) c. Speed, curvature and length stay as they are.

use super::{Curve, CurveJet, Domain};
use crate::contact::Extent;
use nalgebra::Vector2;

/// A curve in another place of its body.
///
/// ```
/// # use chetaev::contact::curve::{Curve, Ellipse, Placed};
/// let upright = Placed::new(Ellipse::new(3.0, 2.0), [1.0, 0.0], std::f64::consts::FRAC_PI_2);
/// let [x, y] = upright.jet(0.0).position.into();
/// assert!((x - 1.0).abs() < 1e-15 && y == 3.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Placed<C> {
    curve: C,
    shift: Vector2<f64>,
    turn: [f64; 2],
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Placed<C>, it => unit("turn", &it.turn));

impl<C: Curve> Placed<C> {
    /// Turns `curve` by `angle` about its origin, then puts that at `origin`.
    pub fn new(curve: C, origin: [f64; 2], angle: f64) -> Self {
        Self { curve, shift: origin.into(), turn: [angle.cos(), angle.sin()] }
    }

    fn turned(&self, a: Vector2<f64>) -> Vector2<f64> {
        let [cos, sin] = self.turn;
        Vector2::new(cos * a.x - sin * a.y, sin * a.x + cos * a.y)
    }
}

#[cfg(feature = "serde")]
impl<C> Placed<C> {
    /// Another curve in the same place.
    pub(super) fn of<D>(self, curve: impl FnOnce(C) -> Option<D>) -> Option<Placed<D>> {
        Some(Placed { curve: curve(self.curve)?, shift: self.shift, turn: self.turn })
    }
}

impl<C: Curve> Curve for Placed<C> {
    fn jet(&self, s: f64) -> CurveJet {
        let jet = self.curve.jet(s);
        CurveJet {
            position: self.shift + self.turned(jet.position),
            first: self.turned(jet.first),
            second: self.turned(jet.second),
            third: self.turned(jet.third),
        }
    }

    fn domain(&self) -> Domain {
        self.curve.domain()
    }

    fn extent(&self) -> Option<Extent> {
        Some(self.curve.extent()?.shifted(self.shift.norm()))
    }

    fn arc_length(&self, from: f64, to: f64) -> f64 {
        self.curve.arc_length(from, to)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let Self { curve, shift, turn } = self;
        Some(Box::new(Placed { curve: curve.saved()?, shift: *shift, turn: *turn }))
    }
}
