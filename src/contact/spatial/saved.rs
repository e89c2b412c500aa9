//! Any pair of built-in surfaces as one type, so that a model with it can be written.

use super::{EdgeOn, OnPlane, PointOn, RimOnPlane, SpatialPair, SpatialTouch, Spheres, Surfaces};
use crate::contact::surface::{Place, Rim, SavedSurface};
use crate::element::{Bound, SpatialFrame, Sweep};
use crate::error::ElementError;
use crate::store::take;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// A built-in pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum SavedSpatialPair {
    Spheres(Spheres),
    RimOnPlane(RimOnPlane),
    OnPlane(OnPlane<SavedSurface>),
    Surfaces(Box<Surfaces<SavedSurface, SavedSurface>>),
    EdgeOn(Box<EdgeOn<SavedSurface, Rim>>),
    PointOn(Box<PointOn<SavedSurface>>),
}

impl SavedSpatialPair {
    /// What an element says of itself as plain data, if it is of a built-in kind.
    pub(crate) fn of(saved: &dyn Any) -> Option<Self> {
        (take(saved).map(Self::Spheres))
            .or_else(|| take(saved).map(Self::RimOnPlane))
            .or_else(|| take(saved).map(Self::OnPlane))
            .or_else(|| take(saved).map(Box::new).map(Self::Surfaces))
            .or_else(|| take(saved).map(Box::new).map(Self::EdgeOn))
            .or_else(|| take(saved).map(Box::new).map(Self::PointOn))
            .or_else(|| take(saved))
    }

    fn pair(&self) -> &dyn SpatialPair {
        match self {
            Self::Spheres(pair) => pair,
            Self::RimOnPlane(pair) => pair,
            Self::OnPlane(pair) => pair,
            Self::Surfaces(pair) => &**pair,
            Self::EdgeOn(pair) => &**pair,
            Self::PointOn(pair) => &**pair,
        }
    }
}

impl SpatialPair for SavedSpatialPair {
    fn touch(&self, a: &SpatialFrame, b: &SpatialFrame, last: [Place; 2]) -> Result<SpatialTouch, ElementError> {
        self.pair().touch(a, b, last)
    }

    fn start(&self) -> [Place; 2] {
        self.pair().start()
    }

    fn single(&self) -> bool {
        self.pair().single()
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        self.pair().bound(bodies)
    }

    fn saved(&self) -> Option<Box<dyn Any>> {
        Some(Box::new(self.clone()))
    }
}
