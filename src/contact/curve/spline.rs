//! The closed cubic spline through given points: twice continuously differentiable, also where it closes.
//!
//! The parameter grows by the chord h_i = |p_{i+1} − p_i| from knot to knot. With the second derivatives m_i at the knots,
//! u = s − s_i and w = h_i − u, the i-th piece and its derivatives are
//!
//! ```text
//! c   = (m_i w³ + m_{i+1} u³)/(6 h_i) + (p_i/h_i − m_i h_i/6) w + (p_{i+1}/h_i − m_{i+1} h_i/6) u
//! c'  = (m_{i+1} u² − m_i w²)/(2 h_i) + (p_{i+1} − p_i)/h_i − (m_{i+1} − m_i) h_i/6
//! c'' = (m_i w + m_{i+1} u)/h_i          c''' = (m_{i+1} − m_i)/h_i
//! ```
//!
//! and c' is continuous if, for every i in the cycle, with d_i = (p_{i+1} − p_i)/h_i,
//!
//! ```text
//! h_{i−1} m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_i m_{i+1} = 6 (d_i − d_{i−1})
//! ```
//!
//! This is tridiagonal but for its two corners h = h_{n−1}. The corners are a matrix of rank one, u uᵀ h with u = e_0 + e_{n−1},
//! when h is taken off the first and the last diagonal entry; what is left is dominated by its diagonal and solved without
//! pivoting, and the formula of Sherman and Morrison puts the rest back.
//!
//! c''' jumps at the knots, and with it κ': a method of high order loses it there, once for each knot that is passed.

use super::{Curve, CurveError, CurveJet, Domain};
use nalgebra::{Vector2, Vector3};

/// A smooth closed curve through given points, with the length along their chords as parameter.
///
/// ```
/// # use chetaev::contact::curve::{Curve, Spline};
/// // Sixteen points of the unit circle.
/// let points: Vec<[f64; 2]> = (0..16).map(|k| (k as f64 / 16.0 * std::f64::consts::TAU).sin_cos()).map(|(y, x)| [x, y]).collect();
/// let round = Spline::closed(&points)?;
/// assert!((round.jet(0.2).position.norm() - 1.0).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Spline {
    /// s_i, and the period at the end.
    knots: Vec<f64>,
    /// p_i, the first once more at the end; m_i likewise.
    points: Vec<Vector2<f64>>,
    bends: Vec<Vector2<f64>>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Spline, it => it.check());

impl Spline {
    /// The curve through `points`, in this order, and back to the first (which must not be repeated).
    pub fn closed(points: &[[f64; 2]]) -> Result<Self, CurveError> {
        let n = points.len();
        if n < 3 {
            return Err(CurveError::TooFewPoints(n));
        }
        if let Some(i) = points.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            return Err(CurveError::NotFinite(i));
        }
        let mut points: Vec<Vector2<f64>> = points.iter().map(|&p| p.into()).collect();
        points.push(points[0]);
        let chords: Vec<f64> = points.windows(2).map(|pair| (pair[1] - pair[0]).norm()).collect();
        if let Some(i) = chords.iter().position(|&h| h == 0.0) {
            return Err(CurveError::SamePoint(i));
        }
        let mut knots = vec![0.0];
        for (i, h) in chords.iter().enumerate() {
            knots.push(knots[i] + h);
        }
        let bends = bends(&points, &chords);
        Ok(Self { knots, points, bends })
    }

    /// Is it the curve through its points?
    #[cfg(feature = "serde")]
    fn check(&self) -> Result<(), String> {
        use crate::store::checked::{alike, follows};
        let points = self.points.split_last().map_or(&[][..], |(_, points)| points);
        let given: Vec<[f64; 2]> = points.iter().map(|&p| p.into()).collect();
        let again = Self::closed(&given).map_err(|error| error.to_string())?;
        let flat = |of: &[Vector2<f64>]| of.iter().flat_map(|p| [p.x, p.y]).collect::<Vec<f64>>();
        follows("end", again.points == self.points)?;
        follows("list of knots", alike(&again.knots, &self.knots))?;
        follows("list of bends", alike(&flat(&again.bends), &flat(&self.bends)))
    }

    fn period(&self) -> f64 {
        self.knots[self.knots.len() - 1]
    }
}

/// m_i at the knots, the first once more at the end.
fn bends(points: &[Vector2<f64>], chords: &[f64]) -> Vec<Vector2<f64>> {
    let n = chords.len();
    let before = |i: usize| (i + n - 1) % n;
    let slope = |i: usize| (points[i + 1] - points[i]) / chords[i];
    let corner = chords[n - 1];
    let mut diagonal: Vec<f64> = (0..n).map(|i| 2.0 * (chords[before(i)] + chords[i])).collect();
    diagonal[0] -= corner;
    diagonal[n - 1] -= corner;
    // Three right-hand sides at once: x, y, and u of the corners.
    let mut right: Vec<Vector3<f64>> = (0..n)
        .map(|i| (6.0 * (slope(i) - slope(before(i)))).push(if i == 0 || i == n - 1 { 1.0 } else { 0.0 }))
        .collect();
    for i in 1..n {
        let factor = chords[i - 1] / diagonal[i - 1];
        diagonal[i] -= factor * chords[i - 1];
        right[i] = right[i] - factor * right[i - 1];
    }
    right[n - 1] /= diagonal[n - 1];
    for i in (0..n - 1).rev() {
        right[i] = (right[i] - chords[i] * right[i + 1]) / diagonal[i];
    }
    let ends = right[0] + right[n - 1];
    let part = ends.xy() * (corner / (1.0 + corner * ends.z));
    let bend = |r: &Vector3<f64>| r.xy() - part * r.z;
    let mut bends: Vec<Vector2<f64>> = right.iter().map(bend).collect();
    bends.push(bends[0]);
    bends
}

impl Curve for Spline {
    fn jet(&self, s: f64) -> CurveJet {
        // Reduced to one period; round-off may leave the period itself, which belongs to the last piece.
        let s = s.rem_euclid(self.period());
        let i = self.knots.partition_point(|&knot| knot <= s).clamp(1, self.knots.len() - 1) - 1;
        let (h, u) = (self.knots[i + 1] - self.knots[i], s - self.knots[i]);
        let w = h - u;
        let ([p, q], [m, k]) = ([self.points[i], self.points[i + 1]], [self.bends[i], self.bends[i + 1]]);
        CurveJet {
            position: (m * w.powi(3) + k * u.powi(3)) / (6.0 * h)
                + (p / h - m * (h / 6.0)) * w
                + (q / h - k * (h / 6.0)) * u,
            first: (k * (u * u) - m * (w * w)) / (2.0 * h) + (q - p) / h - (k - m) * (h / 6.0),
            second: (m * w + k * u) / h,
            third: (k - m) / h,
        }
    }

    fn domain(&self) -> Domain {
        Domain::Closed { period: self.period() }
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(self.clone()))
    }
}
