//! Inverse questions: which forces make a motion that is given?
//!
//! Some measures follow functions of time, and actuators, forces along measures of any choice, are to make them do so. `goals.rs` says what is prescribed, `balance.rs` derives the forces,
//! `family.rs` what is left open by it, and `course.rs` goes through times without integrating.

mod actuators;
mod balance;
mod cone;
mod course;
mod edges;
mod error;
mod family;
mod goals;
mod inverted;
mod set;

pub(super) use course::Course;
pub use error::InverseError;
pub(super) use goals::{Goals, Motion};
pub use inverted::Inverted;

use super::manifold::check_variables;
use crate::dynamics::{Coordinate, Named, State};
use crate::error::EvalError;
use crate::math::{Jet, Signal, TimeLaw, hides_its_rate};
use crate::model::Model;
use actuators::{Actuators, ONE, ROUNDING, index_of};
use balance::Balance;
use family::{Family, Least};

/// The time after an instant in which a law must say how it changes (s).
const SOON: f64 = 1e-3;

/// A question: the forces of these actuators in this motion.
///
/// Measures that are named by `motion` follow functions of time; `actuator`s are forces (or moments) along any measures, unknown in size, which push `b` away from `a`. Both take a measure, or a joint
/// that leaves one motion free. Reactions, and the friction that they load, are solved with them.
///
/// ```
/// use chetaev::analysis::Inverse;
/// use chetaev::prelude::*;
/// // Which torque turns the crank at 3 rad/s, against friction in the slider's slot?
/// let mut builder = ModelBuilder::new();
/// let crank = builder.body("crank", RigidBody::rod(1.0, 0.2).at(0.1, 0.0, 0.0));
/// let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.45, 0.0, 0.0));
/// let slider = builder.body("slider", Particle::new(1.0).at(0.7, 0.0));
/// let shaft = builder.constraint("shaft", Revolute::new(GROUND.origin(), crank.point(-0.1, 0.0)));
/// builder.constraint("A", Revolute::new(crank.point(0.1, 0.0), rod.point(-0.25, 0.0)));
/// builder.constraint("B", Revolute::new(rod.point(0.25, 0.0), slider.origin()));
/// let guide = builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
/// let rub = builder.friction("rub", FrictionPoint::in_slot(guide), Coulomb::new(0.2));
/// let model = builder.build()?;
/// let question = Inverse::of(&model).actuator("motor", shaft).motion(shaft, |t| t * 3.0 + 0.3);
/// for found in question.over(&model.placed(), [0.0, 0.1, 0.2])? {
///     let at = found.read()?;
///     // All power of the motor moves the mechanism or is lost in the slot.
///     let faster: f64 = at.v().iter().zip(at.acceleration()).zip([1.0, 1.0, 1.0 / 300.0, 1.0, 1.0, 1.0 / 48.0, 1.0, 1.0]).map(|((v, a), m)| m * v * a).sum();
///     let (lost, motor) = (at.friction(rub)?.force * at.friction(rub)?.slip, found.force("motor")? * 3.0);
///     assert!((motor + lost - faster).abs() < 1e-11);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "a question is answered by `at`, `accelerated` or `over`"]
pub struct Inverse<'m> {
    model: &'m Model,
    actuators: Actuators,
    motions: Vec<Motion>,
    /// The first thing that was asked for and is not there.
    refused: Option<InverseError>,
}

impl<'m> Inverse<'m> {
    /// A question about a model.
    pub fn of(model: &'m Model) -> Self {
        Self { model, actuators: Actuators::default(), motions: Vec::new(), refused: None }
    }

    /// A force (or moment) of unknown size along a measure.
    pub fn actuator(mut self, name: &str, along: impl Coordinate) -> Self {
        if self.actuators.names.iter().any(|other| other == name) {
            self.refuse(name, "there are two of this name");
        } else if let Some(named) = self.take(along) {
            self.actuators.push(name, named);
        }
        self
    }

    /// An actuator's force is between these two.
    pub fn limit(mut self, actuator: &str, least: f64, most: f64) -> Self {
        if least.is_nan() || most.is_nan() || least > most {
            self.refuse(actuator, "its limits must be numbers, the smaller one first");
        } else if let Some(limits) = self.of_actuator(actuator) {
            (limits.least, limits.most) = (least, most);
        }
        self
    }

    /// How much an actuator's force counts where the least forces are looked for, Σ (weight · force)²: 1 unless said otherwise.
    pub fn weigh(mut self, actuator: &str, weight: f64) -> Self {
        if !(weight > 0.0 && weight.is_finite()) {
            self.refuse(actuator, "its weight must be a positive number");
        } else if let Some(limits) = self.of_actuator(actuator) {
            limits.weight = weight;
        }
        self
    }

    fn of_actuator(&mut self, name: &str) -> Option<&mut actuators::Limits> {
        match index_of(&self.actuators.names, name) {
            Ok(index) => Some(&mut self.actuators.limits[index]),
            Err(error) => {
                self.refused.get_or_insert(error);
                None
            }
        }
    }

    fn refuse(&mut self, actuator: &str, what: &'static str) {
        self.refused.get_or_insert(InverseError::BadActuator { actuator: actuator.to_owned(), what });
    }

    /// A measure follows a function of time, written with [`Jet`]s as a [`Driver`](crate::constraint::Driver)'s. A whole pose in space is six of them: see [`guide::analysis`](crate::guide::analysis).
    pub fn motion(self, of: impl Coordinate, law: impl Fn(Jet) -> Jet + Send + Sync + 'static) -> Self {
        self.follow(of, Box::new(law))
    }

    /// A measure follows a [`Signal`].
    pub fn motion_signal(self, of: impl Coordinate, signal: Signal) -> Self {
        self.follow(of, Box::new(signal))
    }

    fn follow(mut self, of: impl Coordinate, law: Box<dyn TimeLaw>) -> Self {
        if let Some(of) = self.take(of) {
            let of = of.counted(self.motions.len() + 1);
            self.motions.push(Motion { of, law });
        }
        self
    }

    fn take(&mut self, coordinate: impl Coordinate) -> Option<Named> {
        coordinate.named(self.model).map_err(|error| _ = self.refused.get_or_insert(error.into())).ok()
    }

    /// The forces at a state, whose positions and velocities are taken as they are: of the functions of time only the second derivative counts here. Freedoms of which nothing is prescribed move as the forces
    /// have it.
    pub fn at(&self, state: &State) -> Result<Inverted, InverseError> {
        self.check()?;
        let hides = |motion: &&Motion| hides_its_rate(&*motion.law, [state.t, state.t + SOON]);
        if let Some(motion) = self.motions.iter().find(hides) {
            return Err(EvalError::NoRate { name: motion.of.name.clone() }.into());
        }
        self.answer(Balance::of_motions(self.model, state, &self.actuators.along, &self.motions)?)
    }

    /// The forces at a state under which all velocities change as given; motions do not count.
    pub fn accelerated(&self, state: &State, accelerations: &[f64]) -> Result<Inverted, InverseError> {
        self.check()?;
        let (got, needs) = (accelerations.len(), self.model.velocities());
        if got != needs {
            return Err(crate::error::EvalError::WrongState { what: "accelerations", got, needs }.into());
        }
        self.answer(Balance::of_accelerations(self.model, state, &self.actuators.along, accelerations)?)
    }

    /// The forces at the given times, each position found from the one before and none by integration: all freedoms must be prescribed. The guess is made consistent at the first time, as a
    /// [start](Model::start) is.
    pub fn over(&self, guess: &State, times: impl IntoIterator<Item = f64>) -> Result<Vec<Inverted>, InverseError> {
        self.check()?;
        let mut course = Course::new(self.model, &self.motions, guess);
        times.into_iter().map(|t| self.at(course.go_to(t)?)).collect()
    }

    fn check(&self) -> Result<(), InverseError> {
        check_variables(self.model, "an inverse question")?;
        self.refused.clone().map_or(Ok(()), Err)
    }

    fn answer(&self, mut balance: Balance<'_>) -> Result<Inverted, InverseError> {
        let (model, names, limits) = (self.model, &self.actuators.names, &self.actuators.limits);
        let reach = balance.cosines().iter().copied().fold(1.0, f64::min);
        if balance.reached() == balance.unknowns() {
            let mut found = balance.solve()?;
            if !self.actuators.can(&mut found.forces, &balance.at_work()) {
                return Err(InverseError::BeyondLimits { friction: false, t: found.state.t });
            }
            let ranges = found.forces.iter().map(|u| [*u; 2]).collect();
            return Ok(Inverted::new(model, names, reach, ranges, found));
        }
        balance.check_reach()?;
        let mut family = match balance.family(limits) {
            Err(InverseError::Pin { .. }) if balance.is_single() => Family::of_one(balance.edges()?),
            family => family?,
        };
        self.actuators.clamp(&mut family.ranges, &balance.at_work(), balance.state.t)?;
        if !family.ranges.iter_mut().zip(balance.at_work()).all(|(range, at_work)| in_order(range, at_work)) {
            let friction = !balance.resting.is_empty();
            return Err(InverseError::BeyondLimits { friction, t: balance.state.t });
        }
        if let [range] = family.ranges[..] {
            let least = || Least { forces: vec![0.0_f64.clamp(range[0], range[1])], signs: Vec::new(), all: None };
            family.least.get_or_insert_with(least);
        }
        let open = |balance: &Balance<'_>, ranges| Inverted::open(model, names, reach, ranges, balance.held_state());
        let Some(Least { forces, signs, all }) = family.least else { return Ok(open(&balance, family.ranges)) };
        match balance.evaluate_under(forces, &signs, all.as_ref()) {
            // The range is known, and not how the points share what they hold.
            Err(InverseError::Slips { .. }) if !family.ranges.is_empty() => Ok(open(&balance, family.ranges)),
            found => Ok(Inverted::new(model, names, reach, family.ranges, found?)),
        }
    }
}

/// Is there anything between the ends? Those of one number may be told in the wrong order, by rounding: of the force, or of what acts besides.
fn in_order(range: &mut [f64; 2], at_work: f64) -> bool {
    let size = at_work.max(range[0].abs().min(range[1].abs()));
    let wide = range[1] - range[0];
    if size < f64::INFINITY && wide <= ROUNDING * size && -wide <= ONE * size {
        *range = [0.5 * (range[0] + range[1]); 2];
    }
    size == f64::INFINITY || -wide <= ONE * size
}
