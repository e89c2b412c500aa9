//! Any built-in surface as one type, so that a model with it can be written.

use super::{Cone, Cylinder, Ellipsoid, Hollow, Place, Placed, Plane, Sphere, Surface, SurfacePoint, Torus};
use crate::error::ElementError;
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

/// A built-in surface.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PlainSurface {
    Plane(Plane),
    Sphere(Sphere),
    Ellipsoid(Ellipsoid),
    Cylinder(Cylinder),
    Cone(Cone),
    Torus(Torus),
    Hollow(Box<Hollow<PlainSurface>>),
    Placed(Box<Placed<PlainSurface>>),
}

impl PlainSurface {
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

impl Surface for PlainSurface {
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

    fn plain(&self) -> Option<Self> {
        Some(self.clone())
    }
}
