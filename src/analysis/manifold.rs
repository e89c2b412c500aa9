//! The states that the constraints allow, in as many coordinates as there are freedoms.
//!
//! Around a state (q₀, v₀) the directions that are free are spanned by orthonormal columns
//!
//! ```text
//! (1)  P: J_h P = 0, p columns (J_h the holonomic rows)        V: J V = 0, f columns (all rows that hold)
//! ```
//!
//! With velocity constraints that are not integrable f < p: the phase space has p + f dimensions, not 2 f. The chart is
//!
//! ```text
//! (2)  c(a, b) = Π(q₀ + P a, v₀ + V b)
//! ```
//!
//! Π being the projection of every run: positions, then velocities, in the metric of the masses. Its derivative at zero has the columns
//! (P, W) for a and (0, V) for b: W is how velocities must follow when positions change. A displacement has a number for each velocity; of an attitude
//! it is a small rotation vector, and q + δ is that turn.
//!
//! The columns come from the projections of the unit vectors, e_i − M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁻¹ J e_i, by orthogonalization, the longest first. How
//! many there are is decided by the rank that the factorization finds, as everywhere else.
//!
//! Points that stick are velocity constraints like others, or are left out: the phase space of a mechanism with friction is the one
//! without sticking, in which sticking motions fill a thin set.

use super::difference::derivative_of_runs;
use crate::dynamics::{Around, Bonds, Mode, State, StateRef, Workspace};
use crate::error::EvalError;
use crate::math::Now;
use crate::model::Model;
use crate::simulate::{Along, Trajectory, derivative};
use nalgebra::{DMatrix, DVector};
use std::convert::Infallible;

/// Displacements for ∂c/∂z: c is smooth, and no run hangs on them.
const NEAR: f64 = 1e-3;
/// Tolerances by which the derivatives of a run may be off in a step.
pub(super) const GOOD: f64 = 100.0;

/// Which friction points are constraints.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Sticks {
    /// Those that stick in the base state.
    Hold,
    /// None.
    Free,
}

/// Coordinates on the manifold of states, around one of them.
#[derive(Debug)]
pub(super) struct Chart<'m> {
    pub(super) model: &'m Model,
    pub(super) ws: Workspace,
    pub(super) base: State,
    /// P.
    pub(super) positions: DMatrix<f64>,
    /// V.
    pub(super) velocities: DMatrix<f64>,
    /// The variables that have a rate: coordinates c of their own, at the end.
    pub(super) varying: Vec<usize>,
}

impl<'m> Chart<'m> {
    /// A chart around a consistent state.
    pub(super) fn new(model: &'m Model, base: &State, sticks: Sticks) -> Result<Self, EvalError> {
        model.check_state(base)?;
        let mut base = base.clone();
        if sticks == Sticks::Free {
            base.modes[model.constraint_count()..].fill(Mode::Undecided);
        }
        let mut ws = model.workspace();
        let positions = free_directions(model, &mut ws, &base, true)?;
        let velocities = free_directions(model, &mut ws, &base, false)?;
        let variables = model.inner.variables.iter().enumerate();
        let varying = variables.filter(|(_, it)| it.rate.is_some()).map(|(index, _)| index).collect();
        Ok(Self { model, ws, base, positions, velocities, varying })
    }

    /// p + f, and one more for each variable that has a rate.
    pub(super) fn dimension(&self) -> usize {
        self.positions.ncols() + self.velocities.ncols() + self.varying.len()
    }

    /// c(a, b), with the variables moved by the numbers after them.
    pub(super) fn state(&mut self, z: &[f64]) -> Result<State, EvalError> {
        let (a, rest) = z.split_at(self.positions.ncols());
        let (b, moved) = rest.split_at(self.velocities.ncols());
        let mut state = self.base.clone();
        self.varying.iter().zip(moved).for_each(|(&index, by)| state.variables[index] += by);
        let by = &self.positions * DVector::from_column_slice(a);
        self.model.inner.layout.kinematics.advance(&mut state.q, by.as_slice(), 1.0);
        let faster = &self.velocities * DVector::from_column_slice(b);
        state.v.iter_mut().zip(faster.iter()).for_each(|(v, d)| *v += d);
        project(self.model, &mut self.ws, &mut state)?;
        Ok(state)
    }

    /// Pᵀ (q − q₀), Vᵀ (v − v₀), and what the variables have moved: coordinates as well, though not quite those of [`state`](Self::state) away from the base.
    pub(super) fn coordinates(&self, at: &State) -> DVector<f64> {
        let by = difference(self.model, &self.base, at);
        let (by, faster) = by.split_at(self.model.velocities());
        let a = self.positions.tr_mul(&DVector::from_column_slice(by));
        let b = self.velocities.tr_mul(&DVector::from_column_slice(faster));
        let moved: Vec<f64> = self.varying.iter().map(|&k| at.variables[k] - self.base.variables[k]).collect();
        DVector::from_vec([a.as_slice(), b.as_slice(), &moved].concat())
    }

    /// ∂c/∂z at the base, a column of q, v and variables for each coordinate, and the derivative of [`coordinates`](Self::coordinates) along these.
    pub(super) fn directions(&mut self) -> Result<(Vec<Vec<f64>>, DMatrix<f64>), EvalError> {
        let size = self.dimension();
        let (mut columns, mut own) = (Vec::with_capacity(size), DMatrix::zeros(size, size));
        for direction in 0..size {
            let along = |x: f64| -> Result<DVector<f64>, EvalError> {
                let mut z = vec![0.0; size];
                z[direction] = x;
                let state = self.state(&z)?;
                let coordinates = self.coordinates(&state);
                Ok(DVector::from_vec([coordinates.as_slice(), &state.q, &state.v, &state.variables].concat()))
            };
            let slope = derivative_of_runs(along, NEAR)?;
            own.set_column(direction, &slope.rows(0, size));
            columns.push(slope.rows(size, slope.len() - size).as_slice().to_vec());
        }
        Ok((columns, own))
    }

    /// The derivative of [`coordinates`](Self::coordinates) along a direction of q, v and variables at a state.
    pub(super) fn slope(&self, at: &State, direction: &[f64]) -> DVector<f64> {
        let along = Along { t: 0.0, parts: direction };
        let read = |_: &_, state: &State| Ok::<_, Infallible>(self.coordinates(state).as_slice().to_vec());
        let Ok(values) = derivative(self.model, at, along, std::iter::empty(), read);
        DVector::from_vec(values)
    }
}

/// Refuses variables that have a rate, where an analysis does not know them.
pub(super) fn check_variables(model: &Model, analysis: &'static str) -> Result<(), EvalError> {
    match model.inner.variables.iter().find(|variable| variable.rate.is_some()) {
        Some(variable) => Err(EvalError::OwnRate { name: variable.name.clone(), analysis }),
        None => Ok(()),
    }
}

/// Refuses inputs that events of a run have set, and that are not what they were: they are part of the state, of which an analysis takes positions and velocities alone.
pub(super) fn check_inputs(run: &Trajectory, from: &State, analysis: &'static str) -> Result<(), EvalError> {
    check_set(run, analysis, |k| run.end().variables[k] != from.variables[k])
}

/// The same of inputs that depend on where the run began: its derivatives tell, q, v and variables one after the other.
pub(super) fn check_input_slopes(
    run: &Trajectory,
    slopes: &[Vec<f64>],
    analysis: &'static str,
) -> Result<(), EvalError> {
    let first = run.end().q.len() + run.end().v.len();
    check_set(run, analysis, |k| slopes.iter().any(|slope| slope[first + k] != 0.0))
}

fn check_set(run: &Trajectory, analysis: &'static str, is_set: impl Fn(usize) -> bool) -> Result<(), EvalError> {
    let variables = run.model().inner.variables.iter().enumerate();
    match variables.filter(|(_, it)| it.rate.is_none()).find(|(k, _)| is_set(*k)) {
        Some((_, variable)) => Err(EvalError::SetByEvents { name: variable.name.clone(), analysis }),
        None => Ok(()),
    }
}

/// Displacement and change of velocity from one state to another.
pub(super) fn difference(model: &Model, from: &State, to: &State) -> Vec<f64> {
    let n = model.velocities();
    let mut change = vec![0.0; 2 * n];
    model.inner.layout.kinematics.difference(&from.q, &to.q, &mut change[..n]);
    change[n..].iter_mut().zip(from.v.iter().zip(&to.v)).for_each(|(d, (a, b))| *d = b - a);
    change
}

/// Puts a state onto the constraints that hold in it.
pub(super) fn project(model: &Model, ws: &mut Workspace, state: &mut State) -> Result<(), EvalError> {
    let State { t, q, v, memory, variables, modes, .. } = state;
    let around = Around { now: Now::new(*t, variables), memory };
    ws.project(model, Bonds::of(modes), around, [q, v])?;
    memory.copy_from_slice(&ws.memory);
    Ok(())
}

/// The columns of (1).
fn free_directions(
    model: &Model,
    ws: &mut Workspace,
    at: &State,
    of_positions: bool,
) -> Result<DMatrix<f64>, EvalError> {
    ws.read(model, StateRef::of(at), &at.modes)?;
    let levels = &model.inner.layout.position_rows;
    let left_out = |row: usize| of_positions && !levels[row];
    ws.mask(model, left_out, |_| false);
    ws.factor_masked(model, at.t)?;
    let n = model.velocities();
    let on: Vec<bool> = (0..model.rows()).map(|row| !left_out(row) && !ws.released[row]).collect();
    let rank = on.iter().filter(|on| **on).count() - ws.numeric().dropped().len();
    let jacobian = ws.jacobian(model);
    let system = model.system(ws.sticking);
    let blocks = &ws.masked[..system.jacobian_len()];
    let numeric = &mut ws.numerics[usize::from(ws.sticking)];
    let mut candidates = Vec::with_capacity(n);
    let mut rows = vec![0.0; system.rows()];
    for dof in 0..n {
        let mut change = vec![0.0; n];
        for (row, right) in rows.iter_mut().enumerate() {
            *right = if on[row] { -jacobian[(row, dof)] } else { 0.0 };
        }
        system.solve(blocks, numeric, &mut change, &mut rows);
        change[dof] += 1.0;
        candidates.push(DVector::from_vec(change));
    }
    Ok(orthonormal(candidates, n - rank, n))
}

/// `count` orthonormal columns out of candidates that span as much.
fn orthonormal(mut candidates: Vec<DVector<f64>>, count: usize, n: usize) -> DMatrix<f64> {
    let mut columns: Vec<DVector<f64>> = Vec::with_capacity(count);
    for _ in 0..count {
        let longest = candidates.iter().max_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()));
        let Some(mut next) = longest.cloned() else { break };
        // Twice is enough: what the first pass leaves by cancellation, the second removes.
        for column in &columns {
            next -= column * column.dot(&next);
        }
        next.normalize_mut();
        for candidate in &mut candidates {
            *candidate -= &next * next.dot(candidate);
        }
        columns.push(next);
    }
    if columns.is_empty() { DMatrix::zeros(n, 0) } else { DMatrix::from_columns(&columns) }
}
