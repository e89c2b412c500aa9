//! Are two runs of one mechanism the same run?
//!
//! Changes are compared point by point: a point's own changes have an order that does not depend on anything, and those of two points
//! are in order as far as their instants are. Positions are compared against 1 m or their largest size, velocities likewise.

use super::recipe::Built;
use chetaev::prelude::*;
use std::collections::BTreeMap;

/// What one point did: from, to, when. Reversals of a load are told by `from` = `to`.
type Course = Vec<(Mode, Mode, f64)>;

/// The first difference between two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub t: f64,
    pub point: String,
    pub kind: Kind,
    /// What the one did, and the other.
    pub ours: Option<(Mode, Mode, f64)>,
    pub theirs: Option<(Mode, Mode, f64)>,
}

/// What kind of difference it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The other has a change that the one has not.
    Missed,
    /// The one has a change that the other has not.
    Extra,
    /// The same point starts or turns another way.
    Direction,
    /// The same change at another instant.
    Instant,
}

fn courses(changes: &[Transition]) -> BTreeMap<&str, Course> {
    let mut all: BTreeMap<&str, Course> = BTreeMap::new();
    for change in changes {
        all.entry(change.name.as_str()).or_default().push((change.from, change.to, change.t));
    }
    all
}

/// The earliest difference of what the points of two runs did; instants may differ by `near`.
pub fn difference(ours: &[Transition], theirs: &[Transition], near: f64) -> Option<Difference> {
    let (mut a, mut b) = (courses(ours), courses(theirs));
    let names: Vec<&str> = a.keys().chain(b.keys()).copied().collect();
    let mut first: Option<Difference> = None;
    for name in names {
        let (one, other) = (a.entry(name).or_default(), b.entry(name).or_default());
        for k in 0..one.len().max(other.len()) {
            let (x, y) = (one.get(k).copied(), other.get(k).copied());
            let Some((t, kind)) = apart(x, y, near).or_else(|| shifted([one, other], k)) else { continue };
            if first.as_ref().is_none_or(|first| t < first.t) {
                first = Some(Difference { t, point: name.to_owned(), kind, ours: x, theirs: y });
            }
            break;
        }
    }
    first
}

/// Is the k-th change of the one a later one of the other? Changes that are all alike, as reversals of a load, tell by their instants which is too many.
fn shifted([one, other]: [&Course; 2], k: usize) -> Option<(f64, Kind)> {
    if one.len() == other.len() {
        return None;
    }
    let (x, y) = (one.get(k)?.2, other.get(k)?.2);
    let nearer = |later: Option<&(Mode, Mode, f64)>, t: f64| later.is_some_and(|z| (z.2 - t).abs() < (x - y).abs());
    if nearer(one.get(k + 1), y) {
        Some((x, Kind::Extra))
    } else {
        nearer(other.get(k + 1), x).then_some((y, Kind::Missed))
    }
}

fn apart(x: Option<(Mode, Mode, f64)>, y: Option<(Mode, Mode, f64)>, near: f64) -> Option<(f64, Kind)> {
    match (x, y) {
        (Some(x), Some(y)) if (x.2 - y.2).abs() <= near => {
            ((x.0, x.1) != (y.0, y.1)).then_some((x.2.min(y.2), Kind::Direction))
        }
        (Some(x), Some(y)) if (x.0, x.1) == (y.0, y.1) => Some((x.2.min(y.2), Kind::Instant)),
        (Some(x), Some(y)) if x.2 < y.2 => Some((x.2, Kind::Extra)),
        (Some(x), None) => Some((x.2, Kind::Extra)),
        (_, Some(y)) => Some((y.2, Kind::Missed)),
        (None, None) => None,
    }
}

/// The largest difference of positions and of velocities at the ends of two runs, each as a part of what is large there.
pub fn distance((ours, a): (&Built, &Trajectory), (theirs, b): (&Built, &Trajectory)) -> f64 {
    apart_at((ours, a.last()), (theirs, b.last()))
}

/// The same of two instants.
pub fn apart_at((ours, a): (&Built, Option<Snapshot<'_>>), (theirs, b): (&Built, Option<Snapshot<'_>>)) -> f64 {
    let (Some(a), Some(b)) = (a, b) else {
        return f64::NAN;
    };
    let (a, b) = (ours.read(&a), theirs.read(&b));
    let velocity = |k: usize| k % 7 > 3;
    let size = |fast: bool| {
        let numbers = a.iter().chain(&b).enumerate().filter(|(k, _)| velocity(k % a.len()) == fast);
        numbers.fold(1.0_f64, |most, (_, x)| most.max(x.abs()))
    };
    let sizes = [size(false), size(true)];
    let apart = a.iter().zip(&b).enumerate().map(|(k, (x, y))| (x - y).abs() / sizes[usize::from(velocity(k))]);
    apart.fold(0.0, |most, x| if x > most || x.is_nan() { x } else { most })
}
