//! A formula whose arguments are numbers that its user knows: the time, the value of a measure, a coordinate of a body.

use super::{Formula, FormulaError, Given, Number};
use std::convert::Infallible;
use std::fmt::{self, Debug, Formatter};

/// So many arguments are the most; they stand on the stack while it is evaluated.
const MOST: usize = 64;
/// For so many a shorter list does: all of it is written before they are.
const FEW: usize = 8;

/// A formula, and for each of its arguments which of its user's numbers it is, or which of the functions that are given with it.
#[derive(Clone, PartialEq)]
pub(crate) struct Bound<L> {
    given: Given<L>,
    /// How many numbers its user knows.
    known: usize,
    /// For each argument its place among these numbers, then among what is given.
    places: Vec<usize>,
    /// What vanishes where it has a kink.
    kinks: Vec<Formula>,
}

impl<L> Bound<L> {
    /// This formula for a `user` who knows numbers of these names; an argument that is neither known nor given is refused, and so is one that is both.
    pub(crate) fn new(
        formula: impl Into<Given<L>>,
        user: &'static str,
        known: &[String],
    ) -> Result<Self, FormulaError> {
        let given: Given<L> = formula.into();
        let formula = given.formula();
        for (place, (name, _)) in given.laws().enumerate() {
            let why = if formula.arguments().all(|argument| argument != name) {
                "it has no argument of this name"
            } else if given.laws().take(place).any(|(before, _)| before == name) {
                "it was given before"
            } else if known.iter().any(|known| known == name) {
                "what uses the formula gives it itself"
            } else {
                continue;
            };
            return Err(FormulaError::Given { name: name.to_owned(), text: formula.to_string(), user, why });
        }
        let unknown = |name: &str| FormulaError::Argument {
            name: name.to_owned(),
            text: formula.to_string(),
            user,
            known: known.join(", "),
        };
        let place = |name: &str| {
            let numbers = known.iter().map(String::as_str);
            numbers
                .chain(given.laws().map(|(name, _)| name))
                .position(|known| known == name)
                .ok_or_else(|| unknown(name))
        };
        let places: Vec<usize> = formula.arguments().map(place).collect::<Result<_, _>>()?;
        if places.len() > MOST {
            return Err(FormulaError::TooWide { holds: places.len(), most: MOST });
        }
        let kinks = formula.kinks()?;
        Ok(Self { given, known: known.len(), places, kinks })
    }

    /// A formula without kinks, for a user who cannot end steps at them.
    pub(crate) fn smooth(
        formula: impl Into<Given<L>>,
        user: &'static str,
        known: &[String],
    ) -> Result<Self, FormulaError> {
        let bound = Self::new(formula, user, known)?;
        match bound.kinks.first() {
            None => Ok(bound),
            Some(guard) => {
                Err(FormulaError::Kink { text: bound.formula().to_string(), guard: guard.to_string(), user })
            }
        }
    }

    /// The value, where `number` tells the user's numbers and `law` what is given.
    #[inline]
    pub(crate) fn with<T: Number>(&self, number: impl Fn(usize) -> T, law: impl Fn(&L) -> T) -> T {
        self.value_of(self.formula(), number, law)
    }

    /// How many numbers vanish where it has kinks.
    pub(crate) fn kinks(&self) -> usize {
        self.kinks.len()
    }

    /// One of them.
    pub(crate) fn kink(&self, index: usize, number: impl Fn(usize) -> f64, law: impl Fn(&L) -> f64) -> f64 {
        self.value_of(&self.kinks[index], number, law)
    }

    #[inline]
    fn value_of<T: Number>(&self, formula: &Formula, number: impl Fn(usize) -> T, law: impl Fn(&L) -> T) -> T {
        let one = |place: usize| match place.checked_sub(self.known) {
            None => number(place),
            Some(place) => law(self.given.law(place)),
        };
        match self.places[..] {
            [a] => formula.at(&[one(a)]),
            [a, b] => formula.at(&[one(a), one(b)]),
            [a, b, c] => formula.at(&[one(a), one(b), one(c)]),
            _ if self.places.len() <= FEW => self.listed::<T, FEW>(formula, one),
            _ => self.listed::<T, MOST>(formula, one),
        }
    }

    /// The same from a list of its arguments, of which N have room.
    fn listed<T: Number, const N: usize>(&self, formula: &Formula, one: impl Fn(usize) -> T) -> T {
        let mut numbers = [T::constant(0.0); N];
        numbers.iter_mut().zip(&self.places).for_each(|(to, place)| *to = one(*place));
        formula.at(&numbers[..self.places.len()])
    }

    pub(crate) fn given(&self) -> &Given<L> {
        &self.given
    }

    pub(crate) fn formula(&self) -> &Formula {
        self.given.formula()
    }

    /// What is given.
    pub(crate) fn laws(&self) -> impl Iterator<Item = &L> {
        self.given.laws().map(|(_, law)| law)
    }

    /// Does it depend on the number at this place?
    pub(crate) fn reads(&self, place: usize) -> bool {
        let formula = self.formula();
        formula.arguments().zip(&self.places).any(|(name, known)| *known == place && formula.reads(name))
    }
}

impl Bound<Infallible> {
    /// The value of what is given nothing, where `number` tells the user's numbers.
    #[inline]
    pub(crate) fn at<T: Number>(&self, number: impl Fn(usize) -> T) -> T {
        self.with(number, |none| match *none {})
    }
}

impl<L: Debug> Debug for Bound<L> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.laws().next().is_none() { Debug::fmt(self.formula(), f) } else { Debug::fmt(&self.given, f) }
    }
}

/// A formula of one number, whose name has one letter, or of none; a smooth one has no kinks.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Formula", into = "Formula"))]
pub(crate) struct Single<const NAME: char, const SMOOTH: bool = false>(Bound<Infallible>);

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
        self.0.kink(index, |_| x, |none| match *none {})
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
        single.0.formula().clone()
    }
}
