//! All errors, by stage: building, starting, evaluating, running.
//!
//! Each error names the thing by the user's own name, gives the number, and says what to try.

mod building;
mod element;
mod evaluating;
mod starting;

pub use building::BuildError;
pub use element::ElementError;
pub use evaluating::EvalError;
pub use starting::StartError;

use std::fmt;

/// Most names that are listed.
const LISTED: usize = 12;

/// Names, quoted; the first ones if there are many.
pub(crate) fn quoted(names: &[String]) -> String {
    let first = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if names.len() > LISTED { format!("{first} and {} others", names.len() - LISTED) } else { first }
}

/// A name of the user's in quotes; that of a measure says what it is, and has its own.
fn in_quotes(name: &str) -> String {
    if is_measure(name) { name.to_owned() } else { format!("`{name}`") }
}

/// What an error speaks of: a kind with a name in quotes, or a measure.
fn subject(kind: &str, name: &str) -> String {
    if is_measure(name) { name.to_owned() } else { format!("{kind} `{name}`") }
}

/// Is it the name of a measure, such as `the angle of …`?
fn is_measure(name: &str) -> bool {
    name.starts_with("the ") && name.contains('`')
}

/// Any error, for `main` to return: it prints the error's message, where `Box<dyn Error>` would print its fields.
///
/// ```
/// use chetaev::prelude::*;
///
/// fn main() -> Result<(), Report> {
///     let mut builder = ModelBuilder::new();
///     builder.body("ball", Particle::new(1.0).moving(1.0, 0.0));
///     let model = builder.build()?;
///     let run = Simulation::new(&model).run(model.placed(), 1.0)?;
///     println!("{}", run.last().ok_or("no sample")?.kinetic());
///     Ok(())
/// }
/// ```
pub struct Report(Box<dyn std::error::Error>);

impl<E: Into<Box<dyn std::error::Error>>> From<E> for Report {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
