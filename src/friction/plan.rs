//! Friction points as a user says them: by what they are, or by the joint that they are in.

use super::{Friction, FrictionPoint};
use crate::constraint::{Prismatic, Revolute, Slot};
use crate::element::{ConstraintId, ConstraintRef};
use crate::math::{Jet, Signal};
use crate::measure::{Angle, Measure, Travel};
use std::any::Any;
use std::fmt::{self, Debug};

/// What [`ModelBuilder::friction`](crate::model::ModelBuilder::friction) takes: a friction point, or a plan of one in a joint that the builder has.
pub trait FrictionPlan {
    /// The point.
    type Point: Friction + 'static;

    /// The joint that it is in, if it must be looked up.
    fn joint(&self) -> Option<ConstraintRef>;

    /// The point, in that joint; or why that joint has none, which is not said where the joint is another's.
    fn point(self, joint: Option<&dyn Any>) -> Result<Self::Point, Option<&'static str>>;
}

impl<F: Friction + 'static> FrictionPlan for F {
    type Point = F;

    fn joint(&self) -> Option<ConstraintRef> {
        None
    }

    fn point(self, _joint: Option<&dyn Any>) -> Result<F, Option<&'static str>> {
        Ok(self)
    }
}

/// Makes the point from the joint's element, or says why that has none.
type Make<C, M> = Box<dyn FnOnce(&C) -> Result<FrictionPoint<M>, &'static str>>;

/// A [`FrictionPoint`] in a joint of the model: line, points and load are those of the joint.
pub struct InJoint<C, M: Measure> {
    joint: ConstraintId<C>,
    make: Make<C, M>,
}

impl<C, M: Measure> InJoint<C, M> {
    pub(super) fn new(
        joint: ConstraintId<C>,
        make: impl FnOnce(&C) -> Result<FrictionPoint<M>, &'static str> + 'static,
    ) -> Self {
        Self { joint, make: Box::new(make) }
    }
}

const NO_ENDS: &str = "both ends of its guide stand at one place, or nowhere: give two abscissas that differ";

/// The two ends of a guide, between which a moment has a lever.
pub(super) fn apart(ends: [f64; 2]) -> Result<[f64; 2], &'static str> {
    let length = ends[1] - ends[0];
    if length != 0.0 && length.is_finite() { Ok(ends) } else { Err(NO_ENDS) }
}

impl FrictionPoint<Travel> {
    /// The pin of a slot, loaded by the slot's reaction.
    pub fn in_slot(slot: ConstraintId<Slot>) -> InJoint<Slot, Travel> {
        InJoint::new(slot, move |it| Ok(FrictionPoint::of_slot(slot.into(), it)))
    }

    /// The two ends of a guide of finite length: points of the sliding line with the abscissas `ends` (counted from the point through
    /// which it was drawn).
    pub fn in_guide(guide: ConstraintId<Prismatic>, ends: [f64; 2]) -> [InJoint<Prismatic, Travel>; 2] {
        let point = move |it: &Prismatic, k: usize| Ok(FrictionPoint::of_guide(guide.into(), it, apart(ends)?, k));
        [0, 1].map(|k| InJoint::new(guide, move |it| point(it, k)))
    }
}

impl FrictionPoint<Angle> {
    /// A pin of the given radius, loaded by its reaction.
    ///
    /// Slip speed and force are those on the pin's circumference.
    pub fn in_pin(pin: ConstraintId<Revolute>, radius: f64) -> InJoint<Revolute, Angle> {
        InJoint::new(pin, move |it| FrictionPoint::of_pin(pin.into(), it, radius))
    }
}

impl<C: 'static, M: Measure + 'static> InJoint<C, M> {
    /// Lets the surface run along the tangent with a speed of its own, a function of time (see [`FrictionPoint::on_belt`]).
    pub fn on_belt(self, speed: impl Fn(Jet) -> Jet + Send + Sync + 'static) -> Self {
        Self { make: Box::new(|joint| Ok((self.make)(joint)?.on_belt(speed))), ..self }
    }

    /// Lets the surface run with a speed that is plain data: a model with it can be saved.
    pub fn on_belt_signal(self, speed: Signal) -> Self {
        Self { make: Box::new(|joint| Ok((self.make)(joint)?.on_belt_signal(speed))), ..self }
    }
}

impl<C: 'static, M: Measure + 'static> FrictionPlan for InJoint<C, M> {
    type Point = FrictionPoint<M>;

    fn joint(&self) -> Option<ConstraintRef> {
        Some(self.joint.into())
    }

    fn point(self, joint: Option<&dyn Any>) -> Result<FrictionPoint<M>, Option<&'static str>> {
        let joint = joint.and_then(|joint| joint.downcast_ref()).ok_or(None)?;
        (self.make)(joint).map_err(Some)
    }
}

impl<C, M: Measure> Debug for InJoint<C, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InJoint").field("joint", &self.joint).finish_non_exhaustive()
    }
}
