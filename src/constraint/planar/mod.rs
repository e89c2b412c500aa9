//! Joints and velocity constraints of the plane.

mod knife_edge;
mod linear_velocity;
mod on_curve;
mod point_driver;
mod prismatic;
mod revolute;
mod slot;
mod weld;

pub use knife_edge::KnifeEdge;
pub use linear_velocity::LinearVelocity;
pub use on_curve::PointOnCurve;
pub use point_driver::{PathLaw, PointDriver};
pub use prismatic::Prismatic;
pub use revolute::Revolute;
pub use slot::Slot;
pub use weld::Weld;
