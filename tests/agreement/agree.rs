//! When two runs of one mechanism agree, and when they need not.
//!
//! Two runs at the tolerance ε make the same changes of friction, point by point and in order, at instants that are near to each other, and their
//! states at the end are within
//!
//! ```text
//! (G1)  100 ε (1 + S),      S = (how far the state at the end goes if masses, forces and coefficients are changed by ε of themselves) / ε
//! ```
//!
//! S is measured where 100 ε is not enough: what is sent apart by a disturbance is sent apart by the error of each step as well, and some hundred
//! steps add up. Instants are those of zeros: where one is grazed, it moves by the root of what the function moves by, so that they are near within √(100 ε) s.
//!
//! Not determined, and so not compared, is
//!
//! - friction that has, or could have, several motions: `ambiguous` steps, an error that says so, `uncertain` ones of runs that decide otherwise at their start;
//! - a sequence which a mechanism that differs by 10 ε makes otherwise, *the same way as the other run*: two changes nearer to each other than the
//!   tolerance can order, a graze. A change that is missed is not excused so: no neighbor misses it;
//! - changes that neither run has where it has them at a tenth of its tolerance: a slip that dies out, but never ends;
//! - what both runs refuse in the same words, or as a jam at nearly the same instant: where the loads of joints grow without bound (`RunFailure::Jams`) slips end at once before that, and
//!   which of the two a run meets, the pole or a decision without a motion (`EvalError::NoSigns`), is a matter of rounding;
//! - starts from a guess that is not consistent: what is nearest to it, as angles and as quaternions measure that, is not the same state.
//!
//! The tests beside this file and the package `fuzz` compare so.

use super::compare::{apart_at, difference, distance};
use super::recipe::{Built, Recipe, Way};
use chetaev::error::EvalError;
use chetaev::prelude::*;
use chetaev::simulate::{RunError, RunFailure};
use std::collections::BTreeMap;

/// A run as far as it is compared: its end, and all changes from the start on.
pub struct Ran {
    pub built: Built,
    pub run: Trajectory,
    pub changes: Vec<Transition>,
}

pub type Outcome = Result<Ran, RunError>;

/// How a run is made.
pub struct Manner {
    pub way: Way,
    pub set: fn(Simulation<'_>) -> Simulation<'_>,
    pub tolerance: f64,
    /// Saved and resumed at this part of the span.
    pub pause: Option<f64>,
    /// A mechanism that needs more steps crawls.
    pub most_steps: u64,
}

impl Default for Manner {
    fn default() -> Self {
        Self { way: Way::default(), set: |simulation| simulation, tolerance: 1e-8, pause: None, most_steps: 30_000 }
    }
}

impl Manner {
    /// `None` if the recipe has no start.
    pub fn run(&self, recipe: &Recipe) -> Option<Outcome> {
        let built = recipe.build(self.way).ok()?;
        let mut state = built.model.start().project().ok()?.state;
        let simulation = || {
            let simulation = (self.set)(Simulation::new(&built.model).output(Output::Ends).tolerance(self.tolerance));
            let most = self.most_steps;
            simulation.control(move |control| control.max_steps = most).progress(move |progress| {
                if progress.steps > most {
                    std::ops::ControlFlow::Break(())
                } else {
                    std::ops::ControlFlow::Continue(())
                }
            })
        };
        let mut changes = Vec::new();
        if let Some(part) = self.pause {
            let half = match simulation().run(state, part * recipe.span) {
                Ok(half) => half,
                Err(error) => return Some(Err(error)),
            };
            let saved = serde_json::to_string(half.end()).unwrap();
            state = serde_json::from_str(&saved).unwrap();
            changes = half.transitions().to_vec();
        }
        Some(simulation().run(state, recipe.span).map(|run| {
            changes.extend_from_slice(run.transitions());
            Ran { built: built.clone(), run, changes }
        }))
    }
}

/// What comes of a comparison.
pub enum Verdict {
    Agree(#[allow(dead_code, reason = "read by the fuzzing, which shares this file")] Box<[Ran; 2]>),
    /// Not compared, and why.
    Excluded(&'static str),
    Differ(String),
    /// One of them takes too many steps.
    Crawls(String),
}

fn several(outcome: &Outcome) -> bool {
    match outcome {
        Ok(ran) => ran.run.counters().ambiguous > 0,
        Err(error) => matches!(error.failure, RunFailure::Several { .. }),
    }
}

/// Do two runs begin with other modes, and say that they could?
fn starts_otherwise(both: [&Ran; 2]) -> bool {
    let modes = |ran: &Ran| {
        let (model, at) = (&ran.built.model, ran.run.first()?);
        let mode = |name: &str| Some((name.to_owned(), at.friction(model.friction(name)?).ok()?.mode));
        model.friction_names().map(mode).collect::<Option<BTreeMap<String, Mode>>>()
    };
    both.iter().all(|ran| ran.run.counters().uncertain > 0) && modes(both[0]) != modes(both[1])
}

/// When friction jammed a run.
fn jammed(error: &RunError) -> Option<f64> {
    match &error.failure {
        RunFailure::Jams { t, .. } | RunFailure::Eval(EvalError::NoSigns { t, .. }) => Some(*t),
        _ => None,
    }
}

/// Compares the runs of a recipe in two manners, the second of which is the one to be tested.
pub fn compare(recipe: &Recipe, one: &Manner, other: &Manner) -> Verdict {
    let (Some(a), Some(b)) = (one.run(recipe), other.run(recipe)) else {
        return Verdict::Excluded("no start");
    };
    if several(&a) || several(&b) {
        return Verdict::Excluded("several motions");
    }
    let (a, b) = match (a, b) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(a), Err(b)) if std::mem::discriminant(&a.failure) == std::mem::discriminant(&b.failure) => {
            return Verdict::Excluded("both stop");
        }
        (Err(a), Err(b)) if matches!((jammed(&a), jammed(&b)), (Some(a), Some(b)) if (a - b).abs() <= (100.0 * one.tolerance.max(other.tolerance)).sqrt()) =>
        {
            return Verdict::Excluded("both jam");
        }
        (Err(error), Ok(_)) | (Ok(_), Err(error)) if matches!(error.failure, RunFailure::Cancelled { .. }) => {
            return Verdict::Crawls(format!("only one crawls: {error}"));
        }
        // Rounding decides whether two points come as close as that.
        (Err(error), Ok(_)) | (Ok(_), Err(error)) if error.to_string().contains("singular configuration") => {
            return Verdict::Excluded("a singular place");
        }
        (Err(a), Err(b)) => return Verdict::Differ(format!("one stops: {a}; the other: {b}")),
        (Err(error), Ok(_)) => return Verdict::Differ(format!("only the first stops: {error}")),
        (Ok(_), Err(error)) => return Verdict::Differ(format!("only the second stops: {error}")),
    };
    let tolerance = one.tolerance.max(other.tolerance);
    let starts_apart = apart_at((&a.built, a.run.first()), (&b.built, b.run.first()));
    if one.pause == other.pause && starts_apart > tolerance {
        return Verdict::Excluded("other starts");
    }
    // An angle that was found to be more than half a turn is less in space, where turns are counted from the start: a torsion spring is wound otherwise.
    let [wound, unwound] = [&a, &b].map(|it| it.run.first().map_or(0.0, |at| at.potential()));
    if one.way.space != other.way.space && (wound - unwound).abs() > 100.0 * tolerance * (1.0 + wound.abs()) {
        return Verdict::Excluded("other turns");
    }
    let near = (100.0 * tolerance).sqrt();
    let disturbed = |part: f64, seed| one.run(&recipe.disturbed(part, seed)).and_then(Result::ok);
    if let Some(first) = difference(&a.changes, &b.changes, near) {
        let goes_along = |ran: Ran| difference(&ran.changes, &b.changes, near).is_none_or(|d| d.t > first.t + near);
        if (1..9).any(|seed| disturbed(10.0 * tolerance, seed).is_some_and(goes_along)) {
            return Verdict::Excluded("not determined");
        }
        if starts_otherwise([&a, &b]) {
            return Verdict::Excluded("several motions");
        }
        let differs_from_itself = |manner: &Manner, ran: &Ran| {
            let finer = Manner { tolerance: 0.1 * manner.tolerance, ..*manner }.run(recipe).and_then(Result::ok);
            finer.is_none_or(|finer| {
                difference(&ran.changes, &finer.changes, near).is_some_and(|d| d.point == first.point)
            })
        };
        if differs_from_itself(one, &a) && differs_from_itself(other, &b) {
            return Verdict::Excluded("not determined");
        }
        return Verdict::Differ(format!(
            "`{}` at t = {}: {:?} against {:?}",
            first.point, first.t, first.ours, first.theirs
        ));
    }
    let apart = distance((&a.built, &a.run), (&b.built, &b.run));
    if apart <= 100.0 * tolerance {
        return Verdict::Agree(Box::new([a, b]));
    }
    // A run that does not agree with itself, at a tenth of its tolerance, is no measure for another: it passes close to a singular position.
    let finer = Manner { tolerance: 0.1 * one.tolerance, ..*one };
    let itself = finer.run(recipe).and_then(Result::ok).map(|ran| distance((&ran.built, &ran.run), (&a.built, &a.run)));
    if itself.is_none_or(|itself| itself > 100.0 * tolerance) {
        return Verdict::Excluded("not determined");
    }
    let moved = |seed| disturbed(tolerance, seed).map(|ran| distance((&ran.built, &ran.run), (&a.built, &a.run)));
    let moved = (1..5).filter_map(moved).fold(0.0, f64::max);
    if apart <= 100.0 * (tolerance + moved) {
        return Verdict::Agree(Box::new([a, b]));
    }
    Verdict::Differ(format!("the states are {apart:.1e} apart, {moved:.1e} by a disturbance of {tolerance:.0e}"))
}
