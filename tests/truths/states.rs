//! States read and set by handle.

use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use chetaev::element::PlanarFrame;
use chetaev::error::ElementError;
use chetaev::nalgebra::{UnitQuaternion, Vector2, Vector3};
use chetaev::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn identity_a_state_is_read_as_it_was_set_and_nothing_else_changes() {
    let mut builder = ModelBuilder::new();
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(1.0, 2.0, 0.3).moving(0.1, 0.2, 0.4));
    let turn = UnitQuaternion::from_euler_angles(0.3, -0.2, 0.9);
    let solid = Solid::principal(1.0, [0.02, 0.05, 0.06]).unwrap().turned(turn).moving(1.0, 0.0, 0.0);
    let top = builder.body("top", solid.spinning(3.0, 8.0, 0.5));
    let bead = builder.body("bead", Particle::new(1.0).at(-1.0, 0.0));
    let mote = builder.body("mote", Particle::in_space(1.0).at(0.0, 0.0, 5.0));
    let model = builder.build().unwrap();
    let placed = model.placed();

    let mut state = placed.clone();
    state.set_position(&model, rod, [3.0, -4.0]);
    state.set_angle(&model, rod, 7.0);
    state.set_velocity(&model, rod, Vector2::new(0.5, -0.6));
    state.set_spin(&model, rod, -2.0);
    let frame = model.read(&state).body(rod);
    assert_eq!(frame, PlanarFrame::new(Vector2::new(3.0, -4.0), 7.0, Vector2::new(0.5, -0.6), -2.0));
    assert_eq!(model.read(&state).body(top), model.read(&placed).body(top));

    let attitude = UnitQuaternion::from_euler_angles(-1.0, 0.4, 0.2);
    state.set_position(&model, top, [0.1, 0.2, 0.3]);
    state.set_attitude(&model, top, attitude);
    state.set_velocity(&model, top, [4.0, 5.0, 6.0]);
    let spin = Vector3::new(0.7, -1.3, 2.1);
    state.set_spin(&model, top, spin);
    let frame = model.read(&state).body(top);
    assert_eq!((frame.origin, frame.velocity), (Vector3::new(0.1, 0.2, 0.3), Vector3::new(4.0, 5.0, 6.0)));
    assert!(frame.attitude.angle_to(&attitude) < 1e-15 && (frame.spin - spin).norm() < 1e-14);

    state.set_position(&model, bead, [8.0, 9.0]);
    state.set_velocity(&model, mote, [0.0, 0.0, -1.0]);
    let at = model.read(&state);
    assert_eq!((at.body(bead).origin, at.body(bead).velocity), (Vector2::new(8.0, 9.0), Vector2::zeros()));
    assert_eq!((at.body(mote).origin.z, at.body(mote).velocity.z), (5.0, -1.0));
    assert_eq!(at.body(rod).spin, -2.0);
}

#[test]
fn identity_a_state_read_alone_is_the_sample_of_a_run() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.25, 0.0, 0.0));
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.25, 0.0)));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.start().project().unwrap(), 1.0).unwrap();
    let (sample, alone) = (run.last().unwrap(), model.read(run.end()));
    assert!(sample.reaction(pin).force.norm() > 1.0, "moot");
    assert!((sample.reaction(pin).force - alone.reaction(pin).force).norm() < 1e-12);
    assert_eq!((sample.body(rod), sample.energy()), (alone.body(rod), alone.energy()));
    assert_eq!(run.read(run.end()).multipliers(pin), sample.multipliers(pin));
}

/// A bead on a circle, with its angle for a coordinate.
#[derive(Debug)]
struct OnCircle;

impl Body for OnCircle {
    type Space = Planar;

    fn shape(&self) -> BodyShape {
        BodyShape::new([Coordinate::new("angle", "rate", Quantity::Angle)], FrameMap::General, 1.0)
            .diagonal()
            .constant_mass()
            .without_inertia_forces()
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        (q[0], v[0]) = (0.0, 0.0);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
        let (sin, cos) = q[0].sin_cos();
        out.frame(PlanarFrame::new(Vector2::new(cos, sin), q[0], v[0] * Vector2::new(-sin, cos), v[0]));
        out.column(0, [-sin, cos, 1.0]);
        out.bias([-v[0] * v[0] * cos, -v[0] * v[0] * sin, 0.0]);
        Ok(())
    }

    fn mass(&self, _q: &[f64], out: &mut [f64]) {
        out.fill(1.0);
    }

    fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
}

#[test]
fn property_what_a_body_does_not_have_is_not_set() {
    let mut builder = ModelBuilder::new();
    let bead = builder.body("bead", Particle::new(1.0));
    let own = builder.body("own", OnCircle);
    let mote = builder.body("mote", Particle::in_space(1.0));
    let model = builder.build().unwrap();
    let refused = |set: &dyn Fn(&mut State)| {
        let mut state = model.placed();
        let outcome = catch_unwind(AssertUnwindSafe(|| set(&mut state)));
        let message = outcome.unwrap_err();
        assert_eq!(state, model.placed());
        message.downcast_ref::<String>().cloned().unwrap_or_default()
    };
    assert!(refused(&|state| state.set_angle(&model, bead, 1.0)).contains("`bead`"));
    assert!(refused(&|state| state.set_spin(&model, mote, [1.0, 0.0, 0.0])).contains("`mote`"));
    assert!(refused(&|state| state.set_position(&model, own, [1.0, 0.0])).contains("`own`"));
    let mut state = model.placed();
    state.q[model.coordinate_range(own)][0] = 0.5;
    assert_eq!(model.read(&state).body(own).angle, 0.5);
}
