//! Frames of bodies, and attitudes in space as matrices and angles.

use crate::find::Body;
use crate::records::{self, Array};
use chetaev::element::SpatialFrame;
use chetaev::prelude as c;
use pyo3::prelude::*;

/// Of a body of the plane or in space, as Python's tuple with names.
pub fn frame<'py>(py: Python<'py>, at: &c::Snapshot<'_>, body: &Body) -> PyResult<Bound<'py, PyAny>> {
    match body {
        Body::Planar(id) => {
            let it = at.body(*id);
            let [origin, velocity] = [it.origin, it.velocity].map(|v| (v.x, v.y));
            records::make(py, "PlanarFrame", (origin, it.angle, velocity, it.spin))
        }
        Body::Spatial(id) => {
            let it = at.body(*id);
            let [origin, velocity, spin] = [it.origin, it.velocity, it.spin].map(|v| (v.x, v.y, v.z));
            let q = it.attitude.quaternion();
            records::make(py, "SpatialFrame", (origin, (q.w, q.i, q.j, q.k), matrix(py, &it)?, velocity, spin))
        }
    }
}

/// The nine numbers of the rotation, row by row.
pub fn rows(frame: &SpatialFrame) -> Vec<f64> {
    frame.rotation.transpose().as_slice().to_vec()
}

pub fn matrix<'py>(py: Python<'py>, frame: &SpatialFrame) -> PyResult<Array<'py>> {
    Array::rectangle(py, rows(frame), 3, 3)
}

/// The axis, zero where nothing is turned, and the angle.
pub fn axis_angle(frame: &SpatialFrame) -> [f64; 4] {
    frame.attitude.axis_angle().map_or([0.0; 4], |(axis, angle)| [axis.x, axis.y, axis.z, angle])
}

pub fn roll_pitch_yaw(frame: &SpatialFrame) -> [f64; 3] {
    frame.attitude.euler_angles().into()
}
