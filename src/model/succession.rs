//! Impacts one after another, as far as rest after infinitely many of them needs them (H13).

/// How many impacts are kept: four cycles of six, and the one before.
const KEPT: usize = 25;

/// The last impacts since anything else has happened. A run tells by them that impacts accumulate; one that goes on from a state goes on counting.
///
/// Only a run writes here. What changes a [`State`](super::State) by its methods forgets them; who writes into its fields may [`clear`](Self::clear) them.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Succession {
    count: usize,
    last: Vec<Past>,
    /// Those of other islands: what bounces in step with them is none of theirs.
    others: Vec<Past>,
}

/// An impact, as far as a cycle of them needs it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub(crate) struct Past {
    pub(crate) t: f64,
    /// Contacts that had an impulse.
    pub(crate) contacts: Vec<usize>,
    /// The largest speed with which one of them closed.
    pub(crate) speed: f64,
    /// The island of its bodies.
    pub(crate) island: usize,
}

impl Succession {
    /// How many there have been.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Something else has happened.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// They have come to their end; how many there were. The last are kept: an accumulation may be part of another.
    pub(crate) fn rest(&mut self) -> usize {
        std::mem::take(&mut self.count)
    }

    /// The last of them in the island of the very last, in the order of time.
    pub(crate) fn last(&self) -> &[Past] {
        &self.last
    }

    /// A contact among them that a model with so many does not have.
    pub(crate) fn contact_beyond(&self, contacts: usize) -> Option<usize> {
        let beyond = |past: &Past| past.contacts.iter().copied().find(|contact| *contact >= contacts);
        self.last.iter().find_map(beyond).or_else(|| self.others.iter().find_map(beyond))
    }

    pub(crate) fn push(&mut self, past: Past) {
        self.count += 1;
        if self.last.last().is_some_and(|last| last.island != past.island) {
            let all = std::mem::take(&mut self.last).into_iter().chain(std::mem::take(&mut self.others));
            (self.last, self.others) = all.partition(|other| other.island == past.island);
        }
        self.last.push(past);
        let surplus = self.last.len().saturating_sub(KEPT);
        self.last.drain(..surplus);
    }
}
