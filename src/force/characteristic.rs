//! What a spring or a damper does over one number: a table, or a formula.

use crate::math::{Formula, FormulaError, Jet, LookupTable, Number, Real, Single};

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

/// A spring and a damper beside it, if there are, at a length u and its rate.
#[derive(Copy, Clone, Debug)]
pub(super) struct Both<'a> {
    pub(super) spring: Option<&'a Elastic>,
    pub(super) damper: Option<&'a Viscous>,
}

impl Both<'_> {
    /// The force along u: of the spring, and of the damper.
    pub(super) fn forces<T: Real + Number>(&self, u: T, rate: T) -> [T; 2] {
        let none = || T::constant(0.0);
        let resistance = self.damper.map_or_else(none, |damper| damper.resistance(rate));
        [-self.spring.map_or_else(none, |spring| spring.pull(u)), -resistance]
    }

    pub(super) fn energy(&self, u: f64) -> f64 {
        self.spring.map_or(0.0, |spring| spring.energy(u))
    }

    fn springs(&self) -> usize {
        self.spring.map_or(0, Elastic::kinks)
    }

    pub(super) fn kinks(&self) -> usize {
        self.springs() + self.damper.map_or(0, Viscous::kinks)
    }

    /// Those of the spring, then those of the damper.
    pub(super) fn kink(&self, index: usize, u: f64, rate: f64) -> f64 {
        let value = match index.checked_sub(self.springs()) {
            None => self.spring.map(|spring| spring.kink(index, u)),
            Some(index) => self.damper.map(|damper| damper.kink(index, rate)),
        };
        value.unwrap_or(f64::NAN)
    }
}

impl Elastic {
    pub(super) fn of_energy(energy: Formula) -> Result<Self, FormulaError> {
        Ok(Self::Energy(Single::new(energy, "the energy of a spring")?))
    }

    /// How its slope changes is not asked.
    fn pull<T: Number>(&self, u: T) -> T {
        match self {
            Self::Table(table) => u.chain(table.jet(u.value())),
            Self::Energy(energy) => {
                let Jet { first, second, .. } = energy.at(Jet::time(u.value()));
                u.chain([first, second, f64::NAN])
            }
        }
    }

    fn energy(&self, u: f64) -> f64 {
        match self {
            Self::Table(table) => table.integral(u),
            Self::Energy(energy) => energy.at(u),
        }
    }

    fn kinks(&self) -> usize {
        match self {
            Self::Table(_) => 1,
            Self::Energy(energy) => energy.kinks(),
        }
    }

    fn kink(&self, index: usize, u: f64) -> f64 {
        match self {
            Self::Table(table) => table.corner(u),
            Self::Energy(energy) => energy.kink(index, u),
        }
    }
}

impl Viscous {
    pub(super) fn of_formula(resistance: Formula) -> Result<Self, FormulaError> {
        Ok(Self::Formula(Single::new(resistance, "the force of a damper")?))
    }

    fn resistance<T: Number>(&self, rate: T) -> T {
        match self {
            Self::Table(table) => rate.chain(table.jet(rate.value())),
            Self::Formula(formula) => formula.at(rate),
        }
    }

    fn kinks(&self) -> usize {
        match self {
            Self::Table(_) => 1,
            Self::Formula(formula) => formula.kinks(),
        }
    }

    fn kink(&self, index: usize, rate: f64) -> f64 {
        match self {
            Self::Table(table) => table.corner(rate),
            Self::Formula(formula) => formula.kink(index, rate),
        }
    }
}
