//! What forces a cluster can carry: they are not determined one by one, but each within limits.
//!
//! The multipliers are λ + Σ_k c_k z_k for any c, z_k being the null vectors of the cluster (A6). Its points stick if some c satisfies
//!
//! ```text
//! (1)  ± τ_i(c) ≤ μ'_i S_i z_i(c)   for every point i,     S_i = ±1 the sign of its load
//! ```
//!
//! which is a polytope for each pattern of the signs S, as τ_i and z_i are affine in c. A contact pushes, S = 1, and one without friction, or whose point slides, too: z_i ≥ 0. The load of a pin, N = |z| with z in the plane, is taken along
//! a direction u: u·z ≤ |z|, so that what satisfies (1) with it is within the limit, and some u does if any split is. Patterns are chosen from two
//! signs and from [`TURNS`] directions: all combinations up to [`MOST`], then the best one is improved, one load at a time, each u turning to where its
//! z(c) points, which can only make room.
//!
//! Of all c the one with the most room within (1) is reported: the multipliers of least norm can be far outside of it.
//!
//! Where a point that sticks shares its force with constraints whose load another point slides under, the share decides how hard that one rubs, and nothing
//! decides the share. Multipliers of least norm would let a brake on a body that cannot turn carry far more than it can. So these are taken instead:
//!
//! ```text
//! (2)  of all λ + Σ c_k z_k that with the least Σ τ_i² over the points that stick; of those the one of least norm        (A16)
//! ```
//!
//! With it a point that holds no freedom carries nothing. The certificate says that there are other motions (F4).
//!
//! If (1) cannot be satisfied, the combination of limits that contradict each other (P2) is a motion: of all motions, that which the
//! loads drive most strongly against its limits. Its points start, each against its force.

use super::at_work::ROUNDING;
use super::cones::Shared;
use super::share::{Share, TURNS, Way};
use crate::dynamics::{Cluster, Limits, Mode, Workspace};
use crate::linear::dictionary::{Dictionary, WEDGED};
use crate::linear::polytope::{Polytope, Violation};
use crate::math::max_abs_skip_nan;
use crate::model::{FrictionEntry, LoadRows, Model};

/// Most combinations of signs and directions that are all tried, and most rounds in which the best of them is improved.
const MOST: usize = 64;
const ROUNDS: usize = 8;
/// A part of a null vector below this part of its largest is zero.
const NONE: f64 = 1e-12;

/// The shares of a cluster's points and the size of their forces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Split {
    shares: Vec<Share>,
    /// Shares of which only the buffers are left.
    spare: Vec<Share>,
    /// Normal forces of contacts that are no load of these points, as functions of c, one after the other.
    pushes: Vec<f64>,
    unit: f64,
    /// What is rounding of the forces at work.
    rounding: f64,
    unknowns: usize,
    /// Is it of contacts in space instead, and of which?
    in_space: bool,
    cones: Shared,
    search: Patterns,
}

/// Directions for the loads of all shares, and what they violate.
#[derive(Clone, Debug, Default)]
struct Pattern {
    ways: Vec<Way>,
    least: Violation,
}

/// The search for the pattern with the most room, and its buffers.
#[derive(Clone, Debug, Default)]
struct Patterns {
    best: Pattern,
    /// The better one around it, and the one that is tried.
    better: Pattern,
    tried: Pattern,
    /// Patterns that are all tried, one after the other.
    all: Vec<Way>,
    wider: Vec<Way>,
    roots: Vec<f64>,
    set: Polytope,
    dictionary: Dictionary,
    row: Vec<f64>,
}

/// What slips in one direction is loaded by two components at most, and none else is split.
fn two([x, y, _]: [f64; 3]) -> [f64; 2] {
    [x, y]
}

impl Workspace {
    /// How the forces of a cluster can be split, at the last evaluation, whose null vectors it holds.
    pub(crate) fn split(&self, model: &Model, cluster: &Cluster, limits: Limits<'_>) -> Split {
        let mut split = Split::default();
        self.split_into(model, cluster, limits, &mut split);
        split
    }

    /// The same in buffers of the caller's.
    pub(crate) fn split_into(&self, model: &Model, cluster: &Cluster, limits: Limits<'_>, split: &mut Split) {
        split.spare.append(&mut split.shares);
        split.pushes.clear();
        (split.unit, split.rounding, split.unknowns) = (0.0, ROUNDING * self.forces_at_work(model), 0);
        split.in_space = !cluster.contacts.is_empty();
        if split.in_space {
            return self.share_cones(model, cluster, limits, &mut split.cones);
        }
        let frictions = &model.inner.frictions;
        let rows = model.rows();
        split.unknowns = cluster.null.len() / rows;
        let largest = max_abs_skip_nan(&cluster.null);
        let clean = |z: f64| if z.abs() <= NONE * largest { 0.0 } else { z };
        for &point in &cluster.points {
            let FrictionEntry { row, load, law, contact, .. } = &frictions[point];
            let mut share = split.spare.pop().unwrap_or_default();
            let Share { force, load: parts, ways, .. } = &mut share;
            let now = match load {
                LoadRows::Given => [self.friction.normal[point], 0.0],
                _ => two(load.of(&self.multipliers)),
            };
            let begin = |part: &mut Vec<f64>, z: f64| {
                part.clear();
                part.push(z);
            };
            begin(force, self.multipliers[*row]);
            parts.iter_mut().zip(now).for_each(|(part, z)| begin(part, z));
            for z in cluster.null.chunks_exact(rows) {
                force.push(clean(z[*row]));
                parts.iter_mut().zip(two(load.of(z))).for_each(|(part, z)| part.push(clean(z)));
            }
            let n = now[0].hypot(now[1]);
            // A contact pushes. Where its load is given, another guard looks after that.
            let given = parts.iter().all(|part| part[1..].iter().all(|z| *z == 0.0));
            let pushes = contact.is_some() && !given;
            let [x, y] = if n > 0.0 && !pushes { now.map(|z| z / n) } else { [1.0, 0.0] };
            let count = match load {
                _ if given || pushes => 1,
                LoadRows::Length(_) => TURNS,
                _ => 2,
            };
            let turn = |k: usize| (std::f64::consts::TAU * k as f64 / count as f64).sin_cos();
            ways.clear();
            ways.extend((0..count).map(turn).map(|(sin, cos)| [x * cos - y * sin, x * sin + y * cos]));
            (share.point, share.limit) = (point, limits.limit_factor() * law.holding());
            split.unit = split.unit.max(share.force[0].abs() + share.limit * n);
            split.shares.push(share);
        }
        for contact in &model.inner.contacts {
            let parts = cluster.null.chunks_exact(rows).map(|z| clean(z[contact.row]));
            if contact.friction.is_none_or(|p| !cluster.points.contains(&p)) && parts.clone().any(|z| z != 0.0) {
                split.pushes.push(self.multipliers[contact.row]);
                split.pushes.extend(parts);
            }
        }
    }
}

impl Workspace {
    /// How much room the forces of a cluster of one freedom that splits have within their limits at the last evaluation, whose null vectors it holds: with some it holds
    /// whatever its trend says. Less than nothing if it is none.
    pub(crate) fn room(&self, model: &Model, cluster: &Cluster, limits: Limits<'_>) -> f64 {
        let mut kept = cluster.clone();
        self.keep_loads(model, &mut kept);
        let room = -self.split(model, &kept, limits).excess() - cluster.beyond();
        if 0.0 < room && room < 1.0 - cluster.beyond() { room } else { f64::NEG_INFINITY }
    }

    /// By what force the limits of a cluster are too low, at the last evaluation; less than nothing if there is room.
    pub(crate) fn beyond(&mut self, model: &Model, modes: &[Mode], points: &[usize]) -> f64 {
        let here = self.clusters(model, modes);
        let same = here.iter().find(|cluster| cluster.points == points);
        same.map_or(f64::NAN, |cluster| self.split(model, cluster, Limits::Law).beyond())
    }

    /// Replaces the multipliers of each cluster by those with the most room within all limits, and notes which points share theirs.
    pub(crate) fn share_forces(&mut self, model: &Model, modes: &[Mode], shared: &mut Vec<bool>) {
        shared.clear();
        shared.resize(model.inner.frictions.len(), false);
        self.mark_free_loads(model, shared);
        for cluster in self.shared_clusters(model, modes) {
            cluster.points.iter().for_each(|&point| shared[point] = true);
            let mut split = self.split(model, &cluster, Limits::Law);
            let Some(least) = split.reported() else { continue };
            for (z, c) in cluster.null.chunks_exact(model.rows()).zip(&least) {
                // Rounding of z is not blown up to a force of a row that has no part in it: c is large where forces that are nearly wedged are to have room.
                let most = NONE * max_abs_skip_nan(z);
                let parts = self.multipliers.iter_mut().zip(z).filter(|(_, z)| z.abs() > most);
                parts.for_each(|(multiplier, z)| *multiplier += c * z);
            }
        }
    }
}

impl Split {
    /// (1) for one pattern.
    fn polytope(&self, ways: &[Way], set: &mut Polytope, row: &mut Vec<f64>) {
        set.reset(self.unknowns);
        for (share, way) in self.shares.iter().zip(ways) {
            for side in [1.0, -1.0] {
                row.clear();
                row.extend(share.force.iter().zip(share.along(*way)).map(|(f, z)| side * f - share.limit * z));
                set.below(&row[1..], -row[0]);
            }
        }
        for push in self.pushes.chunks_exact(self.unknowns + 1) {
            row.clear();
            row.extend(push[1..].iter().map(|z| -z));
            set.below(row, push[0]);
        }
    }

    /// The patterns that are all tried.
    fn list(&self, search: &mut Patterns) {
        let Patterns { all, wider, .. } = search;
        all.clear();
        let mut count = 1;
        for (k, share) in self.shares.iter().enumerate() {
            let ways = if count * share.ways.len() <= MOST { &share.ways[..] } else { &share.ways[..1] };
            wider.clear();
            for pattern in 0..count {
                for way in ways {
                    wider.extend_from_slice(&all[pattern * k..(pattern + 1) * k]);
                    wider.push(*way);
                }
            }
            count *= ways.len();
            std::mem::swap(all, wider);
        }
    }

    /// Of one unknown: the patterns to which loads point at the roots of μ'² ‖z_i(c)‖² − τ_i(c)², between these, and beyond them. If any split of pins
    /// is within all limits, it is with one of these.
    fn list_of_one(&self, search: &mut Patterns) {
        if self.unknowns != 1 || self.shares.iter().all(|share| share.ways.len() < TURNS) {
            return;
        }
        let Patterns { all, roots, .. } = search;
        roots.clear();
        roots.extend(self.shares.iter().flat_map(Share::ends));
        roots.sort_unstable_by(f64::total_cmp);
        let between = roots.windows(2).map(|w| 0.5 * (w[0] + w[1]));
        let beyond = roots.first().map(|c| 2.0 * c - 1.0).into_iter().chain(roots.last().map(|c| 2.0 * c + 1.0));
        let places = between.chain(beyond).chain(roots.iter().copied());
        all.extend(places.flat_map(|c| self.shares.iter().map(move |share| share.towards(c))));
    }

    /// Solves the pattern that is tried, and keeps it as the better one if it is the first that is solved or violates less. Is it solved?
    fn attempt(&self, search: &mut Patterns, first: bool) -> bool {
        let Patterns { better, tried, set, dictionary, row, .. } = search;
        self.polytope(&tried.ways, set, row);
        let solved = set.violation_in(self.unit, dictionary, &mut tried.least).is_some();
        if solved && (first || tried.least.size.total_cmp(&better.least.size).is_lt()) {
            std::mem::swap(better, tried);
        }
        solved
    }

    /// The pattern with the least violation, better ones being looked for around the best of all that are tried: the split with the most room. None without forces.
    fn best(&mut self) -> Option<&Pattern> {
        if self.unit <= 0.0 {
            return None;
        }
        let mut search = std::mem::take(&mut self.search);
        let found = self.seek(&mut search);
        self.search = search;
        found.then_some(&self.search.best)
    }

    fn seek(&self, search: &mut Patterns) -> bool {
        self.list(search);
        self.list_of_one(search);
        let shares = self.shares.len();
        let mut solved = false;
        for k in 0..search.all.len() / shares {
            search.tried.ways.clear();
            search.tried.ways.extend_from_slice(&search.all[k * shares..(k + 1) * shares]);
            solved |= self.attempt(search, !solved);
        }
        std::mem::swap(&mut search.best, &mut search.better);
        for _ in 0..if solved { ROUNDS } else { 0 } {
            let before = search.best.least.size;
            if before <= -1.0 || self.shares.iter().all(|share| share.ways.len() == 1) {
                break;
            }
            let Patterns { best, tried, .. } = search;
            tried.ways.clear();
            let turned =
                self.shares.iter().zip(&best.ways).map(|(s, way)| s.direction(&best.least.point).unwrap_or(*way));
            tried.ways.extend(turned);
            let mut any = self.attempt(search, true);
            for (k, share) in self.shares.iter().enumerate().filter(|(_, share)| share.ways.len() == 2) {
                let Patterns { best, tried, .. } = search;
                tried.ways.clone_from(&best.ways);
                tried.ways[k] = share.ways[usize::from(best.ways[k] == share.ways[0])];
                any |= self.attempt(search, !any);
            }
            if !any || search.better.least.size >= before - NONE {
                break;
            }
            std::mem::swap(&mut search.best, &mut search.better);
        }
        solved
    }

    /// By how much the limits are too low, relative to the forces of the cluster (−1 if there are none).
    pub(crate) fn excess(&mut self) -> f64 {
        let [excess, unit] = self.size();
        let beyond = excess * unit - self.rounding;
        if excess > 0.0 && unit > 0.0 { beyond.max(0.0) / unit } else { excess }
    }

    /// The same and rounding, as a force.
    fn beyond(&mut self) -> f64 {
        let [excess, unit] = self.size();
        excess * unit
    }

    /// By how much the limits are too low, and of what force that is a part.
    fn size(&mut self) -> [f64; 2] {
        match self.in_space {
            true => [self.cones.excess(), self.cones.unit()],
            false => [self.best().map_or(-1.0, |best| best.least.size), self.unit],
        }
    }

    /// How the points start where the limits are too low.
    pub(crate) fn starts(&mut self) -> Vec<(usize, Mode)> {
        if self.in_space || self.best().is_none() {
            return Vec::new();
        }
        let combination = &self.search.best.least.combination;
        let most = combination.iter().fold(0.0, |most: f64, y| most.max(*y));
        let start = |(share, y): (&Share, &[f64])| {
            let motion = y[1] - y[0];
            (motion.abs() > WEDGED * most).then(|| (share.point, Mode::sliding(motion)))
        };
        self.shares.iter().zip(combination.chunks_exact(2)).filter_map(start).collect()
    }

    /// Could neither be proved, that forces within all cones exist or that none do?
    pub(crate) fn is_undecided(&self) -> bool {
        self.in_space && self.cones.is_undecided()
    }

    /// The combination that is reported.
    fn reported(&mut self) -> Option<Vec<f64>> {
        if self.in_space { self.cones.least() } else { self.best().map(|best| best.least.point.clone()) }
    }

    /// Least and largest force that a point of the cluster can have while all of them stick.
    pub(crate) fn range(&mut self, point: usize) -> Option<[f64; 2]> {
        let k = self.shares.iter().position(|share| share.point == point)?;
        let unit = self.unit.max(f64::MIN_POSITIVE);
        let best = self.best().map(|best| best.ways.clone()).unwrap_or_default();
        let mut search = Patterns::default();
        self.list(&mut search);
        let (force, shares) = (&self.shares[k].force, self.shares.len());
        let range = |ways: &[Way]| {
            self.polytope(ways, &mut search.set, &mut search.row);
            search.set.range(&force[1..], unit)
        };
        let patterns = best.chunks_exact(shares).chain(search.all.chunks_exact(shares));
        let hull = patterns.filter_map(range).reduce(|[a, b], [c, d]| [a.min(c), b.max(d)])?;
        Some(hull.map(|end| force[0] + end))
    }
}
