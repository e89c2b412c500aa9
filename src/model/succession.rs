//! Impacts one after another, as far as rest after infinitely many of them needs them (H13).

/// How many impacts are kept: four cycles of six, and the one before.
const KEPT: usize = 25;

/// The last impacts. A run tells by them that impacts accumulate; one that goes on from a state goes on counting.
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
    /// How often something else has changed: what comes after it need not go on as what was before.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    changes: usize,
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
    /// After so many changes of something else.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    changes: usize,
}

impl Past {
    pub(crate) fn new(t: f64, contacts: Vec<usize>, speed: f64, island: usize) -> Self {
        Self { t, contacts, speed, island, changes: 0 }
    }
}

#[cfg(feature = "serde")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Succession {
    /// How many there have been since anything else has happened.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Nothing is known of any.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Friction has changed, or a contact was lifted.
    pub(crate) fn interrupt(&mut self) {
        self.count = 0;
        if !self.last.is_empty() {
            self.changes += 1;
        }
    }

    /// They have come to their end; how many there were. The last are kept: an accumulation may be part of another.
    pub(crate) fn rest(&mut self) -> usize {
        std::mem::take(&mut self.count)
    }

    /// The last of them in the island of the very last, in the order of time.
    pub(crate) fn last(&self) -> &[Past] {
        &self.last
    }

    /// The largest speed with which a contact was struck in them; zero if it was not.
    pub(crate) fn fastest_of(&self, contact: usize) -> f64 {
        let all = self.last.iter().chain(&self.others);
        all.filter(|past| past.contacts.contains(&contact)).fold(0.0, |most, past| most.max(past.speed))
    }

    /// Those of them after the last change of something else.
    pub(crate) fn undisturbed(&self) -> &[Past] {
        let disturbed = self.last.iter().rposition(|past| past.changes != self.changes);
        &self.last[disturbed.map_or(0, |place| place + 1)..]
    }

    /// A contact among them that a model with so many does not have.
    pub(crate) fn contact_beyond(&self, contacts: usize) -> Option<usize> {
        let beyond = |past: &Past| past.contacts.iter().copied().find(|contact| *contact >= contacts);
        self.last.iter().find_map(beyond).or_else(|| self.others.iter().find_map(beyond))
    }

    pub(crate) fn push(&mut self, past: Past) {
        self.count += 1;
        let past = Past { changes: self.changes, ..past };
        if self.last.last().is_some_and(|last| last.island != past.island) {
            let all = std::mem::take(&mut self.last).into_iter().chain(std::mem::take(&mut self.others));
            (self.last, self.others) = all.partition(|other| other.island == past.island);
        }
        self.last.push(past);
        let surplus = self.last.len().saturating_sub(KEPT);
        self.last.drain(..surplus);
    }
}
