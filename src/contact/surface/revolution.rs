//! A surface of revolution: a profile (r(s), z(s)) turned about the z axis of the body, its outside on the right of growing s.
//!
//! With primes by s, σ² = r'² + z'², e away from the axis, f = z×e along the parallel:
//!
//! ```text
//! (1)  p = r e + z k       n = (z' e − r' k)/σ       m = (r' e + z' k)/σ        m along the meridian
//! (2)  κ_m = (r' z'' − z' r'')/σ³      κ_p = z'/(r σ)       W = κ_m m mᵀ + κ_p f fᵀ
//! ```
//!
//! The profile may meet the axis at right angles (z' = 0), as that of a body without a hole does: there is a pole of (s, e), and
//! κ_p is 0/0 with the limit κ_m. So the place is (x, y, s), which says everything twice. It is settled by what is well
//! conditioned: where the profile is steep, s is kept, and (x, y) is moved to the distance r(s) from the axis; where it is flat,
//! (x, y) is kept and s is found from r(s) = |(x, y)|. In the latter case the pole is a point like all others.
//!
//! ```text
//! (3)  dx = e_x·dp    dy = e_y·dp    ds = m·dp/σ
//! ```
//!
//! Singular: a profile that meets the axis at another angle (the apex of a cone), and cusps.

use super::jet::{spread, within};
use super::parametric::nearest;
use super::{Place, Surface, SurfacePoint, radial};
use crate::contact::curve::Domain;
use crate::error::ElementError;
use nalgebra::{Matrix3, RealField, Vector2, Vector3};
use num_dual::Dual2_64;
use std::f64::consts::TAU;
use std::fmt::Debug;

/// The profile of a surface of revolution, of the user's own.
pub trait Profile: Send + Sync + Debug {
    /// Distance from the axis, not negative, and height, at the parameter `s`.
    fn at<T: RealField + Copy>(&self, s: T) -> Vector2<T>;

    /// The values of s.
    fn domain(&self) -> Domain;
}

/// Makes a [`Surface`] of a [`Profile`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Revolution<F>(
    /// The profile.
    pub F,
);

/// Up to this (κ_p − κ_m) r the limit κ_p = κ_m of the pole is taken: the difference is of the size of the rounding of z'/σ.
const POLE: f64 = 1e-15;

impl<F: Profile> Revolution<F> {
    fn jet(&self, s: f64) -> [Vector2<f64>; 3] {
        let c = self.0.at(Dual2_64::new(s, 1.0, 0.0));
        [c.map(|x| x.re), c.map(|x| x.v1), c.map(|x| x.v2)]
    }

    /// s near `from` with r(s) = `distance`, on a flat part of the profile.
    fn parameter_at(&self, from: f64, distance: f64) -> Result<f64, ElementError> {
        let mut s = from;
        for _ in 0..20 {
            let [c, slope, second] = self.jet(s);
            let step = (distance - c.x) / slope.x;
            if !step.is_finite() {
                break;
            }
            s += step;
            // The error that is left is about r''/r' step².
            if (second.x * step * step).abs() <= 1e-16 * slope.x.abs() * (1.0 + s.abs()) {
                return Ok(s);
            }
        }
        Err(ElementError::Singular {
            what: "the profile of a surface of revolution ends before the axis, or has a cusp: keep the contact away from it",
        })
    }
}

impl<F: Profile> Surface for Revolution<F> {
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        let (e, distance) = radial(place);
        let mut s = place.z;
        let mut jet = self.jet(s);
        if jet[1].x.abs() > jet[1].y.abs() {
            s = self.parameter_at(s, distance)?;
            jet = self.jet(s);
        }
        let [c, slope, second] = jet;
        let speed = slope.norm();
        let (k, f) = (Vector3::z(), Vector3::new(-e.y, e.x, 0.0));
        let normal = (e * slope.y - k * slope.x) / speed;
        let along = (e * slope.x + k * slope.y) / speed;
        let meridian = (slope.x * second.y - slope.y * second.x) / speed.powi(3);
        // r κ_p: the sine of the angle at which the profile leaves the plane across the axis.
        let rise = slope.y / speed;
        let parallel = if (rise - c.x * meridian).abs() <= POLE { meridian } else { rise / c.x };
        if !parallel.is_finite() {
            return Err(ElementError::Singular {
                what: "a surface of revolution has an apex where its profile meets the axis: let it meet the axis at a right angle",
            });
        }
        let bend = along * along.transpose() * meridian + f * f.transpose() * parallel;
        let chart =
            Matrix3::from_rows(&[Vector3::x().transpose(), Vector3::y().transpose(), along.transpose() / speed]);
        let flat = e * c.x;
        Ok(SurfacePoint { place: Vector3::new(flat.x, flat.y, s), position: flat + k * c.y, normal, bend, chart })
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        let (e, distance) = radial(position);
        let places = spread(self.0.domain(), 200).map(|s| Vector3::new(0.0, 0.0, s)).collect();
        let s = nearest(places, Vector3::new(distance, 0.0, position.z), |place| {
            let c = self.0.at(place.z);
            Vector3::new(c.x, 0.0, c.y)
        });
        let radius = self.0.at(s.z).x;
        Vector3::new(e.x * radius, e.y * radius, s.z)
    }

    fn samples(&self) -> Vec<Place> {
        let around = (0..24).map(|i| TAU * f64::from(i) / 24.0);
        let at = |s: f64, angle: f64| {
            let (sin, cos) = angle.sin_cos();
            let radius = self.0.at(s).x;
            Vector3::new(radius * cos, radius * sin, s)
        };
        spread(self.0.domain(), 24).flat_map(|s| around.clone().map(move |angle| at(s, angle))).collect()
    }

    fn contains(&self, place: Place) -> bool {
        within(self.0.domain(), place.z)
    }
}
