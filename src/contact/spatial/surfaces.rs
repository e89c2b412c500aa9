//! Any two surfaces, by Newton's method.
//!
//! (C1) and (C2) of [`SpatialTouch`] are four equations for steps δ_a, δ_b along the two surfaces. In the axes of body a, at fixed
//! frames, with c = n·n_b (−1 at the solution) and the residuals f = P d, h = P n_b, both in the tangent plane of A:
//!
//! ```text
//! (1)  P δ_b − (1 + φ W_a) δ_a = −f            d(P d) = P (δ_b − δ_a) − (n·d) W_a δ_a
//! (2)  P W_b δ_b − c W_a δ_a   = −h            d(P n_b) = P W_b δ_b − (n·n_b) W_a δ_a
//! ```
//!
//! where W_a δ_a = dn has no part along n, and parts along n are of no consequence. δ_b is across n_b, so P δ_b = y means
//! δ_b = L y with L y = y − n (n_b·y)/c. With (1), δ_b = L [(1 + φ W_a) δ_a − f], and (2) is
//!
//! ```text
//! (3)  [P W_b L (1 + φ W_a) − c W_a] δ_a = P W_b L f − h
//! ```
//!
//! two equations in the tangent plane, solved without a basis. It is the relative curvature again. The places of both surfaces
//! are moved by it and settle by themselves, so that no parameter has a pole. The search starts where the contact was at the
//! last accepted step, or near the user's points, or from the closest of samples; how it goes on stands in `search`.

use super::search::{Approach, Failures, Step, search};
use super::touch::FLAT;
use super::{Follower, SpatialPair, SpatialTouch};
use crate::contact::extent;
use crate::contact::surface::{
    NOWHERE, Place, Surface, SurfacePoint, across, principal, tangent_invariants, tangent_solve,
};
use crate::element::{Bound, SpatialFrame, Sweep};
use crate::error::ElementError;
use nalgebra::{Matrix3, Vector3};

/// A surface of body b on a surface of body a.
///
/// ```
/// use chetaev::contact::spatial::Surfaces;
/// use chetaev::contact::surface::{Ellipsoid, Torus};
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let egg = builder.body("egg", Solid::from_inertia(Inertia::sphere(1.0, 0.1)?)?.at(0.5, 0.0, 0.4));
/// // On the top of a ring whose tube has the radius 0.1 m.
/// let ring = Surfaces::new(Torus::new(0.5, 0.1), Ellipsoid::new(0.1, 0.1, 0.2)).near([0.5, 0.0, 0.1], [0.0, 0.0, -0.2]);
/// let ring = builder.contact("ring", Contact::between(WORLD, egg, ring), Rigid::smooth());
/// let model = builder.build()?;
/// assert!((model.read(&model.placed()).contact(ring).gap - 0.1).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Surfaces<A, B> {
    a: A,
    b: B,
    start: Option<[Place; 2]>,
}

impl<A: Surface, B: Surface> Surfaces<A, B> {
    /// B on the outside of A (to roll in a hollow: [`Hollow`](crate::contact::surface::Hollow)).
    pub fn new(a: A, b: B) -> Self {
        Self { a, b, start: None }
    }

    /// Body-fixed points near which the contact is at first, on A and on B, each in the axes of its body.
    pub fn near(self, on_a: [f64; 3], on_b: [f64; 3]) -> Self {
        let start = [next_to(&self.a, on_a.into()), next_to(&self.b, on_b.into())];
        Self { start: known(start), ..self }
    }
}

/// Places from which a search can go on: a point that is next to none, such as the center of a sphere, says nothing.
pub(super) fn known(places: [Place; 2]) -> Option<[Place; 2]> {
    places.iter().flatten().all(|x| x.is_finite()).then_some(places)
}

/// The place next to a point: the surface's own guess, improved by steps along the surface as long as they lead closer.
pub(super) fn next_to(surface: &impl Surface, position: Vector3<f64>) -> Place {
    let mut place = surface.near(position);
    let mut distance = f64::INFINITY;
    for _ in 0..20 {
        let Ok(point) = surface.at(place) else { break };
        let off = position - point.position;
        if off.norm() >= distance {
            break;
        }
        distance = off.norm();
        place = point.place + point.chart * (across(&point.normal) * off);
    }
    place
}

impl<A: Surface, B: Surface> SpatialPair for Surfaces<A, B> {
    fn touch(&self, a: &SpatialFrame, b: &SpatialFrame, last: [Place; 2]) -> Result<SpatialTouch, ElementError> {
        let rotation = a.rotation.tr_mul(&b.rotation);
        let origin = a.turn_back(b.origin - a.origin);
        let warm = !last[0].x.is_nan();
        let places = if warm { last } else { self.scan(&rotation, &origin) };
        let look = |[on_a, on_b]: [Place; 2]| Ok(Near::new(self.a.at(on_a)?, self.b.at(on_b)?, &rotation, &origin));
        let why = Failures {
            astray: "the places on the two surfaces did not converge: they may have no common normal near the last contact",
            jumped: "the contact jumped to another branch of the surfaces",
        };
        self.finish(a, b, search(places, warm, look, why)?)
    }

    fn start(&self) -> [Place; 2] {
        self.start.unwrap_or([NOWHERE; 2])
    }

    fn single(&self) -> bool {
        self.a.extent().is_some() && self.b.extent().is_some()
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        match (self.a.extent(), self.b.extent()) {
            (Some(a), Some(b)) => extent::in_space([a, b], bodies),
            _ => Bound::NONE,
        }
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let (a, b) = (
            crate::contact::surface::SavedSurface::of(self.a.saved()?)?,
            crate::contact::surface::SavedSurface::of(self.b.saved()?)?,
        );
        Some(Box::new(Surfaces { a, b, start: self.start }))
    }
}

impl<A: Surface, B: Surface> Surfaces<A, B> {
    fn finish(&self, a: &SpatialFrame, b: &SpatialFrame, end: Near<'_>) -> Result<SpatialTouch, ElementError> {
        if end.cosine >= 0.0 {
            return Err(end.lost(
                "the outer normals point the same way: one surface is inside out (`Hollow`), or start elsewhere",
            ));
        }
        if !self.a.contains(end.a.place) || !self.b.contains(end.b.place) {
            return Err(end.lost("the contact ran over the border of a surface"));
        }
        Ok(SpatialTouch {
            arms: [a.turn(end.a.position), b.turn(end.b.position)],
            normal: a.turn(end.a.normal),
            gap: end.gap,
            bend: a.rotation * end.a.bend * a.rotation.transpose(),
            follower: Follower::Surface(a.rotation * end.bend * a.rotation.transpose()),
            places: [end.a.place, end.b.place],
        })
    }

    /// The closest pair of points with opposite normals, among samples of one surface and what is next to them on the other.
    fn scan(&self, rotation: &Matrix3<f64>, origin: &Vector3<f64>) -> [Place; 2] {
        let beside_b = |place: Place| -> Option<[Place; 2]> {
            Some([self.a.near(origin + rotation * self.b.at(place).ok()?.position), place])
        };
        let beside_a = |place: Place| -> Option<[Place; 2]> {
            Some([place, self.b.near(rotation.tr_mul(&(self.a.at(place).ok()?.position - origin)))])
        };
        let mut pairs: Vec<[Place; 2]> = self.b.samples().into_iter().filter_map(beside_b).collect();
        if pairs.is_empty() {
            pairs = self.a.samples().into_iter().filter_map(beside_a).collect();
        }
        // Distance alone would prefer points where the surfaces cut each other.
        let miss = |[on_a, on_b]: &[Place; 2]| {
            let (Ok(here), Ok(there)) = (self.a.at(*on_a), self.b.at(*on_b)) else { return f64::INFINITY };
            let near = Near::new(here, there, rotation, origin);
            near.d.norm() + near.reach() * (1.0 + near.cosine)
        };
        pairs.into_iter().min_by(|x, y| miss(x).total_cmp(&miss(y))).unwrap_or([NOWHERE; 2])
    }
}

/// Both surfaces at their places, in the axes of body a; `b` itself stays in its own.
struct Near<'r> {
    rotation: &'r Matrix3<f64>,
    a: SurfacePoint,
    b: SurfacePoint,
    /// n_b and W_b.
    normal: Vector3<f64>,
    bend: Matrix3<f64>,
    d: Vector3<f64>,
    gap: f64,
    cosine: f64,
}

impl<'r> Near<'r> {
    #[inline]
    fn new(a: SurfacePoint, b: SurfacePoint, rotation: &'r Matrix3<f64>, origin: &Vector3<f64>) -> Self {
        let normal = rotation * b.normal;
        let d = origin + rotation * b.position - a.position;
        let bend = rotation * b.bend * rotation.transpose();
        Self { gap: a.normal.dot(&d), cosine: a.normal.dot(&normal), rotation, a, b, normal, bend, d }
    }

    /// δ_a and δ_b of (1) and (3).
    #[inline]
    fn newton(&self) -> Result<[Vector3<f64>; 2], ElementError> {
        let n = &self.a.normal;
        let c = self.cosine;
        let plane = across(n);
        let lift = |y: Vector3<f64>| y - n * (self.normal.dot(&y) / c);
        let (f, h) = (self.d - n * self.gap, self.normal - n * c);
        // P W_b L (1 + φ W_a) = P W_b (1 + φ W_a) − P W_b n (n_b/c)ᵀ (1 + φ W_a).
        let stretch = plane + self.a.bend * self.gap;
        let turned = plane * self.bend;
        let lifted = turned * stretch - (turned * n) * (self.normal.transpose() * stretch / c);
        let relative = lifted - self.a.bend * c;
        let (_, product) = tangent_invariants(&relative);
        if !product.is_finite() {
            return Err(self.lost("a surface gave numbers that are not finite, or the normals are at right angles"));
        }
        if product.abs() <= FLAT * (self.a.bend.norm_squared() + self.bend.norm_squared()) {
            return Err(ElementError::AmbiguousSurfaces { relative: principal(&relative) });
        }
        let da = tangent_solve(&relative, &(turned * lift(f) - h));
        Ok([da, lift(stretch * da - f)])
    }
}

impl Approach for Near<'_> {
    fn directions(&self) -> [Vector3<f64>; 2] {
        [self.a.normal, self.b.normal]
    }

    #[inline]
    fn step(&self) -> Result<Step, ElementError> {
        let [da, db] = self.newton()?;
        Ok(Step {
            from: [self.a.place, self.b.place],
            change: [self.a.chart * da, self.b.chart * self.rotation.tr_mul(&db)],
            turn: (self.a.bend * da).norm().max((self.bend * db).norm()),
            length: da.norm().max(db.norm()),
        })
    }

    fn reach(&self) -> f64 {
        self.a.position.norm() + self.b.position.norm() + self.d.norm()
    }

    fn lost(&self, why: &'static str) -> ElementError {
        ElementError::LostSurfaces { why, gap: self.gap, angle: (-self.cosine).clamp(-1.0, 1.0).acos() }
    }
}
