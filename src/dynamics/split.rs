//! What forces a cluster can carry: they are not determined one by one, but each within limits.
//!
//! The multipliers are λ + Σ_k c_k z_k for any c, z_k being the null vectors of the cluster (A6). Its points stick if some c satisfies
//!
//! ```text
//! (1)  ± τ_i(c) ≤ μ'_i S_i z_i(c)   for every point i,     S_i = ±1 the sign of its load
//! ```
//!
//! which is a polytope for each pattern of the signs S, as τ_i and z_i are affine in c. All patterns are tried for up to [`SIGNS`] loads that
//! depend on c, otherwise the present one. The load of a pin is taken along its present direction: a bound from below, so that a pin may be said to slip
//! a little early.
//!
//! Of all c the one with the most room within (1) is reported: the multipliers of least norm can be far outside of it.
//!
//! If (1) cannot be satisfied, the combination of limits that contradict each other (P2) is a motion: of all motions, that which the
//! loads drive most strongly against its limits. Its points start, each against its force.

use super::{Cluster, Limits, Mode, Workspace};
use crate::linear::polytope::{Polytope, Violation};
use crate::math::size;
use crate::model::{FrictionEntry, LoadRows, Model};

/// Most loads of undetermined sign for which all patterns are tried.
const SIGNS: usize = 6;
/// A part of a null vector below this part of its largest is zero.
const NONE: f64 = 1e-12;

/// A friction point of a cluster as an affine function of c: constant, then coefficients.
struct Share {
    point: usize,
    limit: f64,
    force: Vec<f64>,
    load: Vec<f64>,
    /// Can its load have either sign?
    signed: bool,
}

/// The shares of a cluster's points and the size of their forces.
pub(crate) struct Split {
    shares: Vec<Share>,
    unit: f64,
    unknowns: usize,
}

impl Workspace {
    /// How the forces of a cluster can be split, at the last evaluation, whose null vectors it holds.
    pub(crate) fn split(&self, model: &Model, cluster: &Cluster, limits: Limits<'_>) -> Split {
        let frictions = &model.inner.frictions;
        let rows = model.rows();
        let unknowns = cluster.null.len() / rows;
        let largest = size(&cluster.null);
        let clean = |z: f64| if z.abs() <= NONE * largest { 0.0 } else { z };
        let mut unit: f64 = 0.0;
        let mut share = |&point: &usize| {
            let FrictionEntry { row, load, law, .. } = &frictions[point];
            let mut force = vec![self.multipliers[*row]];
            let mut size = vec![self.rubs.normal[point]];
            let direction = match load {
                LoadRows::Pair(_) => {
                    let [a, b] = load.of(&self.multipliers);
                    let n = a.hypot(b);
                    if n > 0.0 { [a / n, b / n] } else { [0.0; 2] }
                }
                LoadRows::Rows(_) => {
                    size[0] = load.of(&self.multipliers)[0];
                    [1.0, 0.0]
                }
                LoadRows::Given => [0.0; 2],
            };
            for z in cluster.null.chunks_exact(rows) {
                let [a, b] = load.of(z);
                force.push(clean(z[*row]));
                size.push(clean(direction[0] * a + direction[1] * b));
            }
            let limit = limits.grip() * law.holding();
            unit = unit.max(force[0].abs() + limit * size[0].abs());
            let signed = matches!(load, LoadRows::Rows(_));
            Share { point, limit, force, load: size, signed }
        };
        let shares = cluster.points.iter().map(&mut share).collect();
        Split { shares, unit, unknowns }
    }
}

impl Workspace {
    /// Replaces the multipliers of each cluster by those with the most room within all limits, and notes which points share theirs.
    pub(crate) fn share_forces(&mut self, model: &Model, modes: &[Mode], shared: &mut Vec<bool>) {
        shared.clear();
        shared.resize(model.inner.frictions.len(), false);
        for cluster in self.clusters(model, modes) {
            let split = self.split(model, &cluster, Limits::Law);
            cluster.points.iter().for_each(|&point| shared[point] = true);
            let Some(least) = split.least() else { continue };
            for (z, c) in cluster.null.chunks_exact(model.rows()).zip(&least.point) {
                self.multipliers.iter_mut().zip(z).for_each(|(multiplier, z)| *multiplier += c * z);
            }
        }
    }
}

impl Split {
    /// (1) for every pattern of signs.
    fn polytopes(&self) -> impl Iterator<Item = Polytope> + '_ {
        let open = |share: &Share| share.signed && share.load[1..].iter().any(|z| *z != 0.0);
        let count = self.shares.iter().filter(|share| open(share)).count();
        (0..if count <= SIGNS { 1_usize << count } else { 1 }).map(move |mut pattern| {
            let mut set = Polytope::new(self.unknowns);
            for share in &self.shares {
                let mut sign = if share.load[0] < 0.0 { -1.0 } else { 1.0 };
                if open(share) {
                    sign *= if pattern & 1 == 1 { -1.0 } else { 1.0 };
                    pattern >>= 1;
                }
                for side in [1.0, -1.0] {
                    let row = share.force.iter().zip(&share.load).map(|(f, z)| side * f - share.limit * sign * z);
                    let row: Vec<f64> = row.collect();
                    set.below(&row[1..], -row[0]);
                }
            }
            set
        })
    }

    /// By how much the limits are too low, relative to the forces at work (−1 if there are none), and how the points start then.
    pub(crate) fn excess(&self) -> (f64, Vec<(usize, Mode)>) {
        self.least().map_or((-1.0, Vec::new()), |least| (least.size, self.starts(&least)))
    }

    /// The least violation over all patterns of signs: the split with the most room. None without forces.
    fn least(&self) -> Option<Violation> {
        if self.unit <= 0.0 {
            return None;
        }
        let violations = self.polytopes().filter_map(|set| set.violation(self.unit));
        violations.min_by(|a, b| a.size.total_cmp(&b.size))
    }

    fn starts(&self, violation: &Violation) -> Vec<(usize, Mode)> {
        let most = violation.combination.iter().fold(0.0, |most: f64, y| most.max(*y));
        let start = |(share, y): (&Share, &[f64])| {
            let motion = y[1] - y[0];
            (motion.abs() > NONE * most).then(|| (share.point, Mode::sliding(motion)))
        };
        self.shares.iter().zip(violation.combination.chunks_exact(2)).filter_map(start).collect()
    }

    /// Least and largest force that a point of the cluster can have while all of them stick.
    pub(crate) fn range(&self, point: usize) -> Option<[f64; 2]> {
        let share = self.shares.iter().find(|share| share.point == point)?;
        let ranges = self.polytopes().filter_map(|set| set.range(&share.force[1..], self.unit.max(f64::MIN_POSITIVE)));
        let hull = ranges.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)])?;
        Some(hull.map(|end| share.force[0] + end))
    }
}
