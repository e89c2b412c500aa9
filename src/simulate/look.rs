//! Looking at a run beside its steps: samples between them, guards within them.
//!
//! Everything is evaluated in buffers of its own, and under what the run holds at that moment, which is asked for with each question: looking changes
//! nothing.

use super::drive::Drive;
use super::failure::RunFailure;
use super::result::Solution;
use super::watch::{CLUSTER_ROUNDING, Numbers, Smooth, Value, Watched};
use crate::dynamics::{Cluster, Clusters, Judgment, Limits, Mode, Pattern, Split, Touching, Workspace};
use crate::error::EvalError;

/// Of the last step, how far ahead it is looked how contacts start that are at the border.
const AHEAD: f64 = 1e-4;
/// How firmly a cluster sticks that has no motion at all in a direction: as if all accelerations at work were against it.
const NEVER: f64 = 1.0;

#[derive(Debug)]
pub(super) struct Look {
    ws: Workspace,
    /// What sticks together where the last look was, and how its forces are split and it starts.
    here: Clusters,
    split: Split,
    response: Vec<f64>,
    /// State and time of the last look.
    pub(super) y: Vec<f64>,
    t: f64,
    pub(super) numbers: Numbers,
    /// Evaluations for guards.
    pub(super) guards: u64,
}

impl Look {
    pub(super) fn new(drive: &Drive<'_>) -> Self {
        let (ws, numbers) = (drive.model.workspace(), Numbers::of(drive.model));
        let (here, split, response) = (Clusters::default(), Split::default(), Vec::new());
        Self { ws, here, split, response, y: vec![0.0; drive.y().len()], t: f64::NAN, numbers, guards: 0 }
    }

    /// Factorizations made here.
    pub(super) fn factorizations(&self) -> u64 {
        self.ws.factorizations
    }

    /// Forgets at which time it looked last: the run stands, or goes, elsewhere now.
    pub(super) fn forget(&mut self) {
        self.t = f64::NAN;
    }

    /// What friction solves at a time within the step, evaluated once for all that ask there. The end is known.
    pub(super) fn at<'n>(&'n mut self, drive: &'n Drive<'_>, t: f64) -> Result<&'n Numbers, EvalError> {
        if t == drive.t() {
            return Ok(&drive.end);
        }
        if self.t != t {
            drive.interpolate(t, &mut self.y);
            self.evaluate(drive, t)?;
        }
        Ok(&self.numbers)
    }

    /// The numbers at a state of one's own.
    pub(super) fn at_state(&mut self, drive: &Drive<'_>, t: f64, y: &[f64]) -> Result<&Numbers, EvalError> {
        self.y.copy_from_slice(y);
        self.evaluate(drive, t)?;
        // It is no place of the step.
        self.t = f64::NAN;
        Ok(&self.numbers)
    }

    /// det (1 − C S) of the loads at a state of one's own, with the signs that the run holds; none where these stand in the big matrix.
    pub(super) fn determinant(&mut self, drive: &Drive<'_>, t: f64, y: &[f64]) -> Result<Option<f64>, EvalError> {
        self.at_state(drive, t, y)?;
        Ok(self.ws.friction.reduced.then(|| self.ws.friction.determinant()))
    }

    fn evaluate(&mut self, drive: &Drive<'_>, t: f64) -> Result<(), EvalError> {
        self.t = f64::NAN;
        self.guards += 1;
        self.ws.evaluate(drive.model, &drive.motion.query(t, &self.y))?;
        self.numbers.read(drive.model, &self.ws);
        self.t = t;
        Ok(())
    }

    /// A guard at a time within the step.
    pub(super) fn guard(
        &mut self,
        drive: &Drive<'_>,
        clusters: &[Cluster],
        smooth: &Smooth,
        peak: f64,
        t: f64,
    ) -> Result<Value, EvalError> {
        if smooth.is_solved() {
            return Ok(smooth.at(self.at(drive, t)?, peak));
        }
        drive.interpolate(t, &mut self.y);
        let g = self.cluster(drive, clusters, smooth.watched, t)?;
        Ok(Value { g, size: g.abs(), floor: CLUSTER_ROUNDING, pattern: self.ws.negative_loads(drive.model) })
    }

    /// What is watched of a cluster, at the state that stands here.
    pub(super) fn cluster(
        &mut self,
        drive: &Drive<'_>,
        clusters: &[Cluster],
        watched: Watched,
        t: f64,
    ) -> Result<f64, EvalError> {
        self.t = f64::NAN;
        self.guards += 1;
        let (model, ws) = (drive.model, &mut self.ws);
        let query = drive.motion.query(t, &self.y);
        // What is at rest is asked whether it would start, and with loads of whichever signs.
        let free = drive.motion.query_free(t, &self.y);
        Ok(match watched {
            Watched::Trend { cluster, direction } => {
                let cluster = &clusters[cluster];
                ws.response(model, &free, cluster, &mut self.response)?;
                // Where there is no motion that way at all it is −∞, and the guard would have no interpolant.
                let trend = ws.trend_towards(model, &free, cluster, &self.response, direction)?.max(-NEVER);
                // It holds all the same while there is room for a split.
                let holds = trend > 0.0 && cluster.splits && !self.response.contains(&0.0);
                let room = if holds { self.room(drive, t, cluster)? } else { f64::NEG_INFINITY };
                room.max(-trend)
            }
            Watched::Torn(cluster) => {
                ws.evaluate(model, &query)?;
                let points = &clusters[cluster].points;
                ws.gather_clusters(model, &drive.motion.modes, &mut self.here);
                if self.here.list.iter().any(|c| c.points == *points && c.contradicts) { -1.0 } else { 1.0 }
            }
            Watched::Split(cluster) => {
                ws.evaluate(model, &query)?;
                let cluster = &clusters[cluster];
                cluster.starts_beyond() - self.split(drive, cluster).map_or(-1.0, Split::excess)
            }
            _ => f64::NAN,
        })
    }

    /// How much room the forces of a cluster have within their limits; less than nothing if it is none.
    fn room(&mut self, drive: &Drive<'_>, t: f64, cluster: &Cluster) -> Result<f64, EvalError> {
        self.ws.evaluate(drive.model, &drive.motion.query(t, &self.y))?;
        self.ws.gather_clusters(drive.model, &drive.motion.modes, &mut self.here);
        let found = self.here.list.iter().find(|c| c.points == cluster.points);
        Ok(found.map_or(f64::NEG_INFINITY, |found| self.ws.room(drive.model, found, Limits::Law)))
    }

    /// How the forces of a cluster can be split where the last look was.
    fn split(&mut self, drive: &Drive<'_>, cluster: &Cluster) -> Option<&mut Split> {
        self.ws.gather_clusters(drive.model, &drive.motion.modes, &mut self.here);
        let same = self.here.list.iter().find(|c| c.points == cluster.points)?;
        self.ws.split_into(drive.model, same, Limits::Law, &mut self.split);
        Some(&mut self.split)
    }

    /// The points of a cluster that start at the accepted state because no split of their forces is within all limits.
    pub(super) fn splits(&mut self, drive: &Drive<'_>, cluster: &Cluster) -> Result<Vec<(usize, Mode)>, EvalError> {
        self.at_state(drive, drive.t(), drive.y())?;
        let Some(starts) = self.split(drive, cluster).map(Split::starts) else { return Ok(Vec::new()) };
        let query = drive.motion.query_free(drive.t(), drive.y());
        self.ws.movable(drive.model, &query, cluster, &starts)
    }

    /// How contacts in space that stick together start a little after the accepted state, at which they are at the border.
    pub(super) fn start_together(
        &mut self,
        drive: &Drive<'_>,
        cluster: &Cluster,
    ) -> Result<Option<Pattern>, EvalError> {
        let [from, to] = drive.span();
        let (t, model) = (to + AHEAD * (to - from), drive.model);
        self.y.copy_from_slice(&drive.ahead(t - to));
        self.t = f64::NAN;
        let query = drive.motion.query_free(t, &self.y);
        let sticks = model.inner.frictions.iter().map(|friction| query.modes[friction.entry] == Mode::Stick);
        let resting: Vec<bool> = sticks.collect();
        if let Some(pattern) = self.ws.start_together(model, &query, &resting)? {
            return Ok(Some(pattern));
        }
        self.at_state(drive, to, drive.y())?;
        let here = self.ws.clusters(model, &drive.motion.modes);
        let same = here.iter().find(|c| c.points == cluster.points);
        Ok(same.and_then(|cluster| self.ws.border(model, &drive.motion.modes, cluster)))
    }

    /// The clusters of the points that stick at the accepted state.
    pub(super) fn clusters(&mut self, drive: &Drive<'_>) -> Result<Vec<Cluster>, EvalError> {
        self.at_state(drive, drive.t(), drive.y())?;
        Ok(self.ws.clusters(drive.model, &drive.motion.modes))
    }

    /// The points of a cluster that start at the accepted state, with their directions.
    pub(super) fn starts(
        &mut self,
        drive: &Drive<'_>,
        cluster: &Cluster,
        direction: f64,
    ) -> Result<Vec<(usize, f64)>, EvalError> {
        self.t = f64::NAN;
        let query = drive.motion.query_free(drive.t(), drive.y());
        self.ws.response(drive.model, &query, cluster, &mut self.response)?;
        let moving = cluster.points.iter().zip(&self.response).filter(|(_, r)| **r != 0.0);
        Ok(moving.map(|(&point, r)| (point, direction * r)).collect())
    }

    /// Whether friction leaves one motion at the accepted state, where the points that hold in `open` are free to start.
    pub(super) fn judge(&mut self, drive: &Drive<'_>, open: &[Mode], most: usize) -> Result<Judgment, EvalError> {
        self.t = f64::NAN;
        let query = drive.motion.query_free(drive.t(), drive.y()).with_modes(open);
        self.ws.judge(drive.model, &query, &drive.motion.modes, most)
    }

    /// The run at a time within the step, projected if the run is, with everything that can be read of it.
    pub(super) fn sample(&mut self, drive: &Drive<'_>, t: f64) -> Result<Solution, RunFailure> {
        let model = drive.model;
        drive.interpolate(t, &mut self.y);
        self.t = f64::NAN;
        self.ws.spare.clone_from(&drive.motion.ws.spare);
        if drive.projects && t < drive.t() {
            self.ws.project_within(model, drive.motion.bonds(), t, &mut self.y, &drive.motion.memory)?;
        }
        model.inner.layout.kinematics.normalize(&mut self.y[..model.coordinates()]);
        // Open contacts too: their gaps are read.
        let query = drive.motion.query(t, &self.y).with_signs(drive.motion.searched()).with_touching(Touching::All);
        self.ws.evaluate(model, &query)?;
        let mut solution = Solution::default();
        solution.take(&mut self.ws, model, &drive.motion.modes);
        Ok(solution)
    }
}
