//! Bodies: what carries mass and a frame.
//!
//! A body has coordinates q and velocities v = q', a mass matrix M(q), inertia forces h(q, v), and a *frame*
//! to which everything else attaches. The frame's twist is a linear function of the velocities (E9):
//!
//! ```text
//! (v_x, v_y, ω) = T(q) v        (a_x, a_y, ω') = T(q) v' + b(q, v)
//! ```
//!
//! Joints and forces speak of frames only; the library carries their rows and wrenches over to the body's own
//! coordinates: J = J_frame T, γ = γ_frame − J_frame b, h += Tᵀ wrench. For a rigid body T is the
//! identity and costs nothing; a bead on a wire, or a rigid body with a rotor inside, fills it in.

mod particle;
mod polygon;
mod rigid;
mod shape;

pub use particle::Particle;
pub use rigid::RigidBody;
pub use shape::{MassProperties, ShapeError};

pub use crate::linear::MassShape;

use crate::element::{PlanarFrame, Space};
use nalgebra::Vector2;
use std::borrow::Cow;
use std::fmt::Debug;

/// What a coordinate measures: it chooses the absolute tolerance of its error.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Meters.
    Length,
    /// Radians.
    Angle,
}

/// A coordinate of a body: its name (a column of the output) and what it measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Name of the coordinate, such as `x`.
    pub name: Cow<'static, str>,
    /// Name of its velocity, such as `vx`.
    pub velocity: Cow<'static, str>,
    /// What it measures.
    pub quantity: Quantity,
}

impl Coordinate {
    /// A coordinate of the given name and kind, and the name of its velocity.
    pub fn new(name: &'static str, velocity: &'static str, quantity: Quantity) -> Self {
        Self { name: Cow::Borrowed(name), velocity: Cow::Borrowed(velocity), quantity }
    }
}

/// How the frame follows from the coordinates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FrameMap {
    /// The coordinates are the frame's own x, y, θ: T is the identity.
    Pose,
    /// The coordinates are the frame's x and y; it never turns.
    Translation,
    /// Anything else: the body writes T and b at every evaluation (E9).
    General,
}

/// What the library asks of a body once, when the model is built.
#[derive(Clone, Debug)]
pub struct BodyShape {
    /// The coordinates, in order.
    pub coordinates: Vec<Coordinate>,
    /// Diagonal or dense mass matrix.
    pub mass: MassShape,
    /// Does M stay the same in every configuration? Then it is asked for once.
    pub constant_mass: bool,
    /// Are there inertia forces, terms quadratic in v? If not, they are never asked for.
    pub inertia_forces: bool,
    /// How the frame follows from the coordinates.
    pub frame: FrameMap,
    /// Total mass, on which gravity acts.
    pub weight: f64,
    /// Center of mass, in the frame's axes.
    pub center: Vector2<f64>,
}

/// Where a body writes its frame, and the map T and b of (E9) if its shape said [`FrameMap::General`].
#[derive(Debug)]
pub struct FrameWriter<'a> {
    pub(crate) frame: &'a mut PlanarFrame,
    pub(crate) map: &'a mut [f64],
    pub(crate) bias: &'a mut [f64; 3],
}

impl FrameWriter<'_> {
    /// The frame itself.
    pub fn frame(&mut self, frame: PlanarFrame) {
        *self.frame = frame;
    }

    /// Column `j` of T: how the frame's twist changes with the velocity of coordinate `j`.
    ///
    /// Needed for [`FrameMap::General`] alone; for the other maps the call has no effect.
    pub fn column(&mut self, j: usize, twist: [f64; 3]) {
        let n = self.map.len() / 3;
        for (i, value) in twist.into_iter().enumerate() {
            if let Some(place) = self.map.get_mut(i * n + j) {
                *place = value;
            }
        }
    }

    /// b: the frame's acceleration (a_x, a_y, ω') that no v' enters.
    pub fn bias(&mut self, bias: [f64; 3]) {
        *self.bias = bias;
    }
}

/// A body: coordinates, mass, inertia forces and a frame.
///
/// The built-in ones are [`RigidBody`] and [`Particle`]; implement the trait for one of your own.
pub trait Body: Send + Sync + Debug {
    /// The space in which it lives; it types the handle.
    type Space: Space;

    /// Coordinates and structure. Asked once, when the model is built.
    fn shape(&self) -> BodyShape;

    /// Where the body is placed at first, and how it moves: a guess from which the start is projected.
    fn placement(&self, q: &mut [f64], v: &mut [f64]);

    /// The frame at q, v, and for [`FrameMap::General`] its map (E9).
    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>);

    /// The mass matrix: the diagonal, or all of it by rows, as the shape says.
    fn mass(&self, q: &[f64], out: &mut [f64]);

    /// The inertia forces h: the part of M v' = h that is quadratic in v (without gravity or any load).
    fn bias(&self, q: &[f64], v: &[f64], out: &mut [f64]);
}
