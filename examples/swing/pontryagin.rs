//! The least effort without friction, by Pontryagin's equations: no knots, no derivatives of runs, no Lagrange multipliers.
//!
//! With θ the rod's angle from hanging, l = L/2, J = m L²/12 + m l², and the costates λ of x, θ, x', θ',
//!
//! ```text
//! (1)  [M + m   m l cos θ; m l cos θ   J] (x'', θ'') = (u + m l θ'² sin θ, −m g l sin θ)
//! (2)  the same matrix times (π₁, π₂) = (λ_x', λ_θ'),    u = −π₁                       of ½ u² + λ · rates the least
//! (3)  λ_x˙ = 0,   λ_θ˙ = −π₁ m l (θ'² cos θ + θ'' sin θ) − π₂ m l (x'' sin θ − g cos θ)
//!      λ_x'˙ = −λ_x,   λ_θ'˙ = −λ_θ − 2 π₁ m l θ' sin θ
//! ```
//!
//! They are integrated backward from where the rod stands, by the classical method of Runge and Kutta, and the four costates there are those for which it hung at rest at the beginning: by Newton, with differences.

use super::{GRAVITY, L, MASSES, T};
use chetaev::nalgebra::{SMatrix, SVector};
use std::f64::consts::PI;

/// Costates at the end from where Newton comes to those of the cheapest path that is known.
pub const GUESS: [f64; 4] = [7.8, -49.6, -10.3, 12.4];
const STEPS: usize = 2000;

type State = SVector<f64, 8>;

/// (1) to (3): the rates, and u.
fn rates(y: &State) -> (State, f64) {
    let [_, theta, speed, spin, by_x, by_theta, by_speed, by_spin] = y.data.0[0];
    let ([m, cart], l, (sin, cos)) = (MASSES, 0.5 * L, theta.sin_cos());
    let ml = m * l;
    let [a, b, d] = [cart + m, ml * cos, m * L * L / 12.0 + ml * l];
    let solve = |x: f64, y: f64| [(d * x - b * y) / (a * d - b * b), (a * y - b * x) / (a * d - b * b)];
    let [p, r] = solve(by_speed, by_spin);
    let u = -p;
    let [x, turn] = solve(u + ml * spin * spin * sin, -ml * GRAVITY * sin);
    let by_theta_rate = -p * ml * (spin * spin * cos + turn * sin) - r * ml * (x * sin - GRAVITY * cos);
    let by_spin_rate = -by_theta - 2.0 * p * ml * spin * sin;
    (State::from([speed, spin, x, turn, 0.0, by_theta_rate, -by_x, by_spin_rate]), u)
}

/// Where the path with these costates at the end has begun, and ∫ u² dt.
fn back(costates: &SVector<f64, 4>) -> (SVector<f64, 4>, f64) {
    let (mut y, mut effort, h) = (State::zeros(), 0.0, -T / STEPS as f64);
    y[1] = PI;
    y.fixed_rows_mut::<4>(4).copy_from(costates);
    for _ in 0..STEPS {
        let (k1, u1) = rates(&y);
        let (k2, u2) = rates(&(y + k1 * (0.5 * h)));
        let (k3, u3) = rates(&(y + k2 * (0.5 * h)));
        let (k4, u4) = rates(&(y + k3 * h));
        y += (k1 + 2.0 * k2 + 2.0 * k3 + k4) * (h / 6.0);
        effort -= (u1 * u1 + 2.0 * u2 * u2 + 2.0 * u3 * u3 + u4 * u4) * (h / 6.0);
    }
    (y.fixed_rows::<4>(0).into_owned(), effort)
}

/// The least ∫ u² dt.
pub fn effort(guess: &[f64; 4]) -> Option<f64> {
    let mut costates = SVector::from(*guess);
    for _ in 0..20 {
        let (off, effort) = back(&costates);
        if off.amax() < 1e-11 {
            return Some(effort);
        }
        let mut slopes = SMatrix::<f64, 4, 4>::zeros();
        for (k, mut column) in slopes.column_iter_mut().enumerate() {
            let [up, down] = [1e-5, -1e-5].map(|by| {
                let mut moved = costates;
                moved[k] += by;
                back(&moved).0
            });
            column.copy_from(&((up - down) / 2e-5));
        }
        costates -= slopes.lu().solve(&off)?;
    }
    None
}
