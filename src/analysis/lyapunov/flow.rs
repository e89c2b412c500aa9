//! What exponents are computed for: anything that moves, and for which the difference of two states is defined.
//!
//! A mechanism's phase space are the states (q, v) that its constraints allow. Differences are taken in all coordinates and velocities; a
//! displaced state is projected, so that differences lie in the tangent space up to the square of their size. Friction points are
//! decided anew in a displaced state, and the runs locate every stick and slip: what a transition does to a difference (it shears it, and
//! sticking swallows its component along the slip) comes out by itself. The time of a drive is no state: both motions share it.

use crate::analysis::manifold::{Chart, Sticks, check_inputs, check_variables, difference, project};
use crate::dynamics::{Mode, State, Workspace};
use crate::error::EvalError;
use crate::model::Model;
use crate::ode::{Control, ControlError, Method, Rhs, StepError, Stepper};
use crate::simulate::{Output, RunError, Simulation};
use std::fmt::{self, Debug};
use thiserror::Error;

/// Something that moves.
pub trait Flow {
    /// A state.
    type Point: Clone;
    /// Why it cannot go on.
    type Error;

    /// The state `by` seconds later.
    fn advance(&mut self, from: &Self::Point, by: f64) -> Result<Self::Point, Self::Error>;

    /// b − a.
    fn difference(&self, a: &Self::Point, b: &Self::Point) -> Vec<f64>;

    /// A state at (nearly) this difference from another.
    fn displaced(&mut self, from: &Self::Point, by: &[f64]) -> Result<Self::Point, Self::Error>;

    /// Dimension of the phase space around a state: how many exponents there are.
    fn dimension(&mut self, at: &Self::Point) -> Result<usize, Self::Error>;
}

/// The motion of a model, as a plan of runs describes it.
pub struct Mechanism<'m, P> {
    model: &'m Model,
    plan: P,
    ws: Workspace,
}

/// Why a mechanism's motion cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MechanismError {
    /// A run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A state could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

impl<P> Debug for Mechanism<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mechanism").finish_non_exhaustive()
    }
}

impl<'m, P: Fn() -> Simulation<'m>> Mechanism<'m, P> {
    /// `plan` makes the simulation of each stretch.
    pub fn new(model: &'m Model, plan: P) -> Self {
        Self { model, plan, ws: model.workspace() }
    }
}

impl<'m, P: Fn() -> Simulation<'m>> Flow for Mechanism<'m, P> {
    type Point = State;
    type Error = MechanismError;

    fn advance(&mut self, from: &State, by: f64) -> Result<State, MechanismError> {
        let run = (self.plan)().output(Output::Ends).in_pieces().run(from.clone(), from.t + by)?;
        check_inputs(&run, from, "a growth of distances")?;
        Ok(run.end().clone())
    }

    fn difference(&self, a: &State, b: &State) -> Vec<f64> {
        difference(self.model, a, b)
    }

    fn displaced(&mut self, from: &State, by: &[f64]) -> Result<State, MechanismError> {
        let mut state = from.clone();
        let (by, faster) = by.split_at(self.model.velocities());
        self.model.inner.layout.kinematics.advance(&mut state.q, by, 1.0);
        state.v.iter_mut().zip(faster).for_each(|(v, d)| *v += d);
        state.modes[self.model.constraint_count()..].fill(Mode::Undecided);
        project(self.model, &mut self.ws, &mut state)?;
        Ok(state)
    }

    fn dimension(&mut self, at: &State) -> Result<usize, MechanismError> {
        check_variables(self.model, "a growth of distances")?;
        Ok(Chart::new(self.model, at, Sticks::Free)?.dimension())
    }
}

/// The motion of any y' = f(t, y).
#[derive(Debug)]
pub struct Equations<R> {
    rhs: R,
    stepper: Stepper,
}

impl<R: Rhs> Equations<R> {
    /// Of `dimension` equations, by a method under a step control.
    pub fn new(rhs: R, dimension: usize, method: Method, control: Control) -> Result<Self, ControlError> {
        Ok(Self { rhs, stepper: Stepper::new(method, dimension, control)? })
    }
}

impl<R: Rhs> Flow for Equations<R> {
    type Point = (f64, Vec<f64>);
    type Error = StepError<R::Error>;

    fn advance(&mut self, (t, y): &Self::Point, by: f64) -> Result<Self::Point, Self::Error> {
        let t_end = t + by;
        self.stepper.start(&mut self.rhs, *t, y)?;
        while self.stepper.t() < t_end {
            self.stepper.step(&mut self.rhs, t_end)?;
        }
        Ok((t_end, self.stepper.y().to_vec()))
    }

    fn difference(&self, a: &Self::Point, b: &Self::Point) -> Vec<f64> {
        a.1.iter().zip(&b.1).map(|(a, b)| b - a).collect()
    }

    fn displaced(&mut self, (t, y): &Self::Point, by: &[f64]) -> Result<Self::Point, Self::Error> {
        Ok((*t, y.iter().zip(by).map(|(y, d)| y + d).collect()))
    }

    fn dimension(&mut self, at: &Self::Point) -> Result<usize, Self::Error> {
        Ok(at.1.len())
    }
}
