//! Forces: what pushes on bodies without holding them.
//!
//! A force writes wrenches on its bodies. Where it has a potential it says so, and the energy balance uses it;
//! the work of a force that is not conservative is integrated along with the motion.
//!
//! | force | acts |
//! |---|---|
//! | gravity | on every body: [`ModelBuilder::gravity`](crate::model::ModelBuilder::gravity); none unless you say so |
//! | [`SpringDamper`] | along any measure: between two points, about a pin, along a guide |
//! | [`NonlinearSpring`] | along any measure, from a table or a formula |
//! | [`SpringToPath`] | between a point of a body and a point of the world that signals move |
//! | [`Applied`] | a wrench as a function of time and of the body's motion |
//! | [`Bushing`] | in all directions and about all axes, between two marks in space |
//! | [`AppliedAlong`] | along any measure, as a function of time, value and rate |
//! | [`Elastic`] | on coordinates of a body of your own that deforms: stiffness and damping |
//! | [`OnCoordinate`] | on one such coordinate, as a function of time, value and rate |
//! | [`Creep`] | where a wheel rolls under a load: it reads that reaction, slip, spin and curvatures |
//! | [`SmoothedFriction`] | along any measure, for comparison: friction proper is in [`friction`](crate::friction) |
//! | your own | through [`Force`] |

mod along;
mod applied;
mod bushing;
mod by_formula;
mod characteristic;
mod creep;
mod elastic;
mod nonlinear_spring;
mod smoothed_friction;
mod spring_damper;
mod spring_to_path;

pub use along::{AlongLaw, AppliedAlong};
pub use applied::{Applied, Moment, WrenchLaw};
pub use bushing::Bushing;
pub use by_formula::{AlongFormula, WrenchFormula};
pub use creep::{Creep, CreepLaw, Creeping, Kalker};
pub use elastic::{Elastic, OnCoordinate};
pub use nonlinear_spring::NonlinearSpring;
pub use smoothed_friction::SmoothedFriction;
pub use spring_damper::SpringDamper;
pub use spring_to_path::SpringToPath;

use crate::element::{BodyRef, ConstraintRef, Ctx, Inside, Loads, Moving, Pushes, Sketch, Space};
use crate::error::ElementError;
use crate::math::TimeLaw;
use crate::measure::{Action, Reading, Varied};
use num_dual::Dual64;
use std::fmt::Debug;

/// Where the energy goes that a force moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EnergyKind {
    /// Work = −change of the potential. Nothing needs to be integrated.
    Conservative,
    /// There is no potential, or more than the potential: the work is integrated.
    Working,
}

/// A force.
///
/// ```
/// use chetaev::element::{BodyRef, Ctx, Loads};
/// use chetaev::error::ElementError;
/// use chetaev::force::{EnergyKind, Force};
/// use chetaev::prelude::*;
///
/// /// Drag that grows with the square of the speed.
/// #[derive(Debug)]
/// struct Drag(BodyRef, f64);
///
/// impl Force for Drag {
///     type Space = Planar;
///
///     fn bodies(&self) -> Vec<BodyRef> {
///         vec![self.0]
///     }
///
///     fn energy_kind(&self) -> EnergyKind {
///         EnergyKind::Working
///     }
///
///     fn eval(&self, at: Ctx<'_>, out: &mut Loads<'_>) -> Result<(), ElementError> {
///         let v = at.body(0).velocity;
///         out.wrench(0, -self.1 * v.norm() * v, 0.0);
///         Ok(())
///     }
///
///     fn potential(&self, _at: Ctx<'_>) -> Result<f64, ElementError> {
///         Ok(0.0)
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// let ball = builder.body("ball", Particle::new(2.0).moving(3.0, 0.0));
/// let drag = builder.force("drag", Drag(ball.into(), 0.5));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 4.0)?;
/// let last = run.last().ok_or("no sample")?;
/// assert!((last.body(ball).velocity.x - 3.0 / (1.0 + 0.25 * 3.0 * 4.0)).abs() < 1e-9); // v₀/(1 + c v₀ t/m)
/// assert!((last.work(drag).ok_or("it works")? + 9.0 - last.kinetic()).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Force: Send + Sync + Debug {
    /// The space of its bodies; see [`is_spatial`](Self::is_spatial) for one that joins both.
    type Space: Space;

    /// The bodies on which it acts or which it reads, in the order of its slots. Asked once.
    fn bodies(&self) -> Vec<BodyRef>;

    /// Coordinates of bodies that it reads and pushes beside its bodies' frames, by their place in [`BodyShape::coordinates`](crate::body::BodyShape::coordinates): those of
    /// a body of your own that deforms. It finds them in this order in [`Ctx::coordinate`] and [`Loads::on_coordinate`]. Asked once.
    fn coordinates(&self) -> Vec<(BodyRef, usize)> {
        Vec::new()
    }

    /// Rows of constraints whose multipliers it reads, in the order of [`Ctx::reaction`]: the normal force under which a wheel creeps. Asked once.
    ///
    /// They are those at the same instant, which depend on this force: both are solved together, by Newton's method (derived in `dynamics/reacting.rs`). Its potential must not read them.
    fn reactions(&self) -> Vec<(ConstraintRef, usize)> {
        Vec::new()
    }

    /// Whether the potential accounts for all of its work. Asked once.
    fn energy_kind(&self) -> EnergyKind;

    /// Numbers that it wants kept from one accepted step to the next, with their first values. Asked once.
    fn memory(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Does what it does depend on how its bodies are turned and how fast they turn, and not on where they are or how fast they go, as that of a torsional spring? Where the motion is linearized, as for an
    /// implicit method, it is then not asked anew at places beside it. A wrong `true` gives wrong matrices. Asked once.
    fn turns_only(&self) -> bool {
        false
    }

    /// What is wrong with it as it is given: a model with it is not built.
    fn flaw(&self) -> Option<&'static str> {
        None
    }

    /// Adds its wrenches.
    fn eval(&self, at: Ctx<'_, Self::Space>, out: &mut Loads<'_, Self::Space>) -> Result<(), ElementError>;

    /// Adds how its wrenches change where its bodies are moved a little, at an instant; of a force that knows it, whatever its bodies do: else it is asked at places beside.
    #[doc(hidden)]
    fn vary(&self, _at: Moving<'_, Self::Space>, _out: &mut Pushes<'_, Self::Space>) -> bool {
        false
    }

    /// Its potential energy; zero for a force that has none.
    fn potential(&self, at: Ctx<'_, Self::Space>) -> Result<f64, ElementError>;

    /// What it does along a measure; none of a force that does not act along one.
    fn along(&self, _at: Ctx<'_, Self::Space>) -> Result<Option<Action>, ElementError> {
        Ok(None)
    }

    /// Does it take its `k`-th body for one in space? Only a force that joins both spaces says it body by body; it reads and loads those of the other
    /// space through [`Ctx::of`] and [`Loads::of`].
    fn is_spatial(&self, k: usize) -> bool {
        let _ = k;
        Self::Space::SPATIAL
    }

    /// The functions of time that it is given: a run ends its steps where these have kinks. While friction holds a part at rest, a run has no other measure of how
    /// fast the forces on it change.
    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        Vec::new()
    }

    /// May it change with the time otherwise than its [signals](Self::time_laws) do? A run looks at that beforehand, and its steps end where something begins.
    fn reads_time(&self) -> bool {
        true
    }

    /// How many numbers vanish where it has kinks, or jumps: a run ends its steps there. Asked once a run.
    fn kinks(&self) -> usize {
        0
    }

    /// One of these numbers. It must change its sign at the kink.
    fn kink(&self, index: usize, at: Ctx<'_, Self::Space>) -> Result<f64, ElementError> {
        let _ = (index, at);
        Ok(1.0)
    }

    /// How it is drawn; nothing of a force that does not say.
    fn sketch(&self) -> Vec<Sketch> {
        Vec::new()
    }

    /// This element with any built-in shape behind one type, which the table of what can be saved knows, as of constraints.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        None
    }
}

/// Adds what changes of the generalized force `size` along a measure.
fn vary_along<S: Space>(u: &Varied<S>, size: Dual64, out: &mut Pushes<'_, S>) {
    u.gradient.iter().enumerate().for_each(|(k, gradient)| out.push(k, *gradient, size));
}

/// Adds the generalized force `size` along a measure: the wrench size · gradient on each of its two bodies.
#[inline(always)]
fn push_along<S: Space>(reading: &Reading<S>, size: f64, out: &mut Loads<'_, S>) {
    for (k, gradient) in reading.gradient.iter().enumerate() {
        out.push(k, *gradient, size);
    }
}
