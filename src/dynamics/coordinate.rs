//! What a start gives values and rates: measures between any bodies, and the angles and travels that joints leave free.

use crate::constraint::Constraint;
use crate::element::{ConstraintId, Frames};
use crate::error::{EvalError, StartError};
use crate::math::Now;
use crate::measure::{AnyMeasure, Measure, Told};
use crate::model::Model;
use std::sync::Arc;

use super::diagnose;

/// What [`Start::rate`](super::Start::rate) gives a rate: a measure, or a joint that leaves one motion free, an angle or a travel.
pub trait Coordinate {
    /// The measure, with the name by which it is told.
    #[doc(hidden)]
    #[track_caller]
    fn named(self, model: &Model) -> Result<Named, StartError>;
}

/// A measure and its name.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Named {
    pub(crate) name: String,
    pub(crate) measure: Arc<dyn AnyMeasure>,
}

impl<M: Measure + 'static> Coordinate for M {
    #[track_caller]
    fn named(self, model: &Model) -> Result<Named, StartError> {
        let name = |index: usize| match index.checked_sub(1) {
            Some(body) => format!("`{}`", model.inner.bodies[body].name),
            None => "the ground".to_owned(),
        };
        let [a, b] = self.bodies();
        let [a, b] = [name(model.check(a)), name(model.check(b))];
        let what = if self.is_angle() { "angle" } else { "travel or distance" };
        Ok(Named { name: format!("the {what} between {a} and {b}"), measure: Arc::new(self) })
    }
}

/// Of a joint that leaves both an angle and a travel free neither is meant.
impl<C: Constraint + 'static> Coordinate for ConstraintId<C> {
    #[track_caller]
    fn named(self, model: &Model) -> Result<Named, StartError> {
        let element = model.element(self);
        match (element.angle(), element.travel()) {
            (Some(_), None) => Named::angle(model, self),
            (None, Some(_)) => Named::travel(model, self),
            _ => Err(Named::missing(model, self, "single motion")),
        }
    }
}

impl Named {
    /// Is it the same measure? Two that write themselves alike are.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.name == other.name && format!("{:?}", self.measure) == format!("{:?}", other.measure)
    }

    /// The same as the `k`-th of several, from which its name tells it apart.
    pub(crate) fn counted(self, k: usize) -> Self {
        Self { name: format!("the motion {k} ({})", self.name), ..self }
    }

    #[track_caller]
    pub(super) fn angle<C: Constraint + 'static>(model: &Model, joint: ConstraintId<C>) -> Result<Self, StartError> {
        let angle = model.element(joint).angle().ok_or_else(|| Self::missing(model, joint, "angle"))?;
        Ok(Self { name: format!("the angle of `{}`", model.entry(joint).name), measure: Arc::new(angle) })
    }

    #[track_caller]
    pub(super) fn travel<C: Constraint + 'static>(model: &Model, joint: ConstraintId<C>) -> Result<Self, StartError> {
        let travel = model.element(joint).travel().ok_or_else(|| Self::missing(model, joint, "travel"))?;
        Ok(Self { name: format!("the travel of `{}`", model.entry(joint).name), measure: Arc::new(travel) })
    }

    fn missing<C: Constraint + 'static>(model: &Model, joint: ConstraintId<C>, what: &'static str) -> StartError {
        StartError::NoCoordinate { joint: model.entry(joint).name.clone(), what }
    }

    /// What it reads of these bodies.
    pub(super) fn tell(&self, model: &Model, now: Now<'_>, frames: &Frames) -> Result<Told, EvalError> {
        let slots = self.measure.bodies().map(|body| model.check(body) as u32);
        let told = self.measure.tell(now, frames, &slots);
        told.map_err(|source| diagnose::element("measure", &self.name, now.t, source))
    }
}
