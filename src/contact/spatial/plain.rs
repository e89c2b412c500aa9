//! Any pair of built-in surfaces as one type, so that a model with it can be written.

use super::{EdgeOn, OnPlane, PointOn, RimOnPlane, SpatialPair, SpatialTouch, Spheres, Surfaces};
use crate::contact::surface::{Place, PlainSurface, Rim};
use crate::element::{Bound, SpatialFrame, Sweep};
use crate::error::ElementError;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// A built-in pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PlainSpatialPair {
    Spheres(Spheres),
    RimOnPlane(RimOnPlane),
    OnPlane(OnPlane<PlainSurface>),
    Surfaces(Box<Surfaces<PlainSurface, PlainSurface>>),
    EdgeOn(Box<EdgeOn<PlainSurface, Rim>>),
    PointOn(Box<PointOn<PlainSurface>>),
}

impl PlainSpatialPair {
    /// What an element says of itself as plain data, if it is of a built-in kind.
    pub(crate) fn of(plain: &dyn Any) -> Option<Self> {
        (take(plain).map(Self::Spheres))
            .or_else(|| take(plain).map(Self::RimOnPlane))
            .or_else(|| take(plain).map(Self::OnPlane))
            .or_else(|| take(plain).map(Box::new).map(Self::Surfaces))
            .or_else(|| take(plain).map(Box::new).map(Self::EdgeOn))
            .or_else(|| take(plain).map(Box::new).map(Self::PointOn))
            .or_else(|| take(plain))
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

impl SpatialPair for PlainSpatialPair {
    fn touch(&self, a: &SpatialFrame, b: &SpatialFrame, last: [Place; 2]) -> Result<SpatialTouch, ElementError> {
        self.pair().touch(a, b, last)
    }

    fn start(&self) -> [Place; 2] {
        self.pair().start()
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        self.pair().bound(bodies)
    }

    fn plain(&self) -> Option<Box<dyn Any>> {
        Some(Box::new(self.clone()))
    }
}

/// What it is, if it is of this kind.
fn take<T: Clone + 'static>(plain: &dyn Any) -> Option<T> {
    plain.downcast_ref().cloned()
}
