//! Rows that are redundant all along, and which of them is left out of a step.
//!
//! Of elliptic gears on two pins gap and rolling are n ρ and t ρ, and either will do, but for the gap where n = 0 (`linear/exchange.rs`). And ρ is the same in
//! both only *on the constraints*: e beside them, where stages are, the angle between the rows is of the order of e. They are independent there, v' is
//! what meets both, and that is anything. So the choice is made where the state is on the constraints, between steps, and held during a step:
//!
//! ```text
//! (Q8)  K is chosen at the beginning of a step by (A14); J_K v' = γ_K at all its stages
//! (Q9)  the end is projected; there, as many rows depend on others as were left out, or the step is taken again with all rows
//! ```
//!
//! (Q8) is an ordinary problem of full rank, with a closeness of its own that says nothing of the rows left out. Every K gives the same v' on the constraints, so
//! nothing jumps from step to step. (Q9) tells a momentary loss of rank, which this is not for. Residuals of the rows left out count as all others' do: rows that
//! contradict each other are found.

use crate::error::EvalError;
use crate::simulate::motion::Motion;

impl Motion<'_> {
    /// Which rows are to be left out of the next step (Q8), at the accepted state, which was evaluated last.
    pub(in crate::simulate) fn choose_spare(&mut self) {
        let inner = &*self.model.inner;
        let mut spare = std::mem::take(&mut self.spare);
        spare.clear();
        // Friction reads the loads that rows share; without projection no state is on the constraints.
        if inner.redundant && self.projects && inner.frictions.is_empty() && !self.ws.numeric().dropped().is_empty() {
            self.model.system(false).exchange(self.ws.numeric(), &mut spare);
        }
        self.spare = spare;
    }

    /// (Q9) at the end of an attempt.
    pub(super) fn check_spare(&mut self, t: f64) -> Result<(), EvalError> {
        let left = std::mem::take(&mut self.ws.spare);
        if !left.is_empty() {
            self.ws.factor_masked(self.model, t)?;
            if self.ws.numeric().dropped().len() < left.len() {
                self.passage.unspared = true;
            } else {
                self.ws.spare = left;
            }
        }
        Ok(())
    }
}
