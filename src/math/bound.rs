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
    /// What vanishes where it has a kink.
    kinks: Vec<Formula>,
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
        let place = |name: &str| known.iter().position(|known| known == name).ok_or_else(|| unknown(name));
        let places: Vec<usize> = formula.arguments().map(place).collect::<Result<_, _>>()?;
        if places.len() > MOST {
            return Err(FormulaError::TooWide { holds: places.len(), most: MOST });
        }
        let kinks = formula.kinks()?;
        Ok(Self { formula, places, kinks })
    }

    /// A formula without kinks, for a user who cannot end steps at them.
    pub(crate) fn smooth(formula: Formula, user: &'static str, known: &[String]) -> Result<Self, FormulaError> {
        let bound = Self::new(formula, user, known)?;
        match bound.kinks.first() {
            None => Ok(bound),
            Some(guard) => Err(FormulaError::Kink { text: bound.formula.to_string(), guard: guard.to_string(), user }),
        }
    }

    /// The value, where `number` tells the user's numbers.
    #[inline]
    pub(crate) fn at<T: Number>(&self, number: impl Fn(usize) -> T) -> T {
        self.value_of(&self.formula, number)
    }

    /// How many numbers vanish where it has kinks.
    pub(crate) fn kinks(&self) -> usize {
        self.kinks.len()
    }

    /// One of them.
    pub(crate) fn kink(&self, index: usize, number: impl Fn(usize) -> f64) -> f64 {
        self.value_of(&self.kinks[index], number)
    }

    #[inline]
    fn value_of<T: Number>(&self, formula: &Formula, number: impl Fn(usize) -> T) -> T {
        match self.places[..] {
            [a] => formula.at(&[number(a)]),
            [a, b] => formula.at(&[number(a), number(b)]),
            [a, b, c] => formula.at(&[number(a), number(b), number(c)]),
            _ => {
                let mut numbers = [T::constant(0.0); MOST];
                numbers.iter_mut().zip(&self.places).for_each(|(to, place)| *to = number(*place));
                formula.at(&numbers[..self.places.len()])
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

/// A formula of one number, whose name has one letter, or of none; a smooth one has no kinks.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Formula", into = "Formula"))]
pub(crate) struct Single<const NAME: char, const SMOOTH: bool = false>(Bound);

impl<const NAME: char, const SMOOTH: bool> Single<NAME, SMOOTH> {
    pub(crate) fn new(formula: Formula, user: &'static str) -> Result<Self, FormulaError> {
        let known = [NAME.to_string()];
        let bound = if SMOOTH { Bound::smooth(formula, user, &known) } else { Bound::new(formula, user, &known) };
        bound.map(Self)
    }

    pub(crate) fn at<T: Number>(&self, x: T) -> T {
        self.0.at(|_| x)
    }

    pub(crate) fn kinks(&self) -> usize {
        self.0.kinks()
    }

    pub(crate) fn kink(&self, index: usize, x: f64) -> f64 {
        self.0.kink(index, |_| x)
    }
}

impl<const NAME: char, const SMOOTH: bool> TryFrom<Formula> for Single<NAME, SMOOTH> {
    type Error = FormulaError;

    fn try_from(formula: Formula) -> Result<Self, FormulaError> {
        Self::new(formula, "what is read from a file")
    }
}

impl<const NAME: char, const SMOOTH: bool> From<Single<NAME, SMOOTH>> for Formula {
    fn from(single: Single<NAME, SMOOTH>) -> Self {
        single.0.formula
    }
}
