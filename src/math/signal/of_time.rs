//! A formula of time: one whose one argument, if any, is `t`, and which has no kinks.

use crate::math::{Formula, FormulaError, Number, Single};

/// `factor` times a formula of t.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Written", into = "Written"))]
pub(super) struct OfTime {
    formula: Single<'t', true>,
    factor: f64,
}

impl OfTime {
    pub(super) fn new(formula: Formula) -> Result<Self, FormulaError> {
        Ok(Self { formula: Single::new(formula, "a signal")?, factor: 1.0 })
    }

    pub(super) fn at<T: Number>(&self, t: T) -> T {
        self.formula.at(t).times(&T::constant(self.factor))
    }

    pub(super) fn scale(&mut self, factor: f64) {
        self.factor *= factor;
    }
}

/// A formula of time in a file.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Written {
    formula: Formula,
    factor: f64,
}

#[cfg(feature = "serde")]
impl From<OfTime> for Written {
    fn from(OfTime { formula, factor }: OfTime) -> Self {
        Self { formula: formula.into(), factor }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Written> for OfTime {
    type Error = FormulaError;

    fn try_from(Written { formula, factor }: Written) -> Result<Self, FormulaError> {
        Ok(Self { factor, ..Self::new(formula)? })
    }
}
