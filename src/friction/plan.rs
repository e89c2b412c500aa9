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

    /// The point, in that joint; `None` if it is not there.
    fn point(self, joint: Option<&dyn Any>) -> Option<Self::Point>;
}

impl<F: Friction + 'static> FrictionPlan for F {
    type Point = F;

    fn joint(&self) -> Option<ConstraintRef> {
        None
    }

    fn point(self, _joint: Option<&dyn Any>) -> Option<F> {
        Some(self)
    }
}

/// Makes the point from the joint's element.
type Make<C, M> = Box<dyn FnOnce(&C) -> FrictionPoint<M>>;

/// A [`FrictionPoint`] in a joint of the model: line, points and load are those of the joint.
pub struct InJoint<C, M> {
    joint: ConstraintId<C>,
    make: Make<C, M>,
}

impl FrictionPoint<Travel> {
    /// The pin of a slot, loaded by the slot's reaction.
    pub fn in_slot(slot: ConstraintId<Slot>) -> InJoint<Slot, Travel> {
        InJoint { joint: slot, make: Box::new(move |it| FrictionPoint::of_slot(slot.into(), it)) }
    }

    /// The two ends of a guide of finite length: points of the sliding line with the abscissas `ends` (counted from the point through
    /// which it was drawn).
    ///
    /// # Panics
    /// If the two abscissas are equal.
    pub fn in_guide(guide: ConstraintId<Prismatic>, ends: [f64; 2]) -> [InJoint<Prismatic, Travel>; 2] {
        assert!(ends[0] != ends[1], "a guide of finite length has two different ends");
        [0, 1].map(|k| InJoint {
            joint: guide,
            make: Box::new(move |it| FrictionPoint::of_guide(guide.into(), it, ends, k)),
        })
    }
}

impl FrictionPoint<Angle> {
    /// A pin of the given radius, loaded by its reaction.
    ///
    /// Slip speed and force are those on the pin's circumference.
    pub fn in_pin(pin: ConstraintId<Revolute>, radius: f64) -> InJoint<Revolute, Angle> {
        InJoint { joint: pin, make: Box::new(move |it| FrictionPoint::of_pin(pin.into(), it, radius)) }
    }
}

impl<C: 'static, M: Measure + 'static> InJoint<C, M> {
    /// Lets the surface run along the tangent with a speed of its own, a function of time (see [`FrictionPoint::on_belt`]).
    pub fn on_belt(self, speed: impl Fn(Jet) -> Jet + Send + Sync + 'static) -> Self {
        Self { make: Box::new(|joint| (self.make)(joint).on_belt(speed)), ..self }
    }

    /// Lets the surface run with a speed that is plain data: a model with it can be saved.
    pub fn on_belt_signal(self, speed: Signal) -> Self {
        Self { make: Box::new(|joint| (self.make)(joint).on_belt_signal(speed)), ..self }
    }
}

impl<C: 'static, M: Measure + 'static> FrictionPlan for InJoint<C, M> {
    type Point = FrictionPoint<M>;

    fn joint(&self) -> Option<ConstraintRef> {
        Some(self.joint.into())
    }

    fn point(self, joint: Option<&dyn Any>) -> Option<FrictionPoint<M>> {
        Some((self.make)(joint?.downcast_ref()?))
    }
}

impl<C, M> Debug for InJoint<C, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InJoint").field("joint", &self.joint).finish_non_exhaustive()
    }
}
