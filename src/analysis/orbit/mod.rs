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
//! together: D loses rank, and a multiplier is zero. If x₀ itself sticks, velocities along the slip die out at once, with the same outcome.
//!
//! D are sensitivities of the run itself (`slopes.rs`): exact through its changes, and what sticking swallows is zero to the last bits. What they do not know is found from differences of runs, and the orbit
//! says so. Where a displaced run takes other turns (it touches what the orbit just misses), (2) does not exist: the flags of the run are those of the orbit.

mod branch;
mod search;
mod slopes;

pub use branch::{Branch, BranchEnd, BranchPoint, Continuation, ContinuationError, Turn, TurnKind};

use super::manifold::{Chart, Sticks, check_variables};
use crate::dynamics::State;
use crate::error::EvalError;
use crate::math::Brief;
use crate::model::Model;
use crate::simulate::{FamilyError, Flag, RunError, SensitivityError, Simulation};
use nalgebra::Complex;
use search::Search;
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
    /// Where its derivatives are one-sided or uncertain.
    pub flags: Vec<Flag>,
    /// Why the multipliers come from differences of runs, if they do: what [sensitivities](crate::simulate::Sensitivities) do not know.
    pub differences: Option<String>,
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
    /// A member of a family.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// A derivative.
    #[error(transparent)]
    Sensitivity(#[from] SensitivityError),
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
        // Of the guess: what runs away to large numbers does not close.
        let size = guess.q.iter().chain(&guess.v).fold(1.0, |most: f64, x| most.max(x.abs()));
        for iterations in 0..self.most {
            let mut chart = Chart::new(model, &search.state, Sticks::Free)?;
            let slopes = search.slopes(&mut chart, None)?;
            if slopes.residual.amax() <= self.tolerance * size {
                return search.found(slopes, iterations);
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
    fn search<'s, 'm>(
        &'s self,
        model: &'m Model,
        plan: &'s dyn Fn() -> Simulation<'m>,
        guess: &State,
    ) -> Result<Search<'s, 'm>, OrbitError> {
        if !(self.period > 0.0 && self.period.is_finite()) {
            return Err(OrbitError::Period { period: self.period });
        }
        check_variables(model, "a closed orbit")?;
        let names = model.coordinate_names();
        let place = |name: &String| {
            let found = names.iter().position(|known| known == name);
            found.ok_or_else(|| OrbitError::UnknownCoordinate { name: name.clone() })
        };
        let turning = self.turning.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        let advancing = self.advancing.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        Ok(Search { how: self, plan, turning, advancing, period: self.period, state: guess.clone() })
    }
}
