//! Shooting: what is asked for.

use super::drive::check_drive;
use super::found::{Orbit, OrbitError};
use super::search::Search;
use super::slopes::Slopes;
use crate::analysis::manifold::{Chart, Sticks, check_variables};
use crate::dynamics::State;
use crate::model::Model;
use crate::simulate::Simulation;

/// How a periodic orbit is looked for.
///
/// ```
/// # use chetaev::analysis::Shooting;
/// # use chetaev::prelude::*;
/// // x'' + 0.6 x' + 25 x = 1.5 sin 4t
/// # let mut builder = ModelBuilder::new();
/// let mass = builder.body("mass", Particle::new(2.0).at(0.3, 0.0));
/// let guide = GROUND.axis([0.0, 0.0], 0.0);
/// builder.constraint("guide", Slot::new(guide, mass.origin()));
/// builder.force("spring", SpringDamper::guided(guide, mass.origin(), 50.0).damping(1.2));
/// builder.force("drive", Applied::new(mass.origin(), |t: f64, _| ([3.0 * (4.0 * t).sin(), 0.0], 0.0)));
/// let model = builder.build()?;
/// let period = std::f64::consts::TAU / 4.0;
/// let plan = || Simulation::new(&model).tolerance(1e-12);
/// let orbit = Shooting::driven(period).run(&model, &plan, &model.placed())?;
/// // At t = 0 the steady motion stands at −0.6·4·1.5/(9² + 2.4²), and differences decay with exp(−0.3 t).
/// assert!((model.read(&orbit.state).body(mass).origin.x + 3.6 / 86.76).abs() < 1e-10);
/// assert!((orbit.multipliers[0].norm() - (-0.3 * period).exp()).abs() < 1e-8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "shooting does nothing until it is run"]
pub struct Shooting {
    period: f64,
    pub(super) free: bool,
    turning: Vec<String>,
    advancing: Vec<String>,
    step: f64,
    pub(super) tolerance: f64,
    most: usize,
}

impl Shooting {
    fn new(period: f64, free: bool) -> Self {
        Self { period, free, turning: Vec::new(), advancing: Vec::new(), step: 1e-4, tolerance: 1e-9, most: 30 }
    }

    /// An orbit of this very period: that of the drive, or a multiple. Another one is refused.
    pub fn driven(period: f64) -> Self {
        Self::new(period, false)
    }

    /// An orbit of a mechanism in which nothing depends on time, its period being near the given one.
    pub fn free(period: f64) -> Self {
        Self::new(period, true)
    }

    /// Angles that may have made whole turns in a period, by name: `disk.theta`.
    pub fn turning<N: Into<String>>(self, coordinates: impl IntoIterator<Item = N>) -> Self {
        Self { turning: coordinates.into_iter().map(Into::into).collect(), ..self }
    }

    /// Coordinates on which nothing depends and which may end anywhere, by name: `disk.x` of what rolls on an even floor.
    pub fn advancing<N: Into<String>>(self, coordinates: impl IntoIterator<Item = N>) -> Self {
        Self { advancing: coordinates.into_iter().map(Into::into).collect(), ..self }
    }

    /// Displacements in which differences of runs are taken, where it comes to these (1e-4 unless said otherwise).
    pub fn step(self, step: f64) -> Self {
        Self { step, ..self }
    }

    /// How well the orbit must close, relative to 1 + the largest coordinate or velocity (1e-9 unless said otherwise).
    pub fn tolerance(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    /// The orbit near `guess`, of the motion that `plan` describes.
    pub fn run<'m>(
        &self,
        model: &'m Model,
        plan: &dyn Fn() -> Simulation<'m>,
        guess: &State,
    ) -> Result<Orbit, OrbitError> {
        let mut search = self.search(model, plan, guess)?;
        if !self.free && self.turning.is_empty() {
            check_drive(model, guess, self.period)?;
        }
        // Of the guess: what runs away to large numbers does not close.
        let size = guess.q.iter().chain(&guess.v).fold(1.0, |most: f64, x| most.max(x.abs()));
        for iterations in 0..self.most {
            let mut chart = Chart::new(model, &search.state, Sticks::Free)?;
            let slopes = search.slopes(&mut chart, None)?;
            if slopes.residual.amax() <= self.tolerance * size {
                return found(search, slopes, iterations);
            }
            if !search.improve(&mut chart, &slopes.residual, slopes.arrived - slopes.left)? {
                let residual = slopes.residual.amax();
                return Err(OrbitError::NotFound { period: search.period, iterations, residual });
            }
        }
        let chart = Chart::new(model, &search.state, Sticks::Free)?;
        let residual = search.residual(&chart, &search.state)?.amax();
        Err(OrbitError::NotFound { period: search.period, iterations: self.most, residual })
    }

    /// The search from a guess.
    pub(super) fn search<'s, 'm>(
        &self,
        model: &'m Model,
        plan: &'s dyn Fn() -> Simulation<'m>,
        guess: &State,
    ) -> Result<Search<'s, 'm>, OrbitError> {
        if !(self.period > 0.0 && self.period.is_finite()) {
            return Err(OrbitError::Period { period: self.period });
        }
        let settings = [("tolerance", self.tolerance), ("step", self.step)];
        if let Some((setting, value)) = settings.into_iter().find(|(_, value)| !(*value > 0.0 && value.is_finite())) {
            return Err(OrbitError::Setting { setting, value });
        }
        check_variables(model, "a closed orbit")?;
        let place = |name: &String| {
            let found = model.spelled_coordinates().position(|known| known.is(name));
            found.ok_or_else(|| OrbitError::UnknownCoordinate { name: name.clone() })
        };
        let turning = self.turning.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        let advancing = self.advancing.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        let Self { period, free, step, .. } = *self;
        Ok(Search { plan, turning, advancing, free, step, period, state: guess.clone() })
    }
}

/// The orbit that has closed.
fn found(search: Search<'_, '_>, slopes: Slopes, iterations: usize) -> Result<Orbit, OrbitError> {
    let (_, multipliers) = slopes.map()?;
    let residual = slopes.residual.amax();
    let Search { state, period, .. } = search;
    let Slopes { flags, differences, .. } = slopes;
    Ok(Orbit { state, period, multipliers, residual, iterations, flags, differences })
}
