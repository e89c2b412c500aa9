//! Joints in space.

mod freedom;
mod joint;
mod on_curve;
mod screw;

pub use freedom::{Slide, Turn};
pub use joint::Joint;
pub use on_curve::PointOnSpaceCurve;
pub use screw::Screw;

use super::itself;
use crate::element::Mark;

/// What is wrong with the marks between which a joint lies. A direction of no length has left axes that are no numbers.
pub(crate) fn unfit(marks: [&Mark; 2]) -> Option<&'static str> {
    let good = marks.iter().all(|mark| mark.axes.iter().all(|x| x.is_finite()));
    let what = "its axis has no length, or is not finite: give it a direction";
    if good { itself(marks.map(|mark| mark.body)) } else { Some(what) }
}
