//! What a start is to give a measure: a value, a rate, or both.

use super::coordinate::Named;

/// A measure that is to have a value, a rate, or both.
#[derive(Clone, Debug)]
pub(super) struct Want {
    pub(super) of: Named,
    pub(super) value: Goal,
    pub(super) rate: Goal,
}

#[derive(Copy, Clone, Debug)]
pub(super) enum Goal {
    Any,
    Given(f64),
    /// As in the guess.
    Guessed,
}

impl Goal {
    pub(super) fn number(self, guessed: f64) -> Option<f64> {
        match self {
            Self::Any => None,
            Self::Given(number) => Some(number),
            Self::Guessed => Some(guessed),
        }
    }

    /// Both together: what is given is not held at the guess. Two numbers may contradict each other, and stay two.
    fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Given(_), Self::Given(_)) => None,
            (given @ Self::Given(_), _) | (_, given @ Self::Given(_)) => Some(given),
            (Self::Any, other) => Some(other),
            (Self::Guessed, _) => Some(Self::Guessed),
        }
    }
}

impl Want {
    /// Joins what is wanted of the same measure, or stands beside it.
    pub(super) fn join(self, wants: &mut Vec<Self>) {
        let known = wants.iter_mut().find(|other| other.of.is(&self.of));
        match known.as_ref().and_then(|known| Some((known.value.and(self.value)?, known.rate.and(self.rate)?))) {
            Some((value, rate)) => known.into_iter().for_each(|known| (known.value, known.rate) = (value, rate)),
            None => wants.push(self),
        }
    }
}
