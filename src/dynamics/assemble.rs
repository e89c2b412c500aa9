//! From a guess to positions and velocities that satisfy every constraint, and the measures that a start is to have.
//!
//! Newton's method in the metric of the masses (see `project` and `aim`), each step shortened until the residual shrinks.
//!
//! A correction leaves out rows that depend on others where it is made. So it can end where those are not met, though they could be; damped corrections, which leave out none, go on from there, and Newton's method after them.
//!
//! Where that ends without a solution no step lowers the residual, so that Jᵀ φ is zero but for what is held: **φ itself is a force in equilibrium**, which the constraints exert
//! against each other along the loop that cannot be closed. The rows that take part in it are that loop. For velocities the residual is in equilibrium in the same way.

use super::aim::Aim;
use super::project::add;
use super::{Around, Bonds, Mode, State, StateRef, Workspace};
use crate::constraint::Level;
use crate::error::EvalError;
use crate::math::{Now, max_abs};
use crate::model::Model;

/// Residuals below this are met (m, rad; m/s, rad/s, relative to 1 + the largest coordinate or velocity).
const MET: f64 = 1e-10;
/// Velocities below this part of those that were asked for are none.
const STILL: f64 = 1e-13;
const MOST_ITERATIONS: usize = 100;
const SHORTEST_STEP: f64 = 1.0 / 1024.0;
/// The least residual is reached where a correction changes it by less than this part, or where this much damping does not help.
const SETTLED: f64 = 1e-13;
const LEAST_DAMPED: f64 = 1e-3;
const MOST_DAMPED: f64 = 1e9;
const MOST_DAMPINGS: usize = 300;
/// Residuals below this part of the largest take no part in what cannot be met.
const PART: f64 = 1e-2;

/// What a start is to satisfy besides the constraints.
#[derive(Debug)]
pub(super) struct Assembly<'m> {
    pub(super) model: &'m Model,
    /// Coordinates, by their velocities, and velocities that are held.
    pub(super) held: [Vec<bool>; 2],
    /// Values and rates of measures.
    pub(super) aims: [Vec<Aim>; 2],
}

/// Why there is no solution.
#[derive(Debug)]
pub(super) enum Unsolved {
    /// These rows and measures are left, the worst first, each with its residual.
    Left {
        worst: String,
        residual: f64,
        loops: Vec<String>,
        iterations: usize,
    },
    Eval(EvalError),
}

/// The worst residual's name and size, and the names of all that take part.
type Residuals = (String, f64, Vec<String>);

impl From<EvalError> for Unsolved {
    fn from(error: EvalError) -> Self {
        Self::Eval(error)
    }
}

impl<'m> Assembly<'m> {
    /// The constraints alone.
    pub(super) fn of(model: &'m Model) -> Self {
        let free = || vec![false; model.velocities()];
        Self { model, held: [free(), free()], aims: [Vec::new(), Vec::new()] }
    }
}

impl Assembly<'_> {
    /// Moves the positions to where they satisfy everything; the number of steps.
    pub(super) fn assemble(&self, ws: &mut Workspace, state: &mut State) -> Result<usize, Unsolved> {
        let iterations = self.correct(ws, state)?;
        let Some((worst, residual, _)) = self.left_of_positions(ws, state)? else { return Ok(iterations) };
        let rows = self.settle(ws, state)?;
        let (now, aims) = (Now::new(state.t, &state.variables), &self.aims[0][..]);
        let off = ws.off(self.model, now, aims, Level::Position)?;
        let loops = self.left(ws, &rows, &off, aims, 0.0).map(|(_, _, loops)| loops).unwrap_or_default();
        let mut further = state.clone();
        let iterations = iterations + self.correct(ws, &mut further)?;
        if self.left_of_positions(ws, &further)?.is_some() {
            return Err(Unsolved::Left { worst, residual, loops, iterations });
        }
        *state = further;
        Ok(iterations)
    }

    /// Newton's method, as far as it goes; the number of steps.
    fn correct(&self, ws: &mut Workspace, state: &mut State) -> Result<usize, Unsolved> {
        let (model, aims) = (self.model, (&self.aims[0][..], Level::Position));
        let kinematics = &model.inner.layout.kinematics;
        let State { t, q, v, memory, variables, modes, .. } = state;
        let now = Now::new(*t, variables);
        kinematics.normalize(q);
        let mut iterations = 0;
        while iterations < MOST_ITERATIONS {
            let at = Around { now, memory }.state(q, v);
            ws.position_correction(model, at, Bonds::of(modes), |dof| self.held[0][dof])?;
            let before = ws.missing(model, now, aims.0)?;
            let size = ws.toward(model, now, aims, &self.held[0])?;
            let (change, from) = (ws.acceleration.clone(), q.clone());
            iterations += 1;
            let mut step = 1.0;
            loop {
                kinematics.advance(q, &change, step);
                let read = ws.read(model, Around { now, memory }.state(q, v), modes);
                let after = read.and_then(|()| ws.missing(model, now, aims.0)).unwrap_or(f64::INFINITY);
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
        Ok(iterations)
    }

    fn left_of_positions(&self, ws: &mut Workspace, state: &State) -> Result<Option<Residuals>, EvalError> {
        ws.read(self.model, StateRef::of(state), &state.modes)?;
        let off = ws.off(self.model, Now::new(state.t, &state.variables), &self.aims[0], Level::Position)?;
        Ok(self.left(ws, &ws.phi, &off, &self.aims[0], MET * (1.0 + max_abs(&state.q))))
    }

    /// Where Newton's method does not go on, to the least residual that is near: by damped corrections (Levenberg and Marquardt). What the last of them would leave of each row is
    /// returned: of rows that could still be met next to nothing.
    fn settle(&self, ws: &mut Workspace, state: &mut State) -> Result<Vec<f64>, EvalError> {
        let (model, aims) = (self.model, (&self.aims[0][..], Level::Position));
        let State { t, q, v, memory, variables, modes, .. } = state;
        let now = Now::new(*t, variables);
        let around = Around { now, memory };
        ws.position_correction(model, around.state(q, v), Bonds::of(modes), |dof| self.held[0][dof])?;
        let scales = ws.scales(model);
        let mut damping = LEAST_DAMPED;
        let damped = |damping: f64| -> Vec<f64> { scales.iter().map(|scale| damping * scale).collect() };
        for _ in 0..MOST_DAMPINGS {
            let rows = damped(damping);
            ws.damped_correction(model, around.state(q, v), (modes, aims.1), |dof| self.held[0][dof], &rows)?;
            let before = ws.missing(model, now, aims.0)?;
            ws.toward(model, now, aims, &self.held[0])?;
            let (change, from) = (ws.acceleration.clone(), q.clone());
            model.inner.layout.kinematics.advance(q, &change, 1.0);
            let read = ws.read(model, around.state(q, v), modes);
            let after = read.and_then(|()| ws.missing(model, now, aims.0)).unwrap_or(f64::INFINITY);
            if after < before {
                damping /= 3.0;
                if before - after < SETTLED * before {
                    break;
                }
            } else {
                q.copy_from_slice(&from);
                damping *= 4.0;
            }
            if damping > MOST_DAMPED {
                break;
            }
        }
        self.remainder(ws, around.state(q, v), modes, aims, &damped(LEAST_DAMPED))
    }

    /// What a last correction, damped little, leaves of each row.
    fn remainder(
        &self,
        ws: &mut Workspace,
        at: StateRef<'_>,
        modes: &[Mode],
        (aims, level): (&[Aim], Level),
        damping: &[f64],
    ) -> Result<Vec<f64>, EvalError> {
        let held = &self.held[usize::from(level == Level::Velocity)];
        ws.damped_correction(self.model, at, (modes, level), |dof| held[dof], damping)?;
        ws.toward(self.model, Now::new(at.t, at.variables), (aims, level), held)?;
        Ok(ws.left_by_correction(self.model, level))
    }

    /// Changes the velocities to such as satisfy everything; `most` is the largest that was asked for.
    pub(super) fn set_in_motion(&self, ws: &mut Workspace, state: &mut State, most: f64) -> Result<(), Unsolved> {
        let (model, aims) = (self.model, (&self.aims[1][..], Level::Velocity));
        let State { t, q, v, memory, variables, modes, .. } = state;
        let around = Around { now: Now::new(*t, variables), memory };
        for _ in 0..MOST_ITERATIONS {
            ws.velocity_correction(model, around.state(q, v), Bonds::of(modes), |dof| self.held[1][dof])?;
            let size = ws.toward(model, around.now, aims, &self.held[1])?;
            add(v, &ws.acceleration, 1.0);
            if size <= 1e-14 * (1.0 + max_abs(v)) {
                break;
            }
        }
        // What is left where nothing can move is rounding of what was asked for, and no motion.
        if max_abs(v) <= STILL * most {
            v.fill(0.0);
        }
        ws.read(model, around.state(q, v), modes)?;
        let off = ws.off(model, around.now, aims.0, Level::Velocity)?;
        let left = self.left(ws, &ws.rate, &off, aims.0, MET * (1.0 + max_abs(v)));
        let Some((worst, residual, _)) = left else { return Ok(()) };
        ws.velocity_correction(model, around.state(q, v), Bonds::of(modes), |dof| self.held[1][dof])?;
        let damping: Vec<f64> = ws.scales(model).into_iter().map(|scale| LEAST_DAMPED * scale).collect();
        let rows = self.remainder(ws, around.state(q, v), modes, aims, &damping)?;
        let loops = self.left(ws, &rows, &off, aims.0, 0.0).map(|(_, _, loops)| loops).unwrap_or_default();
        Err(Unsolved::Left { worst, residual, loops, iterations: 0 })
    }

    /// The largest residual of rows and measures, if that is above the bound, with the names of all that take part.
    fn left(&self, ws: &Workspace, rows: &[f64], off: &[f64], aims: &[Aim], bound: f64) -> Option<Residuals> {
        let held = (0..self.model.rows()).filter(|&row| !ws.released[row]);
        let rows =
            held.map(|row| (self.model.row_name(row), self.model.constraint_of_row(row).name.clone(), rows[row]));
        let aims = aims.iter().zip(off).map(|(aim, off)| (aim.of.name.clone(), aim.of.name.clone(), *off));
        let mut all: Vec<_> = rows.chain(aims).collect();
        all.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
        let (worst, _, residual) = all.first().cloned()?;
        if residual.abs() <= bound || residual == 0.0 {
            return None;
        }
        let mut names: Vec<String> = Vec::new();
        for (_, name, _) in all.into_iter().filter(|(_, _, off)| off.is_nan() || off.abs() > PART * residual.abs()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Some((worst, residual, names))
    }
}

impl Workspace {
    /// The scale of each row in the system that was factored last; none of rows that are not in it, those of friction.
    fn scales(&mut self, model: &Model) -> Vec<f64> {
        let known = model.system(self.sticking).rows();
        (0..model.rows()).map(|row| if row < known { self.numeric().scale(row) } else { 0.0 }).collect()
    }

    /// What is missing to a solution, of rows and measures together.
    fn missing(&self, model: &Model, now: Now<'_>, aims: &[Aim]) -> Result<f64, EvalError> {
        let counts = |row: usize| model.inner.layout.position_rows[row] && !self.released[row];
        let rows = (0..model.rows()).filter(|&row| counts(row)).map(|row| self.phi[row]);
        let off = self.off(model, now, aims, Level::Position)?;
        Ok(rows.chain(off).map(|x| x * x).sum::<f64>().sqrt())
    }
}
