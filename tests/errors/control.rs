//! Clocks, signals, variables, linear systems.

use crate::Case;
use chetaev::analysis::{LinearError, Linearization, Shooting};
use chetaev::error::{BuildError, EvalError};
use chetaev::math::{LookupError, LookupTable};
use chetaev::prelude::*;
use chetaev::simulate::RunFailure;

/// A stone with a temperature.
fn stone() -> Model {
    let mut builder = ModelBuilder::new();
    builder.body("stone", Particle::new(1.0));
    builder.variable("heat", 1.0, |_, heat| -heat);
    builder.build().unwrap()
}

fn driven_by_a_ramp() -> Result<Model, BuildError> {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::disk(2.0, 0.1));
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    let ramp = Signal::ramp([0.0, 1.0], [0.0, 2.0]);
    builder.constraint("motor", Driver::signal(Angle::between(GROUND, wheel), ramp));
    builder.build()
}

fn few_outputs() -> Result<(), LinearError> {
    let model = stone();
    let system = Linearization::about(&model, &model.placed())?.system(&[], &[&|at| at.q()[0]])?;
    system.in_outputs().map(drop)
}

pub fn cases() -> Vec<Case> {
    let model = stone();
    let tick = Simulation::new(&model).event(Event::every("tick", -1.0)).run(model.placed(), 1.0);
    let orbit = Shooting::free(1.0).run(&model, &|| Simulation::new(&model), &model.placed());
    let orbit = orbit.map(drop).map_err(|error| match error {
        chetaev::analysis::OrbitError::Eval(error) => error,
        other => panic!("{other}"),
    });
    vec![
        case!(BuildError::Jumps, driven_by_a_ramp(), &["`motor`", "position", "smooth step"]),
        case!(EvalError::OwnRate, orbit, &["`heat`", "a closed orbit", "`ModelBuilder::input`"]),
        case!(RunFailure::Clock, tick.map(drop).map_err(|error| error.failure), &["`tick`", "-1 s", "positive"]),
        case!(LinearError::NotCoordinates, few_outputs(), &["1 outputs", "a state of 5", "a position and its rate"]),
        case!(LookupError::TooFew, LookupTable::periodic(&[[0.0, 1.0]]), &["at least 3 points", "has 1"]),
        case!(LookupError::NotFinite, LookupTable::linear(&[[0.0, 1.0], [1.0, f64::NAN]]), &["point 1"]),
        case!(LookupError::NotRising, LookupTable::linear(&[[1.0, 1.0], [0.5, 2.0]]), &["point 1", "0.5", "Sort"]),
        case!(
            LookupError::Open,
            LookupTable::periodic(&[[0.0, 1.0], [1.0, 2.0], [2.0, 3.0]]),
            &["1 and 3 differ", "at the end of the period"]
        ),
    ]
}
