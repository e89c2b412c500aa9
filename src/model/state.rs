//! The state of a model: plain data, all that a restart needs.

use super::{Model, Names, Succession};
use crate::element::{BodyId, ConstraintRef, ContactId, FrictionId, Space, Spatial, SpatialFrame, VariableId, foreign};
use nalgebra::{UnitQuaternion, Vector3};

/// Whether a constraint acts (`Holding`, `Released`); whether a friction point sticks (`Stick`) or slides, and in which direction.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let ball = builder.body("ball", Particle::new(1.0).at(1.0, 0.0));
/// let string = builder.constraint("string", Distance::new(GROUND.origin(), ball.origin(), 1.0));
/// let model = builder.build()?;
/// let mut cut = model.placed();
/// cut.release(string);
/// assert_eq!((model.read(&cut).mode(string), model.read(&model.placed()).mode(string)), (Mode::Released, Mode::Holding));
/// assert_eq!(model.read(&cut).body_acceleration(ball).as_slice()[..2], [0.0, -9.81]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Mode {
    /// A constraint that acts.
    #[default]
    Holding,
    /// A constraint that is switched off: no force, and its residual is free to change. A friction point that nothing loads.
    Released,
    /// A contact that is open: it closes by itself when its gap does.
    Open,
    /// A friction point that sticks.
    Stick,
    /// A friction point that slides with a positive slip speed; a contact in space that slides, whichever way.
    Forward,
    /// A friction point that slides with a negative slip speed.
    Backward,
    /// A friction point for which stick or slip is not decided yet: [`Model::decide_friction`](crate::model::Model::decide_friction) decides, and so do
    /// every run when it starts, and [`Model::read`](crate::model::Model::read) for what it reads.
    Undecided,
}

impl Mode {
    /// A constraint that acts, or a friction point that sticks: its rows are in the equations.
    pub(crate) fn holds(self) -> bool {
        matches!(self, Self::Holding | Self::Stick)
    }

    /// As a number in tables and files: 0 holds or sticks, 1 and −1 slide forward and backward, 2 is switched off, 3 is not decided, 4 is open.
    pub fn code(self) -> i8 {
        match self {
            Self::Holding | Self::Stick => 0,
            Self::Forward => 1,
            Self::Backward => -1,
            Self::Released => 2,
            Self::Undecided => 3,
            Self::Open => 4,
        }
    }

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
/// Plain data: save it, change it, start again from it. It knows the names under which its numbers stand, and a model that has other bodies, constraints, forces, friction points or variables, or has
/// them in another order, refuses it ([`EvalError::OtherModel`](crate::error::EvalError::OtherModel)). What takes a handle alone cannot tell one of a model with as many constraints,
/// and panics, at the line of the caller, where there is no such number. Read it with [`Model::read`], by handle, as a sample of a run is read; set it by handle:
///
/// ```
/// use chetaev::prelude::*;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = ModelBuilder::new();
/// let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 2.0, 0.0));
/// let model = builder.build()?;
/// let mut state = model.placed();
/// state.set_velocity(&model, ball, [0.5, -1.0]);
/// state.set_spin(&model, ball, 3.0);
/// let now = model.read(&state).body(ball);
/// assert_eq!((now.origin.y, now.velocity.y, now.spin), (2.0, -1.0, 3.0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
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
    /// What the variables are, in the order of declaration: [`Model::variable_names`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub variables: Vec<f64>,
    /// Which constraints hold, see [`State::release`]; then, for each friction point, whether it sticks or slides.
    pub modes: Vec<Mode>,
    /// Signs of the loads of the friction points, and angles (rad) of those of pins, in the axes of the pin's two reactions: where a search for them
    /// begins. Never part of the result, unless there are several. Of a contact in space, the angle of its slip in the axes of its two slips.
    pub signs: Vec<f64>,
    /// Warm starts of constraints that search for a point (a curve's parameter), never part of the result; and the whole turns that springs, gears and stops along an angle in space have
    /// counted: see [`Model::remember`].
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub memory: Vec<f64>,
    /// Impacts since anything else has happened.
    #[cfg_attr(feature = "serde", serde(default))]
    pub impacts: Succession,
    /// The names under which these numbers stand.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Names::unknown"))]
    pub(crate) names: Names,
}

/// Equal in every number, whatever their names. What was never found is not a number, and as such equal to itself.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        fn numbers(it: &State) -> [&[f64]; 7] {
            [std::slice::from_ref(&it.t), &it.q, &it.v, &it.works, &it.variables, &it.signs, &it.memory]
        }
        let same = |(a, b): (&f64, &f64)| a == b || (a.is_nan() && b.is_nan());
        let alike = |(a, b): (&[f64], &[f64])| a.len() == b.len() && a.iter().zip(b).all(same);
        numbers(self).into_iter().zip(numbers(other)).all(alike)
            && self.modes == other.modes
            && self.impacts == other.impacts
    }
}

impl State {
    /// This state at another time. Whole turns that were counted are kept if that is an earlier one; to a later one they go on as fast as they went.
    pub fn at(self, t: f64) -> Self {
        Self { t, ..self }
    }

    /// Switches a constraint off: its force is zero from here on, and its φ can be read as a gap. So a rope is let go that is a `Stop`: a contact is a constraint too, and stays off until it is held again.
    ///
    /// # Panics
    /// If the constraint is not one of this state's model.
    #[track_caller]
    pub fn release(&mut self, constraint: impl Into<ConstraintRef>) {
        self.impacts.clear();
        *self.mode_of(constraint.into(), "constraint") = Mode::Released;
    }

    /// Switches a constraint on again. The state must satisfy it: a run projects a changed state.
    ///
    /// # Panics
    /// If the constraint is not one of this state's model.
    ///
    /// A Geneva drive: the pin of a crank enters a slot of a wheel and turns it by a quarter, then a lock holds the wheel. Pin and slot meet and part along the slot, so that nothing is struck.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, SQRT_2, TAU};
    /// let mut builder = ModelBuilder::new();
    /// let crank = builder.body("crank", RigidBody::disk(1.0, 0.1).at(0.0, 0.0, -FRAC_PI_2));
    /// let wheel = builder.body("wheel", RigidBody::disk(1.0, 0.1).at(0.1 * SQRT_2, 0.0, 0.0));
    /// builder.constraint("O", Revolute::new(GROUND.origin(), crank.origin()));
    /// builder.constraint("C", Revolute::new(GROUND.point(0.1 * SQRT_2, 0.0), wheel.origin()));
    /// builder.constraint("motor", Driver::new(Angle::between(GROUND, crank), |t| t * TAU - FRAC_PI_2));
    /// // Four slots are two lines through the center; the lock holds at each quarter.
    /// let slots = [("even", FRAC_PI_4), ("odd", -FRAC_PI_4)].map(|(name, angle)| {
    ///     builder.constraint(name, Slot::new(wheel.axis([0.0, 0.0], angle), crank.point(0.1, 0.0)))
    /// });
    /// let quarters = Formula::parse("sin(2*angle)", ["angle"])?;
    /// let lock = builder.constraint("lock", Equation::holonomic([wheel], [quarters])?);
    /// let model = builder.build()?;
    /// let mut guess = model.placed();
    /// slots.iter().for_each(|slot| guess.release(*slot));
    /// let inside = move |at: &Snapshot<'_>| at.body(crank).angle.cos() - FRAC_PI_4.cos();
    /// let enters = Event::new("enters", inside).rising().change_with(move |at, state| {
    ///     let turned = (at.body(wheel).angle / FRAC_PI_2).round() as i64;
    ///     state.release(lock);
    ///     state.hold(slots[turned.rem_euclid(2) as usize]);
    ///     Ok(())
    /// });
    /// let leaves = Event::new("leaves", inside).falling().change(move |state| {
    ///     slots.iter().for_each(|slot| state.release(*slot));
    ///     state.hold(lock);
    /// });
    /// let run = Simulation::new(&model).every(0.125).event(enters).event(leaves);
    /// let run = run.run(model.start_from(guess).project()?, 3.0)?;
    /// let end = run.last().ok_or("no sample")?;
    /// assert!((end.body(wheel).angle + 3.0 * FRAC_PI_2).abs() < 1e-9);
    /// // In the middle of a slot the wheel turns 1/(√2 − 1) times as fast as the crank.
    /// let fastest = run.largest(|at| -at.body(wheel).spin);
    /// assert!((fastest * (SQRT_2 - 1.0) - TAU).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("engage", "clutch", "Geneva"))]
    #[track_caller]
    pub fn hold(&mut self, constraint: impl Into<ConstraintRef>) {
        self.impacts.clear();
        *self.mode_of(constraint.into(), "constraint") = Mode::Holding;
    }

    /// Opens a contact, also one that was released, without a force from here on: it closes when its gap does, at once if what acts presses it together. To let go for good, [`release`](Self::release) it.
    ///
    /// # Panics
    /// If the contact is not one of this state's model.
    #[track_caller]
    pub fn open(&mut self, contact: ContactId) {
        *self.mode_of(contact.normal, "contact") = Mode::Open;
    }

    /// Closes a contact: a start is projected onto φ = 0, and a run decides whether it stays closed.
    ///
    /// # Panics
    /// If the contact is not one of this state's model.
    #[track_caller]
    pub fn close(&mut self, contact: ContactId) {
        *self.mode_of(contact.normal, "contact") = Mode::Holding;
    }

    /// Sets whether a friction point sticks or slides, and in which direction. A run decides anew when it starts; an analysis takes it as given.
    ///
    /// # Panics
    /// If the friction point is not one of this state's model.
    #[track_caller]
    pub fn set_friction(&mut self, friction: FrictionId, mode: Mode) {
        self.impacts.clear();
        let (first, points) = (self.constraint_count(), self.signs.len());
        match self.modes[first..].get_mut(friction.index as usize) {
            Some(place) => *place = mode,
            None => foreign("friction", friction.index as usize + 1, &format!("{points} friction points")),
        }
    }

    /// What a variable is.
    ///
    /// # Panics
    /// Here and below: if the variable is not one of this state's model.
    #[track_caller]
    pub fn variable(&self, variable: VariableId) -> f64 {
        self.variables[self.place_of(variable)]
    }

    /// Sets a variable.
    #[track_caller]
    pub fn set_variable(&mut self, variable: VariableId, value: f64) {
        let place = self.place_of(variable);
        self.variables[place] = value;
    }

    fn constraint_count(&self) -> usize {
        self.modes.len().saturating_sub(self.signs.len())
    }

    #[track_caller]
    fn mode_of(&mut self, constraint: ConstraintRef, kind: &str) -> &mut Mode {
        let (index, constraints) = (constraint.index as usize, self.constraint_count());
        if index >= constraints {
            foreign(kind, index + 1, &format!("{constraints} constraints and contacts"));
        }
        &mut self.modes[index]
    }

    #[track_caller]
    fn place_of(&self, variable: VariableId) -> usize {
        let (index, variables) = (variable.index as usize, self.variables.len());
        if index >= variables {
            foreign("variable", index + 1, &format!("{variables} variables"));
        }
        index
    }

    /// Sets the position of the origin of a body's frame (the center of mass of a rigid body), in world axes.
    ///
    /// # Panics
    /// Here and below: if the body is not one of this state's model, or has coordinates other than those of its frame (see
    /// [`FrameMap::General`](crate::body::FrameMap::General); for these use [`Model::coordinate_range`]).
    #[track_caller]
    pub fn set_position<S: Space>(&mut self, model: &Model, body: BodyId<S>, place: impl Into<S::Vector>) {
        self.impacts.clear();
        let first = model.framed(body.into(), false).coordinates.start;
        write(&mut self.q[first..], S::in_space(place.into()), S::SPATIAL);
    }

    /// Gives the origin of a body's frame a velocity, in world axes. Its spin stays.
    #[track_caller]
    pub fn set_velocity<S: Space>(&mut self, model: &Model, body: BodyId<S>, velocity: impl Into<S::Vector>) {
        self.impacts.clear();
        let first = model.framed(body.into(), false).dofs.start;
        write(&mut self.v[first..], S::in_space(velocity.into()), S::SPATIAL);
    }

    /// Turns a body of the plane to an angle.
    ///
    /// # Panics
    /// Also if the body does not turn.
    #[track_caller]
    pub fn set_angle(&mut self, model: &Model, body: BodyId, angle: f64) {
        self.impacts.clear();
        self.q[model.framed(body.into(), true).coordinates.start + 2] = angle;
    }

    /// Turns a body in space: `attitude` turns body axes to world axes. Its angular velocity stays as it is in the body's axes.
    ///
    /// # Panics
    /// Also if the body does not turn.
    #[track_caller]
    pub fn set_attitude(&mut self, model: &Model, body: BodyId<Spatial>, attitude: UnitQuaternion<f64>) {
        self.impacts.clear();
        let first = model.framed(body.into(), true).coordinates.start + 3;
        self.q[first..first + 4].copy_from_slice(&[attitude.w, attitude.i, attitude.j, attitude.k]);
    }

    /// Gives a body an angular velocity; in space a vector, in world axes.
    ///
    /// # Panics
    /// Also if the body does not turn.
    #[track_caller]
    pub fn set_spin<S: Space>(&mut self, model: &Model, body: BodyId<S>, spin: impl Into<S::Moment>) {
        self.impacts.clear();
        let (entry, spin) = (model.framed(body.into(), true), S::moment_in_space(spin.into()));
        let first = entry.dofs.start;
        if !S::SPATIAL {
            self.v[first + 2] = spin.z;
        } else if let (Some(q), Some(v)) =
            (self.q[entry.coordinates.start..].first_chunk(), self.v[first..].first_chunk())
        {
            let spin = SpatialFrame::from_coordinates(q, v).turn_back(spin);
            write(&mut self.v[first + 3..], spin, true);
        }
    }
}

fn write(to: &mut [f64], vector: Vector3<f64>, spatial: bool) {
    let numbers = if spatial { 3 } else { 2 };
    to[..numbers].copy_from_slice(&vector.as_slice()[..numbers]);
}

impl Model {
    /// What a contact does under these modes, its friction included.
    pub(crate) fn contact_mode(&self, index: usize, modes: &[Mode]) -> Mode {
        let contact = &self.inner.contacts[index];
        match (modes[contact.entry], contact.friction) {
            (Mode::Holding, Some(point)) => modes[self.inner.frictions[point].entry],
            (mode, _) => mode,
        }
    }
}
