//! Impacts against closed forms, published figures, and energy.

mod one;
mod several;
mod space;

use super::routh::Blow;
use super::{Friction, ImpactError, Rates, Response, Restitution, strike};
use std::array::from_fn;

const LAWS: [Restitution; 3] = [Restitution::Energetic, Restitution::Poisson, Restitution::Newton];

/// Reproducible random numbers (SplitMix64).
struct Random(u64);

impl Random {
    /// Between `from` and `to`.
    fn within(&mut self, from: f64, to: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        let unit = ((z ^ z >> 31) >> 11) as f64 / (1_u64 << 53) as f64;
        from + (to - from) * unit
    }

    fn rows<const N: usize>(&mut self, rows: usize) -> Vec<[f64; N]> {
        (0..rows).map(|_| from_fn(|_| self.within(-1.0, 1.0))).collect()
    }
}

/// J M⁻¹ Jᵀ of rows and a diagonal of inverse masses.
fn gram<const N: usize>(rows: &[[f64; N]], inverse: &[f64; N]) -> Vec<f64> {
    let entry = |a: &[f64; N], b: &[f64; N]| (0..N).map(|i| a[i] * inverse[i] * b[i]).sum();
    rows.iter().flat_map(|a| rows.iter().map(move |b| entry(a, b))).collect()
}

/// Rates by rows of a velocity.
fn rates<const N: usize>(rows: &[[f64; N]], velocity: &[f64; N]) -> Vec<f64> {
    rows.iter().map(|row| row.iter().zip(velocity).map(|(a, v)| a * v).sum()).collect()
}

/// ½ vᵀ M v.
fn energy<const N: usize>(inverse: &[f64; N], velocity: &[f64; N]) -> f64 {
    0.5 * (0..N).map(|i| velocity[i] * velocity[i] / inverse[i]).sum::<f64>()
}

/// v + M⁻¹ Jᵀ P.
fn struck<const N: usize>(rows: &[[f64; N]], inverse: &[f64; N], velocity: &[f64; N], impulses: &[f64]) -> [f64; N] {
    from_fn(|i| velocity[i] + inverse[i] * rows.iter().zip(impulses).map(|(row, p)| row[i] * p).sum::<f64>())
}

fn one<const K: usize>(
    response: &[f64],
    rates: &[f64],
    friction: Friction<'_>,
    law: Restitution,
    e: f64,
) -> Result<Blow<K>, ImpactError> {
    let before = Rates { gap: rates[0], slip: from_fn(|i| rates[i + 1]) };
    strike(&Response::<K>::from_rows(response), &before, friction, law, e)
}
