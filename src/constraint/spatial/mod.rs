//! Joints in space.

mod between;
mod freedom;
mod joint;
mod on_curve;
mod screw;

pub use freedom::{Slide, Turn};
pub use joint::Joint;
pub use on_curve::PointOnSpaceCurve;
pub use screw::Screw;
