//! Where the loads of joints pass through infinity: friction jams, and the run ends.
//!
//! With held signs S the loads are z = (1 − C S)⁻¹ a (E6), and δ = det (1 − C S) is 1 without friction. While the coupling is certain (its bound is below 1) δ cannot vanish. Where it does,
//! at t*, while the points slide,
//!
//! ```text
//! (1)  z ~ w/(t* − t),   w ≠ 0 the null vector of 1 − C S, times what a drives of it
//! ```
//!
//! so that z changes its sign there, and none of the loads of w passes zero. Its guard S z does change its sign; the instant is that of a reversal to it. But friction takes
//!
//! ```text
//! (2)  ∫ Σ μ_i |z_i| |s_i| dt ~ Σ μ_i |w_i s_i| log 1/(t* − t)
//! ```
//!
//! which exceeds any energy that there is. So rigid bodies never get there: either the slips of w end before, a change of its own, which finds the run standing; or a driver
//! supplies whatever it takes, and its force grows without bound. And a step across, whose velocities are sums of (1) over its stages, changes them by a number that is made of how near
//! the stages happen to lie to t*: no tolerance makes it converge. The run ends at t*.
//!
//! Where a contact slides as well, δ has a guard of its own, and what comes of it is told in `jam.rs`: an impact is a way out.
//!
//! What tells a pole from a zero: at a located zero of S z the load is nothing beside those at the beginning of the step, at a pole it is larger than all of them; and what tells it from loads that
//! jump, as where a force is switched on: δ is continuous there.
//!
//! Where more loads than the small equation takes stand in the big matrix, δ is not known. There a pivot vanishes with it, and a pattern whose pivots are not all positive is refused: the run ends with
//! [`EvalError::NoSigns`](crate::error::EvalError::NoSigns).

use super::failure::RunFailure;
use super::running::Run;
use super::watch::Watched;
use crate::ode::StepError;

/// What is left of δ, as a part of what it was at the beginning of the step, at an instant that is located to that part of the step.
const LEFT: f64 = 1e-4;
/// δ where steps collapse before a pole: they are some part of t* − t, and so is δ.
const NEAR: f64 = 1e-6;
/// Part of δ by which it changes there in a step, which is a part of t* − t.
const FALLS: f64 = 1e-2;
/// Part of the largest load by which one grows with it.
const GROWN: f64 = 1e-3;

impl Run<'_, '_> {
    /// What to say of a step that collapsed: where δ vanishes it did so before a pole, which steps that are as accurate as asked do not reach. (A δ that is small and stays so belongs to many points.)
    pub(super) fn named_pole(&mut self, failure: RunFailure) -> RunFailure {
        let collapsed = matches!(failure, RunFailure::Step(StepError::StepTooSmall { cause: None, .. }));
        let (drive, [from, t]) = (&self.drive, self.drive.span());
        if !collapsed {
            return failure;
        }
        let mut at = |t: f64, y: &[f64]| self.look.determinant(drive, t, y).ok().flatten().map_or(f64::NAN, f64::abs);
        let [before, now] = [at(from, drive.stepper.y_prev()), at(t, drive.y())];
        // Where δ is not known it is no number, and nothing is said.
        if !(now < NEAR && before - now > FALLS * before) {
            return failure;
        }
        let most = drive.end.largest_load();
        RunFailure::Jams { points: self.points(|point| self.drive.end.load(point) >= GROWN * most), t }
    }

    fn points(&self, of: impl Fn(usize) -> bool) -> Vec<String> {
        let frictions = self.plan.model.inner.frictions.iter().enumerate();
        frictions.filter(|(point, _)| of(*point)).map(|(_, friction)| friction.name.clone()).collect()
    }

    /// Do loads that seem to turn at the end of the step pass through infinity there?
    pub(super) fn refuse_pole(&mut self, fired: &[Watched]) -> Result<(), RunFailure> {
        let drive = &self.drive;
        let most = drive.begin.largest_load();
        let grows = |point: usize| drive.end.load(point) > most;
        let turning = |watched: &Watched| matches!(*watched, Watched::Load(point) if grows(point));
        if self.friction.is_solved(Watched::Pole) || !fired.iter().any(turning) {
            return Ok(());
        }
        let [from, to] = drive.span();
        let [Some(before), Some(now)] =
            [self.look.determinant(drive, from, drive.stepper.y_prev())?, self.look.determinant(drive, to, drive.y())?]
        else {
            return Ok(());
        };
        if now * before.signum() > LEFT * before.abs() {
            return Ok(());
        }
        Err(RunFailure::Jams { points: self.points(grows), t: to })
    }
}
