//! What gives a number at a time: the trait, what it reads, and any of them behind one type.

use super::{SMOOTH, Signal};
use crate::math::Jet;
use std::sync::Arc;

/// A time, and the values that the variables of the model have there.
#[derive(Copy, Clone, Debug, Default)]
pub struct Now<'a> {
    /// The time.
    pub t: f64,
    variables: &'a [f64],
}

impl<'a> Now<'a> {
    /// This time, and no variables.
    pub fn at(t: f64) -> Self {
        Self { t, variables: &[] }
    }

    pub(crate) fn new(t: f64, variables: &'a [f64]) -> Self {
        Self { t, variables }
    }

    /// The time, with its derivatives.
    pub fn time(self) -> Jet {
        Jet::time(self.t)
    }

    pub(crate) fn variables(self) -> &'a [f64] {
        self.variables
    }

    /// The variable with this index; zero where there are none.
    pub(crate) fn number(self, index: u32) -> f64 {
        self.variables.get(index as usize).copied().unwrap_or(0.0)
    }
}

/// A function of time that knows its derivatives.
///
/// Every closure `Fn(Jet) -> Jet` is one, and so is [`Signal`].
pub trait TimeLaw: Send + Sync {
    /// The value now, with its derivatives.
    fn at(&self, now: Now<'_>) -> Jet;

    /// The largest angular frequency of its sines, rad/s; zero if it has none or does not know.
    fn fastest(&self) -> f64 {
        0.0
    }

    /// The first time after `t` at which one of its derivatives jumps: a step of a run ends there.
    fn next_kink(&self, t: f64) -> Option<f64> {
        let _ = t;
        None
    }

    /// How many of f, f', f'', f''' have no jumps, from f on; 4 if none has, or if that is not known.
    fn continuity(&self) -> u8 {
        SMOOTH
    }

    /// The variables that it reads, each with the number of its model.
    #[doc(hidden)]
    fn variables(&self) -> Vec<[u32; 2]> {
        Vec::new()
    }
}

impl<F: Fn(Jet) -> Jet + Send + Sync> TimeLaw for F {
    fn at(&self, now: Now<'_>) -> Jet {
        self(now.time())
    }
}

/// A function of time behind one type: plain data, or a function of the user's own, which is not written.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum AnyLaw {
    Signal(Signal),
    #[cfg_attr(feature = "serde", serde(skip))]
    Law(Arc<dyn TimeLaw>),
}

impl AnyLaw {
    /// Is it plain data?
    #[cfg(feature = "serde")]
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self, Self::Signal(_))
    }

    /// The law itself.
    pub(crate) fn law(&self) -> &dyn TimeLaw {
        match self {
            Self::Signal(signal) => signal,
            Self::Law(law) => &**law,
        }
    }
}
