//! Events by the clock: instants that are known beforehand.
//!
//! A step ends on each of them to the bit, and nothing is searched. A run from t₀ to t₁ has those in [t₀, t₁): the instant at its end belongs to the run that
//! goes on from there, so that a run in two pieces has the same ones as the whole.
//!
//! A change of variables alone leaves positions and velocities where they are: the slope is evaluated anew, and the step goes on at the size that it had.

use super::event::{Action, Event};
use super::failure::RunFailure;
use super::result::EventRecord;
use super::running::Run;
use super::sample::multiple;
use super::watch::FrictionGuards;
use crate::dynamics::State;
use crate::model::Model;

/// When a clock strikes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Clock {
    /// At every whole multiple of an interval.
    Every(f64),
    /// At these times.
    At(Vec<f64>),
}

/// Kinks of given laws that come so soon, relative to 1 + |t|, are passed over: what they change in so short a time is nothing.
const SOON: f64 = 1e-12;

/// The first kink of any given law after t.
fn next_kink(model: &Model, t: f64) -> Option<f64> {
    model.next_kink(t + SOON * (1.0 + t.abs()))
}

impl Clock {
    /// Those times, in order.
    pub(super) fn at(times: impl IntoIterator<Item = f64>) -> Self {
        let mut times: Vec<f64> = times.into_iter().collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        Self::At(times)
    }

    /// The first instant after t, or at it.
    fn next(&self, t: f64, after: bool) -> Option<f64> {
        let fits = |instant: &f64| if after { *instant > t } else { *instant >= t };
        match self {
            Self::At(times) => times.get(times.partition_point(|instant| !fits(instant))).copied(),
            Self::Every(interval) => {
                let first = ((t / interval).floor() - 1.0) as i64;
                (first..).take(4).map(|k| multiple(*interval, k as f64)).find(fits)
            }
        }
    }

    /// Why it cannot be followed.
    fn flaw(&self, [t0, t1]: [f64; 2]) -> Option<String> {
        match self {
            Self::Every(interval) if !(*interval > 0.0 && interval.is_finite()) => {
                Some(format!("its interval of {interval} s must be positive and finite"))
            }
            Self::Every(interval) if [t0, t1].iter().any(|t| t.is_finite() && t.abs() + 0.5 * interval <= t.abs()) => {
                Some(format!("its interval of {interval} s is below the resolution of time between {t0} s and {t1} s"))
            }
            Self::At(times) if times.iter().any(|t| t.is_nan()) => Some("one of its times is not a number".into()),
            _ => None,
        }
    }
}

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

    fn set(&mut self, t: f64, after: bool) {
        self.next = self.events.iter().filter_map(|(_, clock)| clock.next(t, after)).reduce(f64::min);
    }

    /// The events that are due at t.
    fn due(&self, t: f64) -> Vec<&'e Event<'a>> {
        let due = self.events.iter().filter(|(_, clock)| clock.next(t, false) == Some(t));
        due.map(|(event, _)| *event).collect()
    }
}

impl Run<'_, '_> {
    /// How far the next step may go.
    pub(super) fn until(&self) -> f64 {
        [self.clocks.next, self.clocks.kink].into_iter().flatten().fold(self.t_end, f64::min)
    }

    /// What the clocks do where the run stands; true to stop.
    pub(super) fn strike_clocks(&mut self) -> Result<bool, RunFailure> {
        let t = self.drive.t();
        if self.clocks.kink.is_some_and(|kink| kink <= t) {
            self.clocks.kink = next_kink(self.plan.model, t);
        }
        if self.clocks.next != Some(t) {
            return Ok(false);
        }
        let due = self.clocks.due(t);
        self.clocks.set(t, true);
        let y = self.drive.y().to_vec();
        let before = self.drive.state(t, &y);
        let mut state = before.clone();
        for event in &due {
            if !event.quiet {
                let (name, id) = (event.name.clone(), self.plan.model.event_at(event.order));
                self.trajectory.events.push(EventRecord { t, event: id, name, rising: true, state: state.clone() });
            }
            self.change(event, t, &y, &mut state)?;
        }
        let stop = due.iter().any(|event| matches!(event.action, Action::Stop));
        if stop {
            self.sample_end()?;
        }
        if state != before {
            let names = due.first().map(|event| event.name.clone()).unwrap_or_default();
            self.go_on_changed(state, &before, &y, &[], &names)?;
            self.drive.keep(&mut self.trajectory.last);
        }
        Ok(stop)
    }

    /// Goes on with other variables, where nothing depends on them that would have to be decided; false if something does.
    pub(super) fn turn_variables(&mut self, state: &State, before: &State, y: &[f64]) -> Result<bool, RunFailure> {
        let same = State { variables: before.variables.clone(), ..state.clone() } == *before;
        if !same || FrictionGuards::is_needed(self.plan.model) {
            return Ok(false);
        }
        let close = self.user.look_before(&self.drive.motion, state.t, [y, y], &[])?;
        self.drive.set_variables(&state.variables)?;
        self.user.arm(&self.drive.motion, state.t, self.drive.y(), &[])?;
        self.user.keep_sides(&close);
        Ok(true)
    }
}
