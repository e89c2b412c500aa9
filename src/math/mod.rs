//! Small mathematics that several rooms share.

mod brief;
mod signal;
mod sincos;

pub(crate) use brief::Brief;
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

/// An angle less the nearest whole number of turns: from −π to π.
pub(crate) fn wrap(angle: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    angle - turn * (angle / turn).round()
}
