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

/// What is left of δ, as a part of what it was at the beginning of the step, at an instant that is located to that part of the step.
const LEFT: f64 = 1e-4;

impl Run<'_, '_> {
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
        let frictions = &self.plan.model.inner.frictions;
        let points = (0..frictions.len()).filter(|&point| grows(point)).map(|point| frictions[point].name.clone());
        Err(RunFailure::Jams { points: points.collect(), t: to })
    }
}
