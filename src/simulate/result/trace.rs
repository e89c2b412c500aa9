//! The traces that a contact leaves on both bodies.
//!
//! While two curves roll on each other their traces have equal arc length: S_a = S_b in [`Touch`](crate::contact::Touch), with no slip and
//! no gap. The difference of the two lengths is a check of a run that does not come from the equations solved in it.

use super::Trajectory;
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

impl Trajectory {
    /// The traces of a contact on both bodies, from the samples of this run.
    pub fn trace<P: Pair>(&self, contact: &Contact<P>) -> Result<Vec<TracePoint>, ElementError> {
        let mut trace: Vec<TracePoint> = Vec::with_capacity(self.len());
        for at in self.samples() {
            let [a, b] = contact.bodies().map(|body| at.frame::<Planar>(self.model().check(body)));
            let before = trace.last().map(|point| (point.parameters, point.arcs));
            let last = before.map_or([f64::NAN; 2], |(parameters, _)| parameters);
            let (touch, roll) = contact.locate(&a, &b, last)?;
            let arcs = before.map_or([0.0; 2], |(from, arcs)| {
                let gone = contact.arcs(&touch, from);
                [arcs[0] + gone[0], arcs[1] + gone[1]]
            });
            let point = a.origin + touch.arms[0];
            trace.push(TracePoint { t: at.t(), point, parameters: touch.parameters, arcs, gap: touch.gap, roll });
        }
        Ok(trace)
    }
}
