//! Are changes of friction missed? Whole runs against the same runs with short steps, over tolerances and methods.
//!
//! | verdict | |
//! |---|---|
//! | same | the same transitions of every point in order, states within 100 times the tolerance |
//! | sensitive | the same transitions; the states differ more, and as much as 10 times the tolerance in masses and forces makes them |
//! | far | the same transitions; the states differ more than that |
//! | undetermined | transitions differ, and with short steps a mechanism that differs by 10 times the tolerance goes the run's way there: two changes too near to each other, a graze |
//! | ambiguous | transitions differ, or both stop at several motions, which are looked for at the ends of steps; the run has counted such states, or could not exclude them |
//! | reference | transitions differ; a run at 1e-11 agrees with the run and not with the short steps |
//! | direction, extra, missed | transitions differ: the point goes another way, changes where it should not, does not change where it should |
//! | both stop | for the same reason at the same time |
//! | stops alone, stop apart | only one of the two ends in an error, or they end in different ones |

use super::rough::begin;
use crate::checks;
use crate::clock::bounded;
use crate::compare::{Kind, difference, distance};
use crate::dice::Dice;
use crate::random::{Menu, Settings, recipe};
use crate::recipe::{Built, Recipe, Way};
use crate::report::Report;
use chetaev::prelude::*;
use chetaev::simulate::RunFailure;
use std::collections::{BTreeMap, BTreeSet};

const TOLERANCES: [f64; 4] = [1e-3, 1e-5, 1e-7, 1e-9];
const METHODS: [Method; 4] = [Method::Dop853, Method::Dopri5, Method::Tsit5, Method::Bs23];
/// Of the span: the longest step of the run that nothing escapes.
const SHORT: f64 = 1.0 / 2000.0;

/// Of the span: changes nearer to each other than this are the same one at another instant.
const NEAR: f64 = 1e-3;

/// The study's own words.
#[derive(Debug)]
pub struct Missed;

struct Case<'a> {
    recipe: &'a Recipe,
    settings: Settings,
    short: f64,
}

impl Case<'_> {
    fn run(&self, built: &Built, start: &State, settings: &Settings, short: bool) -> Option<Trajectory> {
        let simulation = bounded(settings.simulation(&built.model));
        let simulation = if short { simulation.max_step(self.short) } else { simulation };
        simulation.run(start.clone(), self.recipe.span).ok()
    }

    /// The run with short steps of the mechanism with other masses and forces, by ten times the tolerance.
    fn disturbed(&self, seed: u64) -> Option<(Built, Trajectory)> {
        let recipe = self.recipe.disturbed(10.0 * self.settings.tolerance, seed);
        let (built, start) = begin(&recipe, Way::default(), &mut Report::default())?;
        let run = self.run(&built, &start, &self.settings, true)?;
        Some((built, run))
    }

    /// A verdict on a run beside the same with short steps.
    fn judge(&self, built: &Built, start: &State, ours: &Trajectory, short: &Trajectory) -> (&'static str, String) {
        let tolerance = self.settings.tolerance;
        let apart = distance((built, ours), (built, short));
        // Only the order of each point's changes counts, not the instants.
        if difference(ours.transitions(), short.transitions(), f64::INFINITY).is_none() {
            if apart <= 100.0 * tolerance {
                return ("same", String::new());
            }
            let moved = |seed| self.disturbed(seed).map(|(other, run)| distance((&other, &run), (built, short)));
            let moved = (1..4).filter_map(moved).fold(0.0_f64, f64::max);
            let told = format!("states {apart:.1e} apart, {moved:.1e} by a disturbance");
            return (if apart <= 10.0 * moved { "sensitive" } else { "far" }, told);
        }
        let near = NEAR * self.recipe.span;
        let nearest =
            difference(ours.transitions(), short.transitions(), near).filter(|first| first.kind != Kind::Instant);
        let Some(first) = nearest.or_else(|| difference(ours.transitions(), short.transitions(), f64::INFINITY)) else {
            return ("same", String::new());
        };
        let told = format!(
            "`{}` at t = {:.9}: {:?} against {:?}; states {apart:.1e} apart",
            first.point, first.t, first.ours, first.theirs
        );
        let counted = |run: &Trajectory| run.counters().ambiguous + run.counters().uncertain > 0;
        if counted(ours) || counted(short) {
            return ("ambiguous", told);
        }
        // A neighbor excuses a run only by doing what the run does.
        let goes_our_way = |run: &Trajectory| {
            difference(run.transitions(), ours.transitions(), f64::INFINITY).is_none_or(|d| d.t > first.t + near)
        };
        if (1..9).any(|seed| self.disturbed(seed).is_some_and(|(_, run)| goes_our_way(&run))) {
            return ("undetermined", told);
        }
        let tight = Settings { tolerance: 1e-11, method: Method::Dop853, ..self.settings.clone() };
        if let Some(truth) = self.run(built, start, &tight, true)
            && difference(ours.transitions(), truth.transitions(), f64::INFINITY).is_none()
        {
            return ("reference", told);
        }
        let word = match first.kind {
            Kind::Missed => "missed",
            Kind::Extra => "extra",
            Kind::Direction => "direction",
            Kind::Instant => "instant",
        };
        (word, told)
    }
}

/// Verdicts that are no fault of the engine.
const RIGHT: [&str; 6] = ["same", "sensitive", "undetermined", "ambiguous", "reference", "both stop"];

pub fn missed(dice: &mut Dice, report: &mut Report) {
    let menu =
        if dice.chance(25.0) { Menu { bodies: 1, at_rest: 100.0, closers: 0, ..Menu::ROUGH } } else { Menu::ROUGH };
    let recipe = recipe(dice, menu);
    let turn = dice.below(METHODS.len());
    let Some((built, start)) = begin(&recipe, Way::default(), report) else { return };
    for (k, tolerance) in TOLERANCES.into_iter().enumerate() {
        // The third order is not for tolerances beyond 1e-5.
        let method = match METHODS[(turn + k) % METHODS.len()] {
            Method::Bs23 if tolerance < 1e-6 => Method::Dop853,
            method => method,
        };
        let settings = Settings { method, output: Output::Ends, ..Settings::plain(tolerance) };
        let mut case = Case { recipe: &recipe, settings, short: SHORT * recipe.span };
        let ours = bounded(case.settings.simulation(&built.model)).run(start.clone(), recipe.span);
        if let Ok(run) = &ours {
            case.short = case.short.min(0.1 * recipe.span / run.counters().steps.min(2000) as f64);
            report.add("transitions", run.transitions().len() as u64);
        }
        let simulation = bounded(case.settings.simulation(&built.model)).max_step(case.short);
        let short = simulation.run(start.clone(), recipe.span);
        let (word, told) = match (&ours, &short) {
            (Ok(ours), Ok(short)) => case.judge(&built, &start, ours, short),
            (Err(one), Err(other)) => {
                let words = [one, other].map(|error| checks::word(&error.failure));
                let ends = [one, other].map(|error| error.partial.end().t);
                if words[0] == words[1] && (ends[0] - ends[1]).abs() <= NEAR * recipe.span {
                    ("both stop", String::new())
                } else if words.iter().all(|word| word == "several motions") {
                    // What is looked at is the end of each step.
                    ("ambiguous", String::new())
                } else {
                    ("stop apart", format!("{} at t = {} against {} at t = {}", words[0], ends[0], words[1], ends[1]))
                }
            }
            // Several motions are looked for at the ends of steps.
            (Err(error), Ok(_)) | (Ok(_), Err(error)) if matches!(error.failure, RunFailure::Several { .. }) => {
                ("ambiguous", String::new())
            }
            (Err(error), Ok(_)) => ("stops alone", format!("the run stops: {error}")),
            (Ok(_), Err(error)) => ("stops alone", format!("the short steps stop: {error}")),
        };
        if let Err(error) = &ours {
            checks::words(&error.to_string(), report);
        }
        report.count(&format!("{tolerance:e}|{method}|{word}"));
        if !RIGHT.contains(&word) {
            report.fault(format!("{word} at {tolerance:.0e} with {method}: {told}"));
        }
    }
}

impl Missed {
    /// The verdicts over tolerances and methods.
    pub fn table(counts: &BTreeMap<String, u64>) -> String {
        let cell = |key: &str| {
            let mut parts = key.splitn(3, '|');
            Some((parts.next()?.to_owned(), parts.next()?.to_owned(), parts.next()?.to_owned()))
        };
        let cells: Vec<_> = counts.iter().filter_map(|(key, n)| Some((cell(key)?, *n))).collect();
        let words: BTreeSet<&str> = cells.iter().map(|((_, _, word), _)| word.as_str()).collect();
        let mut rows: Vec<(&str, &str)> = cells.iter().map(|((t, m, _), _)| (t.as_str(), m.as_str())).collect();
        rows.dedup();
        let mut text = format!("{:>9} {:>7}", "tolerance", "method");
        words.iter().for_each(|word| text += &format!(" {word:>12}"));
        for row in rows {
            text += &format!("\n{:>9} {:>7}", row.0, row.1);
            for word in &words {
                let here =
                    cells.iter().filter(|((t, m, w), _)| (t.as_str(), m.as_str(), w.as_str()) == (row.0, row.1, *word));
                text += &format!(" {:>12}", here.map(|(_, n)| n).sum::<u64>());
            }
        }
        text
    }
}
