//! What contacts in space that stick together can carry, each within its cone.
//!
//! As in `split.rs` the multipliers are λ + Σ_k c_k z_k for any c. The contacts stick if some c satisfies
//!
//! ```text
//! (1)  ‖T_i(c)‖ ≤ μ'_i N_i(c)   for every contact i that sticks,     N_i(c) ≥ 0   for those that are smooth
//! ```
//!
//! Four feet on a floor have twelve forces and six of them are free. The combinations of normal forces alone, which hold nothing at rest, count too: a foot whose normal force of least
//! norm pulls may be one that pushes. The answer has bounds on both sides (`linear/cones.rs`); forces that stand between them are told to be undecided.
//!
//! Of all c within the cones that with the least forces is reported: feet that are all as stiff carry that.

use super::cluster::Cluster;
use super::together::Pattern;
use crate::dynamics::{Limits, Mode, Workspace};
use crate::linear::cones::{Cones, Room};
use crate::math::{length, max_abs_skip_nan};
use crate::model::Model;

/// A part of a null vector below this part of its largest is zero.
const NONE: f64 = 1e-12;
/// Room below which something is at its limit, in parts of the forces at work.
const BORDER: f64 = 1e-7;
/// Rounding of the room.
const ROUNDING: f64 = 1e-11;

/// The cones of a cluster, the size of their forces, and the room that they have, if it is known: it is not without forces, or if rounding ruins the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    cones: Cones,
    unit: f64,
    room: Room,
    is_known: bool,
}

impl Workspace {
    /// (1) at the last evaluation, whose null vectors the cluster holds.
    pub(super) fn share_cones(&self, model: &Model, cluster: &Cluster, limits: Limits<'_>, shared: &mut Shared) {
        let inner = &*model.inner;
        let rows = model.rows();
        let largest = max_abs_skip_nan(&cluster.null);
        let clean = |z: f64| if z.abs() <= NONE * largest { 0.0 } else { z };
        let of = |row: usize, times: f64| {
            let parts = cluster.null.chunks_exact(rows).map(move |z| times * clean(z[row]));
            std::iter::once(times * self.multipliers[row]).chain(parts)
        };
        let Shared { cones, unit, room, is_known } = shared;
        cones.reset(cluster.null.len() / rows);
        *unit = 0.0;
        for &contact in &cluster.contacts {
            let entry = &inner.contacts[contact];
            let sticks = |point: &usize| cluster.points.contains(point);
            let Some(friction) = entry.friction.filter(sticks).map(|point| &inner.frictions[point]) else {
                cones.within([of(entry.row, 1.0)]);
                *unit = unit.max(self.multipliers[entry.row].abs());
                continue;
            };
            let limit = limits.limit_factor() * friction.law.holding();
            let bound = (limit * self.multipliers[entry.row]).abs();
            *unit = unit.max(friction.size_of(&self.multipliers) + bound);
            let tangents = friction.rows().map(|row| of(row, 1.0));
            cones.within(std::iter::once(of(entry.row, limit)).chain(tangents));
        }
        *is_known = *unit > 0.0 && cones.room(*unit, room).is_some();
    }

    /// What happens at the border, where the room has come to its end: what is at its limit slides against its force, what carries nothing opens.
    pub(crate) fn border(&self, model: &Model, modes: &[Mode], cluster: &Cluster) -> Option<Pattern> {
        let inner = &*model.inner;
        let mut shared = Shared::default();
        self.share_cones(model, cluster, Limits::Law, &mut shared);
        let Shared { mut cones, unit, room, .. } = Some(shared).filter(|shared| shared.is_known)?;
        let none = BORDER * unit;
        let mut pattern = Pattern { modes: modes.to_vec(), angles: Vec::new() };
        for (&contact, block) in cluster.contacts.iter().zip(cones.values(&room.point)) {
            let size = length(&block[1..]);
            let to = match block[..] {
                [bound, ..] if bound <= none => Mode::Open,
                [bound, ..] if bound - size > none => continue,
                _ => Mode::Holding,
            };
            let slides = match block[1..] {
                [x] => Mode::sliding(-x),
                _ => Mode::Forward,
            };
            if let (Some(point), Mode::Holding, [_, x, y, ..]) = (inner.contacts[contact].friction, to, block) {
                pattern.angles.push((point, (-y).atan2(-x)));
            }
            model.switch_contact(&mut pattern.modes, contact, to, slides);
        }
        Some(pattern)
    }
}

impl Shared {
    /// By how much the cones are too narrow, relative to the forces in them; −1 if there are none.
    pub(super) fn excess(&self) -> f64 {
        match self.is_known {
            _ if self.unit <= 0.0 => -1.0,
            true => -self.room.size,
            false => 1.0,
        }
    }

    /// The largest of the forces in them.
    pub(super) fn unit(&self) -> f64 {
        self.unit
    }

    /// Is it neither proved that forces within all cones exist nor that none do?
    pub(super) fn is_undecided(&self) -> bool {
        let open = self.room.size < -ROUNDING && self.room.at_most > ROUNDING;
        self.unit > 0.0 && (open || !self.is_known)
    }

    /// The combination that is reported.
    pub(super) fn least(&mut self) -> Option<Vec<f64>> {
        self.is_known.then(|| self.cones.least(self.unit, &self.room))
    }
}

impl Cluster {
    /// The points of it that stick, as they would have to change.
    pub(super) fn all_start(&self) -> Vec<(usize, Mode)> {
        self.points.iter().map(|&point| (point, Mode::Forward)).collect()
    }
}
