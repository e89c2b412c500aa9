//! The forces that make a prescribed motion, from the answers to each of them.
//!
//! ```text
//! (I1)  M a = h + Jᵀ λ + Σ b_i u_i + Σ D_jᵀ τ_j        J a = γ,  G a = g
//! (I2)  τ_j = −σ_j μ_j N_j, N_j = |z_j| where j slides;   |τ_j| ≤ μ'_j |z_j| where it stays at rest, D_j a = γ_j
//! (I3)  a = a₀ + Σ A_i y_i + Σ A_j N_j,  z = z₀ + Z_y y + Z_N N        y = (u, τ at rest)
//! ```
//!
//! A_i is the answer to the force of a unit, Z the loads in it. The directions σ follow from the velocities, or, where a slip begins, from the prescribed accelerations;
//! which signs the loads z have does not: |z| makes the equations only piecewise linear. With E_y, E_N the independent goals' parts of A (see `goals.rs`), each
//! column of E_y being that of a force whose answer is as long as a goal's,
//!
//! ```text
//! (I4)  E_y y = e − E_N N        if the columns of E_y are independent:  y = E_y⁺ (e − E_N N),
//!       z = a + C N,   a = z₀ + Z_y E_y⁺ e,   C = Z_N − Z_y E_y⁺ E_N
//! ```
//!
//! which is (E6) with another matrix: signs, pins' directions, the certificate of uniqueness and the list of all solutions are those of every evaluation. The singular values of E_y are cosines: between
//! the goals and what the actuators can move. The smallest, the *reach*, is 1 where they push along what they are to move, and 0 where they cannot.
//!
//! The forces found are then given to the model like any other force, and evaluated as in a run: that is the check, and brings all reactions.

use super::goals::{FIXED, Goals, Prescribed, dot};
use super::{InverseError, Motion};
use crate::dynamics::{Answer, Limits, Mode, Named, Query, State, Workspace};
use crate::friction::Search;
use crate::linear::svd::Svd;
use crate::math::{Now, length, max_abs};
use crate::model::{LoadRows, Model};
use crate::simulate::Solution;
use nalgebra::{DMatrix, DVector};

/// A force to be found.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) force: Vec<f64>,
    /// Its answer is as long as that of a goal, times this.
    pub(super) scale: f64,
    pub(super) answer: Answer,
}

/// Everything of (I4) at one state.
#[derive(Debug)]
pub(super) struct Balance<'m> {
    pub(super) model: &'m Model,
    pub(super) ws: Workspace,
    pub(super) state: State,
    pub(super) goals: Goals,
    pub(super) prescribed: Prescribed,
    /// Actuators, then points that stay at rest, then points whose loads rub.
    pub(super) columns: Vec<Column>,
    pub(super) actuators: usize,
    pub(super) resting: Vec<usize>,
    pub(super) loaded: Vec<usize>,
    at_limit: Vec<bool>,
    /// E, a column for each, and e.
    pub(super) parts: DMatrix<f64>,
    pub(super) wanted: DVector<f64>,
}

/// What was found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) forces: Vec<f64>,
    pub(super) solution: Solution,
    pub(super) state: State,
}

/// A cosine below this is none.
pub(super) const NOWHERE: f64 = 1e-10;
/// Slip accelerations below this part of their terms are none.
const STAYS: f64 = 1e-9;
/// A limit is kept if it is exceeded by less than this part.
const KEPT: f64 = 1e-9;

/// The motion at a state.
fn query<'s>(state: &'s State, at_limit: &'s [bool]) -> Query<'s> {
    let query = Query::of(state, Search::default());
    match at_limit.is_empty() {
        true => query,
        false => query.with_limits(Limits::AtRest { points: at_limit, limit_factor: 1.0 }),
    }
}

impl<'m> Balance<'m> {
    /// The motion of measures at a state.
    pub(super) fn of_motions(
        model: &'m Model,
        state: &State,
        actuators: &[Named],
        motions: &[Motion],
    ) -> Result<Self, InverseError> {
        let goals = |ws: &Workspace, query: &Query<'_>| Goals::of_motions(ws, model, query.at.now(), motions);
        Self::new(model, state, actuators, goals)
    }

    /// All accelerations at a state.
    pub(super) fn of_accelerations(
        model: &'m Model,
        state: &State,
        actuators: &[Named],
        accelerations: &[f64],
    ) -> Result<Self, InverseError> {
        Self::new(model, state, actuators, |_, _| Ok(Goals::of_accelerations(model, accelerations)))
    }

    fn new(
        model: &'m Model,
        state: &State,
        actuators: &[Named],
        goals: impl Fn(&Workspace, &Query<'_>) -> Result<Goals, crate::error::EvalError>,
    ) -> Result<Self, InverseError> {
        model.check_state(state)?;
        let (mut ws, mut state) = (model.workspace(), state.clone());
        let mut modes = state.modes.clone();
        let mut resting = ws.resting(model, &Query::of(&state, Search::default()), &mut modes)?;
        let entry = |point: usize| model.inner.frictions[point].entry;
        (0..resting.len()).filter(|&p| resting[p]).for_each(|p| modes[entry(p)] = Mode::Undecided);
        state.modes = modes;
        ws.residuals_of(model, &state)?;
        let goals = goals(&ws, &query(&state, &[]))?;
        let prescribed = goals.prescribe(&mut ws, model, &query(&state, &[]))?;
        for (point, mode) in Self::starting(model, &mut ws, &state, &prescribed, &resting)? {
            (resting[point], state.modes[entry(point)]) = (false, mode);
        }
        let resting: Vec<usize> = (0..resting.len()).filter(|&p| resting[p]).collect();
        // What rubs on nothing that moves holds nothing, whatever its force is.
        let (resting, idle): (Vec<usize>, Vec<usize>) =
            resting.into_iter().partition(|&p| ws.force_of_point(model, p).iter().any(|part| *part != 0.0));
        idle.into_iter().for_each(|p| state.modes[entry(p)] = Mode::Stick);
        let mut forces = Vec::new();
        for named in actuators {
            forces.push(ws.tell_along(model, Now::new(state.t, &state.variables), named)?.1);
        }
        Self::under(model, state, goals, forces, resting, Vec::new())
    }

    /// With the modes of the state; `at_limit` marks points that slide as hard as they can hold.
    pub(super) fn under(
        model: &'m Model,
        state: State,
        goals: Goals,
        mut forces: Vec<Vec<f64>>,
        resting: Vec<usize>,
        at_limit: Vec<bool>,
    ) -> Result<Self, InverseError> {
        let mut ws = model.workspace();
        let prescribed = goals.prescribe(&mut ws, model, &query(&state, &at_limit))?;
        let (actuators, loaded) = (forces.len(), ws.friction.loaded().to_vec());
        forces.extend(resting.iter().chain(&loaded).map(|&point| ws.force_of_point(model, point)));
        let columns: Vec<Column> = forces.into_iter().map(|force| Column::new(model, &mut ws, force)).collect();
        let mut parts = DMatrix::zeros(prescribed.rank(), columns.len());
        for (j, column) in columns.iter().enumerate() {
            parts.set_column(j, &(goals.moved_by(&prescribed, &column.answer.acceleration) / column.scale));
        }
        let wanted = goals.wanted_beside(&prescribed);
        Ok(Self { model, ws, state, goals, prescribed, columns, actuators, resting, loaded, at_limit, parts, wanted })
    }

    /// Which points at rest the prescribed motion sets sliding.
    fn starting(
        model: &Model,
        ws: &mut Workspace,
        state: &State,
        prescribed: &Prescribed,
        resting: &[bool],
    ) -> Result<Vec<(usize, Mode)>, InverseError> {
        let mut starts = Vec::new();
        for (point, friction) in model.inner.frictions.iter().enumerate().filter(|(point, _)| resting[*point]) {
            let refuse = |why| Err(InverseError::AtRest { point: friction.name.clone(), why, t: state.t });
            let Some(acceleration) = &prescribed.acceleration else {
                return refuse("it leaves freedoms on which that depends; prescribe all of them");
            };
            if friction.slide.is_some() {
                return refuse(
                    "what slips in several directions starts in one that depends on the forces; ask where it slides",
                );
            }
            // Where nothing is to move, what would move without actuators is the measure of rounding.
            ws.acceleration.copy_from_slice(&prescribed.base.acceleration);
            let without = ws.slip_terms(model, point);
            ws.acceleration.copy_from_slice(acceleration);
            let (rate, size) = (ws.slip_acceleration(model, friction), ws.slip_terms(model, point) + without);
            let held = prescribed.reactions * ws.size_unheld(model, &ws.force_of_point(model, point));
            if rate.abs() > STAYS * (size + held) {
                starts.push((point, Mode::sliding(rate)));
            }
        }
        Ok(starts)
    }

    /// How many forces are not loads: y of (I3).
    pub(super) fn unknowns(&self) -> usize {
        self.actuators + self.resting.len()
    }

    /// Cosines between the goals and what the unknowns move.
    pub(super) fn cosines(&self) -> DVector<f64> {
        let sides = self.parts.columns(0, self.unknowns()).into_owned();
        if sides.is_empty() { DVector::zeros(0) } else { sides.singular_values() }
    }

    /// What acts on the model.
    fn size_at_work(&self) -> f64 {
        self.prescribed.reactions + max_abs(self.wanted.as_slice())
    }

    /// The same as a force of each actuator: what is rounding of it is nothing.
    pub(super) fn at_work(&self) -> Vec<f64> {
        let size = self.size_at_work();
        self.columns[..self.actuators].iter().map(|column| size / column.scale).collect()
    }

    /// How many of the prescribed freedoms they reach.
    pub(super) fn reached(&self) -> usize {
        self.cosines().iter().filter(|cosine| **cosine > NOWHERE).count()
    }

    /// E_y⁺ of some columns.
    fn unknowns_for(&self, right: &DMatrix<f64>) -> DMatrix<f64> {
        Svd::of(self.parts.columns(0, self.unknowns()).into_owned()).solve(right, NOWHERE)
    }

    /// Freedoms that no actuator reaches may need none: if they do, that is an error.
    pub(super) fn check_reach(&mut self) -> Result<(), InverseError> {
        if self.reached() == self.prescribed.rank() {
            return Ok(());
        }
        let nearest = self.unknowns_for(&DMatrix::from_columns(std::slice::from_ref(&self.wanted)));
        let forces = nearest.iter().zip(&self.columns[..self.actuators]).map(|(y, column)| y / column.scale);
        self.evaluate_under(forces.collect(), &[], None).map(drop)
    }

    /// The components of a point's load in an answer.
    pub(super) fn load_in(&self, point: usize, multipliers: &[f64]) -> [f64; 3] {
        self.model.inner.frictions[point].load.of(multipliers)
    }

    /// The one solution of (I4), if the columns of E_y are independent.
    pub(super) fn solve(&mut self) -> Result<Found, InverseError> {
        let (ny, t) = (self.unknowns(), self.state.t);
        let at_once = self.unknowns_for(&DMatrix::from_columns(std::slice::from_ref(&self.wanted)));
        let by_loads = self.unknowns_for(&self.parts.columns(ny, self.loaded.len()).into_owned());
        let unit = |j: usize| (&self.columns[j].answer.multipliers, self.columns[j].scale);
        let (mut a, mut c) = (Vec::new(), Vec::new());
        for &point in &self.loaded {
            let part = |j: usize| {
                let (multipliers, scale) = unit(j);
                self.load_in(point, multipliers).map(|z| z / scale)
            };
            let with = |z: [f64; 3], y: &dyn Fn(usize) -> f64| {
                (0..ny).fold(z, |sum, i| [0, 1, 2].map(|k| sum[k] + part(i)[k] * y(i)))
            };
            a.push(with(self.load_in(point, &self.prescribed.base.multipliers), &|i| at_once[(i, 0)]));
            for l in 0..self.loaded.len() {
                let scale = self.columns[ny + l].scale;
                c.push(with(part(ny + l), &|i| -by_loads[(i, l)]).map(|z| z * scale));
            }
        }
        let mut y = at_once.column(0).into_owned();
        if !self.loaded.is_empty() {
            let loads = self.ws.loads_of(self.model, t, a, c)?;
            self.ws.loads_are_one(self.model).map_err(|count| InverseError::Several {
                points: self.loaded.iter().map(|&p| self.model.inner.frictions[p].name.clone()).collect(),
                count,
                t,
            })?;
            let scaled = loads.iter().enumerate().map(|(l, n)| n * self.columns[ny + l].scale);
            y -= &by_loads * DVector::from_iterator(loads.len(), scaled);
        }
        let unscaled = y.iter().zip(&self.columns).map(|(y, column)| y / column.scale);
        let signs = match self.loaded.is_empty() {
            true => Vec::new(),
            false => self.ws.found_signs().iter().copied().enumerate().collect(),
        };
        self.evaluate_under(unscaled.take(self.actuators).collect(), &signs, None)
    }

    /// The state, what stays at rest sticking.
    pub(super) fn held_state(&self) -> State {
        let mut state = self.state.clone();
        self.resting.iter().for_each(|&p| state.modes[self.model.inner.frictions[p].entry] = Mode::Stick);
        state
    }

    /// Gives forces of the actuators, and signs of loads with which the search begins, to the model, and evaluates it as a run does. What is at rest shares its forces as a run would have it or, where that
    /// finds no share within the limits, as `all` the forces do that are known to be within them.
    pub(super) fn evaluate_under(
        &mut self,
        forces: Vec<f64>,
        signs: &[(usize, f64)],
        all: Option<&DVector<f64>>,
    ) -> Result<Found, InverseError> {
        let (model, t) = (self.model, self.state.t);
        let mut state = self.held_state();
        signs.iter().for_each(|&(point, sign)| state.signs[point] = sign);
        let mut push = vec![0.0; model.velocities()];
        for (column, force) in self.columns[..self.actuators].iter().zip(&forces) {
            push.iter_mut().zip(&column.force).for_each(|(p, b)| *p += force * b);
        }
        self.ws.evaluate(model, &query(&state, &self.at_limit).with_push(&push))?;
        state.signs.copy_from_slice(self.ws.found_signs());
        if let Some((motion, left)) = self.goals.missed(self.ws.acceleration(), &self.prescribed) {
            let (reached, prescribed) = (self.reached(), self.prescribed.rank());
            return Err(InverseError::Unmade { motion, left, reached, prescribed, t });
        }
        // What sticks together shares its forces with the most room.
        let mut solution = Solution::of_last(&mut self.ws, model, &state.modes);
        match (self.check_limits(), all) {
            (Err(_), Some(all)) => {
                self.share_as(all);
                solution.multipliers.copy_from_slice(self.ws.multipliers());
                self.check_limits()?;
            }
            (checked, _) => checked?,
        }
        // Where all of them vanish the other forces tell what is rounding.
        let most = max_abs(self.ws.multipliers()).max(self.size_at_work());
        for contact in model.inner.contacts.iter().filter(|contact| state.modes[contact.entry] == Mode::Holding) {
            let force = -self.ws.multipliers()[contact.row];
            if force > KEPT * most {
                return Err(InverseError::Pulls { contact: contact.name.clone(), force, t });
            }
        }
        Ok(Found { forces, solution, state })
    }

    /// Is the friction of all that is at rest within its limits?
    fn check_limits(&self) -> Result<(), InverseError> {
        let rounding = f64::EPSILON * max_abs(self.ws.multipliers());
        for &point in &self.resting {
            let friction = &self.model.inner.frictions[point];
            let force = self.ws.multipliers()[friction.row];
            let load = match friction.load {
                LoadRows::Given => self.ws.normal_loads()[point],
                _ => length(&self.load_in(point, self.ws.multipliers())),
            };
            let most = friction.law.holding() * load;
            if force.abs() > most * (1.0 + KEPT) + rounding {
                let (point, t) = (friction.name.clone(), self.state.t);
                return Err(InverseError::Slips { point, force: force.abs(), most, t });
            }
        }
        Ok(())
    }

    /// The multipliers of (I3), all forces being known; those of what slides stay as they are.
    fn share_as(&mut self, all: &DVector<f64>) {
        let frictions = &self.model.inner.frictions;
        let mut multipliers = self.prescribed.base.multipliers.clone();
        for (column, x) in self.columns.iter().zip(all) {
            let force = x / column.scale;
            multipliers.iter_mut().zip(&column.answer.multipliers).for_each(|(all, one)| *all += force * one);
        }
        for friction in frictions {
            multipliers[friction.row] = self.ws.multipliers()[friction.row];
        }
        for ((column, x), &point) in
            self.columns[self.actuators..].iter().zip(&all.as_slice()[self.actuators..]).zip(&self.resting)
        {
            multipliers[frictions[point].row] = x / column.scale;
        }
        self.ws.multipliers.copy_from_slice(&multipliers);
    }
}

impl Column {
    fn new(model: &Model, ws: &mut Workspace, force: Vec<f64>) -> Self {
        let answer = ws.answer_to(model, &force);
        let (mobility, size) = (dot(&force, &answer.acceleration), ws.size_unheld(model, &force));
        // What only strains the mechanism has the scale that it would have without constraints.
        let scale = if mobility > FIXED * size * size { mobility.sqrt() } else { size.max(f64::MIN_POSITIVE) };
        Self { force, scale, answer }
    }
}
