//! Forces in space given as closures of time and motion.

use crate::element::{BodyId, BodyRef, Ctx, Loads, Point, Spatial, SpatialFrame};
use crate::error::ElementError;
use crate::force::{EnergyKind, Force};
use crate::math::Signal;
use nalgebra::Vector3;
use std::fmt::{self, Debug};

/// A force at a point of a body in space and a moment on it, as a function of time and of the body's motion.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpatialApplied<F> {
    point: Point<Spatial>,
    law: F,
}

impl<F: Fn(f64, &SpatialFrame) -> [Vector3<f64>; 2] + Send + Sync> SpatialApplied<F> {
    /// `law`(t, frame) gives the force at `point` and the moment about that point, both in world axes.
    ///
    /// A force that must follow the body is turned with [`SpatialFrame::turn`].
    pub fn new(point: Point<Spatial>, law: F) -> Self {
        Self { point, law }
    }
}

impl SpatialApplied<[[Signal; 3]; 2]> {
    /// A constant force (world axes) at a point.
    pub fn force(point: Point<Spatial>, force: [f64; 3]) -> Self {
        Self::signal(point, force.map(Signal::constant), Default::default())
    }

    /// A force at a point and a moment about it (world axes) as functions of time, as plain data: a model with it can be saved.
    pub fn signal(point: Point<Spatial>, force: [Signal; 3], moment: [Signal; 3]) -> Self {
        Self { point, law: [force, moment] }
    }
}

impl SpatialApplied<()> {
    /// A torque on a body (body axes) as a function of time.
    pub fn torque(body: BodyId<Spatial>, torque: impl Fn(f64) -> [f64; 3] + Send + Sync) -> impl Force {
        SpatialApplied::new(body.origin(), move |t, frame| [Vector3::zeros(), frame.turn(torque(t).into())])
    }
}

/// How large a force and a moment on a body in space are.
///
/// Every closure `Fn(f64, &SpatialFrame) -> [Vector3<f64>; 2]` says it, and so do two triples of [`Signal`]s.
pub trait SpatialWrenchLaw: Send + Sync {
    /// Force and moment in world axes at t.
    fn at(&self, t: f64, frame: &SpatialFrame) -> [Vector3<f64>; 2];

    /// The largest angular frequency of its sines, rad/s; zero if it has none or does not know.
    fn fastest(&self) -> f64 {
        0.0
    }
}

impl<F: Fn(f64, &SpatialFrame) -> [Vector3<f64>; 2] + Send + Sync> SpatialWrenchLaw for F {
    fn at(&self, t: f64, frame: &SpatialFrame) -> [Vector3<f64>; 2] {
        self(t, frame)
    }
}

impl SpatialWrenchLaw for [[Signal; 3]; 2] {
    fn at(&self, t: f64, _frame: &SpatialFrame) -> [Vector3<f64>; 2] {
        self.each_ref().map(|signals| signals.each_ref().map(|s| s.value(t)).into())
    }

    fn fastest(&self) -> f64 {
        self.iter().flatten().fold(0.0, |most, s| most.max(s.fastest()))
    }
}

impl<F> Debug for SpatialApplied<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpatialApplied").field("point", &self.point).finish_non_exhaustive()
    }
}

impl<F: SpatialWrenchLaw> Force for SpatialApplied<F> {
    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.point.body]
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Loads<'_>) -> Result<(), ElementError> {
        let frame = at.spatial(0);
        let [force, moment] = self.law.at(at.t, frame);
        out.spatial_wrench(0, force, moment + frame.turn(self.point.local).cross(&force));
        Ok(())
    }

    fn fastest(&self) -> f64 {
        self.law.fastest()
    }

    fn potential(&self, _at: Ctx<'_>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}
