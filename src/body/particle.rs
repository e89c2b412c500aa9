//! The particle: a mass without extent, in the plane or in space. Coordinates q = O, m O'' = F. Its frame never turns, so a moment on it does
//! nothing, and a row that asks it to turn has a zero column.

use crate::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use crate::element::{Planar, Space, Spatial};
use crate::error::ElementError;

/// A particle, in the plane or in space. Joints that hold a direction do not fit it: it has none.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -10.0]);
/// let stone = builder.body("stone", Particle::new(1.0).at(0.0, 1.0).moving(2.0, 3.0));
/// let star = builder.body("star", Particle::in_space(1.0).at(0.0, 0.0, 9.0));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 0.5)?;
/// let end = run.last().ok_or("no sample")?;
/// let (one, other) = (end.body(stone).origin, end.body(star).origin);
/// assert!((one.x - 1.0).abs() < 1e-12 && (one.y - 1.25).abs() < 1e-12);
/// assert!((other.y + 1.25).abs() < 1e-12 && other.z == 9.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "S::Vector: serde::Serialize", deserialize = "S::Vector: serde::Deserialize<'de>"))
)]
pub struct Particle<S: Space = Planar> {
    mass: f64,
    position: S::Vector,
    velocity: S::Vector,
}

impl Particle {
    /// A particle of the plane with the given mass (kg), at the origin and at rest.
    pub fn new(mass: f64) -> Self {
        Self { mass, position: [0.0; 2].into(), velocity: [0.0; 2].into() }
    }

    /// Places it.
    pub fn at(self, x: f64, y: f64) -> Self {
        Self { position: [x, y].into(), ..self }
    }

    /// Gives it a velocity.
    pub fn moving(self, vx: f64, vy: f64) -> Self {
        Self { velocity: [vx, vy].into(), ..self }
    }
}

impl Particle<Spatial> {
    /// A particle in space with the given mass (kg), at the world's origin and at rest.
    pub fn in_space(mass: f64) -> Self {
        Self { mass, position: [0.0; 3].into(), velocity: [0.0; 3].into() }
    }

    /// Places it.
    pub fn at(self, x: f64, y: f64, z: f64) -> Self {
        Self { position: [x, y, z].into(), ..self }
    }

    /// Gives it a velocity.
    pub fn moving(self, vx: f64, vy: f64, vz: f64) -> Self {
        Self { velocity: [vx, vy, vz].into(), ..self }
    }
}

impl<S: Space> Body for Particle<S> {
    type Space = S;

    fn shape(&self) -> BodyShape<S> {
        let names = [("x", "vx"), ("y", "vy"), ("z", "vz")].into_iter().take(if S::SPATIAL { 3 } else { 2 });
        let coordinates = names.map(|(name, rate)| Coordinate::new(name, rate, Quantity::Length));
        BodyShape::new(coordinates, FrameMap::Translation, self.mass)
            .diagonal()
            .constant_mass()
            .without_inertia_forces()
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        for (to, vector) in [(q, self.position), (v, self.velocity)] {
            to.copy_from_slice(&S::in_space(vector).as_slice()[..to.len()]);
        }
    }

    #[inline]
    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_, S>) -> Result<(), ElementError> {
        out.frame(S::translation(q, v));
        Ok(())
    }

    fn mass(&self, _q: &[f64], out: &mut [f64]) {
        out.fill(self.mass);
    }

    fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
}
