//! Space: rigid bodies, joints, surfaces and rolling in three dimensions.
//!
//! Everything here has its planar counterpart elsewhere and does not share its numbers: a planar mechanism does not pay for space.

mod frame;

pub use frame::SpatialFrame;
