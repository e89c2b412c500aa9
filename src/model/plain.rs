//! Models as plain data.
//!
//! A built model holds elements behind traits. When one is added that is in the tables below, the builder keeps a copy of it, and the model
//! can be written. An element that is not (the user's own, or one that holds a closure) cannot be written, and is named.

use super::{Model, ModelBuilder};
use crate::body::{Particle, RigidBody};
use crate::constraint::{Contact, Coupler, Distance, Driver, KnifeEdge, PointOnCurve, Prismatic, Revolute, Slot, Weld};
use crate::contact::curve::{Circle, Cycloid, Ellipse, Line, Placed, Polynomial, Spline, Support};
use crate::contact::spatial::{EdgeOn, OnPlane, RimOnPlane, Spheres, Surfaces};
use crate::contact::surface::{Cone, Cylinder, Ellipsoid, Hollow, Placed as PlacedSurface, Rim, Sphere, Torus};
use crate::contact::{Circles, CurvePair, EllipseOnLine};
use crate::element::Spatial;
use crate::force::{AppliedAlong, SpringDamper};
use crate::friction::{Coulomb, Friction, Rub, Stribeck};
use crate::math::Signal;
use crate::measure::{Angle, Measure, Separation, Travel};
use crate::space::{AxialAngle, AxialTravel, Bushing, Joint, PointMass, Screw, Solid, SpatialContact};
use crate::store::StoreError;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// The version of the form in which models are written.
const VERSION: u32 = 1;

/// A table of elements that can be written: an enum of them, how one is recognized, and how it is added to a builder again.
macro_rules! plain {
    ($name:ident, $add:ident: $($variant:ident = $type:ty),* $(,)?) => {
        #[derive(Clone, Debug, Serialize, Deserialize)]
        pub(crate) enum $name {
            $($variant(Box<$type>),)*
        }

        impl $name {
            /// The element, if it is in the table.
            pub(crate) fn of(element: &dyn Any) -> Option<Self> {
                $(if let Some(known) = element.downcast_ref::<$type>() {
                    return Some(Self::$variant(Box::new(known.clone())));
                })*
                None
            }

            fn add(self, name: String, builder: &mut ModelBuilder) {
                match self {
                    $(Self::$variant(element) => { builder.$add(name, *element); })*
                }
            }
        }
    };
}

plain! { PlainBody, body:
    RigidBody = RigidBody,
    Particle = Particle,
    Solid = Solid,
    PointMass = PointMass,
}

plain! { PlainConstraint, constraint:
    Revolute = Revolute,
    Prismatic = Prismatic,
    Weld = Weld,
    Slot = Slot,
    Distance = Distance,
    SpatialDistance = Distance<Spatial>,
    Joint = Joint,
    Screw = Screw,
    KnifeEdge = KnifeEdge,
    AngleDriver = Driver<Angle, Signal>,
    TravelDriver = Driver<Travel, Signal>,
    SeparationDriver = Driver<Separation, Signal>,
    AxialDriver = Driver<AxialAngle, Signal>,
    AxialTravelDriver = Driver<AxialTravel, Signal>,
    SpatialSeparationDriver = Driver<Separation<Spatial>, Signal>,
    Gear = Coupler<Angle, Angle>,
    Rack = Coupler<Travel, Angle>,
    Pinion = Coupler<Angle, Travel>,
    Pulley = Coupler<Travel, Travel>,
    AxialGear = Coupler<AxialAngle, AxialAngle>,
    AxialRack = Coupler<AxialTravel, AxialAngle>,
    OnLine = PointOnCurve<Line>,
    OnCircle = PointOnCurve<Circle>,
    OnEllipse = PointOnCurve<Ellipse>,
    OnCycloid = PointOnCurve<Cycloid>,
    OnPolynomial = PointOnCurve<Polynomial>,
    OnSpline = PointOnCurve<Spline>,
    OnSupport = PointOnCurve<Support>,
    OnPlacedEllipse = PointOnCurve<Placed<Ellipse>>,
    OnPlacedCycloid = PointOnCurve<Placed<Cycloid>>,
    OnPlacedSpline = PointOnCurve<Placed<Spline>>,
    EllipseOnLine = Contact<EllipseOnLine>,
    Circles = Contact<Circles>,
    LineEllipse = Contact<CurvePair<Line, Ellipse>>,
    LineSupport = Contact<CurvePair<Line, Support>>,
    CircleEllipse = Contact<CurvePair<Circle, Ellipse>>,
    CircleSupport = Contact<CurvePair<Circle, Support>>,
    EllipseEllipse = Contact<CurvePair<Ellipse, Ellipse>>,
    PlacedEllipses = Contact<CurvePair<Placed<Ellipse>, Placed<Ellipse>>>,
    PolynomialEllipse = Contact<CurvePair<Polynomial, Ellipse>>,
    PolynomialCircle = Contact<CurvePair<Polynomial, Circle>>,
    SplineCircle = Contact<CurvePair<Spline, Circle>>,
    SupportSupport = Contact<CurvePair<Support, Support>>,
    SphereOnPlane = SpatialContact<OnPlane<Sphere>>,
    EllipsoidOnPlane = SpatialContact<OnPlane<Ellipsoid>>,
    TorusOnPlane = SpatialContact<OnPlane<Torus>>,
    PlacedEllipsoidOnPlane = SpatialContact<OnPlane<PlacedSurface<Ellipsoid>>>,
    RimOnPlane = SpatialContact<RimOnPlane>,
    Spheres = SpatialContact<Spheres>,
    EllipsoidOnEllipsoid = SpatialContact<Surfaces<Ellipsoid, Ellipsoid>>,
    EllipsoidInEllipsoid = SpatialContact<Surfaces<Hollow<Ellipsoid>, Ellipsoid>>,
    SphereInEllipsoid = SpatialContact<Surfaces<Hollow<Ellipsoid>, Sphere>>,
    SphereInCylinder = SpatialContact<Surfaces<Hollow<Cylinder>, Sphere>>,
    SphereInCone = SpatialContact<Surfaces<Hollow<Cone>, Sphere>>,
    SphereOnTorus = SpatialContact<Surfaces<Torus, Sphere>>,
    SphereInTorus = SpatialContact<Surfaces<Hollow<Torus>, Sphere>>,
    RimOnSphere = SpatialContact<EdgeOn<Sphere, Rim>>,
    RimOnCylinder = SpatialContact<EdgeOn<Cylinder, Rim>>,
}

plain! { PlainForce, force:
    Spring = SpringDamper<Separation>,
    TorsionSpring = SpringDamper<Angle>,
    GuidedSpring = SpringDamper<Travel>,
    SpatialSpring = SpringDamper<Separation<Spatial>>,
    AxialTorsionSpring = SpringDamper<AxialAngle>,
    AxialSpring = SpringDamper<AxialTravel>,
    Bushing = Bushing,
    AxialMotor = AppliedAlong<AxialAngle, Signal>,
    AxialActuator = AppliedAlong<AxialTravel, Signal>,
    Actuator = AppliedAlong<Separation, Signal>,
    Motor = AppliedAlong<Angle, Signal>,
    GuidedActuator = AppliedAlong<Travel, Signal>,
}

/// A friction point and its law.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PlainFriction {
    rub: PlainRub,
    law: PlainLaw,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum PlainRub {
    Along(Rub<Travel>),
    Around(Rub<Angle>),
    Between(Rub<Separation>),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum PlainLaw {
    Coulomb(Coulomb),
    Stribeck(Stribeck),
}

impl PlainFriction {
    pub(crate) fn of(rub: &dyn Any, law: &dyn Any) -> Option<Self> {
        fn plain<M: Measure + Clone + 'static>(rub: &dyn Any) -> Option<Rub<M>> {
            rub.downcast_ref::<Rub<M>>().filter(|rub| rub.is_plain()).cloned()
        }
        let along = plain(rub).map(PlainRub::Along);
        let rub = along.or_else(|| plain(rub).map(PlainRub::Around)).or_else(|| plain(rub).map(PlainRub::Between))?;
        let coulomb = law.downcast_ref().cloned().map(PlainLaw::Coulomb);
        let law = coulomb.or_else(|| law.downcast_ref().cloned().map(PlainLaw::Stribeck))?;
        Some(Self { rub, law })
    }

    fn add(self, name: String, builder: &mut ModelBuilder) {
        let Self { rub, law } = self;
        match rub {
            PlainRub::Along(rub) => law.add(name, rub, builder),
            PlainRub::Around(rub) => law.add(name, rub, builder),
            PlainRub::Between(rub) => law.add(name, rub, builder),
        }
    }
}

impl PlainLaw {
    fn add(self, name: String, rub: impl Friction + 'static, builder: &mut ModelBuilder) {
        match self {
            Self::Coulomb(law) => builder.friction(name, rub, law),
            Self::Stribeck(law) => builder.friction(name, rub, law),
        };
    }
}

/// An element and its name.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Named<T> {
    name: String,
    element: T,
}

/// A model of built-in elements as plain data, to be written with any format of serde.
///
/// Bodies are counted from 1 in the order of the list; 0 is the ground. A format must keep numbers to the last bit: of `serde_json`, enable
/// the feature `float_roundtrip`.
///
/// ```
/// use chetaev::math::Signal;
/// use chetaev::prelude::*;
/// use chetaev::model::PlainModel;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = ModelBuilder::new();
/// builder.gravity(0.0, -9.81);
/// let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.25, 0.0, 0.0));
/// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.25, 0.0)));
/// builder.force("motor", AppliedAlong::signal(Angle::between(GROUND, rod), Signal::constant(0.1).sine(0.2, 5.0, 0.0)));
/// let model = builder.build()?;
/// let text = serde_json::to_string(&model.plain()?)?;
///
/// let again = serde_json::from_str::<PlainModel>(&text)?.build()?;
/// let run = |model: &Model| Simulation::new(model).run(model.start().project()?, 1.0).map_err(Box::<dyn std::error::Error>::from);
/// assert_eq!(run(&model)?.end(), run(&again)?.end()); // to the last bit
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlainModel {
    version: u32,
    gravity: [f64; 3],
    redundant: bool,
    bodies: Vec<Named<PlainBody>>,
    constraints: Vec<Named<PlainConstraint>>,
    forces: Vec<Named<PlainForce>>,
    frictions: Vec<Named<PlainFriction>>,
}

impl Model {
    /// The model as plain data.
    ///
    /// An element of the user's own, or one that holds a closure, is an error that names it; a [`Signal`] is the function of time that
    /// can be written.
    pub fn plain(&self) -> Result<PlainModel, StoreError> {
        let inner = &self.inner;
        let lasting = &inner.constraints[..self.lasting()];
        Ok(PlainModel {
            version: VERSION,
            gravity: inner.gravity.into(),
            redundant: inner.redundant,
            bodies: named("body", inner.bodies.iter().map(|e| (&e.name, &e.plain)))?,
            constraints: named("constraint", lasting.iter().map(|e| (&e.name, &e.plain)))?,
            forces: named("force", inner.forces.iter().map(|e| (&e.name, &e.plain)))?,
            frictions: named("friction", inner.frictions.iter().map(|e| (&e.name, &e.plain)))?,
        })
    }
}

fn named<'a, T: Clone + 'a>(
    kind: &'static str,
    entries: impl Iterator<Item = (&'a String, &'a Option<T>)>,
) -> Result<Vec<Named<T>>, StoreError> {
    let one = |(name, plain): (&String, &Option<T>)| match plain {
        Some(element) => Ok(Named { name: name.clone(), element: element.clone() }),
        None => Err(StoreError::NotPlain { kind, name: name.clone() }),
    };
    entries.map(one).collect()
}

impl PlainModel {
    /// Builds the model again: it runs like the one that was written, to the last bit.
    pub fn build(self) -> Result<Model, StoreError> {
        if self.version != VERSION {
            return Err(StoreError::Version { found: self.version, known: VERSION });
        }
        let mut builder = ModelBuilder::new();
        let [x, y, z] = self.gravity;
        builder.spatial_gravity(x, y, z);
        if self.redundant {
            builder.allow_redundant();
        }
        self.bodies.into_iter().for_each(|Named { name, element }| element.add(name, &mut builder));
        self.constraints.into_iter().for_each(|Named { name, element }| element.add(name, &mut builder));
        self.forces.into_iter().for_each(|Named { name, element }| element.add(name, &mut builder));
        self.frictions.into_iter().for_each(|Named { name, element }| element.add(name, &mut builder));
        Ok(builder.build()?)
    }
}
