//! Where two bodies touch in the plane, and how the contact moves.

mod closed_form;
mod corner;
mod pair;
#[cfg(feature = "serde")]
mod saved;
mod touch;

pub use closed_form::{Circles, EllipseOnLine};
pub use corner::{CornerOnCurve, CornerOnLine};
pub use pair::{CurvePair, Pair};
#[cfg(feature = "serde")]
pub(crate) use saved::SavedPair;
pub use touch::{Roll, Touch};
