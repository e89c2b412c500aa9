//! A uniform gravity, given with two components or three.

use nalgebra::Vector3;

/// A uniform gravity, in the plane z = 0 or in space.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Gravity(pub(super) Vector3<f64>);

impl From<[f64; 2]> for Gravity {
    fn from([x, y]: [f64; 2]) -> Self {
        Self(Vector3::new(x, y, 0.0))
    }
}

impl From<[f64; 3]> for Gravity {
    fn from(gravity: [f64; 3]) -> Self {
        Self(gravity.into())
    }
}
