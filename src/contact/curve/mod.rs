//! Curves fixed in a body: plane curves, and with D = 3 space curves, of which only position, speed, tangent and length are taken from here.
//!
//! A curve is c(s), in the axes of its body, with a parameter s of any speed (primes are derivatives by s here). With
//! a × b = a_x b_y − a_y b_x and k × a the vector turned by +90°:
//!
//! ```text
//! speed      σ = |c'|                    σ' = c'·c''/σ
//! tangent    t = c'/σ                    t' = κ σ n
//! normal     n = k×t                     n' = −κ σ t          to the left of the direction of growing s
//! curvature  κ = (c' × c'')/σ³           κ' = (c' × c''')/σ³ − 3 κ (c'·c'')/σ²
//! length     l = ∫ σ ds
//! ```
//!
//! κ is positive where the curve bends to its left, toward n; the center of curvature is c + n/κ. An anticlockwise closed
//! curve has its inside on the left. Singular where σ = 0 (a cusp, or a parameter that stands still): there is no tangent.
//!
//! | curve | parameter | |
//! |---|---|---|
//! | [`Line`] | arc length | unbounded |
//! | [`Circle`], [`Ellipse`] | angle | closed |
//! | [`Cycloid`] | angle of the wheel | open, between its cusps |
//! | [`Polynomial`] | x | unbounded, or between two x |
//! | [`Support`] | direction of the outer normal | closed, convex |
//! | [`Spline`] | length along the chords | closed or open, through given points |
//! | [`Smooth`] | your own | from one generic function, [`PlaneCurve`] or [`SpaceCurve`] |
//! | [`Placed`] | that of another curve | which it shifts and turns |

mod cycloid;
mod ellipse;
mod length;
mod line;
mod outline;
mod placed;
mod polynomial;
#[cfg(feature = "serde")]
mod saved;
mod smooth;
mod spline;
mod support;

pub use cycloid::Cycloid;
pub use ellipse::{Circle, Ellipse};
pub use line::Line;
pub use outline::outline;
pub use placed::Placed;
pub use polynomial::Polynomial;
#[cfg(feature = "serde")]
pub(crate) use saved::SavedCurve;
pub use smooth::{PlaneCurve, Smooth, SpaceCurve};
pub use spline::Spline;
pub use support::Support;

use crate::contact::Extent;
use crate::element::perp;
use crate::math::Brief;
use nalgebra::{SVector, Vector2};
use std::fmt::Debug;
use thiserror::Error;

/// Which values the parameter takes.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub enum Domain {
    /// All; the curve repeats after a period. The parameter is not reduced: it counts the turns.
    Closed {
        /// The period.
        period: f64,
    },
    /// Those between two ends.
    Open {
        /// The lower end.
        from: f64,
        /// The upper end.
        to: f64,
    },
    /// All, and the curve never closes.
    Unbounded,
}

/// A point of a curve and its derivatives by the parameter.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct CurveJet<const D: usize = 2> {
    /// c.
    pub position: SVector<f64, D>,
    /// c'.
    pub first: SVector<f64, D>,
    /// c''.
    pub second: SVector<f64, D>,
    /// c'''.
    pub third: SVector<f64, D>,
}

impl<const D: usize> CurveJet<D> {
    /// σ = |c'|.
    pub fn speed(&self) -> f64 {
        self.first.norm()
    }

    /// The unit tangent t, in the direction of growing s.
    pub fn tangent(&self) -> SVector<f64, D> {
        self.first / self.speed()
    }
}

impl CurveJet {
    /// The unit normal n, to the left of the tangent.
    pub fn normal(&self) -> Vector2<f64> {
        perp(self.tangent())
    }

    /// The curvature κ, positive where the curve bends to its left.
    pub fn curvature(&self) -> f64 {
        self.first.perp(&self.second) / self.speed().powi(3)
    }

    /// dκ/ds, by the parameter; by the arc length it is this over the speed.
    pub fn curvature_rate(&self) -> f64 {
        let speed = self.speed();
        let stretch = self.first.dot(&self.second) / (speed * speed);
        self.first.perp(&self.third) / speed.powi(3) - 3.0 * self.curvature() * stretch
    }
}

/// A curve, in the axes of the body in which it is fixed; a plane one unless D = 3.
///
/// For one of your own it is easier to write a [`PlaneCurve`] or a [`SpaceCurve`], which need no derivatives.
pub trait Curve<const D: usize = 2>: Send + Sync + Debug {
    /// The point with the parameter `s` and its derivatives.
    fn jet(&self, s: f64) -> CurveJet<D>;

    /// The values of the parameter.
    fn domain(&self) -> Domain;

    /// How far it reaches and how it bends, if it is convex: a closed curve that runs anticlockwise, or a straight line.
    fn extent(&self) -> Option<Extent> {
        None
    }

    /// Length of the curve from one parameter to another, negative when it is run through backward.
    fn arc_length(&self, from: f64, to: f64) -> f64 {
        length::by_quadrature(|s| self.jet(s).speed(), from, to)
    }

    /// This curve as plain data, if it is built in.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        None
    }
}

impl<const D: usize, C: Curve<D> + ?Sized> Curve<D> for Box<C> {
    fn jet(&self, s: f64) -> CurveJet<D> {
        (**self).jet(s)
    }

    fn domain(&self) -> Domain {
        (**self).domain()
    }

    fn extent(&self) -> Option<Extent> {
        (**self).extent()
    }

    fn arc_length(&self, from: f64, to: f64) -> f64 {
        (**self).arc_length(from, to)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        (**self).saved()
    }
}

/// A curve that cannot be made from what was given.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CurveError {
    /// A closed curve needs three points.
    #[error("a closed curve needs at least 3 points, and has {0}: add some, or use a circle or an ellipse")]
    TooFewPoints(usize),
    /// An open curve needs two points.
    #[error("a curve with two ends needs at least 2 points, and has {0}: add some")]
    NoLength(usize),
    /// A direction that is none.
    #[error("the direction in which the curve {} is zero or not finite: give a finite vector that is not zero", if *.0 == 0 { "begins" } else { "ends" })]
    NoDirection(usize),
    /// A point that is not finite.
    #[error("point {0} (from 0) is not finite: look for a NaN in its coordinates")]
    NotFinite(usize),
    /// Two neighbors in the same place.
    #[error(
        "point {0} (from 0) and the next coincide: leave one out (a closed curve closes itself: do not repeat the first point)"
    )]
    SamePoint(usize),
    /// A support function that bends the curve backward.
    #[error(
        "the curve is not convex: its radius of curvature h + h'' is {} m where the normal points to {} rad; make the harmonics smaller",
        Brief(*radius), Brief(*angle)
    )]
    NotConvex {
        /// Direction of the outer normal.
        angle: f64,
        /// The radius there.
        radius: f64,
    },
    /// A function that the harmonics do not reach.
    #[error(
        "{harmonics} harmonics miss the support function by {}: use more, or a spline if it is not smooth",
        Brief(*misfit)
    )]
    NotResolved {
        /// How many were allowed.
        harmonics: usize,
        /// The largest difference.
        misfit: f64,
    },
}
