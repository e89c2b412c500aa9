//! Running a model: steps, events, output, and reading the result.
//!
//! ```text
//! Simulation::run
//!  └ drive         takes a step: stages of the method, each one evaluation of the right-hand side (dynamics); projection, if chosen
//!  └ watch         looks into it for what friction or the user's events do first; the step is taken again to that instant
//!  └ turn, fire    what happens there: friction is decided anew, events change the state
//!  └ sample        at the times asked for, each with accelerations, multipliers and residuals
//! ```

mod drive;
mod event;
mod failure;
mod find;
mod fire;
mod look;
mod motion;
mod result;
mod run;
mod running;
mod sample;
mod settings;
mod simulation;
mod singular;
mod turn;
mod watch;

pub use crate::element::Wrench;
pub use event::{Direction, Event};
pub use failure::{Obstacle, RunError, RunFailure};
#[cfg(feature = "serde")]
pub use result::Record;
pub use result::{
    Counters, Drift, EventRecord, FrictionReading, FrictionSummary, Snapshot, SpatialTrace, SpatialTracePoint, Table,
    TracePoint, Traced, Trajectory, Transition,
};
pub use settings::{Output, Progress, Tolerance};
pub use simulation::Simulation;
