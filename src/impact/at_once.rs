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
//! contacts are listed, and ends; `in_turn.rs` is another answer. μ is that at the slip with which each phase begins.
//!
//! Each phase is a complementarity problem (`pattern.rs`). Its pattern is searched for:
//!
//! 1. What closes is pressed and slides as it does, or sticks; then all that does not fit is changed, again and again.
//! 2. When a pattern comes back: Lemke's path (`path.rs`) gives another to begin with, in the plane that of a solution.
//! 3. In space sweeps (`sweeps.rs`) give a third, and a solution.
//!
//! A contact's friction could as well be loaded by another row, of either sign: a joint that rubs. Its column would be a push of that row, its pattern would have
//! the sign of the load.

use super::law::{ImpactError, Restitution};
use super::path::by_path;
use super::pattern::{Hold, Misfit, Phase, Solution};
use super::several::{Blows, Several};
use super::sweeps::by_sweeps;

/// Part of the energy exchanged that is rounding, and the least part of restitution beside none.
const ROUNDING: f64 = 1e-10;
const LEAST: f64 = 1e-3;

/// An impact at several contacts at once: (H11).
pub(crate) fn at_once(several: &Several<'_>) -> Result<Blows, ImpactError> {
    strike(several, true)
}

/// The same where what comes of a pattern is evaluated again, as at the start of several feet: without the third way. What sweeps come to is a solution within their tolerance, and a
/// foot that just starts in it need not have a direction that lasts (a table of four feet then crawled).
pub(crate) fn at_once_by_patterns(several: &Several<'_>) -> Result<Blows, ImpactError> {
    strike(several, false)
}

fn strike(several: &Several<'_>, sweeps: bool) -> Result<Blows, ImpactError> {
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
    let mut impulses = solve(&Phase::new(several, several.before, &nothing, &wanted), sweeps, &mut trials)?;
    let compression = each(&|i| impulses[normals[i]]);
    let mut part = 1.0;
    let squeezed = impulses.clone();
    let between = several.after(&squeezed);
    loop {
        let given = each(&|i| part * e(i) * compression[i]);
        impulses.clone_from(&squeezed);
        if several.law != Restitution::Newton && given.iter().any(|p| *p > 0.0) {
            let expansion = solve(&Phase::new(several, &between, &given, &nothing), sweeps, &mut trials)?;
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

/// The impulses of a phase.
fn solve(phase: &Phase, sweeps: bool, trials: &mut u64) -> Result<Vec<f64>, ImpactError> {
    let mut search = Search { phase, trials, seen: Vec::new() };
    let mut pattern: Vec<Hold> = phase
        .contacts
        .iter()
        .map(|contact| Hold { pressed: phase.closes(contact), slides: phase.direction(contact) })
        .collect();
    let found = search.change(&mut pattern).or_else(|| search.along_path());
    let found = found.or_else(|| if sweeps { search.by_sweeps() } else { None });
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
        self.seen.clear();
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

    /// From the pattern of Lemke's path. In the plane the path is a solution itself: it stands, if it fits, where contacts that depend on each other could share
    /// their impulses in many ways, and the solution of its pattern is one that does not fit.
    fn along_path(&mut self) -> Option<Solution> {
        let (pattern, solution) = by_path(self.phase)?;
        let first = self.change(&mut pattern.clone());
        let fits = self.phase.is_planar() && self.phase.misfits(&pattern, &solution).is_empty();
        first.or_else(|| fits.then_some(solution))
    }

    /// From the pattern to which sweeps come. What they come to stands as well, if it fits.
    fn by_sweeps(&mut self) -> Option<Solution> {
        if self.phase.is_planar() {
            return None;
        }
        let (pattern, solution) = by_sweeps(self.phase)?;
        let first = self.change(&mut pattern.clone());
        first.or_else(|| self.phase.misfits(&pattern, &solution).is_empty().then_some(solution))
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
