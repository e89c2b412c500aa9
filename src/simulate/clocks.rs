//! The clocks of a run, and the kinks of what is given as a function of time: instants at which steps end.

use super::clock::Clock;
use super::event::Event;
use super::failure::RunFailure;
use crate::model::Model;

/// Kinks of given laws that come so soon, relative to 1 + |t|, are passed over: what they change in so short a time is nothing.
const SOON: f64 = 1e-12;

/// The clocks of a run.
#[derive(Debug)]
pub(super) struct Clocks<'e, 'a> {
    events: Vec<(&'e Event<'a>, &'e Clock)>,
    /// The next instant of any of them.
    next: Option<f64>,
    /// The next kink of a given law.
    kink: Option<f64>,
}

impl<'e, 'a> Clocks<'e, 'a> {
    pub(super) fn new(model: &Model, events: &'e [Event<'a>], [t0, t1]: [f64; 2]) -> Result<Self, RunFailure> {
        let events: Vec<_> = events.iter().filter_map(|event| Some((event, event.clock()?))).collect();
        for (event, clock) in &events {
            if let Some(what) = clock.flaw([t0, t1]) {
                return Err(RunFailure::Clock { event: event.name.clone(), what });
            }
        }
        let mut clocks = Self { events, next: None, kink: next_kink(model, t0) };
        clocks.set(t0, false);
        Ok(clocks)
    }

    pub(super) fn set(&mut self, t: f64, after: bool) {
        self.next = self.events.iter().filter_map(|(_, clock)| clock.next(t, after)).reduce(f64::min);
    }

    /// The next instant at which a step ends.
    pub(super) fn until(&self, t_end: f64) -> f64 {
        [self.next, self.kink].into_iter().flatten().fold(t_end, f64::min)
    }

    /// The next kink of a given law.
    pub(super) fn kink(&self) -> Option<f64> {
        self.kink
    }

    /// Is an event due at t? A kink that was met is behind.
    pub(super) fn is_due(&mut self, model: &Model, t: f64) -> bool {
        if self.kink.is_some_and(|kink| kink <= t) {
            self.kink = next_kink(model, t);
        }
        self.next == Some(t)
    }

    /// The events that are due at t.
    pub(super) fn due(&self, t: f64) -> Vec<&'e Event<'a>> {
        let due = self.events.iter().filter(|(_, clock)| clock.next(t, false) == Some(t));
        due.map(|(event, _)| *event).collect()
    }
}

/// The first kink of any given law after t.
fn next_kink(model: &Model, t: f64) -> Option<f64> {
    model.next_kink(t + SOON * (1.0 + t.abs()))
}
