//! Tsitouras's pair of orders 5(4), the end slope k7 included in the estimate.
//!
//! ```text
//! solution    y1 = y0 + h Σ b_i k_i                                          order 5
//! estimate    e  = h Σ (b_i − b̂_i) k_i,   i = 1 .. 7                         against order 4
//! dense       u(θ) = r_0 + θ (r_1 + (1−θ) (r_2 + θ (r_3 + (1−θ) r_4)))       order 4
//!             r_4  = h Σ d_i k_i,         i = 1 .. 7
//! ```
//!
//! The publication gives the interpolant as polynomials b_i(θ) of degree 4 with u(1) = y1, u'(0) = h k1, u'(1) = h k7.
//! Such a quartic is the cubic Hermite interpolant plus its leading coefficient times θ²(1−θ)², so d_i is the
//! coefficient of θ⁴ in b_i, and the other published numbers follow from it.

use crate::ode::tableau::{ErrorEstimate, Tableau};

/// Tsitouras 5(4).
pub static TSIT5: Tableau = Tableau {
    name: "Tsitouras 5(4)",
    order: 5,
    dense_order: 4,
    a: &[
        &[],
        &[0.161],
        &[-0.008480655492356989, 0.335480655492357],
        &[2.8971530571054935, -6.359448489975075, 4.3622954328695815],
        &[5.325864828439257, -11.748883564062828, 7.4955393428898365, -0.09249506636175525],
        &[5.86145544294642, -12.92096931784711, 8.159367898576159, -0.071584973281401, -0.028269050394068383],
    ],
    b: &[0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081, 2.324710524099774],
    c: &[0.0, 0.161, 0.327, 0.9, 0.9800255409045097, 1.0],
    error: ErrorEstimate::Embedded {
        order: 4,
        weights: &[
            0.0017800110522257714,
            0.0008164344596567469,
            -0.007880878010261995,
            0.1447110071732629,
            -0.5823571654525552,
            0.45808210592918697,
            -0.015151515151515152,
        ],
    },
    extra_a: &[],
    extra_c: &[],
    dense_degree: 4,
    dense: &[&[
        -1.0530884977290216,
        0.1017,
        2.490627285651253,
        -16.548102889244902,
        47.37952196281928,
        -34.87065786149661,
        2.5,
    ]],
    source: "Ch. Tsitouras, Comput. Math. Appl. 62 (2011) 770-775",
};
