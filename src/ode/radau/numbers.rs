//! The numbers of Radau IIA of order 5, all from its three nodes and the eigenvalues of A⁻¹.
//!
//! A step's polynomial P of degree 3 with P(0) = 0 has the values Z_i = P(c_i) and the slopes (A⁻¹ Z)_i = P'(c_i). An eigenvector of A⁻¹ for λ is a polynomial
//! with P' = λ P at the three nodes, that is P' − λ P = −λ M with M(τ) = (τ − c₁)(τ − c₂)(τ − 1); so
//!
//! ```text
//! (K5)  P = M + M'/λ + M''/λ² + M'''/λ³,     P(0) = 0:   λ³ − 9 λ² + 36 λ − 60 = 0
//! (K6)  v_i = P(c_i) λ = M'(c_i) + M''(c_i)/λ + 6/λ²         as M(c_i) = 0
//! ```
//!
//! The cubic has one real root γ̂ and a pair α̂ ± iβ̂. The columns of T are v of γ̂, and Re v and −Im v of α̂ + iβ̂; then
//!
//! ```text
//! (K7)  A⁻¹ = T Λ T⁻¹,     Λ = γ̂ ⊕ [α̂  −β̂; β̂  α̂]
//! ```

use nalgebra::Matrix3;

const ROOT_6: f64 = 2.449_489_742_783_178;
/// c: where the stages are.
pub(super) const NODES: [f64; 3] = [(4.0 - ROOT_6) / 10.0, (4.0 + ROOT_6) / 10.0, 1.0];
/// The times at which a step looks at the right-hand side.
pub(in crate::ode) const TIMES: [f64; 4] = [0.0, NODES[0], NODES[1], NODES[2]];
/// γ̂.
const GAMMA: f64 = 3.637_834_252_744_496;
/// α̂ and β̂.
const PAIR: [f64; 2] = [2.681_082_873_627_752, 3.050_430_199_247_410_6];
/// e_i of (K3).
pub(super) const ERROR: [f64; 3] = [(-13.0 - 7.0 * ROOT_6) / 3.0, (-13.0 + 7.0 * ROOT_6) / 3.0, -1.0 / 3.0];

/// T and T⁻¹.
pub(super) fn basis() -> [Matrix3<f64>; 2] {
    let [alpha, beta] = PAIR;
    let size = alpha * alpha + beta * beta;
    // 1/λ and 1/λ² of each eigenvalue, real and imaginary parts.
    let real = [[1.0 / GAMMA, 0.0], [1.0 / (GAMMA * GAMMA), 0.0]];
    let (x, y) = (alpha / size, -beta / size);
    let pair = [[x, y], [x * x - y * y, 2.0 * x * y]];
    let vector = |c: f64, powers: [[f64; 2]; 2], part: usize| {
        let (first, second) = ((3.0 * c - 3.6) * c + 0.9, 6.0 * c - 3.6);
        second * powers[0][part] + 6.0 * powers[1][part] + if part == 0 { first } else { 0.0 }
    };
    let t = Matrix3::from_fn(|i, j| match j {
        0 => vector(NODES[i], real, 0),
        1 => vector(NODES[i], pair, 0),
        _ => -vector(NODES[i], pair, 1),
    });
    // The eigenvalues are apart: T is regular.
    [t, t.try_inverse().unwrap_or_else(Matrix3::identity)]
}

/// γ̂/h, α̂/h and β̂/h.
pub(super) fn shifts(h: f64) -> [f64; 3] {
    [GAMMA, PAIR[0], PAIR[1]].map(|x| x / h)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A of (K1), in closed form.
    fn a() -> Matrix3<f64> {
        let r = 6.0_f64.sqrt();
        Matrix3::new(
            (88.0 - 7.0 * r) / 360.0,
            (296.0 - 169.0 * r) / 1800.0,
            (-2.0 + 3.0 * r) / 225.0,
            (296.0 + 169.0 * r) / 1800.0,
            (88.0 + 7.0 * r) / 360.0,
            (-2.0 - 3.0 * r) / 225.0,
            (16.0 - r) / 36.0,
            (16.0 + r) / 36.0,
            1.0 / 9.0,
        )
    }

    #[test]
    fn identity_stage_order_and_order() {
        for k in 1..=5 {
            for (i, c) in NODES.iter().enumerate() {
                let sum: f64 = NODES.iter().zip(a().row(i).iter()).map(|(c, a)| a * c.powi(k - 1)).sum();
                assert!((k > 3 && i < 2) || (sum - c.powi(k) / f64::from(k)).abs() < 1e-15, "{k} {i}");
            }
        }
    }

    #[test]
    fn identity_eigenvalues_and_vectors() {
        let cubic = |re: f64, im: f64| {
            let (x, y) = (re * re - im * im, 2.0 * re * im);
            let (p, q) = (x * re - y * im, x * im + y * re);
            (p - 9.0 * x + 36.0 * re - 60.0).hypot(q - 9.0 * y + 36.0 * im)
        };
        assert!(cubic(GAMMA, 0.0) < 1e-13 && cubic(PAIR[0], PAIR[1]) < 1e-13);
        let [t, inverse] = basis();
        let [alpha, beta] = PAIR;
        let lambda = Matrix3::new(GAMMA, 0.0, 0.0, 0.0, alpha, -beta, 0.0, beta, alpha);
        assert!((a() * t * lambda * inverse - Matrix3::identity()).abs().max() < 1e-14);
        // The digits of the closed forms.
        let (third, ninth) = (81.0_f64.cbrt(), 9.0_f64.cbrt());
        assert!((GAMMA - 30.0 / (6.0 + third - ninth)).abs() < 1e-14);
    }

    #[test]
    fn identity_the_estimate_vanishes_for_cubics() {
        let moment = |k: i32| -> f64 { NODES.iter().zip(ERROR).map(|(c, e)| e * c.powi(k)).sum() };
        assert!((moment(1) + 1.0).abs() < 1e-14 && moment(2).abs() < 1e-14 && moment(3).abs() < 1e-14);
        assert!(moment(4).abs() > 0.1);
    }

    /// R(∞) = 1 − bᵀ A⁻¹ 1 = 0: what is stiff is damped at once.
    #[test]
    fn identity_stiff_parts_are_damped() {
        let inverse = a().try_inverse().unwrap();
        let last = a().row(2) * inverse;
        assert!((1.0 - last.sum()).abs() < 1e-13);
    }
}
