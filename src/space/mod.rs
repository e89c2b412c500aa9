//! Space: rigid bodies, joints, surfaces and rolling in three dimensions.
//!
//! Everything here has its planar counterpart elsewhere and does not share its numbers: a planar mechanism does not pay for space.
//! What is the same in both is written once and used by both: [`Driver`](crate::constraint::Driver),
//! [`Coupler`](crate::constraint::Coupler), [`SpringDamper`](crate::force::SpringDamper), and all that reads a result.

pub use crate::element::{SpatialFrame, SpatialWrench};

mod applied;
mod auto;
mod bushing;
mod contact;
mod inertia;
mod joint;
mod mark;
mod measure;
mod point_mass;
mod screw;
mod solid;

pub use applied::SpatialApplied;
pub use auto::{OnPoses, OnTwists, SpatialHolonomic, SpatialNonholonomic, SpatialPose, SpatialTwist};
pub use bushing::Bushing;
pub use contact::SpatialContact;
pub use inertia::{Inertia, InertiaError};
pub use joint::{Joint, Slide, Turn};
pub use mark::Mark;
pub use measure::{AxialAngle, AxialTravel};
pub use point_mass::PointMass;
pub use screw::Screw;
pub use solid::Solid;
