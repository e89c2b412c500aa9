//! Why a formula cannot be made.

use thiserror::Error;

/// Why a formula cannot be made, and where in its text.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum FormulaError {
    /// Something else belongs there.
    #[error("column {column} of the formula `{text}`: expected {expected}, found {found}")]
    Expected {
        /// Where, counted in characters from 1.
        column: usize,
        /// The text, as much of it as stands around the place.
        text: String,
        /// What belongs there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A name that is neither an argument nor a function.
    #[error("column {column} of the formula `{text}`: `{name}` is unknown; the known names are {known}")]
    Unknown {
        /// Where, counted in characters from 1.
        column: usize,
        /// The text, as much of it as stands around the place.
        text: String,
        /// The name.
        name: String,
        /// What is known.
        known: String,
    },
    /// A function with too few or too many arguments.
    #[error("column {column} of the formula `{text}`: `{name}` needs {needs} argument{}, and is given {found}", if *needs == 1 { "" } else { "s" })]
    Arguments {
        /// Where the function stands, counted in characters from 1.
        column: usize,
        /// The text, as much of it as stands around the place.
        text: String,
        /// The function.
        name: String,
        /// How many it takes.
        needs: usize,
        /// How many it has.
        found: usize,
    },
    /// A bracket that stays open.
    #[error("column {column} of the formula `{text}`: the bracket that opens here is not closed")]
    Open {
        /// Where, counted in characters from 1.
        column: usize,
        /// The text, as much of it as stands around the place.
        text: String,
    },
    /// A name that an argument or a definition cannot have.
    #[error("neither an argument nor a definition of a formula can be named `{name}`: {why}")]
    Name {
        /// The name.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// A number that is none, of a function that was traced.
    #[error("a formula cannot contain {value}: its numbers must be finite")]
    NotFinite {
        /// The number.
        value: f64,
    },
    /// Too many results that wait for their use.
    #[error(
        "the formula holds {holds} numbers at once, and {most} are the most: split it, or write it as a function in Rust"
    )]
    TooWide {
        /// How many it would hold.
        holds: usize,
        /// How many it may hold.
        most: usize,
    },
    /// An argument that what uses the formula does not know.
    #[error("the formula `{text}` has an argument `{name}`, but {user} provides only {known}")]
    Argument {
        /// The argument.
        name: String,
        /// The formula.
        text: String,
        /// What would use it.
        user: &'static str,
        /// The names that it knows.
        known: String,
    },
    /// An argument that cannot be given.
    #[error("`{name}` cannot be given to the formula `{text}` of {user}: {why}")]
    Given {
        /// The argument.
        name: String,
        /// The formula.
        text: String,
        /// What would use it.
        user: &'static str,
        /// Why not.
        why: &'static str,
    },
    /// A formula with kinks where none may be.
    #[error(
        "the formula `{text}` has a kink where `{guard}` is zero, but {user} must be smooth: use a smooth step or a table, or switch between the two sides by an event"
    )]
    Kink {
        /// The formula.
        text: String,
        /// What vanishes there.
        guard: String,
        /// What would use it.
        user: &'static str,
    },
}
