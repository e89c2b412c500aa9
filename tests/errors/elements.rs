//! What elements answer where they are not defined, as the model passes it on.

use crate::Case;
use chetaev::constraint::Constraint;
use chetaev::contact::curve::{Circle, Polynomial};
use chetaev::contact::spatial::{Spheres, Surfaces};
use chetaev::contact::surface::{Ellipsoid, Sphere};
use chetaev::contact::{Circles, CurvePair};
use chetaev::dynamics::Baumgarte;
use chetaev::element::BodyId;
use chetaev::error::{ElementError, EvalError};
use chetaev::prelude::*;

/// What the constraint answers where the body was put.
fn answer(builder: ModelBuilder) -> Result<(), ElementError> {
    let model = builder.build().unwrap();
    match model.evaluate(&mut model.workspace(), &model.placed(), Baumgarte::OFF) {
        Err(EvalError::Element { source, .. }) => Err(source),
        other => panic!("{other:?}"),
    }
}

fn planar<C: Constraint + 'static>(x: f64, y: f64, make: impl FnOnce(BodyId) -> C) -> Result<(), ElementError> {
    let mut builder = ModelBuilder::new();
    let body = builder.body("wheel", RigidBody::disk(1.0, 0.5).at(x, y, 0.0));
    builder.constraint("contact", make(body));
    answer(builder)
}

fn spatial<C: Constraint + 'static>(
    x: f64,
    z: f64,
    make: impl FnOnce(BodyId<Spatial>) -> C,
) -> Result<(), ElementError> {
    let mut builder = ModelBuilder::new();
    let ball = Solid::from_inertia(Inertia::sphere(1.0, 0.5).unwrap()).unwrap();
    let ball = builder.body("ball", ball.at(x, 0.0, z));
    builder.constraint("contact", make(ball));
    answer(builder)
}

/// A hump that is the user's own, and refuses.
#[derive(Debug)]
struct Fragile(chetaev::element::BodyRef);

impl Constraint for Fragile {
    type Space = Planar;

    fn shape(&self) -> chetaev::constraint::ConstraintShape {
        chetaev::constraint::ConstraintShape::new(chetaev::constraint::Level::Position, 1, [self.0])
    }

    fn eval(&self, at: chetaev::element::Ctx<'_>, _: &mut chetaev::element::Rows<'_>) -> Result<(), ElementError> {
        Err(ElementError::Refused(format!("the glass breaks at x = {} m: stay below 1 m", at.body(0).origin.x)))
    }

    fn point(&self, at: chetaev::element::Ctx<'_>, k: usize) -> chetaev::nalgebra::Vector2<f64> {
        at.body(k).origin
    }
}

pub fn cases() -> Vec<Case> {
    let wire = || Polynomial::new([0.0, 0.0, 0.5]).between(-1.0, 1.0);
    let egg = || Ellipsoid::new(0.5, 0.35, 0.25);
    vec![
        case!(
            ElementError::Singular,
            planar(0.0, 0.0, |wheel| Distance::new(GROUND.origin(), wheel.origin(), 1.0)),
            &["points of a distance coincide", "use a pin"],
        ),
        case!(
            ElementError::EndOfCurve,
            planar(1.4, 0.7, |wheel| PointOnCurve::new(GROUND, wire(), wheel.origin())),
            &["-1 to 1", "make it longer"],
        ),
        case!(
            ElementError::AmbiguousContact,
            planar(0.0, 0.0, |wheel| {
                Contact::sliding(GROUND, wheel, Circles::inside(([0.0; 2], 0.5), ([0.0; 2], 0.5)))
            }),
            &["2 and 2 1/m", "change the shapes"],
        ),
        case!(
            ElementError::LostContact,
            planar(3.0, 2.0, |wheel| {
                Contact::sliding(GROUND, wheel, CurvePair::inside(wire(), Circle::new([0.0; 2], 0.5)))
            }),
            &["end of an open curve", "`near`"],
        ),
        case!(
            ElementError::AmbiguousSurfaces,
            spatial(0.0, 0.0, |ball| {
                Contact::sliding(WORLD, ball, Spheres::inside(Sphere::new([0.0; 3], 0.5), Sphere::new([0.0; 3], 0.5)))
            }),
            &["1/m", "change the shapes"],
        ),
        case!(
            ElementError::LostSurfaces,
            spatial(0.1, 0.0, |ball| {
                Contact::sliding(
                    WORLD,
                    ball,
                    Surfaces::new(egg(), Ellipsoid::new(0.3, 0.2, 0.15)).near([0.0, 0.0, 0.25], [0.0, 0.0, 0.15]),
                )
            }),
            &["gap", "m,", "rad", "`near`"],
        ),
        case!(ElementError::Refused, planar(2.0, 0.0, |wheel| Fragile(wheel.into())), &["x = 2 m", "stay below"]),
    ]
}
