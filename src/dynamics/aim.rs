//! Measures that a start is to have: a value, a rate.
//!
//! Each is one more equation u = u* beside the constraints, or u' = u*'. With its gradient g, and δ₀ the correction that the rows alone ask for (see `project`),
//!
//! ```text
//! (G1)  [M Jᵀ; J 0] (c_i, ·) = (g_i, 0)          c_i: the motion that the rows allow a force along g_i
//! (G2)  δ = δ₀ + Σ c_i μ_i        S μ = u* − u − g·δ₀        S_ij = g_i·c_j
//! ```
//!
//! δ is again the smallest change in the metric of the masses, now under all equations, and J δ = −φ as before. S_ii is the mobility of u_i beside the rows; without
//! them it would be a_i = g_i M⁻¹ g_i. Where S, scaled by √(a_i a_j), has no inverse, measures depend on the rows or on each other: the pseudoinverse
//! leaves them as they are, and the residual tells.

use super::Workspace;
use super::coordinate::Named;
use super::project::add;
use crate::constraint::Level;
use crate::error::EvalError;
use crate::linear::svd::Svd;
use crate::math::{Now, max_abs};
use crate::model::Model;
use nalgebra::{DMatrix, DVector};

/// What a measure is to be, or its rate.
#[derive(Clone, Debug)]
pub(super) struct Aim {
    pub(super) of: Named,
    pub(super) goal: f64,
}

/// Part of its mobility without the rows below which a measure cannot move.
const FIXED: f64 = 1e-12;

impl Workspace {
    /// How far measures are from what they are to be, where the workspace has read a state: u − u*, or u' − u*'.
    pub(super) fn off(&self, model: &Model, now: Now<'_>, aims: &[Aim], level: Level) -> Result<Vec<f64>, EvalError> {
        aims.iter().map(|aim| Ok(self.off_and_along(model, now, aim, level)?.0)).collect()
    }

    /// The same of one, and its gradient in the coordinates of the model.
    fn off_and_along(
        &self,
        model: &Model,
        now: Now<'_>,
        aim: &Aim,
        level: Level,
    ) -> Result<(f64, Vec<f64>), EvalError> {
        let (told, gradient) = self.tell_along(model, now, &aim.of)?;
        let off = match level {
            Level::Position => told.value - aim.goal,
            Level::Velocity => told.rate - aim.goal,
        };
        let period = aim.of.measure.period().filter(|_| level == Level::Position);
        Ok((period.map_or(off, |period| off - period * (off / period).round()), gradient))
    }

    /// Adds to the correction that stands in the place of the accelerations what leads measures to where they are to be (G2). The rows are those that were factored
    /// for it; the size of the whole is returned.
    pub(super) fn toward(
        &mut self,
        model: &Model,
        now: Now<'_>,
        (aims, level): (&[Aim], Level),
        held: &[bool],
    ) -> Result<f64, EvalError> {
        if aims.is_empty() {
            return Ok(max_abs(&self.acceleration));
        }
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut right = DVector::zeros(aims.len());
        let (mut along, mut ways, mut free) = (Vec::new(), Vec::new(), Vec::new());
        for (i, aim) in aims.iter().enumerate() {
            let (off, mut gradient) = self.off_and_along(model, now, aim, level)?;
            gradient.iter_mut().zip(held).filter(|(_, held)| **held).for_each(|(g, _)| *g = 0.0);
            right[i] = -off - dot(&gradient, &self.acceleration);
            let (mut alone, mut way) = (gradient.clone(), gradient.clone());
            let system = model.system(self.sticking);
            system.weigh(&self.masked_mass, &mut alone);
            let mut rows = vec![0.0; system.rows()];
            let masked = &self.masked[..system.jacobian_len()];
            system.solve(masked, &mut self.numerics[usize::from(self.sticking)], &mut way, &mut rows);
            // What cannot move at all, as where all that it reads is held, has no scale.
            let scale = dot(&alone, &alone).sqrt();
            free.push(if scale > 0.0 { scale } else { 1.0 });
            along.push(gradient);
            ways.push(way);
        }
        let count = aims.len();
        let scaled = DMatrix::from_fn(count, count, |i, j| dot(&along[i], &ways[j]) / (free[i] * free[j]));
        for (right, free) in right.iter_mut().zip(&free) {
            *right /= free;
        }
        let pushes = Svd::of(scaled).solve(&right, FIXED);
        for ((way, push), free) in ways.iter().zip(&pushes).zip(&free) {
            add(&mut self.acceleration, way, push / free);
        }
        let size = max_abs(&self.acceleration);
        if size.is_finite() { Ok(size) } else { Err(self.diagnose(model, now)) }
    }
}
