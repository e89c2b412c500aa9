//! A curve of the user's own: one generic function of the parameter, differentiated three times by forward automatic
//! differentiation in one call. Seed s = (s, 1, 0, 0); the value carries c, c', c'', c'''.

use super::{Curve, CurveJet, Domain};
use nalgebra::{RealField, SVector, Vector2, Vector3};
use num_dual::Dual3_64;
use std::fmt::Debug;

/// A plane curve of the user's own.
///
/// ```
/// use chetaev::contact::curve::{Curve, Domain, PlaneCurve, Smooth};
/// use chetaev::nalgebra::{RealField, Vector2};
///
/// #[derive(Debug)]
/// struct Sine;
///
/// impl PlaneCurve for Sine {
///     fn at<T: RealField + Copy>(&self, s: T) -> Vector2<T> {
///         Vector2::new(s, s.sin())
///     }
///     fn domain(&self) -> Domain {
///         Domain::Unbounded
///     }
/// }
///
/// let top = Smooth(Sine).jet(std::f64::consts::FRAC_PI_2);
/// assert!((top.curvature() + 1.0).abs() < 1e-15); // it bends to the right there
/// ```
pub trait PlaneCurve: Send + Sync + Debug {
    /// The point with the parameter `s`, in body axes.
    fn at<T: RealField + Copy>(&self, s: T) -> Vector2<T>;

    /// The values of the parameter. A closed curve must be defined for all of them, not for one period alone.
    fn domain(&self) -> Domain;
}

/// A space curve of the user's own.
pub trait SpaceCurve: Send + Sync + Debug {
    /// The point with the parameter `s`, in body axes.
    fn at<T: RealField + Copy>(&self, s: T) -> Vector3<T>;

    /// The values of the parameter. A closed curve must be defined for all of them, not for one period alone.
    fn domain(&self) -> Domain;
}

/// Makes a [`Curve`] of a user's [`PlaneCurve`] or [`SpaceCurve`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Smooth<C>(
    /// The function.
    pub C,
);

impl<C: PlaneCurve> Curve for Smooth<C> {
    fn jet(&self, s: f64) -> CurveJet {
        read(self.0.at(seed(s)))
    }

    fn domain(&self) -> Domain {
        self.0.domain()
    }
}

impl<C: SpaceCurve> Curve<3> for Smooth<C> {
    fn jet(&self, s: f64) -> CurveJet<3> {
        read(self.0.at(seed(s)))
    }

    fn domain(&self) -> Domain {
        self.0.domain()
    }
}

fn seed(s: f64) -> Dual3_64 {
    Dual3_64::new(s, 1.0, 0.0, 0.0)
}

fn read<const D: usize>(c: SVector<Dual3_64, D>) -> CurveJet<D> {
    CurveJet { position: c.map(|x| x.re), first: c.map(|x| x.v1), second: c.map(|x| x.v2), third: c.map(|x| x.v3) }
}
