//! Laws of impact: restitution, friction; what no law can answer.

use crate::math::Brief;
use thiserror::Error;

/// How an impact ends: what the coefficient of restitution e, from 0 (no rebound) to 1, is a ratio of.
///
/// Without friction, at one contact, the three laws are one. With friction they differ.
///
/// ```
/// use chetaev::impact::Restitution;
/// assert_eq!(Restitution::default(), Restitution::Energetic);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Restitution {
    /// e² is the part of the work of compression that the normal force gives back (Stronge). An impact never gains energy.
    #[default]
    Energetic,
    /// e is the ratio of the normal impulses of expansion and compression (Poisson).
    Poisson,
    /// e is the ratio of the speeds at which the contact opens and closes (Newton). With friction an impact can gain energy.
    Newton,
}

/// How strongly a contact rubs during an impact. Parts of a force that do not grow with the load have no impulse.
#[derive(Copy, Clone)]
pub(crate) enum Friction<'a> {
    /// One coefficient for all speeds, and one, not smaller, at rest.
    Constant { sliding: f64, holding: f64 },
    /// The coefficient as a function of the slip speed, and the one at rest.
    Law { sliding: &'a dyn Fn(f64) -> f64, holding: f64 },
}

impl Friction<'_> {
    /// No friction.
    #[cfg(test)]
    pub const SMOOTH: Self = Self::constant(0.0);

    /// One coefficient, for sliding and at rest.
    #[cfg(test)]
    pub const fn constant(mu: f64) -> Self {
        Self::Constant { sliding: mu, holding: mu }
    }

    /// μ(u).
    pub fn sliding(&self, speed: f64) -> f64 {
        match self {
            Self::Constant { sliding, .. } => *sliding,
            Self::Law { sliding, .. } => sliding(speed),
        }
    }

    /// μ'.
    pub fn holding(&self) -> f64 {
        match self {
            Self::Constant { holding, .. } | Self::Law { holding, .. } => *holding,
        }
    }

    pub(super) fn is_smooth(&self) -> bool {
        matches!(self, Self::Constant { holding: 0.0, .. })
    }

    pub(super) fn is_constant(&self) -> bool {
        matches!(self, Self::Constant { .. })
    }
}

/// The coefficient of restitution: one, or a function of the speed with which a contact closes, at every blow anew.
#[derive(Copy, Clone)]
pub(crate) enum Rebound<'a> {
    Constant(f64),
    By(&'a dyn Fn(f64) -> f64),
}

impl Rebound<'_> {
    /// e of a blow at a closing speed, whatever it is.
    pub fn of(&self, speed: f64) -> f64 {
        match self {
            Self::Constant(e) => *e,
            Self::By(e) => e(speed),
        }
    }

    /// e of a blow at a rate of the gap.
    pub fn at(&self, rate: f64) -> Result<f64, ImpactError> {
        let speed = (-rate).max(0.0);
        let e = self.of(speed);
        if (0.0..=1.0).contains(&e) { Ok(e) } else { Err(ImpactError::Restitution { contact: 0, speed, e }) }
    }
}

/// Why an impact has no result. Contacts are counted as they were given.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub(crate) enum ImpactError {
    /// A rate or a response is not finite, or an impulse along a normal does not move it.
    #[error("an impulse along the normal does not change the rate of the gap")]
    NoResponse { contact: usize },
    /// A function of the closing speed gave what is no coefficient of restitution.
    #[error("its coefficient of restitution at {} m/s is {}; it must be between 0 and 1", Brief(*speed), Brief(*e))]
    Restitution { contact: usize, speed: f64, e: f64 },
    /// A contact approaches, sticks, and no impulse can stop it: a belt drives it into a wedge.
    #[error("the contact is jammed: it sticks, approaches, and no impulse stops it")]
    Jammed { contact: usize },
    /// The integration of a slip that turns did not reach its end.
    #[error("the slip cannot be followed through the impact: {reason}")]
    Unsolved { contact: usize, reason: String },
    /// No pattern of what sticks, slides and opens was found.
    #[error("no impulses at {contacts} contacts satisfy the laws of impact and friction: tried {tried} patterns")]
    NoPattern { contacts: usize, tried: u64 },
    /// Impacts in turn do not come to an end.
    #[error("impacts in turn did not end: {impacts} of them; strike the contacts at once")]
    Endless { impacts: u64 },
}

impl ImpactError {
    /// The contact at which it happens, if it is one.
    pub(crate) fn contact(&self) -> Option<usize> {
        match *self {
            Self::NoResponse { contact }
            | Self::Restitution { contact, .. }
            | Self::Jammed { contact }
            | Self::Unsolved { contact, .. } => Some(contact),
            Self::NoPattern { .. } | Self::Endless { .. } => None,
        }
    }

    /// This error at another contact.
    pub(super) fn at(self, contact: usize) -> Self {
        match self {
            Self::NoResponse { .. } => Self::NoResponse { contact },
            Self::Restitution { speed, e, .. } => Self::Restitution { contact, speed, e },
            Self::Jammed { .. } => Self::Jammed { contact },
            Self::Unsolved { reason, .. } => Self::Unsolved { contact, reason },
            other => other,
        }
    }
}
