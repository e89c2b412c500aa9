//! The user's guards: on which side of zero each stands, and when that is known.
//!
//! A guard that stands on zero when a run starts, or because it has just fired, *waits*: its side is that to which its slope takes it, and where
//! there is no slope that could be told from rounding, the side on which it is found first by more than rounding.

use super::guard_values::GuardValues;
use super::locate::{Locator, SAME};
use super::sought::{AtStart, JUST_AFTER, Sought, Value};
use crate::error::EvalError;
use crate::ode::DenseStep;
use crate::simulate::event::{Direction, Event};
use crate::simulate::motion::Motion;

/// The user's guards in a run.
#[derive(Debug)]
pub(in crate::simulate) struct UserGuards<'e, 'a> {
    pub(in crate::simulate) values: GuardValues<'e, 'a>,
    /// Side of each guard at the beginning of the step; zero: it waits.
    side: Vec<f64>,
    /// How far from zero each guard that waits may stand.
    near: Vec<f64>,
    /// How far projection may have put it to its other side; zero once it is on its side.
    slack: Vec<f64>,
    /// Below this a guard that waits is rounding.
    rounding: Vec<f64>,
    /// Looks into each step at least.
    guard_checks: usize,
    sought: Vec<Sought<usize>>,
    locator: Locator<usize>,
}

/// An instant at which events fire.
#[derive(Clone, Debug)]
pub(in crate::simulate) struct Crossing {
    pub(in crate::simulate) t: f64,
    /// The events that fire there, in their order, with the side on which each guard stands after it.
    pub(in crate::simulate) fired: Vec<(usize, f64)>,
    /// The time for which the first of them was away from zero, if it never left it by more than rounding.
    pub(in crate::simulate) grazed: Option<f64>,
}

/// A guard below this stands on zero when a run starts or starts anew.
const ON_ZERO: f64 = 1e-13;

impl<'e, 'a> UserGuards<'e, 'a> {
    pub(in crate::simulate) fn new(
        events: &'e [Event<'a>],
        guard_checks: usize,
        motion: &Motion<'_>,
        dim: usize,
    ) -> Self {
        let count = events.len();
        Self {
            values: GuardValues::new(events, motion, dim),
            side: vec![0.0; count],
            near: vec![ON_ZERO; count],
            slack: vec![0.0; count],
            rounding: vec![0.0; count],
            guard_checks,
            sought: Vec::with_capacity(count),
            locator: Locator::default(),
        }
    }

    /// Takes the side of every guard from a state, at the start or after a restart; those that fired are not armed.
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

    /// Before a change: how far from zero the guards that fired stand at the state `y`, and once it is `projected`; and which others stand so
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

    /// Guards that were about to fire when another event changed the state: if the change left them there, they have yet to fire.
    pub(in crate::simulate) fn keep_sides(&mut self, close: &[(usize, f64)]) {
        for &(index, side) in close {
            if self.side[index] == 0.0 {
                self.side[index] = side;
            }
        }
    }

    /// Adds the guards that have passed zero at the crossing as well: its step was taken anew, and may have come past theirs.
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

    /// Arms the guards as `arm` does, after a change of friction, where the state goes on without a jump: a guard that vanishes at that very instant keeps
    /// the side it came from, and its zero is found in the next step. One that counts both ways and has come to zero exactly, as what friction
    /// stops does, would be found there forever: such are returned, with the side on which they would go on. They wait until they leave zero.
    pub(in crate::simulate) fn arm_on(
        &mut self,
        motion: &Motion<'_>,
        t: f64,
        y: &[f64],
    ) -> Result<Vec<(usize, f64)>, EvalError> {
        let before = self.side.clone();
        self.arm(motion, t, y, &[])?;
        let mut came_to_zero = Vec::new();
        for (index, side) in before.into_iter().enumerate().filter(|(_, side)| *side != 0.0) {
            if self.side[index] != 0.0 {
                continue;
            }
            if self.values.events[index].direction == Direction::Both && self.values.at(motion, index, t, y)? == 0.0 {
                came_to_zero.push((index, -side.signum()));
            } else {
                self.side[index] = side;
            }
        }
        Ok(came_to_zero)
    }

    /// Guards that take their side anew when they have left zero.
    pub(in crate::simulate) fn wait(&mut self, fired: &[(usize, f64)]) {
        for &(index, _) in fired {
            self.side[index] = 0.0;
        }
    }

    /// The guards that fired and go on stand on the far side now; the others where the state has them.
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

    /// The first crossing in (from, t₁] of the step; `from` is its beginning, or where the last event of it was recorded.
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
            let direction = self.values.events[index].direction;
            sought.push(Sought { guard: index, direction, at_start, touches: true, smooth: false });
        }
        let mut locator = std::mem::take(&mut self.locator);
        let looked = locator.look(&sought, [from, to], self.guard_checks, 0.0, |index, t| {
            let g = self.values.within(motion, dense, index, t, to, end)?;
            Ok(Value { g, size: g.abs(), floor: self.slack[index].max(self.rounding[index]) })
        });
        self.sought = sought;
        let waited = self.side.clone();
        // Those that waited and whose slope has told their side are armed, whatever fires.
        for (side, sought) in self.side.iter_mut().zip(&self.sought) {
            if let (0.0, AtStart::Off(value)) = (*side, sought.at_start) {
                *side = value.signum();
            }
        }
        let crossing = looked.and_then(|_| self.crossing(motion, dense, &locator, &waited, [from, to], end));
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

    /// What fires first of what the locator found.
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
        Ok(Some(Crossing { t, fired, grazed }))
    }

    /// How a guard stands at `from`.
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
                // It has left zero by more than it may stand from it.
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
        // Rounding may have put the value on the other side: the one that is known counts.
        Ok(AtStart::Off(if here * side > 0.0 { here } else { side }))
    }
}
