//! Spring and damper of any characteristic along a measure u: F = −f(u) − d(u'), potential ∫ f du.
//!
//! A table of f is integrated in closed form, piece by piece; of a formula the energy E is given, and f = E' is its slope, found with its value. Either way the balance of energy
//! knows the spring exactly, and nothing of it is integrated along the motion. The power of the damper is −d(u') u'.
//!
//! Where a table has a point, or a formula a kink, a step ends: between two of them the force is smooth.

use super::characteristic::{Both, Elastic, Viscous};
use super::{EnergyKind, Force, push_along, vary_along};
use crate::element::{BodyRef, Ctx, Loads, Moving, Pushes, Sketch, Space, itself};
use crate::error::ElementError;
use crate::math::{Formula, FormulaError, LookupTable};
use crate::measure::{Action, Measure, Reading, Varied, sketch_along, turns};

/// A spring whose force is not proportional to its length, and a damper beside it, along any measure.
///
/// ```
/// use chetaev::force::NonlinearSpring;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let mass = builder.body("mass", Particle::new(2.0).at(0.3, 0.0));
/// let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
/// // Measured: soft in the middle, 40 N/m beyond 0.1 m.
/// let pull = LookupTable::linear(&[[-1.0, -37.0], [-0.1, -1.0], [0.1, 1.0], [1.0, 37.0]])?;
/// builder.force("spring", NonlinearSpring::table(travel, pull));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 10.0)?;
/// assert_eq!(model.read(&model.placed()).acceleration()[0], -4.5);
/// assert!(run.energy_error() < 1e-10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct NonlinearSpring<M> {
    measure: M,
    spring: Option<Elastic>,
    damper: Option<Viscous>,
}

impl<M: Measure> NonlinearSpring<M> {
    /// A spring that pulls with the force (N, or N m) in this table over the value of the measure: positive where it draws towards smaller values. Beyond the table the
    /// force stays as it is at its end.
    pub fn table(measure: M, pull: LookupTable) -> Self {
        Self { measure, spring: Some(Elastic::Table(pull)), damper: None }
    }

    /// A spring with this energy (J), a formula of the value `x` of the measure: it pulls with E'(x).
    pub fn energy(measure: M, energy: Formula) -> Result<Self, FormulaError> {
        Ok(Self { measure, spring: Some(Elastic::of_energy(energy)?), damper: None })
    }

    /// No spring yet: a damper alone.
    pub fn none(measure: M) -> Self {
        Self { measure, spring: None, damper: None }
    }

    /// A damper that resists with the force in this table over the rate of the measure: positive where it resists growing values.
    pub fn damper(self, resistance: LookupTable) -> Self {
        Self { damper: Some(Viscous::Table(resistance)), ..self }
    }

    /// A damper that resists with this force, a formula of the rate `v` of the measure.
    pub fn damper_formula(self, resistance: Formula) -> Result<Self, FormulaError> {
        Ok(Self { damper: Some(Viscous::of_formula(resistance)?), ..self })
    }
}

impl<M> NonlinearSpring<M> {
    fn both(&self) -> Both<'_> {
        Both { spring: self.spring.as_ref(), damper: self.damper.as_ref() }
    }

    fn action<S: Space>(&self, u: &Reading<S>) -> Action {
        let [elastic, dissipated] = self.both().forces(u.value, u.rate);
        Action::in_parts(u, elastic, dissipated)
    }
}

impl<M: Measure> Force for NonlinearSpring<M> {
    type Space = M::Space;

    fn bodies(&self) -> Vec<BodyRef> {
        self.measure.bodies().to_vec()
    }

    fn flaw(&self) -> Option<&'static str> {
        itself(self.measure.bodies())
    }

    fn energy_kind(&self) -> EnergyKind {
        if self.damper.is_none() { EnergyKind::Conservative } else { EnergyKind::Working }
    }

    fn turns_only(&self) -> bool {
        self.measure.turns_only()
    }

    fn memory(&self) -> Vec<f64> {
        turns::blank(&self.measure)
    }

    fn reads_time(&self) -> bool {
        false
    }

    fn eval(&self, at: Ctx<'_, M::Space>, out: &mut Loads<'_, M::Space>) -> Result<(), ElementError> {
        let u = turns::read(&self.measure, at)?;
        turns::keep(&u, at.t, out.memory());
        push_along(&u, self.action(&u).force, out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_, M::Space>, out: &mut Pushes<'_, M::Space>) -> bool {
        let size = |u: &Varied<M::Space>| {
            let [elastic, dissipated] = self.both().forces(u.value, u.rate);
            elastic + dissipated
        };
        turns::vary(&self.measure, at).map(|u| vary_along(&u, size(&u), out)).is_some()
    }

    fn along(&self, at: Ctx<'_, M::Space>) -> Result<Option<Action>, ElementError> {
        Ok(Some(self.action(&turns::read(&self.measure, at)?)))
    }

    fn potential(&self, at: Ctx<'_, M::Space>) -> Result<f64, ElementError> {
        let u = turns::read(&self.measure, at)?;
        Ok(self.both().energy(u.value))
    }

    fn kinks(&self) -> usize {
        self.both().kinks()
    }

    fn kink(&self, index: usize, at: Ctx<'_, M::Space>) -> Result<f64, ElementError> {
        let u = turns::read(&self.measure, at)?;
        Ok(self.both().kink(index, u.value, u.rate))
    }

    fn sketch(&self) -> Vec<Sketch> {
        sketch_along(&self.measure, false)
    }
}
