//! A model for files. Two programs read this one: the tests beside it, and the package `fuzz`.

use chetaev::contact::CurvePair;
use chetaev::contact::curve::{Ellipse, Line, Placed};
use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::math::Signal;
use chetaev::nalgebra::UnitQuaternion;
use chetaev::prelude::*;

/// Elements of every kind, in the plane and in space.
pub fn workshop() -> Model {
    let mut m = ModelBuilder::new();
    m.gravity([0.0, -9.81, 0.0]);
    let crank = m.body("crank", RigidBody::rod(1.0, 0.2).at(0.1, 0.0, 0.0));
    let slider = m.body("slider", Particle::new(1.0).at(0.5, 0.0));
    let disk = m.body("disk", RigidBody::ellipse(1.0, 0.3, 0.2).at(3.0, 0.2, 0.0));
    let turn = UnitQuaternion::from_euler_angles(0.3, -0.2, 0.9);
    let top = m.body("top", Solid::principal(1.0, [0.02, 0.05, 0.06]).unwrap().turned(turn));
    let ball = m.body("ball", Solid::principal(1.0, [0.1; 3]).unwrap().at(0.0, 0.5, 5.0));
    let grain = m.body("grain", Particle::in_space(0.1).at(0.0, 0.0, 9.0));
    let o = m.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.1, 0.0)));
    let guide = m.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
    let pair = CurvePair::inside(Placed::new(Line::new([0.0; 2], 0.0), [0.0; 2], 0.0), Ellipse::new(0.3, 0.2));
    m.constraint("floor", Contact::rolling(GROUND, disk, pair));
    m.constraint("rod", Distance::new(crank.point(0.1, 0.0), slider.origin(), 0.3));
    m.constraint("gear", Coupler::new(Angle::between(GROUND, crank), 2.0, Angle::between(GROUND, disk)));
    m.constraint("tip", Joint::spherical(WORLD.point(0.1, 0.0, 0.0), top.point(0.0, -0.3, 0.0)));
    let on_plane = OnPlane::new(Plane::new([0.0; 3], [0.0, 1.0, 0.0]), Sphere::new([0.0; 3], 0.5));
    m.constraint("roll", Contact::rolling(WORLD, ball, on_plane));
    m.constraint("rope", Distance::new(WORLD.point(0.0, 0.0, 8.0), grain.origin(), 1.0));
    m.force("spring", SpringDamper::between(GROUND.point(0.9, 0.1), slider.origin(), 40.0).rest(0.3).damping(0.2));
    let motor = Signal::constant(0.2).sine(1.5, 4.0, 0.1);
    m.force("motor", AppliedAlong::signal(Angle::between(GROUND, crank), motor.clone()));
    m.force(
        "push",
        Applied::signal(top.point(0.0, 0.1, 0.0), [(); 3].map(|()| motor.clone()), [(); 3].map(|()| motor.clone())),
    );
    m.friction("rub", FrictionPoint::in_slot(guide), Coulomb::new(0.2).holding(0.3));
    m.friction("bearing", FrictionPoint::in_pin(o, 0.02), Stribeck::new(0.1, 0.15, 0.05));
    m.allow_redundant();
    m.build().unwrap()
}
