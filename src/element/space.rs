//! The two spaces in which bodies live, and what a vector, a twist, a moment and a frame are in each.
//!
//! A planar mechanism does not pay for space: it has numbers of its own. What is the same in both (contexts, wrenches, drivers, springs,
//! couplers, reading a result) is written once, over the trait [`Space`].

use super::frames::{Frames, Wrenches};
use super::{PlanarFrame, SpatialFrame};
use nalgebra::{Vector2, Vector3};
use num_dual::Dual64;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, Sub};

/// A space in which bodies live: it types their handles. There are two, [`Planar`] and [`Spatial`].
pub trait Space: Inside + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// A point or a direction.
    type Vector: Copy
        + Debug
        + Default
        + PartialEq
        + Send
        + Sync
        + Add<Output = Self::Vector>
        + Sub<Output = Self::Vector>;
    /// A moment: a number in the plane, a vector in space.
    type Moment: Copy + Debug + PartialEq + Send + Sync + Add<Output = Self::Moment>;
    /// What a row of a Jacobian multiplies: (v_x, v_y, ω), or (v, Ω) with v in world axes and Ω in body axes.
    type Twist: Copy + Debug + PartialEq + Send + Sync + AsRef<[f64]> + AsMut<[f64]>;
    /// Where a body is and how it moves.
    type Frame: Copy + Debug + PartialEq;
    /// A frame, and a row of a Jacobian, that carry how they change.
    #[doc(hidden)]
    type Moved: Copy + Debug;
    #[doc(hidden)]
    type Row: Copy + Debug + AsRef<[Dual64]> + AsMut<[Dual64]>;
    /// No motion.
    const REST: Self::Twist;
}

/// The plane: three numbers a pose, three a twist.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Planar;

impl Space for Planar {
    type Vector = Vector2<f64>;
    type Moment = f64;
    type Twist = [f64; 3];
    type Frame = PlanarFrame;
    type Moved = PlanarFrame<Dual64>;
    type Row = [Dual64; 3];
    const REST: [f64; 3] = [0.0; 3];
}

/// Three dimensions: a position and a unit quaternion a pose, six numbers a twist.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spatial;

impl Space for Spatial {
    type Vector = Vector3<f64>;
    type Moment = Vector3<f64>;
    type Twist = [f64; 6];
    type Frame = SpatialFrame;
    type Moved = SpatialFrame<Dual64>;
    type Row = [Dual64; 6];
    const REST: [f64; 6] = [0.0; 6];
}

/// What the library needs of a space internally. It is sealed: no other type can implement it.
pub trait Inside: Sized {
    #[doc(hidden)]
    const SPATIAL: bool;
    #[doc(hidden)]
    fn frame(frames: &Frames, index: usize) -> &Self::Frame
    where
        Self: Space;
    #[doc(hidden)]
    fn frame_mut(frames: &mut Frames, index: usize) -> &mut Self::Frame
    where
        Self: Space;
    #[doc(hidden)]
    fn moved(frames: &Frames<Dual64>, index: usize) -> &Self::Moved
    where
        Self: Space;
    /// A vector of the plane lies in the plane z = 0.
    #[doc(hidden)]
    fn in_space(vector: Self::Vector) -> Vector3<f64>
    where
        Self: Space;
    #[doc(hidden)]
    fn moment_in_space(moment: Self::Moment) -> Vector3<f64>
    where
        Self: Space;
    /// The part of a vector that this space has room for.
    #[doc(hidden)]
    fn part(vector: Vector3<f64>) -> Self::Vector
    where
        Self: Space;
    /// The part of a moment that this space has room for.
    #[doc(hidden)]
    fn part_of_moment(moment: Vector3<f64>) -> Self::Moment
    where
        Self: Space;
    /// The frame of a body that never turns, at its coordinates.
    #[doc(hidden)]
    fn translation(q: &[f64], v: &[f64]) -> Self::Frame
    where
        Self: Space;
    #[doc(hidden)]
    fn origin(frame: &Self::Frame) -> Self::Vector
    where
        Self: Space;
    #[doc(hidden)]
    fn turn(frame: &Self::Frame, local: Self::Vector) -> Self::Vector
    where
        Self: Space;
    #[doc(hidden)]
    fn position(frame: &Self::Frame, local: Self::Vector) -> Self::Vector
    where
        Self: Space,
    {
        Self::origin(frame) + Self::turn(frame, local)
    }
    #[doc(hidden)]
    fn velocity(frame: &Self::Frame, local: Self::Vector) -> Self::Vector
    where
        Self: Space;
    /// The moment arm × force.
    #[doc(hidden)]
    fn moment(arm: Self::Vector, force: Self::Vector) -> Self::Moment
    where
        Self: Space;
    /// A moment from body axes to world axes.
    #[doc(hidden)]
    fn turn_moment(frame: &Self::Frame, moment: Self::Moment) -> Self::Moment
    where
        Self: Space;
    /// Force and moment at the frame's origin, of which these are the components along a twist.
    #[doc(hidden)]
    fn from_components(frame: &Self::Frame, components: &[f64]) -> (Self::Vector, Self::Moment)
    where
        Self: Space;
    /// The components along a twist.
    #[doc(hidden)]
    fn components(frame: &Self::Frame, force: Self::Vector, moment: Self::Moment) -> Self::Twist
    where
        Self: Space;
    /// Where a point of the body is, and how fast.
    #[doc(hidden)]
    fn moved_point(frame: &Self::Moved, local: Self::Vector) -> [Vector3<Dual64>; 2]
    where
        Self: Space;
    /// The components along a twist of a force at a point of the body and a moment about it, in world axes.
    #[doc(hidden)]
    fn moved_wrench(frame: &Self::Moved, local: Self::Vector, wrench: [Vector3<Dual64>; 2]) -> Self::Row
    where
        Self: Space;
    /// Adds `size` times the components `row` to the wrench on a body, and their power.
    #[doc(hidden)]
    fn push(on: &mut Wrenches, power: &mut f64, frames: &Frames, body: usize, row: Self::Twist, size: f64)
    where
        Self: Space;
}

impl Inside for Planar {
    const SPATIAL: bool = false;

    #[inline]
    fn frame(frames: &Frames, index: usize) -> &PlanarFrame {
        &frames.planar[index]
    }

    fn frame_mut(frames: &mut Frames, index: usize) -> &mut PlanarFrame {
        &mut frames.planar[index]
    }

    #[inline]
    fn moved(frames: &Frames<Dual64>, index: usize) -> &PlanarFrame<Dual64> {
        &frames.planar[index]
    }

    fn in_space(vector: Vector2<f64>) -> Vector3<f64> {
        vector.push(0.0)
    }

    fn moment_in_space(moment: f64) -> Vector3<f64> {
        Vector3::new(0.0, 0.0, moment)
    }

    fn part(vector: Vector3<f64>) -> Vector2<f64> {
        vector.xy()
    }

    fn part_of_moment(moment: Vector3<f64>) -> f64 {
        moment.z
    }

    #[inline]
    fn translation(q: &[f64], v: &[f64]) -> PlanarFrame {
        PlanarFrame { origin: Vector2::new(q[0], q[1]), velocity: Vector2::new(v[0], v[1]), ..PlanarFrame::GROUND }
    }

    #[inline]
    fn origin(frame: &PlanarFrame) -> Vector2<f64> {
        frame.origin
    }

    #[inline]
    fn turn(frame: &PlanarFrame, local: Vector2<f64>) -> Vector2<f64> {
        frame.turn(local)
    }

    fn velocity(frame: &PlanarFrame, local: Vector2<f64>) -> Vector2<f64> {
        frame.velocity_at(frame.turn(local))
    }

    #[inline]
    fn moment(arm: Vector2<f64>, force: Vector2<f64>) -> f64 {
        arm.perp(&force)
    }

    fn turn_moment(_frame: &PlanarFrame, moment: f64) -> f64 {
        moment
    }

    fn from_components(_frame: &PlanarFrame, c: &[f64]) -> (Vector2<f64>, f64) {
        (Vector2::new(c[0], c[1]), c[2])
    }

    #[inline]
    fn components(_frame: &PlanarFrame, force: Vector2<f64>, moment: f64) -> [f64; 3] {
        [force.x, force.y, moment]
    }

    fn moved_point(frame: &PlanarFrame<Dual64>, local: Vector2<f64>) -> [Vector3<Dual64>; 2] {
        let arm = frame.turn(local);
        [frame.origin + arm, frame.velocity_at(arm)].map(|vector| vector.push(Dual64::from(0.0)))
    }

    fn moved_wrench(
        frame: &PlanarFrame<Dual64>,
        local: Vector2<f64>,
        [force, moment]: [Vector3<Dual64>; 2],
    ) -> [Dual64; 3] {
        [force.x, force.y, frame.turn(local).perp(&force.xy()) + moment.z]
    }

    #[inline]
    fn push(on: &mut Wrenches, power: &mut f64, frames: &Frames, body: usize, row: [f64; 3], size: f64) {
        let (wrench, frame) = (&mut on.planar[body], &frames.planar[body]);
        let [x, y, moment] = row.map(|r| size * r);
        wrench[0] += x;
        wrench[1] += y;
        wrench[2] += moment;
        *power += x * frame.velocity.x + y * frame.velocity.y + moment * frame.spin;
    }
}

impl Inside for Spatial {
    const SPATIAL: bool = true;

    #[inline]
    fn frame(frames: &Frames, index: usize) -> &SpatialFrame {
        frames.spatial(index)
    }

    fn frame_mut(frames: &mut Frames, index: usize) -> &mut SpatialFrame {
        &mut frames.spatial[index]
    }

    #[inline]
    fn moved(frames: &Frames<Dual64>, index: usize) -> &SpatialFrame<Dual64> {
        &frames.spatial[index]
    }

    fn in_space(vector: Vector3<f64>) -> Vector3<f64> {
        vector
    }

    fn moment_in_space(moment: Vector3<f64>) -> Vector3<f64> {
        moment
    }

    fn part(vector: Vector3<f64>) -> Vector3<f64> {
        vector
    }

    fn part_of_moment(moment: Vector3<f64>) -> Vector3<f64> {
        moment
    }

    #[inline]
    fn translation(q: &[f64], v: &[f64]) -> SpatialFrame {
        let (origin, velocity) = (Vector3::new(q[0], q[1], q[2]), Vector3::new(v[0], v[1], v[2]));
        SpatialFrame { origin, velocity, ..SpatialFrame::GROUND }
    }

    #[inline]
    fn origin(frame: &SpatialFrame) -> Vector3<f64> {
        frame.origin
    }

    #[inline]
    fn turn(frame: &SpatialFrame, local: Vector3<f64>) -> Vector3<f64> {
        frame.turn(local)
    }

    fn velocity(frame: &SpatialFrame, local: Vector3<f64>) -> Vector3<f64> {
        frame.velocity_at(frame.turn(local))
    }

    #[inline]
    fn moment(arm: Vector3<f64>, force: Vector3<f64>) -> Vector3<f64> {
        arm.cross(&force)
    }

    fn turn_moment(frame: &SpatialFrame, moment: Vector3<f64>) -> Vector3<f64> {
        frame.turn(moment)
    }

    fn from_components(frame: &SpatialFrame, c: &[f64]) -> (Vector3<f64>, Vector3<f64>) {
        (Vector3::new(c[0], c[1], c[2]), frame.turn(Vector3::new(c[3], c[4], c[5])))
    }

    #[inline]
    fn components(frame: &SpatialFrame, force: Vector3<f64>, moment: Vector3<f64>) -> [f64; 6] {
        frame.row(force, moment)
    }

    fn moved_point(frame: &SpatialFrame<Dual64>, local: Vector3<f64>) -> [Vector3<Dual64>; 2] {
        let arm = frame.turn(local);
        [frame.origin + arm, frame.velocity_at(arm)]
    }

    fn moved_wrench(
        frame: &SpatialFrame<Dual64>,
        local: Vector3<f64>,
        [force, moment]: [Vector3<Dual64>; 2],
    ) -> [Dual64; 6] {
        frame.row(force, frame.turn(local).cross(&force) + moment)
    }

    #[inline]
    fn push(on: &mut Wrenches, power: &mut f64, frames: &Frames, body: usize, row: [f64; 6], size: f64) {
        let twist = frames.spatial(body).twist();
        let Some(wrench) = on.spatial.get_mut(body) else { return };
        for ((w, r), v) in wrench.iter_mut().zip(row).zip(twist) {
            *w += size * r;
            *power += size * r * v;
        }
    }
}
