//! Are changes of friction missed? Whole runs against the same runs with short steps, over tolerances and methods.
//!
//! | verdict | |
//! |---|---|
//! | same | the same transitions of every point in order, states within 100 times the tolerance |
//! | sensitive | the same transitions; the states differ more, and as much as 10 times the tolerance in masses and forces makes them |
//! | summed | the same transitions; the states differ more than that, and at a tenth of the tolerance by about a tenth (0.03 to 0.25): the errors of many steps |
//! | far | the same transitions; the states differ more than that, and go on differing |
//! | fork 1, 10, 100 | transitions differ, each run being right for its own state; before, these are within 1, 10, 100 times the tolerance (`fork.rs`) |
//! | sensitive fork | the same, but the states are farther apart, and as much as 10 times the tolerance in masses and forces makes them |
//! | far fork | the same, but the states are farther apart than that |
//! | undetermined | transitions differ, and with short steps a mechanism that differs by 10 times the tolerance goes the run's way there: two changes too near to each other, a graze |
//! | ambiguous | transitions differ, or both stop at several motions, which are looked for at the ends of steps; the run has counted such states, or could not exclude them |
//! | reference | transitions differ; a run at 1e-11 agrees with the run and not with the short steps |
//! | direction, extra, missed | transitions differ: the point goes another way, changes where it should not, does not change where it should |
//! | both stop | for the same reason at the same time |
//! | stops alone, stop apart | only one of the two ends in an error, or they end in different ones |

use super::fork::Case;
use super::rough::begin;
use crate::checks;
use crate::clock::bounded;
use crate::compare::{Kind, difference, distance};
use crate::dice::Dice;
use crate::random::{Menu, Settings, recipe};
use crate::recipe::Way;
use crate::report::Report;
use chetaev::prelude::*;
use chetaev::simulate::RunFailure;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

const TOLERANCES: [f64; 4] = [1e-3, 1e-5, 1e-7, 1e-9];
const METHODS: [Method; 5] = [Method::Dop853, Method::Dopri5, Method::Tsit5, Method::Bs23, Method::Radau5];
/// Of the span: the longest step of the run that nothing escapes.
const SHORT: f64 = 1.0 / 500.0;

/// Of the span: changes nearer to each other than this are the same one at another instant.
const NEAR: f64 = 1e-3;

/// The study's own words.
#[derive(Debug)]
pub struct Missed;

impl Case<'_> {
    /// How far the run at a tenth of the tolerance is from one with short steps.
    fn apart_at_a_tenth(&self, short: &Trajectory) -> f64 {
        let finer = Settings { tolerance: 0.1 * self.settings.tolerance, ..self.settings.clone() };
        let run = self.run(self.built, self.start, &finer, false, self.recipe.span);
        run.map_or(f64::NAN, |run| distance((self.built, &run), (self.built, short)))
    }

    /// A verdict on a run beside the same with short steps.
    fn judge(&self, ours: &Trajectory, short: &Trajectory) -> (&'static str, String) {
        let (tolerance, span) = (self.settings.tolerance, self.recipe.span);
        let apart = distance((self.built, ours), (self.built, short));
        let counted = |run: &Trajectory| run.counters().ambiguous + run.counters().uncertain > 0;
        // Only the order of each point's changes counts, not the instants.
        let Some(first) = difference(ours.transitions(), short.transitions(), f64::INFINITY) else {
            if apart <= 100.0 * tolerance {
                return ("same", String::new());
            }
            let moved = self.moved(self.start, &self.settings, short);
            let tenth = self.apart_at_a_tenth(short);
            let told = format!("states {apart:.1e} apart, {moved:.1e} by a disturbance, {tenth:.1e} at a tenth of it");
            let word = match apart {
                _ if apart <= 10.0 * moved => "sensitive",
                _ if counted(ours) || counted(short) => "ambiguous",
                _ if SUMMED.contains(&(tenth / apart)) => "summed",
                _ => "far",
            };
            return (word, told);
        };
        let told = format!(
            "`{}` at t = {:.9}: {:?} against {:?}; states {apart:.1e} apart",
            first.point, first.t, first.ours, first.theirs
        );
        if counted(ours) || counted(short) {
            return ("ambiguous", told);
        }
        if let Some((word, how)) = self.forks(ours, short) {
            return (word, format!("{told}; {how}"));
        }
        // A neighbor excuses a run only by doing what the run does.
        let goes_our_way = |run: Trajectory| {
            difference(run.transitions(), ours.transitions(), f64::INFINITY).is_none_or(|d| d.t > first.t + NEAR * span)
        };
        if (1..9).any(|seed| self.neighbor(seed).is_some_and(goes_our_way)) {
            return ("undetermined", told);
        }
        let tight = Settings { tolerance: 1e-11, method: Method::Dop853, ..self.settings.clone() };
        if let Some(truth) = self.run(self.built, self.start, &tight, true, span)
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

/// Of a difference that is the sum of the errors of all steps, what is left of it at a tenth of the tolerance: less would be luck or worse.
const SUMMED: RangeInclusive<f64> = 0.03..=0.25;

/// Verdicts that are no fault of the engine.
const RIGHT: [&str; 11] = [
    "same",
    "sensitive",
    "summed",
    "fork 1",
    "fork 10",
    "fork 100",
    "sensitive fork",
    "undetermined",
    "ambiguous",
    "reference",
    "both stop",
];

pub fn missed(dice: &mut Dice, report: &mut Report) {
    let menu =
        if dice.chance(25.0) { Menu { bodies: 1, at_rest: 100.0, closers: 0, ..Menu::ROUGH } } else { Menu::ROUGH };
    let recipe = recipe(dice, menu);
    let tolerance = TOLERANCES[dice.below(TOLERANCES.len())];
    // The third order is not for tolerances beyond 1e-5.
    let method = match METHODS[dice.below(METHODS.len())] {
        Method::Bs23 if tolerance < 1e-6 => Method::Dop853,
        method => method,
    };
    let Some((built, start)) = begin(&recipe, Way::default(), report) else { return };
    let settings = Settings { method, output: Output::Ends, ..Settings::plain(tolerance) };
    let (built, start) = (&built, &start);
    let mut case = Case { recipe: &recipe, built, start, settings, short: SHORT * recipe.span };
    let ours = bounded(case.settings.simulation(&built.model)).run(start.clone(), recipe.span);
    if let Ok(run) = &ours {
        case.short = case.short.min(0.25 * recipe.span / run.counters().steps.min(2000) as f64);
        report.add("transitions", run.transitions().len() as u64);
    }
    let simulation = bounded(case.settings.simulation(&built.model)).max_step(case.short);
    let short = simulation.run(start.clone(), recipe.span);
    let (word, told) = match (&ours, &short) {
        (Ok(ours), Ok(short)) => case.judge(ours, short),
        (Err(one), Err(other)) => {
            let words = [one, other].map(|error| checks::word(&error.failure));
            let ends = [one, other].map(|error| error.partial.end().t);
            if words[0] == words[1] && (ends[0] - ends[1]).abs() <= NEAR * recipe.span {
                ("both stop", String::new())
            } else if words[usize::from(ends[1] < ends[0])] == "several motions" {
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
    let told = format!("{word} at {tolerance:.0e} with {method}: {told}");
    if !RIGHT.contains(&word) {
        report.fault(told);
    } else if word != "same" && word != "both stop" {
        report.tell(told);
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
