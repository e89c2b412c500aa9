//! Why a tree of values is not what it should be, and where in it.

use super::Plain;
use std::fmt::{self, Display};

/// What is wrong, and where: `forces[`spring`].element.Springs`.
#[derive(Clone, Debug)]
pub(crate) struct Misread {
    /// From the inside to the outside.
    steps: Vec<Step>,
    why: String,
}

#[derive(Clone, Debug)]
enum Step {
    Field(String),
    /// What is in a list, by its name or its number.
    Named(String),
    Item(usize),
}

impl Misread {
    pub(super) fn in_field(mut self, name: &str) -> Self {
        self.steps.push(Step::Field(name.to_owned()));
        self
    }

    pub(super) fn in_item(mut self, index: usize, name: Option<String>) -> Self {
        self.steps.push(name.map_or(Step::Item(index), Step::Named));
        self
    }
}

/// What the item of a list is called, if it has a name.
pub(super) fn name(item: &Plain) -> Option<String> {
    let Plain::Fields(fields) = item else { return None };
    match fields.iter().find(|(field, _)| field == "name") {
        Some((_, Plain::Text(name))) => Some(name.clone()),
        _ => None,
    }
}

impl Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, step) in self.steps.iter().rev().enumerate() {
            match step {
                Step::Field(name) if k == 0 => f.write_str(name)?,
                Step::Field(name) => write!(f, ".{name}")?,
                Step::Named(name) => write!(f, "[`{name}`]")?,
                Step::Item(index) => write!(f, "[{index}]")?,
            }
        }
        let colon = if self.steps.is_empty() { "" } else { ": " };
        write!(f, "{colon}{}", self.why)
    }
}

impl std::error::Error for Misread {}

impl serde::de::Error for Misread {
    fn custom<T: Display>(why: T) -> Self {
        Self { steps: Vec::new(), why: why.to_string() }
    }
}

impl serde::ser::Error for Misread {
    fn custom<T: Display>(why: T) -> Self {
        serde::de::Error::custom(why)
    }
}
