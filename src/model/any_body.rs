//! A body of either space, as the model keeps it.

use crate::body::{Body, BodyShape, FrameWriter};
use crate::element::{Frames, Inside, Spatial};
use crate::error::ElementError;
use std::any::Any;
use std::fmt::Debug;

/// What is asked of a body after the build, in terms that are the same for both spaces.
pub(crate) trait AnyBody: Any + Send + Sync + Debug {
    fn common_shape(&self) -> BodyShape<Spatial>;
    fn placement(&self, q: &mut [f64], v: &mut [f64]);
    /// Writes the frame with the given index, and the map of a general body.
    fn write_frame(
        &self,
        q: &[f64],
        v: &[f64],
        frames: &mut Frames,
        index: usize,
        map: &mut [f64],
        bias: &mut [f64; 6],
    ) -> Result<(), ElementError>;
    fn side(&self, q: &[f64]) -> f64;
    fn mass(&self, q: &[f64], out: &mut [f64]);
    fn bias(&self, q: &[f64], v: &[f64], out: &mut [f64]);
    fn vary_bias(&self, v: &[f64], dv: &[f64], out: &mut [f64]) -> bool;
    #[cfg(feature = "player")]
    fn outline(&self) -> Vec<[f64; 2]>;
}

impl<B: Body + 'static> AnyBody for B {
    fn common_shape(&self) -> BodyShape<Spatial> {
        let BodyShape { coordinates, mass_matrix, constant_mass, inertia_forces, frame, mass, center } = self.shape();
        let center = B::Space::in_space(center);
        BodyShape { coordinates, mass_matrix, constant_mass, inertia_forces, frame, mass, center }
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        Body::placement(self, q, v);
    }

    fn write_frame(
        &self,
        q: &[f64],
        v: &[f64],
        frames: &mut Frames,
        index: usize,
        map: &mut [f64],
        bias: &mut [f64; 6],
    ) -> Result<(), ElementError> {
        self.frame(q, v, &mut FrameWriter { frame: B::Space::frame_mut(frames, index), map, bias })
    }

    fn side(&self, q: &[f64]) -> f64 {
        Body::side(self, q)
    }

    fn mass(&self, q: &[f64], out: &mut [f64]) {
        Body::mass(self, q, out);
    }

    fn bias(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        Body::bias(self, q, v, out);
    }

    fn vary_bias(&self, v: &[f64], dv: &[f64], out: &mut [f64]) -> bool {
        Body::vary_bias(self, v, dv, out)
    }

    #[cfg(feature = "player")]
    fn outline(&self) -> Vec<[f64; 2]> {
        Body::outline(self)
    }
}
