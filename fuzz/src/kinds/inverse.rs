//! Inverse questions against the forward run: forces moved a mechanism; asked which forces move it so, the answer is these, or a range that has them in it.

use super::rough::begin;
use crate::checks;
use crate::clock::bounded;
use crate::dice::Dice;
use crate::random::{Menu, Settings, more, push, recipe};
use crate::recipe::{Push, Recipe, Wave, Way};
use crate::report::Report;
use chetaev::analysis::{Inverse, InverseError};
use chetaev::error::EvalError;
use chetaev::prelude::*;

/// At how many instants it is asked.
const LOOKS: usize = 6;

fn size([constant, amplitude, omega, phase]: Wave, t: f64) -> f64 {
    constant + amplitude * (omega * t + phase).sin()
}

/// A question with an actuator along each part of each push, and how large these were at a time.
fn question<'m>(model: &'m Model, recipe: &Recipe, t: f64) -> Option<(Inverse<'m>, Vec<(String, f64)>)> {
    let (mut question, mut forces) = (Inverse::of(model), Vec::new());
    for (k, push) in recipe.pushes.iter().enumerate() {
        let index = push.body % recipe.links.len();
        let (link, body) = (&recipe.links[index], model.body::<Planar>(&format!("body {index}"))?);
        let ([x, y], (sin, cos)) = (push.at, link.place[2].sin_cos());
        let local = if link.particle { [0.0; 2] } else { [cos * x + sin * y, cos * y - sin * x] };
        for (axis, angle) in [0.0, 0.25 * std::f64::consts::TAU].into_iter().enumerate() {
            if push.force[axis] == [0.0; 4] {
                continue;
            }
            let name = format!("push {k} {axis}");
            let along = Travel::along(GROUND.axis([0.0; 2], angle), body.point(local[0], local[1]));
            question = question.actuator(&name, along);
            forces.push((name, size(push.force[axis], t)));
        }
        if !link.particle && push.moment != [0.0; 4] {
            let name = format!("moment {k}");
            question = question.actuator(&name, Angle::between(GROUND, body));
            forces.push((name, size(push.moment, t)));
        }
    }
    Some((question, forces))
}

fn draw(dice: &mut Dice) -> Recipe {
    let mut recipe = recipe(dice, Menu::ROUGH);
    recipe.span = recipe.span.min(1.0);
    if dice.chance(40.0) {
        more(dice, &mut recipe);
    }
    if dice.chance(30.0) {
        recipe = recipe.without_friction();
    }
    while recipe.pushes.is_empty() {
        recipe.pushes.push(push(dice));
    }
    // Few actuators are often the only ones that make a motion, many seldom.
    if dice.chance(70.0) {
        recipe.pushes.truncate(1);
        let Push { force, moment, .. } = &mut recipe.pushes[0];
        match dice.below(4) {
            0 => (force[1], *moment) = ([0.0; 4], [0.0; 4]),
            1 => (force[0], *moment) = ([0.0; 4], [0.0; 4]),
            2 => *force = [[0.0; 4]; 2],
            _ => *moment = [0.0; 4],
        }
    }
    recipe
}

pub fn inverse(dice: &mut Dice, report: &mut Report) {
    let recipe = draw(dice);
    let Some((built, start)) = begin(&recipe, Way::default(), report) else { return };
    let mut still = recipe.clone();
    still.pushes.clear();
    let Ok(bare) = still.build(Way::default()) else { return report.fault("without its forces it is refused") };
    let run = bounded(Settings::plain(1e-10).simulation(&built.model)).run(start, recipe.span);
    let Ok(run) = run else { return report.count("stopped") };
    let smooth = run.model().friction_names().len() == 0;
    let points = || run.model().friction_names().filter_map(|name| Some((name, run.model().friction(name)?)));
    for k in 0..LOOKS {
        let Some(at) = run.sample(k * run.len() / LOOKS) else { continue };
        // Where friction changes, a sample is of the motion before, whose accelerations end there.
        if run.transitions().iter().any(|change| change.t == at.t()) {
            continue;
        }
        let Some((question, forces)) = question(&bare.model, &recipe, at.t()) else {
            return report.fault("no question");
        };
        for (name, id) in points() {
            report.note((at.t(), name, at.friction(id)));
        }
        let mut state = bare.model.placed().at(at.t());
        (state.q, state.v) = (at.q().to_vec(), at.v().to_vec());
        let found = match question.accelerated(&state, &at.acceleration()) {
            Ok(found) => found,
            // An actuator that moves nothing but the load of a friction point: it is said that it moves nothing.
            Err(InverseError::Unmade { .. }) if !smooth => {
                report.count("by friction alone");
                continue;
            }
            // Strong friction fits several forces, or none that is found; near a singular position rest is not told from motion.
            Err(
                InverseError::Several { .. }
                | InverseError::AtRest { .. }
                | InverseError::Eval(_)
                | InverseError::Pin { .. }
                | InverseError::Slips { .. },
            ) if !smooth => {
                report.count("not told");
                continue;
            }
            // No split of the forces that hold is within their limits: the run goes on uncertain, and says so.
            Err(InverseError::BeyondLimits { .. })
                if points().any(|(_, id)| matches!(at.friction_range(id), Err(EvalError::NoDecision { .. }))) =>
            {
                report.count("no split");
                continue;
            }
            Err(error) => {
                checks::words(&error.to_string(), report);
                report.fault(format!("at t = {} no forces are found, where {forces:?} made it: {error}", at.t()));
                return;
            }
        };
        let size = forces.iter().fold(1.0_f64, |most, (_, force)| most.max(force.abs()));
        report.count(if found.is_determined() { "determined" } else { "ranges" });
        // Where actuators hardly reach what they move, forces are as badly known as that.
        let room = 1e-6 * size / found.reach().max(1e-6);
        for (name, force) in &forces {
            let told = match found.force(name) {
                Ok(one) => [one; 2],
                Err(InverseError::Undetermined { lower, upper, .. }) => [lower, upper],
                Err(error) => return report.fault(format!("`{name}`: {error}")),
            };
            if !(told[0] - room <= *force && *force <= told[1] + room) {
                let reach = found.reach();
                report.fault(format!(
                    "`{name}` was {force} at t = {}, and is told to be {told:?}, reach {reach:.1e}",
                    at.t()
                ));
                return;
            }
        }
    }
}
