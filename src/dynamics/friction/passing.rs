//! Points that cannot stick where their slip vanishes: their slip acceleration is given, and they pass through zero.
//!
//! At a dead center the tangent D of a point depends on rows that hold, D = Σ z_i J_i, so that its slip acceleration is given, whatever its friction:
//!
//! ```text
//! D v' − γ = Σ z_i γ_i − γ = −zᵀγ ≠ 0
//! ```
//!
//! and its rows contradict the rest (`cluster.rs`). It slides on in that direction. Of a contact in space one of two tangents is such as a rule, and the other has a mass of its own: what is
//! given is then only where the search for its direction begins, which follows from (H14) like that of any start.

use crate::dynamics::{Mode, Query, Workspace};
use crate::error::EvalError;
use crate::math::max_abs_skip_nan;
use crate::math::small::norm;
use crate::model::{FrictionEntry, Model};

/// Of the largest slip acceleration that is given, what is none.
const AT_ALL: f64 = 1e-6;

impl Workspace {
    /// Directions of points whose slip acceleration is given: they cannot stick, they pass through zero. One of their cluster that is given none,
    /// because it only carries what the others do, is not contradicting: holding it asks for nothing that is not so. Should it be after all, its rows
    /// contradict each other again, and it is the next to pass. The workspace is left evaluated without the friction of all of them.
    pub(super) fn pass_through(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        contradicting: &[usize],
    ) -> Result<Vec<(usize, Mode)>, EvalError> {
        let frictions = &model.inner.frictions;
        let mut loose = query.modes.to_vec();
        contradicting.iter().for_each(|&point| loose[frictions[point].entry] = Mode::Undecided);
        self.evaluate(model, &query.with_modes(&loose))?;
        let given = |&point: &usize| self.given_acceleration(model, &frictions[point]);
        let given: Vec<f64> = contradicting.iter().map(given).collect();
        let none = AT_ALL * max_abs_skip_nan(&given);
        let passing = contradicting.iter().zip(given).filter(|(_, a)| a.abs() > none);
        Ok(passing.map(|(&point, a)| (point, Mode::sliding(a))).collect())
    }

    /// The slip acceleration of a point, in space its size: there it slides forward, whichever way.
    fn given_acceleration(&self, model: &Model, friction: &FrictionEntry) -> f64 {
        match friction.slide {
            Some(_) => norm(&self.slip_accelerations(model, friction)),
            None => self.slip_acceleration(model, friction),
        }
    }
}
