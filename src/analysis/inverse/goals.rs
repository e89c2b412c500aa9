//! What is prescribed of a motion, and the accelerations that follow from it whatever the forces are.
//!
//! ```text
//! (1)  J a = γ,  G a = g        g_i = f_i'' − bias_i, the row G_i being the gradient of the measure u_i = f_i(t)
//! (2)  a = a₀ + Σ A_i μ_i,  A_i the answer to the force G_iᵀ        S μ = g − G a₀,  S_ij = G_i·A_j
//! ```
//!
//! a₀ is the answer to any forces. S has the rank r; if the mechanism has r freedoms, (2) is its acceleration, and no force has a part in it. With S = U Σ Uᵀ in the scale
//! of each row's mobility without constraints, Σ^(−1/2) Uᵀ G are r rows whose answers are orthonormal: what cannot move, or is said twice, has gone from them, and
//! what contradicts itself is left over, g − G a ≠ 0.

use super::InverseError;
use crate::dynamics::{Answer, Named, Query, Workspace};
use crate::error::EvalError;
use crate::math::{Now, TimeLaw, max_abs};
use crate::model::Model;
use nalgebra::{DMatrix, DVector};
use std::fmt::{self, Debug};

/// A measure that follows a function of time.
pub(in crate::analysis) struct Motion {
    pub(in crate::analysis) of: Named,
    pub(in crate::analysis) law: Box<dyn TimeLaw>,
}

impl Debug for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Motion").field("of", &self.of).finish_non_exhaustive()
    }
}

/// Rows of G with what they are to give.
#[derive(Clone, Debug, Default)]
pub(in crate::analysis) struct Goals {
    pub(super) names: Vec<String>,
    pub(super) gradients: Vec<Vec<f64>>,
    pub(super) wanted: Vec<f64>,
}

/// What goals make of a motion.
#[derive(Debug)]
pub(in crate::analysis) struct Prescribed {
    /// The motion without actuators, without friction under loads.
    pub(super) base: Answer,
    pub(super) freedoms: usize,
    /// |M^(−1/2) Jᵀ λ|: times |M^(−1/2) g| it is the most that the reactions do along g. Where they hold everything, nothing but that tells what rounding is.
    pub(super) reactions: f64,
    /// That of each goal.
    held: Vec<f64>,
    /// To how much the independent goals are known beside the base.
    pub(super) rounding: Vec<f64>,
    /// Σ^(−1/2) Uᵀ over the rows' sizes: its product with G a are the independent goals.
    independent: DMatrix<f64>,
    /// The acceleration (2), if all freedoms are prescribed.
    pub(in crate::analysis) acceleration: Option<Vec<f64>>,
}

/// Part of its mobility without constraints below which a measure, or an actuator, moves nothing.
pub(super) const FIXED: f64 = 1e-12;
/// Part of the accelerations at work by which goals may be missed: rounding.
pub(super) const MISSED: f64 = 1e-9;

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Goals {
    /// Those of measures, where the workspace has read a state.
    pub(in crate::analysis) fn of_motions(
        ws: &Workspace,
        model: &Model,
        now: Now<'_>,
        motions: &[Motion],
    ) -> Result<Self, EvalError> {
        let mut goals = Self::default();
        for motion in motions {
            let (told, gradient) = ws.tell_along(model, now, &motion.of)?;
            goals.names.push(motion.of.name.clone());
            goals.gradients.push(gradient);
            goals.wanted.push(motion.law.at(now).second - told.bias);
        }
        Ok(goals)
    }

    /// All accelerations.
    pub(super) fn of_accelerations(model: &Model, accelerations: &[f64]) -> Self {
        let unit = |i: usize| (0..accelerations.len()).map(|j| f64::from(u8::from(i == j))).collect();
        Self {
            names: model.velocity_names().into_iter().map(|name| format!("`{name}`")).collect(),
            gradients: (0..accelerations.len()).map(unit).collect(),
            wanted: accelerations.to_vec(),
        }
    }

    /// The goal that is missed most, beyond rounding, and by how much.
    pub(super) fn missed(&self, acceleration: &[f64], prescribed: &Prescribed) -> Option<(String, f64)> {
        let strength = max_abs(&prescribed.base.acceleration);
        let off = |i: usize| dot(&self.gradients[i], acceleration) - self.wanted[i];
        let reach = |i: usize| {
            let terms = self.gradients[i].iter().zip(acceleration).map(|(g, a)| (g * a).abs()).sum::<f64>();
            let most = self.gradients[i].iter().fold(0.0, |most: f64, g| most.max(g.abs()));
            MISSED * (terms + self.wanted[i].abs() + most * strength + prescribed.held[i])
        };
        let worst =
            (0..self.wanted.len()).max_by(|&i, &j| (off(i).abs() / reach(i)).total_cmp(&(off(j).abs() / reach(j))))?;
        (off(worst).abs() > reach(worst)).then(|| (self.names[worst].clone(), off(worst)))
    }

    /// (1) and (2) at the state of the question.
    pub(in crate::analysis) fn prescribe(
        &self,
        ws: &mut Workspace,
        model: &Model,
        query: &Query<'_>,
    ) -> Result<Prescribed, InverseError> {
        let base = ws.answer_unloaded(model, query)?;
        let freedoms = ws.freedoms_left(model);
        let count = self.wanted.len();
        let sizes: Vec<f64> = self.gradients.iter().map(|g| ws.size_unheld(model, g).max(f64::MIN_POSITIVE)).collect();
        let answers: Vec<Answer> = self.gradients.iter().map(|g| ws.answer_to(model, g)).collect();
        let coupling = DMatrix::from_fn(count, count, |i, j| {
            dot(&self.gradients[i], &answers[j].acceleration) / (sizes[i] * sizes[j])
        });
        let independent = independent_rows(&coupling, &sizes, freedoms);
        let reactions = ws.jacobian(model).transpose() * DVector::from_column_slice(&base.multipliers);
        let reactions = ws.size_unheld(model, reactions.as_slice());
        let held: Vec<f64> = sizes.iter().map(|size| size * reactions).collect();
        let parts = |i: usize| dot(&self.gradients[i], &base.acceleration).abs() + self.wanted[i].abs() + held[i];
        let rounding = independent.row_iter().map(|row| {
            let terms = row.iter().enumerate().map(|(i, factor)| factor.abs() * parts(i));
            MISSED * terms.sum::<f64>()
        });
        let rounding = rounding.collect();
        let mut prescribed = Prescribed { base, freedoms, reactions, held, rounding, independent, acceleration: None };
        // Of what is said twice: whatever the other forces are, the pushes μ make (2) of them.
        let left = self.left(&prescribed.base.acceleration);
        let pushes = prescribed.independent.transpose() * (&prescribed.independent * left);
        let mut acceleration = prescribed.base.acceleration.clone();
        for (answer, push) in answers.iter().zip(&pushes) {
            acceleration.iter_mut().zip(&answer.acceleration).for_each(|(a, x)| *a += push * x);
        }
        if let Some((motion, left)) = self.missed(&acceleration, &prescribed) {
            return Err(InverseError::Contradicting { motion, left, t: query.at.t });
        }
        if prescribed.independent.nrows() == freedoms {
            prescribed.acceleration = Some(acceleration);
        }
        Ok(prescribed)
    }

    /// g − G a.
    fn left(&self, acceleration: &[f64]) -> DVector<f64> {
        DVector::from_fn(self.wanted.len(), |i, _| self.wanted[i] - dot(&self.gradients[i], acceleration))
    }

    /// The velocity that moves most in the direction which these rows leave free, among those that the columns span.
    pub(super) fn free_velocity(&self, free: &DMatrix<f64>) -> usize {
        let rows = DMatrix::from_fn(self.wanted.len(), free.nrows(), |i, j| self.gradients[i][j]);
        let along = rows * free;
        let eigen = (along.transpose() * along).symmetric_eigen();
        let least = (0..eigen.eigenvalues.len()).min_by(|&i, &j| eigen.eigenvalues[i].total_cmp(&eigen.eigenvalues[j]));
        let way = least.map(|least| free * eigen.eigenvectors.column(least));
        way.map_or(0, |way| way.icamax())
    }

    /// What is wanted of the independent goals beside the base.
    pub(super) fn wanted_beside(&self, prescribed: &Prescribed) -> DVector<f64> {
        &prescribed.independent * self.left(&prescribed.base.acceleration)
    }

    /// What an acceleration does to the independent goals.
    pub(super) fn moved_by(&self, prescribed: &Prescribed, acceleration: &[f64]) -> DVector<f64> {
        let moved = DVector::from_fn(self.wanted.len(), |i, _| dot(&self.gradients[i], acceleration));
        &prescribed.independent * moved
    }
}

/// Σ^(−1/2) Uᵀ of S, each column over the size of its row. No more rows than the mechanism has `freedoms`: near a singular position rounding is above any threshold.
fn independent_rows(coupling: &DMatrix<f64>, sizes: &[f64], freedoms: usize) -> DMatrix<f64> {
    if sizes.is_empty() {
        return DMatrix::zeros(0, 0);
    }
    let eigen = (0.5 * (coupling + coupling.transpose())).symmetric_eigen();
    let mut kept: Vec<usize> = (0..sizes.len()).filter(|&k| eigen.eigenvalues[k] > FIXED).collect();
    kept.sort_by(|&i, &k| eigen.eigenvalues[k].total_cmp(&eigen.eigenvalues[i]));
    kept.truncate(freedoms);
    DMatrix::from_fn(kept.len(), sizes.len(), |row, i| {
        eigen.eigenvectors[(i, kept[row])] / (eigen.eigenvalues[kept[row]].sqrt() * sizes[i])
    })
}

impl Prescribed {
    /// How many freedoms are prescribed.
    pub(super) fn rank(&self) -> usize {
        self.independent.nrows()
    }
}
