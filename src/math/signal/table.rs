//! A function of one number in a table: straight between its points, or a cubic spline through them.
//!
//! With the second derivatives m_i at the points, h_i = x_{i+1} − x_i, u = x − x_i and w = h_i − u, a piece and its derivatives are
//!
//! ```text
//! (1)  f   = (m_i w³ + m_{i+1} u³)/(6 h_i) + (y_i/h_i − m_i h_i/6) w + (y_{i+1}/h_i − m_{i+1} h_i/6) u
//!      f'  = (m_{i+1} u² − m_i w²)/(2 h_i) + (y_{i+1} − y_i)/h_i − (m_{i+1} − m_i) h_i/6
//!      f'' = (m_i w + m_{i+1} u)/h_i
//! ```
//!
//! and f' has no jumps if, at each inner point, with d_i = (y_{i+1} − y_i)/h_i,
//!
//! ```text
//! (2)  h_{i−1} m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_i m_{i+1} = 6 (d_i − d_{i−1})
//! ```
//!
//! The two equations that are missing are those of the ends: m = 0 there (natural), or given slopes s (clamped),
//!
//! ```text
//! (3)  2 h_0 m_0 + h_0 m_1 = 6 (d_0 − s_0)        h_{n−2} m_{n−2} + 2 h_{n−2} m_{n−1} = 6 (s_1 − d_{n−2})
//! ```
//!
//! or, of one that repeats itself, (2) at the point where it closes. That system has two corners: it is solved by taking m_0 = m_{n−1} = m as known, twice, for m = 0 and
//! m = 1, and choosing the m for which (2) holds there; the diagonal dominates, so that nothing needs to be exchanged.
//!
//! The integral of a piece from its beginning on, that of a straight one with m = 0:
//!
//! ```text
//! (4)  F   = (m_i (h_i⁴ − w⁴) + m_{i+1} u⁴)/(24 h_i) + (y_i/h_i − m_i h_i/6)(h_i² − w²)/2 + (y_{i+1}/h_i − m_{i+1} h_i/6) u²/2
//! ```

use crate::math::Jet;
use thiserror::Error;

/// A function of one number, through given points: measured forces, speeds over time, the characteristic of a spring.
///
/// Before the first and after the last point it stays as it is there, unless it repeats itself.
///
/// ```
/// use chetaev::math::LookupTable;
/// let points = [[0.0, 0.0], [1.0, 1.0], [2.0, 4.0]];
/// let (linear, cubic) = (LookupTable::linear(&points)?, LookupTable::clamped(&points, [0.0, 4.0])?);
/// assert_eq!((linear.value(1.5), linear.value(9.0)), (2.5, 4.0));
/// assert!((cubic.value(1.5) - 1.5 * 1.5).abs() < 1e-15); // the parabola itself
/// # Ok::<(), chetaev::math::LookupError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Written", into = "Written"))]
pub struct LookupTable {
    points: Vec<[f64; 2]>,
    ends: Ends,
    /// Second derivatives at the points; empty where it is straight between them.
    bends: Vec<f64>,
}

/// How a table goes on.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Ends {
    Straight,
    StraightAgain,
    Natural,
    Clamped([f64; 2]),
    Periodic,
}

/// Why a table cannot be made.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum LookupError {
    /// Too few points.
    #[error("a table needs at least {needs} points, but has {found}: add some")]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many it needs.
        needs: usize,
    },
    /// A number that is none.
    #[error("point {index} of the table (from 0) is not finite: look for a NaN or a division by zero")]
    NotFinite {
        /// The point, counted from 0.
        index: usize,
    },
    /// Points out of order.
    #[error(
        "the points of a table must rise, but point {index} (from 0), at {x}, is not after the one before it: sort them, and give each once"
    )]
    NotRising {
        /// The point, counted from 0.
        index: usize,
        /// Where it is.
        x: f64,
    },
    /// A table that repeats itself, but does not end where it begins.
    #[error(
        "a periodic table must end with the value with which it begins, but {first} and {last} differ: add the first value at the end of the period"
    )]
    Open {
        /// Its first value.
        first: f64,
        /// Its last value.
        last: f64,
    },
    /// A table whose slope or bend jumps, where a coordinate is to follow it.
    #[error(
        "a coordinate cannot follow a table whose slope or bend jumps: make it with `LookupTable::periodic`, or take a formula"
    )]
    Jumps,
}

impl LookupTable {
    /// Straight between the points `[x, y]`.
    pub fn linear(points: &[[f64; 2]]) -> Result<Self, LookupError> {
        Self::new(points, Ends::Straight)
    }

    /// Straight between the points, and repeating itself: the last point is the first one, a period later.
    pub fn linear_periodic(points: &[[f64; 2]]) -> Result<Self, LookupError> {
        Self::new(points, Ends::StraightAgain)
    }

    /// A cubic spline through the points, straight at both ends. Its slope jumps where it stops to be constant.
    pub fn cubic(points: &[[f64; 2]]) -> Result<Self, LookupError> {
        Self::new(points, Ends::Natural)
    }

    /// A cubic spline through the points, with given slopes at both ends. With slopes of zero it goes on without a jump of its rate.
    pub fn clamped(points: &[[f64; 2]], slopes: [f64; 2]) -> Result<Self, LookupError> {
        Self::new(points, Ends::Clamped(slopes))
    }

    /// A cubic spline through the points that repeats itself: the last point is the first one, a period later.
    pub fn periodic(points: &[[f64; 2]]) -> Result<Self, LookupError> {
        Self::new(points, Ends::Periodic)
    }

    fn new(points: &[[f64; 2]], ends: Ends) -> Result<Self, LookupError> {
        let closes = matches!(ends, Ends::StraightAgain | Ends::Periodic);
        let needs = if closes { 3 } else { 2 };
        let (found, finite) = (points.len(), |p: &[f64; 2]| p.iter().all(|x| x.is_finite()));
        if found < needs {
            return Err(LookupError::TooFew { found, needs });
        }
        let given = matches!(ends, Ends::Clamped(slopes) if !finite(&slopes));
        if let Some(index) = points.iter().position(|p| !finite(p)).or(given.then_some(0)) {
            return Err(LookupError::NotFinite { index });
        }
        if let Some(index) = (1..found).find(|&i| points[i][0] <= points[i - 1][0]) {
            return Err(LookupError::NotRising { index, x: points[index][0] });
        }
        let (first, last) = (points[0][1], points[found - 1][1]);
        if closes && first != last {
            return Err(LookupError::Open { first, last });
        }
        Ok(Self { points: points.to_vec(), bends: bends(points, ends), ends })
    }

    /// The values at its points.
    pub(crate) fn heights(&self) -> impl Iterator<Item = f64> {
        self.points.iter().map(|[_, y]| *y)
    }

    /// The second derivatives at its points; none where it is straight between them.
    pub(crate) fn bends(&self) -> &[f64] {
        &self.bends
    }

    /// f(x).
    pub fn value(&self, x: f64) -> f64 {
        self.jet(x)[0]
    }

    /// f, f' and f'' at x.
    pub fn jet(&self, x: f64) -> [f64; 3] {
        let ([first, y], [last, end]) = (self.points[0], self.points[self.points.len() - 1]);
        let x = if self.repeats() { first + (x - first).rem_euclid(last - first) } else { x };
        if x.is_nan() {
            return [x; 3];
        }
        if x < first {
            return [y, 0.0, 0.0];
        }
        if x >= last {
            return if self.repeats() { self.piece(self.points.len() - 2, last) } else { [end, 0.0, 0.0] };
        }
        self.piece(self.points.partition_point(|[knot, _]| *knot <= x) - 1, x)
    }

    /// (1).
    fn piece(&self, i: usize, x: f64) -> [f64; 3] {
        let ([a, p], [b, q]) = (self.points[i], self.points[i + 1]);
        let (h, u) = (b - a, x - a);
        let Some(&[m, k]) = self.bends.get(i..i + 2).and_then(|pair| pair.first_chunk()) else {
            return [p + (q - p) * (u / h), (q - p) / h, 0.0];
        };
        let w = h - u;
        [
            (m * w.powi(3) + k * u.powi(3)) / (6.0 * h) + (p / h - m * h / 6.0) * w + (q / h - k * h / 6.0) * u,
            (k * u * u - m * w * w) / (2.0 * h) + (q - p) / h - (k - m) * h / 6.0,
            (m * w + k * u) / h,
        ]
    }

    /// The integral of f from the first point to x.
    ///
    /// ```
    /// use chetaev::math::LookupTable;
    /// let wave = LookupTable::linear_periodic(&[[0.0, 0.0], [1.0, 2.0], [2.0, 0.0]])?;
    /// assert_eq!([-1.0, 0.5, 2.0, 21.0].map(|x| wave.integral(x)), [-1.0, 0.25, 2.0, 21.0]);
    /// # Ok::<(), chetaev::math::LookupError>(())
    /// ```
    pub fn integral(&self, x: f64) -> f64 {
        let ([first, y], [last, end]) = (self.points[0], self.points[self.points.len() - 1]);
        let whole = |pieces: usize| -> f64 { (0..pieces).map(|i| self.area(i, self.points[i + 1][0])).sum() };
        let pieces = self.points.len() - 1;
        let turns = if self.repeats() { ((x - first) / (last - first)).floor() } else { 0.0 };
        let x = x - turns * (last - first);
        let before = if turns == 0.0 { 0.0 } else { turns * whole(pieces) };
        before
            + if x < first || x.is_nan() {
                y * (x - first)
            } else if x >= last {
                whole(pieces) + end * (x - last)
            } else {
                let i = self.points.partition_point(|[knot, _]| *knot <= x) - 1;
                whole(i) + self.area(i, x)
            }
    }

    /// (4).
    fn area(&self, i: usize, x: f64) -> f64 {
        let ([a, p], [b, q]) = (self.points[i], self.points[i + 1]);
        let (h, u) = (b - a, x - a);
        let Some(&[m, k]) = self.bends.get(i..i + 2).and_then(|pair| pair.first_chunk()) else {
            return u * (p + 0.5 * (q - p) * (u / h));
        };
        let w = h - u;
        (m * (h.powi(4) - w.powi(4)) + k * u.powi(4)) / (24.0 * h)
            + 0.5 * (p / h - m * h / 6.0) * (h * h - w * w)
            + 0.5 * (q / h - k * h / 6.0) * u * u
    }

    /// A number that vanishes at each point of the table, with the slope ±1, and nowhere else: between the points x_i and x_{i+1} it is (−1)^i u w/h.
    pub(crate) fn corner(&self, x: f64) -> f64 {
        let pieces = self.points.len() - 1;
        let (first, last) = (self.points[0][0], self.points[pieces][0]);
        let turns = if self.repeats() { ((x - first) / (last - first)).floor() } else { 0.0 };
        let x = x - turns * (last - first);
        let after = self.points.partition_point(|[knot, _]| *knot <= x);
        let sign = |count: f64| if count.rem_euclid(2.0) == 0.0 { 1.0 } else { -1.0 };
        let sign = sign(turns * pieces as f64 + after.saturating_sub(1) as f64);
        match after {
            0 => x - first,
            _ if after > pieces => sign * (x - last),
            _ => {
                let [a, b] = [self.points[after - 1][0], self.points[after][0]];
                sign * (x - a) * (b - x) / (b - a)
            }
        }
    }

    /// The same for x ≥ 0 without the points x_i ≤ 0: below the first of the others, x_i, it is (−1)^i (x − x_i).
    pub(crate) fn corner_above_zero(&self, x: f64) -> f64 {
        match self.points.iter().position(|[knot, _]| *knot > 0.0) {
            Some(i) if x < self.points[i][0] => (if i % 2 == 0 { 1.0 } else { -1.0 }) * (x - self.points[i][0]),
            Some(_) => self.corner(x),
            None => 1.0,
        }
    }

    pub(super) fn at(&self, t: Jet) -> Jet {
        let [value, first, second] = self.jet(t.value);
        t.chain(value, first, second)
    }

    fn repeats(&self) -> bool {
        matches!(self.ends, Ends::StraightAgain | Ends::Periodic)
    }

    pub(super) fn scale(&mut self, factor: f64) {
        self.points.iter_mut().for_each(|[_, y]| *y *= factor);
        self.bends.iter_mut().for_each(|bend| *bend *= factor);
        if let Ends::Clamped(slopes) = &mut self.ends {
            slopes.iter_mut().for_each(|slope| *slope *= factor);
        }
    }

    /// Itself, if neither slope nor bend jumps.
    pub(crate) fn bends_smoothly(self) -> Result<Self, LookupError> {
        if self.continuity() > 2 { Ok(self) } else { Err(LookupError::Jumps) }
    }

    pub(super) fn continuity(&self) -> u8 {
        match self.ends {
            Ends::Straight | Ends::StraightAgain | Ends::Natural => 1,
            Ends::Clamped([0.0, 0.0]) => 2,
            Ends::Clamped(_) => 1,
            Ends::Periodic => 3,
        }
    }

    pub(super) fn next_kink(&self, t: f64) -> Option<f64> {
        let (first, last) = (self.points[0][0], self.points[self.points.len() - 1][0]);
        let turns = if self.repeats() { ((t - first) / (last - first)).floor() } else { 0.0 };
        // A point of the next period too, and none that rounding leaves where it was.
        (0..2).find_map(|more| {
            let shift = (turns + f64::from(more)) * (last - first);
            let later = self.points.iter().map(|[knot, _]| knot + shift).find(|knot| *knot > t);
            later.filter(|_| more == 0 || self.repeats())
        })
    }
}

/// m_i at all points.
fn bends(points: &[[f64; 2]], ends: Ends) -> Vec<f64> {
    let n = points.len();
    let h: Vec<f64> = points.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
    let d: Vec<f64> = points.windows(2).zip(&h).map(|(pair, h)| (pair[1][1] - pair[0][1]) / h).collect();
    // Each row is (before, own, after, right-hand side) of (2); those of the ends are (3), or m = given.
    let rows = |first: [f64; 4], last: [f64; 4]| {
        let inner = (1..n - 1).map(|i| [h[i - 1], 2.0 * (h[i - 1] + h[i]), h[i], 6.0 * (d[i] - d[i - 1])]);
        solve(std::iter::once(first).chain(inner).chain([last]).collect())
    };
    let known = |m: f64| [0.0, 1.0, 0.0, m];
    match ends {
        Ends::Straight | Ends::StraightAgain => Vec::new(),
        Ends::Natural => rows(known(0.0), known(0.0)),
        Ends::Clamped([a, b]) => {
            let (g, e) = (h[n - 2], d[n - 2]);
            rows([0.0, 2.0 * h[0], h[0], 6.0 * (d[0] - a)], [g, 2.0 * g, 0.0, 6.0 * (b - e)])
        }
        Ends::Periodic => {
            let [none, one] = [0.0, 1.0].map(|m| rows(known(m), known(m)));
            let left = |m: &[f64]| {
                let (g, e) = (h[n - 2], d[n - 2]);
                g * m[n - 2] + 2.0 * (g + h[0]) * m[0] + h[0] * m[1] - 6.0 * (d[0] - e)
            };
            let part = left(&none) / (left(&none) - left(&one));
            none.iter().zip(&one).map(|(none, one)| none + part * (one - none)).collect()
        }
    }
}

/// A tridiagonal system with a dominant diagonal.
fn solve(mut rows: Vec<[f64; 4]>) -> Vec<f64> {
    for i in 1..rows.len() {
        let [_, own, after, right] = rows[i - 1];
        let factor = rows[i][0] / own;
        rows[i][1] -= factor * after;
        rows[i][3] -= factor * right;
    }
    let mut solution = vec![0.0; rows.len()];
    for (i, [_, own, after, right]) in rows.iter().enumerate().rev() {
        let next = solution.get(i + 1).copied().unwrap_or(0.0);
        solution[i] = (right - after * next) / own;
    }
    solution
}

/// A table in a file: what it was made of.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    points: Vec<[f64; 2]>,
    ends: Ends,
}

#[cfg(feature = "serde")]
impl From<LookupTable> for Written {
    fn from(LookupTable { points, ends, .. }: LookupTable) -> Self {
        Self { points, ends }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for LookupTable {
    type Error = LookupError;

    fn try_from(Written { points, ends }: Written) -> Result<Self, LookupError> {
        Self::new(&points, ends)
    }
}
