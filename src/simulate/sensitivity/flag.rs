//! Where a run has no derivative, or one that is uncertain.

use crate::error::quoted;
use crate::math::Brief;
use std::fmt;

/// A place of a run at which its derivatives are one-sided or uncertain, and why. They go on, finite, along the branch that was taken.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Flag {
    /// Something that is watched touches zero and hardly passes it: a little beside these parameters it does not happen.
    Grazing {
        /// What is watched.
        name: String,
        /// When.
        t: f64,
    },
    /// Changes at one instant that other parameters separate: the derivative is that of the order in which they were taken.
    Simultaneous {
        /// What changes.
        names: Vec<String>,
        /// When.
        t: f64,
        /// By how much their instants move apart, of the largest.
        apart: f64,
        /// By which parameter.
        by: String,
    },
    /// A step that suits the motion, and is too long for its derivative, even where that is taken over it in parts: steps of a motion at rest may be of any length.
    Coarse {
        /// The end of the first such step.
        t: f64,
        /// The direction.
        by: String,
        /// Error of the derivative in that step, of its size.
        error: f64,
    },
    /// The rate of a variable has a corner where the run passes, as |slip| where the slip ends: there both sides have slopes of their own, and their mean was taken.
    Corner {
        /// The variable.
        name: String,
        /// When that was first so.
        t: f64,
    },
    /// What an impact or an event does has a corner just there: a little beside these parameters it takes another course, and the mean of both was taken.
    Bent {
        /// The contact, or the event.
        name: String,
        /// When.
        t: f64,
    },
    /// Friction leaves several motions: the derivative is that of the one that was taken.
    Ambiguous {
        /// When that was first so.
        t: f64,
    },
}

impl Flag {
    /// When.
    pub fn t(&self) -> f64 {
        match self {
            Self::Grazing { t, .. }
            | Self::Simultaneous { t, .. }
            | Self::Coarse { t, .. }
            | Self::Corner { t, .. }
            | Self::Bent { t, .. }
            | Self::Ambiguous { t } => *t,
        }
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grazing { name, t } => {
                write!(
                    f,
                    "at t = {}, `{name}` only grazes zero: with other parameters it does not happen there",
                    Brief(*t)
                )
            }
            Self::Simultaneous { names, t, apart, by } => {
                let (names, t, apart) = (quoted(names), Brief(*t), Brief(*apart));
                write!(
                    f,
                    "at t = {t}, {names} happen at one instant, and `{by}` separates them, by {apart} of what it moves them: the derivative is one-sided"
                )
            }
            Self::Coarse { t, by, error } => {
                let (t, error) = (Brief(*t), Brief(*error));
                write!(
                    f,
                    "the step to t = {t} suits the motion, but is too long for its derivative by `{by}`, whose error there is {error} of its size: limit the steps with `max_step`"
                )
            }
            Self::Corner { name, t } => {
                write!(
                    f,
                    "at t = {}, the rate of `{name}` has a corner, and the mean of its slopes was taken: write it for one side, by the mode of a slip instead of its absolute value",
                    Brief(*t)
                )
            }
            Self::Bent { name, t } => {
                write!(
                    f,
                    "at t = {}, what `{name}` does has a corner: a little beside these parameters it takes another course, and the mean of both was taken",
                    Brief(*t)
                )
            }
            Self::Ambiguous { t } => {
                write!(
                    f,
                    "at t = {}, friction leaves several motions: the derivative is that of the one that was taken",
                    Brief(*t)
                )
            }
        }
    }
}
