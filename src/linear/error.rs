//! Why a factorization is refused, in words.

use crate::math::Brief;
use thiserror::Error;

/// Why a factorization was refused.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FactorError {
    /// A row of J depends on the others.
    #[error(
        "row {row} depends on other rows: its pivot {} is negligible beside {}; remove it, or let dependent rows be dropped",
        Brief(*pivot), Brief(*scale)
    )]
    Dependent {
        /// The row.
        row: usize,
        /// Squared distance to the span of the rows before it.
        pivot: f64,
        /// Squared length of the row.
        scale: f64,
    },
    /// A mass block is not symmetric positive definite.
    #[error("the mass of body {body} is not positive definite")]
    NotPositive {
        /// The body.
        body: usize,
    },
    /// The signs that stand in the matrix admit no solution, or the elimination in the order of the pattern meets a zero.
    #[error("no solution with these signs: at row {row} the pivot {} is negligible beside {}", Brief(*pivot), Brief(*scale))]
    Singular {
        /// The row; the first of all if it is a weld within a split body.
        row: usize,
        /// What is left of it.
        pivot: f64,
        /// What it was at first.
        scale: f64,
    },
    /// A row of J, or what D adds to it, is not finite.
    #[error("row {row} of the constraints is not finite: look at its Jacobian")]
    NotFinite {
        /// The row.
        row: usize,
    },
}
