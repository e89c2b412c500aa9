//! The model as a first-order system: y = (q, v, works, impulses), y' = (q', v'(t, q, v), powers, static friction), with q' = v but for
//! attitudes.
//!
//! The last part is the impulse of each friction force that holds, counted from the beginning of the step: nothing depends on it, but its
//! error keeps the steps short enough for the static forces to be seen where nothing else moves.
//!
//! The signs of friction are held during a step, both those of sliding and those of the loads: the right-hand side is smooth, and the
//! run locates the instants where a sign changes.
//!
//! Its gains are Baumgarte's (E3), or with [`Stabilization::Auto`] gains that follow from the step h.
//!
//! What forbids strong gains in an explicit method is not stability, h/τ < 2 or so, but the stages: they lie off the
//! constraints by (hω)², ω the rate of the motion, and gains that act on φ at the stages take that for drift. Their
//! error estimate then sees the correction itself, at every h, and the step collapses (measured: with α = 2c/h, β = c²/h² the
//! work grows hundredfold already at c = 1). So the gains act on what *is* drift: φ₀ and φ₀' at the beginning of the step, which are known there.
//! They push with an acceleration of the residual that is a given function of time within the step, θ = (t − t₀)/h:
//!
//! ```text
//! (1)  φ'' = a θ (1 − θ),   ψ' = a θ (1 − θ)
//! ```
//!
//! This vanishes at both ends, so that slopes stay continuous from step to step. With V = ∫ θ (1 − θ) dθ = 1/6 and
//! P = ∫ θ (1 − θ)² dθ = 1/12, a step without error maps (z, ζ) = (φ, h φ') to (z + ζ + P h² a, ζ + V h² a). With h² a = −(k₁ z + k₂ ζ)
//! this map is nilpotent, so that drift is gone after two steps, if its trace and determinant vanish:
//!
//! ```text
//! (2)  k₁ = 1/V = 6,   k₂ = (2 − P/V)/V = 9        (3)  velocity rows: h a = −6 ψ
//! ```
//!
//! Euler's method looks at the beginning of a step only; there (2) becomes Baumgarte's own α = 2/h, β = 1/h², γ = 1/h.
//!
//! A step that an event cuts short, and the first ones after it, are far shorter than those that made the drift: to undo it within them would take
//! speeds of φ/h (measured: 4e-7 m of drift in a step of 2 µs threw a mechanism at rest at 1.5 rad/s). So the pace is that of a longer
//! step H ≥ h, a = −(k₁ φ/H + k₂ φ')/H. With r = h/H the map's trace is 2 − 3r/2 − r²/2, its determinant 1 − 3r/2 + r²/2: stable for
//! 0 < r ≤ 1 (Jury: r² > 0, 4 − 3r > 0, determinant below 1), nilpotent at r = 1. H shrinks no faster than drift dies, which goes like exp(−¾ ∫ dt/H):
//!
//! ```text
//! (4)  H ← max(h, H − h/2)        φ ~ H^(3/2), so that the speed φ/H only falls
//! ```
//!
//! In general these are Baumgarte's α ~ 9/h, β ~ 6/h², sampled once a step. A method of order 3 or more integrates the polynomial as (2) has it,
//! and its error estimate hardly sees it. What is left is the drift of the last steps' own errors.

use super::simulation::Simulation;
use super::singular::Passage;
use super::watch::{FrictionGuards, Numbers};
use crate::dynamics::{Baumgarte, Bonds, Mode, Query, Rest, Signs, Stabilization, State, StateRef, Workspace};
use crate::error::EvalError;
use crate::friction::{Coupling, Search};
use crate::model::{Model, Succession};
use crate::ode::{Attempt, Rhs, Verdict};

#[derive(Debug)]
pub(super) struct Motion<'m> {
    pub(super) model: &'m Model,
    pub(super) ws: Workspace,
    /// What the constraints left in their memory at the last accepted step.
    pub(super) memory: Vec<f64>,
    /// The constraints' memory at the end of the step that was just taken; nothing new if the end has been taken over.
    arrival: Vec<f64>,
    arrived: bool,
    /// The memory with which the accepted state was evaluated: from there it is evaluated again to the same bits.
    pub(super) departure: Vec<f64>,
    pub(super) gains: Baumgarte,
    pub(super) modes: Vec<Mode>,
    /// Signs of the loads of friction, as they are held during a step.
    pub(super) signs: Vec<f64>,
    /// Impacts since anything else has happened.
    pub(super) impacts: Succession,
    /// Velocities that friction holds at zero; empty if there are none.
    pub(super) frozen: Vec<bool>,
    /// How strongly loads depended on themselves at the last evaluation; zero where none pushes.
    pub(super) coupling: Coupling,
    /// What the stages of the last attempt solved for friction, in their order, and how many there are.
    stages: Vec<Numbers>,
    solved: usize,
    follow: Follow,
    /// What it adds to γ of each row; empty unless the gains follow the step.
    correction: Vec<f64>,
    /// φ₀ and φ₀' (or ψ₀) of each row at the beginning of the step, and when it began and how long it is.
    drift: Vec<[f64; 2]>,
    /// φ and φ' (or ψ) of each row at the end of the step: not yet the beginning of the next, for the step may be taken again, or be asked for its inside.
    drift_at_end: Vec<[f64; 2]>,
    pub(super) step: [f64; 2],
    /// What is left of the pace H of (4) for the next step.
    pace: f64,
    /// Rows to be left out of the next step.
    pub(super) spare: Vec<usize>,
    /// What is known of singular positions.
    pub(super) passage: Passage,
    /// Is the end of each step projected, and how many Newton steps did that take?
    pub(super) projects: bool,
    pub(super) projections: u64,
}

/// How gains follow the step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Follow {
    /// They do not.
    No,
    /// As gains, for Euler's method.
    Gains,
    /// As the correction (1).
    Correction,
}

impl<'m> Motion<'m> {
    pub(super) fn new(plan: &Simulation<'m>, start: &State) -> Self {
        let Simulation { model, stabilization, method, .. } = *plan;
        let gains = match stabilization {
            Stabilization::Baumgarte(gains) => gains,
            _ => Baumgarte::OFF,
        };
        let follow = match stabilization {
            Stabilization::Auto if method.order() < 2 => Follow::Gains,
            Stabilization::Auto => Follow::Correction,
            _ => Follow::No,
        };
        let (memory, modes, signs) = (start.memory.clone(), start.modes.clone(), start.signs.clone());
        // The first slope of a step is the last one's end, and is not a stage.
        let stages = if FrictionGuards::is_needed(model) { method.tableau().stages() - 1 } else { 0 };
        let corrected = if follow == Follow::Correction { model.rows() } else { 0 };
        Self {
            model,
            ws: model.workspace(),
            frozen: Vec::with_capacity(model.velocities()),
            coupling: Coupling::default(),
            stages: vec![Numbers::of(model); stages],
            solved: 0,
            correction: vec![0.0; corrected],
            arrival: memory.clone(),
            arrived: false,
            departure: memory.clone(),
            memory,
            gains,
            modes,
            signs,
            impacts: start.impacts.clone(),
            follow,
            drift: vec![[0.0; 2]; model.rows()],
            drift_at_end: vec![[0.0; 2]; model.rows()],
            step: [start.t, 1.0],
            pace: 0.0,
            spare: Vec::new(),
            passage: Passage::new(plan),
            projects: stabilization == Stabilization::Projection && model.rows() > 0 && plan.fixed_step.is_none(),
            projections: 0,
        }
    }

    /// Takes over modes, signs and memory of a state that was changed.
    pub(super) fn take_over(&mut self, state: &State) {
        self.memory.copy_from_slice(&state.memory);
        self.modes.copy_from_slice(&state.modes);
        self.signs.copy_from_slice(&state.signs);
        self.impacts.clone_from(&state.impacts);
        self.frozen.clear();
    }

    /// The motion at a state, everything being held as it is during a step.
    pub(super) fn query<'y>(&'y self, t: f64, y: &'y [f64]) -> Query<'y> {
        let (q, v, _) = self.split(y);
        let at = StateRef { t, q, v, memory: &self.memory };
        Query::new(at, &self.modes, Signs::Held(&self.signs)).with_gains(self.gains).with_rest(Rest::of(&self.frozen))
    }

    /// The motion at a state with nothing held but the modes: all that rests may start, the loads have whichever signs.
    pub(super) fn query_free<'y>(&'y self, t: f64, y: &'y [f64]) -> Query<'y> {
        Query::new(self.query(t, y).at, &self.modes, self.searched())
    }

    /// The signs as they are, to be searched.
    pub(super) fn searched(&self) -> Signs<'_> {
        Signs::Search { from: &self.signs, by: Search::default() }
    }

    /// What holds the bodies.
    pub(super) fn bonds(&self) -> Bonds<'_> {
        Bonds { modes: &self.modes, rest: Rest::of(&self.frozen) }
    }

    /// What the stages of the last attempt solved for friction, the first one left out.
    pub(super) fn stages(&self) -> &[Numbers] {
        &self.stages[..self.solved.min(self.stages.len())]
    }

    /// Remembers what the constraints wrote into their memory at the end of a step, and their residuals, before anything else is evaluated.
    pub(super) fn note_end(&mut self, t: f64, y: &[f64]) -> Result<(), EvalError> {
        self.arrival.copy_from_slice(&self.ws.memory);
        self.arrived = true;
        let numeric = self.ws.numeric();
        self.passage.note_state(numeric.closeness(), numeric.dropped().len());
        let rows = self.ws.phi.iter().zip(&self.ws.rate);
        self.drift_at_end.iter_mut().zip(rows).for_each(|(drift, (phi, rate))| *drift = [*phi, *rate]);
        self.choose_spare(t, y)
    }

    /// Makes that the memory, and the drift, from which the next step starts.
    pub(super) fn commit(&mut self) {
        if std::mem::take(&mut self.arrived) {
            self.departure.copy_from_slice(&self.memory);
            self.memory.copy_from_slice(&self.arrival);
        }
        self.drift.copy_from_slice(&self.drift_at_end);
        self.ws.spare.clone_from(&self.spare);
    }

    /// a θ (1 − θ) of (1) to (3) for every row.
    fn correct(&mut self, t: f64) {
        let [start, h] = self.step;
        let theta = ((t - start) / h).clamp(0.0, 1.0);
        let pace = h.max(self.pace);
        let shape = theta * (1.0 - theta) / pace;
        let positions = &self.model.inner.layout.position_rows;
        for ((push, [phi, rate]), &position) in self.correction.iter_mut().zip(&self.drift).zip(positions) {
            *push = -shape * if position { 6.0 * phi / pace + 9.0 * rate } else { 6.0 * rate };
        }
    }

    /// q, v and works of a first-order state.
    pub(super) fn split<'y>(&self, y: &'y [f64]) -> (&'y [f64], &'y [f64], &'y [f64]) {
        self.model.inner.layout.split(y)
    }

    /// A first-order state from its parts, the impulses being zero.
    pub(super) fn join(&self, q: &[f64], v: &[f64], works: &[f64]) -> Vec<f64> {
        [q, v, works, &vec![0.0; self.signs.len()]].concat()
    }
}

impl Motion<'_> {
    /// y' at the state as it is.
    pub(super) fn rhs_at(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), EvalError> {
        let (n, end) = (self.model.coordinates(), self.model.coordinates() + self.model.velocities());
        if self.follow == Follow::Correction {
            self.correct(t);
        }
        let (q, v) = (&y[..n], &y[n..end]);
        let at = StateRef { t, q, v, memory: &self.memory };
        let query = Query::new(at, &self.modes, Signs::Held(&self.signs));
        let query = query.with_gains(self.gains).with_rest(Rest::of(&self.frozen)).with_correction(&self.correction);
        self.coupling = self.ws.evaluate(self.model, &query)?;
        let numeric = self.ws.numeric();
        self.passage.saw(t, numeric.closeness(), numeric.dropped().len());
        if let Some(stage) = self.stages.get_mut(self.solved) {
            stage.read(self.model, &self.ws);
        }
        self.solved += 1;
        self.model.inner.layout.kinematics.rates(q, v, &mut dy[..n]);
        dy[n..end].copy_from_slice(&self.ws.acceleration);
        let (powers, impulses) = dy[end..].split_at_mut(self.ws.powers.len());
        powers.copy_from_slice(&self.ws.powers);
        for (rate, friction) in impulses.iter_mut().zip(&self.model.inner.frictions) {
            let sticks = self.modes[friction.entry] == Mode::Stick;
            *rate = if sticks { self.ws.multipliers[friction.row] } else { 0.0 };
        }
        Ok(())
    }
}

impl Rhs for Motion<'_> {
    type Error = EvalError;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), EvalError> {
        if self.passage.care { self.rhs_near(t, y, dy) } else { self.rhs_at(t, y, dy) }
    }

    fn attempt(&mut self, t: f64, h: f64) {
        self.solved = 0;
        self.passage.attempt(t);
        let taken = t - self.step[0];
        if taken > 0.0 {
            self.pace = self.pace.max(taken) - 0.5 * taken;
        } else if self.follow == Follow::Gains {
            // A step that is taken again up to a change keeps its gains: loads would jump, and the change be elsewhere.
            self.pace = self.pace.max(self.step[1]);
        }
        self.step = [t, h];
        if self.follow == Follow::Gains {
            self.gains = Baumgarte::critical(h.max(self.pace));
        }
    }

    fn wish(&mut self, t: f64, wanted: f64, t_max: f64) -> Option<f64> {
        self.passage.wish(t, wanted, t_max)
    }

    fn settle(&mut self, t: f64, y: &mut [f64]) -> Result<bool, EvalError> {
        if !self.projects {
            return Ok(false);
        }
        self.project_end(t, y)?;
        Ok(self.passage.counts())
    }

    fn restricts(&self) -> Option<f64> {
        self.passage.restricts()
    }

    fn restrict(&mut self, t: f64, y: &[f64], error: &mut [f64]) {
        self.restrict_error(t, y, error);
    }

    fn judge(&mut self, attempt: &Attempt<'_>) -> Verdict {
        self.judge_attempt(attempt)
    }
}
