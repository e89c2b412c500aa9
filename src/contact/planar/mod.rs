//! Where two bodies touch in the plane, and how the contact moves.

mod corner;
mod pair;
#[cfg(feature = "serde")]
mod plain;
mod touch;

pub use corner::{CornerOnCurve, CornerOnLine};
pub use pair::{Circles, CurvePair, EllipseOnLine, Pair};
#[cfg(feature = "serde")]
pub(crate) use plain::PlainPair;
pub use touch::{Roll, Touch};
