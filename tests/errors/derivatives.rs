//! Derivatives of runs, and what is identified by them.

use crate::Case;
use chetaev::analysis::{Branch, Continuation, ContinuationError, Fit, Identification, IdentifyError, Shooting};
use chetaev::prelude::*;
use chetaev::simulate::{FamilyError, Parameter, RunError, RunFailure, SensitivityError};
use std::cell::Cell;
use std::sync::Mutex;

type Built = Result<(Model, State), Box<dyn std::error::Error + Send + Sync>>;

/// A block that slides to rest; with a mass above 2.5 kg it has company.
fn block(p: &chetaev::simulate::Parameters<'_>) -> Built {
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", Particle::new(p["mass"]).moving(1.0, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, block.origin()));
    builder.friction("rub", FrictionPoint::along(Travel::along(guide, block.origin()), 20.0), Coulomb::new(0.4));
    if p["mass"] > 2.5 {
        builder.body("another", Particle::new(1.0));
    }
    let model = builder.build()?;
    let start = model.placed();
    Ok((model, start))
}

fn family(mass: f64) -> Family {
    Family::new([("mass", mass)], block).unwrap()
}

fn families() -> Vec<Case> {
    let none: [(&str, f64); 0] = [];
    let heavy = family(2.0);
    let kept: &'static Mutex<Vec<Model>> = Box::leak(Box::default());
    let keeps = Family::new([("mass", 2.0)], |p| {
        let (model, start) = block(p)?;
        kept.lock().unwrap().push(model.clone());
        Ok((model, start))
    });
    let knots = |times: &[f64], values: &[f64]| Family::new([Parameter::knots("push", times, values)], block);
    vec![
        case!(FamilyError::None, Family::new(none, block).map(drop), &["at least one"]),
        case!(FamilyError::Twice, Family::new([("mass", 1.0), ("mass", 1.0)], block).map(drop), &["`mass`"]),
        case!(FamilyError::Knots, knots(&[0.0, 0.0], &[1.0, 2.0]).map(drop), &["`push`", "point 1", "sort them"]),
        case!(FamilyError::KnotCount, knots(&[0.0, 1.0], &[1.0]).map(drop), &["`push`", "times: 2", "values: 1"]),
        case!(FamilyError::Unknown, heavy.clone().sized("mu", 1.0).map(drop), &["`mu`", "`mass`"]),
        case!(FamilyError::NotFinite, heavy.at(&[f64::INFINITY]).map(drop), &["`mass`", "inf", "finite"]),
        case!(FamilyError::Count, heavy.at(&[1.0, 2.0]).map(drop), &["values: 2", "parameters: 1", "one value"]),
        case!(FamilyError::Unbuilt, heavy.at(&[-1.0]).map(drop), &["mass = -1", "`block`", "positive"]),
        case!(
            FamilyError::Layout,
            heavy.at(&[3.0]).map(drop),
            &["mass = 3", "another", "mass = 2", "not the mechanism"]
        ),
        case!(FamilyError::Kept, keeps.unwrap().at(&[2.1]).map(drop), &["a new one for each call"]),
    ]
}

/// Why a run could not carry its derivatives.
fn of(run: Result<Trajectory, RunError>) -> Result<(), SensitivityError> {
    match run.map(drop).map_err(|error| error.failure) {
        Err(RunFailure::Sensitivity(error)) => Err(error),
        _ => Ok(()),
    }
}

fn sensitivities() -> Vec<Case> {
    let (own, other, edge) = (family(2.0), family(2.0), family(2.4999));
    let ask = |family: &Family, asked: Sensitivities| {
        of(Simulation::new(family.model()).sensitivities(asked).run(family.start().clone(), 1.0))
    };
    let mut elsewhere = own.start().clone();
    elsewhere.q[0] = 1.0;
    let away = Simulation::new(own.model()).sensitivities(Sensitivities::to(&own)).run(elsewhere, 1.0);
    let gains = Simulation::new(own.model()).stabilization(Baumgarte::critical(0.1));
    let gains = gains.sensitivities(Sensitivities::to(&own)).run(own.start().clone(), 1.0);
    // Two blocks that stop at one instant, of which one depends on the parameter.
    let two = Family::new([("mu", 0.4)], |p| {
        let mut builder = ModelBuilder::new();
        for (name, height, mu) in [("first", 0.0, p["mu"]), ("second", 1.0, 0.4)] {
            let block = builder.body(name, Particle::new(2.0).at(0.0, height).moving(1.0, 0.0));
            let guide = GROUND.axis([0.0, height], 0.0);
            builder.constraint(format!("guide {name}"), Slot::new(guide, block.origin()));
            let point = FrictionPoint::along(Travel::along(guide, block.origin()), 20.0);
            builder.friction(format!("rub {name}"), point, Coulomb::new(mu));
        }
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    let two = two.unwrap();
    let run =
        Simulation::new(own.model()).sensitivities(Sensitivities::to(&own)).run(own.start().clone(), 1.0).unwrap();
    let written = serde_json::to_string(&run.record()).unwrap();
    let back = serde_json::from_str::<chetaev::simulate::Record>(&written).unwrap().of(own.model()).unwrap();
    let failed = Simulation::new(own.model()).sensitivities(Sensitivities::default()).run(own.start().clone(), 1.0);
    vec![
        case!(SensitivityError::None, ask(&own, Sensitivities::default()), &["name a family"]),
        case!(RunFailure::Sensitivity, failed.map(drop).map_err(|error| error.failure), &["name a family"]),
        case!(SensitivityError::OtherModel, ask(&own, Sensitivities::to(&other)), &["`family.model()`"]),
        case!(SensitivityError::OtherStart, of(away), &["`family.start()`"]),
        case!(
            SensitivityError::Twice,
            ask(&own, Sensitivities::to_start("block.x").and_start("block.x")),
            &["`block.x`", "twice"]
        ),
        case!(SensitivityError::Family, ask(&edge, Sensitivities::to(&edge)), &["mass = ", "not the mechanism"]),
        case!(SensitivityError::Start, ask(&own, Sensitivities::to_start("block.z")), &["`block.z`", "block.x"]),
        case!(SensitivityError::Unsupported, of(gains), &["by gains", "not worked out"]),
        case!(
            SensitivityError::Flagged,
            ask(&two, Sensitivities::to(&two).strict()),
            &["`rub first`", "`rub second`", "`mu` separates them"]
        ),
        case!(
            SensitivityError::Forgotten,
            back.sensitivity("mass").map(drop),
            &["saved", "read them before", "run it again"]
        ),
        case!(SensitivityError::Unknown, run.sensitivity("mu").map(drop), &["`mu`", "`mass`"]),
    ]
}

fn identify(ask: impl Fn(Identification<'_>) -> Result<Fit, IdentifyError>) -> Result<(), IdentifyError> {
    let begin = family(2.0);
    ask(Identification::new(&begin, |model| Simulation::new(model).every(0.1)).until(0.2)).map(drop)
}

fn identified() -> Vec<Case> {
    let place = |at: &Snapshot<'_>| at.q()[0];
    let data = [0.0, 0.08, 0.12];
    let (edge, plain) = (family(2.4999), family(2.0));
    let calls = Cell::new(0);
    // The first run is the one with derivatives.
    let tolerance = || {
        calls.set(calls.get() + 1);
        if calls.get() > 1 { -1.0 } else { 1e-9 }
    };
    let stuck = Identification::new(&plain, |model| Simulation::new(model).every(0.1).tolerance(tolerance()));
    let stuck = stuck.until(0.2).measured(place, &[0.0, 0.085, 0.13], 1e-3);
    let wrong = Identification::new(&plain, |model| Simulation::new(model).tolerance(-1.0)).until(0.2);
    let by_edge = Identification::new(&edge, |model| Simulation::new(model).every(0.1)).until(0.2);
    let unread = |run: &Trajectory| vec![run.end().t];
    // What flies freely knows nothing of its mass.
    let free = Family::new([("mass", 2.0)], |p| {
        let mut builder = ModelBuilder::new();
        builder.body("stone", Particle::new(p["mass"]).moving(1.0, 0.0));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    let free = free.unwrap();
    let stepped = Identification::new(&plain, |model| Simulation::new(model).output(Output::Steps)).until(0.2);
    let stepped = stepped.cut_at([0.1]);
    let stopping = Identification::new(&plain, |model| {
        let stop = Event::new("stop", |at: &Snapshot<'_>| at.t() - 0.05).rising().stop();
        Simulation::new(model).every(0.1).event(stop)
    });
    let stopping = stopping.until(0.2).cut_at([0.1]).measured(place, &data, 1.0);
    let open = Identification::new(&free, |model| Simulation::new(model).every(0.1)).until(0.2);
    vec![
        case!(IdentifyError::TooFew, identify(|i| i.run()), &["readings: 0", "found: 1", "measure more"]),
        case!(IdentifyError::NoEnd, identify(|i| i.until(f64::NAN).measured(place, &data, 1.0).run()), &["`until`"]),
        case!(IdentifyError::Readings, identify(|i| i.measured(place, &data, -1.0).run()), &["-1", "positive"]),
        case!(
            IdentifyError::Reading,
            identify(|i| i.measured(place, &data, 1.0).measured(place, &[1.0, f64::NAN], 1.0).run()),
            &["reading 1 of measured series 1", "is NaN", "`Simulation::output`"]
        ),
        case!(
            IdentifyError::Bounds,
            identify(|i| i.measured(place, &data, 1.0).within("mass", 3.0..4.0).run()),
            &["`mass`", "between 3 and 4", "begins at 2"]
        ),
        case!(
            IdentifyError::Count,
            identify(|i| i.measured(place, &data[..2], 1.0).run()),
            &["of the run: 3", "measured: 2", "`Simulation::output`"]
        ),
        case!(
            IdentifyError::NoInstant,
            identify(|i| i.instants(unread, &[0.2], 1.0).run()),
            &["t = 0.2", "transitions"]
        ),
        case!(
            IdentifyError::NotFinite,
            identify(|i| i.measured(|at| at.balance(), &data, 1.0).run()),
            &["`mass`", "works"]
        ),
        case!(
            IdentifyError::Cuts,
            identify(|i| i.cut_at([0.2, 0.1]).measured(place, &data, 1.0).run()),
            &["from 0 s to", "must rise"]
        ),
        case!(
            IdentifyError::NoNumber,
            identify(|i| i.measured(|_| f64::NAN, &data, 1.0).run()),
            &["reading 1 of measurement 1 (samples)"]
        ),
        case!(IdentifyError::Stopped, stopping.run().map(drop), &["ends at 0.05 s", "should at 0.1 s"]),
        case!(IdentifyError::Steps, stepped.measured(place, &data, 1.0).run().map(drop), &["steps", "interval"]),
        case!(IdentifyError::Undetermined, open.measured(place, &data, 1.0).run().map(drop), &["`mass`", "fix one"]),
        case!(IdentifyError::Stuck, stuck.run().map(drop), &["mass = 2", "last trial failed"]),
        case!(
            IdentifyError::Family,
            identify(|i| i.within("mu", 0.0..1.0).measured(place, &data, 1.0).run()),
            &["`mu`"]
        ),
        case!(
            IdentifyError::Sensitivity,
            by_edge.measured(place, &data, 1.0).run().map(drop),
            &["mass = ", "not the mechanism"]
        ),
        case!(IdentifyError::Run, wrong.measured(place, &data, 1.0).run().map(drop), &["tolerance"]),
    ]
}

/// x'' + 0.2 x' + x + x³ = F sin 1.6 t, or without a force and damping.
fn duffing(force: f64, damping: f64) -> Family {
    Family::new([("force", force)], move |p| {
        let mut builder = ModelBuilder::new();
        let mass = builder.body("mass", Particle::new(1.0).at(0.5, 0.0));
        builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), mass.origin()));
        let force = p["force"];
        builder.force(
            "pull",
            Applied::new(mass.origin(), move |t: f64, at| {
                let (x, v) = (at.origin.x, at.velocity.x);
                ([force * (1.6 * t).sin() - x - x * x * x - damping * v, 0.0], 0.0)
            }),
        );
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap()
}

fn continued() -> Vec<Case> {
    let family = duffing(0.05, 0.2);
    let period = std::f64::consts::TAU / 1.6;
    let orbits = |name: &'static str, period: f64| {
        Continuation::new(&family, name, |model| Simulation::new(model).tolerance(1e-10))
            .shooting(Shooting::driven(period))
    };
    let run = |orbits: Continuation<'_>| orbits.run(family.start());
    let folded: Branch = run(orbits("force", period).to(1.0).step(0.4)).unwrap();
    let free = duffing(0.0, 0.0).sized("force", 1.0).unwrap();
    let alike = Continuation::new(&free, "force", |model| Simulation::new(model).tolerance(1e-10)).to(1.0);
    let alike = alike.shooting(Shooting::free(5.3)).run(free.start());
    vec![
        case!(ContinuationError::Family, run(orbits("mu", period).to(1.0)).map(drop), &["`mu`", "`force`"]),
        case!(ContinuationError::Orbit, run(orbits("force", -1.0).to(1.0)).map(drop), &["-1 s", "above zero"]),
        case!(ContinuationError::NoEnd, run(orbits("force", period)).map(drop), &["force = 0.05", "`to`"]),
        case!(ContinuationError::Step, run(orbits("force", period).to(1.0).step(0.0)).map(drop), &["steps of 0"]),
        case!(ContinuationError::NoDirection, alike.map(drop), &["force = 0", "one of many"]),
        case!(
            ContinuationError::NotDoubling,
            orbits("force", period).to(1.0).doubled(&folded.turns[0]).map(drop),
            &["no period doubles", "`Doubling`"]
        ),
    ]
}

pub fn cases() -> Vec<Case> {
    [families(), sensitivities(), identified(), continued()].into_iter().flatten().collect()
}
