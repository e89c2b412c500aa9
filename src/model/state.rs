//! The state of a model: plain data, all that a restart needs.

use crate::element::{ConstraintRef, FrictionId};

/// Whether a constraint acts; for a friction point, whether it sticks (`Holding`) or slides, and where to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Mode {
    /// It holds its bodies.
    #[default]
    Holding,
    /// It is switched off: no force, and its residual is free to change.
    Released,
    /// A friction point that slides with a positive slip speed.
    Forward,
    /// A friction point that slides with a negative slip speed.
    Backward,
    /// A friction point of which it is not known yet whether it sticks or slides: [`Model::settle`](crate::model::Model::settle) decides, and so does
    /// every run when it starts.
    Undecided,
}

impl Mode {
    /// σ: +1 or −1 for a point that slides, else 0.
    pub fn direction(self) -> f64 {
        match self {
            Self::Forward => 1.0,
            Self::Backward => -1.0,
            _ => 0.0,
        }
    }

    /// Sliding in the direction of the given sign.
    pub fn sliding(direction: f64) -> Self {
        if direction < 0.0 { Self::Backward } else { Self::Forward }
    }
}

/// Everything that a run needs to go on: time, positions, velocities, works done so far, warm starts.
///
/// Plain data: save it, change it, start again from it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct State {
    /// Time.
    pub t: f64,
    /// Coordinates of all bodies, in the order of declaration.
    pub q: Vec<f64>,
    /// Velocities of all bodies, in the same order.
    pub v: Vec<f64>,
    /// Work done so far by each force and each constraint whose work is integrated.
    pub works: Vec<f64>,
    /// Which constraints hold, see [`State::release`]; then, for each friction point, whether it sticks or slides.
    pub modes: Vec<Mode>,
    /// Signs of the loads of the friction points, and angles (rad) of those of pins, in the axes of the pin's two reactions: where a search for them
    /// begins. Never part of the result, unless there are several.
    pub signs: Vec<f64>,
    /// Warm starts of constraints that search for a point (a curve's parameter): never part of the result.
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub memory: Vec<f64>,
}

impl State {
    /// This state at another time.
    pub fn at(self, t: f64) -> Self {
        Self { t, ..self }
    }

    /// Switches a constraint off: its force is zero from here on, and its φ can be read as a gap.
    ///
    /// # Panics
    /// If the constraint is not one of this state's model.
    pub fn release(&mut self, constraint: impl Into<ConstraintRef>) {
        self.modes[constraint.into().index as usize] = Mode::Released;
    }

    /// Switches a constraint on again. The state must satisfy it: a run projects a changed state.
    ///
    /// # Panics
    /// If the constraint is not one of this state's model.
    pub fn hold(&mut self, constraint: impl Into<ConstraintRef>) {
        self.modes[constraint.into().index as usize] = Mode::Holding;
    }

    /// Says whether a friction point sticks or slides, and where to. A run decides anew when it starts; an analysis takes it as given.
    ///
    /// # Panics
    /// If the friction point is not one of this state's model.
    pub fn set_friction(&mut self, friction: FrictionId, mode: Mode) {
        let lasting = self.modes.len() - self.signs.len();
        self.modes[lasting + friction.index as usize] = mode;
    }
}
