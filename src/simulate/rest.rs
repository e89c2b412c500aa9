//! Rest after infinitely many impacts.
//!
//! Impacts that repeat in a cycle of k contacts accumulate: with the ratio ρ of the durations of two cycles and Δ that of the last one,
//!
//! ```text
//! H13   what remains lasts  τ = Δ ρ/(1 − ρ)
//! ```
//!
//! How wrong that is, the ratios before, ρ' and ρ'', tell. As the hops come to nothing the ratio comes to its limit ρ_∞: ρ − ρ_∞ = δ falls by some κ in each cycle; by ρ where what
//! presses changes with time, by ρ² where it knows nothing but how high a hop is. So
//!
//! ```text
//! (1)  κ = |ρ − ρ'|/|ρ' − ρ''|,   δ = −(ρ − ρ') κ/(1 − κ)
//! (2)  what remains = Δ Σ_k Π_(j ≤ k) (ρ_∞ + δ κ^j) = Δ (ρ_∞/(1 − ρ_∞) + δ κ/((1 − ρ)(1 − ρκ)))
//! (3)  τ − what remains = Δ δ (1 − κ)/((1 − ρ)² (1 − ρκ)),   of size  τ |ρ − ρ'| (κ/ρ)/((1 − ρ)(1 − ρκ))
//! ```
//!
//! to first order in δ. What (3) leaves out is of higher order: it is told with a quarter more. An instant is known to ε t and to the rounding of its gap, ε (1 + |q|), over its speed; that of the last
//! two cycles enters τ with 1/(1 − ρ)², and is added.
//!
//! Impacts are complete when that error is within the tolerance and no hop to come is higher than it: or when hops are so low that the gap cannot be told from zero.
//! Later is never, because closings are then lost in rounding. Down there ratios are noise, and so is the order of contacts that hop together: what counts is that many impacts
//! one after another were of hops so low, whatever friction did between them.
//!
//! What is to come takes the velocities with which the contacts still part, from both sides and with their friction: each contact that slides is closed along its push p
//! (H4), each that stuck with its tangent. (Along n alone a ball that slides would begin to roll too early by the friction of its last upward speed.)

use super::contacts::RESOLUTION;
use super::failure::RunFailure;
use super::result::Cause;
use super::running::Run;
use crate::dynamics::{Mode, Responses, State, StateRef};
use crate::linear::svd::Svd;
use crate::math::length;
use crate::model::{Model, Past};
use nalgebra::{DMatrix, DVector};

/// Longest cycle that is looked for.
const LONGEST: usize = 6;
/// Hops below so many resolutions are not waited for.
const LOW: f64 = 30.0;
/// So many impacts in whatever order, all of low hops, are the end of them.
const MANY: usize = 2 * LONGEST;
/// For what the error of the first order leaves out.
const MARGIN: f64 = 1.25;
/// A slip below this part of the last closing speed is one that the next blow ends.
const SLIDES: f64 = 1e-3;
/// A singular value below this part of the largest is none.
const SINGULAR: f64 = 1e-12;

/// Impacts that accumulate.
struct Cycle {
    contacts: Vec<usize>,
    remaining: f64,
    error: f64,
    /// An upper bound of the hops to come.
    hop: f64,
    /// How long those lasted that were looked at, and how many they were at least.
    span: f64,
    impacts: usize,
}

impl Cycle {
    /// What comes lasts no longer than what was, as far as anything can be told: of hops whose ratio is noise.
    fn untold(self) -> Self {
        Self { remaining: 0.0, error: self.span, ..self }
    }
}

/// The cycle with which a list of impacts ends, where each contact's gap has its size.
fn cycle(history: &[Past], size: impl Fn(&[usize]) -> f64) -> Option<Cycle> {
    let n = history.len();
    let of_length = |k: usize| {
        let repeats = n > 4 * k && (n - 3 * k..n).all(|i| history[i].contacts == history[i - k].contacts);
        if !repeats {
            return None;
        }
        let at: [&Past; 5] = std::array::from_fn(|cycles| &history[n - 1 - k * cycles]);
        let [last, middle, ..] = at;
        let durations: [f64; 4] = std::array::from_fn(|i| at[i].t - at[i + 1].t);
        let ratios: [f64; 3] = std::array::from_fn(|i| durations[i] / durations[i + 1]);
        let ratio = ratios[0];
        let contacts = contacts(&history[n - k..]);
        let shrinks = ratio > 0.0 && ratio < 1.0 && last.speed < middle.speed;
        if contacts.is_empty() || !shrinks {
            return None;
        }
        let remaining = durations[0] * ratio / (1.0 - ratio);
        let [change, before] = [ratios[0] - ratios[1], ratios[1] - ratios[2]].map(f64::abs);
        // One that has turned by chance, or is not yet near its limit, tells nothing: the one before does.
        let change = if change < 0.5 * ratio * ratio * before { ratio * before } else { change };
        let falls = (change / before).clamp(ratio * ratio, 1.0);
        let error = MARGIN * remaining * change * (falls / ratio) / ((1.0 - ratio) * (1.0 - ratio * falls));
        let instants = last.t.abs() + size(&contacts) * (1.0 / last.speed + 1.0 / middle.speed);
        let error = error + f64::EPSILON * instants / (1.0 - ratio).powi(2);
        let fastest = history[n - k..].iter().fold(0.0_f64, |most, past| most.max(past.speed));
        let span = last.t - at[4].t;
        Some(Cycle { contacts, remaining, error, hop: hop(fastest, durations[0]), span, impacts: 0 })
    };
    (1..=LONGEST).find_map(of_length)
}

/// The end of impacts of hops below what is `low` for their contacts, in whatever order.
fn low_hops(history: &[Past], low: impl Fn(usize) -> f64) -> Option<Cycle> {
    let last = &history[history.len().checked_sub(MANY)?..];
    let (contacts, now) = (contacts(last), last[MANY - 1].t);
    let is_low = |&contact: &usize| {
        let own: Vec<&Past> = last.iter().filter(|past| past.contacts.contains(&contact)).collect();
        // One that has been away for longer than its hops lasted hops no more: it may have been lifted.
        own.windows(2).all(|two| hop(two[1].speed, two[1].t - two[0].t) <= low(contact))
            && own.last().is_some_and(|latest| own.len() > 1 && hop(latest.speed, now - latest.t) <= low(contact))
    };
    if contacts.is_empty() || !contacts.iter().all(is_low) {
        return None;
    }
    let span = last[MANY - 1].t - last[0].t;
    let highest = contacts.iter().fold(0.0, |most: f64, &contact| most.max(low(contact)));
    Some(Cycle { contacts, remaining: 0.0, error: span, hop: highest, span, impacts: MANY })
}

/// The height of a hop of so long, from the speed with which it ends.
fn hop(speed: f64, duration: f64) -> f64 {
    0.25 * speed * duration
}

/// The contacts of some impacts.
fn contacts(history: &[Past]) -> Vec<usize> {
    let mut contacts: Vec<usize> = history.iter().flat_map(|past| past.contacts.iter().copied()).collect();
    contacts.sort_unstable();
    contacts.dedup();
    contacts
}

impl Run<'_, '_> {
    /// Closes the contacts of a cycle that is complete, in a state with the velocities after the last impact. Says so if it did.
    pub(super) fn bring_to_rest(&mut self, state: &mut State, last: &Responses) -> Result<Option<Cause>, RunFailure> {
        if self.plan.rest == f64::INFINITY {
            return Ok(None);
        }
        let (t, model) = (self.drive.t(), self.plan.model);
        let size_of = |contact: usize| model.contact_size(contact, &state.q);
        let size = |contacts: &[usize]| contacts.iter().fold(1.0, |most: f64, &contact| most.max(size_of(contact)));
        let unseen = |contact: usize| LOW * RESOLUTION * size_of(contact);
        let complete = |cycle: &Cycle| {
            let within = cycle.error <= self.plan.rest * (1.0 + t.abs());
            let size = size(&cycle.contacts);
            within && cycle.hop <= self.plan.rest * size || cycle.hop <= LOW * RESOLUTION * size
        };
        let accumulates = cycle(state.impacts.undisturbed(), size).filter(complete);
        // A slip that ends between two hops says nothing against their being too low to be told.
        let Some(cycle) = accumulates.or_else(|| low_hops(state.impacts.last(), unseen)) else {
            return Ok(None);
        };
        let cycle = if cycle.error <= cycle.span { cycle } else { cycle.untold() };
        let contacts = &model.inner.contacts;
        let closed: Vec<bool> = (0..contacts.len())
            .map(|contact| cycle.contacts.contains(&contact) || state.modes[contacts[contact].entry] == Mode::Holding)
            .collect();
        let at = StateRef { t, ..StateRef::of(state) };
        let speed = last.fastest_closing();
        let responses = self.drive.motion.ws.impulse_responses(model, at, &state.modes, &closed)?;
        let slip = |contact: usize| length(responses.tangential(contact, &responses.rates));
        let slides: Vec<bool> = (0..contacts.len()).map(|i| closed[i] && slip(i) > SLIDES * speed).collect();
        let impulses = closing_impulses(model, &responses, &slides);
        if self.follower.is_some() {
            let held = [&closed[..], &slides];
            let name = closed.iter().position(|closed| *closed).map_or("", |first| &contacts[first].name);
            self.follow_change(&state.clone(), name, |run, model, state| run.rested(model, state, held))?;
        }
        self.kick_here(state, &responses, &impulses)?;
        for (contact, _) in closed.iter().enumerate().filter(|(_, closed)| **closed) {
            model.switch_contact(&mut state.modes, contact, Mode::Holding, Mode::Undecided);
        }
        let impacts = state.impacts.rest().max(cycle.impacts);
        Ok(Some(Cause::Rested { impacts, at: t + cycle.remaining, error: cycle.error }))
    }

    /// The same of any state, for derivatives.
    fn rested(&self, model: &Model, state: &State, [closed, slides]: [&[bool]; 2]) -> Result<State, RunFailure> {
        let responses = model.workspace().impulse_responses(model, StateRef::of(state), &state.modes, closed)?;
        let mut after = state.clone();
        self.kick(&mut after, &responses, &closing_impulses(model, &responses, slides));
        Ok(after)
    }

    /// Do impacts come so close to one another that the run would never end?
    pub(super) fn check_crowded_impacts(&self, name: &str) -> Result<(), RunFailure> {
        let ((count, window), t) = (self.plan.zeno, self.drive.t());
        let recent = self.trajectory.impacts.iter().rev().take_while(|impact| t - impact.t <= window).count();
        if recent > count {
            return Err(RunFailure::Zeno { event: name.to_owned(), count: recent, window, t });
        }
        Ok(())
    }
}

/// The impulses after which no contact parts: of those that slide along their push, of those that stick with their tangents.
fn closing_impulses(model: &Model, responses: &Responses, slides: &[bool]) -> Vec<f64> {
    let inner = &*model.inner;
    let n = responses.impulses.len();
    // Column j of the push: N alone, or N with its friction.
    let held = |i: &usize| !(responses.impulses[*i].tangential && slides[responses.impulses[*i].contact]);
    let free: Vec<usize> = (0..n).filter(held).collect();
    let mut push = DMatrix::zeros(n, free.len());
    for (j, &i) in free.iter().enumerate() {
        push[(i, j)] = 1.0;
        let contact = responses.impulses[i].contact;
        let Some(point) = inner.contacts[contact].friction.filter(|_| !responses.impulses[i].tangential) else {
            continue;
        };
        if slides[contact] {
            let slip = responses.tangential(contact, &responses.rates);
            let mu = inner.frictions[point].law.sliding(length(slip));
            for (k, s) in slip.iter().enumerate() {
                push[(i + 1 + k, j)] = -mu * (s / length(slip));
            }
        }
    }
    let response = DMatrix::from_row_slice(n, n, &responses.matrix) * &push;
    let rows = DMatrix::from_fn(free.len(), free.len(), |r, c| response[(free[r], c)]);
    let right = DVector::from_iterator(free.len(), free.iter().map(|&i| -responses.rates[i]));
    // Contacts that hold one freedom together depend on each other.
    let svd = Svd::of(rows);
    let sizes = svd.solve(&right, SINGULAR * svd.most());
    (push * sizes).as_slice().to_vec()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::model::Succession;

    /// Two feet that rock on hops of 1e-13 m by turns, one slip ending after every second impact: low hops are seen through that. Held since d35971db; before, what friction did
    /// made a run forget them, and one that rocks so never ended (3e6 impacts in a second). Of hops that can be told what was before the change counts for nothing.
    #[test]
    fn regress_low_hops_are_the_end_whatever_friction_does() {
        for (speed, low) in [(1e-6, true), (1e-3, false)] {
            let mut impacts = Succession::default();
            let duration = 4e-7;
            for k in 0..MANY {
                if k % 2 == 1 {
                    impacts.interrupt();
                }
                assert!(low_hops(impacts.last(), |_| 3e-12).is_none(), "too early");
                impacts.push(Past::new(duration * k as f64, vec![k % 2], speed, 0));
            }
            let found = low_hops(impacts.last(), |_| 3e-12);
            assert_eq!(found.map(|cycle| cycle.contacts), low.then(|| vec![0, 1]));
            assert_eq!((impacts.count(), impacts.last().len(), impacts.undisturbed().len()), (1, MANY, 1));
            // Of one that has been away for a while nothing is told.
            for k in 0..2 {
                impacts.push(Past::new(1.0 + duration * k as f64, vec![7], speed, 0));
            }
            assert!(low_hops(impacts.last(), |_| 3e-12).is_none());
        }
    }
}
