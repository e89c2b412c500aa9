//! Clocks, inputs, variables with rates, signals, starts, forces at hand: what a controller needs. A test's name begins with its kind.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod clock;
mod coupled;
mod forces;
mod formula;
mod given;
mod kinks;
mod path;
mod platform;
mod signals;
mod springs;
mod starts;
mod variables;

use chetaev::math::Signal;
use chetaev::prelude::*;

/// A cart on a straight track, pushed by an input.
struct Cart {
    model: Model,
    body: BodyId,
    push: VariableId,
}

const MASS: f64 = 2.0;

fn cart(x: f64, friction: Option<f64>) -> Cart {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let body = builder.body("cart", RigidBody::new(MASS, 0.1).at(x, 0.0, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    let track = builder.constraint("track", Slot::new(guide, body.origin()));
    let push = builder.input("push", 0.0);
    builder.force("motor", AppliedAlong::signal(Travel::along(guide, body.origin()), Signal::input(push)));
    if let Some(mu) = friction {
        builder.friction("track", FrictionPoint::in_slot(track), Coulomb::new(mu));
    }
    Cart { model: builder.build().unwrap(), body, push }
}
