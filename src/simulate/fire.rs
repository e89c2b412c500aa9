//! Events of a step: what happens when a user's guard has passed zero.

use super::event::Action;
use super::failure::RunFailure;
use super::first_change::Target;
use super::result::EventRecord;
use super::running::Run;
use super::watch::{Crossing, SAME};
use crate::dynamics::State;

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
    /// Finds and handles every event of the step.
    pub(super) fn fire_events(&mut self) -> Result<Fired, RunFailure> {
        let [mut from, _] = self.drive.span();
        while !self.plan.events.is_empty() && from < self.drive.t() {
            self.drive.prepare_dense()?;
            let (drive, to) = (&self.drive, self.drive.t());
            let dense = drive.stepper.dense();
            let Some(crossing) = self.user.first(&drive.motion, &dense, [from, to], drive.y())? else { break };
            self.check_crowded_events(&crossing)?;
            if crossing.fired.iter().all(|&(index, _)| matches!(self.plan.events[index].action, Action::Record)) {
                self.drive.interpolate(crossing.t, &mut self.look.y);
                self.user.pass(&self.drive.motion, crossing.t, &self.look.y, &crossing.fired)?;
                self.record(&crossing);
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

    /// Events whose guard friction has brought to zero exactly: they fire once, whichever side rounding had left them on.
    pub(super) fn fire_stopped(&mut self, t: f64, mut fired: Vec<(usize, f64)>) -> Result<bool, RunFailure> {
        let now = |record: &&EventRecord| t - record.t <= SAME * (1.0 + t.abs());
        let records = self.trajectory.events.iter().rev();
        let told: Vec<usize> = records.take_while(now).map(|record| record.event.index as usize).collect();
        fired.retain(|(index, _)| !told.contains(index));
        if fired.is_empty() {
            return Ok(false);
        }
        let crossing = Crossing { t, fired, grazed: None };
        self.check_crowded_events(&crossing)?;
        self.look.y.copy_from_slice(self.drive.stepper.y());
        self.record(&crossing);
        let outcome = self.act(&crossing)?;
        self.user.wait(&crossing.fired);
        Ok(outcome == Fired::Stopped)
    }

    /// Carries out what the fired events ask for.
    fn act(&mut self, crossing: &Crossing) -> Result<Fired, RunFailure> {
        let t = self.drive.t();
        let y = self.drive.stepper.y().to_vec();
        self.sample_until(t)?;
        let actions = || crossing.fired.iter().map(|&(index, _)| &self.plan.events[index]);
        let stop = actions().any(|event| matches!(event.action, Action::Stop));
        let changes = actions().any(|event| matches!(event.action, Action::Change(_)));
        if stop || t >= self.t_end {
            self.sample_end()?;
        }
        if !changes {
            self.user.pass(&self.drive.motion, t, &y, &crossing.fired)?;
            return Ok(if stop { Fired::Stopped } else { Fired::Recorded });
        }
        let mut state = self.drive.state(t, &y);
        let model = self.plan.model;
        for &(index, _) in &crossing.fired {
            if let Some(change) = &mut self.changes[index] {
                let outcome = change(&self.user.values.snapshot(&self.drive.motion, t, &y), &mut state);
                let event = || self.plan.events[index].name.clone();
                outcome.map_err(|why| RunFailure::Change { event: event(), why: why.to_string(), t })?;
            }
        }
        model.check_state(&state)?;
        self.keep_dense()?;
        let mut projected = y.clone();
        self.drive.project(t, &mut projected)?;
        let close = self.user.look_before(&self.drive.motion, t, [&y, &projected], &crossing.fired)?;
        let (before, numbers) = (self.drive.motion.modes.clone(), self.drive.end.clone());
        state.impacts.clear();
        self.contacts.leaving.fill(true);
        let (open, jammed) = self.begin(&State { t, ..state }, true, 0.0)?;
        self.check_change(crossing)?;
        self.judge_start(&open)?;
        self.note_changes(&before, &numbers, &[], jammed, |_| true);
        self.friction.fired.clear();
        self.arm_friction(true)?;
        self.user.arm(&self.drive.motion, t, self.drive.stepper.y(), &crossing.fired)?;
        self.user.keep_sides(&close);
        Ok(if stop { Fired::Stopped } else { Fired::Changed })
    }

    /// The state that stands in the look, for every event of the crossing.
    fn record(&mut self, crossing: &Crossing) {
        let state = self.drive.state(crossing.t, &self.look.y);
        for &(index, side) in &crossing.fired {
            let (t, name, state) = (crossing.t, self.plan.events[index].name.clone(), state.clone());
            let event = self.plan.model.event_at(index);
            self.trajectory.events.push(EventRecord { t, event, name, rising: side > 0.0, state });
        }
    }

    /// What a change has made of the state, once it is projected, must satisfy the constraints.
    fn check_change(&self, crossing: &Crossing) -> Result<(), RunFailure> {
        let event = crossing.fired.first().map(|&(index, _)| self.plan.events[index].name.clone()).unwrap_or_default();
        let violated = |(row, residual)| Err(RunFailure::Unmet { event, row, residual, t: crossing.t });
        self.drive.violated().map_or(Ok(()), violated)
    }

    /// Do events come so close to one another that the run would never end, or that one would be missed?
    fn check_crowded_events(&self, crossing: &Crossing) -> Result<(), RunFailure> {
        let Some(&(index, _)) = crossing.fired.first() else { return Ok(()) };
        let event = &self.plan.events[index];
        let recent = |window: f64| {
            let records = self.trajectory.events.iter().rev();
            records.take_while(move |record| crossing.t - record.t <= window)
        };
        let again = || recent(CROWDED.1).filter(|record| record.event.index as usize == index).count();
        let (count, window) = match (&event.action, crossing.grazed, self.plan.zeno) {
            (Action::Change(_), Some(away), _) => (1, away),
            (_, _, (count, window)) if recent(window).count() >= count => (recent(window).count(), window),
            (Action::Change(_), ..) if again() >= CROWDED.0 => (again(), CROWDED.1),
            _ => return Ok(()),
        };
        Err(RunFailure::Zeno { event: event.name.clone(), count: count + 1, window, t: crossing.t })
    }
}
