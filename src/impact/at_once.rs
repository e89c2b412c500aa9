//! Several contacts, struck at once: compression of all of them, then expansion of all of them.
//!
//! ```text
//! compression   0 ≤ P ⟂ γ ≥ 0                with Coulomb's law on P and s at its end
//! expansion     0 ≤ P − e P_c ⟂ γ⁺ ≥ 0       with Coulomb's law on P, the impulses of expansion alone         (H11)
//! ```
//!
//! P_c are the normal impulses of compression. That is Poisson's law in two phases. Between several contacts work has no share of each without a stiffness, so the
//! energetic law means this one too. Newton's law is one problem, 0 ≤ P ⟂ γ⁺ + e γ⁻ ≥ 0, and can gain energy.
//!
//! Rigid bodies do not determine what happens when several contacts are struck at one instant. At once is symmetric, does not depend on the order in which
//! contacts are listed, and ends; `in_turn.rs` is another answer. μ is that at the slip with which each phase begins.
//!
//! Each phase is a complementarity problem (`pattern.rs`). Its pattern is searched for:
//!
//! 1. What closes is pressed and slides as it does, or sticks; then all that does not fit is changed, again and again.
//! 2. When a pattern comes back: the normals are searched for by (H6) with the friction held, then the friction is changed.
//! 3. All patterns, up to [`ENUMERABLE`] contacts.
//!
//! A contact's friction could as well be loaded by another row, of either sign: a joint that rubs. Its column would be a push of that row, its pattern would have
//! the sign of the load.

use super::law::{ImpactError, Restitution};
use super::pattern::{Contact, Hold, Misfit, Phase, Solution};
use super::several::{Blows, Several};
use crate::linear::absolute;

/// Most contacts of which all patterns are tried.
pub(super) const ENUMERABLE: usize = 6;

/// An impact at several contacts at once: (H11).
pub(crate) fn at_once(several: &Several<'_>) -> Result<Blows, ImpactError> {
    let normals = several.normals();
    let rows = several.rows();
    for (contact, &at) in normals.iter().enumerate() {
        let finite = several.response[at * rows..][..rows].iter().chain(several.before).all(|x| x.is_finite());
        if !(finite && several.response[at * rows + at] > 0.0) {
            return Err(ImpactError::NoResponse { contact });
        }
    }
    let nothing = vec![0.0; normals.len()];
    let each = |f: &dyn Fn(usize) -> f64| -> Vec<f64> { (0..normals.len()).map(f).collect() };
    let e = |i: usize| several.contacts[i].e;
    let mut trials = 0;
    let wanted = match several.law {
        Restitution::Newton => each(&|i| (-e(i) * several.before[normals[i]]).max(0.0)),
        _ => nothing.clone(),
    };
    let mut impulses = solve(&Phase::new(several, several.before, &nothing, &wanted), &mut trials)?;
    let compression = each(&|i| impulses[normals[i]]);
    let given = each(&|i| e(i) * compression[i]);
    if several.law != Restitution::Newton && given.iter().any(|p| *p > 0.0) {
        let between = several.after(&impulses);
        let expansion = solve(&Phase::new(several, &between, &given, &nothing), &mut trials)?;
        impulses.iter_mut().zip(&expansion).for_each(|(p, more)| *p += more);
    }
    let after = several.after(&impulses);
    let lost = several.lost(&impulses, &after);
    Ok(Blows { impulses, after, compression, lost, trials })
}

/// The impulses of a phase.
fn solve(phase: &Phase, trials: &mut u64) -> Result<Vec<f64>, ImpactError> {
    let mut search = Search { phase, trials, seen: Vec::new() };
    let mut pattern: Vec<Hold> = phase
        .contacts
        .iter()
        .map(|contact| Hold { pressed: phase.closes(contact), slides: phase.direction(contact) })
        .collect();
    let found = search.change(&mut pattern).or_else(|| search.normals(&mut pattern)).or_else(|| search.all());
    let solution = found.ok_or(ImpactError::NoPattern { contacts: phase.contacts.len(), tried: *trials })?;
    Ok(phase.impulses(&solution))
}

struct Search<'a> {
    phase: &'a Phase,
    trials: &'a mut u64,
    /// Patterns from which a change has started.
    seen: Vec<Vec<[bool; 3]>>,
}

impl Search<'_> {
    /// Changes all that does not fit until everything does, or a pattern comes back.
    fn change(&mut self, pattern: &mut [Hold]) -> Option<Solution> {
        while self.is_new(pattern) {
            *self.trials += 1;
            let solution = self.phase.trial(pattern)?;
            let misfits = self.phase.misfits(pattern, &solution);
            if misfits.is_empty() {
                return Some(solution);
            }
            misfits.iter().for_each(|(i, misfit)| change(&mut pattern[*i], misfit));
        }
        None
    }

    /// Searches for the normals with friction held, and changes friction where it does not fit.
    fn normals(&mut self, pattern: &mut [Hold]) -> Option<Solution> {
        self.seen.clear();
        while self.is_new(pattern) {
            let mut signs: Vec<f64> = pattern.iter().map(|hold| if hold.pressed { 1.0 } else { -1.0 }).collect();
            let (mut halves, mut last) = (vec![0.0; signs.len()], None);
            let found = absolute::search(&mut signs, &mut halves, |signs, halves| {
                pattern.iter_mut().zip(signs).for_each(|(hold, sign)| hold.pressed = *sign > 0.0);
                last = self.phase.trial(pattern);
                last.as_ref().is_some_and(|solution| {
                    halves.copy_from_slice(&self.phase.halves(pattern, solution));
                    true
                })
            });
            *self.trials += found.trials;
            let solution = last.filter(|_| found.stage.is_some())?;
            let misfits = self.phase.misfits(pattern, &solution);
            if misfits.is_empty() {
                return Some(solution);
            }
            misfits.iter().for_each(|(i, misfit)| change(&mut pattern[*i], misfit));
        }
        None
    }

    /// Tries all patterns while they are few.
    fn all(&mut self) -> Option<Solution> {
        let phase = self.phase;
        if phase.contacts.len() > ENUMERABLE {
            return None;
        }
        let options: Vec<Vec<Hold>> = phase.contacts.iter().map(|contact| options(phase, contact)).collect();
        let most = options.iter().map(Vec::len).product();
        (0..most).find_map(|mut which: usize| {
            let choose = |of: &Vec<Hold>| {
                let hold = of[which % of.len()];
                which /= of.len();
                hold
            };
            let mut pattern: Vec<Hold> = options.iter().map(choose).collect();
            *self.trials += 1;
            let solution = phase.trial(&mut pattern)?;
            phase.misfits(&pattern, &solution).is_empty().then_some(solution)
        })
    }

    fn is_new(&mut self, pattern: &[Hold]) -> bool {
        let key: Vec<[bool; 3]> = pattern
            .iter()
            .zip(&self.phase.contacts)
            .map(|(hold, contact)| {
                let back = hold.slides.is_some_and(|d| contact.tangents == 1 && d[0] < 0.0);
                [hold.pressed, hold.slides.is_some(), back]
            })
            .collect();
        let new = !self.seen.contains(&key);
        self.seen.push(key);
        new
    }
}

fn change(hold: &mut Hold, misfit: &Misfit) {
    match misfit {
        Misfit::Closes => hold.pressed = true,
        Misfit::Pulls => hold.pressed = false,
        Misfit::Slips(d) => hold.slides = Some(*d),
        Misfit::Stops => hold.slides = None,
    }
}

/// All that a contact can do in a pattern.
fn options(phase: &Phase, contact: &Contact) -> Vec<Hold> {
    let ways: Vec<Option<[f64; 3]>> = match contact.tangents {
        0 => vec![None],
        1 => vec![None, Some([1.0, 0.0, 0.0]), Some([-1.0, 0.0, 0.0])],
        _ => vec![None, Some(phase.direction(contact).unwrap_or([1.0, 0.0, 0.0]))],
    };
    let mut options: Vec<Hold> = ways.iter().map(|&slides| Hold { pressed: true, slides }).collect();
    let free = if contact.given > 0.0 { &ways[..] } else { &ways[..1] };
    options.extend(free.iter().map(|&slides| Hold { pressed: false, slides }));
    options
}
