//! The numbers of a body's pose and twist, one by one, under names: what a formula is a function of.

use super::{Planar, PlanarFrame, Space, Spatial, SpatialFrame};

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
}

impl Numbers for Planar {
    const NAMES: &'static [&'static str] = &["x", "y", "angle", "vx", "vy", "spin"];
    const POSE: usize = 3;

    fn number(frame: &PlanarFrame, index: usize) -> f64 {
        match index {
            0 => frame.origin.x,
            1 => frame.origin.y,
            2 => frame.angle,
            3 => frame.velocity.x,
            4 => frame.velocity.y,
            _ => frame.spin,
        }
    }
}

/// Of an attitude its unit quaternion, of a spin its components in body axes.
impl Numbers for Spatial {
    const NAMES: &'static [&'static str] = &["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"];
    const POSE: usize = 7;

    fn number(frame: &SpatialFrame, index: usize) -> f64 {
        let q = frame.attitude;
        match index {
            0..3 => frame.origin[index],
            3..7 => [q.w, q.i, q.j, q.k][index - 3],
            _ => frame.twist()[index - 7],
        }
    }
}
