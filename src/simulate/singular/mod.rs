//! Singular positions: seen, passed, or refused.
//!
//! DERIVATION GOES HERE

mod path;

use super::failure::{Obstacle, RunFailure};
use super::motion::Motion;
use super::simulation::Simulation;
use crate::dynamics::{Lean, Stabilization, Workspace, largest};
use crate::error::EvalError;
use crate::ode::{Attempt, Verdict};
use path::Path;

/// S_rr/pivot above which it is looked at, if it also changes within a step by `VARIES`, or has a peak inside of `PEAKS` times what it has at both
/// ends. Wherever a singular position lies between the stages of a method, one of both happens: the square of the distances says so.
const NEAR: f64 = 5.0;
const VARIES: f64 = 6.0;
const PEAKS: f64 = 1.5;
/// A pivot smaller than the largest so far by this factor may be why rounding refuses a step.
const WORRIES: f64 = 1.5;
/// So may it be of a step this much shorter than the longest so far.
const TINY: f64 = 1e-3;
/// What is left of the weakest row may shrink to this within a step, or it is looked for where it vanishes.
const SHRINKS: f64 = 0.3;
/// Two branches with a larger gap than this are seen to be apart from a distance: beside the largest coordinate if they are found there, beside the cube
/// of the way to go if they are not.
const APART: f64 = 1e-9;
const APART_CRUDE: f64 = 1e-2;
/// Rounding of the direction in which two branches turn round beside each other, times the tolerance, at most.
const BLURRED: f64 = 50.0;
/// Cosine of the angle by which what is left of the weakest row may turn within a step.
const RESOLVED: f64 = 0.3;
/// Most trials to step across.
const MOST_TRIES: u32 = 14;
/// Most attempts where two branches come near to each other without meeting, or where steps crawl beside a vanishing pivot.
const MOST_ATTEMPTS: u32 = 400;
/// Most attempts at one step that are refused for more than their error.
const MOST_AGAIN: u32 = 60;
/// A step this much shorter than the longest so far crawls.
const CRAWLS: f64 = 0.02;
/// A step this much shorter than the longest so far, and refused, does not get past.
const STUCK: f64 = 1e-7;
/// Two branches whose gap is below this, beside 1 + the largest coordinate, meet but for rounding.
const MEETS: f64 = 2e-13;

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
    /// Are stages projected?
    pub(super) care: bool,
    /// Until when care is taken although no singular position is in sight, because attempts were refused, perhaps by rounding.
    worried_until: f64,
    pub(super) stage: Vec<f64>,
    /// S_rr/pivot at the beginning of the step and at its end, and the number of dropped rows.
    start: f64,
    end: f64,
    dropped: usize,
    /// The least and the largest S_rr/pivot of the attempt, when that was, and whether another number of rows was dropped.
    least: f64,
    most: [f64; 2],
    torn: bool,
    /// Beginning of the step, and the size that was wanted there first.
    begin: f64,
    wanted: f64,
    /// How often it was asked to be tried again.
    again: u32,
    goal: Goal,
    /// The end that was projected last.
    pub(super) settled: f64,
    /// The longest step so far, and attempts that crawled since.
    longest: f64,
    crawled: u32,
    /// The smallest S_rr/pivot at the end of a step so far.
    calmest: f64,
    pub(super) failure: Option<RunFailure>,
}

#[derive(Debug)]
enum Goal {
    /// Nothing is near.
    None,
    /// A singular position.
    Ahead(Ahead),
    /// Two branches that do not meet: their gap, S_rr/pivot where that was found, and attempts since.
    Apart { gap: f64, entry: f64, attempts: u32, at: f64 },
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
            torn: false,
            begin: f64::NAN,
            wanted: f64::NAN,
            again: 0,
            goal: Goal::None,
            settled: f64::NAN,
            longest: 0.0,
            crawled: 0,
            calmest: f64::INFINITY,
            failure: None,
        }
    }

    /// The state that counts was evaluated.
    pub(super) fn arrive(&mut self, closeness: f64, dropped: usize) {
        (self.start, self.dropped) = (closeness, dropped);
        self.calmest = self.calmest.min(closeness);
    }

    /// A new attempt begins.
    pub(super) fn attempt(&mut self, t: f64) {
        (self.least, self.most, self.torn) = (self.start, [self.start, t], false);
        self.end = self.start;
        self.settled = f64::NAN;
    }

    /// What was moved off its place and back leaves the square of that, beside the state, as an error along the branch.
    pub(super) fn restricts(&self) -> Option<f64> {
        self.care.then_some(self.tolerance)
    }

    /// A stage was evaluated.
    #[inline]
    pub(super) fn saw(&mut self, t: f64, closeness: f64, dropped: usize) {
        self.least = self.least.min(closeness);
        if closeness > self.most[0] {
            self.most = [closeness, t];
        }
        if dropped != self.dropped {
            self.torn = true;
        }
    }

    /// Has the least pivot changed within the attempt as it does near a singular position?
    fn varies(&self) -> bool {
        let most = self.most[0];
        self.torn || (most > NEAR && (most > VARIES * self.least || most > PEAKS * self.start.max(self.end)))
    }

    /// Is the direction of motion beside another branch known less well than the tolerance asks? A pivot is the square of the distance.
    fn blurred(&self) -> bool {
        2.0 * f64::EPSILON * self.most[0] > BLURRED * self.tolerance
    }

    /// Is the least pivot smaller than it often was?
    fn beside(&self) -> bool {
        self.torn || self.most[0] > NEAR.max(NEAR * self.calmest)
    }

    /// The size of the next attempt, if it is not the stepper's own choice.
    pub(super) fn wish(&mut self, t: f64, wanted: f64, t_max: f64) -> Option<f64> {
        if t != self.begin {
            (self.begin, self.wanted, self.again) = (t, wanted, 0);
            if self.worried_until.is_finite() && self.start > NEAR.max(WORRIES * self.calmest) {
                self.worried_until = self.worried_until.max(t + self.longest);
            }
        }
        let [middle, _] = self.gap;
        let max_step = self.max_step;
        let apart = matches!(self.goal, Goal::Apart { .. }) && self.passes.is_ok();
        self.care = apart || self.worried_until > t;
        let Goal::Ahead(ahead) = &mut self.goal else { return None };
        ahead.across = false;
        let left = ahead.at - t;
        if ahead.passed {
            if -left < 1.5 * ahead.whole {
                self.care = true;
            } else {
                self.goal = Goal::None;
            }
            return None;
        }
        self.care = true;
        let longest = (1.2 * ahead.whole).min(ahead.reach).min(max_step);
        if ahead.at >= t_max {
            // The run ends before.
            return Some(longest.min(t_max - t));
        }
        let whole = ahead.whole.min(max_step / 1.25).min((t_max - ahead.at) / (1.0 - middle));
        if left <= 1.25 * middle * whole && t + left / middle <= t_max + 1e-9 * left {
            ahead.across = true;
            return Some(left / middle);
        }
        if left <= 1.05 * middle * whole {
            // It only just does not fit before `t_max`.
            ahead.whole = 0.8 * whole;
        }
        let whole = whole.min(ahead.whole);
        // The next step is to begin where it can go across.
        let before = left - middle * whole;
        let parts = (before / longest).ceil().max(1.0);
        Some(before / parts)
    }
}

impl Motion<'_> {
    /// What becomes of an attempt.
    pub(super) fn judge_attempt(&mut self, attempt: &Attempt<'_>) -> Verdict {
        if !self.passage.watches {
            return Verdict::Usual;
        }
        let taken = attempt.error.is_some_and(|error| error <= 1.0);
        if std::env::var_os("ALL").is_some() {
            let p = &self.passage;
            eprintln!("t {:.9} h {:.3e} error {:?} care {} worried {} start {:.2e} most {:.2e} least {:.2e} calmest {:.2e} torn {} goal {:?}", attempt.t, attempt.h, attempt.error, p.care, p.worried_until, p.start, p.most[0], p.least, p.calmest, p.torn, p.goal);
        }
        if let Goal::Apart { attempts, .. } = &mut self.passage.goal {
            *attempts += 1;
        }
        let verdict = match self.passage.goal {
            Goal::Ahead(ahead) if !ahead.passed => {
                if ahead.across {
                    self.judge_across(attempt, ahead)
                } else if taken {
                    Ok(Verdict::Usual)
                } else {
                    Ok(self.try_shorter(attempt, ahead))
                }
            }
            Goal::Apart { gap, at, .. } if taken && self.passage.blurred() => {
                return self.give_up(attempt, at, Obstacle::Gap { gap });
            }
            Goal::Apart { gap, at, attempts, .. } if attempts >= MOST_ATTEMPTS || self.stuck(attempt) => {
                return self.give_up(attempt, at, Obstacle::Gap { gap });
            }
            _ if self.passage.varies() => self.look(attempt),
            _ => {
                self.calm_down();
                Ok(Verdict::Usual)
            }
        };
        let mut verdict = verdict.unwrap_or(Verdict::Usual);
        if verdict == Verdict::Usual && !taken && self.worries(attempt) {
            self.passage.worried_until = attempt.t + self.passage.longest.max(2.0 * attempt.h);
            verdict = Verdict::Again(attempt.h);
        }
        if verdict == Verdict::Usual {
            if taken {
                self.passage.longest = self.passage.longest.max(attempt.h);
            }
            if self.crawls(attempt) {
                return self.give_up(attempt, attempt.t, Obstacle::Crawling { step: attempt.h });
            }
        }
        if let Verdict::Again(_) = verdict {
            self.passage.again += 1;
            if self.passage.again > MOST_AGAIN {
                return self.give_up(attempt, attempt.t, Obstacle::Crawling { step: attempt.h });
            }
        }
        verdict
    }

    /// Was an attempt refused where rounding may be the cause? It then is taken again with care.
    fn worries(&self, attempt: &Attempt<'_>) -> bool {
        let passage = &self.passage;
        let near = passage.most[0] > NEAR.max(WORRIES * passage.calmest) || attempt.h < TINY * passage.longest;
        near && !passage.care && passage.passes.is_ok()
    }

    fn calm_down(&mut self) {
        if let Goal::Apart { entry, .. } = self.passage.goal
            && self.passage.start <= entry.max(NEAR)
        {
            self.passage.goal = Goal::None;
        }
    }

    /// Has a refused step become so short beside a small pivot that it will lead nowhere?
    fn stuck(&self, attempt: &Attempt<'_>) -> bool {
        let refused = attempt.error.is_none_or(|error| error > 1.0);
        refused && self.passage.beside() && attempt.h < STUCK * self.passage.longest
    }

    /// Do steps stay short beside a small pivot?
    fn crawls(&mut self, attempt: &Attempt<'_>) -> bool {
        if self.stuck(attempt) {
            return true;
        }
        let passage = &mut self.passage;
        let beside = passage.beside();
        if beside && attempt.h < CRAWLS * passage.longest {
            passage.crawled += 1;
        } else if attempt.h >= CRAWLS * passage.longest {
            passage.crawled = 0;
        }
        passage.crawled > MOST_ATTEMPTS
    }

    /// The way of an attempt: with its end if that is any good.
    fn path<'a>(&'a self, attempt: &'a Attempt<'_>, memory: &'a [f64]) -> (Path<'a>, bool) {
        let (n, end) = (self.model.coordinates(), self.model.coordinates() + self.model.velocities());
        let (q, v) = (&attempt.start[..n], &attempt.start[n..end]);
        let h = attempt.h;
        let begin = [v.iter().map(|v| h * v).collect(), attempt.slope[n..end].iter().map(|a| h * h * a).collect()];
        let path = Path { model: self.model, memory, t: attempt.t, h, q, v, begin, end: None };
        (path, attempt.error.is_some_and(|error| error <= 1.0))
    }

    /// δ, h v and h² v' at the end of an attempt.
    fn arrival_of(&mut self, attempt: &Attempt<'_>) -> Result<[Vec<f64>; 3], EvalError> {
        let (n, end) = (self.model.coordinates(), self.model.coordinates() + self.model.velocities());
        let (q, v) = (&attempt.end[..n], &attempt.end[n..end]);
        let h = attempt.h;
        let memory = self.memory.clone();
        self.ws.evaluate(self.model, attempt.t + h, q, v, &memory, self.gains)?;
        let mut by = vec![0.0; end - n];
        self.model.inner.layout.kinematics.difference(&attempt.start[..n], q, &mut by);
        Ok([by, v.iter().map(|v| h * v).collect(), self.ws.acceleration.iter().map(|a| h * h * a).collect()])
    }

    /// Looks whether a singular position lies within an attempt, or soon after it.
    fn look(&mut self, attempt: &Attempt<'_>) -> Result<Verdict, EvalError> {
        let memory = self.memory.clone();
        let mut ws = self.model.workspace();
        ws.set_modes(self.model, &self.modes);
        let arrival = self.arrival_of(attempt);
        let (mut path, good) = self.path(attempt, &memory);
        path.end = arrival.ok().filter(|_| good);
        let worst = ((self.passage.most[1] - attempt.t) / attempt.h).clamp(0.0, 1.0);
        let Some(mut weakest) = path.lean(&mut ws, worst, None)? else { return Ok(Verdict::Usual) };
        if ws.numeric().dropped().len() != self.passage.dropped {
            // Too near: the row was dropped. A little before, it is the weakest.
            let Some(before) = path.lean(&mut ws, 0.98 * worst, None)? else { return Ok(Verdict::Usual) };
            weakest = before;
        }
        let Some(first) = path.lean(&mut ws, 0.0, Some(weakest.row))? else { return Ok(Verdict::Usual) };
        let (middle, (side, turned)) = (weakest.beside(&first).0, path.side(&mut ws, 1.0, &first)?);
        // On one branch what is left turns by less than a right angle beside another that does not meet it; a jump between them turns it by more.
        let resolved = if good && turned < RESOLVED { Verdict::Again(0.5 * attempt.h) } else { Verdict::Usual };
        if let Goal::Apart { .. } = self.passage.goal {
            return Ok(resolved);
        }
        if side > SHRINKS && middle > SHRINKS {
            return Ok(resolved);
        }
        let reach = if side < 0.0 || middle < 0.0 { 1.0 } else { 2.5 };
        let Some(root) = path.root(&mut ws, &first, reach)? else { return Ok(resolved) };
        let at = attempt.t + root * attempt.h;
        if let Err(obstacle) = self.passage.passes {
            let crosses = root <= 1.0 && turned < -0.5;
            return Ok(if crosses { self.give_up(attempt, at, obstacle) } else { Verdict::Usual });
        }
        let (gap, limit) = self.gap_seen(&mut ws, &path, root)?;
        if gap > limit {
            self.passage.goal = Goal::Apart { gap, entry: self.passage.start, attempts: 0, at };
            return Ok(resolved);
        }
        let whole = self.passage.wanted.min(self.passage.max_step);
        self.passage.goal =
            Goal::Ahead(Ahead { at, row: first.row, whole, reach: f64::INFINITY, tries: 0, best: f64::INFINITY, across: false, passed: false });
        Ok(Verdict::Again(attempt.h))
    }

    /// By how much two branches miss each other, as far as that is seen from a distance, and how much of it may be error.
    fn gap_seen(&self, ws: &mut Workspace, path: &Path<'_>, root: f64) -> Result<(f64, f64), EvalError> {
        let sine2 = 0.01 / self.passage.start;
        if let Some((gap, size)) = path.gap(ws, root, self.passage.dropped, sine2)? {
            return Ok((gap, APART * size));
        }
        let mut q = path.position(root);
        let gap = ws.gap(self.model, path.t + root * path.h, &mut q, [path.v, path.memory], sine2)?;
        let mut by = vec![0.0; path.v.len()];
        self.model.inner.layout.kinematics.difference(path.q, &q, &mut by);
        Ok((gap, APART_CRUDE * largest(&by).powi(3)))
    }

    /// An attempt with stages on both sides of a singular position.
    fn judge_across(&mut self, attempt: &Attempt<'_>, mut ahead: Ahead) -> Result<Verdict, EvalError> {
        let memory = self.memory.clone();
        let mut ws = self.model.workspace();
        ws.set_modes(self.model, &self.modes);
        if !attempt.error.is_some_and(|error| error <= 1.0) {
            if ahead.tries > 0 {
                // From nearer it may be seen that there is nothing to go across.
                let (path, _) = self.path(attempt, &memory);
                let (gap, limit) = self.gap_seen(&mut ws, &path, (ahead.at - attempt.t) / attempt.h)?;
                if gap > limit {
                    self.passage.goal = Goal::Apart { gap, entry: self.passage.start, attempts: 0, at: ahead.at };
                    return Ok(Verdict::Again(attempt.h));
                }
            }
            return Ok(self.try_shorter(attempt, ahead));
        }
        let arrival = self.arrival_of(attempt)?;
        let (mut path, _) = self.path(attempt, &memory);
        path.end = Some(arrival);
        let Some(first) = path.lean(&mut ws, 0.0, Some(ahead.row))? else { return Ok(Verdict::Usual) };
        let (_, turned) = path.side(&mut ws, 1.0, &first)?;
        let root = if turned < -0.5 { path.root(&mut ws, &first, 1.0)? } else { None };
        let Some(root) = root else {
            // The attempt is good, and yet it did not go across.
            if ahead.tries >= 2 {
                let gap = f64::NAN;
                self.passage.goal = Goal::Apart { gap, entry: self.passage.start, attempts: 0, at: ahead.at };
                return Ok(Verdict::Again(0.5 * attempt.h));
            }
            return Ok(self.try_shorter(attempt, ahead));
        };
        let [middle, half] = self.passage.gap;
        if (root - middle).abs() > 0.6 * half {
            // The stages shall lie elsewhere.
            ahead.at = attempt.t + root * attempt.h;
            ahead.tries += 1;
            self.passage.goal = Goal::Ahead(ahead);
            return Ok(if ahead.tries > MOST_TRIES {
                self.give_up(attempt, ahead.at, Obstacle::Accuracy { reached: ahead.best })
            } else {
                Verdict::Again(attempt.h)
            });
        }
        let found = path.gap(&mut ws, root, self.passage.dropped, 0.01 / self.passage.start)?;
        let Some((gap, size)) = found else { return Ok(self.try_shorter(attempt, ahead)) };
        if std::env::var_os("TELL").is_some() {
            eprintln!("across t {} h {:.3e} root {root:.4} gap {gap:.2e} turned {turned:.4} error {:?}", attempt.t, attempt.h, attempt.error);
        }
        if gap > MEETS * size {
            let at = attempt.t + root * attempt.h;
            self.passage.goal = Goal::Apart { gap, entry: self.passage.start, attempts: 0, at };
            return Ok(Verdict::Again(0.5 * attempt.h));
        }
        (ahead.at, ahead.passed) = (attempt.t + root * attempt.h, true);
        self.passage.goal = Goal::Ahead(ahead);
        Ok(Verdict::Usual)
    }

    /// The next trial to go across is shorter; it may have to begin later.
    fn try_shorter(&mut self, attempt: &Attempt<'_>, mut ahead: Ahead) -> Verdict {
        if std::env::var_os("TELL").is_some() {
            eprintln!("shorter: t {} h {:.3e} across {} error {:?} at {} whole {:.3e}", attempt.t, attempt.h, ahead.across, attempt.error, ahead.at, ahead.whole);
        }
        ahead.tries += 1;
        ahead.best = ahead.best.min(attempt.error.unwrap_or(f64::INFINITY));
        let factor = attempt.error.map_or(0.5, |error| (0.85 * error.powf(-0.15)).clamp(0.3, 0.75));
        if ahead.across {
            ahead.whole = factor * ahead.whole.min(attempt.h);
        } else {
            ahead.reach = factor * attempt.h;
        }
        self.passage.goal = Goal::Ahead(ahead);
        if ahead.tries > MOST_TRIES {
            return self.give_up(attempt, ahead.at, Obstacle::Accuracy { reached: ahead.best });
        }
        Verdict::Again(ahead.whole)
    }

    /// The run ends with an error that names the position and the rows.
    fn give_up(&mut self, attempt: &Attempt<'_>, at: f64, obstacle: Obstacle) -> Verdict {
        let memory = self.memory.clone();
        let mut ws = self.model.workspace();
        ws.set_modes(self.model, &self.modes);
        let (path, _) = self.path(attempt, &memory);
        // A little before: where the row has vanished, it is dropped.
        let theta = if at > attempt.t { 0.98 * (at - attempt.t) / attempt.h } else { 0.0 };
        let lean = path.lean(&mut ws, theta, None).ok().flatten();
        let constraints = lean.as_ref().map(|lean| ws.leaning_names(self.model, lean.row)).unwrap_or_default();
        let [pivot, scale] = lean.map_or([0.0, 0.0], |lean: Lean| lean.pivot);
        self.passage.failure = Some(RunFailure::Singular { t: at, constraints, pivot, scale, obstacle });
        Verdict::Stop
    }
}

impl Motion<'_> {
    /// y' at the nearest state on the branch.
    pub(super) fn rhs_near(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), EvalError> {
        let mut stage = std::mem::take(&mut self.passage.stage);
        stage.clear();
        stage.extend_from_slice(y);
        let outcome = match self.to_branch(t, &mut stage) {
            Ok(true) => self.rhs_at(t, &stage, dy),
            Ok(false) => Err(self.off_branch(t, &stage)),
            Err(error) => Err(error),
        };
        self.passage.stage = stage;
        outcome
    }

    /// Moves a state to the nearest one on its branch; `false` if that is not certain.
    fn to_branch(&mut self, t: f64, y: &mut [f64]) -> Result<bool, EvalError> {
        let (n, end) = (self.model.coordinates(), self.model.coordinates() + self.model.velocities());
        let (q, rest) = y.split_at_mut(n);
        self.ws.project_near(self.model, t, q, &mut rest[..end - n], &self.memory, self.passage.dropped)
    }

    fn off_branch(&mut self, t: f64, y: &[f64]) -> EvalError {
        let (n, end) = (self.model.coordinates(), self.model.coordinates() + self.model.velocities());
        let memory = self.memory.clone();
        let lean = self.ws.lean(self.model, t, [&y[..n], &y[n..end], &memory], None);
        let (involved, [pivot, scale]) = match lean {
            Ok(Some(lean)) => (self.ws.leaning_names(self.model, lean.row), lean.pivot),
            Ok(None) => (Vec::new(), [0.0; 2]),
            Err(error) => return error,
        };
        let name = involved.last().cloned().unwrap_or_default();
        EvalError::Dependent { name, row: 0, pivot, scale, involved, t }
    }

    /// Projects the end of an attempt.
    pub(super) fn settle_end(&mut self, t: f64, y: &mut [f64]) -> Result<(), EvalError> {
        if self.passage.care {
            if !self.to_branch(t, y)? {
                return Err(self.off_branch(t, y));
            }
        } else {
            let (n, end) = (self.model.coordinates(), self.model.coordinates() + self.model.velocities());
            let (q, rest) = y.split_at_mut(n);
            let done = self.ws.project(self.model, t, q, &mut rest[..end - n], &self.memory)?;
            self.projections += done.iterations as u64;
        }
        let closeness = self.ws.numeric().closeness();
        self.passage.saw(t, closeness, self.passage.dropped);
        self.passage.end = closeness;
        self.passage.settled = t;
        Ok(())
    }

    /// What is left of an estimated error along the branch.
    pub(super) fn restrict_error(&mut self, t: f64, y: &[f64], error: &mut [f64]) {
        let (n, end) = (self.model.coordinates(), self.model.coordinates() + self.model.velocities());
        let (errors, rest) = error.split_at_mut(n);
        let along = self.ws.along_branch(self.model, t, [&y[..n], &y[n..end], &self.memory], errors, &mut rest[..end - n]);
        if along.is_err() {
            error.fill(f64::INFINITY);
        }
    }
}
