//! Evaluations of the right-hand side, counted and checked.

use super::Rhs;
use super::error::StepError;

/// What a stepper has done since it was made.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepCounters {
    /// Accepted steps.
    pub accepted: u64,
    /// Rejected attempts: too inaccurate, not finite, or without a right-hand side.
    pub rejected: u64,
    /// Accepted steps that were redone to an earlier end.
    pub retaken: u64,
    /// Evaluations of the right-hand side, failed ones included.
    pub evaluations: u64,
    /// Evaluations that returned an error or numbers that are not finite.
    pub failed_evaluations: u64,
    /// Jacobians that an implicit method made.
    pub jacobians: u64,
    /// Matrices that it factored, the real one and the pair counted as one.
    pub factorizations: u64,
    /// Iterations for its stages, each an evaluation of all of them.
    pub iterations: u64,
    /// Iterations that were given up.
    pub newton_failures: u64,
}

/// Why an attempt came to nothing.
pub(super) enum Failure<E> {
    Rhs { t: f64, cause: E },
    NotFinite { t: f64, component: usize },
    NoConvergence { t: f64, h: f64, rate: f64 },
    TooLarge { dim: usize, most: usize },
}

impl<E> From<Failure<E>> for StepError<E> {
    fn from(failure: Failure<E>) -> Self {
        match failure {
            Failure::Rhs { t, cause } => Self::Rhs { t, cause },
            Failure::NotFinite { t, component } => Self::NotFinite { t, component },
            Failure::NoConvergence { t, h, rate } => Self::NoConvergence { t, h, rate },
            Failure::TooLarge { dim, most } => Self::TooLarge { dim, most },
        }
    }
}

/// dy = f(t, y), counted and checked.
pub(super) fn evaluate<R: Rhs>(
    rhs: &mut R,
    t: f64,
    y: &[f64],
    dy: &mut [f64],
    counters: &mut StepCounters,
) -> Result<(), Failure<R::Error>> {
    counters.evaluations += 1;
    let outcome = match rhs.rhs(t, y, dy) {
        Ok(()) => finite(t, dy),
        Err(cause) => Err(Failure::Rhs { t, cause }),
    };
    counters.failed_evaluations += u64::from(outcome.is_err());
    outcome
}

pub(super) fn finite<E>(t: f64, x: &[f64]) -> Result<(), Failure<E>> {
    // Without a branch per component, so that it vectorizes.
    if x.iter().fold(true, |all, x| all & x.is_finite()) {
        return Ok(());
    }
    let component = x.iter().position(|x| !x.is_finite()).unwrap_or(0);
    Err(Failure::NotFinite { t, component })
}
