//! Events that record, stop, change, release and hold, on rough mechanisms.

use super::rough::{begin, sampled, told};
use crate::clock::bounded;
use crate::dice::Dice;
use crate::random::{Menu, Settings, recipe};
use crate::recipe::Way;
use crate::report::Report;
use chetaev::prelude::*;

/// What is watched.
#[derive(Copy, Clone, Debug)]
enum Guard {
    Coordinate(usize, f64),
    Velocity(usize, f64),
    Time(f64),
    Multiplier(ConstraintRef, f64),
    Slip(FrictionId, f64),
    Load(FrictionId, f64),
}

impl Guard {
    fn draw(dice: &mut Dice, model: &Model, joints: &[ConstraintRef]) -> Self {
        let rubs: Vec<FrictionId> = model.friction_names().filter_map(|name| model.friction(name)).collect();
        let level = if dice.chance(20.0) { 0.0 } else { dice.about(1.0) };
        match dice.below(6) {
            0 => Self::Coordinate(dice.below(model.coordinates()), level),
            1 => Self::Velocity(dice.below(model.velocities()), level),
            2 if !joints.is_empty() => Self::Multiplier(dice.pick(joints), 5.0 * level),
            3 if !rubs.is_empty() => Self::Slip(dice.pick(&rubs), 0.3 * level),
            4 if !rubs.is_empty() => Self::Load(dice.pick(&rubs), 5.0 * level),
            _ => Self::Time(dice.between(1.0, 20.0)),
        }
    }

    fn value(&self, at: &Snapshot<'_>) -> f64 {
        match *self {
            Self::Coordinate(i, level) => at.q()[i] - level,
            Self::Velocity(i, level) => at.v()[i] - level,
            Self::Time(omega) => (omega * at.t()).sin(),
            Self::Multiplier(id, level) => at.multipliers(id)[0] - level,
            Self::Slip(id, level) => at.friction(id).map_or(f64::NAN, |r| r.slip - level),
            Self::Load(id, level) => at.friction(id).map_or(f64::NAN, |r| r.load - level),
        }
    }

    /// Positions and times: what is watched is continuous, and known to the tolerance.
    fn is_smooth(&self) -> bool {
        matches!(self, Self::Coordinate(..) | Self::Time(_))
    }
}

#[derive(Copy, Clone, Debug)]
enum Deed {
    Record,
    Stop,
    Scale(f64),
    Release(ConstraintRef),
    Hold(ConstraintRef),
    Nothing,
}

pub fn events(dice: &mut Dice, report: &mut Report) {
    let recipe = recipe(dice, Menu::ROUGH);
    let mut settings = Settings::random(dice, recipe.span);
    settings.tolerance = settings.tolerance.max(1e-9);
    let Some((built, start)) = begin(&recipe, Way::default(), report) else { return };
    report.note(&settings);
    let model = &built.model;
    let names = (0..recipe.links.len()).map(|k| format!("joint {k}"));
    let names = names.chain((0..recipe.closers.len()).map(|k| format!("joint closer {k}")));
    let joints: Vec<ConstraintRef> = names.filter_map(|name| model.constraint(&name)).collect();
    let mut simulation = bounded(settings.simulation(model));
    let mut guards = Vec::new();
    for k in 0..1 + dice.below(4) {
        let guard = Guard::draw(dice, model, &joints);
        let deed = match dice.below(8) {
            0 => Deed::Stop,
            1 | 2 => Deed::Scale(dice.pick(&[-0.5, 0.0, 0.5, 1.5])),
            3 | 4 if !joints.is_empty() => Deed::Release(dice.pick(&joints)),
            5 if !joints.is_empty() => Deed::Hold(dice.pick(&joints)),
            6 => Deed::Nothing,
            _ => Deed::Record,
        };
        guards.push((guard, matches!(deed, Deed::Stop | Deed::Record)));
        // Two events may have one name.
        let name = if dice.chance(80.0) { format!("event {k}") } else { "event".into() };
        let event = Event::new(name, move |at| guard.value(at));
        let event = match dice.below(3) {
            0 => event.rising(),
            1 => event.falling(),
            _ => event,
        };
        simulation = simulation.event(match deed {
            Deed::Record => event,
            Deed::Stop => event.stop(),
            Deed::Nothing => event.change(|_| {}),
            Deed::Scale(by) => event.change(move |state| state.v.iter_mut().for_each(|v| *v *= by)),
            Deed::Release(joint) => event.change(move |state| state.release(joint)),
            Deed::Hold(joint) => event.change(move |state| state.hold(joint)),
        });
    }
    // A joint that is held where it is far apart is no mistake here.
    let run = told(simulation.mend_at_most(f64::INFINITY).run(start, recipe.span), report);
    report.add("events", run.events().len() as u64);
    let times: Vec<f64> = run.events().iter().map(|event| event.t).collect();
    report.demand(times.windows(2).all(|t| t[0] <= t[1]), || "events are not in the order of time".into());
    // What an event stands on: its guard is zero there. Names that are shared tell nothing.
    for event in run.events() {
        let Some(k) = event.name.strip_prefix("event ").and_then(|k| k.parse::<usize>().ok()) else { continue };
        let (guard, _) = guards[k];
        let off = guard.value(&run.read(&event.state)).abs();
        let bound = 1e-6 + 1e3 * settings.tolerance;
        if guard.is_smooth() && off > bound {
            report.fault(format!("`{}` fires at t = {} where its guard is {off:.1e}", event.name, event.t));
            break;
        }
    }
    sampled(&recipe, &built, &run, &settings, report);
}
