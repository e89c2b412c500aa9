//! Mechanisms without friction: always accepted, energy kept, and the same way back.

use super::rough::begin;
use crate::clock::bounded;
use crate::compare::apart_at;
use crate::dice::Dice;
use crate::random::{Menu, Settings, more, recipe};
use crate::recipe::{Built, Recipe, Way};
use crate::report::Report;
use chetaev::prelude::*;

fn draw(dice: &mut Dice) -> Recipe {
    let bodies = if dice.chance(5.0) { 25 } else { 5 };
    let mut recipe = recipe(dice, Menu { bodies, ..Menu::ROUGH });
    recipe.span = recipe.span.min(1.0);
    if dice.chance(60.0) {
        more(dice, &mut recipe);
    }
    recipe
}

/// Where all joints hold as the bodies are placed, the model is built, and its start moves nothing.
fn accepted(recipe: &Recipe, report: &mut Report) -> Option<(Built, State)> {
    match recipe.build(Way::default()) {
        Ok(built) => {
            // Rows that depend on each other and velocities against each other may have no start; where there is one, nothing is moved.
            if let Ok(start) = built.model.start().project()
                && recipe.holds()
            {
                report.demand(start.moved < 1e-9, || format!("a consistent start was moved by {:.1e}", start.moved));
            }
        }
        Err(error) => report.fault(format!("a consistent model is refused: {error}")),
    }
    begin(recipe, Way::default(), report)
}

/// The balance of energy and the drift, stiff springs included.
pub fn smooth(dice: &mut Dice, report: &mut Report) {
    let mut recipe = draw(dice).without_friction();
    if dice.chance(15.0)
        && let Some(spring) = recipe.springs.first_mut()
    {
        spring.stiffness = 10_f64.powf(dice.between(3.0, 15.0));
        recipe.span = recipe.span.min(10.0 / spring.stiffness.sqrt());
    }
    let settings = Settings::random(dice, recipe.span);
    if accepted(&recipe, report).is_some() {
        super::rough::check(&recipe, Way::default(), &settings, report);
    }
}

/// What nothing drives and nothing brakes keeps its energy, and goes back the way that it came.
///
/// How far the way back leads off is measured on the way back. Of holonomic mechanisms both ways are as sensitive as each other, for the flow keeps volumes. Blades are not holonomic: energy is kept, volumes
/// are not. What they are drawn into forward, as a sleigh is into going straight with its blade behind, is left again backward, and rounding of the end is blown up by all that was contracted: e⁴⁰ in a second
/// was met. Two runs back that differ in their tolerance tell by how much.
pub fn reversed(dice: &mut Dice, report: &mut Report) {
    let recipe = draw(dice).conservative();
    let Some((built, start)) = accepted(&recipe, report) else { return };
    let run = |from: State, tolerance| {
        bounded(Settings::plain(tolerance).simulation(&built.model)).run(from, recipe.span).ok()
    };
    let (Some(loose), Some(there)) = (run(start.clone(), 1e-8), run(start, 1e-11)) else {
        return report.count("stopped");
    };
    let apart = |a: Option<Snapshot<'_>>, b: Option<Snapshot<'_>>| apart_at((&built, a), (&built, b));
    let open = apart(loose.last(), there.last());
    if open > 1e-5 {
        return report.count("too sensitive");
    }
    report.count("compared");
    let size = 1.0 + there.largest(|at| at.kinetic().abs() + at.potential().abs());
    let first = there.first().map_or(f64::NAN, |at| at.energy());
    let change = there.largest(|at| (at.energy() - first).abs()) / size;
    report.demand(change <= 1e-8 + open, || format!("its energy changes by {change:.1e} of itself, {open:.1e} open"));
    let mut back = there.end().clone().at(0.0);
    back.v.iter_mut().for_each(|v| *v = -*v);
    let (careless, again) = (run(back.clone(), 1e-8), run(back, 1e-11));
    let Some(again) = again else { return report.fault("it does not go back") };
    let blown = careless.map_or(f64::INFINITY, |careless| apart(careless.last(), again.last()));
    if blown.is_nan() || blown > 1e-5 {
        return report.count("too sensitive on the way back");
    }
    report.count("compared on the way back");
    // Velocities end the other way round: positions tell.
    let (Some(left), Some(came)) = (there.first(), again.last()) else { return };
    let off = left.q().iter().zip(came.q()).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs() / (1.0 + a.abs())));
    report.demand(off <= 100.0 * (open + blown) + 1e-7, || {
        format!("back again it is {off:.1e} off, {open:.1e} open on the way there and {blown:.1e} on the way back")
    });
}
