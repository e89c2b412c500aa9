//! Elements of the user's own on bodies of the other space: refused at the build, by name, whatever they would compute.

use chetaev::constraint::{Constraint, ConstraintShape, Level};
use chetaev::element::{BodyRef, Ctx, Loads, Rows, Space};
use chetaev::error::{BuildError, ElementError};
use chetaev::force::{EnergyKind, Force};
use chetaev::friction::Friction;
use chetaev::prelude::*;
use std::marker::PhantomData;

/// Says nothing of its bodies but their space.
#[derive(Debug)]
struct Idle<S>([BodyRef; 2], PhantomData<S>);

impl<S: Space> Constraint for Idle<S> {
    type Space = S;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Velocity, 1, self.0)
    }

    fn eval(&self, _at: Ctx<'_, S>, out: &mut Rows<'_, S>) -> Result<(), ElementError> {
        out.velocity(0, 0.0, 0.0);
        (0..2).for_each(|k| out.jacobian(0, k, S::REST));
        Ok(())
    }
}

impl<S: Space> Friction for Idle<S> {
    fn load(&self) -> Load {
        Load::Given
    }

    fn given(&self, _at: Ctx<'_, S>) -> Result<f64, ElementError> {
        Ok(1.0)
    }
}

impl<S: Space> Force for Idle<S> {
    type Space = S;

    fn bodies(&self) -> Vec<BodyRef> {
        self.0.to_vec()
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn eval(&self, _at: Ctx<'_, S>, _out: &mut Loads<'_, S>) -> Result<(), ElementError> {
        Ok(())
    }

    fn potential(&self, _at: Ctx<'_, S>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}

/// A model with one element on the body of the given name; `ground` is in both spaces.
fn with<S: Space>(kind: &str, on: &str) -> Result<(), BuildError> {
    let mut builder = ModelBuilder::new();
    let rod: BodyRef = builder.body("rod", RigidBody::rod(1.0, 1.0)).into();
    let top: BodyRef = builder.body("top", Solid::principal(1.0, [0.1, 0.1, 0.1]).unwrap()).into();
    let idle = Idle::<S>([GROUND.into(), if on == "rod" { rod } else { top }], PhantomData);
    match kind {
        "constraint" => _ = builder.constraint("idle", idle),
        "force" => _ = builder.force("idle", idle),
        _ => _ = builder.friction("idle", idle, Coulomb::new(0.1)),
    }
    builder.build().map(|_| ())
}

#[test]
fn property_an_element_on_a_body_of_the_other_space_is_refused_by_name() {
    for kind in ["constraint", "force", "friction"] {
        assert_eq!(with::<Planar>(kind, "rod"), Ok(()));
        assert_eq!(with::<Spatial>(kind, "top"), Ok(()));
        let refused = |body: &str, spatial| {
            let (name, body) = ("idle".to_owned(), body.to_owned());
            Err(BuildError::OtherSpace { kind, name, body, spatial })
        };
        assert_eq!(with::<Planar>(kind, "top"), refused("top", true));
        assert_eq!(with::<Spatial>(kind, "rod"), refused("rod", false));
    }
}

/// A rope over a drum of the plane that lifts a weight in space: v_z = r ω. It joins both spaces, and says which body is where.
#[derive(Debug)]
struct Rope {
    bodies: [BodyRef; 2],
    radius: f64,
}

impl Constraint for Rope {
    type Space = Spatial;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Velocity, 1, self.bodies)
    }

    fn eval(&self, at: Ctx<'_, Spatial>, out: &mut Rows<'_, Spatial>) -> Result<(), ElementError> {
        let drum = at.of::<Planar>().body(0);
        out.velocity(0, at.body(1).velocity.z - self.radius * drum.spin, 0.0);
        out.of::<Planar>().jacobian(0, 0, [0.0, 0.0, -self.radius]);
        out.jacobian(0, 1, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        Ok(())
    }

    fn is_spatial(&self, k: usize) -> bool {
        k == 1
    }
}

#[test]
fn analytic_a_constraint_of_ones_own_joins_both_spaces() {
    let (mass, inertia, radius, g) = (2.0, 0.5, 0.4, 9.81);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -g]);
    let drum = builder.body("drum", RigidBody::new(1.0, inertia));
    let weight = builder.body("weight", Particle::in_space(mass));
    builder.constraint("axle", Revolute::new(GROUND.origin(), drum.origin()));
    let rope = builder.constraint("rope", Rope { bodies: [drum.into(), weight.into()], radius });
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.start().project().unwrap(), 1.0).unwrap();
    let at = run.last().unwrap();
    // m z'' = T − m g, J ω' = −T r, z'' = r ω'.
    let acceleration = -g * mass / (mass + inertia / (radius * radius));
    let tension = mass * (g + acceleration);
    assert!((at.body(weight).origin.z - 0.5 * acceleration).abs() < 1e-12);
    assert!((at.reaction(rope).force.z - tension).abs() < 1e-12);
    assert!((at.reaction_on(rope, drum).moment + tension * radius).abs() < 1e-12);
    assert_eq!(at.reaction_on(rope, drum).force.norm(), 0.0);
}

#[test]
fn property_a_joint_of_another_model_is_refused_by_name() {
    let mut other = ModelBuilder::new();
    let bead = other.body("bead", Particle::new(1.0));
    other.constraint("first", Slot::new(GROUND.axis([0.0, 0.0], 0.0), bead.origin()));
    let slot = other.constraint("slot", Slot::new(GROUND.axis([0.0, 0.0], 1.0), bead.origin()));
    let mut builder = ModelBuilder::new();
    let bead = builder.body("bead", Particle::new(1.0));
    builder.constraint("here", Slot::new(GROUND.axis([0.0, 0.0], 0.0), bead.origin()));
    let own = builder.constraint("own", Slot::new(GROUND.axis([0.0, 0.0], 1.0), bead.origin()));
    assert!(builder.typed::<Slot>(own.into()) == Some(own) && builder.typed::<Revolute>(own.into()).is_none());
    assert!(builder.typed::<Slot>(slot.into()).is_none());
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.1));
    let refused = builder.build().err();
    assert_eq!(refused, Some(BuildError::ForeignHandle { kind: "friction", name: "rub".into() }));
}
