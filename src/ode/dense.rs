//! The solution inside a step, as a polynomial.
//!
//! With θ = (t − t0)/h in [0, 1], every method here has a dense output of the nested form
//!
//! ```text
//! (1)  u(θ) = r_0 + θ (r_1 + (1−θ) (r_2 + θ (r_3 + (1−θ) (r_4 + θ (r_5 + ...)))))
//! (2)  r_0 = y0,   r_1 = y1 − y0,   r_2 = h f0 − r_1,   r_3 = r_1 − h f1 − r_2
//! (3)  r_j = h Σ d_ji k_i                                            j = 4, 5, ...
//! ```
//!
//! (2) is the cubic Hermite interpolant: values y0, y1 and slopes f0, f1 at the ends. The terms of (3) carry
//! θ²(1−θ)², so they change neither: the pieces of successive steps join with their slopes, and both ends are met
//! without cancellation, which the monomial form (coefficients of a thousand for order 8) would not do. If the state
//! at the end was replaced, y1 and f1 are those of the replaced state.
//!
//! Derivative: with u_j = r_j + m_j u_{j+1} and m_j = θ for even j, 1−θ for odd j,
//!
//! ```text
//! (4)  u_j' = m_j' u_{j+1} + m_j u_{j+1}',    m_j' = ±1,    u_degree' = 0,    du/dt = u_0'/h
//! ```

/// The dense output of one step: times and coefficients, borrowed.
///
/// The coefficients are plain numbers, r_0 for all components, then r_1, and so on; keep a copy of
/// [`coefficients`](Self::coefficients) with `t0` and `h` and the step can be evaluated for ever after.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct DenseStep<'a> {
    t0: f64,
    h: f64,
    dim: usize,
    coefficients: &'a [f64],
}

impl<'a> DenseStep<'a> {
    /// From kept numbers; a length that is no multiple of `dim` loses its tail.
    pub fn new(t0: f64, h: f64, dim: usize, coefficients: &'a [f64]) -> Self {
        Self { t0, h, dim, coefficients }
    }

    /// Beginning of the step.
    pub fn t0(&self) -> f64 {
        self.t0
    }

    /// Length of the step.
    pub fn h(&self) -> f64 {
        self.h
    }

    /// Number of components.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// r_0, r_1, ..., each with `dim` components.
    pub fn coefficients(&self) -> &'a [f64] {
        self.coefficients
    }

    /// u(t) into `out`, as many components as it has room for.
    pub fn value(&self, t: f64, out: &mut [f64]) {
        let theta = self.theta(t);
        out.fill(0.0);
        for (j, row) in self.rows().enumerate().rev() {
            let (m, _) = multiplier(j, theta);
            for (u, r) in out.iter_mut().zip(row) {
                *u = r + m * *u;
            }
        }
    }

    /// du/dt at t into `out`, as many components as it has room for.
    pub fn derivative(&self, t: f64, out: &mut [f64]) {
        for (i, out) in out.iter_mut().enumerate().take(self.dim) {
            *out = self.component_derivative(i, t);
        }
    }

    /// Component `i` of u(t); NaN if there is none.
    pub fn component(&self, i: usize, t: f64) -> f64 {
        self.component_and_slope(i, t).0
    }

    /// Component `i` of du/dt at t; NaN if there is none, zero if the step has no length.
    pub fn component_derivative(&self, i: usize, t: f64) -> f64 {
        self.component_and_slope(i, t).1
    }

    /// Both.
    pub(crate) fn component_and_slope(&self, i: usize, t: f64) -> (f64, f64) {
        if i >= self.dim {
            return (f64::NAN, f64::NAN);
        }
        let theta = self.theta(t);
        let (mut u, mut slope) = (0.0, 0.0);
        for (j, row) in self.rows().enumerate().rev() {
            let (m, m_slope) = multiplier(j, theta);
            slope = m_slope * u + m * slope;
            u = row[i] + m * u;
        }
        let per_time = if self.h > 0.0 { slope / self.h } else { 0.0 };
        (u, per_time)
    }

    fn rows(&self) -> std::slice::ChunksExact<'a, f64> {
        self.coefficients.chunks_exact(self.dim.max(1))
    }

    fn theta(&self, t: f64) -> f64 {
        if self.h > 0.0 { (t - self.t0) / self.h } else { 0.0 }
    }
}

/// m_j and m_j' of equation (4).
fn multiplier(j: usize, theta: f64) -> (f64, f64) {
    if j.is_multiple_of(2) { (theta, 1.0) } else { (1.0 - theta, -1.0) }
}
