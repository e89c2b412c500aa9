//! Where a sliding contact has no motion: impact without collision.
//!
//! A contact that slides is pressed by its own friction: with the push p of (H4) its normal force is N = −c/ϖ, ϖ = n M̂⁻¹ pᵀ. Where ϖ passes zero N passes through infinity,
//! and beyond it no force, or two, hold the contact closed (Painlevé). Rigid bodies leave one way out: an impact that begins with γ = 0 and ends the slip (H12). It is the limit
//! of stiff springs.
//!
//! 1. At a decision that finds no motion, the contact that slides with ϖ ≤ 0 is struck so.
//! 2. If none does, but several are closed, they may jam each other: a body between a floor and another that comes down on it. All that can jam are struck at once, from the accelerations that they
//!    would have without each other (`impact/at_once.rs`).
//! 3. A run gets to ϖ = 0 by itself, where c vanishes with it (Génot and Brogliato). Its steps shrink, and it goes on from where ϖ is nearly nothing.
//!
//! ϖ of all contacts that slide together is the determinant of 1 − C S of the loads (E6), relative to that without friction. A load that comes back from infinity is no lift-off:
//! so the pole is looked for before the lift.

use super::drive::Begin;
use super::failure::RunFailure;
use super::motion::Motion;
use super::result::{Cause, Impact};
use super::running::Run;
use super::strike::{COUPLED, STILL, Start, laws, members};
use crate::dynamics::{Impulse, Mode, Query, Responses, Signs, State, StateRef};
use crate::error::EvalError;
use crate::impact::{ImpactError, Several, jam_at_once};
use crate::math::max_abs;
use crate::ode::StepError;

/// What derivatives are not worked out for.
const JAM: &str = "an impact without collision";
/// A step that collapses where the determinant is below this has come to a pole.
const POLE: f64 = 1e-3;
/// Part of the response by which ϖ is set below zero.
const BELOW: f64 = 1e-9;

impl Run<'_, '_> {
    /// Is this failure one of a step at a pole?
    pub(super) fn is_at_pole(&self, failure: &RunFailure) -> bool {
        let collapsed = matches!(failure, RunFailure::Step(StepError::StepTooSmall { .. }));
        collapsed && self.drive.end.pole().abs() < POLE && self.drive.end.pole() < 1.0
    }

    /// Was no motion found where a contact slides?
    pub(super) fn has_no_motion(failure: &RunFailure) -> bool {
        let none = |error: &EvalError| matches!(error, EvalError::NoDecision { .. } | EvalError::NoSigns { .. });
        matches!(failure, RunFailure::Eval(error) if none(error))
    }

    /// An impact without collision where the run stands; true to stop. None if there is none.
    pub(super) fn jam(&mut self, modes: &[Mode]) -> Result<Option<bool>, RunFailure> {
        let y = self.drive.y().to_vec();
        let Some(Jam { responses, impulses, contact }) = self.jammed(self.drive.t(), &y, modes)? else {
            return Ok(None);
        };
        self.refuse_to_follow(JAM, self.drive.t())?;
        self.go_on_from(y, &responses, &impulses, contact, Start::Jammed).map(Some)
    }

    /// Begins at a state; where no motion is found because a contact jams, after the impact that this is. The modes before the decision, and why it was another state.
    pub(super) fn begin(&mut self, state: &State, mut how: Begin) -> Result<(Vec<Mode>, Option<Cause>), RunFailure> {
        let (mut cause, mut after) = (None, None);
        for _ in 0..=self.plan.model.inner.contacts.len() {
            let failure = match self.drive.begin(after.as_ref().unwrap_or(state), how) {
                Ok(open) => return Ok((open, cause)),
                Err(failure) => failure,
            };
            let (y, modes) = (self.drive.tried().to_vec(), self.drive.motion.modes.clone());
            let jammed = if Self::has_no_motion(&failure) { self.jammed(state.t, &y, &modes)? } else { None };
            let Some(Jam { responses, impulses, .. }) = jammed else { return Err(failure) };
            self.refuse_to_follow(JAM, state.t)?;
            let mut next = self.drive.state(state.t, &y);
            how = Begin { changed: true, pace: how.pace.max(max_abs(&next.v)), within: true };
            let lost = self.kick_here(&mut next, &responses, &impulses)?;
            cause = Some(Cause::Jammed { impact: self.trajectory.impacts.len() });
            let rates = responses.after(&impulses);
            self.trajectory.impacts.push(Impact::new(self.plan.model, state.t, &responses, &impulses, &rates, lost));
            self.part(&mut next, &responses, &rates);
            after = Some(next);
        }
        Ok((self.drive.begin(after.as_ref().unwrap_or(state), how)?, cause))
    }

    /// The impulses of an impact without collision at the contact that slides with the least ϖ.
    fn jammed(&mut self, t: f64, y: &[f64], modes: &[Mode]) -> Result<Option<Jam>, RunFailure> {
        let inner = &self.plan.model.inner;
        let closed = self.plan.model.closed_contacts(modes);
        let responses = self.responses_at(t, y, &closed)?;
        let mut least: Option<(usize, f64, f64)> = None;
        for (i, impulse) in responses.impulses.iter().enumerate().filter(|(_, impulse)| !impulse.tangential) {
            let Some(point) = inner.contacts[impulse.contact].friction else { continue };
            let friction = &inner.frictions[point];
            let sigma = modes[friction.entry].direction();
            let own = responses.entry(i, i);
            let [along, speed] = responses.along_slip(i, friction.slide.as_ref().map_or(sigma, |_| 0.0));
            let pole = own - friction.law.sliding(speed) * along;
            if sigma != 0.0 && least.is_none_or(|least| pole / own < least.1 / least.2) {
                least = Some((impulse.contact, pole, own));
            }
        }
        let Some((contact, pole, own)) = least.filter(|(_, pole, own)| *pole < POLE * own) else {
            return self.jammed_together((t, y), modes, responses);
        };
        let failed =
            |error: ImpactError| self.no_result(&error, &[contact], vec![inner.contacts[contact].name.clone()]);
        let (less, responses) = ((pole + BELOW * own).max(0.0), responses.around(contact, COUPLED));
        let impulses = self.strike_alone(self.plan.model, &responses, contact, Some(less)).map_err(failed)?;
        let pushes = impulses.iter().any(|p| *p != 0.0);
        Ok(pushes.then_some(Jam { responses, impulses, contact }))
    }

    /// The impulses with which closed contacts jam each other.
    fn jammed_together(
        &mut self,
        (t, y): (f64, &[f64]),
        modes: &[Mode],
        responses: Responses,
    ) -> Result<Option<Jam>, RunFailure> {
        let model = self.plan.model;
        let all = responses.contacts();
        // Only a slip can end.
        if all.len() < 2 || max_abs(&responses.rates) <= STILL[1] * max_abs(y) {
            return Ok(None);
        }
        let Motion { ws, memory, signs, .. } = &mut self.drive.motion;
        let query = Query::new(StateRef::within(model, t, y, memory), modes, Signs::Held(signs));
        let accelerations = ws.loose_accelerations(model, &query, &model.closed_contacts(modes))?;
        let laws = laws(model);
        let (members, law) = (members(model, &responses, &laws), self.plan.impacts.law);
        let several = Several { response: &responses.matrix, before: &responses.rates, contacts: &members, law };
        let name = |contact: &usize| model.inner.contacts[*contact].name.clone();
        let failed = |error: ImpactError| self.no_result(&error, &all, all.iter().map(name).collect());
        let impulses = jam_at_once(&several, &accelerations).map_err(failed)?.impulses;
        let normals = responses.impulses.iter().zip(&impulses).filter(|(impulse, _)| !impulse.tangential);
        let pressed = normals.max_by(|a, b| a.1.total_cmp(b.1)).filter(|(_, size)| **size > 0.0);
        let Some((&Impulse { contact, .. }, _)) = pressed else { return Ok(None) };
        let before = responses.impulses.clone();
        let responses = responses.around(contact, COUPLED);
        let takes_part = |impulse: &Impulse| responses.impulses.contains(impulse);
        let impulses = before.iter().zip(&impulses).filter(|(i, _)| takes_part(i)).map(|(_, p)| *p).collect();
        Ok(Some(Jam { responses, impulses, contact }))
    }
}

/// An impact without collision.
struct Jam {
    responses: Responses,
    impulses: Vec<f64>,
    contact: usize,
}
