//! Any function of time behind one type.

use super::{Signal, TimeLaw};
use std::sync::Arc;

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
