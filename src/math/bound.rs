//! A formula whose arguments are numbers that its user knows: the time, the value of a measure, a coordinate of a body.

use super::{Formula, FormulaError, Number};
use std::fmt::{self, Debug, Formatter};

/// So many arguments are the most; they stand on the stack while it is evaluated.
const MOST: usize = 64;

/// A formula, and for each of its arguments which of its user's numbers it is.
#[derive(Clone, PartialEq)]
pub(crate) struct Bound {
    formula: Formula,
    places: Vec<usize>,
}

impl Bound {
    /// This formula for a `user` who knows numbers of these names; an argument of another name is refused.
    pub(crate) fn new(formula: Formula, user: &'static str, known: &[String]) -> Result<Self, FormulaError> {
        let unknown = |name: &str| FormulaError::Argument {
            name: name.to_owned(),
            text: formula.to_string(),
            user,
            known: known.join(", "),
        };
        let places =
            formula.arguments().map(|name| known.iter().position(|known| known == name).ok_or_else(|| unknown(name)));
        let places: Vec<usize> = places.collect::<Result<_, _>>()?;
        if places.len() > MOST {
            return Err(FormulaError::TooWide { holds: places.len(), most: MOST });
        }
        Ok(Self { formula, places })
    }

    /// The value, where `number` tells the user's numbers.
    #[inline]
    pub(crate) fn at<T: Number>(&self, number: impl Fn(usize) -> T) -> T {
        match self.places[..] {
            [a] => self.formula.at(&[number(a)]),
            [a, b] => self.formula.at(&[number(a), number(b)]),
            [a, b, c] => self.formula.at(&[number(a), number(b), number(c)]),
            _ => {
                let mut numbers = [T::constant(0.0); MOST];
                numbers.iter_mut().zip(&self.places).for_each(|(to, place)| *to = number(*place));
                self.formula.at(&numbers[..self.places.len()])
            }
        }
    }

    pub(crate) fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Does it depend on the number at this place?
    pub(crate) fn reads(&self, place: usize) -> bool {
        self.formula.arguments().zip(&self.places).any(|(name, known)| *known == place && self.formula.reads(name))
    }
}

impl Debug for Bound {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.formula, f)
    }
}
