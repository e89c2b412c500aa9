//! What can go wrong.

use super::method::Method;
use super::stiffness::Stiffness;
use crate::math::Brief;
use std::fmt;

/// Why a [`Control`](super::Control) was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ControlError {
    /// A state without components.
    #[error("the state has no components: there is nothing to integrate; give it at least one")]
    EmptyState,
    /// The method has no error estimate and no step was given.
    #[error("`{method}` does not estimate its error: set `fixed_step`, or use an adaptive method such as `dopri5`")]
    NeedsFixedStep {
        /// The method.
        method: Method,
    },
    /// A number out of range.
    #[error("`{name}` cannot be {value}: it must be {wanted}")]
    BadValue {
        /// The field.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it must be.
        wanted: &'static str,
    },
    /// A list that does not fit the state.
    #[error("`{name}` needs one entry for each component of the state: it has {found} for {dim}")]
    BadLength {
        /// The field.
        name: &'static str,
        /// Its length.
        found: usize,
        /// Components of the state.
        dim: usize,
    },
    /// All weights are zero.
    #[error("every weight is zero: no component would control the step; use `fixed_step` instead")]
    NothingWeighs,
}

/// Why a step could not be taken. `E` is the right-hand side's own error.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StepError<E> {
    /// The right-hand side failed where no smaller step can help: at a start, at a replaced state, with a fixed step.
    Rhs {
        /// Where.
        t: f64,
        /// Its error.
        cause: E,
    },
    /// The step shrank to nothing.
    StepTooSmall {
        /// Where it stands.
        t: f64,
        /// The last step tried.
        h: f64,
        /// The right-hand side's last error, if that is what made the step shrink.
        cause: Option<E>,
    },
    /// The attempts since the start are used up.
    TooManySteps {
        /// Where it stands.
        t: f64,
        /// The limit.
        max_steps: u64,
        /// Those of them that stability limited.
        stiffness: Option<Stiffness>,
        /// By which method.
        method: Method,
    },
    /// A state or slope is infinite or not a number, and smaller steps did not help.
    NotFinite {
        /// Where.
        t: f64,
        /// The first such component.
        component: usize,
    },
    /// The stages of an implicit method were not found.
    NoConvergence {
        /// Beginning of the step.
        t: f64,
        /// The last size tried.
        h: f64,
        /// What each iteration left of the error before it.
        rate: f64,
    },
    /// More components than there is a dense matrix for, which an implicit method needs unless the right-hand side [solves its own linearized equations](super::Linearized).
    TooLarge {
        /// Components of the state.
        dim: usize,
        /// The most.
        most: usize,
    },
    /// A time that cannot be gone to from here.
    BadTime {
        /// Where it stands.
        t: f64,
        /// Where it was to go.
        target: f64,
    },
    /// A state of the wrong length.
    BadLength {
        /// Length given.
        found: usize,
        /// Length that the stepper was made for.
        dim: usize,
    },
    /// No start yet.
    NotStarted,
}

impl<E: fmt::Display> fmt::Display for StepError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rhs { t, cause } => write!(f, "the right-hand side failed at t = {}: {cause}", Brief(*t)),
            Self::StepTooSmall { t, h, cause: Some(cause) } => {
                write!(
                    f,
                    "the step shrank to {} s at t = {} because the right-hand side kept failing: {cause}",
                    Brief(*h),
                    Brief(*t)
                )
            }
            Self::StepTooSmall { t, h, cause: None } => write!(
                f,
                "the step shrank to {} s at t = {}, too short to meet the tolerances or to get on: look for a jump or a pole of \
                 the right-hand side there, or loosen `rtol` and `atol`",
                Brief(*h),
                Brief(*t)
            ),
            Self::TooManySteps { t, max_steps, stiffness: Some(Stiffness { steps, rate }), .. } => write!(
                f,
                "{max_steps} steps were not enough and reached t = {}: {steps} of them were limited by stability and not by accuracy (something decays, or rings, with {} 1/s): use `Method::Radau5` if it is \
                 damped, or raise `max_steps`",
                Brief(*t),
                Brief(*rate)
            ),
            Self::TooManySteps { t, max_steps, stiffness: None, method } if method.is_implicit() => write!(
                f,
                "{max_steps} steps were not enough and reached t = {}: raise `max_steps`, loosen the tolerances, or damp what rings",
                Brief(*t)
            ),
            Self::TooManySteps { t, max_steps, stiffness: None, .. } => write!(
                f,
                "{max_steps} steps were not enough and reached t = {}: raise `max_steps`, loosen the tolerances, or take `Method::Radau5` if stiff springs or dampers are damped out within a step",
                Brief(*t)
            ),
            Self::NotFinite { t, component } => {
                write!(
                    f,
                    "component {component} of the state or its slope is not finite at t = {}: look for a division by zero or a \
                     motion that grows without bound there",
                    Brief(*t)
                )
            }
            Self::NoConvergence { t, h, rate } => write!(
                f,
                "the stages of a step of {} s at t = {} were not found (each iteration leaves {} of the error before it): let the error choose the step, shorten \
                 `fixed_step`, or look for a jump of the right-hand side there",
                Brief(*h),
                Brief(*t),
                Brief(*rate)
            ),
            Self::TooLarge { dim, most } => write!(
                f,
                "an implicit method would factor a dense matrix of {dim} components, and at most {most} are taken: use an explicit method such as `dop853`, or solve the linearized equations by \
                 `ode::Linearized`"
            ),
            Self::BadTime { t, target } => {
                write!(
                    f,
                    "the stepper cannot go from t = {t} to t = {target}: time runs forward, to an end that is a time and not a duration, and a step is redone only within itself"
                )
            }
            Self::BadLength { found, dim } => {
                write!(f, "the state has {found} components where the stepper was made for {dim}: make another stepper")
            }
            Self::NotStarted => write!(f, "the stepper was not started: call `start` before the first step"),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for StepError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Rhs { cause, .. } | Self::StepTooSmall { cause: Some(cause), .. } => Some(cause),
            _ => None,
        }
    }
}
