//! Space: rigid bodies, joints, forces and rolling in three dimensions.
//!
//! Everything here has its planar counterpart elsewhere and does not share its numbers: a planar mechanism does not pay for space.
//! What is the same in both is written once: [`Driver`](crate::constraint::Driver), [`Coupler`](crate::constraint::Coupler),
//! [`Distance`](crate::constraint::Distance), [`SpringDamper`](crate::force::SpringDamper), and all that reads a result.
//!
//! | bodies | |
//! |---|---|
//! | [`Solid`] | rigid, with the mass properties of an [`Inertia`]: shapes, points, compositions |
//! | [`PointMass`] | a particle |
//! | your own | through [`Body`](crate::body::Body), with quaternions or any other coordinates |
//!
//! | constraint | rows | b, as seen from a |
//! |---|---|---|
//! | [`Joint::spherical`] | 3 | turns about a point |
//! | [`Joint::revolute`] | 5 | turns about an axis |
//! | [`Joint::prismatic`] | 5 | slides along an axis |
//! | [`Joint::cylindrical`] | 4 | turns about and slides along an axis |
//! | [`Joint::universal`] | 4 | turns about two axes that cross |
//! | [`Joint::planar`] | 3 | slides in a plane and turns about its normal |
//! | [`Joint::weld`] | 6 | stays where it is |
//! | [`Joint::point_on_line`], [`point_on_plane`](Joint::point_on_plane) | 2, 1 | has a point that slides, and turns anyhow |
//! | [`PointOnSpaceCurve`] | 2 | has a point that slides along a curve |
//! | [`Screw`] | 5 | moves along an axis as it turns about it |
//! | [`Joint::parallel`], [`Joint::new`] | 2, any | keeps a direction; any way to slide with any way to turn |
//! | [`Distance`](crate::constraint::Distance) | 1 | has a point at a distance |
//! | [`Coupler`](crate::constraint::Coupler) of [`AxialAngle`]s or [`AxialTravel`]s | 1 | is geared: gears, racks; whole turns are counted |
//! | [`Driver`](crate::constraint::Driver) | 1 | is driven along a measure |
//! | [`SpatialContact`] | 1 to 4 | touches, or rolls |
//! | [`SpatialHolonomic`], [`SpatialNonholonomic`] in [`Auto`](crate::constraint::Auto) | any | as your own function says, differentiated for you |
//!
//! | force | acts |
//! |---|---|
//! | gravity | on every body: [`ModelBuilder::spatial_gravity`](crate::model::ModelBuilder::spatial_gravity) |
//! | [`SpringDamper`](crate::force::SpringDamper), [`AppliedAlong`](crate::force::AppliedAlong) | along any measure |
//! | [`Bushing`] | in all directions and about all axes, between two marks |
//! | [`SpatialApplied`] | a force and a moment as functions of time and of the body's motion |

pub use crate::element::{SpatialFrame, SpatialWrench};

mod applied;
mod auto;
mod bushing;
mod contact;
mod inertia;
mod joint;
mod mark;
mod measure;
mod on_curve;
mod point_mass;
mod screw;
mod solid;

pub use applied::{SpatialApplied, SpatialWrenchLaw};
pub use auto::{OnPoses, OnTwists, SpatialHolonomic, SpatialNonholonomic, SpatialPose, SpatialTwist};
pub use bushing::Bushing;
pub use contact::SpatialContact;
pub(crate) use contact::remembered;
pub use inertia::{Inertia, InertiaError};
pub use joint::{Joint, Slide, Turn};
pub use mark::Mark;
pub use measure::{AxialAngle, AxialTravel};
pub use on_curve::PointOnSpaceCurve;
pub use point_mass::PointMass;
pub use screw::Screw;
pub use solid::Solid;
