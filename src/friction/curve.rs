//! A law of friction whose coefficient is a table or a formula of the slip speed.
//!
//! Before a reversal is located the speed can be a little below zero. There μ goes on along its tangent, μ(u) = μ(0) + μ'(0) u, so that nothing has a kink where sliding ends.

use super::FrictionLaw;
use super::law::pushes;
use crate::math::{Formula, FormulaError, Jet, LookupTable, Single};

const BELOW: &str = "its table has a coefficient below zero, which would drive what it should brake";

/// A coefficient of sliding over the slip speed, as it was measured or as a formula says; plain data, so that a model with it can be saved.
///
/// Steps end at the speeds of a table: there a straight one has a corner, and the third derivative of a cubic one jumps.
///
/// ```
/// use chetaev::friction::SlipCurve;
/// use chetaev::prelude::*;
/// let measured = LookupTable::clamped(&[[0.0, 0.3], [0.1, 0.2], [1.0, 0.25]], [-1.5, 0.0])?;
/// let law = SlipCurve::table(measured, 0.32);
/// assert!((law.sliding(0.1) - 0.2).abs() < 1e-15);
/// assert_eq!((law.sliding(5.0), FrictionLaw::holding(&law)), (0.25, 0.32));
/// let law = SlipCurve::formula(Formula::parse("0.1 + (0.3 - 0.1)*exp(-(v/0.05)^2)", ["v"])?, 0.3)?;
/// assert_eq!(law.sliding(0.07), Stribeck::new(0.1, 0.3, 0.05).sliding(0.07));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SlipCurve {
    sliding: Sliding,
    holding: f64,
    viscous: f64,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Sliding {
    Table(LookupTable),
    Formula(Single<'v', true>),
}

impl SlipCurve {
    /// μ(u) in a table over the slip speed, and the coefficient at rest, which is at least μ(0).
    pub fn table(sliding: LookupTable, holding: f64) -> Self {
        Self::new(Sliding::Table(sliding), holding)
    }

    /// μ as a formula of the slip speed `v`, and the coefficient at rest, which is at least μ(0). The formula has no kinks.
    pub fn formula(sliding: Formula, holding: f64) -> Result<Self, FormulaError> {
        let sliding = Single::new(sliding, "a coefficient of friction")?;
        Ok(Self::new(Sliding::Formula(sliding), holding))
    }

    /// What is at rest is at least μ(0), whatever rounding has made of 0.1 + 0.2.
    fn new(sliding: Sliding, holding: f64) -> Self {
        let law = Self { sliding, holding, viscous: 0.0 };
        let slow = law.sliding(0.0);
        if holding < slow && holding >= slow * (1.0 - 1e-12) { Self { holding: slow, ..law } } else { law }
    }

    /// A viscous part: `c` times the speed (N s/m), whatever the load.
    pub fn viscous(self, c: f64) -> Self {
        Self { viscous: c, ..self }
    }
}

impl FrictionLaw for SlipCurve {
    fn sliding(&self, speed: f64) -> f64 {
        let at = |speed: f64| match &self.sliding {
            Sliding::Table(table) => table.jet(speed).first_chunk().copied().unwrap_or([f64::NAN; 2]),
            Sliding::Formula(formula) => {
                let jet = formula.at(Jet::time(speed));
                [jet.value, jet.first]
            }
        };
        if speed >= 0.0 {
            return at(speed)[0];
        }
        let [value, slope] = at(0.0);
        value + slope * speed
    }

    fn holding(&self) -> f64 {
        self.holding
    }

    fn viscous(&self, speed: f64) -> f64 {
        self.viscous * speed
    }

    fn flaw(&self) -> Option<&'static str> {
        let below = |table: &LookupTable| table.heights().any(|mu| mu < 0.0);
        match &self.sliding {
            Sliding::Table(table) if below(table) => Some(BELOW),
            _ => pushes(self.viscous),
        }
    }

    fn kinks(&self) -> usize {
        usize::from(matches!(&self.sliding, Sliding::Table(_)))
    }

    fn kink(&self, _index: usize, speed: f64) -> f64 {
        match &self.sliding {
            Sliding::Table(table) => table.corner_above_zero(speed),
            Sliding::Formula(_) => 1.0,
        }
    }
}
