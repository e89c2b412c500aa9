//! What a spring or a damper does over one number: a table, or a formula.

use crate::math::{Jet, LookupTable, Single};

/// The pull of a spring over its length or angle u.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Elastic {
    /// The pull.
    Table(LookupTable),
    /// The energy E(x), whose slope is the pull.
    Energy(Single<'x'>),
}

/// The resistance of a damper over its rate.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Viscous {
    Table(LookupTable),
    Formula(Single<'v'>),
}

impl Elastic {
    pub(super) fn pull(&self, u: f64) -> f64 {
        match self {
            Self::Table(table) => table.value(u),
            Self::Energy(energy) => energy.at(Jet::time(u)).first,
        }
    }

    pub(super) fn energy(&self, u: f64) -> f64 {
        match self {
            Self::Table(table) => table.integral(u),
            Self::Energy(energy) => energy.at(u),
        }
    }

    pub(super) fn kinks(&self) -> usize {
        match self {
            Self::Table(_) => 1,
            Self::Energy(energy) => energy.kinks(),
        }
    }

    pub(super) fn kink(&self, index: usize, u: f64) -> f64 {
        match self {
            Self::Table(table) => table.corner(u),
            Self::Energy(energy) => energy.kink(index, u),
        }
    }
}

impl Viscous {
    pub(super) fn resistance(&self, rate: f64) -> f64 {
        match self {
            Self::Table(table) => table.value(rate),
            Self::Formula(formula) => formula.at(rate),
        }
    }

    pub(super) fn kinks(&self) -> usize {
        match self {
            Self::Table(_) => 1,
            Self::Formula(formula) => formula.kinks(),
        }
    }

    pub(super) fn kink(&self, index: usize, rate: f64) -> f64 {
        match self {
            Self::Table(table) => table.corner(rate),
            Self::Formula(formula) => formula.kink(index, rate),
        }
    }
}
