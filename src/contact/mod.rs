//! The geometry of contact: curves fixed in bodies, and points on them.
//!
//! Nothing here knows of forces or rows: [`curve`] says what a plane curve is and offers the usual ones, [`foot`] finds the
//! point of a curve that is nearest to a given one. Constraints are made of it in [`constraint`](crate::constraint).

pub mod curve;
mod foot;
mod pair;
mod touch;

pub use foot::{Foot, foot};
pub use pair::{Circles, CurvePair, EllipseOnLine, Pair};
pub use touch::{Roll, Touch};
