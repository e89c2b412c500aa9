//! The two mechanisms that are exported.

use chetaev::math::{Formula, Signal};
use chetaev::model::State;
use chetaev::prelude::*;
use chetaev_fmu::Fmu;
use std::error::Error;

/// The step at which importing programs talk to the units, s.
pub const STEP: f64 = 0.01;
/// The relative tolerance at which units and runs are compared.
pub const TOLERANCE: f64 = 1e-12;

/// A slider-crank with a motor, whose slider rubs in its slot.
pub fn crank(mu: f64, torque: f64) -> Result<(Model, State), Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let crank = builder.body("crank", RigidBody::rod(1.0, 0.2).at(0.1, 0.0, 0.0));
    let rod = builder.body("rod", RigidBody::rod(1.5, 0.5).at(0.4, 0.1, 0.0));
    let slider = builder.body("slider", Particle::new(2.0).at(0.6, 0.1));
    builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.1, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.1, 0.0), rod.point(-0.25, 0.0)));
    builder.constraint("B", Revolute::new(rod.point(0.25, 0.0), slider.origin()));
    let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
    let torque = builder.input("torque", torque);
    builder.force("motor", AppliedAlong::signal(Angle::between(GROUND, crank), Signal::input(torque)));
    builder.force("bearing", SpringDamper::torsional(GROUND, crank, 0.0).damping(0.05));
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(mu).holding(1.5 * mu));
    let model = builder.build()?;
    let start = model.start().set("crank.theta", 0.5).hold("crank.theta").project()?;
    Ok((model, start.into()))
}

/// The slider-crank as a unit.
pub fn crank_unit(model: &Model, start: State) -> Fmu {
    Fmu::new(model)
        .named("crank")
        .about("A slider-crank with a motor and a slider that rubs in its slot")
        .start(start)
        .hold("crank.theta")
        .tolerance(TOLERANCE)
        .step(STEP)
        .stop(2.0)
        .input("torque", "N.m")
        .described("Torque of the motor on the crank, held over a step")
        .parameter("mu", [("frictions/rub/law/Coulomb/sliding", 1.0), ("frictions/rub/law/Coulomb/holding", 1.5)])
        .unit("1")
        .described("Coefficient of sliding friction; that of static friction is half as large again")
        .initial("angle", "crank.theta")
        .described("Angle of the crank at the start")
        .output("crank.theta")
        .output("crank.omega")
        .output("slider.x")
        .output("reaction.O.fx")
        .output("friction.rub.force")
        .output("kinetic")
}

/// A drawer on two runners that rub, pulled at a handle beside its middle by a hand that is elastic and moves steadily: it sticks and slips.
pub fn drawer(speed: f64, ahead: f64) -> Result<(Model, State), Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let drawer = builder.body("drawer", RigidBody::new(2.0, 0.05));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let guide = builder.constraint("guide", Prismatic::new(line, drawer.axis([0.0, 0.0], 0.0)));
    for (name, runner) in ["rear", "front"].into_iter().zip(FrictionPoint::in_guide(guide, [-0.2, 0.2])) {
        builder.friction(name, runner, Coulomb::new(0.2).holding(0.4));
    }
    let ahead = builder.input("ahead", ahead);
    // What pulls: 300 N/m between hand and handle, with a damper of 4 N s/m.
    let pull = Formula::parse("300*(hand - x) - 4*v", ["t", "x", "v", "hand"])?;
    let pull = pull.given("hand", Signal::input(ahead) + Signal::polynomial([0.2, speed]));
    let handle = Travel::along(GROUND.axis([0.0, 0.05], 0.0), drawer.point(0.2, 0.05));
    builder.force("hand", AppliedAlong::formula(handle, pull)?);
    let model = builder.build()?;
    let start = model.start().project()?;
    Ok((model, start.into()))
}

/// The drawer as a unit.
pub fn drawer_unit(model: &Model, start: State) -> Fmu {
    Fmu::new(model)
        .named("drawer")
        .about("A drawer that sticks and slips on its runners")
        .start(start)
        .tolerance(TOLERANCE)
        .step(STEP)
        .stop(3.0)
        .input("ahead", "m")
        .described("How far the hand is ahead of its steady motion, held over a step")
        .parameter("speed", ["forces/hand/Formulas/Travel/law/given/0/1/polynomial/1"])
        .unit("m/s")
        .described("Speed of the hand")
        .output("drawer.x")
        .output("drawer.vx")
        .output("friction.front.load")
        .output("friction.front.force")
        .output("friction.rear.force")
}
