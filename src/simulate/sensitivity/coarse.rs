//! Are the steps, which a run chooses for z, short enough for S as well? (Y5) gives the derivative of what is computed, and at rest that may be in steps of any length.
//!
//! The method's own estimate of the error of S in a step, e_q and e_v, is held against the largest S so far. What has just begun to grow need be no better than what it comes from, over the time τ since the run began:
//!
//! ```text
//! (1)  ‖e_q‖ ≤ B max(‖S_q‖, τ ‖S_v‖),   ‖e_v‖ ≤ B max(‖S_v‖, ‖S_q‖/τ),   B: a thousand tolerances of the run
//! ```
//!
//! Derivatives of ordinary runs have up to a hundred.

use crate::math::max_abs_skip_nan;
use crate::ode::Stepper;

/// B, in tolerances of the run.
const TOLERANCES: f64 = 1e3;

#[derive(Debug)]
pub(super) struct Coarse {
    /// That of the run; none where it does not look at its own errors.
    tolerance: Option<f64>,
    /// The largest error of a step so far, in tolerances.
    pub(super) worst: f64,
    began: f64,
    /// Largest S_q and S_v so far, of each direction.
    largest: Vec<[f64; 2]>,
}

impl Coarse {
    pub(super) fn new(tolerance: Option<f64>, began: f64, count: usize) -> Self {
        Self { tolerance, worst: 0.0, began, largest: vec![[0.0; 2]; count] }
    }

    /// The relative error of the step just taken and the direction that has it, if (1) does not hold. Before the S stand `base` numbers of the motion.
    pub(super) fn look(&mut self, stepper: &mut Stepper, base: usize, sizes: [usize; 3]) -> Option<(f64, usize)> {
        let tolerance = self.tolerance?;
        let [n, m, _] = sizes;
        let part = sizes.iter().sum();
        for (tail, largest) in stepper.y()[base..].chunks_exact(part).zip(&mut self.largest) {
            *largest =
                [largest[0].max(max_abs_skip_nan(&tail[..n])), largest[1].max(max_abs_skip_nan(&tail[n..n + m]))];
        }
        let since = stepper.t() - self.began;
        let (largest, mut worst) = (&self.largest, (0.0, 0));
        let error = stepper.last_error(|error| {
            error[..base].fill(0.0);
            for (k, (tail, &[q, v])) in error[base..].chunks_exact_mut(part).zip(largest).enumerate() {
                tail[n + m..].fill(0.0);
                let (e_q, e_v) = tail[..n + m].split_at_mut(n);
                for (error, size) in [(e_q, q.max(v * since)), (e_v, v.max(q / since))] {
                    error.iter_mut().for_each(|x| *x = if size > 0.0 { *x / size } else { 0.0 });
                    let most = max_abs_skip_nan(error);
                    worst = if most > worst.0 { (most, k) } else { worst };
                }
            }
        });
        self.worst = self.worst.max(error / tolerance);
        (error > TOLERANCES * tolerance).then_some((error, worst.1))
    }
}
