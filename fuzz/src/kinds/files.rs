//! Saved models, states and records that were changed: refused in words, or as good as what a program could have built.

use super::rough::begin;
use crate::checks;
use crate::clock::bounded_by;
use crate::dice::Dice;
use crate::mutate;
use crate::random::{Menu, more, recipe};
use crate::recipe::Way;
use crate::report::Report;
use crate::workshop::workshop;
use chetaev::contact::curve::{Polynomial, Spline};
use chetaev::model::SavedModel;
use chetaev::prelude::*;
use chetaev::simulate::Record;
use serde::de::DeserializeOwned;
use serde_json::Value;

const STEPS: u64 = 100;
const SECONDS: f64 = 1.0;

/// What was saved, changed and read again.
fn changed<T: DeserializeOwned>(dice: &mut Dice, saved: &impl serde::Serialize, report: &mut Report) -> Option<T> {
    let read = if dice.chance(30.0) {
        let text = serde_json::to_string(saved).ok()?;
        serde_json::from_slice(&mutate::bytes(dice, text)).ok()
    } else {
        let mut document: Value = serde_json::to_value(saved).ok()?;
        for _ in 0..1 + dice.below(3) {
            mutate::value(dice, &mut document);
        }
        serde_json::from_value(document).ok()
    };
    if read.is_none() {
        report.count("not read");
    }
    read
}

/// A run of any state, for a moment.
fn moment(model: &Model, state: State, span: f64, report: &mut Report) -> Option<Trajectory> {
    let end = state.t + span;
    report.count("runs");
    match bounded_by(Simulation::new(model).tolerance(1e-5), STEPS, SECONDS).run(state, end) {
        Ok(run) => {
            checks::numbers(&run, report);
            Some(run)
        }
        Err(error) => {
            checks::words(&error.to_string(), report);
            report.count(&format!("stopped: {}", checks::word(&error.failure)));
            None
        }
    }
}

/// Beads on a wire and on a loop, a plate whose edge cuts: what the other models have not.
fn wires() -> Option<Model> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let corners = [[0.0, 0.0].into(), [1.0, 0.0].into(), [0.3, 0.8].into()];
    let shape = MassProperties::polygon(&corners, 2.0).ok()?;
    let plate = builder.body("plate", RigidBody::from_shape(shape).at(-2.0, 0.0, 0.1));
    let wire = Polynomial::new([0.0, 0.0, 1.0]).between(-9.0, 9.0);
    builder.constraint("wire", PointOnCurve::new(GROUND, wire, plate.point(2.0, 0.0)).near(0.1));
    builder.constraint("edge", KnifeEdge::new(GROUND, plate.axis([0.0, 0.0], 0.3)));
    let bead = builder.body("bead", Particle::new(0.2).at(9.0, 0.0));
    let ring = Spline::closed(&[[10.0, 0.0], [8.0, 2.0], [6.0, 0.0], [8.0, -2.0]]).ok()?;
    builder.constraint("ring", PointOnCurve::new(GROUND, ring, bead.origin()));
    let arm = builder.body("arm", Solid::principal(1.0, [0.01, 0.02, 0.03]).ok()?.at(0.0, 0.0, 1.0));
    let [a, b] = [WORLD.axis([0.0, 0.0, 1.0], [0.0, 1.0, 1.0]), arm.axis([0.0; 3], [0.0, 1.0, 1.0])];
    let hinge = builder.constraint("hinge", Joint::revolute(a, b));
    builder.force("twist", SpringDamper::along(AxialAngle::about(a, b), 0.5));
    builder.friction("hinge rub", FrictionPoint::in_hinge(hinge, 0.1), Coulomb::new(0.01));
    builder.build().ok()
}

/// A good model, with its start.
fn good(dice: &mut Dice, report: &mut Report) -> Option<(Model, State)> {
    let model = match dice.below(3) {
        0 => workshop(),
        1 => wires()?,
        _ => {
            let mut recipe = recipe(dice, Menu::ROUGH);
            if dice.chance(40.0) {
                more(dice, &mut recipe);
            }
            let (built, start) = begin(&recipe, Way::default(), report)?;
            return Some((built.model, start));
        }
    };
    let Ok(start) = model.start().project() else {
        report.fault("a good model does not start");
        return None;
    };
    Some((model, start.state))
}

pub fn models(dice: &mut Dice, report: &mut Report) {
    let Some((model, _)) = good(dice, report) else { return };
    let Ok(saved) = model.saved() else { return report.fault("a model of data is not saved") };
    let Some(read) = changed::<SavedModel>(dice, &saved, report) else { return };
    let model = match read.build() {
        Ok(model) => model,
        Err(error) => {
            checks::words(&error.to_string(), report);
            return report.count("not built");
        }
    };
    if let Err(error) = model.saved() {
        report.fault(format!("read, but not to be written: {error}"));
    }
    match model.start().project() {
        Ok(start) => {
            let run = moment(&model, start.state, 0.02, report);
            if let Some(run) = run.filter(|_| dice.chance(20.0)) {
                report.demand(run.player().to_html().is_ok(), || "it has no page".into());
            }
        }
        Err(error) => {
            checks::words(&error.to_string(), report);
            report.count("no start");
        }
    }
}

pub fn saved_states(dice: &mut Dice, report: &mut Report) {
    let Some((model, start)) = good(dice, report) else { return };
    let Some(run) = moment(&model, start, 0.01, report) else { return };
    let Some(state) = changed::<State>(dice, run.end(), report) else { return };
    moment(&model, state.clone(), 0.01, report);
    if let Err(error) = model.start_from(state.clone()).project() {
        checks::words(&error.to_string(), report);
    }
    let mut decided = state.clone();
    let told = [
        model.decide_friction(&mut decided).err().map(|error| error.to_string()),
        model.branches(&state).err().map(|error| error.to_string()),
        model.freedoms(&state).err().map(|error| error.to_string()),
    ];
    told.into_iter().flatten().for_each(|text| checks::words(&text, report));
}

pub fn records(dice: &mut Dice, report: &mut Report) {
    let Some((model, start)) = good(dice, report) else { return };
    let simulation = bounded_by(Simulation::new(&model).tolerance(1e-4).keep_dense(), STEPS, SECONDS);
    let Ok(run) = simulation.run(start, 0.01) else { return report.count("stopped") };
    let Some(record) = changed::<Record>(dice, &run.record(), report) else { return };
    let run = match record.of(&model) {
        Ok(run) => run,
        Err(error) => {
            checks::words(&error.to_string(), report);
            return report.count("refused");
        }
    };
    report.count("read");
    let _ = (run.table(), run.arrays(), run.energy_error(), run.drift().largest_phi(), run.drift().largest_phi_dot());
    for k in 0..7 {
        if let Ok(state) = run.state_at(0.002 * f64::from(k)) {
            let _ = run.read(&state).balance();
        }
    }
    for id in model.friction_names().filter_map(|name| model.friction(name)) {
        let _ = run.friction_summary(id);
        run.samples().for_each(|at| drop(at.friction(id)));
    }
    report.demand(run.player().to_html().is_ok(), || "it has no page".into());
}
