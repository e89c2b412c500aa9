//! A point on a surface, by Newton's method: the foot of a point of body b on a surface of body a.
//!
//! With (C1) of [`SpatialTouch`] alone, f = P d, the step along the surface is
//!
//! ```text
//! (1)  (1 + φ W_a) δ_a = f
//! ```
//!
//! Singular where 1 + φ W_a is: the point is at a center of curvature, in a hollow or inside the body. Beyond it the distance bends downward in some direction, and Newton's
//! method may go astray between hills. There the place is sought down the slope of the distance instead, with the least eigenvalue of (1) turned round:
//!
//! ```text
//! (2)  (1 + φ W_a + ς P) δ_a = f,   ς = −2 λ where the least eigenvalue λ is not positive, halved as long as |d| grows
//! ```

use super::search::{Approach, Failures, Step, search};
use super::touch::FLAT;
use super::{Follower, SpatialPair, SpatialTouch};
use crate::contact::surface::{
    NOWHERE, Place, Surface, SurfacePoint, across, principal, tangent_invariants, tangent_solve,
};
use crate::contact::{Extent, extent};
use crate::element::{Bound, SpatialFrame, Sweep};
use crate::error::ElementError;
use nalgebra::Vector3;

/// Steps down the slope at most.
const MOST_DESCENTS: usize = 200;
/// A step below this part of the lengths involved leaves an error of its square.
const SETTLED: f64 = 1e-8;
/// Near the place the distance is flat: round-off decides by which it grows.
const ROUNDING: f64 = 1e-14;

/// A point of body b on the outside of a surface of body a.
///
/// ```
/// use chetaev::contact::spatial::PointOn;
/// use chetaev::contact::surface::Ellipsoid;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let probe = builder.body("probe", Solid::from_inertia(Inertia::sphere(1.0, 0.1)?)?.at(0.0, 0.0, 1.0));
/// let tip = PointOn::new(Ellipsoid::new(0.5, 0.4, 0.3), [0.0, 0.0, -0.2]);
/// let tip = builder.contact("tip", Contact::between(WORLD, probe, tip), Rigid::smooth());
/// let model = builder.build()?;
/// assert!((model.read(&model.placed()).contact(tip).gap - 0.5).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct PointOn<A> {
    surface: A,
    point: Vector3<f64>,
}

impl<A: Surface> PointOn<A> {
    /// The point of b with these coordinates, in b's axes, on `surface`.
    pub fn new(surface: A, point: [f64; 3]) -> Self {
        Self { surface, point: point.into() }
    }

    /// One for each corner of a body.
    pub fn each(surface: &A, corners: impl IntoIterator<Item = [f64; 3]>) -> Vec<Self>
    where
        A: Clone,
    {
        corners.into_iter().map(|corner| Self::new(surface.clone(), corner)).collect()
    }
}

impl<A: Surface> SpatialPair for PointOn<A> {
    fn touch(&self, a: &SpatialFrame, b: &SpatialFrame, last: [Place; 2]) -> Result<SpatialTouch, ElementError> {
        let arm = b.turn(self.point);
        let position = a.turn_back(b.origin + arm - a.origin);
        let warm = !last[0].x.is_nan();
        let first = if warm { last[0] } else { self.surface.near(position) };
        let look = |[place, _]: [Place; 2]| Ok(Near::new(self.surface.at(place)?, position));
        let why = Failures {
            astray: "the place below the point did not converge: the point may be at a center of curvature of the surface",
            jumped: "the point jumped to another branch of the surface",
        };
        let end =
            search([first, NOWHERE], warm, look, why).or_else(|lost| self.descend(first, position).ok_or(lost))?;
        if !self.surface.contains(end.a.place) {
            return Err(end.lost("the point ran over the border of the surface"));
        }
        Ok(SpatialTouch {
            arms: [a.turn(end.a.position), arm],
            normal: a.turn(end.a.normal),
            gap: end.gap,
            bend: a.rotation * end.a.bend * a.rotation.transpose(),
            follower: Follower::Point,
            places: [end.a.place, self.point],
        })
    }

    fn single(&self) -> bool {
        self.surface.extent().is_some()
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        let point = Extent::round(self.point.norm(), 0.0);
        self.surface.extent().map_or(Bound::NONE, |surface| extent::in_space([surface, point], bodies))
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let surface = crate::contact::surface::SavedSurface::of(self.surface.saved()?)?;
        Some(Box::new(PointOn { surface, point: self.point }))
    }
}

impl<A: Surface> PointOn<A> {
    /// The place below the point that is reached from another by (2); none if that does not end at one.
    fn descend(&self, first: Place, position: Vector3<f64>) -> Option<Near> {
        let look = |place: Place| Some(Near::new(self.surface.at(place).ok()?, position));
        let mut here = look(first)?;
        for _ in 0..MOST_DESCENTS {
            let stretch = across(&here.a.normal) + here.a.bend * here.gap;
            let [least, _] = principal(&stretch);
            let shift = if least > FLAT { 0.0 } else { -2.0 * least + FLAT };
            let stretch = stretch + across(&here.a.normal) * shift;
            let mut da = tangent_solve(&stretch, &(here.d - here.a.normal * here.gap));
            let down = |da: &Vector3<f64>| look(here.a.place + here.a.chart * da);
            let mut next = down(&da)?;
            if da.norm() <= SETTLED * here.reach() {
                return (shift == 0.0).then_some(next);
            }
            let bound = here.d.norm() * (1.0 + ROUNDING);
            while next.d.norm() > bound {
                da *= 0.5;
                next = down(&da)?;
            }
            here = next;
        }
        None
    }
}

/// The surface at a place, and the point over it, in the axes of body a.
struct Near {
    a: SurfacePoint,
    d: Vector3<f64>,
    gap: f64,
}

impl Near {
    fn new(a: SurfacePoint, position: Vector3<f64>) -> Self {
        let d = position - a.position;
        Self { gap: a.normal.dot(&d), a, d }
    }
}

impl Approach for Near {
    fn directions(&self) -> [Vector3<f64>; 2] {
        [self.a.normal; 2]
    }

    fn step(&self) -> Result<Step, ElementError> {
        let stretch = across(&self.a.normal) + self.a.bend * self.gap;
        let (_, product) = tangent_invariants(&stretch);
        if !product.is_finite() {
            return Err(self.lost("the surface gave numbers that are not finite"));
        }
        if product.abs() <= FLAT {
            return Err(ElementError::AmbiguousSurfaces { relative: principal(&stretch) });
        }
        let da = tangent_solve(&stretch, &(self.d - self.a.normal * self.gap));
        Ok(Step {
            from: [self.a.place, NOWHERE],
            change: [self.a.chart * da, Vector3::zeros()],
            turn: (self.a.bend * da).norm(),
            length: da.norm(),
        })
    }

    fn reach(&self) -> f64 {
        self.a.position.norm() + self.d.norm()
    }

    fn lost(&self, why: &'static str) -> ElementError {
        ElementError::LostSurfaces { why, gap: self.gap, angle: 0.0 }
    }
}
