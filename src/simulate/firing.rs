//! Events of a step: finding them, moving them onto the method's own solution, carrying out what they ask for.

use super::event::{Action, EventRecord};
use super::failure::RunFailure;
use super::guard::{Crossing, Guards};
use super::run::Runner;

/// Rounds at most that move an event, or a change of friction, onto the method's own solution, off its dense output.
pub(super) const POLISH: usize = 4;
/// Part of a step by which they may be off their place on the dense output: more is another crossing.
pub(super) const NEAR: f64 = 1e-3;
/// A change that comes back this often within so many seconds crowds towards one instant: soon its guard would leave zero and return
/// within one rounding of t, unseen, and the run would go on without it.
const CROWDED: (usize, f64) = (3, 1e-9);

impl Runner<'_, '_> {
    /// Finds and handles every event of the step; true if one of them stops the run.
    pub(super) fn look_for_events(&mut self, guards: &mut Guards<'_, '_>) -> Result<bool, RunFailure> {
        let mut from = self.stepper.t_prev();
        while !guards.is_empty() {
            self.stepper.prepare_dense(&mut self.motion)?;
            let to = self.stepper.t();
            let end = self.stepper.y().to_vec();
            let Some(crossing) = guards.first(&self.motion, &self.stepper.dense(), from, to, &end)? else {
                break;
            };
            self.check_crowd(&crossing)?;
            let actions = crossing.fired.iter().map(|&(index, _)| &self.plan.events[index].action);
            if actions.clone().all(|action| matches!(action, Action::Record)) {
                self.interpolate(crossing.t);
                self.record(&crossing);
                guards.pass(&crossing.fired);
                if crossing.t >= to {
                    break;
                }
                from = crossing.t;
                continue;
            }
            let mut crossing = self.retake(guards, crossing)?;
            guards.join(&self.motion, self.stepper.y(), &mut crossing)?;
            self.y.copy_from_slice(self.stepper.y());
            self.record(&crossing);
            return self.act(guards, &crossing);
        }
        Ok(false)
    }

    /// Redoes the step to the event, and moves the event to where the method's own solution has it.
    fn retake(&mut self, guards: &mut Guards<'_, '_>, mut crossing: Crossing) -> Result<Crossing, RunFailure> {
        let Some(&(index, _)) = crossing.fired.first() else {
            return Ok(crossing);
        };
        let (start, reach) = (self.stepper.t_prev(), self.stepper.t());
        let mut last = (f64::NAN, f64::INFINITY);
        for _ in 0..POLISH {
            if crossing.t > start && crossing.t < self.stepper.t().max(reach) {
                self.stepper.retake(&mut self.motion, crossing.t)?;
                self.land()?;
            }
            let y = self.stepper.y().to_vec();
            let value = guards.value_at(&self.motion, index, crossing.t, &y)?;
            if value == 0.0 {
                break;
            }
            if value.abs() >= last.1.abs() {
                // The correction was none, as where the guard jumps.
                self.stepper.retake(&mut self.motion, last.0)?;
                self.land()?;
                break;
            }
            let slope = if last.0.is_nan() {
                self.guard_slope(guards, index, crossing.t, value)?
            } else {
                (value - last.1) / (crossing.t - last.0)
            };
            last = (crossing.t, value);
            let next = crossing.t - value / slope;
            // Only a correction of rounding or interpolation, never another crossing.
            if !(next > start && next <= reach) || (next - crossing.t).abs() > NEAR * (reach - start) {
                break;
            }
            if (next - crossing.t).abs() <= 2.0 * f64::EPSILON * crossing.t.abs() {
                break;
            }
            crossing.t = next;
        }
        crossing.t = self.stepper.t();
        Ok(crossing)
    }

    /// dg/dt at the end of the present step, by a difference along the state's own slope.
    fn guard_slope(
        &mut self,
        guards: &mut Guards<'_, '_>,
        index: usize,
        t: f64,
        value: f64,
    ) -> Result<f64, RunFailure> {
        let dt = 1e-7 * (self.stepper.t() - self.stepper.t_prev());
        let ahead = self.ahead(dt);
        Ok((guards.value_at(&self.motion, index, t + dt, &ahead)? - value) / dt)
    }

    /// The state a little later, along the slope at the end of the present step.
    pub(super) fn ahead(&self, dt: f64) -> Vec<f64> {
        self.stepper.y().iter().zip(self.stepper.slope()).map(|(y, f)| y + dt * f).collect()
    }

    /// Carries out what the fired events ask for; true to stop.
    pub(super) fn act(&mut self, guards: &mut Guards<'_, '_>, crossing: &Crossing) -> Result<bool, RunFailure> {
        let t = self.stepper.t();
        self.sample_until(t)?;
        let stop = crossing.fired.iter().any(|&(index, _)| matches!(self.plan.events[index].action, Action::Stop));
        if stop || t >= self.t_end {
            self.sample_end()?;
            self.y.copy_from_slice(self.stepper.y());
        }
        let mut state = self.state(t);
        let mut changed = false;
        for &(index, _) in &crossing.fired {
            match &self.plan.events[index].action {
                Action::Record | Action::Stop => {}
                Action::Change(change) => {
                    change(&mut state);
                    changed = true;
                }
            }
        }
        if changed {
            self.plan.model.check_state(&state)?;
            self.keep_dense()?;
            let before = self.stepper.y().to_vec();
            self.project(t)?;
            let close = guards.look_before(&self.motion, t, [&before, &self.y], &crossing.fired)?;
            self.y = self.motion.join(&state.q, &state.v, &state.works);
            let (rubbed, slips) =
                (self.motion.modes.clone(), self.rubbing.after.iter().map(|after| after[0]).collect::<Vec<_>>());
            let loads = self.motion.ws.normal_loads().to_vec();
            self.motion.take_over(&state);
            self.sampler.take_over(&state);
            self.project(t)?;
            self.settle(t)?;
            self.note_transitions(t, &rubbed, &[], &slips, &loads);
            self.restart(t)?;
            self.check_change(crossing)?;
            self.arm_friction(true)?;
            let y = self.y.clone();
            let fired: Vec<usize> = crossing.fired.iter().map(|f| f.0).collect();
            guards.arm(&self.motion, t, &y, &fired)?;
            guards.keep_sides(&close);
        } else {
            guards.pass(&crossing.fired);
        }
        Ok(stop)
    }

    pub(super) fn record(&mut self, crossing: &Crossing) {
        let state = self.state(crossing.t);
        for &(index, side) in &crossing.fired {
            let name = self.plan.events[index].name.clone();
            self.trajectory.events.push(EventRecord { t: crossing.t, name, rising: side > 0.0, state: state.clone() });
        }
    }

    /// Do events come so close to one another that the run would never end, or that one would be missed?
    pub(super) fn check_crowd(&self, crossing: &Crossing) -> Result<(), RunFailure> {
        let Some(event) = crossing.fired.first().map(|&(index, _)| &self.plan.events[index]) else {
            return Ok(());
        };
        let recent = |window: f64| {
            let records = self.trajectory.events.iter().rev();
            records.take_while(move |record| crossing.t - record.t <= window)
        };
        let again = || recent(CROWDED.1).filter(|record| record.name == event.name).count();
        let (count, window) = match (&event.action, crossing.grazed, self.plan.zeno) {
            (Action::Change(_), Some(away), _) => (1, away),
            (_, _, (count, window)) if recent(window).count() >= count => (recent(window).count(), window),
            (Action::Change(_), ..) if again() >= CROWDED.0 => (again(), CROWDED.1),
            _ => return Ok(()),
        };
        Err(RunFailure::Zeno { event: event.name.clone(), count: count + 1, window, t: crossing.t })
    }
}
