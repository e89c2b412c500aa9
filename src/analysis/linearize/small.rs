//! The matrix A of small motions, and over which displacements its differences are taken.

use super::columns::{Columns, Way};
use crate::analysis::manifold::Chart;
use crate::error::EvalError;
use nalgebra::DMatrix;

/// Displacements that are tried for the differences (m, rad; m/s, rad/s).
pub(super) const STEPS: [f64; 4] = [8e-3, 2e-3, 5e-4, 1.25e-4];
/// If the differences of them all are worse than this part of A, the mechanism is of another size: shorter ones are tried and longer ones.
pub(super) const POOR: f64 = 1e-8;
const OTHER: [f64; 15] = [1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 0.1, 1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];

/// A with differences over one step.
#[derive(Debug)]
pub(super) struct Small {
    pub(super) step: f64,
    pub(super) matrix: DMatrix<f64>,
    /// W: how velocities follow positions.
    pub(super) following: DMatrix<f64>,
    /// What δf along positions is known to, and all else.
    pub(super) errors: [f64; 2],
    /// A with another step, the nearest.
    pub(super) other: Option<DMatrix<f64>>,
    /// The largest of the numbers in A that come from forces.
    forces: f64,
}

impl Small {
    /// With the best of several steps.
    pub(super) fn best(chart: &mut Chart<'_>, way: &mut Way) -> Result<Self, EvalError> {
        let mut best = Self::over(STEPS[0], chart, way);
        for (k, step) in STEPS[1..].iter().chain(&OTHER).enumerate() {
            let fine = |found: &Self| found.error() <= POOR * found.forces;
            if k + 1 >= STEPS.len() && best.as_ref().is_ok_and(fine) {
                break;
            }
            let next = Self::over(*step, chart, way);
            let (kept, left) = match (best, next) {
                (Ok(best), Ok(next)) if next.error() < best.error() => (next, Some(best)),
                (Ok(best), next) => (best, next.ok()),
                // A displacement that is too large may leave what the constraints allow.
                (Err(_), Ok(next)) => (next, None),
                (Err(_), Err(error)) => {
                    best = Err(error);
                    continue;
                }
            };
            best = Ok(kept.beside(left));
        }
        best
    }

    fn over(step: f64, chart: &mut Chart<'_>, way: &mut Way) -> Result<Self, EvalError> {
        let Columns { columns, errors, step } = way.columns(chart, step)?;
        let (model, size) = (chart.model, chart.dimension());
        let (p, f, n) = (chart.positions.ncols(), chart.velocities.ncols(), model.velocities());
        let (velocities, mut accelerations) = (columns.rows(0, n), columns.rows(n, n).into_owned());
        for (faster, mut out) in velocities.column_iter().zip(accelerations.column_iter_mut()) {
            let faster: Vec<f64> = faster.iter().copied().collect();
            model.inner.layout.kinematics.add_spin(&chart.base.v, &faster, out.as_mut_slice());
        }
        let following = velocities.columns(0, p).into_owned();
        let first = chart.positions.tr_mul(&velocities);
        let second = chart.velocities.tr_mul(&accelerations) - chart.velocities.tr_mul(&following) * &first;
        let mut matrix = DMatrix::zeros(size, size);
        matrix.rows_mut(0, p).copy_from(&first);
        matrix.rows_mut(p, f).copy_from(&second);
        matrix.rows_mut(p + f, size - p - f).copy_from(&columns.rows(2 * n, size - p - f));
        let forces = second.iter().fold(0.0, |most, x| x.abs().max(most));
        Ok(Self { step, matrix, following, errors, other: None, forces })
    }

    /// The largest of the numbers in A that come from forces.
    pub(super) fn forces(&self) -> f64 {
        self.forces
    }

    /// Of all columns.
    pub(super) fn error(&self) -> f64 {
        self.errors[0].max(self.errors[1])
    }

    /// Keeps the nearest of all other versions of A.
    fn beside(mut self, left: Option<Self>) -> Self {
        let apart = |other: &DMatrix<f64>| (&self.matrix - other).norm();
        let all = left.into_iter().flat_map(|left| [Some(left.matrix), left.other]).chain([self.other.take()]);
        self.other = all.flatten().min_by(|a, b| apart(a).total_cmp(&apart(b)));
        self
    }
}
