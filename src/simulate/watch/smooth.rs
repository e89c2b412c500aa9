//! One guard of friction: a polynomial of what every evaluation solves, or what is asked of a cluster.

use super::numbers::{Numbers, Solved};
use super::sought::Value;
use crate::dynamics::FORCE_ROUNDING;
use crate::math::length;
use crate::math::small::dot;

/// What can happen to friction within a step.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(in crate::simulate) enum Watched {
    Slip(usize),
    Load(usize),
    /// The load of a point that slides turns across what it was at the beginning of the step: it has nearly vanished.
    Turn(usize),
    Lift(usize),
    Pole,
    Limit(usize),
    Trend {
        cluster: usize,
        direction: f64,
    },
    Split(usize),
    Torn(usize),
}

/// One smooth guard of it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(in crate::simulate) struct Smooth {
    pub(in crate::simulate) watched: Watched,
    pub(super) kind: Kind,
}

#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// direction · s
    Slip { point: usize, direction: f64 },
    /// sign · z
    Load { point: usize, sign: f64 },
    /// mu · sign · z − side · τ
    Limit { point: usize, mu: f64, sign: f64, side: f64 },
    /// N of a contact, and the point where it rubs
    Lift { contact: usize, point: Option<usize> },
    /// det (1 − C S)
    /// The determinant of those that slide, with the sign that it begins with: beyond a pole a motion may be kept.
    Pole { sign: f64 },
    /// mu² ‖λ‖² − ‖τ‖²; of a contact λ is N ≥ 0 alone
    Cone { point: usize, mu: f64, of_contact: bool },
    /// z · d, d the direction of a load of several components at the beginning
    Turn { point: usize, direction: [f64; 3] },
    /// A guard of a cluster, which is evaluated separately.
    Other,
}

/// Part of the largest load below which one is small.
const SMALL: f64 = 0.5;
/// Rounding of slip speeds, relative to the largest, and of a determinant.
const ROUNDING: f64 = 1e-12;

impl Kind {
    /// Its value and size; the floor is left zero.
    #[inline(always)]
    fn value(self, numbers: &Numbers) -> Value {
        let of = |point: usize| &numbers.points[point];
        let (g, size) = match self {
            Kind::Slip { point, direction } => (direction * of(point).slip, of(point).slip.abs()),
            Kind::Load { point, sign } => (sign * of(point).load[0], of(point).load[0].abs()),
            Kind::Turn { point, direction } => (dot(&of(point).load, &direction), length(&of(point).load)),
            Kind::Pole { sign } => (sign * numbers.pole(), 1.0),
            Kind::Lift { contact, point } => {
                let normal = numbers.normal(contact, point);
                (normal, normal.abs())
            }
            Kind::Limit { point, mu, sign, side } => {
                let Solved { load: [z, ..], force: [tau, ..], .. } = of(point);
                (mu * sign * z - side * tau, mu * z.abs() + tau.abs())
            }
            Kind::Cone { point, mu, .. } => {
                let square = |parts: &[f64]| parts.iter().map(|x| x * x).sum::<f64>();
                let [load, force] = [square(&of(point).load), square(&of(point).force)];
                (mu * mu * load - force, mu * mu * load + force)
            }
            Kind::Other => (f64::NAN, f64::NAN),
        };
        Value { g, size, ..Value::default() }
    }

    /// Its values at the nodes, and its largest size there. The kind is asked for once, not at each node.
    pub(super) fn values(self, nodes: &[&Numbers], to: &mut [f64]) -> f64 {
        match self {
            Kind::Limit { .. } => each(nodes, to, |node| self.value(node)),
            Kind::Lift { .. } => each(nodes, to, |node| self.value(node)),
            Kind::Slip { .. } => each(nodes, to, |node| self.value(node)),
            _ => each(nodes, to, |node| self.value(node)),
        }
    }
}

#[inline(always)]
fn each(nodes: &[&Numbers], to: &mut [f64], value: impl Fn(&Numbers) -> Value) -> f64 {
    nodes.iter().zip(to).fold(0.0, |most: f64, (node, to)| {
        let Value { g, size, .. } = value(node);
        *to = g;
        if size > most { size } else { most }
    })
}

impl Smooth {
    pub(super) fn value(&self, numbers: &Numbers) -> Value {
        self.kind.value(numbers)
    }

    /// Value, size and floor of the guard, its rounding included.
    pub(in crate::simulate) fn at(&self, numbers: &Numbers, peak: f64) -> Value {
        Value { floor: self.floor(numbers.largest()[0], peak), ..self.value(numbers) }
    }

    pub(super) fn floor(&self, force: f64, slip: f64) -> f64 {
        match self.kind {
            Kind::Slip { .. } => ROUNDING * slip,
            Kind::Cone { .. } => FORCE_ROUNDING * force * force,
            Kind::Pole { .. } => ROUNDING,
            _ => FORCE_ROUNDING * force,
        }
    }

    /// Is it computed from the numbers that every evaluation solves?
    pub(in crate::simulate) fn is_solved(&self) -> bool {
        self.kind != Kind::Other
    }

    /// Is it of a load that does not come near zero, beside the largest at the nodes?
    pub(super) fn is_large(&self, nodes: &[&Numbers], largest: f64) -> bool {
        let Kind::Turn { point, .. } = self.kind else { return false };
        nodes.iter().all(|node| length(&node.points[point].load) > SMALL * largest)
    }

    /// Does it depend on forces at rest, which the error estimate of the method does not contain?
    pub(super) fn rests(&self) -> bool {
        matches!(self.kind, Kind::Limit { .. } | Kind::Cone { .. } | Kind::Lift { .. })
    }
}
