//! What acts along a measure: of springs, actuators, drivers and rods; and second derivatives of measures.
//!
//! ```text
//! u'' = g_a·V_a' + g_b·V_b' + bias        (E10), the twists' derivatives from the accelerations that were solved
//! ```

use super::Snapshot;
use crate::element::{ConstraintId, ConstraintRef, Ctx, ForceId, Frames};
use crate::error::ElementError;
use crate::measure::{Action, Measure};
use crate::model::ForceEntry;
use thiserror::Error;

/// A force or a constraint.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Acting {
    /// A force.
    Force(ForceId),
    /// A constraint.
    Constraint(ConstraintRef),
}

impl From<ForceId> for Acting {
    fn from(force: ForceId) -> Self {
        Self::Force(force)
    }
}

impl From<ConstraintRef> for Acting {
    fn from(constraint: ConstraintRef) -> Self {
        Self::Constraint(constraint)
    }
}

impl<C> From<ConstraintId<C>> for Acting {
    fn from(constraint: ConstraintId<C>) -> Self {
        Self::Constraint(constraint.into())
    }
}

/// What an element does along its measure cannot be told.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum AlongError {
    /// It acts along no measure.
    #[error(
        "{kind} `{name}` acts along no measure, and leaves no single motion free: read `load(force, body)` of a force, `reaction(joint)` of a constraint"
    )]
    NoMeasure {
        /// Constraint or force.
        kind: &'static str,
        /// Its name.
        name: String,
    },
    /// It refused.
    #[error("{kind} `{name}`: {source}")]
    Element {
        /// Constraint or force.
        kind: &'static str,
        /// Its name.
        name: String,
        /// Why.
        source: ElementError,
    },
}

impl Snapshot<'_> {
    /// What a spring, a damper, an actuator, a driver or a rod does along its measure: its length or angle, the rate of that, and its force with its sign, of a spring
    /// also the elastic and the dissipated part. Of a joint that leaves an angle or a travel free, this and its rate; along it a joint pushes with nothing.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let mass = builder.body("mass", Particle::new(2.0).at(1.1, 0.0).moving(0.5, 0.0));
    /// let strut = SpringDamper::between(GROUND.origin(), mass.origin(), 50.0).rest(1.0).damping(4.0);
    /// let strut = builder.force("strut", strut);
    /// let model = builder.build()?;
    /// let state = model.placed();
    /// let now = model.read(&state).along(strut)?;
    /// assert_eq!((now.value, now.rate), (1.1, 0.5));
    /// assert!((now.elastic + 5.0).abs() < 1e-12 && now.dissipated == -2.0); // both pull
    /// assert_eq!(now.force, now.elastic + now.dissipated);
    ///
    /// let mut builder = ModelBuilder::new();
    /// let rod = builder.body("rod", RigidBody::rod(1.0, 2.0).at(0.0, 1.0, 1.57).moving(0.0, 0.0, 0.2));
    /// let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-1.0, 0.0)));
    /// let model = builder.build()?;
    /// let now = model.read(&model.placed()).along(pin)?;
    /// assert_eq!((now.value, now.rate, now.force), (1.57, 0.2, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AlongError`], with its name: it acts along no measure (see [`load`](Self::load) and [`reaction`](Self::reaction)), or cannot be evaluated here.
    #[track_caller]
    pub fn along(&self, element: impl Into<Acting>) -> Result<Action, AlongError> {
        let frames = self.frames();
        let (kind, name, action) = match element.into() {
            Acting::Force(force) => {
                let entry = self.model.force_entry(force);
                ("force", &entry.name, self.of_force(entry, &frames, |at| entry.element.along(at)))
            }
            Acting::Constraint(constraint) => {
                let entry = self.model.entry(constraint);
                let at = Ctx::new(self.now(), &frames, &entry.slots, &self.memory[entry.memory.clone()]);
                let force = self.solution().multipliers.get(entry.rows.start).copied();
                let loaded = |action: Action| force.map(|force| Action { force, ..action });
                let action = match entry.element.along(at) {
                    Ok(None) => entry.element.freedom(at),
                    told => told.map(|action| action.and_then(loaded)),
                };
                ("constraint", &entry.name, action)
            }
        };
        match action {
            Ok(Some(action)) => Ok(action),
            Ok(None) => Err(AlongError::NoMeasure { kind, name: name.clone() }),
            Err(source) => Err(AlongError::Element { kind, name: name.clone(), source }),
        }
    }

    /// The second derivative of a measure, with the accelerations as they were solved.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, -9.81]);
    /// let stone = builder.body("stone", Particle::new(1.0).at(3.0, 4.0));
    /// let model = builder.build()?;
    /// let state = model.placed();
    /// // It falls past a point: its distance of 5 m shrinks with 4/5 of g.
    /// let far = Separation::between(GROUND.origin(), stone.origin());
    /// assert!((model.read(&state).second_rate(&far)? + 0.8 * 9.81).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn second_rate<M: Measure>(&self, measure: &M) -> Result<f64, ElementError> {
        let reading = self.measure(measure)?;
        let acceleration = &self.solution().acceleration;
        let mut second = reading.bias;
        for (body, gradient) in measure.bodies().into_iter().zip(reading.gradient) {
            let index = self.model.check(body);
            let twist = self.model.frame_acceleration::<M::Space>(index, self.q, self.v, acceleration);
            second += gradient.as_ref().iter().zip(twist.as_ref()).map(|(g, a)| g * a).sum::<f64>();
        }
        Ok(second)
    }

    /// Asks a force with all that it reads.
    pub(in crate::simulate) fn of_force<R>(
        &self,
        entry: &ForceEntry,
        frames: &Frames,
        ask: impl FnOnce(Ctx<'_>) -> R,
    ) -> R {
        let seen: Vec<[f64; 2]> = entry.see(self.q, self.v).collect();
        let told: Vec<f64> = match entry.reads.is_empty() {
            true => Vec::new(),
            false => entry.read_reactions(&self.solution().multipliers).collect(),
        };
        let at = Ctx::new(self.now(), frames, &entry.slots, &self.memory[entry.memory.clone()]);
        ask(at.reading(&seen, &told))
    }
}
