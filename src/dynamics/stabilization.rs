//! How the constraints are held while the differentiated equations are integrated.

/// Baumgarte's three numbers, as Yang 2019 and Peng et al. 2009 write them (E3):
///
/// ```text
/// φ'' + α φ' + β φ = 0 for holonomic rows        ψ' + γ ψ = 0 for velocity rows
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Baumgarte {
    /// Damping of holonomic rows, 1/s.
    pub alpha: f64,
    /// Stiffness of holonomic rows, 1/s².
    pub beta: f64,
    /// Decay of velocity rows, 1/s.
    pub gamma: f64,
}

impl Baumgarte {
    /// No stabilization.
    pub const OFF: Self = Self { alpha: 0.0, beta: 0.0, gamma: 0.0 };

    /// α, β and γ.
    pub fn new(alpha: f64, beta: f64, gamma: f64) -> Self {
        Self { alpha, beta, gamma }
    }

    /// Errors die like (1 + t/τ) exp(−t/τ): (2/τ, 1/τ², 1/τ).
    pub fn critical(tau: f64) -> Self {
        Self { alpha: 2.0 / tau, beta: 1.0 / (tau * tau), gamma: 1.0 / tau }
    }

    /// γ_B of one row (E3), from its φ, its rate and its γ.
    pub(crate) fn aim(self, position: bool, [phi, rate, gamma]: [f64; 3]) -> f64 {
        if position { gamma - self.alpha * rate - self.beta * phi } else { gamma - self.gamma * rate }
    }

    /// Gains that follow the step of the method: see [`Stabilization::Auto`].
    pub fn auto() -> Stabilization {
        Stabilization::Auto
    }
}

/// How a run holds its constraints.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
/// let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
/// let model = builder.build()?;
/// let drift = |held: Stabilization| {
///     let run = Simulation::new(&model).tolerance(1e-6).stabilization(held).run(model.placed(), 10.0)?;
///     Ok::<_, chetaev::simulate::RunError>(run.drift_of(pin))
/// };
/// let (none, gains) = (drift(Stabilization::None)?, drift(Baumgarte::critical(0.05).into())?);
/// assert!(drift(Stabilization::Projection)? < 1e-12 && 10.0 * gains < none, "{gains:e} {none:e}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum Stabilization {
    /// Not at all: the drift of the differentiated equations grows.
    None,
    /// With fixed gains.
    Baumgarte(Baumgarte),
    /// With gains that follow the step h: the drift at the beginning of each step is undone within two steps, smoothly.
    ///
    /// Equivalent to α ~ 9/h and β ~ 6/h², but acting on the drift itself, not on what the stages of the method add to it: that is
    /// what makes strong gains collapse. Derived beside the code, in `simulate/pace.rs`; the example `stabilisation` holds it
    /// against a sweep of fixed gains.
    Auto,
    /// By projecting positions, then velocities, onto the constraints after each step, in the metric of the masses.
    #[default]
    Projection,
}

impl From<Baumgarte> for Stabilization {
    fn from(gains: Baumgarte) -> Self {
        Self::Baumgarte(gains)
    }
}
