//! Contacts as plain data: models, results, and states from which a run goes on in whatever mode it was stopped.

use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::dynamics::Stabilization;
use chetaev::hybrid::Stop;
use chetaev::model::SavedModel;
use chetaev::prelude::*;
use chetaev::simulate::{Output, Record, RunFailure};
use chetaev::store::StoreError;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn again<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// A state as text that keeps every bit: in memory, what was never found is NaN.
fn text(state: &State) -> String {
    format!("{state:?}")
}

fn bits(run: &Trajectory) -> Vec<u64> {
    let numbers = |at: Snapshot<'_>| [&[at.t()][..], at.q(), at.v()].concat();
    run.samples().flat_map(numbers).map(f64::to_bits).collect()
}

/// A ball with spin over a floor, a block that slides on it, an arm with a rough pin and a stop, a ball in space: friction points and constraints stand before,
/// between and after the contacts.
fn yard() -> Model {
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
    let bowl = OnPlane::new(Plane::new([0.0, 0.2, 0.0], [0.0, 1.0, 0.0]), Sphere::new([0.0; 3], 0.05));
    builder.contact("table", Contact::between(WORLD, stone, bowl), Rigid::smooth().bouncing(0.3));
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

#[test]
fn regress_a_contact_with_a_function_of_ones_own_is_refused_by_name() {
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

/// A run of equal steps, stopped after so many of them.
fn stopped(model: &Model, start: State, end: f64, after: u64) -> Trajectory {
    let plan = Simulation::new(model).fixed_step(1.0 / 256.0).stabilization(Stabilization::Projection);
    let told = move |now: &chetaev::simulate::Progress| {
        if now.steps >= after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match plan.output(Output::Steps).progress(told).run(start, end) {
        Ok(run) => run,
        Err(error) => {
            assert!(matches!(error.failure, RunFailure::Cancelled { .. }), "{error}");
            *error.partial
        }
    }
}

/// Stopped at every impact and here and there, written, read and gone on with: what follows is what follows in the run that just goes on, to the bit.
///
/// It does not yet hold where a contact is closed (probably: a start projects once more, which a step does not), and it is not yet known of rest.
#[test]
#[ignore = "fails: while a contact is closed a start does not go on to the bit; see the comment"]
fn identity_a_run_goes_on_from_every_mode() {
    let mut modes = BTreeSet::new();
    let model = yard();
    let back = again(&model.saved().unwrap()).build().unwrap();
    let (start, end) = (model.placed(), 0.6);
    let whole = stopped(&model, start.clone(), end, u64::MAX);
    let all = bits(&whole);
    let steps = whole.counters().steps;
    let mut counting = 0;
    let struck = |after: &usize| {
        let t = whole.sample(*after).map_or(f64::NAN, |at| at.t());
        after.is_multiple_of(48) || whole.impacts().iter().step_by(4).any(|impact| impact.t == t)
    };
    let stops: Vec<usize> = (1..steps as usize).filter(struck).collect();
    for &after in &stops {
        let half = stopped(&model, start.clone(), end, after as u64);
        let state: State = again(half.end());
        assert_eq!(text(&state), text(half.end()));
        counting = counting.max(state.impacts.count());
        let on = stopped(&back, state, end, u64::MAX);
        let t = half.end().t;
        // At an impact a sample is of the state before it.
        let first = 1 + model.coordinates() + model.velocities();
        let here = bits(&on).split_off(first);
        let from = all.len() - here.len().min(all.len());
        assert!(here == all[from..], "stopped at {t} after {after} steps, {:?}", half.end().modes);
        let since = whole.impacts().iter().filter(|impact| impact.t > t).cloned().collect::<Vec<_>>();
        assert_eq!(on.impacts(), since, "stopped at {t}");
        assert_eq!(text(on.end()), text(whole.end()));
        for contact in model.contact_names() {
            let handle = model.contact(contact).unwrap();
            let at = model.read(half.end());
            let reading = at.contact(handle);
            let leaves = reading.mode == Mode::Open && reading.gap.abs() < 1e-9;
            modes.insert(if leaves { "leaving".into() } else { format!("{:?}", reading.mode) });
        }
    }
    println!("{} stops in {steps} steps; modes {modes:?}; up to {counting} impacts were counted", stops.len());
    for mode in ["leaving", "Open", "Forward"] {
        assert!(modes.contains(mode), "moot: never {mode}");
    }
    assert!(counting > 1, "moot");
}
