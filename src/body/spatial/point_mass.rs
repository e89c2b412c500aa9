//! A particle in space: m (x'', y'', z'') = F. Its frame never turns.

use crate::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, MassMatrix, Quantity};
use crate::element::{Spatial, SpatialFrame};
use crate::error::ElementError;
use nalgebra::{UnitQuaternion, Vector3};

/// A particle in space. Joints that hold a direction do not fit it: it has none.
///
/// ```
/// # use chetaev::prelude::*;
/// # let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, 0.0, -10.0]);
/// let stone = builder.body("stone", PointMass::new(0.5).at(0.0, 0.0, 2.0).moving(3.0, 4.0, 0.0));
/// let model = builder.build()?;
/// assert_eq!(model.read(&model.placed()).kinetic(), 0.5 * 0.5 * 25.0);
/// let run = Simulation::new(&model).run(model.placed(), 0.2)?;
/// let place = run.read(run.end()).body(stone).origin;
/// assert!((place - chetaev::nalgebra::Vector3::new(0.6, 0.8, 1.8)).norm() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PointMass {
    mass: f64,
    q: [f64; 3],
    v: [f64; 3],
}

impl PointMass {
    /// A particle of the given mass (kg), at the world's origin and at rest.
    pub fn new(mass: f64) -> Self {
        Self { mass, q: [0.0; 3], v: [0.0; 3] }
    }

    /// Places it.
    pub fn at(self, x: f64, y: f64, z: f64) -> Self {
        Self { q: [x, y, z], ..self }
    }

    /// Gives it a velocity.
    pub fn moving(self, vx: f64, vy: f64, vz: f64) -> Self {
        Self { v: [vx, vy, vz], ..self }
    }
}

impl Body for PointMass {
    type Space = Spatial;

    fn shape(&self) -> BodyShape<Spatial> {
        BodyShape {
            coordinates: vec![
                Coordinate::new("x", "vx", Quantity::Length),
                Coordinate::new("y", "vy", Quantity::Length),
                Coordinate::new("z", "vz", Quantity::Length),
            ],
            mass_matrix: MassMatrix::Diagonal,
            constant_mass: true,
            inertia_forces: false,
            frame: FrameMap::Translation,
            mass: self.mass,
            center: Vector3::zeros(),
        }
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&self.q);
        v.copy_from_slice(&self.v);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_, Spatial>) -> Result<(), ElementError> {
        let (origin, velocity) = (Vector3::new(q[0], q[1], q[2]), Vector3::new(v[0], v[1], v[2]));
        out.frame(SpatialFrame::new(origin, UnitQuaternion::identity(), velocity, Vector3::zeros()));
        Ok(())
    }

    fn mass(&self, _q: &[f64], out: &mut [f64]) {
        out.fill(self.mass);
    }

    fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
}
