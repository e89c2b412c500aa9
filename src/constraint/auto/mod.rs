//! Constraints of the user's own, differentiated automatically.

mod planar;
mod spatial;

pub use planar::{Auto, Holonomic, Nonholonomic, OnPositions, OnVelocities, Pose, Twist};
pub use spatial::{OnPoses, OnTwists, SpatialHolonomic, SpatialNonholonomic, SpatialPose, SpatialTwist};
