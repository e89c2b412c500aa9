//! Finding the first event within a step.

use super::event::{Direction, Event};
use super::motion::Motion;
use super::snapshot::{Snapshot, Solved, Solver};
use crate::dynamics::largest;
use crate::error::EvalError;
use crate::ode::{DenseStep, find_root};
use std::cell::RefCell;

/// The guards of a run, and on which side of zero each stands.
#[derive(Debug)]
pub(super) struct Guards<'e, 'a> {
    events: &'e [Event<'a>],
    /// Side of each guard at the beginning of the step; zero: not armed, takes its side from the next look.
    side: Vec<f64>,
    /// How far from zero each guard that waits may stand.
    near: Vec<f64>,
    /// How far projection may have put it to its other side; zero once it is on its side.
    slack: Vec<f64>,
    /// Looks into each step, the last at its end.
    looks: usize,
    solver: RefCell<Solver>,
    state: Vec<f64>,
}

/// The first zero within a step.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    pub(super) t: f64,
    /// The events that fire there, in their order, with the side on which each guard stands after it.
    pub(super) fired: Vec<(usize, f64)>,
    /// The time for which the first of them was away from zero, if it never left it by more than rounding.
    pub(super) grazed: Option<f64>,
}

/// Zeros closer than this (relative to 1 + |t|) are one instant.
pub(super) const SAME: f64 = 1e-12;
/// A guard below this stands on zero when a run starts or starts anew.
const ON_ZERO: f64 = 1e-13;
/// Just after the beginning of a step, as a part of it: where a guard that stands on zero takes its side.
pub(super) const JUST_AFTER: f64 = 1e-3;
/// How far the slope of a guard is looked for, as a part of the largest number of the state.
const REACH: f64 = 1e-5;
/// Relative change of a number that may be rounding.
const LAST_DIGITS: f64 = 8.0 * f64::EPSILON;

impl<'e, 'a> Guards<'e, 'a> {
    pub(super) fn new(events: &'e [Event<'a>], looks: usize, motion: &Motion<'_>, dim: usize) -> Self {
        Self {
            events,
            side: vec![0.0; events.len()],
            near: vec![ON_ZERO; events.len()],
            slack: vec![0.0; events.len()],
            looks: looks.max(1),
            solver: RefCell::new(Solver::new(motion.model, motion.gains)),
            state: vec![0.0; dim],
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Takes the side of every guard from a state, at the start or after a restart; those that fired are not armed.
    pub(super) fn arm(&mut self, motion: &Motion<'_>, t: f64, y: &[f64], fired: &[usize]) -> Result<(), EvalError> {
        self.state.copy_from_slice(y);
        for index in 0..self.events.len() {
            let value = self.value(motion, index, t)?;
            let again = fired.contains(&index);
            if !again {
                self.near[index] = self.slack[index].max(ON_ZERO);
            }
            let waits = again || value.abs() <= self.near[index];
            self.side[index] = if waits { 0.0 } else { value };
            if !waits {
                self.slack[index] = 0.0;
            }
        }
        Ok(())
    }

    /// Before a change: how far from zero the guards that fired stand at the state `y`, and once it is `projected`; and which others stand so
    /// close to zero that `arm` would let them wait, with the side from which they come.
    pub(super) fn look_before(
        &mut self,
        motion: &Motion<'_>,
        t: f64,
        [y, projected]: [&[f64]; 2],
        fired: &[(usize, f64)],
    ) -> Result<Vec<(usize, f64)>, EvalError> {
        let mut close = Vec::new();
        for (index, side) in self.side.clone().into_iter().enumerate() {
            let value = self.value_at(motion, index, t, y)?;
            if fired.iter().any(|f| f.0 == index) {
                let moved = self.value_at(motion, index, t, projected)?;
                self.near[index] = ON_ZERO + 1.001 * value.abs().max(moved.abs());
                self.slack[index] = 1.001 * (moved - value).abs();
            } else if side != 0.0 && value.abs() <= ON_ZERO {
                close.push((index, side));
            }
        }
        Ok(close)
    }

    /// Guards that were about to fire when another event changed the state: if the change left them there, they have yet to fire.
    pub(super) fn keep_sides(&mut self, close: &[(usize, f64)]) {
        for &(index, side) in close {
            if self.side[index] == 0.0 {
                self.side[index] = side;
            }
        }
    }

    /// Adds the guards that have passed zero at the crossing as well: its step was taken anew, and may have come past theirs.
    pub(super) fn join(&mut self, motion: &Motion<'_>, y: &[f64], crossing: &mut Crossing) -> Result<(), EvalError> {
        for (index, side) in self.side.clone().into_iter().enumerate() {
            if crossing.fired.iter().all(|f| f.0 != index) {
                let value = self.value_at(motion, index, crossing.t, y)?;
                let value = self.beyond_slack(index, side, value);
                if self.events[index].direction.admits(side, value) {
                    crossing.fired.push((index, -side.signum()));
                }
            }
        }
        crossing.fired.sort_unstable_by_key(|f| f.0);
        Ok(())
    }

    /// The same after a change of friction, where the state goes on without a jump: a guard that vanishes at that very instant keeps the
    /// side it came from, and its zero is found in the next step. One that counts both ways and has come to zero exactly, as what friction
    /// stops does, would be found there forever: such are returned, with the side on which they would go on. They wait until they leave zero.
    pub(super) fn arm_on(&mut self, motion: &Motion<'_>, t: f64, y: &[f64]) -> Result<Vec<(usize, f64)>, EvalError> {
        let before = self.side.clone();
        self.arm(motion, t, y, &[])?;
        let mut came_to_zero = Vec::new();
        for (index, side) in before.into_iter().enumerate().filter(|(_, side)| *side != 0.0) {
            if self.side[index] != 0.0 {
                continue;
            }
            if self.events[index].direction == Direction::Both && self.value(motion, index, t)? == 0.0 {
                came_to_zero.push((index, -side.signum()));
            } else {
                self.side[index] = side;
            }
        }
        Ok(came_to_zero)
    }

    /// Guards that take their side anew when they have left zero.
    pub(super) fn wait(&mut self, fired: &[(usize, f64)]) {
        for &(index, _) in fired {
            self.side[index] = 0.0;
        }
    }

    /// The first crossing in (t₀, t₁] of the step; t₀ may be moved up to where the last one was recorded.
    pub(super) fn first(
        &mut self,
        motion: &Motion<'_>,
        dense: &DenseStep<'_>,
        from: f64,
        to: f64,
        end: &[f64],
    ) -> Result<Option<Crossing>, EvalError> {
        // A guard that stands on zero takes its side from just after.
        let opened = from + JUST_AFTER * (to - from);
        let mut before = self.side.clone();
        let waiting: Vec<bool> = before.iter().map(|side| *side == 0.0).collect();
        // From where each guard is known to be on its side.
        let mut known = vec![from; before.len()];
        for index in (0..before.len()).filter(|&index| waiting[index]) {
            before[index] = self.value_in(motion, dense, index, opened, to, end)?;
            known[index] = opened;
            let here = self.value_in(motion, dense, index, from, to, end)?;
            if here.abs() <= self.near[index] {
                let rise = self.rise(motion, dense, index, from);
                if rise * before[index] < 0.0 {
                    (before[index], known[index]) = (rise, from);
                }
            }
        }
        let mut left = from;
        for look in 1..=self.looks {
            let right = if look == self.looks { to } else { from + (to - from) * look as f64 / self.looks as f64 };
            let mut roots = Vec::new();
            let mut after = before.clone();
            for (index, side) in after.iter_mut().enumerate() {
                let was = *side;
                let value = self.value_in(motion, dense, index, right, to, end)?;
                let value = self.beyond_slack(index, was, value);
                *side = value;
                if was != 0.0 && self.events[index].direction.admits(was, value) {
                    let start = if left == from { known[index] } else { left };
                    let edge = self.value_in(motion, dense, index, start, to, end)?;
                    // At the beginning of a step rounding may have put the value on the other side: the side that was known counts.
                    let edge = if edge * was > 0.0 { edge } else { was };
                    let root =
                        find_root(|t| self.value_in(motion, dense, index, t, to, end), start, edge, right, value, 0.0)?;
                    roots.push((root.hi, index, if was < 0.0 { 1.0 } else { -1.0 }));
                }
            }
            if let Some(first) = roots.iter().map(|r| r.0).min_by(f64::total_cmp) {
                let same = |t: f64| t - first <= SAME * (1.0 + first.abs());
                let fired: Vec<(usize, f64)> = roots.iter().filter(|r| same(r.0)).map(|r| (r.1, r.2)).collect();
                // The others keep the side they had before this look, and are found again in the rest of the step.
                self.side = before;
                let grazed = match fired.first() {
                    Some(&(index, _)) if waiting[index] && left == from => {
                        let middle = 0.5 * (from + first);
                        let away = self.value_in(motion, dense, index, middle, to, end)?.abs();
                        let grazed = away <= self.rounding(motion, dense, index, middle)
                            || first - from <= 10.0 * SAME * (1.0 + first.abs());
                        grazed.then_some(first - from)
                    }
                    _ => None,
                };
                return Ok(Some(Crossing { t: first, fired, grazed }));
            }
            // A guard that sits exactly on zero keeps the side it came from.
            for (kept, now) in before.iter_mut().zip(&after) {
                if *now != 0.0 {
                    *kept = *now;
                }
            }
            left = right;
        }
        self.side = before;
        Ok(None)
    }

    /// What a guard's value counts, that comes from the side `was`: nothing as long as it has only to get there.
    fn beyond_slack(&mut self, index: usize, was: f64, value: f64) -> f64 {
        if was * value < 0.0 && value.abs() <= self.slack[index] {
            return was;
        }
        if was * value > 0.0 {
            self.slack[index] = 0.0;
        }
        value
    }

    /// By how much a guard rises in a short time along the slope of the motion at `from`; zero where that cannot be told from rounding.
    ///
    /// A guard that leaves zero may be back before anything looks at it: what bounces does so after a time that shrinks without bound. Its
    /// slope tells all the same. The difference is central, so that what bends the guard itself does not count, and along a
    /// straight line, so that it may reach beyond the return.
    fn rise(&mut self, motion: &Motion<'_>, dense: &DenseStep<'_>, index: usize, from: f64) -> f64 {
        let (mut y, mut slope) = (vec![0.0; self.state.len()], vec![0.0; self.state.len()]);
        dense.value(from, &mut y);
        dense.derivative(from, &mut slope);
        let dt = REACH * (1.0 + largest(&y)) / largest(&slope).max(f64::MIN_POSITIVE);
        let mut beside = |dt: f64| {
            let places = self.state.iter_mut().zip(&y).zip(&slope);
            places.for_each(|((state, y), slope)| *state = y + dt * slope);
            // It may be that the guard is defined on one side only.
            self.value(motion, index, from + dt).unwrap_or(f64::NAN)
        };
        let rise = beside(dt) - beside(-dt);
        if rise.abs() >= self.rounding(motion, dense, index, from) { rise } else { 0.0 }
    }

    /// What the last digits of the state are worth in a guard.
    fn rounding(&mut self, motion: &Motion<'_>, dense: &DenseStep<'_>, index: usize, t: f64) -> f64 {
        let mut y = vec![0.0; self.state.len()];
        dense.value(t, &mut y);
        // Together and against each other, for a guard may be a difference.
        let mut nudged = |signs: [f64; 2]| {
            let places = self.state.iter_mut().zip(&y).zip(signs.into_iter().cycle());
            places.for_each(|((state, y), sign)| *state = y * (1.0 + sign * LAST_DIGITS));
            self.value(motion, index, t).unwrap_or(f64::NAN)
        };
        let [here, together, against] = [[0.0, 0.0], [1.0, 1.0], [1.0, -1.0]].map(&mut nudged);
        (together - here).abs().max((against - here).abs())
    }

    /// Marks the guards that fired and go on: they stand on the far side now.
    pub(super) fn pass(&mut self, fired: &[(usize, f64)]) {
        for &(index, side) in fired {
            self.side[index] = side;
        }
    }

    /// Value of a guard at a given state.
    pub(super) fn value_at(&mut self, motion: &Motion<'_>, index: usize, t: f64, y: &[f64]) -> Result<f64, EvalError> {
        self.state.copy_from_slice(y);
        self.value(motion, index, t)
    }

    fn value_in(
        &mut self,
        motion: &Motion<'_>,
        dense: &DenseStep<'_>,
        index: usize,
        t: f64,
        to: f64,
        end: &[f64],
    ) -> Result<f64, EvalError> {
        if t == to {
            self.state.copy_from_slice(end);
        } else {
            dense.value(t, &mut self.state);
        }
        self.value(motion, index, t)
    }

    fn value(&mut self, motion: &Motion<'_>, index: usize, t: f64) -> Result<f64, EvalError> {
        let (q, v, works) = motion.split(&self.state);
        let solver = self.solver.get_mut();
        (solver.ready, solver.gains) = (false, motion.gains);
        let at = Snapshot {
            model: motion.model,
            t,
            q,
            v,
            works,
            memory: &motion.memory,
            modes: &motion.modes,
            signs: &motion.signs,
            solved: Solved::OnDemand(&self.solver),
        };
        let value = (self.events[index].guard)(&at);
        if let Some(error) = self.solver.get_mut().failure.take() {
            return Err(error);
        }
        if value.is_nan() {
            let name = self.events[index].name.clone();
            return Err(EvalError::NotFinite { kind: "event", name, what: "its guard".into(), t });
        }
        Ok(value)
    }
}
