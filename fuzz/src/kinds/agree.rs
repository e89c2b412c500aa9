//! One mechanism run in two manners that must not matter. How near is near, and what is not compared, is derived in `tests/agreement/agree.rs`.

use crate::agree::{Manner, Ran, Verdict, compare};
use crate::checks;
use crate::dice::Dice;
use crate::random::{Menu, more, recipe};
use crate::recipe::{Frame, Recipe, Way};
use crate::report::Report;
use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;

/// Enough for what is usual; what crawls is looked for by other kinds.
const MOST_STEPS: u64 = 4_000;
/// And where springs ring: at 300 rad/s the fifth order takes 400 steps a period.
const MOST_RINGING: u64 = 40_000;

/// Runs in both manners; what they did, if they agree.
fn agree(what: &str, recipe: &Recipe, one: &Manner, other: &Manner, report: &mut Report) -> Option<Box<[Ran; 2]>> {
    agree_within(MOST_STEPS, what, recipe, [one, other], report)
}

fn agree_within(
    most_steps: u64,
    what: &str,
    recipe: &Recipe,
    [one, other]: [&Manner; 2],
    report: &mut Report,
) -> Option<Box<[Ran; 2]>> {
    report.note((other.way, recipe));
    let [one, other] = [one, other].map(|manner| Manner { most_steps, ..*manner });
    match compare(recipe, &one, &other) {
        Verdict::Agree(both) => {
            report.count("agree");
            return Some(both);
        }
        Verdict::Excluded(why) => report.count(why),
        Verdict::Crawls(_) => report.count("too slow"),
        Verdict::Differ(how) => report.fault(format!("{what}: {how}")),
    }
    None
}

/// A rough mechanism, now and then with welds, gears and blades; it runs for a short while.
fn any(dice: &mut Dice) -> Recipe {
    let mut recipe = recipe(dice, Menu::ROUGH);
    recipe.span = recipe.span.min(dice.between(0.3, 1.0));
    if dice.chance(40.0) {
        more(dice, &mut recipe);
    }
    recipe
}

fn in_way(what: &str, recipe: &Recipe, way: Way, report: &mut Report) -> Option<Box<[Ran; 2]>> {
    agree(what, recipe, &Manner::default(), &Manner { way, ..Manner::default() }, report)
}

/// Turned and shifted.
pub fn moved(dice: &mut Dice, report: &mut Report) {
    let recipe = any(dice);
    let frame = Frame { turn: dice.about(3.0), shift: [dice.about(5.0), dice.about(5.0)], ..Frame::default() };
    in_way("moved", &recipe, Way { frame, ..Way::default() }, report);
}

/// Carried along at a steady velocity.
pub fn carried(dice: &mut Dice, report: &mut Report) {
    let recipe = any(dice).afloat();
    let frame = Frame { speed: [dice.about(3.0), dice.about(3.0)], ..Frame::default() };
    in_way("carried", &recipe, Way { frame, ..Way::default() }, report);
}

/// Declared in another order.
pub fn permuted(dice: &mut Dice, report: &mut Report) {
    let recipe = any(dice);
    let orders = [dice.next(), dice.next(), dice.next()];
    in_way("permuted", &recipe, Way { orders, ..Way::default() }, report);
}

/// On bodies in space that stay in a plane, which may be tilted: the same motion, the same friction.
pub fn in_space(dice: &mut Dice, report: &mut Report) {
    let recipe = any(dice).for_space();
    let tilt = if dice.chance(50.0) { [0.0; 3] } else { [dice.about(1.0), dice.about(1.0), dice.about(1.0)] };
    let way = Way { space: true, frame: Frame { tilt, ..Frame::default() }, ..Way::default() };
    if let Some(both) = in_way("in space", &recipe, way, report) {
        checks::same_friction(&recipe, &both, report);
    }
}

/// By gains instead of projections, and with neither.
pub fn gains(dice: &mut Dice, report: &mut Report) {
    let recipe = any(dice);
    let set: fn(Simulation<'_>) -> Simulation<'_> = dice.pick(&[
        (|simulation| simulation.stabilization(Stabilization::None)) as fn(Simulation<'_>) -> Simulation<'_>,
        |simulation| simulation.stabilization(Stabilization::Auto),
        |simulation| simulation.stabilization(Baumgarte::critical(0.05)),
    ]);
    agree("gains", &recipe, &Manner::default(), &Manner { set, ..Manner::default() }, report);
}

/// Another method.
fn method(dice: &mut Dice) -> Manner {
    match dice.below(4) {
        0 => Manner { set: |simulation| simulation.method(Method::Dopri5), ..Manner::default() },
        1 => Manner { set: |simulation| simulation.method(Method::Tsit5), ..Manner::default() },
        2 => Manner { set: |simulation| simulation.method(Method::Radau5), ..Manner::default() },
        // The third order at a tolerance that it can hold.
        _ => Manner { set: |simulation| simulation.method(Method::Bs23), tolerance: 1e-5, ..Manner::default() },
    }
}

pub fn methods(dice: &mut Dice, report: &mut Report) {
    let recipe = any(dice);
    agree("methods", &recipe, &Manner::default(), &method(dice), report);
}

/// Springs that are stiff, and dampers beside them: the method for them against the explicit one, whose steps they limit.
pub fn stiff(dice: &mut Dice, report: &mut Report) {
    let mut recipe = recipe(dice, Menu { mu: 0.4, ..Menu::ROUGH });
    recipe.span = 0.3;
    while recipe.springs.is_empty() || dice.chance(40.0) {
        recipe.springs.push(crate::random::spring(dice));
    }
    for spring in &mut recipe.springs {
        spring.stiffness = 10_f64.powf(dice.between(2.0, 5.0));
        // Below and above the critical damping of 1 kg.
        let critical = 2.0 * spring.stiffness.sqrt();
        spring.damping = if dice.chance(20.0) { 0.0 } else { critical * 10_f64.powf(dice.between(-2.0, 1.0)) };
        spring.torsion *= 10_f64.powf(dice.between(0.0, 2.0));
        spring.rest = dice.between(0.3, 1.2);
    }
    // What is not rough at all belongs here too.
    if dice.chance(50.0) {
        recipe = recipe.without_friction();
    }
    let radau = Manner { set: |simulation| simulation.method(Method::Radau5), ..Manner::default() };
    agree_within(MOST_RINGING, "Radau5", &recipe, [&Manner::default(), &radau], report);
}
