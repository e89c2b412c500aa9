//! The decision itself: all points at rest stick first, and what does not fit is changed until everything does.
//!
//! Where static friction is above kinetic, a point that starts lets go of a part of its force at once. That another one would start with what is left of it, and not with its limit, is
//! no motion (F1): so what starts is found with static limits first, and the decision goes on from there with the law itself. Else the order in which points are declared would tell
//! which of them starts.
//!
//! What is changed together can undo each other: a driver that starts contradicts all that sticks to it, and what is then let slide is accelerated back. Where too many are at rest to try all
//! patterns, one change at a time is drawn by lot, from the same seed always. Of given loads the motion is the least of a convex function (Gauss), and nothing keeps the lot from it.

use super::decide::{ENUMERABLE, ROUNDING};
use super::together::Pattern;
use crate::dynamics::{Limits, Mode, Query, Signs, Ways, Workspace};
use crate::error::EvalError;
use crate::friction::Search;
use crate::model::Model;

/// Most changes that are drawn, for each point.
const DRAWS: usize = 50;

/// Modes and signs on the way to a decision.
#[derive(Clone)]
struct Way {
    modes: Vec<Mode>,
    signs: Vec<f64>,
    by: Search,
    /// Of changes that are found together, one alone, drawn by this number; all of them without one.
    draw: Option<u64>,
}

impl Workspace {
    /// Decides the points in `resting`, the others being as the question has them; those in `started` begin to slide in the given
    /// direction. Gains and what is at rest do not count: what is held by the present modes is free to start.
    ///
    /// The workspace is left evaluated with the modes found, and with their signs.
    pub(crate) fn decide_resting(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        resting: &[bool],
        started: &[(usize, f64)],
    ) -> Result<Vec<Mode>, EvalError> {
        let frictions = &model.inner.frictions;
        let entry = |point: usize| frictions[point].entry;
        let by = query.signs.search().unwrap_or_default();
        let mut way = Way { modes: query.modes.to_vec(), signs: query.signs.given().to_vec(), by, draw: None };
        let query =
            Query::new(query.at, query.modes, query.signs).with_limits(query.limits).with_touching(query.touching);
        let query = query.with_ways(Ways::Standing(resting));
        let released =
            |point: usize| query.modes[entry(point)] == Mode::Released && !self.may_close(model, &query, point);
        let resting: Vec<bool> = resting.iter().enumerate().map(|(p, &rests)| rests && !released(p)).collect();
        for point in (0..resting.len()).filter(|&p| resting[p]) {
            let mode = &mut way.modes[entry(point)];
            *mode = if *mode == Mode::Released { Mode::Released } else { Mode::Stick };
        }
        for &(point, direction) in started {
            way.modes[entry(point)] = Mode::sliding(direction);
        }
        // What is known to start has let go.
        let lets_go = |p: usize| frictions[p].has_hysteresis() && started.iter().all(|&(start, _)| start != p);
        let at_limit: Vec<bool> = (0..resting.len()).map(|p| resting[p] && lets_go(p)).collect();
        if at_limit.contains(&true) && resting.iter().filter(|rests| **rests).count() > 1 {
            let limits = Limits::AtRest { points: &at_limit, limit_factor: query.limits.limit_factor() };
            let mut from_limits = way.clone();
            if let Ok(true) = self.change_until_it_fits(model, &query.with_limits(limits), &resting, &mut from_limits) {
                way = from_limits;
            }
        }
        let begin = way.clone();
        if self.change_until_it_fits(model, &query, &resting, &mut way)? {
            return Ok(way.modes);
        }
        let mut by_lot = Way { draw: Some(1), ..begin };
        if resting.iter().filter(|rests| **rests).count() > ENUMERABLE
            && self.change_until_it_fits(model, &query, &resting, &mut by_lot)?
        {
            return Ok(by_lot.modes);
        }
        let signs = Signs::Search { from: &way.signs, by };
        self.try_all(model, &query.with_modes(&way.modes).with_signs(signs), &resting)
    }

    /// Changes what does not fit until everything does, and takes note of the signs that were found. False where that runs in a circle, or where some modes leave no motion.
    fn change_until_it_fits(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        resting: &[bool],
        way: &mut Way,
    ) -> Result<bool, EvalError> {
        let mut seen: Vec<Vec<Mode>> = Vec::new();
        let most = DRAWS * resting.len();
        loop {
            let Way { modes, signs, by, .. } = &*way;
            let query = query.with_modes(modes).with_signs(Signs::Search { from: signs, by: *by });
            let mut next = way.clone();
            let fits = self.change(model, &query, resting, &mut next)?;
            match fits {
                Some(true) => {
                    way.signs = next.signs;
                    return Ok(true);
                }
                Some(false) if way.draw.map_or(!seen.contains(&way.modes), |_| seen.len() < most) => {
                    seen.push(std::mem::replace(way, next).modes);
                }
                _ => return Ok(false),
            }
        }
    }

    /// Changes first of all what contacts do, then what sticks together beyond its cones, then what a joint's points do. True if everything fits; none where these modes leave no motion.
    fn change(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        resting: &[bool],
        next: &mut Way,
    ) -> Result<Option<bool>, EvalError> {
        let evaluated = self.evaluate(model, query);
        if evaluated.is_ok() {
            let switched = self.contact_changes(model, query);
            if !switched.is_empty() {
                next.signs.copy_from_slice(self.found_signs());
                for (contact, to) in switched {
                    let friction = self.closing_mode(model, query.modes, contact, resting);
                    model.switch_contact(&mut next.modes, contact, to, friction);
                }
                return Ok(Some(false));
            }
            if let Some(pattern) = self.overloaded(model, query, resting)? {
                next.signs.copy_from_slice(self.found_signs());
                pattern.angles.iter().for_each(|&(point, angle)| next.signs[point] = angle);
                next.modes = pattern.modes;
                return Ok(Some(false));
            }
        }
        let mut changes = match evaluated.and_then(|_| self.required_changes(model, query, resting)) {
            // Other modes may leave one.
            Err(EvalError::NoSigns { .. }) if resting.contains(&true) || !model.inner.contacts.is_empty() => {
                return Ok(None);
            }
            changes => changes?,
        };
        next.signs.copy_from_slice(self.found_signs());
        let fits = changes.is_empty();
        if let (Some(draw), false) = (&mut next.draw, fits) {
            let one = draw_one(draw, changes.len());
            changes = vec![changes.swap_remove(one)];
        }
        for (point, mode) in changes {
            self.start_along(model, point, mode, &mut next.signs);
            next.modes[model.inner.frictions[point].entry] = mode;
        }
        Ok(Some(fits))
    }

    /// How contacts in space go on that stick together, where no forces within all of their cones hold; none if there are such forces everywhere.
    fn overloaded(&mut self, model: &Model, query: &Query<'_>, resting: &[bool]) -> Result<Option<Pattern>, EvalError> {
        if self.friction.slides.is_empty() {
            return Ok(None);
        }
        let clusters = self.clusters(model, query.modes);
        self.check_shared(model, &clusters, query.at.t)?;
        let name = |&contact: &usize| model.inner.contacts[contact].name.clone();
        // What contradicts itself passes, and asks for no forces.
        for cluster in clusters.iter().filter(|cluster| !cluster.contacts.is_empty() && !cluster.contradicts) {
            let mut split = self.split(model, cluster, query.limits);
            if split.excess() <= ROUNDING {
                continue;
            }
            let pattern = if split.is_undecided() { None } else { self.start_together(model, query, resting)? };
            let points = || cluster.contacts.iter().map(name).collect();
            return pattern.map(Some).ok_or_else(|| EvalError::undecided(points(), query.at.t));
        }
        Ok(None)
    }
}

/// One of so many, always in the same order (a generator of Lehmer's).
fn draw_one(draw: &mut u64, of: usize) -> usize {
    *draw = *draw * 48_271 % 0x7fff_ffff;
    (*draw % of as u64) as usize
}
