//! Forces given as closures of time and motion.

use super::{EnergyKind, Force, push_along, sketch_along};
use crate::element::{BodyId, BodyRef, Ctx, Loads, Planar, PlanarFrame, Point, Sketch, Space};
use crate::error::ElementError;
use crate::math::Signal;
use crate::measure::{Measure, Reading, turns};
use nalgebra::Vector2;
use std::fmt::{self, Debug};

/// A force at a point of a body and a moment on it, as a function of time and of the body's motion.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let ship = builder.body("ship", RigidBody::new(2.0, 0.5).moving(1.0, 0.0, 0.0));
/// // A propeller at the stern, which pushes where the ship points.
/// let thrust = |t: f64, ship: &chetaev::element::PlanarFrame| (ship.turn([3.0 * t, 0.0].into()).into(), 0.0);
/// builder.force("propeller", Applied::new(ship.point(-1.0, 0.0), thrust));
/// builder.force("anchor", Applied::force(ship.point(1.0, 0.0), [0.0, -0.5]));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// assert!(run.last().ok_or("no sample")?.body(ship).spin < -0.5 && run.energy_error() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Applied<F> {
    point: Point,
    law: F,
}

impl<F: Fn(f64, &PlanarFrame) -> ([f64; 2], f64) + Send + Sync> Applied<F> {
    /// `law`(t, frame) gives the force at `point` (world axes) and the moment about that point.
    ///
    /// A force that must follow the body is turned with [`PlanarFrame::turn`].
    pub fn new(point: Point, law: F) -> Self {
        Self { point, law }
    }
}

impl Applied<WrenchSignal> {
    /// A constant force (world axes) at a point.
    pub fn force(point: Point, force: [f64; 2]) -> Self {
        Self::signal(point, force.map(Signal::constant), Signal::default())
    }

    /// A force (world axes) at a point and a moment about it as functions of time, as plain data: a model with it can be saved.
    pub fn signal(point: Point, force: [Signal; 2], moment: Signal) -> Self {
        Self { point, law: WrenchSignal { force, moment } }
    }
}

impl Applied<()> {
    /// A torque on a body as a function of time.
    pub fn torque(body: BodyId<Planar>, torque: impl Fn(f64) -> f64 + Send + Sync) -> impl Force {
        Applied::new(body.origin(), move |t, _| ([0.0, 0.0], torque(t)))
    }
}

/// How large a force and a moment on a body are.
///
/// Every closure `Fn(f64, &PlanarFrame) -> ([f64; 2], f64)` says it, and so does a [`WrenchSignal`].
pub trait WrenchLaw: Send + Sync {
    /// Force in world axes, and moment, at t.
    fn at(&self, t: f64, frame: &PlanarFrame) -> ([f64; 2], f64);

    /// The largest angular frequency of its sines, rad/s; zero if it has none or does not know.
    fn fastest(&self) -> f64 {
        0.0
    }
}

impl<F: Fn(f64, &PlanarFrame) -> ([f64; 2], f64) + Send + Sync> WrenchLaw for F {
    fn at(&self, t: f64, frame: &PlanarFrame) -> ([f64; 2], f64) {
        self(t, frame)
    }
}

/// Force and moment as functions of time alone, as plain data.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WrenchSignal {
    force: [Signal; 2],
    moment: Signal,
}

impl WrenchLaw for WrenchSignal {
    fn at(&self, t: f64, _frame: &PlanarFrame) -> ([f64; 2], f64) {
        (self.force.each_ref().map(|f| f.value(t)), self.moment.value(t))
    }

    fn fastest(&self) -> f64 {
        self.force.iter().chain([&self.moment]).fold(0.0, |most, s| most.max(s.fastest()))
    }
}

impl<F> Debug for Applied<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Applied").field("point", &self.point).finish_non_exhaustive()
    }
}

impl<F: WrenchLaw> Force for Applied<F> {
    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.point.body]
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Loads<'_>) -> Result<(), ElementError> {
        let frame = at.body(0);
        let ([fx, fy], moment) = self.law.at(at.t, frame);
        let force = Vector2::new(fx, fy);
        out.wrench(0, force, moment + frame.turn(self.point.local).perp(&force));
        Ok(())
    }

    fn fastest(&self) -> f64 {
        self.law.fastest()
    }

    fn potential(&self, _at: Ctx<'_>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}

/// A generalized force along a measure, as a function of time, value and rate: an actuator, a nonlinear spring.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AppliedAlong<M, F> {
    measure: M,
    law: F,
}

/// How large a force along a measure is.
///
/// Every closure `Fn(f64, &Reading) -> f64` says it, and so does a [`Signal`].
pub trait AlongLaw<S: Space = Planar>: Send + Sync {
    /// The force (or moment) at t.
    fn size(&self, t: f64, at: &Reading<S>) -> f64;

    /// The largest angular frequency of its sines, rad/s; zero if it has none or does not know.
    fn fastest(&self) -> f64 {
        0.0
    }
}

impl<S: Space, F: Fn(f64, &Reading<S>) -> f64 + Send + Sync> AlongLaw<S> for F {
    fn size(&self, t: f64, at: &Reading<S>) -> f64 {
        self(t, at)
    }
}

impl<S: Space> AlongLaw<S> for Signal {
    fn size(&self, t: f64, _at: &Reading<S>) -> f64 {
        self.value(t)
    }

    fn fastest(&self) -> f64 {
        self.fastest()
    }
}

impl<M: Measure> AppliedAlong<M, Signal> {
    /// A function of time alone, as plain data: a model with it can be saved.
    pub fn signal(measure: M, signal: Signal) -> Self {
        Self { measure, law: signal }
    }
}

impl<M: Measure, F: Fn(f64, &Reading<M::Space>) -> f64 + Send + Sync> AppliedAlong<M, F> {
    /// `law`(t, reading) gives the force (or moment) along the measure, on body b; body a receives the opposite.
    ///
    /// Whole turns of an angle in space are counted, from the first evaluation on.
    pub fn new(measure: M, law: F) -> Self {
        Self { measure, law }
    }
}

impl<M: Debug, F> Debug for AppliedAlong<M, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AppliedAlong").field("measure", &self.measure).finish_non_exhaustive()
    }
}

impl<M: Measure, F: AlongLaw<M::Space>> Force for AppliedAlong<M, F> {
    fn bodies(&self) -> Vec<BodyRef> {
        self.measure.bodies().to_vec()
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn memory(&self) -> Vec<f64> {
        turns::blank(&self.measure)
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Loads<'_>) -> Result<(), ElementError> {
        let u = turns::read(&self.measure, at)?;
        turns::keep(&u, at.t, out.memory());
        push_along(&u, self.law.size(at.t, &u), out);
        Ok(())
    }

    fn fastest(&self) -> f64 {
        self.law.fastest()
    }

    fn potential(&self, _at: Ctx<'_>) -> Result<f64, ElementError> {
        Ok(0.0)
    }

    fn sketch(&self) -> Vec<Sketch> {
        sketch_along(&self.measure)
    }
}
