//! Constraints between bodies, and their forces.
//!
//! A holonomic constraint is φ(t, q) = 0, a velocity constraint ψ(t, q, v) = 0. Each writes, in one pass (E2):
//!
//! ```text
//! φ,  φ' (or ψ),  J,  γ      with      φ'' = J v' − γ      (or ψ' = J v' − γ)
//! ```
//!
//! and pushes on its bodies with Jᵀλ, the rule of Appell and Chetaev: J = ∂φ/∂q for a holonomic row,
//! J = ∂ψ/∂v for a velocity row, linear or not. The sign of λ follows from that of φ; the documentation of
//! each constraint says what its λ is. [`Snapshot::reaction`](crate::simulate::Snapshot::reaction) turns λ into a force and a moment on a body.
//!
//! In the plane, b as seen from a:
//!
//! | constraint | rows | holds |
//! |---|---|---|
//! | [`Revolute`] | 2 | a point of a on a point of b |
//! | [`Prismatic`] | 2 | b on a line of a, unturned |
//! | [`Weld`] | 3 | b where it is in a |
//! | [`Slot`] | 1 | a point of b on a line of a |
//! | [`PointOnCurve`] | 1 | a point of b on a curve of a |
//! | [`Distance`] | 1 | two points at a distance |
//! | [`Contact`] | 1 or 2 | two curves in contact: sliding, or rolling without slip |
//! | [`Coupler`] | 1 | two measures in a ratio: gear, rack and pinion |
//! | [`Driver`], [`PointDriver`] | 1, 2 | a measure, or a point, as a function of time |
//! | [`KnifeEdge`] | 1 (velocity) | no motion of a point across a direction |
//! | [`LinearVelocity`] | 1 (velocity) | Σ c·twist = c₀ |
//! | [`Holonomic`], [`Nonholonomic`] in [`Auto`] | any | your own function, differentiated for you |
//!
//! In space:
//!
//! | constraint | rows | b, as seen from a |
//! |---|---|---|
//! | [`Joint::spherical`] | 3 | turns about a point |
//! | [`Joint::revolute`] | 5 | turns about an axis |
//! | [`Joint::prismatic`] | 5 | slides along an axis |
//! | [`Joint::cylindrical`] | 4 | turns about and slides along an axis |
//! | [`Joint::universal`] | 4 | turns about two axes that cross |
//! | [`Joint::planar`] | 3 | slides in a plane and turns about its normal |
//! | [`Joint::weld`] | 6 | stays where it is |
//! | [`Joint::point_on_line`], [`point_on_plane`](Joint::point_on_plane) | 2, 1 | has a point that slides, and turns freely |
//! | [`PointOnSpaceCurve`] | 2 | has a point that slides along a curve |
//! | [`Screw`] | 5 | moves along an axis as it turns about it |
//! | [`Joint::parallel`], [`Joint::new`] | 2, any | keeps a direction; any way to slide with any way to turn |
//! | [`Distance`] | 1 | has a point at a distance |
//! | [`Coupler`] of [`AxialAngle`](crate::measure::AxialAngle)s or [`AxialTravel`](crate::measure::AxialTravel)s | 1 | is geared: gears, racks; whole turns are counted |
//! | [`Driver`] | 1 | is driven along a measure |
//! | [`Contact`] | 1 to 4 | touches, or rolls |
//! | [`Holonomic`], [`Nonholonomic`] in [`Auto`] | any | as your own function says, differentiated for you |

mod auto;
mod contact;
mod coupler;
mod driver;
mod equation;
mod planar;
mod spatial;

pub use auto::{Auto, Holonomic, Nonholonomic, OnPositions, OnVelocities, Pose, Poses, Twist};
pub use contact::Contact;
pub use coupler::Coupler;
pub use driver::{Distance, Driver};
pub use equation::Equation;
pub use planar::{KnifeEdge, LinearVelocity, PathLaw, PointDriver, PointOnCurve, Prismatic, Revolute, Slot, Weld};
pub use spatial::{Joint, PointOnSpaceCurve, Screw, Slide, Turn};

use crate::element::{BodyRef, Changes, Ctx, Inside, Moving, Rows, Sketch, Space};
use crate::error::ElementError;
use crate::math::TimeLaw;
use crate::measure::{Action, Measure};
use std::fmt::Debug;
use std::sync::Arc;

/// What a constraint restricts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// Positions: φ(t, q) = 0.
    Position,
    /// Velocities: ψ(t, q, v) = 0.
    Velocity,
}

/// What the library asks of a constraint once, when the model is built.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ConstraintShape {
    /// Position or velocity, for each scalar row.
    pub levels: Vec<Level>,
    /// The bodies, in the order of the constraint's slots. The ground may be among them; a body may repeat.
    pub bodies: Vec<BodyRef>,
    /// Does its force do work on the motion that it admits? True for what is driven, or not homogeneous in v.
    pub does_work: bool,
    /// Numbers that it wants kept from one accepted step to the next (warm starts), with their first values.
    pub memory: Vec<f64>,
}

impl ConstraintShape {
    /// A constraint without memory whose force does no work on the motion that it admits.
    pub fn new(level: Level, rows: usize, bodies: impl IntoIterator<Item = BodyRef>) -> Self {
        Self::mixed(std::iter::repeat_n(level, rows), bodies)
    }

    /// A constraint with rows of different levels, without memory, whose force does no work on the motion that it admits.
    pub fn mixed(levels: impl IntoIterator<Item = Level>, bodies: impl IntoIterator<Item = BodyRef>) -> Self {
        Self {
            levels: levels.into_iter().collect(),
            bodies: bodies.into_iter().collect(),
            does_work: false,
            memory: Vec::new(),
        }
    }

    /// Number of scalar rows.
    pub fn rows(&self) -> usize {
        self.levels.len()
    }

    /// This shape, with a force that does work on the motion, or does not.
    pub fn working(self, does_work: bool) -> Self {
        Self { does_work, ..self }
    }
}

/// A constraint.
///
/// A bead on the parabola y = x², with its derivatives by hand: φ = y − x², φ' = y' − 2 x x', and of φ'' = y'' − 2 x x'' − 2 x'² the part that no acceleration
/// enters goes to the other side, γ = 2 x'². (A constraint that need not be fast is written without them: [`Auto`].)
///
/// ```
/// use chetaev::constraint::{Constraint, ConstraintShape, Level};
/// use chetaev::element::{Ctx, Rows};
/// use chetaev::error::ElementError;
/// use chetaev::prelude::*;
///
/// #[derive(Debug)]
/// struct Parabola(BodyId);
///
/// impl Constraint for Parabola {
///     type Space = Planar;
///     fn shape(&self) -> ConstraintShape {
///         ConstraintShape::new(Level::Position, 1, [self.0.into()])
///     }
///     fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
///         let (r, v) = (at.body(0).origin, at.body(0).velocity);
///         out.position(0, r.y - r.x * r.x, v.y - 2.0 * r.x * v.x, 2.0 * v.x * v.x);
///         out.jacobian(0, 0, [-2.0 * r.x, 1.0, 0.0]);
///         Ok(())
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let bead = builder.body("bead", Particle::new(0.5).moving(3.0, 0.0));
/// let wire = builder.constraint("wire", Parabola(bead));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.start().project()?, 1.0)?;
/// // At its lowest point the wire bends it upward by 2 x'²: N = m (g + 2 x'²).
/// assert!((run.first().unwrap().reaction(wire).force.y - 0.5 * (9.81 + 18.0)).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Constraint: Send + Sync + Debug {
    /// The space of its bodies. For one that joins both it is that of the last, on which its reaction is read; see [`is_spatial`](Self::is_spatial).
    type Space: Space;

    /// Rows, level and bodies. Asked once, when the model is built.
    fn shape(&self) -> ConstraintShape;

    /// What is wrong with it as it is given: a model with it is not built.
    fn flaw(&self) -> Option<&'static str> {
        None
    }

    /// Does it change with time although its shape says that its force does no work?
    #[doc(hidden)]
    fn hides_time(&self, _at: Ctx<'_, Self::Space>) -> bool {
        false
    }

    /// How many rows and bodies each has, if all of this type have as many: a loop over them is compiled for these sizes.
    #[doc(hidden)]
    fn sizes(&self) -> Option<[usize; 2]> {
        None
    }

    /// Writes every row: φ, φ', γ (or ψ, γ) and J for every body.
    fn eval(&self, at: Ctx<'_, Self::Space>, out: &mut Rows<'_, Self::Space>) -> Result<(), ElementError>;

    /// Writes how φ, φ', γ and J change where its bodies are moved a little, at an instant; of an element that knows it, whatever its bodies do: else it is asked at places beside.
    #[doc(hidden)]
    fn vary(&self, _at: Moving<'_, Self::Space>, _out: &mut Changes<'_, Self::Space>) -> bool {
        false
    }

    /// Do J and γ depend on how its bodies are turned and how fast they turn, and not on where they are or how fast they go, as those of a pin? Where the motion is linearized, as for an
    /// implicit method, it is then not asked anew at places beside it. A wrong `true` gives wrong matrices. Asked once.
    fn turns_only(&self) -> bool {
        false
    }

    /// The functions of time that it is given, and whether they prescribe positions or velocities: a run ends its steps where these have kinks, and a model whose
    /// positions or velocities would jump is refused. While friction holds a part at rest, a run has no other measure of how fast the forces on it change.
    fn time_laws(&self) -> Vec<(Level, &dyn TimeLaw)> {
        Vec::new()
    }

    /// May it, or a load that is given with it, change with the time otherwise than its [functions of time](Self::time_laws) do? Where it does work, a run looks at that beforehand, and its steps end where something begins.
    fn reads_time(&self) -> bool {
        true
    }

    /// Does it take its `k`-th body for one in space? Only a constraint that joins both spaces says it body by body; it reads and writes those of the
    /// other space through [`Ctx::of`] and [`Rows::of`].
    fn is_spatial(&self, k: usize) -> bool {
        let _ = k;
        Self::Space::SPATIAL
    }

    /// The world position at which the reaction on the `k`-th body is reported: the frame's origin, unless it says otherwise.
    fn point(&self, at: Ctx<'_, Self::Space>, k: usize) -> <Self::Space as Space>::Vector {
        Self::Space::origin(at.body(k))
    }

    /// The angle that it leaves free, of one that turns: b as seen from a. A start gives it a value: [`Start::angle`](crate::dynamics::Start::angle).
    fn angle(&self) -> Option<Arc<dyn Measure<Space = Self::Space>>> {
        None
    }

    /// The travel that it leaves free, of one that slides: [`Start::travel`](crate::dynamics::Start::travel).
    fn travel(&self) -> Option<Arc<dyn Measure<Space = Self::Space>>> {
        None
    }

    /// The measure that it prescribes, as it is; none of a constraint that does not act along one. Its first multiplier is the force along it.
    fn along(&self, _at: Ctx<'_, Self::Space>) -> Result<Option<Action>, ElementError> {
        Ok(None)
    }

    /// How it is drawn, curves without end as far as `reach` (m) from their body's origin. Of a constraint that does not say,
    /// a picture shows its reaction alone.
    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        Vec::new()
    }

    /// This element with any built-in shape behind one type, which the table of what can be saved knows. Only of elements with shapes: all others
    /// stand in that table themselves.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        None
    }
}
