//! The model as a first-order system: y = (q, v, works), y' = (v, v'(t, q, v), powers).
//!
//! Its gains are Baumgarte's (E3). With [`Stabilization::Auto`] they follow the step h by the rule τ = h/c, where c is the first
//! minimum of |R(−c)| and R the stability function of the method:
//!
//! ```text
//! R(z) = 1 + z bᵀ (I − z A)⁻¹ 1        one step of the method on y' = λ y multiplies y by R(h λ)
//! ```

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
    steps_per_decay: Option<f64>,
}

impl<'m> Motion<'m> {
    pub(super) fn new(model: &'m Model, stabilization: Stabilization, method: Method, start: &State) -> Self {
        let gains = match stabilization {
            Stabilization::Baumgarte(gains) => gains,
            _ => Baumgarte::OFF,
        };
        let steps_per_decay = (stabilization == Stabilization::Auto).then(|| best_decay(method));
        let mut ws = model.workspace();
        ws.set_modes(model, &start.modes);
        let (memory, modes) = (start.memory.clone(), start.modes.clone());
        Self { model, ws, arrival: memory.clone(), memory, gains, modes, steps_per_decay }
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

    fn attempt(&mut self, h: f64) {
        if let Some(c) = self.steps_per_decay {
            self.gains = Baumgarte::critical(h / c);
        }
    }
}

/// The smallest positive minimum of |R(−c)|, from the method's tableau.
pub(super) fn best_decay(method: Method) -> f64 {
    const STEP: f64 = 1e-3;
    let (mut c, mut here) = (0.0, 1.0);
    loop {
        let next = amplification(method, c + STEP).abs();
        if next > here {
            return c;
        }
        (c, here) = (c + STEP, next);
    }
}

/// R(−c): one step of size 1 on y' = −c y.
fn amplification(method: Method, c: f64) -> f64 {
    let tableau = method.tableau();
    let mut slopes: Vec<f64> = Vec::with_capacity(tableau.b.len());
    for row in tableau.a {
        let stage: f64 = 1.0 + row.iter().zip(&slopes).map(|(a, k)| a * k).sum::<f64>();
        slopes.push(-c * stage);
    }
    1.0 + tableau.b.iter().zip(&slopes).map(|(b, k)| b * k).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn analytic_best_decay_of_known_methods() {
        // Euler: R(−c) = 1 − c. Classical Runge-Kutta: the minimum of 1 − c + c²/2 − c³/6 + c⁴/24.
        assert!((best_decay(Method::Euler) - 1.0).abs() < 2e-3);
        assert!((best_decay(Method::Rk4) - 1.596).abs() < 2e-3);
        for method in Method::ALL {
            let c = best_decay(method);
            println!("{method}: c = {c:.3}, R(-c) = {:.4}", amplification(method, c));
            assert!(c > 0.9 && amplification(method, c).abs() < 0.4);
        }
    }
}
