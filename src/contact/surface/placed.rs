//! A surface moved to where it is in its body, and a surface turned inside out. The place stays that of the surface inside.
//!
//! With p = c + R p₀ the fields of [`SurfacePoint`] become n = R n₀, W = R W₀ Rᵀ, C = C₀ Rᵀ. Inside out, n and W change sign.

use super::{Place, Surface, SurfacePoint};
use crate::contact::Extent;
use crate::error::ElementError;
use nalgebra::{Matrix3, Rotation3, Vector3};

/// A surface elsewhere in its body.
///
/// ```
/// # use chetaev::contact::surface::{Cylinder, Placed, Surface};
/// let post = Placed::new(Cylinder::new(0.5), [2.0, 0.0, 0.0]);
/// let [x, y, z] = post.at(post.near([9.0, 0.0, 3.0].into()))?.position.into();
/// assert_eq!([x, y, z], [2.5, 0.0, 3.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Placed<S> {
    surface: S,
    center: Vector3<f64>,
    rotation: Matrix3<f64>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Placed<S>, it => axes("rotation", &it.rotation));

impl<S: Surface> Placed<S> {
    /// The surface with its own origin at `center`, in body axes.
    pub fn new(surface: S, center: [f64; 3]) -> Self {
        Self { surface, center: center.into(), rotation: Matrix3::identity() }
    }

    /// This surface, turned about its own origin.
    pub fn turned(self, rotation: Rotation3<f64>) -> Self {
        Self { rotation: rotation.into_inner() * self.rotation, ..self }
    }

    fn carry(&self, inner: SurfacePoint) -> SurfacePoint {
        let r = &self.rotation;
        SurfacePoint {
            place: inner.place,
            position: self.center + r * inner.position,
            normal: r * inner.normal,
            bend: r * inner.bend * r.transpose(),
            chart: inner.chart * r.transpose(),
        }
    }
}

#[cfg(feature = "serde")]
impl<S> Placed<S> {
    /// Another surface in the same place.
    pub(super) fn of<T>(self, surface: impl FnOnce(S) -> Option<T>) -> Option<Placed<T>> {
        Some(Placed { surface: surface(self.surface)?, center: self.center, rotation: self.rotation })
    }
}

impl<S: Surface> Surface for Placed<S> {
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        self.surface.at(place).map(|inner| self.carry(inner))
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        self.surface.near(self.rotation.tr_mul(&(position - self.center)))
    }

    fn samples(&self) -> Vec<Place> {
        self.surface.samples()
    }

    fn contains(&self, place: Place) -> bool {
        self.surface.contains(place)
    }

    fn facing(&self, normal: Vector3<f64>) -> Option<SurfacePoint> {
        self.surface.facing(self.rotation.tr_mul(&normal)).map(|inner| self.carry(inner))
    }

    fn extent(&self) -> Option<Extent> {
        Some(self.surface.extent()?.shifted(self.center.norm()))
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let Self { surface, center, rotation } = self;
        Some(Box::new(Placed { surface: surface.saved()?, center: *center, rotation: *rotation }))
    }
}

/// A surface with its outside within: a bowl, a pipe.
///
/// ```
/// # use chetaev::contact::surface::{Hollow, Sphere, Surface};
/// let bowl = Hollow(Sphere::new([0.0; 3], 2.0));
/// let bottom = bowl.at(bowl.near([0.0, 0.0, -1.0].into()))?;
/// assert_eq!((bottom.normal.z, bottom.curvatures()), (1.0, [-0.5, -0.5]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hollow<S>(
    /// The surface.
    pub S,
);

impl<S: Surface> Surface for Hollow<S> {
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        self.0.at(place).map(inside_out)
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        self.0.near(position)
    }

    fn samples(&self) -> Vec<Place> {
        self.0.samples()
    }

    fn contains(&self, place: Place) -> bool {
        self.0.contains(place)
    }

    fn facing(&self, normal: Vector3<f64>) -> Option<SurfacePoint> {
        self.0.facing(-normal).map(inside_out)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(Hollow(self.0.saved()?)))
    }
}

fn inside_out(point: SurfacePoint) -> SurfacePoint {
    SurfacePoint { normal: -point.normal, bend: -point.bend, ..point }
}
