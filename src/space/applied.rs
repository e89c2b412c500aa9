//! Forces in space given as closures of time and motion.

use crate::element::{BodyId, BodyRef, Ctx, Loads, Point, Spatial, SpatialFrame};
use crate::error::ElementError;
use crate::force::{EnergyKind, Force};
use nalgebra::Vector3;
use std::fmt::{self, Debug};

/// A force at a point of a body in space and a moment on it, as a function of time and of the body's motion.
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

impl SpatialApplied<()> {
    /// A constant force (world axes) at a point.
    pub fn force(point: Point<Spatial>, force: [f64; 3]) -> impl Force {
        SpatialApplied::new(point, move |_, _| [force.into(), Vector3::zeros()])
    }

    /// A torque on a body (body axes) as a function of time.
    pub fn torque(body: BodyId<Spatial>, torque: impl Fn(f64) -> [f64; 3] + Send + Sync) -> impl Force {
        SpatialApplied::new(body.origin(), move |t, frame| [Vector3::zeros(), frame.turn(torque(t).into())])
    }
}

impl<F> Debug for SpatialApplied<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpatialApplied").field("point", &self.point).finish_non_exhaustive()
    }
}

impl<F: Fn(f64, &SpatialFrame) -> [Vector3<f64>; 2] + Send + Sync> Force for SpatialApplied<F> {
    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.point.body]
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Loads<'_>) -> Result<(), ElementError> {
        let frame = at.spatial(0);
        let [force, moment] = (self.law)(at.t, frame);
        out.spatial_wrench(0, force, moment + frame.turn(self.point.local).cross(&force));
        Ok(())
    }

    fn potential(&self, _at: Ctx<'_>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}
