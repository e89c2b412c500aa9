//! Any built-in curve as one type, so that a model with it can be written.

use super::{Circle, Curve, CurveJet, Cycloid, Domain, Ellipse, Line, Placed, Polynomial, Spline, Support};
use crate::contact::Extent;
use crate::store::take;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// A built-in curve.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum SavedCurve {
    Line(Line),
    Circle(Circle),
    Ellipse(Ellipse),
    Cycloid(Cycloid),
    Polynomial(Polynomial),
    Spline(Spline),
    Support(Support),
    Placed(Box<Placed<SavedCurve>>),
}

impl SavedCurve {
    /// What an element says of itself as plain data, if it is of a built-in kind.
    pub(crate) fn of(saved: Box<dyn Any>) -> Option<Self> {
        let built_in = (take(&*saved).map(Self::Line))
            .or_else(|| take(&*saved).map(Self::Circle))
            .or_else(|| take(&*saved).map(Self::Ellipse))
            .or_else(|| take(&*saved).map(Self::Cycloid))
            .or_else(|| take(&*saved).map(Self::Polynomial))
            .or_else(|| take(&*saved).map(Self::Spline))
            .or_else(|| take(&*saved).map(Self::Support))
            .or_else(|| take(&*saved));
        built_in.or_else(|| saved.downcast::<Placed<Box<dyn Any>>>().ok()?.of(Self::of).map(Box::new).map(Self::Placed))
    }

    fn curve(&self) -> &dyn Curve {
        match self {
            Self::Line(curve) => curve,
            Self::Circle(curve) => curve,
            Self::Ellipse(curve) => curve,
            Self::Cycloid(curve) => curve,
            Self::Polynomial(curve) => curve,
            Self::Spline(curve) => curve,
            Self::Support(curve) => curve,
            Self::Placed(curve) => &**curve,
        }
    }
}

impl Curve for SavedCurve {
    fn jet(&self, s: f64) -> CurveJet {
        self.curve().jet(s)
    }

    fn domain(&self) -> Domain {
        self.curve().domain()
    }

    fn extent(&self) -> Option<Extent> {
        self.curve().extent()
    }

    fn arc_length(&self, from: f64, to: f64) -> f64 {
        self.curve().arc_length(from, to)
    }

    fn saved(&self) -> Option<Box<dyn Any>> {
        Some(Box::new(self.clone()))
    }
}
