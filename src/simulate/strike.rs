//! Impacts: what happens when a contact closes with speed.
//!
//! The contacts that are closed, or close at that instant, and that an impulse reaches are struck together; the velocities after it decide which of them stay closed.

use super::closing::Closing;
use super::failure::RunFailure;
use super::result::{Cause, Impact};
use super::running::Run;
use crate::dynamics::{Mode, Responses, StateRef};
use crate::impact::{Friction, Rates, Response, Restitution, strike};
use crate::math::max_abs;

/// A rate below this part of the speed of a blow is none, and one below this part of the largest velocity is rounding.
const STILL: [f64; 2] = [1e-10, 1e-13];

impl Run<'_, '_> {
    /// Handles a closing at the end at which the step now stands; true to stop.
    pub(super) fn strike(&mut self, closing: &Closing) -> Result<bool, RunFailure> {
        self.finish_step()?;
        self.watch_ambiguity()?;
        self.arm_contacts();
        let t = self.drive.t();
        let model = self.plan.model;
        let contacts = &model.inner.contacts;
        let (before, numbers) = (self.drive.motion.modes.clone(), self.drive.end.clone());
        let y = self.drive.y().to_vec();
        let mut state = self.drive.state(t, &y);
        // Who takes part: what closes, what is closed, what is as near and does not leave.
        let mut struck: Vec<bool> = contacts.iter().map(|contact| before[contact.entry] == Mode::Holding).collect();
        struck[closing.contact] = true;
        let near: Vec<usize> = (0..contacts.len()).filter(|&contact| !struck[contact]).collect();
        for contact in near {
            if before[contacts[contact].entry] == Mode::Open {
                let [gap, rate] = self.contacts.gap(model, &self.drive.motion.memory, contact, t, &y)?;
                struck[contact] = gap <= self.contacts.resolution && rate < 0.0;
            }
        }
        let at = StateRef { t, q: &state.q, v: &state.v, memory: &state.memory };
        let responses = self.drive.motion.ws.impulse_responses(model, at, &before, &struck)?;
        let impulses = self.blow(&responses, closing.contact)?;
        let change = responses.change(&impulses);
        let kinetic = model.kinetic(&state.q, &state.v);
        let largest = max_abs(&state.v);
        state.v.iter_mut().zip(change).for_each(|(v, dv)| *v += dv);
        let lost = kinetic - model.kinetic(&state.q, &state.v);
        state.works[contacts[closing.contact].work] -= lost;
        let n = responses.impulses.len();
        let after: Vec<f64> = (0..n)
            .map(|i| responses.rates[i] + (0..n).map(|j| responses.entry(i, j) * impulses[j]).sum::<f64>())
            .collect();
        let speed = responses.impulses.iter().zip(&responses.rates).filter(|(i, _)| !i.tangential);
        let speed = speed.fold(0.0, |most: f64, (_, rate)| most.max(-rate));
        let still = STILL[0] * speed + STILL[1] * largest;
        for (impulse, rate) in responses.impulses.iter().zip(&after).filter(|(impulse, _)| !impulse.tangential) {
            state.modes[contacts[impulse.contact].entry] = if rate.abs() <= still { Mode::Holding } else { Mode::Open };
            self.contacts.leaving[impulse.contact] = true;
        }
        self.trajectory.impacts.push(Impact::new(model, t, &responses, &impulses, &after, lost));
        let open = self.drive.begin(&state, true)?;
        self.drive.keep(&mut self.trajectory.last);
        let impact = self.trajectory.impacts.len() - 1;
        self.note_changes(&before, &numbers, &[], Some(Cause::Struck { impact }), |_| true);
        self.check_started()?;
        self.judge_start(&open)?;
        let stopped = self.user.arm_on(&self.drive.motion, t, self.drive.stepper.y())?;
        self.friction.fired.clear();
        self.arm_friction(true)?;
        self.fire_stopped(t, stopped)
    }

    /// Impulses of a blow, in the order of the responses.
    fn blow(&self, responses: &Responses, contact: usize) -> Result<Vec<f64>, RunFailure> {
        let model = self.plan.model;
        let mut impulses = vec![0.0; responses.impulses.len()];
        let Some(first) = responses.impulses.iter().position(|i| i.contact == contact) else { return Ok(impulses) };
        let entry = &model.inner.contacts[contact];
        let rate = responses.rates[first];
        let e = entry.bounce.at(-rate);
        let failed =
            |error| RunFailure::Blow { contact: entry.name.clone(), why: format!("{error}"), t: self.drive.t() };
        match entry.friction {
            Some(point) => {
                let law = &model.inner.frictions[point].law;
                let sliding = |u: f64| law.sliding(u);
                let friction = Friction::Law { sliding: &sliding, holding: law.holding() };
                let row = |i: usize| [responses.entry(first + i, first), responses.entry(first + i, first + 1)];
                let response = Response::<1>::from_rows(&[row(0), row(1)].concat());
                let rates = Rates { gap: rate, slip: [responses.rates[first + 1]] };
                let blow = strike(&response, &rates, friction, Restitution::Energetic, e).map_err(failed)?;
                (impulses[first], impulses[first + 1]) = (blow.normal, blow.tangential[0]);
            }
            None => impulses[first] = -(1.0 + e) * rate / responses.entry(first, first),
        }
        Ok(impulses)
    }
}
