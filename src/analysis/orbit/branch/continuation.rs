//! Continuation: what is asked for.

use super::error::ContinuationError;
use super::found::{Branch, Turn, TurnKind};
use super::walk::{Place, Plan, Walk};
use crate::analysis::orbit::shooting::Shooting;
use crate::model::{Model, State};
use crate::simulate::{Family, Simulation};
use std::fmt;
use std::ops::RangeInclusive;

/// Periodic orbits of a family, followed over one of its parameters.
///
/// ```
/// use chetaev::analysis::{Continuation, Shooting};
/// use chetaev::prelude::*;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // x'' + 0.2 x' + x + x³ = F sin 1.6 t: from small amplitudes to large ones, round two folds.
/// let family = Family::new([("force", 0.05)], |p| {
///     let mut builder = ModelBuilder::new();
///     let mass = builder.body("mass", Particle::new(1.0));
///     builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), mass.origin()));
///     let force = p["force"];
///     builder.force("spring", Applied::new(mass.origin(), move |t: f64, at| {
///         let (x, v) = (at.origin.x, at.velocity.x);
///         ([force * (1.6 * t).sin() - x - x * x * x - 0.2 * v, 0.0], 0.0)
///     }));
///     let model = builder.build()?;
///     let start = model.placed();
///     Ok((model, start))
/// })?;
/// let orbits = Continuation::new(&family, "force", |model| Simulation::new(model).tolerance(1e-10));
/// let branch = orbits.shooting(Shooting::driven(std::f64::consts::TAU / 1.6)).to(1.0).step(0.4).run(family.start())?;
/// let folds: Vec<f64> = branch.turns.iter().map(|turn| turn.value).collect();
/// assert_eq!(folds.len(), 2);
/// # Ok(())
/// # }
/// ```
#[must_use = "orbits are followed when it is run"]
pub struct Continuation<'a> {
    family: &'a Family,
    parameter: String,
    plan: Plan<'a>,
    shooting: Shooting,
    step: f64,
    toward: Option<f64>,
    range: Option<RangeInclusive<f64>>,
    most: usize,
}

impl fmt::Debug for Continuation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Continuation").field("parameter", &self.parameter).finish_non_exhaustive()
    }
}

impl<'a> Continuation<'a> {
    /// Over a parameter of a family, from its present value; `plan` describes the run of a member.
    pub fn new(
        family: &'a Family,
        parameter: impl Into<String>,
        plan: impl for<'m> Fn(&'m Model) -> Simulation<'m> + 'a,
    ) -> Self {
        Self {
            family,
            parameter: parameter.into(),
            plan: Box::new(plan),
            shooting: Shooting::driven(f64::NAN),
            step: 0.1,
            toward: None,
            range: None,
            most: 500,
        }
    }

    /// What an orbit is: its period, and what may turn or advance.
    pub fn shooting(self, shooting: Shooting) -> Self {
        Self { shooting, ..self }
    }

    /// Toward this value of the parameter. The branch ends there, or where it comes back to the value at which it began, unless `within` says otherwise.
    pub fn to(self, value: f64) -> Self {
        Self { toward: Some(value), ..self }
    }

    /// Within these values of the parameter; at first toward the farther of the two, unless `to` says otherwise.
    pub fn within(self, range: RangeInclusive<f64>) -> Self {
        Self { range: Some(range), ..self }
    }

    /// The longest step along the branch, of displacements in m and rad, velocities, and parts of the parameter (0.1 unless said otherwise).
    pub fn step(self, step: f64) -> Self {
        Self { step, ..self }
    }

    /// How many orbits at most (500 unless said otherwise).
    pub fn most(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Follows the branch on which the orbit near `guess` is.
    pub fn run(&self, guess: &State) -> Result<Branch, ContinuationError> {
        let index = self.family.index(&self.parameter)?;
        let value = self.family.values()[index];
        let model = self.family.model();
        let orbit = self.shooting.run(model, &|| (self.plan)(model), guess)?;
        let first = Place { value, period: orbit.period, state: orbit.state };
        self.walk(index)?.branch(first, None)
    }

    /// Follows the orbits of twice the period that begin at a doubling, away from there.
    pub fn doubled(&self, turn: &Turn) -> Result<Branch, ContinuationError> {
        let index = self.family.index(&self.parameter)?;
        if turn.kind != TurnKind::Doubling {
            return Err(ContinuationError::NotDoubling { value: turn.value });
        }
        let first = Place { value: turn.value, period: 2.0 * turn.orbit.period, state: turn.orbit.state.clone() };
        self.walk(index)?.branch(first, Some(turn.direction.clone()))
    }

    /// Range and sense of the parameter.
    fn course(&self, value: f64) -> Result<(RangeInclusive<f64>, f64), ContinuationError> {
        let range = match (&self.range, self.toward) {
            (Some(range), _) => range.clone(),
            (None, Some(end)) => value.min(end)..=value.max(end),
            (None, None) => return Err(ContinuationError::NoEnd { name: self.parameter.clone(), value }),
        };
        let middle = 0.5 * (range.start() + range.end());
        let up = self.toward.map_or(value <= middle, |end| end >= value);
        Ok((range, if up { 1.0 } else { -1.0 }))
    }

    fn walk(&self, index: usize) -> Result<Walk<'_, 'a>, ContinuationError> {
        if !(self.step > 0.0 && self.step.is_finite()) {
            return Err(ContinuationError::Step { step: self.step });
        }
        let (range, sense) = self.course(self.family.values()[index])?;
        let Self { family, plan, shooting, step, most, .. } = self;
        let size = family.size(index);
        Ok(Walk { family, index, size, range, sense, plan, shooting, step: *step, most: *most })
    }
}
