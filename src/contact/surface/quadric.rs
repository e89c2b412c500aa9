//! The sphere and the ellipsoid, by their outer normal.
//!
//! With A = diag(a, b, c) the point of the ellipsoid with outer normal n is
//!
//! ```text
//! (1)  p = A² n/h        h = |A n|        h is the distance of the tangent plane from the center
//! (2)  W = h P A⁻² P     P = 1 − n nᵀ
//! ```
//!
//! (2) from ∇(pᵀA⁻²p)/2 = A⁻² p = n/h: a step dp along the surface turns it by A⁻² dp, of which the normal takes the part across it.
//! The place is n, settled by making its length 1; so C = W. There is no singular point. A sphere has W = P/R.

use super::{NOWHERE, Place, Surface, SurfacePoint, across, directions};
use crate::contact::{Extent, non_negative};
use crate::error::ElementError;
use nalgebra::{Matrix3, Vector3};

/// How many places a search begins with.
const SAMPLES: usize = 400;

/// A sphere.
///
/// ```
/// # use chetaev::contact::surface::{Sphere, Surface};
/// let ball = Sphere::new([0.0, 0.0, 1.0], 2.0);
/// let top = ball.at(ball.near([0.0, 0.0, 9.0].into()))?;
/// assert_eq!((top.position.z, top.curvatures()), (3.0, [0.5, 0.5]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Sphere {
    center: Vector3<f64>,
    radius: f64,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Sphere, it => length("radius", it.radius));

impl Sphere {
    /// The sphere with the given center (body axes) and radius.
    pub fn new(center: [f64; 3], radius: f64) -> Self {
        Self { center: center.into(), radius: non_negative(radius) }
    }

    /// Its center, in body axes.
    pub fn center(&self) -> Vector3<f64> {
        self.center
    }

    /// Its radius.
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

impl Surface for Sphere {
    #[inline]
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        let normal = place.normalize();
        let bend = across(&normal) / self.radius;
        Ok(SurfacePoint { place: normal, position: self.center + normal * self.radius, normal, bend, chart: bend })
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        direction(position - self.center)
    }

    fn samples(&self) -> Vec<Place> {
        directions(SAMPLES).collect()
    }

    fn facing(&self, normal: Vector3<f64>) -> Option<SurfacePoint> {
        self.at(normal).ok()
    }

    fn extent(&self) -> Option<Extent> {
        Some(Extent::round(self.center.norm(), self.radius))
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}

/// An ellipsoid around the origin of its body, its axes along the body's.
///
/// Elsewhere: [`Placed`](super::Placed).
///
/// ```
/// # use chetaev::contact::surface::{Ellipsoid, Surface};
/// let stone = Ellipsoid::new(3.0, 2.0, 1.0);
/// let [along, across] = stone.at(stone.near([0.0, 0.0, 9.0].into()))?.curvatures();
/// assert!((along - 1.0 / 9.0).abs() < 1e-12 && (across - 1.0 / 4.0).abs() < 1e-12); // c/a² and c/b²
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Ellipsoid {
    squares: Vector3<f64>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Ellipsoid, it => it.squares.iter().try_for_each(|square| length("square of a semi-axis", *square)));

impl Ellipsoid {
    /// The ellipsoid with semi-axes `a`, `b`, `c` along x, y, z.
    pub fn new(a: f64, b: f64, c: f64) -> Self {
        Self { squares: Vector3::new(a, b, c).map(|half| non_negative(half).powi(2)) }
    }
}

impl Surface for Ellipsoid {
    #[inline]
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        let normal = place.normalize();
        let stretched = self.squares.component_mul(&normal);
        let h = stretched.dot(&normal).sqrt();
        let bend = flattened(&self.squares, h, &normal);
        Ok(SurfacePoint { place: normal, position: stretched / h, normal, bend, chart: bend })
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        direction(position.component_div(&self.squares))
    }

    fn samples(&self) -> Vec<Place> {
        directions(SAMPLES).collect()
    }

    fn facing(&self, normal: Vector3<f64>) -> Option<SurfacePoint> {
        self.at(normal).ok()
    }

    fn extent(&self) -> Option<Extent> {
        Some(Extent::oval(self.squares.max().sqrt(), self.squares.min().sqrt()))
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}

/// h P A⁻² P, entry by entry: with d = A⁻² and s = n·(d n) it is h (d_i δ_ij − n_i n_j (d_i + d_j − s)).
#[inline]
fn flattened(squares: &Vector3<f64>, h: f64, n: &Vector3<f64>) -> Matrix3<f64> {
    let d = squares.map(|s| h / s);
    let sum = d.component_mul(n).dot(n);
    let entry = |i: usize, j: usize| -n[i] * n[j] * (d[i] + d[j] - sum);
    let (xy, xz, yz) = (entry(0, 1), entry(0, 2), entry(1, 2));
    #[rustfmt::skip]
    let bend = Matrix3::new(
        d.x + entry(0, 0), xy, xz,
        xy, d.y + entry(1, 1), yz,
        xz, yz, d.z + entry(2, 2),
    );
    bend
}

/// A direction, or nowhere if there is none.
fn direction(v: Vector3<f64>) -> Place {
    v.try_normalize(0.0).unwrap_or(NOWHERE)
}
