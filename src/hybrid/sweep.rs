//! How a step moves a body: bounds from the dense polynomial of its coordinates.
//!
//! Between the ends of a step every coordinate is a polynomial of the time, of the degree d of the method's dense form. Its rate is taken at d Chebyshev nodes of
//! the window, s = 2 (t − from)/h − 1 in [−1, 1], which gives its Chebyshev coefficients exactly, and with |T_k| ≤ 1 bounds over the window:
//!
//! ```text
//! (1)  q' = Σ c_k T_k(s),   c_k = (2/d) Σ_j q'(s_j) cos(k π (j + ½)/d),  half of that for k = 0        |q' − c_0| ≤ Σ_(k>0) |c_k|
//! (2)  q'' = (2/h) Σ e_k T_k,   e_(k−1) = e_(k+1) + 2 k c_k,  half of that for k = 1                   the same with e
//! ```
//!
//! For vectors the coefficients are vectors. A quaternion Q is a polynomial too, and need not have norm 1. With P = |Q|², of degree 2 d,
//!
//! ```text
//! (3)  Ω  = 2 vec(Q̄ Q')/P                         |ω|  ≤ 2 |Q'|/√P
//! (4)  Ω' = 2 vec(Q̄ Q'')/P − Ω P'/P               |ω'| ≤ 2 |Q''|/√P + |ω| |P'|/P
//! ```
//!
//! where P has a lower bound and P' an upper one by the same means; vec(Q̄' Q') = 0.
//!
//! The rate of a gap that belongs to these bounds is that along the polynomial of q, not along that of v, which differs by the error of the method.
//!
//! A body whose frame follows from its coordinates by a function of its own ([`FrameMap::General`]) has no sweep: its gaps are looked at.

use crate::body::FrameMap;
use crate::element::{Ball, Sweep};
use crate::ode::DenseStep;
use nalgebra::{SVector, Vector1, Vector3, Vector4};
use std::f64::consts::PI;

/// Degree of a dense form at most; the built-in methods go to 7.
const MOST_DEGREE: usize = 15;

/// The places and the cosines of (1), for the rates of coordinates and for the squares of quaternions; made once for a method.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    rates: Cosines,
    squares: Cosines,
}

/// cos(k π (j + ½)/n), a row for each node j.
#[derive(Clone, Debug, Default)]
struct Cosines {
    terms: usize,
    rows: Vec<f64>,
}

impl Nodes {
    /// For polynomials of this degree; those of a degree that is too high have none.
    fn fit(&mut self, degree: usize) -> bool {
        let known = (1..=MOST_DEGREE).contains(&degree);
        if known && self.rates.terms != degree {
            *self = Self { rates: Cosines::of(degree), squares: Cosines::of(2 * degree + 1) };
        }
        known
    }
}

impl Cosines {
    fn of(terms: usize) -> Self {
        let angle = |j: usize| PI * (j as f64 + 0.5) / terms as f64;
        let rows = (0..terms).flat_map(|j| (0..terms).map(move |k| (k as f64 * angle(j)).cos())).collect();
        Self { terms, rows }
    }
}

/// What the coordinates from `first` on do to the frame of their body within a window of a step.
pub(crate) fn sweep(
    dense: &DenseStep<'_>,
    window: [f64; 2],
    first: usize,
    (map, spatial): (FrameMap, bool),
    nodes: &mut Nodes,
) -> Sweep {
    let degree = (dense.coefficients().len() / dense.dim().max(1)).saturating_sub(1);
    if map == FrameMap::General || !nodes.fit(degree) {
        return Sweep::UNKNOWN;
    }
    let nodes = &*nodes;
    let long = if spatial { 3 } else { 2 };
    let [place, rate] = [DenseStep::component, DenseStep::component_derivative]
        .map(|read| move |t: f64| Vector3::from_fn(|i, _| if i < long { read(dense, first + i, t) } else { 0.0 }));
    let path = Series::of(window, &nodes.rates, rate);
    let velocity = path.ball();
    let half = 0.5 * (window[1] - window[0]);
    let origin = Ball { center: place(window[0] + half), radius: half * velocity.most() };
    let [spin, turning] = match (map, spatial) {
        (FrameMap::Translation, _) => [Ball::ZERO; 2],
        (_, false) => {
            let spin = |t| Vector3::new(0.0, 0.0, dense.component_derivative(first + 2, t));
            let turn = Series::of(window, &nodes.rates, spin);
            [turn.ball(), turn.derivative().ball()]
        }
        (_, true) => turns(dense, window, first + 3, nodes),
    };
    Sweep { origin, velocity, acceleration: path.derivative().ball(), spin, turning }
}

/// Balls of ω and ω' by (3) and (4), from the quaternion that begins at `first`.
fn turns(dense: &DenseStep<'_>, window: [f64; 2], first: usize, nodes: &Nodes) -> [Ball; 2] {
    let rate = |t| Vector4::from_fn(|i, _| dense.component_derivative(first + i, t));
    let square = |t| Vector1::new(Vector4::from_fn(|i, _| dense.component(first + i, t)).norm_squared());
    let (turn, square) = (Series::of(window, &nodes.rates, rate), Series::of(window, &nodes.squares, square));
    let least = square.coefficients[0].x - square.rest();
    // Not positive, or not a number: the step is far too long for its polynomial to be an attitude.
    let norm = if least > 0.0 { least.sqrt() } else { f64::NAN };
    let spin = 2.0 * turn.most() / norm;
    let turning = 2.0 * turn.derivative().most() / norm + spin * square.derivative().most() / least;
    [spin, turning].map(|radius| Ball { center: Vector3::zeros(), radius })
}

/// Chebyshev coefficients of a vector that is a polynomial of the time.
struct Series<const D: usize> {
    coefficients: [SVector<f64, D>; 2 * MOST_DEGREE + 1],
    terms: usize,
    /// ds/dt.
    pace: f64,
}

impl<const D: usize> Series<D> {
    /// (1), for a polynomial with so many terms as there are cosines.
    fn of([from, to]: [f64; 2], cosines: &Cosines, value: impl Fn(f64) -> SVector<f64, D>) -> Self {
        let mut coefficients = [SVector::zeros(); 2 * MOST_DEGREE + 1];
        let terms = cosines.terms;
        for row in cosines.rows.chunks_exact(terms) {
            let place = row.get(1).copied().unwrap_or(0.0);
            let sample = value(0.5 * (from + to) + 0.5 * (to - from) * place) * (2.0 / terms as f64);
            coefficients.iter_mut().zip(row).for_each(|(c, cosine)| *c += sample * *cosine);
        }
        coefficients[0] *= 0.5;
        // In a window without length nothing changes.
        let pace = if to > from { 2.0 / (to - from) } else { 0.0 };
        Self { coefficients, terms, pace }
    }

    /// (2).
    fn derivative(&self) -> Self {
        let mut coefficients = [SVector::zeros(); 2 * MOST_DEGREE + 1];
        for k in (1..self.terms).rev() {
            let above = if k + 1 < self.terms { coefficients[k + 1] } else { SVector::zeros() };
            coefficients[k - 1] = above + self.coefficients[k] * (2.0 * k as f64 * self.pace);
        }
        coefficients[0] *= 0.5;
        Self { coefficients, terms: self.terms.saturating_sub(1).max(1), pace: self.pace }
    }

    /// How far it goes from its first coefficient at most.
    fn rest(&self) -> f64 {
        self.coefficients[1..self.terms].iter().map(|c| c.norm()).sum()
    }

    fn most(&self) -> f64 {
        self.coefficients[0].norm() + self.rest()
    }
}

impl Series<3> {
    fn ball(&self) -> Ball {
        Ball { center: self.coefficients[0], radius: self.rest() }
    }
}
