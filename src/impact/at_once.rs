//! Several contacts, struck at once: compression of all of them, then expansion of all of them.
//!
//! ```text
//! compression   0 ≤ P ⟂ γ ≥ 0                with Coulomb's law on P and s at its end
//! expansion     0 ≤ P − e P_c ⟂ γ⁺ ≥ 0       with Coulomb's law on P, the impulses of expansion alone         (H11)
//! ```
//!
//! P_c are the normal impulses of compression. That is Poisson's law in two phases (Glocker and Pfeiffer 1995). Between several contacts work has no share of each without a stiffness, so the
//! energetic law means this one too. Newton's law is one problem, 0 ≤ P ⟂ γ⁺ + e γ⁻ ≥ 0 (Moreau 1988), and can gain energy.
//!
//! Where contacts jam each other, compression has impulses that hold each other in balance, of any size, and with several e expansion can give back more than was taken.
//! Then every e is halved until no energy is gained; `part` tells it.
//!
//! Rigid bodies do not determine what happens when several contacts are struck at one instant. At once is symmetric, does not depend on the order in which
//! contacts are listed, and ends; `in_turn.rs` is another answer. μ is that at the slip with which each phase begins. Where μ' is above μ a phase can have two solutions: a foot that stands sticks
//! with μ', or slides with μ from the first instant. What stands, to rounding, sticks in the first pattern, and slides only if its limit breaks there.
//!
//! **Without collision.** Contacts that are closed, and whose friction leaves no forces with which they could stay so, jam: two that hold a body between them, say, of which each is pressed by
//! the friction of the other. With a, what (γ, s) would do without any of them, compression is then the limit of the steps of a time τ without end shorter,
//!
//! ```text
//! (1)  compression from (γ, s)⁻ + τ a,   τ → 0                                      (H12)
//! ```
//!
//! Where there are forces that hold, its impulses vanish with τ; where there are none, they do not, because each phase has a solution (`path.rs`), and they end a slip. The pattern is that at
//! some small τ, and solved with none.
//!
//! Each phase is a complementarity problem (`pattern.rs`). Its pattern is searched for:
//!
//! 1. What closes is pressed and slides as it does, or sticks; then all that does not fit is changed, again and again.
//! 2. When a pattern comes back: Lemke's path (`path.rs`) gives another to begin with, in the plane that of a solution.
//! 3. In space sweeps (`sweeps.rs`) give a third, and a solution. They are slow where feet are near to each other, but know the pattern long before the last digits.
//! 4. Of a few contacts all patterns are tried: where rates are small beside slips, rounding hides the end of the path.
//!
//! A contact's friction could as well be loaded by another row, of either sign: a joint that rubs. Its column would be a push of that row, its pattern would have
//! the sign of the load.

use super::law::{ImpactError, Restitution};
use super::path::by_path;
use super::pattern::{Hold, Misfit, Phase, Solution};
use super::several::{Blows, Several};
use super::sweeps::Sweeps;
use crate::math::{length, max_abs};

/// Part of the energy exchanged that is rounding, and the least part of restitution beside none.
const ROUNDING: f64 = 1e-10;
const LEAST: f64 = 1e-3;
/// What τ a is of the slowest slip in (1).
const SOON: f64 = 1e-4;
/// Rounds of sweeps at most, each of which tells a pattern.
const ROUNDS: usize = 5;
/// Most patterns that are tried one after the other.
const LISTED: usize = 5000;
/// A slip, or an impulse, below this part of the largest rate, or of what would stop it, is none.
const NONE: f64 = 1e-8;

/// An impact at several contacts at once: (H11).
pub(crate) fn at_once(several: &Several<'_>) -> Result<Blows, ImpactError> {
    strike(several, None, true)
}

/// An impact without collision, by the accelerations that there are without the contacts: (1). No impulse if there is none.
pub(crate) fn jam_at_once(several: &Several<'_>, accelerations: &[f64]) -> Result<Blows, ImpactError> {
    strike(several, Some(accelerations), true)
}

/// The same where what comes of a pattern is evaluated again, as at the start of several feet: without the third way. What sweeps come to is a solution within their tolerance, and a
/// foot that just starts in it need not have a direction that lasts (a table of four feet then crawled).
pub(crate) fn at_once_by_patterns(several: &Several<'_>) -> Result<Blows, ImpactError> {
    strike(several, None, false)
}

fn strike(several: &Several<'_>, jams: Option<&[f64]>, sweeps: bool) -> Result<Blows, ImpactError> {
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
    let of = |(i, &at): (usize, &usize)| several.contacts[i].e.at(several.before[at]).map_err(|error| error.at(i));
    let e = normals.iter().enumerate().map(of).collect::<Result<Vec<f64>, _>>()?;
    let mut trials = 0;
    let wanted = match several.law {
        Restitution::Newton => each(&|i| (-e[i] * several.before[normals[i]]).max(0.0)),
        _ => nothing.clone(),
    };
    let first = Phase::new(several, several.before, &nothing, &wanted);
    let mut impulses = match jams {
        None => solve(&first, sweeps, &mut trials)?.1,
        Some(accelerations) => {
            let soon = Phase::new(several, &soon(several, accelerations), &nothing, &wanted);
            jam(&first, solve(&soon, sweeps, &mut trials)?.0, &mut trials)?
        }
    };
    let compression = each(&|i| impulses[normals[i]]);
    let mut part = 1.0;
    let squeezed = impulses.clone();
    let between = several.after(&squeezed);
    loop {
        let given = each(&|i| part * e[i] * compression[i]);
        impulses.clone_from(&squeezed);
        if several.law != Restitution::Newton && given.iter().any(|p| *p > 0.0) {
            let (_, expansion) = solve(&Phase::new(several, &between, &given, &nothing), sweeps, &mut trials)?;
            impulses.iter_mut().zip(&expansion).for_each(|(p, more)| *p += more);
        }
        let after = several.after(&impulses);
        let lost = several.lost(&impulses, &after);
        let size: f64 = impulses.iter().zip(several.before).map(|(p, rate)| (p * rate).abs()).sum();
        if lost >= -ROUNDING * size || part == 0.0 || several.law == Restitution::Newton {
            return Ok(Blows { impulses, after, compression, lost, trials, part });
        }
        part = if part > LEAST { 0.5 * part } else { 0.0 };
    }
}

/// Rates after the time τ of (1).
fn soon(several: &Several<'_>, accelerations: &[f64]) -> Vec<f64> {
    let none = NONE * max_abs(several.before);
    let slips = several
        .contacts
        .iter()
        .zip(several.normals())
        .map(|(member, at)| &several.before[at + 1..=at + member.tangents]);
    let slowest = slips.map(length).filter(|speed| *speed > none).fold(f64::INFINITY, f64::min);
    let tau = if slowest.is_finite() { SOON * slowest / max_abs(accelerations).max(f64::MIN_POSITIVE) } else { 0.0 };
    several.before.iter().zip(accelerations).map(|(rate, a)| rate + tau * a).collect()
}

/// The impulses of a pattern that was found at some τ for none.
fn jam(phase: &Phase, mut pattern: Vec<Hold>, trials: &mut u64) -> Result<Vec<f64>, ImpactError> {
    *trials += 1;
    let none = ImpactError::NoPattern { contacts: phase.contacts.len(), tried: *trials };
    let solution = phase.trial(&mut pattern).ok_or(none)?;
    let pushes = max_abs(&solution.impulses) > NONE * phase.unit();
    Ok(if pushes { phase.impulses(&pattern, &solution) } else { vec![0.0; solution.impulses.len()] })
}

/// The pattern and the impulses of a phase.
fn solve(phase: &Phase, sweeps: bool, trials: &mut u64) -> Result<(Vec<Hold>, Vec<f64>), ImpactError> {
    let mut search = Search { phase, trials, seen: Vec::new() };
    let pattern: Vec<Hold> = phase
        .contacts
        .iter()
        .map(|contact| Hold { pressed: phase.closes(contact), slides: phase.direction(contact) })
        .collect();
    let found = search.change(pattern).or_else(|| search.along_path());
    let found = found.or_else(|| if sweeps { search.by_sweeps().or_else(|| search.among_all()) } else { None });
    let (pattern, solution) = found.ok_or(ImpactError::NoPattern { contacts: phase.contacts.len(), tried: *trials })?;
    let impulses = phase.impulses(&pattern, &solution);
    Ok((pattern, impulses))
}

struct Search<'a> {
    phase: &'a Phase,
    trials: &'a mut u64,
    /// Patterns from which a change has started.
    seen: Vec<Vec<[bool; 3]>>,
}

impl Search<'_> {
    /// Changes all that does not fit until everything does, or a pattern comes back.
    fn change(&mut self, mut pattern: Vec<Hold>) -> Option<(Vec<Hold>, Solution)> {
        self.seen.clear();
        while self.is_new(&pattern) {
            *self.trials += 1;
            let solution = self.phase.trial(&mut pattern)?;
            let misfits = self.phase.misfits(&pattern, &solution);
            if misfits.is_empty() {
                return Some((pattern, solution));
            }
            misfits.iter().for_each(|(i, misfit)| change(&mut pattern[*i], misfit));
        }
        None
    }

    /// From the pattern of Lemke's path. In the plane the path is a solution itself: it stands, if it fits, where contacts that depend on each other could share
    /// their impulses in many ways, and the solution of its pattern is one that does not fit.
    fn along_path(&mut self) -> Option<(Vec<Hold>, Solution)> {
        let (pattern, solution) = by_path(self.phase)?;
        let first = self.change(pattern.clone());
        let fits = self.phase.is_planar() && self.phase.misfits(&pattern, &solution).is_empty();
        first.or_else(|| fits.then_some((pattern, solution)))
    }

    /// From the pattern to which sweeps come. What they come to stands as well, if it fits.
    fn by_sweeps(&mut self) -> Option<(Vec<Hold>, Solution)> {
        if self.phase.is_planar() {
            return None;
        }
        let mut sweeps = Sweeps::of(self.phase);
        for _ in 0..ROUNDS {
            sweeps.go_on();
            let (pattern, solution) = sweeps.pattern();
            let near = self.fitting(pattern.clone(), Phase::trial_near);
            if let Some(found) = near.or_else(|| self.change(pattern.clone())) {
                return Some(found);
            }
            if sweeps.settled() {
                return self.phase.misfits(&pattern, &solution).is_empty().then_some((pattern, solution));
            }
        }
        None
    }

    /// Of a few contacts any pattern, the directions of which are found from those of the slips, those to which they are confined, and their opposites.
    fn among_all(&mut self) -> Option<(Vec<Hold>, Solution)> {
        let of = |(i, contact)| self.phase.choices(contact, self.phase.confined(i));
        let choices: Vec<Vec<Hold>> = self.phase.contacts.iter().enumerate().map(of).collect();
        let count = choices.iter().try_fold(1_usize, |count, some| count.checked_mul(some.len()))?;
        if count > LISTED {
            return None;
        }
        (0..count).find_map(|mut code| {
            let hold = |some: &Vec<Hold>| {
                let choice = some[code % some.len()];
                code /= some.len();
                choice
            };
            let pattern = choices.iter().map(hold).collect();
            self.fitting(pattern, Phase::trial)
        })
    }

    /// The solution of a pattern, if it fits.
    fn fitting(
        &mut self,
        mut pattern: Vec<Hold>,
        trial: impl Fn(&Phase, &mut [Hold]) -> Option<Solution>,
    ) -> Option<(Vec<Hold>, Solution)> {
        *self.trials += 1;
        let solution = trial(self.phase, &mut pattern)?;
        self.phase.misfits(&pattern, &solution).is_empty().then_some((pattern, solution))
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
