//! What S does at a kink of a force or of a law of friction, where the run ends a step: the law may jump there.
//!
//! The number g that tells the kink passes zero, and f⁻ and f⁺ are the motion before it and after. The state is what it was, so that of (Y9) and (Y10)
//!
//! ```text
//! (Y18)  S⁺ = S⁻ + (f⁻ − f⁺) δτ,   δτ = −(g_z S⁻ + g_p)/ġ
//! ```
//!
//! The run stands there to rounding, on either side; and having gone on by some of that it may find the number pass zero again, which is the same passage. So both are taken from states beside it, in which g has another sign than there, by the least ε that has it so,
//!
//! ```text
//! (1)  f± = 2 f(z ± ε z') − f(z ± 2ε z') + O(ε²)
//! ```
//!
//! **Where it is singular.** Where f does not jump, (Y18) is rounding: S stays as it is, whether g grazes or not. Where g keeps its sign about there, and f jumps, it grazes: a flag.

use super::core::Step;
use super::flag::Flag;
use super::follow::Follower;
use super::jump::Whence;
use crate::math::max_abs_skip_nan;
use crate::model::{Model, State};
use crate::simulate::drive::Drive;
use crate::simulate::event::Action;
use crate::simulate::failure::RunFailure;
use crate::simulate::result::Snapshot;
use crate::simulate::running::Run;
use crate::simulate::watch::Crossing;

/// The first ε and the longest, beside the time, and by how much it grows. Where a step has some of its stages beyond a jump, its end is as near to it as the tolerance of the run, of which the longest has so many.
const LEAST: f64 = 4.0 * f64::EPSILON;
const LONGEST: f64 = 1e-9;
const TOLERANCES: f64 = 10.0;
const GROWS: f64 = 4.0;
/// By how often g exceeds there what is left of it where the run stands.
const CLEAR: f64 = 4.0;
/// In so many ε a number that passes zero again has not passed back.
const SAME: f64 = 16.0;
/// What f⁻ − f⁺ is beside f where it jumps, and how often it exceeds that by which both terms of (1) differ: less is what (1) leaves, and rounding.
const JUMPS: [f64; 2] = [1e-9, 64.0];

/// The motion on both sides of a kink.
struct Sides {
    f: [Vec<f64>; 2],
    /// By how much both terms of (1) differ.
    off: Vec<f64>,
    /// A state beyond it, if the number that tells it has another sign there.
    beyond: Option<State>,
    /// ε.
    by: f64,
}

impl Run<'_, '_> {
    /// Goes over the kinks among these events, at the end of the step.
    pub(in crate::simulate) fn follow_kinks(&mut self, crossing: &Crossing) -> Result<(), RunFailure> {
        let Some(mut follower) = self.follower.take() else { return Ok(()) };
        let all = crossing.fired.iter().map(|&(index, _)| index);
        let kinks: Vec<usize> = all.filter(|&index| matches!(self.user.event(index).action, Action::Corner)).collect();
        let outcome = if kinks.is_empty() { Ok(()) } else { self.go_over_kinks(&mut follower, &kinks) };
        self.follower = Some(follower);
        outcome
    }

    fn go_over_kinks(&self, follower: &mut Follower, kinks: &[usize]) -> Result<(), RunFailure> {
        let (drive, gains) = (&self.drive, self.drive.motion.pace.gains);
        let (t, names) = (drive.t(), kinks.iter().map(|&kink| self.user.event(kink).name.clone()));
        let numbers = |state: &State| -> Vec<f64> {
            let at = Snapshot::alone(drive.model, state, gains);
            kinks.iter().map(|&kink| self.user.event(kink).value(&at)).collect()
        };
        let longest = LONGEST.max(TOLERANCES * self.plan.tolerance.relative);
        let Sides { f: [before, after], off, beyond, by } = follower.sides(drive, longest, numbers)?;
        let change: Vec<f64> = before.iter().zip(&after).map(|(before, after)| before - after).collect();
        let jumps = change.iter().enumerate().any(|(i, change)| {
            // Accelerations are parts of one solution.
            let [n, m, ..] = follower.core.sizes;
            let group = if (n..n + m).contains(&i) { n..n + m } else { i..i + 1 };
            let most = |list: &[f64]| max_abs_skip_nan(&list[group.clone()]);
            change.abs() > (JUMPS[0] * most(&before).max(most(&after))).max(JUMPS[1] * most(&off))
        });
        let Some(beyond) = beyond else {
            return if jumps {
                names.into_iter().try_for_each(|name| follower.raise(Flag::Grazing { name, t }))
            } else {
                Ok(())
            };
        };
        // The slope of a closure beside its jump is asked across it: only the numbers of the model's own kinks are known there.
        if let Some(own) = kinks.iter().map(|&kink| self.user.event(kink)).find(|event| jumps && !event.quiet) {
            return self.refuse_to_follow(&format!("`{}`, where a function jumps", own.name), t);
        }
        follower.y.copy_from_slice(follower.stepper.y());
        let again = kinks.iter().all(|kink| follower.over.1.contains(kink)) && t <= follower.over.0;
        if jumps && !again {
            self.add_jump(follower, kinks, &before, &change)?;
        }
        if !again {
            follower.over = (t + SAME * by, kinks.to_vec());
        }
        follower.core.step = Step::beyond(drive.model, &beyond);
        let outcome = follower.stand(drive);
        follower.core.step = Step::AHEAD;
        outcome
    }

    /// (Y18), with f⁻ and f⁻ − f⁺.
    fn add_jump(
        &self,
        follower: &mut Follower,
        kinks: &[usize],
        before: &[f64],
        change: &[f64],
    ) -> Result<(), RunFailure> {
        let (drive, gains) = (&self.drive, self.drive.motion.pace.gains);
        let state = drive.state(drive.t(), drive.y());
        let tails = follower.stepper.y()[follower.core.base..].to_vec();
        let moves = kinks.iter().map(|&kink| {
            let event = self.user.event(kink);
            let guard = |model: &Model, state: &State| Ok(event.value(&Snapshot::alone(model, state, gains)));
            let moves =
                follower.moves_along(drive.model, ((&state, &tails), before), &state, event.name.clone(), guard)?;
            Ok(moves.of_passage())
        });
        let whence = Whence::Guards(moves.collect::<Result<Vec<_>, RunFailure>>()?);
        let Some(shifts) = follower.shifts_at(drive, &whence, self.plan.tolerance.relative)? else { return Ok(()) };
        let (base, part) = (follower.core.base, follower.core.part());
        for (tail, shift) in follower.y[base..].chunks_exact_mut(part).zip(&shifts) {
            tail.iter_mut().zip(change).for_each(|(s, change)| *s += shift * change);
        }
        Ok(())
    }
}

impl Follower {
    /// (1) where the run stands, for these numbers.
    fn sides(
        &mut self,
        drive: &Drive<'_>,
        longest: f64,
        numbers: impl Fn(&State) -> Vec<f64>,
    ) -> Result<Sides, RunFailure> {
        let (t, slope) = (drive.t(), self.slope_at(drive, 0.0, &[])?);
        let beside = |by: f64| numbers(&drive.state(t + by, &self.beside(drive, by, &slope)));
        let here = beside(0.0);
        let clear = |by: f64| {
            let both = beside(-by).into_iter().zip(beside(by)).zip(&here);
            both.into_iter().all(|((a, b), here)| a * b < 0.0 && a.abs().min(b.abs()) > CLEAR * here.abs())
        };
        let [mut by, longest] = [LEAST, longest].map(|part| part * (1.0 + t.abs()));
        let mut passes = clear(by);
        while !passes && by < longest {
            by *= GROWS;
            passes = clear(by);
        }
        let mut off = vec![0.0; slope.len()];
        let mut side = |by: f64| -> Result<Vec<f64>, RunFailure> {
            let [near, far] = [self.slope_at(drive, by, &slope)?, self.slope_at(drive, 2.0 * by, &slope)?];
            off.iter_mut().zip(near.iter().zip(&far)).for_each(|(off, (near, far))| *off += (near - far).abs());
            Ok(near.iter().zip(far).map(|(near, far)| 2.0 * near - far).collect())
        };
        let f = [side(-by)?, side(by)?];
        Ok(Sides { f, off, beyond: passes.then(|| drive.state(t + by, &self.beside(drive, by, &slope))), by })
    }

    /// The state beside that in which the run stands, by so much of its slope.
    fn beside(&self, drive: &Drive<'_>, by: f64, slope: &[f64]) -> Vec<f64> {
        let ([n, m, variables, _], mut y) = (self.core.sizes, drive.y().to_vec());
        let first = n + m + drive.model.inner.layout.works;
        y[..n + m].iter_mut().zip(slope).for_each(|(y, f)| *y += by * f);
        y[first..first + variables].iter_mut().zip(slope.iter().skip(n + m)).for_each(|(y, f)| *y += by * f);
        y
    }

    /// z' there.
    fn slope_at(&mut self, drive: &Drive<'_>, by: f64, slope: &[f64]) -> Result<Vec<f64>, RunFailure> {
        let y = self.beside(drive, by, slope);
        let query = drive.motion.query(drive.t() + by, &y);
        self.core.hold(drive.model, &query, &drive.motion.ws.spare)?;
        self.slope(drive, &query, &y)
    }
}
