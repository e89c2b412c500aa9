//! Kinks of forces and of laws of friction: the places where a table or a formula in a position or a velocity is not smooth.
//!
//! A method keeps its order only where the right-hand side is smooth. What has a kink tells numbers that vanish there; each is watched as a user's guard is, and a step ends where
//! one does.
//!
//! A law may jump there, as does a damper that begins to touch: by J per second, in what its step holds to a tolerance ε. Over the jump a step of length h is off by up to J h, and times are resolved to a few units δ in
//! the last place; so
//!
//! ```text
//! (W1)  J δ > ε:   no step over the jump is short enough for the tolerances
//! ```
//!
//! and steps shrink until the jump is within the shortest. That one is taken whatever its error, if a number that tells a kink passes zero in it: it ends no farther beyond than rounding of the time puts any instant. (A
//! pad of 6e4 N s/m that is struck with 3 m/s gives 1 kg 2e5 m/s²: 7e-10 m/s within 4e-15 s, at t = 1 s.) A law that drives its own number back, like −sign v, would have this again at once, and again: it slides on
//! the kink, and has no solution. After [`MOST`] such steps in a row of [`CROWD`] shortest ones the step has failed.

use super::event::{Action, Direction, Event, Trigger};
use super::failure::RunFailure;
use super::result::{Bent, Snapshot, bent};
use super::running::Run;
use crate::dynamics::Workspace;
use crate::error::EvalError;
use crate::model::Model;
use crate::ode::StepError;
use std::cell::RefCell;
use std::rc::Rc;

/// So many kinks may be passed together.
const MOST: u32 = 8;
/// Within so many of the shortest steps.
const CROWD: f64 = 1e4;

/// The guards of all kinks, as events that come after `first` others.
pub(super) fn corners<'a>(model: &Model, first: usize) -> Vec<Event<'a>> {
    let all: Vec<_> = bent(model).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let buffers = Rc::new(RefCell::new(model.workspace()));
    let corner = |((name, of, index), order): ((&String, Bent, usize), usize)| {
        let buffers: Rc<RefCell<Workspace>> = Rc::clone(&buffers);
        let guard = move |at: &Snapshot<'_>| at.kink(of, index, &mut buffers.borrow_mut());
        let (name, trigger) = (format!("a kink of {name}"), Trigger::Guard(Box::new(guard)));
        Event { name, trigger, direction: Direction::Both, action: Action::Corner, quiet: true, order }
    };
    all.into_iter().zip(first..).map(corner).collect()
}

impl Run<'_, '_> {
    /// After a step that failed: goes over the kink that is within the shortest one (W1). If there is none, the failure stands.
    pub(super) fn go_over_a_kink(&mut self, failure: RunFailure) -> Result<(), RunFailure> {
        // An implicit method may have lost its stages, which lie on both sides of the jump.
        let shortest = matches!(
            failure,
            RunFailure::Step(StepError::StepTooSmall { cause: None, .. } | StepError::NoConvergence { .. })
        );
        let refused = shortest && self.plan.fixed_step.is_none();
        if !refused || self.is_at_pole(&failure) {
            return Err(failure);
        }
        let (before, until) = (self.kinks()?, self.until());
        if before.is_empty() || self.drive.stepper.step_over(&mut self.drive.motion, until).is_err() {
            return Err(failure);
        }
        self.drive.land(self.drive.projects)?;
        let after = self.kinks()?;
        let passed = before.iter().zip(&after).any(|(a, b)| a * b < 0.0 || (*a == 0.0) != (*b == 0.0));
        let [from, to] = self.drive.span();
        let (since, count) = self.over;
        self.over = if from - since > CROWD * (to - from) { (from, 1) } else { (since, count + 1) };
        if passed && self.over.1 <= MOST {
            return Ok(());
        }
        self.drive.undo()?;
        Err(failure)
    }

    /// The numbers that tell kinks, where the run stands.
    fn kinks(&mut self) -> Result<Vec<f64>, EvalError> {
        let (drive, user) = (&self.drive, &mut self.user);
        let corners = (0..user.values.events.len()).filter(|&i| matches!(user.event(i).action, Action::Corner));
        let corners: Vec<usize> = corners.collect();
        corners.into_iter().map(|i| user.values.at(&drive.motion, i, drive.t(), drive.y())).collect()
    }
}
