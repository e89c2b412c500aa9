//! Where two bodies touch in the plane, and how the contact moves.

mod corner;
mod pair;
#[cfg(feature = "serde")]
mod saved;
mod touch;

pub use corner::{CornerOnCurve, CornerOnLine};
pub use pair::{Circles, CurvePair, EllipseOnLine, Pair};
#[cfg(feature = "serde")]
pub(crate) use saved::SavedPair;
pub use touch::{Roll, Touch};
