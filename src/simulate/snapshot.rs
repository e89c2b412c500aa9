//! One instant of a motion, and everything that can be read of it.
//!
//! Reactions and loads follow one sign: **the wrench on a body, in world axes**. The reaction of a constraint on
//! its k-th body is the wrench J_kᵀ λ at the origin of that body's frame, moved to the constraint's point P:
//!
//! ```text
//! F = (J_kᵀ λ)_{x,y}        M_P = (J_kᵀ λ)_θ − (P − O) × F
//! ```

use crate::dynamics::{Baumgarte, Mode, Workspace};
use crate::element::{BodyId, BodyRef, ConstraintId, Ctx, ForceId, Loads, Planar, PlanarFrame, Point, Rows};
use crate::error::{ElementError, EvalError};
use crate::measure::{Measure, Reading};
use crate::model::{ConstraintEntry, Model};
use nalgebra::Vector2;
use std::cell::{Ref, RefCell};

/// A force and a moment on a body, in world axes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Wrench {
    /// The force.
    pub force: Vector2<f64>,
    /// The moment about `point`.
    pub moment: f64,
    /// Where the force acts.
    pub point: Vector2<f64>,
}

/// Accelerations, multipliers and residuals that belong to a state.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Solution {
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(crate) acceleration: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(crate) multipliers: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(crate) phi: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(crate) rate: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::numbers"))]
    pub(crate) second: Vec<f64>,
}

/// Where a lazy snapshot computes its solution, at most once per instant.
#[derive(Debug)]
pub(super) struct Solver {
    /// None once the solution is there and will stay.
    pub(super) ws: Option<Workspace>,
    pub(super) gains: Baumgarte,
    pub(super) solution: Solution,
    pub(super) ready: bool,
    pub(super) failure: Option<EvalError>,
}

/// One instant: time, positions, velocities, and the accelerations and multipliers that belong to them.
#[derive(Clone, Debug)]
pub struct Snapshot<'a> {
    pub(super) model: &'a Model,
    pub(super) t: f64,
    pub(super) q: &'a [f64],
    pub(super) v: &'a [f64],
    pub(crate) works: &'a [f64],
    pub(super) memory: &'a [f64],
    pub(crate) modes: &'a [Mode],
    pub(super) signs: &'a [f64],
    pub(super) solver: &'a RefCell<Solver>,
}

impl Solver {
    pub(super) fn new(model: &Model, gains: Baumgarte) -> Self {
        Self { ws: Some(model.workspace()), gains, solution: Solution::default(), ready: false, failure: None }
    }

    /// A solver that has its solution already.
    pub(super) fn solved(solution: Solution) -> Self {
        Self { ws: None, gains: Baumgarte::OFF, solution, ready: true, failure: None }
    }

    fn solve(&mut self, at: &Snapshot<'_>) {
        self.ready = true;
        let (n, m) = (at.model.velocities(), at.model.rows());
        let Some(ws) = &mut self.ws else { return };
        ws.set_modes(at.model, at.modes);
        ws.rubs.signs.copy_from_slice(at.signs);
        match ws.evaluate(at.model, at.t, at.q, at.v, at.memory, self.gains) {
            Ok(()) => self.solution.copy_from(ws, at.model),
            Err(error) => {
                self.failure.get_or_insert(error);
                self.solution.fill(n, m, f64::NAN);
            }
        }
    }
}

impl Solution {
    pub(super) fn copy_from(&mut self, ws: &Workspace, model: &Model) {
        let pairs = [
            (&mut self.acceleration, &ws.acceleration),
            (&mut self.multipliers, &ws.multipliers),
            (&mut self.phi, &ws.phi),
            (&mut self.rate, &ws.rate),
        ];
        for (to, from) in pairs {
            to.clear();
            to.extend_from_slice(from);
        }
        self.second.clear();
        self.second.extend((0..model.rows()).map(|row| ws.second_rate(model, row)));
    }

    fn fill(&mut self, velocities: usize, rows: usize, value: f64) {
        self.acceleration = vec![value; velocities];
        for part in [&mut self.multipliers, &mut self.phi, &mut self.rate, &mut self.second] {
            *part = vec![value; rows];
        }
    }
}

impl<'a> Snapshot<'a> {
    /// Time.
    pub fn t(&self) -> f64 {
        self.t
    }

    /// All coordinates.
    pub fn q(&self) -> &'a [f64] {
        self.q
    }

    /// All velocities.
    pub fn v(&self) -> &'a [f64] {
        self.v
    }

    /// All accelerations.
    pub fn acceleration(&self) -> Vec<f64> {
        self.solution().acceleration.clone()
    }

    /// Pose and twist of a body's frame.
    pub fn body(&self, body: BodyId<Planar>) -> PlanarFrame {
        self.frame(self.model.check(body.into()))
    }

    /// Acceleration (a_x, a_y, ω') of a body's frame (E9).
    pub fn body_acceleration(&self, body: BodyId<Planar>) -> [f64; 3] {
        let index = self.model.check(body.into());
        self.model.frame_acceleration(index, self.q, self.v, &self.solution().acceleration)
    }

    /// World position of a body-fixed point.
    pub fn position(&self, point: Point) -> Vector2<f64> {
        self.frame(self.model.check(point.body)).point(point.local)
    }

    /// World velocity of a body-fixed point.
    pub fn velocity(&self, point: Point) -> Vector2<f64> {
        let frame = self.frame(self.model.check(point.body));
        frame.velocity_at(frame.turn(point.local))
    }

    /// A measure and its rate.
    pub fn measure(&self, measure: &impl Measure) -> Result<Reading, ElementError> {
        let frames = measure.bodies().map(|b| self.frame(self.model.check(b)));
        measure.read(Ctx { t: self.t, frames: &frames, slots: &[0, 1], memory: &[] })
    }

    /// The multipliers of a constraint; their meaning is in its documentation.
    pub fn multipliers(&self, constraint: ConstraintId) -> Vec<f64> {
        self.solution().multipliers[self.model.row_range(constraint)].to_vec()
    }

    /// Accelerations, multipliers, φ, φ' and φ'' of all rows, one after another.
    pub(crate) fn solved(&self) -> Vec<f64> {
        let s = self.solution();
        [&s.acceleration[..], &s.multipliers, &s.phi, &s.rate, &s.second].concat()
    }

    /// φ of a constraint's rows (zero for velocity rows).
    pub fn phi(&self, constraint: ConstraintId) -> Vec<f64> {
        self.solution().phi[self.model.row_range(constraint)].to_vec()
    }

    /// φ' (or ψ) of a constraint's rows.
    pub fn phi_dot(&self, constraint: ConstraintId) -> Vec<f64> {
        self.solution().rate[self.model.row_range(constraint)].to_vec()
    }

    /// φ'' (or ψ') of a constraint's rows, with the accelerations as they were computed.
    pub fn phi_ddot(&self, constraint: ConstraintId) -> Vec<f64> {
        self.solution().second[self.model.row_range(constraint)].to_vec()
    }

    /// The reaction on the constraint's last body, the `b` of a joint between a and b.
    pub fn reaction(&self, constraint: ConstraintId) -> Wrench {
        let entry = self.model.entry(constraint);
        self.slot_reaction(entry, entry.slots.len() - 1)
    }

    /// The reaction on one of the constraint's bodies; zero on a body that it does not touch.
    pub fn reaction_on(&self, constraint: ConstraintId, body: impl Into<BodyRef>) -> Wrench {
        self.wrench_on(self.model.entry(constraint), body.into())
    }

    pub(super) fn wrench_on(&self, entry: &ConstraintEntry, body: BodyRef) -> Wrench {
        let index = self.model.check(body) as u32;
        let touching = (0..entry.slots.len()).filter(|&k| entry.slots[k] == index);
        let wrenches: Vec<Wrench> = touching.map(|k| self.slot_reaction(entry, k)).collect();
        match wrenches.split_first() {
            None => Wrench { force: Vector2::zeros(), moment: 0.0, point: self.frame(index as usize).origin },
            Some((first, others)) => others.iter().fold(*first, |sum, w| Wrench {
                force: sum.force + w.force,
                moment: sum.moment + w.moment + (w.point - sum.point).perp(&w.force),
                point: sum.point,
            }),
        }
    }

    pub(super) fn slot_reaction(&self, entry: &ConstraintEntry, k: usize) -> Wrench {
        let frames = self.frames();
        let at = Ctx { t: self.t, frames: &frames, slots: &entry.slots, memory: &self.memory[entry.memory.clone()] };
        let rows = entry.shape.rows();
        let blocks: Vec<u32> = (0..entry.slots.len()).map(|k| (3 * rows * k) as u32).collect();
        let mut jacobian = vec![0.0; 3 * rows * blocks.len()];
        let mut scratch =
            [vec![0.0; rows], vec![0.0; rows], vec![0.0; rows], self.memory[entry.memory.clone()].to_vec()];
        let [phi, rate, gamma, memory] = &mut scratch;
        let mut out = Rows { jacobian: &mut jacobian, blocks: &blocks, phi, rate, gamma, memory };
        let solution = self.solution();
        let mut sum = [0.0; 3];
        match entry.element.eval(at, &mut out) {
            Err(_) => sum = [f64::NAN; 3],
            Ok(()) => {
                for (i, lambda) in solution.multipliers[entry.rows.clone()].iter().enumerate() {
                    let row = &jacobian[3 * (rows * k + i)..][..3];
                    sum.iter_mut().zip(row).for_each(|(s, j)| *s += j * lambda);
                }
            }
        }
        let force = Vector2::new(sum[0], sum[1]);
        let point = entry.element.point(at, k);
        Wrench { force, moment: sum[2] - (point - at.body(k).origin).perp(&force), point }
    }

    /// The load of a force on one of its bodies, at the origin of the body's frame.
    pub fn load(&self, force: ForceId, body: impl Into<BodyRef>) -> Result<Wrench, ElementError> {
        let entry = self.model.force_entry(force);
        let frames = self.frames();
        let mut wrenches = vec![[0.0; 3]; frames.len()];
        let at = Ctx { t: self.t, frames: &frames, slots: &entry.slots, memory: &[] };
        entry
            .element
            .eval(at, &mut Loads { frames: &frames, slots: &entry.slots, wrenches: &mut wrenches, power: 0.0 })?;
        let index = self.model.check(body.into());
        let [x, y, moment] = wrenches[index];
        Ok(Wrench { force: Vector2::new(x, y), moment, point: frames[index].origin })
    }

    /// Does a constraint hold, or is it switched off?
    pub fn mode(&self, constraint: ConstraintId) -> Mode {
        let _ = self.model.entry(constraint);
        self.modes[constraint.index as usize]
    }

    /// Kinetic energy ½ vᵀ M v.
    pub fn kinetic(&self) -> f64 {
        self.model.kinetic(self.q, self.v)
    }

    /// Potential energy of gravity and of every force that has one.
    pub fn potential(&self) -> f64 {
        self.model.potential(self.t, &self.frames(), |_| true)
    }

    /// Kinetic and potential energy together.
    pub fn energy(&self) -> f64 {
        self.kinetic() + self.potential()
    }

    /// What stays the same whatever acts: the energy less the work of all that is not a potential.
    ///
    /// Its change along a motion is the error of the energy balance.
    pub fn balance(&self) -> f64 {
        let conservative = self.model.potential(self.t, &self.frames(), |force| force.work.is_none());
        self.kinetic() + conservative - self.works.iter().sum::<f64>()
    }

    /// Work that a force has done since the start of the run (its potential's part included).
    ///
    /// `None` for a conservative force: its work is the loss of its potential.
    pub fn work(&self, force: ForceId) -> Option<f64> {
        self.model.force_entry(force).work.map(|work| self.works[work])
    }

    /// Work that a constraint has done since the start of the run; `None` if it can do none.
    pub fn work_of_constraint(&self, constraint: ConstraintId) -> Option<f64> {
        self.model.entry(constraint).work.map(|work| self.works[work])
    }

    /// Is the constraint's reaction determined by rigid bodies, or shared with a redundant one?
    pub fn is_determined(&self, constraint: ConstraintId) -> Result<bool, EvalError> {
        let freedoms = self.model.freedoms_at(self.t, self.q, self.v, self.memory, self.modes)?;
        let names: Vec<String> = self.model.row_range(constraint).map(|row| self.model.row_name(row)).collect();
        let takes_part = |set: &crate::dynamics::DependentRows| set.rows.iter().any(|(name, _)| names.contains(name));
        Ok(!freedoms.dependent.iter().any(takes_part))
    }

    pub(super) fn frame(&self, index: usize) -> PlanarFrame {
        self.model.frame(index, self.q, self.v)
    }

    pub(super) fn frames(&self) -> Vec<PlanarFrame> {
        (0..=self.model.inner.bodies.len()).map(|index| self.frame(index)).collect()
    }

    pub(super) fn solution(&self) -> Ref<'_, Solution> {
        if !self.solver.borrow().ready {
            self.solver.borrow_mut().solve(self);
        }
        Ref::map(self.solver.borrow(), |solver| &solver.solution)
    }
}
