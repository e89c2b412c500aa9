//! What an importing program gets wrong is an error with words; the unit stays where it was, and nothing panics.

use super::importer::{Library, Outcome};
use super::models::{STEP, crank, crank_unit};
use chetaev::prelude::*;
use chetaev_fmu::Fmu;

fn says<T>(outcome: Outcome<T>, words: &[&str]) {
    let Err(text) = outcome else { panic!("nothing was refused where it should say {words:?}") };
    assert!(
        text.starts_with("logStatusError: ") && words.iter().all(|word| text.contains(word)),
        "{words:?} are not all in: {text}"
    );
}

#[test]
fn refusal_calls_at_the_wrong_time() {
    let (model, start) = crank(0.1, 0.0).unwrap();
    let library = Library::of(&crank_unit(&model, start), "calls");
    says(library.instantiate("{another}", false), &["{another}", "token"]);
    let unit = library.instantiate(&library.token(), false).unwrap();
    says(unit.step(0.0, STEP), &["cannot be stepped", "not initialized"]);
    says(unit.get("crank.theta"), &["cannot be read", "not initialized"]);
    says(unit.call("fmi3ExitInitializationMode"), &["cannot be started"]);
    says(unit.set("crank.theta", 1.0), &["`crank.theta`", "output"]);
    says(unit.set("mu", f64::NAN), &["`mu`", "NaN", "not finite"]);
    says(unit.set("torque", f64::INFINITY), &["`torque`", "not finite"]);
    says(unit.get_at(99), &["99", "1 to 9"]);
    unit.start(0.0).unwrap();
    says(unit.set("mu", 0.3), &["`mu`", "before the start"]);
    says(unit.step(1.0, STEP), &["1 s", "stands at 0 s"]);
    says(unit.step(0.0, -1.0), &["-1 s", "not negative"]);
    says(unit.step(0.0, f64::NAN), &["NaN"]);
    says(unit.slope("crank.theta", "mu", 1.0), &["`mu`", "no input"]);
    says(unit.slope("torque", "torque", 1.0), &["`torque`", "no output"]);
    says(unit.of_other_type("fmi3GetBoolean", 1), &["fmi3GetBoolean", "Float64"]);
    unit.of_other_type("fmi3SetString", 0).unwrap();
    says(unit.call("fmi3EnterEventMode"), &["fmi3EnterEventMode", "not offered"]);
    says(unit.give_back(std::ptr::null_mut()), &["null"]);
    let kept = unit.keep().unwrap();
    says(unit.bytes(kept, Some(10)), &["10", "bytes"]);
    says(unit.of_bytes(b"{}"), &["cannot be read"]);
    unit.free(kept).unwrap();
    // All of this did nothing.
    assert_eq!(unit.step(0.0, STEP).unwrap(), (STEP, false));
    unit.call("fmi3Terminate").unwrap();
    unit.get("crank.theta").unwrap();
    says(unit.step(STEP, STEP), &["terminated"]);
}

/// Two pads that pinch a bar, or a crank through its dead center: here a bead that is driven out of a bowl's rim by its input. The step fails, the words say why, the unit goes on.
#[test]
fn refusal_a_step_that_cannot_be_made_leaves_the_unit_where_it_was() {
    let mut builder = ModelBuilder::new();
    let bead = builder.body("bead", Particle::new(1.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("wire", Slot::new(line, bead.origin()));
    let push = builder.input("push", 0.0);
    builder.force("motor", AppliedAlong::signal(Travel::along(line, bead.origin()), Signal::input(push)));
    let model = builder.build().unwrap();
    let library = Library::of(&Fmu::new(&model).named("bead").input("push", "N").output("bead.x"), "bead");
    let unit = library.instantiate(&library.token(), false).unwrap();
    unit.start(0.0).unwrap();
    unit.step(0.0, 1.0).unwrap();
    unit.set("push", 1e308).unwrap();
    says(unit.step(1.0, 1e10), &["step from 1 s", "stays where it was"]);
    unit.set("push", 2.0).unwrap();
    unit.step(1.0, 1.0).unwrap();
    assert!((unit.get("bead.x").unwrap() - 1.0).abs() < 1e-12);
}
