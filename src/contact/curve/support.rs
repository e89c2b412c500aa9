//! Closed convex curves by their support function.
//!
//! h(s) is the distance, from the body's origin, of the tangent whose outer normal points to the angle s. With
//! e = (cos s, sin s) and f = e' = (−sin s, cos s):
//!
//! ```text
//! c = h e + h' f      c' = ρ f      c'' = ρ' f − ρ e      c''' = (ρ'' − ρ) f − 2 ρ' e      ρ = h + h''
//! ```
//!
//! The curve runs anticlockwise, ρ = 1/κ is its radius of curvature, and it is convex and smooth while ρ > 0. c''' takes
//! the fourth derivative of h, so h is kept as a Fourier series, whose derivatives are exact at every order:
//!
//! ```text
//! h = m + Σ_k (a_k cos k s + b_k sin k s)      ρ = m + Σ_k (1 − k²)(a_k cos k s + b_k sin k s)
//! ```
//!
//! The first harmonic shifts the curve. The length of the whole is 2π m; odd harmonics alone leave the width 2 m
//! everywhere. A function is turned into its series by sampling, which for a smooth one converges faster than any power.

use super::{Curve, CurveError, CurveJet, Domain};
use crate::contact::Extent;
use crate::math::sin_cos;
use nalgebra::Vector2;
use std::f64::consts::TAU;

/// A closed convex curve, with the direction of its outer normal as parameter.
///
/// ```
/// # use chetaev::contact::curve::{Curve, Support};
/// use std::f64::consts::TAU;
/// // A curve of constant width 2: opposite supports add up to it, and its length is π times as much.
/// let cam = Support::fourier(1.0, [[0.0; 2], [0.0; 2], [0.1, 0.0]])?;
/// let width = cam.jet(0.4).position - cam.jet(0.4 + TAU / 2.0).position;
/// assert!((width.norm() - 2.0).abs() < 1e-12);
/// assert!((cam.arc_length(0.0, TAU) - TAU).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Support {
    mean: f64,
    harmonics: Vec<[f64; 2]>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Support, it => Self::fourier(it.mean, it.harmonics.clone()).map(drop).map_err(|error| error.to_string()));

/// A series must meet its function to this part of the mean.
const RESOLVED: f64 = 1e-10;

impl Support {
    /// h(s) = `mean` + Σ (a_k cos k s + b_k sin k s), with `harmonics` [a_k, b_k] from k = 1 on.
    pub fn fourier(mean: f64, harmonics: impl Into<Vec<[f64; 2]>>) -> Result<Self, CurveError> {
        let support = Self { mean, harmonics: harmonics.into() };
        let samples = 16 * (support.harmonics.len() + 1);
        for i in 0..samples {
            let angle = TAU * i as f64 / samples as f64;
            let [radius, _, _] = support.radius(angle);
            if !(radius > 0.0 && radius.is_finite()) {
                return Err(CurveError::NotConvex { angle, radius });
            }
        }
        Ok(support)
    }

    /// The curve with the support function `h`, a smooth function of period 2π, by its first `harmonics` harmonics.
    ///
    /// The series must meet the function to 1e-10 of its mean; a function with a kink never does.
    pub fn of(h: impl Fn(f64) -> f64, harmonics: usize) -> Result<Self, CurveError> {
        let samples = 4 * (harmonics + 1);
        let angle = |i: usize| TAU * i as f64 / samples as f64;
        let values: Vec<f64> = (0..samples).map(|i| h(angle(i))).collect();
        let part = |wave: &dyn Fn(f64) -> f64| {
            let terms = values.iter().enumerate().map(|(i, value)| value * wave(angle(i)));
            2.0 * terms.sum::<f64>() / samples as f64
        };
        let mean = 0.5 * part(&|_| 1.0);
        let harmonics: Vec<[f64; 2]> =
            (1..=harmonics).map(|k| k as f64).map(|k| [part(&|s| (k * s).cos()), part(&|s| (k * s).sin())]).collect();
        let support = Self { mean, harmonics };
        // Between the samples, where nothing was fitted.
        let between = (0..samples).map(|i| angle(i) + 0.5 * angle(1));
        let misfit = between.fold(0.0, |most: f64, s| {
            let miss = (support.series(s, |_| 1.0)[0] - h(s)).abs();
            if miss.is_nan() { f64::INFINITY } else { most.max(miss) }
        });
        if misfit > RESOLVED * mean.abs() {
            return Err(CurveError::NotResolved { harmonics: support.harmonics.len(), misfit });
        }
        Self::fourier(support.mean, support.harmonics)
    }

    /// ρ, ρ', ρ''.
    fn radius(&self, s: f64) -> [f64; 3] {
        self.series(s, |k| 1.0 - k * k)
    }

    /// The series and its first two derivatives, the k-th harmonic weighted.
    fn series(&self, s: f64, weight: impl Fn(f64) -> f64) -> [f64; 3] {
        let mut sum = [self.mean, 0.0, 0.0];
        // cos k s, sin k s by turning on: errors grow like k times round-off.
        let (sin, cos) = sin_cos(s);
        let (mut c, mut d) = (1.0, 0.0);
        for (k, [a, b]) in self.harmonics.iter().enumerate() {
            (c, d) = (c * cos - d * sin, d * cos + c * sin);
            let k = (k + 1) as f64;
            let (even, odd) = (weight(k) * (a * c + b * d), weight(k) * (b * c - a * d));
            sum[0] += even;
            sum[1] += k * odd;
            sum[2] -= k * k * even;
        }
        sum
    }
}

impl Curve for Support {
    fn jet(&self, s: f64) -> CurveJet {
        let (sin, cos) = sin_cos(s);
        let (e, f) = (Vector2::new(cos, sin), Vector2::new(-sin, cos));
        let [h, slope, _] = self.series(s, |_| 1.0);
        let [radius, first, second] = self.radius(s);
        CurveJet {
            position: h * e + slope * f,
            first: radius * f,
            second: first * f - radius * e,
            third: (second - radius) * f - 2.0 * first * e,
        }
    }

    fn domain(&self) -> Domain {
        Domain::Closed { period: TAU }
    }

    /// With every harmonic at its largest.
    fn extent(&self) -> Option<Extent> {
        let [mut height, mut lever, mut bend] = [0.0; 3];
        for (k, [a, b]) in self.harmonics.iter().enumerate() {
            let (k, size) = ((k + 1) as f64, a.hypot(*b));
            height += size;
            lever += k * size;
            bend += (k * k - 1.0) * size;
        }
        let mean = self.mean;
        let radii = [(mean - bend).max(0.0), mean + bend];
        Some(Extent { reach: (mean + height).hypot(lever), lever, least: mean - height, radii })
    }

    /// l = ∫ ρ ds, term by term: m s + Σ (1 − k²)(a_k sin k s − b_k cos k s)/k.
    fn arc_length(&self, from: f64, to: f64) -> f64 {
        let mut length = self.mean * (to - from);
        for (k, [a, b]) in self.harmonics.iter().enumerate() {
            let k = (k + 1) as f64;
            let ([sin_to, cos_to], [sin_from, cos_from]) =
                ([(k * to).sin(), (k * to).cos()], [(k * from).sin(), (k * from).cos()]);
            length += (1.0 - k * k) / k * (a * (sin_to - sin_from) - b * (cos_to - cos_from));
        }
        length
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(self.clone()))
    }
}
