//! The plane. Its place is the position itself, settled by dropping it onto the plane: W = 0, C = 1.

use super::{Place, Surface, SurfacePoint};
use crate::contact::Extent;
use crate::error::ElementError;
use nalgebra::{Matrix3, Vector3};

/// A plane, with the other body on the side of its normal.
///
/// ```
/// # use chetaev::contact::surface::{Plane, Surface};
/// let floor = Plane::new([0.0, 0.0, 1.0], [0.0, 0.0, 2.0]);
/// let foot = floor.at(floor.near([3.0, 4.0, 9.0].into()))?;
/// assert_eq!((foot.position, foot.normal), ([3.0, 4.0, 1.0].into(), [0.0, 0.0, 1.0].into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Plane {
    point: Vector3<f64>,
    normal: Vector3<f64>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Plane, it => unit("normal", it.normal.as_slice()));

impl Plane {
    /// The plane through `point` with the given normal (of any length but zero), in body axes. The normal points to the side of the other body, a floor's
    /// up, and so does the force on that body while the contact presses.
    pub fn new(point: [f64; 3], normal: [f64; 3]) -> Self {
        Self { point: point.into(), normal: Vector3::from(normal).normalize() }
    }

    /// The plane z = 0, its outside above.
    pub fn horizontal() -> Self {
        Self::new([0.0; 3], [0.0, 0.0, 1.0])
    }

    /// Its unit normal, in body axes.
    pub fn normal(&self) -> Vector3<f64> {
        self.normal
    }

    /// A point of it.
    pub fn point(&self) -> Vector3<f64> {
        self.point
    }
}

impl Surface for Plane {
    #[inline]
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        let position = place - self.normal * self.normal.dot(&(place - self.point));
        Ok(SurfacePoint {
            place: position,
            position,
            normal: self.normal,
            bend: Matrix3::zeros(),
            chart: Matrix3::identity(),
        })
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        position
    }

    fn samples(&self) -> Vec<Place> {
        Vec::new()
    }

    fn extent(&self) -> Option<Extent> {
        Some(Extent::FLAT)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}
