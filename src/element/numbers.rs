//! The numbers of a body's pose and twist, one by one, under names: what a formula is a function of.

use super::{Planar, PlanarFrame, Space, Spatial, SpatialFrame};
use crate::math::Real;
use num_dual::Dual64;

/// A space whose poses and twists have names for their numbers: both have.
pub trait Numbers: Space {
    /// The numbers of a pose, then those of a twist.
    #[doc(hidden)]
    const NAMES: &'static [&'static str];
    /// How many of them are those of a pose.
    #[doc(hidden)]
    const POSE: usize;

    /// One of these numbers.
    #[doc(hidden)]
    fn number(frame: &Self::Frame, index: usize) -> f64;

    /// The same with how it changes.
    #[doc(hidden)]
    fn moved_number(frame: &Self::Moved, index: usize) -> Dual64;
}

fn in_plane<T: Real>(frame: &PlanarFrame<T>, index: usize) -> T {
    match index {
        0 => frame.origin.x,
        1 => frame.origin.y,
        2 => frame.angle,
        3 => frame.velocity.x,
        4 => frame.velocity.y,
        _ => frame.spin,
    }
}

/// The quaternion is asked only for a number of its own.
fn in_space<T: Real>(frame: &SpatialFrame<T>, quaternion: impl Fn() -> [T; 4], index: usize) -> T {
    match index {
        0..3 => frame.origin[index],
        3..7 => quaternion()[index - 3],
        _ => frame.twist()[index - 7],
    }
}

impl Numbers for Planar {
    const NAMES: &'static [&'static str] = &["x", "y", "angle", "vx", "vy", "spin"];
    const POSE: usize = 3;

    fn number(frame: &PlanarFrame, index: usize) -> f64 {
        in_plane(frame, index)
    }

    fn moved_number(frame: &PlanarFrame<Dual64>, index: usize) -> Dual64 {
        in_plane(frame, index)
    }
}

/// Of an attitude its unit quaternion, of a spin its components in body axes.
impl Numbers for Spatial {
    const NAMES: &'static [&'static str] = &["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"];
    const POSE: usize = 7;

    fn number(frame: &SpatialFrame, index: usize) -> f64 {
        let q = frame.attitude;
        in_space(frame, || [q.w, q.i, q.j, q.k], index)
    }

    fn moved_number(frame: &SpatialFrame<Dual64>, index: usize) -> Dual64 {
        in_space(frame, || frame.quaternion(), index)
    }
}
