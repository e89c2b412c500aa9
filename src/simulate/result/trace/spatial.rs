//! The traces that a contact in space leaves on both bodies.
//!
//! While two bodies roll on each other their traces have equal arc lengths and a common tangent. Here the lengths come from the
//! traces alone: the contact's points in the axes of each body, at the samples, are joined by polynomials p(t) through [`STENCIL`]
//! neighboring points each, and
//!
//! ```text
//! length = ∫ |p'(t)| dt      by Gauss's rule with five nodes between each two samples
//! ```
//!
//! No velocity of the run enters, so that the difference of the two lengths is a check that does not come from the equations
//! that were solved. Its own error falls with the ninth power of the distance of the samples; where a trace has a cusp (the contact stops and turns)
//! each length errs by the square of that distance, but both alike.

use super::super::Table;
use super::{TraceSample, Traced};
use crate::constraint::Contact;
use crate::contact::spatial::{SpatialPair, SpatialRoll};
use crate::contact::surface::{Place, remembered};
use crate::element::Spatial;
use crate::error::ElementError;
use nalgebra::Vector3;

/// One point of the traces that a contact leaves on both bodies.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpatialTracePoint {
    /// Time.
    pub t: f64,
    /// World position of the contact.
    pub point: Vector3<f64>,
    /// The outer normal of a's surface, in world axes.
    pub normal: Vector3<f64>,
    /// The contact in the axes of body a and of body b.
    pub on: [Vector3<f64>; 2],
    /// The places on the two surfaces.
    pub places: [Place; 2],
    /// Arc lengths of the traces on a and on b since the first sample.
    pub arcs: [f64; 2],
    /// The gap.
    pub gap: f64,
    /// How the contact moves.
    pub roll: SpatialRoll,
}

/// The traces of a contact on both bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct SpatialTrace {
    /// Their points, in the order of the samples.
    pub points: Vec<SpatialTracePoint>,
}

impl<P: SpatialPair + 'static> Traced for Contact<P, Spatial> {
    type Trace = SpatialTrace;

    fn trace(&self, samples: impl Iterator<Item = TraceSample<Spatial>>) -> Result<SpatialTrace, ElementError> {
        let mut points: Vec<SpatialTracePoint> = Vec::new();
        for TraceSample { t, bodies: [a, b], memory } in samples {
            let (touch, roll) = self.locate(&a, &b, remembered(&memory))?;
            points.push(SpatialTracePoint {
                t,
                point: a.origin + touch.arms[0],
                normal: touch.normal,
                on: [a.turn_back(touch.arms[0]), b.turn_back(touch.arms[1])],
                places: touch.places,
                arcs: [0.0; 2],
                gap: touch.gap,
                roll,
            });
        }
        let times: Vec<f64> = points.iter().map(|point| point.t).collect();
        for k in 0..2 {
            let path: Vec<Vector3<f64>> = points.iter().map(|point| point.on[k]).collect();
            for (point, length) in points.iter_mut().zip(lengths(&times, &path)) {
                point.arcs[k] = length;
            }
        }
        Ok(SpatialTrace { points })
    }
}

impl SpatialTrace {
    /// The largest difference of the two arc lengths.
    pub fn arcs_apart(&self) -> f64 {
        self.points.iter().fold(0.0, |most, p| f64::max(most, (p.arcs[0] - p.arcs[1]).abs()))
    }

    /// The length of the whole trace on a.
    pub fn length(&self) -> f64 {
        self.points.last().map_or(0.0, |p| p.arcs[0])
    }

    /// A table: time, the contact in the world (`x` ...), in the axes of both bodies (`a.x`, `b.x` ...), both arc lengths, their difference,
    /// the gap and the pivoting.
    pub fn table(&self) -> Table {
        let column = |value: &dyn Fn(&SpatialTracePoint) -> f64| self.points.iter().map(value).collect::<Vec<f64>>();
        let mut table = Table::of("t", column(&|p| p.t));
        for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
            table = table.with(axis, column(&|p| p.point[i]));
        }
        for (k, body) in ["a", "b"].into_iter().enumerate() {
            for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
                table = table.with(format!("{body}.{axis}"), column(&|p| p.on[k][i]));
            }
        }
        table
            .with("arc.a", column(&|p| p.arcs[0]))
            .with("arc.b", column(&|p| p.arcs[1]))
            .with("arc.difference", column(&|p| p.arcs[0] - p.arcs[1]))
            .with("gap", column(&|p| p.gap))
            .with("pivoting", column(&|p| p.roll.pivot))
    }
}

/// Points that one polynomial goes through.
const STENCIL: usize = 10;
/// Gauss's rule on [0, 1]: nodes and weights.
const GAUSS: [[f64; 2]; 5] = [
    [0.046_910_077_030_668_004, 0.118_463_442_528_094_54],
    [0.230_765_344_947_158_45, 0.239_314_335_249_683_23],
    [0.5, 0.284_444_444_444_444_44],
    [0.769_234_655_052_841_5, 0.239_314_335_249_683_23],
    [0.953_089_922_969_332, 0.118_463_442_528_094_54],
];

/// Length of a path from its first point to every point. Samples at equal times (at an event) count once.
fn lengths(times: &[f64], path: &[Vector3<f64>]) -> Vec<f64> {
    let span = times.last().copied().unwrap_or_default() - times.first().copied().unwrap_or_default();
    let mut kept: Vec<usize> = Vec::with_capacity(times.len());
    for (i, t) in times.iter().enumerate() {
        if kept.last().is_none_or(|&before| t - times[before] > 1e-12 * span) {
            kept.push(i);
        }
    }
    let at: Vec<f64> = kept.iter().map(|&i| times[i]).collect();
    let mut lengths = vec![0.0; times.len()];
    let (mut total, mut done) = (0.0, 0);
    for piece in 0..at.len().saturating_sub(1) {
        let width = STENCIL.min(at.len());
        let first = (piece + 1).saturating_sub(width / 2).min(at.len() - width);
        let (nodes, values) = (&at[first..first + width], &kept[first..first + width]);
        let h = at[piece + 1] - at[piece];
        total += h * GAUSS.iter().map(|[x, w]| w * slope(nodes, values, path, at[piece] + h * x).norm()).sum::<f64>();
        let next = kept[piece + 1];
        // Samples that were left out stand where the one before them stands.
        let before = lengths[done];
        lengths[done + 1..next].fill(before);
        lengths[next] = total;
        done = next;
    }
    lengths[done..].fill(total);
    lengths
}

/// p'(t) of the polynomial through the points, from the derivatives of Lagrange's: l_j' = l_j Σ 1/(t − t_m), written without division by zero.
fn slope(nodes: &[f64], values: &[usize], path: &[Vector3<f64>], t: f64) -> Vector3<f64> {
    let mut sum = Vector3::zeros();
    for (j, &tj) in nodes.iter().enumerate() {
        let (mut value, mut derivative) = (1.0, 0.0);
        for (m, &tm) in nodes.iter().enumerate() {
            if m != j {
                derivative = (derivative * (t - tm) + value) / (tj - tm);
                value *= (t - tm) / (tj - tm);
            }
        }
        // Counted from one of the points, so that a path far from the origin loses no digits.
        sum += (path[values[j]] - path[values[0]]) * derivative;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helix(t: f64) -> Vector3<f64> {
        Vector3::new((4.0 * t).cos() + 5.0, (4.0 * t).sin(), 0.5 * t * t)
    }

    /// ∫ √(16 + t²) dt.
    fn length(t: f64) -> f64 {
        0.5 * t * (16.0 + t * t).sqrt() + 8.0 * (t / 4.0).asinh()
    }

    #[test]
    fn analytic_length_of_a_path_at_uneven_times() {
        let error = |n: u32| {
            let times: Vec<f64> =
                (0..=n).map(|i| f64::from(i) / f64::from(n)).map(|x| 3.0 * x * (0.7 + 0.3 * x)).collect();
            let path: Vec<Vector3<f64>> = times.iter().map(|t| helix(*t)).collect();
            let found = lengths(&times, &path);
            times.iter().zip(&found).fold(0.0, |most: f64, (t, l)| most.max((l - length(*t)).abs()))
        };
        let (coarse, fine) = (error(40), error(80));
        println!("{coarse:e} {fine:e} {:e}", error(200));
        assert!(coarse > 1e-9, "moot");
        assert!(coarse / fine > 300.0, "about the ninth power: {}", coarse / fine);
        assert!(error(200) < 1e-12);
    }

    #[test]
    fn property_repeated_samples_count_once() {
        let times = [0.0, 0.1, 0.2, 0.2, 0.3, 0.4, 0.4];
        let path = times.map(|t| Vector3::new(2.0 * t, 0.0, 0.0));
        let found = lengths(&times, &path);
        for (t, l) in times.iter().zip(found) {
            assert!((l - 2.0 * t).abs() < 1e-14, "{t} {l}");
        }
        assert!(lengths(&[], &[]).is_empty() && lengths(&[1.0], &path[..1]) == [0.0]);
    }
}
