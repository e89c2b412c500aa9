//! Dormand and Prince's pair of orders 5(4), the end slope k7 included in the estimate.
//!
//! ```text
//! solution    y1 = y0 + h Σ b_i k_i                                          order 5
//! estimate    e  = h Σ (b_i − b̂_i) k_i,   i = 1 .. 7                         against order 4
//! dense       u(θ) = r_0 + θ (r_1 + (1−θ) (r_2 + θ (r_3 + (1−θ) r_4)))       order 4
//!             r_4  = h Σ d_i k_i,         i = 1 .. 7
//! ```
//!
//! The correction θ²(1−θ)² r_4 vanishes with its slope at both ends, so the dense output joins smoothly from step to
//! step.

use crate::ode::tableau::{ErrorEstimate, Tableau};

/// Dormand-Prince 5(4).
pub static DOPRI5: Tableau = Tableau {
    name: "Dormand-Prince 5(4)",
    order: 5,
    dense_order: 4,
    a: &[
        &[],
        &[1.0 / 5.0],
        &[3.0 / 40.0, 9.0 / 40.0],
        &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
        &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
        &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
    ],
    b: &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
    c: &[0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0],
    error: ErrorEstimate::Embedded {
        order: 4,
        weights: &[71.0 / 57600.0, 0.0, -71.0 / 16695.0, 71.0 / 1920.0, -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0],
    },
    extra_a: &[],
    extra_c: &[],
    dense_degree: 4,
    dense: &[&[
        -12715105075.0 / 11282082432.0,
        0.0,
        87487479700.0 / 32700410799.0,
        -10690763975.0 / 1880347072.0,
        701980252875.0 / 199316789632.0,
        -1453857185.0 / 822651844.0,
        69997945.0 / 29380423.0,
    ]],
    source: "J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26; dense output: \
             L. F. Shampine, Math. Comp. 46 (1986) 135-150, in the form of E. Hairer, S. P. Norsett, G. Wanner, \
             Solving Ordinary Differential Equations I, 2nd ed., section II.6",
};
