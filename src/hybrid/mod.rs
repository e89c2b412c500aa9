//! Contacts that open and close: gaps, and the first instant at which one of them closes.
//!
//! A contact element is a constraint whose first row is its gap φ, and whose other rows, none to three, are the speeds of slip:
//!
//! ```text
//! H1   φ ≥ 0,  N ≥ 0,  φ N = 0                a closed contact also has φ' = 0
//! H15  no closing within x of t if  φ + φ' x − ½ A x² > 0,   A ≥ −φ'' over the step;   none in a step of length h if φ > V h,   V ≥ |φ'|
//! ```
//!
//! (H15) is Taylor's formula: the gap lies above that parabola. It holds with a bound of one side: what opens the gap does no harm. So a run does not look at
//! places and hope that nothing happens between them; it proves that nothing does. What it takes is a bound of how the gap bends, and that is made of two
//! things: how a step moves frames, a [`Sweep`], and how far shapes reach and curve, which each pair of shapes knows ([`Gap::bound`]).
//!
//! | | closes |
//! |---|---|
//! | [`Contact::between`](crate::constraint::Contact::between) | two shapes, in the plane or in space |
//! | [`Stop`] | a limit of any measure |
//! | [`Play`], [`Runner`] | the corners of a block in a slot that is wider than it, or on a guide with one side |
//! | your own | through [`Gap`] |

pub(crate) mod closing;
mod contact;
pub(crate) mod glance;
mod law;
mod play;
mod stop;
pub(crate) mod sweep;
#[cfg(test)]
mod tests;

pub use play::{Play, Runner};
pub use stop::Stop;

pub use crate::element::{Ball, Bound, Seen, Sweep};
pub(crate) use law::Bounce;
pub use law::Rigid;

use crate::constraint::Constraint;

/// A constraint that only pushes: its first row is a gap φ ≥ 0 (a row of positions), those after it are the speeds of slip (rows of velocities).
///
/// The multiplier of the first row is the normal force on the second body along the direction in which the gap opens, those of the others are the parts of
/// the force of friction.
///
/// A floor that gives way with the speed 1 m/s, under the origin of a body; smooth, so that the gap is its only row.
///
/// ```
/// use chetaev::constraint::{Constraint, ConstraintShape, Level};
/// use chetaev::element::{Ctx, Rows};
/// use chetaev::error::ElementError;
/// use chetaev::hybrid::Gap;
/// use chetaev::prelude::*;
///
/// #[derive(Debug)]
/// struct Lift(BodyId);
///
/// impl Constraint for Lift {
///     type Space = Planar;
///     fn shape(&self) -> ConstraintShape {
///         // A floor that moves does work.
///         ConstraintShape::new(Level::Position, 1, [self.0.into()]).working(true)
///     }
///     fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
///         out.position(0, at.body(0).origin.y + at.t, at.body(0).velocity.y + 1.0, 0.0);
///         out.jacobian(0, 0, [0.0, 1.0, 0.0]);
///         Ok(())
///     }
/// }
///
/// impl Gap for Lift {}
///
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -10.0]);
/// let ball = builder.body("ball", Particle::new(1.0).at(0.0, 1.0));
/// builder.contact("lift", Lift(ball), Rigid::smooth().bouncing(0.5));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.start().project()?, 1.0)?;
/// // 1 − 5 t² = −t, where the ball comes at 10 t − 1.
/// let t = (1.0 + 21.0_f64.sqrt()) / 10.0;
/// assert!((run.impacts()[0].t - t).abs() < 1e-10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Gap: Constraint {
    /// Bounds of φ' and φ'' over a step, from what it does to the contact's bodies, in the order of the constraint's slots. Without them
    /// a run looks at equidistant places and says that no closing between them is proved to be absent.
    fn bound(&self, bodies: &[Sweep]) -> Bound {
        let _ = bodies;
        Bound::NONE
    }

    /// Does it remember what cannot be found anew, as the whole turns of an angle, or which of several places is near? Then it is looked at after every step while it is open, too, for its
    /// memory.
    fn counts(&self) -> bool {
        false
    }

    /// Is its gap an angle (rad), so that what keeps it from closing is a moment (N m)?
    fn is_angle(&self) -> bool {
        false
    }

    /// Why it makes no sense as a contact that opens, though it may as a constraint: a model that has it is refused.
    fn unfit(&self) -> Option<&'static str> {
        None
    }
}
