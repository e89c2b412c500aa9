//! Bogacki and Shampine's pair of orders 3(2), the end slope k4 included in the estimate.
//!
//! ```text
//! solution    y1 = y0 + h (2/9 k1 + 1/3 k2 + 4/9 k3)                        order 3
//! estimate    e  = h (−5/72 k1 + 1/12 k2 + 1/9 k3 − 1/8 k4)                 against order 2
//! dense       u(θ) = r_0 + θ (r_1 + (1−θ) (r_2 + θ r_3))                    cubic Hermite, order 3
//! ```

use crate::ode::tableau::{ErrorEstimate, Tableau};

/// Bogacki-Shampine 3(2).
pub static BS23: Tableau = Tableau {
    name: "Bogacki-Shampine 3(2)",
    order: 3,
    dense_order: 3,
    a: &[&[], &[0.5], &[0.0, 0.75]],
    b: &[2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0],
    c: &[0.0, 0.5, 0.75],
    error: ErrorEstimate::Embedded { order: 2, weights: &[-5.0 / 72.0, 1.0 / 12.0, 1.0 / 9.0, -1.0 / 8.0] },
    extra_a: &[],
    extra_c: &[],
    dense_degree: 3,
    dense: &[],
    source: "P. Bogacki, L. F. Shampine, Appl. Math. Lett. 2 (1989) 321-325",
};
