//! Masses that are rigidly connected are one.

use chetaev::nalgebra::{Isometry3, Matrix3, Vector3};

/// Mass m, m times the center c, and the inertia tensor J about the origin, in some axes. All three add up.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Lump {
    pub(crate) mass: f64,
    moment: Vector3<f64>,
    tensor: Matrix3<f64>,
}

/// |r|² 1 − r rᵀ: the tensor of a unit mass at r.
fn of_point(r: Vector3<f64>) -> Matrix3<f64> {
    Matrix3::identity() * r.norm_squared() - r * r.transpose()
}

impl Lump {
    pub(crate) fn none() -> Self {
        Self { mass: 0.0, moment: Vector3::zeros(), tensor: Matrix3::zeros() }
    }

    /// A mass whose center and axes are at a place, with its tensor about the center: J = R I Rᵀ + m (|c|² 1 − c cᵀ).
    pub(crate) fn at(mass: f64, tensor: Matrix3<f64>, place: &Isometry3<f64>) -> Self {
        let (turn, center) = (place.rotation.to_rotation_matrix().into_inner(), place.translation.vector);
        Self { mass, moment: mass * center, tensor: turn * tensor * turn.transpose() + mass * of_point(center) }
    }

    /// As seen from other axes, in which the present ones are at a place.
    pub(crate) fn moved(&self, place: &Isometry3<f64>) -> Self {
        Self::at(self.mass, self.central(), &(place * Isometry3::from(self.center())))
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        Self { mass: self.mass + other.mass, moment: self.moment + other.moment, tensor: self.tensor + other.tensor }
    }

    /// The center; of no mass, the origin.
    pub(crate) fn center(&self) -> Vector3<f64> {
        if self.mass == 0.0 { Vector3::zeros() } else { self.moment / self.mass }
    }

    /// The tensor about the center.
    pub(crate) fn central(&self) -> Matrix3<f64> {
        let tensor = self.tensor - self.mass * of_point(self.center());
        0.5 * (tensor + tensor.transpose())
    }
}
