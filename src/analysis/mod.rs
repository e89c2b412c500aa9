//! Analysis of models and runs: equilibria, modes, sections, periodic orbits, Lyapunov exponents, inverse questions, sweeps
//! through positions, and studies of many runs.
//!
//! Everything here is a plain function, or a small description, on [`Model`](crate::model::Model), [`State`](crate::model::State) and
//! [`Simulation`](crate::simulate::Simulation). Derivations open the files.

mod convergence;
mod corner;
mod difference;
mod equilibrium;
mod identify;
mod inverse;
mod linearize;
mod lyapunov;
mod manifold;
mod orbit;
mod section;
#[cfg(feature = "study")]
mod study;
mod sweep;

pub use convergence::{Convergence, extrapolated};
pub use equilibrium::{
    EigenvalueSlopes, Equilibrium, EquilibriumError, EquilibriumSlopes, ModeSlopes, Rest, ShapeSlope, equilibrium,
};
pub use identify::{Fit, Fitted, Identification, IdentifyError};
pub use inverse::{Inverse, InverseError, Inverted};
pub use linearize::{LinearError, LinearSystem, Linearization, ModeShape};
pub use lyapunov::{Carried, Equations, Exponents, Flow, Lyapunov, Mechanism, MechanismError};
pub use orbit::{
    Branch, BranchEnd, BranchPoint, Continuation, ContinuationError, Orbit, OrbitError, Shooting, Turn, TurnKind,
};
pub use section::{Section, SectionError, period};
#[cfg(feature = "study")]
pub use study::{Axis, Results, Row, Shard, Study, StudyError, StudyProgress};
pub use sweep::{DeadCenter, Position, Sweep, SweepError};
