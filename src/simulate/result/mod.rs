//! What a run leaves behind, and how it is read.

mod along;
#[cfg(feature = "files")]
mod arrays;
mod changes;
mod columns;
mod constraint_reading;
mod contacts;
#[cfg(feature = "files")]
mod csv;
mod dense;
mod friction_reading;
mod kinks;
mod reactions;
#[cfg(feature = "serde")]
mod record;
mod sensed;
mod sensitivity;
mod snapshot;
mod solved;
mod table;
mod trace;
mod trajectory;

pub use along::{Acting, AlongError};
pub use changes::{Cause, EventRecord, FrictionSummary, Mended, Transition};
pub use columns::{Column, UnknownColumn};
pub use contacts::{Blow, ContactReading, Impact};
pub use dense::NoState;
pub use friction_reading::FrictionReading;
pub(crate) use kinks::kinks_by_name;
pub(super) use kinks::{Bent, bent, kinks_at};
#[cfg(feature = "serde")]
pub use record::Record;
pub(super) use sensed::Sensed;
pub use sensitivity::{Sensitivity, StateSlope};
pub use snapshot::Snapshot;
pub(crate) use solved::Solution;
pub(super) use solved::{Solved, Solver};
pub use table::Table;
pub use trace::{SpatialTrace, SpatialTracePoint, TracePoint, Traced};
pub(super) use trajectory::Step;
pub use trajectory::{Counters, Drift, Trajectory};

#[cfg(all(test, feature = "serde"))]
mod saved;
