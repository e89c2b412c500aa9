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
//! the kink, and has no solution. After [`MOST`] such steps in a row of [`CROWD`] shortest ones the run has failed.
//!
//! One that drives back by less, or only as its number goes on from there, as −sign x does that begins at x = 0, has steps h that are within the tolerances, but no longer ones:
//!
//! ```text
//! (W2)  J h ~ ε:   each step ends on another side of the kink, and none sees it, for the number does not leave its rounding
//! ```
//!
//! What passes a kink leaves its rounding within a few steps, and the next time the kink is located. So it slides where [`UNSEEN`] steps, of [`ROW`] in a row, go over a kink that was not located in or before them, and at which what
//! acts jumps by a J with J h > 0.1 ε. (A number that rests on a kink without a jump may have its last digit on either side for ever: that costs nothing.) Where the slope jumps two points tell, the step's ends, and a third, as far beyond: from the end to there it
//! hardly changes.

use super::event::{Action, Direction, Event, Trigger};
use super::failure::RunFailure;
use super::result::{Bent, Snapshot, bent};
use super::running::Run;
use crate::dynamics::Workspace;
use crate::error::EvalError;
use crate::model::Model;
use crate::ode::{Rhs, StepError};
use std::cell::RefCell;
use std::rc::Rc;

/// So many kinks may be passed together.
const MOST: u32 = 8;
/// Within so many of the shortest steps.
const CROWD: f64 = 1e4;
/// So many steps over kinks that were not located mean that it slides,
const UNSEEN: u32 = 20;
/// of so many in a row.
const ROW: u64 = 1000;
/// Part of the tolerance that a jump takes within a step, at least, and by which factor it changes the slope more than as much beyond it does.
const JUMPS: [f64; 2] = [0.1, 2.0];
/// How corners are named.
const NAMED: &str = "a kink of ";

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
        let (name, trigger) = (format!("{NAMED}{name}"), Trigger::Guard(Box::new(guard)));
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
        let passes = |&(a, b): &(&(usize, f64), &(usize, f64))| a.1 * b.1 < 0.0 || (a.1 == 0.0) != (b.1 == 0.0);
        let passed = before.iter().zip(&after).find(passes).map(|(_, (index, _))| *index);
        let [from, to] = self.drive.span();
        let (since, count) = self.over;
        self.over = if from - since > CROWD * (to - from) { (from, 1) } else { (since, count + 1) };
        if passed.is_some() && self.over.1 <= MOST {
            return Ok(());
        }
        self.drive.undo()?;
        Err(passed.map_or(failure, |index| self.slides_on(index)))
    }

    /// After a step: does the motion go to and fro over a kink (W2)?
    pub(super) fn watch_kinks(&mut self) -> Result<(), RunFailure> {
        let ([from, to], mut unseen) = (self.drive.span(), None);
        for index in 0..self.sides.len() {
            if !matches!(self.user.event(index).action, Action::Corner) {
                continue;
            }
            let now = self.user.values.at(&self.drive.motion, index, to, self.drive.y()).unwrap_or(f64::NAN);
            let before = std::mem::replace(&mut self.sides[index], now);
            let mut located = self.passed.iter().rev().take_while(|(t, _)| *t >= from);
            if to > from && before * now < 0.0 && located.all(|(_, which)| *which != index) {
                unseen = Some(index);
            }
        }
        let Some(index) = unseen.filter(|_| self.plan.fixed_step.is_none()) else { return Ok(()) };
        if !self.jumps()? {
            return Ok(());
        }
        let (steps, (since, count)) = (self.drive.stepper.counters().accepted, self.unseen[index]);
        self.unseen[index] = if steps - since > ROW { (steps, 1) } else { (since, count + 1) };
        if self.unseen[index].1 < UNSEEN { Ok(()) } else { Err(self.slides_on(index)) }
    }

    /// Does what acts jump between the ends of the step, by J with J h > 0.1 ε?
    fn jumps(&mut self) -> Result<bool, RunFailure> {
        let (model, [from, to]) = (self.plan.model, self.drive.span());
        let [before, end] = [self.drive.stepper.y_prev(), self.drive.y()].map(<[f64]>::to_vec);
        let beyond: Vec<f64> = before.iter().zip(&end).map(|(before, end)| 2.0 * end - before).collect();
        let mut slopes = [(); 3].map(|()| vec![0.0; end.len()]);
        let mut states = [&before, &end, &beyond].into_iter().zip(&mut slopes);
        // Beyond it need not be defined.
        let known = states.all(|(y, slope)| self.drive.motion.rhs(to, y, slope).is_ok());
        self.drive.evaluate_end()?;
        let (absolute, _) = self.plan.tolerance.components(model);
        let jumps = |i: usize| {
            let [jump, goes_on] = [[0, 1], [1, 2]].map(|[a, b]| (slopes[b][i] - slopes[a][i]).abs());
            let allowed = absolute[i] + self.plan.tolerance.relative * end[i].abs();
            jump > JUMPS[1] * goes_on && jump * (to - from) > JUMPS[0] * allowed
        };
        let n = model.coordinates();
        Ok(known && (n..n + model.velocities()).any(jumps))
    }

    /// What has the corner with this index slides on it.
    fn slides_on(&self, index: usize) -> RunFailure {
        let name = &self.user.event(index).name;
        let force = name.strip_prefix(NAMED).unwrap_or(name).to_owned();
        RunFailure::OnKink { force, t: self.drive.t() }
    }

    /// The numbers that tell kinks, where the run stands.
    fn kinks(&mut self) -> Result<Vec<(usize, f64)>, EvalError> {
        let (drive, user) = (&self.drive, &mut self.user);
        let corners = (0..user.values.events.len()).filter(|&i| matches!(user.event(i).action, Action::Corner));
        let corners: Vec<usize> = corners.collect();
        corners.into_iter().map(|i| Ok((i, user.values.at(&drive.motion, i, drive.t(), drive.y())?))).collect()
    }
}
