//! What was saved and read back runs like what was saved, to the last bit.

use super::Record;
use crate::body::{Particle, Solid};
use crate::constraint::Joint;
use crate::contact::EllipseOnLine;
use crate::math::Signal;
use crate::measure::AxialAngle;
use crate::model::SavedModel;
use crate::prelude::*;
use crate::store::StoreError;
use nalgebra::UnitQuaternion;
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

/// A model of many kinds of elements: a driven crank and slider on a rough guide, a rolling ellipse, a geared wheel on a rough pin.
fn workshop() -> Result<Model, Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let crank = builder.body("crank", RigidBody::rod(1.0, 0.2).at(0.1, 0.0, 0.3));
    let rod = builder.body("rod", RigidBody::rod(0.7, 0.5).at(0.4, 0.1, 0.0));
    let slider = builder.body("slider", Particle::new(1.0).at(0.6, 0.1));
    let wheel = builder.body("wheel", RigidBody::disk(2.0, 0.1).at(0.0, 1.0, 0.0));
    let disk = builder.body("disk", RigidBody::ellipse(1.0, 0.3, 0.2).at(3.0, 0.2, 0.0).moving(-0.3, 0.0, 1.5));
    builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.1, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.1, 0.0), rod.point(-0.25, 0.0)));
    builder.constraint("B", Revolute::new(rod.point(0.25, 0.0), slider.origin()));
    let guide = builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
    let pin = builder.constraint("axle", Revolute::new(GROUND.point(0.0, 1.0), wheel.origin()));
    builder.constraint(
        "gear",
        Coupler::new(Angle::between(GROUND, wheel), 0.5, Angle::between(GROUND, crank)).offset(-0.15),
    );
    builder.constraint(
        "floor",
        Contact::rolling(GROUND, disk, EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.3, 0.2)),
    );
    builder
        .force("spring", SpringDamper::between(GROUND.point(0.9, 0.0), slider.origin(), 40.0).rest(0.3).damping(0.2));
    let torque = Signal::constant(0.2).sine(1.5, 4.0, 0.1);
    builder.force("motor", AppliedAlong::signal(Angle::between(GROUND, crank), torque));
    builder.friction("rub", FrictionPoint::in_slot(guide), Coulomb::new(0.2).holding(0.3));
    builder.friction("bearing", FrictionPoint::in_pin(pin, 0.02), Stribeck::new(0.1, 0.15, 0.05));
    let belt = FrictionPoint::along(Travel::along(GROUND.axis([0.0, 0.0], 0.0), slider.origin()), 2.0);
    builder.friction("belt", belt.on_belt_signal(Signal::constant(0.3)), Coulomb::new(0.1));
    Ok(builder.build()?)
}

/// A model in space: a top with a sprung weight, a hinge with a motor.
fn attic() -> Result<Model, Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let turn = UnitQuaternion::from_euler_angles(0.3, -0.2, 0.9);
    let top = builder.body("top", Solid::principal(1.0, [0.02, 0.05, 0.06])?.turned(turn).spinning(3.0, 8.0, 0.5));
    let load = builder.body("load", Particle::in_space(0.3).at(0.5, 0.5, 0.1));
    let arm = builder.body("arm", Solid::principal(0.5, [0.01, 0.02, 0.03])?.at(0.0, 0.0, 1.0));
    builder.constraint("tip", Joint::spherical(WORLD.point(0.1, 0.0, 0.0), top.point(0.0, -0.3, 0.0)));
    let hinge = [WORLD.axis([0.0, 0.0, 1.0], [0.0, 1.0, 1.0]), arm.axis([0.0; 3], [0.0, 1.0, 1.0])];
    builder.constraint("hinge", Joint::revolute(hinge[0], hinge[1]));
    builder.constraint("rod", Distance::new(arm.point(0.2, 0.0, 0.0), load.origin(), 1.1));
    builder.force("spring", SpringDamper::between(top.origin(), load.origin(), 20.0).rest(0.2).damping(0.1));
    let torque = Signal::constant(0.1).sine(0.3, 5.0, 0.0);
    builder.force("motor", AppliedAlong::signal(AxialAngle::about(hinge[0], hinge[1]), torque));
    Ok(builder.build()?)
}

fn run(model: &Model, start: impl Into<State>, end: f64) -> Result<Trajectory, Box<dyn Error>> {
    Ok(Simulation::new(model).every(0.01).keep_dense().run(start, end)?)
}

fn again<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> Result<T, serde_json::Error> {
    serde_json::from_str(&serde_json::to_string(value)?)
}

/// All that was computed, as bits.
fn bits(run: &Trajectory) -> Vec<u64> {
    let numbers = |at: Snapshot<'_>| [at.q(), at.v(), at.works, &at.numbers()].concat();
    run.samples().flat_map(numbers).map(f64::to_bits).collect()
}

#[test]
fn identity_a_model_read_back_runs_bit_for_bit_the_same() -> Outcome {
    let space = attic()?;
    let back = again(&space.saved()?)?.build()?;
    let (first, second) = (run(&space, space.start().project()?, 2.0)?, run(&back, back.start().project()?, 2.0)?);
    assert_eq!(bits(&first), bits(&second));
    let model = workshop()?;
    let back = again(&model.saved()?)?.build()?;
    let (first, second) = (run(&model, model.start().project()?, 2.0)?, run(&back, back.start().project()?, 2.0)?);
    assert!(first.transitions().len() > 2 && first.len() > 200, "moot: {} transitions", first.transitions().len());
    assert_eq!(bits(&first), bits(&second));
    assert_eq!((first.transitions(), first.counters()), (second.transitions(), second.counters()));
    assert_eq!(model.row_names(), back.row_names());
    // What is read back can be written again.
    assert_eq!(serde_json::to_string(&back.saved()?)?, serde_json::to_string(&model.saved()?)?);
    Ok(())
}

#[test]
fn identity_a_run_goes_on_from_a_state_read_back() -> Outcome {
    let model = workshop()?;
    let half = run(&model, model.start().project()?, 1.0)?;
    let state: State = again(half.end())?;
    assert_eq!(
        state.q.iter().map(|x| x.to_bits()).collect::<Vec<_>>(),
        half.end().q.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    );
    assert!(state.memory.iter().all(|x| x.is_finite()) && !state.memory.is_empty(), "moot: nothing to warm up");
    let (from_memory, from_file) =
        (run(&model, half.end().clone(), 2.0)?, run(&again(&model.saved()?)?.build()?, state, 2.0)?);
    assert_eq!(bits(&from_memory), bits(&from_file));
    // A state that was never run has nothing in its memory yet.
    let placed = model.placed();
    assert!(placed.memory.iter().any(|x| x.is_nan()), "moot");
    let back: State = again(&placed)?;
    assert!(back.memory.iter().zip(&placed.memory).all(|(a, b)| a.to_bits() == b.to_bits()));
    Ok(())
}

#[test]
fn identity_a_result_reads_back() -> Outcome {
    let model = workshop()?;
    let ran = run(&model, model.start().project()?, 1.5)?;
    let back = again::<Record>(&ran.record())?.of(&model)?;
    assert_eq!(bits(&ran), bits(&back));
    assert_eq!((ran.transitions(), ran.events(), ran.counters()), (back.transitions(), back.events(), back.counters()));
    assert_eq!(ran.table().to_csv(), back.table().to_csv());
    let t = 0.777_123;
    assert!(ran.state_at(t).is_ok());
    assert_eq!(ran.state_at(t), back.state_at(t));
    // Not with another model.
    let mut other = ModelBuilder::new();
    other.body("ball", Particle::new(1.0));
    let refused = again::<Record>(&ran.record())?.of(&other.build()?).err();
    assert_eq!(refused, Some(StoreError::OtherModel { what: "coordinates", found: 14, expected: 2 }));
    Ok(())
}

#[test]
fn refusal_what_is_not_plain_data_is_refused_by_name() -> Outcome {
    let wheel = |add: &dyn Fn(&mut ModelBuilder, BodyId)| {
        let mut builder = ModelBuilder::new();
        let wheel = builder.body("wheel", RigidBody::disk(2.0, 0.1));
        builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
        add(&mut builder, wheel);
        builder.build().map_err(StoreError::from).and_then(|model| model.saved()).err()
    };
    let not_plain = |kind, name: &str| Some(StoreError::NotPlain { kind, name: name.into() });
    assert_eq!(wheel(&|_, _| {}), None);
    let motor = wheel(&|b, w| _ = b.constraint("motor", Driver::new(Angle::between(GROUND, w), |t| t * 2.0)));
    assert_eq!(motor, not_plain("constraint", "motor"));
    assert_eq!(
        wheel(&|b, w| _ = b.constraint("motor", Driver::signal(Angle::between(GROUND, w), Signal::constant(0.0)))),
        None
    );
    let push = wheel(&|b, w| _ = b.force("push", Applied::torque(w, |_| 1.0)));
    assert_eq!(push, not_plain("force", "push"));
    let belt = wheel(&|b, w| {
        let rub = FrictionPoint::along(Angle::between(GROUND, w), 1.0).on_belt(|t| t);
        b.friction("belt", rub, Coulomb::new(0.1));
    });
    assert_eq!(belt, not_plain("friction", "belt"));
    let message = belt.map(|e| e.to_string()).unwrap_or_default();
    assert!(message.contains("the friction `belt` cannot be saved") && message.contains("Signal"), "{message}");
    Ok(())
}

#[test]
fn refusal_a_file_of_another_version_or_with_a_wrong_index_is_refused() -> Outcome {
    let text = serde_json::to_string(&workshop()?.saved()?)?;
    let later = text.replace("\"version\":3", "\"version\":7");
    let refused = serde_json::from_str::<SavedModel>(&later).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(refused.contains(&StoreError::Version { found: 7, known: 3 }.to_string()), "{refused}");
    let wrong = text.replacen("\"body\":1", "\"body\":99", 1);
    assert_ne!(wrong, text, "moot");
    assert!(matches!(serde_json::from_str::<SavedModel>(&wrong)?.build(), Err(StoreError::Build(_))));
    Ok(())
}

/// Bodies that roll in space: in closed form, on a rim, and found by a search that begins near points or nowhere.
fn stones() -> Result<Model, Box<dyn Error>> {
    use crate::contact::spatial::{EdgeOn, OnPlane, RimOnPlane, Surfaces};
    use crate::contact::surface::{Cylinder, Ellipsoid, Hollow, Plane, Rim, Sphere};
    use nalgebra::{UnitQuaternion, Vector3};
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let leaning = UnitQuaternion::from_scaled_axis(Vector3::x() * 1.2);
    let stone =
        Solid::from_inertia(Inertia::ellipsoid(1.0, [0.5, 0.4, 0.3])?)?.at(0.0, 0.0, 0.3).spinning(0.3, 2.0, 1.0);
    let disk = Solid::from_inertia(Inertia::disk(1.0, 0.2)?)?.at(3.0, 0.0, 0.2).turned(leaning).spinning(0.0, 1.0, 9.0);
    let ball = Solid::from_inertia(Inertia::sphere(1.0, 0.1)?)?.at(6.0, 0.0, -0.9).spinning(5.0, 2.0, 1.0);
    let [stone, disk, ball, wheel] =
        [("stone", stone), ("disk", disk.clone()), ("ball", ball), ("wheel", disk.at(9.0, 0.0, 1.2))]
            .map(|(name, solid)| builder.body(name, solid));
    let floor = Plane::horizontal();
    let on_plane = OnPlane::new(floor, Ellipsoid::new(0.5, 0.4, 0.3));
    builder.constraint("stone", Contact::rolling(WORLD, stone, on_plane));
    builder.constraint("disk", Contact::without_pivoting(WORLD, disk, RimOnPlane::new(floor, Rim::new(0.2))));
    // A cylinder along y.
    let lying = UnitQuaternion::from_scaled_axis(Vector3::x() * -std::f64::consts::FRAC_PI_2);
    let long = Solid::principal(5.0, [2.0, 2.0, 3.0])?.turned(lying);
    let pipe = builder.body("pipe", long.clone().at(6.0, 0.0, 0.0));
    builder.constraint("fixed", Joint::weld(WORLD.mark(6.0, 0.0, 0.0).turned(lying), pipe.mark(0.0, 0.0, 0.0)));
    let in_pipe = Surfaces::new(Hollow(Cylinder::new(1.0)), Sphere::new([0.0; 3], 0.1));
    builder.constraint("ball", Contact::rolling(pipe, ball, in_pipe));
    let log = builder.body("log", long.at(9.0, 0.0, 0.0));
    builder.constraint("log", Joint::weld(WORLD.mark(9.0, 0.0, 0.0).turned(lying), log.mark(0.0, 0.0, 0.0)));
    let rim = EdgeOn::new(Cylinder::new(1.0), Rim::new(0.2));
    builder.constraint("wheel", Contact::rolling(log, wheel, rim));
    Ok(builder.build()?)
}

#[test]
fn identity_rolling_in_space_read_back_runs_bit_for_bit_the_same() -> Outcome {
    let model = stones()?;
    let back = again(&model.saved()?)?.build()?;
    let (first, second) = (run(&model, model.start().project()?, 0.5)?, run(&back, back.start().project()?, 0.5)?);
    assert_eq!(bits(&first), bits(&second));
    assert!(first.energy_error() < 1e-6);
    let state: State = again(first.end())?;
    assert!(state.memory.iter().all(|x| x.is_finite()) && state.memory.len() == 24);
    let (from_memory, from_file) = (run(&model, first.end().clone(), 0.7)?, run(&back, state, 0.7)?);
    assert_eq!(bits(&from_memory), bits(&from_file));
    Ok(())
}
