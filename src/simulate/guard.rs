//! Finding the first event within a step.

use super::event::{Direction, Event};
use super::motion::Motion;
use super::snapshot::{Snapshot, Solved, Solver};
use crate::error::EvalError;
use crate::ode::{DenseStep, find_root};
use std::cell::RefCell;

/// The guards of a run, and on which side of zero each stands.
#[derive(Debug)]
pub(super) struct Guards<'e, 'a> {
    events: &'e [Event<'a>],
    /// Side of each guard at the beginning of the step; zero: not armed, takes its side from the next look.
    side: Vec<f64>,
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
}

/// Zeros closer than this (relative to 1 + |t|) are one instant.
pub(super) const SAME: f64 = 1e-12;
/// A guard below this stands on zero when a run starts or starts anew.
const ON_ZERO: f64 = 1e-13;
/// Just after the beginning of a step, as a part of it: where a guard that stands on zero takes its side.
pub(super) const JUST_AFTER: f64 = 1e-3;

impl<'e, 'a> Guards<'e, 'a> {
    pub(super) fn new(events: &'e [Event<'a>], looks: usize, motion: &Motion<'_>, dim: usize) -> Self {
        Self {
            events,
            side: vec![0.0; events.len()],
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
            let waits = fired.contains(&index) || value.abs() <= ON_ZERO;
            self.side[index] = if waits { 0.0 } else { value };
        }
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
        for (index, side) in before.iter_mut().enumerate().filter(|(index, _)| waiting[*index]) {
            *side = self.value_in(motion, dense, index, opened, to, end)?;
        }
        let mut left = from;
        for look in 1..=self.looks {
            let right = if look == self.looks { to } else { from + (to - from) * look as f64 / self.looks as f64 };
            let mut roots = Vec::new();
            let mut after = before.clone();
            for (index, side) in after.iter_mut().enumerate() {
                let value = self.value_in(motion, dense, index, right, to, end)?;
                let was = *side;
                *side = value;
                if was != 0.0 && self.events[index].direction.admits(was, value) {
                    let start = if left == from && waiting[index] { opened } else { left };
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
                return Ok(Some(Crossing { t: first, fired }));
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
