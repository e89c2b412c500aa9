//! Impacts: what happens when a contact closes with speed.
//!
//! The contacts that are closed, or close at that instant, and that an impulse at the closing one reaches, are one problem; others are not touched:
//!
//! 1. One contact goes through Routh's process (H9, H10), unless the run was told to take impulses as a whole. So does the closing one alone where the process would only let go of all others.
//! 2. Several are struck at once (H11) or in turn, as the run was told.
//! 3. What accumulates is brought to rest (`rest.rs`).
//! 4. The velocities after it decide which contacts touch; that, and what slides or sticks, is decided as at a start.

use super::closing::Closing;
use super::contacts::{past, resolution};
use super::drive::Begin;
use super::failure::RunFailure;
use super::motion::Motion;
use super::result::{Cause, Impact};
use super::running::Run;
use super::settings::Impacts;
use crate::dynamics::{Mode, Responses, State, StateRef, untimed};
use crate::impact::{Friction, ImpactError, Member, Rates, Response, Restitution, Several, at_once, in_turn, strike};
use crate::math::max_abs;
use crate::model::Model;

/// A rate below this part of the speed of a blow is none, and one below this part of the largest velocity is rounding.
pub(super) const STILL: [f64; 2] = [1e-10, 1e-13];
/// Part of what two contacts do to themselves by which one moves the other, if it is more than rounding.
pub(super) const COUPLED: f64 = 1e-14;
/// How many resolutions deep what has sunk is put back: what is deeper was left so by the error of a step, and other gaps are moved by no more than the difference.
const SUNK: [f64; 2] = [1.1, 1.2];
/// Part of the largest rate by which two orders may differ.
const ORDER: f64 = 1e-9;

/// How an impact begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// With a contact that closes.
    Struck,
    /// With none that has a speed: nothing is struck.
    Touched,
    /// With one that slides, and that no force can hold closed.
    Jammed,
}

impl Run<'_, '_> {
    /// Handles a closing at the end at which the step now stands; true to stop.
    pub(super) fn strike(&mut self, closing: &Closing) -> Result<bool, RunFailure> {
        self.finish_step()?;
        self.watch_ambiguity()?;
        self.arm_contacts();
        let y = self.drive.y().to_vec();
        let modes = self.drive.motion.modes.clone();
        let struck = self.taking_part(&modes, closing.contact, &y)?;
        if self.follower.is_some() {
            let closes = |contact: &usize| {
                let open = modes[self.plan.model.inner.contacts[*contact].entry] == Mode::Open;
                struck[*contact] && open && *contact != closing.contact
            };
            let others = (0..struck.len()).filter(closes);
            self.leave_closing(&std::iter::once(closing.contact).chain(others).collect::<Vec<_>>())?;
        }
        let responses = self.responses(&y, &struck)?.around(closing.contact, COUPLED);
        let v = self.plan.model.inner.layout.split(&y).v;
        if responses.fastest_closing() <= STILL[1] * max_abs(v) {
            // It stands, held by others, or touches and goes: that is no blow, and what it does from here on is decided.
            let none = vec![0.0; responses.rates.len()];
            return self.go_on_from(y, &responses, &none, closing.contact, Start::Touched);
        }
        let impulses = self.blow(self.plan.model, &responses, closing.contact)?;
        if self.follower.is_some() {
            let (contact, before) = (closing.contact, self.drive.state(self.drive.t(), &y));
            let name = &self.plan.model.inner.contacts[contact].name;
            self.follow_change(&before, name, |run, model, state| run.struck(model, state, &struck, contact))?;
        }
        self.go_on_from(y, &responses, &impulses, closing.contact, Start::Struck)
    }

    /// G̃ of some contacts where the run stands.
    fn responses(&mut self, y: &[f64], struck: &[bool]) -> Result<Responses, RunFailure> {
        self.responses_at(self.drive.t(), y, struck)
    }

    /// G̃ of some contacts at a state, which need not be begun at yet.
    pub(super) fn responses_at(&mut self, t: f64, y: &[f64], struck: &[bool]) -> Result<Responses, RunFailure> {
        let model = self.plan.model;
        let Motion { ws, memory, modes, .. } = &mut self.drive.motion;
        Ok(ws.impulse_responses(model, StateRef::within(model, t, y, memory), modes, struck)?)
    }

    /// Goes on from the state `y` with these impulses; true to stop.
    pub(super) fn go_on_from(
        &mut self,
        y: Vec<f64>,
        responses: &Responses,
        impulses: &[f64],
        contact: usize,
        start: Start,
    ) -> Result<bool, RunFailure> {
        let (t, model) = (self.drive.t(), self.plan.model);
        let contacts = &model.inner.contacts;
        let (before, numbers) = (self.drive.motion.modes.clone(), self.drive.end.clone());
        let mut state = self.drive.state(t, &y);
        let (after, pace) = (responses.after(impulses), max_abs(&state.v));
        let lost = self.kick_here(&mut state, responses, impulses)?;
        if max_abs(&state.v) <= STILL[1] * pace {
            // It stops altogether: rounding of what it was has no direction in which it could slide.
            state.v.fill(0.0);
        }
        let impact = self.trajectory.impacts.len();
        if start != Start::Touched {
            self.trajectory.impacts.push(Impact::new(model, t, responses, impulses, &after, lost));
        }
        self.part(&mut state, responses, &after);
        self.put_back(&mut state, &y, responses)?;
        let cause = match start {
            Start::Jammed => {
                state.impacts.clear();
                Cause::Jammed { impact }
            }
            Start::Touched => Cause::Decided,
            Start::Struck => {
                state.impacts.push(past(model, t, responses, impulses));
                self.bring_to_rest(&mut state, responses)?.unwrap_or(Cause::Struck { impact })
            }
        };
        self.check_crowded_impacts(&contacts[contact].name)?;
        let (open, jammed) = self.begin(&state, Begin { changed: true, pace, within: true })?;
        self.follow_on()?;
        let cause = jammed.unwrap_or(cause);
        self.drive.keep(&mut self.trajectory.last);
        self.note_changes(&before, &numbers, &[], Some(cause), |_| true);
        self.check_started()?;
        self.judge_start(&open)?;
        let stopped = self.user.arm_on(&self.drive.motion, t, self.drive.stepper.y(), start != Start::Touched)?;
        self.friction.fired.clear();
        self.arm_friction(true)?;
        self.fire_stopped(stopped)
    }

    /// Opens the contacts of an impact that part after it, and closes the others. What sticks in joints has no impulse that would hold it (`response.rs`): whether it still does, is decided
    /// anew as well, and no slip that the impact gave it is taken back.
    pub(super) fn part(&mut self, state: &mut State, responses: &Responses, after: &[f64]) {
        // What stops altogether has left rounding of what it was.
        let largest = max_abs(&state.v).max(max_abs(&responses.rates));
        let still = STILL[0] * responses.fastest_closing() + STILL[1] * largest;
        let inner = &self.plan.model.inner;
        self.loosen_joints(state);
        for (impulse, rate) in responses.impulses.iter().zip(after) {
            let contact = &inner.contacts[impulse.contact];
            match contact.friction.filter(|_| impulse.tangential) {
                // Whether it slides is decided anew, whatever direction it had.
                Some(point) => state.modes[inner.frictions[point].entry] = Mode::Undecided,
                None => {
                    state.modes[contact.entry] = if rate.abs() <= still { Mode::Holding } else { Mode::Open };
                    self.contacts.leaving[impulse.contact] = true;
                }
            }
        }
    }

    /// What sticks in joints is decided anew.
    pub(super) fn loosen_joints(&self, state: &mut State) {
        for joint in self.plan.model.inner.frictions.iter().filter(|friction| friction.contact.is_none()) {
            let mode = &mut state.modes[joint.entry];
            *mode = if *mode == Mode::Stick { Mode::Undecided } else { *mode };
        }
    }

    /// What hops so low that it hardly rises ends each hop deeper than it began, by what is rounding (`hybrid/closing.rs`), and would sink hop by hop below all that a run promises. So it is
    /// put back to where it cannot be told from zero, part of the way on which a projection would close it: no higher, or it would gain with each hop the height that it falls.
    fn put_back(&mut self, state: &mut State, y: &[f64], responses: &Responses) -> Result<(), RunFailure> {
        let (t, model) = (self.drive.t(), self.plan.model);
        let struck = responses.contacts();
        // In its resolutions.
        let mut deepest: f64 = 0.0;
        for &contact in &struck {
            let [gap, _] = self.contacts.gap(model, &self.drive.motion.memory, contact, t, y)?;
            deepest = deepest.max(-gap / resolution(model, contact, y));
        }
        if !(SUNK[0]..SUNK[1]).contains(&deepest) {
            return Ok(());
        }
        let (mut closed, mut modes) = (y.to_vec(), self.drive.motion.modes.clone());
        struck.iter().for_each(|&contact| model.switch_contact(&mut modes, contact, Mode::Holding, Mode::Released));
        self.drive.project_under(modes, t, &mut closed)?;
        let part = 1.0 - 1.0 / deepest;
        state.q.iter_mut().zip(&closed).for_each(|(q, closed)| *q += part * (closed - *q));
        Ok(())
    }

    /// Who takes part: what closes, what is closed, what is as near, or closes as soon as an instant can be told, and does not leave.
    fn taking_part(&mut self, modes: &[Mode], closing: usize, y: &[f64]) -> Result<Vec<bool>, RunFailure> {
        let (t, model) = (self.drive.t(), self.plan.model);
        let mut struck = Vec::with_capacity(model.inner.contacts.len());
        for (contact, entry) in model.inner.contacts.iter().enumerate() {
            struck.push(match modes[entry.entry] {
                _ if contact == closing => true,
                Mode::Open => {
                    let [gap, rate] = self.contacts.gap(model, &self.drive.motion.memory, contact, t, y)?;
                    gap <= resolution(model, contact, y) + untimed(t, rate) && rate < 0.0
                }
                mode => mode == Mode::Holding,
            });
        }
        Ok(struck)
    }

    /// Impulses of a blow, in the order of the responses.
    fn blow(&self, model: &Model, responses: &Responses, closing: usize) -> Result<Vec<f64>, RunFailure> {
        let t = self.drive.t();
        let group = responses.contacts();
        let names = || group.iter().map(|&contact| model.inner.contacts[contact].name.clone()).collect();
        let failed = |error: ImpactError| self.no_result(&error, &group, names());
        let Impacts { law, in_turn: turns, whole } = self.plan.impacts;
        if turns || !whole {
            let alone = self
                .strike_alone(model, responses, closing, None)
                .map_err(|error| self.no_result(&error, &[closing], names()))?;
            let after = responses.after(&alone);
            let rounding = STILL[1] * max_abs(&responses.rates);
            let normals = responses.impulses.iter().zip(&after).filter(|(i, _)| !i.tangential);
            let mut others = normals.filter(|(i, _)| i.contact != closing);
            // Of those that close as well the process of one knows nothing.
            let waits = |contact: usize| responses.closing_speed(contact) <= rounding;
            if others.all(|(i, rate)| waits(i.contact) && *rate >= -rounding) {
                return Ok(alone);
            }
        }
        let laws = laws(model);
        let members = members(model, responses, &laws);
        let several = Several { response: &responses.matrix, before: &responses.rates, contacts: &members, law };
        if turns {
            let both = in_turn(&several).map_err(failed)?;
            if both.differs > ORDER {
                return Err(RunFailure::OrderMatters { contacts: names(), differs: both.differs, t });
            }
            Ok(both.forward.impulses)
        } else {
            Ok(at_once(&several).map_err(failed)?.impulses)
        }
    }

    /// An impact that has failed, where the error counts the contacts of a group.
    pub(super) fn no_result(&self, error: &ImpactError, group: &[usize], contacts: Vec<String>) -> RunFailure {
        let at = error.contact().map(|k| &self.plan.model.inner.contacts[group[k]].name);
        let why = at.map_or_else(|| error.to_string(), |name| format!("at `{name}` {error}"));
        RunFailure::Blow { contacts, why, t: self.drive.t() }
    }

    /// Routh's process of one contact, all others being let go. One that jams begins with γ = 0, and its response along the
    /// normal is lowered by so much.
    pub(super) fn strike_alone(
        &self,
        model: &Model,
        responses: &Responses,
        contact: usize,
        jams: Option<f64>,
    ) -> Result<Vec<f64>, ImpactError> {
        let mut impulses = vec![0.0; responses.impulses.len()];
        let Some(first) = responses.impulses.iter().position(|i| i.contact == contact) else { return Ok(impulses) };
        let e = model.inner.contacts[contact].bounce.as_rebound().at(responses.rates[first])?;
        let (law, laws) = (self.plan.impacts.law, laws(model));
        let friction = laws[contact].as_friction();
        let blow = match responses.tangents(contact) {
            0 => process::<0>(responses, first, jams, friction, law, e),
            1 => process::<1>(responses, first, jams, friction, law, e),
            2 => process::<2>(responses, first, jams, friction, law, e),
            _ => process::<3>(responses, first, jams, friction, law, e),
        }?;
        impulses[first..first + blow.len()].copy_from_slice(&blow);
        Ok(impulses)
    }

    /// A state beside that of an impact, after it.
    fn struck(&self, model: &Model, state: &State, struck: &[bool], contact: usize) -> Result<State, RunFailure> {
        let responses = model.workspace().impulse_responses(model, StateRef::of(state), &state.modes, struck)?;
        let responses = responses.around(contact, COUPLED);
        let impulses = self.blow(model, &responses, contact)?;
        let mut after = state.clone();
        self.kick(&mut after, &responses, &impulses);
        Ok(after)
    }
}

/// The contacts of an impact, as it takes them.
pub(super) fn members<'l>(model: &'l Model, responses: &Responses, laws: &'l [Rubbing<'_>]) -> Vec<Member<'l>> {
    let contacts = &model.inner.contacts;
    let member = |contact: usize| Member {
        tangents: responses.tangents(contact),
        friction: laws[contact].as_friction(),
        e: contacts[contact].bounce.as_rebound(),
    };
    responses.contacts().into_iter().map(member).collect()
}

/// How each contact rubs.
pub(super) fn laws(model: &Model) -> Vec<Rubbing<'_>> {
    let inner = &model.inner;
    let law = |point: usize| &*inner.frictions[point].law;
    inner.contacts.iter().map(|contact| Rubbing::of(contact.friction.map(law))).collect()
}

/// Impulses of one contact with K tangents whose normal is the row `first`.
fn process<const K: usize>(
    responses: &Responses,
    first: usize,
    jams: Option<f64>,
    friction: Friction<'_>,
    law: Restitution,
    e: f64,
) -> Result<Vec<f64>, ImpactError> {
    let row = |i: usize| (0..=K).map(move |j| responses.entry(first + i, first + j));
    let mut response = Response::<K>::from_rows(&(0..=K).flat_map(row).collect::<Vec<f64>>());
    response.nn -= jams.unwrap_or(0.0);
    let gap = if jams.is_some() { 0.0 } else { responses.rates[first] };
    let slip = std::array::from_fn(|i| responses.rates[first + 1 + i]);
    let blow = strike(&response, &Rates { gap, slip }, friction, law, e)?;
    Ok(std::iter::once(blow.normal).chain(blow.tangential).collect())
}

/// A law of friction as an impact takes it: by its coefficients alone.
pub(super) struct Rubbing<'a> {
    sliding: Box<dyn Fn(f64) -> f64 + 'a>,
    holding: f64,
    /// One coefficient for all speeds.
    constant: Option<f64>,
}

impl<'a> Rubbing<'a> {
    fn of(law: Option<&'a dyn crate::friction::KeptLaw>) -> Self {
        let constant = law.map_or(Some(0.0), |law| law.constant());
        Self {
            sliding: Box::new(move |speed| law.map_or(0.0, |law| law.sliding(speed))),
            holding: law.map_or(0.0, |law| law.holding()),
            constant,
        }
    }

    fn as_friction(&self) -> Friction<'_> {
        match self.constant {
            Some(sliding) => Friction::Constant { sliding, holding: self.holding },
            None => Friction::Law { sliding: &*self.sliding, holding: self.holding },
        }
    }
}
