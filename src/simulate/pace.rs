//! How a run holds its constraints by accelerations: gains, or a correction that follows the step.
//!
//! The gains are Baumgarte's (E3), or with [`Stabilization::Auto`] gains that follow from the step h.
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
use crate::dynamics::{Baumgarte, Stabilization, StateRef, Workspace};
use crate::math::max_abs;

/// In short steps 1/h² makes of the rounding of residuals, which is no drift, accelerations that friction feels (measured: in steps of 1e-8 s, beside
/// a jam, they started a slip). From this part of all accelerations on it is left alone.
const FELT: f64 = 1e-8;

/// Units of rounding of the places, and of the speeds, that no residual is free of.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// What of a residual is drift.
fn beyond(residual: f64, rounding: f64) -> f64 {
    residual - residual.clamp(-rounding, rounding)
}

#[derive(Debug)]
pub(super) struct Pace {
    pub(super) gains: Baumgarte,
    follow: Follow,
    /// What it adds to γ of each row; empty unless the gains follow the step.
    correction: Vec<f64>,
    /// φ₀ and φ₀' (or ψ₀) of each row at the beginning of the step.
    drift: Vec<[f64; 2]>,
    /// The same at its end: not yet the beginning of the next, for the step may be taken again, or be asked for its inside.
    drift_at_end: Vec<[f64; 2]>,
    /// When the step began, and how long it is.
    pub(super) step: [f64; 2],
    /// What is left of the pace H of (4) for the next step.
    left: f64,
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

impl Pace {
    pub(super) fn new(plan: &Simulation<'_>, t: f64) -> Self {
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
        let corrected = if follow == Follow::Correction { model.rows() } else { 0 };
        Self {
            gains,
            follow,
            correction: vec![0.0; corrected],
            drift: vec![[0.0; 2]; model.rows()],
            drift_at_end: vec![[0.0; 2]; model.rows()],
            step: [t, 1.0],
            left: 0.0,
        }
    }

    /// The residuals at the end of a step, where `ws` was evaluated last.
    pub(super) fn note_end(&mut self, ws: &Workspace, at: StateRef<'_>) {
        if self.follow != Follow::Correction {
            return;
        }
        let push = 6.0 * ROUNDING * max_abs(at.q) / self.step[1].max(self.left).powi(2);
        // At the start no step says how short they are.
        let is_felt = at.t <= self.step[0] || push > FELT * max_abs(&ws.acceleration);
        let rounding = if is_felt { ROUNDING } else { 0.0 };
        let [least, slowest] = [at.q, at.v].map(|places| rounding * max_abs(places));
        for (row, drift) in self.drift_at_end.iter_mut().enumerate() {
            // What is switched off does not drift: an open contact may be nowhere.
            *drift =
                if ws.released[row] { [0.0; 2] } else { [beyond(ws.phi[row], least), beyond(ws.rate[row], slowest)] };
        }
    }

    /// The next step starts from there.
    pub(super) fn commit(&mut self) {
        self.drift.copy_from_slice(&self.drift_at_end);
    }

    /// A step of h is tried from t.
    pub(super) fn attempt(&mut self, t: f64, h: f64) {
        let taken = t - self.step[0];
        if taken > 0.0 {
            self.left = self.left.max(taken) - 0.5 * taken;
        } else if self.follow == Follow::Gains {
            // A step that is taken again up to a change keeps its gains: loads would jump, and the change be elsewhere.
            self.left = self.left.max(self.step[1]);
        }
        self.step = [t, h];
        if self.follow == Follow::Gains {
            self.gains = Baumgarte::critical(h.max(self.left));
        }
    }

    /// a θ (1 − θ) of (1) to (3) for every row; `positions` says which of them are of the level of positions.
    pub(super) fn correct(&mut self, t: f64, positions: &[bool]) {
        if self.follow != Follow::Correction {
            return;
        }
        let [start, h] = self.step;
        let theta = ((t - start) / h).clamp(0.0, 1.0);
        let pace = h.max(self.left);
        let shape = theta * (1.0 - theta) / pace;
        for ((push, [phi, rate]), &position) in self.correction.iter_mut().zip(&self.drift).zip(positions) {
            *push = -shape * if position { 6.0 * phi / pace + 9.0 * rate } else { 6.0 * rate };
        }
    }

    /// What was found by `correct`: empty unless the gains follow the step as a correction.
    pub(super) fn correction(&self) -> &[f64] {
        &self.correction
    }
}
