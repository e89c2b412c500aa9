//! One arch of the cycloid, as a bowl: what a point of the rim draws when a wheel of radius r rolls under a ceiling.
//!
//! ```text
//! c = r (s + sin s, 1 − cos s)      −π < s < π      σ = 2 r cos(s/2)      l(0, s) = 4 r sin(s/2)
//! ```
//!
//! The lowest point is the origin, at s = 0. At s = ±π stand the cusps: σ = 0, there is no tangent. A heavy bead on it
//! swings with the period 4π √(r/g) whatever its amplitude.

use super::{Curve, CurveJet, Domain};
use crate::math::sin_cos;
use nalgebra::Vector2;
use std::f64::consts::PI;

/// A cycloid's arch, open upward, its lowest point at the body's origin.
///
/// ```
/// # use chetaev::contact::curve::{Curve, Cycloid};
/// use std::f64::consts::PI;
/// assert!((Cycloid::new(0.5).arc_length(-PI, PI) - 8.0 * 0.5).abs() < 1e-12);
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Cycloid {
    radius: f64,
}

impl Cycloid {
    /// The cycloid of a wheel with the given radius.
    pub fn new(radius: f64) -> Self {
        Self { radius }
    }
}

impl Curve for Cycloid {
    fn jet(&self, s: f64) -> CurveJet {
        let (sin, cos) = sin_cos(s);
        let r = self.radius;
        CurveJet {
            position: r * Vector2::new(s + sin, 1.0 - cos),
            first: r * Vector2::new(1.0 + cos, sin),
            second: r * Vector2::new(-sin, cos),
            third: r * Vector2::new(-cos, -sin),
        }
    }

    fn domain(&self) -> Domain {
        Domain::Open { from: -PI, to: PI }
    }

    fn arc_length(&self, from: f64, to: f64) -> f64 {
        4.0 * self.radius * ((0.5 * to).sin() - (0.5 * from).sin())
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}
