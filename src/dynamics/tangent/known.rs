//! For tests: mechanisms of which the motion near a state is compared, here with differences of evaluations, in `analysis` with those of whole models.

use crate::contact::CornerOnLine;
use crate::contact::spatial::OnPlane;
use crate::contact::surface::{Plane, Sphere};
use crate::force::Bushing;
use crate::hybrid::Stop;
use crate::prelude::*;

/// Two solids of tilted inertia on a ball and a hinge, and one on a bushing of that stiffness; they turn.
pub(crate) fn bushed_solids(stiffness: f64) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let shape = Inertia::cuboid(1.0, [1.0, 0.2, 0.1]).unwrap();
    let shape = shape.turned(nalgebra::UnitQuaternion::from_scaled_axis([0.1, 0.3, 0.2].into()));
    let solid = |x: f64| Solid::from_inertia(shape).unwrap().at(x, 0.0, 0.0).spinning(1.0, 2.0, 3.0);
    let (a, b, c) = (builder.body("a", solid(0.5)), builder.body("b", solid(1.5)), builder.body("c", solid(2.5)));
    builder.constraint("ball", Joint::spherical(WORLD.origin(), a.point(-0.5, 0.0, 0.0)));
    builder.constraint("hinge", Joint::revolute(a.mark(0.5, 0.0, 0.0), b.mark(-0.5, 0.0, 0.0)));
    builder.force(
        "bushing",
        Bushing::new(b.mark(0.5, 0.0, 0.0), c.mark(-0.5, 0.0, 0.0), [stiffness; 3], [100.0, 200.0, 300.0]),
    );
    builder
        .force("spring", SpringDamper::between(WORLD.point(0.0, 1.0, 1.0), b.point(0.0, 0.1, 0.0), 500.0).damping(3.0));
    builder.build().unwrap()
}

/// A cart on a rough guide of finite length, with a rod on a rough pin: both slide and stick, under loads of either sign.
pub(crate) fn rough_cart() -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let line = GROUND.axis([0.0, 0.0], 0.1);
    let cart = builder.body("cart", RigidBody::new(2.0, 0.3).at(0.0, 0.0, 0.1).moving(1.5, 0.15, 0.0));
    let guide = builder.constraint("guide", Prismatic::new(line, cart.axis([0.0, 0.0], 0.0)));
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.3, 0.4).moving(0.0, 0.0, 6.0));
    let pin = builder.constraint("pin", Revolute::new(cart.origin(), rod.point(-0.5, 0.0)));
    builder.force("back", SpringDamper::along(Travel::along(line, cart.origin()), 60.0));
    let law = || Stribeck::new(0.15, 0.3, 0.2).viscous(0.4);
    let [left, right] = FrictionPoint::in_guide(guide, [-0.2, 0.3]);
    builder.friction("left", left, law());
    builder.friction("right", right, law());
    builder.friction("in the pin", FrictionPoint::in_pin(pin, 0.05), Coulomb::new(0.3));
    builder.build().unwrap()
}

/// A ball that slides on the ground, and then rolls.
pub(crate) fn ball_that_slides() -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let ball = Solid::from_inertia(Inertia::sphere(1.0, 0.1).unwrap()).unwrap().at(0.0, 0.0, 0.1);
    let ball = builder.body("ball", ball.moving(3.0, 0.0, 0.0).spinning(20.0, -10.0, 4.0));
    let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], 0.1));
    builder.contact("ground", Contact::between(WORLD, ball, pair), Rigid::rough(Coulomb::new(0.5)));
    builder.force("spring", SpringDamper::between(WORLD.point(0.0, 0.0, 1.0), ball.origin(), 5.0));
    builder.build().unwrap()
}

/// A block that falls on two rough corners of this friction and restitution, on a floor of this slope, slides and rocks; with a pendulum on it, a stop of that, and a spring. The last two numbers are the spring's stiffness and
/// the block's mass.
pub(crate) fn block_with_pendulum([friction, slope, bounce, stiffness, mass]: [f64; 5]) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", RigidBody::new(mass, 0.06).at(0.0, 0.45, 0.1).moving(1.5, 0.0, 0.0));
    let bob = builder.body("bob", RigidBody::rod(0.3, 0.4).at(0.25, 0.47, 0.1).moving(1.5, 0.0, 4.0));
    builder.constraint("pin", Revolute::new(block.point(0.05, 0.0), bob.point(-0.2, 0.0)));
    for (name, x) in [("left", -0.1), ("right", 0.1)] {
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], slope), [x, -0.4]);
        let rough = Rigid::rough(Coulomb::new(friction).viscous(0.2)).bouncing(bounce);
        builder.contact(name, Contact::between(GROUND, block, pair), rough);
    }
    builder.contact("stop", Stop::above(Angle::between(block, bob), -0.6), Rigid::smooth().bouncing(0.3));
    let spring = SpringDamper::between(GROUND.point(0.0, 0.9), bob.point(0.1, 0.0), stiffness);
    builder.force("pulls", spring.damping(0.3));
    builder.build().unwrap()
}
