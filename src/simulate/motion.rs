//! The model as a first-order system: y = (q, v, works), y' = (v, v'(t, q, v), powers).
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
//! (1)  φ'' = p(θ) = θ (1 − θ) (a + b θ)        velocity rows: ψ' = θ (1 − θ) a
//! ```
//!
//! It vanishes at both ends, so that slopes stay continuous from step to step. a and b are chosen such that a step without error
//! ends without drift, φ₀ + h φ₀' + h² ∫ (1 − θ) p dθ = 0 and φ₀' + h ∫ p dθ = 0 (velocity rows: ψ₀ + h ∫ p dθ = 0):
//!
//! ```text
//! (2)  a = −60 φ₀/h² − 36 φ₀'/h,   b = 120 φ₀/h² + 60 φ₀'/h        velocity rows: a = −6 ψ₀/h
//! ```
//!
//! These are Baumgarte's α ~ 36/h and β ~ 60/h², sampled once a step. p has degree 3 in time: a method of order 5 integrates it exactly, its
//! error estimate of order 4 hardly sees it, and its size is that of one step's own error. What is left is the drift of a single step.

use crate::dynamics::{Baumgarte, Mode, Stabilization, State, Workspace};
use crate::error::EvalError;
use crate::model::Model;
use crate::ode::Rhs;

#[derive(Debug)]
pub(super) struct Motion<'m> {
    pub(super) model: &'m Model,
    pub(super) ws: Workspace,
    /// What the constraints left in their memory at the last accepted step.
    pub(super) memory: Vec<f64>,
    /// The same at the end of the step that was just taken.
    arrival: Vec<f64>,
    pub(super) gains: Baumgarte,
    pub(super) modes: Vec<Mode>,
    /// Corrects the drift at the beginning of each step, if the gains follow the step.
    auto: bool,
    /// φ₀ and φ₀' (or ψ₀) of each row at the beginning of the step, and when it began and how long it is.
    drift: Vec<[f64; 2]>,
    step: [f64; 2],
}

impl<'m> Motion<'m> {
    pub(super) fn new(model: &'m Model, stabilization: Stabilization, start: &State) -> Self {
        let gains = match stabilization {
            Stabilization::Baumgarte(gains) => gains,
            _ => Baumgarte::OFF,
        };
        let auto = stabilization == Stabilization::Auto;
        let mut ws = model.workspace();
        ws.set_modes(model, &start.modes);
        let (memory, modes) = (start.memory.clone(), start.modes.clone());
        Self { model, ws, arrival: memory.clone(), memory, gains, modes, auto, drift: vec![[0.0; 2]; model.rows()], step: [0.0, 1.0] }
    }

    /// Takes over modes and memory of a state that was changed.
    pub(super) fn take_over(&mut self, state: &State) {
        self.memory.copy_from_slice(&state.memory);
        self.modes.copy_from_slice(&state.modes);
        self.ws.set_modes(self.model, &state.modes);
    }

    /// Remembers what the constraints wrote into their memory at the end of a step, before anything else is evaluated.
    pub(super) fn arrive(&mut self) {
        self.arrival.copy_from_slice(&self.ws.memory);
        let rows = self.ws.phi.iter().zip(&self.ws.rate);
        self.drift.iter_mut().zip(rows).for_each(|(drift, (phi, rate))| *drift = [*phi, *rate]);
    }

    /// Makes that the memory from which the next step starts.
    pub(super) fn commit(&mut self) {
        self.memory.copy_from_slice(&self.arrival);
    }

    /// p of (1) for every row.
    fn correct(&mut self, t: f64) {
        let [start, h] = self.step;
        let theta = ((t - start) / h).clamp(0.0, 1.0);
        let positions = &self.model.inner.layout.position_rows;
        for ((p, drift), &position) in self.ws.correction.iter_mut().zip(&self.drift).zip(positions) {
            let [phi, rate] = [drift[0] / (h * h), drift[1] / h];
            let (a, b) = if position { (-60.0 * phi - 36.0 * rate, 120.0 * phi + 60.0 * rate) } else { (-6.0 * rate, 0.0) };
            *p = theta * (1.0 - theta) * (a + b * theta);
        }
    }

    /// q and v of a first-order state.
    pub(super) fn split<'y>(&self, y: &'y [f64]) -> (&'y [f64], &'y [f64], &'y [f64]) {
        let n = self.model.velocities();
        (&y[..n], &y[n..2 * n], &y[2 * n..])
    }
}

impl Rhs for Motion<'_> {
    type Error = EvalError;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), EvalError> {
        let n = self.model.velocities();
        if self.auto {
            self.correct(t);
        }
        let (q, v, _) = self.split(y);
        self.ws.evaluate(self.model, t, q, v, &self.memory, self.gains)?;
        dy[..n].copy_from_slice(v);
        dy[n..2 * n].copy_from_slice(&self.ws.acceleration);
        dy[2 * n..].copy_from_slice(&self.ws.powers);
        Ok(())
    }

    fn attempt(&mut self, t: f64, h: f64) {
        self.step = [t, h];
    }
}
