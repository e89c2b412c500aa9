//! The guards of the user's events: the side of zero on which each is, and when that is known.
//!
//! A guard that is zero when a run starts, or because it has just fired, *waits*. Its side is the one to which its slope leads. If the slope cannot be
//! distinguished from rounding, it is the side on which the guard is first found by more than rounding.

use super::guard_values::GuardValues;
use super::locate::{Locator, SAME};
use super::sought::{AtStart, JUST_AFTER, Sought, Value};
use crate::error::EvalError;
use crate::ode::DenseStep;
use crate::simulate::event::{Action, Direction, Event};
use crate::simulate::motion::Motion;

/// The user's guards in a run.
#[derive(Debug)]
pub(in crate::simulate) struct UserGuards<'e, 'a> {
    pub(in crate::simulate) values: GuardValues<'e, 'a>,
    /// Side of each guard at the beginning of the step; zero if it waits.
    side: Vec<f64>,
    /// The same, as it was before the guards were looked at.
    waited: Vec<f64>,
    /// How far from zero each waiting guard may be.
    near: Vec<f64>,
    /// How far projection may have moved it to its other side; zero once it is on its side.
    slack: Vec<f64>,
    /// The rounding of each waiting guard.
    rounding: Vec<f64>,
    /// Least number of places in each step.
    guard_checks: usize,
    sought: Vec<Sought<usize>>,
    locator: Locator<usize>,
}

/// An instant at which events fire.
#[derive(Clone, Debug)]
pub(in crate::simulate) struct Crossing {
    pub(in crate::simulate) t: f64,
    /// The guards that pass there, in the order of their events, with the side of each guard after it.
    pub(in crate::simulate) fired: Vec<(usize, f64)>,
    /// Those of them that have jumped over zero, and are on their side already.
    pub(in crate::simulate) jumped: Vec<usize>,
    /// The time for which the first of them was away from zero, if it never left it by more than rounding.
    pub(in crate::simulate) grazed: Option<f64>,
}

impl Crossing {
    /// Guards that fired where they are zero: they wait there.
    pub(in crate::simulate) fn at_zero(&self) -> Vec<(usize, f64)> {
        self.fired.iter().copied().filter(|(index, _)| !self.jumped.contains(index)).collect()
    }
}

/// A guard below this counts as zero when a run starts or restarts.
const ON_ZERO: f64 = 1e-13;

impl<'e, 'a> UserGuards<'e, 'a> {
    pub(in crate::simulate) fn new(
        events: &'e [Event<'a>],
        guard_checks: usize,
        motion: &Motion<'_>,
        dim: usize,
    ) -> Self {
        let values = GuardValues::new(events, motion, dim);
        let count = values.events.len();
        Self {
            values,
            side: vec![0.0; count],
            waited: vec![0.0; count],
            near: vec![ON_ZERO; count],
            slack: vec![0.0; count],
            rounding: vec![0.0; count],
            guard_checks,
            sought: Vec::with_capacity(count),
            locator: Locator::default(),
        }
    }

    /// The event of a guard.
    pub(in crate::simulate) fn event(&self, index: usize) -> &'e Event<'a> {
        self.values.events[index]
    }

    /// Is there any guard?
    pub(in crate::simulate) fn is_any(&self) -> bool {
        !self.side.is_empty()
    }

    /// Sets the side of every guard from a state, at the start or after a restart; guards that fired wait.
    pub(in crate::simulate) fn arm(
        &mut self,
        motion: &Motion<'_>,
        t: f64,
        y: &[f64],
        fired: &[(usize, f64)],
    ) -> Result<(), EvalError> {
        for index in 0..self.side.len() {
            let value = self.values.at(motion, index, t, y)?;
            let again = fired.iter().any(|f| f.0 == index);
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

    /// Before a change: notes how far from zero the guards that fired are at the state `y`, and at the `projected` one. Returns the other guards that are so
    /// close to zero that `arm` would let them wait, with the side from which they come.
    pub(in crate::simulate) fn look_before(
        &mut self,
        motion: &Motion<'_>,
        t: f64,
        [y, projected]: [&[f64]; 2],
        fired: &[(usize, f64)],
    ) -> Result<Vec<(usize, f64)>, EvalError> {
        let mut close = Vec::new();
        for index in 0..self.side.len() {
            let (side, value) = (self.side[index], self.values.at(motion, index, t, y)?);
            if fired.iter().any(|f| f.0 == index) {
                let moved = self.values.at(motion, index, t, projected)?;
                self.near[index] = ON_ZERO + 1.001 * value.abs().max(moved.abs());
                self.slack[index] = 1.001 * (moved - value).abs();
            } else if side != 0.0 && value.abs() <= ON_ZERO {
                close.push((index, side));
            }
        }
        Ok(close)
    }

    /// Keeps the sides of guards that were about to fire when another event changed the state: if the change left them near zero, they still fire.
    pub(in crate::simulate) fn keep_sides(&mut self, close: &[(usize, f64)]) {
        for &(index, side) in close {
            if self.side[index] == 0.0 {
                self.side[index] = side;
            }
        }
    }

    /// Adds the guards that have also passed zero at the crossing: the step was taken again, and may end after their zeros.
    pub(in crate::simulate) fn join(
        &mut self,
        motion: &Motion<'_>,
        y: &[f64],
        crossing: &mut Crossing,
    ) -> Result<(), EvalError> {
        for index in 0..self.side.len() {
            let side = self.side[index];
            if side != 0.0 && crossing.fired.iter().all(|f| f.0 != index) {
                let value = self.values.at(motion, index, crossing.t, y)?;
                let held = side * value < 0.0 && value.abs() <= self.slack[index];
                if !held && self.values.events[index].direction.admits(side, value) {
                    crossing.fired.push((index, -side.signum()));
                }
            }
        }
        crossing.fired.sort_unstable_by_key(|f| f.0);
        Ok(())
    }

    /// The guards that have all but reached zero where a run, or a motion without an impact, ends: from there on they would count as zero, and their zero as one before.
    pub(in crate::simulate) fn reached(
        &mut self,
        motion: &Motion<'_>,
        dense: &DenseStep<'_>,
        [from, to]: [f64; 2],
        end: &[f64],
    ) -> Result<Option<Crossing>, EvalError> {
        let mut fired = Vec::new();
        for (index, &side) in self.side.iter().enumerate().filter(|(_, side)| **side != 0.0) {
            let value = self.values.at(motion, index, to, end)?;
            let near = value.abs() <= ON_ZERO && self.slack[index] == 0.0;
            if !near || side * value < 0.0 || !self.values.events[index].direction.admits(side, 0.0) {
                continue;
            }
            // One that has come over zero by rounding in this step has passed it, and one that fired or waited must have left it.
            let middle = self.values.within(motion, dense, index, 0.5 * (from + to), to, end)?;
            let comes = self.waited[index] * side >= 0.0 && side * middle > ON_ZERO;
            if comes {
                fired.push((index, -side.signum()));
            }
        }
        Ok((!fired.is_empty()).then_some(Crossing { t: to, fired, jumped: Vec::new(), grazed: None }))
    }

    /// Arms the guards as `arm` does, after a change of friction or an impact, and returns those that fire there, with the side on which they go on, and which of them have jumped over zero.
    ///
    /// A guard that jumps over zero, as forces do with friction and velocities with an impact, has passed it, and its side is known. One that vanishes at that very instant keeps the side it came from, and its zero is found in the next step;
    /// but one that an impact turns back there has only that instant, and one that had come over zero by rounding alone, in the step that ends there, has no side yet. A guard that counts in both directions and is exactly zero, as friction makes a speed, would be found there again and again, and waits until it leaves zero.
    pub(in crate::simulate) fn arm_on(
        &mut self,
        motion: &Motion<'_>,
        t: f64,
        y: &[f64],
        struck: bool,
    ) -> Result<Crossing, EvalError> {
        let before = self.side.clone();
        self.arm(motion, t, y, &[])?;
        let (mut fired, mut jumped) = (Vec::new(), Vec::new());
        for (index, side) in before.into_iter().enumerate().filter(|(_, side)| *side != 0.0) {
            let (now, direction, other) = (self.side[index], self.values.events[index].direction, -side.signum());
            if now != 0.0 {
                if now * side < 0.0 && direction.admits(side, other) {
                    fired.push((index, other));
                    jumped.push(index);
                }
                continue;
            }
            if self.waited[index] * side < 0.0 {
                continue;
            }
            let value = self.values.at(motion, index, t, y)?;
            let turned_back = struck
                && direction.admits(side, other)
                && self.slack[index] == 0.0
                && value.abs() <= self.values.rounding(motion, index, t, y);
            if turned_back || (direction == Direction::Both && value == 0.0) {
                fired.push((index, other));
            } else {
                self.side[index] = side;
            }
        }
        Ok(Crossing { t, fired, jumped, grazed: None })
    }

    /// Lets guards wait: they take their side when they have left zero.
    pub(in crate::simulate) fn wait(&mut self, fired: &[(usize, f64)]) {
        for &(index, _) in fired {
            self.side[index] = 0.0;
        }
    }

    /// After events that do not change the state: guards that fired are on the far side now, the others where the state puts them.
    pub(in crate::simulate) fn pass(
        &mut self,
        motion: &Motion<'_>,
        t: f64,
        y: &[f64],
        fired: &[(usize, f64)],
    ) -> Result<(), EvalError> {
        for index in 0..self.side.len() {
            let beyond = fired.iter().find(|f| f.0 == index).map(|f| f.1);
            let value = if beyond.is_some() { 0.0 } else { self.values.at(motion, index, t, y)? };
            match beyond {
                Some(side) => self.side[index] = side,
                None if self.side[index] != 0.0 && value.abs() > self.slack[index] => self.side[index] = value,
                None => {}
            }
        }
        Ok(())
    }

    /// The first crossing in (from, t₁] of the step; `from` is the beginning of the step, or the last event that was recorded in it.
    pub(in crate::simulate) fn first(
        &mut self,
        motion: &Motion<'_>,
        dense: &DenseStep<'_>,
        [from, to]: [f64; 2],
        end: &[f64],
    ) -> Result<Option<Crossing>, EvalError> {
        let mut sought = std::mem::take(&mut self.sought);
        sought.clear();
        for index in 0..self.side.len() {
            let at_start = self.at_start(motion, dense, index, [from, to], end)?;
            let event = self.values.events[index];
            // A step need not end where a kink is only touched, as by a speed that is held at zero: it has passed where it is beyond by more than rounding.
            let touches = !matches!(event.action, Action::Corner);
            if !touches {
                self.rounding[index] = self.rounding[index].max(self.values.rounding(motion, index, to, end));
            }
            sought.push(Sought { guard: index, direction: event.direction, at_start, touches, smooth: false });
        }
        let mut locator = std::mem::take(&mut self.locator);
        let looked = locator.look(&sought, [from, to], self.guard_checks, 0.0, |index, t| {
            let g = self.values.within(motion, dense, index, t, to, end)?;
            Ok(Value { g, size: g.abs(), floor: self.slack[index].max(self.rounding[index]), pattern: 0 })
        });
        self.sought = sought;
        let mut waited = std::mem::take(&mut self.waited);
        waited.clone_from(&self.side);
        // A waiting guard whose slope has given its side is armed, whatever fires.
        for (side, sought) in self.side.iter_mut().zip(&self.sought) {
            if let (0.0, AtStart::Off(value)) = (*side, sought.at_start) {
                *side = value.signum();
            }
        }
        let crossing = looked.and_then(|_| self.crossing(motion, dense, &locator, &waited, [from, to], end));
        self.waited = waited;
        if let Ok(None) = crossing {
            for (index, &side) in locator.sides.iter().enumerate() {
                if side * self.side[index] > 0.0 {
                    self.slack[index] = 0.0;
                }
                if side != 0.0 {
                    self.side[index] = side;
                }
            }
        }
        self.locator = locator;
        crossing
    }

    /// The events that fire first, among the zeros that the locator found.
    fn crossing(
        &mut self,
        motion: &Motion<'_>,
        dense: &DenseStep<'_>,
        locator: &Locator<usize>,
        waited: &[f64],
        [from, to]: [f64; 2],
        end: &[f64],
    ) -> Result<Option<Crossing>, EvalError> {
        let Some((t, zeros)) = locator.first() else { return Ok(None) };
        let mut zeros: Vec<_> = zeros.copied().collect();
        zeros.sort_unstable_by_key(|zero| zero.guard);
        let mut grazed = None;
        if let Some(zero) = zeros.first().filter(|zero| zero.at_once && waited[zero.guard] == 0.0) {
            let middle = 0.5 * (from + t);
            let away = self.values.within(motion, dense, zero.guard, middle, to, end)?.abs();
            let mut y = vec![0.0; end.len()];
            dense.value(middle, &mut y);
            let rounding = self.values.rounding(motion, zero.guard, middle, &y);
            grazed = (away <= rounding || t - from <= 10.0 * SAME * (1.0 + t.abs())).then_some(t - from);
        }
        let fired = zeros.iter().map(|zero| (zero.guard, zero.side)).collect();
        Ok(Some(Crossing { t, fired, jumped: Vec::new(), grazed }))
    }

    /// Where a guard is at `from`, relative to zero.
    fn at_start(
        &mut self,
        motion: &Motion<'_>,
        dense: &DenseStep<'_>,
        index: usize,
        [from, to]: [f64; 2],
        end: &[f64],
    ) -> Result<AtStart, EvalError> {
        let here = self.values.within(motion, dense, index, from, to, end)?;
        let mut side = self.side[index];
        self.rounding[index] = 0.0;
        if side == 0.0 {
            if here.abs() > self.near[index] {
                // It has left zero: it is farther away than a waiting guard may be.
                return Ok(AtStart::EitherSide);
            }
            let [mut y, mut slope] = [vec![0.0; end.len()], vec![0.0; end.len()]];
            dense.value(from, &mut y);
            dense.derivative(from, &mut slope);
            let rounding = self.values.rounding(motion, index, from, &y);
            side = self.values.rise(motion, index, from, [&y, &slope], rounding);
            if side == 0.0 {
                self.rounding[index] = rounding;
                return Ok(AtStart::EitherSide);
            }
        }
        if self.slack[index] > 0.0 {
            let opened = from + JUST_AFTER * (to - from);
            if side * self.values.within(motion, dense, index, opened, to, end)? > 0.0 {
                self.slack[index] = 0.0;
            }
        }
        // Rounding may have put the value on the other side: the known side counts.
        Ok(AtStart::Off(if here * side > 0.0 { here } else { side }))
    }
}
