//! The consistent start: from a rough guess to positions and velocities that satisfy every constraint.
//!
//! Positions first: Newton's method in the metric of the masses (see `project`), each step shortened until the residual
//! shrinks. Then velocities. Coordinates can be held fixed at their guess, which also chooses between assembly modes. What
//! cannot be met is an error that names the worst constraint; rows that depend on each other are named as sets.

use super::project::add;
use super::{Around, Bonds, Mode, State, StateRef, Workspace};
use crate::error::{EvalError, StartError};
use crate::math::{Now, max_abs};
use crate::model::{FrictionEntry, Model, Succession};

/// A guess of where the mechanism starts, to be made consistent by [`project`](Start::project).
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.6, 0.1, 0.0)); // roughly there
/// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
/// let model = builder.build()?;
/// let start = model.start().set("rod.theta", 0.2).hold("rod.theta").project()?;
/// assert!(start.phi < 1e-12);
/// assert!(start.moved > 0.1); // a start that moves far should be looked at
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a start does nothing until `project` is called"]
pub struct Start<'m> {
    model: &'m Model,
    guess: State,
    /// Velocities that are held, and with them the coordinates that follow from them.
    held: Vec<bool>,
    /// A name that was not found, and the names that there are.
    unknown: Option<(String, Vec<String>)>,
}

/// A consistent start, and how far it is from the guess.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Started {
    /// The state to run from.
    pub state: State,
    /// Largest change of any coordinate.
    pub moved: f64,
    /// The coordinate that moved most, by name.
    pub moved_most: String,
    /// Largest change of any velocity.
    pub sped: f64,
    /// The velocity that changed most, by name.
    pub sped_most: String,
    /// Newton steps for the positions.
    pub iterations: usize,
    /// Largest |φ| that is left.
    pub phi: f64,
    /// Largest |φ'| or |ψ| that is left.
    pub rate: f64,
}

impl From<Started> for State {
    fn from(started: Started) -> Self {
        started.state
    }
}

/// Residuals below this are met (m, rad; m/s, rad/s, relative to 1 + the largest coordinate or velocity).
const MET: f64 = 1e-10;
/// Velocities below this part of those that were asked for are none.
const STILL: f64 = 1e-13;
const MOST_ITERATIONS: usize = 100;
const SHORTEST_STEP: f64 = 1.0 / 1024.0;

impl Model {
    /// The state in which the bodies were placed, as it is: no constraint is looked at.
    pub fn placed(&self) -> State {
        let inner = &*self.inner;
        let mut state = State {
            t: 0.0,
            q: vec![0.0; self.coordinates()],
            v: vec![0.0; self.velocities()],
            works: vec![0.0; inner.layout.works],
            variables: inner.variables.iter().map(|variable| variable.value).collect(),
            modes: vec![Mode::Holding; inner.constraints.len()],
            signs: inner.frictions.iter().map(FrictionEntry::first_sign).collect(),
            memory: Vec::with_capacity(inner.layout.memory),
            impacts: Succession::default(),
        };
        for entry in &inner.bodies {
            entry.body.placement(&mut state.q[entry.coordinates.clone()], &mut state.v[entry.dofs.clone()]);
        }
        inner.contacts.iter().for_each(|contact| state.modes[contact.entry] = Mode::Open);
        state.modes[self.constraint_count()..].fill(Mode::Undecided);
        for entry in &inner.constraints {
            state.memory.extend_from_slice(&entry.shape.memory);
        }
        for entry in &inner.forces {
            state.memory.extend(entry.element.memory());
        }
        state
    }

    /// A start from where the bodies were placed.
    pub fn start(&self) -> Start<'_> {
        self.start_from(self.placed())
    }

    /// A start from a guess of one's own.
    pub fn start_from(&self, guess: State) -> Start<'_> {
        Start { model: self, held: vec![false; self.velocities()], guess, unknown: None }
    }
}

impl Start<'_> {
    /// Begins at another time.
    pub fn time(mut self, t: f64) -> Self {
        self.guess.t = t;
        self
    }

    /// Sets a coordinate of the guess, by name: `rod.theta`.
    pub fn set(mut self, coordinate: &str, value: f64) -> Self {
        if let Some(i) = self.find(self.model.coordinate_names(), coordinate) {
            self.guess.q[i] = value;
        }
        self
    }

    /// Sets a velocity of the guess, by name: `rod.omega`.
    pub fn set_velocity(mut self, velocity: &str, value: f64) -> Self {
        if let Some(i) = self.find(self.model.velocity_names(), velocity) {
            self.guess.v[i] = value;
        }
        self
    }

    /// Holds a coordinate, and its velocity, at the guess while the others are adapted.
    ///
    /// An attitude is held as a whole by any coordinate of its quaternion.
    pub fn hold(mut self, coordinate: &str) -> Self {
        if let Some(i) = self.find(self.model.coordinate_names(), coordinate) {
            self.held[self.model.inner.layout.kinematics.velocities_of(i)].fill(true);
        }
        self
    }

    fn find(&mut self, names: Vec<String>, wanted: &str) -> Option<usize> {
        let found = names.iter().position(|name| name == wanted);
        if found.is_none() && self.unknown.is_none() {
            self.unknown = Some((wanted.to_owned(), names));
        }
        found
    }

    /// Makes the guess consistent.
    pub fn project(self) -> Result<Started, StartError> {
        if let Some((name, known)) = self.unknown {
            return Err(StartError::UnknownCoordinate { name, known });
        }
        self.model.check_state(&self.guess)?;
        let mut ws = self.model.workspace();
        let mut state = self.guess.clone();
        self.check_guess()?;
        // From far away squares overflow, and the last step of Newton's method may end nowhere.
        let arrived = "its position or velocity, as far as the start has come,";
        let iterations = self.assemble(&mut ws, &mut state)?;
        self.check_finite(&state, arrived)?;
        // A contradiction is told before a redundancy: what contradicts itself cannot be allowed.
        self.set_in_motion(&mut ws, &mut state)?;
        self.check_finite(&state, arrived)?;
        self.check_redundant(&mut ws, &state)?;
        let (moved, moved_most) = most(&self.guess.q, &state.q, self.model.coordinate_names());
        let (sped, sped_most) = most(&self.guess.v, &state.v, self.model.velocity_names());
        if !(moved + sped).is_finite() {
            return Err(broken("the way from the guess to the start", state.t).into());
        }
        ws.read(self.model, StateRef::of(&state), &state.modes)?;
        state.memory.copy_from_slice(&ws.memory);
        // What is released is not left over: it may be anything, or not defined at all.
        let left = |residuals: &[f64]| {
            let holding = residuals.iter().zip(&ws.released).filter(|(_, released)| !**released);
            holding.fold(0.0, |most: f64, (r, _)| most.max(r.abs()))
        };
        Ok(Started { moved, moved_most, sped, sped_most, iterations, phi: left(&ws.phi), rate: left(&ws.rate), state })
    }

    /// A guess with a number that is none, or with a quaternion of zeros, is nowhere near a start.
    fn check_guess(&self) -> Result<(), EvalError> {
        let mut guess = self.guess.clone();
        self.model.inner.layout.kinematics.normalize(&mut guess.q);
        self.check_finite(&guess, "the guess of its position or velocity (a quaternion of zeros is no attitude)")?;
        let State { t, signs, works, .. } = &guess;
        if !t.is_finite() {
            Err(broken("the time at which it starts", *t))
        } else if !finite(signs) || !finite(works) {
            Err(broken("a work done so far, or a sign of a load,", *t))
        } else {
            Ok(())
        }
    }

    fn check_finite(&self, State { t, q, v, .. }: &State, what: &str) -> Result<(), EvalError> {
        for entry in &self.model.inner.bodies {
            if !finite(&q[entry.coordinates.clone()]) || !finite(&v[entry.dofs.clone()]) {
                let (kind, name, what) = ("body", entry.name.clone(), what.to_owned());
                return Err(EvalError::NotFinite { kind, name, what, t: *t });
            }
        }
        Ok(())
    }

    fn assemble(&self, ws: &mut Workspace, state: &mut State) -> Result<usize, StartError> {
        let model = self.model;
        let kinematics = &model.inner.layout.kinematics;
        let State { t, q, v, memory, variables, modes, .. } = state;
        kinematics.normalize(q);
        let mut iterations = 0;
        while iterations < MOST_ITERATIONS {
            let around = Around { now: Now::new(*t, variables), memory };
            let size = ws.position_correction(model, around.state(q, v), Bonds::of(modes), |dof| self.held[dof])?;
            let before = ws.position_residual(model);
            let (change, from) = (ws.acceleration.clone(), q.clone());
            iterations += 1;
            let mut step = 1.0;
            loop {
                kinematics.advance(q, &change, step);
                let around = Around { now: Now::new(*t, variables), memory };
                let after = match ws.read(model, around.state(q, v), modes) {
                    Ok(()) => ws.position_residual(model),
                    Err(_) => f64::INFINITY,
                };
                if after <= before || (step == 1.0 && size <= MET) {
                    memory.copy_from_slice(&ws.memory);
                    break;
                }
                q.copy_from_slice(&from);
                step *= 0.5;
                if step < SHORTEST_STEP {
                    step = 0.0;
                    break;
                }
            }
            // No step that helps is left, or none is needed.
            if size * step <= 1e-14 * (1.0 + max_abs(q)) || (size <= MET && before == 0.0) {
                break;
            }
        }
        ws.read(model, StateRef::of(state), &state.modes)?;
        let q = &state.q;
        match ws.worst_row(model, |ws, row| ws.phi[row], MET * (1.0 + max_abs(q))) {
            Some((worst, residual)) => Err(StartError::CannotAssemble { worst, residual, iterations }),
            None => Ok(iterations),
        }
    }

    fn set_in_motion(&self, ws: &mut Workspace, state: &mut State) -> Result<(), StartError> {
        let model = self.model;
        let State { t, q, v, memory, variables, modes, .. } = state;
        let around = Around { now: Now::new(*t, variables), memory };
        for _ in 0..MOST_ITERATIONS {
            let size = ws.velocity_correction(model, around.state(q, v), Bonds::of(modes), |dof| self.held[dof])?;
            add(v, &ws.acceleration, 1.0);
            if size <= 1e-14 * (1.0 + max_abs(v)) {
                break;
            }
        }
        // What is left where nothing can move is rounding of what was asked for, and no motion.
        if max_abs(v) <= STILL * max_abs(&self.guess.v) {
            v.fill(0.0);
        }
        ws.read(model, around.state(q, v), modes)?;
        match ws.worst_row(model, |ws, row| ws.rate[row], MET * (1.0 + max_abs(v))) {
            Some((worst, residual)) => Err(StartError::CannotMove { worst, residual }),
            None => Ok(()),
        }
    }

    fn check_redundant(&self, ws: &mut Workspace, state: &State) -> Result<(), StartError> {
        if self.model.allows_redundant() {
            return Ok(());
        }
        ws.read(self.model, StateRef::of(state), &state.modes)?;
        let sets = ws.involved(self.model, state.t)?;
        if sets.is_empty() { Ok(()) } else { Err(StartError::Redundant { sets }) }
    }
}

impl Workspace {
    fn position_residual(&self, model: &Model) -> f64 {
        let counts = |row: usize| model.inner.layout.position_rows[row] && !self.released[row];
        (0..model.rows()).filter(|&row| counts(row)).map(|row| self.phi[row] * self.phi[row]).sum::<f64>().sqrt()
    }

    /// The row with the largest residual, if that is above the bound.
    fn worst_row(&self, model: &Model, residual: impl Fn(&Self, usize) -> f64, bound: f64) -> Option<(String, f64)> {
        let rows = (0..model.rows()).filter(|&row| !self.released[row]).map(|row| (row, residual(self, row)));
        let (row, worst) = rows.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
        (worst.abs() > bound || worst.is_nan()).then(|| (model.row_name(row), worst))
    }
}

fn broken(what: &str, t: f64) -> EvalError {
    EvalError::NotFinite { kind: "model", name: "as a whole".into(), what: what.into(), t }
}

fn finite(numbers: &[f64]) -> bool {
    numbers.iter().all(|x| x.is_finite())
}

fn most(before: &[f64], after: &[f64], names: Vec<String>) -> (f64, String) {
    let changes = before.iter().zip(after).map(|(a, b)| (b - a).abs());
    let most = changes.zip(names).max_by(|a, b| a.0.total_cmp(&b.0));
    most.unwrap_or_default()
}
