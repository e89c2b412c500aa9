//! Forces along a measure, given as functions of time, value and rate.

use super::{EnergyKind, Force, push_along, vary_along};
use crate::element::{BodyRef, Ctx, Loads, Moving, Planar, Pushes, Sketch, Space, itself};
use crate::error::ElementError;
use crate::math::{Now, Signal, TimeLaw};
use crate::measure::{Action, Measure, Reading, Varied, sketch_driven, turns};
use num_dual::Dual64;
use std::fmt::{self, Debug};

/// A generalized force along a measure, as a function of time, value and rate: an actuator, a nonlinear spring.
///
/// ```
/// # use chetaev::measure::Reading;
/// # use chetaev::prelude::*;
/// # let mut builder = ModelBuilder::new();
/// let mass = builder.body("mass", Particle::new(2.0).at(0.5, 0.0));
/// let guide = GROUND.axis([0.0, 0.0], 0.0);
/// builder.constraint("guide", Slot::new(guide, mass.origin()));
/// let travel = Travel::along(guide, mass.origin());
/// builder.force("spring", AppliedAlong::new(travel, |_, at: &Reading| -400.0 * at.value.powi(3)));
/// let model = builder.build()?;
/// assert_eq!(model.read(&model.placed()).acceleration()[0], -25.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct AppliedAlong<M, F> {
    measure: M,
    law: F,
}

/// How large a force along a measure is.
///
/// Every closure `Fn(f64, &Reading) -> f64` says it, and so do a [`Signal`] and a [`Formula`](crate::math::Formula).
pub trait AlongLaw<S: Space = Planar>: Send + Sync {
    /// The force (or moment) now.
    fn size(&self, now: Now<'_>, at: &Reading<S>) -> f64;

    /// The same with how it changes, at a value and a rate; of a law that knows it, whatever they are.
    #[doc(hidden)]
    fn vary(&self, _now: Now<'_>, _at: [Dual64; 2]) -> Option<Dual64> {
        None
    }

    /// The signals of which it is made.
    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        Vec::new()
    }

    /// May it change with the time otherwise than its [signals](Self::time_laws) do? A run looks at that beforehand, and its steps end where something begins.
    #[doc(hidden)]
    fn reads_time(&self) -> bool {
        true
    }

    /// How many numbers vanish where it has kinks: a run ends its steps there.
    fn kinks(&self) -> usize {
        0
    }

    /// One of these numbers.
    fn kink(&self, index: usize, now: Now<'_>, at: &Reading<S>) -> f64 {
        let _ = (index, now, at);
        1.0
    }
}

impl<S: Space, F: Fn(f64, &Reading<S>) -> f64 + Send + Sync> AlongLaw<S> for F {
    fn size(&self, now: Now<'_>, at: &Reading<S>) -> f64 {
        self(now.t, at)
    }
}

impl<S: Space> AlongLaw<S> for Signal {
    fn size(&self, now: Now<'_>, _at: &Reading<S>) -> f64 {
        self.now(now)
    }

    fn vary(&self, now: Now<'_>, _at: [Dual64; 2]) -> Option<Dual64> {
        Some(self.now(now).into())
    }

    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        vec![self]
    }

    fn reads_time(&self) -> bool {
        false
    }
}

impl<M: Measure> AppliedAlong<M, Signal> {
    /// A function of time alone, as plain data: a model with it can be saved.
    pub fn signal(measure: M, signal: Signal) -> Self {
        Self::with(measure, signal)
    }
}

impl<M, F> AppliedAlong<M, F> {
    pub(super) fn with(measure: M, law: F) -> Self {
        Self { measure, law }
    }
}

impl<M: Measure, F: Fn(f64, &Reading<M::Space>) -> f64 + Send + Sync> AppliedAlong<M, F> {
    /// `law`(t, reading) gives the force (or moment) along the measure, on body b; body a receives the opposite.
    ///
    /// Whole turns of an angle in space are counted, from the first evaluation on.
    pub fn new(measure: M, law: F) -> Self {
        Self::with(measure, law)
    }
}

impl<M: Debug, F> Debug for AppliedAlong<M, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AppliedAlong").field("measure", &self.measure).finish_non_exhaustive()
    }
}

impl<M: Measure, F: AlongLaw<M::Space>> Force for AppliedAlong<M, F> {
    type Space = M::Space;

    fn bodies(&self) -> Vec<BodyRef> {
        self.measure.bodies().to_vec()
    }

    fn flaw(&self) -> Option<&'static str> {
        itself(self.measure.bodies())
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    /// A law reads the measure alone.
    fn turns_only(&self) -> bool {
        self.measure.turns_only()
    }

    fn memory(&self) -> Vec<f64> {
        turns::blank(&self.measure)
    }

    fn eval(&self, at: Ctx<'_, M::Space>, out: &mut Loads<'_, M::Space>) -> Result<(), ElementError> {
        let u = turns::read(&self.measure, at)?;
        turns::keep(&u, at.t, out.memory());
        push_along(&u, self.law.size(at.now(), &u), out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_, M::Space>, out: &mut Pushes<'_, M::Space>) -> bool {
        let size = |u: &Varied<M::Space>| self.law.vary(at.now, [u.value, u.rate]);
        let both = turns::vary(&self.measure, at).and_then(|u| size(&u).map(|size| (u, size)));
        both.map(|(u, size)| vary_along(&u, size, out)).is_some()
    }

    fn along(&self, at: Ctx<'_, M::Space>) -> Result<Option<Action>, ElementError> {
        let u = turns::read(&self.measure, at)?;
        Ok(Some(Action::of(&u, self.law.size(at.now(), &u))))
    }

    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        self.law.time_laws()
    }

    fn reads_time(&self) -> bool {
        self.law.reads_time()
    }

    fn kinks(&self) -> usize {
        self.law.kinks()
    }

    fn kink(&self, index: usize, at: Ctx<'_, M::Space>) -> Result<f64, ElementError> {
        Ok(self.law.kink(index, at.now(), &turns::read(&self.measure, at)?))
    }

    fn potential(&self, _at: Ctx<'_, M::Space>) -> Result<f64, ElementError> {
        Ok(0.0)
    }

    fn sketch(&self) -> Vec<Sketch> {
        sketch_driven(&self.measure)
    }
}
