//! More loads than can be enumerated: beads on rough wires of their own beside bodies in rough slots, with every search.

use super::rough::{begin, sampled};
use crate::checks;
use crate::clock::bounded;
use crate::dice::Dice;
use crate::random::{Menu, Settings, recipe};
use crate::recipe::{Held, Way};
use crate::report::Report;
use chetaev::prelude::*;

pub fn many(dice: &mut Dice, report: &mut Report) {
    let menu = if dice.chance(50.0) { Menu::ROUGH } else { Menu::STRONG };
    let mut recipe = recipe(dice, menu);
    recipe.span = recipe.span.min(0.5);
    let bead = recipe.links[0].clone();
    for _ in 0..dice.between(8.0, 28.0) as usize {
        let mut bead = bead.clone();
        (bead.particle, bead.parent, bead.driven) = (true, 0, None);
        bead.held = if dice.chance(95.0) { Held::Slot } else { Held::Free };
        bead.place = [dice.about(2.0), dice.about(2.0), 0.0];
        bead.line = dice.about(3.0);
        bead.rough = recipe.links.iter().find_map(|link| link.rough);
        recipe.links.push(bead);
    }
    let mut settings = Settings::random(dice, recipe.span);
    settings.tolerance = settings.tolerance.max(1e-8);
    let Some((built, start)) = begin(&recipe, Way::default(), report) else { return };
    report.note(&settings);
    match bounded(settings.simulation(&built.model)).run(start, recipe.span) {
        Ok(run) => {
            report.count("runs");
            checks::numbers(&run, report);
            sampled(&recipe, &built, &run, &settings, report);
        }
        // An exhaustive search of so many is refused, in words.
        Err(error) if settings.search == Search::Exhaustive => checks::words(&error.to_string(), report),
        Err(error) => checks::failure(&error, report),
    }
}
