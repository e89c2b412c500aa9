//! What happened in a run: events, changes of friction, and what they add up to.

use super::Trajectory;
use crate::dynamics::{Mode, State};
use crate::element::FrictionId;

/// An event that happened.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct EventRecord {
    /// When.
    pub t: f64,
    /// Which, in the order in which the events were added to the simulation: names need not differ.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Did the guard rise?
    pub rising: bool,
    /// The state there, before any change.
    pub state: State,
}

/// A change of the state of a friction point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Transition {
    /// When.
    pub t: f64,
    /// Which friction point, in the order in which they were added to the model.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// What it did until then.
    pub from: Mode,
    /// What it does from then on; the same as `from` where only the load changed its sign.
    pub to: Mode,
    /// Slip speed at that instant, before anything is made exact: zero but for rounding.
    pub slip: f64,
    /// Load N there, before the change.
    pub load: f64,
}

/// What a run knows of one friction point.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rubbed {
    /// Time for which it stuck.
    pub stuck: f64,
    /// Part of the run's time for which it stuck.
    pub stuck_fraction: f64,
    /// How often its load changed sign while it slid.
    pub load_reversals: u64,
    /// How often it came to stick.
    pub sticks: u64,
}

impl Trajectory {
    /// What happened.
    pub fn events(&self) -> &[EventRecord] {
        &self.events
    }

    /// Every change of every friction point, in the order of time.
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// What became of a friction point over the run.
    pub fn rubbed(&self, friction: FrictionId) -> Rubbed {
        let _ = self.model().friction_entry(friction);
        let mut rubbed = self.rubbed[friction.index as usize];
        let length = self.end().t - self.start;
        rubbed.stuck_fraction = if length > 0.0 { rubbed.stuck / length } else { 0.0 };
        rubbed
    }

    /// The largest bound of the coupling of friction forces at the start, at every decision and at the accepted steps: that of the loads
    /// ([`Coupling::bound`](crate::friction::Coupling::bound)) while every point slides, otherwise that of the whole decision
    /// ([`Certificate::bound`](crate::dynamics::Certificate::bound)). Below 1, friction left exactly one motion at each of them.
    pub fn largest_coupling(&self) -> f64 {
        self.largest_coupling
    }
}
