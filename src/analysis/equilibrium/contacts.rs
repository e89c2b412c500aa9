//! What contacts allow: a closed one carries and does not pull, and an open one stays outside.
//!
//! The search takes a closed contact for a constraint, which can pull as well. That it does is seen where friction and contacts are decided as in a run: it opens, and something accelerates.
//! On the edge of slipping nothing is decided, and where several contacts carry one load their forces are one split of many. So there those that pull are opened one after the other, the strongest first: if
//! nothing accelerates without them, there is a split that does without.

use super::balanced::balanced;
use super::error::EquilibriumError;
use super::search::at_rest;
use crate::dynamics::{Mode, State, StateRef};
use crate::error::EvalError;
use crate::math::{max_abs, max_abs_skip_nan};
use crate::model::Model;

/// A force below this part of the largest is none.
const PULLS: f64 = 1e-9;

/// Refuses what rests only because a contact pulls.
pub(super) fn check_pulls(model: &Model, at: &State) -> Result<(), EquilibriumError> {
    let mut open = at.clone();
    let mut ws = model.workspace();
    let none = balanced(model, &mut ws, at);
    let mut strongest: Option<(String, f64)> = None;
    loop {
        ws.evaluate(model, &at_rest(&open, &vec![true; at.signs.len()]))?;
        if let Some((contact, force)) = &strongest
            && max_abs_skip_nan(ws.acceleration()) > none
        {
            return Err(EquilibriumError::Pulls { contact: contact.clone(), force: *force });
        }
        let multipliers = ws.multipliers();
        let most = max_abs(multipliers);
        let closed = model.inner.contacts.iter().enumerate().filter(|(_, it)| open.modes[it.entry] == Mode::Holding);
        let pulls = closed.map(|(contact, it)| (contact, -multipliers[it.row]));
        let next = pulls.filter(|(_, force)| *force > PULLS * most).max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((contact, force)) = next else { return Ok(()) };
        strongest.get_or_insert_with(|| (model.inner.contacts[contact].name.clone(), force));
        model.switch_contact(&mut open.modes, contact, Mode::Open, Mode::Released);
    }
}

/// Refuses what rests inside of something.
pub(super) fn check_outside(model: &Model, state: &State) -> Result<(), EquilibriumError> {
    let (contacts, at) = (&model.inner.contacts, StateRef::of(state));
    let gaps: Result<_, EvalError> = model.workspace().open_gaps(model, at, &state.modes);
    match gaps?.into_iter().find(|open| open.is_inside(model, at, 0.0)) {
        Some(open) => {
            let contact = contacts[open.contact].name.clone();
            let turns = model.inner.constraints[contacts[open.contact].entry].element.turns_only();
            Err(EquilibriumError::Penetrates { contact, depth: -open.gap, unit: if turns { "rad" } else { "m" } })
        }
        None => Ok(()),
    }
}
