//! Reactions and loads, read in the space that is asked for.

use chetaev::element::Wrench;
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;

/// Both worlds in one model: a pendulum on a pin with a spring, a top on a ball joint with a bushing, a shaft geared to the pendulum.
struct Both {
    model: Model,
    pin: ConstraintId<Revolute>,
    tip: ConstraintId<Joint>,
    spring: ForceId,
    push: ForceId,
    rod: BodyId,
    top: BodyId<Spatial>,
}

fn both() -> Both {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.3, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.4, -0.3, -0.7).moving(0.0, 0.0, 2.0));
    let turn = UnitQuaternion::from_euler_angles(0.3, -0.2, 0.9);
    let solid = Solid::principal(1.0, [0.02, 0.05, 0.06]).unwrap().turned(turn).spinning(3.0, 8.0, 0.5);
    let top = builder.body("top", solid);
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    let tip = builder.constraint("tip", Joint::spherical(WORLD.point(0.1, 0.2, 0.3), top.point(0.0, -0.3, 0.0)));
    let spring = builder.force("spring", SpringDamper::between(GROUND.point(1.0, 0.0), rod.point(0.5, 0.0), 30.0));
    let pull = SpringDamper::between(WORLD.point(1.0, 0.0, 0.0), top.point(0.1, 0.2, 0.0), 20.0);
    let push = builder.force("push", pull);
    Both { model: builder.build().unwrap(), pin, tip, spring, push, rod, top }
}

/// A planar wrench as one in space.
fn lifted(wrench: Wrench) -> Wrench<Spatial> {
    let Wrench { force, moment, point } = wrench;
    Wrench { force: force.push(0.0), moment: Vector3::new(0.0, 0.0, moment), point: point.push(0.0) }
}

/// The part of a wrench that lies in the plane.
fn flat(wrench: Wrench<Spatial>) -> Wrench {
    Wrench { force: wrench.force.xy(), moment: wrench.moment.z, point: wrench.point.xy() }
}

/// Mended by 61e4b7c.
#[test]
fn regress_a_reaction_read_in_the_other_space_is_the_same_reaction() {
    let Both { model, pin, tip, spring, push, rod, top } = both();
    let run = Simulation::new(&model).run(model.start().project().unwrap(), 0.1).unwrap();
    let at = run.last().unwrap();
    let planar = at.reaction(pin);
    assert!(planar.force.norm() > 1.0, "moot");
    assert_eq!(at.reaction_in::<Spatial>(pin), lifted(planar));
    assert_eq!(at.reaction_on(pin, GROUND).force, -planar.force);
    assert_eq!(at.reaction_on(pin, WORLD), lifted(at.reaction_on(pin, GROUND)));
    assert_eq!(at.reaction_on(pin, rod), planar);

    let spatial = at.reaction(tip);
    assert!(spatial.force.norm() > 1.0 && spatial.force.z.abs() > 1e-3, "moot");
    assert_eq!(at.reaction_in::<Planar>(tip), flat(spatial));
    assert_eq!(at.reaction_on(tip, top), spatial);
    assert_eq!(at.reaction_on(tip, WORLD).force, -spatial.force);
    assert_eq!(at.reaction_on(tip, GROUND), flat(at.reaction_on(tip, WORLD)));
    // What it does not touch.
    assert_eq!(at.reaction_on(tip, rod).force.norm() + at.reaction_on(pin, top).force.norm(), 0.0);

    let pulled = at.load(spring, GROUND).unwrap();
    assert!(pulled.force.norm() > 1.0, "moot");
    assert_eq!(pulled.force, -at.load(spring, rod).unwrap().force);
    assert_eq!(at.load(spring, WORLD).unwrap(), lifted(pulled));
    let pushed = at.load(push, WORLD).unwrap();
    assert!(pushed.force.norm() > 1.0, "moot");
    assert_eq!(pushed.force, -at.load(push, top).unwrap().force);
    assert_eq!(at.load(push, GROUND).unwrap(), flat(pushed));
}

#[test]
fn analytic_a_gear_between_the_plane_and_space_pushes_each_in_its_own() {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::disk(1.0, 0.5));
    let shaft = builder.body("shaft", Solid::principal(1.0, [0.1, 0.1, 0.05]).unwrap());
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    let [fixed, own] = [WORLD.axis([0.0; 3], [0.0, 0.0, 1.0]), shaft.axis([0.0; 3], [0.0, 0.0, 1.0])];
    builder.constraint("bearing", Joint::revolute(fixed, own));
    // wheel = 2 shaft + 0: λ (1, −2).
    let gear = Coupler::new(Angle::between(GROUND, wheel), 2.0, AxialAngle::about(fixed, own));
    let gear = builder.constraint("gear", gear);
    builder.force("motor", Applied::torque(wheel, |_| 3.0));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.start().project().unwrap(), 0.1).unwrap();
    let at = run.last().unwrap();
    let (on_wheel, on_shaft) = (at.reaction_on(gear, wheel).moment, at.reaction_on(gear, shaft).moment.z);
    assert!(on_wheel.abs() > 0.1 && (on_shaft + 2.0 * on_wheel).abs() < 1e-12, "{on_wheel} {on_shaft}");
    assert_eq!(at.reaction(gear).moment.z, on_shaft);
    assert_eq!(at.reaction_in::<Planar>(gear).moment, on_shaft);
}
