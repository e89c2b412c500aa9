//! The geometry of contact: curves fixed in bodies, and points on them.
//!
//! Nothing here knows of forces: [`curve`] says what a plane curve is and offers the usual ones, [`foot`] finds the
//! point of a curve that is nearest to a given one; in space, [`surface`] does the same for surfaces, and [`spatial`] finds where two of
//! them touch. Constraints are made of it in [`constraint`](crate::constraint).

pub mod curve;
mod extent;
mod foot;
mod planar;
pub mod spatial;
pub mod surface;

pub use extent::Extent;
pub use foot::{Foot, foot};
#[cfg(feature = "serde")]
pub(crate) use planar::SavedPair;
pub use planar::{Circles, CornerOnCurve, CornerOnLine, CurvePair, EllipseOnLine, Pair, Roll, Touch};

/// A radius or a semi-axis. A negative one becomes NaN, which is refused by name when the model is built, or when the contact is sought: formulas
/// in closed form would accept it silently. (Zero makes their curvature infinite.)
pub(crate) fn non_negative(length: f64) -> f64 {
    if length >= 0.0 { length } else { f64::NAN }
}
