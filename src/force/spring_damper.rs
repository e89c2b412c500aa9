//! Spring and damper along a measure u: F = −k (u − u₀) − c u', potential ½ k (u − u₀)².
//!
//! With the measure's gradients (E10) the wrenches are F g_a and F g_b; the power F u' of the spring part is minus the
//! rate of the potential, that of the damper part is −c u'² ≤ 0. Along a distance F is positive when it pushes
//! the points apart; about a pin it is the moment on body b.
//!
//! Along an angle it winds up: whole turns are counted from the first evaluation, where the angle is taken between −π and π.

use super::{EnergyKind, Force, push_along, vary_along};
use crate::element::{Axis, BodyId, BodyRef, Ctx, Loads, Moving, Planar, Point, Pushes, Sketch, Space, itself};
use crate::error::ElementError;
use crate::measure::{Action, Angle, Measure, Reading, Separation, Travel, Varied, sketch_along, turns};

/// A linear spring with a linear damper beside it, along any measure.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let mass = builder.body("mass", Particle::new(2.0).at(1.1, 0.0));
/// let spring = SpringDamper::between(GROUND.origin(), mass.origin(), 50.0).rest(1.0);
/// let spring = builder.force("spring", spring);
/// let model = builder.build()?;
/// let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), std::f64::consts::PI / 5.0)?;
/// let end = run.last().ok_or("no sample")?;
/// // Half a period π √(m/k) later it is as short as it was long.
/// assert!((end.body(mass).origin.x - 0.9).abs() < 1e-9 && run.energy_error() < 1e-12);
/// assert!((end.load(spring, mass)?.force.x - 50.0 * 0.1).abs() < 1e-8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SpringDamper<M> {
    measure: M,
    stiffness: f64,
    damping: f64,
    rest: f64,
}

impl<M: Measure> SpringDamper<M> {
    /// A spring of the given stiffness (N/m, or N m/rad) along `measure`, relaxed where the measure is zero.
    pub fn along(measure: M, stiffness: f64) -> Self {
        Self { measure, stiffness, damping: 0.0, rest: 0.0 }
    }

    /// Value of the measure at which the spring is relaxed.
    pub fn rest(self, rest: f64) -> Self {
        Self { rest, ..self }
    }

    /// Damping constant (N s/m, or N m s/rad).
    pub fn damping(self, damping: f64) -> Self {
        Self { damping, ..self }
    }
}

impl<M> SpringDamper<M> {
    fn action<S: Space>(&self, u: &Reading<S>) -> Action {
        Action::in_parts(u, -self.stiffness * (u.value - self.rest), -(self.damping * u.rate))
    }
}

impl<S: Space> SpringDamper<Separation<S>>
where
    Separation<S>: Measure,
{
    /// A spring between two points.
    pub fn between(a: Point<S>, b: Point<S>, stiffness: f64) -> Self {
        Self::along(Separation::between(a, b), stiffness)
    }
}

impl SpringDamper<Angle> {
    /// A torsional spring between two bodies.
    pub fn torsional(a: BodyId<Planar>, b: BodyId<Planar>, stiffness: f64) -> Self {
        Self::along(Angle::between(a, b), stiffness)
    }
}

impl SpringDamper<Travel> {
    /// A spring along a guide: it acts along `line` alone, wherever the point is across it.
    pub fn guided(line: Axis, point: Point, stiffness: f64) -> Self {
        Self::along(Travel::along(line, point), stiffness)
    }
}

impl<M: Measure> Force for SpringDamper<M> {
    type Space = M::Space;

    fn bodies(&self) -> Vec<BodyRef> {
        self.measure.bodies().to_vec()
    }

    fn energy_kind(&self) -> EnergyKind {
        if self.damping == 0.0 { EnergyKind::Conservative } else { EnergyKind::Working }
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

    fn flaw(&self) -> Option<&'static str> {
        itself(self.measure.bodies())
    }

    fn eval(&self, at: Ctx<'_, M::Space>, out: &mut Loads<'_, M::Space>) -> Result<(), ElementError> {
        let u = turns::read(&self.measure, at)?;
        turns::keep(&u, at.t, out.memory());
        push_along(&u, self.action(&u).force, out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_, M::Space>, out: &mut Pushes<'_, M::Space>) -> bool {
        let size = |u: &Varied<M::Space>| (u.value - self.rest) * -self.stiffness - u.rate * self.damping;
        turns::vary(&self.measure, at).map(|u| vary_along(&u, size(&u), out)).is_some()
    }

    fn along(&self, at: Ctx<'_, M::Space>) -> Result<Option<Action>, ElementError> {
        Ok(Some(self.action(&turns::read(&self.measure, at)?)))
    }

    fn potential(&self, at: Ctx<'_, M::Space>) -> Result<f64, ElementError> {
        let stretch = turns::read(&self.measure, at)?.value - self.rest;
        Ok(0.5 * self.stiffness * stretch * stretch)
    }

    fn sketch(&self) -> Vec<Sketch> {
        sketch_along(&self.measure, false)
    }
}
