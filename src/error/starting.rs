//! Errors of a start.

use super::{EvalError, in_quotes, quoted, subject};
use crate::math::Brief;
use thiserror::Error;

/// A start that cannot be made consistent.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The positions cannot be made to satisfy the constraints from this guess.
    #[error(
        "the mechanism cannot be assembled: {worst} is still off by {residual} (m or rad), and no further step improves it (iterations: {iterations}){}; \
         place the bodies closer to where they belong (if parts are stretched out in one line, bend them a little, to the side to which they are to go), hold fewer coordinates, or check the points and lengths of its constraints",
        against(involved, held, alone),
        worst = subject("row", worst),
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
        "no velocities satisfy {worst}: it is off by {residual} (m/s or rad/s){}; remove what contradicts it, or make the rates agree",
        against(involved, held, alone),
        worst = subject("row", worst),
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
        "joint `{joint}` has no {what} that a start could set: set a measure between its bodies instead, such as `Angle`, `Travel` or `Separation`"
    )]
    NoCoordinate {
        /// The joint.
        joint: String,
        /// What it does not have.
        what: &'static str,
    },
    /// Rows that depend on others, in a model that does not allow it.
    #[error(
        "these constraints are redundant: {}; remove one of each set, or call `allow_redundant` on the builder to run with reactions of least norm; if they are redundant in this position only, as at a dead center, place the bodies elsewhere",
        counted(sets)
    )]
    Redundant {
        /// Each set of rows that depend on one another, by name.
        sets: Vec<Vec<String>>,
    },
    /// Drivers that are no more than the freedoms of the mechanism, and leave one free where it starts.
    #[error(
        "the mechanism starts at a singular position, where `{free}` is free whatever {} prescribe{}; place the bodies elsewhere, or drive other measures",
        quoted(drivers), if drivers.len() == 1 { "s" } else { "" }
    )]
    Singular {
        /// The drivers, by name.
        drivers: Vec<String>,
        /// The velocity that is freest there.
        free: String,
    },
    /// A coordinate, or a velocity, that the model does not have.
    #[error("`{name}` cannot be given here; those that can be are {}", list(known, ", "))]
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
    let mut told = String::new();
    if involved.len() > 1 {
        told += &format!("; {} contradict each other", list(involved, ", "));
    }
    if !held.is_empty() {
        told += &format!("; the start holds or gives {}", list(held, ", "));
        told += &match alone {
            [] => ", and would fail without any single one of them as well".to_owned(),
            some => format!(", and would succeed without {}", list(some, " or without ")),
        };
    }
    told
}

/// Names in quotes, each once, with what stands between them.
fn list(names: &[String], between: &str) -> String {
    let once = names.iter().enumerate().filter(|(k, name)| !names[..*k].contains(name));
    once.map(|(_, name)| in_quotes(name)).collect::<Vec<_>>().join(between)
}

/// Each set of names once, with the number of rows that are too many in it.
fn counted(sets: &[Vec<String>]) -> String {
    let mut told: Vec<String> = Vec::new();
    for (k, set) in sets.iter().enumerate().filter(|(k, set)| !sets[..*k].contains(set)) {
        let rows = sets[k..].iter().filter(|other| *other == set).count();
        let too_many = if rows == 1 { "one row".to_owned() } else { format!("{rows} rows") };
        told.push(format!("{{{}}} ({too_many} too many)", list(set, ", ")));
    }
    told.join(" and ")
}
