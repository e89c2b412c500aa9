//! One actuator on one freedom at rest: between which forces friction holds it.
//!
//! The friction of all points along the freedom can be anything between two extremes, each with every point at its static limit against one direction of the motion (`dynamics/friction/decide.rs`, 3). So the range of the
//! actuator's force ends where the motion would begin:
//!
//! ```text
//! (1)  (I4) with τ_j = −σ_j μ'_j N_j at every point that the freedom moves,  σ_j = ± the sign of D_j A       A what the actuator moves
//! ```
//!
//! It is asked where pins hold it together that are too many for `family.rs`.

use super::InverseError;
use super::balance::Balance;
use super::goals::dot;
use crate::dynamics::Mode;

/// A point moves if its slip is more than this part of its terms.
const MOVES: f64 = 1e-9;

impl Balance<'_> {
    /// Is it one actuator that moves the one freedom there is?
    pub(super) fn is_single(&self) -> bool {
        self.actuators == 1 && self.prescribed.freedoms == 1 && self.reached() == 1
    }

    /// The range of its force.
    pub(super) fn edges(&self) -> Result<[f64; 2], InverseError> {
        let mut edges = [self.edge(-1.0)?, self.edge(1.0)?];
        edges.sort_by(f64::total_cmp);
        Ok(edges)
    }

    /// The force with which the motion would begin to this side.
    fn edge(&self, side: f64) -> Result<f64, InverseError> {
        let (mut state, moved) = (self.state.clone(), &self.columns[0].answer.acceleration);
        let mut at_limit = vec![false; self.model.inner.frictions.len()];
        for (column, &point) in self.columns[self.actuators..].iter().zip(&self.resting) {
            let slip = dot(&column.force, moved);
            let terms: f64 = column.force.iter().zip(moved).map(|(d, a)| (d * a).abs()).sum();
            if slip.abs() > MOVES * terms {
                at_limit[point] = true;
                state.modes[self.model.inner.frictions[point].entry] = Mode::sliding(side * slip);
            }
        }
        let forces = vec![self.columns[0].force.clone()];
        let mut begins = Self::under(self.model, state, self.goals.clone(), forces, Vec::new(), at_limit)?;
        Ok(begins.solve()?.forces[0])
    }
}
