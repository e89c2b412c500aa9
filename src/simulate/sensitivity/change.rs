//! The changes of a run, as derivatives follow them: what is watched, what the user's events do to the state, what impacts do.

use super::flag::Flag;
use super::follow::Follower;
use super::jump::Whence;
use super::probes::flat;
use super::refusal::SensitivityError;
use crate::dynamics::{Query, StateRef};
use crate::error::EvalError;
use crate::friction::Search;
use crate::math::Brief;
use crate::model::{Model, State};
use crate::simulate::event::{Action, Event};
use crate::simulate::failure::RunFailure;
use crate::simulate::result::{Sensed, Snapshot};
use crate::simulate::running::Run;
use crate::simulate::watch::{Crossing, Watched};
use std::sync::Arc;

/// Points that start together go already, if they would with more than this part of the accelerations at work.
const GOES: f64 = 1e-6;

impl Run<'_, '_> {
    /// Begins to follow the run, if that was asked for.
    pub(in crate::simulate) fn follow(&mut self, start: &State) -> Result<(), RunFailure> {
        let Some(asked) = &self.plan.sensitivities else { return Ok(()) };
        let mut follower = Follower::new(self.plan, asked, start, (&self.drive, self.t_end))?;
        follower.start(&self.drive)?;
        self.follower = Some(Box::new(follower));
        Ok(())
    }

    /// Follows the step that is complete, and reads the events that were recorded within it.
    pub(in crate::simulate) fn follow_step(&mut self) -> Result<(), RunFailure> {
        let Some(mut follower) = self.follower.take() else { return Ok(()) };
        self.drive.lend_end();
        std::mem::swap(&mut follower.core.kept, &mut self.drive.motion.kept);
        let mut outcome = follower.advance(&self.drive);
        std::mem::swap(&mut follower.core.kept, &mut self.drive.motion.kept);
        self.drive.take_back_end();
        let ambiguous = |flag: &Flag| matches!(flag, Flag::Ambiguous { .. });
        if outcome.is_ok() && self.trajectory.counters.ambiguous > 0 && !follower.flags.iter().any(ambiguous) {
            outcome = follower.raise(Flag::Ambiguous { t: self.drive.t() });
        }
        for (t, index) in std::mem::take(&mut follower.passed) {
            outcome = outcome.and_then(|()| self.note_event(&mut follower, t, index));
        }
        self.follower = Some(follower);
        outcome
    }

    /// How the instant of an event moves that changes nothing.
    fn note_event(&self, follower: &mut Follower, t: f64, index: usize) -> Result<(), RunFailure> {
        // What friction brings to zero happens when its slip ends.
        if follower.last.as_ref().is_some_and(|(when, _)| *when == t) {
            return Ok(());
        }
        // The run's own dense output would be one of its evaluations.
        let tails = follower.at(&self.drive, t, None)?;
        let state = self.drive.state(t, &follower.y[..follower.core.base]);
        let moves = self.event_moves(follower, index, &state, &tails)?;
        follower.note(t, &moves)
    }

    pub(super) fn event_moves(
        &self,
        follower: &Follower,
        index: usize,
        state: &State,
        tails: &[f64],
    ) -> Result<super::instant::Moves, RunFailure> {
        let (event, drive) = (self.user.event(index), &self.drive);
        let begin = drive.state(drive.stepper.t_prev(), drive.stepper.y_prev());
        let gains = drive.motion.pace.gains;
        let moves = follower.moves_by(drive.model, (state, tails), &begin, event.name.clone(), |model, state| {
            Ok(event.value(&Snapshot::alone(model, state, gains)))
        })?;
        if moves.jumped(state.t) {
            let what = format!("`{}`, whose guard jumps over zero at t = {}", event.name, Brief(state.t));
            return Err(SensitivityError::unsupported(what).into());
        }
        Ok(moves)
    }

    /// Leaves the motion before a change of friction.
    pub(in crate::simulate) fn leave_friction(&mut self, fired: &[Watched]) -> Result<(), RunFailure> {
        let Some(mut follower) = self.follower.take() else { return Ok(()) };
        let outcome = self
            .friction_moves(&mut follower, fired)
            .and_then(|guards| follower.leave(&self.drive, &Whence::Guards(guards), self.plan.tolerance.relative));
        self.follower = Some(follower);
        outcome
    }

    fn friction_moves(
        &self,
        follower: &mut Follower,
        fired: &[Watched],
    ) -> Result<Vec<super::instant::Moves>, RunFailure> {
        follower.look(&self.drive)?;
        let drive = &self.drive;
        let mut guards = Vec::new();
        for &watched in fired {
            let name = self.name_of(watched);
            let solved = self.friction.lowest_of(watched, &drive.end);
            if matches!(watched, Watched::Turn(_)) {
                continue;
            }
            if let Some(moves) = solved.and_then(|smooth| follower.moves_of(drive, &smooth, name.clone())) {
                guards.push(moves);
                continue;
            }
            guards.push(self.start_of_several(follower, watched, name)?);
        }
        Ok(guards)
    }

    /// Of points that start together: with the motion in which they go, or because no forces are within all of their limits.
    fn start_of_several(
        &self,
        follower: &Follower,
        watched: Watched,
        name: String,
    ) -> Result<super::instant::Moves, RunFailure> {
        let drive = &self.drive;
        let (cluster, direction) = match watched {
            Watched::Trend { cluster, direction } => (cluster, Some(direction)),
            Watched::Split(cluster) => (cluster, None),
            _ => {
                let what =
                    format!("`{name}` changes at t = {} in a way that is asked of several together", Brief(drive.t()));
                return Err(SensitivityError::unsupported(what).into());
            }
        };
        let cluster = &self.friction.clusters[cluster];
        let (state, begin) =
            (drive.state(drive.t(), drive.y()), drive.state(drive.stepper.t_prev(), drive.stepper.y_prev()));
        let mut response = Vec::new();
        let query = Query::of(&state, Search::default());
        drive.model.workspace().response(drive.model, &query, cluster, &mut response)?;
        let tails = follower.stepper.y()[follower.core.base..].to_vec();
        let trend = |model: &Model, state: &State, direction: f64| {
            let query = Query::of(state, Search::default());
            model.workspace().slip_towards(model, &query, cluster, &response, direction)
        };
        // Where they would have gone before they did, there was room for a split until now.
        let goes = |direction: &f64| -> Result<bool, RunFailure> {
            let slip = trend(drive.model, &state, *direction)?;
            Ok(!cluster.splits || slip.is_none_or(|[slip, size]| slip <= GOES * size))
        };
        let direction = match direction {
            Some(direction) if goes(&direction)? => Some(direction),
            _ => None,
        };
        follower.moves_by(drive.model, (&state, &tails), &begin, name, |model, state| {
            let Some(direction) = direction else {
                let mut ws = model.workspace();
                ws.evaluate(model, &Query::of(state, Search::default()))?;
                return Ok(-ws.beyond(model, &state.modes, &cluster.points));
            };
            Ok(trend(model, state, direction)?.map_or(f64::NEG_INFINITY, |[slip, _]| -slip))
        })
    }

    /// Leaves the motion before contacts that close, the first of which decides when.
    pub(in crate::simulate) fn leave_closing(&mut self, closing: &[usize]) -> Result<(), RunFailure> {
        let Some(mut follower) = self.follower.take() else { return Ok(()) };
        let drive = &self.drive;
        let state = drive.state(drive.t(), drive.y());
        let begin = drive.state(drive.stepper.t_prev(), drive.stepper.y_prev());
        let tails = follower.stepper.y()[follower.core.base..].to_vec();
        let moves_of = |&contact: &usize| {
            let name = drive.model.inner.contacts[contact].name.clone();
            follower.moves_by(drive.model, (&state, &tails), &begin, name.clone(), |model, state| {
                let gap = model.workspace().contact_gap(model, contact, StateRef::of(state));
                let failed = |source| EvalError::Element { kind: "contact", name: name.clone(), t: state.t, source };
                Ok(gap.map_err(failed)?[0])
            })
        };
        let moves = closing.iter().map(moves_of).collect::<Result<Vec<_>, RunFailure>>();
        let rtol = self.plan.tolerance.relative;
        let outcome = moves.and_then(|moves| follower.leave(drive, &Whence::Guards(moves), rtol));
        self.follower = Some(follower);
        outcome
    }

    /// Leaves the motion before events of the user's: those whose guards have passed zero, or of clocks.
    pub(in crate::simulate) fn leave_events(&mut self, fired: &[usize]) -> Result<(), RunFailure> {
        let Some(mut follower) = self.follower.take() else { return Ok(()) };
        let state = self.drive.state(self.drive.t(), self.drive.y());
        let tails = follower.stepper.y()[follower.core.base..].to_vec();
        // What follows at once from another change has its instant.
        let follows = follower.last.as_ref().is_some_and(|(when, _)| *when == state.t);
        let asked = if follows { &[] } else { fired };
        let guards: Result<Vec<_>, _> =
            asked.iter().map(|&index| self.event_moves(&follower, index, &state, &tails)).collect();
        let outcome = guards.and_then(|guards| {
            let whence = if fired.is_empty() { Whence::Clock } else { Whence::Guards(guards) };
            follower.leave(&self.drive, &whence, self.plan.tolerance.relative)
        });
        self.follower = Some(follower);
        outcome
    }

    /// What events have made of the state, by their places among the user's changes.
    pub(in crate::simulate) fn follow_events(&mut self, orders: &[usize], before: &State) -> Result<(), RunFailure> {
        let Some(mut follower) = self.follower.take() else { return Ok(()) };
        let (gains, t, changes, events) =
            (self.drive.motion.pace.gains, self.drive.t(), &mut self.changes, &self.plan.events);
        let works = follower.core.sizes[3];
        let name = orders.first().map_or_else(String::new, |&order| events[order].name.clone());
        let outcome = follower.change(self.drive.model, before, &name, |model, state| {
            let mut after = state.clone();
            for &order in orders {
                let Some(change) = &mut changes[order] else { continue };
                let outcome = change(&Snapshot::alone(model, state, gains), &mut after);
                let event = events[order].name.clone();
                outcome.map_err(|why| RunFailure::Change { event, why: why.to_string(), t })?;
            }
            Ok(flat(&after, works))
        });
        self.follower = Some(follower);
        outcome
    }

    /// What any function has made of the state.
    pub(in crate::simulate) fn follow_change(
        &mut self,
        before: &State,
        name: &str,
        change: impl Fn(&Self, &Model, &State) -> Result<State, RunFailure>,
    ) -> Result<(), RunFailure> {
        let Some(mut follower) = self.follower.take() else { return Ok(()) };
        let works = follower.core.sizes[3];
        let outcome = follower
            .change(self.drive.model, before, name, |model, state| Ok(flat(&change(self, model, state)?, works)));
        self.follower = Some(follower);
        outcome
    }

    /// Goes on where the run stands after it began anew.
    pub(in crate::simulate) fn follow_on(&mut self) -> Result<(), RunFailure> {
        let Some(mut follower) = self.follower.take() else { return Ok(()) };
        let outcome = follower.enter(&self.drive);
        self.follower = Some(follower);
        outcome
    }

    /// Ends a run that carries derivatives, or is about to, where what happens is not worked out.
    pub(in crate::simulate) fn refuse_to_follow(&self, what: &str, t: f64) -> Result<(), RunFailure> {
        match self.plan.sensitivities {
            Some(_) => Err(SensitivityError::unsupported(format!("{what} at t = {}", Brief(t))).into()),
            None => Ok(()),
        }
    }

    /// Takes note of events that change nothing, to be read when the step is complete.
    pub(in crate::simulate) fn follow_passed(&mut self, crossing: &Crossing) {
        if let Some(follower) = &mut self.follower {
            // Of the model's own kinks it is known when they matter (`kink.rs`).
            let own = |event: &Event<'_>| event.quiet && matches!(event.action, Action::Corner);
            let told = crossing.fired.iter().filter(|(index, _)| !own(self.user.event(*index)));
            follower.passed.extend(told.map(|&(index, _)| (crossing.t, index)));
        }
    }

    /// (Y12): S of a run that events of the user's end here, whose end moves with the first of them.
    pub(in crate::simulate) fn follow_stop(&mut self, fired: &[usize]) -> Result<(), RunFailure> {
        let Some(mut follower) = self.follower.take() else { return Ok(()) };
        let outcome = self.stop_following(&mut follower, fired);
        self.follower = Some(follower);
        outcome
    }

    fn stop_following(&self, follower: &mut Follower, fired: &[usize]) -> Result<(), RunFailure> {
        let (drive, t) = (&self.drive, self.drive.t());
        let known = follower.last.as_ref().filter(|(when, _)| *when == t).map(|(_, shifts)| shifts.clone());
        let shifts = match (known, fired.first()) {
            (Some(shifts), _) => shifts,
            (None, None) => return Ok(()),
            (None, Some(&index)) => {
                let state = drive.state(t, drive.y());
                let tails = follower.stepper.y()[follower.core.base..].to_vec();
                self.event_moves(follower, index, &state, &tails)?.shifts()
            }
        };
        follower.stop(drive, shifts)
    }

    /// Puts what was found into the trajectory.
    pub(in crate::simulate) fn keep_sensitivities(&mut self) {
        if let Some(follower) = self.follower.take() {
            let part = follower.core.part();
            let mut end = follower.book.all(&follower.stepper.y()[follower.core.base..], part);
            let Follower { core, book, mut samples, instants, flags, coarse, stopped, .. } = *follower;
            let stop = stopped.map(|(t, tails, shifts)| {
                end = book.all(&tails, part);
                let last = samples.last_mut().zip(self.trajectory.samples.last());
                last.filter(|(_, at)| at.state.t == t).into_iter().for_each(|(sample, _)| sample.clone_from(&end));
                (t, book.all(&shifts, 1))
            });
            let (ways, near, sizes) = (book.ways, core.near, core.sizes);
            let sensed = Sensed { ways, near, sizes, samples, end, stop, instants, flags, worst: coarse.worst };
            self.trajectory.sensed = Some(Arc::new(sensed));
        }
    }
}
