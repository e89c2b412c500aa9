//! Events by the clock: instants that are known beforehand.
//!
//! A step ends on each of them to the bit, and nothing is searched. A run from t₀ to t₁ has those in [t₀, t₁): the instant at its end belongs to the run that
//! goes on from there, so that a run in two pieces has the same ones as the whole.
//!
//! A change of variables alone leaves positions and velocities where they are: the slope is evaluated anew, and the step goes on at the size that it had.

use super::event::Action;
use super::failure::RunFailure;
use super::result::EventRecord;
use super::running::Run;
use super::watch::FrictionGuards;
use crate::dynamics::State;

impl Run<'_, '_> {
    /// How far the next step may go.
    pub(super) fn until(&self) -> f64 {
        let until = self.clocks.until(self.t_end);
        self.onsets.until(self.jump.as_ref().map_or(until, |(t, _)| until.min(*t)))
    }

    /// Takes a step as far as that.
    pub(super) fn step(&mut self) -> Result<(), RunFailure> {
        self.drive.stepper.jumps_at(self.clocks.kink());
        if let Some((t, jump)) = &self.jump
            && *t <= self.drive.t()
        {
            return Err(jump.clone().into());
        }
        if let Some(cell) = self.onsets.begins(self.drive.t()) {
            self.drive.stepper.set_next_step(self.drive.stepper.next_step().min(cell));
        }
        self.drive.step(self.until())
    }

    /// What the clocks do where the run stands; true to stop.
    pub(super) fn strike_clocks(&mut self) -> Result<bool, RunFailure> {
        let t = self.drive.t();
        if !self.clocks.is_due(self.plan.model, t) {
            return Ok(false);
        }
        let due = self.clocks.due(t);
        self.clocks.set(t, true);
        let y = self.drive.y().to_vec();
        let before = self.drive.state(t, &y);
        let mut state = before.clone();
        for event in &due {
            if !event.quiet {
                let (name, id) = (event.name.clone(), self.plan.model.event_at(event.order));
                self.trajectory.events.push(EventRecord {
                    t,
                    event: id,
                    name,
                    rising: true,
                    state: state.clone(),
                    mended: None,
                });
            }
            self.change(event, t, &y, &mut state)?;
        }
        let stop = due.iter().any(|event| matches!(event.action, Action::Stop));
        if stop {
            self.sample_end()?;
        }
        if self.follower.is_some() {
            let orders: Vec<usize> = due.iter().map(|event| event.order).collect();
            self.leave_events(&[])?;
            self.follow_events(&orders, &before)?;
        }
        if state == before {
            self.follow_on()?;
        } else {
            let names = due.first().map(|event| event.name.clone()).unwrap_or_default();
            self.go_on_changed(state, &before, &y, &[], &names)?;
            self.drive.keep(&mut self.trajectory.last);
        }
        Ok(stop)
    }

    /// Goes on with other variables, where nothing depends on them that would have to be decided; false if something does.
    pub(super) fn turn_variables(&mut self, state: &State, before: &State, y: &[f64]) -> Result<bool, RunFailure> {
        let same = State { variables: before.variables.clone(), ..state.clone() } == *before;
        if !same || FrictionGuards::is_needed(self.plan.model) {
            return Ok(false);
        }
        let close = self.user.look_before(&self.drive.motion, state.t, [y, y], &[])?;
        self.drive.set_variables(&state.variables)?;
        self.follow_on()?;
        self.user.arm(&self.drive.motion, state.t, self.drive.y(), &[])?;
        self.user.keep_sides(&close);
        Ok(true)
    }
}
