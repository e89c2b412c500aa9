//! Errors of a start.

use super::EvalError;
use crate::math::Brief;
use thiserror::Error;

/// A start that cannot be made consistent.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The positions cannot be made to satisfy the constraints from this guess.
    #[error(
        "cannot assemble: row `{worst}` still misses by {residual} (m, or rad) and no further step helps (iterations: {iterations}){}; \
         place the bodies closer to where they belong, hold fewer coordinates fixed, or check its points and lengths",
        against(involved, held, alone),
        residual = Brief(*residual)
    )]
    CannotAssemble {
        /// The constraint that is satisfied worst.
        worst: String,
        /// By how much it misses.
        residual: f64,
        /// How many iterations were made.
        iterations: usize,
        /// The constraints that pull against each other there, by name: the loop that cannot be closed.
        involved: Vec<String>,
        /// What was held or given.
        held: Vec<String>,
        /// Of that, what alone stands in the way: without it, it assembles.
        alone: Vec<String>,
    },
    /// The velocities cannot be made to satisfy the constraints.
    #[error(
        "no velocities satisfy row `{worst}`: it misses by {residual} (m/s, or rad/s){}; it contradicts other constraints or drivers: remove one, or make their rates agree",
        against(involved, held, alone),
        residual = Brief(*residual)
    )]
    CannotMove {
        /// The constraint that is satisfied worst.
        worst: String,
        /// By how much it misses.
        residual: f64,
        /// The constraints whose rates contradict each other, by name.
        involved: Vec<String>,
        /// What was held or given.
        held: Vec<String>,
        /// Of that, what alone stands in the way.
        alone: Vec<String>,
    },
    /// A joint that does not leave free what a start is to give.
    #[error(
        "joint `{joint}` has no {what} of its own to be given; give a measure between its bodies, as `Angle`, `Travel` or `Separation`"
    )]
    NoCoordinate {
        /// The joint.
        joint: String,
        /// What it does not have.
        what: &'static str,
    },
    /// Rows that depend on others, in a model that does not allow it.
    #[error(
        "redundant constraints: {}. Remove one of each set, or call `allow_redundant` on the builder to run with minimum-norm reactions; at a dead center, which is redundant in one position only, place the bodies elsewhere",
        counted(sets)
    )]
    Redundant {
        /// Each set of rows that depend on one another, by name.
        sets: Vec<Vec<String>>,
    },
    /// A coordinate, or a velocity, that the model does not have.
    #[error("`{name}` is none of: {}", known.join(", "))]
    UnknownCoordinate {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The constraints cannot be evaluated at the guess.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

/// What takes part in a contradiction, what is held, and what of it stands in the way.
fn against(involved: &[String], held: &[String], alone: &[String]) -> String {
    let list = |names: &[String]| names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
    let mut told = String::new();
    if involved.len() > 1 {
        told += &format!("; against each other: {}", list(involved));
    }
    if !held.is_empty() {
        told += &format!("; held or given: {}", list(held));
        told += &match alone {
            [] => ", none of which alone stands in the way".to_owned(),
            some => format!(
                "; without {} it would go",
                some.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", or ")
            ),
        };
    }
    told
}

/// A name of the user's in quotes; the name of a measure has its own.
fn quoted(name: &str) -> String {
    if name.contains('`') || name.starts_with("the ") { name.to_owned() } else { format!("`{name}`") }
}

/// Each set of names once, with the number of rows that are too many in it.
fn counted(sets: &[Vec<String>]) -> String {
    let mut told: Vec<String> = Vec::new();
    for (k, set) in sets.iter().enumerate().filter(|(k, set)| !sets[..*k].contains(set)) {
        let rows = sets[k..].iter().filter(|other| *other == set).count();
        let too_many = if rows == 1 { "one row".to_owned() } else { format!("{rows} rows") };
        told.push(format!("{{{}}} ({too_many} too many)", set.join(", ")));
    }
    told.join(" and ")
}
