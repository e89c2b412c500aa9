//! The model as a first-order system: y = (q, v, works), y' = (v, v'(t, q, v), powers).
//!
//! Its gains are Baumgarte's (E3). With [`Stabilization::Auto`] they are critical, α = 2/τ, β = 1/τ², and follow the step.
//!
//! Drift dies the faster the smaller τ. What forbids a small τ is not stability, hτ⁻¹ < 2 or so, but the stages: they lie off
//! the constraints by φ ~ (hω)², ω the rate of the motion, and the gains act on that as if it were drift. With c = h/τ, the
//! elementary differentials of order n in the error estimate (n one more than its order) hold terms of size cⁿ⁻² (hω)²,
//! beside the (hω)ⁿ of the motion itself, which the step control keeps at the tolerance ε. They stay unseen while
//!
//! ```text
//! cⁿ⁻² (hω)² ≲ (hω)ⁿ ≈ ε        so        c = K ε^(1/n)        τ = h/c ≈ 1/(K ω)
//! ```
//!
//! c is proportional to hω: the gains are set by the motion's own time scale, which the step and the tolerance reveal together. With
//! c any larger the estimate takes the correction for an error, and since that share does not shrink with h, the step collapses.
//! K = 3/2 is measured (the example `stabilization`). A fixed step knows no ε; it runs with c = 1/10.
//!
//! Gains change only between steps, when the step to come no longer fits them by a factor; a rejected step meets the same equations.

use crate::dynamics::{Baumgarte, Mode, Stabilization, State, Workspace};
use crate::error::EvalError;
use crate::model::Model;
use crate::ode::{Method, Rhs};

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
    /// c of the rule τ = h/c, if the gains follow the step.
    decay: Option<f64>,
}

impl<'m> Motion<'m> {
    pub(super) fn new(model: &'m Model, stabilization: Stabilization, c: f64, start: &State) -> Self {
        let gains = match stabilization {
            Stabilization::Baumgarte(gains) => gains,
            _ => Baumgarte::OFF,
        };
        let decay = (stabilization == Stabilization::Auto).then_some(c);
        let mut ws = model.workspace();
        ws.set_modes(model, &start.modes);
        let (memory, modes) = (start.memory.clone(), start.modes.clone());
        Self { model, ws, arrival: memory.clone(), memory, gains, modes, decay }
    }

    /// Takes over modes and memory of a state that was changed.
    pub(super) fn take_over(&mut self, state: &State) {
        self.memory.copy_from_slice(&state.memory);
        self.modes.copy_from_slice(&state.modes);
        self.ws.set_modes(self.model, &state.modes);
    }

    /// Lets the gains follow the step to come; true if they changed, and with them the slope.
    pub(super) fn follow(&mut self, h: f64) -> bool {
        let Some(c) = self.decay else { return false };
        // γ = 1/τ, so this is h/τ over what it should be at most.
        let fit = h * self.gains.gamma / c;
        let fits = (0.25..=1.0).contains(&fit);
        if !fits {
            self.gains = Baumgarte::critical(2.0 * h / c);
        }
        !fits
    }

    /// Remembers what the constraints wrote into their memory at the end of a step, before anything else is evaluated.
    pub(super) fn arrive(&mut self) {
        self.arrival.copy_from_slice(&self.ws.memory);
    }

    /// Makes that the memory from which the next step starts.
    pub(super) fn commit(&mut self) {
        self.memory.copy_from_slice(&self.arrival);
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
        let (q, v, _) = self.split(y);
        self.ws.evaluate(self.model, t, q, v, &self.memory, self.gains)?;
        dy[..n].copy_from_slice(v);
        dy[n..2 * n].copy_from_slice(&self.ws.acceleration);
        dy[2 * n..].copy_from_slice(&self.ws.powers);
        Ok(())
    }
}

/// K of the rule.
const K: f64 = 1.5;
/// c of a run with fixed steps.
const C_FIXED: f64 = 0.1;

/// c of the rule above.
pub(super) fn decay_per_step(method: Method, tolerance: f64, fixed: bool) -> f64 {
    match method.tableau().error_order() {
        Some(order) if !fixed => K * tolerance.max(f64::EPSILON).powf(1.0 / f64::from(order + 1)),
        _ => C_FIXED,
    }
}
