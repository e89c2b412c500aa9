//! Contacts that open. Scenes of the tests in `tests/contact`, and mechanisms of our own that touch: nothing passes, pulls, rubs beyond its cone or makes energy; what is certified has one motion;
//! a run that was stopped in whatever mode and read back goes on as the one in memory.

use super::same::continued;
use crate::checks;
use crate::clock::bounded;
use crate::common::{Random, wrong_blow};
use crate::dice::Dice;
use crate::passing::{Scene, Seen, nothing_passes_in};
use crate::report::Report;
use crate::scenes;
use chetaev::contact::{Circles, CornerOnLine, EllipseOnLine};
use chetaev::hybrid::Stop;
use chetaev::prelude::*;

fn judge(scene: &Scene, report: &mut Report) {
    let (bodies, contacts, tolerance) = (scene.bodies, scene.contacts.len(), scene.tolerance);
    report.note(format!("{bodies} bodies, {contacts} contacts, mu {}, tolerance {tolerance:e}", scene.mu));
    match nothing_passes_in(scene) {
        Ok(impacts) => {
            report.count("runs");
            report.add("impacts", impacts as u64);
        }
        // What hangs on something may begin inside of the floor.
        Err(Seen::Refused(why)) if why.contains("starts with its bodies") => report.count("no start"),
        Err(Seen::Several(_)) => report.count("several motions"),
        Err(Seen::Crowded(_)) => report.count("crowded impacts"),
        Err(Seen::Refused(why)) => report.fault(format!("refused: {why}")),
        Err(Seen::Wrong(why)) => report.fault(why),
    }
}

/// Bodies thrown at a floor and at each other, in the plane.
pub fn thrown(dice: &mut Dice, report: &mut Report) {
    judge(&scenes::spinning(&mut Random::new(dice.next())), report);
}

pub fn thrown_in_space(dice: &mut Dice, report: &mut Report) {
    judge(&scenes::spinning_in_space(&mut Random::new(dice.next())), report);
}

/// Contacts that close at one instant.
pub fn struck(dice: &mut Dice, report: &mut Report) {
    for draw in [scenes::struck, scenes::struck_in_space] {
        let scene = draw(&mut Random::new(dice.next()));
        let Ok(start) = scene.model.start().project() else { continue };
        match bounded(Simulation::new(&scene.model).tolerance(scene.tolerance)).run(start, 0.3) {
            Ok(run) => {
                report.add("impacts", run.impacts().len() as u64);
                if let Some(wrong) = wrong_blow(&run, scene.mu) {
                    report.fault(wrong);
                }
            }
            Err(error) => report.fault(format!("refused: {error}")),
        }
    }
}

/// A mechanism over a floor: bodies hang on pins, slide, swing against stops, are pulled by springs, and have feet, round ones too.
fn touching(dice: &mut Dice) -> Option<Scene> {
    let mut builder = ModelBuilder::new();
    builder.gravity([dice.about(2.0), -dice.between(2.0, 10.0)]);
    let line = GROUND.axis([0.0, 0.0], if dice.chance(50.0) { 0.0 } else { dice.about(0.3) });
    let (mu, e) = (if dice.chance(20.0) { 0.0 } else { dice.between(0.0, 0.9) }, dice.pick(&[0.0, 0.3, 0.8]));
    let law = || if mu > 0.0 { Rigid::rough(Coulomb::new(mu)) } else { Rigid::smooth() }.bouncing(e);
    let (count, speed) = (1 + dice.below(3), dice.pick(&[0.0, 2.0]));
    let mut contacts = Vec::new();
    let mut before: Option<(BodyId, [f64; 3])> = None;
    for k in 0..count {
        let place = [1.2 * k as f64, dice.between(1.0, 1.6), dice.about(3.0)];
        let body = RigidBody::new(dice.between(0.3, 3.0), dice.between(0.02, 0.3)).at(place[0], place[1], place[2]);
        let moving = [dice.about(speed), dice.about(speed), dice.about(3.0 * speed)];
        let body = builder.body(format!("body {k}"), body.moving(moving[0], moving[1], moving[2]));
        // A pin to the ground or to the body before, a slot, or nothing.
        let (sin, cos) = place[2].sin_cos();
        let local = |x: f64, y: f64| {
            body.point(cos * (x - place[0]) + sin * (y - place[1]), cos * (y - place[1]) - sin * (x - place[0]))
        };
        let at = [place[0] - 0.6, place[1] + dice.about(0.2)];
        match (dice.below(4), before) {
            (0, _) => {
                let pin = builder
                    .constraint(format!("pin {k}"), Revolute::new(GROUND.point(at[0], at[1]), local(at[0], at[1])));
                if mu > 0.0 && dice.chance(40.0) {
                    builder.friction(format!("bearing {k}"), FrictionPoint::in_pin(pin, 0.05), Coulomb::new(mu));
                }
                let swing = Stop::between(Angle::between(GROUND, body), place[2] - 0.4, place[2] + 0.3);
                for (end, stop) in swing.into_iter().enumerate() {
                    contacts.push(builder.contact(format!("stop {k} {end}"), stop, Rigid::smooth().bouncing(e)));
                }
            }
            (1, Some((other, there))) => {
                let (sin, cos) = there[2].sin_cos();
                let [dx, dy] = [at[0] - there[0], at[1] - there[1]];
                let hinge = Revolute::new(other.point(cos * dx + sin * dy, cos * dy - sin * dx), local(at[0], at[1]));
                builder.constraint(format!("hinge {k}"), hinge);
            }
            (2, _) => {
                let slot = Slot::new(GROUND.axis(at, dice.about(3.0)), local(at[0], at[1]));
                builder.constraint(format!("slot {k}"), slot);
            }
            _ => {}
        }
        if dice.chance(40.0) {
            let spring =
                SpringDamper::between(GROUND.point(place[0], 2.5), body.point(0.2, 0.0), dice.between(5.0, 200.0));
            builder.force(format!("spring {k}"), spring.rest(dice.between(0.2, 1.0)).damping(dice.between(0.0, 3.0)));
        }
        if dice.chance(30.0) {
            let radius = dice.between(0.1, 0.4);
            let pair =
                EllipseOnLine::new(line, radius, if dice.chance(50.0) { radius } else { dice.between(0.1, 0.4) });
            contacts.push(builder.contact(format!("round {k}"), Contact::between(GROUND, body, pair), law()));
        } else {
            for (i, corner) in [[-0.5, 0.0], [0.5, 0.1], [0.0, 0.3]].into_iter().enumerate().take(1 + dice.below(3)) {
                let contact = Contact::between(GROUND, body, CornerOnLine::new(line, corner));
                contacts.push(builder.contact(format!("foot {k} {i}"), contact, law()));
            }
        }
        if let Some((other, _)) = before.filter(|_| dice.chance(30.0)) {
            let meet = Circles::outside(([0.0; 2], 0.3), ([0.0; 2], 0.3));
            contacts.push(builder.contact(format!("meet {k}"), Contact::between(other, body, meet), law()));
        }
        before = Some((body, place));
    }
    let tolerance = 10_f64.powf(-dice.between(4.0, 9.0));
    Some(Scene { model: builder.build().ok()?, bodies: count, contacts, mu, tolerance, drift: 1e-5 })
}

/// The certificate of a run with contacts against the lists of motions at some of its samples.
fn certified(run: &Trajectory, report: &mut Report) {
    let counters = run.counters();
    let certain = run.largest_coupling() < 1.0 && counters.uncertain == 0 && counters.ambiguous == 0;
    report.count(if certain { "certified" } else { "not certified" });
    let looks = run.len().div_ceil(12).max(1);
    for at in run.samples().step_by(looks).filter(|_| certain) {
        // Between blows nothing is decided of what is open; a state at a blow is one before it.
        if run.impacts().iter().any(|impact| impact.t == at.t()) {
            continue;
        }
        let Ok(mut state) = run.state_at(at.t()) else { continue };
        checks::undecide(&mut state);
        let Ok(list) = run.model().branches(&state) else { continue };
        report.count("states listed");
        let several = checks::different(&list).len();
        if several > 1 {
            let bound = run.largest_coupling();
            return report.fault(format!("certified ({bound:.3}) at t = {}, where {several} motions fit", at.t()));
        }
    }
}

pub fn mechanisms_that_touch(dice: &mut Dice, report: &mut Report) {
    let Some(scene) = touching(dice) else { return report.fault("a mechanism over a floor is refused") };
    judge(&scene, report);
    let Ok(start) = scene.model.start().project() else { return };
    let method = dice.pick(&[Method::Dop853, Method::Dopri5, Method::Tsit5, Method::Radau5]);
    let simulation = Simulation::new(&scene.model).tolerance(scene.tolerance).method(method).keep_dense();
    match bounded(simulation).run(start, 1.0) {
        Ok(run) => {
            checks::numbers(&run, report);
            if let Some(wrong) = wrong_blow(&run, scene.mu) {
                report.fault(format!("{method}: {wrong}"));
            }
            certified(&run, report);
        }
        Err(error) => {
            checks::words(&error.to_string(), report);
            report.count(&format!("stopped: {}", checks::word(&error.failure)));
        }
    }
}

/// Saved and read back in the middle of whatever its contacts do.
pub fn contacts_resumed(dice: &mut Dice, report: &mut Report) {
    let scene = match dice.below(3) {
        0 => scenes::spinning(&mut Random::new(dice.next())),
        1 => scenes::spinning_in_space(&mut Random::new(dice.next())),
        _ => match touching(dice) {
            Some(scene) => scene,
            None => return report.fault("a mechanism over a floor is refused"),
        },
    };
    let Ok(start) = scene.model.start().project() else { return report.count("no start") };
    let method = dice.pick(&[Method::Dop853, Method::Dopri5, Method::Radau5]);
    let run = |model: &Model, from: State, end: f64| {
        bounded(Simulation::new(model).tolerance(scene.tolerance).method(method).output(Output::Steps)).run(from, end)
    };
    let middle = dice.between(0.3, 1.2);
    continued(&scene.model, &run, start.state, [middle, 1.5], report);
}
