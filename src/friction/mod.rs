//! Friction: a tangent along which two bodies slip, the reaction that loads it, and the law between the two.
//!
//! A friction point j has one tangent row D_j and the slip speed s_j (E5). The row is written like any velocity row; its use
//! depends on how the point moves:
//!
//! | it | the row | the force along the tangent, on body b |
//! |---|---|---|
//! | sticks | holds: D_j v' = γ_j, like a constraint | its multiplier τ_j, with \|τ_j\| ≤ μ' N_j |
//! | slides | is switched off | −σ_j (μ N_j + viscous), σ_j = sgn s_j |
//!
//! N_j = \|z_j\| is the size of the load z_j: a combination of a constraint's multipliers of either sign (a slot pushes on its pin from
//! both sides), the length of a pair of them (a pin), or given. Because z_j depends on the friction forces of all points in turn, the
//! loads solve an absolute value equation (E6); which sign each has is found by a search ([`Search`]).
//!
//! Two kinds of sign must not be confused: σ_j is the direction of sliding, and the force jumps where it changes; the sign of z_j is that of the
//! load, and the force does not jump where that changes. A run holds both during a step, so that its right-hand side is smooth,
//! and locates the instants where they change.
//!
//! What slips in several directions, a sleeve on its shaft, a ball in its socket, has a tangent for each and one friction against all together, −μ N s/‖s‖.
//!
//! | friction | tangent | load |
//! |---|---|---|
//! | [`FrictionPoint::in_slot`] | along the slot | the slot's multiplier |
//! | [`FrictionPoint::in_guide`] | along the guide, at two points | from force and moment of a prismatic joint |
//! | [`FrictionPoint::in_pin`] | circumference of the pin | √(λ₁² + λ₂²) |
//! | [`FrictionPoint::in_hinge`] | circumference of a hinge in space | √(λ₁² + λ₂²), across its axis |
//! | [`FrictionPoint::on_shoulder`] | its shoulder | the force along its axis |
//! | [`FrictionPoint::in_cylinder`] | around and along a shaft | √(λ₁² + λ₂²), across it |
//! | [`FrictionPoint::in_ball`] | circumference of a ball in its socket, about any axis | √(λ₁² + λ₂² + λ₃²) |
//! | [`FrictionPoint::on_rails`] | along a guide in space, at six pads | from forces and moments of a prismatic joint |
//! | [`FrictionPoint::along`] | any measure: a belt, a brake | given |
//! | your own | through [`Friction`] | any |

mod curve;
#[cfg(feature = "serde")]
mod in_file;
mod in_space;
mod law;
mod plan;
mod point;
mod search;
mod sleeve;
mod socket;

pub use curve::SlipCurve;
#[cfg(feature = "serde")]
pub(crate) use in_file::follows;
pub(crate) use law::KeptLaw;
pub use law::{Coulomb, FrictionLaw, Stribeck};
pub use plan::{FrictionPlan, InJoint};
pub use point::FrictionPoint;
pub use search::{Coupling, Search, Several};
pub use sleeve::{InCylinder, Sleeve};
pub use socket::{InBall, Socket};

use crate::constraint::Constraint;
use crate::element::{ConstraintRef, Ctx};
use crate::error::ElementError;

/// The load of a friction point.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum Load {
    /// z = Σ factor · λ_row, over rows of one constraint; N = |z|.
    Rows {
        /// The constraint whose reaction it is.
        constraint: ConstraintRef,
        /// Rows within the constraint, each with its factor.
        factors: Vec<(usize, f64)>,
    },
    /// N = √(λ_a² + λ_b²) of two rows of a constraint.
    Pair {
        /// The constraint whose reaction it is.
        constraint: ConstraintRef,
        /// The two rows.
        rows: [usize; 2],
    },
    /// N = √(λ_a² + λ_b² + λ_c²) of three rows of a constraint; of a slip in several directions only.
    Triple {
        /// The constraint whose reaction it is.
        constraint: ConstraintRef,
        /// The three rows.
        rows: [usize; 3],
    },
    /// N is given by [`Friction::given`], whatever the reactions are.
    Given,
}

impl Load {
    /// One multiplier of a constraint.
    pub fn row(constraint: impl Into<ConstraintRef>, row: usize) -> Self {
        Self::Rows { constraint: constraint.into(), factors: vec![(row, 1.0)] }
    }

    /// Two multipliers of a constraint, of which the length counts.
    pub fn pair(constraint: impl Into<ConstraintRef>, rows: [usize; 2]) -> Self {
        Self::Pair { constraint: constraint.into(), rows }
    }

    /// Three multipliers of a constraint, of which the length counts.
    pub fn triple(constraint: impl Into<ConstraintRef>, rows: [usize; 3]) -> Self {
        Self::Triple { constraint: constraint.into(), rows }
    }
}

/// A friction point: the velocity row that would hold it, and its load.
///
/// As a [`Constraint`] it has one row, of [`Level::Velocity`](crate::constraint::Level::Velocity): ψ is the slip speed, γ and J are those of its
/// derivative, slip' = J v' − γ. A slip in several directions across each other has a row for each, three at most; its friction is against all together, −μ N s/‖s‖, and its load
/// is given, or the length of two or three components.
///
/// A brake shoe on a drum of radius r, pressed by a force that grows with time: slip r ω, and the load is given.
///
/// ```
/// use chetaev::constraint::{Constraint, ConstraintShape, Level};
/// use chetaev::element::{Ctx, Rows};
/// use chetaev::error::ElementError;
/// use chetaev::friction::{Friction, Load};
/// use chetaev::prelude::*;
///
/// #[derive(Debug)]
/// struct Shoe { drum: BodyId, radius: f64 }
///
/// impl Constraint for Shoe {
///     type Space = Planar;
///     fn shape(&self) -> ConstraintShape {
///         ConstraintShape::new(Level::Velocity, 1, [GROUND.into(), self.drum.into()])
///     }
///     fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
///         out.velocity(0, self.radius * at.body(1).spin, 0.0);
///         out.jacobian(0, 1, [0.0, 0.0, self.radius]);
///         Ok(())
///     }
/// }
///
/// impl Friction for Shoe {
///     fn load(&self) -> Load {
///         Load::Given
///     }
///     fn given(&self, at: Ctx<'_>) -> Result<f64, ElementError> {
///         Ok(40.0 * at.t)
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// let drum = builder.body("drum", RigidBody::new(1.0, 0.5).moving(0.0, 0.0, 6.0));
/// builder.constraint("axle", Revolute::new(GROUND.origin(), drum.origin()));
/// builder.friction("shoe", Shoe { drum, radius: 0.2 }, Coulomb::new(0.3));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project()?, 3.0)?;
/// // J ω' = −μ r 40 t: it stands after √(2 J ω/(40 μ r)).
/// assert!((run.transitions()[0].t - 2.5_f64.sqrt()).abs() < 1e-10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Friction: Constraint {
    /// What loads it. Asked once, when the model is built.
    fn load(&self) -> Load;

    /// Does it rub by a moment (N m) against a spin (rad/s), not by a force against a speed? A pin does not: it rubs on its circumference.
    fn is_moment(&self) -> bool {
        false
    }

    /// N for [`Load::Given`]; never asked otherwise.
    fn given(&self, at: Ctx<'_, Self::Space>) -> Result<f64, ElementError>;
}
