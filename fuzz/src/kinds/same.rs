//! One run made in two ways is one run: over searches, and saved and resumed.

use super::rough::begin;
use crate::checks;
use crate::clock::bounded;
use crate::compare::{difference, distance};
use crate::dice::Dice;
use crate::random::{Menu, Settings, recipe};
use crate::recipe::{Built, Recipe, Way};
use crate::report::Report;
use chetaev::model::SavedModel;
use chetaev::prelude::*;
use chetaev::simulate::{Record, RunError};

/// Rounding in the masses and forces: what it changes, no computer determines.
const ROUNDING: f64 = 1e-13;

/// A run that differs from another one of the same mechanism; what a mechanism does that differs by rounding is no fault.
fn compare(
    what: &str,
    recipe: &Recipe,
    settings: &Settings,
    (built, one, other): (&Built, &Trajectory, &Trajectory),
    report: &mut Report,
) {
    let near = 1e3 * settings.tolerance * recipe.span;
    let told = match difference(one.transitions(), other.transitions(), near) {
        Some(first) => {
            format!("{what}: `{}` at t = {}: {:?} against {:?}", first.point, first.t, first.ours, first.theirs)
        }
        None => {
            let apart = distance((built, one), (built, other));
            if apart <= 1e2 * settings.tolerance {
                return;
            }
            format!("{what}: states {apart:.1e} apart at a tolerance of {:.0e}", settings.tolerance)
        }
    };
    let goes_that_way = |seed| {
        let (disturbed, start) = begin(&recipe.disturbed(ROUNDING, seed), Way::default(), &mut Report::default())?;
        let run = bounded(settings.simulation(&disturbed.model)).run(start, recipe.span).ok()?;
        let same = difference(run.transitions(), one.transitions(), near).is_none()
            && distance((&disturbed, &run), (built, one)) <= 1e2 * settings.tolerance;
        same.then_some(())
    };
    if (1..4).any(|seed| goes_that_way(seed).is_some()) {
        report.count("not determined");
        return;
    }
    report.fault(told);
}

/// Every search finds the same motion: the same transitions, the same counters, the same certificate.
pub fn searches(dice: &mut Dice, report: &mut Report) {
    let recipe = recipe(dice, Menu::ROUGH);
    let settings = Settings::plain(dice.pick(&[1e-5, 1e-7, 1e-9]));
    let Some((built, start)) = begin(&recipe, Way::default(), report) else { return };
    report.note(&settings);
    let run = |search| {
        let settings = Settings { search, ..settings.clone() };
        bounded(settings.simulation(&built.model)).run(start.clone(), recipe.span)
    };
    let by_loads = run(Search::Reduced);
    if let Err(error) = &by_loads {
        checks::failure(error, report);
    }
    for search in [Search::Direct, Search::WarmStarted, Search::Exhaustive] {
        report.count("runs");
        match (&by_loads, run(search)) {
            (Ok(one), Ok(other)) => {
                compare(&format!("{search:?} against Reduced"), &recipe, &settings, (&built, &other, one), report);
                let [a, b] = [one, &other].map(|run| run.largest_coupling());
                let same =
                    a == b || (a - b).abs() <= 1e-3 * (1.0 + a) || one.counters().steps != other.counters().steps;
                report.demand(same, || format!("coupling {b} by {search:?}, {a} by Reduced"));
            }
            (Err(one), Err(other)) => {
                let (a, b) = (checks::word(&one.failure), checks::word(&other.failure));
                if a != b {
                    report.count("stopped otherwise");
                }
            }
            (Err(one), Ok(_)) => report.fault(format!("Reduced stops and {search:?} does not: {one}")),
            (Ok(_), Err(other)) => report.fault(format!("{search:?} stops and Reduced does not: {other}")),
        }
    }
}

/// A run from a state to an instant.
type Run<'a> = &'a dyn Fn(&Model, State, f64) -> Result<Trajectory, RunError>;

/// Every number that a run tells, to the bit, and how friction changed in it.
fn bits(run: &Trajectory) -> (Vec<u64>, Vec<String>) {
    let end = run.end();
    let samples = run.samples().flat_map(|at| [at.q(), at.v()].concat());
    let ends = [&end.q, &end.v, &end.works, &end.variables].into_iter().flatten().copied();
    let numbers = samples.chain(ends).map(f64::to_bits).collect();
    // The slip of a contact that was open is not a number, which is not equal to itself.
    let told = |it: &Transition| format!("{} {} {:?} {:?} {} {}", it.t, it.name, it.from, it.to, it.slip, it.load);
    (numbers, run.transitions().iter().map(told).collect())
}

/// A state that was saved in the middle goes on as the one in memory, bit for bit, on a model that was saved too; and so does the record.
pub fn continued(model: &Model, run: Run<'_>, start: State, [middle, end]: [f64; 2], report: &mut Report) {
    let Ok(half) = run(model, start, middle) else { return report.count("stopped") };
    report.count("runs");
    let saved = serde_json::to_string(half.end()).and_then(|text| serde_json::from_str::<State>(&text));
    let text = model.saved().ok().and_then(|plain| serde_json::to_string(&plain).ok());
    let back = text.as_ref().and_then(|text| serde_json::from_str::<SavedModel>(text).ok()?.build().ok());
    let (Ok(saved), Some(back)) = (saved, back) else { return report.fault("it cannot be saved and read back") };
    let again = back.saved().ok().and_then(|plain| serde_json::to_string(&plain).ok());
    report.demand(again == text, || "a model that was read back is written otherwise".into());
    match (run(model, half.end().clone(), end), run(&back, saved, end)) {
        (Ok(one), Ok(other)) => {
            report.demand(bits(&one) == bits(&other), || "read back, it goes on otherwise".into());
            report.demand(one.impacts() == other.impacts(), || "read back, it has other impacts".into());
            let same = one.counters() == other.counters();
            report.demand(same, || {
                format!("read back, it has other counts: {:?} {:?}", one.counters(), other.counters())
            });
            match serde_json::to_string(&one.record()).and_then(|text| serde_json::from_str::<Record>(&text)) {
                Ok(record) => match record.of(&back) {
                    Ok(read) => {
                        report.demand(bits(&read) == bits(&one), || "a record is read back with other numbers".into());
                    }
                    Err(error) => report.fault(format!("a record is not accepted: {error}")),
                },
                Err(error) => report.fault(format!("a record is not read back: {error}")),
            }
        }
        (Err(one), Err(other)) => {
            report.demand(one.to_string() == other.to_string(), || format!("read back, it stops otherwise: {other}"));
        }
        (Err(error), Ok(_)) => report.fault(format!("read back, it does not stop: {error}")),
        (Ok(_), Err(error)) => report.fault(format!("read back, it stops: {error}")),
    }
}

pub fn resumed(dice: &mut Dice, report: &mut Report) {
    let recipe = recipe(dice, Menu::ROUGH);
    let settings = Settings::random(dice, recipe.span);
    let Some((built, start)) = begin(&recipe, Way::default(), report) else { return };
    report.note(&settings);
    let run = |model: &Model, from: State, end| bounded(settings.simulation(model)).run(from, end);
    // Some way into the run, at no instant that would be special.
    let middle = recipe.span * dice.between(0.2, 0.8);
    continued(&built.model, &run, start, [middle, recipe.span], report);
}

/// When samples are taken changes nothing of the motion.
pub fn outputs(dice: &mut Dice, report: &mut Report) {
    let recipe = recipe(dice, Menu::ROUGH);
    let settings = Settings::random(dice, recipe.span);
    let Some((built, start)) = begin(&recipe, Way::default(), report) else { return };
    report.note(&settings);
    let run = |output| {
        let settings = Settings { output, ..settings.clone() };
        bounded(settings.simulation(&built.model)).run(start.clone(), recipe.span)
    };
    let Ok(steps) = run(Output::Steps) else { return report.count("stopped") };
    for output in [Output::Ends, Output::Every(0.0137 * recipe.span)] {
        report.count("runs");
        match run(output.clone()) {
            Ok(other) => {
                let same = other.transitions() == steps.transitions() && other.end() == steps.end();
                report.demand(same, || format!("with {output:?} it is another motion"));
            }
            Err(error) => report.fault(format!("with {output:?} it stops: {error}")),
        }
    }
}
