//! Surfaces of the user's own, each from one generic function, differentiated twice by forward automatic differentiation.
//!
//! [`Parametric`] takes x(u, v) as it is; its place is (u, v, 0). Its outer normal is that of x_u × x_v; the other way: [`Hollow`](super::Hollow).
//!
//! [`Closed`] takes x(d) for the directions d of space, |d| = 1, and has no pole: at every evaluation it puts a chart around
//! the present direction, with a, b any two unit vectors across it, and differentiates at α = β = 0:
//!
//! ```text
//! (1)  d(α, β) = unit of (d + α a + β b)        dd = a (e¹·dp) + b (e²·dp)
//! ```
//!
//! Its place is d. a × b = d, so that the normal points outward if the surface goes around the origin.

use super::jet::{Jet, Number, parameter, spread, within};
use super::{NOWHERE, Place, Surface, SurfacePoint, directions};
use crate::contact::curve::Domain;
use crate::error::ElementError;
use nalgebra::{Matrix3, RealField, Vector3};
use num_dual::DualNum;
use std::fmt::Debug;

/// A surface of the user's own, by two parameters.
///
/// ```
/// use chetaev::contact::curve::Domain;
/// use chetaev::contact::surface::{Parametric, Surface, SurfaceFunction};
/// use chetaev::nalgebra::{RealField, Vector3};
///
/// /// A saddle.
/// #[derive(Debug)]
/// struct Saddle;
///
/// impl SurfaceFunction for Saddle {
///     fn at<T: RealField + Copy>(&self, u: T, v: T) -> Vector3<T> {
///         Vector3::new(u, v, u * v)
///     }
///     fn domain(&self) -> [Domain; 2] {
///         [Domain::Unbounded; 2]
///     }
/// }
///
/// let middle = Parametric(Saddle).at(Vector3::zeros()).unwrap();
/// assert_eq!(middle.curvatures(), [-1.0, 1.0]);
/// ```
pub trait SurfaceFunction: Send + Sync + Debug {
    /// The point with the parameters `u`, `v`, in body axes.
    fn at<T: RealField + Copy>(&self, u: T, v: T) -> Vector3<T>;

    /// The values of u and of v. A closed direction must be defined for all values, not for one period alone.
    fn domain(&self) -> [Domain; 2];
}

/// Makes a [`Surface`] of a user's [`SurfaceFunction`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Parametric<F>(
    /// The function.
    pub F,
);

impl<F: SurfaceFunction> Surface for Parametric<F> {
    #[inline]
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        let jet = Jet::of(self.0.at::<Number>(parameter(place.x, 0), parameter(place.y, 1)));
        let form = jet.form()?;
        let [e1, e2] = form.dual.map(|e| e.transpose());
        Ok(SurfacePoint {
            place: Vector3::new(place.x, place.y, 0.0),
            position: jet.position,
            normal: form.normal,
            bend: form.bend,
            chart: Matrix3::from_rows(&[e1, e2, Vector3::zeros().transpose()]),
        })
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        nearest(self.samples(), position, |place| self.0.at(place.x, place.y))
    }

    fn samples(&self) -> Vec<Place> {
        let [u, v] = self.0.domain().map(|domain| spread(domain, 24));
        u.flat_map(|u| v.clone().map(move |v| Vector3::new(u, v, 0.0))).collect()
    }

    fn contains(&self, place: Place) -> bool {
        let [u, v] = self.0.domain();
        within(u, place.x) && within(v, place.y)
    }
}

/// A closed surface of the user's own, by directions.
pub trait ClosedFunction: Send + Sync + Debug {
    /// The point that belongs to the direction `d`, |d| = 1, in body axes. The origin must be inside.
    fn at<T: RealField + Copy>(&self, d: Vector3<T>) -> Vector3<T>;
}

/// Makes a [`Surface`] without poles of a user's [`ClosedFunction`].
///
/// ```
/// use chetaev::contact::surface::{Closed, ClosedFunction, Surface};
/// use chetaev::nalgebra::{RealField, Vector3, convert};
///
/// /// A pebble: a ball with a dent and a bump.
/// #[derive(Debug)]
/// struct Pebble;
///
/// impl ClosedFunction for Pebble {
///     fn at<T: RealField + Copy>(&self, d: Vector3<T>) -> Vector3<T> {
///         d * (d.z * convert(0.1) + convert(1.0))
///     }
/// }
///
/// let top = Closed(Pebble).at(Vector3::z()).unwrap(); // where spherical coordinates fail
/// assert_eq!(top.position.z, 1.1);
/// assert!((top.normal - Vector3::z()).norm() < 1e-15);
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Closed<F>(
    /// The function.
    pub F,
);

impl<F: ClosedFunction> Surface for Closed<F> {
    #[inline]
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        let d = place.normalize();
        // The axis that is farthest from d makes a sound pair; which one is of no consequence.
        let axis = if d.x.abs() < 0.6 { Vector3::x() } else { Vector3::y() };
        let a = (axis - d * d.dot(&axis)).normalize();
        let b = d.cross(&a);
        let (alpha, beta) = (parameter(0.0, 0), parameter(0.0, 1));
        let moved = Vector3::from_fn(|i, _| alpha * a[i] + beta * b[i] + d[i]);
        let length = (moved.x * moved.x + moved.y * moved.y + moved.z * moved.z).sqrt();
        let jet = Jet::of(self.0.at::<Number>(moved / length));
        let form = jet.form()?;
        let chart = a * form.dual[0].transpose() + b * form.dual[1].transpose();
        Ok(SurfacePoint { place: d, position: jet.position, normal: form.normal, bend: form.bend, chart })
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        nearest(self.samples(), position, |d| self.0.at(d))
    }

    fn samples(&self) -> Vec<Place> {
        directions(400).collect()
    }
}

/// The place whose point is nearest to `position`.
pub(super) fn nearest(places: Vec<Place>, position: Vector3<f64>, point: impl Fn(Place) -> Vector3<f64>) -> Place {
    let distance = |place: &Place| (point(*place) - position).norm_squared();
    places.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(NOWHERE)
}
