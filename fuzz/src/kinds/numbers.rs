//! Hostile numbers, in models and in the settings of runs: an error in words or a finite result, in bounded time.

use super::rough::begin;
use crate::checks;
use crate::clock::bounded_by;
use crate::dice::Dice;
use crate::hostile::{number, numbers as all};
use crate::random::{Menu, Settings, recipe};
use crate::recipe::Way;
use crate::report::Report;
use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;

const STEPS: u64 = 3_000;
const SECONDS: f64 = 2.0;

fn told(outcome: Result<Trajectory, chetaev::simulate::RunError>, report: &mut Report) {
    match outcome {
        Ok(run) => {
            report.count("runs");
            checks::motion(&run, report);
        }
        Err(error) => {
            checks::words(&error.to_string(), report);
            checks::motion(&error.partial, report);
            report.count("stopped");
        }
    }
}

/// One to three numbers of a model are hostile.
pub fn numbers(dice: &mut Dice, report: &mut Report) {
    let mut recipe = recipe(dice, Menu { bodies: 3, ..Menu::ROUGH });
    let space = dice.chance(30.0);
    if space {
        recipe = recipe.for_space();
    }
    for _ in 0..1 + dice.below(3) {
        let mut list = all(&mut recipe);
        let which = dice.below(list.len());
        *list[which] = number(dice);
    }
    // Two equal ends of a guide, and an inertia that is none in space, are refused by panics that are documented.
    let guides = recipe.links.iter().filter(|link| link.held == crate::recipe::Held::Guide);
    let flat = guides.filter_map(|link| link.rough).any(|rough| rough.size == -rough.size || rough.size.is_nan());
    if flat {
        return;
    }
    let settings = Settings::random(dice, recipe.span);
    let Some((built, start)) = begin(&recipe, Way { space, ..Way::default() }, report) else { return };
    told(bounded_by(settings.simulation(&built.model), STEPS, SECONDS).run(start, recipe.span), report);
}

/// A usual model, and settings of a run that are not.
pub fn settings(dice: &mut Dice, report: &mut Report) {
    let recipe = recipe(dice, Menu { bodies: 2, ..Menu::ROUGH });
    let Some((built, mut start)) = begin(&recipe, Way::default(), report) else { return };
    let usual = Settings::random(dice, recipe.span);
    let mut simulation = bounded_by(usual.simulation(&built.model), STEPS, SECONDS);
    let mut end = recipe.span;
    for _ in 0..1 + dice.below(2) {
        let x = number(dice);
        simulation = match dice.below(11) {
            0 => simulation.tolerance(x),
            1 => simulation.tolerance(Tolerance::new(1e-6, x)),
            2 => simulation.max_step(x),
            // A sample every so little would fill the memory.
            3 => simulation.every(if x > 0.0 { x.max(1e-4 * recipe.span) } else { x }),
            4 => simulation.output(Output::Times(vec![0.0, 0.5 * recipe.span, x])),
            5 => simulation.fixed_step(x),
            6 => simulation.guard_checks(dice.below(3)),
            7 => simulation.zeno(dice.below(3), x),
            8 => simulation.stabilization(Baumgarte { alpha: x, beta: number(dice), gamma: number(dice) }),
            9 => simulation.start_tolerance(x),
            _ => {
                end = x;
                simulation
            }
        };
    }
    if dice.chance(30.0) {
        let which = dice.below(start.q.len() + start.v.len());
        match which.checked_sub(start.q.len()) {
            None => start.q[which] = number(dice),
            Some(which) => start.v[which] = number(dice),
        }
    }
    if dice.chance(10.0) {
        start.q.pop();
    }
    told(simulation.run(start, end), report);
}
