//! The forces that were found, and the instant to which they belong.

use super::InverseError;
use super::actuators::{ONE, index_of};
use super::balance::Found;
use crate::dynamics::State;
use crate::model::Model;
use crate::simulate::{Snapshot, Solution};

/// The answer to an [`Inverse`](super::Inverse) question at one instant.
///
/// ```
/// use chetaev::analysis::Inverse;
/// use chetaev::prelude::*;
/// // Two winches hold a load: each could carry all of it, were the right one not too weak.
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let load = builder.body("load", Particle::new(2.0));
/// builder.constraint("mast", Slot::new(GROUND.axis([0.0, 0.0], 0.25 * std::f64::consts::TAU), load.origin()));
/// let model = builder.build()?;
/// let up = Travel::along(GROUND.axis([0.0, 0.0], 0.25 * std::f64::consts::TAU), load.origin());
/// let question = Inverse::of(&model).actuator("left", up).actuator("right", up).limit("right", 0.0, 5.0);
/// let held = question.motion(up, |t| t * 0.0).at(&model.placed())?;
/// assert!(!held.is_determined());
/// let [least, most] = held.range("left")?;
/// assert!((least - (2.0 * 9.81 - 5.0)).abs() < 1e-12 && (most - 2.0 * 9.81).abs() < 1e-12);
/// assert!((held.least("right")? - 5.0).abs() < 1e-12);
/// assert!(held.read()?.acceleration()[1].abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Inverted {
    model: Model,
    names: Vec<String>,
    state: State,
    ranges: Vec<[f64; 2]>,
    /// The least forces, and what they do; none if they are not known.
    least: Option<(Vec<f64>, Solution)>,
    reach: f64,
}

impl Inverted {
    pub(super) fn new(model: &Model, names: &[String], reach: f64, ranges: Vec<[f64; 2]>, found: Found) -> Self {
        let Found { forces, solution, state } = found;
        Self { model: model.clone(), names: names.to_vec(), state, ranges, least: Some((forces, solution)), reach }
    }

    /// Without least forces.
    pub(super) fn open(model: &Model, names: &[String], reach: f64, ranges: Vec<[f64; 2]>, state: State) -> Self {
        Self { model: model.clone(), names: names.to_vec(), state, ranges, least: None, reach }
    }

    /// The state, its friction points decided.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The force (or moment) of an actuator, if there is one that makes the motion and no other.
    pub fn force(&self, actuator: &str) -> Result<f64, InverseError> {
        let index = index_of(&self.names, actuator)?;
        match &self.least {
            Some((forces, _)) if self.is_one(index) => Ok(forces[index]),
            _ => Err(self.undetermined(index)),
        }
    }

    /// The least and the largest force of an actuator with which the motion can be made, the others giving what is missing: infinite where nothing limits it. What lies between
    /// is possible too, unless the loads of friction points have to change their signs for it, or those of pins turn: a force that goes nearly through a rough pin jams it, and is held if it is large
    /// to this side or to the other one.
    ///
    /// ```
    /// use chetaev::analysis::Inverse;
    /// use chetaev::prelude::*;
    /// // A disk of 2 kg on a rough pin of 5 cm, and a force that passes it at 1 cm: friction holds ρ |m g − f e| ≥ 0.01 f, ρ = 0.5 · 0.05 m, whatever the force is.
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, -9.81]);
    /// let disk = builder.body("disk", RigidBody::disk(2.0, 0.2));
    /// let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), disk.origin()));
    /// builder.friction("rub", FrictionPoint::in_pin(pin, 0.05), Coulomb::new(0.5));
    /// let model = builder.build()?;
    /// let through = |arm: f64| Travel::along(GROUND.axis([0.0, arm], 0.0), disk.point(0.0, arm));
    /// let hold = |arm: f64| Inverse::of(&model).actuator("push", through(arm)).motion(pin, |t| t * 0.0).at(&model.placed());
    /// assert_eq!(hold(0.01)?.range("push")?, [f64::NEG_INFINITY, f64::INFINITY]);
    /// // At 4 cm it is held up to f √(0.04² − ρ²) = ρ m g.
    /// let most = 0.025 * 2.0 * 9.81 / (0.04_f64.powi(2) - 0.025_f64.powi(2)).sqrt();
    /// assert!((hold(0.04)?.range("push")?[1] - most).abs() < 1e-9 * most);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn range(&self, actuator: &str) -> Result<[f64; 2], InverseError> {
        index_of(&self.names, actuator).map(|index| self.ranges[index])
    }

    /// The force of an actuator among the least forces that make the motion: Σ (weight · force)² is as small as it can be.
    pub fn least(&self, actuator: &str) -> Result<f64, InverseError> {
        let index = index_of(&self.names, actuator)?;
        let (forces, _) = self.least.as_ref().ok_or_else(|| self.undetermined(index))?;
        Ok(forces[index])
    }

    /// Is there one force for each actuator?
    pub fn is_determined(&self) -> bool {
        (0..self.names.len()).all(|index| self.is_one(index))
    }

    /// Everything else at this instant, under the least forces (which are the only ones if they are [determined](Self::is_determined)): accelerations, reactions, friction.
    pub fn read(&self) -> Result<Snapshot<'_>, InverseError> {
        match &self.least {
            Some((_, solution)) => Ok(Snapshot::with_solution(&self.model, &self.state, solution)),
            None => Err(self.undetermined(0)),
        }
    }

    /// How well the actuators reach what they are to move: the smallest cosine between the prescribed motions and those that the actuators can make, in the metric of the masses. It is 1 where each pushes along its
    /// own motion, and goes to zero with the distance from a position where they cannot move it, while forces grow beyond all bounds.
    pub fn reach(&self) -> f64 {
        self.reach
    }

    fn is_one(&self, index: usize) -> bool {
        let [lower, upper] = self.ranges[index];
        // Of half a line no part is one number.
        lower.is_finite() && upper.is_finite() && upper - lower <= ONE * lower.abs().max(upper.abs())
    }

    fn undetermined(&self, index: usize) -> InverseError {
        let [lower, upper] = self.ranges[index];
        InverseError::Undetermined { actuator: self.names[index].clone(), lower, upper, t: self.state.t }
    }
}
