//! Is there one motion with the contacts that are closed? (H7), for every direction in which those at rest could start, of each island by itself (`islands.rs`).
//!
//! With the direction σ_j and the coefficient μ_j of each contact (at rest: both directions, with the static limit), the closed contacts obey
//!
//! ```text
//! γ' = G N + c,   G_ij = n_i M̂⁻¹ (n_j − μ_j σ_j t_j)ᵀ = G̃_(n_i n_j) − μ_j σ_j G̃_(n_i t_j)                (H4)
//! ```
//!
//! and if every such G passes (H7), each pattern of directions leaves one motion. Where several contacts begin at rest two patterns may leave two motions, a rest in which they jam each other and one in which a body
//! comes out: those are compared as well (`certificate/judge.rs`). The number that is told is the largest 1 − λ, λ the least eigenvalue of the symmetric part of the
//! scaled G: 0 for one smooth contact, below 1 if all are certified. Where contacts that slide depend on each other, four feet of a table, G is singular, and (H7b) may hold: they share
//! a load in many ways, all of which are one motion if they rub alike.
//!
//! In space t_j is the combined tangent of the direction d in which it slides. At rest d may be any; there the certificate is only given where no friction of the contact moves a normal
//! rate, G̃_(n_i t_j) = 0, a ball on a floor: N then does not depend on it, and friction in a cone under a given N leaves one motion because it opposes the slip.

use super::certifying::{Certifying, Push, Trial};
use super::response::list;
use super::responses::Responses;
use crate::dynamics::{Mode, Query, Workspace};
use crate::error::EvalError;
use crate::math::max_abs_skip_nan;
use crate::model::Model;

/// Most combinations of the directions of contacts at rest that are compared.
const PATTERNS: usize = 64;
/// Slips below this part of the largest velocity have no direction of their own.
pub(super) const SLOW: f64 = 1e-9;

impl Workspace {
    /// Finds the islands of the closed contacts and the number of each, infinite where nothing is said: also where joints rub.
    pub(in crate::dynamics) fn certify_contacts(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        room: &mut Certifying,
    ) -> Result<(), EvalError> {
        let inner = &*model.inner;
        let Certifying { closed, islands, numbers, rest_together, asked, responses, trial, .. } = room;
        islands.find(model, query.modes, |contact| closed[contact]);
        numbers.clear();
        rest_together.clear();
        asked.clear();
        for (island, contacts) in islands.each().enumerate() {
            let points = || contacts.iter().filter_map(|&contact| inner.contacts[contact].friction);
            let rests = |point: &usize| {
                let friction = &inner.frictions[*point];
                friction.slide.is_none() && query.modes[friction.entry].direction() == 0.0
            };
            let resting = points().filter(rests).count();
            let begins = |point: &usize| rests(point) && query.modes[inner.frictions[*point].entry] == Mode::Undecided;
            rest_together.push(points().filter(begins).count() > 1);
            numbers.push(match points().next() {
                _ if islands.rubs(island) => f64::INFINITY,
                // By Gauss's principle: see `standing.rs`.
                None => 0.0,
                Some(_) if resting > PATTERNS.ilog2() as usize => f64::INFINITY,
                Some(_) => f64::NAN,
            });
            if numbers[island].is_nan() {
                if asked.len() == responses.len() {
                    responses.push(Responses::default());
                }
                let impulses = &mut responses[asked.len()].impulses;
                impulses.clear();
                contacts.iter().for_each(|&contact| list(model, contact, impulses));
                asked.push(island);
            }
        }
        if asked.is_empty() {
            return Ok(());
        }
        let responses = &mut responses[..asked.len()];
        self.respond_by_islands(model, (query.at, query.modes), closed, responses)?;
        for (&island, responses) in asked.iter().zip(responses) {
            numbers[island] = self.certify_patterns(model, query, responses, trial);
        }
        Ok(())
    }

    /// The largest number of all patterns of directions of an island.
    fn certify_patterns(&self, model: &Model, query: &Query<'_>, responses: &Responses, trial: &mut Trial) -> f64 {
        let inner = &*model.inner;
        let slow = SLOW * max_abs_skip_nan(query.at.v);
        let push = |normal: usize| {
            let point = inner.contacts[responses.impulses[normal].contact].friction;
            let Some(friction) = point.map(|point| &inner.frictions[point]) else {
                return Push { normal, mu: 0.0, rests: false, directions: ([[0.0; 3]; 2], 1), chosen: 0 };
            };
            let (speed, direction) = (friction.size_of(&self.rate), query.modes[friction.entry].direction());
            let slides = direction != 0.0 && (friction.slide.is_none() || speed > slow);
            let one = |d: [f64; 3]| ([d; 2], 1);
            let directions = match (friction.slide.is_some(), slides) {
                (false, true) => one([direction, 0.0, 0.0]),
                (false, false) => ([[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]], 2),
                (true, true) => one(friction.parts(&self.rate).map(|s| s / speed)),
                (true, false) if responses.is_apart(normal) => one([0.0; 3]),
                // A cone at rest that moves normal rates: nothing is proved.
                (true, false) => ([[0.0; 3]; 2], 0),
            };
            let mu = if slides { friction.law.sliding(speed) } else { friction.law.holding() };
            Push { normal, mu, rests: !slides, directions, chosen: 0 }
        };
        let pushes = &mut trial.pushes;
        pushes.clear();
        pushes.extend((0..responses.impulses.len()).filter(|&i| !responses.impulses[i].tangential).map(push));
        let patterns = pushes.iter().try_fold(1_usize, |all, push| all.checked_mul(push.directions.1));
        let Some(patterns) = patterns.filter(|patterns| (1..=PATTERNS).contains(patterns)) else {
            return f64::INFINITY;
        };
        let number = |mut pattern: usize| {
            for push in &mut *trial.pushes {
                (push.chosen, pattern) = (pattern % push.directions.1, pattern / push.directions.1);
            }
            trial.number(responses)
        };
        (0..patterns).map(number).fold(0.0, f64::max)
    }
}
