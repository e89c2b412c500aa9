//! An edge on a surface, by Newton's method.
//!
//! With the notation of [`Surfaces`](super::Surfaces), t and c the tangent and the curvature vector of the edge, and the unknown steps δ_a along the
//! surface and l along the edge, (C1) and t·n = 0 become
//!
//! ```text
//! (1)  P t l − (1 + φ W_a) δ_a = −f                 ⇒  δ_a = (1 + φ W_a)⁻¹ (f + P t l)
//! (2)  t·W_a δ_a + (n·c) l     = −t·n
//! ⇒    [n·c + t·W_a (1 + φ W_a)⁻¹ P t] l = −t·n − t·W_a (1 + φ W_a)⁻¹ f
//! ```
//!
//! The bracket is the relative curvature along the edge. Where it is zero the edge lies in the surface: an error.

use super::search::{Approach, Failures, Step, search};
use super::surfaces::{known, next_to};
use super::touch::FLAT;
use super::{Follower, SpatialPair, SpatialTouch};
use crate::contact::surface::{Edge, EdgePoint, NOWHERE, Place, Surface, SurfacePoint, across, tangent_solve};
use crate::element::SpatialFrame;
use crate::error::ElementError;
use nalgebra::{Matrix3, Vector3};

/// An edge of body b on a surface of body a.
///
/// ```
/// use chetaev::contact::spatial::EdgeOn;
/// use chetaev::contact::surface::{Rim, Sphere};
/// use chetaev::nalgebra::{UnitQuaternion, Vector3};
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// // A hoop that stands upright above the top of a sphere.
/// let hoop = Solid::from_inertia(Inertia::disk(0.1, 0.2)?)?.turned(UnitQuaternion::from_scaled_axis(Vector3::x() * 1.5707963267948966));
/// let hoop = builder.body("hoop", hoop.at(0.0, 0.0, 1.3));
/// let top = EdgeOn::new(Sphere::new([0.0; 3], 1.0), Rim::new(0.2));
/// let top = builder.contact("top", Contact::between(WORLD, hoop, top), Rigid::smooth());
/// let model = builder.build()?;
/// assert!((model.read(&model.placed()).contact(top).gap - 0.1).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct EdgeOn<A, E> {
    surface: A,
    edge: E,
    start: Option<[Place; 2]>,
}

impl<A: Surface, E: Edge> EdgeOn<A, E> {
    /// `edge` on the outside of `surface`.
    pub fn new(surface: A, edge: E) -> Self {
        Self { surface, edge, start: None }
    }

    /// A body-fixed point of the surface, in the axes of its body, and a parameter of the edge, near which the contact is at first.
    pub fn near(self, on_surface: [f64; 3], on_edge: f64) -> Self {
        let start = [next_to(&self.surface, on_surface.into()), Vector3::new(on_edge, 0.0, 0.0)];
        Self { start: known(start), ..self }
    }
}

impl<A: Surface, E: Edge> SpatialPair for EdgeOn<A, E> {
    fn touch(&self, a: &SpatialFrame, b: &SpatialFrame, last: [Place; 2]) -> Result<SpatialTouch, ElementError> {
        let rotation = a.rotation.tr_mul(&b.rotation);
        let origin = a.turn_back(b.origin - a.origin);
        let warm = !last[0].x.is_nan();
        let places = if warm { last } else { self.scan(&rotation, &origin) };
        let look = |[place, along]: [Place; 2]| {
            Ok(Near::new(self.surface.at(place)?, self.edge.at(along.x), &rotation, &origin))
        };
        let why = Failures {
            astray: "the places on the surface and the edge did not converge",
            jumped: "the contact jumped to another branch of the edge or the surface",
        };
        self.finish(a, b, search(places, warm, look, why)?)
    }

    fn start(&self) -> [Place; 2] {
        self.start.unwrap_or([NOWHERE; 2])
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let (surface, edge) = (crate::contact::surface::SavedSurface::of(self.surface.saved()?)?, self.edge.saved()?);
        Some(Box::new(EdgeOn { surface, edge, start: self.start }))
    }
}

impl<A: Surface, E: Edge> EdgeOn<A, E> {
    fn finish(&self, a: &SpatialFrame, b: &SpatialFrame, end: Near) -> Result<SpatialTouch, ElementError> {
        if !self.surface.contains(end.a.place) {
            return Err(end.lost("the contact ran over the border of the surface"));
        }
        Ok(SpatialTouch {
            arms: [a.turn(end.a.position), b.turn(end.edge.position)],
            normal: a.turn(end.a.normal),
            gap: end.gap,
            bend: a.rotation * end.a.bend * a.rotation.transpose(),
            follower: Follower::Edge { tangent: b.turn(end.edge.tangent), curvature: b.turn(end.edge.curvature) },
            places: [end.a.place, Vector3::new(end.edge.parameter, 0.0, 0.0)],
        })
    }

    /// The point of the edge that is lowest over the surface, among samples.
    fn scan(&self, rotation: &Matrix3<f64>, origin: &Vector3<f64>) -> [Place; 2] {
        const POINTS: u32 = 180;
        let sample = |i: u32| {
            let s = self.edge.period() * f64::from(i) / f64::from(POINTS);
            let point = self.edge.at(s);
            let place = self.surface.near(origin + rotation * point.position);
            let near = Near::new(self.surface.at(place).ok()?, point, rotation, origin);
            Some((near.gap, [near.a.place, Vector3::new(s, 0.0, 0.0)]))
        };
        let lowest = (0..POINTS).filter_map(sample).min_by(|x, y| x.0.total_cmp(&y.0));
        lowest.map_or([NOWHERE; 2], |(_, places)| places)
    }
}

/// Surface and edge at their places, in the axes of body a; `edge` itself stays in its own.
struct Near {
    a: SurfacePoint,
    edge: EdgePoint,
    tangent: Vector3<f64>,
    curvature: Vector3<f64>,
    d: Vector3<f64>,
    gap: f64,
}

impl Near {
    fn new(a: SurfacePoint, edge: EdgePoint, rotation: &Matrix3<f64>, origin: &Vector3<f64>) -> Self {
        let d = origin + rotation * edge.position - a.position;
        let (tangent, curvature) = (rotation * edge.tangent, rotation * edge.curvature);
        Self { gap: a.normal.dot(&d), a, edge, tangent, curvature, d }
    }

    /// δ_a and l.
    fn newton(&self) -> Result<(Vector3<f64>, f64), ElementError> {
        let n = &self.a.normal;
        let plane = across(n);
        let stretch = plane + self.a.bend * self.gap;
        let (f, t) = (self.d - n * self.gap, plane * self.tangent);
        let (from_f, from_t) = (tangent_solve(&stretch, &f), tangent_solve(&stretch, &t));
        let leaning = self.a.bend * self.tangent;
        let relative = n.dot(&self.curvature) + leaning.dot(&from_t);
        if !relative.is_finite() {
            return Err(self.lost("the surface or the edge gave numbers that are not finite"));
        }
        if relative.abs() <= FLAT * (self.curvature.norm() + self.a.bend.norm()) {
            return Err(ElementError::AmbiguousSurfaces { relative: [relative, self.curvature.norm()] });
        }
        let l = (-n.dot(&self.tangent) - leaning.dot(&from_f)) / relative;
        Ok((from_f + from_t * l, l))
    }
}

impl Approach for Near {
    fn directions(&self) -> [Vector3<f64>; 2] {
        [self.a.normal, self.edge.tangent]
    }

    fn step(&self) -> Result<Step, ElementError> {
        let (da, l) = self.newton()?;
        Ok(Step {
            from: [self.a.place, Vector3::new(self.edge.parameter, 0.0, 0.0)],
            change: [self.a.chart * da, Vector3::new(self.edge.chart * l, 0.0, 0.0)],
            turn: (self.a.bend * da).norm().max(self.edge.curvature.norm() * l.abs()),
            length: da.norm().max(l.abs()),
        })
    }

    fn reach(&self) -> f64 {
        self.a.position.norm() + self.edge.position.norm() + self.d.norm()
    }

    fn lost(&self, why: &'static str) -> ElementError {
        let angle = self.a.normal.dot(&self.tangent).clamp(-1.0, 1.0).asin().abs();
        ElementError::LostSurfaces { why, gap: self.gap, angle }
    }
}
