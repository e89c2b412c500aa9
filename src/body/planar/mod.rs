//! Bodies of the plane, and their mass properties.

mod mass;
mod polygon;
mod rigid;

pub use mass::{MassError, MassProperties};
pub use rigid::RigidBody;
