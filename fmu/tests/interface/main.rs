//! The unit as an importing program meets it: the built library, loaded at run time, through the functions of C.

#![allow(clippy::unwrap_used, clippy::expect_used, unsafe_code)]

mod importer;
#[path = "../../examples/support/models.rs"]
mod models;
mod refusals;
mod review;
mod runs;
mod two;

use chetaev_fmu::{Fmu, FmuError};

/// All names of `fmi3Functions.h` of the standard's version 3.0.2.
const NAMES: &str = "GetVersion SetDebugLogging InstantiateModelExchange InstantiateCoSimulation InstantiateScheduledExecution FreeInstance
    EnterInitializationMode ExitInitializationMode EnterEventMode Terminate Reset
    GetFloat32 GetFloat64 GetInt8 GetUInt8 GetInt16 GetUInt16 GetInt32 GetUInt32 GetInt64 GetUInt64 GetBoolean GetString GetBinary GetClock
    SetFloat32 SetFloat64 SetInt8 SetUInt8 SetInt16 SetUInt16 SetInt32 SetUInt32 SetInt64 SetUInt64 SetBoolean SetString SetBinary SetClock
    GetNumberOfVariableDependencies GetVariableDependencies GetFMUState SetFMUState FreeFMUState SerializedFMUStateSize SerializeFMUState DeserializeFMUState
    GetDirectionalDerivative GetAdjointDerivative EnterConfigurationMode ExitConfigurationMode
    GetIntervalDecimal GetIntervalFraction GetShiftDecimal GetShiftFraction SetIntervalDecimal SetIntervalFraction SetShiftDecimal SetShiftFraction
    EvaluateDiscreteStates UpdateDiscreteStates EnterContinuousTimeMode CompletedIntegratorStep SetTime SetContinuousStates GetContinuousStateDerivatives
    GetEventIndicators GetContinuousStates GetNominalsOfContinuousStates GetNumberOfEventIndicators GetNumberOfContinuousStates
    EnterStepMode GetOutputDerivatives DoStep ActivateModelPartition";

#[test]
fn golden_all_names_of_the_standard_are_exported() {
    let (model, start) = models::crank(0.1, 0.0).unwrap();
    let library = importer::Library::of(&models::crank_unit(&model, start), "names");
    let names: Vec<&str> = NAMES.split_whitespace().collect();
    assert_eq!(names.len(), 75);
    let missing: Vec<&&str> = names.iter().filter(|name| library.symbol(&format!("fmi3{name}")).is_null()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!(library.version(), "3.0");
}

/// What the description says of each kind of variable; units follow from names.
#[test]
fn golden_the_description_of_a_unit() {
    let (model, start) = models::drawer(0.1, 0.0).unwrap();
    let text = models::drawer_unit(&model, start).description().unwrap();
    for line in [
        r#"<Float64 name="time" valueReference="0" causality="independent" variability="continuous" unit="s"/>"#,
        r#"<Float64 name="ahead" valueReference="1" causality="input" variability="continuous" start="0.0" unit="m" description="How far the hand is ahead of its steady motion, held over a step"/>"#,
        r#"<Float64 name="speed" valueReference="2" causality="parameter" variability="fixed" start="0.1" unit="m/s" description="Speed of the hand"/>"#,
        r#"<Float64 name="drawer.vx" valueReference="4" causality="output" variability="continuous" initial="calculated" unit="m/s"/>"#,
        r#"<Unit name="N"><BaseUnit kg="1" m="1" s="-2"/></Unit>"#,
        r#"<Output valueReference="7"/>"#,
        r#"<InitialUnknown valueReference="7"/>"#,
        r#"modelIdentifier="drawer""#,
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    assert!(!text.contains(r#"<Output valueReference="2"/>"#));
    let text = models::drawer_unit(&model, models::drawer(0.1, 0.0).unwrap().1).fmi2().description().unwrap();
    for line in [
        r#"<fmiModelDescription fmiVersion="2.0" modelName="drawer" guid="{"#,
        r#"<ScalarVariable name="time" valueReference="0" causality="independent" variability="continuous"><Real unit="s"/></ScalarVariable>"#,
        r#"<ScalarVariable name="speed" valueReference="2" causality="parameter" variability="fixed" description="Speed of the hand"><Real unit="m/s" start="0.1"/></ScalarVariable>"#,
        r#"<ScalarVariable name="drawer.vx" valueReference="4" causality="output" variability="continuous" initial="calculated"><Real unit="m/s"/></ScalarVariable>"#,
        // The time is the first.
        r#"<Unknown index="8"/>"#,
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    assert!(!text.contains(r#"<Unknown index="3"/>"#));
}

/// What is asked for in the wrong way is told when the unit is written, by name.
#[test]
fn refusal_wrong_variables_by_name() {
    let (model, start) = models::crank(0.1, 0.0).unwrap();
    let (other, _) = models::drawer(0.1, 0.0).unwrap();
    let unit = || Fmu::new(&model).start(start.clone());
    let rub = "frictions/rub/law/Coulomb";
    let cases: [(Fmu, &[&str]); 13] = [
        (unit().input("push", "N"), &["`push`", "`torque`"]),
        (unit().output("crank.phi"), &["`crank.phi`", "crank.theta"]),
        (unit().parameter("mu", ["frictions/rubs/law"]), &["`mu`", "`rubs`", "there are rub"]),
        (unit().parameter("mu", [rub]), &["`mu`", "no number", "sliding"]),
        (unit().parameter("mu", ["frictions/rub/law/Coulomb/sliding/1"]), &["`1`", "0.1"]),
        (unit().parameter("mu", ["gravity/7"]), &["`7`", "the indices 0 to 2"]),
        (
            unit().parameter("mu", ["frictions/rub/law/Coulomb/sliding", "frictions/rub/law/Coulomb/holding"]),
            &["`mu`", "0.15", "0.1", "another factor"],
        ),
        (unit().parameter("mu", Vec::<&str>::new()), &["`mu`", "name one"]),
        (unit().parameter("u", ["variables/torque"]), &["`u`", "only where a run starts", "Fmu::start"]),
        (unit().parameter("x", ["bodies/crank/RigidBody/q/0"]), &["`x`", "only where a run starts", "Fmu::initial"]),
        (unit().initial("a", "crank.phi"), &["`a`", "`crank.phi`", "crank.omega"]),
        (unit().output("crank.x").output("crank.x"), &["`crank.x`", "another name"]),
        (Fmu::new(&other).start(start.clone()), &["[8, 8, 1]", "[3, 3, 1]", "of this model"]),
    ];
    for (unit, says) in cases {
        let error: FmuError = unit.description().unwrap_err();
        let text = error.to_string();
        assert!(says.iter().all(|word| text.contains(word)), "{says:?} are not all in: {text}");
    }
    let error = unit().library("x86_64-linux", "/nowhere/it.so").write("target/never.fmu").unwrap_err();
    assert!(error.to_string().contains("/nowhere/it.so"), "{error}");
    // A function of one's own cannot be written at all.
    let mut builder = chetaev::prelude::ModelBuilder::new();
    let wheel = builder.body("wheel", chetaev::prelude::RigidBody::disk(1.0, 0.1));
    let angle = chetaev::prelude::Angle::between(chetaev::prelude::GROUND, wheel);
    builder.constraint("motor", chetaev::prelude::Driver::new(angle, |t| t * 2.0));
    let error = Fmu::new(&builder.build().unwrap()).description().unwrap_err();
    assert!(error.to_string().contains("`motor`"), "{error}");
}
