//! Stick, slip forward or slip backward: the decision for all friction points that are at rest at one instant.
//!
//! A set of points whose slip speeds vanish is first taken to stick; then what does not fit is changed, one thing at a time, until
//! everything fits:
//!
//! 1. Rows that stick but contradict the rest (at a dead center a slider's slip acceleration is given, whatever its friction): these
//!    points pass through zero and slide on as that acceleration says.
//! 2. A point with |τ| > μ' N starts to slide against τ.
//! 3. Points that hold one freedom together (`cluster.rs`) have no τ of their own: rigid bodies do not determine the split. What decides is
//!    the trend: with every point of the cluster at its static limit against one direction of the motion, does the motion start in
//!    that direction all the same? If it does in neither, the cluster sticks. The sum of the friction forces along the freedom can be anything between these
//!    two extremes, so that this is exact. Points that hold several freedoms together stick if some split of their forces is within all
//!    limits (`split.rs`).
//! 4. A point that was set sliding must be accelerated the way it slides.
//!
//! If this runs in a circle, all 3^k combinations are tried while k is small.

use super::{Baumgarte, Mode, State, Workspace};
use crate::error::EvalError;
use crate::math::size;
use crate::model::{FrictionEntry, Model};

/// A state as the passes of an evaluation read it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) t: f64,
    pub(crate) q: &'a [f64],
    pub(crate) v: &'a [f64],
    pub(crate) memory: &'a [f64],
}

/// Slip speeds below this part of the largest velocity count as rest.
const AT_REST: f64 = 1e-9;
/// Rounding of forces and accelerations, relative to their size.
const ROUNDING: f64 = 1e-11;
/// Most points at rest for which all combinations are tried.
const ENUMERABLE: usize = 7;

impl Model {
    /// Decides for every friction point of a state whether it sticks or slides, and where to, and which sign its load has.
    ///
    /// Points that move slide in that direction; those at rest that do not slide are decided together.
    pub fn settle(&self, state: &mut State) -> Result<(), EvalError> {
        self.check_state(state)?;
        let mut ws = self.workspace();
        let State { t, q, v, modes, signs, memory, .. } = state;
        ws.rubs.signs.copy_from_slice(signs);
        ws.settle(self, Place { t: *t, q, v, memory }, modes)?;
        signs.copy_from_slice(&ws.rubs.signs);
        Ok(())
    }
}

impl Workspace {
    /// Modes of all friction points at a state; the workspace is left evaluated there.
    pub(crate) fn settle(&mut self, model: &Model, at: Place<'_>, modes: &mut [Mode]) -> Result<(), EvalError> {
        self.place(model, at.q, at.v);
        self.constrain(model, at.t, at.memory)?;
        let resting = self.resting(model, at.v, modes);
        self.decide(model, at, modes, &resting, &[])
    }

    /// Which points are at rest, at residuals that were just evaluated; those that move get their direction.
    pub(super) fn resting(&self, model: &Model, v: &[f64], modes: &mut [Mode]) -> Vec<bool> {
        let slow = AT_REST * size(v);
        let mut resting = vec![false; model.inner.frictions.len()];
        for (point, friction) in model.inner.frictions.iter().enumerate() {
            let (slip, mode) = (self.rate[friction.row], &mut modes[friction.entry]);
            if slip.abs() > slow {
                *mode = Mode::sliding(slip);
            } else if mode.direction() == 0.0 {
                resting[point] = true;
            }
        }
        resting
    }

    /// Decides the points in `resting`; those in `started` begin to slide in the given direction.
    ///
    /// The workspace is left with the modes found, and evaluated.
    pub(crate) fn decide(
        &mut self,
        model: &Model,
        at: Place<'_>,
        modes: &mut [Mode],
        resting: &[bool],
        started: &[(usize, f64)],
    ) -> Result<(), EvalError> {
        let entry = |point: usize| model.inner.frictions[point].entry;
        let held = std::mem::replace(&mut self.rubs.hold, false);
        for point in (0..resting.len()).filter(|&p| resting[p]) {
            modes[entry(point)] = Mode::Holding;
        }
        for &(point, direction) in started {
            modes[entry(point)] = Mode::sliding(direction);
        }
        let mut seen: Vec<Vec<Mode>> = Vec::new();
        let outcome = loop {
            let changes = match self.try_modes(model, at, modes).and_then(|()| self.misfits(model, at, modes, resting))
            {
                // These modes leave no motion: others may.
                Err(EvalError::NoSigns { .. }) if resting.contains(&true) => {
                    break self.try_all(model, at, modes, resting);
                }
                changes => changes?,
            };
            if changes.is_empty() {
                break Ok(());
            }
            if seen.iter().any(|earlier| earlier == modes) {
                break self.try_all(model, at, modes, resting);
            }
            seen.push(modes.to_vec());
            for (point, mode) in changes {
                modes[entry(point)] = mode;
            }
        };
        self.rubs.hold = held;
        outcome
    }

    /// Evaluates with other modes; what is held at rest by the present ones is free to start.
    pub(super) fn try_modes(&mut self, model: &Model, at: Place<'_>, modes: &[Mode]) -> Result<(), EvalError> {
        self.set_modes(model, modes);
        let frozen = std::mem::replace(&mut self.any_frozen, false);
        let outcome = self.evaluate(model, at.t, at.q, at.v, at.memory, Baumgarte::OFF);
        self.any_frozen = frozen;
        outcome
    }

    /// What has to be changed first; nothing if everything fits. The workspace is evaluated with these modes before and after.
    pub(super) fn misfits(
        &mut self,
        model: &Model,
        at: Place<'_>,
        modes: &[Mode],
        resting: &[bool],
    ) -> Result<Vec<(usize, Mode)>, EvalError> {
        let frictions = &model.inner.frictions;
        let clusters = self.clusters(model, modes);
        let torn: Vec<usize> = clusters.iter().filter(|c| c.contradicts).flat_map(|c| c.points.clone()).collect();
        if !torn.is_empty() {
            return self.pass_through(model, at, modes, &torn);
        }
        let mut worst = (ROUNDING, Vec::new());
        for (point, friction) in frictions.iter().enumerate() {
            let alone = !clusters.iter().any(|c| c.points.contains(&point));
            if alone && modes[friction.entry] == Mode::Holding {
                let (excess, direction) = self.excess(friction, point);
                if excess > worst.0 {
                    worst = (excess, vec![(point, Mode::sliding(direction))]);
                }
            }
        }
        let backwards = |ws: &Self, point: usize, friction: &FrictionEntry| {
            let sigma = modes[friction.entry].direction();
            let bound = ROUNDING * (1.0 + size(&ws.acceleration));
            resting[point] && sigma * ws.slip_acceleration(model, friction) < -bound
        };
        let mut wrong = Vec::new();
        for (point, friction) in frictions.iter().enumerate() {
            if modes[friction.entry].direction() != 0.0 && backwards(self, point, friction) {
                wrong.push((point, Mode::Holding));
            }
        }
        for cluster in clusters.iter().filter(|c| c.freedoms > 1) {
            let (excess, starts) = self.split(model, cluster).excess();
            if excess > worst.0 {
                worst = (excess, starts);
            }
        }
        for cluster in clusters.iter().filter(|c| c.freedoms == 1) {
            let (trend, starts) = self.trend(model, at, modes, cluster)?;
            if trend > worst.0 {
                worst = (trend, starts);
            }
        }
        self.try_modes(model, at, modes)?;
        Ok(if worst.1.is_empty() { wrong } else { worst.1 })
    }

    /// By how much a point that sticks is beyond its static limit, relative to the forces at work, and where it would slide to.
    pub(crate) fn excess(&self, friction: &FrictionEntry, point: usize) -> (f64, f64) {
        let limit = self.rubs.grip * friction.law.holding() * self.rubs.normal[point];
        let force = self.multipliers[friction.row];
        let size = force.abs() + limit;
        let excess = if size > 0.0 { (force.abs() - limit) / size } else { 0.0 };
        (excess, -force.signum())
    }

    /// Directions of points whose slip acceleration is given: they cannot stick, they pass through zero.
    fn pass_through(
        &mut self,
        model: &Model,
        at: Place<'_>,
        modes: &[Mode],
        torn: &[usize],
    ) -> Result<Vec<(usize, Mode)>, EvalError> {
        let frictions = &model.inner.frictions;
        let mut loose = modes.to_vec();
        torn.iter().for_each(|&point| loose[frictions[point].entry] = Mode::Undecided);
        self.try_modes(model, at, &loose)?;
        let directed = torn.iter().map(|&p| (p, Mode::sliding(self.slip_acceleration(model, &frictions[p])))).collect();
        Ok(directed)
    }

    /// The last resort: every combination of the points at rest, until one fits.
    fn try_all(&mut self, model: &Model, at: Place<'_>, modes: &mut [Mode], resting: &[bool]) -> Result<(), EvalError> {
        let frictions = &model.inner.frictions;
        let open: Vec<usize> = (0..resting.len()).filter(|&p| resting[p]).collect();
        if open.len() <= ENUMERABLE {
            let mut found = Vec::new();
            for mut code in 0..3_usize.pow(open.len() as u32) {
                for &point in &open {
                    modes[frictions[point].entry] = [Mode::Holding, Mode::Forward, Mode::Backward][code % 3];
                    code /= 3;
                }
                self.collect(model, at, modes, resting, &mut found)?;
                if let Some(branch) = found.first() {
                    branch.signs(&mut self.rubs.signs);
                    self.rubs.hold = true;
                    return self.try_modes(model, at, modes);
                }
            }
        }
        let points = open.iter().map(|&point| frictions[point].name.clone()).collect();
        Err(EvalError::NoDecision { points, t: at.t })
    }
}
