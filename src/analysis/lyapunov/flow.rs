//! What exponents are computed for: anything that moves, and for which the difference of two states is defined.
//!
//! A mechanism's phase space are the states (q, v) that its constraints allow. Differences are taken in all coordinates and velocities; of an attitude they are small rotation vectors. What a transition does to a
//! difference (it shears it, and sticking swallows its component along the slip) the derivatives of the run know, and neighbors, whose runs locate every stick and slip, find it by themselves: a displaced state is
//! projected, so that differences lie in the tangent space up to the square of their size, and its friction points are decided anew. The time of a drive is no state: all motions share it.

use crate::analysis::manifold::{
    Chart, GOOD, Sticks, check_input_slopes, check_inputs, check_variables, difference, project,
};
use crate::dynamics::{Mode, State, Workspace};
use crate::error::EvalError;
use crate::model::Model;
use crate::ode::{Control, ControlError, Method, Rhs, StepError, Stepper};
use crate::simulate::{Output, RunError, RunFailure, Sensitivities, Simulation};
use std::fmt::{self, Debug};
use thiserror::Error;

/// What does this, in messages.
const WHAT: &str = "a growth of distances";
/// What is left of a difference from a neighbor after one stretch cannot be told from errors below this number times ε².
const FLOOR: f64 = 100.0;
/// What is left of a derivative beside the largest of them is rounding.
const ROUNDING: f64 = 1e-8;

/// What a stretch of motion makes of small differences.
#[derive(Clone, Debug)]
pub struct Carried<P> {
    /// The state at its end.
    pub point: P,
    /// What the differences have become, as if they had stayed small.
    pub differences: Vec<Vec<f64>>,
    /// What is smaller than this is none.
    pub least: f64,
    /// Are they from neighbors?
    pub neighbors: bool,
}

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

    /// The state `by` seconds later, and what small differences of length 1 have become there; unless it knows better, by neighbors at a `distance`.
    fn carry(
        &mut self,
        from: &Self::Point,
        directions: &[Vec<f64>],
        distance: f64,
        by: f64,
    ) -> Result<Carried<Self::Point>, Self::Error> {
        by_neighbors(self, from, directions, distance, by)
    }
}

pub(super) fn scaled(x: &[f64], factor: f64) -> Vec<f64> {
    x.iter().map(|x| factor * x).collect()
}

fn by_neighbors<F: Flow + ?Sized>(
    flow: &mut F,
    from: &F::Point,
    directions: &[Vec<f64>],
    distance: f64,
    by: f64,
) -> Result<Carried<F::Point>, F::Error> {
    let point = flow.advance(from, by)?;
    let mut differences = Vec::with_capacity(directions.len());
    for direction in directions {
        let neighbor = flow.displaced(from, &scaled(direction, distance))?;
        let arrived = flow.advance(&neighbor, by)?;
        differences.push(scaled(&flow.difference(&point, &arrived), 1.0 / distance));
    }
    Ok(Carried { point, differences, least: FLOOR * distance, neighbors: true })
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

    fn stretch(&self) -> Simulation<'m> {
        (self.plan)().output(Output::Ends).in_pieces()
    }

    /// With the derivatives of the run along directions of its start; None where it has none, or one-sided ones.
    fn derived(
        &self,
        from: &State,
        directions: &[Vec<f64>],
        by: f64,
    ) -> Result<Option<Carried<State>>, MechanismError> {
        let mut asked = Sensitivities::default();
        for (k, direction) in directions.iter().enumerate() {
            asked = asked.and_along(&format!("direction {k}"), &self.rates(from, direction));
        }
        let run = match self.stretch().sensitivities(asked).run(from.clone(), from.t + by) {
            Err(RunError { failure: RunFailure::Sensitivity(_), .. }) => return Ok(None),
            run => run?,
        };
        check_inputs(&run, from, WHAT)?;
        if !run.flags().is_empty() || run.slope_error() > GOOD {
            return Ok(None);
        }
        let slopes = run.slopes_at_end();
        check_input_slopes(&run, &slopes, WHAT)?;
        let differences: Vec<_> = slopes.iter().map(|slope| self.speeds(run.end(), slope)).collect();
        let largest = differences.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        Ok(Some(Carried { point: run.end().clone(), differences, least: ROUNDING * largest, neighbors: false }))
    }

    /// A difference as a direction of q, v and variables.
    fn rates(&self, at: &State, difference: &[f64]) -> Vec<f64> {
        let (by, faster) = difference.split_at(self.model.velocities());
        let mut parts = vec![0.0; at.q.len()];
        self.model.inner.layout.kinematics.rates(&at.q, by, &mut parts);
        parts.extend_from_slice(faster);
        parts.resize(at.q.len() + at.v.len() + at.variables.len(), 0.0);
        parts
    }

    /// And such a direction as a difference.
    fn speeds(&self, at: &State, parts: &[f64]) -> Vec<f64> {
        let (rates, faster) = parts.split_at(at.q.len());
        let mut difference = vec![0.0; at.v.len()];
        self.model.inner.layout.kinematics.speeds(&at.q, rates, &mut difference);
        difference.extend_from_slice(&faster[..at.v.len()]);
        difference
    }
}

impl<'m, P: Fn() -> Simulation<'m>> Flow for Mechanism<'m, P> {
    type Point = State;
    type Error = MechanismError;

    fn advance(&mut self, from: &State, by: f64) -> Result<State, MechanismError> {
        let run = self.stretch().run(from.clone(), from.t + by)?;
        check_inputs(&run, from, WHAT)?;
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
        check_variables(self.model, WHAT)?;
        Ok(Chart::new(self.model, at, Sticks::Free)?.dimension())
    }

    fn carry(
        &mut self,
        from: &State,
        directions: &[Vec<f64>],
        distance: f64,
        by: f64,
    ) -> Result<Carried<State>, MechanismError> {
        match self.derived(from, directions, by)? {
            Some(carried) => Ok(carried),
            None => by_neighbors(self, from, directions, distance, by),
        }
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
