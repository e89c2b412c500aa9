//! The two fixed-step classics.
//!
//! ```text
//! Euler   y1 = y0 + h k1                                         order 1
//! RK4     y1 = y0 + h (k1 + 2 k2 + 2 k3 + k4) / 6                order 4
//! ```
//!
//! Neither estimates its error: the step size is the user's.
//!
//! Dense output, θ = (t − t0)/h, r_j as in [`DenseStep`](crate::ode::DenseStep):
//!
//! ```text
//! Euler   u(θ) = y0 + θ (y1 − y0)                                order 1
//! RK4     u(θ) = r_0 + θ (r_1 + (1−θ) (r_2 + θ r_3))             cubic Hermite, order 3
//! ```

use crate::ode::tableau::{ErrorEstimate, Tableau};

/// Explicit Euler.
pub static EULER: Tableau = Tableau {
    name: "explicit Euler",
    order: 1,
    dense_order: 1,
    a: &[&[]],
    b: &[1.0],
    c: &[0.0],
    error: ErrorEstimate::None,
    extra_a: &[],
    extra_c: &[],
    dense_degree: 1,
    dense: &[],
    source: "L. Euler, Institutiones calculi integralis I, section 650 (1768)",
};

/// The classical method of order 4.
pub static RK4: Tableau = Tableau {
    name: "classical Runge-Kutta 4",
    order: 4,
    dense_order: 3,
    a: &[&[], &[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    b: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    c: &[0.0, 0.5, 0.5, 1.0],
    error: ErrorEstimate::None,
    extra_a: &[],
    extra_c: &[],
    dense_degree: 3,
    dense: &[],
    source: "W. Kutta, Z. Math. Phys. 46 (1901) 435-453",
};
