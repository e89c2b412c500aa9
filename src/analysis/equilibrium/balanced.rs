//! Which accelerations count as none: a part of those at work, for a mechanism may be of any mass and under any gravity.
//!
//! ```text
//! (6)  |v'| ≤ 1e-10 max(a, |g|) + 1e-14 |M⁻¹ ∂h/∂q| (1 + |q|),    a² = Σ M_ii (M⁻¹h)_i² / Σ M_ii
//! ```
//!
//! M⁻¹h is what forces and weights would do if nothing held the bodies; the mean a of it counts masses, so that a link of a milligram which a spring holds does not speak for all. Where they balance each other nothing is left of them but the rounding of places in what springs do there, which is the second part.

use crate::dynamics::{Mode, Query, State, Workspace};
use crate::error::EvalError;
use crate::friction::Search;
use crate::math::max_abs_skip_nan;
use crate::model::Model;

/// Accelerations that are none, as a part of those at work: under weights some 1e-9 m/s².
pub(super) const BALANCED: f64 = 1e-10;
const WEIGHTS: f64 = 10.0;
/// What rounding leaves where stiff elements balance, as part of what a displacement of 1 m would make of them, and of those at the guess.
pub(super) const ROUNDED: f64 = 1e-14;
/// Displacement by which it is seen how stiff they are (m, rad).
const NEAR: f64 = 1e-6;

/// The right side of (6) (m/s², rad/s²). Where forces cannot be told without what holds the bodies it is that of weights.
pub(in crate::analysis) fn balanced(model: &Model, ws: &mut Workspace, at: &State) -> f64 {
    let Ok(unheld) = unheld(model, ws, at) else { return BALANCED * WEIGHTS };
    let strength = mean(model, ws, &unheld).max(max_abs_skip_nan(model.inner.gravity.as_slice()));
    let places = 1.0 + max_abs_skip_nan(&at.q);
    let mut near = at.clone();
    // Each by another part, so that no spring goes along with its ends.
    let by: Vec<f64> = (0..model.velocities()).map(|k| 1.0 / (1.0 + k as f64)).collect();
    model.inner.layout.kinematics.advance(&mut near.q, &by, NEAR);
    let stiffness = self::unheld(model, ws, &near).map_or(0.0, |near| {
        let changes = near.iter().zip(&unheld).map(|(a, b)| (a - b).abs());
        changes.fold(0.0, f64::max) / NEAR
    });
    BALANCED * strength + ROUNDED * stiffness * places
}

/// a of (6).
fn mean(model: &Model, ws: &Workspace, unheld: &[f64]) -> f64 {
    let [mut sum, mut whole] = [0.0; 2];
    for entry in &model.inner.bodies {
        for (m, a) in entry.diagonal(&ws.mass).zip(&unheld[entry.dofs.clone()]) {
            (sum, whole) = (sum + m * a * a, whole + m);
        }
    }
    if whole > 0.0 { (sum / whole).sqrt() } else { 0.0 }
}

/// M⁻¹h: v' with all constraints switched off.
fn unheld(model: &Model, ws: &mut Workspace, at: &State) -> Result<Vec<f64>, EvalError> {
    let mut free = at.clone();
    free.modes.fill(Mode::Released);
    ws.evaluate(model, &Query::of(&free, Search::default()))?;
    Ok(ws.acceleration.clone())
}
