//! Frames and wrenches of all bodies, planar and spatial, by the index of the body (0 is the ground).

use super::{PlanarFrame, SpatialFrame};
use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector2, Vector3, Vector4};
use num_dual::Dual64;

/// The frames of all bodies. A body has a frame in its own space; in the other stands one that is not a number.
#[derive(Clone, Debug)]
pub struct Frames<T = f64> {
    pub(crate) planar: Vec<PlanarFrame<T>>,
    /// Only the ground's as long as there is no spatial body.
    pub(crate) spatial: Vec<SpatialFrame<T>>,
}

const NAN: f64 = f64::NAN;

/// Where a body is that does not live in the plane.
const NOT_PLANAR: PlanarFrame = PlanarFrame {
    origin: Vector2::new(NAN, NAN),
    angle: NAN,
    cos: NAN,
    sin: NAN,
    velocity: Vector2::new(NAN, NAN),
    spin: NAN,
};

/// Where a body is that lives in the plane.
static NOT_SPATIAL: SpatialFrame = SpatialFrame {
    origin: Vector3::new(NAN, NAN, NAN),
    attitude: UnitQuaternion::new_unchecked(Quaternion::from_vector(Vector4::new(NAN, NAN, NAN, NAN))),
    rotation: Matrix3::new(NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN),
    velocity: Vector3::new(NAN, NAN, NAN),
    spin: Vector3::new(NAN, NAN, NAN),
};

impl Frames {
    /// Frames of so many bodies, which are nowhere yet; those of space only if there are `solids`.
    pub(crate) fn new(bodies: usize, solids: bool) -> Self {
        let (mut planar, mut spatial) = (vec![NOT_PLANAR; bodies + 1], vec![SpatialFrame::GROUND]);
        planar[0] = PlanarFrame::GROUND;
        if solids {
            spatial.resize(bodies + 1, NOT_SPATIAL);
        }
        Self { planar, spatial }
    }

    /// Those of others of the same bodies.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.planar.copy_from_slice(&other.planar);
        self.spatial.copy_from_slice(&other.spatial);
    }

    /// The twist of a frame: three numbers, or six.
    pub(crate) fn twist(&self, index: usize, spatial: bool) -> ([f64; 6], usize) {
        if spatial {
            return (self.spatial(index).twist(), 6);
        }
        let frame = &self.planar[index];
        ([frame.velocity.x, frame.velocity.y, frame.spin, 0.0, 0.0, 0.0], 3)
    }

    #[inline]
    pub(crate) fn spatial(&self, index: usize) -> &SpatialFrame {
        self.spatial.get(index).unwrap_or(&NOT_SPATIAL)
    }
}

impl Frames<Dual64> {
    /// Frames that nothing changes yet.
    pub(crate) fn still(frames: &Frames) -> Self {
        let planar = frames.planar.iter().map(PlanarFrame::still).collect();
        Self { planar, spatial: frames.spatial.iter().map(SpatialFrame::still).collect() }
    }
}

/// Wrenches on all bodies, in the components of their twists, at the origins of their frames.
#[derive(Clone, Debug, Default)]
pub struct Wrenches {
    pub(crate) planar: Vec<[f64; 3]>,
    pub(crate) spatial: Vec<[f64; 6]>,
}

impl Wrenches {
    pub(crate) fn new(bodies: usize, solids: bool) -> Self {
        Self { planar: vec![[0.0; 3]; bodies + 1], spatial: vec![[0.0; 6]; if solids { bodies + 1 } else { 1 }] }
    }

    /// None on any body.
    pub(crate) fn clear(&mut self) {
        self.planar.fill([0.0; 3]);
        self.spatial.fill([0.0; 6]);
    }

    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.planar.copy_from_slice(&other.planar);
        self.spatial.copy_from_slice(&other.spatial);
    }

    /// The components of the wrench on the body with this index.
    pub(crate) fn of(&self, index: usize, spatial: bool) -> &[f64] {
        if spatial { &self.spatial[index] } else { &self.planar[index] }
    }

    pub(crate) fn of_mut(&mut self, index: usize, spatial: bool) -> &mut [f64] {
        if spatial { &mut self.spatial[index] } else { &mut self.planar[index] }
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.planar.iter().flatten().chain(self.spatial.iter().flatten()).all(|x| x.is_finite())
    }
}
