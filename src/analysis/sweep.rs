//! A mechanism moved through the range of a driver: positions, ratios of velocities, dead centers.
//!
//! With the driver's value x for the time, u(x) = x, all rates are derivatives with respect to x:
//!
//! ```text
//! (1)  x' = 1, x'' = 0:    y' = dy/dx,   y'' = d²y/dx²        for every measure y
//! ```
//!
//! so a sweep is a course of positions (`inverse/course.rs`) whose velocities and accelerations are the ratios. At a dead center of the driver they are infinite. Along the curve of positions of a mechanism with one
//! freedom, s its arc length and V its direction,
//!
//! ```text
//! (2)  dy/ds = g·V        y has a dead center where that vanishes: a limit of its range
//! ```
//!
//! for the driver and the driven alike. The curve itself has no dead centers: it is followed by s, V turning by less than a right angle from one position to the next, until it comes back to where it began. A zero of (2)
//! between two positions is located in the chart (`manifold.rs`) of the first.

use super::inverse::{Course, InverseError, Motion};
use super::manifold::{Chart, Sticks, difference, project};
use crate::body::Quantity;
use crate::dynamics::{Coordinate, Named, State};
use crate::error::{EvalError, StartError};
use crate::math::{Brief, Jet, Now, wrap};
use crate::model::{Mode, Model};
use crate::ode::find_root;
use nalgebra::DVector;
use thiserror::Error;

/// Where a driver goes: a question about the positions of a mechanism.
///
/// ```
/// use chetaev::analysis::Sweep;
/// use chetaev::prelude::*;
/// // A Scottish yoke: the slot of the yoke follows the crank's pin, x = r cos θ.
/// let mut builder = ModelBuilder::new();
/// let crank = builder.body("crank", RigidBody::disk(1.0, 0.2));
/// let yoke = builder.body("yoke", RigidBody::rod(1.0, 0.4).at(0.2, 0.0, 0.0));
/// let shaft = builder.constraint("shaft", Revolute::new(GROUND.origin(), crank.origin()));
/// builder.constraint("rail", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), yoke.axis([0.0, 0.0], 0.0)));
/// builder.constraint("slot", Slot::new(yoke.axis([0.0, 0.0], 0.25 * std::f64::consts::TAU), crank.point(0.2, 0.0)));
/// let model = builder.build()?;
/// let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), yoke.origin());
/// let turn = Sweep::of(&model, shaft);
/// for at in turn.through(&model.placed(), [0.5, 1.0, 2.0])? {
///     let [x, first, second] = at.ratio(travel)?;
///     let theta = at.value;
///     assert!((x - 0.2 * theta.cos()).abs() < 1e-14);
///     assert!((first + 0.2 * theta.sin()).abs() < 1e-13 && (second + 0.2 * theta.cos()).abs() < 1e-12);
/// }
/// // The yoke stands still twice a turn, the crank never.
/// let dead = turn.dead_centers(&model.placed(), travel, 0.05)?;
/// assert_eq!(dead.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "a sweep does nothing until it is led through values"]
pub struct Sweep<'m> {
    model: &'m Model,
    driver: Result<Named, StartError>,
}

/// A position of a sweep.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Position {
    /// The value of the driver.
    pub value: f64,
    /// The state, its velocities the derivatives with respect to the driver.
    pub state: State,
    model: Model,
    second: Vec<f64>,
}

/// A position in which a measure has come to an end of its range.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DeadCenter {
    /// The position; its velocities are zero.
    pub state: State,
    /// The value of the measure.
    pub value: f64,
    /// The value of the driver.
    pub driver: f64,
}

/// Why a sweep has no end.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SweepError {
    /// A position could not be reached.
    #[error(transparent)]
    Course(#[from] InverseError),
    /// What was asked for is not there, or the guess cannot be put onto the constraints.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A position could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// A mechanism that is to be led along a curve of positions, and has none or more than one.
    #[error(
        "dead centers are those of a mechanism with one freedom, and this one has {freedoms}{}: hold the others, or drive them",
        if velocity.is_empty() { String::new() } else { format!(" (`{velocity}` is one of them)") }
    )]
    Freedoms {
        /// How many it has.
        freedoms: usize,
        /// A velocity that is free.
        velocity: String,
    },
    /// Positions that end, or branch.
    #[error(
        "`{coordinate}` turns back within a step of {}: the way through the positions ends or branches there; begin elsewhere, or change a length a little",
        Brief(*length)
    )]
    Turns {
        /// The coordinate that moves most.
        coordinate: String,
        /// The last step that was tried.
        length: f64,
    },
    /// Positions that do not come back.
    #[error(
        "the positions that {driver} leads through do not come back to the first within {steps} steps: take a longer step, or a mechanism that turns in a circle"
    )]
    Endless {
        /// The driver.
        driver: String,
        /// How many steps were taken.
        steps: usize,
    },
}

/// Steps along the curve of positions, at most.
const MOST_STEPS: usize = 20_000;
/// Cosine between the directions at two positions of the curve below which a step is halved, and how often it is.
const STRAIGHT: f64 = 0.98;
const HALVINGS: u32 = 30;
/// Part of a step within which two dead centers are one.
const SAME: f64 = 1e-6;

impl<'m> Sweep<'m> {
    /// A sweep of this measure, or of the single motion of a joint.
    pub fn of(model: &'m Model, driver: impl Coordinate) -> Self {
        Self { model, driver: driver.named(model) }
    }

    /// The positions at these values of the driver, each found from the one before; the guess is made consistent at the first. What depends on time reads the value of the driver for it.
    ///
    /// # Errors
    /// A value that cannot be reached, or only by a jump; freedoms that the driver leaves.
    pub fn through(&self, guess: &State, values: impl IntoIterator<Item = f64>) -> Result<Vec<Position>, InverseError> {
        let motions = [Motion { of: self.driver.clone()?, law: Box::new(|x: Jet| x) }];
        let mut course = Course::new(self.model, &motions, guess);
        let position = |value: f64| {
            let state = course.go_to(value)?.clone();
            Ok(Position { value, state, model: self.model.clone(), second: course.second() })
        };
        values.into_iter().map(position).collect()
    }

    /// The dead centers of a measure, in the order in which the mechanism passes them on its way from the guess through all positions and back to where it began. The mechanism must have one freedom; the
    /// driver's own dead centers, between which it can drive, are those of its measure. `step` is the length of a step along the way (m, rad; of all coordinates together); where two dead centers are nearer
    /// to each other than that, neither is seen.
    ///
    /// # Errors
    /// More or fewer freedoms than one; a way that does not come back.
    pub fn dead_centers(&self, guess: &State, of: impl Coordinate, step: f64) -> Result<Vec<DeadCenter>, SweepError> {
        let (model, driver, of) = (self.model, self.driver.clone()?, of.named(self.model)?);
        let mut state = guess.clone();
        state.v.fill(0.0);
        state.modes[model.constraint_count()..].fill(Mode::Undecided);
        let mut state = model.start_from(state).project()?.state;
        state.v.fill(0.0);
        let mut here = Place::new(model, state, None)?;
        let (start, mut rate) = (here.clone(), here.rate_of(model, &of)?);
        let (mut dead, mut before) = (Vec::new(), 0.0);
        for _ in 0..MOST_STEPS {
            let (next, length) = here.next(model, step)?;
            let faster = next.rate_of(model, &of)?;
            let along = start.ahead_of(model, &next.state);
            let back = before < 0.0 && along >= 0.0 && start.distance(model, &next.state) < 4.0 * step;
            if rate != 0.0 && rate * faster <= 0.0 {
                let value = |length: f64| here.by(model, length)?.rate_of(model, &of);
                let place = here.by(model, find_root(value, 0.0, rate, length, faster, 0.0)?.nearest())?;
                // The last step may go past the start, where the first has looked already.
                let seen = |first: &DeadCenter| place.distance(model, &first.state) < SAME * step;
                if !(back && dead.first().is_some_and(seen)) {
                    let [value, driver] = [place.value_of(model, &of)?, place.value_of(model, &driver)?];
                    dead.push(DeadCenter { state: place.state, value, driver });
                }
            }
            if back {
                return Ok(dead);
            }
            (here, rate, before) = (next, if faster == 0.0 { -rate } else { faster }, along);
        }
        Err(SweepError::Endless { driver: driver.name, steps: MOST_STEPS })
    }
}

impl Position {
    /// A measure y, or the single motion of a joint, and its first and second derivative with respect to the driver.
    pub fn ratio(&self, of: impl Coordinate) -> Result<[f64; 3], InverseError> {
        let (model, state) = (&self.model, &self.state);
        let of = of.named(model)?;
        let mut ws = model.workspace();
        ws.residuals_of(model, state)?;
        let (told, gradient) = ws.tell_along(model, Now::new(state.t, &state.variables), &of)?;
        let second = gradient.iter().zip(&self.second).map(|(g, a)| g * a).sum::<f64>() + told.bias;
        Ok([told.value, told.rate, second])
    }
}

/// A place on the curve of positions, and the direction in which it is passed.
#[derive(Clone, Debug)]
struct Place {
    state: State,
    direction: DVector<f64>,
}

impl Place {
    fn new(model: &Model, state: State, before: Option<&DVector<f64>>) -> Result<Self, SweepError> {
        let chart = Chart::new(model, &state, Sticks::Free)?;
        let freedoms = chart.positions.ncols();
        if freedoms != 1 {
            let most = chart.positions.column_iter().next().map(|column| column.icamax());
            let velocity = most.map(|most| model.velocity_name(most)).unwrap_or_default();
            return Err(SweepError::Freedoms { freedoms, velocity });
        }
        let direction = chart.positions.column(0).into_owned();
        let turns = before.is_some_and(|before| before.dot(&direction) < 0.0);
        Ok(Self { direction: if turns { -direction } else { direction }, state })
    }

    /// The place at this distance along the direction.
    fn by(&self, model: &Model, length: f64) -> Result<Self, SweepError> {
        let mut state = self.state.clone();
        let way = &self.direction * length;
        model.inner.layout.kinematics.advance(&mut state.q, way.as_slice(), 1.0);
        project(model, &mut model.workspace(), &mut state)?;
        Self::new(model, state, Some(&self.direction))
    }

    /// The next place, and how long the step is.
    fn next(&self, model: &Model, step: f64) -> Result<(Self, f64), SweepError> {
        let mut length = step;
        for _ in 0..HALVINGS {
            let next = self.by(model, length);
            let goes_on = |next: &Self| {
                // The curve may end, and what is projected onto it lie behind.
                self.direction.dot(&next.direction) > STRAIGHT && self.ahead_of(model, &next.state) > STRAIGHT * length
            };
            match next.ok().filter(goes_on) {
                Some(next) => return Ok((next, length)),
                None => length *= 0.5,
            }
        }
        let coordinate = model.velocity_name(self.direction.icamax());
        Err(SweepError::Turns { coordinate, length })
    }

    fn value_of(&self, model: &Model, of: &Named) -> Result<f64, SweepError> {
        Ok(self.told(model, of)?.0)
    }

    /// (2).
    fn rate_of(&self, model: &Model, of: &Named) -> Result<f64, SweepError> {
        Ok(self.told(model, of)?.1)
    }

    fn told(&self, model: &Model, of: &Named) -> Result<(f64, f64), EvalError> {
        let mut ws = model.workspace();
        ws.residuals_of(model, &self.state)?;
        let (told, gradient) = ws.tell_along(model, Now::new(self.state.t, &self.state.variables), of)?;
        Ok((told.value, self.direction.dot(&DVector::from_vec(gradient))))
    }

    /// The way to another state, angles without whole turns.
    fn way_to(&self, model: &Model, other: &State) -> DVector<f64> {
        let mut way = difference(model, &self.state, other);
        way.truncate(model.velocities());
        for entry in model.inner.bodies.iter().filter(|entry| !entry.spatial) {
            for (dof, coordinate) in entry.dofs.clone().zip(&entry.shape.coordinates) {
                if coordinate.quantity == Quantity::Angle {
                    way[dof] = wrap(way[dof]);
                }
            }
        }
        DVector::from_vec(way)
    }

    fn distance(&self, model: &Model, other: &State) -> f64 {
        self.way_to(model, other).norm()
    }

    /// How far another state is ahead, along the direction.
    fn ahead_of(&self, model: &Model, other: &State) -> f64 {
        self.direction.dot(&self.way_to(model, other))
    }
}
