//! Small mathematics that several rooms share.

mod brief;
mod signal;
mod sincos;
#[cfg(any(feature = "player", feature = "plot"))]
pub(crate) mod thin;

pub(crate) use brief::Brief;
pub(crate) use signal::AnyLaw;
pub use signal::{Signal, TimeLaw};
pub use sincos::sin_cos;

/// A number that carries its first and second derivative with respect to time: `re`, `v1`, `v2`.
///
/// Drivers are written with it. It has the usual arithmetic and functions; where a plain number and a jet meet, the
/// plain number stands on the right: `t * 2.0 + 1.0`.
pub type Jet = num_dual::Dual2_64;

/// The time t as a jet: (t, 1, 0).
pub(crate) fn jet_of_time(t: f64) -> Jet {
    Jet::new(t, 1.0, 0.0)
}

/// How large the numbers are: the largest absolute value, what is no number passed over.
pub(crate) fn size(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// An angle less the nearest whole number of turns: from −π to π.
pub(crate) fn wrap(angle: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    angle - turn * (angle / turn).round()
}
