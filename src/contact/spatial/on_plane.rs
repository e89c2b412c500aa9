//! Bodies on a plane, in closed form: nothing to search for, no singular place.
//!
//! A plane of body a has the normal n wherever it is touched, so B's point is the one that [faces](Surface::facing) −n. On
//! the rim of a disk with axis k it is the lowest one,
//!
//! ```text
//! (1)  p = m + R e      e = unit of −(n − (n·k) k)
//! ```
//!
//! which is not determined where n ∥ k: the disk lies flat.

use super::{Follower, SpatialPair, SpatialTouch};
use crate::contact::surface::{Place, Plane, Rim, Surface};
use crate::contact::{Extent, extent};
use crate::element::{Bound, Seen, SpatialFrame, Sweep};
use crate::error::ElementError;
use nalgebra::{Matrix3, Vector3};

/// A surface of body b on a plane of body a.
///
/// ```
/// use chetaev::contact::spatial::OnPlane;
/// use chetaev::contact::surface::{Ellipsoid, Plane};
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let stone = builder.body("stone", Solid::from_inertia(Inertia::sphere(1.0, 0.3)?)?.at(0.0, 0.0, 0.4));
/// let floor = OnPlane::new(Plane::horizontal(), Ellipsoid::new(0.5, 0.4, 0.3));
/// let floor = builder.contact("floor", Contact::between(WORLD, stone, floor), Rigid::rough(Coulomb::new(0.3)));
/// let model = builder.build()?;
/// assert!((model.read(&model.placed()).contact(floor).gap - 0.1).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct OnPlane<S> {
    plane: Plane,
    surface: S,
}

impl<S: Surface> OnPlane<S> {
    /// `surface`, which must know its closed form [`facing`](Surface::facing), on `plane`.
    pub fn new(plane: Plane, surface: S) -> Self {
        Self { plane, surface }
    }
}

impl<S: Surface> SpatialPair for OnPlane<S> {
    #[inline]
    fn touch(&self, a: &SpatialFrame, b: &SpatialFrame, _last: [Place; 2]) -> Result<SpatialTouch, ElementError> {
        let normal = a.turn(self.plane.normal());
        let Some(point) = self.surface.facing(-b.turn_back(normal)) else {
            return Err(ElementError::Singular {
                what: "no single point of this surface faces the plane: it may lie flat on it; for a surface without a closed form use `Surfaces`",
            });
        };
        let other = b.rotation * point.bend * b.rotation.transpose();
        Ok(on_plane(&self.plane, a, b, normal, b.turn(point.position), Follower::Surface(other), point.place))
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        self.surface.extent().map_or(Bound::NONE, |surface| extent::in_space([Extent::FLAT, surface], bodies))
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let surface = crate::contact::surface::SavedSurface::of(self.surface.saved()?)?;
        Some(Box::new(OnPlane { plane: self.plane, surface }))
    }
}

/// The rim of a thin disk of body b on a plane of body a.
///
/// ```
/// use chetaev::contact::spatial::RimOnPlane;
/// use chetaev::contact::surface::{Plane, Rim};
/// use chetaev::nalgebra::{UnitQuaternion, Vector3};
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// // Its axis, z, leans by 1 rad from the vertical.
/// let coin = Solid::from_inertia(Inertia::disk(0.01, 0.012)?)?.turned(UnitQuaternion::from_scaled_axis(Vector3::x()));
/// let coin = builder.body("coin", coin.at(0.0, 0.0, 0.02));
/// let rim = RimOnPlane::new(Plane::horizontal(), Rim::new(0.012));
/// let table = builder.contact("table", Contact::between(WORLD, coin, rim), Rigid::smooth());
/// let model = builder.build()?;
/// assert!((model.read(&model.placed()).contact(table).gap - (0.02 - 0.012 * 1.0_f64.sin())).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RimOnPlane {
    plane: Plane,
    rim: Rim,
}

/// Up to this sine of the angle between axis and normal the disk lies flat.
const LIES_FLAT: f64 = 1e-9;

impl RimOnPlane {
    /// `rim` on `plane`.
    pub fn new(plane: Plane, rim: Rim) -> Self {
        Self { plane, rim }
    }
}

impl SpatialPair for RimOnPlane {
    #[inline]
    fn touch(&self, a: &SpatialFrame, b: &SpatialFrame, _last: [Place; 2]) -> Result<SpatialTouch, ElementError> {
        let normal = a.turn(self.plane.normal());
        let (up, k) = (b.turn_back(normal), self.rim.axis());
        let down = k * up.dot(&k) - up;
        if down.norm_squared() <= LIES_FLAT * LIES_FLAT {
            return Err(ElementError::Singular { what: "the disk lies flat: all points of its rim touch the plane" });
        }
        let point = self.rim.toward(down);
        let edge = Follower::Edge { tangent: b.turn(point.tangent), curvature: b.turn(point.curvature) };
        let place = Vector3::new(point.parameter, 0.0, 0.0);
        Ok(on_plane(&self.plane, a, b, normal, b.turn(point.position), edge, place))
    }

    /// V alone: where the disk comes to lie flat its gap bends without bound.
    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        let [speed, _] = Seen::in_space(bodies).point(self.rim.reach());
        Bound::new(speed, f64::NAN)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        Some(Box::new(*self))
    }
}

#[inline]
fn on_plane(
    plane: &Plane,
    a: &SpatialFrame,
    b: &SpatialFrame,
    normal: Vector3<f64>,
    arm: Vector3<f64>,
    follower: Follower,
    place: Place,
) -> SpatialTouch {
    // From the plane's point to B's, both counted from a's origin.
    let point = b.origin + arm - a.origin;
    let gap = normal.dot(&(point - a.turn(plane.point())));
    let foot = point - normal * gap;
    SpatialTouch {
        arms: [foot, arm],
        normal,
        gap,
        bend: Matrix3::zeros(),
        follower,
        places: [a.turn_back(foot), place],
    }
}
