//! The two spaces in which bodies live, and what a vector, a twist, a frame and a wrench are in each.
//!
//! A planar mechanism does not pay for space: it has numbers of its own. What is the same in both (drivers, springs, couplers, reading
//! a result) is written once, over the trait [`Space`].

use super::{Frames, Loads, PlanarFrame, SpatialFrame, SpatialWrench, Wrench};
use nalgebra::{Vector2, Vector3};
use std::fmt::Debug;
use std::hash::Hash;

/// A space in which bodies live: it types their handles. There are two, [`Planar`] and [`Spatial`].
pub trait Space: Inside + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// A point or a direction.
    type Vector: Copy + Debug + PartialEq + Send + Sync;
    /// What a row of a Jacobian multiplies: (v_x, v_y, ω), or (v, Ω) with v in world axes and Ω in body axes.
    type Twist: Copy + Debug + PartialEq + Send + Sync + AsRef<[f64]> + AsMut<[f64]>;
    /// Where a body is and how it moves.
    type Frame: Copy + Debug + PartialEq;
    /// A force and a moment.
    type Wrench: Copy + Debug + PartialEq;
    /// No motion.
    const REST: Self::Twist;
}

/// The plane: three numbers a pose, three a twist.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Planar;

impl Space for Planar {
    type Vector = Vector2<f64>;
    type Twist = [f64; 3];
    type Frame = PlanarFrame;
    type Wrench = Wrench;
    const REST: [f64; 3] = [0.0; 3];
}

/// Three dimensions: a position and a unit quaternion a pose, six numbers a twist.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spatial;

impl Space for Spatial {
    type Vector = Vector3<f64>;
    type Twist = [f64; 6];
    type Frame = SpatialFrame;
    type Wrench = SpatialWrench;
    const REST: [f64; 6] = [0.0; 6];
}

/// What the library needs of a space inside. Nobody else can implement it.
pub trait Inside: Sized {
    #[doc(hidden)]
    const SPATIAL: bool;
    #[doc(hidden)]
    fn frame(frames: &Frames, index: usize) -> Self::Frame
    where
        Self: Space;
    #[doc(hidden)]
    fn frame_mut(frames: &mut Frames, index: usize) -> &mut Self::Frame
    where
        Self: Space;
    /// A vector of the plane lies in the plane z = 0.
    #[doc(hidden)]
    fn in_space(vector: Self::Vector) -> Vector3<f64>
    where
        Self: Space;
    #[doc(hidden)]
    fn origin() -> Self::Vector
    where
        Self: Space;
    #[doc(hidden)]
    fn position(frame: &Self::Frame, local: Self::Vector) -> Self::Vector
    where
        Self: Space;
    #[doc(hidden)]
    fn velocity(frame: &Self::Frame, local: Self::Vector) -> Self::Vector
    where
        Self: Space;
    /// The wrench whose components along a twist are these, at the frame's origin, moved to `point`.
    #[doc(hidden)]
    fn wrench(frame: &Self::Frame, components: Self::Twist, point: Vector3<f64>) -> Self::Wrench
    where
        Self: Space;
    /// The part of a wrench that this space has room for.
    #[doc(hidden)]
    fn reduced(wrench: SpatialWrench) -> Self::Wrench
    where
        Self: Space;
    #[doc(hidden)]
    fn push(loads: &mut Loads<'_>, k: usize, row: Self::Twist, size: f64)
    where
        Self: Space;
}

impl Inside for Planar {
    const SPATIAL: bool = false;

    fn frame(frames: &Frames, index: usize) -> PlanarFrame {
        frames.planar[index]
    }

    fn frame_mut(frames: &mut Frames, index: usize) -> &mut PlanarFrame {
        &mut frames.planar[index]
    }

    fn in_space(vector: Vector2<f64>) -> Vector3<f64> {
        Vector3::new(vector.x, vector.y, 0.0)
    }

    fn origin() -> Vector2<f64> {
        Vector2::zeros()
    }

    fn position(frame: &PlanarFrame, local: Vector2<f64>) -> Vector2<f64> {
        frame.point(local)
    }

    fn velocity(frame: &PlanarFrame, local: Vector2<f64>) -> Vector2<f64> {
        frame.velocity_at(frame.turn(local))
    }

    fn wrench(frame: &PlanarFrame, [x, y, moment]: [f64; 3], point: Vector3<f64>) -> Wrench {
        let (force, point) = (Vector2::new(x, y), point.xy());
        Wrench { force, moment: moment - (point - frame.origin).perp(&force), point }
    }

    fn reduced(wrench: SpatialWrench) -> Wrench {
        Wrench { force: wrench.force.xy(), moment: wrench.moment.z, point: wrench.point.xy() }
    }

    #[inline]
    fn push(loads: &mut Loads<'_>, k: usize, row: [f64; 3], size: f64) {
        loads.wrench(k, Vector2::new(size * row[0], size * row[1]), size * row[2]);
    }
}

impl Inside for Spatial {
    const SPATIAL: bool = true;

    fn frame(frames: &Frames, index: usize) -> SpatialFrame {
        *frames.spatial(index)
    }

    fn frame_mut(frames: &mut Frames, index: usize) -> &mut SpatialFrame {
        &mut frames.spatial[index]
    }

    fn in_space(vector: Vector3<f64>) -> Vector3<f64> {
        vector
    }

    fn origin() -> Vector3<f64> {
        Vector3::zeros()
    }

    fn position(frame: &SpatialFrame, local: Vector3<f64>) -> Vector3<f64> {
        frame.point(local)
    }

    fn velocity(frame: &SpatialFrame, local: Vector3<f64>) -> Vector3<f64> {
        frame.velocity_at(frame.turn(local))
    }

    fn wrench(frame: &SpatialFrame, c: [f64; 6], point: Vector3<f64>) -> SpatialWrench {
        let (force, moment) = (Vector3::new(c[0], c[1], c[2]), frame.turn(Vector3::new(c[3], c[4], c[5])));
        SpatialWrench { force, moment: moment - (point - frame.origin).cross(&force), point }
    }

    fn reduced(wrench: SpatialWrench) -> SpatialWrench {
        wrench
    }

    #[inline]
    fn push(loads: &mut Loads<'_>, k: usize, row: [f64; 6], size: f64) {
        loads.push_spatial(k, row, size);
    }
}
