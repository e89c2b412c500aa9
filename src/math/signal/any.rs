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

/// Whether two functions of the user's own are the same is not known.
impl PartialEq for AnyLaw {
    fn eq(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Signal(a), Self::Signal(b)) if a == b)
    }
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
