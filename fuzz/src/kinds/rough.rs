//! Runs of random rough mechanisms, and all that must hold of them.

use crate::checks;
use crate::clock::bounded;
use crate::dice::Dice;
use crate::random::{Menu, Settings, recipe};
use crate::recipe::{Built, Recipe, Way};
use crate::report::Report;
use chetaev::prelude::*;
use chetaev::simulate::RunError;

/// A model and its start; what is refused is counted, and must say why.
pub fn begin(recipe: &Recipe, way: Way, report: &mut Report) -> Option<(Built, State)> {
    report.note((way, recipe));
    let built = match recipe.build(way) {
        Ok(built) => built,
        Err(error) => {
            checks::words(&error.to_string(), report);
            report.count("not built");
            return None;
        }
    };
    match built.model.start().project() {
        Ok(start) => {
            let state = start.state;
            report.count("models");
            Some((built, state))
        }
        Err(error) => {
            checks::words(&error.to_string(), report);
            report.count("no start");
            None
        }
    }
}

/// Runs a mechanism and checks all that can be checked of one run.
pub fn check(recipe: &Recipe, way: Way, settings: &Settings, report: &mut Report) {
    let Some((built, start)) = begin(recipe, way, report) else { return };
    report.count("runs");
    report.note(settings);
    let again = |settings: &Settings| bounded(settings.simulation(&built.model)).run(start.clone(), recipe.span).ok();
    match bounded(settings.simulation(&built.model)).run(start.clone(), recipe.span) {
        Ok(run) => {
            report.add("transitions", run.transitions().len() as u64);
            report.demand(run.end().t == recipe.span, || format!("it ends at t = {}", run.end().t));
            checks::numbers(&run, report);
            checks::balance(&run, settings, again, report);
            sampled(recipe, &built, &run, settings, report);
        }
        Err(error) => {
            checks::failure(&error, report);
            sampled(recipe, &built, &error.partial, settings, report);
        }
    }
}

/// A run that is usual, as far as it came.
pub fn told(outcome: Result<Trajectory, RunError>, report: &mut Report) -> Trajectory {
    report.count("runs");
    match outcome {
        Ok(run) => {
            checks::numbers(&run, report);
            run
        }
        Err(error) => {
            checks::failure(&error, report);
            *error.partial
        }
    }
}

/// What must hold of the samples, also of a run that was stopped.
pub fn sampled(recipe: &Recipe, built: &Built, run: &Trajectory, settings: &Settings, report: &mut Report) {
    checks::transitions(run, 0.0, report);
    checks::friction(recipe, built, run, settings, report);
    checks::certificate(recipe, run, report);
}

/// Friction of usual size.
pub fn rough(dice: &mut Dice, report: &mut Report) {
    let recipe = recipe(dice, Menu::ROUGH);
    let settings = Settings::random(dice, recipe.span);
    check(&recipe, Way::default(), &settings, report);
}

/// So strong that there may be several motions, or none.
pub fn strong(dice: &mut Dice, report: &mut Report) {
    let more = if dice.chance(70.0) { 0.0 } else { 40.0 };
    let recipe = recipe(dice, Menu { more, ..Menu::STRONG });
    let settings = Settings::random(dice, recipe.span);
    check(&recipe, Way::default(), &settings, report);
}

/// In space, in another order.
pub fn space(dice: &mut Dice, report: &mut Report) {
    let recipe = recipe(dice, Menu { bodies: 3, ..Menu::ROUGH }).for_space();
    let settings = Settings::random(dice, recipe.span);
    let orders = [dice.next(), dice.next(), dice.next()];
    check(&recipe, Way { space: true, orders, ..Way::default() }, &settings, report);
}

/// One body that sticks and is shaken: everything that happens, happens while nothing moves.
pub fn alone(dice: &mut Dice, report: &mut Report) {
    let mut recipe = recipe(dice, Menu { bodies: 1, at_rest: 100.0, closers: 0, ..Menu::ROUGH });
    if dice.chance(50.0) {
        recipe.gravity = [0.0; 2];
    }
    let settings = Settings::random(dice, recipe.span);
    check(&recipe, Way::default(), &settings, report);
}
