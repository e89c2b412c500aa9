//! Is a tableau that of a method, and of the order that it declares?

use super::conditions::{embedded, matrix, residuals, trees};
use super::tableau::{ErrorEstimate, Tableau};
use crate::math::Brief;

/// The highest order whose conditions are checked; it has 1842 of them.
const HIGHEST: u32 = 10;
/// What coefficients written with fifteen digits may miss a condition by.
const EXACT: f64 = 1e-12;

/// Why a [`Tableau`](super::Tableau) was refused by [`Method::own`](super::Method::own).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableauError {
    /// A list of the wrong length.
    #[error("method `{method}`: {what} has length {found}, and needs {expected}")]
    BadLength {
        /// The method.
        method: &'static str,
        /// Which list.
        what: String,
        /// Its length.
        found: usize,
        /// What it should be.
        expected: usize,
    },
    /// A time of a stage that is not the sum of its row of a, or is outside of the step.
    #[error(
        "method `{method}`: stage {stage} is at c = {c}, but its row of `a` adds up to {sum}: the two must be equal, and between 0 and 1"
    )]
    BadTime {
        /// The method.
        method: &'static str,
        /// Index of the stage, from 0.
        stage: usize,
        /// Its entry of c.
        c: f64,
        /// The sum of its row.
        sum: f64,
    },
    /// The order conditions do not hold.
    #[error(
        "method `{method}`: the {what} is not of order {order}: a condition of order {fails} is missed by {}; look for a wrong coefficient", Brief(*residual)
    )]
    NotOfOrder {
        /// The method.
        method: &'static str,
        /// `solution` or `embedded solution`.
        what: &'static str,
        /// The order that was declared.
        order: u32,
        /// The lowest order at which a condition is missed.
        fails: u32,
        /// By how much.
        residual: f64,
    },
    /// An order whose conditions are not checked.
    #[error("method `{method}`: order {order} cannot be checked: declare one from 1 to {most}")]
    OrderOutOfRange {
        /// The method.
        method: &'static str,
        /// The order that was declared.
        order: u32,
        /// The highest one.
        most: u32,
    },
    /// Weights of an error estimate that is always zero.
    #[error("method `{method}`: all weights of the error estimate are zero; leave it out, and run with fixed steps")]
    NothingEstimated {
        /// The method.
        method: &'static str,
    },
}

/// Are these the numbers of a method of its order?
pub(super) fn check(tableau: &Tableau) -> Result<(), TableauError> {
    let (method, stages) = (tableau.name, tableau.stages());
    let length = |what: String, found: usize, expected: usize| {
        if found == expected { Ok(()) } else { Err(TableauError::BadLength { method, what, found, expected }) }
    };
    length("a".into(), tableau.a.len(), stages.max(1))?;
    length("c".into(), tableau.c.len(), stages)?;
    for (stage, (row, &c)) in tableau.a.iter().zip(tableau.c).enumerate() {
        length(format!("row {stage} of a"), row.len(), stage)?;
        let sum: f64 = row.iter().sum();
        if !((sum - c).abs() <= EXACT && (0.0..=1.0).contains(&c)) {
            return Err(TableauError::BadTime { method, stage, c, sum });
        }
    }
    let order = |what: &'static str, order: u32, weights: &[f64]| {
        if !(1..=HIGHEST).contains(&order) {
            return Err(TableauError::OrderOutOfRange { method, order, most: HIGHEST });
        }
        let worst = residuals(&trees(order as usize), &matrix(tableau), weights, 1.0);
        match (0..).zip(worst).find(|(_, residual)| residual.is_nan() || *residual > EXACT) {
            Some((fails, residual)) => Err(TableauError::NotOfOrder { method, what, order, fails, residual }),
            None => Ok(()),
        }
    };
    order("solution", tableau.order, tableau.b)?;
    if let ErrorEstimate::Embedded { order: lower, weights } = tableau.error {
        length("the error estimate".into(), weights.len(), if weights.len() > stages { stages + 1 } else { stages })?;
        if weights.iter().all(|e| *e == 0.0) {
            return Err(TableauError::NothingEstimated { method });
        }
        order("embedded solution", lower, &embedded(tableau, weights))?;
    }
    Ok(())
}
