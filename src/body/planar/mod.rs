//! Bodies of the plane, and their mass properties.

mod mass;
mod particle;
mod polygon;
mod rigid;

pub use mass::{MassError, MassProperties};
pub use particle::Particle;
pub use rigid::RigidBody;
