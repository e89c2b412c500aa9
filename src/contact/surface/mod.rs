//! Surfaces fixed in a body, and where two of them touch.
//!
//! A surface has points p, an outer unit normal n (on the side where other bodies are), and bends by W, the map from a step
//! along the surface to the turn of its normal. All in the axes of its body:
//!
//! ```text
//! (1)  dn = W dp        W = Wᵀ, W n = 0        W > 0 where the body is convex: W = (1 − n nᵀ)/R on a ball of radius R
//! ```
//!
//! The eigenvalues of W along the surface are its principal curvatures. W is a 3×3 matrix, so that no basis of the tangent plane
//! is needed: every smooth field of such bases has a singular point on a closed surface.
//!
//! **No poles.** Two parameters of a closed surface have a pole for the same reason. So a point is addressed by a *place*, three
//! numbers that the surface chooses and whose two degrees of freedom it knows: the normal on an ellipsoid, the position
//! on a cylinder or a torus, (u, v, 0) on a surface given by parameters. A place need not be exact. The surface settles it to the
//! nearest one that makes sense, and says how a place moves with the point:
//!
//! ```text
//! (2)  dplace = C dp    for dp along the surface (C is `chart`)
//! ```
//!
//! So place + C δ, settled, is the place of the point p + δ up to terms of second order. Newton's method needs no more.
//!
//! | surface | place | singular |
//! |---|---|---|
//! | [`Plane`] | position | |
//! | [`Sphere`], [`Ellipsoid`] | normal | |
//! | [`Cylinder`], [`Torus`] | position | |
//! | [`Cone`] | position | its apex |
//! | [`Revolution`] | (x, y, s) | cusps of the profile |
//! | [`HeightField`] | (x, y, 0) | |
//! | [`Parametric`] | (u, v, 0) | poles of your parameters |
//! | [`Closed`] | direction | |
//! | [`Placed`], [`Hollow`] | that of another surface | which they move, or turn inside out |
//!
//! A thin disk touches by its rim, a curve: see [`Edge`].

mod edge;
mod height;
mod jet;
mod parametric;
mod placed;
mod plane;
mod quadric;
mod revolution;
mod round;
#[cfg(feature = "serde")]
mod saved;

pub use edge::{Edge, EdgePoint, Rim};
pub use height::{Height, HeightField};
pub use parametric::{Closed, ClosedFunction, Parametric, SurfaceFunction};
pub use placed::{Hollow, Placed};
pub use plane::Plane;
pub use quadric::{Ellipsoid, Sphere};
pub use revolution::{Profile, Revolution};
pub use round::{Cone, Cylinder, Torus};
#[cfg(feature = "serde")]
pub(crate) use saved::SavedSurface;

use crate::contact::Extent;
use crate::error::ElementError;
use nalgebra::{Matrix3, Vector3};
use std::fmt::Debug;
use std::sync::Arc;

/// Where on a surface: three numbers that the surface itself interprets.
pub type Place = Vector3<f64>;

/// Nothing is known yet of a place.
pub const NOWHERE: Place = Vector3::new(f64::NAN, f64::NAN, f64::NAN);

/// What a contact remembers: its places on both surfaces; nowhere if that is nothing.
pub(crate) fn remembered(memory: &[f64]) -> [Place; 2] {
    match memory {
        [a, b, c, d, e, f] => [Vector3::new(*a, *b, *c), Vector3::new(*d, *e, *f)],
        _ => [NOWHERE; 2],
    }
}

/// A point of a surface, in body axes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SurfacePoint {
    /// Its place, settled.
    pub place: Place,
    /// p.
    pub position: Vector3<f64>,
    /// n, outward.
    pub normal: Vector3<f64>,
    /// W of (1).
    pub bend: Matrix3<f64>,
    /// C of (2).
    pub chart: Matrix3<f64>,
}

impl SurfacePoint {
    /// The principal curvatures, the smaller one first; positive where the body is convex.
    pub fn curvatures(&self) -> [f64; 2] {
        principal(&self.bend)
    }
}

/// A surface, in the axes of the body in which it is fixed.
///
/// For one of your own it is easier to write a [`SurfaceFunction`], a [`ClosedFunction`] or a [`Height`], which need no derivatives.
pub trait Surface: Send + Sync + Debug {
    /// The point at a place, which it settles first.
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError>;

    /// A place near the point `position` of body space, which need not be on the surface. It may be rough.
    fn near(&self, position: Vector3<f64>) -> Place;

    /// Places all over the surface, from which a search may start; none if it has no end.
    fn samples(&self) -> Vec<Place>;

    /// Is the place on the surface, not over its border?
    fn contains(&self, place: Place) -> bool {
        let _ = place;
        true
    }

    /// The point whose outer normal is `normal`, if there is exactly one and it is known in closed form.
    fn facing(&self, normal: Vector3<f64>) -> Option<SurfacePoint> {
        let _ = normal;
        None
    }

    /// How far it reaches and how it bends, if it is convex.
    fn extent(&self) -> Option<Extent> {
        None
    }

    /// This surface as plain data, if it is built in.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        None
    }
}

impl<S: Surface + ?Sized> Surface for Arc<S> {
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        (**self).at(place)
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        (**self).near(position)
    }

    fn samples(&self) -> Vec<Place> {
        (**self).samples()
    }

    fn contains(&self, place: Place) -> bool {
        (**self).contains(place)
    }

    fn facing(&self, normal: Vector3<f64>) -> Option<SurfacePoint> {
        (**self).facing(normal)
    }

    fn extent(&self) -> Option<Extent> {
        (**self).extent()
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        (**self).saved()
    }
}

/// Sum and product of the two eigenvalues along the tangent plane of a map that leaves the normal out.
#[inline]
pub(crate) fn tangent_invariants(m: &Matrix3<f64>) -> (f64, f64) {
    let trace = m.trace();
    let minor = |i: usize, j: usize| m[(i, i)] * m[(j, j)] - m[(i, j)] * m[(j, i)];
    (trace, minor(0, 1) + minor(0, 2) + minor(1, 2))
}

/// The two eigenvalues along the tangent plane of such a map, the smaller one first; of one that is not symmetric, their real parts.
pub(crate) fn principal(m: &Matrix3<f64>) -> [f64; 2] {
    let (sum, product) = tangent_invariants(m);
    let root = (0.25 * sum * sum - product).max(0.0).sqrt();
    [0.5 * sum - root, 0.5 * sum + root]
}

/// Solves m x = y in the tangent plane: x = (tr m · y − m y)/det, without a basis.
#[inline]
pub(crate) fn tangent_solve(m: &Matrix3<f64>, y: &Vector3<f64>) -> Vector3<f64> {
    let (sum, product) = tangent_invariants(m);
    (y * sum - m * y) / product
}

/// The projection onto the plane across the unit vector `n`.
#[inline]
pub(crate) fn across(n: &Vector3<f64>) -> Matrix3<f64> {
    Matrix3::identity() - n * n.transpose()
}

/// The unit vector along the horizontal part of `p`, and its length; along x where there is none.
#[inline]
pub(crate) fn radial(p: Vector3<f64>) -> (Vector3<f64>, f64) {
    let radius = p.x.hypot(p.y);
    let e = if radius > 0.0 { Vector3::new(p.x / radius, p.y / radius, 0.0) } else { Vector3::x() };
    (e, radius)
}

/// An even spread of `count` directions over the sphere (a spiral).
pub(crate) fn directions(count: usize) -> impl Iterator<Item = Vector3<f64>> {
    const GOLDEN: f64 = 2.399_963_229_728_653;
    (0..count).map(move |i| {
        let z = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (sin, cos) = (GOLDEN * i as f64).sin_cos();
        let radius = (1.0 - z * z).sqrt();
        Vector3::new(radius * cos, radius * sin, z)
    })
}
