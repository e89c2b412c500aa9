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

use super::cones::Shared;
use crate::dynamics::{Cluster, Limits, Mode, Workspace};
use crate::linear::polytope::{Polytope, Violation};
use crate::math::max_abs_skip_nan;
use crate::model::{FrictionEntry, LoadRows, Model};

/// Directions in which a pin's load is tried.
const TURNS: usize = 8;
/// Most combinations of signs and directions that are all tried, and most rounds in which the best of them is improved.
const MOST: usize = 64;
const ROUNDS: usize = 8;
/// A part of a null vector below this part of its largest is zero.
const NONE: f64 = 1e-12;

/// A friction point of a cluster as an affine function of c: constant, then coefficients.
struct Share {
    point: usize,
    limit: f64,
    force: Vec<f64>,
    /// Both components of its load.
    load: [Vec<f64>; 2],
    /// Directions along which the load may be taken, the present one first: those of two signs, of a pin, or the one that it has.
    ways: Vec<[f64; 2]>,
}

/// The shares of a cluster's points and the size of their forces.
pub(crate) struct Split {
    shares: Vec<Share>,
    /// Normal forces of contacts that are no load of these points, as functions of c.
    pushes: Vec<Vec<f64>>,
    unit: f64,
    unknowns: usize,
    /// Of contacts in space instead.
    cones: Option<Shared>,
}

/// What slips in one direction is loaded by two components at most, and none else is split.
fn two([x, y, _]: [f64; 3]) -> [f64; 2] {
    [x, y]
}

/// A direction for the load of each share.
type Pattern = Vec<[f64; 2]>;

impl Workspace {
    /// How the forces of a cluster can be split, at the last evaluation, whose null vectors it holds.
    pub(crate) fn split(&self, model: &Model, cluster: &Cluster, limits: Limits<'_>) -> Split {
        if !cluster.contacts.is_empty() {
            let cones = Some(self.shared_cones(model, cluster, limits));
            return Split { shares: Vec::new(), pushes: Vec::new(), unit: 0.0, unknowns: 0, cones };
        }
        let frictions = &model.inner.frictions;
        let rows = model.rows();
        let unknowns = cluster.null.len() / rows;
        let largest = max_abs_skip_nan(&cluster.null);
        let clean = |z: f64| if z.abs() <= NONE * largest { 0.0 } else { z };
        let mut unit: f64 = 0.0;
        let mut share = |&point: &usize| {
            let FrictionEntry { row, load, law, contact, .. } = &frictions[point];
            let mut force = vec![self.multipliers[*row]];
            let now = match load {
                LoadRows::Given => [self.friction.normal[point], 0.0],
                _ => two(load.of(&self.multipliers)),
            };
            let mut parts = now.map(|z| vec![z]);
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
            let ways = (0..count).map(turn).map(|(sin, cos)| [x * cos - y * sin, x * sin + y * cos]).collect();
            let limit = limits.limit_factor() * law.holding();
            unit = unit.max(force[0].abs() + limit * n);
            Share { point, limit, force, load: parts, ways }
        };
        let shares = cluster.points.iter().map(&mut share).collect();
        let others = model.inner.contacts.iter().filter(|c| c.friction.is_none_or(|p| !cluster.points.contains(&p)));
        let push = |row: usize| -> Vec<f64> {
            let parts = cluster.null.chunks_exact(rows).map(|z| clean(z[row]));
            [self.multipliers[row]].into_iter().chain(parts).collect()
        };
        let pushes = others.map(|contact| push(contact.row)).filter(|push| push[1..].iter().any(|z| *z != 0.0));
        Split { shares, pushes: pushes.collect(), unit, unknowns, cones: None }
    }
}

impl Workspace {
    /// Replaces the multipliers of each cluster by those with the most room within all limits, and notes which points share theirs.
    pub(crate) fn share_forces(&mut self, model: &Model, modes: &[Mode], shared: &mut Vec<bool>) {
        shared.clear();
        shared.resize(model.inner.frictions.len(), false);
        let frictions = &model.inner.frictions;
        for mut cluster in self.clusters(model, modes) {
            cluster.points.iter().for_each(|&point| shared[point] = true);
            // The friction of a point that slides belongs to the load with which it was solved: what would change that is no other split of
            // the same motion.
            for row in self.friction.loaded().iter().flat_map(|&point| frictions[point].load.rows()) {
                cluster.keep(row, model.rows());
            }
            let split = self.split(model, &cluster, Limits::Law);
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

impl Share {
    /// Its load along a direction, as a function of c.
    fn along(&self, [x, y]: [f64; 2]) -> impl Iterator<Item = f64> + '_ {
        self.load[0].iter().zip(&self.load[1]).map(move |(a, b)| x * a + y * b)
    }

    /// Where it reaches its limit, of one unknown.
    fn ends(&self) -> Vec<f64> {
        let mut polynomial = [0.0; 3];
        let mut add = |part: &[f64], times: f64| {
            let [a, b] = [part[0], part[1]];
            polynomial.iter_mut().zip([a * a, 2.0 * a * b, b * b]).for_each(|(p, x)| *p += times * x);
        };
        self.load.iter().for_each(|part| add(part, self.limit * self.limit));
        add(&self.force, -1.0);
        let [c0, c1, c2] = polynomial;
        let root = (c1 * c1 - 4.0 * c0 * c2).sqrt();
        // Both roots without cancellation; none if the discriminant is negative.
        let q = -0.5 * (c1 + root.copysign(c1));
        [q / c2, c0 / q].into_iter().filter(|c| c.is_finite()).collect()
    }

    /// The way along which its load lies at c, of one unknown.
    fn towards(&self, c: f64) -> [f64; 2] {
        self.direction(&[c]).unwrap_or_else(|| {
            let [x, y] = self.load.each_ref().map(|part| part[0] + part[1] * c);
            let along = |way: &&[f64; 2]| x * way[0] + y * way[1];
            self.ways.iter().max_by(|a, b| along(a).total_cmp(&along(b))).copied().unwrap_or([1.0, 0.0])
        })
    }

    /// Where its load points at c; none where that is nowhere, or where its direction is one of two.
    fn direction(&self, c: &[f64]) -> Option<[f64; 2]> {
        let at = |part: &Vec<f64>| part[0] + part[1..].iter().zip(c).map(|(z, c)| z * c).sum::<f64>();
        let [x, y] = [at(&self.load[0]), at(&self.load[1])];
        let n = x.hypot(y);
        (self.ways.len() == TURNS && n > 0.0).then(|| [x / n, y / n])
    }
}

impl Split {
    /// (1) for one pattern.
    fn polytope(&self, pattern: &[[f64; 2]]) -> Polytope {
        let mut set = Polytope::new(self.unknowns);
        for (share, way) in self.shares.iter().zip(pattern) {
            for side in [1.0, -1.0] {
                let row = share.force.iter().zip(share.along(*way)).map(|(f, z)| side * f - share.limit * z);
                let row: Vec<f64> = row.collect();
                set.below(&row[1..], -row[0]);
            }
        }
        for push in &self.pushes {
            let against: Vec<f64> = push[1..].iter().map(|z| -z).collect();
            set.below(&against, push[0]);
        }
        set
    }

    /// The patterns that are all tried.
    fn patterns(&self) -> Vec<Pattern> {
        let mut patterns: Vec<Pattern> = vec![Vec::new()];
        for share in &self.shares {
            let ways = if patterns.len() * share.ways.len() <= MOST { &share.ways[..] } else { &share.ways[..1] };
            let with = |pattern: &Pattern| ways.iter().map(|way| [&pattern[..], &[*way]].concat()).collect::<Vec<_>>();
            patterns = patterns.iter().flat_map(with).collect();
        }
        patterns
    }

    /// Of one unknown: the patterns to which loads point at the roots of μ'² ‖z_i(c)‖² − τ_i(c)², between these, and beyond them. If any split of pins
    /// is within all limits, it is with one of these.
    fn patterns_of_one(&self) -> Vec<Pattern> {
        if self.unknowns != 1 || self.shares.iter().all(|share| share.ways.len() < TURNS) {
            return Vec::new();
        }
        let mut roots: Vec<f64> = self.shares.iter().flat_map(Share::ends).collect();
        roots.sort_by(f64::total_cmp);
        let between = roots.windows(2).map(|w| 0.5 * (w[0] + w[1]));
        let beyond = roots.first().map(|c| 2.0 * c - 1.0).into_iter().chain(roots.last().map(|c| 2.0 * c + 1.0));
        between
            .chain(beyond)
            .chain(roots.iter().copied())
            .map(|c| self.shares.iter().map(|share| share.towards(c)).collect())
            .collect()
    }

    /// The pattern with the least violation, better ones being looked for around the best of all that are tried.
    fn best(&self) -> Option<(Pattern, Violation)> {
        if self.unit <= 0.0 {
            return None;
        }
        let try_one = |pattern: Pattern| self.polytope(&pattern).violation(self.unit).map(|least| (pattern, least));
        let patterns = self.patterns().into_iter().chain(self.patterns_of_one());
        let mut tried = patterns.filter_map(try_one).collect::<Vec<_>>();
        tried.sort_by(|a, b| a.1.size.total_cmp(&b.1.size));
        let mut best = tried.into_iter().next()?;
        for _ in 0..ROUNDS {
            let before = best.1.size;
            if before <= -1.0 || self.shares.iter().all(|share| share.ways.len() == 1) {
                break;
            }
            let turned = self.shares.iter().zip(&best.0).map(|(s, way)| s.direction(&best.1.point).unwrap_or(*way));
            let mut others = vec![turned.collect()];
            for (k, share) in self.shares.iter().enumerate().filter(|(_, share)| share.ways.len() == 2) {
                let mut other: Pattern = best.0.clone();
                other[k] = share.ways[usize::from(other[k] == share.ways[0])];
                others.push(other);
            }
            let better = others.into_iter().filter_map(try_one).min_by(|a, b| a.1.size.total_cmp(&b.1.size));
            match better {
                Some(better) if better.1.size < before - NONE => best = better,
                _ => break,
            }
        }
        Some(best)
    }

    /// By how much the limits are too low, relative to the forces at work (−1 if there are none), and how the points start then.
    pub(crate) fn excess(&self) -> (f64, Vec<(usize, Mode)>) {
        match &self.cones {
            Some(cones) => (cones.excess(), Vec::new()),
            None => self.least().map_or((-1.0, Vec::new()), |least| (least.size, self.starts(&least))),
        }
    }

    /// Could neither be proved, that forces within all cones exist or that none do?
    pub(crate) fn is_undecided(&self) -> bool {
        self.cones.as_ref().is_some_and(Shared::is_undecided)
    }

    /// The combination that is reported.
    fn reported(&self) -> Option<Vec<f64>> {
        match &self.cones {
            Some(cones) => cones.least(),
            None => self.least().map(|least| least.point),
        }
    }

    /// The least violation over all patterns of signs: the split with the most room. None without forces.
    fn least(&self) -> Option<Violation> {
        self.best().map(|(_, least)| least)
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
        let unit = self.unit.max(f64::MIN_POSITIVE);
        let patterns = self.best().map(|(pattern, _)| pattern).into_iter().chain(self.patterns());
        let ranges = patterns.filter_map(|pattern| self.polytope(&pattern).range(&share.force[1..], unit));
        let hull = ranges.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)])?;
        Some(hull.map(|end| share.force[0] + end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pin in one combination reaches its limit where μ' N = |τ|, and nowhere else: between these places its force is on one side of it.
    #[test]
    fn identity_a_pin_reaches_its_limit_where_the_polynomial_says() {
        let share = |limit: f64, force: [f64; 2], x: [f64; 2], y: [f64; 2]| Share {
            point: 0,
            limit,
            force: force.to_vec(),
            load: [x.to_vec(), y.to_vec()],
            ways: vec![[1.0, 0.0]; TURNS],
        };
        for (one, known) in [
            (share(0.5, [0.0, 1.0], [3.0, 0.0], [4.0, 0.0]), [-2.5, 2.5]),
            (share(2.0, [3.0, 0.0], [0.0, 1.0], [0.0, 0.0]), [-1.5, 1.5]),
            (share(0.5, [1.0, 2.0], [1.0, 0.0], [0.0, 1.0]), [-0.823926596236, -0.242740070431]),
        ] {
            let mut ends = one.ends();
            ends.sort_by(f64::total_cmp);
            for (end, known) in ends.iter().zip(known) {
                assert!((end - known).abs() < 1e-8, "{ends:?}");
            }
            assert_eq!(ends.len(), 2);
        }
    }
}
