//! How contacts that stick together start: which of them slide, and where to, which stick and which open.
//!
//! Where no forces within all cones hold a body at rest (`split.rs`), its contacts obey H5 with accelerations in the place of rates:
//!
//! ```text
//! (1)  0 ≤ N_i ⟂ γ'_i ≥ 0,     s'_i = 0 and ‖T_i‖ ≤ μ'_i N_i,   or   T_i = −μ_i N_i d_i,  s'_i = ‖s'_i‖ d_i,     (γ', s') = c + G̃ (N, T)
//! ```
//!
//! This is the problem of an impact that compresses (H11), with the accelerations c that there are without the contacts for rates, and it is solved as such. A contact that moves has its
//! direction: its slip is given to it as a rate that is large beside all accelerations.
//!
//! What is found is a pattern and no motion yet. It is evaluated, its directions are made exact (`starting.rs`), and it is asked like any other whether everything fits. At the very border
//! nothing has begun, and the pattern is asked for a little later; where (1) is not solved so near to it, it is that of the forces at the border (`cones.rs`): what is at its limit slides against
//! its force, what carries nothing opens.

use crate::dynamics::{Mode, Query, Signs, Touching, Workspace};
use crate::error::EvalError;
use crate::impact::{Friction, Member, Rebound, Restitution, Several, at_once_by_patterns};
use crate::math::{length, max_abs_skip_nan};
use crate::model::Model;

/// How much larger than any acceleration the rate is by which something moves.
const MOVES: f64 = 1e4;
/// Part of all accelerations below which a slip does not start, and part of all forces below which a contact is open.
const NONE: f64 = 1e-10;

/// What contacts at rest do next.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// Modes of all.
    pub(crate) modes: Vec<Mode>,
    /// The angles at which points start.
    pub(crate) angles: Vec<(usize, f64)>,
}

impl Workspace {
    /// The pattern by (1) of all contacts that are closed or touch, those in `resting` being at rest. None if there is no solution.
    pub(crate) fn start_together(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        resting: &[bool],
    ) -> Result<Option<Pattern>, EvalError> {
        let inner = &*model.inner;
        let contacts = self.undecided_contacts(model, query);
        let mut closed = vec![false; inner.contacts.len()];
        contacts.iter().for_each(|&contact| closed[contact] = true);
        let responses = self.impulse_responses(model, query.at, query.modes, &closed)?;
        let mut before = self.loose_accelerations(model, query, &closed)?;
        let unit = max_abs_skip_nan(&before);
        let mut at = 0;
        let mut members = Vec::new();
        for &contact in &contacts {
            let tangents = responses.tangents(contact);
            let law = inner.contacts[contact].friction.map(|point| (point, &inner.frictions[point]));
            let (sliding, holding) = law.map_or((0.0, 0.0), |(point, friction)| {
                let speed = if resting[point] { 0.0 } else { friction.size_of(&self.rate) };
                (friction.law.sliding(speed), friction.law.holding())
            });
            let friction = Friction::Constant { sliding, holding };
            members.push(Member { tangents, friction, e: Rebound::Constant(0.0) });
            if let Some((_, friction)) = law.filter(|(point, _)| !resting[*point]) {
                let speed = friction.size_of(&self.rate);
                if speed > 0.0 {
                    (0..tangents)
                        .for_each(|k| before[at + 1 + k] += MOVES * unit * self.rate[friction.row + k] / speed);
                }
            }
            at += 1 + tangents;
        }
        let unit = max_abs_skip_nan(&before);
        let several =
            Several { response: &responses.matrix, before: &before, contacts: &members, law: Restitution::Poisson };
        let Ok(found) = at_once_by_patterns(&several) else { return Ok(None) };
        let most = max_abs_skip_nan(&found.impulses);
        let (mut modes, mut angles, mut at) = (query.modes.to_vec(), Vec::new(), 0);
        for (&contact, member) in contacts.iter().zip(&members) {
            let to = if found.impulses[at] > NONE * most { Mode::Holding } else { Mode::Open };
            let slip = &found.after[at + 1..at + 1 + member.tangents];
            let friction = match inner.contacts[contact].friction {
                Some(point) if resting[point] => {
                    let starts = length(slip) > NONE * unit;
                    match slip {
                        _ if !starts => Mode::Stick,
                        [x, y, ..] => {
                            angles.push((point, y.atan2(*x)));
                            Mode::Forward
                        }
                        _ => Mode::sliding(slip[0]),
                    }
                }
                Some(_) => self.closing_mode(model, query.modes, contact, resting),
                None => Mode::Released,
            };
            model.switch_contact(&mut modes, contact, to, friction);
            at += 1 + member.tangents;
        }
        Ok(Some(Pattern { modes, angles }))
    }

    /// (γ', s') of these contacts without any of them, each contact's normal and then its tangents.
    pub(crate) fn loose_accelerations(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        contacts: &[bool],
    ) -> Result<Vec<f64>, EvalError> {
        let inner = &*model.inner;
        let these = || inner.contacts.iter().enumerate().filter(|(contact, _)| contacts[*contact]);
        let mut loose = query.modes.to_vec();
        these().for_each(|(contact, _)| model.switch_contact(&mut loose, contact, Mode::Open, Mode::Released));
        let signs = query.signs.given().to_vec();
        let free = query.with_modes(&loose).with_touching(Touching::Those(contacts)).with_signs(Signs::Held(&signs));
        self.evaluate(model, &free)?;
        let mut accelerations = Vec::new();
        for (_, entry) in these() {
            accelerations.push(self.gap_acceleration(model, entry));
            let Some(point) = entry.friction else { continue };
            let friction = &inner.frictions[point];
            match friction.slide {
                Some(_) => accelerations.extend(&self.slip_accelerations(model, friction)[..friction.rows().len()]),
                None => accelerations.push(self.slip_acceleration(model, friction)),
            }
        }
        Ok(accelerations)
    }
}
