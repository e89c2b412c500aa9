//! Where two bodies touch in space, and how the contact moves.
//!
//! | pair | found |
//! |---|---|
//! | [`OnPlane`] | a surface with a [closed form](crate::contact::surface::Surface::facing) on a plane |
//! | [`Spheres`] | a sphere on, or in, a sphere: closed form |
//! | [`RimOnPlane`] | the rim of a thin disk on a plane: closed form |
//! | [`Surfaces`] | any two surfaces, by Newton's method |
//! | [`EdgeOn`] | any edge on any surface, by Newton's method |
//! | [`PointOn`] | a point on any surface, by Newton's method |
//!
//! The laws of the contact and its rows are derived in [`SpatialTouch`].

mod edge_on;
mod on_plane;
mod point_on;
#[cfg(feature = "serde")]
mod saved;
mod search;
mod spheres;
mod surfaces;
mod touch;

pub use edge_on::EdgeOn;
pub use on_plane::{OnPlane, RimOnPlane};
pub use point_on::PointOn;
#[cfg(feature = "serde")]
pub(crate) use saved::SavedSpatialPair;
pub use spheres::Spheres;
pub use surfaces::Surfaces;
pub use touch::{Follower, SpatialRoll, SpatialRow, SpatialTouch};

use super::surface::{NOWHERE, Place};
use crate::element::{Bound, SpatialFrame, Sweep};
use crate::error::ElementError;
use std::fmt::Debug;
use std::sync::Arc;

/// Two shapes that can touch, one in each body. The normal is that of shape A.
pub trait SpatialPair: Send + Sync + Debug {
    /// Finds the contact near the places `last`; [`NOWHERE`] says that nothing is known yet.
    fn touch(&self, a: &SpatialFrame, b: &SpatialFrame, last: [Place; 2]) -> Result<SpatialTouch, ElementError>;

    /// Places to start from; nowhere to let it search.
    fn start(&self) -> [Place; 2] {
        [NOWHERE; 2]
    }

    /// Are the shapes near each other at one place only, so that following it finds the nearest points? If not, a contact that opens seeks them at every look.
    fn single(&self) -> bool {
        true
    }

    /// Bounds of how the gap changes over a step that moves the two bodies like this: none unless it says so.
    fn bound(&self, _bodies: [&Sweep; 2]) -> Bound {
        Bound::NONE
    }

    /// This pair as plain data, if it is built in.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        None
    }
}

impl<P: SpatialPair + ?Sized> SpatialPair for Arc<P> {
    fn touch(&self, a: &SpatialFrame, b: &SpatialFrame, last: [Place; 2]) -> Result<SpatialTouch, ElementError> {
        (**self).touch(a, b, last)
    }

    fn start(&self) -> [Place; 2] {
        (**self).start()
    }

    fn single(&self) -> bool {
        (**self).single()
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        (**self).bound(bodies)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        (**self).saved()
    }
}
