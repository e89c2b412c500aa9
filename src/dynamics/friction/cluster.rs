//! Friction points that hold the same freedom together: their forces are not determined one by one.
//!
//! The factorization drops each row that depends on others and gives the combination z with Jᵀ z = 0 (A6). Points whose tangent or load
//! takes part in common combinations form a cluster. With k tangents and m combinations it holds k − m freedoms.
//!
//! If a combination contradicts the right-hand side, zᵀ γ ≠ 0, its rows cannot hold at all.
//!
//! A cluster that holds one freedom moves in one way only: with the unit response r_j = D_j v' to a push along that freedom, its points
//! slide with σ_j = ± sgn r_j. Whether it starts is asked of the motion itself (`trend`). One that holds several can start in many
//! ways: there the forces that it can carry are compared with those that it must (`split.rs`). One that holds none cannot start.

use super::buffers::Pushed;
use crate::dynamics::diagnose::{PART, taking_part};
use crate::dynamics::{Limits, Mode, Query, Workspace};
use crate::error::{ElementError, EvalError};
use crate::math::max_abs_skip_nan;
use crate::model::Model;

/// Friction points that hold the same freedoms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cluster {
    pub(crate) points: Vec<usize>,
    /// How many freedoms it holds.
    pub(crate) freedoms: usize,
    /// Does it stick only while its forces can be split within all limits? For pins in several combinations that is known by a bound only, so that
    /// where it holds one freedom its trend alone decides.
    pub(crate) splits: bool,
    /// Can its rows not hold together?
    pub(crate) contradicts: bool,
    /// The contacts that take part, if one of its points slides in space: then its forces have cones (`cones.rs`).
    pub(crate) contacts: Vec<usize>,
    /// Its combinations, one after the other, each with a number for every row.
    pub(crate) null: Vec<f64>,
}

/// Clusters, and the buffers in which they are gathered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clusters {
    pub(crate) list: Vec<Cluster>,
    /// Clusters of which only the buffers are left.
    spare: Vec<Cluster>,
    null: Vec<f64>,
    /// Rows that take part in a combination, and which combinations are of normal forces alone.
    takes: Vec<bool>,
    normals: Vec<usize>,
    /// Of these, which a cluster has not yet.
    left: Vec<usize>,
}

/// Part of the terms of zᵀγ that may be left by rounding.
const CONSISTENT: f64 = 1e-8;
/// Of the largest acceleration at work, what is rounding of it: what a velocity of 1e-36 gives contradicts nothing.
const ROUNDING: f64 = 1e-14;
/// By how much forces that hold one freedom must be beyond their limits to be so whatever the trend says.
const BEYOND: f64 = 1e-9;
/// A response below this part of the largest is none.
const STILL: f64 = 1e-9;
/// A point that the rest holds answers a push with less than this part of what it would do alone.
const HELD: f64 = 1e-12;

impl Cluster {
    /// By how much its forces may be beyond their limits.
    pub(crate) fn beyond(&self) -> f64 {
        if self.freedoms == 1 { BEYOND } else { 0.0 }
    }
    /// Beyond this a run asks whether it starts: where it may not stick. At [`beyond`](Self::beyond) itself it may, by rounding; and where loads grow with friction it would be asked again
    /// and again, for what starts with loads of the same signs is accelerated back from there on.
    pub(crate) fn starts_beyond(&self) -> f64 {
        2.0 * self.beyond()
    }
}

impl Workspace {
    /// The clusters of the points that stick, at the last evaluation.
    pub(crate) fn clusters(&mut self, model: &Model, modes: &[Mode]) -> Vec<Cluster> {
        let mut clusters = Clusters::default();
        self.gather_clusters(model, modes, &mut clusters);
        clusters.list
    }

    /// The same with those combinations alone that leave the motion as it is. The friction of a point that slides belongs to the load with which it was
    /// solved: what would change that is no other split of the same motion.
    pub(crate) fn shared_clusters(&mut self, model: &Model, modes: &[Mode]) -> Vec<Cluster> {
        let mut clusters = self.clusters(model, modes);
        clusters.iter_mut().for_each(|cluster| self.keep_loads(model, cluster));
        clusters
    }

    pub(super) fn keep_loads(&self, model: &Model, cluster: &mut Cluster) {
        let loads = self.friction.loaded().iter().flat_map(|&point| model.inner.frictions[point].load.rows());
        loads.for_each(|row| cluster.keep(row, model.rows()));
    }

    /// The clusters, in buffers of the caller's.
    pub(crate) fn gather_clusters(&mut self, model: &Model, modes: &[Mode], into: &mut Clusters) {
        into.spare.append(&mut into.list);
        if !self.sticking || self.numeric().dropped().is_empty() {
            return;
        }
        let inner = &*model.inner;
        let rows = model.rows();
        let Clusters { list, spare, null, takes, normals, left } = into;
        null.clear();
        null.extend_from_slice(inner.augmented.null_vectors(self.numeric()));
        // The accelerations along the rows at work: given ones, and those that each reaction alone would cause.
        let scale = |row: usize| self.gamma[row].abs() + self.multipliers[row].abs() * self.numerics[1].scale(row);
        let rounding = ROUNDING * (0..rows).map(scale).fold(0.0, f64::max);
        normals.clear();
        for (k, z) in null.chunks_exact(rows).enumerate() {
            mark(takes, z, rows);
            let tangent = |point: &usize| inner.frictions[*point].rows().any(|row| takes[row]);
            let member = |point: &usize| {
                modes[inner.frictions[*point].entry] == Mode::Stick
                    && (tangent(point) || inner.frictions[*point].load.rows().any(|row| takes[row]))
            };
            let mut cluster = spare.pop().unwrap_or_default();
            cluster.clear();
            cluster.points.extend((0..inner.frictions.len()).filter(member));
            if !cluster.points.iter().any(tangent) {
                normals.push(k);
                spare.push(cluster);
                continue;
            }
            let sum: f64 = z.iter().zip(&self.gamma).map(|(z, g)| z * g).sum();
            let size: f64 = z.iter().enumerate().map(|(row, z)| z.abs() * scale(row)).sum();
            cluster.contradicts = sum.abs() > CONSISTENT * size + rounding;
            cluster.null.extend_from_slice(z);
            join(list, cluster, spare);
        }
        for cluster in list.iter_mut() {
            cluster.points.sort_unstable();
            cluster.freedoms = cluster.points.len().saturating_sub(cluster.null.len() / rows);
            let pin = |&p: &usize| inner.frictions[p].load.is_length();
            let bounded = cluster.null.len() > rows && cluster.points.iter().any(pin);
            cluster.splits = cluster.freedoms > 1 || (cluster.freedoms == 1 && !bounded);
            left.clone_from(normals);
            self.finish_cones(model, cluster, null, left, takes);
        }
    }

    /// A cluster with points in space: the contacts that take part, and the combinations of normal forces alone, those `left` of `null`, that do.
    fn finish_cones(
        &self,
        model: &Model,
        cluster: &mut Cluster,
        null: &[f64],
        left: &mut Vec<usize>,
        takes: &mut Vec<bool>,
    ) {
        let inner = &*model.inner;
        if !cluster.points.iter().any(|&point| inner.frictions[point].slide.is_some()) {
            return;
        }
        let rows = model.rows();
        let Cluster { points, contacts, null: own, .. } = &mut *cluster;
        let is_part = |contact: usize, takes: &[bool]| {
            let entry = &inner.contacts[contact];
            let of_point =
                |point: usize| points.contains(&point) && inner.frictions[point].rows().any(|row| takes[row]);
            takes[entry.row] || entry.friction.is_some_and(of_point)
        };
        mark(takes, own, rows);
        contacts.extend((0..inner.contacts.len()).filter(|&contact| is_part(contact, takes)));
        let combination = |k: usize| &null[k * rows..(k + 1) * rows];
        while let Some(k) = left.iter().position(|&k| {
            mark(takes, combination(k), rows);
            contacts.iter().any(|&contact| is_part(contact, takes))
        }) {
            own.extend_from_slice(combination(left.swap_remove(k)));
            contacts.extend((0..inner.contacts.len()).filter(|&contact| is_part(contact, takes)));
            contacts.sort_unstable();
            contacts.dedup();
        }
        self.keep_loads(model, cluster);
        (cluster.freedoms, cluster.splits) = (2, true);
    }

    /// How strongly the cluster starts to move, at its static limit: the larger slip acceleration, of the two directions, along its own
    /// direction, relative to the accelerations at work; and the modes of its points for that direction.
    pub(in crate::dynamics) fn trend(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        cluster: &Cluster,
    ) -> Result<(f64, Vec<(usize, Mode)>), EvalError> {
        let mut response = Vec::new();
        self.response(model, query, cluster, &mut response)?;
        let mut best = (f64::NEG_INFINITY, Vec::new());
        for direction in [1.0, -1.0] {
            let trend = self.trend_towards(model, query, cluster, &response, direction)?;
            if trend > best.0 {
                let start = |(&point, r): (&usize, &f64)| (*r != 0.0).then(|| (point, Mode::sliding(direction * r)));
                best = (trend, cluster.points.iter().zip(&response).filter_map(start).collect());
            }
        }
        Ok(best)
    }

    /// The trend of a cluster in one direction.
    pub(crate) fn trend_towards(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        cluster: &Cluster,
        response: &[f64],
        direction: f64,
    ) -> Result<f64, EvalError> {
        let slip = self.slip_towards(model, query, cluster, response, direction)?;
        Ok(slip.map_or(f64::NEG_INFINITY, |[slip, size]| slip / size))
    }

    /// The slip acceleration of a cluster that starts in one direction, and the accelerations at work in it; none if it has no motion that way.
    pub(crate) fn slip_towards(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        cluster: &Cluster,
        response: &[f64],
        direction: f64,
    ) -> Result<Option<[f64; 2]>, EvalError> {
        let frictions = &model.inner.frictions;
        let mut pushed = std::mem::take(&mut self.friction.pushed);
        let Pushed { modes, at_rest, .. } = &mut pushed;
        modes.clear();
        modes.extend_from_slice(query.modes);
        at_rest.clear();
        at_rest.extend((0..frictions.len()).map(|point| query.limits.at_rest(point)));
        for (&point, r) in cluster.points.iter().zip(response) {
            modes[frictions[point].entry] = if *r == 0.0 { Mode::Undecided } else { Mode::sliding(direction * r) };
            at_rest[point] = true;
        }
        let limits = Limits::AtRest { points: at_rest, limit_factor: query.limits.limit_factor() };
        let evaluated = self.evaluate(model, &query.with_modes(modes).with_limits(limits)).map(|_| ());
        self.friction.pushed = pushed;
        match evaluated {
            // Sliding that way has no motion at all: nothing starts that way.
            Err(EvalError::NoSigns { .. }) => return Ok(None),
            other => other?,
        }
        // The point that the freedom moves most tells the direction best.
        let most = (0..response.len()).max_by(|&a, &b| response[a].abs().total_cmp(&response[b].abs()));
        let Some(most) = most else { return Ok(None) };
        let slip = self.slip_acceleration(model, &frictions[cluster.points[most]]);
        // Two that it moves as much take turns by rounding, as the ends of a guide do: what it is measured by is that of all.
        let moved = cluster.points.iter().zip(response).filter(|(_, r)| **r != 0.0);
        let size = moved.map(|(&point, _)| self.slip_terms(model, point)).fold(f64::MIN_POSITIVE, f64::max);
        Ok(Some([direction * response[most].signum() * slip, size]))
    }

    /// How the slip speeds of a cluster's points go together in the freedom that it holds; zero for a point that it does not move.
    pub(crate) fn response(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        cluster: &Cluster,
        best: &mut Vec<f64>,
    ) -> Result<(), EvalError> {
        self.responses(model, query, cluster)?;
        let rows = self.friction.pushed.moved.chunks_exact(cluster.points.len()).enumerate();
        let strongest = rows.max_by(|(i, a), (k, b)| a[*i].total_cmp(&b[*k])).filter(|(k, row)| row[*k] > 0.0);
        best.clear();
        best.extend(strongest.into_iter().flat_map(|(_, row)| row));
        best.resize(cluster.points.len(), 0.0);
        let bound = STILL * max_abs_skip_nan(best);
        best.iter_mut().filter(|r| r.abs() <= bound).for_each(|r| *r = 0.0);
        Ok(())
    }

    /// D_j v' of all points of a cluster for a push along each of them, the cluster being loose: in the buffer `moved`.
    fn responses(&mut self, model: &Model, query: &Query<'_>, cluster: &Cluster) -> Result<(), EvalError> {
        let frictions = &model.inner.frictions;
        let mut pushed = std::mem::take(&mut self.friction.pushed);
        let Pushed { modes, force, rows, moved, .. } = &mut pushed;
        modes.clear();
        modes.extend_from_slice(query.modes);
        cluster.points.iter().for_each(|&point| modes[frictions[point].entry] = Mode::Undecided);
        self.evaluate(model, &query.with_modes(modes))?;
        if !self.sticking && self.signs_in_matrix(model, query.signs.search()) {
            // Signs stood in the matrix, and the smooth system is not factored yet.
            self.factor(model, query.at.t)?;
        }
        moved.clear();
        for &point in &cluster.points {
            force.clear();
            force.resize(model.velocities(), 0.0);
            rows.clear();
            rows.resize(model.rows(), 0.0);
            self.check_kept(&frictions[point]);
            self.friction.force_along(model, &frictions[point], 1.0, force);
            self.solve_in(model, force, rows);
            moved.extend(cluster.points.iter().map(|&p| self.along_tangent(model, &frictions[p], force)));
        }
        self.friction.pushed = pushed;
        Ok(())
    }

    /// Of the points of a cluster that are to start, those that can: what the constraints hold without friction as well, a brake on a body that cannot
    /// turn, carries a force that others share, but its slip speed stays zero, D_j v' = 0 for a push along itself.
    pub(crate) fn movable(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        cluster: &Cluster,
        starts: &[(usize, Mode)],
    ) -> Result<Vec<(usize, Mode)>, EvalError> {
        self.responses(model, query, cluster)?;
        let (moved, n) = (&self.friction.pushed.moved, cluster.points.len());
        let moves = |&&(point, _): &&(usize, Mode)| {
            let k = cluster.points.iter().position(|&p| p == point);
            k.is_some_and(|k| moved[k * n + k] > HELD * self.free_response(model, point))
        };
        Ok(starts.iter().filter(moves).copied().collect())
    }

    /// The accelerations at work in a point's slip acceleration at the last evaluation: those along its tangent, what is given, what its friction alone
    /// would do; and the largest of all, whose rounding is everywhere.
    pub(crate) fn slip_terms(&self, model: &Model, point: usize) -> f64 {
        let friction = &model.inner.frictions[point];
        let mut tangent = self.tangent(friction).iter();
        let held = model.inner.constraints[friction.entry].held.iter();
        let along = held.flat_map(|&body| &self.acceleration[model.inner.bodies[body].dofs.clone()]);
        let sum: f64 = along.map(|a| tangent.next().map_or(0.0, |d| (d * a).abs())).sum();
        let alone = friction.size_of(&self.multipliers) * self.free_response(model, point);
        sum + friction.size_of(&self.gamma) + alone + max_abs_skip_nan(&self.acceleration)
    }

    /// What slips in several directions in a joint and sticks together with others, or contacts in space that stick together with what rubs in joints: this is not
    /// worked out. Those whose rows contradict each other do not stick.
    pub(super) fn check_shared(&self, model: &Model, clusters: &[Cluster], t: f64) -> Result<(), EvalError> {
        let frictions = &model.inner.frictions;
        for cluster in clusters {
            if let Some(&point) = cluster.points.iter().find(|&&point| frictions[point].slips_in_joint()) {
                let (kind, name) = ("friction", frictions[point].name.clone());
                let what = "it sticks in several directions and holds a freedom that others hold as well; the split of such forces is not worked out: let one of them be smooth";
                return Err(EvalError::Element { kind, name, t, source: ElementError::Singular { what } });
            }
        }
        let of_joint = |&point: &usize| frictions[point].contact.is_none();
        let shared = |cluster: &&Cluster| !cluster.contacts.is_empty() && !cluster.contradicts;
        if let Some(cluster) = clusters.iter().filter(shared).find(|cluster| cluster.points.iter().any(of_joint)) {
            let what = "it sticks and holds a freedom that friction in a joint holds as well; the split of such forces is not worked out: let one of them be smooth";
            let in_space = cluster.points.iter().map(|&point| &frictions[point]).find(|f| f.slide.is_some());
            let name = in_space.map_or_else(String::new, |friction| friction.name.clone());
            return Err(EvalError::Element { kind: "contact", name, t, source: ElementError::Singular { what } });
        }
        Ok(())
    }
}

impl Cluster {
    /// Empty, with its buffers.
    fn clear(&mut self) {
        let Self { points, freedoms, splits, contradicts, contacts, null } = self;
        points.clear();
        contacts.clear();
        null.clear();
        (*freedoms, *splits, *contradicts) = (0, false, false);
    }

    /// Leaves the combinations of its combinations that have no part in a row.
    fn keep(&mut self, row: usize, rows: usize) {
        let part = |z: &[f64]| z[row].abs() / max_abs_skip_nan(z);
        let most = self.null.chunks_exact(rows).enumerate().max_by(|(_, a), (_, b)| part(a).total_cmp(&part(b)));
        let Some(k) = most.filter(|(_, z)| part(z) > PART).map(|(k, _)| k) else { return };
        // The last one takes its place.
        let last = self.null.len() - rows;
        (0..rows).for_each(|i| self.null.swap(k * rows + i, last + i));
        let (others, most) = self.null.split_at_mut(last);
        for z in others.chunks_exact_mut(rows) {
            let times = z[row] / most[row];
            z.iter_mut().zip(&*most).for_each(|(z, m)| *z -= times * m);
        }
        self.null.truncate(last);
    }
}

/// Marks the rows that take part in some of these combinations.
fn mark(takes: &mut Vec<bool>, null: &[f64], rows: usize) {
    takes.clear();
    takes.resize(rows, false);
    null.chunks_exact(rows).flat_map(taking_part).for_each(|row| takes[row] = true);
}

/// Adds a cluster, joining what has a point in common with it.
fn join(list: &mut Vec<Cluster>, mut joined: Cluster, spare: &mut Vec<Cluster>) {
    // What is taken in here has no point in common with the others of the list.
    let own = joined.points.len();
    while let Some(k) = list.iter().position(|other| other.points.iter().any(|p| joined.points[..own].contains(p))) {
        let other = list.remove(k);
        joined.null.extend_from_slice(&other.null);
        joined.contradicts |= other.contradicts;
        for point in &other.points {
            if !joined.points.contains(point) {
                joined.points.push(*point);
            }
        }
        spare.push(other);
    }
    list.push(joined);
}
