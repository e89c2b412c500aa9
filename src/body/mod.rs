//! Bodies: what carries mass and a frame.
//!
//! A body has coordinates q and velocities v, a mass matrix M(q), inertia forces h(q, v), and a *frame*
//! to which everything else attaches. The frame's twist is a linear function of the velocities (E9):
//!
//! ```text
//! (v_x, v_y, ω) = T(q) v        (a_x, a_y, ω') = T(q) v' + b(q, v)        in space: (v, Ω), v in world axes, Ω in body axes
//! ```
//!
//! Velocities are the rates of the coordinates, v = q', but for an attitude: its unit quaternion has four coordinates, and three
//! velocities Ω.
//!
//! Joints and forces speak of frames only; the library carries their rows and wrenches over to the body's own
//! coordinates: J = J_frame T, γ = γ_frame − J_frame b, h += Tᵀ wrench. For a rigid body T is the
//! identity and costs nothing; a bead on a wire, or a rigid body with a rotor inside, fills it in.

mod particle;
mod planar;
mod spatial;

pub use particle::Particle;
pub use planar::{MassError, MassProperties, RigidBody};
pub use spatial::{Inertia, InertiaError, Solid};

pub use crate::linear::MassMatrix;

use crate::element::{Planar, Space};
use crate::error::ElementError;
use std::borrow::Cow;
use std::fmt::Debug;

/// What a coordinate measures: it chooses the absolute tolerance of its error.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quantity {
    /// Meters.
    Length,
    /// Radians.
    Angle,
    /// An attitude in space, as a unit quaternion: four coordinates w, x, y, z, and the angular velocity Ω in body axes as three velocities.
    Attitude,
}

/// A coordinate of a body: its name (a column of the output) and what it measures.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

    /// An attitude in space: coordinates `qw`, `qx`, `qy`, `qz`, velocities `wx`, `wy`, `wz`.
    pub fn attitude() -> Self {
        Self::new("q", "w", Quantity::Attitude)
    }

    /// Names of its coordinates, level 0, or of its velocities, level 1.
    pub(crate) fn names(&self, level: usize) -> impl Iterator<Item = String> {
        let (name, letters) = self.letters(level);
        letters.iter().map(move |letter| format!("{name}{letter}"))
    }

    /// With what these begin, and how each ends.
    pub(crate) fn letters(&self, level: usize) -> (&str, &'static [&'static str]) {
        let name = if level == 0 { &self.name } else { &self.velocity };
        match self.quantity {
            Quantity::Attitude if level == 0 => (name, &["w", "x", "y", "z"]),
            Quantity::Attitude => (name, &["x", "y", "z"]),
            _ => (name, &[""]),
        }
    }
}

/// How the frame follows from the coordinates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameMap {
    /// The coordinates are the frame's own x, y, θ (in space x, y, z and the attitude): T is the identity.
    Pose,
    /// The coordinates are the frame's x and y (and z in space); it never turns.
    Translation,
    /// Anything else: the body writes T and b at every evaluation (E9).
    General,
}

/// What the library asks of a body once, when the model is built.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BodyShape<S: Space = Planar> {
    /// The coordinates, in order.
    pub coordinates: Vec<Coordinate>,
    /// Diagonal or dense mass matrix.
    pub mass_matrix: MassMatrix,
    /// Does M stay the same in every configuration? Then it is asked for once.
    pub constant_mass: bool,
    /// Are there inertia forces, terms quadratic in v? If not, they are never asked for.
    pub inertia_forces: bool,
    /// How the frame follows from the coordinates.
    pub frame: FrameMap,
    /// Total mass, on which gravity acts.
    pub mass: f64,
    /// Center of mass, in the frame's axes.
    pub center: S::Vector,
}

impl<S: Space> BodyShape<S> {
    /// The most general body: a full mass matrix that changes with the configuration, inertia forces, its center of mass at
    /// the frame's origin. The other methods declare simplifications, which save work.
    pub fn new(coordinates: impl IntoIterator<Item = Coordinate>, frame: FrameMap, mass: f64) -> Self {
        Self {
            coordinates: coordinates.into_iter().collect(),
            mass_matrix: MassMatrix::Dense,
            constant_mass: false,
            inertia_forces: true,
            frame,
            mass,
            center: S::Vector::default(),
        }
    }

    /// Its mass matrix is diagonal.
    pub fn diagonal(self) -> Self {
        Self { mass_matrix: MassMatrix::Diagonal, ..self }
    }

    /// Its mass matrix is the same in every configuration.
    pub fn constant_mass(self) -> Self {
        Self { constant_mass: true, ..self }
    }

    /// It has no terms quadratic in v.
    pub fn without_inertia_forces(self) -> Self {
        Self { inertia_forces: false, ..self }
    }

    /// Its center of mass, in the frame's axes.
    pub fn center(self, center: S::Vector) -> Self {
        Self { center, ..self }
    }

    /// How many coordinates, and how many velocities.
    pub(crate) fn sizes(&self) -> [usize; 2] {
        let attitudes = self.coordinates.iter().filter(|c| c.quantity == Quantity::Attitude).count();
        [self.coordinates.len() + 3 * attitudes, self.coordinates.len() + 2 * attitudes]
    }
}

/// Where a body writes its frame, and the map T and b of (E9) if its shape said [`FrameMap::General`].
#[derive(Debug)]
pub struct FrameWriter<'a, S: Space = Planar> {
    pub(crate) frame: &'a mut S::Frame,
    pub(crate) map: &'a mut [f64],
    pub(crate) bias: &'a mut [f64; 6],
}

impl<S: Space> FrameWriter<'_, S> {
    /// The frame itself.
    pub fn frame(&mut self, frame: S::Frame) {
        *self.frame = frame;
    }

    /// Column `j` of T: how the frame's twist changes with the velocity `j`.
    ///
    /// Needed for [`FrameMap::General`] alone; for the other maps the call has no effect.
    pub fn column(&mut self, j: usize, twist: S::Twist) {
        let twist = twist.as_ref();
        let n = self.map.len() / twist.len();
        for (i, value) in twist.iter().enumerate() {
            if let Some(place) = self.map.get_mut(i * n + j) {
                *place = *value;
            }
        }
    }

    /// b: the frame's acceleration, (a_x, a_y, ω') or (a, Ω'), that no v' enters.
    pub fn bias(&mut self, bias: S::Twist) {
        let bias = bias.as_ref();
        self.bias[..bias.len()].copy_from_slice(bias);
    }
}

/// A body: coordinates, mass, inertia forces and a frame.
///
/// The built-in ones are [`RigidBody`], [`Solid`] in space, and [`Particle`] in both; implement the trait for one of your own.
///
/// A bob on a circle of radius r, in its angle θ alone: the frame is at r (sin θ, −cos θ), M = m r², no inertia forces.
///
/// ```
/// use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
/// use chetaev::element::PlanarFrame;
/// use chetaev::error::ElementError;
/// use chetaev::nalgebra::Vector2;
/// use chetaev::prelude::*;
///
/// #[derive(Debug)]
/// struct Bob { mass: f64, radius: f64 }
///
/// impl Body for Bob {
///     type Space = Planar;
///     fn shape(&self) -> BodyShape {
///         let angle = Coordinate::new("theta", "omega", Quantity::Angle);
///         BodyShape::new([angle], FrameMap::General, self.mass).diagonal().constant_mass().without_inertia_forces()
///     }
///     fn placement(&self, q: &mut [f64], v: &mut [f64]) {
///         (q[0], v[0]) = (1.0, 0.0);
///     }
///     fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
///         let (radial, across) = (Vector2::new(q[0].sin(), -q[0].cos()), Vector2::new(q[0].cos(), q[0].sin()));
///         out.frame(PlanarFrame::new(self.radius * radial, 0.0, self.radius * v[0] * across, 0.0));
///         out.column(0, [self.radius * across.x, self.radius * across.y, 0.0]);
///         let toward = -self.radius * v[0] * v[0] * radial;
///         out.bias([toward.x, toward.y, 0.0]);
///         Ok(())
///     }
///     fn mass(&self, _q: &[f64], out: &mut [f64]) {
///         out[0] = self.mass * self.radius * self.radius;
///     }
///     fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
///         out[0] = 0.0;
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let bob = builder.body("bob", Bob { mass: 0.3, radius: 0.5 });
/// let model = builder.build()?;
/// let run = Simulation::new(&model).tolerance(1e-10).run(model.start().project()?, 2.0)?;
/// // No row holds it on its circle, and nothing can leave it.
/// let end = run.last().unwrap();
/// assert!((end.body(bob).origin.norm() - 0.5).abs() < 1e-15);
/// assert!(run.energy_error() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Body: Send + Sync + Debug {
    /// The space in which it lives; it types the handle.
    type Space: Space;

    /// Coordinates and structure. Asked once, when the model is built.
    fn shape(&self) -> BodyShape<Self::Space>;

    /// Where the body is placed at first, and how it moves: a guess from which the start is projected.
    fn placement(&self, q: &mut [f64], v: &mut [f64]);

    /// The frame at q, v, and for [`FrameMap::General`] its map (E9).
    ///
    /// It refuses where the coordinates are singular.
    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_, Self::Space>) -> Result<(), ElementError>;

    /// On which side of their singular places the coordinates are: a function of q that changes its sign there, such as sin b of
    /// Euler angles.
    ///
    /// A step can jump over a place at which [`frame`](Self::frame) refuses; a run whose steps change this sign ends with an error.
    fn side(&self, q: &[f64]) -> f64 {
        let _ = q;
        1.0
    }

    /// The mass matrix: the diagonal, or all of it by rows, as the shape says.
    fn mass(&self, q: &[f64], out: &mut [f64]);

    /// Corners around it in the axes of its frame, anticlockwise, for pictures alone: none of a body that does not know its form.
    fn outline(&self) -> Vec<[f64; 2]> {
        Vec::new()
    }

    /// The inertia forces h: the part of M v' = h that is quadratic in v (without gravity or any load).
    fn bias(&self, q: &[f64], v: &[f64], out: &mut [f64]);

    /// Adds how they change where v changes by `dv`, of a body of which that is all and which knows it: else it is asked at places beside.
    #[doc(hidden)]
    fn vary_bias(&self, _v: &[f64], _dv: &[f64], _out: &mut [f64]) -> bool {
        false
    }
}
