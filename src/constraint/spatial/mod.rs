//! Joints in space.

mod joint;
mod on_curve;
mod screw;

pub use joint::{Joint, Slide, Turn};
pub use on_curve::PointOnSpaceCurve;
pub use screw::Screw;
