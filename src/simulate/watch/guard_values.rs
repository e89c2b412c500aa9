//! Values of the user's guards, at a state and within a step; their slopes and their rounding.

use crate::error::EvalError;
use crate::math::max_abs;
use crate::model::FirstOrder;
use crate::ode::DenseStep;
use crate::simulate::event::Event;
use crate::simulate::motion::Motion;
use crate::simulate::result::{Snapshot, Solved, Solver};
use std::cell::RefCell;

/// Half the width of the difference for the slope of a guard, relative to the largest number of the state.
const REACH: f64 = 1e-5;
/// A guard counts as straight if half the width gives half the rise, to this part.
const STRAIGHT: f64 = 0.1;
/// The width is shortened so many times until the guard is straight.
const SHORTER: usize = 20;
/// Relative change of a number that may be rounding.
const LAST_DIGITS: f64 = 8.0 * f64::EPSILON;

#[derive(Debug)]
pub(in crate::simulate) struct GuardValues<'e, 'a> {
    /// The events that have a guard.
    pub(in crate::simulate) events: Vec<&'e Event<'a>>,
    solver: RefCell<Solver>,
    state: Vec<f64>,
}

impl<'e, 'a> GuardValues<'e, 'a> {
    pub(super) fn new(events: &'e [Event<'a>], motion: &Motion<'_>, dim: usize) -> Self {
        let events = events.iter().filter(|event| event.clock().is_none()).collect();
        Self { events, solver: RefCell::new(Solver::new(motion.pace.gains)), state: vec![0.0; dim] }
    }

    /// By how much a guard rises in a short time along the slope of the motion at `t`; zero where that cannot be distinguished from rounding.
    ///
    /// A guard that leaves zero may return before it is evaluated again: a bouncing body does so after times that shrink without bound. Its
    /// slope still gives its side. The difference is central, so that the curvature of the guard cancels, and taken along a
    /// straight line, so that it may extend beyond the return. Its width is shortened until the guard is straight over it: a guard may
    /// depend on time alone, and oscillate many times in a time that is short for the state.
    ///
    /// `rounding` is the effect of the state's last digits on the guard; those of the slope have the same effect per second.
    pub(super) fn rise(
        &mut self,
        motion: &Motion<'_>,
        index: usize,
        t: f64,
        [y, slope]: [&[f64]; 2],
        rounding: f64,
    ) -> f64 {
        let mut beside = |dt: f64| {
            let places = self.state.iter_mut().zip(y).zip(slope);
            places.for_each(|((state, y), slope)| *state = y + dt * slope);
            // The guard may be defined on one side only.
            self.value(motion, index, t + dt).unwrap_or(f64::NAN)
        };
        let mut over = |dt: f64| beside(dt) - beside(-dt);
        let dt = REACH * (1.0 + max_abs(y)) / max_abs(slope).max(1.0);
        let mut whole = over(dt);
        // A guard that jumps is never straight: then the first width is used.
        let mut shorter = (dt, whole);
        for _ in 0..SHORTER {
            if (shorter.1 - 2.0 * over(0.5 * shorter.0)).abs() <= STRAIGHT * shorter.1.abs() {
                if shorter.1 != 0.0 {
                    whole = shorter.1 * dt / shorter.0;
                }
                break;
            }
            shorter.0 *= 0.25;
            shorter.1 = over(shorter.0);
        }
        if whole.abs() > 2.0 * dt * rounding { whole } else { 0.0 }
    }

    /// The effect of the state's last digits on a guard.
    pub(super) fn rounding(&mut self, motion: &Motion<'_>, index: usize, t: f64, y: &[f64]) -> f64 {
        // Changed all in the same direction and in alternating directions, because a guard may be a difference. A number that is zero is changed as if it were one.
        let mut nudged = |signs: [f64; 2]| {
            let places = self.state.iter_mut().zip(y).zip(signs.into_iter().cycle());
            places.for_each(|((state, y), sign)| *state = y + sign * LAST_DIGITS * (1.0 + y.abs()));
            self.value(motion, index, t).unwrap_or(f64::NAN)
        };
        let [here, together, against] = [[0.0, 0.0], [1.0, 1.0], [1.0, -1.0]].map(&mut nudged);
        (together - here).abs().max((against - here).abs())
    }

    /// Value of a guard at a given state.
    pub(in crate::simulate) fn at(
        &mut self,
        motion: &Motion<'_>,
        index: usize,
        t: f64,
        y: &[f64],
    ) -> Result<f64, EvalError> {
        self.state.copy_from_slice(y);
        self.value(motion, index, t)
    }

    /// Value of a guard within a step that ends at `to` with the state `end`.
    pub(super) fn within(
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
        let value = self.events[index].value(&self.snapshot(motion, t, &self.state));
        if let Some(error) = self.solver.get_mut().failure.take() {
            return Err(error);
        }
        if value.is_nan() {
            let name = self.events[index].name.clone();
            return Err(EvalError::NotFinite { kind: "event", name, what: "its guard".into(), t });
        }
        Ok(value)
    }

    /// A state as events read it.
    pub(in crate::simulate) fn snapshot<'s>(&'s self, motion: &'s Motion<'_>, t: f64, y: &'s [f64]) -> Snapshot<'s> {
        let FirstOrder { q, v, works, variables } = motion.split(y);
        let mut solver = self.solver.borrow_mut();
        (solver.ready, solver.gains) = (false, motion.pace.gains);
        drop(solver);
        Snapshot {
            model: motion.model,
            t,
            q,
            v,
            works,
            variables,
            memory: &motion.memory,
            modes: &motion.modes,
            signs: &motion.signs,
            solved: Solved::OnDemand(&self.solver),
        }
    }
}
