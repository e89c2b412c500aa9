//! Rows that are redundant throughout, and the choice of the one that a step leaves out.
//!
//! For elliptic gears on two pins the rows of gap and rolling are n ρ and t ρ. Either one is enough, except for the gap where n = 0 (`linear/exchange.rs`). But ρ is the same
//! in both only *on the constraints*. At a distance e from them, where the stages lie, the angle between the rows is of the order of e: the rows are independent,
//! v' has to meet both, and is arbitrary. So the choice is made between steps, where the state is on the constraints, and kept during a step:
//!
//! ```text
//! (Q8)  K is chosen at the beginning of a step by (A14); J_K v' = γ_K at all its stages
//! (Q9)  the end is projected; if fewer rows depend on others there than were left out, the step is taken again: shorter, then with all rows
//! (Q10)  if a row of K becomes weak within a step, K is chosen anew at that place and the step taken again, then, if necessary, a shorter one
//! ```
//!
//! (Q8) is an ordinary problem of full rank. Its closeness does not contain the rows left out. Every K gives the same v' on the constraints, so
//! that nothing jumps from step to step. The residuals of the rows left out count like all others, so that rows that contradict each other are found.
//!
//! A momentary loss of rank is a different case: there the dependent row is needed, and a short step may end where the row still seems to depend. So
//!
//! ```text
//! (Q11)  a run begins to leave rows out where as many rows depend on others at q + τ v + ½ τ² v', projected, with τ such that this is 1e-3 further on
//! ```

use crate::dynamics::{Around, Workspace};
use crate::error::EvalError;
use crate::math::{Now, max_abs};
use crate::model::{FirstOrder, Model};
use crate::ode::{Attempt, Verdict};
use crate::simulate::motion::Motion;

/// At one step, so many attempts may end where the rows left out are not redundant.
const MOST_MISSED: u32 = 2;
/// The distance of (Q11), relative to 1 + the largest coordinate.
const AHEAD: f64 = 1e-3;

impl Motion<'_> {
    /// Which rows are to be left out of the next step (Q8), at the accepted state, which was evaluated last.
    pub(in crate::simulate) fn choose_spare(&mut self, t: f64, y: &[f64]) -> Result<(), EvalError> {
        let (model, inner) = (self.model, &*self.model.inner);
        self.spare.clear();
        // Friction depends on the loads that redundant rows share; without projection no state is on the constraints.
        let depends = inner.redundant && self.projects && inner.frictions.is_empty();
        if depends && !self.ws.numeric().dropped().is_empty() {
            self.ws.mask(model, |_| false, |_| false);
            self.spare = redundant(model, &mut self.ws, t)?;
            let held = !self.ws.spare.is_empty();
            if !held && self.scouting(|motion, ws| motion.ahead(ws, t, y)).ok() != Some(self.spare.len()) {
                self.spare.clear();
            }
        }
        Ok(())
    }

    /// How many rows depend on others a little later (Q11).
    fn ahead(&self, ws: &mut Workspace, t: f64, y: &[f64]) -> Result<usize, EvalError> {
        let (FirstOrder { q, v, variables, .. }, a) = (self.split(y), &self.ws.acceleration);
        let (speed, change, way) = (max_abs(v), max_abs(a), AHEAD * (1.0 + max_abs(q)));
        let later = 2.0 * way / (speed + (speed * speed + 2.0 * change * way).sqrt());
        if !later.is_finite() {
            // The mechanism is at rest.
            return Ok(0);
        }
        let by: Vec<f64> = v.iter().zip(a).map(|(v, a)| later * (v + 0.5 * later * a)).collect();
        let mut v: Vec<f64> = v.iter().zip(a).map(|(v, a)| v + later * a).collect();
        let mut q = q.to_vec();
        self.model.inner.layout.kinematics.advance(&mut q, &by, 1.0);
        let around = Around { now: Now::new(t + later, variables), memory: &self.memory };
        ws.project(self.model, self.bonds(), around, [&mut q, &mut v])?;
        Ok(redundant(self.model, ws, t + later)?.len())
    }

    /// (Q9) at the end of an attempt.
    pub(super) fn check_spare(&mut self, t: f64) -> Result<(), EvalError> {
        if self.ws.spare.is_empty() {
            return Ok(());
        }
        self.passage.missed = redundant(self.model, &mut self.ws, t)?.len() < self.ws.spare.len();
        if self.passage.missed && self.passage.again >= MOST_MISSED {
            self.ws.spare.clear();
        }
        Ok(())
    }

    /// If a row that is kept became weak within an attempt (Q10), leaves out the rows that are best left out at that place, or makes the next attempt shorter.
    pub(super) fn change_spare(&mut self, attempt: &Attempt<'_>) -> Option<Verdict> {
        let change = self.scouting(|motion, ws| {
            let held = (motion.modes.clone(), motion.memory.clone());
            let worst = ((motion.passage.seen.most[1] - attempt.t) / attempt.h).clamp(0.0, 1.0);
            let mut rows = Vec::new();
            for part in [1.0, 0.98] {
                motion.path(attempt, &held).lean(ws, part * worst, None).ok()?;
                // Where more rows depend on others than are left out, try a little earlier.
                if ws.numeric().dropped().len() == ws.spare.len() {
                    return motion.model.system(false).exchange(ws.numeric(), &mut rows).then_some(rows);
                }
            }
            None
        })?;
        if self.passage.again > 0 {
            return Some(Verdict::Again(0.5 * attempt.h));
        }
        self.ws.spare = change;
        Some(Verdict::Again(attempt.h))
    }
}

/// The rows best left out at the place where rows were masked last, independent of the present choice.
fn redundant(model: &Model, ws: &mut Workspace, t: f64) -> Result<Vec<usize>, EvalError> {
    let held = std::mem::take(&mut ws.spare);
    let factored = ws.factor_masked(model, t);
    ws.spare = held;
    factored?;
    let mut rows = Vec::new();
    model.system(false).exchange(ws.numeric(), &mut rows);
    Ok(rows)
}
