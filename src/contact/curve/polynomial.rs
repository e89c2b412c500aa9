//! The graph of a polynomial: c = (s, p(s)). σ = √(1 + p'²) ≥ 1, so there is no singular case; κ = p''/σ³.
//!
//! Value and derivatives by Horner's scheme, all at once: with y_j = p⁽ʲ⁾/j!, for each coefficient from the highest down
//! y_j ← y_j s + y_{j−1}, y₀ ← y₀ s + coefficient.

use super::{Curve, CurveJet, Domain};
use nalgebra::Vector2;

/// The graph y = p(x), with x as its parameter.
///
/// ```
/// # use chetaev::contact::curve::{Curve, Polynomial};
/// let bowl = Polynomial::new([0.0, 0.0, 1.5]); // y = 1.5 x²
/// let (bottom, beside) = (bowl.jet(0.0), bowl.jet(2.0));
/// assert_eq!((bottom.curvature(), beside.position.y, beside.first.y), (3.0, 6.0, 6.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Polynomial {
    coefficients: Vec<f64>,
    domain: Domain,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Polynomial, it => require(!matches!(it.domain, Domain::Closed { .. }), || "a graph does not close".to_owned()));

impl Polynomial {
    /// y = c₀ + c₁ x + c₂ x² + …
    pub fn new(coefficients: impl Into<Vec<f64>>) -> Self {
        Self { coefficients: coefficients.into(), domain: Domain::Unbounded }
    }

    /// This graph between two values of x only: a point that passes the end is refused.
    pub fn between(self, from: f64, to: f64) -> Self {
        Self { domain: Domain::Open { from, to }, ..self }
    }
}

impl Curve for Polynomial {
    fn jet(&self, s: f64) -> CurveJet {
        let mut y = [0.0; 4];
        for &coefficient in self.coefficients.iter().rev() {
            for j in (1..4).rev() {
                y[j] = y[j] * s + y[j - 1];
            }
            y[0] = y[0] * s + coefficient;
        }
        CurveJet {
            position: Vector2::new(s, y[0]),
            first: Vector2::new(1.0, y[1]),
            second: Vector2::new(0.0, 2.0 * y[2]),
            third: Vector2::new(0.0, 6.0 * y[3]),
        }
    }

    fn domain(&self) -> Domain {
        self.domain
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(self.clone()))
    }
}
