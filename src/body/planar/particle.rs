//! The particle: a mass without extent. Coordinates q = (x, y), m x'' = F_x, m y'' = F_y. Its frame never turns,
//! so a moment on it does nothing, and a row that asks it to turn has a zero column.

use crate::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, MassMatrix, Quantity};
use crate::element::{Planar, PlanarFrame};
use crate::error::ElementError;
use nalgebra::Vector2;

/// A particle in the plane.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -10.0]);
/// let stone = builder.body("stone", Particle::new(1.0).at(0.0, 1.0).moving(2.0, 3.0));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 0.5)?;
/// let end = run.last().ok_or("no sample")?.body(stone).origin;
/// assert!((end.x - 1.0).abs() < 1e-12 && (end.y - 1.25).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Particle {
    mass: f64,
    q: [f64; 2],
    v: [f64; 2],
}

impl Particle {
    /// A particle of the given mass (kg), at the world's origin and at rest.
    pub fn new(mass: f64) -> Self {
        Self { mass, q: [0.0; 2], v: [0.0; 2] }
    }

    /// Places the particle.
    pub fn at(mut self, x: f64, y: f64) -> Self {
        self.q = [x, y];
        self
    }

    /// Gives it a velocity.
    pub fn moving(mut self, vx: f64, vy: f64) -> Self {
        self.v = [vx, vy];
        self
    }
}

impl Body for Particle {
    type Space = Planar;

    fn shape(&self) -> BodyShape {
        BodyShape {
            coordinates: vec![
                Coordinate::new("x", "vx", Quantity::Length),
                Coordinate::new("y", "vy", Quantity::Length),
            ],
            mass_matrix: MassMatrix::Diagonal,
            constant_mass: true,
            inertia_forces: false,
            frame: FrameMap::Translation,
            mass: self.mass,
            center: Vector2::zeros(),
        }
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&self.q);
        v.copy_from_slice(&self.v);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
        out.frame(PlanarFrame {
            origin: Vector2::new(q[0], q[1]),
            velocity: Vector2::new(v[0], v[1]),
            ..PlanarFrame::GROUND
        });
        Ok(())
    }

    fn mass(&self, _q: &[f64], out: &mut [f64]) {
        out.fill(self.mass);
    }

    fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
}
