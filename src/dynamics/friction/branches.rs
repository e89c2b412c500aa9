//! All motions that friction and contacts admit at a state, by enumeration.
//!
//! With load-dependent friction a state can have one motion, none, or several. For every combination of stick, slip forward and slip
//! backward of the points at rest, and for every pattern of signs of the loads, the motion is computed and kept if it fits: loads have
//! their signs, static forces are within their limits, what starts is accelerated the way it slides.

use super::decide::ROUNDING;
use crate::dynamics::{Limits, Mode, Near, Query, Signs, State, StateRef, Touching, Ways, Workspace};
use crate::element::{ContactId, FrictionId, foreign};
use crate::error::EvalError;
use crate::friction::Search;
use crate::linear::absolute::ENUMERABLE;
use crate::model::{FrictionEntry, Model};

/// One of the motions that friction admits at a state.
///
/// ```
/// # use chetaev::prelude::*;
/// # let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -10.0]);
/// let block = builder.body("block", Particle::new(1.0));
/// let slope = builder.constraint("slope", Slot::new(GROUND.axis([0.0, 0.0], 0.25_f64.atan()), block.origin()));
/// let rub = builder.friction("rub", FrictionPoint::in_slot(slope), Coulomb::new(0.2).holding(0.3));
/// let model = builder.build()?;
/// // The slope of 0.25 is between 0.2 and 0.3: the block sticks, or slides down if something has set it sliding.
/// let branches = model.branches(&model.placed())?;
/// assert_eq!(branches.iter().map(|branch| branch.mode(rub)).collect::<Vec<_>>(), [Mode::Stick, Mode::Backward]);
/// assert_eq!(branches.iter().map(Branch::starts_below_limit).collect::<Vec<_>>(), [false, true]);
/// assert!(branches.iter().all(|branch| (branch.load(rub).abs() - 10.0 * 0.25_f64.atan().cos()).abs() < 1e-12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Branch {
    /// Accelerations v'.
    pub acceleration: Vec<f64>,
    /// Multipliers of all rows, those of the friction points last.
    pub multipliers: Vec<f64>,
    modes: Vec<Mode>,
    /// The entry of each contact, and whether it is closed.
    contacts: Vec<(usize, Mode)>,
    loads: Vec<f64>,
    /// As a state keeps them.
    pub(in crate::dynamics) signs: Vec<f64>,
    below_limit: bool,
    /// Of a motion in which a point starts that nothing accelerates: the size of what acts on those that start.
    in_place: Option<f64>,
    /// Is a contact open that goes on touching? Others share what it could carry.
    grazes: bool,
    /// Accelerations with the static limits of the points that start in the place of their sliding friction.
    pub(in crate::dynamics) at_limit: Vec<f64>,
}

impl Branch {
    pub(in crate::dynamics) fn mode_of(&self, point: usize) -> Mode {
        self.modes[point]
    }

    /// Does the friction point stick or slide, and where to?
    #[track_caller]
    pub fn mode(&self, friction: FrictionId) -> Mode {
        *self.found("friction", &self.modes, friction.index)
    }

    /// Is a contact open, or closed?
    #[track_caller]
    pub fn contact(&self, contact: ContactId) -> Mode {
        self.found("contact", &self.contacts, contact.index).1
    }

    /// Makes a state go on with this motion: modes and signs of its friction points are those of the branch, and so are its contacts open or closed.
    ///
    /// A run from there keeps it with [`Several::Keep`](crate::friction::Several::Keep).
    ///
    /// # Panics
    /// If the state is not one of the model whose branch it is.
    pub fn enter(&self, state: &mut State) {
        self.enter_modes(&mut state.modes);
        state.signs.copy_from_slice(&self.signs);
    }

    /// Its modes, in the place of others.
    pub(in crate::dynamics) fn enter_modes(&self, modes: &mut [Mode]) {
        let first = modes.len() - self.modes.len();
        modes[first..].copy_from_slice(&self.modes);
        self.contacts.iter().for_each(|&(entry, mode)| modes[entry] = mode);
    }

    /// Does a point start here although its static limit μ' N would hold it?
    ///
    /// Between μ N and μ' N a point at rest may stick, or slide once it has been set sliding. That is the hysteresis of the law and not an
    /// ambiguity: what has stuck goes on sticking. Such a motion is possible only for a point that came to rest at this very instant, or was
    /// put there; a [certificate](Model::certificate) speaks of the other motions of the list.
    pub fn starts_below_limit(&self) -> bool {
        self.below_limit
    }

    /// Is a contact open here that goes on touching? Then others carry what it could: of contacts that depend on each other, four feet on a floor, rigid bodies do not tell which.
    pub(in crate::dynamics) fn grazes(&self) -> bool {
        self.grazes
    }

    /// Mode and load of every friction point.
    pub(crate) fn points(&self) -> impl Iterator<Item = (Mode, f64)> {
        self.modes.iter().copied().zip(self.loads.iter().copied())
    }

    /// Load of a friction point, with the sign that the reaction has.
    #[track_caller]
    pub fn load(&self, friction: FrictionId) -> f64 {
        *self.found("friction", &self.loads, friction.index)
    }

    #[track_caller]
    fn found<'a, T>(&self, kind: &str, all: &'a [T], index: u32) -> &'a T {
        match all.get(index as usize) {
            Some(found) => found,
            None => foreign(kind, index as usize + 1, &format!("{} of them", all.len())),
        }
    }
}

/// Most points at rest for which all combinations are tried.
const RESTING: usize = 7;
/// Part of what acts by which accelerations that are the same may differ.
const SAME: f64 = 1e-10;

impl Model {
    /// Every motion that friction admits at a state: one is the normal case, none or several show that rigid bodies with
    /// Coulomb friction do not determine what happens.
    ///
    /// Points that move slide as they move; those at rest may stick or start; contacts that touch may be closed or open. The loads of pins have directions: all that solve their equation are found, where those that slide
    /// are six pins at most, with no more than ten loads (beyond that, the direction that was found and its opposite). Motions that need a point to start below its static limit [say so](Branch::starts_below_limit).
    ///
    /// # Errors
    /// More points than can be enumerated (7 at rest, 16 that slide); what an evaluation can fail with otherwise.
    pub fn branches(&self, state: &State) -> Result<Vec<Branch>, EvalError> {
        self.check_state(state)?;
        let mut ws = self.workspace();
        let mut modes = state.modes.clone();
        let touching = ws.close_touching(self, StateRef::of(state), &mut modes, Near::Start)?;
        let query = Query::of(state, Search::default()).with_touching(Touching::Those(&touching));
        let resting = ws.resting(self, &query, &mut modes)?;
        let open: Vec<usize> = (0..resting.len()).filter(|&p| resting[p]).collect();
        if open.len() > RESTING || self.inner.frictions.len() > ENUMERABLE {
            return Err(EvalError::TooMany { resting: open.len(), sliding: resting.len() - open.len() });
        }
        let mut all = ws.list_branches(self, &query.with_modes(&modes), &resting, usize::MAX)?;
        let standing: Vec<Vec<f64>> =
            all.iter().filter(|branch| branch.in_place.is_none()).map(|branch| branch.acceleration.clone()).collect();
        // What starts in place is told where nothing that stands there moves so.
        all.retain(|branch| {
            let Some(size) = branch.in_place else { return true };
            let same = |(a, b): (&f64, &f64)| (a - b).abs() <= SAME * size;
            !standing.iter().any(|other| branch.acceleration.iter().zip(other).all(same))
        });
        Ok(all)
    }
}

impl Workspace {
    /// These modes, if one of the motions has them: a state that has entered a branch. The workspace is left evaluated in it.
    pub(crate) fn decide_as(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        wanted: &[Mode],
    ) -> Result<Option<Vec<Mode>>, EvalError> {
        let mut modes = query.modes.to_vec();
        let resting = self.resting(model, query, &mut modes)?;
        let open = resting.iter().filter(|rests| **rests).count();
        if open > RESTING || model.inner.frictions.len() > ENUMERABLE {
            return Ok(None);
        }
        for branch in self.list_branches(model, &query.with_modes(&modes), &resting, usize::MAX)? {
            let mut its = modes.clone();
            branch.enter_modes(&mut its);
            if its == wanted {
                self.evaluate(model, &query.with_modes(&its).with_signs(Signs::Held(&branch.signs)))?;
                return Ok(Some(its));
            }
        }
        Ok(None)
    }

    /// The motions, the points in `resting` being free to stick or to start, until there are `enough`.
    pub(in crate::dynamics) fn list_branches(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        resting: &[bool],
        enough: usize,
    ) -> Result<Vec<Branch>, EvalError> {
        let query = &query.with_ways(Ways::Standing(resting));
        let open: Vec<usize> = (0..resting.len()).filter(|&p| resting[p]).collect();
        let (mut modes, mut found) = (query.modes.to_vec(), Vec::new());
        let (frictions, contacts) = (&model.inner.frictions, self.undecided_contacts(model, query));
        for closed in 0..1_usize << contacts.len() {
            self.close_pattern(model, query.modes, &mut modes, &contacts, closed, resting);
            let free: Vec<usize> =
                open.iter().copied().filter(|&p| modes[frictions[p].entry] != Mode::Released).collect();
            for mut code in 0..3_usize.pow(free.len() as u32) {
                if !self.choose_free(model, &free, &mut code, &mut modes) {
                    continue;
                }
                self.collect(model, &query.with_modes(&modes), resting, &mut found)?;
                if found.len() >= enough {
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    /// Adds what fits with these modes.
    fn collect(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        resting: &[bool],
        found: &mut Vec<Branch>,
    ) -> Result<(), EvalError> {
        let by = query.signs.search().unwrap_or_default();
        match self.evaluate(model, query) {
            Ok(_) | Err(EvalError::NoSigns { .. }) => {}
            Err(error) => return Err(error),
        }
        for signs in self.friction.branches(&model.inner.frictions) {
            if self.evaluate(model, &query.with_signs(Signs::Held(&signs))).is_err() {
                continue;
            }
            let mut branch = self.branch_here(model, query);
            branch.in_place = self.starts_in_place(model, query.modes, resting);
            let free = query.with_signs(Signs::Search { from: &signs, by });
            if !self.contact_changes(model, &free).is_empty() {
                continue;
            }
            match self.required_changes(model, &free, resting) {
                Ok(changes) if changes.is_empty() => {
                    branch.below_limit = !self.starts_from_limits(model, &free, resting)?;
                    branch.at_limit.clone_from(&self.acceleration);
                    found.push(branch);
                }
                // What would have to start instead has no motion; but that does not make this one fit.
                Ok(_) | Err(EvalError::NoSigns { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The points that start, how fast they are accelerated the way they slide, and what is rounding of that: points that move together stand together, so that
    /// what is rounding of one is rounding of all, else by it one of them would hold the others.
    pub(super) fn starting(&self, model: &Model, modes: &[Mode], resting: &[bool]) -> (f64, Vec<(usize, f64)>) {
        let starts = |(point, friction): (usize, &FrictionEntry)| {
            let sigma = modes[friction.entry].direction();
            let starts = resting[point] && sigma != 0.0;
            starts.then(|| (point, sigma * self.slip_acceleration(model, friction)))
        };
        let starting: Vec<(usize, f64)> = model.inner.frictions.iter().enumerate().filter_map(starts).collect();
        let bound = ROUNDING * starting.iter().map(|&(point, _)| self.slip_terms(model, point)).fold(0.0, f64::max);
        (bound, starting)
    }

    /// Does a point start that nothing accelerates? Then the size of what acts on those that start.
    fn starts_in_place(&self, model: &Model, modes: &[Mode], resting: &[bool]) -> Option<f64> {
        let (bound, starting) = self.starting(model, modes, resting);
        starting.iter().any(|(_, rate)| rate.abs() <= bound).then_some(bound / ROUNDING)
    }

    /// The motion that was evaluated last.
    fn branch_here(&self, model: &Model, query: &Query<'_>) -> Branch {
        let (frictions, modes) = (&model.inner.frictions, query.modes);
        let load = |(point, friction): (usize, &FrictionEntry)| match friction.load.rows().count() {
            0 => self.friction.normal[point],
            _ => self.friction.signs[point] * self.friction.normal[point],
        };
        Branch {
            signs: self.found_signs().to_vec(),
            acceleration: self.acceleration.clone(),
            multipliers: self.multipliers.clone(),
            modes: frictions.iter().map(|friction| modes[friction.entry]).collect(),
            contacts: model.inner.contacts.iter().map(|contact| (contact.entry, modes[contact.entry])).collect(),
            loads: frictions.iter().enumerate().map(load).collect(),
            below_limit: false,
            in_place: None,
            grazes: self.grazes(model, query),
            at_limit: Vec::new(),
        }
    }

    /// A motion that was listed without a part of the mechanism, with that part in it: the entries that were `left_out` go on as the question has them.
    pub(in crate::dynamics) fn complete(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        branch: &mut Branch,
        left_out: impl Fn(usize) -> bool,
    ) -> Result<(), EvalError> {
        let mut modes = query.modes.to_vec();
        branch.enter_modes(&mut modes);
        let as_asked = modes.iter_mut().zip(query.modes).enumerate().filter(|(entry, _)| left_out(*entry));
        as_asked.for_each(|(_, (mode, asked))| *mode = *asked);
        let own = model.inner.frictions.iter().zip(&branch.signs).zip(query.signs.given());
        let signs: Vec<f64> = own.map(|((f, own), given)| if left_out(f.entry) { *given } else { *own }).collect();
        let query = query.with_modes(&modes).with_signs(Signs::Held(&signs));
        self.evaluate(model, &query)?;
        let Branch { below_limit, grazes, .. } = *branch;
        *branch = Branch { below_limit, grazes, ..self.branch_here(model, &query) };
        branch.at_limit.clone_from(&branch.acceleration);
        Ok(())
    }

    /// Do the points that start with these modes overcome their static limits? If so, the workspace is left evaluated with these in the place of their
    /// sliding friction.
    fn starts_from_limits(&mut self, model: &Model, query: &Query<'_>, resting: &[bool]) -> Result<bool, EvalError> {
        let starts = |(point, friction): (usize, &FrictionEntry)| {
            resting[point] && query.modes[friction.entry].direction() != 0.0 && friction.has_hysteresis()
        };
        let points: Vec<bool> = model.inner.frictions.iter().enumerate().map(starts).collect();
        if !points.contains(&true) {
            return Ok(true);
        }
        let query = query.with_limits(Limits::AtRest { points: &points, limit_factor: 1.0 });
        match self.evaluate(model, &query).and_then(|_| self.required_changes(model, &query, resting)) {
            Ok(changes) => Ok(changes.is_empty()),
            Err(EvalError::NoSigns { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl FrictionEntry {
    /// Is its static limit larger than its friction at the beginning of a slide?
    pub(in crate::dynamics) fn has_hysteresis(&self) -> bool {
        self.law.holding() > self.law.sliding(0.0)
    }
}
