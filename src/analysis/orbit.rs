//! Periodic orbits by shooting on the manifold of states, and their Floquet multipliers.
//!
//! F_T carries a state over T seconds: a whole run, with every stick and slip located on the way. In the chart z of `manifold.rs` around the present
//! guess x₀,
//!
//! ```text
//! (1)  r = z(F_T(x₀)) − z(x₀) = 0         (2)  D = ∂ z(F_T(c(ζ)))/∂ζ,   C = ∂ z(c(ζ))/∂ζ        at ζ = 0
//! (3)  (D − C) ζ = −r                     (4)  multipliers: eigenvalues of C⁻¹ D
//! ```
//!
//! If nothing depends on time the period is unknown as well. It gets the column z' at the end of the run, and of all states on the orbit the one that
//! the step reaches at right angles to the motion is taken:
//!
//! ```text
//! (5)  (D − C) ζ + z'(T) δT = −r,    z'(0)ᵀ ζ = 0
//! ```
//!
//! One multiplier is then 1, along the orbit. Steps are the shortest ones (pseudo-inverse), so that a family of orbits, as conservative mechanisms
//! have them, is met at the member nearest to the guess.
//!
//! Where nothing depends on some coordinates, an orbit may close but for these (`advancing`): a wheel that rolls on comes back to its
//! motion, elsewhere. They are moved back to where they began, however far they went. Their multipliers are 1.
//!
//! The phase space is the one without sticking (p + f numbers). Where the orbit sticks on its way, states that differ along the slip arrive
//! together: D loses rank, and a multiplier is zero. If x₀ itself sticks, velocities along the slip die out at once, with the same outcome. Of a
//! zero multiplier the differences leave what their errors are, some 1e-6.
//!
//! D comes from differences of runs: where a displaced run takes other turns (it touches what the orbit just misses), (2) does not exist.

use super::difference::derivative_of_runs;
use super::linearize::eigenvalues;
use super::manifold::{Chart, Sticks, check_variables};
use crate::dynamics::State;
use crate::error::EvalError;
use crate::linear::svd::Svd;
use crate::math::Brief;
use crate::model::Model;
use crate::simulate::{Output, RunError, Simulation};
use nalgebra::{Complex, DMatrix, DVector};
use std::f64::consts::TAU;
use thiserror::Error;

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
    free: bool,
    turning: Vec<String>,
    advancing: Vec<String>,
    step: f64,
    tolerance: f64,
    most: usize,
}

/// An orbit that closes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Orbit {
    /// A state on it.
    pub state: State,
    /// Its period.
    pub period: f64,
    /// Floquet multipliers, the largest first: the factors by which small differences grow in one period.
    pub multipliers: Vec<Complex<f64>>,
    /// Largest difference between end and beginning.
    pub residual: f64,
    /// Newton steps.
    pub iterations: usize,
}

impl Orbit {
    /// The largest multiplier as an exponent: ln|m|/T, per unit of time.
    pub fn exponent(&self) -> f64 {
        self.multipliers.first().map_or(f64::NAN, |m| m.norm().ln() / self.period)
    }
}

/// Why no periodic orbit was found.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OrbitError {
    /// A run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A state could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// A period that is none.
    #[error("the period of an orbit cannot be {period} s: give a period above zero")]
    Period {
        /// The period.
        period: f64,
    },
    /// No such coordinate.
    #[error("there is no coordinate `{name}`: `model.coordinate_names()` lists the names")]
    UnknownCoordinate {
        /// The name.
        name: String,
    },
    /// Newton's method came to no end.
    #[error(
        "no orbit of period {} s near the guess: after {iterations} corrections its end still differs from its beginning by {}; \
         start from a section that has nearly settled, or use smaller differences with `step`",
        Brief(*period), Brief(*residual)
    )]
    NotFound {
        /// The period, as it stood.
        period: f64,
        /// Steps taken.
        iterations: usize,
        /// Largest difference that is left.
        residual: f64,
    },
    /// The multipliers were not found.
    #[error(
        "the eigenvalues of the orbit's matrix cannot be found: look for numbers that are not finite, or use smaller differences with `step`"
    )]
    NoEigenvalues,
}

/// Parts of the largest singular value below which singular values are left out; below the last they are the differences' error.
const NOWHERE: [f64; 3] = [1e-2, 1e-4, 1e-6];
const HALVINGS: i32 = 8;

impl Shooting {
    fn new(period: f64, free: bool) -> Self {
        Self { period, free, turning: Vec::new(), advancing: Vec::new(), step: 1e-4, tolerance: 1e-9, most: 30 }
    }

    /// An orbit of this very period: that of the drive, or a multiple.
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

    /// Displacements in which differences are taken (1e-4 unless said otherwise).
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
        if !(self.period > 0.0 && self.period.is_finite()) {
            return Err(OrbitError::Period { period: self.period });
        }
        let names = model.coordinate_names();
        let place = |name: &String| {
            let found = names.iter().position(|known| known == name);
            found.ok_or_else(|| OrbitError::UnknownCoordinate { name: name.clone() })
        };
        let turning = self.turning.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        let advancing = self.advancing.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        let (state, period) = (guess.clone(), self.period);
        let mut search = Search { how: self, plan, turning, advancing, period, state };
        // Of the guess: what runs away to large numbers does not close.
        let size = guess.q.iter().chain(&guess.v).fold(1.0, |most: f64, x| most.max(x.abs()));
        check_variables(model, "a closed orbit")?;
        for iterations in 0..self.most {
            let mut chart = Chart::new(model, &search.state, Sticks::Free)?;
            let residual = search.residual(&chart, &search.state)?;
            if chart.dimension() == 0 {
                // Without a freedom it is where it must be, at any time.
                let Search { state, period, .. } = search;
                return Ok(Orbit { state, period, multipliers: Vec::new(), residual: 0.0, iterations });
            }
            let [arrived, left] = search.matrices(&mut chart)?;
            if residual.amax() <= self.tolerance * size {
                let map = left.lu().solve(&arrived).ok_or(OrbitError::NoEigenvalues)?;
                let mut multipliers = eigenvalues(&map).ok_or(OrbitError::NoEigenvalues)?;
                multipliers.sort_by(|a, b| b.norm().total_cmp(&a.norm()));
                let Search { state, period, .. } = search;
                return Ok(Orbit { state, period, multipliers, residual: residual.amax(), iterations });
            }
            if !search.improve(&mut chart, &residual, arrived - left)? {
                let residual = residual.amax();
                return Err(OrbitError::NotFound { period: search.period, iterations, residual });
            }
        }
        let chart = Chart::new(model, &search.state, Sticks::Free)?;
        let residual = search.residual(&chart, &search.state)?.amax();
        Err(OrbitError::NotFound { period: search.period, iterations: self.most, residual })
    }
}

/// Where Newton's method stands.
struct Search<'s, 'm> {
    how: &'s Shooting,
    plan: &'s dyn Fn() -> Simulation<'m>,
    turning: Vec<usize>,
    advancing: Vec<usize>,
    period: f64,
    state: State,
}

impl Search<'_, '_> {
    fn advance(&self, from: &State, by: f64) -> Result<State, OrbitError> {
        let mut end = (self.plan)().output(Output::Ends).run(from.clone(), from.t + by)?.end().clone();
        for &turning in &self.turning {
            end.q[turning] -= TAU * ((end.q[turning] - self.state.q[turning]) / TAU).round();
        }
        for &advancing in &self.advancing {
            end.q[advancing] = from.q[advancing];
        }
        Ok(end)
    }

    /// r of (1) for a state in the chart.
    fn residual(&self, chart: &Chart<'_>, from: &State) -> Result<DVector<f64>, OrbitError> {
        let end = self.advance(from, self.period)?;
        Ok(chart.coordinates(&end) - chart.coordinates(from))
    }

    /// D and C of (2).
    fn matrices(&self, chart: &mut Chart<'_>) -> Result<[DMatrix<f64>; 2], OrbitError> {
        let size = chart.dimension();
        let mut both = [DMatrix::zeros(size, size), DMatrix::zeros(size, size)];
        for direction in 0..size {
            let mut z = vec![0.0; size];
            let along = |x: f64| -> Result<DVector<f64>, OrbitError> {
                z[direction] = x;
                let from = chart.state(&z)?;
                let end = self.advance(&from, self.period)?;
                let (end, from) = (chart.coordinates(&end), chart.coordinates(&from));
                Ok(DVector::from_iterator(2 * size, end.iter().chain(from.iter()).copied()))
            };
            let slope = derivative_of_runs(along, self.how.step)?;
            both[0].set_column(direction, &slope.rows(0, size));
            both[1].set_column(direction, &slope.rows(size, size));
        }
        Ok(both)
    }

    /// z' of a state, from a short run.
    fn speed(&self, chart: &Chart<'_>, at: &State) -> Result<DVector<f64>, OrbitError> {
        let dt = 1e-6 * self.period;
        let later = self.advance(at, dt)?;
        Ok((chart.coordinates(&later) - chart.coordinates(at)) / dt)
    }

    /// A step by (3) or (5) that brings end and beginning closer; false if none does.
    fn improve(
        &mut self,
        chart: &mut Chart<'_>,
        residual: &DVector<f64>,
        slope: DMatrix<f64>,
    ) -> Result<bool, OrbitError> {
        let size = residual.len();
        let (mut system, mut right) = (slope, -residual);
        if self.how.free {
            let start = self.state.clone();
            let end = self.advance(&start, self.period)?;
            let [first, last] = [self.speed(chart, &start)?, self.speed(chart, &end)?];
            system = system.resize(size + 1, size + 1, 0.0);
            system.view_mut((0, size), (size, 1)).copy_from(&last);
            system.view_mut((size, 0), (1, size)).copy_from(&first.transpose());
            right = right.push(0.0);
        }
        let svd = Svd::of(system);
        let step = |part: f64| svd.solve(&right, part * svd.most());
        let (now, period) = (residual.norm(), self.period);
        // Short steps that do well before long ones, then parts of the longest.
        let whole = NOWHERE.map(|part| (step(part), 0.3));
        let longest = step(NOWHERE[NOWHERE.len() - 1]);
        let parts = (0..HALVINGS).map(|k| (&longest * 0.5_f64.powi(k), 1.0));
        for (step, wanted) in whole.into_iter().chain(parts) {
            self.period = period + if self.how.free { step[size] } else { 0.0 };
            let sound = self.period > 0.5 * period;
            if sound && let Ok(state) = chart.state(step.rows(0, size).into_owned().as_slice()) {
                let closer = self.residual(chart, &state).is_ok_and(|r| r.norm() < wanted * now);
                if closer {
                    self.state = state;
                    return Ok(true);
                }
            }
        }
        self.period = period;
        Ok(false)
    }
}
