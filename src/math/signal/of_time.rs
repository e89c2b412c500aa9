//! A formula of time: one whose arguments are `t`, and what is given with it, and which has no kinks.

use super::law::{Now, SMOOTH, TimeLaw};
use crate::math::{Bound, FormulaError, Given, Jet};

/// `factor` times a formula of t and of other functions of time.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Written<L>", into = "Written<L>"))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "L: Clone + serde::Serialize")))]
pub(super) struct OfTime<L> {
    formula: Bound<L>,
    factor: f64,
}

impl<L> OfTime<L> {
    pub(super) fn new(formula: impl Into<Given<L>>) -> Result<Self, FormulaError> {
        Ok(Self { formula: Bound::smooth(formula, "a signal", &["t".to_owned()])?, factor: 1.0 })
    }

    pub(super) fn scale(&mut self, factor: f64) {
        self.factor *= factor;
    }

    /// Its value without derivatives, where `law` tells that of what is given.
    pub(super) fn value(&self, now: Now<'_>, law: impl Fn(&L) -> f64) -> f64 {
        self.formula.with(|_| now.t, law) * self.factor
    }

    /// What is given with it.
    pub(super) fn laws(&self) -> impl Iterator<Item = &L> {
        self.formula.laws()
    }
}

impl<L: TimeLaw> TimeLaw for OfTime<L> {
    fn at(&self, now: Now<'_>) -> Jet {
        self.formula.with(|_| now.time(), |law| law.at(now)) * Jet::constant(self.factor)
    }

    fn fastest(&self) -> f64 {
        self.laws().map(L::fastest).fold(0.0, f64::max)
    }

    fn next_kink(&self, t: f64) -> Option<f64> {
        self.laws().filter_map(|law| law.next_kink(t)).reduce(f64::min)
    }

    fn continuity(&self) -> u8 {
        self.laws().map(L::continuity).min().unwrap_or(SMOOTH)
    }

    fn flaw(&self) -> Option<&'static str> {
        self.laws().find_map(L::flaw)
    }

    fn variables(&self) -> Vec<[u32; 2]> {
        self.laws().flat_map(L::variables).collect()
    }
}

/// A formula of time in a file.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<L> {
    formula: Given<L>,
    factor: f64,
}

#[cfg(feature = "serde")]
impl<L: Clone> From<OfTime<L>> for Written<L> {
    fn from(OfTime { formula, factor }: OfTime<L>) -> Self {
        Self { formula: formula.given().clone(), factor }
    }
}

#[cfg(feature = "serde")]
impl<L> TryFrom<Written<L>> for OfTime<L> {
    type Error = FormulaError;

    fn try_from(Written { formula, factor }: Written<L>) -> Result<Self, FormulaError> {
        Ok(Self { factor, ..Self::new(formula)? })
    }
}
