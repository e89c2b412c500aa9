//! Joints and velocity constraints of the plane.

mod knife_edge;
mod linear_velocity;
mod on_curve;
mod point_driver;
mod prismatic;
mod revolute;
mod slot;
mod weld;

pub use knife_edge::KnifeEdge;
pub use linear_velocity::LinearVelocity;
pub use on_curve::PointOnCurve;
pub use point_driver::{PathLaw, PointDriver};
pub use prismatic::Prismatic;
pub use revolute::Revolute;
pub use slot::Slot;
pub use weld::Weld;

use crate::element::{Axis, PlanarFrame, RowsOf};
use crate::math::{Real, wrap};

/// Row `i`: the line `b` of one body keeps the direction of the line `a` of another, up to whole turns.
#[inline]
fn keep_direction<T: Real>(i: usize, lines: [&Axis; 2], [a, b]: [&PlanarFrame<T>; 2], out: &mut impl RowsOf<T>) {
    let (zero, one) = (T::zero(), T::one());
    let turn = b.angle + lines[1].angle - a.angle - lines[0].angle;
    out.positions(i, [wrap(turn)], [b.spin - a.spin], [zero]);
    out.columns(i, 0, [[zero, zero, -one]]);
    out.columns(i, 1, [[zero, zero, one]]);
}
