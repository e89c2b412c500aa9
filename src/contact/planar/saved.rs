//! Any pair of built-in curves as one type, so that a model with it can be written.

use crate::contact::curve::SavedCurve;
use crate::contact::{Circles, CornerOnCurve, CornerOnLine, CurvePair, EllipseOnLine, Pair, Touch};
use crate::element::{Bound, PlanarFrame, Sweep};
use crate::error::ElementError;
use crate::store::take;
use nalgebra::Vector2;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// A built-in pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum SavedPair {
    EllipseOnLine(EllipseOnLine),
    Circles(Circles),
    Curves(Box<CurvePair<SavedCurve, SavedCurve>>),
    CornerOnLine(CornerOnLine),
    CornerOnCurve(Box<CornerOnCurve<SavedCurve>>),
}

impl SavedPair {
    /// What an element says of itself as plain data, if it is of a built-in kind.
    pub(crate) fn of(saved: &dyn Any) -> Option<Self> {
        (take(saved).map(Self::EllipseOnLine))
            .or_else(|| take(saved).map(Self::Circles))
            .or_else(|| take(saved).map(Box::new).map(Self::Curves))
            .or_else(|| take(saved).map(Self::CornerOnLine))
            .or_else(|| take(saved).map(Box::new).map(Self::CornerOnCurve))
            .or_else(|| take(saved))
    }

    fn pair(&self) -> &dyn Pair {
        match self {
            Self::EllipseOnLine(pair) => pair,
            Self::Circles(pair) => pair,
            Self::Curves(pair) => &**pair,
            Self::CornerOnLine(pair) => pair,
            Self::CornerOnCurve(pair) => &**pair,
        }
    }
}

impl Pair for SavedPair {
    fn touch(&self, a: &PlanarFrame, b: &PlanarFrame, last: [f64; 2]) -> Result<Touch, ElementError> {
        self.pair().touch(a, b, last)
    }

    fn start(&self) -> [f64; 2] {
        self.pair().start()
    }

    fn arc_length(&self, shape: usize, from: f64, to: f64) -> f64 {
        self.pair().arc_length(shape, from, to)
    }

    fn outline(&self, shape: usize, reach: f64) -> Option<(Vec<Vector2<f64>>, bool)> {
        self.pair().outline(shape, reach)
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
