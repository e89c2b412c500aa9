//! The form of a model file is a contract: docs/model-file.md says what every field means, and files of this version stay readable.
//!
//! `model_v3.json` was written once by this version. It holds an element of every kind that can be saved; the model that it gives must be the one that is built here, to the bit. It is
//! written anew by `CHETAEV_WRITE=1 cargo test --test file`, which a change of the form needs, with a new version.

#![allow(clippy::unwrap_used)]

mod every;
mod page;

use chetaev::model::SavedModel;
use chetaev::prelude::*;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/file/model_v3.json");

/// The file: one element a line.
fn kept() -> String {
    // While it is written it is not read.
    if is_writing() { lines(&every::model()) } else { std::fs::read_to_string(FILE).unwrap_or_default() }
}

fn is_writing() -> bool {
    std::env::var_os("CHETAEV_WRITE").is_some()
}

fn lines(model: &Model) -> String {
    written(model).replace("{\"name\":", "\n{\"name\":") + "\n"
}

fn written(model: &Model) -> String {
    serde_json::to_string(&model.saved().unwrap()).unwrap()
}

#[test]
fn golden_the_file_of_this_version_is_what_is_written() {
    let text = lines(&every::model());
    if is_writing() {
        std::fs::write(FILE, &text).unwrap();
    }
    for (ours, theirs) in text.lines().zip(kept().lines()) {
        assert_eq!(ours, theirs, "the form has changed: raise its version, see the head of this test");
    }
    assert_eq!(text.lines().count(), kept().lines().count());
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn identity_the_file_of_this_version_runs_as_the_model_that_is_built() {
    let built = every::model();
    let read = serde_json::from_str::<SavedModel>(&kept()).unwrap().build().unwrap();
    assert_eq!(built.coordinate_names(), read.coordinate_names());
    let starts = [&built, &read].map(|model| model.start().project().unwrap().state);
    assert_eq!(bits(&starts[0].q), bits(&starts[1].q));
    let run = |model: &Model, start: State| Simulation::new(model).tolerance(1e-6).run(start, 0.02).unwrap();
    let [start, again] = starts;
    let [ours, theirs] = [run(&built, start), run(&read, again)];
    let table = ours.table();
    println!("{} columns at {} instants, {} changes", table.names().len(), ours.len(), ours.transitions().len());
    assert!(ours.len() > 5 && table.names().len() > 1500, "moot");
    for (ours, theirs) in table.columns().iter().zip(theirs.table().columns()) {
        assert_eq!(bits(ours), bits(theirs));
    }
}

/// What is wrong with the whole is told with the version and with what to do.
#[test]
fn refusal_another_version_and_missing_fields() {
    let text = written(&every::model());
    let refused = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "moot");
        serde_json::from_str::<SavedModel>(&changed).unwrap_err().to_string()
    };
    let says = |text: String, words: &[&str]| {
        println!("{text}");
        assert!(words.iter().all(|word| text.contains(word)), "{words:?} are not all in: {text}");
    };
    let release = "use the release of the library that wrote it, or build the model anew";
    // The version counts before anything that it may have brought.
    says(refused("\"version\":3,\"gravity\"", "\"version\":4,\"attraction\""), &["version 4", "version 3", release]);
    says(refused("\"version\":3,", ""), &["missing field `version`", "docs/model-file.md"]);
    says(refused("\"redundant\":false,", ""), &["missing field `redundant`", "docs/model-file.md", "version 3"]);
    says(refused("\"redundant\":", "\"redundancy\":"), &["`redundancy`", "docs/model-file.md"]);
    says(
        refused("\"restitution\"", "\"bounce\""),
        &["contacts[`stop Angle`].element: ", "`bounce`", "`restitution`", "docs/model-file.md"],
    );
    says(refused("\"gravity\":[", "\"gravity\":[1.0,"), &["gravity: 4 values, expected 3"]);
    says(
        refused("\"Revolute\":", "\"Hinge\":"),
        &["].element: ", "`Revolute`", "`Hinge`", "`Prismatic`", "docs/model-file.md"],
    );
}
