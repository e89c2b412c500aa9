//! Watching friction: the instants at which a point stops sliding, a load changes its sign, or a static limit is reached.
//!
//! | watched | guard, positive until it happens |
//! |---|---|
//! | slip | σ s, of a point that slides |
//! | load | S z, of a point that slides under a reaction of either sign |
//! | limit | μ' N − \|τ\|, of a point that sticks by itself |
//! | trend | − the acceleration with which a cluster of one freedom would start, in either direction |
//! | torn | 1, and −1 where a driver moves what a cluster without freedoms holds |
//! | split | room within the limits of a cluster of several freedoms |
//!
//! Within a step all signs are held, so that each guard is smooth and passes through its zero. A step is looked into only where the end, a
//! stage, or the cubic through both ends gives a reason to.

use super::failure::RunFailure;
use super::guard::{JUST_AFTER, SAME};
use super::run::Runner;
use super::transition::WRONG_SIDE;
use crate::dynamics::{Ask, Cluster, Limits, Mode, Place, Rest, Signs, Split};
use crate::error::EvalError;
use crate::math::size;
use crate::ode::find_root;

/// What can happen to friction within a step.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Watched {
    Slip(usize),
    Load(usize),
    Limit(usize),
    Trend { cluster: usize, direction: f64 },
    Split(usize),
    Torn(usize),
}

/// What is known of friction at the beginning of a step.
#[derive(Debug, Default)]
pub(super) struct Rubbing {
    /// Slip speed and slip acceleration of each point, in its direction of sliding.
    before: Vec<[f64; 2]>,
    /// The same at the end of the step, along the tangent: extra stages of the dense output leave the workspace elsewhere.
    pub(super) after: Vec<[f64; 2]>,
    /// Points that hold a freedom together.
    pub(super) clusters: Vec<Cluster>,
    /// What has just happened: these guards stand on zero.
    pub(super) waiting: Vec<Watched>,
    /// What is watched of the clusters, and its value at the beginning of the step.
    trends: Vec<(Watched, f64)>,
    /// Largest slip speed of each point so far.
    pub(super) peak: Vec<f64>,
}

/// Looks into a step in which something may have happened.
const LOOKS: usize = 8;
/// Rounding of a load, relative to the largest.
const ROUNDING: f64 = 1e-13;

impl Rubbing {
    pub(super) fn new(points: usize) -> Self {
        Self {
            before: vec![[0.0; 2]; points],
            after: vec![[0.0; 2]; points],
            peak: vec![0.0; points],
            ..Self::default()
        }
    }

    /// What can happen to the clusters.
    fn watched(&self) -> impl Iterator<Item = Watched> + '_ {
        self.clusters.iter().enumerate().flat_map(|(cluster, c)| match c.freedoms {
            0 => vec![Watched::Torn(cluster)],
            1 => [1.0, -1.0].map(|direction| Watched::Trend { cluster, direction }).to_vec(),
            _ => vec![Watched::Split(cluster)],
        })
    }
}

/// Does the cubic with these values and slopes at both ends of a step dip below zero in between?
fn dips([g0, d0]: [f64; 2], [g1, d1]: [f64; 2], h: f64) -> bool {
    if d0 >= 0.0 && d1 <= 0.0 {
        // It rises first and falls last: its lowest points are the ends, or it would have three extrema.
        return false;
    }
    let cubic = |x: f64| {
        let (y, xy) = (1.0 - x, x * (1.0 - x));
        g0 * y * y * (1.0 + 2.0 * x) + g1 * x * x * (3.0 - 2.0 * x) + h * xy * (d0 * y - d1 * x)
    };
    (1..8).any(|k| cubic(f64::from(k) / 8.0) < 0.0)
}

impl Runner<'_, '_> {
    /// Takes note of where friction stands at the beginning of a step; `restarted`: after a start or a change.
    pub(super) fn arm_friction(&mut self, restarted: bool) -> Result<(), RunFailure> {
        let model = self.plan.model;
        for point in 0..model.inner.frictions.len() {
            self.rubbing.before[point] = self.sliding(point);
            self.rubbing.peak[point] = self.rubbing.peak[point].max(self.rubbing.after[point][0].abs());
        }
        if !restarted {
            self.rubbing.waiting.clear();
        } else if !self.motion.ws.sticking {
            self.rubbing.clusters.clear();
        } else {
            let y = self.stepper.y().to_vec();
            self.look_at(self.stepper.t(), &y)?;
            self.rubbing.clusters = self.sampler.ws.clusters(model, &self.motion.modes);
        }
        let watched: Vec<Watched> = self.rubbing.watched().collect();
        self.rubbing.trends.clear();
        if !watched.is_empty() {
            let (t, y) = (self.stepper.t(), self.stepper.y().to_vec());
            for watched in watched {
                let value = self.guard(watched, t, &y)?;
                self.rubbing.trends.push((watched, value));
            }
        }
        Ok(())
    }

    /// Takes note of how the points slide, at the end of a step that was evaluated just now.
    pub(super) fn note_slips(&mut self) {
        let model = self.plan.model;
        let ws = &self.motion.ws;
        for (after, friction) in self.rubbing.after.iter_mut().zip(&model.inner.frictions) {
            *after = [ws.rate[friction.row], ws.slip_acceleration(model, friction)];
        }
    }

    /// Slip speed and slip acceleration of a point at the end of the step, in its direction of sliding.
    pub(super) fn sliding(&self, point: usize) -> [f64; 2] {
        let sigma = self.motion.modes[self.plan.model.inner.frictions[point].entry].direction();
        self.rubbing.after[point].map(|x| sigma * x)
    }

    /// What may have happened in the step that was just taken.
    fn suspects(&mut self) -> Result<Vec<Watched>, RunFailure> {
        let model = self.plan.model;
        let h = self.stepper.t() - self.stepper.t_prev();
        let mut suspects = Vec::new();
        let violated = std::mem::replace(&mut self.motion.violated, false);
        let ws = &self.motion.ws;
        let most = size(&ws.rubs.normal);
        for (point, friction) in model.inner.frictions.iter().enumerate() {
            match self.motion.modes[friction.entry] {
                Mode::Holding => {
                    let alone = !self.rubbing.clusters.iter().any(|c| c.points.contains(&point));
                    if alone && ws.excess(friction, point, Limits::Law).0 > 0.0 {
                        suspects.push(Watched::Limit(point));
                    }
                }
                _ => {
                    let end = self.sliding(point);
                    if end[0] < 0.0 || dips(self.rubbing.before[point], end, h) {
                        suspects.push(Watched::Slip(point));
                    }
                    if violated || ws.rubs.normal[point] < -ROUNDING * most {
                        suspects.push(Watched::Load(point));
                    }
                }
            }
        }
        self.suspect_clusters(&mut suspects)?;
        Ok(suspects)
    }

    /// Clusters that would start at the end of the step, or in its middle, or on the parabola through these and the beginning.
    fn suspect_clusters(&mut self, suspects: &mut Vec<Watched>) -> Result<(), RunFailure> {
        if self.rubbing.trends.is_empty() {
            return Ok(());
        }
        self.stepper.prepare_dense(&mut self.motion)?;
        let (from, to) = (self.stepper.t_prev(), self.stepper.t());
        let end = self.stepper.y().to_vec();
        let mut middle = vec![0.0; end.len()];
        self.stepper.interpolate(0.5 * (from + to), &mut middle);
        for (watched, g0) in self.rubbing.trends.clone() {
            let (gm, g1) = (self.guard(watched, 0.5 * (from + to), &middle)?, self.guard(watched, to, &end)?);
            let (slope, curve) = (-3.0 * g0 + 4.0 * gm - g1, 2.0 * (g0 - 2.0 * gm + g1));
            let lowest = (-slope / (2.0 * curve)).clamp(0.0, 1.0);
            let dip = if curve > 0.0 { g0 + lowest * (slope + lowest * curve) } else { g0.min(g1) };
            if gm < 0.0 || g1 < 0.0 || dip < 0.0 {
                suspects.push(watched);
            }
        }
        Ok(())
    }

    /// The first change of friction in the step, if there is one, and everything that happens at that instant.
    pub(super) fn first_change(&mut self) -> Result<Option<(f64, Vec<Watched>)>, RunFailure> {
        if self.plan.model.inner.frictions.is_empty() {
            return Ok(None);
        }
        let suspects = self.suspects()?;
        if suspects.is_empty() {
            return Ok(None);
        }
        self.stepper.prepare_dense(&mut self.motion)?;
        let mut changes = Vec::new();
        for watched in suspects {
            if let Some(t) = self.find_zero(watched)? {
                changes.push((t, watched));
            }
        }
        let Some(first) = changes.iter().map(|c| c.0).min_by(f64::total_cmp) else {
            return Ok(None);
        };
        let same = |t: f64| t - first <= SAME * (1.0 + first.abs());
        Ok(Some((first, changes.iter().filter(|c| same(c.0)).map(|c| c.1).collect())))
    }

    /// Where a guard passes zero within the step.
    pub(super) fn find_zero(&mut self, watched: Watched) -> Result<Option<f64>, RunFailure> {
        let (from, to) = (self.stepper.t_prev(), self.stepper.t());
        let waiting = self.rubbing.waiting.contains(&watched);
        let end = self.stepper.y().to_vec();
        let mut y = vec![0.0; end.len()];
        let mut value = |runner: &mut Self, t: f64| {
            if t >= to {
                return runner.guard(watched, t, &end);
            }
            runner.stepper.interpolate(t, &mut y);
            runner.guard(watched, t, &y)
        };
        // Just after the beginning: a guard that stands on zero there takes its side from here.
        let just_after = from + JUST_AFTER * (to - from);
        // A step of a few ulp has nothing in between.
        let mut left = if just_after > from { just_after } else { to };
        let mut before = value(self, left)?;
        let mut armed = true;
        if before < 0.0 && waiting && matches!(watched, Watched::Load(_)) {
            // Its sign was turned a little early: it is armed when it has come over.
            if value(self, to)? < -WRONG_SIDE * size(&self.motion.ws.rubs.normal) {
                return Ok(Some(left));
            }
            armed = false;
        } else if before < 0.0 {
            let start = if waiting { before } else { value(self, from)? };
            if start <= 0.0 {
                return Ok(Some(left));
            }
            return Ok(Some(find_root(|t| value(self, t), from, start, left, before, 0.0)?.hi));
        }
        for look in 1..=LOOKS {
            let right = if look == LOOKS { to } else { from + (to - from) * look as f64 / LOOKS as f64 };
            let after = value(self, right)?;
            if after < 0.0 && armed {
                return Ok(Some(find_root(|t| value(self, t), left, before, right, after, 0.0)?.hi));
            }
            armed |= after > 0.0;
            (left, before) = (right, after);
        }
        Ok(None)
    }

    /// Evaluates the buffers of the sampler at a state, with everything held as it is.
    fn look_at(&mut self, t: f64, y: &[f64]) -> Result<(), EvalError> {
        let (q, v, _) = self.motion.split(y);
        let at = Place { t, q, v, memory: &self.motion.memory };
        let ask = Ask::plain(at, &self.motion.modes, Signs::Held(&self.motion.signs));
        let ask = ask.with_gains(self.motion.gains).with_rest(Rest::of(&self.motion.frozen));
        self.sampler.ws.evaluate(self.plan.model, &ask).map(|_| ())
    }

    /// Value of a guard at a state.
    pub(super) fn guard(&mut self, watched: Watched, t: f64, y: &[f64]) -> Result<f64, EvalError> {
        let model = self.plan.model;
        let frictions = &model.inner.frictions;
        let (q, v, _) = self.motion.split(y);
        match watched {
            Watched::Slip(point) => {
                let friction = &frictions[point];
                let ws = &mut self.sampler.ws;
                ws.read(model, Place { t, q, v, memory: &self.motion.memory }, &self.motion.modes)?;
                Ok(self.motion.modes[friction.entry].direction() * ws.rate[friction.row])
            }
            Watched::Load(point) => {
                self.look_at(t, y)?;
                Ok(self.sampler.ws.rubs.normal[point])
            }
            Watched::Limit(point) => {
                self.look_at(t, y)?;
                Ok(-self.sampler.ws.excess(&frictions[point], point, Limits::Law).0)
            }
            Watched::Trend { cluster, direction } => {
                let at = Place { t, q, v, memory: &self.motion.memory };
                let cluster = &self.rubbing.clusters[cluster];
                let ws = &mut self.sampler.ws;
                let ask = Ask::plain(at, &self.motion.modes, self.motion.searched());
                let response = ws.response(model, &ask, cluster)?;
                Ok(-ws.trend_towards(model, &ask, cluster, &response, direction)?)
            }
            Watched::Torn(cluster) => {
                self.look_at(t, y)?;
                let here = self.sampler.ws.clusters(model, &self.motion.modes);
                let points = &self.rubbing.clusters[cluster].points;
                Ok(if here.iter().any(|c| c.points == *points && c.contradicts) { -1.0 } else { 1.0 })
            }
            Watched::Split(cluster) => {
                self.look_at(t, y)?;
                Ok(-self.split_of(cluster).map_or(-1.0, |split| split.excess().0))
            }
        }
    }

    /// How the forces of a cluster can be split where the sampler was evaluated last.
    pub(super) fn split_of(&mut self, cluster: usize) -> Option<Split> {
        let model = self.plan.model;
        let here = self.sampler.ws.clusters(model, &self.motion.modes);
        let points = &self.rubbing.clusters[cluster].points;
        let same = here.iter().find(|c| c.points == *points)?;
        Some(self.sampler.ws.split(model, same, Limits::Law))
    }
}
