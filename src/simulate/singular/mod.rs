//! Singular positions: how a run finds them, passes them, or ends there.
//!
//! A flat parallelogram can go on as a parallelogram or crossed: in that position, for an instant, the rows of J depend on each other. The
//! motion is smooth; its formulation is not. Notation: z is the null vector at the singular position q*, φ_z = zᵀφ; x and y are coordinates from q* along two
//! axes of the positions that the other rows allow; u is the rounding of φ; S_rr/pivot of the weakest row r is called *closeness*; f is the force across the
//! motion that the rows have to supply there.
//!
//! ```text
//! (Q1)  φ_z = s (x y − ε),   w = Jᵀz = s (x e_y + y e_x),   pivot/S_rr = s² (x² + y²)
//! ```
//!
//! If ε = 0, there are two branches, y = 0 and x = 0. If ε ≠ 0, there are two arms that do not meet. On the way along y = 0, w changes its sign at q*
//! (`linear/weak.rs`), and λ_z = f/(s x) has a pole, but Jᵀλ is finite. (If w vanishes without a change of sign, branches touch, or the mechanism is at rest
//! at q*: then the motion is not determined, and the run ends.)
//!
//! **Rounding acts across the motion.** Projection, and the solution for v', change a state or a slope by M⁻¹Jᵀ times some vector. So rounding of φ
//! causes the errors
//!
//! ```text
//! (Q2)  y ~ u/(s x),   y' ~ u x'/(s x²),   y'' ~ u x'²/(s x³),        but along the motion only   s y λ_z = y f/x ~ u f/(s x²)
//! ```
//!
//! The last one is an acceleration; over a step of about x/x' it has no effect. But an error estimate that contains y' grows as steps shrink, and a run that it
//! controls takes ever smaller steps. (The projection also moves y' back and forth, which no estimate sees.) Therefore, near singular positions:
//!
//! ```text
//! (Q3)  each stage is F(P(y)), P the nearest state on the branch ((L2) of `dynamics/singular.rs`)
//! (Q4)  the end is P(y₁), and of the error estimate e only   e − M⁻¹Jᵀ (J M⁻¹ Jᵀ)⁻¹ J e   counts there
//! (Q5)  if P moved the end by m tolerances, that counts as   rtol m²
//! ```
//!
//! P is smooth around the branch, so that the order is kept. It leads to the branch from which the stage was predicted, if Newton's corrections shrink
//! from the first one on. (Q5) holds because an error across the motion has an effect along it that is its square. Far from singular positions all of m counts.
//!
//! **A step across.** No stage may lie at q*. So the step is h = (t* − t)/θ*, where θ* is the middle of the widest gap between the stages of the method, those of its
//! dense output included (1/3 to 0.6 for DOP853). If h is longer than the size W that was wanted, the step before it ends at t* − θ* W. t* is the time at which
//! ⟨w(t), w(t₀)⟩ changes its sign, found on a polynomial through the step. If the error estimate of the step is too large, W is reduced, at most 14 times.
//!
//! **Branches that do not meet.** On one arm of x y = ε, w = s (y, x) stays within one quadrant, on the other within the opposite one. So the
//! angle by which w turns in a step distinguishes
//!
//! ```text
//! (Q6)  cos > 0 on the arm,   cos < 0 for a jump to the other arm,   cos = −1 straight across q*
//! ```
//!
//! A step near a weak row that is not meant to go across is refused if cos < 0.3. A step that is meant to go across is taken if ε is zero within rounding. ε is the largest
//! |φ_z| at the position where w vanishes and the other rows are met. It is stationary there, so that this position need not be exact: it is interpolated between six
//! positions on the branch beside it. If ε ≠ 0, the steps resolve the turn, with (Q3) to (Q5). The direction of motion is known there to
//!
//! ```text
//! (Q7)  y/x ~ u/(s² (x² + y²)) = u · closeness
//! ```
//!
//! and turning by a right angle loses that part of the speed. If this is more than the tolerance admits, the run ends.
//!
//! **Friction.** A joint's load has the pole of λ_z, so its friction has it too, and friction enters f: λ_z (s x − c μ r) = f. The mechanism jams before q*, at
//! x = c μ r/s, or is driven apart. Runs do not pass such positions. Nor do runs without projection, on which (Q3) to (Q5) depend.
//!
//! Such a run ends where a step that meets the tolerance leads across. A step that does not is known by its beginning alone, as q + v τ + a τ²/2: how it would go on is off by a part of τ³, and may lead across where the
//! motion does not, or beyond where it ends otherwise. So the run goes half the way, from where τ³ is an eighth. If the place is seen again at the same time, to a tenth of the way that is left, it is there.

mod branch;
mod crawl;
mod judge;
mod path;
mod seen;
mod spare;

use self::seen::{NEAR, Seen};
use super::failure::{Obstacle, RunFailure};
use super::simulation::Simulation;
use crate::dynamics::{Stabilization, Workspace};

/// Rounding may be the reason why a step was refused if rounding times the closeness exceeds this part of the tolerance, and if so many attempts were refused.
const WORRIES: f64 = 0.003;
const REFUSED: u32 = 2;
/// It may also be the reason if the step is this much shorter than the longest so far.
const TINY: f64 = 1e-3;
/// Largest admissible rounding of the direction of motion between two arms, (Q7), in tolerances.
const BLURRED: f64 = 2.0;
/// A step this much shorter than the longest so far crawls.
const CRAWLS: f64 = 0.02;
/// A refused step this much shorter than the longest so far means that the run cannot get past.
const STUCK: f64 = 1e-7;
/// A step across may be longer than the wanted size by this factor.
const STRETCH: f64 = 1.25;
/// A place that is foreseen is known when it has been seen again after this part of the way, at the same time to this part of what is left.
const NEARER: f64 = 0.4;
const AGREES: f64 = 0.1;
/// For how long stages are still projected after a singular position, in steps across.
const BEHIND: f64 = 1.5;

/// What a run knows of singular positions around it: settings, what was seen, the attempts since, and buffers.
// What one attempt finds decides how the next one is judged: settings, finds and buffers are read and written together.
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
    /// Until when stages are projected although no singular position was found: attempts were refused, perhaps because of rounding.
    worried_until: f64,
    /// Buffer for a projected stage.
    stage: Vec<f64>,
    /// What the evaluations of the attempt showed.
    seen: Seen,
    /// Beginning of the step, the size that was wanted there first, how many attempts were repeated on request, and
    /// how many were refused for their error.
    begin: f64,
    wanted: f64,
    again: u32,
    refused: u32,
    goal: Goal,
    /// Where the run started last. The first step also removes the residual of the start, which is no error of the step.
    fresh: f64,
    counts: bool,
    /// Time of the end that was projected last.
    projected: f64,
    /// Did the attempt leave out rows that are not redundant at its end?
    missed: bool,
    /// The longest step so far, and the number of attempts since then that were far shorter.
    longest: f64,
    crawled: u32,
    /// The smallest closeness at the end of a step so far, and that at the beginning of the last step that was not far shorter.
    calmest: f64,
    lately: f64,
    /// Buffers for evaluations elsewhere; made when they are first needed.
    scout: Option<Box<Workspace>>,
    failure: Option<RunFailure>,
    /// What is told if steps beside a weak row shrink to nothing.
    suspect: Option<RunFailure>,
    /// Of a run that passes none: from when a singular position was foreseen last, and when.
    foreseen: Option<[f64; 2]>,
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
        let [low, high] = plan.method.widest_gap();
        Self {
            watches: plan.fixed_step.is_none() && plan.model.rows() > 0,
            passes,
            gap: [0.5 * (low + high), 0.5 * (high - low)],
            max_step: plan.max_step,
            tolerance: plan.tolerance.relative,
            care: false,
            worried_until: f64::NEG_INFINITY,
            stage: Vec::new(),
            seen: Seen::new(),
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
            lately: 0.0,
            scout: None,
            failure: None,
            suspect: None,
            foreseen: None,
        }
    }

    /// The run starts anew at `t`, from another state or in other modes.
    pub(super) fn forget(&mut self, t: f64) {
        (self.goal, self.fresh) = (Goal::None, t);
        (self.care, self.worried_until, self.begin) = (false, f64::NEG_INFINITY, f64::NAN);
        (self.calmest, self.lately, self.crawled) = (f64::INFINITY, 0.0, 0);
        (self.foreseen, self.suspect) = (None, None);
    }

    /// The state that counts was evaluated.
    pub(super) fn note_state(&mut self, closeness: f64, dropped: usize) {
        (self.seen.start, self.seen.dropped) = (closeness, dropped);
        self.calmest = self.calmest.min(closeness);
    }

    /// A new attempt begins.
    pub(super) fn attempt(&mut self, t: f64) {
        self.counts = t != self.fresh;
        self.seen.forget(t);
        self.projected = f64::NAN;
    }

    /// A stage was evaluated.
    #[inline]
    pub(super) fn saw(&mut self, t: f64, closeness: f64, dropped: usize) {
        self.seen.closeness(t, closeness);
        self.seen.rows(dropped);
    }

    /// The end of an attempt was projected.
    fn note_projected(&mut self, t: f64, closeness: f64) {
        self.seen.closeness(t, closeness);
        (self.seen.end, self.projected) = (closeness, t);
    }

    /// Is the end of the step at `t` projected already?
    pub(super) fn is_projected(&self, t: f64) -> bool {
        self.projected == t
    }

    /// Does the distance by which the end was projected count as an error?
    pub(super) fn counts(&self) -> bool {
        self.counts
    }

    /// The factor of the square in (Q5), if stages are projected.
    pub(super) fn restricts(&self) -> Option<f64> {
        self.care.then_some(self.tolerance)
    }

    /// Why the last step failed, if it was a singular position.
    pub(super) fn take_failure(&mut self) -> Option<RunFailure> {
        self.failure.take()
    }

    /// Can rounding affect the error estimate at this closeness?
    fn rounds(&self, closeness: f64) -> bool {
        closeness > NEAR && f64::EPSILON * closeness > WORRIES * self.tolerance
    }

    /// Does (Q7) exceed its limit, so that the run must end?
    fn blurred(&self) -> bool {
        2.0 * f64::EPSILON * self.seen.most[0] > BLURRED * self.tolerance
    }

    /// Is a singular position, seen from `t`, where it was foreseen from well before?
    fn is_confirmed(&self, t: f64, at: f64) -> bool {
        let again =
            |[from, before]: [f64; 2]| t - from >= NEARER * (before - from) && (at - before).abs() <= AGREES * (at - t);
        self.foreseen.is_some_and(again)
    }

    /// Is the weakest row much weaker than it was elsewhere in the run?
    fn beside(&self) -> bool {
        self.seen.changed_rows || self.seen.most[0] > NEAR.max(NEAR * self.calmest)
    }

    /// Has the weakest row become much weaker while steps became short? Beside a singular position they are as short as it is near; where something else jumps the rows are what they were.
    fn weakens(&self) -> bool {
        self.beside() && (self.seen.changed_rows || self.seen.most[0] > NEAR * self.lately)
    }

    /// Are the stages projected because of a singular position, and not for rounding alone, or where steps were refused at a kink?
    pub(super) fn is_beside_one(&self) -> bool {
        self.care && !matches!(self.goal, Goal::None)
    }

    /// The size of the next attempt, if it is not the stepper's own choice.
    pub(super) fn wish(&mut self, t: f64, wanted: f64, t_max: f64) -> Option<f64> {
        if t != self.begin {
            (self.begin, self.wanted, self.again, self.refused) = (t, wanted, 0, 0);
            if self.worried_until.is_finite() && self.rounds(self.seen.start) {
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
            // The run ends before it.
            return longest.min(t_max - t);
        }
        let whole = ahead.whole.min(self.max_step / STRETCH).min((t_max - ahead.at) / (1.0 - middle));
        if left <= STRETCH * middle * whole && t + left / middle <= t_max + 1e-9 * left {
            ahead.across = true;
            return left / middle;
        }
        if left <= 1.05 * middle * whole {
            // It does not quite fit before `t_max`.
            ahead.whole = 0.8 * whole;
        }
        // Choose this step so that the next one begins where it can go across.
        let before = left - middle * whole.min(ahead.whole);
        before / (before / longest).ceil().max(1.0)
    }
}
