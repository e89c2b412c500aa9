//! States and shapes that belong to something else are refused, for their numbers would be taken for others, and belts under what they do not carry.

use chetaev::contact::EllipseOnLine;
use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::error::{BuildError, EvalError};
use chetaev::prelude::*;

type Failure = Box<dyn std::error::Error>;

/// Two stones, named in this order, that fall.
fn stones(names: [&str; 2]) -> Result<Model, Failure> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    for (k, name) in names.into_iter().enumerate() {
        builder.body(name, Particle::new(1.0 + k as f64).at(k as f64, 0.0));
    }
    Ok(builder.build()?)
}

#[test]
fn property_a_state_of_a_model_with_other_names_is_refused() -> Result<(), Failure> {
    let (one, again, other) = (stones(["a", "b"])?, stones(["a", "b"])?, stones(["b", "a"])?);
    let start = one.start().set_velocity("a.vx", 2.0).project()?.state;
    // Of a model that was told alike it is a state.
    let run = Simulation::new(&again).keep_dense().run(start.clone(), 1.0)?;
    let refused = Simulation::new(&other).run(start.clone(), 1.0).err().ok_or("it ran")?;
    assert!(refused.to_string().contains("other bodies, constraints"), "{refused}");
    for state in [start.clone(), run.last().ok_or("no sample")?.state(), run.state_at(0.25)?] {
        assert!(matches!(other.freedoms(&state), Err(EvalError::OtherModel)));
        assert!(again.freedoms(&state).is_ok());
    }
    assert!(other.start_from(start.clone()).project().is_err());
    let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| other.read(&start).t()));
    assert!(read.is_err());
    // Numbers that were set by hand in a state of the model itself are its own.
    let mut placed = other.placed();
    placed.q.clone_from(&start.q);
    assert!(Simulation::new(&other).run(placed, 1.0).is_ok());
    Ok(())
}

#[cfg(feature = "serde")]
#[test]
fn identity_a_state_keeps_its_names_in_a_file() -> Result<(), Failure> {
    let (one, other) = (stones(["a", "b"])?, stones(["b", "a"])?);
    let back: State = serde_json::from_str(&serde_json::to_string(&one.placed())?)?;
    assert!(one.freedoms(&back).is_ok());
    assert!(matches!(other.freedoms(&back), Err(EvalError::OtherModel)));
    Ok(())
}

#[test]
fn property_a_shape_on_a_line_of_a_third_body_is_refused() -> Result<(), Failure> {
    for opens in [false, true] {
        let mut builder = ModelBuilder::new();
        let [disk, ramp] = ["disk", "ramp"].map(|name| builder.body(name, RigidBody::disk(1.0, 0.1).at(0.0, 0.1, 0.0)));
        let shape = EllipseOnLine::new(ramp.axis([0.0, 0.0], 0.0), 0.1, 0.1);
        if opens {
            builder.contact("touch", Contact::between(GROUND, disk, shape), Rigid::smooth());
        } else {
            builder.constraint("touch", Contact::rolling(GROUND, disk, shape));
        }
        let refused = builder.build().err().ok_or("it was built")?;
        assert!(matches!(&refused, BuildError::BadShape { name, .. } if name == "touch"), "{refused}");
        assert!(refused.to_string().contains("another body than the first"), "{refused}");
    }
    Ok(())
}

#[test]
fn property_a_belt_that_carries_nothing_is_refused() {
    let pair = || EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
    let touches: [fn(BodyId, EllipseOnLine) -> Contact<EllipseOnLine>; 4] = [
        |disk, pair| Contact::sliding(GROUND, disk, pair),
        |disk, pair| Contact::rolling_by_arcs(GROUND, disk, pair),
        |disk, pair| Contact::rolling(GROUND, disk, pair),
        |disk, pair| Contact::between(GROUND, disk, pair),
    ];
    let built = touches.map(|touch| {
        let mut builder = ModelBuilder::new();
        let disk = builder.body("disk", RigidBody::disk(1.0, 0.1).at(0.0, 0.1, 0.0));
        builder.constraint("belt", touch(disk, pair()).on_belt_signal(Signal::constant(0.3)));
        builder.build().map(drop)
    });
    for refused in &built[..2] {
        assert!(
            matches!(refused, Err(BuildError::BadShape { name, what, .. }) if name == "belt" && what.contains("a belt carries"))
        );
    }
    assert_eq!(built[2..], [Ok(()), Ok(())]);
    // In space too.
    let mut builder = ModelBuilder::new();
    let ball = builder.body("ball", Solid::from_inertia(Inertia::sphere(1.0, 0.1).unwrap()).unwrap().at(0.0, 0.0, 0.1));
    let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], 0.1));
    let touch = Contact::sliding(WORLD, ball, pair).on_belt_signal_along([1.0, 0.0, 0.0], Signal::constant(0.3));
    builder.constraint("belt", touch);
    assert!(matches!(builder.build().map(drop), Err(BuildError::BadShape { .. })));
}
