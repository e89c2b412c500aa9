//! The traces that a contact leaves on both bodies.

mod planar;
mod spatial;

pub use planar::TracePoint;
pub use spatial::{SpatialTrace, SpatialTracePoint};

use super::Trajectory;
use crate::constraint::Constraint;
use crate::element::{ConstraintId, Space};
use crate::error::ElementError;

/// A constraint that leaves traces: a [`Contact`](crate::constraint::Contact) in either space.
pub trait Traced: Constraint + Sized + 'static {
    /// What they are.
    type Trace;

    #[doc(hidden)]
    fn trace(&self, samples: impl Iterator<Item = TraceSample<Self::Space>>) -> Result<Self::Trace, ElementError>;
}

/// Both bodies at a sample, and what the run kept of the contact there.
#[doc(hidden)]
#[derive(Debug)]
pub struct TraceSample<S: Space> {
    t: f64,
    bodies: [S::Frame; 2],
    memory: Vec<f64>,
}

impl Trajectory {
    /// The traces of a contact on both bodies, from the samples of this run: in the plane a list of [`TracePoint`]s, in space a [`SpatialTrace`].
    #[track_caller]
    pub fn trace<C: Traced>(&self, contact: ConstraintId<C>) -> Result<C::Trace, ElementError> {
        let (element, entry) = (self.model().element(contact), self.model().entry(contact));
        let sample = |at: super::Snapshot<'_>| TraceSample {
            t: at.t(),
            bodies: [0, 1].map(|k| at.frame::<C::Space>(entry.slots[k] as usize)),
            // Between two samples the contact may have gone a long way; the run was there at every step.
            memory: at.memory[entry.memory.clone()].to_vec(),
        };
        element.trace(self.samples().map(sample))
    }
}
