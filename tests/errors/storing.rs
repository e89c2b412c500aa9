//! Models and results that cannot be written or read.

use crate::Case;
use chetaev::body::Solid;
use chetaev::error::BuildError;
use chetaev::model::SavedModel;
use chetaev::player::{AnimationError, DrawingError, PageError, Shape};
use chetaev::prelude::*;
use chetaev::store::StoreError;

fn wheel(add: impl FnOnce(&mut ModelBuilder)) -> Model {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::disk(2.0, 0.1));
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    add(&mut builder);
    builder.build().unwrap()
}

fn reread(model: &Model, from: &str, to: &str) -> Result<Model, StoreError> {
    let text = serde_json::to_string(&model.saved().unwrap()).unwrap();
    let changed = text.replacen(from, to, 1);
    assert_ne!(text, changed, "moot: `{from}` is not in {text}");
    serde_json::from_str::<SavedModel>(&changed).unwrap().build()
}

/// A record of which a file says other than it was.
fn damaged(run: &Trajectory, model: &Model) -> Result<Trajectory, StoreError> {
    let mut value = serde_json::to_value(run.record()).unwrap();
    value["drift"]["position"][0] = false.into();
    serde_json::from_value::<chetaev::simulate::Record>(value).unwrap().of(model)
}

pub fn cases() -> Vec<Case> {
    let plain = wheel(|_| {});
    let mut builder = ModelBuilder::new();
    let disk = builder.body("wheel", RigidBody::disk(2.0, 0.1));
    builder.constraint("motor", Driver::new(Angle::between(GROUND, disk), |t| t * 2.0));
    let own = builder.build().unwrap();
    let run = Simulation::new(&plain).run(plain.placed(), 0.1).unwrap();
    let other = wheel(|m| _ = m.body("ball", Particle::new(1.0)));
    let mut builder = ModelBuilder::new();
    let disc = builder.body("disc", RigidBody::disk(2.0, 0.1));
    builder.constraint("axle", Revolute::new(GROUND.origin(), disc.origin()));
    let renamed = builder.build().unwrap();
    let mut builder = ModelBuilder::new();
    let ball = builder.body("ball", Solid::principal(1.0, [0.1; 3]).unwrap());
    let spatial = builder.build().unwrap();
    let flies = Simulation::new(&spatial).run(spatial.placed(), 0.1).unwrap();
    let mut lost = plain.placed();
    lost.q[0] = f64::NAN;
    vec![
        case!(StoreError::NotPlain, own.saved().map(drop), &["`motor`", "`Signal`", "build the model from them"]),
        case!(StoreError::OtherModel, run.record().of(&other).map(drop), &["3 coordinates", "has 5", "read it with"]),
        case!(
            StoreError::OtherNames,
            run.record().of(&renamed).map(drop),
            &["other bodies", "their order", "bodies are `disc`", "read it with"]
        ),
        case!(StoreError::Damaged, damaged(&run, &plain).map(drop), &["drift", "`axle[0]`", "take another copy"]),
        case!(
            StoreError::Build,
            reread(&plain, "\"body\":1", "\"body\":99").map(drop),
            &["`axle`", "body 99", "the model has 1"]
        ),
        case!(
            BuildError::UnknownBody,
            reread(&plain, "\"body\":1", "\"body\":99").map(drop).map_err(|error| match error {
                StoreError::Build(error) => error,
                other => panic!("{other}"),
            }),
            &["constraint `axle`", "body 99", "the model has 1", "name one of them"]
        ),
        case!(
            AnimationError::File,
            run.player().animation().write("Cargo.toml/below.svg").map(drop),
            &["`Cargo.toml/below.svg` cannot be written", "a part of this one is a file"],
        ),
        case!(
            AnimationError::Space,
            flies.player().animation().svg().map(drop),
            &["`ball`", "space", "write the page instead"],
        ),
        case!(
            PageError::Foreign,
            run.player().shape(ball, Shape::dot()).to_html().map(drop),
            &["shape number 1", "another model", "model.body("],
        ),
        case!(
            PageError::File,
            run.player().write("Cargo.toml/below.html").map(drop),
            &["`Cargo.toml/below.html` cannot be written", "a part of this one is a file"],
        ),
        case!(
            AnimationError::Foreign,
            run.player().trail(GROUND.origin()).trail(ball.origin()).animation().svg().map(drop),
            &["trail number 2", "another model", "model.body("],
        ),
        case!(
            DrawingError::Foreign,
            plain.drawing(&plain.placed()).point("P", ball.origin()).svg().map(drop),
            &["`P`", "another model", "model.body("],
        ),
        case!(
            DrawingError::State,
            plain.drawing(&other.placed()).svg().map(drop),
            &["5 coordinates", "the model has 3", "use a state of this model"],
        ),
        case!(DrawingError::Body, plain.drawing(&lost).svg().map(drop), &["`wheel`", "not finite", "look at what"]),
        case!(
            DrawingError::Mark,
            plain.drawing(&plain.placed()).length("l", GROUND.origin(), GROUND.origin()).svg().map(drop),
            &["`l`", "two points coincide", "give two"],
        ),
        case!(
            DrawingError::File,
            plain.drawing(&plain.placed()).write("Cargo.toml/below.svg").map(drop),
            &["`Cargo.toml/below.svg` cannot be written", "a part of this one is a file"],
        ),
    ]
}
