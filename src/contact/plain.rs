//! Any pair of built-in curves as one type, so that a model with it can be written.

use super::curve::PlainCurve;
use super::{Circles, CurvePair, EllipseOnLine, Pair, Touch};
use crate::element::PlanarFrame;
use crate::error::ElementError;
use nalgebra::Vector2;
use serde::{Deserialize, Serialize};

/// A built-in pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PlainPair {
    EllipseOnLine(EllipseOnLine),
    Circles(Circles),
    Curves(Box<CurvePair<PlainCurve, PlainCurve>>),
}

impl PlainPair {
    fn pair(&self) -> &dyn Pair {
        match self {
            Self::EllipseOnLine(pair) => pair,
            Self::Circles(pair) => pair,
            Self::Curves(pair) => &**pair,
        }
    }
}

impl Pair for PlainPair {
    fn touch(&self, a: &PlanarFrame, b: &PlanarFrame, last: [f64; 2]) -> Result<Touch, ElementError> {
        self.pair().touch(a, b, last)
    }

    fn guess(&self) -> [f64; 2] {
        self.pair().guess()
    }

    fn arc_length(&self, shape: usize, from: f64, to: f64) -> f64 {
        self.pair().arc_length(shape, from, to)
    }

    fn outline(&self, shape: usize, reach: f64) -> Option<(Vec<Vector2<f64>>, bool)> {
        self.pair().outline(shape, reach)
    }

    fn plain(&self) -> Option<Self> {
        Some(self.clone())
    }
}
