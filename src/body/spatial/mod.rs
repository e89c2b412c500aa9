//! Bodies in space, and their mass properties.

mod inertia;
mod solid;

pub use inertia::{Inertia, InertiaError};
pub use solid::Solid;
