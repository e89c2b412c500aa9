//! Is there one motion with the contacts that are closed? (H7), for every direction in which those at rest could start.
//!
//! With the direction σ_j and the coefficient μ_j of each contact (at rest: both directions, with the static limit), the closed contacts obey
//!
//! ```text
//! γ' = G N + c,   G_ij = n_i M̂⁻¹ (n_j − μ_j σ_j t_j)ᵀ = G̃_(n_i n_j) − μ_j σ_j G̃_(n_i t_j)                (H4)
//! ```
//!
//! and if every such G passes (H7), each pattern of directions leaves one motion. The number that is told is the largest 1 − λ, λ the least eigenvalue of the symmetric part of the
//! scaled G: 0 for one smooth contact, below 1 if all are certified.

use super::response::Responses;
use crate::dynamics::{Mode, Query, Workspace};
use crate::error::EvalError;
use crate::linear::complementarity::certificate;
use crate::model::Model;
use nalgebra::DMatrix;

/// Most contacts at rest of which all directions are compared.
const RESTING: usize = 6;
/// What is told where the other half of (H7) certifies.
const BY_BOUND: f64 = 1.0 - 1e-9;

impl Workspace {
    /// The certificate's number for the closed contacts; none if there are none. Infinite where it says nothing: also where joints rub.
    pub(in crate::dynamics) fn certify_contacts(
        &mut self,
        model: &Model,
        query: &Query<'_>,
    ) -> Result<Option<f64>, EvalError> {
        let inner = &*model.inner;
        let closed = model.closed_contacts(query.modes);
        if !closed.contains(&true) {
            return Ok(None);
        }
        let rubs = |mode: Mode| mode == Mode::Stick || mode == Mode::Undecided || mode.direction() != 0.0;
        let joints = inner.frictions.iter().any(|f| f.contact.is_none() && rubs(query.modes[f.entry]));
        if joints {
            return Ok(Some(f64::INFINITY));
        }
        let closed_points =
            inner.contacts.iter().zip(&closed).filter(|(_, closed)| **closed).filter_map(|(c, _)| c.friction);
        let rests = |point: &usize| query.modes[inner.frictions[*point].entry].direction() == 0.0;
        if closed_points.clone().next().is_none() {
            // By Gauss's principle: see `standing.rs`.
            return Ok(Some(0.0));
        }
        if closed_points.filter(rests).count() > RESTING {
            return Ok(Some(f64::INFINITY));
        }
        let responses = self.impulse_responses(model, query.at, query.modes, &closed)?;
        let pushes: Vec<Push> = (0..responses.impulses.len())
            .filter(|&i| !responses.impulses[i].tangential)
            .map(|i| {
                let point = inner.contacts[responses.impulses[i].contact].friction.map(|point| &inner.frictions[point]);
                let (mu, direction) =
                    point.map_or((0.0, 1.0), |friction| match query.modes[friction.entry].direction() {
                        0.0 => (friction.law.holding(), 0.0),
                        direction => (friction.law.sliding(responses.rates[i + 1].abs()), direction),
                    });
                Push { normal: i, rough: point.is_some(), mu, direction }
            })
            .collect();
        let open: Vec<usize> = (0..pushes.len()).filter(|&k| pushes[k].direction == 0.0).collect();
        let mut directions: Vec<f64> = pushes.iter().map(|push| push.direction).collect();
        let mut most = 0.0_f64;
        for pattern in 0..1_usize << open.len() {
            for (bit, &k) in open.iter().enumerate() {
                directions[k] = if pattern >> bit & 1 == 1 { -1.0 } else { 1.0 };
            }
            most = most.max(number(&responses, &pushes, &directions));
        }
        Ok(Some(most))
    }
}

/// How a closed contact pushes.
struct Push {
    normal: usize,
    rough: bool,
    mu: f64,
    /// Zero at rest.
    direction: f64,
}

fn number(responses: &Responses, pushes: &[Push], directions: &[f64]) -> f64 {
    let n = pushes.len();
    let entry = |i: usize, j: usize| {
        let (row, push) = (pushes[i].normal, &pushes[j]);
        let rubs = if push.rough { push.mu * directions[j] * responses.entry(row, push.normal + 1) } else { 0.0 };
        responses.entry(row, push.normal) - rubs
    };
    let g: Vec<f64> = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| entry(i, j)).collect();
    if !certificate(&g, n) {
        return f64::INFINITY;
    }
    let size = |i: usize| g[i * n + i].sqrt();
    let scaled = DMatrix::from_fn(n, n, |i, j| 0.5 * (g[i * n + j] + g[j * n + i]) / (size(i) * size(j)));
    let least = scaled.symmetric_eigenvalues().min();
    if least > 0.0 { 1.0 - least } else { BY_BOUND }
}
