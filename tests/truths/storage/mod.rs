//! Every built-in element can be written, and what is read back is the same to the last bit.
//!
//! The list of built-in elements is read from the sources, so that a new one cannot be forgotten: it is saved here, or excused.

mod edited;
mod elements;
mod refused;
mod resumed;
mod shapes;

use super::common::{Random, evaluate};
use chetaev::element::Spatial;
use chetaev::math::Signal;
use chetaev::model::SavedModel;
use chetaev::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;

fn again<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// Two bodies in the plane and two in space, to which an element is added.
struct Bench {
    builder: ModelBuilder,
    plane: [BodyId; 2],
    space: [BodyId<Spatial>; 2],
}

fn bench() -> Bench {
    let mut builder = ModelBuilder::new();
    let plane =
        [builder.body("a", RigidBody::new(1.0, 0.3)), builder.body("b", RigidBody::disk(2.0, 0.4).at(0.3, 1.1, 0.2))];
    let space = [
        builder.body("A", Solid::principal(1.0, [0.2, 0.3, 0.4]).unwrap()),
        builder.body("B", Solid::principal(2.0, [0.1, 0.2, 0.2]).unwrap().at(0.1, 0.2, 1.3)),
    ];
    Bench { builder, plane, space }
}

fn signal() -> Signal {
    Signal::polynomial([0.3, 0.1, -0.2]).sine(0.7, 3.0, 0.4)
}

/// All that a model says at a state, as bits; what cannot be evaluated says why.
fn said(model: &Model, state: &State) -> (Vec<u64>, String) {
    let mut ws = model.workspace();
    let mut state = state.clone();
    let _ = model.decide_friction(&mut state);
    let state = &state;
    let outcome = model.evaluate(&mut ws, state, chetaev::dynamics::Baumgarte::OFF);
    let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
    match outcome {
        Ok(()) => {
            evaluate(model, &mut ws, state);
            let all = [ws.phi(), ws.rate(), ws.gamma(), ws.acceleration(), ws.multipliers()];
            ([all.map(bits).concat(), bits(ws.jacobian(model).as_slice())].concat(), String::new())
        }
        Err(error) => (Vec::new(), error.to_string()),
    }
}

/// What was saved so far, by the names of the types.
#[derive(Default)]
struct Saved {
    types: BTreeSet<String>,
}

impl Saved {
    fn check(&mut self, what: &str, build: impl FnOnce(&mut Bench)) {
        let mut bench = bench();
        build(&mut bench);
        let model = bench.builder.build().unwrap_or_else(|e| panic!("{what}: {e}"));
        let plain = model.saved().unwrap_or_else(|e| panic!("{what}: {e}"));
        let back = again::<SavedModel>(&plain).build().unwrap();
        assert_eq!(
            serde_json::to_string(&back.saved().unwrap()).unwrap(),
            serde_json::to_string(&plain).unwrap(),
            "{what}: written a second time it is another"
        );
        let mut random = Random::new(7);
        let mut numbers = 0;
        for _ in 0..20 {
            let mut state = random.state(&model);
            // Attitudes of length one, near to the start so that shapes still touch.
            let placed = model.placed();
            state.q.iter_mut().zip(&placed.q).for_each(|(q, p)| *q = p + 0.02 * *q);
            let ours = said(&model, &state);
            assert_eq!(ours, said(&back, &state), "{what}");
            numbers += ours.0.len();
        }
        assert!(numbers > 0, "moot: {what} could not be evaluated anywhere: {}", said(&model, &model.placed()).1);
        let names = what.split(|c: char| !c.is_alphanumeric()).filter(|name| !name.is_empty());
        self.types.extend(names.map(str::to_owned));
    }
}

/// A constraint, a force or a body; the text names all types of which it is made.
macro_rules! save {
    ($saved:ident, $bench:ident, $add:ident, $element:expr) => {
        $saved.check(stringify!($element), |$bench| {
            let element = $element;
            $bench.builder.$add("it", element);
        })
    };
}
use save;

/// Types of the library that hold a function of the user's own, and nothing else.
const OWN: [&str; 11] = [
    "Auto",
    "OnCoordinate",
    "Smooth",
    "Parametric",
    "Closed",
    "HeightField",
    "Revolution",
    "PointOnSpaceCurve",
    "F",
    "P",
    "C",
];

/// `Revolute` and so on: what one of the traits of elements is implemented for.
fn built_in(folder: &Path, found: &mut BTreeSet<String>) {
    const TRAITS: [&str; 11] = [
        "Body",
        "Constraint",
        "Force",
        "Friction",
        "FrictionLaw",
        "Curve",
        "Curve<3>",
        "Surface",
        "Edge",
        "Pair",
        "SpatialPair",
    ];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            built_in(&path, found);
            continue;
        }
        // Unit tests have elements of their own.
        if path.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| line.starts_with("impl")) {
            let Some((before, after)) = line.split_once(" for ") else { continue };
            let name = before.rsplit(' ').next().unwrap_or_default().trim_start_matches("impl");
            if TRAITS.contains(&name) || name == "Measure" {
                found.insert(after.chars().take_while(|c| c.is_alphanumeric()).collect());
            }
        }
    }
}

#[test]
fn property_every_built_in_element_can_be_saved() {
    let mut saved = Saved::default();
    elements::all(&mut saved);
    shapes::all(&mut saved);
    let saved = saved.types;
    let mut all = BTreeSet::new();
    built_in(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut all);
    assert!(all.contains("Revolute") && all.contains("Torus") && all.len() > 50, "moot: {all:?}");
    // Pointers to shapes, and the types that stand for any built-in shape in a file.
    let other =
        |name: &&String| OWN.contains(&name.as_str()) || name.starts_with("Saved") || *name == "Arc" || *name == "Box";
    let missing = all.iter().filter(|name| !saved.contains(*name) && !other(name));
    let missing: Vec<&String> = missing.collect();
    assert!(missing.is_empty(), "neither saved nor excused: {missing:?}");
}
