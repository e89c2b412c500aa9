//! Running a model: steps, events, output, and reading the result.
//!
//! ```text
//! Simulation::run
//!  └ step          stages of the method, each one evaluation of the right-hand side (dynamics)
//!  └ projection    if chosen: positions, then velocities
//!  └ events        guards on the dense output; the step is redone to the event if the motion changes there
//!  └ output        samples at the times asked for, each with accelerations, multipliers and residuals
//! ```

mod arrays;
mod check;
mod event;
mod failure;
mod firing;
mod friction_reading;
mod guard;
mod motion;
mod reactions;
#[cfg(feature = "serde")]
mod record;
mod rubbing;
mod run;
mod sampling;
mod settings;
mod simulation;
mod singular;
mod snapshot;
mod spatial_trace;
mod table;
mod trace;
mod trajectory;
mod transition;

pub use crate::element::{SpatialWrench, Wrench};
pub use event::{Direction, Event, EventRecord};
pub use failure::{Obstacle, RunError, RunFailure};
pub use friction_reading::FrictionReading;
#[cfg(feature = "serde")]
pub use record::Record;
pub use settings::{Output, Progress, Tolerance};
pub use simulation::Simulation;
pub use snapshot::Snapshot;
pub use spatial_trace::{SpatialTrace, SpatialTracePoint};
pub use table::Table;
pub use trace::TracePoint;
pub use trajectory::{Counters, Drift, Trajectory};
pub use transition::{Rubbed, Transition};

#[cfg(all(test, feature = "serde"))]
mod saved;
