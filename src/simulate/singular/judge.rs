//! The decision on an attempt near a singular position: accept it, repeat it with another size, or end the run.

use super::path::Path;
use super::{Ahead, Apart, Goal, NEAR, TINY};
use crate::dynamics::{Mode, Workspace};
use crate::error::EvalError;
use crate::math::max_abs;
use crate::ode::{Attempt, StepError, Verdict};
use crate::simulate::failure::{Obstacle, RunFailure};
use crate::simulate::motion::Motion;

/// If w of the weakest row shrinks below this part within a step, the place where it vanishes is searched.
const SHRINKS: f64 = 0.3;
/// Cosine of the largest angle by which w may turn within a step: (Q6).
const RESOLVED: f64 = 0.3;
/// Cosine of the angle by which w must turn in a step straight across.
const STRAIGHT: f64 = -0.5;
/// Two branches whose gap is below this, relative to 1 + the largest coordinate, meet within rounding.
const MEETS: f64 = 2e-13;
/// With a larger gap than this they are known to be apart already at a distance: relative to the largest coordinate if both sides of the branch are found there, otherwise
/// relative to the cube of the distance.
const APART: f64 = 1e-9;
const APART_CRUDE: f64 = 1e-2;
/// Where two rows change their parts, w turns by 180° in all, and |w| goes as the cosine of the angle from where it is largest. If it turns by 120° in a step, it begins at more than 30° from there, and is larger at right angles to its beginning by the
/// tangent of that: this part is its square.
const TURNS_ROUND: f64 = 0.3;
/// A row counts in the gap if it is weaker, by this factor (a square), than the weakest row at the beginning of the step.
const VANISHES: f64 = 0.01;
/// How far a run goes on towards a singular position that is foreseen, as a part of the way.
const HALFWAY: f64 = 0.5;
/// A singular position may lie beside the middle of the gap between stages by this part of its half width.
const CENTERED: f64 = 0.6;
/// Where a run starts in a singular position, the velocity must account for this part of a pivot, the square of a distance.
const LEADS: f64 = 0.25;
/// Most trials to step across.
const MOST_TRIES: u32 = 14;
/// Most attempts where two arms come near each other, or where steps stay very short beside a weak row.
pub(super) const MOST_ATTEMPTS: u32 = 400;
/// Most attempts at one step that are refused for another reason than their error.
const MOST_AGAIN: u32 = 60;

/// Is the error of an attempt small enough?
pub(super) fn is_good(attempt: &Attempt<'_>) -> bool {
    attempt.error.is_some_and(|error| error <= 1.0)
}

impl Motion<'_> {
    pub(in crate::simulate) fn judge_attempt(&mut self, attempt: &Attempt<'_>) -> Verdict {
        if std::mem::take(&mut self.passage.missed) {
            self.passage.again += 1;
            // Perhaps the end was inaccurate; if it happens again, the rows are needed.
            return Verdict::Again(if self.ws.spare.is_empty() { attempt.h } else { 0.5 * attempt.h });
        }
        if !self.passage.watches {
            return Verdict::Usual;
        }
        if self.passage.seen.fewer && !self.passage.counts && is_good(attempt) {
            let led = self.scouting(|motion, ws| motion.leads(ws, attempt));
            if !led.unwrap_or(true) {
                return self.give_up(attempt, attempt.t, None, Obstacle::Undetermined);
            }
        }
        let mut verdict = match self.passage.goal {
            Goal::Ahead(ahead) if !ahead.passed => {
                if ahead.across {
                    let judged = self.scouting(|motion, ws| motion.judge_across(ws, attempt, ahead));
                    judged.unwrap_or_else(|_| self.try_shorter(attempt, ahead))
                } else if is_good(attempt) {
                    Verdict::Usual
                } else {
                    self.try_shorter(attempt, ahead)
                }
            }
            Goal::Apart(apart) => self.judge_apart(attempt, apart),
            _ if self.passage.seen.varies() => {
                let changed = if self.ws.spare.is_empty() { None } else { self.change_spare(attempt) };
                changed.unwrap_or_else(|| self.look_around(attempt))
            }
            _ => Verdict::Usual,
        };
        if verdict == Verdict::Usual {
            verdict = self.judge_crawling(attempt);
        }
        if let Verdict::Again(_) = verdict {
            self.passage.again += 1;
            if self.passage.again > MOST_AGAIN {
                return self.give_up(attempt, attempt.t, None, Obstacle::Crawling { step: attempt.h });
            }
        }
        verdict
    }

    /// Judges an attempt between two arms.
    fn judge_apart(&mut self, attempt: &Attempt<'_>, mut apart: Apart) -> Verdict {
        apart.attempts += 1;
        self.passage.goal = Goal::Apart(apart);
        let blurred = is_good(attempt) && self.passage.blurred();
        if blurred || apart.attempts > MOST_ATTEMPTS || self.stuck(attempt) {
            return self.give_up(attempt, apart.at, Some(apart.row), Obstacle::Gap { gap: apart.gap });
        }
        if self.passage.seen.varies() {
            return self.look_around(attempt);
        }
        if attempt.t > apart.at && self.passage.seen.start <= apart.entry.max(NEAR) {
            self.passage.goal = Goal::None;
        }
        Verdict::Usual
    }

    /// Does the velocity lead away from the singular position at which the run starts, or only the forces, computed without the dropped rows?
    fn leads(&mut self, ws: &mut Workspace, attempt: &Attempt<'_>) -> Result<bool, EvalError> {
        let held = (self.modes.clone(), self.memory.clone());
        let mut path = self.path(attempt, &held);
        path.lean(ws, 0.0, None)?;
        let row = ws.numeric().dropped().last().copied();
        let went = path.lean(ws, 1.0, row)?;
        path.end = None;
        path.begin[1].fill(0.0);
        let led = path.lean(ws, 1.0, row)?;
        Ok(matches!((led, went), (Some(led), Some(went)) if led.pivot[0] > LEADS * went.pivot[0]))
    }

    /// Evaluates elsewhere in buffers of its own, so that the run is not changed.
    pub(super) fn scouting<T>(&mut self, look: impl FnOnce(&mut Self, &mut Workspace) -> T) -> T {
        let mut ws = self.passage.scout.take().unwrap_or_else(|| Box::new(self.model.workspace()));
        ws.spare.clone_from(&self.ws.spare);
        let seen = look(self, &mut ws);
        self.passage.scout = Some(ws);
        seen
    }

    /// The path of an attempt, with its end if that is usable.
    pub(super) fn path<'a>(&self, attempt: &'a Attempt<'_>, (modes, memory): &'a (Vec<Mode>, Vec<f64>)) -> Path<'a> {
        let (n, end) = (self.model.coordinates(), self.model.coordinates() + self.model.velocities());
        let (q, v, h) = (&attempt.start[..n], &attempt.start[n..end], attempt.h);
        let begin = [v.iter().map(|v| h * v).collect(), attempt.slope[n..end].iter().map(|a| h * h * a).collect()];
        let (model, variables) = (self.model.clone(), self.split(attempt.start).variables);
        let mut path = Path { model, modes, memory, variables, t: attempt.t, h, q, v, begin, end: None };
        if is_good(attempt) {
            path.set_end(&attempt.end[..n], &attempt.end[n..end]);
        }
        path
    }

    /// Checks whether a singular position lies within an attempt or soon after it. A place that cannot be evaluated is no reason to refuse the attempt.
    fn look_around(&mut self, attempt: &Attempt<'_>) -> Verdict {
        self.scouting(|motion, ws| motion.look(ws, attempt)).unwrap_or(Verdict::Usual)
    }

    fn look(&mut self, ws: &mut Workspace, attempt: &Attempt<'_>) -> Result<Verdict, EvalError> {
        let held = (self.modes.clone(), self.memory.clone());
        let path = self.path(attempt, &held);
        let worst = ((self.passage.seen.most[1] - attempt.t) / attempt.h).clamp(0.0, 1.0);
        let mut weakest = path.lean(ws, worst, None)?;
        if ws.numeric().dropped().len() != self.passage.seen.dropped {
            // Too near: the row was dropped. A little earlier it is the weakest one.
            weakest = path.lean(ws, 0.98 * worst, None)?;
        }
        // Tangents of friction are no part of the mechanism's geometry.
        let Some(weakest) = weakest.filter(|weakest| !self.model.is_tangent(weakest.row)) else {
            return Ok(Verdict::Usual);
        };
        let Some(first) = path.lean(ws, 0.0, Some(weakest.row))? else { return Ok(Verdict::Usual) };
        let (middle, (side, turned)) = (weakest.beside(&first).0, path.side(ws, 1.0, &first)?);
        let tunnels = is_good(attempt) && self.passage.passes.is_ok() && turned < RESOLVED;
        let otherwise = if tunnels { Verdict::Again(0.5 * attempt.h) } else { Verdict::Usual };
        if matches!(self.passage.goal, Goal::Apart(_)) || (side > SHRINKS && middle > SHRINKS) {
            return Ok(otherwise);
        }
        let reach = if side < 0.0 || middle < 0.0 { 1.0 } else { 2.5 };
        let Some(root) = path.root(ws, &first, reach)? else { return Ok(otherwise) };
        let at = attempt.t + root * attempt.h;
        if let Err(obstacle) = self.passage.passes {
            // Of a long lever two rows change their parts as it turns: w turns round with them, but does not vanish (`TURNS_ROUND`).
            let there = path.lean(ws, root, Some(first.row))?;
            let vanishes = there.is_none_or(|there| there.pivot[0] < TURNS_ROUND * first.pivot[0]);
            if root > 1.0 || turned >= STRAIGHT || !vanishes {
                return Ok(Verdict::Usual);
            }
            if !is_good(attempt) && !self.passage.is_confirmed(attempt.t, at) {
                self.passage.foreseen = Some([attempt.t, at]);
                return Ok(Verdict::Again(HALFWAY * (at - attempt.t)));
            }
            return Ok(self.refuse(ws, &path, at, Some(first.row), obstacle));
        }
        if self.are_apart(ws, &path, root, first.row)? != Some(false) {
            return Ok(otherwise);
        }
        let whole = self.passage.wanted.min(self.passage.max_step);
        self.passage.goal = Goal::Ahead(Ahead {
            at,
            row: first.row,
            whole,
            reach: f64::INFINITY,
            tries: 0,
            best: f64::INFINITY,
            across: false,
            passed: false,
        });
        Ok(Verdict::Again(attempt.h))
    }

    /// Can it be told from a distance that two branches do not meet? If so, this is noted. `None` if it cannot be told.
    fn are_apart(
        &mut self,
        ws: &mut Workspace,
        path: &Path<'_>,
        root: f64,
        row: usize,
    ) -> Result<Option<bool>, EvalError> {
        let (sine2, dropped) = (VANISHES / self.passage.seen.start, self.passage.seen.dropped);
        let (gap, limit) = match path.gap(ws, root, dropped, sine2)? {
            Some((gap, size)) => (gap, APART * size),
            None => {
                let mut q = path.position(root);
                let limit = APART_CRUDE * max_abs(&path.way_to(&q)).powi(3).max(MEETS);
                let (around, at) = (path.around(root), (&mut q[..], path.v));
                let gap = ws.gap(self.model, path.modes, around, at, (sine2, dropped))?;
                let Some(gap) = gap else { return Ok(None) };
                (gap, limit)
            }
        };
        if gap > limit {
            self.set_apart(gap, path.time(root), row);
        }
        Ok(Some(gap > limit))
    }

    fn set_apart(&mut self, gap: f64, at: f64, row: usize) {
        self.passage.goal = Goal::Apart(Apart { gap, at, row, entry: self.passage.seen.start, attempts: 0 });
    }

    /// Judges an attempt with stages on both sides of a singular position.
    fn judge_across(
        &mut self,
        ws: &mut Workspace,
        attempt: &Attempt<'_>,
        mut ahead: Ahead,
    ) -> Result<Verdict, EvalError> {
        let held = (self.modes.clone(), self.memory.clone());
        let mut path = self.path(attempt, &held);
        let Some(first) = path.lean(ws, 0.0, Some(ahead.row))? else { return Ok(self.try_shorter(attempt, ahead)) };
        let turned = path.side(ws, 1.0, &first)?.1;
        let crosses = is_good(attempt) && turned < STRAIGHT;
        if !crosses {
            path.end = None;
        }
        let Some(root) = path.root(ws, &first, if crosses { 1.0 } else { 1.5 })? else {
            // The motion goes elsewhere.
            self.passage.goal = Goal::None;
            let resolved = is_good(attempt) && turned > RESOLVED;
            return Ok(if resolved { Verdict::Usual } else { Verdict::Again(0.5 * attempt.h) });
        };
        // From nearer, its time is known better, and it may turn out that there is nothing to cross.
        ahead.at = path.time(root);
        if !crosses {
            let apart = self.are_apart(ws, &path, root, ahead.row)? == Some(true);
            return Ok(if apart { Verdict::Again(attempt.h) } else { self.try_shorter(attempt, ahead) });
        }
        let [middle, half] = self.passage.gap;
        if (root - middle).abs() > CENTERED * half {
            // The stages must lie elsewhere.
            return Ok(self.try_again(attempt, ahead));
        }
        let Some((gap, size)) = path.gap(ws, root, self.passage.seen.dropped, VANISHES / self.passage.seen.start)?
        else {
            let apart = self.are_apart(ws, &path, root, ahead.row)? == Some(true);
            return Ok(if apart { Verdict::Again(attempt.h) } else { self.try_shorter(attempt, ahead) });
        };
        if gap > MEETS * size {
            self.set_apart(gap, ahead.at, ahead.row);
            return Ok(Verdict::Again(0.5 * attempt.h));
        }
        ahead.passed = true;
        self.passage.goal = Goal::Ahead(ahead);
        Ok(Verdict::Usual)
    }

    /// The next trial to go across is shorter; it may have to begin later.
    fn try_shorter(&mut self, attempt: &Attempt<'_>, mut ahead: Ahead) -> Verdict {
        let factor = attempt.error.map_or(0.5, |error| (0.85 * error.powf(-0.15)).clamp(0.3, 0.75));
        if ahead.across {
            ahead.whole = factor * ahead.whole.min(attempt.h);
        } else {
            ahead.reach = factor * attempt.h;
        }
        ahead.best = ahead.best.min(attempt.error.unwrap_or(f64::INFINITY));
        self.try_again(attempt, ahead)
    }

    fn try_again(&mut self, attempt: &Attempt<'_>, mut ahead: Ahead) -> Verdict {
        ahead.tries += 1;
        self.passage.goal = Goal::Ahead(ahead);
        if ahead.tries <= MOST_TRIES {
            return Verdict::Again(ahead.whole);
        }
        let ends = (attempt.t_max - ahead.at).abs() < TINY * self.passage.longest;
        let obstacle = match ahead.best {
            _ if ends => Obstacle::End,
            reached if reached > 1.0 && reached.is_finite() => Obstacle::Accuracy { reached },
            _ => Obstacle::Crawling { step: attempt.h },
        };
        self.give_up(attempt, ahead.at, Some(ahead.row), obstacle)
    }

    /// The run ends with an error that names the position and the rows.
    pub(super) fn give_up(
        &mut self,
        attempt: &Attempt<'_>,
        at: f64,
        row: Option<usize>,
        obstacle: Obstacle,
    ) -> Verdict {
        let held = (self.modes.clone(), self.memory.clone());
        let path = self.path(attempt, &held);
        self.scouting(|motion, ws| motion.refuse(ws, &path, at, row, obstacle))
    }

    fn refuse(
        &mut self,
        ws: &mut Workspace,
        path: &Path<'_>,
        at: f64,
        row: Option<usize>,
        obstacle: Obstacle,
    ) -> Verdict {
        let (mut constraints, mut pivot, mut scale) = (Vec::new(), 0.0, 0.0);
        // As near as possible; where the row has vanished, it is dropped and has no numbers.
        for part in [0.98, 0.9, 0.5, 0.0] {
            let theta = (part * (at - path.t) / path.h).max(0.0);
            let lean = path.lean(ws, theta, row);
            if let Ok(Some(lean)) = lean
                && ws.numeric().dropped().len() == self.passage.seen.dropped
            {
                constraints = ws.leaning_names(self.model, lean.row);
                [pivot, scale] = lean.pivot;
                break;
            }
        }
        self.passage.failure = Some(RunFailure::Singular { t: at, constraints, pivot, scale, obstacle });
        Verdict::Stop
    }

    /// Why a step has failed: a singular position, if there is one.
    pub(in crate::simulate) fn explain(&mut self, failure: RunFailure) -> RunFailure {
        if let Some(failure) = self.passage.take_failure() {
            return failure;
        }
        let (t, cause) = match &failure {
            RunFailure::Step(
                StepError::StepTooSmall { t, cause: Some(cause), .. } | StepError::Rhs { t, cause, .. },
            ) => (*t, cause),
            RunFailure::Step(StepError::StepTooSmall { .. }) => return self.passage.suspect.take().unwrap_or(failure),
            _ => return failure,
        };
        match cause {
            EvalError::Dependent { pivot, scale, involved, .. } if self.passage.watches => RunFailure::Singular {
                t,
                constraints: involved.clone(),
                pivot: *pivot,
                scale: *scale,
                obstacle: Obstacle::Crawling { step: self.pace.step[1] },
            },
            _ => self.passage.suspect.take().unwrap_or(failure),
        }
    }
}
