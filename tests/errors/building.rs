//! Models that cannot be built, starts that cannot be made.

use crate::Case;
use chetaev::constraint::{Constraint, ConstraintShape, Level};
use chetaev::element::{BodyId, BodyRef, Ctx, Rows};
use chetaev::error::{BuildError, ElementError, StartError};
use chetaev::prelude::*;

fn built(add: impl FnOnce(&mut ModelBuilder, BodyId)) -> Result<Model, BuildError> {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::disk(2.0, 0.1));
    add(&mut builder, wheel);
    builder.build()
}

fn started(add: impl FnOnce(&mut ModelBuilder, BodyId)) -> Result<State, StartError> {
    built(add).unwrap().start().project().map(State::from)
}

/// A pendulum too short for the second pin.
fn out_of_reach(m: &mut ModelBuilder, wheel: BodyId) {
    m.constraint("left pin", Revolute::new(GROUND.origin(), wheel.origin()));
    m.constraint("right pin", Revolute::new(GROUND.point(1.0, 0.0), wheel.point(0.1, 0.0)));
}

fn rate(m: &mut ModelBuilder, name: &str, wheel: BodyId, rate: f64) {
    m.constraint(name, LinearVelocity::equal_to(move |t| t * 0.0 + rate).term(wheel, [0.0, 0.0, 1.0]));
}

/// A rod of the user's own, which takes its bodies without the types of their spaces.
#[derive(Debug)]
struct Tether([BodyRef; 2]);

impl Constraint for Tether {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, 1, self.0)
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        out.position(0, at.body(1).origin.x - at.body(0).origin.x, 0.0, 0.0);
        Ok(())
    }
}

/// A slider-crank at its dead center, moved by its slider, whose crank is placed with a spin.
fn dead_center(spin: f64, rate: f64) -> Result<State, StartError> {
    let mut builder = ModelBuilder::new();
    let crank = RigidBody::rod(1.0, 0.2).at(0.1, 0.0, 0.0).moving(0.0, 0.1 * spin, spin);
    let crank = builder.body("crank", crank);
    let rod = builder.body("rod", RigidBody::rod(1.0, 0.6).at(0.5, 0.0, 0.0));
    let slider = builder.body("slider", Particle::new(1.0).at(0.8, 0.0));
    builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.1, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.1, 0.0), rod.point(-0.3, 0.0)));
    builder.constraint("B", Revolute::new(rod.point(0.3, 0.0), slider.origin()));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(line, slider.origin()));
    let travel = Travel::along(line, slider.origin());
    builder.constraint("motor", Driver::new(travel, move |t| t * rate + 0.8));
    builder.build().unwrap().start().project().map(State::from)
}

pub fn cases() -> Vec<Case> {
    let mut strange = ModelBuilder::new();
    strange.body("other", RigidBody::disk(1.0, 1.0));
    let stranger = strange.body("stranger", RigidBody::disk(1.0, 1.0));
    vec![
        case!(
            BuildError::DuplicateName,
            built(|m, _| _ = m.body("wheel", RigidBody::disk(1.0, 0.2))),
            &["`wheel`", "more than one body", "a name of its own"],
        ),
        case!(
            BuildError::DuplicateName,
            built(|m, wheel| {
                m.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
                m.force("axle", Applied::torque(wheel, |_| 1.0));
            }),
            &["`axle`", "constraint, force or friction", "a name of its own"],
        ),
        case!(
            BuildError::ForeignHandle,
            built(|m, wheel| _ = m.constraint("axle", Revolute::new(wheel.origin(), stranger.origin()))),
            &["`axle`", "another model", "to this builder"],
        ),
        case!(
            BuildError::BadMass,
            built(|m, _| _ = m.body("rim", RigidBody::new(1.0, -0.5))),
            &["`rim`", "-0.5", "must be positive"]
        ),
        case!(
            BuildError::BadRestitution,
            built(|m, wheel| {
                let pair = chetaev::contact::EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 1.0, 1.0);
                m.contact("floor", Contact::between(GROUND, wheel, pair), Rigid::smooth().bouncing(1.2));
            }),
            &["`floor`", "1.2", "between 0 and 1"]
        ),
        case!(
            BuildError::NotFinite,
            built(|m, wheel| _ = m.force("push", Applied::force(wheel.origin(), [0.0, f64::NAN]))),
            &["`push`", "look for a NaN"],
        ),
        case!(
            BuildError::GravityAcross,
            built(|m, _| _ = m.gravity([0.0, 0.0, -9.81])),
            &["is -9.81 along z", "give two numbers"],
        ),
        case!(
            BuildError::NothingToHold,
            built(|m, _| _ = m.constraint("peg", Revolute::new(GROUND.origin(), GROUND.origin()))),
            &["`peg`", "give it at least one body"],
        ),
        case!(
            BuildError::BadShape,
            built(|m, wheel| {
                let rub = FrictionPoint::along(Angle::between(GROUND, wheel), 1.0);
                m.friction("brake", rub, Coulomb::new(0.3).holding(0.2));
            }),
            &["`brake`", "smaller than that of sliding", "at least as large"],
        ),
        case!(BuildError::SharedColumn, built(|m, _| _ = m.input("wheel.x", 1.0)), &["`wheel.x`", "another name"]),
        case!(
            BuildError::OtherSpace,
            built(|m, wheel| {
                let satellite = Solid::from_inertia(Inertia::sphere(1.0, 0.5).unwrap()).unwrap();
                let satellite = m.body("satellite", satellite);
                m.constraint("tether", Tether([wheel.into(), satellite.into()]));
            }),
            &["`tether` is planar", "`satellite` is spatial", "use a spatial constraint"],
        ),
        case!(BuildError::Empty, ModelBuilder::new().build(), &["no body", "add one"]),
        case!(
            StartError::CannotAssemble,
            started(out_of_reach),
            &["`right pin[0]`", "-0.9", "place the bodies closer"]
        ),
        case!(
            StartError::CannotMove,
            started(|m, wheel| {
                m.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
                rate(m, "slow", wheel, 1.0);
                rate(m, "fast", wheel, 2.0);
            }),
            &["`fast`, `slow` contradict each other", "make the rates agree"],
        ),
        case!(
            StartError::NoCoordinate,
            {
                let mut builder = ModelBuilder::new();
                let wheel = builder.body("wheel", RigidBody::disk(1.0, 0.1));
                let axle = builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
                builder.build().unwrap().start().travel(axle, 0.1).project().map(State::from)
            },
            &["`axle`", "no travel", "`Separation`"],
        ),
        case!(
            StartError::Redundant,
            started(|m, wheel| {
                m.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
                m.constraint("second axle", Revolute::new(GROUND.origin(), wheel.origin()));
            }),
            &["{`axle`, `second axle`}", "2 rows", "remove one", "`allow_redundant`"],
        ),
        case!(
            StartError::Singular,
            dead_center(0.0, 0.0),
            &["singular position", "`rod.vy` is free whatever `motor` prescribes", "place the bodies elsewhere"],
        ),
        case!(
            StartError::Singular,
            dead_center(3.0, 0.2),
            &["singular position", "free whatever `motor` prescribes", "place the bodies elsewhere"],
        ),
        case!(
            StartError::UnknownCoordinate,
            built(|_, _| {}).unwrap().start().hold("wheel.phi").project().map(State::from),
            &["`wheel.phi`", "`wheel.theta`"],
        ),
        case!(
            StartError::Eval,
            started(|m, wheel| _ = m.constraint("rod", Distance::new(GROUND.origin(), wheel.origin(), 1.0))),
            &["`rod`", "coincide", "use a pin"],
        ),
    ]
}
