//! Events of a step: what happens when a user's guard has passed zero.

use super::drive::{Begin, Violated};
use super::event::{Action, Event};
use super::failure::RunFailure;
use super::first_change::Target;
use super::result::{EventRecord, Mended};
use super::running::Run;
use super::watch::{Crossing, SAME};
use crate::constraint::Level;
use crate::dynamics::{Mode, State, most_changed};
use crate::ode::StepError;

/// A change that comes back this often within so many seconds crowds towards one instant: soon its guard would leave zero and return
/// within one rounding of t, unseen, and the run would go on without it.
const CROWDED: (usize, f64) = (3, 1e-9);

/// What the events of a step have done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Fired {
    /// Nothing that changes the motion.
    Recorded,
    /// The state was changed: the run goes on from there.
    Changed,
    /// The run ends here.
    Stopped,
    /// None yet: up to the event the step was not accurate enough, and ends before it now.
    Early,
}

impl Run<'_, '_> {
    /// Finds and handles every event of the step, after which the run ends or there is an impact, if it `ends`.
    pub(super) fn fire_events(&mut self, ends: bool) -> Result<Fired, RunFailure> {
        let [mut from, _] = self.drive.span();
        while self.user.is_any() && from < self.drive.t() {
            self.drive.prepare_dense()?;
            let (drive, to) = (&self.drive, self.drive.t());
            let dense = drive.stepper.dense();
            let crossing = match self.user.first(&drive.motion, &dense, [from, to], drive.y())? {
                None if ends => self.user.reached(&drive.motion, &dense, [from, to], drive.y())?,
                crossing => crossing,
            };
            let Some(crossing) = crossing else { break };
            if crossing.grazed.is_some() && self.changes_at(crossing.t) {
                // Friction has stopped there what the guard is about, and rounding is what is left of it.
                self.user.wait(&crossing.fired);
                from = crossing.t;
                continue;
            }
            self.check_crowded_events(&crossing)?;
            if crossing.fired.iter().all(|&(index, _)| matches!(self.user.event(index).action, Action::Record)) {
                self.drive.interpolate(crossing.t, &mut self.look.y);
                self.user.pass(&self.drive.motion, crossing.t, &self.look.y, &crossing.fired)?;
                self.record(&crossing);
                self.follow_passed(&crossing);
                from = crossing.t;
                continue;
            }
            let mut crossing = crossing;
            if let Some(&(index, _)) = crossing.fired.first() {
                self.move_onto(crossing.t, Target::Event(index))?;
                if self.drive.shorten()? {
                    return Ok(Fired::Early);
                }
                crossing.t = self.drive.t();
            }
            self.user.join(&self.drive.motion, self.drive.stepper.y(), &mut crossing)?;
            self.look.y.copy_from_slice(self.drive.stepper.y());
            self.record(&crossing);
            return self.act(&crossing);
        }
        Ok(Fired::Recorded)
    }

    /// Has friction, or a contact, changed at this instant?
    fn changes_at(&self, t: f64) -> bool {
        self.trajectory.transitions.last().is_some_and(|change| t - change.t <= SAME * (1.0 + t.abs()))
    }

    /// Events whose guard an impact or friction has taken over zero, or brought there exactly: they fire once, whichever side rounding had left them on.
    pub(super) fn fire_stopped(&mut self, mut crossing: Crossing) -> Result<bool, RunFailure> {
        let t = crossing.t;
        let now = |(when, _): &&(f64, usize)| t - when <= SAME * (1.0 + t.abs());
        let told: Vec<usize> = self.passed.iter().rev().take_while(now).map(|(_, index)| *index).collect();
        crossing.fired.retain(|(index, _)| !told.contains(index));
        if crossing.fired.is_empty() {
            return Ok(false);
        }
        self.check_crowded_events(&crossing)?;
        self.look.y.copy_from_slice(self.drive.stepper.y());
        self.record(&crossing);
        let outcome = self.act(&crossing)?;
        self.user.wait(&crossing.at_zero());
        Ok(outcome == Fired::Stopped)
    }

    /// Carries out what the fired events ask for.
    fn act(&mut self, crossing: &Crossing) -> Result<Fired, RunFailure> {
        let t = self.drive.t();
        let y = self.drive.stepper.y().to_vec();
        self.sample_until(t)?;
        let actions = || crossing.fired.iter().map(|&(index, _)| self.user.event(index));
        let stop = actions().any(|event| matches!(event.action, Action::Stop));
        let changes = actions().any(|event| matches!(event.action, Action::Change(_)));
        if stop || t >= self.t_end {
            self.sample_end()?;
        }
        if !changes {
            self.follow_passed(crossing);
            self.follow_step()?;
            self.follow_kinks(crossing)?;
            if stop {
                let stops =
                    |&(index, _): &(usize, f64)| matches!(self.user.event(index).action, Action::Stop).then_some(index);
                self.follow_stop(&crossing.fired.iter().filter_map(stops).collect::<Vec<_>>())?;
            }
            self.user.pass(&self.drive.motion, t, &y, &crossing.fired)?;
            return Ok(if stop { Fired::Stopped } else { Fired::Recorded });
        }
        // The step stands, whatever comes of the change.
        self.finish_step()?;
        let before = self.drive.state(t, &y);
        let mut state = before.clone();
        if self.follower.is_some() {
            self.leave_events(&crossing.fired.iter().map(|&(index, _)| index).collect::<Vec<_>>())?;
        }
        for &(index, _) in &crossing.fired {
            self.change(self.user.event(index), t, &y, &mut state)?;
        }
        if self.follower.is_some() {
            let orders = crossing.fired.iter().map(|&(index, _)| self.user.event(index).order);
            self.follow_events(&orders.collect::<Vec<_>>(), &before)?;
        }
        let first = crossing.fired.first().map(|&(index, _)| self.user.event(index).name.clone());
        self.go_on_changed(state, &before, &y, &crossing.at_zero(), &first.unwrap_or_default())?;
        if stop {
            self.follow_stop(&[])?;
        }
        Ok(if stop { Fired::Stopped } else { Fired::Changed })
    }

    /// Lets an event change the state.
    pub(super) fn change(&mut self, event: &Event<'_>, t: f64, y: &[f64], state: &mut State) -> Result<(), RunFailure> {
        let Some(change) = &mut self.changes[event.order] else { return Ok(()) };
        let outcome = change(&self.user.values.snapshot(&self.drive.motion, t, y), state);
        outcome.map_err(|why| RunFailure::Change { event: event.name.clone(), why: why.to_string(), t })?;
        state.t = t;
        Ok(self.plan.model.check_state(state)?)
    }

    /// Goes on from a changed state, where the guards in `fired` have passed zero; `event` is the first that changed it.
    pub(super) fn go_on_changed(
        &mut self,
        mut state: State,
        before: &State,
        y: &[f64],
        fired: &[(usize, f64)],
        event: &str,
    ) -> Result<(), RunFailure> {
        if fired.is_empty() && self.turn_variables(&state, before, y)? {
            return Ok(());
        }
        let t = state.t;
        let moved = state.q != before.q || state.v != before.v || state.modes != before.modes;
        let mut projected = y.to_vec();
        if moved || !fired.is_empty() {
            self.drive.project(t, &mut projected)?;
        }
        let close = self.user.look_before(&self.drive.motion, t, [y, &projected], fired)?;
        let (modes, numbers) = (self.drive.motion.modes.clone(), self.drive.end.clone());
        let size = self.drive.stepper.next_step();
        if moved {
            state.impacts.clear();
            self.contacts.leaving.fill(true);
        }
        let asked = state.clone();
        if moved && Self::kicks(&state, before) {
            self.make_exact(&mut state)?;
            self.let_go(&mut state, before);
        }
        let begun = self.begin(&state, Begin { changed: moved, pace: 0.0, within: asked.q == before.q });
        let (open, jammed) = begun.map_err(|failure| self.failed_after(event, &asked, failure))?;
        self.follow_on()?;
        self.check_change(event, t)?;
        if moved {
            self.note_mended(event, &asked)?;
        }
        self.judge_start(&open)?;
        self.note_changes(&modes, &numbers, &[], jammed, |_| true);
        self.friction.fired.clear();
        self.arm_friction(true)?;
        self.user.arm(&self.drive.motion, t, self.drive.stepper.y(), fired)?;
        self.user.keep_sides(&close);
        if !moved && fired.is_empty() && self.drive.motion.modes == modes {
            // The motion goes on as it was, under other forces.
            self.drive.stepper.set_next_step(size);
        }
        Ok(())
    }

    /// Does a change give velocities, or switch on what changes them?
    fn kicks(state: &State, before: &State) -> bool {
        let mut modes = state.modes.iter().zip(&before.modes);
        state.v != before.v || modes.any(|(now, then)| now != then && *now == Mode::Holding)
    }

    /// Positions satisfy everything, contacts that are closed too, before these let go: else what is caught would push them open, or in.
    fn make_exact(&mut self, state: &mut State) -> Result<(), RunFailure> {
        let mut y = self.drive.motion.join(state);
        self.drive.project_under(state.modes.clone(), state.t, &mut y)?;
        state.q.copy_from_slice(self.drive.motion.split(&y).q);
        Ok(())
    }

    /// Velocities that were changed, or that a constraint changes which holds from here on, are not those of what stuck and of contacts that were closed, which hold from one side only: they are decided as at a start. What parts
    /// goes, what closes is struck, what slides has a direction. A contact that the event itself has closed stays so.
    fn let_go(&self, state: &mut State, before: &State) {
        let model = self.plan.model;
        self.loosen_joints(state);
        for (contact, entry) in model.inner.contacts.iter().enumerate() {
            if [&*state, before].iter().all(|state| state.modes[entry.entry] == Mode::Holding) {
                model.switch_contact(&mut state.modes, contact, Mode::Open, Mode::Released);
            }
        }
    }

    /// What making a changed state consistent did to it is told with the events that changed it, and refused where bodies were moved far.
    ///
    /// Velocities may change by any amount: what is caught or struck changes them, and a change that sets some of them leaves the others to the projection.
    fn note_mended(&mut self, event: &str, changed: &State) -> Result<(), RunFailure> {
        let now = self.drive.state(changed.t, self.drive.y());
        let (moved, moved_most) = most_changed(&changed.q, &now.q, self.plan.model.spelled_coordinates());
        let (sped, sped_most) = most_changed(&changed.v, &now.v, self.plan.model.spelled_velocities());
        let mended = Mended { moved, moved_most, sped, sped_most };
        if moved > self.plan.mends
            && let Some(Violated { row, residual, unit }) = self.most_violated(changed)
        {
            let (event, mended, most, t) = (event.to_owned(), Box::new(mended), self.plan.mends, changed.t);
            return Err(RunFailure::Mended { event, row, residual, unit, mended, most, t });
        }
        if moved.max(sped) > self.drive.allowed {
            let here = self.trajectory.events.iter_mut().rev().take_while(|event| event.t == changed.t);
            here.for_each(|event| event.mended = Some(mended.clone()));
        }
        Ok(())
    }

    /// The row that a changed state violates most, where that is more than rounding.
    fn most_violated(&self, changed: &State) -> Option<Violated> {
        let (model, mut ws) = (self.plan.model, self.plan.model.workspace());
        model.residuals(&mut ws, changed).ok()?;
        let holding = ws.phi().iter().enumerate().filter(|(row, _)| !ws.released[*row]);
        let (row, phi) = holding.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
        (phi.abs() > self.drive.allowed).then(|| Violated::new(model, &ws, (row, phi.abs()), Level::Position))
    }

    /// A failure after a change, with the constraint that the change violates most: it is often the cause.
    fn failed_after(&self, event: &str, changed: &State, failure: RunFailure) -> RunFailure {
        let source = match &failure {
            RunFailure::Eval(source) | RunFailure::Step(StepError::Rhs { cause: source, .. }) => source.clone(),
            _ => return failure,
        };
        let Some(Violated { row, residual, unit }) = self.most_violated(changed) else { return failure };
        RunFailure::After { event: event.to_owned(), row, residual, unit, t: changed.t, source: Box::new(source) }
    }

    /// The state that stands in the look, for every event of the crossing.
    fn record(&mut self, crossing: &Crossing) {
        let t = crossing.t;
        for &(index, side) in &crossing.fired {
            self.passed.push((t, index));
            let event = self.user.event(index);
            if !event.quiet {
                let (id, name) = (self.plan.model.event_at(event.order), event.name.clone());
                let state = self.drive.state(t, &self.look.y);
                self.trajectory.events.push(EventRecord {
                    t,
                    event: id,
                    name,
                    rising: side > 0.0,
                    state,
                    mended: None,
                });
            }
        }
    }

    /// What a change has made of the state, once it is projected, must satisfy the constraints.
    fn check_change(&self, event: &str, t: f64) -> Result<(), RunFailure> {
        let violated = |Violated { row, residual, unit }| {
            Err(RunFailure::Unmet { event: event.to_owned(), row, residual, unit, t })
        };
        self.drive.violated().map_or(Ok(()), violated)
    }

    /// Do events come so close to one another that the run would never end, or that one would be missed?
    fn check_crowded_events(&self, crossing: &Crossing) -> Result<(), RunFailure> {
        let Some(&(index, _)) = crossing.fired.first() else { return Ok(()) };
        let event = self.user.event(index);
        let recent = |window: f64| {
            let passed = self.passed.iter().rev();
            passed.take_while(move |(t, _)| crossing.t - t <= window)
        };
        let again = || recent(CROWDED.1).filter(|(_, which)| *which == index).count();
        let (count, window) = match (&event.action, crossing.grazed, self.plan.zeno) {
            (Action::Change(_), Some(away), _) => (1, away),
            (_, _, (count, window)) if recent(window).count() >= count => (recent(window).count(), window),
            (Action::Change(_), ..) if again() >= CROWDED.0 => (again(), CROWDED.1),
            _ => return Ok(()),
        };
        Err(RunFailure::Zeno { event: event.name.clone(), count: count + 1, window, t: crossing.t })
    }
}
