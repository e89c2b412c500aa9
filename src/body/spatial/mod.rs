//! Bodies in space, and their mass properties.

mod inertia;
mod point_mass;
mod solid;

pub use inertia::{Inertia, InertiaError};
pub use point_mass::PointMass;
pub use solid::Solid;
