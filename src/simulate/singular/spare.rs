//! Rows that are redundant all along, and which of them is left out of a step.
//!
//! Of elliptic gears on two pins gap and rolling are n ρ and t ρ, and either will do, but for the gap where n = 0 (`linear/exchange.rs`). And ρ is the same in
//! both only *on the constraints*: e beside them, where stages are, the angle between the rows is of the order of e. They are independent there, v' is
//! what meets both, and that is anything. So the choice is made where the state is on the constraints, between steps, and held during a step:
//!
//! ```text
//! (Q8)  K is chosen at the beginning of a step by (A14); J_K v' = γ_K at all its stages
//! (Q9)  the end is projected; as many rows depend on others there as were left out, or the step is taken again: shorter, then with all rows
//! (Q10)  where a row of K becomes weak within a step, K is chosen there, and the step taken again; then, if need be, a shorter one
//! ```
//!
//! (Q8) is an ordinary problem of full rank, with a closeness of its own that says nothing of the rows left out. Every K gives the same v' on the constraints, so
//! nothing jumps from step to step. Residuals of the rows left out count as all others' do: rows that contradict each other are found.
//!
//! A momentary loss of rank is another thing: there the row that depends is needed, and a step that is short enough ends where it still seems not to be. So
//!
//! ```text
//! (Q11)  rows begin to be left out where as many depend on others at q + τ v + ½ τ² v', projected, τ so that this is 1e-3 further on
//! ```

use crate::dynamics::Workspace;
use crate::error::EvalError;
use crate::math::max_abs;
use crate::model::Model;
use crate::ode::{Attempt, Verdict};
use crate::simulate::motion::Motion;

/// Trials at one step that may end where the rows left out are not redundant.
const MOST_MISSED: u32 = 2;
/// How far ahead it is looked, beside 1 + the largest coordinate.
const AHEAD: f64 = 1e-3;

impl Motion<'_> {
    /// Which rows are to be left out of the next step (Q8), at the accepted state, which was evaluated last.
    pub(in crate::simulate) fn choose_spare(&mut self, t: f64, y: &[f64]) -> Result<(), EvalError> {
        let (model, inner) = (self.model, &*self.model.inner);
        self.spare.clear();
        // Friction reads the loads that rows share; without projection no state is on the constraints.
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
        let ((q, v, _), a) = (self.split(y), &self.ws.acceleration);
        let (speed, change, way) = (max_abs(v), max_abs(a), AHEAD * (1.0 + max_abs(q)));
        let later = 2.0 * way / (speed + (speed * speed + 2.0 * change * way).sqrt());
        if !later.is_finite() {
            // It stands.
            return Ok(0);
        }
        let by: Vec<f64> = v.iter().zip(a).map(|(v, a)| later * (v + 0.5 * later * a)).collect();
        let mut v: Vec<f64> = v.iter().zip(a).map(|(v, a)| v + later * a).collect();
        let mut q = q.to_vec();
        self.model.inner.layout.kinematics.advance(&mut q, &by, 1.0);
        ws.project(self.model, self.bonds(), t + later, [&mut q, &mut v], &self.memory)?;
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

    /// Has a row kept become weak within an attempt (Q10)? Then the rows that are best left out there are, or the next attempt is shorter.
    pub(super) fn change_spare(&mut self, attempt: &Attempt<'_>) -> Option<Verdict> {
        let change = self.scouting(|motion, ws| {
            let held = (motion.modes.clone(), motion.memory.clone());
            let worst = ((motion.passage.most[1] - attempt.t) / attempt.h).clamp(0.0, 1.0);
            let mut rows = Vec::new();
            for part in [1.0, 0.98] {
                motion.path(attempt, &held).lean(ws, part * worst, None).ok()?;
                // Where more rows depend, those left out do not.
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

/// The rows best left out where rows were masked last, whatever is left out now.
fn redundant(model: &Model, ws: &mut Workspace, t: f64) -> Result<Vec<usize>, EvalError> {
    let held = std::mem::take(&mut ws.spare);
    let factored = ws.factor_masked(model, t);
    ws.spare = held;
    factored?;
    let mut rows = Vec::new();
    model.system(false).exchange(ws.numeric(), &mut rows);
    Ok(rows)
}
