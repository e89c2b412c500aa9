//! Any built-in surface as one type, so that a model with it can be written.

use super::{Cone, Cylinder, Ellipsoid, Hollow, Place, Placed, Plane, Sphere, Surface, SurfacePoint, Torus};
use crate::contact::Extent;
use crate::error::ElementError;
use crate::store::take;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// A built-in surface.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum SavedSurface {
    Plane(Plane),
    Sphere(Sphere),
    Ellipsoid(Ellipsoid),
    Cylinder(Cylinder),
    Cone(Cone),
    Torus(Torus),
    Hollow(Box<Hollow<SavedSurface>>),
    Placed(Box<Placed<SavedSurface>>),
}

impl SavedSurface {
    /// What an element says of itself as plain data, if it is of a built-in kind.
    pub(crate) fn of(saved: Box<dyn Any>) -> Option<Self> {
        let built_in = (take(&*saved).map(Self::Plane))
            .or_else(|| take(&*saved).map(Self::Sphere))
            .or_else(|| take(&*saved).map(Self::Ellipsoid))
            .or_else(|| take(&*saved).map(Self::Cylinder))
            .or_else(|| take(&*saved).map(Self::Cone))
            .or_else(|| take(&*saved).map(Self::Torus))
            .or_else(|| take(&*saved));
        if built_in.is_some() {
            return built_in;
        }
        match saved.downcast::<Hollow<Box<dyn Any>>>() {
            Ok(hollow) => Some(Self::Hollow(Box::new(Hollow(Self::of(hollow.0)?)))),
            Err(saved) => saved.downcast::<Placed<Box<dyn Any>>>().ok()?.of(Self::of).map(Box::new).map(Self::Placed),
        }
    }

    fn surface(&self) -> &dyn Surface {
        match self {
            Self::Plane(surface) => surface,
            Self::Sphere(surface) => surface,
            Self::Ellipsoid(surface) => surface,
            Self::Cylinder(surface) => surface,
            Self::Cone(surface) => surface,
            Self::Torus(surface) => surface,
            Self::Hollow(surface) => &**surface,
            Self::Placed(surface) => &**surface,
        }
    }
}

impl Surface for SavedSurface {
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        self.surface().at(place)
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        self.surface().near(position)
    }

    fn samples(&self) -> Vec<Place> {
        self.surface().samples()
    }

    fn contains(&self, place: Place) -> bool {
        self.surface().contains(place)
    }

    fn facing(&self, normal: Vector3<f64>) -> Option<SurfacePoint> {
        self.surface().facing(normal)
    }

    fn extent(&self) -> Option<Extent> {
        self.surface().extent()
    }

    fn saved(&self) -> Option<Box<dyn Any>> {
        Some(Box::new(self.clone()))
    }
}
