//! Decisions at the accepted state: modes at a start, modes of friction after a change, signs of loads that have turned.

use super::Drive;
use crate::dynamics::{Mode, Near, Query, Signs, State, StateRef, Touching};
use crate::friction::Search;
use crate::math::max_abs;
use crate::simulate::failure::RunFailure;
use crate::simulate::motion::Motion;
use crate::simulate::watch::{FrictionGuards, WRONG_SIDE};

/// Of the last step, how far ahead is looked whether a load goes on with the sign that it was given.
const AHEAD: f64 = 1e-4;
/// Rounding of loads, relative to the largest.
const ROUNDING: f64 = 1e-11;
/// Signs, and angles of loads, are the same up to this.
const SAME_SIGN: f64 = 1e-9;

/// What a slip that is stopped does to velocities, as parts of it: 1 to 3 where nothing is singular.
const LEVER: f64 = 4.0;

/// How a state is begun at.
#[derive(Copy, Clone, Debug, Default)]
pub(in crate::simulate) struct Begin {
    /// It was changed, and is projected first.
    pub(in crate::simulate) changed: bool,
    /// The largest velocity just before: what is left of a velocity that has come to an end is rounding of it.
    pub(in crate::simulate) pace: f64,
    /// Its positions are the run's own: what is apart there is apart.
    pub(in crate::simulate) within: bool,
}

impl Drive<'_> {
    /// Starts at a state: friction is decided there, and what it holds is stopped. A state that was changed is projected first. Returns
    /// the modes before the decision, in which all that was free to start holds.
    ///
    /// A state in which all is decided as it is, one of a run, say, is begun at as it stands, to the bit.
    pub(in crate::simulate) fn begin(
        &mut self,
        state: &State,
        Begin { changed, pace, within }: Begin,
    ) -> Result<Vec<Mode>, RunFailure> {
        self.motion.take_over(state);
        self.scratch = self.motion.join(state);
        if changed {
            self.project_scratch(state.t)?;
        }
        let (mut open, mut as_it_was) = (Vec::new(), false);
        if FrictionGuards::is_needed(self.model) {
            let near = if within || self.is_of_a_run(state) { Near::Run } else { Near::Start };
            let touching = self.touch(state.t, near)?;
            let Motion { ws, memory, modes, signs, ways, .. } = &mut self.motion;
            let at = StateRef::within(self.model, state.t, &self.scratch, memory);
            let query = Query::new(at, modes, Signs::Search { from: signs, by: self.search })
                .with_pace(pace)
                .with_touching(Touching::Those(&touching));
            open = ws.open(self.model, &query)?;
            let entered = match self.keeps && !changed {
                true => ws.decide_as(self.model, &query, &state.modes)?,
                false => None,
            };
            let decided = match entered.map_or_else(|| ws.decide_all(self.model, &query), Ok) {
                Ok(decided) => decided,
                Err(error) => {
                    // What slides and what touches is known all the same.
                    modes.copy_from_slice(&open);
                    return Err(error.into());
                }
            };
            let same = |(a, b): (&f64, &f64)| (a - b).abs() <= SAME_SIGN;
            as_it_was = !changed && decided == state.modes && signs.iter().zip(ws.found_signs()).all(same);
            if as_it_was {
                ws.tell_ways(self.model, &decided, ways);
            } else {
                ws.tell_new_ways(self.model, [modes, &decided], state.t, ways);
                signs.copy_from_slice(ws.found_signs());
            }
            modes.copy_from_slice(&decided);
        }
        self.come_to_rest(state.t, as_it_was)?;
        Ok(open)
    }

    /// Has a run decided what a state does? A start leaves all friction undecided.
    fn is_of_a_run(&self, state: &State) -> bool {
        let frictions = &state.modes[self.model.constraint_count()..];
        state.impacts.count() > 0 || (!frictions.is_empty() && !frictions.contains(&Mode::Undecided))
    }

    /// Which contacts are closed or touch at the state in `scratch`, all of which are closed until it is decided which of them stay so.
    /// One that closes stays open: it is struck next, as any other that closes.
    fn touch(&mut self, t: f64, near: Near) -> Result<Vec<bool>, RunFailure> {
        let contacts = &self.model.inner.contacts;
        let Motion { ws, memory, modes, impacts, .. } = &mut self.motion;
        let at = StateRef::within(self.model, t, &self.scratch, memory);
        for open in ws.open_gaps(self.model, at, modes)? {
            if open.is_inside(self.model, at, impacts.fastest_of(open.contact)) {
                let contact = contacts[open.contact].name.clone();
                let turns = self.model.inner.constraints[contacts[open.contact].entry].element.turns_only();
                return Err(RunFailure::Penetrates {
                    contact,
                    depth: -open.gap,
                    unit: if turns { "rad" } else { "m" },
                });
            }
        }
        Ok(ws.close_touching(self.model, at, modes, near)?)
    }

    /// New modes of the friction points where it stands: those in `resting` are decided, those in `started` begin to slide in the
    /// given direction; what stands and is accelerated back is added to `resting`. After a jump of loads the signs of `flip_signs` are tried first.
    pub(in crate::simulate) fn decide_friction(
        &mut self,
        resting: &mut [bool],
        started: &[(usize, f64)],
        jumped: bool,
    ) -> Result<(), RunFailure> {
        let by = if jumped && self.search == Search::Exhaustive { Search::WarmStarted } else { self.search };
        let Motion { ws, memory, modes, signs, ways, .. } = &mut self.motion;
        let at = StateRef::within(self.model, self.stepper.t(), &self.scratch, memory);
        let touching = ws.touching(self.model, at, modes, Near::Run)?;
        let query = Query::new(at, modes, Signs::Search { from: signs, by }).with_touching(Touching::Those(&touching));
        let decided = ws.decide_standing(self.model, &query, resting, started)?;
        ws.tell_new_ways(self.model, [modes, &decided], at.t, ways);
        modes.copy_from_slice(&decided);
        signs.copy_from_slice(ws.found_signs());
        Ok(())
    }

    /// Makes a state exact under other modes than those of the run.
    pub(in crate::simulate) fn project_under(
        &mut self,
        modes: Vec<Mode>,
        t: f64,
        y: &mut [f64],
    ) -> Result<(), RunFailure> {
        let own = std::mem::replace(&mut self.motion.modes, modes);
        let outcome = self.project(t, y);
        self.motion.modes = own;
        outcome
    }

    /// Goes on under modes that were decided where it stands.
    pub(in crate::simulate) fn go_on(&mut self) -> Result<(), RunFailure> {
        self.come_to_rest(self.t(), false)
    }

    /// Stands at the accepted state, to decide how it goes on.
    pub(in crate::simulate) fn stand(&mut self) {
        self.scratch.copy_from_slice(self.stepper.y());
    }

    /// Takes away what is left of slips in space that have come to their end, as if they stuck.
    ///
    /// They are decided as if they were at rest, and what starts anew does so from rest: a slip that is left, which may point anywhere, has no friction of its own, ends its step at once where
    /// it goes back, and again and again until the new slip has outgrown it. At rest before the decision, because accelerations read slips. Where that takes more than what slips that steps leave
    /// unresolved do to velocities, as near a dead center, at which slip and motion end together, it stays.
    pub(in crate::simulate) fn stop_what_rests(&mut self, resting: &[bool], unresolved: f64) -> Result<(), RunFailure> {
        let (inner, modes) = (&self.model.inner, &mut self.motion.modes);
        let moves = f64::EPSILON * max_abs(inner.layout.split(self.stepper.y()).v);
        let decided = modes.clone();
        for (point, friction) in inner.frictions.iter().enumerate() {
            let slides = friction.slide.is_some() && modes[friction.entry].direction() != 0.0;
            if slides && resting[point] && self.end.speed(point) > moves {
                modes[friction.entry] = Mode::Stick;
            }
        }
        if *modes == decided {
            return Ok(());
        }
        let outcome = self.project_scratch(self.t());
        self.motion.modes = decided;
        outcome?;
        let [before, after] = [self.stepper.y(), &self.scratch].map(|y| self.motion.split(y).v);
        if before.iter().zip(after).any(|(before, after)| (after - before).abs() > LEVER * unresolved) {
            self.stand();
        }
        Ok(())
    }

    /// Signs of the loads after some were turned at the accepted state; which way round rounding of `most`, the largest load, has left them
    /// does not matter. False if others had to be searched: then the loads jump, and what sticks has to be decided anew.
    pub(in crate::simulate) fn flip_signs(&mut self, most: f64) -> Result<bool, RunFailure> {
        let (t, dt) = (self.stepper.t(), AHEAD * (self.stepper.t() - self.stepper.t_prev()));
        let ahead = self.ahead(dt);
        let Motion { ws, memory, modes, signs, pace, .. } = &mut self.motion;
        let query = |t, y| {
            let at = StateRef::within(self.model, t, y, memory);
            Query::new(at, modes, Signs::Held(signs)).with_gains(pace.gains)
        };
        let [later, now] = [query(t + dt, &ahead), query(t, self.stepper.y())];
        ws.evaluate(self.model, &later)?;
        let loads = ws.normal_loads().to_vec();
        ws.evaluate(self.model, &now)?;
        let passes = ws.normal_loads().iter().any(|n| *n < -WRONG_SIDE * most);
        let falls = |(n, later): (&f64, f64)| later < n.min(0.0) - ROUNDING * most;
        let other = match passes {
            // One came through a pole and not through zero.
            true => now,
            // With either sign one leaves zero to the wrong side: whatever goes on from here is elsewhere.
            false if ws.normal_loads().iter().zip(loads).any(falls) => later,
            false => return Ok(true),
        };
        ws.evaluate(self.model, &other.with_signs(Signs::Search { from: signs, by: self.search }))?;
        signs.copy_from_slice(ws.found_signs());
        Ok(false)
    }
}
