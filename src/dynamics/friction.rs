//! Friction in one evaluation: from the smooth system to the loads, and back to the motion (E5 to E7).
//!
//! The augmented matrix K is factored once, without friction. A sliding point pushes with −D_jᵀ σ_j μ_j N_j, N_j = |z_j|. By linearity
//!
//! ```text
//! λ = λ₀ + Σ_j Λ_j N_j,     K (v'_j, −Λ_j) = (−D_jᵀ σ_j μ_j, 0)                                       (E6)
//! z_i = a_i + Σ_j C_ij N_j,   a_i and C_ij being point i's load in λ₀ and in Λ_j
//! ```
//!
//! which is solved for the few loads alone. A load of two components (a pin) is carried along its own direction u = z/‖z‖: with
//! u held, u·z is a load like any other; repeating this with the new u is Newton's method for N_i = ‖a_i + Σ C_ij N_j‖.
//!
//! This is the *reduced* method (`reduced.rs`). In the *matrix* method (`matrix.rs`) the signs stand in K itself.
//!
//! While a run is within a step the signs are *held*: N_j = S_j z_j even where that is negative. The right-hand side is then smooth, and the
//! run looks for the instant at which a sign changes.

use super::matrix::{CROSSOVER, Matrix};
use super::reduced::Small;
use super::{Ask, Workspace};
use crate::element::Ctx;
use crate::error::EvalError;
use crate::friction::{Coupling, Search};
use crate::linear::absolute::{self, Absolute, Rung};
use crate::linear::{Influence, Reached};
use crate::model::{FrictionEntry, LoadRows, Model};

/// Turns of a pin's load direction until it stands still.
const TURNS: usize = 40;
const STILL: f64 = 1e-15;
/// Most loads for the search that tries every pattern.
const EXHAUSTIBLE: usize = 20;

/// Loads for which there is room from the beginning; more of them are searched one by one only where rows are left out.
const ROOM: usize = 64;

/// What the search has done since the workspace was made.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trials {
    /// Evaluations with loads to be found.
    pub searches: u64,
    /// Patterns of signs that were tried.
    pub trials: u64,
    /// Searches that ended by flipping all violated signs.
    pub flipped: u64,
    /// Searches that ended by flipping the first violated sign.
    pub least_index: u64,
    /// Searches that ended by enumeration.
    pub enumerated: u64,
}

/// Buffers and last results of all friction points.
#[derive(Clone, Debug)]
pub(crate) struct Rubs {
    /// D of each point, in coordinates of the bodies that it holds.
    pub(crate) tangents: Vec<f64>,
    /// Direction of sliding, 0 for a point that does not slide.
    pub(crate) sigma: Vec<f64>,
    /// N of each point.
    pub(crate) normal: Vec<f64>,
    /// Signs of the loads: as they were given, then as they were found.
    pub(crate) signs: Vec<f64>,
    /// How strongly the loads depend on themselves; zero where no load pushes.
    pub(crate) coupling: Coupling,
    pub(crate) trials: Trials,
    /// −σ μ of each point with a load to be found, 0 for the others.
    pub(super) push: Vec<f64>,
    pub(super) loaded: Vec<usize>,
    /// Are a and C those of the last evaluation? And did it find signs?
    pub(super) reduced: bool,
    pub(super) fits: bool,
    /// Loads without friction, and per unit of each N: two components each.
    pub(super) a: Vec<[f64; 2]>,
    pub(super) c: Vec<[f64; 2]>,
    pub(super) directions: Vec<[f64; 2]>,
    pub(super) system: Absolute,
    pub(super) small: Small,
    pub(super) force: Vec<f64>,
    pub(super) rows: Vec<f64>,
    /// Numbers of the model's influences.
    pub(super) reached: Vec<Reached>,
    /// The big matrix with signs in it; made when it is first used.
    pub(super) matrix: Option<Box<Matrix>>,
}

impl Rubs {
    pub(crate) fn new(model: &Model) -> Self {
        let layout = &model.inner.layout;
        let n = model.inner.frictions.len();
        let room = n.min(ROOM);
        let scratch = |len: usize| if n == 0 { Vec::new() } else { vec![0.0; len] };
        Self {
            tangents: vec![0.0; layout.tangents],
            sigma: vec![0.0; n],
            normal: vec![0.0; n],
            signs: vec![1.0; n],
            coupling: Coupling::default(),
            trials: Trials::default(),
            push: vec![0.0; n],
            loaded: Vec::with_capacity(n),
            reduced: false,
            fits: false,
            a: Vec::with_capacity(n),
            c: Vec::with_capacity(room * room),
            directions: vec![[1.0, 0.0]; n],
            system: Absolute::new(room),
            small: Small::with_room(n, room),
            force: scratch(layout.velocities),
            rows: scratch(layout.rows),
            matrix: (n > CROSSOVER && !model.inner.redundant).then(|| Box::new(Matrix::both(model))),
            reached: model.inner.influences.iter().map(Influence::reached).collect(),
        }
    }

    /// Signs and N of a search that went well; false if no pattern was found.
    pub(super) fn accept(&mut self, found: absolute::Found, signs: &[f64], z: &[f64]) -> bool {
        self.trials.trials += found.trials;
        self.coupling.trials += found.trials;
        match found.rung {
            None => return false,
            Some(Rung::Held) => {}
            Some(Rung::Flipped) => self.trials.flipped += 1,
            Some(Rung::LeastIndex) => self.trials.least_index += 1,
            Some(Rung::Enumerated) => self.trials.enumerated += 1,
        }
        for (i, &point) in self.loaded.iter().enumerate() {
            self.signs[point] = signs[i];
            self.normal[point] = signs[i] * z[i];
        }
        true
    }

    /// Repeats a round, which searches along the present directions of pins' loads and says how far they turned, until they stand still.
    pub(super) fn settle_directions(&mut self, mut round: impl FnMut(&mut Self) -> Option<f64>) -> bool {
        let mut last = f64::INFINITY;
        for _ in 0..TURNS {
            match round(self) {
                None => return false,
                Some(turn) if turn <= STILL => return true,
                Some(turn) => last = turn,
            }
        }
        // Rounding can keep a direction moving in its last digits.
        last <= 1e-12
    }

    /// Turns a pin's direction to the load `z` that the present N give; the turn.
    pub(super) fn aim(&mut self, point: usize, z: [f64; 2]) -> f64 {
        let length = z[0].hypot(z[1]);
        if length == 0.0 {
            return 0.0;
        }
        let (old, new) = (self.directions[point], [z[0] / length, z[1] / length]);
        self.directions[point] = new;
        self.signs[point] = 1.0;
        self.normal[point] = length;
        (new[0] - old[0]).abs() + (new[1] - old[1]).abs()
    }

    /// No pattern of signs was found.
    pub(super) fn no_signs(&self, model: &Model, t: f64) -> EvalError {
        let points = self.loaded.iter().map(|&p| model.inner.frictions[p].name.clone()).collect();
        EvalError::NoSigns { points, norm: self.coupling.norm, trials: self.coupling.trials, t }
    }

    /// Friction points whose loads were searched last.
    pub(crate) fn loaded(&self) -> &[usize] {
        &self.loaded
    }
}

/// The search of the chosen kind; while signs are held, their trial alone.
pub(super) fn climb(
    search: Option<Search>,
    signs: &mut [f64],
    z: &mut [f64],
    mut trial: impl FnMut(&[f64], &mut [f64]) -> bool,
) -> absolute::Found {
    match search {
        None => absolute::Found { rung: trial(signs, z).then_some(Rung::Held), trials: 1 },
        Some(Search::Exhaustive) => absolute::exhaust(signs, z, trial),
        Some(_) => absolute::search(signs, z, trial),
    }
}

/// The part of a load along a direction.
pub(super) fn along(u: [f64; 2], x: [f64; 2]) -> f64 {
    u[0] * x[0] + u[1] * x[1]
}

impl LoadRows {
    /// The load's one or two components in a vector of multipliers.
    #[inline]
    pub(crate) fn of(&self, multipliers: &[f64]) -> [f64; 2] {
        match self {
            Self::Rows(rows) => [rows.iter().map(|&(row, factor)| factor * multipliers[row]).sum(), 0.0],
            Self::Pair([a, b]) => [multipliers[*a], multipliers[*b]],
            Self::Given => [0.0; 2],
        }
    }
}

impl Workspace {
    /// Keeps D of every friction point, before those that slide are switched off.
    pub(crate) fn keep_tangents(&mut self, model: &Model) {
        // Their blocks follow each other, after those of all constraints.
        if let Some(sliding) = &model.inner.sliding {
            let blocks = sliding.jacobian_len()..model.inner.augmented.jacobian_len();
            self.rubs.tangents.copy_from_slice(&self.blocks[blocks]);
        }
    }

    /// D_j x over the velocities.
    pub(crate) fn along_tangent(&self, model: &Model, friction: &FrictionEntry, x: &[f64]) -> f64 {
        let inner = &*model.inner;
        let mut tangent = &self.rubs.tangents[friction.tangent.clone()];
        let mut sum = 0.0;
        for &body in &inner.constraints[friction.entry].held {
            let x = &x[inner.bodies[body].dofs.clone()];
            let (here, rest) = tangent.split_at(x.len());
            sum += here.iter().zip(x).map(|(d, x)| d * x).sum::<f64>();
            tangent = rest;
        }
        sum
    }

    /// Slip acceleration D_j v' − γ_j of a point at the last evaluation.
    pub(crate) fn slip_acceleration(&self, model: &Model, friction: &FrictionEntry) -> f64 {
        self.along_tangent(model, friction, &self.acceleration) - self.gamma[friction.row]
    }

    /// Friction that needs no reaction to be known: viscous, and under a given load. Adds it to h and leaves it as the tangent's force.
    pub(super) fn rub(&mut self, model: &Model, ask: &Ask<'_>) -> Result<(), EvalError> {
        let (inner, t, memory) = (&*model.inner, ask.at.t, ask.at.memory);
        self.rubs.signs.copy_from_slice(ask.signs.given());
        self.rubs.coupling = Coupling::default();
        (self.rubs.reduced, self.rubs.fits) = (false, false);
        self.rubs.loaded.clear();
        for (point, friction) in inner.frictions.iter().enumerate() {
            let sigma = self.rubs.sigma[point];
            let entry = &inner.constraints[friction.entry];
            if friction.load == LoadRows::Given {
                let at = Ctx { t, frames: &self.frames, slots: &entry.slots, memory: &memory[entry.memory.clone()] };
                let given = friction.element.given(at).map_err(|source| EvalError::Element {
                    kind: "friction",
                    name: friction.name.clone(),
                    t,
                    source,
                })?;
                if !given.is_finite() {
                    return Err(not_finite(friction, t, "its given load"));
                }
                self.rubs.normal[point] = given.abs();
            }
            self.rubs.push[point] = 0.0;
            if sigma == 0.0 {
                continue;
            }
            let speed = sigma * self.rate[friction.row];
            let (grip, law) = (ask.limits.grip(), &friction.law);
            let mu = match ask.limits.at_rest(point) {
                true => grip * law.holding(),
                // No law slides harder than it holds.
                false if grip < 1.0 => law.sliding(speed).min(grip * law.holding()),
                false => law.sliding(speed),
            };
            let mut force = friction.law.viscous(speed);
            if friction.load == LoadRows::Given {
                force += mu * self.rubs.normal[point];
            } else if mu != 0.0 {
                self.rubs.push[point] = -sigma * mu;
                self.rubs.loaded.push(point);
            }
            if !(mu + force).is_finite() {
                return Err(not_finite(friction, t, "its coefficient or viscous force"));
            }
            self.tangent_forces[point] = -sigma * force;
            if force != 0.0 {
                self.rubs.force_along(model, friction, -sigma * force, &mut self.acceleration);
            }
        }
        Ok(())
    }

    /// From h and γ_B to v' and λ with the friction of all loads, in place.
    pub(super) fn solve_rubbing(&mut self, model: &Model, t: f64, search: Option<Search>) -> Result<(), EvalError> {
        let inner = &*model.inner;
        let sliding = self.rubs.loaded.len();
        if search == Some(Search::Exhaustive) && sliding > EXHAUSTIBLE {
            return Err(EvalError::TooMany { resting: 0, sliding });
        }
        match model.influence(self.sticking) {
            _ if self.rubs.loaded.is_empty() => self.solve(model),
            _ if self.signs_in_matrix(model, search) => self.rub_in_matrix(model, t, search)?,
            Some(plan) if self.numeric().dropped().is_empty() => self.rub_between_halves(model, plan, t, search)?,
            _ => self.rub_by_solves(model, t, search)?,
        }
        for &point in &self.rubs.loaded {
            self.tangent_forces[point] += self.rubs.push[point] * self.rubs.normal[point];
        }
        for (point, friction) in inner.frictions.iter().enumerate() {
            if self.rubs.sigma[point] != 0.0 {
                self.multipliers[friction.row] = self.tangent_forces[point];
            }
            if friction.load != LoadRows::Given && self.rubs.push[point] == 0.0 {
                let [a, b] = friction.load.of(&self.multipliers);
                if search.is_none() && self.rubs.sigma[point] != 0.0 && matches!(friction.load, LoadRows::Rows(_)) {
                    // A load that does not push is one all the same: its sign is held like those of the others.
                    self.rubs.normal[point] = self.rubs.signs[point] * a;
                    continue;
                }
                self.rubs.normal[point] = a.hypot(b);
                // Nothing depends on the sign here: it follows, so that a search finds it right.
                self.rubs.signs[point] = if a < 0.0 && b == 0.0 { -1.0 } else { 1.0 };
            }
        }
        Ok(())
    }

    /// Power of every friction point on its bodies.
    pub(crate) fn rub_powers(&mut self, model: &Model, v: &[f64]) {
        for friction in &model.inner.frictions {
            self.powers[friction.work] = self.multipliers[friction.row] * self.along_tangent(model, friction, v);
        }
    }
}

fn not_finite(friction: &FrictionEntry, t: f64, what: &str) -> EvalError {
    EvalError::NotFinite { kind: "friction", name: friction.name.clone(), what: what.into(), t }
}

impl Rubs {
    /// h += D_jᵀ · force.
    pub(crate) fn force_along(&self, model: &Model, friction: &FrictionEntry, force: f64, h: &mut [f64]) {
        let inner = &*model.inner;
        let mut tangent = &self.tangents[friction.tangent.clone()];
        for &body in &inner.constraints[friction.entry].held {
            let h = &mut h[inner.bodies[body].dofs.clone()];
            let (here, rest) = tangent.split_at(h.len());
            h.iter_mut().zip(here).for_each(|(h, d)| *h += d * force);
            tangent = rest;
        }
    }
}
