//! Stick, slip forward or slip backward: the decision for all friction points that are at rest at one instant.
//!
//! A set of points whose slip speeds vanish is first taken to stick; then what does not fit is changed, one thing at a time, until
//! everything fits:
//!
//! 1. Rows that stick but contradict the rest (at a dead center a slider's slip acceleration is given, whatever its friction): these
//!    points pass through zero and slide on as that acceleration says (`passing.rs`).
//! 2. A point with |τ| > μ' N starts to slide against τ.
//! 3. Points that hold one freedom together (`cluster.rs`) have no τ of their own: rigid bodies do not determine the split. What decides is
//!    the trend: with every point of the cluster at its static limit against one direction of the motion, does the motion start in
//!    that direction all the same? If it does in neither, the cluster sticks. The sum of the friction forces along the freedom can be anything between these
//!    two extremes, so that this is exact. Points that hold several freedoms together stick if some split of their forces is within all
//!    limits (`split.rs`).
//! 4. A point that was set sliding must be accelerated the way it slides.
//!    Contacts in space that stick together: if forces within all of their cones exist (`cones.rs`). If none do, they start as `together.rs` finds.
//! 5. Before all these: contacts that pull open, and those that touch and would be passed close (`contact/decide.rs`).
//!
//! In which order that is done, and what is done where it runs in a circle, tells `settle.rs`. The last resort are all combinations while they are few, up to 4⁷: three for each point at rest, four for each
//! rough contact that may be open; where there are more, the pattern by `together.rs`.

use super::together::Pattern;
use crate::dynamics::{Mode, Near, Query, Signs, State, Touching, Workspace};
use crate::error::EvalError;
use crate::friction::Search;
use crate::math::max_abs_skip_nan;
use crate::model::Model;

/// Slip speeds below this part of their terms count as rest, and below this part of the largest velocity, which is its rounding.
const AT_REST: [f64; 2] = [1e-9, 1e-12];
/// A slip that is gone within this time is rest (s).
const AT_ONCE: f64 = 1e-14;
/// The same of a slip that is against the mode of its point: a run that ends where a point stops can leave it so.
const PAST: f64 = 1e-10;
/// A slip of a contact in space that was to be gone within this time, and that others hold, is rest (s).
const SOON: f64 = 1e-6;
/// Rounding of forces and accelerations, relative to their size.
pub(super) const ROUNDING: f64 = 1e-11;
/// Most contacts, and points at rest elsewhere, for which all combinations are tried.
pub(super) const ENUMERABLE: usize = 7;

impl Model {
    /// Decides for every friction point of a state whether it sticks or slides, and where to, and which sign its load has.
    ///
    /// Points that move slide in that direction; those at rest that do not slide are decided together, and with them which contacts are closed, of those that are or touch without speed.
    pub fn decide_friction(&self, state: &mut State) -> Result<(), EvalError> {
        self.check_state(state)?;
        let mut ws = self.workspace();
        let mut modes = state.modes.clone();
        let decided = ws.decide_from_nothing(self, &Query::of(state, Search::default()), &mut modes);
        state.modes.copy_from_slice(&modes);
        decided?;
        state.signs.copy_from_slice(ws.found_signs());
        Ok(())
    }

    /// What loads a friction point may be switched off, and the point with it: its mode becomes `Released`. Once it is switched on
    /// again the point is undecided.
    pub(crate) fn release_unloaded(&self, modes: &mut [Mode]) {
        for friction in &self.inner.frictions {
            let holds = |row| modes[self.entry_of_row(row)] == Mode::Holding;
            let loaded = friction.load.rows().all(holds);
            let mode = &mut modes[friction.entry];
            match loaded {
                false => *mode = Mode::Released,
                true if *mode == Mode::Released => *mode = Mode::Undecided,
                true => {}
            }
        }
    }
}

impl Workspace {
    /// Modes of a state of which nothing else is known. Where nothing fits, the directions of the points that move are found all the same.
    pub(crate) fn decide_from_nothing(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        modes: &mut [Mode],
    ) -> Result<(), EvalError> {
        let touching = self.close_touching(model, query.at, modes, Near::Start)?;
        let query = query.with_touching(Touching::Those(&touching));
        let resting = self.resting(model, &query, modes)?;
        let decided = self.decide_resting(model, &query.with_modes(modes), &resting, &[])?;
        modes.copy_from_slice(&decided);
        Ok(())
    }

    /// Modes of all friction points where the question is asked; the workspace is left evaluated there, with the signs found.
    pub(crate) fn decide_all(&mut self, model: &Model, query: &Query<'_>) -> Result<Vec<Mode>, EvalError> {
        let mut modes = query.modes.to_vec();
        let mut resting = self.resting(model, query, &mut modes)?;
        self.decide_standing(model, &query.with_modes(&modes), &mut resting, &[])
    }

    /// As [`decide_resting`](Self::decide_resting); and a point that stands, though it was said to slide, and is accelerated back or held by others belongs to those in `resting`.
    pub(crate) fn decide_standing(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        resting: &mut [bool],
        started: &[(usize, f64)],
    ) -> Result<Vec<Mode>, EvalError> {
        let decided = self.decide_resting(model, query, resting, started)?;
        let mut back = false;
        for (point, friction) in model.inner.frictions.iter().enumerate() {
            let sigma = decided[friction.entry].direction();
            if sigma == 0.0 || resting[point] || started.iter().any(|(p, _)| *p == point) {
                continue;
            }
            let size = self.slip_terms(model, point);
            let (speed, rate) = (friction.size_of(&self.rate), sigma * self.slip_acceleration(model, friction));
            // A foot of a body that others hold slides nowhere, whatever is left of its slip.
            let held = friction.slide.is_some() && speed <= SOON * size && rate.abs() <= ROUNDING * size;
            if held || (speed <= AT_ONCE * size && rate < -ROUNDING * size) {
                (resting[point], back) = (true, true);
            }
        }
        if back { self.decide_resting(model, query, resting, started) } else { Ok(decided) }
    }

    /// Which points are at rest; those that move get their direction, those that nothing loads are released (see
    /// [`Model::release_unloaded`]).
    ///
    /// With no freedoms left, velocities are what rounding makes of zero, and a part of their own size is no measure of rest. So
    /// a slip is rest as well if the accelerations at work take it away within a time that no run resolves:
    ///
    /// ```text
    /// |s_j| ≤ 1e-14 s · (Σ_i |D_ji| (|h_i| / M_ii + 1e-11 max |h/M|) + max |γ|)
    /// ```
    ///
    /// h/M being what the forces would do without constraints (the second term is what rounding brings there from elsewhere), γ what drivers do.
    pub(crate) fn resting(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        modes: &mut [Mode],
    ) -> Result<Vec<bool>, EvalError> {
        model.release_unloaded(modes);
        self.read(model, query.at, modes)?;
        self.keep_held(model);
        self.load(model, query.at, query.probe)?;
        for entry in &model.inner.bodies {
            let forces = self.acceleration[entry.dofs.clone()].iter_mut();
            forces.zip(entry.diagonal(&self.mass)).for_each(|(h, m)| *h = (*h / m).abs());
        }
        let rounding = ROUNDING * max_abs_skip_nan(&self.acceleration);
        self.acceleration.iter_mut().for_each(|a| *a += rounding);
        self.friction.several.iter_mut().chain(&mut self.friction.tangents).for_each(|d| *d = d.abs());
        let speeds: Vec<f64> = query.at.v.iter().map(|v| v.abs()).collect();
        let rounded = (AT_REST[1] * max_abs_skip_nan(&speeds)).max(AT_REST[0] * query.pace);
        let driven = max_abs_skip_nan(&self.gamma);
        let mut resting = vec![false; model.inner.frictions.len()];
        for (point, friction) in model.inner.frictions.iter().enumerate() {
            self.combine(friction, [1.0; 3]);
            let (slip, mode) = (self.slip_from(friction, query.signs.given()[point]), &mut modes[friction.entry]);
            let strength = self.along_tangent(model, friction, &self.acceleration) + driven;
            let slow = rounded.max(AT_REST[0] * self.along_tangent(model, friction, &speeds));
            if *mode == Mode::Released {
                continue;
            }
            let at_once = if mode.direction() * slip < 0.0 { PAST } else { AT_ONCE };
            if friction.size_of(&self.rate) > slow.max(at_once * strength) {
                *mode = self.sliding_mode(friction);
            } else if mode.direction() == 0.0 || mode.direction() * slip < 0.0 {
                // What has come past its zero by rounding stands there.
                resting[point] = true;
            }
        }
        Ok(resting)
    }

    /// What has to be changed first; nothing if everything fits. The workspace is evaluated with these modes before and after.
    pub(in crate::dynamics) fn required_changes(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        resting: &[bool],
    ) -> Result<Vec<(usize, Mode)>, EvalError> {
        let (frictions, modes) = (&model.inner.frictions, query.modes);
        let (found, by) = (self.found_signs().to_vec(), query.signs.search().unwrap_or_default());
        let query = &query.with_signs(Signs::Search { from: &found, by });
        let clusters = self.clusters(model, modes);
        self.check_shared(model, &clusters, query.at.t)?;
        let contradicting: Vec<usize> =
            clusters.iter().filter(|c| c.contradicts).flat_map(|c| c.points.clone()).collect();
        if !contradicting.is_empty() {
            return self.pass_through(model, query, &contradicting);
        }
        let (mut worst, at_work) = ((ROUNDING, Vec::new()), self.forces_at_work(model));
        for (point, friction) in frictions.iter().enumerate() {
            let alone = !clusters.iter().any(|c| c.points.contains(&point));
            if alone && modes[friction.entry] == Mode::Stick {
                let (excess, direction) = self.excess(friction, point, query.limits, at_work);
                if excess > worst.0 {
                    worst = (excess, vec![(point, Mode::sliding(direction))]);
                }
            }
        }
        let (bound, starting) = self.starting(model, modes, resting);
        let backwards = starting.into_iter().filter(|(_, rate)| *rate < -bound);
        let wrong: Vec<(usize, Mode)> = backwards.map(|(point, _)| (point, Mode::Stick)).collect();
        // A trend tells whether one freedom starts only where there is one motion in either direction: that a split of the forces within all limits
        // exists must be so besides. And where loads depend on friction, what holds need not lie between the limits: with room for a split it holds,
        // if it is split among what would move, for the rest carries nothing.
        let mut splits = Vec::new();
        for cluster in clusters.iter().filter(|c| !c.contacts.is_empty()) {
            let excess = self.split(model, cluster, query.limits).excess();
            worst = if excess > worst.0 { (excess, cluster.all_start()) } else { worst };
        }
        for cluster in clusters.iter().filter(|c| c.splits && c.contacts.is_empty()) {
            let mut split = self.split(model, cluster, query.limits);
            let excess = split.excess();
            if excess > ROUNDING + cluster.beyond() {
                splits.push((excess, split.starts(), cluster));
            }
        }
        for (excess, starts, cluster) in splits {
            if excess > worst.0 {
                let starts = self.movable(model, query, cluster, &starts)?;
                worst = if starts.is_empty() { worst } else { (excess, starts) };
            }
        }
        for cluster in clusters.iter().filter(|c| c.freedoms == 1) {
            let (trend, starts) = self.trend(model, query, cluster)?;
            if trend <= worst.0 {
                continue;
            }
            let may_hold = cluster.splits && starts.len() == cluster.points.len();
            if may_hold {
                self.evaluate(model, query)?;
            }
            if !(may_hold && self.room(model, cluster, query.limits) > 0.0) {
                worst = (trend, starts);
            }
        }
        self.evaluate(model, query)?;
        Ok(if worst.1.is_empty() { wrong } else { worst.1 })
    }

    /// The last resort: every combination of the points at rest, until one fits.
    pub(super) fn try_all(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        resting: &[bool],
    ) -> Result<Vec<Mode>, EvalError> {
        let frictions = &model.inner.frictions;
        // The search that knows all solutions, where they can be listed.
        let query = &query.with_signs(Signs::Search { from: query.signs.given(), by: Search::Reduced });
        let open: Vec<usize> = (0..resting.len()).filter(|&p| resting[p]).collect();
        let contacts = self.undecided_contacts(model, query);
        // A rough contact is open or closed in one of three ways, which are four.
        let of_contact = |point: &&usize| frictions[**point].contact.is_some_and(|contact| contacts.contains(&contact));
        let choices = contacts.len() + open.iter().filter(|point| !of_contact(point)).count();
        if choices <= ENUMERABLE {
            let found = self.list_branches(model, query, resting, 1)?;
            if let Some(branch) = found.first() {
                let mut modes = query.modes.to_vec();
                branch.enter_modes(&mut modes);
                self.evaluate(model, &query.with_modes(&modes).with_signs(Signs::Held(&branch.signs)))?;
                return Ok(modes);
            }
        }
        if !contacts.is_empty()
            && let Some(modes) = self.by_pattern(model, query, resting)?
        {
            return Ok(modes);
        }
        if choices == 0 {
            // Nothing was to be decided: what slides jams by itself.
            self.evaluate(model, query)?;
        }
        let name = |&contact: &usize| model.inner.contacts[contact].name.clone();
        let points = open.iter().filter(|&&point| frictions[point].contact.is_none());
        let points = points.map(|&point| frictions[point].name.clone()).chain(contacts.iter().map(name)).collect();
        let rubs = !open.is_empty() || contacts.iter().any(|&contact| model.inner.contacts[contact].friction.is_some());
        // A load's direction, or that of a slip in space, is looked for from some places, not from all.
        let directed = frictions.iter().any(|friction| friction.load.is_length() || friction.slide.is_some());
        let all = choices <= ENUMERABLE && !directed;
        Err(EvalError::NoDecision { points, rubs, all, t: query.at.t })
    }

    /// The modes of the pattern in which all contacts start together, if everything fits there.
    fn by_pattern(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        resting: &[bool],
    ) -> Result<Option<Vec<Mode>>, EvalError> {
        let Some(Pattern { modes, angles }) = self.start_together(model, query, resting)? else { return Ok(None) };
        let (mut signs, by) = (query.signs.given().to_vec(), query.signs.search().unwrap_or_default());
        angles.iter().for_each(|&(point, angle)| signs[point] = angle);
        let query = &query.with_modes(&modes).with_signs(Signs::Search { from: &signs, by });
        match self.evaluate(model, query) {
            Ok(_) => {}
            Err(EvalError::NoSigns { .. }) => return Ok(None),
            Err(error) => return Err(error),
        }
        let fits =
            self.contact_changes(model, query).is_empty() && self.required_changes(model, query, resting)?.is_empty();
        Ok(fits.then(|| modes.clone()))
    }
}
