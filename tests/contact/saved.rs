//! Contacts as plain data: models and results.

use chetaev::contact::spatial::{OnPlane, PointOn};
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::hybrid::Stop;
use chetaev::model::SavedModel;
use chetaev::prelude::*;
use chetaev::simulate::{Cause, Record};
use chetaev::store::StoreError;

pub fn again<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// A state as text that keeps every bit: in memory, what was never found is NaN.
pub fn text(state: &State) -> String {
    format!("{state:?}")
}

pub fn bits(run: &Trajectory) -> Vec<u64> {
    let numbers = |at: Snapshot<'_>| [&[at.t()][..], at.q(), at.v()].concat();
    run.samples().flat_map(numbers).map(f64::to_bits).collect()
}

/// A ball with spin over a floor, a block that slides on it, an arm with a rough pin and a stop, a ball in space, a point that slides and pivots: friction points and constraints stand before,
/// between and after the contacts.
pub fn yard() -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81, 0.0]);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let arm = builder.body("arm", RigidBody::rod(1.0, 1.0).at(-4.5, 2.0, 0.0));
    let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 0.4, 0.0).moving(0.3, 0.0, 20.0));
    let block = builder.body("block", RigidBody::new(1.0, 0.05).at(3.0, 0.1, 0.0).moving(0.8, 0.0, 0.0));
    let stone = builder.body("stone", Solid::principal(1.0, [0.01; 3]).unwrap().at(0.0, 0.5, 0.3));
    let stop = Stop::above(Angle::between(GROUND, arm), -0.6);
    builder.contact("stop", stop, Rigid::smooth().bouncing(0.4));
    let pin = builder.constraint("pin", Revolute::new(GROUND.point(-5.0, 2.0), arm.point(-0.5, 0.0)));
    builder.friction("bearing", FrictionPoint::in_pin(pin, 0.05), Stribeck::new(0.1, 0.15, 0.05));
    let round = EllipseOnLine::new(line, 0.1, 0.1);
    let rubber = Rigid::rough(Coulomb::new(0.1).holding(0.12)).bouncing(0.5);
    builder.contact("floor", Contact::between(GROUND, ball, round), rubber);
    let drag = FrictionPoint::along(Travel::along(line, block.origin()), 0.2);
    for (name, corner) in [("left", [-0.2, -0.1]), ("right", [0.2, -0.1])] {
        let foot = Contact::between(GROUND, block, CornerOnLine::new(line, corner));
        builder.contact(name, foot, Rigid::rough(Stribeck::new(0.2, 0.3, 0.1)));
    }
    builder.friction("drag", drag, Coulomb::new(0.3));
    let top = Solid::principal(1.0, [0.01; 3]).unwrap().at(0.0, 0.201, 2.0).moving(0.7, 0.0, 0.2);
    let top = builder.body("top", top.spinning(0.0, 12.0, 0.0));
    let bowl = OnPlane::new(Plane::new([0.0, 0.2, 0.0], [0.0, 1.0, 0.0]), Sphere::new([0.0; 3], 0.05));
    builder.contact("table", Contact::between(WORLD, stone, bowl), Rigid::smooth().bouncing(0.3));
    let point = PointOn::new(Plane::new([0.0, 0.2, 0.0], [0.0, 1.0, 0.0]), [0.0; 3]);
    let pivots = Contact::between(WORLD, top, point).pivoting(0.1);
    builder.contact("pivot", pivots, Rigid::rough(Coulomb::new(0.3)).bouncing(0.1));
    builder.build().unwrap()
}

#[test]
fn identity_a_model_with_contacts_read_back_runs_bit_for_bit_the_same() {
    let model = yard();
    let plain = model.saved().unwrap();
    let back = again::<SavedModel>(&plain).build().unwrap();
    assert_eq!(serde_json::to_string(&back.saved().unwrap()).unwrap(), serde_json::to_string(&plain).unwrap());
    assert_eq!((model.row_names(), model.work_names()), (back.row_names(), back.work_names()));
    let names =
        |model: &Model| model.contact_names().chain(model.friction_names()).map(String::from).collect::<Vec<_>>();
    assert_eq!(names(&model), names(&back));
    assert_eq!(format!("{:?}", model.placed()), format!("{:?}", back.placed()));
    let run = |model: &Model| Simulation::new(model).every(0.01).keep_dense().run(model.placed(), 0.6);
    let (ours, theirs) = (run(&model).unwrap(), run(&back).unwrap());
    assert!(ours.impacts().len() > 3 && ours.transitions().len() > 3, "moot: {} impacts", ours.impacts().len());
    assert_eq!(bits(&ours), bits(&theirs));
    assert_eq!((ours.impacts(), ours.transitions()), (theirs.impacts(), theirs.transitions()));
    assert_eq!((ours.counters(), text(ours.end())), (theirs.counters(), text(theirs.end())));
    // The result, with the model that was read back.
    let read = again::<Record>(&ours.record()).of(&back).unwrap();
    assert_eq!((bits(&ours), ours.impacts(), ours.transitions()), (bits(&read), read.impacts(), read.transitions()));
    assert_eq!(ours.table().to_csv(), read.table().to_csv());
    assert!(
        ours.state_at(0.377)
            .is_some_and(|state| read.state_at(0.377).is_some_and(|other| text(&state) == text(&other)))
    );
}

/// The slip of a contact that closed was no number, so that its record could not be read back, and equal runs were not equal; nor were states with open contacts.
#[test]
fn invariant_the_record_of_a_run_with_impacts_is_read_back() {
    let model = yard();
    let run = || Simulation::new(&model).run(model.start().project().unwrap(), 2.0).unwrap();
    let (one, other) = (run(), run());
    assert!(one.transitions().iter().any(|change| matches!(change.cause, Cause::Struck { .. })), "moot");
    assert!(one.transitions().iter().all(|change| change.slip.is_finite() && change.load.is_finite()));
    assert!(one.transitions() == other.transitions() && one.end() == other.end());
    let placed = model.placed();
    assert!(placed.memory.iter().any(|x| x.is_nan()) && placed == model.placed());
    let record: Record = again(&one.record());
    let back = record.of(&model).unwrap();
    assert!(back.transitions() == one.transitions() && back.end() == one.end());
}

#[test]
fn refusal_a_contact_with_a_function_of_ones_own_is_refused_by_name() {
    let refused = |law: Rigid| {
        let mut builder = ModelBuilder::new();
        let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 0.2, 0.0));
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
        builder.contact("floor", Contact::between(GROUND, ball, pair), law);
        builder.build().unwrap().saved().err()
    };
    let not_plain = Some(StoreError::NotPlain { kind: "contact", name: "floor".into() });
    assert_eq!(refused(Rigid::smooth().bouncing(0.3)), None);
    assert_eq!(refused(Rigid::smooth().bouncing_by(|speed| 1.0 / (1.0 + speed))), not_plain);
    assert_eq!(refused(Rigid::rough(Own)), not_plain);
}

#[derive(Debug)]
struct Own;

impl FrictionLaw for Own {
    fn sliding(&self, _speed: f64) -> f64 {
        0.1
    }
    fn holding(&self) -> f64 {
        0.1
    }
    fn viscous(&self, _speed: f64) -> f64 {
        0.0
    }
}
