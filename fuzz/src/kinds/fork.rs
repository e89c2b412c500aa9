//! Two runs whose transitions differ: is each of them right for its own state?
//!
//! What a point does where it stops, or where two changes meet, is a step function of the state: the force of holding against its limit, one instant
//! against another. Two runs in states x and y, both as near to the true one as is promised, can stand on different sides of such a step, a *fork*. So it
//! is asked, just before their transitions begin to differ,
//!
//! ```text
//! (F1)  |x − y| ≤ 100 ε,   and short steps at 1e-11 go the one way from x, and the other way from y
//! ```
//!
//! Beyond the fork the two are different motions, and comparing them tells nothing. So the run is held against the short steps *from its own state* x from
//! there on, to their next fork, and so to its end. A change that it steps over is not excused: short steps from its own state find it.
//!
//! Where the states are farther apart, they must be within 10 times what 10 ε in masses and forces does to them.

use crate::clock::bounded;
use crate::compare::{difference, distance};
use crate::random::Settings;
use crate::recipe::{Built, Recipe, Way};
use chetaev::prelude::*;

/// Of the span: how long before two runs differ their states are compared.
const BEFORE: [f64; 4] = [1e-3, 1e-4, 1e-5, 1e-6];
/// Of the span: the least from one fork to the next.
const ON: f64 = 1e-5;
/// Most forks of one run.
const MOST: usize = 20;
/// How many tolerances the states before a fork may be apart.
const APART: [(f64, &str); 3] = [(1.0, "fork 1"), (10.0, "fork 10"), (100.0, "fork 100")];

/// A mechanism, and how it is run.
pub struct Case<'a> {
    pub recipe: &'a Recipe,
    pub built: &'a Built,
    pub start: &'a State,
    pub settings: Settings,
    /// The longest step of the run that nothing escapes.
    pub short: f64,
}

/// A motion from a state on with short steps.
struct Course {
    from: State,
    settings: Settings,
    transitions: Vec<Transition>,
}

impl Case<'_> {
    /// A run, or one with short steps, from a state to a time.
    pub fn run(&self, built: &Built, from: &State, settings: &Settings, short: bool, until: f64) -> Option<Trajectory> {
        let simulation = bounded(settings.simulation(&built.model));
        let simulation = if short { simulation.max_step(self.short) } else { simulation };
        simulation.run(from.clone(), until).ok()
    }

    /// The mechanism with other masses and forces, by ten times the tolerance.
    fn disturbed(&self, seed: u64) -> Option<Built> {
        self.recipe.disturbed(10.0 * self.settings.tolerance, seed).build(Way::default()).ok()
    }

    /// Short steps of a disturbed mechanism from the start.
    pub fn neighbor(&self, seed: u64) -> Option<Trajectory> {
        let built = self.disturbed(seed)?;
        let start = built.model.start().project().ok()?.state;
        self.run(&built, &start, &self.settings, true, self.recipe.span)
    }

    /// How far three disturbed mechanisms go from a run with short steps.
    pub fn moved(&self, from: &State, settings: &Settings, run: &Trajectory) -> f64 {
        let moved = |seed| {
            let other = self.disturbed(seed)?;
            let run_of_other = self.run(&other, from, settings, true, run.end().t)?;
            Some(distance((&other, &run_of_other), (self.built, run)))
        };
        (1..4).filter_map(moved).fold(0.0_f64, f64::max)
    }

    /// Short steps from the end of a part of a run, after what it did; with them the time from which on another run differs.
    fn onward(&self, part: &Trajectory, other: &[Transition]) -> Option<(Course, f64)> {
        let settings = Settings { tolerance: 1e-11, method: Method::Dop853, ..self.settings.clone() };
        let on = self.run(self.built, part.end(), &settings, true, self.recipe.span)?;
        let transitions = [part.transitions(), on.transitions()].concat();
        let until = difference(other, &transitions, f64::INFINITY).map_or(f64::INFINITY, |d| d.t);
        Some((Course { from: part.end().clone(), settings, transitions }, until))
    }

    /// Is a run right for its own state at all forks (F1)? A word for the one with the states farthest apart, and what there is to tell.
    pub fn forks(&self, ours: &Trajectory, short: &Trajectory) -> Option<(&'static str, String)> {
        let (span, tolerance) = (self.recipe.span, self.settings.tolerance);
        let mut theirs = Course {
            from: self.start.clone(),
            settings: self.settings.clone(),
            transitions: short.transitions().to_vec(),
        };
        let mut all: Vec<(usize, &str, String)> = Vec::new();
        while let Some(first) = difference(ours.transitions(), &theirs.transitions, f64::INFINITY) {
            let beyond = first.t + ON * span;
            let (at, x, next) = BEFORE.iter().find_map(|part| {
                let at = first.t - part * span;
                let x = self.run(self.built, self.start, &self.settings, false, at)?;
                let (next, until) = self.onward(&x, ours.transitions())?;
                (at > theirs.from.t && until > beyond).then_some((at, x, next))
            })?;
            let y = self.run(self.built, &theirs.from, &theirs.settings, true, at)?;
            if all.is_empty() && self.onward(&y, short.transitions())?.1 <= beyond {
                return None;
            }
            let apart = distance((self.built, &x), (self.built, &y));
            let mut told = format!("{:.1}", apart / tolerance);
            let near = APART.iter().position(|(most, _)| apart <= most * tolerance);
            let (rank, word) = match near {
                Some(rank) => (rank, APART[rank].1),
                None => {
                    let moved = self.moved(&theirs.from, &theirs.settings, &y);
                    told += &format!(" ({:.1} by a disturbance)", moved / tolerance);
                    if apart <= 10.0 * moved { (APART.len(), "sensitive fork") } else { (usize::MAX, "far fork") }
                }
            };
            all.push((rank, word, told));
            if all.len() > MOST {
                return None;
            }
            theirs = next;
        }
        let worst = all.iter().max_by_key(|fork| fork.0)?.1;
        let told: Vec<&str> = all.iter().map(|fork| fork.2.as_str()).collect();
        Some((worst, format!("forks with states {} tolerances apart", told.join(", "))))
    }
}
