//! The cubic spline through given points: twice continuously differentiable, also where it closes, if it does.
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
//! An open one has the coordinates x and y over the length along its chords as two [`LookupTable`]s, which are natural (no curvature at the ends) or begin and end with given directions.
//! It ends where they do: a point that passes an end is refused by name.
//!
//! c''' jumps at the knots, and with it κ': a method of high order loses it there, once for each knot that is passed.

use super::{Curve, CurveError, CurveJet, Domain};
use crate::math::LookupTable;
use nalgebra::{Vector2, Vector3};

/// A smooth curve through given points, closed or with two ends, with the length along their chords as parameter.
///
/// ```
/// # use chetaev::contact::curve::{Curve, Spline};
/// // Sixteen points of the unit circle.
/// let points: Vec<[f64; 2]> = (0..16).map(|k| (k as f64 / 16.0 * std::f64::consts::TAU).sin_cos()).map(|(y, x)| [x, y]).collect();
/// let round = Spline::closed(&points)?;
/// assert!((round.jet(0.2).position.norm() - 1.0).abs() < 1e-3);
/// // A cam's rail, level at both ends.
/// let rail = Spline::between(&[[0.0, 0.0], [1.0, 0.2], [2.0, 0.0]], [[1.0, 0.0], [1.0, 0.0]])?;
/// assert!(rail.jet(0.0).first.y.abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spline {
    /// s_i, and the period at the end.
    knots: Vec<f64>,
    /// p_i, the first once more at the end; m_i likewise.
    points: Vec<Vector2<f64>>,
    bends: Vec<Vector2<f64>>,
    ends: Ends,
}

/// How it begins and ends.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Ends {
    /// It does not: the last point is the first one once more.
    #[default]
    Closed,
    /// Without curvature.
    Natural,
    /// In these directions.
    Along([[f64; 2]; 2]),
}

impl Ends {
    fn is_closed(&self) -> bool {
        *self == Self::Closed
    }
}

#[cfg(feature = "serde")]
crate::store::checked::made!(
    Spline { points, ends } => Self::read(points, ends);
    knots, |read: &Vec<f64>, made: &Vec<f64>| crate::store::checked::alike(read, made);
    bends, |read: &Vec<Vector2<f64>>, made: &Vec<Vector2<f64>>| crate::store::checked::alike(&flat(read), &flat(made))
);

#[cfg(feature = "serde")]
fn flat(of: &[Vector2<f64>]) -> Vec<f64> {
    of.iter().flat_map(|p| [p.x, p.y]).collect()
}

impl Spline {
    /// The curve through `points`, in this order, and back to the first (which must not be repeated).
    pub fn closed(points: &[[f64; 2]]) -> Result<Self, CurveError> {
        Self::new(points, Ends::Closed)
    }

    /// The curve from the first of `points` to the last, without curvature at its ends: a guide rail, the profile of a cam. A point that leaves it over an end is refused.
    pub fn open(points: &[[f64; 2]]) -> Result<Self, CurveError> {
        Self::new(points, Ends::Natural)
    }

    /// The curve from the first of `points` to the last, which begins and ends in these directions.
    pub fn between(points: &[[f64; 2]], directions: [[f64; 2]; 2]) -> Result<Self, CurveError> {
        Self::new(points, Ends::Along(directions))
    }

    fn new(points: &[[f64; 2]], ends: Ends) -> Result<Self, CurveError> {
        let (n, closed) = (points.len(), ends.is_closed());
        if closed && n < 3 {
            return Err(CurveError::TooFewPoints(n));
        }
        if n < 2 {
            return Err(CurveError::NoLength(n));
        }
        if let Some(i) = points.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            return Err(CurveError::NotFinite(i));
        }
        let mut points: Vec<Vector2<f64>> = points.iter().map(|&p| p.into()).collect();
        if closed {
            points.push(points[0]);
        }
        let chords: Vec<f64> = points.windows(2).map(|pair| (pair[1] - pair[0]).norm()).collect();
        if let Some(i) = chords.iter().position(|&h| h == 0.0) {
            return Err(CurveError::SamePoint(i));
        }
        let mut knots = vec![0.0];
        for (i, h) in chords.iter().enumerate() {
            knots.push(knots[i] + h);
        }
        let bends = match ends {
            Ends::Closed => bends(&points, &chords),
            Ends::Natural => open_bends(&knots, &points, None)?,
            Ends::Along(directions) => open_bends(&knots, &points, Some(directions))?,
        };
        Ok(Self { knots, points, bends, ends })
    }

    /// Through the points of a file, in which the first of a closed one stands once more at the end; a file that does not say how it ends holds a closed one.
    #[cfg(feature = "serde")]
    fn read(points: Vec<Vector2<f64>>, ends: Option<Ends>) -> Result<Self, String> {
        let ends = ends.unwrap_or_default();
        let mut given: Vec<[f64; 2]> = points.iter().map(|&p| p.into()).collect();
        if ends.is_closed() {
            let last = given.pop();
            crate::store::checked::require(last == given.first().copied(), || {
                "it is closed, and its last point is not the first once more".to_owned()
            })?;
        }
        Self::new(&given, ends).map_err(|error| error.to_string())
    }

    /// The last value of its parameter; of a closed one the period.
    fn length(&self) -> f64 {
        self.knots[self.knots.len() - 1]
    }
}

/// m_i at the knots of an open curve: those of its two coordinates.
fn open_bends(
    knots: &[f64],
    points: &[Vector2<f64>],
    directions: Option<[[f64; 2]; 2]>,
) -> Result<Vec<Vector2<f64>>, CurveError> {
    // The parameter is nearly the arc length, whose tangent is a unit vector.
    let units = directions.map(|ends| ends.map(|end| Vector2::from(end).normalize()));
    if let Some(index) = units.and_then(|ends| ends.iter().position(|end| !end.iter().all(|x| x.is_finite()))) {
        return Err(CurveError::NoDirection(index));
    }
    let coordinate = |axis: usize| {
        let pairs: Vec<[f64; 2]> = knots.iter().zip(points).map(|(s, p)| [*s, p[axis]]).collect();
        let table = match units {
            None => LookupTable::cubic(&pairs),
            Some([first, last]) => LookupTable::clamped(&pairs, [first[axis], last[axis]]),
        };
        table.map(|table| table.bends().to_vec()).map_err(|_| CurveError::NotFinite(0))
    };
    Ok(coordinate(0)?.into_iter().zip(coordinate(1)?).map(|(x, y)| Vector2::new(x, y)).collect())
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
        // Reduced to one period; round-off may leave the period itself, which belongs to the last piece. Beyond its ends an open one is continued, for those who ask how far.
        let s = if self.ends.is_closed() { s.rem_euclid(self.length()) } else { s };
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
        match self.ends {
            Ends::Closed => Domain::Closed { period: self.length() },
            _ => Domain::Open { from: 0.0, to: self.length() },
        }
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(self.clone()))
    }
}
