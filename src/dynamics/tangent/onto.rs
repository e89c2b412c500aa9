//! A direction of derivatives on the constraints. A step ends where positions and velocities were projected; δ goes along with the smallest change that the masses allow,
//!
//! ```text
//! (Y6)  δq ← δq − M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁻¹ (J δq + φ_p)         rows of positions
//! (Y7)  δv ← δv − M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁻¹ δφ'                   all rows, δφ' (or δψ) along the new δq, δv and p
//! ```
//!
//! What that leaves out is the correction of the step times the change of M and J: of the order of the drift of one step.

use super::Variation;
use crate::constraint::Level;
use crate::dynamics::Query;
use crate::error::EvalError;
use crate::model::Model;

impl Variation {
    /// Begins with factors of rows, or is done with them: those of the motion are kept meanwhile.
    pub(crate) fn exchange_factors(&mut self) {
        let ws = &mut self.tangent.ws;
        if self.others.is_empty() {
            self.others.clone_from(&ws.numerics);
        }
        std::mem::swap(&mut ws.numerics, &mut self.others);
    }

    /// Factors the rows that restrict positions, for (Y6), or all of them, for (Y7).
    pub(crate) fn hold_rows(&mut self, model: &Model, query: &Query<'_>, level: Level) -> Result<(), EvalError> {
        let positions = &model.inner.layout.position_rows;
        let ws = self.stand();
        ws.mask(model, |row| level == Level::Position && !positions[row], |dof| query.rest.holds(dof));
        ws.factor_masked(model, query.at.t)
    }

    /// The least change of velocities, or of what they move, that takes `off` from the rows that were factored.
    pub(crate) fn correct(&mut self, model: &Model, off: &[f64], level: Level, t: f64) -> Result<&[f64], EvalError> {
        let positions = &model.inner.layout.position_rows;
        let ws = &mut self.tangent.ws;
        let rows = ws.multipliers.iter_mut().zip(&ws.released).zip(positions.iter().zip(off));
        for ((right, &released), (&position, off)) in rows {
            *right = if released || (level == Level::Position && !position) { 0.0 } else { -off };
        }
        ws.solve_factored(model, t)?;
        Ok(&ws.acceleration)
    }

    /// J x for a displacement along velocities, added to each row that restricts positions.
    pub(crate) fn add_moved_rows(&self, model: &Model, x: &[f64], out: &mut [f64]) {
        for entry in &model.inner.constraints {
            for (&body, place) in entry.held.iter().zip(&entry.places) {
                let x = &x[model.inner.bodies[body].dofs.clone()];
                for (out, row) in
                    out[entry.rows.clone()].iter_mut().zip(self.blocks[place.clone()].chunks_exact(x.len()))
                {
                    *out += row.iter().zip(x).map(|(j, x)| j * x).sum::<f64>();
                }
            }
        }
    }
}
