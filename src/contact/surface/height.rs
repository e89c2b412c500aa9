//! The graph of a function: z = f(x, y), the other body above it. The place is (x, y, 0).
//!
//! With f_i, f_ij its derivatives (automatic) and g = √(1 + f_x² + f_y²):
//!
//! ```text
//! n = (−f_x, −f_y, 1)/g        x_x = (1, 0, f_x)    x_y = (0, 1, f_y)        n·x_ij = f_ij/g
//! ```
//!
//! W follows from [the formulas for any parameters](super::parametric). There is no singular point.

use super::jet::{Jet, Number, parameter, spread, within};
use super::{Place, Surface, SurfacePoint};
use crate::contact::curve::Domain;
use crate::error::ElementError;
use nalgebra::{Matrix3, RealField, U1, U2, Vector3};
use std::fmt::Debug;

/// A landscape of the user's own.
///
/// ```
/// use chetaev::contact::surface::{Height, HeightField, Surface};
/// use chetaev::nalgebra::{RealField, Vector3, convert};
///
/// #[derive(Debug)]
/// struct Dunes;
///
/// impl Height for Dunes {
///     fn at<T: RealField + Copy>(&self, x: T, y: T) -> T {
///         (x.sin() + (y * convert(0.5)).cos()) * convert(0.2)
///     }
/// }
///
/// let point = HeightField(Dunes).at(Vector3::new(0.3, 1.0, 0.0)).unwrap();
/// assert!(point.normal.z > 0.9);
/// ```
pub trait Height: Send + Sync + Debug {
    /// The height over (x, y).
    fn at<T: RealField + Copy>(&self, x: T, y: T) -> T;

    /// The values of x and of y; all, unless you say otherwise.
    fn domain(&self) -> [Domain; 2] {
        [Domain::Unbounded; 2]
    }
}

/// Makes a [`Surface`] of a user's [`Height`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct HeightField<F>(
    /// The function.
    pub F,
);

impl<F: Height> Surface for HeightField<F> {
    #[inline]
    fn at(&self, place: Place) -> Result<SurfacePoint, ElementError> {
        let f = self.0.at::<Number>(parameter(place.x, 0), parameter(place.y, 1));
        let (slope, second) = (f.v1.unwrap_generic(U1, U2), f.v2.unwrap_generic(U2, U2));
        let up = |h: f64| Vector3::new(0.0, 0.0, h);
        let jet = Jet {
            position: Vector3::new(place.x, place.y, f.re),
            first: [Vector3::new(1.0, 0.0, slope[0]), Vector3::new(0.0, 1.0, slope[1])],
            second: [up(second[(0, 0)]), up(second[(0, 1)]), up(second[(1, 1)])],
        };
        let form = jet.form()?;
        Ok(SurfacePoint {
            place: Vector3::new(place.x, place.y, 0.0),
            position: jet.position,
            normal: form.normal,
            bend: form.bend,
            // x and y are the parameters themselves.
            chart: Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 0.0)),
        })
    }

    fn near(&self, position: Vector3<f64>) -> Place {
        Vector3::new(position.x, position.y, 0.0)
    }

    fn samples(&self) -> Vec<Place> {
        let domain = self.0.domain();
        if domain.contains(&Domain::Unbounded) {
            return Vec::new();
        }
        let [x, y] = domain.map(|d| spread(d, 24));
        x.flat_map(|x| y.clone().map(move |y| Vector3::new(x, y, 0.0))).collect()
    }

    fn contains(&self, place: Place) -> bool {
        let [x, y] = self.0.domain();
        within(x, place.x) && within(y, place.y)
    }
}
