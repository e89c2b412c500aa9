//! Orbits followed over a parameter, round its folds.
//!
//! The orbits of a family are the curve r(ζ, T, p) = 0 of [`Shooting`]'s (1), with one unknown more than equations: in the arc s along it nothing special happens at a fold, where p turns back. With the
//! derivatives of the run in the directions of the chart and of the parameter,
//!
//! ```text
//! (1)  A = ( D − C   z'(T)   ∂r/∂p )        z'(T) and the row of the phase, z'(0)ᵀ ζ = 0, only where the period is unknown
//! (2)  A t = 0,  ‖t‖ = 1,   t · t_before > 0         the direction of the curve
//! (3)  x ← x + h t                          a guess further on
//! (4)  A δ = −r,  t · δ = 0                 Newton's method back to the curve, across t
//! (5)  ‖t‖² = ‖S(0) ζ‖² + (δT/T)² + (δp/σ)²           σ: the size of the parameter
//! ```
//!
//! The chart is another one at each place; t is kept as a displacement of (q, v), which the next chart reads by the columns of its S(0). Between two places something happens where one of
//!
//! ```text
//! (6)  t_p          a fold: the branch turns back, and a multiplier passes 1
//!      Π (m + 1)    a doubling: orbits of twice the period begin, along the eigenvector of −1
//!      Π (m_i m_j − 1) over pairs      a pair of complex ones passes the unit circle: motions on a torus begin
//!      Π (m − 1), without a fold       another branch crosses
//! ```
//!
//! changes its sign, or where the orbit gains or loses a change of its own, as sticks and slips are: the place is located on the arc by halving and chords, each trial with (4). (Where an orbit begins to
//! stick its multipliers may jump, past 1 or −1 as well. Such a place is told as what it is, a change of the orbit.)
//!
//! The orbit is known by its state at one instant. Where it strikes something at that very instant, its neighbors strike before or after, and r has no derivative: the branch goes on with the state at another instant
//! of the same orbit.
//!
//! **Where it is singular.** (2) and (4) have one solution as long as A has full rank: at folds, doublings and tori too. Where another branch crosses it has not; steps go over it.

mod turns;
mod walk;

use super::{Orbit, OrbitError, Shooting};
use crate::model::{Model, State};
use crate::simulate::{Family, FamilyError, Simulation};
use std::fmt;
use std::ops::RangeInclusive;
use thiserror::Error;
use walk::{Place, Tangent};

type Plan<'a> = Box<dyn for<'m> Fn(&'m Model) -> Simulation<'m> + 'a>;

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
///         let (x, v) = (at.position.x, at.velocity.x);
///         ([force * (1.6 * t).sin() - x - x * x * x - 0.2 * v, 0.0], 0.0)
///     }));
///     let model = builder.build()?;
///     let start = model.placed();
///     Ok((model, start))
/// })?;
/// let orbits = Continuation::new(&family, "force", |model| Simulation::new(model).tolerance(1e-10));
/// let branch = orbits.shooting(Shooting::driven(std::f64::consts::TAU / 1.6)).to(1.0).run(family.start())?;
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

/// A branch of orbits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Branch {
    /// Orbits along it, in order.
    pub points: Vec<BranchPoint>,
    /// What happens on the way, in order.
    pub turns: Vec<Turn>,
    /// Why it ends.
    pub end: BranchEnd,
}

/// An orbit of a branch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BranchPoint {
    /// The parameter.
    pub value: f64,
    /// The orbit.
    pub orbit: Orbit,
    /// How many of its multipliers are larger than one: none where it is stable.
    pub unstable: usize,
    /// What changes on its way, in order: `rub: Stick`.
    pub changes: Vec<String>,
}

/// Something that happens on a branch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Turn {
    /// What.
    pub kind: TurnKind,
    /// The parameter there.
    pub value: f64,
    /// The orbit there.
    pub orbit: Orbit,
    /// It is between this point of the branch and the next one.
    pub after: usize,
    /// How many multipliers are larger than one before it, and after.
    pub unstable: [usize; 2],
    /// Where the other branch goes.
    direction: Tangent,
}

/// What happens on a branch.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TurnKind {
    /// The parameter turns back: two orbits meet and vanish.
    Fold,
    /// Orbits of twice the period begin: [`Continuation::doubled`] follows them.
    Doubling,
    /// A pair of multipliers leaves or enters the unit circle: motions on a torus begin.
    Torus,
    /// Another branch crosses.
    Crossing,
    /// The orbit changes otherwise than before on its way, for it has begun, or ceased, to touch something: to stick, or to strike.
    Path {
        /// Its changes before.
        before: Vec<String>,
        /// And after.
        after: Vec<String>,
    },
}

/// Why a branch ends.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BranchEnd {
    /// The parameter is at the end of its range.
    Range,
    /// As many orbits as were asked for.
    Most,
    /// No orbit was found further on, however short the step.
    Lost {
        /// Where the parameter stood.
        value: f64,
        /// Why the last trial failed.
        why: String,
    },
}

/// Why orbits cannot be followed at all.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ContinuationError {
    /// The family.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// The first orbit.
    #[error(transparent)]
    Orbit(#[from] OrbitError),
    /// No range was given.
    #[error("orbits are followed from {name} = {value}, but not said how far: give the other end with `to`, or a range with `within`")]
    NoEnd {
        /// The parameter.
        name: String,
        /// Its value.
        value: f64,
    },
    /// A step that is none.
    #[error("orbits cannot be followed in steps of {step}: give a number above zero")]
    Step {
        /// The step.
        step: f64,
    },
    /// The orbit does not depend on the parameter and the state in one direction.
    #[error("the orbit at {name} = {value} does not say in which direction others are: it is one of many, or where branches cross; start at another value")]
    NoDirection {
        /// The parameter.
        name: String,
        /// Its value.
        value: f64,
    },
    /// Not a place where the period doubles.
    #[error("at {value} no period doubles: take a turn of the kind `Doubling`")]
    NotDoubling {
        /// The parameter there.
        value: f64,
    },
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
}
