//! Friction points that were read from a file.
//!
//! A friction point in a joint has the joint's line or axis as its own. In a file that was edited the one may have been turned and not the other: then the body would slide along one line and rub along another.

use super::FrictionPoint;
use crate::constraint::{Joint, Prismatic, Slot};
use crate::element::Point;
use crate::measure::{AxialAngle, AxialTravel, Travel};
use std::any::Any;

/// Does a friction point slip where the joint lets it, if it was made in one? One along a measure of the user's own need not.
pub(crate) fn follows(friction: &dyn Any, joint: &dyn Any) -> bool {
    if let Some((travel, Some(point))) = friction.downcast_ref().map(FrictionPoint::<Travel>::slip) {
        return along(joint, point).is_none_or(|line| travel.is_like(&line));
    }
    let Some(joint) = joint.downcast_ref::<Joint>() else { return true };
    let [a, b] = joint.marks();
    if let Some((angle, Some(_))) = friction.downcast_ref().map(FrictionPoint::<AxialAngle>::slip) {
        return *angle == AxialAngle::about(a, b);
    }
    match friction.downcast_ref().map(FrictionPoint::<AxialTravel>::slip) {
        Some((travel, Some(pad))) => *travel == AxialTravel::along(a, pad),
        _ => true,
    }
}

/// Where a point slips in a joint of the plane: the pin of a slot, or an end of a guide on the slider's line.
fn along(joint: &dyn Any, point: Point) -> Option<Travel> {
    if let Some(slot) = joint.downcast_ref::<Slot>() {
        return Some(Travel::along(slot.line(), slot.pin()));
    }
    let guide = joint.downcast_ref::<Prismatic>()?;
    let slider = guide.slider();
    let end = slider.at(slider.direction().dot(&(point.local - slider.through)));
    Some(Travel::along(guide.line(), end))
}
