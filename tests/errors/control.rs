//! Clocks, signals, formulas, variables, linear systems.

use crate::Case;
use chetaev::analysis::{LinearError, Linearization, Shooting};
use chetaev::error::{BuildError, EvalError};
use chetaev::math::{FormulaError, LookupError, LookupTable};
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

fn driven_by(law: impl Fn(Jet) -> Jet + Send + Sync + 'static) -> Result<(), EvalError> {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::disk(2.0, 0.1));
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    let turn = Angle::between(GROUND, wheel);
    builder.constraint("motor", Driver::new(turn, law));
    let model = builder.build().unwrap();
    match Simulation::new(&model).run(model.placed(), 1.0).map_err(|error| error.failure) {
        Err(RunFailure::Eval(error)) => Err(error),
        other => panic!("{:?}", other.map(drop)),
    }
}

fn few_outputs() -> Result<(), LinearError> {
    let model = stone();
    let system = Linearization::about(&model, &model.placed())?.system(&[], &[&|at| at.q()[0]])?;
    system.in_outputs().map(drop)
}

fn formulas() -> Vec<Case> {
    let parse = |text: &str| Formula::parse(text, ["x", "y"]).map(drop);
    let lengths: Vec<String> = (0..5000).map(|k| format!("hypot(x, {k})")).collect();
    vec![
        case!(FormulaError::Expected, parse("y - * x"), &["column 5", "`y - * x`", "a number, a name", "`*`"]),
        case!(
            FormulaError::Unknown,
            parse("y - z^2"),
            &["column 5", "`z` is unknown", "the known names are x, y, sin"]
        ),
        case!(
            FormulaError::Arguments,
            parse("x + atan2(y)"),
            &["column 5", "`atan2` needs 2 arguments, and is given 1"]
        ),
        case!(FormulaError::Open, parse("x*(y + 1"), &["column 3", "not closed"]),
        case!(FormulaError::Name, Formula::parse("1", ["sin"]).map(drop), &["`sin`", "of this name"]),
        case!(FormulaError::NotFinite, Formula::trace(["x"], |[x]| x * f64::NAN).map(drop), &["cannot contain NaN"]),
        case!(
            FormulaError::TooWide,
            parse(&lengths.join(" + ")),
            &["numbers at once", "4096 are the most", "split it"]
        ),
        case!(
            FormulaError::Argument,
            Signal::formula(Formula::parse("2*x", ["x"]).unwrap()).map(drop),
            &["`2.0*x`", "an argument `x`", "a signal provides only t"]
        ),
        case!(
            FormulaError::Given,
            Signal::formula(Formula::parse("2*t", ["t"]).unwrap().given("k", Signal::constant(1.0))).map(drop),
            &["`k` cannot be given", "`2.0*t`", "a signal", "no argument of this name"]
        ),
        case!(
            FormulaError::Kink,
            Signal::formula(Formula::parse("abs(t - 1)", ["t"]).unwrap()).map(drop),
            &["`abs(t - 1.0)`", "where `t - 1.0` is zero", "a signal must be smooth", "smooth step"]
        ),
    ]
}

/// An orbit of a stone whose push a clock sets.
fn set_by_a_clock() -> Result<(), EvalError> {
    let mut builder = ModelBuilder::new();
    let stone = builder.body("stone", Particle::new(1.0));
    let push = builder.input("push", 0.1);
    let along = Travel::along(GROUND.axis([0.0, 0.0], 0.0), stone.origin());
    builder.force("push", AppliedAlong::signal(along, Signal::input(push)));
    let model = builder.build().unwrap();
    let plan = || {
        let sets = Event::every("sets", 0.3).change_with(move |at, state| {
            state.set_variable(push, -at.body(stone).origin.x);
            Ok(())
        });
        Simulation::new(&model).event(sets)
    };
    let mut start = model.placed();
    start.t = 0.1;
    match Shooting::driven(1.0).run(&model, &plan, &start) {
        Ok(_) => Ok(()),
        Err(chetaev::analysis::OrbitError::Eval(error)) => Err(error),
        Err(other) => panic!("{other}"),
    }
}

pub fn cases() -> Vec<Case> {
    let model = stone();
    let tick = Simulation::new(&model).event(Event::every("tick", -1.0)).run(model.placed(), 1.0);
    let orbit = Shooting::free(1.0).run(&model, &|| Simulation::new(&model), &model.placed());
    let orbit = orbit.map(drop).map_err(|error| match error {
        chetaev::analysis::OrbitError::Eval(error) => error,
        other => panic!("{other}"),
    });
    let by_numbers = |t: Jet| Jet::from((3.0 * t.value).sin());
    let branching = |t: Jet| if t.value < 0.25 { t * 0.0 } else { (t - 0.25) * 2.0 };
    let mut cases = formulas();
    cases.extend([
        case!(BuildError::Jumps, driven_by_a_ramp(), &["`motor`", "position", "smooth step"]),
        case!(EvalError::NoRate, driven_by(by_numbers), &["`motor`", "its rate is zero", "carries its derivatives"]),
        case!(EvalError::Jumps, driven_by(branching), &["`motor`", "t = 0.25", "its velocity by 2", "smooth step"]),
        case!(EvalError::OwnRate, orbit, &["`heat`", "a closed orbit", "`ModelBuilder::input`"]),
        case!(EvalError::SetByEvents, set_by_a_clock(), &["`push`", "a closed orbit", "at every instant"]),
        case!(RunFailure::Clock, tick.map(drop).map_err(|error| error.failure), &["`tick`", "-1 s", "positive"]),
        case!(LinearError::NotCoordinates, few_outputs(), &["5 are needed, and 1 given", "a position and its rate"]),
        case!(LookupError::TooFew, LookupTable::periodic(&[[0.0, 1.0]]), &["at least 3 points", "has 1", "add some"]),
        case!(
            LookupError::NotFinite,
            LookupTable::linear(&[[0.0, 1.0], [1.0, f64::NAN]]),
            &["point 1", "look for a NaN"]
        ),
        case!(LookupError::NotRising, LookupTable::linear(&[[1.0, 1.0], [0.5, 2.0]]), &["point 1", "0.5", "sort"]),
        case!(
            LookupError::Open,
            LookupTable::periodic(&[[0.0, 1.0], [1.0, 2.0], [2.0, 3.0]]),
            &["1 and 3 differ", "at the end of the period"]
        ),
        case!(
            LookupError::Jumps,
            Coupler::new(Angle::between(GROUND, GROUND), 1.0, Angle::between(GROUND, GROUND))
                .table(LookupTable::linear(&[[0.0, 1.0], [1.0, 2.0]]).unwrap()),
            &["slope or bend jumps", "`LookupTable::periodic`", "formula"]
        ),
    ]);
    cases
}
