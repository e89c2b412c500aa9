//! Any built-in curve as one type, so that a model with it can be written.

use super::{Circle, Curve, CurveJet, Cycloid, Domain, Ellipse, Line, Placed, Polynomial, Spline, Support};
use serde::{Deserialize, Serialize};

/// A built-in curve.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PlainCurve {
    Line(Line),
    Circle(Circle),
    Ellipse(Ellipse),
    Cycloid(Cycloid),
    Polynomial(Polynomial),
    Spline(Spline),
    Support(Support),
    Placed(Box<Placed<PlainCurve>>),
}

impl PlainCurve {
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

impl Curve for PlainCurve {
    fn jet(&self, s: f64) -> CurveJet {
        self.curve().jet(s)
    }

    fn domain(&self) -> Domain {
        self.curve().domain()
    }

    fn arc_length(&self, from: f64, to: f64) -> f64 {
        self.curve().arc_length(from, to)
    }

    fn plain(&self) -> Option<Self> {
        Some(self.clone())
    }
}
