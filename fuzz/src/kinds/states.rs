//! States at which points stick: what the decision, the list of motions, and the certificate of a short run say of them.

use super::rough::begin;
use crate::checks;
use crate::dice::Dice;
use crate::random::{Menu, Settings, recipe};
use crate::recipe::Way;
use crate::report::Report;
use chetaev::prelude::*;

pub fn states(dice: &mut Dice, report: &mut Report) {
    for _ in 0..10 {
        let bodies = if dice.chance(60.0) { 1 } else { 3 };
        let at_rest = if dice.chance(70.0) { 100.0 } else { 0.0 };
        let mut recipe = recipe(dice, Menu { bodies, more: 0.0, at_rest, ..Menu::STRONG });
        recipe.links.iter_mut().for_each(|link| link.driven = None);
        let Some((built, start)) = begin(&recipe, Way::default(), report) else { continue };
        let mut settled = start.clone();
        if let Err(error) = built.model.decide_friction(&mut settled) {
            checks::words(&error.to_string(), report);
            report.count("no decision");
        }
        match Simulation::new(&built.model).max_step(1e-5).run(start, 2e-5) {
            Ok(run) => {
                report.count("short runs");
                checks::certificate(&recipe, &run, report);
                checks::friction(&recipe, &built, &run, &Settings::plain(1e-9), report);
            }
            Err(error) => {
                checks::words(&error.to_string(), report);
                report.count(&format!("stopped: {}", checks::word(&error.failure)));
            }
        }
    }
}
