//! What the motion means: equilibria, modes, sections, periodic orbits, Lyapunov exponents, and studies of many runs.
//!
//! Everything here is a plain function, or a small description, on [`Model`](crate::model::Model), [`State`](crate::dynamics::State) and
//! [`Simulation`](crate::simulate::Simulation). Derivations open the files.

mod lyapunov;
mod manifold;
mod section;
mod study;

pub use lyapunov::{Equations, Exponents, Flow, Lyapunov, Mechanism, MechanismError};
pub use section::{Section, SectionError, period};
pub use study::{Axis, Results, Row, Shard, Study, StudyError, StudyProgress};
