//! A sphere on a sphere, or in one, in closed form: the normal is the line of the centers.
//!
//! With D from the center of A to that of B, s = 1 outside and −1 inside, n = s D/|D| (from A's surface to B):
//!
//! ```text
//! φ = s (|D| − R_a) − R_b        ρ_a = c_a + s R_a n        ρ_b = c_b − R_b n        W_a = s P/R_a        W_b = P/R_b
//! ```
//!
//! Singular where the centers coincide.

use super::{Follower, SpatialPair, SpatialTouch};
use crate::contact::surface::{Place, Sphere, across};
use crate::element::{Bound, SpatialFrame, Sweep, between_points};
use crate::error::ElementError;

/// A sphere of body b that touches a sphere of body a. The places are the directions from the centers, in body axes.
///
/// ```
/// use chetaev::contact::spatial::Spheres;
/// use chetaev::contact::surface::Sphere;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let ball = builder.body("ball", Solid::from_inertia(Inertia::sphere(1.0, 0.1)?)?.at(0.0, 0.0, -0.3));
/// let bowl = Spheres::inside(Sphere::new([0.0; 3], 0.5), Sphere::new([0.0; 3], 0.1));
/// let bowl = builder.contact("bowl", Contact::between(WORLD, ball, bowl), Rigid::smooth());
/// let model = builder.build()?;
/// assert!((model.read(&model.placed()).contact(bowl).gap - 0.1).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Spheres {
    spheres: [Sphere; 2],
    side: f64,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Spheres, it => side(it.side));

impl Spheres {
    /// Sphere `b` on the outside of sphere `a`.
    pub fn outside(a: Sphere, b: Sphere) -> Self {
        Self { spheres: [a, b], side: 1.0 }
    }

    /// Sphere `b` in the hollow of sphere `a`.
    pub fn inside(a: Sphere, b: Sphere) -> Self {
        Self { side: -1.0, ..Self::outside(a, b) }
    }
}

impl SpatialPair for Spheres {
    #[inline]
    fn touch(&self, a: &SpatialFrame, b: &SpatialFrame, _last: [Place; 2]) -> Result<SpatialTouch, ElementError> {
        let [ra, rb] = self.spheres.map(|s| s.radius());
        let (ca, cb) = (a.turn(self.spheres[0].center()), b.turn(self.spheres[1].center()));
        let between = b.origin + cb - a.origin - ca;
        let distance = between.norm();
        if distance == 0.0 {
            return Err(ElementError::AmbiguousSurfaces { relative: [self.side / ra + 1.0 / rb; 2] });
        }
        let normal = between * (self.side / distance);
        let plane = across(&normal);
        Ok(SpatialTouch {
            arms: [ca + normal * (self.side * ra), cb - normal * rb],
            normal,
            gap: self.side * (distance - ra) - rb,
            bend: plane * (self.side / ra),
            follower: Follower::Surface(plane / rb),
            places: [a.turn_back(between / distance), b.turn_back(-normal)],
        })
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        let centers = between_points(bodies, self.spheres.map(|s| s.center().norm()));
        let [a, b] = self.spheres.map(|s| s.radius());
        if self.side > 0.0 { Bound::outside(centers) } else { Bound::inside(a - b, centers) }
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}
