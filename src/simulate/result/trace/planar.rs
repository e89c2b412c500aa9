//! The traces that a contact leaves on both bodies.
//!
//! While two curves roll on each other their traces have equal arc length: S_a = S_b in [`Touch`](crate::contact::Touch), with no slip and
//! no gap. The difference of the two lengths is a check of a run that does not come from the equations solved in it.

use super::{TraceSample, Traced};
use crate::constraint::Contact;
use crate::contact::{Pair, Roll};
use crate::element::Planar;
use crate::error::ElementError;
use nalgebra::Vector2;

/// One point of the traces that a contact leaves on both bodies.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TracePoint {
    /// Time.
    pub t: f64,
    /// World position of the contact.
    pub point: Vector2<f64>,
    /// α and β.
    pub parameters: [f64; 2],
    /// Arc lengths on A and on B since the first sample, along t.
    pub arcs: [f64; 2],
    /// The gap.
    pub gap: f64,
    /// How the contact moves.
    pub roll: Roll,
}

impl<P: Pair + 'static> Traced for Contact<P> {
    type Trace = Vec<TracePoint>;

    fn trace(&self, samples: impl Iterator<Item = TraceSample<Planar>>) -> Result<Vec<TracePoint>, ElementError> {
        let mut trace: Vec<TracePoint> = Vec::new();
        for TraceSample { t, bodies: [a, b], memory } in samples {
            let (touch, roll) = self.locate(&a, &b, [memory[0], memory[1]])?;
            let arcs = trace.last().map_or([0.0; 2], |before| {
                let gone = self.arcs(&touch, before.parameters);
                [before.arcs[0] + gone[0], before.arcs[1] + gone[1]]
            });
            let point = a.origin + touch.arms[0];
            trace.push(TracePoint { t, point, parameters: touch.parameters, arcs, gap: touch.gap, roll });
        }
        Ok(trace)
    }
}
