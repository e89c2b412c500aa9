//! Singular positions: seen, passed, or refused.
//!
//! A flat parallelogram has two motions to go on with, as a parallelogram or crossed: there, for an instant, the rows of J depend on each other. The
//! motion is smooth; its formulation is not. Names: z the null vector at that position q*, φ_z = zᵀφ, s x and s y the distances from q* along two axes of
//! the positions that the other rows allow, u the rounding of φ, S_rr/pivot of the weakest row r its *closeness*, f the force across the motion that the
//! rows have to supply there.
//!
//! ```text
//! (Q1)  φ_z = s (x y − ε),   w = Jᵀz = s (x e_y + y e_x),   pivot/S_rr = s² (x² + y²)
//! ```
//!
//! Two branches y = 0 and x = 0 if ε = 0; two arms that do not meet if ε ≠ 0. Moving along y = 0, w changes its sign at q* (`linear/weak.rs`), and
//! λ_z = f/(s x) has a pole, but Jᵀλ is finite. (If w vanishes without a change of sign, branches touch, or the mechanism stands at q*: nothing is
//! determined there, and the run ends.)
//!
//! **Rounding stays across the motion.** Projection and the solution for v' change a state, or a slope, by M⁻¹Jᵀ times something, whatever that
//! is. So rounding of φ makes
//!
//! ```text
//! (Q2)  y ~ u/(s x),   y' ~ u x'/(s x²),   y'' ~ u x'²/(s x³),        but along the motion only   s y λ_z = y f/x ~ u f/(s x²)
//! ```
//!
//! in accelerations, times a step of about x/x': nothing. But an estimate of errors that sees y' grows as steps shrink, and a run that is controlled by it
//! crawls. (So does the projection that moves y' back and forth, and no estimate sees that.) So near singular positions:
//!
//! ```text
//! (Q3)  each stage is F(P(y)), P the nearest state on the branch ((L2) of `dynamics/singular.rs`)
//! (Q4)  the end is P(y₁), and of the estimate e counts   e − M⁻¹Jᵀ (J M⁻¹ Jᵀ)⁻¹ J e   there
//! (Q5)  what P moved the end, m tolerances, counts as    rtol m²
//! ```
//!
//! P is smooth around the branch, so that the order is kept; it leads to the branch from which the stage was predicted if Newton's corrections shrink
//! from the beginning on. (Q5) is what is left along the motion of an error across it: its square. Far from singular positions all of m counts.
//!
//! **A step across.** No stage may be at q*: the step is h = (t* − t)/θ*, θ* the middle of the widest gap between the stages of the method, dense output
//! included (1/3 to 0.6 for DOP853). If that is longer than the size W wanted before, the step before ends at t* − θ* W. t* is where ⟨w(t), w(t₀)⟩ changes its
//! sign, looked for along a polynomial through the step. A step whose estimate is too large makes W shorter; 14 trials at most.
//!
//! **Branches that do not meet.** On one arm of x y = ε, w = s (y, x) stays within one quadrant, on the other within the opposite one. So with the
//! angle by which w turns in a step
//!
//! ```text
//! (Q6)  cos > 0 on the arm,   cos < 0 for a tunnel to the other,   cos = −1 straight across q*
//! ```
//!
//! A step near a weak row that is not meant to go across is refused if cos < 0.3. One that is, is taken if ε = 0 but for rounding. ε is the largest |φ_z| at the
//! place where w vanishes, the other rows being met; it is stationary there, so that place, interpolated between six on the branch beside it, need not be
//! exact. With ε ≠ 0 steps resolve the turn, with (Q3) to (Q5). The direction of motion is known there to
//!
//! ```text
//! (Q7)  y/x ~ u/(s² (x² + y²)) = u · closeness
//! ```
//!
//! and to turn round by a right angle costs that part of the speed: if it is more than the tolerance admits, the run ends.
//!
//! **Friction.** A joint's load has the pole of λ_z, so friction has it too, and it enters f: λ_z (s x − c μ r) = f. The mechanism jams before q*, at
//! x = c μ r/s, or is driven apart. Such positions are not passed. Nor are they without projection, which (Q3) to (Q5) are made of.

mod branch;
mod judge;
mod path;
mod spare;

use super::failure::{Obstacle, RunFailure};
use super::simulation::Simulation;
use crate::dynamics::{Stabilization, Workspace};

/// Closeness above which it is looked at, if it also changes within a step by `VARIES`, or has a peak inside of `PEAKS` times what it has at both
/// ends. Wherever a singular position lies between the stages of a method, one of both happens: the squares of the distances say so.
const NEAR: f64 = 5.0;
const VARIES: f64 = 6.0;
const PEAKS: f64 = 1.5;
/// Part of the tolerance that rounding times the closeness must reach, for rounding to be why a step was refused, and how often that must have been.
const WORRIES: f64 = 0.003;
const REFUSED: u32 = 2;
/// So it may if the step is this much shorter than the longest so far.
const TINY: f64 = 1e-3;
/// Rounding of the direction of motion between two arms, (Q7), in tolerances, at most.
const BLURRED: f64 = 2.0;
/// A step this much shorter than the longest so far crawls.
const CRAWLS: f64 = 0.02;
/// A step this much shorter than the longest so far, and refused, does not get past.
const STUCK: f64 = 1e-7;
/// A step across may be longer than what was wanted by this factor.
const STRETCH: f64 = 1.25;
/// How long stages are projected behind a singular position, in steps across.
const BEHIND: f64 = 1.5;

/// What a run knows of singular positions around it.
#[derive(Debug)]
pub(super) struct Passage {
    /// Does the run choose its steps?
    watches: bool,
    /// May singular positions be passed?
    passes: Result<(), Obstacle>,
    /// Middle and half width of the widest gap between stages, as parts of a step.
    gap: [f64; 2],
    max_step: f64,
    tolerance: f64,
    /// Is every stage projected, as (Q3) to (Q5) say?
    pub(super) care: bool,
    /// Until when, although no singular position is in sight, because attempts were refused, perhaps by rounding.
    worried_until: f64,
    /// A stage as it is projected.
    stage: Vec<f64>,
    /// Closeness at the beginning of the step and at its end, and the number of dropped rows.
    start: f64,
    end: f64,
    dropped: usize,
    /// The least and the largest closeness of the attempt, when that was, and whether another number of rows was dropped.
    least: f64,
    most: [f64; 2],
    changed_rows: bool,
    /// Is the number smaller than at the beginning?
    fewer: bool,
    /// Beginning of the step, the size that was wanted there first, how often it was asked to be tried again, and
    /// how often it was refused by its error.
    begin: f64,
    wanted: f64,
    again: u32,
    refused: u32,
    goal: Goal,
    /// Where the run started last: the first step also mends what the start was off, and that is no error of the step.
    fresh: f64,
    counts: bool,
    /// The end that was projected last.
    projected: f64,
    /// Were rows left out of the attempt that are not redundant at its end?
    missed: bool,
    /// The longest step so far, and attempts that crawled since.
    longest: f64,
    crawled: u32,
    /// The smallest closeness at the end of a step so far.
    calmest: f64,
    /// Buffers for looking around; made when they are needed first.
    scout: Option<Box<Workspace>>,
    failure: Option<RunFailure>,
}

#[derive(Copy, Clone, Debug)]
enum Goal {
    /// Nothing is near.
    None,
    /// A singular position.
    Ahead(Ahead),
    /// Two arms that do not meet.
    Apart(Apart),
}

/// A singular position on the way.
#[derive(Copy, Clone, Debug)]
struct Ahead {
    /// When.
    at: f64,
    /// The weakest row, as the linear system counts.
    row: usize,
    /// The step to be taken across: what was wanted before it was seen, or what later trials leave of that.
    whole: f64,
    /// The longest step on the way there.
    reach: f64,
    tries: u32,
    /// The least error of a trial so far.
    best: f64,
    /// Is the present attempt the one across?
    across: bool,
    passed: bool,
}

/// Two arms that come near to each other.
#[derive(Copy, Clone, Debug)]
struct Apart {
    /// By how much a row would have to give for them to meet.
    gap: f64,
    /// Where: when a straight way would have led across, and which row.
    at: f64,
    row: usize,
    /// Closeness where that was seen.
    entry: f64,
    attempts: u32,
}

impl Passage {
    pub(super) fn new(plan: &Simulation<'_>) -> Self {
        let passes = if !plan.model.inner.frictions.is_empty() {
            Err(Obstacle::Friction)
        } else if plan.stabilization != Stabilization::Projection {
            Err(Obstacle::Stabilization)
        } else {
            Ok(())
        };
        let [low, high] = plan.method.tableau().widest_gap();
        Self {
            watches: plan.fixed_step.is_none() && plan.model.rows() > 0,
            passes,
            gap: [0.5 * (low + high), 0.5 * (high - low)],
            max_step: plan.max_step,
            tolerance: plan.tolerance.relative,
            care: false,
            worried_until: f64::NEG_INFINITY,
            stage: Vec::new(),
            start: 1.0,
            end: 1.0,
            dropped: 0,
            least: 1.0,
            most: [1.0, 0.0],
            changed_rows: false,
            fewer: false,
            begin: f64::NAN,
            wanted: f64::NAN,
            again: 0,
            refused: 0,
            goal: Goal::None,
            fresh: f64::NAN,
            counts: true,
            projected: f64::NAN,
            missed: false,
            longest: 0.0,
            crawled: 0,
            calmest: f64::INFINITY,
            scout: None,
            failure: None,
        }
    }

    /// The run starts anew at `t`, from another state or in other modes.
    pub(super) fn forget(&mut self, t: f64) {
        (self.goal, self.fresh) = (Goal::None, t);
        (self.care, self.worried_until, self.begin) = (false, f64::NEG_INFINITY, f64::NAN);
        (self.calmest, self.crawled) = (f64::INFINITY, 0);
    }

    /// The state that counts was evaluated.
    pub(super) fn note_state(&mut self, closeness: f64, dropped: usize) {
        (self.start, self.dropped) = (closeness, dropped);
        self.calmest = self.calmest.min(closeness);
    }

    /// A new attempt begins.
    pub(super) fn attempt(&mut self, t: f64) {
        self.counts = t != self.fresh;
        (self.least, self.most, self.changed_rows) = (self.start, [self.start, t], false);
        (self.end, self.fewer) = (self.start, false);
        self.projected = f64::NAN;
    }

    /// A stage was evaluated.
    #[inline]
    pub(super) fn saw(&mut self, t: f64, closeness: f64, dropped: usize) {
        self.least = self.least.min(closeness);
        if closeness > self.most[0] {
            self.most = [closeness, t];
        }
        self.changed_rows |= dropped != self.dropped;
        self.fewer |= dropped < self.dropped;
    }

    /// The end of an attempt was projected.
    fn note_projected(&mut self, t: f64, closeness: f64) {
        self.least = self.least.min(closeness);
        if closeness > self.most[0] {
            self.most = [closeness, t];
        }
        (self.end, self.projected) = (closeness, t);
    }

    /// Is the end of the step at `t` projected already?
    pub(super) fn is_projected(&self, t: f64) -> bool {
        self.projected == t
    }

    /// Does what settling moves count as an error?
    pub(super) fn counts(&self) -> bool {
        self.counts
    }

    /// What (Q5) multiplies the square of what settling moved by, if care is taken.
    pub(super) fn restricts(&self) -> Option<f64> {
        self.care.then_some(self.tolerance)
    }

    /// Why the last step failed, if it was a singular position.
    pub(super) fn take_failure(&mut self) -> Option<RunFailure> {
        self.failure.take()
    }

    /// Has the closeness changed within the attempt as it does near a singular position?
    fn varies(&self) -> bool {
        let most = self.most[0];
        self.changed_rows || (most > NEAR && (most > VARIES * self.least || most > PEAKS * self.start.max(self.end)))
    }

    /// May rounding be seen by the estimate of errors at this closeness?
    fn rounds(&self, closeness: f64) -> bool {
        closeness > NEAR && f64::EPSILON * closeness > WORRIES * self.tolerance
    }

    /// Does (Q7) forbid to go on?
    fn blurred(&self) -> bool {
        2.0 * f64::EPSILON * self.most[0] > BLURRED * self.tolerance
    }

    /// Is the weakest row much weaker than it was at times?
    fn beside(&self) -> bool {
        self.changed_rows || self.most[0] > NEAR.max(NEAR * self.calmest)
    }

    /// The size of the next attempt, if it is not the stepper's own choice.
    pub(super) fn wish(&mut self, t: f64, wanted: f64, t_max: f64) -> Option<f64> {
        if t != self.begin {
            (self.begin, self.wanted, self.again, self.refused) = (t, wanted, 0, 0);
            if self.worried_until.is_finite() && self.rounds(self.start) {
                self.worried_until = self.worried_until.max(t + self.longest);
            }
        }
        let apart = matches!(self.goal, Goal::Apart(_)) && self.passes.is_ok();
        self.care = apart || self.worried_until > t;
        let Goal::Ahead(mut ahead) = self.goal else { return None };
        if ahead.passed {
            if t - ahead.at < BEHIND * ahead.whole {
                self.care = true;
            } else {
                self.goal = Goal::None;
            }
            return None;
        }
        self.care = true;
        let size = self.approach(&mut ahead, t, t_max);
        self.goal = Goal::Ahead(ahead);
        Some(size)
    }

    /// The size of the next step on the way to a singular position, or across.
    fn approach(&self, ahead: &mut Ahead, t: f64, t_max: f64) -> f64 {
        let ([middle, _], left) = (self.gap, ahead.at - t);
        ahead.across = false;
        let longest = (1.2 * ahead.whole).min(ahead.reach).min(self.max_step);
        if ahead.at >= t_max {
            // The run ends before.
            return longest.min(t_max - t);
        }
        let whole = ahead.whole.min(self.max_step / STRETCH).min((t_max - ahead.at) / (1.0 - middle));
        if left <= STRETCH * middle * whole && t + left / middle <= t_max + 1e-9 * left {
            ahead.across = true;
            return left / middle;
        }
        if left <= 1.05 * middle * whole {
            // It only just does not fit before `t_max`.
            ahead.whole = 0.8 * whole;
        }
        // The next step is to begin where it can go across.
        let before = left - middle * whole.min(ahead.whole);
        before / (before / longest).ceil().max(1.0)
    }
}
