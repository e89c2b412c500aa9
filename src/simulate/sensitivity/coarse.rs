//! Are the steps, which a run chooses for z, short enough for S as well? (Y5) gives the derivative of what is computed, and at rest that may be in steps of any length.
//!
//! The method's own estimate of the error of S in a step, e_q and e_v, is held against the largest S so far. What has just begun to grow need be no better than what it comes from, over the time τ since the run began:
//!
//! ```text
//! (1)  ‖e_q‖ ≤ B max(‖S_q‖, τ ‖S_v‖),   ‖e_v‖ ≤ B max(‖S_v‖, ‖S_q‖/τ),   B: a thousand tolerances of the run
//! ```
//!
//! A parameter that moves nothing, as the mass of what is driven, leaves S that are rounding, and so is their error. No error counts with which all of the parameter, of size s, moves z by its rounding ε,
//!
//! ```text
//! (2)  ‖e_q‖ ≤ ε ‖q‖/s,   ‖e_v‖ ≤ ε max(‖v‖, ‖q‖/τ)/s
//! ```
//!
//! Derivatives of ordinary runs have up to a hundred; where it is more, S is taken over the step in parts (`parts.rs`).
//!
//! The estimate of an implicit method is of order 3, that of what it computes 5. S begins at zero and may grow like t⁴, as the effect of a stiffness that is not yet strained: then 2 % of it are "wrong" in the first step, however
//! short. So where its estimate breaks (1), S is taken over that step in two halves as well, and the difference counts.

use crate::math::max_abs_skip_nan;
use crate::ode::Stepper;

/// B, in tolerances of the run.
const TOLERANCES: f64 = 1e3;
/// From how many the steps are too long.
const ASKS: f64 = 100.0;

/// The largest error of a step.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Worst {
    /// Relative to S as it was then.
    pub(super) relative: f64,
    /// Its direction, whether it is one of velocities, and its size.
    pub(super) of: usize,
    speeds: bool,
    error: f64,
}

#[derive(Debug)]
pub(super) struct Coarse {
    /// That of the run; none where it does not look at its own errors.
    tolerance: Option<f64>,
    /// The largest error of a step so far, in tolerances.
    pub(super) worst: f64,
    /// When the run began, and each direction.
    pub(super) run_began: f64,
    pub(super) began: Vec<f64>,
    /// ε/s of (2), of each direction; zero of those of a start.
    pub(super) noise: Vec<f64>,
    /// The largest q and v so far.
    motion: [f64; 2],
    /// Largest S_q and S_v so far, of each direction.
    largest: Vec<[f64; 2]>,
    /// The same with those of the part that was looked at last.
    seen: Vec<[f64; 2]>,
}

impl Coarse {
    pub(super) fn new(tolerance: Option<f64>, began: f64, noise: Vec<f64>) -> Self {
        let (count, zero) = (noise.len(), vec![[0.0; 2]; noise.len()]);
        let (began, run_began) = (vec![began; count], began);
        Self { tolerance, worst: 0.0, run_began, began, noise, motion: [0.0; 2], largest: zero.clone(), seen: zero }
    }

    /// One more direction.
    pub(super) fn add(&mut self) {
        self.began.push(self.run_began);
        self.noise.push(0.0);
        self.largest.push([0.0; 2]);
        self.seen.push([0.0; 2]);
    }

    /// Another direction begins with this S in the place of one.
    pub(super) fn begin(&mut self, k: usize, t: f64, tail: &[f64], [n, m, ..]: [usize; 4]) {
        self.began[k] = t;
        self.largest[k] = [max_abs_skip_nan(&tail[..n]), max_abs_skip_nan(&tail[n..n + m])];
        self.seen[k] = self.largest[k];
    }

    /// The largest error of the step just taken, by the method's own estimate. Before the S stand `base` numbers of the motion.
    pub(super) fn look(&mut self, stepper: &mut Stepper, base: usize, sizes: [usize; 4]) -> Worst {
        self.seen.clone_from(&self.largest);
        grow(&mut self.seen, &stepper.y()[base..], sizes);
        grow(
            std::slice::from_mut(&mut self.motion),
            &stepper.y()[..base],
            [sizes[0], sizes[1], base - sizes[0] - sizes[1], 0],
        );
        let (this, t, mut worst) = (&*self, stepper.t(), Worst::default());
        let relative = stepper.last_error(|error| {
            let told = this.worst_of(&error[base..], t, sizes);
            worst = if told.relative > worst.relative { told } else { worst };
            told.relative
        });
        let part = if worst.relative > 0.0 { relative / worst.relative } else { 1.0 };
        Worst { relative, error: part * worst.error, ..worst }
    }

    /// Takes note of S after a part that stands: what it is in those that are taken again counts for nothing.
    pub(super) fn accept(&mut self, stepper: &Stepper, base: usize, sizes: [usize; 4]) {
        grow(&mut self.largest, &stepper.y()[base..], sizes);
        self.seen.clone_from(&self.largest);
    }

    /// The largest of (1) at a time, for errors of all S.
    pub(super) fn worst_of(&self, errors: &[f64], t: f64, sizes: [usize; 4]) -> Worst {
        let [n, m, ..] = sizes;
        let mut worst = Worst::default();
        for (of, error) in errors.chunks_exact(sizes.iter().sum()).enumerate() {
            for (speeds, error) in [(false, &error[..n]), (true, &error[n..n + m])] {
                let told = Worst { relative: 0.0, of, speeds, error: max_abs_skip_nan(error) };
                let relative = self.relative(&told, t);
                worst = if relative > worst.relative { Worst { relative, ..told } } else { worst };
            }
        }
        worst
    }

    /// An error beside what S is by now.
    pub(super) fn relative(&self, worst: &Worst, t: f64) -> f64 {
        let ([q, v], since) = (self.seen[worst.of], t - self.began[worst.of]);
        let size = if worst.speeds { v.max(q / since) } else { q.max(v * since) };
        let [at, speed] = self.motion;
        let noise = self.noise[worst.of] * if worst.speeds { speed.max(at / since) } else { at };
        if size > 0.0 && worst.error > noise { worst.error / size } else { 0.0 }
    }

    /// Is an error such that a shorter step is better? Of an implicit method only one that breaks (1) is known well.
    pub(super) fn asks_for_less(&self, error: f64, implicit: bool) -> bool {
        self.tolerance.is_some_and(|tolerance| error > if implicit { TOLERANCES } else { ASKS } * tolerance)
    }

    /// Does an error break (1)?
    pub(super) fn breaks(&self, error: f64) -> bool {
        self.tolerance.is_some_and(|tolerance| error > TOLERANCES * tolerance)
    }

    /// Takes note of the error of a step.
    pub(super) fn note(&mut self, error: f64) {
        self.worst = self.worst.max(self.tolerance.map_or(0.0, |tolerance| error / tolerance));
    }
}

/// The largest positions and velocities, with those of one state after the other.
fn grow(largest: &mut [[f64; 2]], states: &[f64], sizes: [usize; 4]) {
    let [n, m, ..] = sizes;
    for (tail, largest) in states.chunks_exact(sizes.iter().sum()).zip(largest) {
        *largest = [largest[0].max(max_abs_skip_nan(&tail[..n])), largest[1].max(max_abs_skip_nan(&tail[n..n + m]))];
    }
}
