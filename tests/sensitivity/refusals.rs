//! What is refused, and in which words.

use chetaev::contact::CornerOnLine;
use chetaev::prelude::*;
use chetaev::simulate::{Cause, FamilyError, RunFailure};

fn block(p: &chetaev::simulate::Parameters<'_>) -> Result<(Model, State), Box<dyn std::error::Error + Send + Sync>> {
    let mut builder = ModelBuilder::new();
    builder.body("block", Particle::new(p["mass"]));
    if p["mass"] > 2.5 {
        builder.body("another", Particle::new(1.0));
    }
    let model = builder.build()?;
    let start = model.placed();
    Ok((model, start))
}

fn refused(plan: Simulation<'_>, start: &State) -> String {
    let error = plan.run(start.clone(), 1.0).unwrap_err();
    assert!(matches!(error.failure, RunFailure::Sensitivity(_)), "{error}");
    error.to_string()
}

#[test]
fn refusal_families() {
    let none: [(&str, f64); 0] = [];
    assert_eq!(Family::new(none, block).unwrap_err(), FamilyError::None);
    let twice = Family::new([("mass", 1.0), ("mass", 2.0)], block).unwrap_err();
    assert_eq!(twice.to_string(), "two parameters are called `mass`: name them differently");
    let nan = Family::new([("mass", f64::NAN)], block).unwrap_err();
    assert_eq!(nan.to_string(), "parameter `mass` is NaN: give it a finite number");
    let family = Family::new([("mass", 2.0)], block).unwrap();
    assert_eq!(
        family.at(&[3.0]).unwrap_err().to_string(),
        "with mass = 3 the model has the bodies block, another, with mass = 2 it has the bodies block: a parameter may change numbers, not the mechanism"
    );
    assert_eq!(family.at(&[3.0, 4.0]).unwrap_err().to_string(), "values: 2, parameters: 1; give one value for each");
    let error = family.at(&[-1.0]).unwrap_err().to_string();
    assert!(error.starts_with("with mass = -1 the model cannot be built: "), "{error}");
    let unknown = family.sized("mu", 1.0).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no parameter `mu`; there are `mass`");
    // Members beside it cannot be built where it jumps.
    let edge = Family::new([("mass", 2.4999)], block).unwrap();
    let plan = Simulation::new(edge.model()).sensitivities(Sensitivities::to(&edge));
    let error = refused(plan, edge.start());
    assert!(error.contains("a parameter may change numbers, not the mechanism"), "{error}");
}

#[test]
fn refusal_sensitivities() {
    let family = Family::new([("mass", 2.0)], block).unwrap();
    let other = Family::new([("mass", 2.0)], block).unwrap();
    let ask = |asked: Sensitivities| refused(Simulation::new(family.model()).sensitivities(asked), family.start());
    assert_eq!(
        ask(Sensitivities::default()),
        "no derivatives were asked for: name a family or a coordinate of the start"
    );
    assert_eq!(
        ask(Sensitivities::to(&other)),
        "the family has another model than the simulation: take `family.model()` for both"
    );
    assert_eq!(ask(Sensitivities::to_start("block.x").and_start("block.x")), "`block.x` is asked for twice");
    let error = ask(Sensitivities::to_start("block.z"));
    assert!(error.starts_with("the start cannot be moved along `block.z`: ") && error.contains("block.x"), "{error}");
    let mut elsewhere = family.start().clone();
    elsewhere.q[0] = 1.0;
    let plan = Simulation::new(family.model()).sensitivities(Sensitivities::to(&family));
    assert_eq!(refused(plan, &elsewhere), "the run does not start where the family does: start it at `family.start()`");
    let run = super::common::followed(&family, 1e-9, 1.0);
    let error = run.sensitivity("mu").unwrap_err().to_string();
    assert_eq!(error, "the run has no derivative with respect to `mu`; it has `mass`");
}

#[test]
fn refusal_what_is_not_worked_out() {
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", Particle::new(1.0).moving(1.0, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, block.origin()));
    let model = builder.build().unwrap();
    let asked = || Sensitivities::to_start("block.x");
    let plan = || Simulation::new(&model).sensitivities(asked());
    let start = model.placed();
    assert_eq!(
        refused(plan().stabilization(Baumgarte::critical(10.0)), &start),
        "a run that holds its constraints by gains: its derivative is not worked out"
    );
    assert_eq!(
        refused(plan().search(Search::Exhaustive), &start),
        "the exhaustive search for the signs of loads does not hold them: its derivative is not worked out"
    );
}

/// A rod on its lower end, which slides so that nothing holds it closed, from the start or by an event: the run is struck without a collision, and goes on; its derivatives are refused. Held since 4865fba: they were
/// carried on as if nothing had struck.
#[test]
fn regress_impacts_without_collision_are_refused_wherever_they_are() {
    // It turns with -3 rad/s, and its end slides with 1 m/s.
    let sliding = |angle: f64| [1.0 - 1.5 * angle.sin(), 1.5 * angle.cos(), -3.0];
    let rod = |[vx, vy, spin]: [f64; 3]| {
        let (mut builder, angle) = (ModelBuilder::new(), -1.0995574287564276_f64);
        builder.gravity([0.0, -9.81]);
        let body = RigidBody::rod(1.0, 1.0).at(0.0, -0.5 * angle.sin(), angle).moving(vx, vy, spin);
        let rod = builder.body("rod", body);
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [0.5, 0.0]);
        builder.contact("floor", Contact::between(GROUND, rod, pair), Rigid::rough(Coulomb::new(1.5)));
        builder.build().unwrap()
    };
    let (moving, resting) = (rod(sliding(-1.0995574287564276)), rod([0.0; 3]));
    let push = || {
        Event::at("push", [1e-3]).change_with(move |_, state| {
            state.v.copy_from_slice(&sliding(state.q[2]));
            Ok(())
        })
    };
    let at_start = || (Simulation::new(&moving), moving.placed(), 0.0);
    let later = || (Simulation::new(&resting).event(push()), resting.placed(), 1e-3);
    for make in [&at_start as &dyn Fn() -> _, &later] {
        let (plan, start, t) = make();
        let run = plan.run(start, 0.01).unwrap();
        let told = |it: &Transition| it.t == t && matches!(it.cause, Cause::Jammed { .. });
        assert!(run.transitions().iter().any(told), "moot: {:?}", run.transitions());
        let (plan, start, _) = make();
        let error = refused(plan.sensitivities(Sensitivities::to_start("rod.omega")), &start);
        assert_eq!(error, format!("an impact without collision at t = {t}: its derivative is not worked out"));
    }
}
