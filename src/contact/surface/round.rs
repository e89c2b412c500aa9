//! Cylinder, cone and torus around the z axis of their body. The place is the position, settled by going to the nearest point
//! of the surface; so C = 1. With ρ the distance from the axis, e the unit vector away from it and f = z×e along the parallel:
//!
//! ```text
//! (1)  cylinder   p = R e + z k                                 n = e                  W = f fᵀ/R
//! (2)  cone       p = l (sin α e + cos α k), l = ρ sin α + z cos α   n = cos α e − sin α k  W = f fᵀ cos α/(l sin α)
//! (3)  torus      p = R e + r n                                 n = unit of (ρ − R) e + z k
//!                 W = g gᵀ/r + f fᵀ (n·e)/(R + r n·e)           g = n×f along the meridian
//! ```
//!
//! Singular: the axis of the cylinder and of the cone, the cone's apex, the center circle of the torus. A plane touches a
//! cylinder or a cone along a line: such a contact has no definite point and is refused as ambiguous. Elsewhere, or along
//! other axes: [`Placed`](super::Placed).

use super::{Place, Surface, SurfacePoint, radial};
use crate::contact::non_negative;
use crate::error::ElementError;
use nalgebra::{Matrix3, Vector3};
use std::f64::consts::TAU;

fn outer(v: &Vector3<f64>) -> Matrix3<f64> {
    v * v.transpose()
}

fn settled(position: Vector3<f64>, normal: Vector3<f64>, bend: Matrix3<f64>) -> SurfacePoint {
    SurfacePoint { place: position, position, normal, bend, chart: Matrix3::identity() }
}

/// A cylinder around the z axis, without ends.
///
/// ```
/// # use chetaev::contact::surface::{Cylinder, Surface};
/// let pipe = Cylinder::new(0.5);
/// assert_eq!(pipe.at(pipe.near([9.0, 0.0, 3.0].into()))?.curvatures(), [0.0, 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Cylinder {
    radius: f64,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Cylinder, it => length("radius", it.radius));

impl Cylinder {
    /// The cylinder with the given radius.
    pub fn new(radius: f64) -> Self {
        Self { radius: non_negative(radius) }
    }
}

impl Surface for Cylinder {
    #[inline]
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        let (e, distance) = radial(place);
        if distance == 0.0 {
            return Err(ElementError::Singular {
                what: "a place on the axis of a cylinder has no nearest point on it: place it off the axis",
            });
        }
        let f = Vector3::new(-e.y, e.x, 0.0);
        Ok(settled(e * self.radius + Vector3::z() * place.z, e, outer(&f) / self.radius))
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        position
    }

    fn samples(&self) -> Vec<Place> {
        Vec::new()
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}

/// A cone around the z axis, opening upward from its apex at the origin.
///
/// ```
/// # use chetaev::contact::surface::{Cone, Surface};
/// let (half_angle, radius) = (0.4_f64, 0.5);
/// let cone = Cone::new(half_angle);
/// let at = cone.at(cone.near([radius, 0.0, radius / half_angle.tan()].into()))?;
/// let [along, around] = at.curvatures();
/// assert!(along.abs() < 1e-12 && (around - half_angle.cos() / radius).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Cone {
    sin: f64,
    cos: f64,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Cone, it => unit("sine and cosine", &[it.sin, it.cos]).and(length("sine", it.sin)));

impl Cone {
    /// The cone whose generators make the angle `half_angle`, between 0 and π, with the axis.
    pub fn new(half_angle: f64) -> Self {
        let (sin, cos) = half_angle.sin_cos();
        Self { sin: non_negative(sin), cos }
    }
}

impl Surface for Cone {
    #[inline]
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        let (e, distance) = radial(place);
        let length = distance * self.sin + place.z * self.cos;
        if distance == 0.0 || length <= 0.0 {
            return Err(ElementError::Singular {
                what: "the apex of a cone has no normal: keep the contact away from it",
            });
        }
        let f = Vector3::new(-e.y, e.x, 0.0);
        let k = Vector3::z();
        let position = (e * self.sin + k * self.cos) * length;
        Ok(settled(position, e * self.cos - k * self.sin, outer(&f) * (self.cos / (length * self.sin))))
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        position
    }

    fn samples(&self) -> Vec<Place> {
        Vec::new()
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}

/// A torus around the z axis.
///
/// ```
/// # use chetaev::contact::surface::{Surface, Torus};
/// let tire = Torus::new(2.0, 0.5);
/// let [around, across] = tire.at(tire.near([9.0, 0.0, 0.0].into()))?.curvatures();
/// assert!((around - 1.0 / 2.5).abs() < 1e-12 && (across - 1.0 / 0.5).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Torus {
    ring: f64,
    tube: f64,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Torus, it => length("ring", it.ring).and(length("tube", it.tube)));

impl Torus {
    /// The torus whose tube of radius `tube` has its center on the circle of radius `ring` in the plane z = 0.
    pub fn new(ring: f64, tube: f64) -> Self {
        Self { ring: non_negative(ring), tube: non_negative(tube) }
    }

    /// The point with normal n, which points to the side of e.
    fn with(&self, e: Vector3<f64>, n: Vector3<f64>) -> SurfacePoint {
        let f = Vector3::new(-e.y, e.x, 0.0);
        let g = n.cross(&f);
        let outward = n.dot(&e);
        let bend = outer(&g) / self.tube + outer(&f) * (outward / (self.ring + self.tube * outward));
        settled(e * self.ring + n * self.tube, n, bend)
    }
}

impl Surface for Torus {
    #[inline]
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        let (e, distance) = radial(place);
        let from_ring = e * (distance - self.ring) + Vector3::z() * place.z;
        match from_ring.try_normalize(0.0) {
            Some(n) if distance > 0.0 => Ok(self.with(e, n)),
            _ => Err(ElementError::Singular {
                what: "a place on the axis of a torus, or in the center of its tube, has no nearest point on it: place it elsewhere",
            }),
        }
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        position
    }

    fn samples(&self) -> Vec<Place> {
        let angle = |i: u32, of: u32| (TAU * f64::from(i) / f64::from(of)).sin_cos();
        let at = |i: u32| {
            let ((sin, cos), (up, out)) = (angle(i / 12, 36), angle(i % 12, 12));
            let e = Vector3::new(cos, sin, 0.0);
            e * (self.ring + self.tube * out) + Vector3::z() * (self.tube * up)
        };
        (0..36 * 12).map(at).collect()
    }

    /// On the outer half, where the torus is convex.
    fn facing(&self, normal: Vector3<f64>) -> Option<SurfacePoint> {
        let (e, horizontal) = radial(normal);
        (horizontal > 0.0).then(|| self.with(e, normal.normalize()))
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}
