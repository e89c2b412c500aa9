//! What an element may read and where it writes.
//!
//! Bodies, forces and constraints are *elements*. An element never learns a global index: it is handed a
//! [`Ctx`] with the frames of its own bodies, in the order in which it named them, and a [`Rows`] or
//! [`Loads`] with exactly its own place to write.
//!
//! # Notation of the planar elements
//!
//! | symbol | quantity | in code |
//! |---|---|---|
//! | O, x, y | origin of a body's frame, in world axes | `frame.origin` |
//! | θ | angle from the world's x axis to the frame's x axis, anticlockwise, not wrapped | `frame.angle` |
//! | v, ω | velocity of O in world axes, angular velocity | `frame.velocity`, `frame.spin` |
//! | r | a body-fixed point, in body axes | `point.local` |
//! | ρ = R(θ) r | the same arm in world axes | `frame.turn(r)` |
//! | k × ρ | the arm turned by +90°: (−ρ_y, ρ_x) | `perp(ρ)` |
//! | twist | (v_x, v_y, ω): what a row of a Jacobian multiplies | three columns a body |
//!
//! For a point P fixed in a body (E8):
//!
//! ```text
//! P  = O + ρ          v_P = v + ω k×ρ          a_P = a + ω' k×ρ − ω² ρ
//! ```

//!
//! In space the same names hold, with vectors of three numbers and the kinematics of [`SpatialFrame`].

mod change;
mod ctx;
mod foreign;
mod frames;
mod handle;
mod mark;
mod numbers;
mod planar_frame;
mod sketch;
mod space;
mod spatial_frame;
mod sweep;
mod wrench;

pub(crate) use change::RowsOf;
#[doc(hidden)]
pub use change::{Changes, Moving, Pushes};
pub use ctx::{Ctx, Loads, Rows};
pub(crate) use foreign::{foreign, listed};
pub use frames::Frames;
pub(crate) use frames::Wrenches;
pub use handle::{
    Axis, BodyId, BodyRef, ConstraintId, ConstraintRef, ContactId, EventId, ForceId, FrictionId, GROUND, Placed, Point,
    VariableId, WORLD,
};
pub(crate) use handle::{ModelTag, itself};
pub use mark::Mark;
pub(crate) use mark::unfit;
pub use numbers::Numbers;
pub(crate) use planar_frame::aside;
pub use planar_frame::{PlanarFrame, perp};
pub use sketch::{Sketch, Spot};
pub(crate) use space::Inside;
pub use space::{Planar, Space, Spatial};
pub use spatial_frame::SpatialFrame;
pub(crate) use spatial_frame::{quaternion_rate, turn_between, turn_quaternion};
pub(crate) use sweep::between_points;
pub use sweep::{Ball, Bound, Seen, Sweep};
pub use wrench::Wrench;
