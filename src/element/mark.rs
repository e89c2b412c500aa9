//! Marks: three axes through a point, fixed in a body. Joints in space lie between two of them.

use super::handle::itself;
use super::{BodyId, BodyRef, Point, Spatial, SpatialFrame};
use crate::math::Real;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// A point with three right-angled axes x, y, z, fixed in a body or in the ground.
///
/// Joints about or along a line take the z axes of their two marks for it.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
pub struct Mark {
    /// The body in which it is fixed.
    pub body: BodyRef,
    /// Its point, in body axes.
    pub local: Vector3<f64>,
    /// Its axes, as columns in body axes.
    pub axes: Matrix3<f64>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Mark, it => axes("axes", &it.axes));

impl BodyId<Spatial> {
    /// The mark at a point of this body, with the body's own axes.
    pub fn mark(self, x: f64, y: f64, z: f64) -> Mark {
        Mark { body: self.into(), local: Vector3::new(x, y, z), axes: Matrix3::identity() }
    }

    /// The mark at a point of this body whose z axis has the given direction (of any length, in body axes).
    ///
    /// Its x and y axes are chosen for you, and with them where an angle about it is zero; [`Mark::with_x`] says otherwise.
    pub fn axis(self, through: impl Into<Vector3<f64>>, direction: impl Into<Vector3<f64>>) -> Mark {
        let z = direction.into();
        // The body axis that is farthest from z.
        let aside = Vector3::ith(z.iamin(), 1.0);
        Mark { body: self.into(), local: through.into(), axes: right_angled(z, aside) }
    }
}

/// Right-angled axes with z along `z`, and x in the plane of `z` and `x`.
fn right_angled(z: Vector3<f64>, x: Vector3<f64>) -> Matrix3<f64> {
    let z = z.normalize();
    let y = z.cross(&x).normalize();
    Matrix3::from_columns(&[y.cross(&z), y, z])
}

impl Mark {
    /// A mark whose axes do not matter.
    pub(crate) fn plain(point: Point<Spatial>) -> Self {
        Self { body: point.body, local: point.local, axes: Matrix3::identity() }
    }

    /// This mark with its x axis turned about z, as near to the given direction (in body axes) as it can be.
    pub fn with_x(self, direction: impl Into<Vector3<f64>>) -> Self {
        Self { axes: right_angled(self.axes.column(2).into_owned(), direction.into()), ..self }
    }

    /// This mark, turned about its own axes.
    pub fn turned(self, by: UnitQuaternion<f64>) -> Self {
        Self { axes: self.axes * by.to_rotation_matrix().into_inner(), ..self }
    }

    /// This mark, moved along its own axes.
    pub fn moved(self, x: f64, y: f64, z: f64) -> Self {
        Self { local: self.local + self.axes * Vector3::new(x, y, z), ..self }
    }

    /// Its point.
    pub fn point(&self) -> Point<Spatial> {
        Point { body: self.body, local: self.local }
    }

    /// Its axes x, y, z, in body axes.
    #[inline]
    pub(crate) fn columns(&self) -> [Vector3<f64>; 3] {
        let m = &self.axes;
        [Vector3::new(m.m11, m.m21, m.m31), Vector3::new(m.m12, m.m22, m.m32), Vector3::new(m.m13, m.m23, m.m33)]
    }

    /// Its axes in world axes, as columns.
    #[inline]
    pub(crate) fn axes_in<T: Real>(&self, frame: &SpatialFrame<T>) -> Matrix3<T> {
        frame.rotation * self.axes.map(T::from)
    }
}

/// What is wrong with the marks between which a joint lies. A direction of no length has left axes that are no numbers.
pub(crate) fn unfit(marks: [&Mark; 2]) -> Option<&'static str> {
    let good = marks.iter().all(|mark| mark.axes.iter().all(|x| x.is_finite()));
    let what = "its axis has no length, or is not finite: give it a direction";
    if good { itself(marks.map(|mark| mark.body)) } else { Some(what) }
}
